"""Measures of other programs: means counted by hand, ranks by scipy, and laws of sums."""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite
from scorelite import MismatchError, UsageError, score_files
from scorelite.scoring.analysis import Changes
from scorelite.scoring.analysis.measures import measured, spearman
from scorelite.scoring.maths.draws import Grouped
from tests.conftest import Run

REFS = {"a": "we saw it go", "b": "good day", "c": "so it is", "d": "oh"}
HYPS = {"a": "we saw it go", "b": "good way", "c": "so is", "d": "no"}
CHRF = "id,chrf,judge\na,100,5\nb,60,4\nc,70,\nd,0,1\n"
NUMBERS = st.lists(st.integers(-4, 4).map(float), min_size=2, max_size=30)


@pytest.fixture
def chrf(tmp_path: Path) -> Path:
    path = tmp_path / "chrf.csv"
    path.write_text(CHRF)
    return path


@pytest.fixture
def texts(tmp_path: Path) -> tuple[str, str]:
    """A reference and a hypothesis as files."""
    paths = tmp_path / "ref.trn", tmp_path / "hyp.trn"
    for path, sides in zip(paths, (REFS, HYPS), strict=True):
        path.write_text("".join(f"{text} ({name})\n" for name, text in sides.items()))
    return str(paths[0]), str(paths[1])


def result() -> Any:
    return scorelite.score(REFS, HYPS)


def test_means_are_those_counted_by_hand(chrf: Path) -> None:
    measures = result().measured(chrf)
    assert (measures["chrf"].mean, measures["judge"].utterances) == (57.5, 3)
    assert measures["chrf"].weighted == (4 * 100 + 2 * 60 + 3 * 70 + 0) / 10
    assert measures["judge"].weighted == pytest.approx((4 * 5 + 2 * 4 + 1) / 7)
    assert measures.unit == "utterance"
    assert "judge: 1 utterance without it" in str(measures)


def test_a_measure_that_falls_as_the_rate_rises_has_a_correlation_below_zero(chrf: Path) -> None:
    # Rates 0, 1/2, 1/3, 1 against 100, 60, 70, 0.
    assert result().measured(chrf)["chrf"].correlation == pytest.approx(-1)


@pytest.mark.slow
@given(NUMBERS, st.randoms())
def test_the_rank_correlation_is_that_of_scipy(first: list[float], random: Any) -> None:
    stats = pytest.importorskip("scipy.stats", reason="scipy is not installed")
    other = [random.choice([value, random.randint(-3, 3)]) for value in first]
    ours = spearman(np.array(first), np.array(other, float))
    if len({*first}) == 1 or len({*other}) == 1:
        assert ours is None
    else:
        assert ours == pytest.approx(stats.spearmanr(first, other).statistic, abs=1e-12)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(-9, 9)), min_size=4, max_size=12), st.integers(1, 3))
def test_parts_in_any_order_add_up_to_the_whole(rows: list[tuple[int, int]], cut: int) -> None:
    def part(chosen: slice) -> Any:
        names = [f"u{place}" for place in range(len(rows))][chosen]
        refs = dict.fromkeys(names, "a b c")
        hyps = {name: " ".join("abc"[wrong:]) for name, (wrong, _) in zip(names, rows[chosen], strict=True)}
        numbers = {name: {"m": number} for name, (_, number) in zip(names, rows[chosen], strict=True)}
        return scorelite.score(refs, hyps).measured(numbers, unit="utterance")

    whole, first, rest = part(slice(None)), part(slice(0, cut)), part(slice(cut, None))
    assert whole == first + rest == rest + first == sum([rest, first])
    assert pickle.loads(pickle.dumps(whole)) == whole


def test_utterances_with_a_low_rate_and_a_bad_measure_are_listed() -> None:
    names = [f"u{place:02}" for place in range(40)]
    refs = dict.fromkeys(names, "a b c d")
    hyps = {name: " ".join("abcd"[: 4 - place % 5]) for place, name in enumerate(names)}
    distances = {name: {"semdist": place % 5 / 10} for place, name in enumerate(names)}
    distances["u05"]["semdist"] = 2.0  # without an error, but far off
    row = scorelite.score(refs, hyps).measured(distances)["semdist"]
    assert row.apart == ("u05",)


def test_units_that_are_drawn_are_speakers_where_there_are_five() -> None:
    for number, unit in ((5, "speaker"), (4, "utterance")):
        rows = "".join(f"u{place},x,x,s{place % number}\n" for place in range(10))
        result = scorelite.score_files(("id,text,hyp,speaker\n" + rows).encode())
        measures = result.measured({f"u{place}": {"m": place % 5} for place in range(10)})
        assert measures.unit == unit
        assert ("fewer than 5 speakers" in str(measures)) == (number == 4)
        assert measures["m"].low is not None


def compared(refs: Mapping[str, str], *numbers: Any) -> Changes:
    """The measures of two systems that heard the references."""
    result = scorelite.score(refs, refs)
    return result.compare(result).analyse({"measures": numbers})["measures"]


def test_systems_are_compared_by_the_utterances_that_both_have() -> None:
    names = [f"u{place}" for place in range(30)]
    refs = dict.fromkeys(names, "a")
    first, second = ({name: {"m": place % 7 + better} for place, name in enumerate(names)} for better in (0, 1))
    del second["u3"]
    (change,) = compared(refs, first, second).rows
    assert (change.name, change.units) == ("m", 29)
    assert (change.difference, change.low, change.high) == (pytest.approx(1), pytest.approx(1), pytest.approx(1))
    assert change.p == pytest.approx(2 / 1001)


def test_two_systems_are_tested_row_by_row_as_in_every_analysis() -> None:
    refs = {f"u{place}": "a b" for place in range(9)}
    before = {name: {"chrf": 0.1 * place, "only": 1} for place, name in enumerate(refs)}
    after = {name: {"only": 1, "chrf": 0.1 * place + 0.2} for place, name in enumerate(refs)}
    del before["u0"], after["u8"]["chrf"]
    first, other = scorelite.score(refs, refs), scorelite.score(dict(reversed(refs.items())), refs)
    changes = first.compare(other).analyse({"measures": (before, after)})["measures"]
    row = changes["chrf"]
    assert (row.a, row.b, row.units) == (pytest.approx(0.4), pytest.approx(0.6), 7)
    assert (row.difference, row.low, row.high) == (pytest.approx(0.2), pytest.approx(0.2), pytest.approx(0.2))
    assert (row.p, row.adjusted) == (pytest.approx(2 / 1001), pytest.approx(4 / 1001))
    assert (changes["only"].a, changes["only"].difference, changes["only"].p) == (1, 0, 1)
    assert changes.signature.startswith("measures:chrf+only/of=utterance/")
    assert "  chrf  0.4000  0.6000  +0.2000  +0.2000 to +0.2000  0.002  0.004           7" in str(changes)


@pytest.mark.parametrize("size", [1e-90, 1e-9, 7.0, 1e9, 1e98])
def test_numbers_of_any_size_are_compared(size: float) -> None:
    refs = {f"u{place}": "a b" for place in range(6)}
    before, after = ({name: {"m": size * step * place} for place, name in enumerate(refs)} for step in (1, 3))
    results = scorelite.score(refs, refs), scorelite.score(refs, refs)
    (row,) = results[0].compare(results[1]).analyse({"measures": (before, after)})["measures"]
    assert (row.a, row.b) == (pytest.approx(2.5 * size, rel=1e-11), pytest.approx(7.5 * size, rel=1e-11))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("m.csv", "measures of two systems are 'm.csv'; expected two tables, one for each system: \\(A, B\\)"),
        (({"a": {"x": 1}},), "expected two tables, one for each system"),
        (({"a": {"x": 1}}, {"a": {"y": 1}}), "the measure x in only one system; expected the same measures in both"),
    ],
)
def test_two_systems_need_a_table_of_the_same_measures_each(given: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        result().compare(result()).analyse({"measures": given})


def test_the_command_compares_the_measures_of_two_systems(
    texts: tuple[str, str], chrf: Path, scorelite: Run, tmp_path: Path
) -> None:
    (tmp_path / "other.csv").write_text("id,judge,chrf\na,5,90\nzz,5,5\n")
    ref, hyp = texts
    job = scorelite("compare", "--ref", ref, hyp, ref, "--measures", chrf, "other.csv", "--page", "page.html")
    assert "  chrf   100.0000  90.0000  -10.0000              -  -     -           1\n" in job.stdout.decode()
    assert "Measures of other programs, A and B" in (tmp_path / "page.html").read_text()
    alone = scorelite("compare", "--ref", ref, hyp, ref, "--with", f"measures={chrf}")
    assert b"expected two tables, one for each system: --measures FILE FILE" in alone.stderr


def test_the_command_prints_measures_and_writes_them_as_json(
    scorelite: Run, texts: tuple[str, str], chrf: Path
) -> None:
    shown = scorelite("score", *texts, "--measures", str(chrf))
    assert shown.returncode == 0, shown.stderr
    lines = shown.stdout.decode().splitlines()
    begin = lines.index("Measures of other programs")
    heads = "mean 95 % interval by words with rate utterances apart"
    assert lines[begin + 1].split() == heads.split()
    assert lines[begin + 2].split()[:2] == ["chrf", "57.5"]
    written = scorelite("score", *texts, "--with", f"measures={chrf}", "--json")
    measures = json.loads(written.stdout)["analyses"]["measures"]
    assert [row["measure"] for row in measures["rows"]] == ["chrf", "judge"]
    assert measures["rows"][0]["mean"] == 57.5


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("id,chrf\na,good\n", "chrf of a is 'good'; expected a number"),
        ("id,chrf\na,nan\n", "chrf of a is 'nan'; expected a number"),
        ("id,chrf\na,1e308\n", "chrf of a is '1e308'; expected numbers up to 1e+100"),
        ("id,chrf\nz,1\n", "no id of the table is one of the scored ones"),
        ("id,chrf\na,\n", "no number of chrf; expected a number for some utterances"),
        ("chrf,judge\n1,2\n", "expected a table with a column id"),
    ],
)
def test_a_table_without_numbers_is_refused(
    scorelite: Run, texts: tuple[str, str], tmp_path: Path, content: str, message: str
) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(content)
    shown = scorelite("score", *texts, "--measures", str(path))
    assert shown.returncode == 2
    assert message in shown.stderr.decode()


def test_numbers_without_a_name_are_refused() -> None:
    with pytest.raises(scorelite.UsageError, match=r"measures of u are 1; expected numbers by name and id"):
        scorelite.score({"u": "a"}, {"u": "a"}).measured({"u": 1})


def test_the_option_is_refused_twice_over(scorelite: Run, texts: tuple[str, str], chrf: Path) -> None:
    shown = scorelite("score", *texts, "--with", f"measures={chrf}", "--measures", str(chrf))
    assert (shown.returncode, "expected one of them" in shown.stderr.decode()) == (2, True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id,m\na,1\nb,nan\n", r"m.csv:3:1: m of b is 'nan'; expected a number: texts are for groups"),
        ("id,m\na,1_000\n", r"m.csv:2:1: m of a is '1_000'; expected a number"),
        ("id,m\na,\u0663\n", r"m.csv:2:1: m of a is '\u0663'; expected a number"),
        ("id,m\n\na,1e101\n", r"m.csv:3:1: m of a is '1e101'; expected numbers up to 1e\+100"),
        ('{"id": "a", "m": 1}\n{"id": "b", "m": "fine"}\n', r"m.csv:2:1: m of b is 'fine'; expected a number"),
    ],
)
def test_a_cell_that_is_no_number_is_refused_with_its_line(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "m.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(scorelite.FormatError, match=message):
        result().measured(path)


def test_numbers_may_be_written_in_every_usual_way(tmp_path: Path) -> None:
    path = tmp_path / "m.csv"
    path.write_text("id,m\na,+1\nb, .5\nc,2.\nd,-1E-1\n")
    assert [value.numbers for value in result().measured(path).values] == [(1.0,), (0.5,), (2.0,), (-0.1,)]


def test_rows_of_nothing_scored_are_told(tmp_path: Path, texts: tuple[str, str], scorelite: Run) -> None:
    path = tmp_path / "m.csv"
    path.write_text(CHRF + "a ,3,3\nx,1,1\n")
    shown = scorelite("score", *texts, "--measures", str(path)).stdout.decode()
    assert "2 rows match nothing that was scored: 'a ', 'x'" in shown
    told = json.loads(scorelite("score", *texts, "--measures", str(path), "--json").stdout)
    assert told["analyses"]["measures"]["strangers"] == ["a ", "x"]
    assert result().measured({"a": {"m": 1}, "y": {"m": 2}}).strangers == ("y",)


def test_words_with_unusual_ends_of_lines_are_no_ends_of_rows(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    path.write_text('{"id": "a", "m": 1, "note": "x\u2028y\x85z"}\n{"id": "b", "m": 2}\n', encoding="utf-8")
    with pytest.raises(scorelite.FormatError, match=r"m.jsonl:1:1: note of a is"):
        result().measured(path)
    path.write_text('{"id": "a", "m": 1, "no\u2028te": 3}\n{"id": "b", "m": 2}\n', encoding="utf-8")
    assert result().measured(path)["m"].mean == 1.5


@pytest.mark.parametrize("size", [1.0, 1e-300, 1e99])
def test_intervals_are_those_of_numbers_of_any_size(size: float) -> None:
    refs = {f"u{place}": "a" for place in range(7)}
    row = scorelite.score(refs, refs).measured({name: {"m": place * size} for place, name in enumerate(refs)})["m"]
    usual = scorelite.score(refs, refs).measured({name: {"m": place} for place, name in enumerate(refs)})["m"]
    assert usual.low is not None
    assert usual.high is not None
    assert row.mean == usual.mean * size
    assert (row.low, row.high) == pytest.approx((usual.low * size, usual.high * size), rel=1e-6)


def test_utterances_without_a_speaker_are_no_unit(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("id,text,hyp,speaker\na,x,x,anna\nb,x,x,anna\nc,x,x,\nd,x,x,ben\n")
    (tmp_path / "m.csv").write_text("id,m\na,1\nb,1\nc,4\nd,3\n")
    message = (
        "1 of 4 utterances has no speaker, by which samples are drawn; expected one for each, or another unit, such"
    )
    (tmp_path / "known.csv").write_text("id,text,hyp,speaker\na,x,x,anna\nb,x,x,anna\n")
    for words in (["t.csv"], ["known.csv", "t.csv", "--shards"]):
        refused = scorelite("score", *words, "--measures", "m.csv")
        assert (refused.returncode, refused.stdout) == (2, b"")
        assert f"{message} as --unit utterance" in refused.stderr.decode()
    for table in (["--measures", "m.csv"], ["--with", "measures=m.csv"]):
        shown = scorelite("score", "t.csv", *table, "--unit", "utterance", "--json")
        assert json.loads(shown.stdout)["analyses"]["measures"]["unit"] == "utterance"
    shards = scorelite("score", "t.csv", "--measures", "m.csv", "--unit", "utterance", "--shards")
    assert "  m  2.25" in shards.stdout.decode()
    with pytest.raises(UsageError, match=message):
        score_files(tmp_path / "t.csv").measured({"a": {"m": 1}})


def test_systems_of_few_units_have_no_p() -> None:
    refs = {f"u{place}": "a" for place in range(5)}
    first, second = ({name: {"m": better} for name in refs} for better in (0, 1))
    (change,) = compared(refs, first, second).rows
    assert change.p == pytest.approx(2 / 1001)
    del second["u4"]
    (change,) = compared(refs, first, second).rows
    assert (change.difference, change.low, change.high, change.p) == (1, None, None, None)
    with pytest.raises(MismatchError, match="no utterance has m in both systems; expected some that have it in both"):
        compared(refs, {"u0": {"m": 0}}, {"u4": {"m": 1}})


def test_ends_of_intervals_of_whole_numbers_are_exact() -> None:
    numbers = {f"u{place}": {"m": place % 4} for place in range(10)}
    row = scorelite.score(dict.fromkeys(numbers, "a"), dict.fromkeys(numbers, "a")).measured(numbers)["m"]
    assert (row.low, row.high) == (0.6, 2.0)


def test_a_column_of_another_table_may_be_the_unit(texts: tuple[str, str], chrf: Path, scorelite: Run) -> None:
    (chrf.parent / "rooms.csv").write_text("id,room\na,x\nb,x\nc,y\nd,y\n")
    words = ("score", *texts, "--measures", chrf, "--unit", "room", "--slices", chrf.parent / "rooms.csv", "--json")
    assert json.loads(scorelite(*words).stdout)["analyses"]["measures"]["unit"] == "room"


def test_measures_of_equally_many_units_share_their_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = []
    sums = Grouped.sums

    def counted(drawn: Grouped, columns: Any, replications: int) -> Any:
        counts.append(len(columns))
        return sums(drawn, columns, replications)

    monkeypatch.setattr(Grouped, "sums", counted)
    refs = {f"u{place}": "a" for place in range(7)}
    result = scorelite.score(refs, refs)
    numbers = {name: {"a": place, "b": place * place, "c": 7 - place} for place, name in enumerate(refs)}
    del numbers["u3"]["c"]
    together = result.measured(numbers)
    assert sorted(counts) == [2, 4]
    for name in "abc":
        alone = result.measured({key: {name: row[name]} for key, row in numbers.items() if name in row})
        assert alone[name] == together[name]


def test_tables_may_be_bytes_and_data_frames() -> None:
    frames = pytest.importorskip("pandas", reason="pandas is not installed")
    frame = frames.DataFrame({"id": ["a", "b"], "chrf": [100.0, 60.0]})
    measures = [result().measured(table) for table in (b"id,chrf\na,100\nb,60\n", frame, [frame])]
    assert measures[0] == measures[1] == measures[2]
    kinds = frames.DataFrame({"id": ["a", "b", "c", "d"], "kind": ["x", "x", "y", None]})
    assert {row.name: row.words for row in result().with_columns(kinds).slices("kind").rows} == {
        "x": 6,
        "y": 3,
        "none": 1,
    }


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (None, "cannot read from a NoneType"),
        (3, "cannot read from a int"),
        ([], "no table of measures; expected a file with a column id, or numbers by id and name"),
        ({"a": {"m": True}}, "m of a is 'True'; expected a number"),
    ],
)
def test_what_is_no_table_of_numbers_is_refused(given: Any, message: str) -> None:
    with pytest.raises(scorelite.UsageError, match=message):
        result().measured(given)


def test_utterances_of_recordings_are_drawn_alike_in_parts_and_in_the_whole() -> None:
    numbers = {"zoe": 7, "ann": 2, "bob": 30, "kim": 11, "abe": 30}
    table = "speaker,m\n" + "".join(f"{speaker},{number}\n" for speaker, number in numbers.items())
    lines = [
        (f"{recording} 1 {speaker} {place} {place + 1} yes\n", f"{recording} 1 {place + 0.25} 0.5 yes\n")
        for place, (recording, speaker) in enumerate(
            zip("xxxyyy", ["zoe", "ann", "bob", "ann", "kim", "abe"], strict=True)
        )
    ]
    whole, *parts = (
        measured(
            score_files(
                *("".join(side).encode() for side in zip(*some, strict=True)), ref_format="stm", hyp_format="ctm"
            ),
            table.encode(),
            "utterance",
            is_part=len(some) < len(lines),
        )
        for some in (lines, lines[:3], lines[3:])
    )
    assert sum(parts).rows == whole.rows
