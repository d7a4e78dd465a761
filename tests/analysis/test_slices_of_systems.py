"""Groups of three or more systems: rates counted by hand, and the tests of two systems."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Run

FILES = ["--ref", "ref.csv", "worse.csv", "best.csv", "other.csv"]


@pytest.fixture
def hypotheses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty utterances of two groups, of which one system has an error in each of `us`, another everywhere."""
    monkeypatch.chdir(tmp_path)
    groups = ["uk", "us"] * 20
    sides = {
        "best": ["a b"] * 40,
        "other": ["a x" if group == "us" else "a b" for group in groups],
        "worse": ["x b"] * 40,
    }
    rows = [f"u{number},a b,{group}\n" for number, group in enumerate(groups)]
    Path("ref.csv").write_text("id,text,accent\n" + "".join([*rows, "v,a b,rare\n"]))
    for name, texts in sides.items():
        lines = [f"u{number},{text}\n" for number, text in enumerate(texts)]
        Path(f"{name}.csv").write_text("id,text\n" + "".join([*lines, "v,a b\n"]))


@pytest.mark.usefixtures("hypotheses")
def test_the_rates_of_all_systems_stand_side_by_side_with_a_star_where_one_differs_from_the_best(
    scorelite: Run,
) -> None:
    lines = scorelite("compare", *FILES, "--slice", "accent").stdout.decode().splitlines()
    at = lines.index("Rates by group")
    assert [line.split() for line in lines[at + 1 : at + 5]] == [
        ["1", "2", "3", "utterances"],
        ["rare", "0.0", "%", "0.0", "%", "0.0", "%", "1"],
        ["uk", "0.0", "%", "0.0", "%", "*", "50.0", "%", "20"],
        ["us", "0.0", "%", "*", "50.0", "%", "*", "50.0", "%", "20"],
    ]
    assert lines[at + 5 :] == [
        "  columns are the ranks of the systems; 4 rates tested against rank 1",
        "  * differs from rank 1 (paired bootstrap, Holm, p < 0.05)",
        "  no test of rare: in fewer than 5 utterances, or undefined",
    ]
    markdown = scorelite("compare", *FILES, "--with", "slices=accent", "--markdown").stdout.decode()
    assert "| `us` | 0.0 % | * 50.0 % | * 50.0 % | 20 |" in markdown


@pytest.mark.usefixtures("hypotheses")
def test_the_numbers_are_those_of_two_systems_with_p_corrected_for_all_rates(scorelite: Run) -> None:
    def rows(*files: str) -> list[dict[str, object]]:
        done = scorelite("compare", "--ref", "ref.csv", *files, "--slice", "accent", "--json")
        found: list[dict[str, object]] = json.loads(done.stdout)["analyses"]["slices"]["rows"]
        return found

    several = rows("worse.csv", "best.csv", "other.csv")
    assert [row["system"] for row in several[:3]] == ["best.csv", "other.csv", "worse.csv"]
    for name in ("other.csv", "worse.csv"):
        of_two = rows("best.csv", name)
        of_several = [row for row in several if row["system"] == name]
        for each, row in zip(of_two, of_several, strict=True):
            assert [each[key] for key in ("b", "difference", "low", "high", "p", "units")] == [
                row[key] for key in ("rate", "difference", "low", "high", "p", "units")
            ]
    smallest, *_ = sorted(row["p"] for row in several if isinstance(row["p"], float))
    assert {row["adjusted"] for row in several if row["p"] == smallest} == {4 * smallest}


@pytest.mark.usefixtures("hypotheses")
def test_tables_for_others_have_the_groups(scorelite: Run) -> None:
    head, *lines = scorelite("compare", *FILES, "--slice", "accent", "--csv").stdout.decode().splitlines()
    rows = [dict(zip(head.split(","), line.split(","), strict=True)) for line in lines]
    assert [row["errors"] for row in rows[:3]] == ["0", "20", "40"]
    assert [(row["system"], row["wer"]) for row in rows if row["group"] == "us"] == [
        ("best.csv", "0.0"),
        ("other.csv", "0.5"),
        ("worse.csv", "0.5"),
    ]
    two = scorelite("compare", "--ref", "ref.csv", "best.csv", "other.csv", "--slice", "accent", "--csv")
    assert b"\nbest.csv,us,40,0,,,,0.0,,,,,,20\nother.csv,us,40,20,,,,0.5,0.5,0.5,0.5," in two.stdout
    latex = scorelite("compare", *FILES, "--slice", "accent", "--latex").stdout.decode()
    assert r"us & 0.0 \% & * 50.0 \% & * 50.0 \% & 20 \\" in latex
