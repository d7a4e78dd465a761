"""Bootstrap intervals of rates, also where samples have no words."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

import scorelite
from scorelite import UsageError, score
from scorelite.scoring.maths.draws import MersenneTwister
from scorelite.scoring.maths.intervals import interval, interval_of_rates
from tests.conftest import Run


def test_samples_without_words_are_left_out() -> None:
    errors, words = [1, 1], [2, 0]
    drawn = interval(errors, words, 1000, MersenneTwister(1))
    sums = MersenneTwister(1).sums((errors, words), 1000)
    rates = [wrong / whole for wrong, whole in zip(*sums, strict=True) if whole]
    assert 700 < len(rates) < 800
    assert drawn == interval_of_rates(rates)
    assert 0.5 < drawn.mean < 1
    assert math.isnan(interval_of_rates([]).mean)


def test_an_interval_of_which_no_sample_has_words_is_refused() -> None:
    result = scorelite.score(["a"] + [""] * 2000, ["b"] * 2001)
    with pytest.raises(scorelite.UsageError, match="none of 1 sample has reference words; expected more samples"):
        assert [result.interval(1, seed=seed) for seed in range(20)] == []


def test_one_utterance_has_no_interval(scorelite: Run, tmp_path: Path) -> None:
    expected = "an interval draws utterances, but there is only 1; expected two or more"
    with pytest.raises(UsageError, match=expected):
        score(["x y z"], ["y z z"]).interval()
    (tmp_path / "r.trn").write_text("x y z (u)\n")
    done = scorelite("score", "r.trn", "r.trn", "--interval")
    assert (done.returncode, done.stderr.decode()) == (2, f"scorelite: {expected}\n")


def test_commands_show_the_interval_of_texts_of_which_one_has_no_words(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "r.trn").write_text("a b (s-1)\n(s-2)\n")
    (tmp_path / "h.trn").write_text("a x (s-1)\nz (s-2)\n")
    command = ("score", "r.trn", "h.trn", "--interval", "--max-wer", "10")
    done = scorelite(*command, "--verdict", "markdown=v.md", "--verdict", "json=v.json", "--page", "p.html")
    assert done.returncode == 1
    assert b"95 %       40.1 % to 129.9 %" in done.stdout
    assert "40.1 % to 129.9 %" in (tmp_path / "v.md").read_text()
    values = json.loads((tmp_path / "v.json").read_text(), parse_constant=pytest.fail)
    assert values
    page = (tmp_path / "p.html").read_text()
    assert "nan" not in page[page.index("95 % interval") :][:2000]
    document = json.loads(scorelite(*command, "--json").stdout, parse_constant=pytest.fail)
    assert document["interval"]["high"] < 2
