"""Rates and lists of errors."""

from __future__ import annotations

import pytest

from tests.report.words.texts import NAMES, golden, one_system, rendered, system


@pytest.mark.parametrize("name", NAMES)
def test_is_what_the_reference_writes(name):
    assert rendered("dtl", system(name)) == golden(name, "dtl")


@pytest.mark.parametrize("report", ["dtl", "spk"])
def test_the_newer_release_spells_substitutions(report):
    older = rendered(report, system("talk"), release="2.4.10")
    newer = rendered(report, system("talk"), release="2.4.12")
    for suffix, text in older.items():
        assert text.count(b"with substitions     ") == 1
        assert newer[suffix] == text.replace(b"with substitions     ", b"with substitutions   ")


def spoken(words):
    return one_system(b'<SPEAKER id="s">\n<PATH id="(s)">\n' + words + b"\n</PATH>\n</SPEAKER>\n")


def test_lists_are_sorted_by_frequency_and_then_by_bytes():
    text = rendered("dtl", spoken(b'I,,"b":I,,"\xe9":I,,"c":I,,"c":I,,"B":I,,"ba"'))[".dtl"]
    begin = text.index(b"INSERTIONS")
    rows = [line[12:] for line in text[begin : text.index(b"DELETIONS")].splitlines() if b"->" in line]
    assert rows == [b"->  c", b"->  B", b"->  b", b"->  ba", b"->  \xe9"]


def test_rates_without_reference_words_are_undefined():
    text = rendered("dtl", spoken(b'I,,"a"'))[".dtl"]
    assert b"Percent Total Error       =  UNDEF%   (   1)\n" in text
    assert b"Percent Word Accuracy     =  UNDEF%\n" in text


def test_word_accuracy_may_be_negative():
    text = rendered("dtl", spoken(b'S,"a","b":I,,"c":I,,"d"'))[".dtl"]
    assert b"Percent Word Accuracy     =  -200.0%\n" in text


def test_a_system_without_utterances_has_empty_lists():
    text = rendered("dtl", one_system(b""))[".dtl"]
    assert b" sentences                                           0\n" in text
    assert text.count(b"Total                 (0)") == 5
