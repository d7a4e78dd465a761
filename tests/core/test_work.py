"""A large job for the pure-Python core warns once, unless that core was chosen; the summary says so too."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from scorelite.scoring import _core as core
from scorelite.scoring._core import python, work
from scorelite.scoring.cli.main import main


@pytest.fixture(autouse=True)
def no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fresh process whose user did not choose a core, and jobs that are large sooner."""
    monkeypatch.delenv("SCORELITE_CORE", raising=False)
    monkeypatch.setattr(work, "LARGE", 20_000)
    monkeypatch.setattr(work, "_steps", 0)


def align(words: int) -> None:
    text = " ".join("abc"[i % 3] for i in range(words))
    rules = python.Rules(python.Charset("ascii", {}, {}))
    python.align(rules, python.texts([text]), python.texts([text]))


def test_a_large_job_warns_once() -> None:
    with pytest.warns(RuntimeWarning, match="large job for the pure-Python core of scorelite.*not built"):
        align(150)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        align(150)


@pytest.mark.parametrize(("words", "chosen"), [(3, ""), (150, "python")])
def test_a_small_job_or_a_chosen_core_does_not_warn(words: int, chosen: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if chosen:
        monkeypatch.setenv("SCORELITE_CORE", chosen)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        align(words)


@pytest.mark.parametrize("steps", [0, 20_000])
def test_the_summary_of_a_large_job_names_the_core(
    steps: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(work, "_steps", steps)
    monkeypatch.setattr(core, "NAME", "python")
    (tmp_path / "r.trn").write_text("a b (u-1)\n")
    assert main(["score", str(tmp_path / "r.trn"), str(tmp_path / "r.trn")]) == 0
    assert (b"scored by the pure-Python core, which is slow: " in capsysbinary.readouterr().out) == bool(steps)
