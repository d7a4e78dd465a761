"""`scorelite meeteval-wer`: files, log lines and exit codes; the texts are those that MeetEval 0.4.3 writes."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from scorelite.compat.meeteval.program import run
from scorelite.scoring.cli.main import main
from tests.peers import peer

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


def test_a_time_that_is_no_number_is_named_with_its_file_and_field(folder, capfd):
    rows = [{"session_id": "A", "speaker": "x", "start_time": "0:00:10.20", "end_time": "12", "words": "hi"}]
    (folder / "ref.json").write_text(json.dumps(rows))
    assert run(["cpwer", "-r", "ref.json", "-h", "hyp.stm"]) == 1
    assert capfd.readouterr().err == (
        "scorelite meeteval-wer: InvalidOperation: ref.json: /0/start_time: '0:00:10.20' is not a number; "
        "expected seconds\n"
    )


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
    for name in ("-", "-.json"):
        words = [measure, "-r", "ref.stm", "-h", "hyp.stm", f"--average-out={name}", "--per-reco-out", "x.json"]
        assert run(words) == 0
        assert json.loads(capfd.readouterr().out)["errors"] == 1
        assert not (folder / name).exists()


def test_files_of_sessions_are_merged_and_averaged(folder, capfd):
    run(["cpwer", "-r", "ref.stm", "-h", "hyp.stm"])
    assert run(["average", "hyp_cpwer_per_reco.json", "--regex", "A"]) == 0
    assert json.loads(capfd.readouterr().out)["length"] == 4
    assert run(["merge", "hyp_cpwer_per_reco.json"]) == 0
    assert [*json.loads(capfd.readouterr().out)] == ["A", "B"]
    assert run(["merge", "hyp_cpwer_per_reco.json", "hyp_cpwer_per_reco.json"]) == 1
    assert "2 sessions are in several files: A, B" in capfd.readouterr().err


@pytest.mark.parametrize(
    "content", ['{"A": [1]}', '{"A": 1}', '{"errors": 1, "length": 2, "reference_self_overlap": [1]}']
)
@pytest.mark.parametrize("command", ["merge", "average"])
def test_a_value_that_is_no_error_rate_is_refused(command, content, folder, capfd):
    (folder / "odd_per_reco.json").write_text(content)
    assert run([command, "odd_per_reco.json"]) == 1
    assert "expected an error rate: an object with errors, length and counts" in capfd.readouterr().err


def test_sums_of_files_are_floating_point_numbers(folder, capfd):
    run(["cpwer", "-r", "ref.stm", "-h", "hyp.stm"])
    run(["merge", "hyp_cpwer_per_reco.json"])
    assert '"total_time": 3.5\n' in capfd.readouterr().out
    assert '"total_time": 3.50\n' in (folder / "hyp_cpwer_per_reco.json").read_text()


def test_yaml_has_the_decimals_and_tuples_of_meeteval_and_is_read_again(folder, capfd):
    peer("yaml")
    run(["cpwer", "-r", "ref.stm", "-h", "hyp.stm", "--per-reco-out", "parts.yaml"])
    text = (folder / "parts.yaml").read_text()
    assert "total_time: !!python/object/apply:decimal.Decimal\n    - '3.50'\n" in text
    assert "assignment: !!python/tuple\n  - !!python/tuple\n    - anna\n    - x\n" in text
    assert run(["average", "parts.yaml", "--out=-.json"]) == 0
    assert json.loads(capfd.readouterr().out)["hypothesis_self_overlap"]["total_time"] == 4.5
    (folder / "bad.yaml").write_text("errors: !!python/object/apply:os.getcwd []\n")
    assert run(["average", "bad.yaml"]) == 1
    assert "expected the YAML of error rates" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("words", "logged"),
    [
        (["tcpwer", "--collar", "0"], "WARNING Collar is set to 0, which means that no collar is applied.\n"),
        (["cpwer", "--uem", "all.uem"], "INFO Applied uem and reduced SegLST from 3 to 2 segments.\n"),
        (["cpwer", "-h", "more.stm", "--partial"], "missing in the reference.\nMissing: ['C']\n`partial=True`, so "),
    ],
)
def test_log_lines_are_those_of_meeteval(words, logged, folder, capfd):
    (folder / "all.uem").write_text("A 1 0.00 0.50\n")
    (folder / "more.stm").write_text("C 1 x 0.00 1.00 hi\n")
    assert run([words[0], "-r", "ref.stm", "-h", "hyp.stm", *words[1:]]) == 0
    assert logged in capfd.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["cpwer", "-r", "nothing.stm", "-h", "hyp.stm"],
        ["cpwer", "-r", "ref.stm", "-h", "hyp.stm", "--average-out", "nowhere/x.json"],
        ["cpwer", "-r", "ref.stm", "-h", "hyp.stm", "--reference-sort", "word"],
        ["average", "nothing.json"],
        ["normalize", "hyp.stm"],
    ],
)
def test_files_that_are_missing_and_what_cannot_be_done_end_with_1(words, folder, capfd):
    assert run(words) == 1
    assert "scorelite meeteval-wer: " in capfd.readouterr().err


def test_a_segment_without_words_keeps_the_stream_of_its_speaker_in_greedy_measures(folder):
    (folder / "ref.stm").write_text("A 1 anna 0 1 good day\nA 1 ben 1 2 hello there\nA 1 ben 2 3 \n")
    run(["greedy_orcwer", "-r", "ref.stm", "-h", "hyp.stm", "--partial"])
    assert json.loads((folder / "hyp_orcwer_per_reco.json").read_text())["A"]["assignment"] == ["x", "y", "y"]


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
