"""The programs answer as BenchmarkSTT's do, case by case, except for the listed differences."""

from __future__ import annotations

import hashlib
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from scorelite import core as _core
from tests.compat.archive.benchmarkstt.runs import Run, lacks_unidecode, run, write
from tests.compat.seeds import decoded, features
from tests.often import slow_but_for

# Cases with another answer, and the reason; docs/explanation/differences.md tells users.
DIFFERENT = {
    "benchmarkstt.cli_config.040": "`file` works",
    "benchmarkstt.cli_normalizers.021": "`file` works",
    "benchmarkstt.cli_tools_normalization.013": "output files are whole or not written at all",
    "benchmarkstt.cli_tools_normalization.014": "as many output files as input files",
    "benchmarkstt.cli_usage.022": "the methods are listed",
}


@pytest.fixture(scope="module")
def folder(gold: Path) -> Path:
    home = gold / "seeds" / "benchmarkstt"
    if not home.is_dir():
        pytest.skip("the golden cases have none of BenchmarkSTT")
    return home


def finding(case: dict[str, Any], place: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The difference from the recorded run; empty if there is none."""
    case_input = decoded(case["input"])
    expected = decoded(case["output"])
    place.mkdir(exist_ok=True)
    write(place, case_input.get("files", {}))
    monkeypatch.chdir(place)
    for name in ("DEFAULT_ENCODING",):
        monkeypatch.delenv(name, raising=False)
    for name, value in (case_input.get("env") or {}).items():
        monkeypatch.setenv(name, value)
    outcome = run([case_input["prog"], *case_input["argv"]], case_input.get("stdin", ""))
    return compared(case, expected, outcome, place)


def compared(case: dict[str, Any], expected: dict[str, Any], outcome: Run, place: Path) -> str:
    if "Traceback" in outcome.stderr:
        return f"a traceback: {outcome.stderr}"
    if outcome.exit != expected["exit"]:
        return f"exit code {outcome.exit}, expected {expected['exit']}: {outcome.stderr}"
    if case["compare"] == "contains-options":
        missing = [option for option in expected.get("options", ()) if option not in outcome.stdout]
        return f"not in the help: {missing}" if missing or not outcome.stdout else ""
    if "stdout_sha256" in expected and hashlib.sha256(outcome.stdout.encode()).hexdigest() != expected["stdout_sha256"]:
        return f"another stdout of {len(outcome.stdout.encode())} bytes, expected {expected['stdout_bytes']}"
    if "stdout" in expected and outcome.stdout != expected["stdout"]:
        return f"stdout {outcome.stdout!r}, expected {expected['stdout']!r}"
    if "stderr" in expected and outcome.stderr != expected["stderr"]:
        return f"stderr {outcome.stderr!r}, expected {expected['stderr']!r}"
    if expected["exit"] == 2 and outcome.stderr.splitlines()[-1] != expected["stderr_last"]:
        return f"last line {outcome.stderr.splitlines()[-1]!r}, expected {expected['stderr_last']!r}"
    if expected["exit"] == 1 and not re.fullmatch(r"benchmarkstt(-tools)?: error: .+\n", outcome.stderr[-2000:], re.S):
        return f"no message: {outcome.stderr!r}"
    return files(expected, place)


def files(expected: dict[str, Any], place: Path) -> str:
    for name, content in expected.get("files", {}).items():
        path = place / name
        written = path.read_text() if path.exists() else None
        if written != content:
            return f"{name}: {written!r}, expected {content!r}"
    return ""


@pytest.mark.parametrize(
    "feature",
    [
        *slow_but_for(
            [
                *("cli_beer", "cli_cer", "cli_config", "cli_diffcounts", "cli_input", "cli_load", "cli_log"),
                *("cli_metric_args", "cli_normalizers", "cli_rounding", "cli_tools_metrics"),
                *("cli_tools_normalization", "cli_usage", "cli_wer", "cli_wer_modes", "cli_worddiffs"),
                "cli_worddiffs_dialects",
            ],
            ("cli_input", "cli_tools_metrics", "cli_usage", "cli_wer").__contains__,
        )
    ],
)
def test_programs(folder: Path, feature: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    actual = {}
    for recorded in features(folder):
        if recorded["feature"] == feature:
            for number, case in enumerate(recorded["cases"]):
                if lacks_unidecode(case):
                    continue
                difference = finding(case, tmp_path / str(number), monkeypatch)
                if bool(difference) != (case["id"] in DIFFERENT):
                    actual[case["id"]] = difference or "no difference any more"
    assert actual == {}


@pytest.mark.skipif(_core.NAME == "python", reason="85,000 characters take the pure-Python core minutes and gigabytes")
def test_the_tutorial(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in (folder.parent / "benchmarkstt_data").iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.chdir(tmp_path)
    for name in ("qt_aws_hypothesis", "qt_kaldi_hypothesis"):
        names = ["-i", f"{name}.txt", "-o", f"{name}_normalized.txt"]
        assert run(["benchmarkstt-tools", "normalization", *names, "--lowercase", "--regex", "[,.-]", " "]).exit == 0
    recorded = next(feature for feature in features(folder) if feature["feature"] == "tutorial")
    for case in recorded["cases"]:
        assert finding(case, tmp_path, monkeypatch) == ""
        if digest := case["output"].get("file_sha256"):
            argv = case["input"]["argv"]
            name = next(word for option, word in pairwise(argv) if option in ("-o", "--outputfile"))
            assert hashlib.sha256((tmp_path / name).read_bytes()).hexdigest() == digest
