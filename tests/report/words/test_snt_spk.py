"""The reports with a file for every speaker."""

from __future__ import annotations

import pytest

from tests.report.words.texts import NAMES, golden, one_system, rendered, system


@pytest.mark.parametrize("report", ["snt", "spk"])
@pytest.mark.parametrize("name", NAMES)
def test_is_what_the_reference_writes(name, report):
    assert rendered(report, system(name)) == golden(name, report)


def test_sentences_are_broken_at_column_120_whatever_the_width():
    assert rendered("snt", system("talk"), width=60) == rendered("snt", system("talk"), width=1000)


def test_speakers_have_files_of_their_own_in_order_of_appearance():
    assert list(rendered("spk", system("talk"))) == [".spk.ann", ".spk.ben", ".spk.cleo", ".spk.dora"]


def test_a_speaker_without_utterances_has_files_too():
    scores = one_system(b'<SPEAKER id="a">\n</SPEAKER>\n')
    assert rendered("snt", scores)[".snt.a"].endswith(b"\n\nSPEAKER a\n")
    assert b" with errors                              0.0%   (   0)\n" in rendered("spk", scores)[".spk.a"]


def test_utterances_of_a_speaker_need_not_stand_together():
    path = b'<PATH id="(%b)">\nC,"a","a"\n</PATH>\n'
    again = b'<SPEAKER id="%b">\n%b</SPEAKER>\n'
    body = again % (b"a", path % b"1") + again % (b"b", path % b"2") + again % (b"a", path % b"3")
    text = rendered("snt", one_system(body))[".snt.a"]
    assert text.index(b"id: (1)") < text.index(b"id: (3)")
    assert b"id: (2)" not in text
    assert text.count(b"Ref. words            =            1   (  2)\n") == 1
