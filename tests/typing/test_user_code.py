"""Type checkers accept right uses of the public interface and refuse wrong ones, each at its line and by its rule."""

from __future__ import annotations

import inspect
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import pytest

from tests.conftest import ROOT
from tests.typing import right

RIGHT, WRONG = (Path(__file__).with_name(name) for name in ("right.py", "wrong.py"))
# A file, a line in it, and the rule that the line breaks.
Refusal = tuple[str, int, str]


def missing(reason: str) -> NoReturn:
    """Skips the test; fails it if SCORELITE_REQUIRE_TYPING says that no type checker may be missing."""
    if os.environ.get("SCORELITE_REQUIRE_TYPING", "") not in ("", "0"):
        pytest.fail(f"SCORELITE_REQUIRE_TYPING is set, but {reason}")
    pytest.skip(reason)


def run(module: str, folder: Path, *arguments: str) -> str:
    """The output of a type checker on both files in a folder that has what an installation has."""
    if find_spec(module) is None:
        missing(f"{module} is not installed: pip install {module}")
    package = folder / "scorelite"
    package.mkdir()
    folders = [ROOT / name for name in ("core", "formats", "resources", "scoring")]
    for path in (*(ROOT / "scorelite").glob("*.*"), *folders):
        (package / path.name).symlink_to(path)
    command = [sys.executable, "-m", module, *arguments, *(str(shutil.copy(path, folder)) for path in (RIGHT, WRONG))]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    # Both end with 1 where they found errors, and with something else where they could not work.
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.stdout


def mypy(folder: Path) -> set[Refusal]:
    mypy = re.findall(
        r"^(.+):(\d+): error: .*\[(.+)\]$", run("mypy", folder, "--strict", "--follow-imports=silent"), re.MULTILINE
    )
    return {(Path(path).name, int(line), rule) for path, line, rule in mypy}


def pyright(folder: Path) -> set[Refusal]:
    pyright = json.loads(run("pyright", folder, "--outputjson"))["generalDiagnostics"]
    return {(Path(one["file"]).name, one["range"]["start"]["line"] + 1, one["rule"]) for one in pyright}


def expected(checker: str) -> set[Refusal]:
    """The refusals that the comments of the wrong file announce."""
    expected = set()
    for number, line in enumerate(WRONG.read_text(encoding="utf-8").splitlines(), 1):
        if rule := re.search(rf"# .*\b{checker}: ([\w-]+)", line):
            expected.add((WRONG.name, number, rule[1]))
    return expected


@pytest.mark.parametrize("checker", [mypy, pyright])
def test_right_uses_are_accepted_and_every_wrong_one_is_refused(
    checker: Callable[[Path], set[Refusal]], tmp_path: Path
) -> None:
    announced = expected(checker.__name__)
    assert len(announced) > 20
    assert checker(tmp_path) == announced


def test_every_wrong_use_is_announced_for_both_checkers() -> None:
    lines = WRONG.read_text(encoding="utf-8").splitlines()
    uses = [number for number, line in enumerate(lines, 1) if re.match(r"    (?!result = )\S", line)]
    for checker in ("mypy", "pyright"):
        assert sorted(line for _, line, _ in expected(checker)) == uses


@pytest.mark.parametrize("use", [use for _, use in inspect.getmembers(right, inspect.isfunction)])
def test_right_uses_run(use: Callable[..., object], tmp_path: Path) -> None:
    use(tmp_path) if inspect.signature(use).parameters else use()
