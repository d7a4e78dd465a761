"""Reports of segments whose names mean what they mean for words; the numbers are counted by hand."""

from __future__ import annotations

import re
from collections import Counter

import pytest

pytest.importorskip("numpy")
pytest.importorskip("scipy")

from scorelite.formats.errors import UsageError
from scorelite.scoring.segments.api import score_segments
from scorelite.scoring.segments.measures import NAMES as MEASURES
from scorelite.scoring.segments.result import SegmentResult

REFS = {
    "one": [("music", 0.0, 5.0), ("speech", 5.0, 9.0)],
    "two": [("music", 0.0, 2.0)],
    "three": [("speech", 0.0, 1.0), ("noise", 2.0, 3.0)],
}
HYPS = {
    "one": [("music", 0.0, 6.0), ("speech", 6.0, 9.0), ("noise", 9.0, 11.0)],
    "two": [("music", 0.0, 2.0)],
    "three": [("music", 0.0, 1.0)],
}


def scored(measure: str, **settings: object) -> SegmentResult:
    return score_segments(REFS, HYPS, measure=measure, **settings)


def cells(report: str) -> list[list[str]]:
    """The rows of a table, split into cells."""
    lines = [line.strip(" |") for line in report.splitlines() if re.match(r" *\|(?![-=])", line)]
    return [re.split(r"[ |]{2,}", line) for line in lines]


def test_columns_of_classes_beyond_ascii_are_straight() -> None:
    refs = {"one": [("æ", 0.0, 1.0), ("ðə", 1.0, 2.0), ("cat", 2.0, 3.0)]}
    lines = score_segments(refs, refs).report("sys").splitlines()
    boxes = [line.strip() for line in lines if line.strip()[:1] in ("|", ",", "`")]
    assert len({len(line) for line in boxes}) == 1


def test_raw_has_the_seconds_of_classes() -> None:
    rows = cells(scored("classes").report("raw"))
    assert rows[1] == ["CLASS", "Seconds", "Corr", "Sub", "Del", "Ins", "Err"]
    assert rows[2:] == [
        ["music", "7.00", "7.00", "0.00", "0.00", "0.00", "0.00"],
        ["noise", "1.00", "0.00", "0.00", "1.00", "2.00", "3.00"],
        ["speech", "5.00", "3.00", "2.00", "0.00", "0.00", "2.00"],
        ["Sum", "13.00", "10.00", "2.00", "1.00", "2.00", "5.00"],
    ]


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ("classes", ["13.00", "10.00", "2.00", "1.00", "2.00", "5.00"]),
        ("events", ["5", "3", "1", "1", "1", "3"]),
        ("diarisation", ["13.00", "11.00", "1.00", "1.00", "0.00", "2.00"]),
        ("sound-segments", ["13", "10", "2", "1", "2", "5"]),
        ("sound-events", ["5", "2", "1", "2", "2", "5"]),
        ("boundaries", ["2", "0", "0", "2", "2", "4"]),
    ],
)
def test_raw_has_the_counts_of_the_measure(measure: str, expected: list[str]) -> None:
    for rows in ("class" if measure != "boundaries" else "auto", "file"):
        assert cells(scored(measure).report("raw", rows=rows))[-1] == ["Sum", *expected]
    by_file = cells(scored(measure).report("raw", rows="file"))
    assert [row[0] for row in by_file[2:]] == ["one", "three", "two", "Sum"]
    for column in range(2, 7):
        assert sum(float(row[column]) for row in by_file[2:-1]) == pytest.approx(float(by_file[-1][column]))


@pytest.mark.parametrize(
    ("measure", "absent"), [("clusters", "deletions or insertions"), ("detection", "substitutions")]
)
def test_raw_is_refused_where_a_kind_of_error_is_not_counted(measure: str, absent: str) -> None:
    with pytest.raises(UsageError, match=f"measure '{measure}' does not count {absent}, so it has no report raw"):
        scored(measure).report("raw")


def test_dtl_lists_confusions_of_classes() -> None:
    assert scored("classes").report("dtl") == (
        "DETAILED OVERALL REPORT FOR THE SYSTEM: hypothesis\n"
        "\n"
        "RECORDING RECOGNITION PERFORMANCE\n"
        "\n"
        " recordings                                          3\n"
        " with errors                             66.7%   (   2)\n"
        "\n"
        "   with substitutions                    66.7%   (   2)\n"
        "   with deletions                        33.3%   (   1)\n"
        "   with insertions                       33.3%   (   1)\n"
        "\n"
        "\n"
        "SEGMENT RECOGNITION PERFORMANCE\n"
        "\n"
        "Percent Total Error       =   38.5%   (5.00)\n"
        "\n"
        "Percent Correct           =   76.9%   (10.00)\n"
        "\n"
        "Percent Substitution      =   15.4%   (2.00)\n"
        "Percent Deletions         =    7.7%   (1.00)\n"
        "Percent Insertions        =   15.4%   (2.00)\n"
        "\n"
        "\n"
        "Ref. seconds              =           (13.00)\n"
        "Hyp. seconds              =           (14.00)\n"
        "Aligned seconds           =           (15.00)\n"
        "\n"
        "CONFUSION PAIRS                  Total                 (1)\n"
        "\n"
        "   1:       2.00  ->  speech ==> music\n"
        "     -------------\n"
        "            2.00\n"
        "\n"
        "\n"
        "INSERTIONS                       Total                 (1)\n"
        "\n"
        "   1:       2.00  ->  noise\n"
        "     -------------\n"
        "            2.00\n"
        "\n"
        "\n"
        "DELETIONS                        Total                 (1)\n"
        "\n"
        "   1:       1.00  ->  noise\n"
        "     -------------\n"
        "            1.00\n"
        "\n"
        "\n"
        "SUBSTITUTIONS                    Total                 (1)\n"
        "\n"
        "   1:       2.00  ->  speech\n"
        "     -------------\n"
        "            2.00\n"
        "\n"
        "\n"
        "FALSELY RECOGNIZED               Total                 (1)\n"
        "\n"
        "   1:       2.00  ->  music\n"
        "     -------------\n"
        "            2.00\n"
        "\n"
        "\n"
    )


def test_dtl_lists_the_most_frequent_first() -> None:
    refs = {"t": [(name, 2.0 * place, 2.0 * place + 1) for place, name in enumerate("aabbc")]}
    hyps = {"t": [(name, 2.0 * place, 2.0 * place + 1) for place, name in enumerate("xyzzc")]}
    for measure in ("events", "sound-events"):
        listed = score_segments(refs, hyps, measure=measure).report("dtl")
        assert "   1:    2  ->  b ==> z\n   2:    1  ->  a ==> x\n   3:    1  ->  a ==> y\n" in listed
        assert "Ref. labels               =           (5)" in listed


def test_dtl_without_a_reference_has_no_rate() -> None:
    listed = score_segments({"t": []}, {"t": [("a", 0.0, 1.0)]}).report("dtl")
    assert "Percent Total Error       =  UNDEF%   (1.00)" in listed


@pytest.mark.parametrize("measure", ["sound-segments", "boundaries", "clusters"])
def test_dtl_is_refused_where_confusions_are_not_counted(measure: str) -> None:
    with pytest.raises(UsageError, match="measures with one: classes, events, diarisation, sound-events"):
        scored(measure).report("dtl")


def words(report: str) -> list[tuple[str, str, str, float]]:
    """Verdict, names and seconds of every word of an sgml report."""
    words = []
    for verdict, ref, hyp, *spans in re.findall(r'([CSDI]),("[^"]*"|),("[^"]*"|),([\d.+]*),([\d.+]*)', report):
        begin, end = map(float, next(span for span in spans if span).split("+"))
        words.append((verdict, ref.strip('"'), hyp.strip('"'), end - begin))
    return words


def test_sgml_has_a_path_for_every_recording() -> None:
    report = score_segments({"t": [("a<b", 0.0, 2.0)]}, {"t": [("a<b", 0.5, 2.0), ('"', 3.0, 4.5)]}).report("sgml")
    assert report == (
        '<SYSTEM title="hypothesis" ref_fname="" hyp_fname="" creation_date="" format="2.4" frag_corr="FALSE" '
        'opt_del="FALSE" weight_ali="FALSE" weight_filename="">\n'
        '<SPEAKER id="t">\n'
        '<PATH id="(t)" word_cnt="3" file="t" sequence="0" word_aux="r_t1+t2,h_t1+t2">\n'
        'D,"a&lt;b",,0.000+0.500,:C,"a&lt;b","a&lt;b",0.500+2.000,0.500+2.000:I,,"&quot;",,3.000+4.500\n'
        "</PATH>\n</SPEAKER>\n</SYSTEM>\n"
    )


@pytest.mark.parametrize("measure", ["classes", "diarisation"])
def test_the_seconds_of_sgml_sum_up_to_raw(measure: str) -> None:
    refs = {"t": [("a", 0.0, 4.0), ("b", 2.0, 6.0), ("c", 5.0, 7.0)]}
    hyps = {"t": [("a", 1.0, 3.0), ("d", 2.5, 6.5), ("b", 5.0, 7.0)]}
    result = score_segments(refs, hyps, measure=measure)
    seconds: Counter[str] = Counter()
    for verdict, _, _, length in words(result.report("sgml")):
        seconds[verdict] += length
    _, _, *raw = cells(result.report("raw"))[-1]
    assert [f"{seconds[verdict]:.2f}" for verdict in "CSDI"] == raw[:4]
    assert min(seconds.values()) > 0


@pytest.mark.parametrize("measure", ["events", "sound-events", "boundaries"])
def test_the_words_of_sgml_are_counted_by_raw(measure: str) -> None:
    result = scored(measure)
    verdicts = Counter(verdict for verdict, *_ in words(result.report("sgml")))
    _, _, *raw = cells(result.report("raw"))[-1]
    assert [str(verdicts[verdict]) for verdict in "CSDI"] == raw[:4]


@pytest.mark.parametrize("measure", MEASURES)
def test_sgml_can_be_read_as_a_table_of_steps(measure: str) -> None:
    text = scored(measure).report("sgml")
    counts = [int(number) for number in re.findall(r'word_cnt="(\d+)"', text)]
    assert sum(counts) == len(words(text))
    assert len(counts) == 3


def test_an_unknown_report_is_refused() -> None:
    with pytest.raises(UsageError, match="'lur' is unknown; expected one of: sys, raw, pra, dtl, sgml, lengths"):
        scored("classes").report("lur")
    with pytest.raises(UsageError, match="rows 'word' is unknown; expected one of: auto, class, file"):
        scored("classes").report("sys", rows="word")
    with pytest.raises(UsageError, match="width is 0; expected 1 or more"):
        scored("classes").report("pra", width=0)


@pytest.mark.parametrize(("measure", "lanes"), [("classes", (1, 0)), ("diarisation", (0, 1))])
def test_lanes_of_a_page_are_classes_or_speakers(measure: str, lanes: tuple[int, int]) -> None:
    page = scored(measure).page()
    assert tuple(min(page.count(name), 1) for name in (b"Classes", b"Speakers")) == lanes
