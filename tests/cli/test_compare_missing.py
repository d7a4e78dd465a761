"""`scorelite compare` of hypotheses of which some lack utterances."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import Run

# B lacks u2, in which A has both words wrong: of the others, A has one of three wrong, B none.
REF = "id,text,old\nu1,a b,a b\nu2,c d,x y\nu3,e,f\n"
NEW = "id,text,old\nu1,a b,a b\nu3,e,e\n"


def test_missing_skip_compares_the_utterances_that_all_have(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "old.csv").write_text(REF, "utf-8")
    (tmp_path / "new.csv").write_text(NEW, "utf-8")
    hyps = ["--ref", "old.csv", "old.csv", "new.csv"]
    columns = ["--ref-column", "text", "--hyp-column", "old"]
    run = scorelite("compare", *hyps, *columns, "--missing", "skip")
    assert b"compared on 2 utterances, which all hypotheses have; left out: 1 utterance that some lack" in run.stderr
    assert b"(33.33 -> 0.00 %)" in run.stdout
    lacking = scorelite("compare", *hyps, *columns).stderr
    assert b"--missing skip" in lacking


def test_one_column_of_hypotheses_is_that_of_several_tables(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "old.csv").write_text(REF, "utf-8")
    (tmp_path / "new.csv").write_text(REF.replace("x y", "c y"), "utf-8")
    tables = ["old.csv", "new.csv", "--ref-column", "text"]
    assert b"WER fell by 20.00 points (60.00 -> 40.00 %)" in scorelite("compare", *tables, "--hyp-column", "old").stdout
    assert b"no column 'older'" in scorelite("compare", *tables, "--hyp-column", "older").stderr
