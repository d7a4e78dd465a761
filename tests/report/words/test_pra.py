"""The alignments by speaker."""

from __future__ import annotations

import pytest

from tests.report.words.texts import FOLDER, NAMES, golden, one_system, rendered, system


@pytest.mark.parametrize("name", NAMES)
def test_is_what_the_reference_writes(name):
    assert rendered("pra", system(name)) == golden(name, "pra")


def test_breaks_lines_like_the_reference():
    assert rendered("pra", system("talk"), width=60)[".pra"] == (FOLDER / "talk" / "narrow.pra").read_bytes()


def test_shows_no_attribute_but_case():
    text = rendered("pra", system("radio"))[".pra"]
    assert b"Labels: <o,in>" in text
    assert b"H_T1" not in text
    assert b"Ref times" not in text


def test_a_word_wider_than_the_line_has_a_line_of_its_own():
    """A width at which the reference prints empty lines forever."""
    scores = one_system(
        b'<SPEAKER id="s">\n<PATH id="(s)">\nC,"a","a":C,"bbbbbbbb","bbbbbbbb":C,"c","c"\n</PATH>\n</SPEAKER>\n'
    )
    text = rendered("pra", scores, width=12)[".pra"]
    assert [line for line in text.splitlines() if b"REF:" in line] == [
        b"REF:  a ",
        b">> REF:  bbbbbbbb ",
        b">> REF:  c ",
    ]


def test_speakers_without_utterances_keep_their_headings():
    speaker = b'<SPEAKER id="%b">\n%b</SPEAKER>\n'
    body = speaker % (b"a", b"") + speaker % (b"b", b'<PATH id="(b)">\n</PATH>\n') + speaker % (b"c", b"")
    text = rendered("pra", one_system(body))[".pra"]
    assert text.endswith(
        b"Speaker sentences   0:  a   #utts: 0\n"
        b"Speaker sentences   1:  b   #utts: 1\n"
        b"id: (b)\nScores: (#C #S #D #I) 0 0 0 0\n\n"
        b"Speaker sentences   2:  c   #utts: 0\n\n"
    )


def test_without_speakers_only_the_title_is_left():
    assert rendered("pra", one_system(b""))[".pra"] == (
        b"\n\n\t\tDUMP OF SYSTEM ALIGNMENT STRUCTURE\n\nSystem name:   t\n\nSpeakers: \n\n\n"
    )


def test_case_sensitive_and_insensitive_utterances_may_stand_side_by_side():
    path = b'<PATH id="(s)"%b>\nS,"a","b"\n</PATH>\n'
    body = b'<SPEAKER id="s">\n' + path % b' case_sense="1"' + path % b"" + path % b' case_sense="1"' + b"</SPEAKER>\n"
    text = rendered("pra", one_system(body))[".pra"]
    assert [line for line in text.splitlines() if line.startswith(b"REF")] == [b"REF:  a ", b"REF:  A ", b"REF:  a "]
    assert text.count(b"Attributes: Case_sensitve \n") == 2
