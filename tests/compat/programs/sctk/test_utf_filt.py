"""utf_filt.pl: what becomes of marks, regions and backgrounds, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.run import call

_HEAD = b'<utf dtd_version="utf-1.2" audio_filename="show.sph" language="english">'
_TURN = (
    b'<turn speaker="Ann" spkrtype="female" startTime="0" endTime="4" dialect="native" fidelity="high" mode="planned">'
)


def converted(text: bytes, words: list[str], folder: Path) -> tuple[int, bytes, bytes]:
    section = b'<bn_episode_trans program="p"><section type="report" startTime="0" endTime="9">'
    data = _HEAD + section + _TURN + text + b"</turn></section></bn_episode_trans></utf>"
    (folder / "t.utf").write_bytes(data)
    (folder / "utf.dtd").write_bytes(b"")
    return call("scorelite", ["sctk", "utf_filt", "-e", "utf.dtd", "-i", "t.utf", "-o", "-", *words], folder)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b" well, ^Bill said: _CBS _CNN. ", b"well Bill said: CB.S CNN.  "),
        (b" %uh {breath [noise wel<fragment> <fragment>ord ", b"(%hesitation) (wel-) (-ord) "),
        (b" <contraction e_form=\"[we=>we]['re=>are]\">we're ten<hyphen>four ", b" we  are ten four "),
        (b" <b_foreign language=x>buenos dias<e_foreign> a&#66;c ", b" (buenos)  (dias) aBc "),
        (b" <b_enamex type=PERSON>^Bill ^Clinton<e_enamex> said ", b"Bill Clinton said "),
        (b" kept lost", b"kept "),
    ],
)
def test_marks_decide_what_becomes_of_a_word(text: bytes, expected: bytes, tmp_path: Path) -> None:
    code, out, err = converted(text, ["-f", "stm", "-c"], tmp_path)
    assert (code, err) == (0, b"")
    assert out.splitlines()[-1] == b"show 1 ann 0.000000 4.000000 <o,female> " + expected


def test_a_background_divides_a_turn_and_changes_its_focus_condition(tmp_path: Path) -> None:
    code, out, _ = converted(b' a <background startTime="2" type="music" level="low"> b ', ["-f", "stm"], tmp_path)
    assert code == 0
    assert [line.split(b" ", 3)[3] for line in out.splitlines() if line.startswith(b"show")] == [
        b"0.000000 2.000000 <o,f0,female> a ",
        b"2.000000 4.000000 <o,f3,female> b ",
    ]


def test_regions_that_are_not_scored_are_rows_of_their_own(tmp_path: Path) -> None:
    text = b' a <b_overlap startTime="1" endTime="3"> b <e_overlap> c '
    _, out, _ = converted(text, ["-f", "sm", "-c", "-p"], tmp_path)
    assert out.splitlines() == [
        b"<Section Type=REPORT S_time=0.000000 E_time=9.000000 id=>",
        b"show 1 ann 0.000000 1.000000 <o,female> a ",
        b"show 1 excluded_region 1.000000 3.000000 <o,unk> ignore_time_segment_in_scoring",
        b"show 1 ann 3.000000 4.000000 <o,female> c ",
        b"</Section>",
    ]
    assert (
        b"excluded_region 1.000000 3.000000 <o,unk> b \n"
        in converted(text, ["-f", "sm", "-c", "-p", "-k"], tmp_path)[1]
    )
    assert b" 0.000000 4.000000 <o,female> a b c \n" in converted(text, ["-f", "sm", "-c"], tmp_path)[1]


def test_words_of_a_ctm_share_the_time_or_have_their_own(tmp_path: Path) -> None:
    code, out, _ = converted(b" (a) <b_numex type=N>b<e_numex> c- d ", ["-f", "iectm"], tmp_path)
    assert (code, out.splitlines()) == (
        0,
        [
            b"show 1 0.000000 1.333333 a",
            b'show 1 1.333333 1.333333 <NUMEX TYPE="N">b</NUMEX>',
            b"show 1 2.666667 1.333333 d",
        ],
    )
    times = b'<wtime startTime="1.0" endTime="1.5">'
    assert converted(times + b"a b ", ["-f", "ctm", "-w"], tmp_path)[1] == b"show 1 1.000000 0.500000 a \n"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (b"\n<nosuch> a ", b"undefined start tag NOSUCH"),
        (b"\n<section type=report startTime=0 endTime=1> a ", b"line 2: section is not expected here"),
        (b"</section>", b"line 1: missing end of turn"),
        (b" a &nosuch; ", b"line 1: unknown entity '&nosuch;'"),
        (b'\n\n<background type="music" level="low">', b"line 3: background without starttime"),
        (b'<background startTime="1" type="dog" level="low">', b"type is 'dog'; expected one of: music, speech, other"),
    ],
)
def test_what_the_document_type_forbids_is_named_with_its_line(text: bytes, fault: bytes, tmp_path: Path) -> None:
    code, _, err = converted(text, ["-f", "stm"], tmp_path)
    assert code == 255
    assert fault in err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-f", "foo"], b"Error: Unknown format 'FOO'\n"),
        (["-f", "stm", "-k"], b"Error: option -k only valid with option -p\n"),
        (["-f", "stm", "-w"], b"ERROR: use -w only with IECTM format\n"),
        (["-f", "stm", "-e", "nope"], b"Error: DTD file 'nope' is not a readable file\n"),
    ],
)
def test_a_wrong_command_line_is_refused(words: list[str], message: bytes, tmp_path: Path) -> None:
    code, out, err = converted(b" a ", words, tmp_path)
    assert code
    assert out == b""
    assert err.endswith(message)


def test_help_is_shown_on_standard_output_and_nothing_is_read(tmp_path: Path) -> None:
    code, out, err = call("scorelite", ["sctk", "utf_filt", "-h"], tmp_path)
    assert (code, err) == (0, b"")
    assert b"utf_filt" in out
