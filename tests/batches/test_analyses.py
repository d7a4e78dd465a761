"""Analyses of parts of a corpus: shards and pieces in any order have the sums of the whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite
from scorelite.formats.values import replace
from scorelite.scoring.batches.analyses import Growing, Wanted, _plain, _value, written
from tests.conftest import Run

WORDS = ["a", "B", "b.", "c,", "ann", "lee", "lee", "20", "twenty", "x", "كَ"]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)
ROWS = st.lists(st.tuples(TEXTS, TEXTS, st.sampled_from("pqr"), st.sampled_from("fm")), min_size=2, max_size=9)
MARKS = [
    {"class": "name", "phrases": ["ann lee", "lee"]},
    {"class": "own", "id": "p-0", "phrases": ["a"]},
    {"class": "digits", "pattern": "[0-9]+", "insertions": "none"},
]
WANTED: dict[str, Any] = {
    "classes": MARKS,
    "failures": "dropout:2/inserted:2/loop:2",
    "punctuation": None,
    "writing": None,
    "diacritics": None,
    "mdd": {f"{who}-{number}": "a ann lee" for who in "pqr" for number in range(11)},
    "slices": "gender/speaker",
}


def scored(rows: Any) -> Any:
    """A result of rows with ids of speakers, each speaker of one gender."""
    lines = [
        json.dumps({"id": name, "text": ref, "hyp": hyp, "speaker": who, "gender": group})
        for name, ref, hyp, who, group in rows
    ]
    return scorelite.score_files("\n".join(lines).encode(), ref_format="jsonl", ref_column="text", hyp_column="hyp")


def in_order(breakdown: Any) -> Any:
    """An analysis whose places are in the order of ids."""
    if breakdown.NAME != "failures":
        return breakdown
    return replace(breakdown, places=tuple(sorted(breakdown.places, key=lambda place: place.id)))


@pytest.mark.slow
@given(ROWS, st.integers(0, 5), st.randoms(use_true_random=False))
def test_parts_in_any_order_are_the_whole(drawn: Any, cut: int, random: Any) -> None:
    rows = [("p-0", "a b", "a", "p", "f"), ("q-0", "a", "a", "q", "m")]
    rows += [(f"{who}-{place + 1}", ref, hyp, who, group) for place, (ref, hyp, who, group) in enumerate(drawn)]
    whole = scored(rows)
    parts = [part for part in (rows[:cut], rows[cut : cut + 2], rows[cut + 2 :]) if part]
    random.shuffle(parts)
    growing = Growing(Wanted(WANTED))
    for part in parts:
        growing.look(scored(part))
    made = growing.sum(whole.signature)
    for name, breakdown in whole.analyse(WANTED).items():
        assert in_order(made[name]) == in_order(breakdown)


@given(ROWS)
def test_an_analysis_is_read_as_it_was_written(drawn: Any) -> None:
    rows = [(f"{who}-{place}", ref, hyp, who, "fm"[place % 2]) for place, (ref, hyp, who, _) in enumerate(drawn)]
    for breakdown in Wanted(WANTED | {"classes": MARKS[:1]}).of(scored(rows))[0].values():
        assert _value(json.loads(json.dumps(_plain(breakdown)))) == breakdown
        assert json.loads(written({"one": breakdown}))


def test_confidences_and_measures_are_written_as_well() -> None:
    stm, ctm = b"a 1 x 0 1 good day\n", b"a 1 0.0 0.5 good 0.9\na 1 0.5 0.5 way 0.4\n"
    result = scorelite.score_files(stm, ctm, ref_format="stm", hyp_format="ctm")
    measured = scorelite.score({"u": "a", "v": "b"}, {"u": "a", "v": "c"}).measured({"u": {"m": 1}, "v": {"m": 0.3}})
    for breakdown in (result.confidence(), measured):
        assert _value(json.loads(json.dumps(_plain(breakdown)))) == breakdown


@pytest.mark.parametrize("plain", [{"record": "Result"}, {"record": "audit"}, {"record": "Path"}])
def test_no_other_record_is_made_of_a_file(plain: Any) -> None:
    with pytest.raises(ValueError, match="no record"):
        _value(plain)


REF = {"anna": "we saw ann lee (anna-1)\ngood day (anna-2)\n", "ben": "a b c d e f g (ben-1)\nsee you (ben-2)\n"}
HYP = {"anna": "we saw an lee (anna-1)\ngood day (anna-2)\n", "ben": "a g (ben-1)\nsee see you (ben-2)\n"}
WITH = ("--with", "classes=marks.jsonl,failures,writing", "--slices", "people.csv", "--slice", "gender")


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for side, texts in (("ref", REF), ("hyp", HYP)):
        Path(side).mkdir()
        for name, text in texts.items():
            Path(side, f"{name}.trn").write_text(text)
        Path(f"{side}.trn").write_text("".join(texts.values()))
    Path("marks.jsonl").write_text('{"class": "name", "phrases": ["ann lee"]}\n')
    Path("people.csv").write_text("speaker,gender\nanna,f\nben,m\n")
    return tmp_path


def analyses(scorelite: Run, *arguments: str) -> Any:
    done = scorelite(*arguments, "--json")
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)["analyses"]


@pytest.mark.slow
@pytest.mark.usefixtures("files")
def test_shards_pieces_and_their_sum_say_what_the_whole_says(scorelite: Run) -> None:
    whole = analyses(scorelite, "score", "ref.trn", "hyp.trn", *WITH)
    assert whole["failures"]["kinds"]["dropout"]["places"] == 1
    assert analyses(scorelite, "score", "ref", "hyp", "--shards", "-o", "totals", *WITH) == whole
    assert analyses(scorelite, "merge", "totals") == whole
    assert analyses(scorelite, "merge", *sorted(map(str, Path("totals").iterdir()), reverse=True)) == whole
    assert analyses(scorelite, "score", "ref.trn", "hyp.trn", "--stream", *WITH) == whole
    text = scorelite("merge", "totals").stdout.decode()
    assert text.endswith(scorelite("score", "ref.trn", "hyp.trn", *WITH).stdout.decode().partition("\n\nErrors by")[2])


@pytest.mark.slow
@pytest.mark.usefixtures("files")
def test_tables_of_measures_and_groups_may_be_of_some_shards_alone(scorelite: Run) -> None:
    first = Path("ref.trn").read_text().splitlines()[0].rpartition("(")[2].rstrip(")")
    Path("some.csv").write_text(f"id,chrf\n{first},60\n")
    Path("one.csv").write_text("speaker,gender\nanna,f\n")
    for options in (("--measures", "some.csv"), ("--slices", "one.csv", "--slice", "gender")):
        whole = analyses(scorelite, "score", "ref.trn", "hyp.trn", *options)
        assert analyses(scorelite, "score", "ref", "hyp", "--shards", "-o", options[1][:3], *options) == whole
        assert analyses(scorelite, "merge", options[1][:3]) == whole
    Path("some.csv").write_text("id,chrf\nnobody,60\n")
    Path("one.csv").write_text("speaker,gender\nnobody,f\n")
    for options, told in (
        (("--measures", "some.csv"), b"no number of chrf; expected a number for some utterances"),
        (("--slices", "one.csv", "--slice", "gender"), b"one.csv: no speaker of the table is one of the scored ones"),
        (("--slices", "one.csv", "--slice", "gender*speaker"), b"it has nobody; expected names of one part or more"),
    ):
        done = scorelite("score", "ref", "hyp", "--shards", "-o", "other", *options)
        assert (done.returncode, told in done.stderr) == (2, True), done.stderr


@pytest.mark.usefixtures("files")
def test_analyses_that_say_nothing_of_the_whole_are_refused_whatever_the_way(scorelite: Run) -> None:
    Path("one.csv").write_text("speaker,gender\nanna,f\nben,f\n")
    for options, told in (
        (
            ("--slices", "one.csv", "--slice", "gender"),
            b"the column gender has one value, f; expected two or more groups",
        ),
        (("--with", "failures=dropout:99"), b"dropout is 99, but no text of the reference has more than 7 words"),
    ):
        for way in (("ref.trn", "hyp.trn"), ("ref.trn", "hyp.trn", "--stream"), ("ref", "hyp", "--shards", "-o", "t")):
            done = scorelite("score", *way, *options)
            assert (done.returncode, told in done.stderr) == (2, True), done.stderr
    size = analyses(scorelite, "score", "ref", "hyp", "--shards", "-o", "totals", "--with", "failures=dropout:6")
    assert size == analyses(scorelite, "merge", "totals")


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("key", ["id", "speaker"])
def test_a_table_that_no_part_has_a_row_of_is_refused_whatever_the_way(scorelite: Run, key: str) -> None:
    Path("one.csv").write_text(f"{key},gender\nnobody,f\nnemo,m\n")
    for way in (("ref.trn", "hyp.trn"), ("ref.trn", "hyp.trn", "--stream"), ("ref", "hyp", "--shards", "-o", "t")):
        done = scorelite("score", *way, "--slices", "one.csv", "--slice", "gender*speaker")
        assert done.returncode == 2
        assert f"one.csv: no {key} of the table is one of the scored ones" in done.stderr.decode()


@pytest.mark.usefixtures("files")
def test_intervals_of_measures_draw_speakers_where_each_shard_has_one(scorelite: Run) -> None:
    for side in ("ref", "hyp"):
        for name in ("cara", "dora", "eve"):
            lines = "".join(f"how are you ({name}-{place})\n" for place in (1, 2))
            Path(side, f"{name}.trn").write_text(lines)
            with Path(f"{side}.trn").open("a") as file:
                file.write(lines)
    ids = [line.rpartition("(")[2].rstrip(")") for line in Path("ref.trn").read_text().splitlines()]
    Path("chrf.csv").write_text("id,chrf\n" + "".join(f"{name},{place}\n" for place, name in enumerate(ids)))
    whole = analyses(scorelite, "score", "ref.trn", "hyp.trn", "--measures", "chrf.csv")
    assert whole["measures"]["unit"] == "speaker"
    made = analyses(scorelite, "score", "ref", "hyp", "--shards", "-o", "totals", "--measures", "chrf.csv")
    assert made["measures"] == whole["measures"]


@pytest.mark.parametrize(
    "who", [{"speaker": "a"}, {"speaker": "a", "session": "t"}, {"session": "t"}, {"speaker": "abc", "session": "tu"}]
)
def test_parts_draw_utterances_where_all_have_few_speakers(who: dict[str, str]) -> None:
    rows = []
    for place in range(10):
        row = {"id": f"u{place}", "text": "a b c", "hyp": "a b x y z"[: 1 + place], "gender": "fm"[place % 2]}
        rows.append(json.dumps(row | {name: values[place % len(values)] for name, values in who.items()}))
    results = [
        scorelite.score_files("\n".join(part).encode(), ref_format="jsonl", ref_column="text", hyp_column="hyp")
        for part in (rows, rows[:4], rows[4:])
    ]
    wanted = {"slices": "gender", "measures": {f"u{place}": {"m": place} for place in range(10)}}
    growing = Growing(Wanted(wanted))
    for part in results[1:]:
        growing.look(part)
    whole = results[0].analyse(wanted)
    assert {each.unit for each in whole.values()} == {"utterance"}
    assert None not in [row.low for each in whole.values() for row in each.rows]
    assert growing.sum(results[0].signature) == whole


@pytest.mark.usefixtures("files")
def test_rules_of_equivalents_add_up_over_shards(scorelite: Run) -> None:
    Path("rules.txt").write_text("day | days\nlee | leigh\n")
    options = ("--equivalents", "rules.txt", "--with", "rules")
    whole = analyses(scorelite, "score", "ref.trn", "hyp.trn", *options)
    assert any(row["places"] for row in whole["rules"]["rows"])
    assert analyses(scorelite, "score", "ref", "hyp", "--shards", "-o", "totals", *options)["rules"] == whole["rules"]
    assert analyses(scorelite, "merge", "totals")["rules"] == whole["rules"]


@pytest.mark.usefixtures("files")
def test_readings_of_single_texts_belong_to_the_shards_that_have_them(scorelite: Run) -> None:
    texts = dict(line.rstrip(")\n").split(" (")[::-1] for line in Path("ref.trn").read_text().splitlines())
    name, text = next(item for item in texts.items() if item[0].startswith("ben"))
    row = {"id": name, "variations": [[word, "zz"] for word in text.split()]}
    Path("rules.jsonl").write_text(f"{json.dumps(row)}\n")
    options = ("--equivalents", "rules.jsonl", "--with", "rules")
    whole = analyses(scorelite, "score", "ref.trn", "hyp.trn", *options)
    assert analyses(scorelite, "score", "ref", "hyp", "--shards", "-o", "totals", *options) == whole
    assert b"need the whole of both files" in scorelite("score", "ref.trn", "hyp.trn", "--stream", *options).stderr
    Path("rules.jsonl").write_text(json.dumps({**row, "id": "zoe-1"}))
    done = scorelite("score", "ref", "hyp", "--shards", "-o", "other", *options)
    assert done.returncode == 2
    assert b"--equivalents has readings of texts that no shard has: 1 id (zoe-1)" in done.stderr


@pytest.mark.usefixtures("files")
def test_variations_of_a_table_are_found_by_its_ids(scorelite: Run) -> None:
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    table = pyarrow.table({"id": ["a-1", "a-2"], "text": ["x y", "x y"], "hyp": ["x z", "x z"]})
    parquet.write_table(table, "x.parquet")
    Path("rules.jsonl").write_text('{"id": "a-2", "variations": [["x"], ["y", "z"]]}\n')
    options = ("--ref-column", "text", "--hyp-column", "hyp", "--equivalents", "rules.jsonl")
    done = scorelite("score", "x.parquet", "--shards", "-o", "totals", "--json", *options)
    assert json.loads(done.stdout)["errors"] == 1, done.stderr


@pytest.mark.usefixtures("files")
def test_shards_are_scored_again_when_their_marks_change(scorelite: Run) -> None:
    command = ("score", "ref", "hyp", "--shards", "-o", "totals", "--with", "classes=marks.jsonl")
    assert analyses(scorelite, *command)["classes"]["rows"][0]["words"] == 2
    Path("marks.jsonl").write_text('{"class": "name", "phrases": ["good day", "see"]}\n')
    assert analyses(scorelite, *command)["classes"]["rows"][0]["words"] == 3


@pytest.mark.usefixtures("files")
def test_tables_of_parquet_have_analyses(scorelite: Run) -> None:
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    for name in ("x", "y"):
        table = pyarrow.table({"id": [f"{name}-1"], "text": ["a b c"], "hyp": ["a x c"]})
        parquet.write_table(table, f"{name}.parquet")
    columns = ("--ref-column", "text", "--hyp-column", "hyp")
    made = analyses(scorelite, "score", "x.parquet", "y.parquet", "--shards", "-o", "t", "--with", "writing", *columns)
    assert made["writing"]["as_written"]["errors"] == 2


@pytest.mark.usefixtures("files")
def test_marks_of_a_text_that_no_shard_has_are_refused(scorelite: Run) -> None:
    marks = [{"class": "c", "id": name, "phrases": ["see"]} for name in ("ben-2", "carl-1")]
    Path("marks.jsonl").write_text("".join(f"{json.dumps(mark)}\n" for mark in marks))
    done = scorelite("score", "ref", "hyp", "--shards", "-o", "totals", "--with", "classes=marks.jsonl")
    assert done.returncode == 2
    assert b"marks of 1 utterance (carl-1) that no part has" in done.stderr
    assert b"carl-1" in scorelite("score", "ref.trn", "hyp.trn", "--stream", "--with", "classes=marks.jsonl").stderr


@pytest.mark.usefixtures("files")
def test_totals_without_the_same_analyses_are_refused(scorelite: Run) -> None:
    scorelite("score", "ref/anna.trn", "hyp/anna.trn", "--json")
    for side in ("ref", "hyp"):
        Path(side, "other").mkdir()
        Path(side, "ben.trn").rename(Path(side, "other", "ben.trn"))
    scorelite("score", "ref", "hyp", "--shards", "-o", "one", "--with", "failures")
    scorelite("score", "ref/other", "hyp/other", "--shards", "-o", "two")
    done = scorelite("merge", "one", "two")
    assert done.returncode == 2
    assert b"has failures" in done.stderr
    assert b"has none; score all with the same analyses" in done.stderr


@pytest.mark.usefixtures("files")
def test_changed_rows_have_no_analyses(scorelite: Run) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    scorelite("score", "ref", "hyp", "--shards", "-o", "totals", "--with", "failures")
    (path, *_) = sorted(Path("totals").iterdir())
    parquet.write_table(parquet.read_table(path).slice(0, 1), path)
    done = scorelite("merge", "totals")
    assert done.returncode == 2
    assert b"rows that do not belong to its analyses" in done.stderr


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("ref", "hyp", "--shards", "--with", "failures", "--report", "sum"), "--with has no effect without"),
        (("ref", "hyp", "--shards", "--slices", "people.csv"), "--slices has no effect without --slice"),
        (("ref", "hyp", "--shards", "--with", "nonsense"), "no analysis 'nonsense'"),
        (("r.stm", "h.ctm", "--stream", "--with", "failures"), "cannot read files in pieces"),
    ],
)
def test_what_has_no_effect_is_refused(arguments: tuple[str, ...], message: str, scorelite: Run) -> None:
    Path("r.stm").write_text("a 1 x 0 1 good day\n")
    Path("h.ctm").write_text("a 1 0.0 0.5 good 0.9\na 1 0.5 0.5 way 0.4\n")
    done = scorelite("score", *arguments)
    assert done.returncode == 2
    assert message in done.stderr.decode()


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("options", [("--measures", "some.csv"), ("--slices", "groups.csv", "--slice", "gender")])
def test_shards_of_which_one_has_no_speakers_are_told_the_unit_that_all_have(
    options: tuple[str, ...], scorelite: Run
) -> None:
    for side in ("ref", "hyp"):
        Path(side, "other.trn").write_text("how are you (u1)\nyes (u2)\n")
    Path("some.csv").write_text("id,semdist\nanna-1,0.1\nben-1,0.4\nu1,0.2\n")
    Path("groups.csv").write_text("id,gender\nanna-1,f\nben-1,m\nu1,f\nu2,m\n")
    done = scorelite("score", "ref", "hyp", "--shards", "-o", "totals", *options)
    assert done.returncode == 2
    assert b": some parts have no speaker, so use --unit utterance for all:" in done.stderr
    made = analyses(scorelite, "score", "ref", "hyp", "--shards", "-o", "totals", *options, "--unit", "utterance")
    assert {each["unit"] for each in made.values()} == {"utterance"}


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("options", [("--measures", "some.csv"), ("--slices", "groups.csv", "--slice", "gender")])
def test_a_shard_in_which_nothing_is_scored_adds_nothing(options: tuple[str, ...], scorelite: Run) -> None:
    Path("some.csv").write_text("id,semdist\nanna-1,0.1\nben-1,0.4\n")
    Path("groups.csv").write_text("speaker,gender\nanna,f\nben,m\n")
    arguments = ("score", "ref", "hyp", "--shards", "--missing", "skip", *options, "-o")
    without = analyses(scorelite, *arguments, "without")
    for side, name in (("ref", "cara"), ("hyp", "dora")):
        Path(side, "a-first.trn").write_text(f"how are you ({name}-1)\n")
        Path(side, "z-last.trn").write_text("")
    assert analyses(scorelite, *arguments, "totals") == without
    assert analyses(scorelite, "merge", "totals") == without


@pytest.mark.parametrize("order", [1, -1])
def test_pieces_have_the_columns_of_the_table_of_references(
    order: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scorelite: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    rows = [
        {
            "id": f"{'pq'[place % 2]}-{place}",
            "text": "a b",
            "speaker": "vwxyz"[place % 5],
            "accent": ["us", "uk"][place % 2],
        }
        for place in range(10)
    ]
    Path("ref.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    heard = [{"id": row["id"], "text": "a"} for row in rows][::order]
    Path("hyp.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in heard))
    for options in (("--slice", "accent"), ("--slice", "accent", "--unit", "speaker")):
        whole = analyses(scorelite, "score", "ref.jsonl", "hyp.jsonl", *options)
        assert whole["slices"]["unit"] == "speaker"
        assert whole["slices"]["rows"][0]["units"] == 5
        assert analyses(scorelite, "score", "ref.jsonl", "hyp.jsonl", "--stream", *options) == whole


@pytest.fixture
def recordings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two recordings of the same speakers, whose utterances have no ids, and of which one has no word heard."""
    monkeypatch.chdir(tmp_path)
    for side in ("ref", "hyp", "words"):
        Path(side).mkdir()
    for name in ("mon", "tue"):
        spoken = f"{name} 1 ann 0 2 we saw ann\n{name} 1 ben 2 4 good day to you all my friends\n"
        Path("ref", f"{name}.stm").write_text(spoken)
        heard = "we saw an" if name == "mon" else "we saw ann"
        words = enumerate(f"{heard} good friends".split())
        Path("hyp", f"{name}.ctm").write_text("".join(f"{name} 1 {0.6 * at + 0.1} 0.3 {word}\n" for at, word in words))
    for side in ("ref", "hyp"):
        suffix = "stm" if side == "ref" else "ctm"
        Path(f"{side}.{suffix}").write_text("".join(path.read_text() for path in sorted(Path(side).iterdir())))
    Path("marks.jsonl").write_text('{"class": "name", "id": "ann-000", "phrases": ["ann"]}\n')
    Path("measures.csv").write_text("id,semdist\nann-000,0.1\nann-001,0.5\n")
    Path("groups.csv").write_text("id,half\nann-000,f\nben-001,m\n")
    Path("said.jsonl").write_text('{"id": "ann-000", "variations": [["we"], ["saw"], ["ann", "an"]]}\n')
    return tmp_path


@pytest.mark.usefixtures("recordings")
@pytest.mark.parametrize(
    ("options", "what"),
    [
        (("--with", "classes=marks.jsonl"), "a mark of ann-000"),
        (("--measures", "measures.csv"), "measures.csv: a table by id"),
        (("--slices", "groups.csv", "--slice", "half"), "groups.csv: a table by id"),
        (("--equivalents", "variations:said.jsonl"), "equivalents for single texts"),
    ],
)
def test_what_is_given_by_ids_that_each_shard_makes_up_is_refused(
    options: tuple[str, ...], what: str, scorelite: Run
) -> None:
    assert scorelite("score", "ref.stm", "hyp.ctm", *options).returncode == 0
    done = scorelite("score", "ref", "hyp", "--shards", "-o", "totals", *options)
    assert done.returncode == 2
    assert (
        f"{what}, for parts of a corpus whose utterances have no ids: each part numbers its own" in done.stderr.decode()
    )


@pytest.mark.usefixtures("recordings")
def test_a_recording_that_shards_have_cut_has_no_ids(scorelite: Run) -> None:
    for name, begin in (("mon", 0), ("tue", 4)):
        Path("ref", f"{name}.stm").write_text(f"talk 1 talk {begin} {begin + 2} we saw ann\n")
        Path("hyp", f"{name}.ctm").write_text(f"talk 1 {begin} 0.3 we\ntalk 1 {begin + 1} 0.3 ann\n")
    Path("measures.csv").write_text("id,semdist\ntalk-000,0.1\ntalk-001,0.5\n")
    done = scorelite("score", "ref", "hyp", "--shards", "-o", "totals", "--measures", "measures.csv")
    assert (done.returncode, b"measures.csv: a table by id, for parts of a corpus" in done.stderr) == (2, True)
    told = analyses(scorelite, "score", "ref", "hyp", "--shards", "-o", "other", "--with", "failures=dropout:1")
    assert [row["id"] for row in told["failures"]["rows"]] == ["talk 1 0-2", "talk 1 4-6"]


@pytest.mark.usefixtures("recordings")
def test_places_in_shards_are_told_by_recording_and_time_where_each_shard_makes_up_ids(scorelite: Run) -> None:
    whole = analyses(scorelite, "score", "ref.stm", "hyp.ctm", "--with", "failures=dropout:3")["failures"]
    parts = analyses(scorelite, "score", "ref", "hyp", "--shards", "-o", "t", "--with", "failures=dropout:3")[
        "failures"
    ]
    assert [row.pop("id") for row in whole["rows"]] == ["ben-000", "ben-001"]
    assert [row.pop("id") for row in parts["rows"]] == ["mon 1 2-4", "tue 1 2-4"]
    assert parts == whole


@pytest.mark.usefixtures("recordings")
def test_shards_of_which_one_has_no_words_heard_have_times(scorelite: Run) -> None:
    for name in ("mon", "tue"):
        Path("words", f"{name}.ctm").write_text(f"{name} 1 0.1 0.3 we\n{name} 1 0.7 0.3 saw\n")
    Path("hyp", "tue.ctm").write_text("")
    for side in ("words", "hyp"):
        Path(f"{side}.ctm").write_text("".join(path.read_text() for path in sorted(Path(side).iterdir())))
    wanted = ("--with", "times", "--missing", "delete")
    whole = analyses(scorelite, "score", "words.ctm", "hyp.ctm", *wanted)
    assert analyses(scorelite, "score", "words", "hyp", "--shards", "-o", "totals", *wanted) == whole
    assert whole["times"]["placed"]["reference"] == 4
