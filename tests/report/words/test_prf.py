"""The alignments in the order of processing."""

from __future__ import annotations

import pytest

from tests.report.words.texts import FOLDER, NAMES, golden, one_system, rendered, system


@pytest.mark.parametrize("name", NAMES)
def test_is_what_the_reference_writes(name):
    assert rendered("prf", system(name)) == golden(name, "prf")


def test_breaks_lines_like_the_reference():
    assert rendered("prf", system("talk"), width=60)[".prf"] == (FOLDER / "talk" / "narrow.prf").read_bytes()


def test_says_so_when_there_is_no_utterance():
    text = rendered("prf", one_system(b'<SPEAKER id="a">\n</SPEAKER>\n'))[".prf"]
    assert text.endswith(b"Speaker Count: 1\nSpeakers: \n    0:  a\n\n\nNo utterances found\n")


def order_of(*speakers):
    """The order in which utterances with these sequence numbers are printed, one list for each speaker."""
    body = b""
    for speaker, numbers in enumerate(speakers):
        body += b'<SPEAKER id="%d">\n' % speaker
        for number in numbers:
            sequence = b"" if number is None else b' sequence="%d"' % number
            body += b'<PATH id="%d/%d"%b>\n</PATH>\n' % (speaker, number or 0, sequence)
        body += b"</SPEAKER>\n"
    lines = rendered("prf", one_system(body))[".prf"].splitlines()
    return [line.removeprefix(b"id: ").decode() for line in lines if line.startswith(b"id: ")]


def test_utterances_follow_their_sequence_numbers():
    assert order_of([0, 3], [1, 2]) == ["0/0", "1/1", "1/2", "0/3"]


def test_the_order_within_a_speaker_stays_whatever_the_numbers():
    assert order_of([5, 1], [3, 4], [3]) == ["1/3", "2/3", "1/4", "0/5", "0/1"]


def test_an_utterance_numbered_999999_ends_the_list_of_its_speaker():
    assert order_of([0, 999999, 1], [2]) == ["0/0", "1/2"]


def test_the_millionth_utterance_is_not_printed():
    assert order_of([999997, 999998, 999999, 1000000]) == ["0/999997", "0/999998"]


def test_without_sequence_numbers_the_order_is_by_speaker():
    assert order_of([None, None], [None]) == ["0/0", "0/0", "1/0"]
    body = b'<SPEAKER id="a">\n<PATH id="(a)">\n</PATH>\n</SPEAKER>\n'
    assert b"Speaker sentences   0:  a   #utts: 1\nid: (a)\n" in rendered("prf", one_system(body))[".prf"]


def test_names_that_are_not_known_are_left_out():
    text = rendered("prf", one_system(b""))[".prf"]
    assert b"System name:   t\n\nSpeaker Count: 0\n" in text
