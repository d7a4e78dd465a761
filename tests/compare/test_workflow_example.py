"""The guide's job for GitHub Actions fails and passes as the guide says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.conftest import ROOT


def steps() -> list[str]:
    """The shell scripts of the job, in order."""
    (job,) = re.findall(
        r"^```yaml\n(.*?)^```",
        (ROOT / "docs" / "guides" / "compare.md").read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    steps = re.findall(r"^      - run: (?:\|\n((?:          .*\n)+)|(.*)\n)", job, re.MULTILINE)
    return [textwrap.dedent(block) or line for block, line in steps]


@pytest.mark.skipif(os.name != "posix", reason="the job runs on Linux")
@pytest.mark.parametrize(("said", "code"), [("good day to you all", 0), ("good way to you all", 1)])
def test_the_job_passes_or_fails_and_leaves_its_summary(said: str, code: int, tmp_path: Path) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    program = programs / "scorelite"
    program.write_text(
        f"#!{sys.executable}\nimport sys\nfrom scorelite.scoring.cli.main import main\nsys.exit(main())\n"
    )
    program.chmod(0o755)
    (tmp_path / "recognise.sh").write_text(f"#!/bin/sh\necho '{said} (a-1)'\n")
    (tmp_path / "recognise.sh").chmod(0o755)
    (tmp_path / "ref.trn").write_text("good day to you all (a-1)\n")
    environment = {
        **os.environ,
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
    }

    def run(script: str) -> int:
        # The shell of a step stops at the first command that fails.
        return subprocess.run(["bash", "-e", "-c", script], cwd=tmp_path, env=environment, check=False).returncode

    assert run("scorelite score ref.trn ref.trn --json --utterances -o baseline.json") == 0
    install, *rest = steps()
    assert install == "pip install scorelite"
    assert [run(step) for step in rest] == [0, code]
    assert (
        (tmp_path / "summary.md")
        .read_text()
        .startswith("### PASS: WER is unchanged" if not code else "### FAIL: WER rose by")
    )
