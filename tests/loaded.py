"""Modules that a piece of code loads, as a fresh interpreter tells."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

# Modules that take longer to import than a small file takes to score.
HEAVY = {
    "argparse",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "inspect",
    "json",
    "logging",
    "numpy",
    "pathlib",
    "re",
    "typing",
}


def modules_imported(code: str, folder: Path, environment: dict[str, str]) -> set[str]:
    """Names of all modules that a bare interpreter imports while it runs some code."""
    start = f"import sys; sys.path.insert(0, {str(ROOT)!r}); "
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-X", "importtime", "-c", start + code],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    lines = [line for line in done.stderr.decode().splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip() for line in lines}


def modules_after(code: str, folder: Path) -> set[str]:
    """Names of the modules that some code has loaded, beyond those of a bare interpreter."""
    tell = "import sys; sys.stderr.write(chr(10) + ' '.join(sys.modules))"
    start = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
    modules_after = []
    for work in (start + code, start):
        command = [sys.executable, "-I", "-S", "-c", f"{work}\n{tell}"]
        done = subprocess.run(command, cwd=folder, capture_output=True, check=True, text=True)
        modules_after.append(set(done.stderr.rpartition("\n")[2].split()))
    return modules_after[0] - modules_after[1]
