"""Rates by group: counted by hand, by enumeration of all exchanges, by other programs, and by laws."""

from __future__ import annotations

import cProfile
import itertools
import json
import pickle
import pstats
import tracemalloc
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import scorelite
from scorelite.scoring.analysis.join import read_table
from scorelite.scoring.analysis.slices import different_rows, slices
from scorelite.scoring.maths.exact import holm
from tests.analysis.calls import of_the_core
from tests.analysis.gold import cases
from tests.conftest import Run

UNITS = "word", "character"
HEAD = "id,text,hyp,speaker,gender,accent\n"
GROUPS = st.tuples(st.sampled_from("abc"), st.sampled_from("fm"), st.sampled_from(["uk", "us"]))
ROWS = st.lists(st.tuples(GROUPS, st.integers(0, 4)), min_size=4, max_size=20)


def table(rows: Any) -> bytes:
    """Texts of five words, of which so many are wrong, by speaker, gender and accent."""
    lines = [
        f"{speaker}-{place},a b c d e,{' '.join('x' * wrong + 'abcde'[wrong:])},{speaker},{gender},{accent}\n"
        for place, ((speaker, gender, accent), wrong) in enumerate(rows)
    ]
    return (HEAD + "".join(lines)).encode()


def scored(rows: Any) -> Any:
    return scorelite.score_files(table(rows))


def people(wrong_of_women: list[int], wrong_of_men: list[int]) -> list[Any]:
    """A text of each speaker."""
    women = [((f"w{place}", "f", "uk"), wrong) for place, wrong in enumerate(wrong_of_women)]
    return women + [((f"m{place}", "m", "us"), wrong) for place, wrong in enumerate(wrong_of_men)]


def test_groups_of_a_score_by_character_have_characters() -> None:
    rows = people([0, 1], [2, 3])
    of_words, of_characters = (str(scorelite.score_files(table(rows), unit=u).slices("gender")) for u in UNITS)
    assert [text.splitlines()[1].split()[-1] for text in (of_words, of_characters)] == ["words", "characters"]


def test_texts_without_a_value_are_no_group_of_that_name(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_text("id,gender\na,none\nb,\nc,(none)\n")
    refs = {"a": "x y", "b": "x", "c": "x y z"}
    whole = scorelite.score(refs, dict.fromkeys(refs, "x y")).with_columns(path).slices("gender")
    assert {row.name: row.counts.reference for row in whole.rows} == {"(none)": 2, "none": 1, "((none))": 3}
    parts = [
        slices(scorelite.score({name: text}, {name: "x y"}).with_columns(path), "gender", "utterance", is_part=True)
        for name, text in refs.items()
    ]
    assert sum(parts).rows == whole.rows


@pytest.mark.parametrize("name", ["*", "gender*", "*gender"])
def test_a_crossing_without_a_column_is_refused(name: str) -> None:
    with pytest.raises(scorelite.UsageError, match=r"an empty column name next to the \* of"):
        scorelite.score(["a"], ["a"]).slices(name)


def test_a_column_that_is_crossed_with_itself_is_refused() -> None:
    with pytest.raises(scorelite.UsageError, match=r"gender\*gender crosses a column with itself"):
        scored(people([1], [2])).slices("gender*gender")


def test_rates_and_differences_are_those_counted_by_hand() -> None:
    slices = scored(people([2, 3], [0, 1, 0])).slices("gender")
    women, men = slices["f"], slices["m"]
    assert (women.rate, men.rate) == (0.5, 1 / 15)
    assert (women.units, women.utterances, women.words, women.errors) == (2, 2, 10, 5)
    assert women.difference == pytest.approx(0.5 - 1 / 15)
    assert women.relative == pytest.approx(6.5)
    assert men.difference == -women.difference


def test_p_is_that_of_all_exchanges_of_units() -> None:
    wrong = [4, 3, 2, 4, 1], [0, 1, 2, 0, 3]
    slices = scored(people(*wrong)).slices("gender")
    everyone = [*wrong[0], *wrong[1]]
    apart = [abs(2 * sum(chosen) - sum(everyone)) for chosen in itertools.combinations(everyone, 5)]
    exact = sum(each >= abs(sum(wrong[0]) - sum(wrong[1])) for each in apart) / len(apart)
    assert exact == pytest.approx(36 / 252)
    assert slices["f"].p == pytest.approx(exact, abs=0.03)
    assert slices["f"].p == slices["m"].p
    assert slices["f"].adjusted == pytest.approx(min(1.0, 2 * slices["f"].p))


def test_choices_that_leave_one_side_without_words_are_left_out() -> None:
    # One speaker of each group has words: all choices that have one of the two on each side differ as much.
    names = [f"s{place:02}" for place in range(40)]
    refs = {f"{name}-1": "a" if name in ("s00", "s39") else "" for name in names}
    hyps = {**refs, "s00-1": "b"}
    rows = "speaker,gender\n" + "".join(f"{name},{'f' if name < 's05' else 'm'}\n" for name in names)
    groups = scorelite.score(refs, hyps).with_columns(rows.encode()).slices("gender")
    assert [(row.name, row.rate, row.p, row.adjusted) for row in groups.rows] == [
        ("f", 1.0, 1.0, 1.0),
        ("m", 0.0, 1.0, 1.0),
    ]


def test_interval_holds_the_rates_of_samples_of_units() -> None:
    # Few samples have speakers of one kind alone.
    row = scored(people([0, 0, 0, 5, 5, 5], [1, 1])).slices("gender")["f"]
    assert (row.low, row.high) == pytest.approx((1 / 6, 5 / 6))
    row = scored(people([2, 2, 2, 2, 2], [1, 1])).slices("gender")["f"]
    assert (row.low, row.high) == (0.4, 0.4)


def test_few_speakers_are_not_drawn_and_few_units_have_no_interval() -> None:
    rows = "".join(
        f"u{place},a b,{'ab'[place % 4 // 2]} b,{'pq'[place % 2]},{'xy'[place // 6]}\n" for place in range(12)
    )
    result = scorelite.score_files(("id,text,hyp,speaker,agent\n" + rows).encode())
    slices = result.slices("agent")
    assert slices.unit == "utterance"
    assert None not in [row.low for row in slices.rows]
    assert "samples are of utterances, because there are fewer than 5 speakers; unit=COLUMN draws another" in str(
        slices
    )
    slices = result.slices("agent", "speaker")
    assert [(row.low, row.p) for row in slices.rows] == [(None, None)] * 2
    assert "fewer than 5 speakers on one side, or no words; unit='utterance' draws utterances" in str(slices)
    assert "samples are" not in str(slices)


def test_two_columns_are_compared_alone_and_the_way_to_cross_them_is_said(scorelite: Run, tmp_path: Path) -> None:
    rows = "".join(f"u{place},a b,a b,{'ab'[place % 2]},{'xy'[place // 6]}\n" for place in range(12))
    (tmp_path / "t.csv").write_text(f"id,text,hyp,agent,month\n{rows}")
    both = scorelite("score", "t.csv", "--slice", "month+agent").stdout.decode()
    assert "each column is compared alone; --slice 'agent*month' crosses them" in both
    assert "crosses" not in scorelite("score", "t.csv", "--slice", "month*agent").stdout.decode()
    refused = scorelite("score", "t.csv", "--by", "month+agent").stderr.decode()
    assert "expected one name; --slice 'month*agent' crosses them" in refused
    table = scorelite("score", "t.csv", "--slice", "agent", "--markdown").stdout.decode()
    assert "Rates by group\n\n|  | rate |" in table
    assert "| `a` | 0.0 % |" in table


def test_few_units_have_no_p() -> None:
    slices = scored(people([0, 5, 1, 2], [1, 1, 1, 1, 1])).slices("gender")
    assert [row.p for row in slices.rows] == [None, None]
    assert "no test of m, f: fewer than 5 speakers on one side" in str(slices)
    assert "groups differ" not in str(slices)


def test_equal_groups_do_not_differ_and_unlike_ones_do() -> None:
    equal = scored(people([1, 2] * 4, [2, 1] * 4)).slices("gender")
    unlike = scored(people([4, 3] * 4, [0, 1] * 4)).slices("gender")
    assert (equal.different, unlike.different) == (0, 2)
    assert equal["f"].p == 1.0


def test_holm_is_that_of_statsmodels() -> None:
    compared = [case for case in cases("slices") if "holm" in case]
    assert compared
    for case in compared:
        assert holm(case["p"]) == pytest.approx(case["holm"], abs=1e-9)


@given(ROWS, st.sampled_from(["gender", "accent", "gender*accent"]), st.sampled_from([None, "utterance"]))
def test_parts_add_up_to_the_whole(rows: Any, column: str, unit: str | None) -> None:
    result = scored(rows)
    parts = column.split("*")
    assume(any(len(result.by(part)) > 1 for part in parts))
    slices = result.slices(column, unit)
    assert sum(row.errors for row in slices.rows) == result.counts.errors
    assert sum(row.words for row in slices.rows) == result.counts.reference
    assert sum(row.utterances for row in slices.rows) == len(result)
    assert all(row.p is None or 0 < row.p <= row.adjusted <= 1 for row in slices.rows)


@pytest.mark.slow
@given(ROWS, ROWS, st.sampled_from(["speaker", "utterance"]))
def test_slices_of_parts_add_to_those_of_the_whole_in_any_order(first: Any, other: Any, unit: str) -> None:
    both = [((speaker, *rest), wrong) for part in (first, other) for (speaker, *rest), wrong in part]
    assume(all(len({gender for (_, gender, _), _ in rows}) > 1 for rows in (first, other)))
    whole, *parts = (scored(rows).slices("gender", unit) for rows in (both, first, other))
    assert parts[0] + parts[1] == whole
    assert parts[1] + parts[0] == whole


def test_several_columns_have_rows_and_a_sentence_each() -> None:
    slices = scored(people([1, 2], [0, 1])).slices(["gender", "accent"])
    assert [(row.column, row.name) for row in slices.rows] == [
        ("accent", "uk"),
        ("accent", "us"),
        ("gender", "f"),
        ("gender", "m"),
    ]
    assert "gender: f   30.0 %" in str(slices)


def test_a_record_pickles_and_is_a_table() -> None:
    slices = scored(people([1, 2, 1], [0, 1])).slices("gender")
    assert pickle.loads(pickle.dumps(slices)) == slices
    assert slices.to_dict()["rows"][0]["group"] == "f"
    assert slices.to_dict()["unit"] == "speaker"
    assert "slices:gender/of=speaker/samples=1000/seed=0" in slices.signature


@pytest.mark.parametrize(
    ("columns", "unit", "message"),
    [
        ("age", None, "no group 'age'; expected one of: speaker, gender, accent"),
        ("gender", "house", "no group 'house'"),
        ("gender*accent", None, "f x uk; expected two or more groups to compare, or slices.COLUMN. of another one"),
        ([], None, "no column for slices"),
    ],
)
def test_wrong_columns_are_refused(columns: Any, unit: str | None, message: str) -> None:
    with pytest.raises(scorelite.ScoreliteError, match=message.replace("*", r"\*")):
        scored([(("a", "f", "uk"), 1), (("b", "f", "uk"), 0)]).slices(columns, unit)


def test_a_column_of_one_value_is_refused_with_its_file(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("id,text,hyp,gender\na,x,y,f\nb,x,x,f\n")
    (tmp_path / "more.csv").write_text("id,accent\na,uk\nb,uk\n")
    for options, file, column in (
        (["--slice", "gender"], "t.csv", "gender"),
        (["--slice", "accent", "--slices", "more.csv"], "more.csv", "accent"),
        (["--slice", "gender*accent", "--slices", "more.csv"], "more.csv", "gender*accent"),
    ):
        done = scorelite("score", "t.csv", *options, cwd=tmp_path)
        assert done.returncode == 2
        assert f"scorelite: {file}: the column {column} has one value" in done.stderr.decode()


REF = "a b c d (ann-1)\na b c d (bob-1)\na b c d (eve-1)\n"
HYP = "a b c d (ann-1)\na x c d (bob-1)\nx y c d (eve-1)\n"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.trn").write_text(REF)
    (tmp_path / "h.trn").write_text(HYP)
    return tmp_path


def rates(text: bytes) -> dict[str, float]:
    return {row["group"]: row["rate"] for row in json.loads(text)["analyses"]["slices"]["rows"]}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("people.csv", "speaker,gender\nann,f\nbob,m\neve,f\nzoe,f\n"),
        ("people.tsv", "spk\tgender\nann\tf\nbob\tm\neve\tf\n"),
        ("people.csv", "client_id,gender\nann,f\nbob,m\neve,f\n"),
        (
            "people.jsonl",
            '{"id": "ann-1", "gender": "f"}\n{"id": "bob-1", "gender": "m"}\n{"id": "eve-1", "gender": "f"}',
        ),
    ],
)
def test_columns_of_a_table_are_joined(name: str, text: str, files: Path, scorelite: Run) -> None:
    (files / name).write_text(text)
    job = scorelite("score", "r.trn", "h.trn", "--slices", name, "--slice", "gender", "--unit", "speaker", "--json")
    assert job.returncode == 0, job.stderr
    assert rates(job.stdout) == {"f": 0.25, "m": 0.25}


def test_speakers_of_a_table_are_those_of_words_with_times_whatever_their_capitals(tmp_path: Path) -> None:
    stm = b"t A Ann 0 1 a b\nt A BOB 1 2 c d\n"
    (tmp_path / "people.csv").write_text("speaker,gender\nAnn,f\nBob,m\nZoe,f\n")
    result = scorelite.score_files(stm, stm, ref_format="stm", hyp_format="stm").with_columns(tmp_path / "people.csv")
    assert {name: counts.reference for name, (*_, counts) in result.group_counts("gender").items()} == {"f": 2, "m": 2}
    assert "1 row matches nothing that was scored: 'Zoe'" in "".join(notice.text for notice in result.notices)
    kept = scorelite.score_files(stm, stm, ref_format="stm", hyp_format="stm", case_sensitive=True)
    assert [*kept.with_columns(tmp_path / "people.csv").group_counts("gender")] == ["f", None]
    (tmp_path / "twice.csv").write_text("speaker,sex\nAnn,f\nANN,m\n")
    with pytest.raises(scorelite.FormatError, match=r"csv:3:1: speaker ANN again in another case, with"):
        result.with_columns(tmp_path / "twice.csv")


def test_a_cell_of_a_table_may_be_as_long_as_the_text_of_a_recording() -> None:
    text = "good day " * 50_000
    assert read_table(f"id,text\na,{text}\n".encode()).rows == {"a": {"text": text}}


@pytest.mark.parametrize("heading", ["file_id", "File ID"])
def test_a_table_about_recordings_is_joined_by_its_files(heading: str, tmp_path: Path) -> None:
    stm = "".join(f"talk{number} A ann 0 {number + 1} one two\n" for number in range(4))
    ctm = "".join(f"talk{number} A 0.2 0.2 one\n" for number in range(4))
    (tmp_path / "files.csv").write_text(f"{heading},sector\ntalk0,a\ntalk1,b\ntalk2,a\ntalk3,b\n")
    result = scorelite.score_files(stm.encode(), ctm.encode(), ref_format="stm", hyp_format="ctm")
    rows = result.with_columns(tmp_path / "files.csv").slices("sector").rows
    assert {row.name: (row.rate, row.words) for row in rows} == {"a": (0.5, 4), "b": (0.5, 4)}


def test_a_table_is_joined_for_with_as_well(files: Path, scorelite: Run) -> None:
    (files / "people.csv").write_text("speaker,gender\nann,f\nbob,m\neve,f\n")
    ways = [
        ["--with", "slices=gender/speaker"],
        ["--slice", "gender/speaker"],
        ["--slice", "gender", "--unit", "speaker"],
        ["--with", "slices=gender", "--unit", "speaker"],
    ]
    jobs = [scorelite("score", "r.trn", "h.trn", "--slices", "people.csv", *words, "--json") for words in ways]
    assert {job.stderr for job in jobs} == {b""}
    assert len({job.stdout for job in jobs}) == 1
    assert rates(jobs[0].stdout) == {"f": 0.25, "m": 0.25}


def test_both_of_two_groups_have_the_same_p() -> None:
    refs = {f"s{place}-1": "a b c d" for place in range(21)}
    hyps = {name: "a b c d"[: 2 * (place % 4) + 1] for place, name in enumerate(refs)}
    table = "speaker,sex\n" + "".join(f"s{place},{'f' if place < 14 else 'm'}\n" for place in range(21))
    sliced = scorelite.score(refs, hyps).with_columns(table.encode()).slices("sex")
    assert (sliced["f"].units, sliced["m"].units) == (14, 7)
    assert sliced["f"].p == sliced["m"].p is not None


def test_each_column_may_name_the_unit_and_only_one(files: Path, scorelite: Run) -> None:
    (files / "people.csv").write_text("speaker,gender,age\nann,f,1\nbob,m,1\neve,f,2\n")

    def made(*words: str) -> Any:
        return scorelite("score", "r.trn", "h.trn", "--slices", "people.csv", "--json", *words)

    ways = [
        ["--slice", "gender/utterance", "--slice", "age"],
        ["--slice", "gender", "--slice", "age/utterance"],
        ["--slice", "gender/utterance", "--slice", "age", "--unit", "utterance"],
    ]
    jobs = [made(*words) for words in ways]
    assert [job.stderr for job in jobs] == [b"", b"", b""]
    assert jobs[0].stdout == jobs[1].stdout == jobs[2].stdout
    assert json.loads(jobs[0].stdout)["analyses"]["slices"]["unit"] == "utterance"
    for words in (
        ["--slice", "gender/utterance", "--unit", "speaker"],
        ["--with", "slices=gender/utterance", "--unit", "speaker"],
        ["--with", "slices=gender/utterance+age/speaker"],
    ):
        job = made(*words)
        assert job.returncode == 2
        assert b"has two units, utterance and speaker; expected one for all columns" in job.stderr


def test_utterances_without_a_row_are_a_group(files: Path, scorelite: Run) -> None:
    (files / "people.csv").write_text("speaker,gender\nann,f\nbob,m\n")
    job = scorelite("score", "r.trn", "h.trn", "--slices", "people.csv", "--slice", "gender", "--json")
    assert rates(job.stdout) == {"f": 0.0, "m": 0.25, "none": 0.5}


def test_a_map_of_speakers_that_ids_do_not_tell_leads_to_its_data_folder(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("1089-13-01 good day\n")
    (tmp_path / "utt2spk").write_text("1089-13-01 1089-13\n")
    (tmp_path / "spk2gender").write_text("1089-13 m\n")
    (tmp_path / "ref.kaldi").write_text("1089-13-01 good day\n")
    texts = scorelite.score_files(tmp_path / "ref.kaldi", b"1089-13-01 good\n", hyp_format="kaldi")
    with pytest.raises(scorelite.UsageError, match="as the reference, whose utt2spk has the speakers"):
        texts.with_columns(tmp_path / "spk2gender")
    for ref in (tmp_path, tmp_path / "text"):
        folder = scorelite.score_files(ref, b"1089-13-01 good\n", hyp_format="kaldi")
        assert [*folder.with_columns(tmp_path / "spk2gender").by("gender")] == ["m"]


@pytest.mark.parametrize("heading", ["speaker", "id"])
def test_names_of_another_kind_are_told_with_the_heading_that_they_need(heading: str, tmp_path: Path) -> None:
    ctm = b"a 1 0 1 good\nb 1 0 1 day\n"
    result = scorelite.score_files(ctm, ctm, ref_format="ctm", hyp_format="ctm")
    (tmp_path / "people.csv").write_text(f"{heading},gender\na,f\nb,m\n")
    with pytest.raises(scorelite.UsageError, match=", or the heading session for these names"):
        result.with_columns(tmp_path / "people.csv")
    (tmp_path / "people.csv").write_text("session,gender\na,f\nb,m\n")
    assert {*result.with_columns(tmp_path / "people.csv").by("gender")} == {"f", "m"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "people.csv:1:1: no rows; expected a table with a column id, speaker or session"),
        ("gender\nf\n", "people.csv:1:1: columns 'gender'; expected a table with a column id"),
        ("the cat, and (u-1)\na dog (u-2)\n", "people.csv:1:1: columns 'the cat', ' and (u-1)'; expected a table with"),
        ("speaker,gender\nann,f,g\n", "people.csv:2:1: 3 fields, where the header has 2"),
        ("speaker,gender\nann,f\nann,m\n", "people.csv:3:1: speaker ann again, with other values"),
        ("speaker,gender\n,f\n", "people.csv:2:1: no speaker"),
        ("speaker,gender\nzoe,f\n", "no speaker of the table is one of the scored ones: it has zoe; expected ann, bob"),
        ("speaker,gender\nann,f\nbob,f\neve,f\n", "the column gender has one value, f"),
        ('{"speaker": "ann", "gender": }\n', "people.csv:1:30: not JSON"),
        ('[{"speaker": "ann", "gender": "f"}]\n', "people.csv:1:1: a JSON list; expected one object a line, as pandas"),
    ],
)
def test_wrong_tables_are_refused_with_their_place(text: str, message: str, files: Path, scorelite: Run) -> None:
    (files / "people.csv").write_text(text)
    job = scorelite("score", "r.trn", "h.trn", "--slices", "people.csv", "--slice", "gender")
    assert (job.returncode, job.stdout) == (2, b"")
    assert message in job.stderr.decode()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--unit", "speaker"], "--unit has no effect without --slice"),
        (["--slices", "r.trn"], "--slices has no effect without --slice"),
        (["--slices", "r.trn", "--with", "failures"], "--slices has no effect without --slice"),
        (["--slice", "speaker", "--with", "slices=speaker"], "--slice and --with slices"),
        (["--slice", "speaker", "--report", "pra"], "--slice has no effect without"),
        (["--slice", "speaker", "--csv", "--by", "speaker"], "--slice has no effect without the summary, --json"),
        (["--with", "failures", "--csv"], "--with has no effect without the summary, --json, --markdown or --page"),
        (["--by", "speaker", "--report", "pra"], "--by has no effect without the summary, --json, --csv or --plot"),
        (["--interval", "--csv"], "--interval has no effect without the summary or --json"),
        (["--entities", "names.json", "--report", "pra"], "--entities has no effect without the summary or --json"),
    ],
)
def test_options_without_effect_are_refused(words: list[str], message: str, files: Path, scorelite: Run) -> None:
    job = scorelite("score", "r.trn", "h.trn", *words)
    assert job.returncode == 2
    assert message in job.stderr.decode()


@pytest.mark.parametrize("words", [["--slice", "speaker"], ["--with", "slices=speaker"]])
def test_the_rows_of_csv_are_the_groups_that_slices_are_of(words: list[str], files: Path, scorelite: Run) -> None:
    rows = json.loads(scorelite("score", "r.trn", "h.trn", *words, "--json").stdout)["analyses"]["slices"]["rows"]
    expected = [[row["column"], row["group"], str(row["rate"])] for row in rows]
    on_stdout = scorelite("score", "r.trn", "h.trn", *words, "--csv").stdout.decode()
    head, *rows = [line.split(",")[:3] for line in on_stdout.splitlines()]
    assert (head, rows) == (["column", "group", "rate"], expected)
    assert b"Rates by group" in scorelite("score", "r.trn", "h.trn", *words, "--csv", "groups.csv").stdout
    assert (files / "groups.csv").read_text() == on_stdout


def test_cells_of_columns_are_texts_as_the_file_has_them() -> None:
    cells = ["1.50", "null", "", " é ", "[1]", "{}"]
    rows = [f"a{place},we saw it,we saw it,{cell}" for place, cell in enumerate(cells)]
    result = scorelite.score_files("\n".join(["id,text,hyp,note", *rows, ""]).encode())
    assert [*result.table.columns["note"]] == cells


@of_the_core
def test_a_column_of_a_table_costs_few_calls() -> None:
    def count(size: int) -> int:
        rows = [f"a{row},we saw it,we saw it,{'us' if row % 2 else 'uk'},{row}" for row in range(size)]
        result = scorelite.score_files("\n".join(["id,text,hyp,accent,note", *rows, ""]).encode())
        profile = cProfile.Profile()
        profile.runcall(lambda: dict(result.table.columns))
        return pstats.Stats(profile).total_calls  # type: ignore[attr-defined, no-any-return]

    count(10)  # what is imported or made once is there
    assert (count(1_100) - count(100)) / 1_000 <= 5


def test_a_unit_that_some_texts_lack_is_refused() -> None:
    rows = [f"{place},a b,a b,{f's{place // 4}' if place < 20 else ''},{'fm'[place % 2]}\n" for place in range(56)]
    result = scorelite.score_files(("id,text,hyp,speaker,gender\n" + "".join(rows)).encode())
    for unit in (None, "speaker"):
        with pytest.raises(
            scorelite.UsageError, match="36 of 56 utterances have no speaker, by which samples are drawn"
        ):
            result.slices("gender", unit)
    assert result.slices("gender", "utterance")["f"].units == 28
    bare = scorelite.score_files(("id,text,hyp,speaker,gender\n" + "".join(rows[20:])).encode())
    assert bare.slices("gender").unit == "utterance"


@pytest.mark.parametrize("name", ["sex/gender", "a+b", "a*b"])
def test_a_column_may_have_the_signs_of_columns_in_its_name(name: str, tmp_path: Path) -> None:
    head = f"id,text,hyp,speaker,{name},age\n"
    rows = "".join(f"{place},a b,a b,s{place},{'fm'[place % 2]},{'yo'[place // 2]}\n" for place in range(4))
    result = scorelite.score_files((head + rows).encode())
    assert [row.name for row in result.slices(name).rows] == ["f", "m"]
    cases = (name, 2, "utterance"), (f"{name}+age/", 4, "utterance"), (f"age*{name}/id", 4, "id")
    for argument, rows_of, unit in cases:
        if unit == "utterance":
            slices = result.analyse({"slices": argument})["slices"]
            assert (len(slices.rows), slices.unit) == (rows_of, unit)
        else:
            with pytest.raises(scorelite.UsageError, match="no group 'id'"):
                result.analyse({"slices": argument})


@pytest.mark.parametrize("columns", [5, ["gender", 5], {"gender"}, None])
def test_columns_that_are_no_names_are_refused(columns: Any) -> None:
    with pytest.raises(scorelite.UsageError, match="columns of slices are .*; expected a name, such as gender"):
        scored(people([1, 2], [0, 1])).slices(columns)
    with pytest.raises(scorelite.UsageError, match="slices"):
        scored(people([1, 2], [0, 1])).analyse({"slices": columns})


@given(st.integers(1, 5), st.integers(0, (1 << 61) - 1), st.integers(0, 99))
def test_different_rows_of_any_size_are_counted(width: int, highest: int, seed: int) -> None:
    random = np.random.RandomState(seed)
    rows = random.randint(-highest, highest + 1, (20, width)).astype(np.int64)[random.randint(0, 20, 20)]
    different, times = different_rows(rows)
    counted = Counter(map(tuple, rows.tolist()))
    assert list(map(tuple, different.tolist())) == sorted(counted)
    assert times.tolist() == [counted[row] for row in sorted(counted)]


def test_rows_of_nothing_that_was_scored_are_told(files: Path, scorelite: Run) -> None:
    (files / "people.csv").write_text("speaker,gender\nann,f\nbob,m\nzoe,f\nyan,m\n")
    told = "people.csv: 2 rows match nothing that was scored: 'yan', 'zoe'"
    for grouped in ("--slice", "--by"):
        words = ("score", "r.trn", "h.trn", "--slices", "people.csv", grouped, "gender")
        assert told in scorelite(*words).stdout.decode()
        assert told in [notice["text"] for notice in json.loads(scorelite(*words, "--json").stdout)["notices"]]
    compared = ("compare", "--ref", "r.trn", "h.trn", "r.trn", "--slices", "people.csv", "--slice", "gender")
    assert told in scorelite(*compared).stderr.decode()


def test_rows_of_other_parts_are_not_told_of_a_sum(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_text("id,gender\na-1,f\nb-1,m\n")
    parts = [scorelite.score({name: "x y"}, {name: "x y"}).with_columns(path) for name in ("a-1", "b-1")]
    assert [len(part.notices) for part in parts] == [1, 1]
    assert list(sum(parts).notices) == []


def test_rows_of_nothing_that_was_scored_are_told_of_a_saved_result_but_not_of_its_sum(tmp_path: Path) -> None:
    saved = tmp_path / "x.json"
    parts = []
    for name, other in (("a", "b"), ("b", "a")):
        part = scorelite.score({name: "x"}, {name: "y"}).with_columns(f"id,group\n{name},f\n{other},m\n".encode())
        part.save(saved)
        parts.append(scorelite.load(saved))
        assert parts[-1] == part
        assert [f"1 row matches nothing that was scored: '{other}'" in notice.text for notice in part.notices] == [True]
    assert not sum(parts[1:], parts[0]).notices


def test_groups_of_one_name_are_told_by_their_columns() -> None:
    result = scorelite.score_files(b"id,text,hyp,home,work\na,x y,x y,uk,us\nb,x y,x z,us,uk\nc,x,y,fr,es\n")
    slices = result.slices(["home", "work"])
    assert (slices["home: uk"].errors, slices["work: uk"].errors, slices["fr"].errors) == (0, 1, 1)
    with pytest.raises(scorelite.UsageError, match="several groups 'uk'; expected one of 'home: uk' and 'work: uk'"):
        slices["uk"]
    assert "uk" in slices


def test_names_of_groups_without_a_test_are_counted() -> None:
    rows = "".join(f"{place},x,x,{group}\n" for place, group in enumerate("abcdefg"))
    text = str(scorelite.score_files(f"id,text,hyp,g\n{rows}".encode()).slices("g"))
    assert "g: no test of a, b, c, d, e and 2 more: fewer than 5" in text


def with_groups(size: int) -> scorelite.Result:
    """Utterances of which each has values of its own in two columns."""
    lines = [f"u{place},a b,a c,,g{place},{place}\n" for place in range(size)]
    return scorelite.score_files((HEAD + "".join(lines)).encode())


def test_crossed_columns_cost_the_groups_that_are_there() -> None:
    result = with_groups(2_000)
    result.slices("gender")  # what is imported or made once is there
    tracemalloc.start()
    groups = len(result.slices("gender*accent").rows)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert groups == 2_000
    assert most < 30 << 20  # the names of all 4,000,000 pairs would take ten times as much
