from __future__ import annotations

import pytest

from scorelite.scoring.report.words import ReportError, ReportOptions
from tests.report.words.alignments import expected, golden, rendered, scores_of

LABELS = [(b"O", b"Overall", b"all"), (b"F0", b"Base", b"clean"), (b"F1", b"Spont", b"not clean")]


def row_of(report, name):
    (line,) = [line for line in report.decode().splitlines() if line.startswith("|") and name in line]
    return [cell.split() for cell in line.strip("|").replace("||", "|").split("|")]


@pytest.mark.parametrize("name", ["labels", "unlabelled"])
def test_report_is_the_references(name):
    assert rendered("lur", golden(name)) == expected(f"{name}.lur")


def test_report_depends_on_the_tables_before_it():
    options = ReportOptions()
    scores = golden("labels_after_others")
    for report, suffix in (("sum", "sys"), ("rsum", "raw"), ("lur", "lur")):
        assert rendered(report, scores, options) == expected(f"labels_after_others.{suffix}")
    assert expected("labels_after_others.lur") != expected("labels.lur")


def test_labels_are_found_whatever_their_case():
    report = rendered("lur", scores_of([(b"a", "CCS", b"<o,f0>"), (b"b", "CDI", b"<o,,>")], labels=LABELS))
    assert row_of(report, " a ") == [["a"], ["[3]", "33.3"], ["[3]", "33.3"], []]
    assert row_of(report, " b ") == [["b"], ["[2]", "100.0"], [], []]
    assert row_of(report, "Set Sum/Avg")[1] == ["[5]", "60.0"]


def test_utterance_without_labels_counts_nowhere():
    report = rendered("lur", scores_of([(b"a", "CCS", b"<o>"), (b"a", "SSS")], labels=LABELS))
    assert row_of(report, " a ")[1] == ["[3]", "33.3"]


def test_field_of_a_label_is_its_position_counting_empty_ones():
    labels = [*LABELS, (b"F2", b"Other", b"as F1")]
    report = rendered("lur", scores_of([(b"a", "C", b"<o,,f1>"), (b"a", "C", b"<o,f0,f2>")], labels=labels))
    assert b"| [2]   0.0 || [1]   0.0 || [1]   0.0 | [1]   0.0 |" in report


def test_names_behind_the_list_are_labels_too():
    # The reference steps over the `>` behind a name without looking at it.
    report = rendered("lur", scores_of([(b"a", "C", b"<o>f0")], labels=LABELS))
    assert row_of(report, " a ")[2] == ["[1]", "0.0"]


def test_undefined_label_is_an_error():
    with pytest.raises(ReportError) as raised:
        rendered("lur", scores_of([(b"a", "C", b"<o,f9>")], labels=LABELS))
    assert raised.value.message == (
        b"Error: Label id 'f9' lookup failed for utt (0)\n"
        b"       Make sure labels have been defined in the comment lines of the reference file.\n"
    )


def test_label_in_two_fields_is_an_error():
    with pytest.raises(ReportError) as raised:
        rendered("lur", scores_of([(b"a", "C", b"<o,f0>"), (b"b", "C", b"<f0,o>")], labels=LABELS))
    assert raised.value.message == (
        b"Error: Label id 'f0' of utt '(1)' (label def <f0,o>) occurs in multiple label category fields.\n"
    )


def test_label_without_bracket_is_an_error():
    with pytest.raises(ReportError) as raised:
        rendered("lur", scores_of([(b"a", "C", b"o>")], labels=LABELS))
    assert raised.value.message == (
        b"Error: Bad Label 'o>' for utt (0)\n"
        b"       Make sure utterance labels have been properly formatted in the reference file.\n"
    )


@pytest.mark.parametrize("text", [b"<", b"<o", b"<o,", b"<>", b"<,,,>", b"<o,f0<"])
def test_unfinished_list_ends_with_the_text(text):
    assert b"Set Sum/Avg" in rendered("lur", scores_of([(b"a", "C", text)], labels=LABELS))


def test_any_number_of_labels():
    labels = [(b"L%d" % number, b"Title of label %d" % number, b"") for number in range(70)]
    every = b"<" + b",".join(label for label, _, _ in labels) + b">"
    report = rendered("lur", scores_of([(b"a", "CS", every)], labels=labels))
    assert row_of(report, " a ")[1:] == [["[2]", "50.0"]] * 70
    assert len({len(line) for line in report.splitlines()}) == 1


def test_no_speaker_gives_an_empty_table():
    assert row_of(rendered("lur", scores_of([], labels=LABELS)), "Median")[1] == ["[0]", "0.0"]
