"""Running text against stm, for which the reference needs GNU diff, missing in its distributed builds."""

from __future__ import annotations

import pytest

from scorelite.scoring.compat.programs.sctk.sclite.stm_text import rows_of
from tests.compat.programs.sctk.sclite.conftest import Command
from tests.compat.programs.sctk.sclite.test_stm_ctm import counts

STM = b';; LABEL "o" "Over" "all"\nf A s 0 1 <o> a b c\nf A t 1 2 <o> d e f\nf B s 0 1 <o> g h\n'


def shown(out: bytes) -> list[bytes]:
    """Lines of reference and hypothesis words in a pra report."""
    return [line.rstrip() for line in out.splitlines() if line[:4] in (b"REF:", b"HYP:")]


def test_the_text_is_cut_at_the_ends_of_segments(command: Command) -> None:
    text = b"a b x q\n;; c\nd\n** d\nF g\n\n"
    outcome = command("-r r stm -h h txt -o pra stdout", files={"r": STM, "h": text})
    assert (outcome.code, outcome.err) == (0, b"")
    assert shown(outcome.out) == [
        *(b"REF:  a b * C", b"HYP:  a b X Q"),
        *(b"REF:  g H", b"HYP:  g *"),
        *(b"REF:  d E f", b"HYP:  d * f"),
    ]


def test_an_inserted_word_goes_to_the_next_word_of_the_reference(command: Command) -> None:
    text = b"a b c q d e f g h"
    outcome = command("-r r stm -h h txt -o pra stdout", files={"r": STM, "h": text})
    assert counts(outcome.out) == [[3, 0, 0, 0], [2, 0, 0, 0], [3, 0, 0, 1]]


def test_words_behind_everything_go_to_the_last_segment(command: Command) -> None:
    text = b"a b c d e f g h and then some"
    outcome = command("-r r stm -h h txt -o pra stdout", files={"r": STM, "h": text})
    assert counts(outcome.out) == [[3, 0, 0, 0], [2, 0, 0, 3], [3, 0, 0, 0]]


def test_alternations_optional_words_and_ignored_segments(command: Command) -> None:
    segments = (
        b"f A s 0 1 { a / b { c / d } / @ } (uh) x\nf A s 1 2 IGNORE_TIME_SEGMENT_IN_SCORING lost\n"
        b"f A s 2 3\nf A s 3 4 { y / z z } fra- w\n"
    )
    text = b"b d x z z frame w"
    outcome = command("-r r stm -h h txt -D -F -o pra stdout", files={"r": segments, "h": text})
    assert counts(outcome.out) == [[4, 0, 0, 0], [0, 0, 0, 0], [4, 0, 0, 0]]


def test_reports_name_files_channels_and_labels(command: Command) -> None:
    outcome = command("-r r stm -h h txt Text -w unity -o sgml lur wws stdout", files={"r": STM, "h": b"a b c"})
    assert b'<PATH id="(s-001)" word_cnt="2" labels="<o>" file="f" channel="b" sequence="2"' in outcome.out
    assert [line for line in outcome.out.splitlines() if b"[5]" in line and b"40.0" in line]
    assert b"Unity Weighting" in outcome.out


def test_feedback_shows_alignments_and_nothing_else(command: Command) -> None:
    files = {"r": STM, "h": b"a b c d e f g h"}
    outcome = command("-r r stm -h h txt -f 2 -o none", files=files)
    assert outcome.out.count(b"\n\nid: ") == 3
    assert command("-r r stm -h h txt -o none", files=files).out == (
        b"sclite: 2.10 TK Version 1.3\nBegin alignment of Ref File: 'r' and Hyp File: 'h'\n\nSuccessful Completion\n"
    )


def test_texts_without_words(command: Command) -> None:
    assert counts(command("-r r stm -h h txt -o pra stdout", files={"r": STM, "h": b""}).out) == [
        [0, 0, 3, 0],
        [0, 0, 2, 0],
        [0, 0, 3, 0],
    ]
    assert command("-r r stm -h h txt -o sum stdout", files={"r": b"", "h": b"a"}).code == 1


@pytest.mark.parametrize("options", ["", "-S algo1 h"])
def test_a_transcript_is_not_running_text(command: Command, options: str) -> None:
    text = b"a b c (s-1)\nd e f (t-1)\n" if not options else b"a"
    outcome = command(f"-r r stm -h h txt {options}", files={"r": STM, "h": text})
    assert outcome.code == 1
    assert outcome.out.endswith(b"Begin alignment of Ref File: 'r' and Hyp File: 'h'\n")
    assert outcome.err.endswith(b"\n\nsclite: Error, Alignments via diff have been disabled\n\n")


def test_alternations_become_rows() -> None:
    assert rows_of(b"a{b / c}d {e / } f { g") == [b"a{b", b"/", b"c}d", b"e", b"f"]
    assert rows_of(b"{ a / { b / c } d }x") == [
        *(b"<ALT_BEGIN>", b"a", b"<ALT>", b"b", b"d", b"<ALT>", b"c", b"d", b"<ALT_END>"),
        b"x",
    ]
    deep = b"{ a / b }"
    for _ in range(12):
        deep = b"{ " + deep + b" " + deep + b" / x }"
    assert rows_of(deep).count(b"<ALT>") < 1000
