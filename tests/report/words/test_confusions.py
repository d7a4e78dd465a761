"""The report `confusions`: a line of csv for each pair of words, whose numbers are those of the result."""

from __future__ import annotations

import csv
from pathlib import Path

from scorelite import score
from tests.conftest import Run

REFS = ["ah b ih", "ah b", "k ae t", "=1 a"]
HYPS = ["ah p ih", "ah b", "k eh t s", "=1"]


def test_pairs_are_counted_by_hand() -> None:
    lines = str(score(REFS, HYPS).report("confusions")).splitlines()
    assert lines == [
        "ref,hyp,count",
        ",s,1",
        "'=1,'=1,1",
        "a,,1",
        "ae,eh,1",
        "ah,ah,2",
        "b,b,1",
        "b,p,1",
        "ih,ih,1",
        "k,k,1",
        "t,t,1",
    ]


def test_the_numbers_are_those_of_the_result(scorelite: Run, tmp_path: Path) -> None:
    for name, texts in (("r", REFS), ("h", HYPS)):
        (tmp_path / f"{name}.trn").write_text("".join(f"{text} (u-{row})\n" for row, text in enumerate(texts)))
    done = scorelite("score", "r.trn", "h.trn", "--report", "confusions", "-o", "pairs.csv", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    rows = [*csv.DictReader((tmp_path / "pairs.csv").read_text().splitlines())]
    counts = score(REFS, HYPS).counts
    total = {kind: sum(int(row["count"]) for row in rows if kind == _kind(row)) for kind in "CSDI"}
    assert [*total.values()] == [counts.correct, counts.substitutions, counts.deletions, counts.insertions]


def _kind(row: dict[str, str]) -> str:
    if not row["ref"] or not row["hyp"]:
        return "D" if row["ref"] else "I"
    return "C" if row["ref"] == row["hyp"] else "S"
