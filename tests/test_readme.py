"""What the README promises is what happens: its examples run, and its tables are those of the program."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import formats
from formats.catalogue import renewed
from tests.conftest import ROOT

README = ROOT / "README.md"
CI = ROOT / ".ci" / "run"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder like a clone with the virtual environment active, as the README supposes."""
    shutil.copytree(ROOT / "resources" / "demo", tmp_path / "resources" / "demo")
    shutil.copytree(ROOT / "resources" / "demo_kws", tmp_path / "resources" / "demo_kws")
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, module in (("sclite", "scoring.cli.sclite"), ("scorelite", "scoring.cli.main")):
        program = programs / name
        program.write_text(f"#!{sys.executable}\nimport sys\nfrom {module} import main\nsys.exit(main())\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def sessions() -> list[str]:
    """The console blocks; one that uses a file made by an earlier command stands in one block with it."""
    found = blocks("console")
    assert found
    return found


@pytest.mark.skipif(os.name != "posix", reason="the examples are for a POSIX shell")
@pytest.mark.parametrize("session", sessions())
def test_console_examples_print_what_they_show(session: str, clone: Path) -> None:
    steps = re.split(r"^\$ ", session, flags=re.MULTILINE)
    assert steps[0] == ""
    for step in steps[1:]:
        command, _, expected = step.partition("\n")
        done = subprocess.run(
            command, shell=True, cwd=clone, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        assert done.stdout.decode() == expected, command


@pytest.mark.usefixtures("clone")
def test_python_examples_print_what_they_show() -> None:
    source = "\n".join(blocks("python"))
    test = doctest.DocTestParser().get_doctest(source, {}, "README", str(README), 0)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF)
    runner.run(test, out=report.append)
    assert test.examples
    assert not report, "".join(report)


def test_the_two_commands_are_those_that_the_machine_runs() -> None:
    script = CI.read_text(encoding="utf-8")
    commands = [block.strip() for block in blocks("bash")]
    assert len(commands) == 2
    for command in commands:
        assert command in script


def test_the_table_of_formats_is_that_of_the_registry() -> None:
    text = README.read_text(encoding="utf-8")
    assert text == renewed(text, formats.FORMATS), "python -m formats.catalogue brings it up to date"


def test_links_lead_somewhere() -> None:
    for path in (README, *sorted((ROOT / "docs").glob("*.md"))):
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text(encoding="utf-8")):
            assert target.startswith("http") or (path.parent / target).exists(), f"{path.name}: {target}"
