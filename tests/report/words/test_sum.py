from __future__ import annotations

import pytest

from scorelite.scoring.report.words import ReportOptions
from tests.report.words.alignments import expected, golden, rendered, scores_of


def lines_of(report, scores):
    return rendered(report, scores).decode().splitlines()


def row_of(lines, name):
    (line,) = [line for line in lines if line.lstrip(" |").startswith(name)]
    return line.strip().replace("|", " ").split()


@pytest.mark.parametrize("name", ["plain", "characters", "wide", "wordless", "weights", "some_confidences"])
def test_summary_is_the_references(name):
    assert rendered("sum", golden(name)) == expected(f"{name}.sys")


@pytest.mark.parametrize("name", ["plain", "characters", "wordless", "some_confidences"])
def test_counts_are_the_references(name):
    assert rendered("rsum", golden(name)) == expected(f"{name}.raw")


def test_confidences_add_a_column():
    scores = golden("labels_after_others")
    assert rendered("sum", scores) == expected("labels_after_others.sys")
    assert rendered("rsum", scores) == expected("labels_after_others.raw")


@pytest.mark.parametrize("name", ["labels_after_others", "some_confidences"])
def test_what_is_wrong_with_confidences_is_a_notice_per_table(name):
    options = ReportOptions()
    for report in ("sum", "rsum"):
        rendered(report, golden(name), options)
    assert b"".join(options.notices) == expected(f"{name}.notices")


def test_characters_are_announced_if_any_utterance_has_them():
    paths = [(b"a", "C"), (b"b", "C")]
    assert b"# Chr" in rendered("sum", scores_of(paths, attributes=[0, 1]))
    assert b"# Wrd" in rendered("sum", scores_of(paths, attributes=[0, 2]))


def test_no_utterance_gives_a_table_of_zeros():
    lines = lines_of("sum", scores_of([]))
    assert row_of(lines, "Sum/Avg") == ["Sum/Avg", "0", "0", *["0.0"] * 6]
    assert row_of(lines, "Mean") == ["Mean", *["0.0"] * 8]
    assert row_of(lines_of("rsum", scores_of([])), "Sum") == ["Sum", *["0"] * 8]


def test_speaker_without_reference_words_is_left_out_of_the_statistics():
    lines = lines_of("sum", scores_of([(b"a", "CCCS"), (b"b", "I"), (b"c", "CCDS")]))
    assert row_of(lines, "b") == ["b", "1", "0", "0*", "0*", "0*", "1*", "1*", "100.0"]
    assert row_of(lines, "Mean")[3:] == ["62.5+", "25.0+", "12.5+", "0.0+", "37.5+", "100.0"]
    assert lines[-1] == "+ Speaker(s) with no reference data is ignored"


def test_two_such_speakers_corrupt_the_statistics_as_in_the_reference():
    lines = lines_of("sum", scores_of([(b"a", ""), (b"b", "II"), (b"c", "CS")]))
    assert row_of(lines, "Mean")[3:8] == ["0.0+", "0.0+", "0.0+", "2.0+", "2.0+"]


def test_speaker_name_may_be_of_any_length_and_any_bytes():
    name = bytes(range(0x80, 0x100)) * 10
    assert b"| " + name + b" |" in rendered("sum", scores_of([(name, "CS")]))


def test_title_may_be_longer_than_the_references_cells():
    title = b"t" * 5000
    assert b"|" + title + b"|" in rendered("sum", scores_of([(b"a", "C")], title=title))


def test_summary_does_not_look_at_single_alignments():
    scores = scores_of([(b"a", "CCS"), (b"b", "CD")])
    assert not hasattr(scores.batch, "slots")
    assert row_of(lines_of("sum", scores), "Sum/Avg")[1:3] == ["2", "5"]
