"""The programs answer as BenchmarkSTT's do, case by case, except for the listed differences."""

from __future__ import annotations

import hashlib
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from scorelite.scoring import _core
from tests.compat.benchmarkstt.runs import Run, lacks_unidecode, run, write
from tests.compat.seeds import decoded, features

# Cases with another answer, and the reason; docs/differences.md tells users.
DIFFERENT = {
    "benchmarkstt.cli_config.040": "`file` works",
    "benchmarkstt.cli_normalizers.021": "`file` works",
    "benchmarkstt.cli_tools_normalization.013": "output files are whole or not written at all",
    "benchmarkstt.cli_tools_normalization.014": "as many output files as input files",
    "benchmarkstt.cli_usage.022": "the methods are listed",
}


@pytest.fixture(scope="module")
def folder(gold: Path) -> Path:
    found = gold / "seeds" / "benchmarkstt"
    if not found.is_dir():
        pytest.skip("the golden cases have none of BenchmarkSTT")
    return found


def finding(case: dict[str, Any], place: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The difference from the recorded run; empty if there is none."""
    given = decoded(case["input"])
    expected = decoded(case["output"])
    place.mkdir(exist_ok=True)
    write(place, given.get("files", {}))
    monkeypatch.chdir(place)
    for name in ("DEFAULT_ENCODING",):
        monkeypatch.delenv(name, raising=False)
    for name, value in (given.get("env") or {}).items():
        monkeypatch.setenv(name, value)
    found = run([given["prog"], *given["argv"]], given.get("stdin", ""))
    return compared(case, expected, found, place)


def compared(case: dict[str, Any], expected: dict[str, Any], found: Run, place: Path) -> str:
    if "Traceback" in found.stderr:
        return f"a traceback: {found.stderr}"
    if found.exit != expected["exit"]:
        return f"exit code {found.exit}, expected {expected['exit']}: {found.stderr}"
    if case["compare"] == "contains-options":
        missing = [option for option in expected.get("options", ()) if option not in found.stdout]
        return f"not in the help: {missing}" if missing or not found.stdout else ""
    if "stdout_sha256" in expected and hashlib.sha256(found.stdout.encode()).hexdigest() != expected["stdout_sha256"]:
        return f"another stdout of {len(found.stdout.encode())} bytes, expected {expected['stdout_bytes']}"
    if "stdout" in expected and found.stdout != expected["stdout"]:
        return f"stdout {found.stdout!r}, expected {expected['stdout']!r}"
    if "stderr" in expected and found.stderr != expected["stderr"]:
        return f"stderr {found.stderr!r}, expected {expected['stderr']!r}"
    if expected["exit"] == 2 and found.stderr.splitlines()[-1] != expected["stderr_last"]:
        return f"last line {found.stderr.splitlines()[-1]!r}, expected {expected['stderr_last']!r}"
    if expected["exit"] == 1 and not re.fullmatch(r"benchmarkstt(-tools)?: error: .+\n", found.stderr[-2000:], re.S):
        return f"no message: {found.stderr!r}"
    return files(expected, place)


def files(expected: dict[str, Any], place: Path) -> str:
    for name, content in expected.get("files", {}).items():
        path = place / name
        found = path.read_text() if path.exists() else None
        if found != content:
            return f"{name}: {found!r}, expected {content!r}"
    return ""


@pytest.mark.parametrize(
    "feature",
    [
        *("cli_beer", "cli_cer", "cli_config", "cli_diffcounts", "cli_input", "cli_load", "cli_log", "cli_metric_args"),
        *("cli_normalizers", "cli_rounding", "cli_tools_metrics", "cli_tools_normalization", "cli_usage", "cli_wer"),
        *("cli_wer_modes", "cli_worddiffs", "cli_worddiffs_dialects"),
    ],
)
def test_programs(folder: Path, feature: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = {}
    for recorded in features(folder):
        if recorded["feature"] == feature:
            for number, case in enumerate(recorded["cases"]):
                if lacks_unidecode(case):
                    continue
                difference = finding(case, tmp_path / str(number), monkeypatch)
                if bool(difference) != (case["id"] in DIFFERENT):
                    found[case["id"]] = difference or "no difference any more"
    assert found == {}


@pytest.mark.skipif(_core.NAME == "python", reason="85,000 characters take the pure-Python core minutes and gigabytes")
def test_the_tutorial(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in (folder.parent / "benchmarkstt_data").iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.chdir(tmp_path)
    for name in ("qt_aws_hypothesis", "qt_kaldi_hypothesis"):
        names = ["-i", f"{name}.txt", "-o", f"{name}_normalized.txt"]
        assert run(["benchmarkstt-tools", "normalization", *names, "--lowercase", "--regex", "[,.-]", " "]).exit == 0
    recorded = next(one for one in features(folder) if one["feature"] == "tutorial")
    for case in recorded["cases"]:
        assert finding(case, tmp_path, monkeypatch) == ""
        if digest := case["output"].get("file_sha256"):
            argv = case["input"]["argv"]
            name = next(word for option, word in pairwise(argv) if option in ("-o", "--outputfile"))
            assert hashlib.sha256((tmp_path / name).read_bytes()).hexdigest() == digest
