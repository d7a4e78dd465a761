"""The action for workflows: its steps run in bash with the environment that a runner of GitHub would give."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from tests.conftest import ROOT
from tests.often import slow_but_for

BASH = shutil.which("bash")
pytestmark = pytest.mark.skipif(os.name != "posix" or BASH is None, reason="the steps are for bash")

ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS: list[dict[str, Any]] = ACTION["runs"]["steps"]
REF = "a b c d (u-1)\ne f g h (u-2)\ni j (u-3)\n"
OLD = REF.replace("h", "x")
NEW = OLD.replace("a b", "a y")


@dataclass
class Runner:
    """A runner of GitHub with a workspace; it evaluates the expressions that the action has, and no others."""

    folder: Path
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def workspace(self) -> Path:
        """The folder in which steps run."""
        return self.folder / "work space"

    def run(self, *ids: str, outputs: dict[str, dict[str, str]] | None = None, **inputs: str) -> Ended:
        """Runs these steps; stops at the first that fails."""
        assert set(inputs) <= {name.replace("-", "_") for name in ACTION["inputs"]}
        given = {
            name: inputs.get(name.replace("-", "_"), each.get("default")) for name, each in ACTION["inputs"].items()
        }
        context = {f"inputs.{name}": value for name, value in given.items()}
        ended = Ended(0, "", {}, "")
        for step in (step for step in STEPS if step["id"] in ids):
            for name, values in (outputs or {}).items():
                context |= {f"steps.{name}.outputs.{key}": value for key, value in values.items()}
            ended = self._step(step, {name: context[expression(text)] for name, text in step["env"].items()})
            outputs = {**(outputs or {}), step["id"]: ended.outputs}
            if ended.code:
                break
        return ended

    def _step(self, step: dict[str, Any], variables: dict[str, str]) -> Ended:
        files = {name: self.folder / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "script.sh")}
        for path in files.values():
            path.write_text("")
        files["script.sh"].write_text(step["run"])
        temporary = self.folder / "run temp"
        temporary.mkdir(exist_ok=True)
        assert step["shell"] == "bash"
        assert BASH
        done = subprocess.run(
            [BASH, "--noprofile", "--norc", "-eo", "pipefail", str(files["script.sh"])],
            cwd=self.workspace,
            env={
                **os.environ,
                **{name: str(path) for name, path in files.items() if name.startswith("GITHUB")},
                "RUNNER_TEMP": str(temporary),
                **self.environment,
                **variables,
            },
            capture_output=True,
            text=True,
            check=False,
        )
        lines = files["GITHUB_OUTPUT"].read_text().splitlines()
        values = dict(line.split("=", 1) for line in lines)
        return Ended(done.returncode, done.stdout + done.stderr, values, files["GITHUB_STEP_SUMMARY"].read_text())


@dataclass
class Ended:
    """A step that ended: its exit code, log and outputs, and the summary of the job."""

    code: int
    log: str
    outputs: dict[str, str]
    summary: str


def expression(text: str) -> str:
    """The name inside the braces of an expression."""
    match = re.fullmatch(r"\$\{\{ ([\w.-]+) \}\}", text)
    assert match, text
    return match[1]


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    made = Runner(tmp_path)
    made.workspace.mkdir()
    for name, text in (("ref", REF), ("old", OLD), ("new", NEW)):
        (made.workspace / f"{name}.trn").write_text(text)
    return made


def gate(runner: Runner, **inputs: str) -> Ended:
    """The step that scores, with the installed command."""
    return runner.run("gate", outputs={"install": {"bin": str(Path(sys.executable).parent)}}, **inputs)


@pytest.fixture
def baseline(runner: Runner) -> str:
    command = [sys.executable, "-m", "scorelite", "score", "ref.trn", "old.trn", "--json", "--utterances"]
    (runner.workspace / "base.json").write_bytes(
        subprocess.run(command, cwd=runner.workspace, capture_output=True, check=True).stdout
    )
    return "base.json"


@pytest.mark.parametrize(("limit", "code", "verdict"), [("20", 0, "PASS"), ("19.9", 1, "FAIL"), ("", 0, "")])
def test_a_rate_above_the_limit_fails_the_job(runner: Runner, limit: str, code: int, verdict: str) -> None:
    ended = gate(runner, ref="ref.trn", hyp="new.trn", max_wer=limit)
    assert (ended.code, ended.outputs) == (code, {"wer": "20.00", "verdict": verdict}), ended.log
    heading = f"### {verdict}: WER is 20.00 %, allowed {float(limit):.2f} %" if limit else "### WER 20.0 %"
    assert ended.summary.splitlines()[0] == heading
    assert ("| `u-1` | `new.trn:1` |" in ended.summary) == (code == 1)


@pytest.mark.sweep(3)
@pytest.mark.parametrize(
    ("inputs", "code", "verdict", "headings"),
    [
        ({}, 1, "FAIL", ["FAIL: WER rose by 10.00 points (10.00 -> 20.00 %), allowed 0.00"]),
        ({"max_wer_increase": "10"}, 0, "PASS", ["PASS: WER rose by 10.00 points (10.00 -> 20.00 %), allowed 10.00"]),
        (
            {"significant": "true"},
            1,
            "FAIL",
            ["FAIL: WER rose by 10.00 points (10.00 -> 20.00 %), and 3 utterances are too few; 6 or more are needed"],
        ),
        (
            {"max_wer_increase": "10", "max_wer": "15"},
            1,
            "FAIL",
            [
                "PASS: WER rose by 10.00 points (10.00 -> 20.00 %), allowed 10.00",
                "FAIL: WER is 20.00 %, allowed 15.00 %",
            ],
        ),
    ],
)
def test_a_rate_that_rises_fails_the_job(
    runner: Runner, baseline: str, inputs: dict[str, str], code: int, verdict: str, headings: list[str]
) -> None:
    ended = gate(runner, ref="ref.trn", hyp="new.trn", baseline=baseline, **inputs)
    assert (ended.code, ended.outputs) == (code, {"wer": "20.00", "verdict": verdict}), ended.log
    lines = [line.removeprefix("### ") for line in ended.summary.splitlines() if line.startswith("### ")]
    assert [line[: len(heading)] for line, heading in zip(lines, headings, strict=True)] == headings


@pytest.mark.slow
def test_the_files_of_the_verdict_are_those_of_the_comparison(runner: Runner, baseline: str) -> None:
    files = {"junit": "j.xml", "sarif": "s.sarif", "badge": "b.svg"}
    ended = gate(runner, ref="ref.trn", hyp="new.trn", baseline=baseline, max_wer="90", **files)
    assert ended.code == 1
    (case,) = ElementTree.parse(runner.workspace / "j.xml").getroot().iter("testcase")
    assert case.get("name") == "WER: at most 0.00 points higher"
    assert len(json.loads((runner.workspace / "s.sarif").read_bytes())["runs"][0]["results"]) == 2
    assert "<svg" in (runner.workspace / "b.svg").read_text()


def test_further_options_are_words_and_no_patterns(runner: Runner) -> None:
    ended = gate(runner, ref="ref.trn", hyp="new.trn", options=" --characters\n --missing  skip ")
    assert (ended.code, ended.outputs["wer"]) == (0, "20.00"), ended.log
    assert ended.summary.startswith("### CER")
    assert "'*'" in gate(runner, ref="ref.trn", hyp="new.trn", options="--missing *").log


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({"hyp": "missing.trn"}, "missing.trn"),
        ({"hyp": "new.trn", "max_wer_increase": "1"}, "max-wer-increase and significant need a baseline"),
        ({"hyp": "new.trn", "baseline": "old.trn"}, "old.trn: a transcript (trn), no scores"),
        ({"hyp": "new.trn", "junit": "j.xml"}, "--verdict has no effect without a limit for junit"),
    ],
)
def test_wrong_inputs_end_the_job_with_code_2(runner: Runner, inputs: dict[str, str], message: str) -> None:
    ended = gate(runner, ref="ref.trn", **inputs)
    assert ended.code == 2
    assert message in " ".join(ended.log.split())
    assert ended.outputs.get("verdict", "") == ""


ODD = ["$(touch hacked)", "`touch hacked`", '"; touch hacked; "', "-o hacked", "a' b", "${{ github.token }}", "x\ny"]


@pytest.mark.slow
@pytest.mark.parametrize("name", slow_but_for(ODD, lambda name: name in (ODD[0], ODD[3], ODD[-1])))
def test_a_file_may_have_any_name_and_none_is_a_command(runner: Runner, name: str) -> None:
    (runner.workspace / f"{name}.trn").write_text(NEW)
    ended = gate(runner, ref="ref.trn", hyp=f"{name}.trn", max_wer="10", badge=f"{name}.svg")
    assert (ended.code, ended.outputs) == (1, {"wer": "20.00", "verdict": "FAIL"}), ended.log
    assert (runner.workspace / f"{name}.svg").is_file()
    assert not [path for path in runner.workspace.iterdir() if path.name.startswith("hacked")]
    gate(runner, ref=name, hyp=name, max_wer=name, baseline=name, options=name, significant=name)
    assert not [path for path in runner.workspace.iterdir() if path.name.startswith("hacked")]


def test_modules_of_the_workspace_and_a_baseline_that_looks_like_an_option_do_no_harm(
    runner: Runner, baseline: str
) -> None:
    (runner.workspace / baseline).rename(runner.workspace / "-s.json")
    for name in ("json", "argparse", "scorelite"):
        (runner.workspace / f"{name}.py").write_text("raise SystemExit(99)\n")
    ended = gate(runner, ref="ref.trn", hyp="new.trn", baseline="-s.json")
    assert (ended.code, ended.outputs["verdict"]) == (1, "FAIL"), ended.log


def test_no_script_has_an_expression_and_every_input_is_used() -> None:
    assert [step["id"] for step in STEPS if "${{" in step["run"]] == []
    used = {expression(text) for step in STEPS for text in step["env"].values()}
    assert {name.removeprefix("inputs.") for name in used if name.startswith("inputs.")} == {*ACTION["inputs"]}
    values = {name: expression(each["value"]) for name, each in ACTION["outputs"].items()}
    assert values == {name: f"steps.gate.outputs.{name}" for name in ("wer", "verdict")}


def test_shellcheck_finds_nothing_in_the_scripts(tmp_path: Path) -> None:
    program = shutil.which("shellcheck")
    if program is None:
        pytest.skip("shellcheck is not installed")
    for step in STEPS:
        script = tmp_path / f"{step['id']}.sh"
        script.write_text(f"#!/usr/bin/env bash\nset -eo pipefail\n{step['run']}")
        names = "".join(f"{name}=\n" for name in step["env"])
        script.write_text(f"#!/usr/bin/env bash\nset -eo pipefail\n{names}{step['run']}")
        done = subprocess.run([program, str(script)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, "")


LEFT_OUT = (".*", "build", "dist", "*.so", "*.egg-info", "__pycache__", "tests", "benchmarks")


@pytest.mark.slow
def test_the_action_installs_the_commit_that_it_is_of(runner: Runner) -> None:
    setuptools = pytest.importorskip("setuptools", minversion="70.1")
    checkout, packages = runner.folder / "checkout", runner.folder / "packages"
    shutil.copytree(ROOT, checkout, ignore=shutil.ignore_patterns(*LEFT_OUT))
    # What builds the package is at hand without the index, and the pure-Python core needs no package.
    packages.mkdir()
    home = Path(setuptools.__file__).parent
    (packages / "setuptools").symlink_to(home)
    runner.environment = {
        "GITHUB_ACTION_PATH": str(checkout),
        "PYTHONPATH": str(packages),
        "PIP_NO_BUILD_ISOLATION": "0",
        "PIP_NO_DEPS": "1",
        "PIP_NO_INDEX": "1",
        "SCORELITE_NO_NATIVE": "1",
        "SCORELITE_REQUIRE_NATIVE": "",
    }
    inputs = {"ref": "ref.trn", "hyp": "new.trn", "python": sys.executable}
    ended = runner.run("install", "gate", max_wer="10", **inputs)
    assert (ended.code, ended.outputs) == (1, {"wer": "20.00", "verdict": "FAIL"}), ended.log
    assert (runner.folder / "run temp" / "scorelite-checkout" / "bin" / "scorelite").is_file()
    # The second use in a job finds it.
    shutil.rmtree(checkout)
    assert runner.run("install", "gate", max_wer="20", **inputs).outputs == {"wer": "20.00", "verdict": "PASS"}


@pytest.mark.slow
def test_a_version_that_the_index_does_not_have_fails(runner: Runner) -> None:
    runner.environment = {"PIP_NO_INDEX": "1", "GITHUB_ACTION_PATH": str(ROOT)}
    ended = runner.run("install", ref="r", version="987.0", python=sys.executable)
    assert ended.code != 0
    assert "scorelite[all]==987.0" in ended.log
