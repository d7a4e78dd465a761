"""`scorelite meeteval-wer`: files, log lines and exit codes; the texts are those that MeetEval 0.4.3 writes."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from scoring.cli.main import main
from scoring.compat.meeteval.program import run

REF = "A 1 anna 0.00 1.00 good day\nA 1 ben 1.00 2.50 hello there\nB 1 anna 0.00 1.00 hi\n"
HYP = "A 1 x 0.00 1.00 good way\nA 1 y 1.00 2.50 hello there\nB 1 x 0.00 1.00 hi\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "ref.stm").write_text(REF)
    (tmp_path / "hyp.stm").write_text(HYP)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def _logging():
    root = logging.getLogger()
    before = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = before


def test_files_are_written_beside_the_hypothesis_and_logged(folder, capfd):
    assert run(["tcpwer", "-r", "ref.stm", "-h", "hyp.stm", "--collar", "5"]) == 0
    assert capfd.readouterr().err == (
        f"INFO Wrote: {folder}/hyp_tcpwer_per_reco.json\n"
        f"INFO Wrote: {folder}/hyp_tcpwer.json\n"
        "INFO %tcpWER: 20.00% [ 1 / 5, 0 ins, 0 del, 1 sub ]\n"
    )
    average = json.loads((folder / "hyp_tcpwer.json").read_text())
    assert average == {
        "error_rate": 0.2,
        "errors": 1,
        "length": 5,
        "insertions": 0,
        "deletions": 0,
        "substitutions": 1,
        "reference_self_overlap": {"overlap_rate": 0.0, "overlap_time": 0, "total_time": 4.5},
        "hypothesis_self_overlap": {"overlap_rate": 0.0, "overlap_time": 0, "total_time": 4.5},
        "missed_speaker": 0,
        "falarm_speaker": 0,
        "scored_speaker": 3,
        "assignment": None,
    }
    parts = json.loads((folder / "hyp_tcpwer_per_reco.json").read_text())
    assert parts["A"]["assignment"] == [["anna", "x"], ["ben", "y"]]
    assert '"total_time": 4.50\n' in (folder / "hyp_tcpwer.json").read_text()


@pytest.mark.parametrize("measure", ["cpwer", "orcwer", "mimower", "greedy_orcwer", "greedy_dicpwer"])
def test_every_measure_without_times_writes_to_stdout(folder, measure, capfd):
    words = [measure, "-r", "ref.stm", "-h", "hyp.stm", "--average-out", "-", "--per-reco-out", "x.json"]
    assert run(words) == 0
    assert json.loads(capfd.readouterr().out)["errors"] == 1


def test_files_of_sessions_are_merged_and_averaged(folder, capfd):
    run(["cpwer", "-r", "ref.stm", "-h", "hyp.stm"])
    assert run(["average", "hyp_cpwer_per_reco.json", "--regex", "A"]) == 0
    assert json.loads(capfd.readouterr().out)["length"] == 4
    assert run(["merge", "hyp_cpwer_per_reco.json"]) == 0
    assert [*json.loads(capfd.readouterr().out)] == ["A", "B"]
    assert run(["merge", "hyp_cpwer_per_reco.json", "hyp_cpwer_per_reco.json"]) == 1
    assert "2 sessions are in several files: A, B" in capfd.readouterr().err


def test_sessions_that_do_not_match_are_an_error(folder, capfd):
    (folder / "part.stm").write_text("C 1 x 0.00 1.00 hi\n")
    assert run(["cpwer", "-r", "ref.stm", "-h", "part.stm"]) == 1
    assert "missing in the reference" in capfd.readouterr().err


@pytest.mark.parametrize(
    "words", [["tcpwer", "-r", "ref.stm", "-h", "hyp.stm"], ["cpwer", "-r", "ref.stm"], ["xwer"], []]
)
def test_wrong_command_lines_end_with_2(folder, words, capfd):
    with pytest.raises(SystemExit) as ended:
        run(words)
    assert ended.value.code == 2
    assert "usage: scorelite meeteval-wer" in capfd.readouterr().err


@pytest.mark.parametrize(("words", "logged"), [(("--log-level", "ERROR"), False), (("--log-level=info",), True)])
def test_the_log_level_stands_before_the_command(words, logged, folder, capfd):
    with pytest.raises(SystemExit, match="0"):
        main(["meeteval-wer", *words, "cpwer", "-r", "ref.stm", "-h", "hyp.stm"])
    assert ("INFO" in capfd.readouterr().err) == logged


@pytest.mark.parametrize("time", ["NaN", "Infinity", "1E+400"])
def test_a_time_that_is_no_number_of_seconds_is_an_error_without_a_traceback(tmp_path, time, capsys):
    (tmp_path / "ref.stm").write_text(f"rec 1 A {time} 1E+401 a\n")
    (tmp_path / "hyp.stm").write_text("rec 1 A 0 1 a\n")
    files = ["-r", str(tmp_path / "ref.stm"), "-h", str(tmp_path / "hyp.stm")]
    assert run(["cpwer", *files, "--average-out", "-", "--per-reco-out", "-"]) == 1
    assert "ValueError: A time is no finite number of seconds (reference)" in capsys.readouterr().err
