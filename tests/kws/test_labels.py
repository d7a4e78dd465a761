"""Keyword scoring of files in other formats than NIST's, and of labels in memory."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from scorelite import formats
from scorelite.formats.errors import FormatError, UsageError
from scorelite.formats.registry import by_name
from scorelite.formats.schema import Label
from scorelite.formats.source import Source
from scorelite.scoring import kws
from scorelite.scoring.kws.segments import _segments_of
from scorelite.scoring.kws.timed_rows import read_rows
from tests.conftest import ROOT
from tests.kws.conftest import Command

DEMO = ROOT / "resources" / "demo_kws"


@pytest.fixture
def plain(tmp_path: Path) -> dict[str, Path]:
    """The demo set in other formats."""
    files = {name: tmp_path / name for name in ("e.uem", "s.ctm", "r.ctm", "k.txt")}
    formats.convert(DEMO / "ecf.xml", files["e.uem"])
    formats.convert(DEMO / "kwslist.xml", files["s.ctm"])
    formats.convert(DEMO / "ref.rttm", files["r.ctm"])
    keywords = formats.read(DEMO / "kwlist.xml").segments
    files["k.txt"].write_text("".join(f"{segment.text}\n" for segment in keywords))
    texts = {segment.id: segment.text or "" for segment in keywords}
    rows = [line.split() for line in files["s.ctm"].read_text().splitlines()]
    # A label of several words is no row of a ctm, but one of Audacity's label files is of one recording only.
    office = [row for row in rows if row[0] == "office"]
    files["s.txt"] = tmp_path / "s.txt"
    files["s.txt"].write_text(
        "".join(f"{row[2]}\t{float(row[2]) + float(row[3]):.2f}\t{texts[row[4]]}\n" for row in office)
    )
    return files


def nist(**changes: object) -> kws.KwsResult:
    files = (DEMO / name for name in ("ecf.xml", "ref.rttm", "kwlist.xml", "kwslist.xml"))
    return kws.score_files(*files, **changes).result  # type: ignore[arg-type]


def test_ctm_and_uem_give_the_values_of_the_nist_files(plain: dict[str, Path]) -> None:
    expected = nist()
    actual = kws.score_files(plain["e.uem"], plain["r.ctm"], DEMO / "kwlist.xml", plain["s.ctm"]).result
    assert (actual.mtwv, actual.otwv, actual.stwv) == (expected.mtwv, expected.otwv, expected.stwv)
    assert actual.maximum.threshold_text == expected.maximum.threshold_text
    strictest = kws.score_files(
        plain["e.uem"], plain["r.ctm"], DEMO / "kwlist.xml", plain["s.ctm"], threshold=actual.maximum.threshold or 0.0
    ).result
    assert strictest.atwv == actual.mtwv


def test_keywords_may_be_lines_of_text_and_detections_may_name_them(plain: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "office.uem").write_text("office 1 0 60\n")
    files = tmp_path / "office.uem", plain["r.ctm"], plain["k.txt"], plain["s.txt"]
    result = kws.score_files(*files).result
    assert result.keywords["good morning"].hits == 1
    assert result.duration == 60


def test_a_system_that_found_nothing_may_write_an_empty_ctm(plain: dict[str, Path]) -> None:
    plain["s.ctm"].write_text("")
    result = kws.score_files(plain["e.uem"], plain["r.ctm"], DEMO / "kwlist.xml", plain["s.ctm"]).result
    numbers = result.to_dict()
    assert numbers["misses"] == numbers["targets"] > 0
    assert result.atwv == 0.0
    assert len(result.notices) == 1
    assert "is the list empty" in result.notices[0]
    assert kws.evaluate({"u": [("a", 0, 1)]}, {}, ["a"], {"u": 9}).notices == result.notices


def test_textgrids_belong_to_the_only_recording(tmp_path: Path) -> None:
    (tmp_path / "e.uem").write_text("talk A 0 100\n")
    (tmp_path / "r.ctm").write_text("talk A 10 0.5 hello\ntalk A 20 0.5 world\n")
    formats.convert(tmp_path / "r.ctm", tmp_path / "r.TextGrid")
    (tmp_path / "k.txt").write_text("hello\nworld\n")
    result = kws.score_files(*(tmp_path / name for name in ("e.uem", "r.TextGrid", "k.txt", "r.ctm"))).result
    assert (result.atwv, result.to_dict()["hits"]) == (1.0, 2)


def test_files_of_another_kind_are_named(plain: dict[str, Path], run: Command, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"kwlist\.xml: this is kwlist; expected ecf"):
        kws.score_files(DEMO / "kwlist.xml", plain["r.ctm"], plain["k.txt"], plain["s.ctm"])
    with pytest.raises(UsageError, match=r"r\.ctm: ctm has no searched regions"):
        kws.score_files(plain["r.ctm"], plain["r.ctm"], plain["k.txt"], plain["s.ctm"])
    with pytest.raises(FormatError, match=r"s\.ctm:1:1: 'KW-01' is not a keyword"):
        kws.score_files(plain["e.uem"], plain["r.ctm"], plain["k.txt"], plain["s.ctm"])
    (tmp_path / "words.txt").write_text("hey nova\nlamp\n")
    # Most rows are keywords: these are detections, of which two are wrong.
    lamps = "".join(f"a 1 {second} 0.3 lamp 0.9\n" for second in (3, 5, 7))
    (tmp_path / "words.ctm").write_text(f"a 1 0.2 0.3 hey 0.9\na 1 0.6 0.4 nova 0.8\n{lamps}")
    with pytest.raises(FormatError, match="a detection of 'hey nova' is one label, from its first word to its last"):
        kws.score_files(plain["e.uem"], plain["r.ctm"], tmp_path / "words.txt", tmp_path / "words.ctm")
    arguments = ("--ecf", plain["e.uem"], "--rttm", plain["r.ctm"], "--kwslist", plain["s.ctm"])
    checked = run("kws", *map(str, arguments), "--kwlist", str(DEMO / "kwlist.xml"), "--check")
    assert checked.stdout.endswith(b"problems\n")


def test_decisions_of_labels_count() -> None:
    rejected = Label("a", 1.0, 1.5, 0.9, attributes=(("kwslist:decision", "NO"),))
    result = kws.evaluate([("a", 1.0, 1.5)], [rejected], ["a"], 60)
    assert (result.atwv, result.mtwv) == (0.0, 1.0)


def test_detections_of_a_file_are_labels_with_scores() -> None:
    corpus = formats.read(DEMO / "kwslist.xml")
    assert corpus.format == "kwslist"
    actual = kws.recordings(corpus)
    assert set(actual) == {"garden/1", "market/1", "office/1"}
    first = corpus.segments[0].labels
    assert first is not None
    assert str(first[0].confidence) == "0.549"  # type: ignore[union-attr]
    assert len(corpus.segments[2:5]) == 3


@pytest.mark.parametrize("overlapping", [False, True], ids=["apart", "overlapping"])
def test_the_middle_of_a_detection_is_in_a_segment_with_both_ends_included(overlapping: bool) -> None:
    middle = np.array([0.9, 1.0, 1.5, 2.0, 2.1])
    detections = SimpleNamespace(middle=middle, place=np.zeros(5, dtype=np.int64))
    begin, end = np.array([1.0, 0.0]), np.array([2.0, 0.5])
    if not overlapping:
        begin, end = begin[::-1].copy(), end[::-1].copy()
    spans = SimpleNamespace(place=np.zeros(2, dtype=np.int64), begin=begin, end=end)
    wanted = np.ones(2, dtype=np.bool_)
    segments = _segments_of(SimpleNamespace(detections=detections), spans, wanted)  # type: ignore[arg-type]
    held = 0 if overlapping else 1
    assert segments.tolist() == [-1, held, held, held, -1]


def test_rows_of_a_table_score_as_the_same_words_and_detections_of_a_ctm(plain: dict[str, Path]) -> None:
    tables = {}
    for name, head in (
        ("r.ctm", "keyword,file,channel,start,duration"),
        ("s.ctm", "word,file,channel,start,end,score"),
    ):
        rows = [line.split() for line in plain[name].read_text().splitlines()]
        cells = [
            [row[4], row[0], row[1], row[2], row[3]]
            if name == "r.ctm"
            else [row[4], row[0], row[1], row[2], repr(float(row[2]) + float(row[3])), row[5]]
            for row in rows
        ]
        tables[name] = plain[name].with_suffix(".csv")
        tables[name].write_text("\n".join([head, *map(",".join, cells), ""]))
    expected = kws.score_files(plain["e.uem"], plain["r.ctm"], DEMO / "kwlist.xml", plain["s.ctm"]).result
    found = kws.score_files(plain["e.uem"], tables["r.ctm"], DEMO / "kwlist.xml", tables["s.ctm"]).result
    assert (found.atwv, found.mtwv, found.stwv) == (expected.atwv, expected.mtwv, expected.stwv)
    assert expected.atwv is not None


def test_a_row_of_a_detection_needs_times_and_a_number_as_score(plain: dict[str, Path], tmp_path: Path) -> None:
    path = tmp_path / "d.csv"
    files = plain["e.uem"], plain["r.ctm"], plain["k.txt"], path
    path.write_text(
        "keyword,file,start,end,score\ncoffee,kitchen,1,2,\ncoffee,kitchen,,2,0.3\ncoffee,kitchen,1,2,inf\n"
    )
    with pytest.raises(FormatError) as caught:
        kws.score_files(*files)
    assert [line.partition(".csv:")[2] for line in str(caught.value).splitlines()] == [
        "2:1: score ''; expected a number",
        "3:1: no start and end; expected both in seconds, or start and duration",
        "4:1: score 'inf'; expected a number",
    ]
    path.write_text("keyword,file,start,end\ncoffee,kitchen,1,2\n")
    with pytest.raises(FormatError, match="no column of scores among 'keyword', 'file', 'start', 'end'; expected rows"):
        kws.score_files(*files)


def test_scores_between_semicolons_may_have_a_decimal_comma() -> None:
    table = b"keyword;file;start;end;score\ncoffee;kitchen;1,0;2,5;0,300\n"
    (segment,) = read_rows(Source(table), by_name("csv"), scored=True).segments
    (label,) = segment.items
    assert (segment.start, segment.end, label.confidence) == (1, 2.5, 0.3)


def test_keywords_are_searched_in_all_words_of_a_recogniser(tmp_path: Path, run: Command) -> None:
    (tmp_path / "e.uem").write_text("talk 1 0 100\n")
    (tmp_path / "k.txt").write_text("old lighthouse\nharbour\n")
    said = ((10, "near"), (10.5, "the"), (11, "old"), (11.5, "lighthouse"), (20, "harbour"), (30, "old"))
    (tmp_path / "r.ctm").write_text("".join(f"talk 1 {start} 0.4 {word}\n" for start, word in said))
    # The second phrase has 0.6 s between its words, the third is in two channels, the fourth ends in another word.
    words = (
        *("1 10 0.4 near .9", "1 11 0.4 Old .9", "1 11.5 0.4 lighthouse .6", "1 20 0.4 harbour .7", "1 30 0.4 the .9"),
        *("1 40 0.4 old .9", "1 41 0.4 lighthouse .9", "1 50 0.4 old .9", "2 50.4 0.4 lighthouse .9"),
        *("1 60 0.4 old .9", "1 60.4 0.4 house .9", "1 70 0.4 sea .9"),
    )
    (tmp_path / "h.ctm").write_text("".join(f"talk {word}\n" for word in words))
    files = [tmp_path / name for name in ("e.uem", "r.ctm", "k.txt", "h.ctm")]
    result = kws.score_files(*files).result
    assert (result.atwv, result.to_dict()["hits"], result.to_dict()["false_alarms"]) == (1.0, 2, 0)
    # The phrase has the lowest confidence of its words: 0.6.
    rejected = kws.score_files(*files, threshold=0.65).result
    assert (rejected.keywords["old lighthouse"].hits, rejected.keywords["harbour"].hits) == (0, 1)
    (notice,) = result.notices
    assert notice.startswith(f"{files[3]} has all words of a recogniser: keywords were searched in them")
    wide = kws.score_files(*files, gap=1).result
    assert wide.keywords["old lighthouse"].false_alarms == 1
    names = ("--ecf", "--rttm", "--kwlist", "--kwslist")
    arguments = [word for pair in zip(names, map(str, files), strict=True) for word in pair]
    assert b"has all words of a recogniser" in run("kws", *arguments, "--report", "sum").stderr


def test_words_that_a_recogniser_did_not_rate_have_the_score_1(tmp_path: Path) -> None:
    (tmp_path / "e.uem").write_text("talk 1 0 100\n")
    (tmp_path / "k.txt").write_text("don't go\n")
    (tmp_path / "r.ctm").write_text("talk 1 1 0.4 don't\ntalk 1 1.5 0.4 go\n")
    (tmp_path / "h.ctm").write_text("talk 1 1 0.4 don't,\ntalk 1 1.5 0.4 Go.\ntalk 1 2 1 on\ntalk 1 9 1 go\n")
    files = [tmp_path / name for name in ("e.uem", "r.ctm", "k.txt", "h.ctm")]
    assert kws.score_files(*files).result.atwv == 0.0
    result = kws.score_files(*files, normalise="basic", threshold=1).result
    assert result.atwv == 1.0
