"""Several runs of a system: counted by hand, by simulation, and at the doors."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import scorelite as sl
from scorelite.formats.errors import MismatchError, UsageError
from scorelite.scoring.compare.runs import compare_runs
from tests.conftest import Run

REFS = {f"{name}-1": "we saw it" for name in "abcdefgh"}


def _hyps(errors: dict[str, int]) -> dict[str, str]:
    return {name: " ".join(["we", "saw", "it"][: 3 - errors.get(name[0], 0)]) for name in REFS}


def test_the_variance_is_that_of_texts_and_of_runs() -> None:
    old = [sl.score(REFS, _hyps(errors)) for errors in ({"a": 1, "b": 1}, {"a": 1})]
    new = [sl.score(REFS, _hyps(errors)) for errors in ({"c": 1}, {"c": 2})]
    compared = compare_runs(old, new)
    assert compared.a.rates == (2 / 24, 1 / 24)
    assert compared.difference == pytest.approx(0.0)
    # Means of errors by speaker: a 1, b 0.5 against c 1.5; residuals are their differences.
    of_texts = (1**2 + 0.5**2 + 1.5**2) / 7 * 8 / 24**2
    assert compared.variance_of_texts == pytest.approx(of_texts)
    deviation = (1 / 24) ** 2 / 2
    assert compared.variance_of_runs == pytest.approx(2 * deviation / 2)
    low, high = compared.interval
    assert low == pytest.approx(-high)
    assert compared.p == pytest.approx(1.0)
    assert (compared.unit, compared.units) == ("speaker", 8)


@pytest.mark.parametrize("runs", [2, 4])
def test_intervals_hold_the_difference(runs: int) -> None:
    drawn = random.Random(runs)
    refs = {f"s{speaker}-1": " ".join(["word"] * 60) for speaker in range(20)}

    def system(rate: float, of_speakers: list[float]) -> list[sl.Result]:
        results = []
        for _ in range(runs):
            run = drawn.gauss(0, 0.01)
            hyps = {
                name: " ".join("x" if drawn.random() < rate + run + own else "word" for _ in range(60))
                for name, own in zip(refs, of_speakers, strict=True)
            }
            results.append(sl.score(refs, hyps))
        return results

    held = 0
    for _ in range(60):
        first = [drawn.uniform(0, 0.1) for _ in refs]
        other = [own + drawn.gauss(0, 0.02) for own in first]
        low, high = compare_runs(system(0.2, first), system(0.15, other)).interval
        held += low <= -0.05 <= high
    assert held >= 53


def test_what_cannot_be_compared_is_reported() -> None:
    result = sl.score(REFS, REFS)
    with pytest.raises(UsageError, match="one run of each system"):
        compare_runs([result], [result])
    with pytest.raises(UsageError, match="results are 5; expected a list of them"):
        compare_runs(5, [result])  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="'a.trn' is not a result; expected one of scorelite.score or score_files"):
        compare_runs([result, "a.trn"], [result])  # type: ignore[list-item]
    with pytest.raises(MismatchError, match="different settings"):
        compare_runs([result, sl.score(REFS, REFS, case_sensitive=True)], [result])
    other = {**REFS, "a-1": "they saw it"}
    with pytest.raises(MismatchError, match="different references; expected the same texts for all"):
        compare_runs([result, result], [sl.score(other, other)])
    with pytest.raises(UsageError, match="different utterances"):
        compare_runs([result, sl.score({"x-1": "a"}, {"x-1": "a"})], [result])


def test_equal_runs_have_no_chance() -> None:
    result = sl.score(REFS, REFS)
    compared = compare_runs([result, result], [result])
    assert (compared.difference, compared.p, compared.share_of_runs) == (0.0, None, None)
    assert "p -" in str(compared)


def test_the_command_takes_files_with_commas(scorelite: Run, tmp_path: Path) -> None:
    sides = {"ref": REFS, "a1": _hyps({"a": 1}), "a2": _hyps({"b": 2}), "b1": _hyps({"c": 1}), "b2": REFS}
    for name, side in sides.items():
        (tmp_path / f"{name}.trn").write_text("".join(f"{text} ({key})\n" for key, text in side.items()))
    words = ["compare", "--ref", "ref.trn", "a1.trn,a2.trn", "b1.trn,b2.trn"]
    done = scorelite(*words)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.splitlines()[0] == b"WER fell by 4.17 points (6.25 -> 2.08 %)"
    assert b"mean of 2 runs, 4.2 % to 8.3 %  a1.trn,a2.trn" in done.stdout
    document = json.loads(scorelite(*words, "--json").stdout)
    assert [run["name"] for run in document["a"]["runs"]] == ["a1.trn", "a2.trn"]
    assert scorelite(*words, "--markdown").stdout.startswith(b"### WER fell by 4.17 points")
    for more, message in (
        (["c.trn"], b"runs of 3 systems; expected two"),
        (["--significant"], b"--significant with several runs of a system"),
        (["--name", "A=old"], b"--name with several runs of a system"),
        (["--dark"], b"--dark with several runs of a system"),
        (["-o", "a2.trn"], b"--output a2.trn is an input too; expected another file"),
        (["--json", "-o", "b1.trn"], b"--output b1.trn is an input too; expected another file"),
    ):
        refused = scorelite(*words, *more)
        assert (refused.returncode, refused.stdout) == (2, b"")
        assert message in refused.stderr


def test_a_run_is_one_file_under_all_its_names(scorelite: Run, tmp_path: Path) -> None:
    for name in ("ref.trn", "a.trn", "b.trn"):
        (tmp_path / name).write_text("we saw it (u-1)\n")
    refused = scorelite("compare", "--ref", "ref.trn", "a.trn,./a.trn", "b.trn")
    assert (refused.returncode, refused.stderr) == (2, b"scorelite: a run is given twice; expected different files\n")


def test_a_comma_in_the_name_of_a_file_is_none_between_files(scorelite: Run, tmp_path: Path) -> None:
    for name in ("ref.trn", "a,b.trn", "c.trn"):
        (tmp_path / name).write_text("we saw it (u-1)\n")
    done = scorelite("compare", "--ref", "ref.trn", "a,b.trn", "c.trn")
    assert done.returncode == 0
    assert b"runs" not in done.stdout
