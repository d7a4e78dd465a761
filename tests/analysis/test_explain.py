"""Which convention gives a number: a hidden one is always among the answers, and ladders add up."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import scorelite as sl
from scorelite.formats.errors import UsageError
from scorelite.scoring.analysis.explain_words import ALIGNMENTS, AVERAGES, NORMALISERS
from scorelite.scoring.words.measures.mean import mean, median
from tests.conftest import Run
from tests.often import slow_but_for

PIECES = ["Yes,", "it's", "twenty", "20", "colour", "color", "Mr.", "mister", "um", "we", "WE", "can't", "go.", "5%"]


def _texts(random_: random.Random) -> tuple[list[str], list[str]]:
    refs = [[random_.choice(PIECES) for _ in range(random_.randint(1, 9))] for _ in range(random_.randint(2, 8))]
    hyps = [[random_.choice(PIECES) if random_.random() < 0.3 else word for word in ref] for ref in refs]
    return [" ".join(ref) for ref in refs], [" ".join(hyp) for hyp in hyps]


def _hidden(random_: random.Random, refs: list[str], hyps: list[str]) -> tuple[dict[str, Any], float | None]:
    names = random_.choice(NORMALISERS)
    alignment = random_.choice(list(ALIGNMENTS))
    average = random_.choice(AVERAGES)
    settings: dict[str, Any] = {"normalise": list(names) or None, "case_sensitive": random_.random() < 0.5}
    if not any(name.startswith("leaderboard") for name in names):
        settings |= {"policy": ALIGNMENTS[alignment], "unit": random_.choice(["word", "character"])}
    result = sl.score(refs, hyps, **settings)
    rate = {AVERAGES[0]: result.wer, AVERAGES[1]: mean(result), AVERAGES[2]: median(result)}[average]
    return {**settings, "names": "+".join(names), "average": average}, rate


@pytest.mark.parametrize("seed", slow_but_for(range(200), lambda seed: seed < 12))
def test_a_hidden_convention_is_among_the_answers(seed: int) -> None:
    random_ = random.Random(seed)
    refs, hyps = _texts(random_)
    hidden, rate = _hidden(random_, refs, hyps)
    if rate is None:
        return
    explained = sl.score(refs, hyps).explain(f"{100 * rate:.2f}")
    unit = hidden.get("unit", "word")
    found = [
        row
        for row in explained.rows
        if (row.convention.normaliser, row.convention.unit, row.convention.average)
        == (hidden["names"], unit, hidden["average"])
    ]
    assert any(abs(row.rate - rate) < 1e-9 for row in found), (hidden, rate)
    for row in explained.rows:
        assert sum(change for _, change in row.ladder) == pytest.approx(row.rate - explained.own_rate, abs=1e-9)


def test_the_ladder_names_what_changed() -> None:
    refs, hyps = ["yes", "we saw the old harbour at nine"], ["no", "we saw the old harbour at nine"]
    explained = sl.score(refs, hyps).explain("50.0 %")
    (row, *_) = explained.rows
    assert row.ladder == (("average mean", 0.375),)
    assert explained.own_rate == 0.125
    assert "12.5 % | +37.50 average mean = 50.0 %" in str(explained)


def test_words_that_name_existing_files_are_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ref.trn").write_text("Notes.txt (a-1)\n", encoding="utf-8")
    Path("hyp.trn").write_text("notes.txt (a-1)\n", encoding="utf-8")
    explained = sl.score_files("ref.trn", "hyp.trn", case_sensitive=True).explain(0)
    assert "case folded" in str(explained)


def test_missing_utterances_are_counted_or_skipped() -> None:
    result = sl.score({"a": "x y", "b": "z w"}, {"a": "x q"}, missing="delete")
    assert (result.wer, {row.convention.missing for row in result.explain("50").rows}) == (0.75, {"skipped"})


def test_a_number_may_be_a_fraction_and_is_rounded_or_cut() -> None:
    result = sl.score(["a b c"], ["a b x"])
    assert result.explain("0.3333").rows
    assert result.explain("33.3").rows
    assert result.explain(33.33).rows
    assert not result.explain("33.4").rows
    assert len(result.explain("33.4").nearest) == 5


@pytest.mark.parametrize("number", ["", "five", "-3", "1.2.3", True])
def test_what_is_no_number_is_reported(number: Any) -> None:
    with pytest.raises(UsageError, match="is not a number; expected one such as"):
        sl.score(["a"], ["b"]).explain(number)


def test_the_command_lists_conventions_and_json_has_them(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "ref.txt").write_text("Yes.\nWe saw it\n")
    (tmp_path / "hyp.txt").write_text("yes\nwe saw him\n")
    done = scorelite("score", "ref.txt", "hyp.txt", "--explain", "16.67")
    assert done.returncode == 0
    assert b"give 16.67" in done.stdout
    assert b"average mean" in done.stdout
    document = json.loads(scorelite("score", "ref.txt", "hyp.txt", "--explain", "16.67", "--json").stdout)
    explained = document["analyses"]["explain"]
    assert explained["found"] == len(explained["rows"]) == len(explained["ladders"])
    refused = scorelite("score", "ref.txt", "hyp.txt", "--explain", "low")
    assert (refused.returncode, refused.stdout) == (2, b"")
