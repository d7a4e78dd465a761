"""The native core is optional: a failed build warns, unless the build was told that it must not fail."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytest.importorskip("setuptools", reason="the build needs setuptools")

SWITCHES = ("SCORELITE_REQUIRE_NATIVE", "SCORELITE_NO_NATIVE")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A source tree with one source file, which no compiler is asked to understand."""
    for name in ("setup.py", "setup.cfg", "scorelite.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    core = tmp_path / "scoring" / "_core"
    core.mkdir(parents=True)
    for name in ("__init__.py", "version.py"):
        shutil.copy(ROOT / "scoring" / name, core.parent)
    (core / "__init__.py").write_bytes(b"")
    shutil.copytree(ROOT / "scoring" / "cli" / "bin", core.parent / "cli" / "bin")
    (core / "native").mkdir()
    (core / "native" / "module.cpp").write_bytes(b"#error never to be compiled\n")
    return tmp_path


def build(tree: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Builds the extension in place with a compiler that always fails."""
    clean = {name: value for name, value in os.environ.items() if name not in SWITCHES}
    return subprocess.run(
        [sys.executable, "setup.py", "build_ext", "--inplace"],
        cwd=tree,
        env={**clean, "CC": "false", "CXX": "false", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.skipif(os.name != "posix", reason="the compiler is named in the environment")
def test_a_failed_build_falls_back_with_a_warning(tree: Path) -> None:
    done = build(tree)
    assert done.returncode == 0, done.stderr
    assert "WARNING: the native core of scorelite was not built: " in done.stderr
    assert "The pure-Python core will be used" in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="the compiler is named in the environment")
def test_a_failed_build_is_an_error_where_the_native_core_is_required(tree: Path) -> None:
    done = build(tree, SCORELITE_REQUIRE_NATIVE="1")
    assert done.returncode != 0
    assert "WARNING: the native core" not in done.stderr


def test_the_native_core_can_be_left_out(tree: Path) -> None:
    done = build(tree, SCORELITE_NO_NATIVE="1")
    assert done.returncode == 0, done.stderr
    assert "WARNING: the native core" not in done.stderr
    refused = build(tree, SCORELITE_NO_NATIVE="1", SCORELITE_REQUIRE_NATIVE="1")
    assert refused.returncode != 0
    assert "the native core was skipped or has no sources" in refused.stderr


def test_the_oldest_releases_that_are_named_are_those_that_are_tested() -> None:
    setup, tox = ConfigParser(), ConfigParser(interpolation=None)
    setup.read(ROOT / "setup.cfg")
    tox.read(ROOT / "tox.ini")
    pins = dict(line.split("==") for line in tox["testenv:oldest"]["deps"].split())
    named = [setup["options"]["install_requires"], *setup["options.extras_require"].values()]
    bounds = {line.strip() for text in named for line in text.splitlines() if ">=" in line}
    bounds = {bound for bound in bounds if not bound.startswith("torch")}  # two gigabytes, for one comparison
    assert {bound.partition(">=")[0] for bound in bounds} == set(pins)
    for bound in bounds:
        name, _, version = bound.partition(">=")
        assert (pins[name] + ".0.0").startswith(version + ".0") or pins[name] == version, bound
