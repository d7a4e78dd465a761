"""Lookup of reports: listed names exist, other names are refused with the list."""

from __future__ import annotations

from importlib import import_module

import pytest

from scorelite import scoring
from scorelite.scoring import report
from scorelite.scoring.report import kws, meetings, segments, words

WINGS = {"words": words, "kws": kws, "segments": segments, "meetings": meetings}


@pytest.mark.parametrize(("wing", "name"), [(wing, name) for wing, folder in WINGS.items() for name in folder.NAMES])
def test_every_listed_report_has_a_module_that_renders(wing, name):
    assert callable(report.module_of(wing, name).render)


@pytest.mark.parametrize("name", words.NAMES)
def test_totals_of_words_have_the_reports_that_are_listed_as_those_of_sums(name):
    totals = scoring.score({"anna-1": "a b"}, {"anna-1": "a"}).totals()
    if name in words.OF_SUMS:
        assert totals.report(name)
        return
    with pytest.raises(scoring.UsageError, match=f"report '{name}' needs (alignments|word weights)"):
        totals.report(name)


def test_modules_behind_names_are_modules_of_their_folder():
    assert report.module_of("words", "rsum") is import_module("scorelite.scoring.report.words.raw")


def test_an_unknown_report_is_refused_with_the_known_ones():
    result = scoring.score({"a-1": "a"}, {"a-1": "a"})
    with pytest.raises(scoring.UsageError, match=r"report 'sums' is unknown; did you mean sum\? .*one of: sum, wws"):
        result.report("sums")


def test_a_report_is_text_and_its_bytes_are_those_of_the_file(tmp_path):
    for name, text in (("r", b"caf\xe9 a (u-1)\n"), ("h", b"caf\xe9 b (u-1)\n")):
        (tmp_path / f"{name}.trn").write_bytes(text)
    report = scoring.score_files(tmp_path / "r.trn", tmp_path / "h.trn", errors="surrogateescape").report("pra")
    assert isinstance(report, str)
    assert b"REF:  caf\xe9 A" in bytes(report)
    assert f"{report}" == str(report) == bytes(report).decode("utf-8", "replace")
    assert str(report).encode()  # can be printed


def test_a_report_of_several_files_yields_each_with_its_suffix():
    result = scoring.score({"a-1": "a", "b-1": "b"}, {"a-1": "a", "b-1": "b"})
    actual = {suffix: b"".join(chunks) for suffix, chunks in report.files(result, "spk")}
    assert list(actual) == [b".spk.a", b".spk.b"]
    assert bytes(result.report("spk")) == b"".join(actual.values())
