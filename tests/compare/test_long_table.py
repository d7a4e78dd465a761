"""Systems that are rows of one long table: `--system-column`."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.conftest import Run

REFS = [f"the quick brown fox {number} went home" for number in range(12)]
"""References of the utterances that each system has."""


def rows(model: str, wrong: int) -> list[dict[str, str]]:
    """The rows of a system whose first utterances have one error each."""
    hyps = [ref.replace("quick", "slow") if number < wrong else ref for number, ref in enumerate(REFS)]
    return [
        {"model": model, "file": f"u{number}.wav", "reference": ref, "prediction": hyp}
        for number, (ref, hyp) in enumerate(zip(REFS, hyps, strict=True))
    ]


def write(path: Path, table: list[dict[str, str]]) -> None:
    if path.suffix == ".jsonl":
        path.write_text("".join(f"{json.dumps(row)}\n" for row in table))
        return
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, [*table[0]])
        writer.writeheader()
        writer.writerows(table)


@pytest.mark.parametrize("name", ["long.csv", "long.jsonl"])
def test_two_systems_in_the_rows_of_a_table_are_compared_by_the_ids_of_their_utterances(
    tmp_path: Path, scorelite: Run, name: str
) -> None:
    one, other = rows("small", 6), rows("large", 2)
    write(tmp_path / name, [row for pair in zip(one, reversed(other), strict=True) for row in pair])
    said = scorelite("compare", name, "--system-column", "model", "--json")
    assert (said.returncode, said.stderr) == (0, b"")
    found = json.loads(said.stdout)
    assert {found[side]["name"]: round(84 * found[side]["wer"]) for side in ("a", "b")} == {"small": 6, "large": 2}
    assert {each["id"] for each in found["utterances"]} == {"u2", "u3", "u4", "u5"}


def test_without_ids_rows_of_the_same_order_are_pairs(tmp_path: Path, scorelite: Run) -> None:
    table = [*rows("small", 6), *rows("large", 2), *rows("tiny", 9)]
    write(tmp_path / "long.csv", [{name: row[name] for name in row if name != "file"} for row in table])
    said = scorelite("compare", "long.csv", "--system-column", "model", "--csv", "-", "--page", "page.html")
    lines = [line.split(",")[:3] for line in said.stdout.decode().splitlines()]
    assert lines[1:] == [["large", "84", "2"], ["small", "84", "6"], ["tiny", "84", "9"]]
    assert "small" in (tmp_path / "page.html").read_text()


def test_systems_with_other_references_are_refused(tmp_path: Path, scorelite: Run) -> None:
    write(tmp_path / "long.csv", [*rows("small", 6), *rows("large", 2)[1:]])
    said = scorelite("compare", "long.csv", "--system-column", "model")
    assert said.returncode == 2
    assert b"small and large have different references, such as u0 in only one of them" in said.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--system-column", "modl"), "no column 'modl' to name the systems; it has 'model'"),
        (("--system-column", "model", "--hyp-column", "prediction", "--hyp-column", "file"), "for one table that has"),
        (("--by", "model"), "--system-column NAME compares systems that are rows of one table"),
        ((), "or of rows scorelite compare long.csv --system-column NAME"),
    ],
)
def test_a_message_leads_to_the_systems_of_a_long_table(
    tmp_path: Path, scorelite: Run, arguments: tuple[str, ...], message: str
) -> None:
    write(tmp_path / "long.csv", [*rows("small", 6), *rows("large", 2)])
    said = scorelite("compare", "long.csv", *arguments)
    assert said.returncode == 2
    assert message in said.stderr.decode()


def test_one_system_is_no_comparison(tmp_path: Path, scorelite: Run) -> None:
    write(tmp_path / "long.csv", rows("small", 6))
    said = scorelite("compare", "long.csv", "--system-column", "model")
    assert said.returncode == 2
    assert b"one system in column 'model' ('small'); expected two or more" in said.stderr
