"""The native core is optional and builds file by file: a failed build warns, unless the build was told not to fail."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from configparser import ConfigParser
from pathlib import Path

import pytest

from scorelite.scoring.common import version
from tests.builds import with_headers
from tests.conftest import ROOT
from tests.peers import missing

pytest.importorskip("setuptools.command.bdist_wheel", reason="the build needs setuptools 70.1 or later")

SWITCHES = ("SCORELITE_REQUIRE_NATIVE", "SCORELITE_NO_NATIVE", "SCORELITE_ZIG")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A source tree with one source file, which no compiler is asked to understand."""
    for name in ("setup.py", "setup.cfg", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "docs").mkdir()
    for name in ("scorelite.1", "sclite.1"):
        shutil.copy(ROOT / "docs" / name, tmp_path / "docs")
    core = tmp_path / "core"
    core.mkdir()
    for name in ("scorelite", "formats", "resources", "scoring"):
        (tmp_path / name).mkdir()
        shutil.copy(ROOT / name / "__init__.py", tmp_path / name)
    shutil.copy(ROOT / "scorelite" / "py.typed", tmp_path / "scorelite")
    shutil.copytree(ROOT / "scoring" / "common", tmp_path / "scoring" / "common")
    (core / "__init__.py").write_bytes(b"")
    shutil.copytree(ROOT / "scoring" / "cli" / "bin", tmp_path / "scoring" / "cli" / "bin")
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


@pytest.mark.slow
def test_the_native_core_can_be_left_out(tree: Path) -> None:
    done = build(tree, SCORELITE_NO_NATIVE="1")
    assert done.returncode == 0, done.stderr
    assert "WARNING: the native core" not in done.stderr
    refused = build(tree, SCORELITE_NO_NATIVE="1", SCORELITE_REQUIRE_NATIVE="1")
    assert refused.returncode != 0
    assert "the native core was skipped or has no sources" in refused.stderr


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="the compiler is a script")
def test_zig_compiles_the_native_core_where_it_is_asked_for(tree: Path, tmp_path: Path) -> None:
    """With a package that looks like Zig's and writes down how it is called."""
    package = tmp_path / "packages" / "ziglang"
    package.mkdir(parents=True)
    (package / "__init__.py").write_bytes(b"")
    (package / "zig").write_text('#!/bin/sh\necho "$ZIG_GLOBAL_CACHE_DIR: $*" >&2\nexit 1\n', "utf-8")
    (package / "zig").chmod(0o755)
    about = tmp_path / "packages" / "ziglang-0.17.1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: ziglang\nVersion: 0.17.1\n", "utf-8")
    done = build(tree, SCORELITE_ZIG="1", PYTHONPATH=str(package.parent))
    assert done.returncode == 0, done.stderr
    (call,) = (line for line in done.stderr.splitlines() if "module.cpp" in line and ": c++ " in line)
    assert "-mcpu=baseline" in call, "the core has to run on other processors than that of the builder"
    assert call.startswith(str(tree / "build")), "Zig keeps its cache in the build folder"
    assert "set SCORELITE_ZIG=1" in build(tree).stderr


def wheel_of(tree: Path, **environment: str) -> zipfile.ZipFile:
    """The wheel that a tree builds."""
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "bdist_wheel"],
        cwd=tree,
        env={**{name: value for name, value in os.environ.items() if name not in SWITCHES}, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (wheel,) = (tree / "dist").iterdir()
    return zipfile.ZipFile(wheel)


@pytest.mark.sweep(1)
@pytest.mark.skipif(os.name != "posix", reason="the compiler is named in the environment")
@pytest.mark.parametrize(
    "environment", [{"CC": "false", "CXX": "false"}, {"SCORELITE_NO_NATIVE": "1"}], ids=["failed", "left out"]
)
def test_a_wheel_without_the_native_core_is_for_every_platform(tree: Path, environment: dict[str, str]) -> None:
    with wheel_of(tree, **environment) as wheel:
        assert str(wheel.filename).endswith("-py3-none-any.whl")
        names = wheel.namelist()
        (about,) = (wheel.read(name).decode() for name in names if name.endswith(".dist-info/WHEEL"))
        scripts = [name for name in names if ".data/scripts/" in name]
        begins = {wheel.read(name).partition(b"\n")[0] for name in scripts}
    assert "Root-Is-Purelib: true" in about
    assert "Tag: py3-none-any" in about
    assert {"scorelite/__init__.py", "scorelite/py.typed", "scorelite/scoring/common/version.py"} <= set(names)
    assert (len(scripts), begins) == (2, {b"#!python"}), "an installation puts its own interpreter there"
    for page in ("scorelite.1", "sclite.1"):
        assert any(name.endswith(f".data/data/share/man/man1/{page}") for name in names)


def headers_that_no_source_includes_first() -> list[Path]:
    """Headers of the native core, but for those with which a source begins: these stand alone where it compiles."""
    native = sorted((ROOT / "core").rglob("native/*.?pp"))
    begins = (re.search(r"^#include (.+)$", path.read_text("utf-8"), re.MULTILINE) for path in native)
    first = {
        path.parent / found[1].strip('"')
        for path, found in zip(native, begins, strict=True)
        if path.suffix == ".cpp" and found and found[1].startswith('"')
    }
    return [path for path in native if path.suffix == ".hpp" and path not in first]


def chains(headers: list[Path]) -> list[list[Path]]:
    """The headers in lists, each of which includes all that stand before it in its list.

    What a header includes anyway cannot hide what it lacks, so one call of the compiler, which takes a second, checks a
    whole list.
    """
    included = {header: with_headers(header) for header in headers}
    left, found = sorted(headers, key=lambda header: len(included[header]), reverse=True), []
    while left:
        chain = left[:1]
        for header in left[1:]:
            if header in included[chain[-1]]:
                chain.append(header)
        left = [header for header in left if header not in chain]
        found.append(chain[::-1])
    return found


CHAINS = chains(headers_that_no_source_includes_first())
COMPILER = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix" or COMPILER is None, reason="needs a compiler")
@pytest.mark.parametrize("headers", CHAINS, ids=lambda chain: "-".join(path.stem for path in chain))
def test_headers_of_the_native_core_stand_alone(headers: list[Path], tmp_path: Path) -> None:
    includes = [f"-I{sysconfig.get_path(name)}" for name in ("include", "platinclude")]
    alone = tmp_path / "alone.cpp"
    alone.write_text("".join(f'#include "{header}"\n' for header in headers), encoding="utf-8")
    options = ["-std=c++17", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", *includes]
    done = subprocess.run([*str(COMPILER).split(), *options, str(alone)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def copied(tree: Path) -> Path:
    """A source tree with a native core of two files and a header, which a compiler understands."""
    native = tree / "core" / "native"
    (native / "module.cpp").write_bytes(b'#include "part.hpp"\nextern "C" int PyInit__native() { return part(); }\n')
    (native / "part.cpp").write_bytes(b'#include "part.hpp"\nint part() { return 1; }\n')
    (native / "part.hpp").write_bytes(b"int part();\n")
    (native / "other.cpp").write_bytes(b"int other() { return 2; }\n")
    return tree


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix" or COMPILER is None, reason="needs a compiler")
def test_a_wheel_with_the_native_core_is_for_this_platform(copied: Path) -> None:
    with wheel_of(copied, CC=str(COMPILER), CXX=str(COMPILER)) as wheel:
        assert "none-any" not in str(wheel.filename)
        assert any(name.startswith("scorelite/core/_native.") for name in wheel.namelist())


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix" or COMPILER is None, reason="needs a compiler")
def test_only_files_that_changed_are_compiled_again(copied: Path) -> None:
    def compiled_after(*changed: str) -> set[str]:
        for path in copied.rglob("*"):  # everything is a minute older than what changes now
            os.utime(path, (path.stat().st_atime - 60, path.stat().st_mtime - 60))
        for name in changed:
            os.utime(copied / "core" / "native" / name)
        done = build(copied, CC=str(COMPILER), CXX=str(COMPILER), SCORELITE_REQUIRE_NATIVE="1")
        assert done.returncode == 0, done.stderr
        return set(re.findall(r" -c \S*?(\w+)\.cpp ", done.stdout + done.stderr))

    assert compiled_after() == {"module", "part", "other"}
    assert compiled_after() == set()
    assert compiled_after("other.cpp") == {"other"}
    assert compiled_after("part.hpp") == {"module", "part"}
    assert compiled_after("part.cpp", "other.cpp") == {"part", "other"}


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix" or COMPILER is None, reason="needs a compiler")
def test_an_editable_installation_takes_the_objects_of_an_ordinary_one(copied: Path, tmp_path: Path) -> None:
    log = tmp_path / "compiled.log"
    compiler = tmp_path / "compiler"
    compiler.write_text(f'#!/bin/sh\necho "$@" >> {log}\nexec {COMPILER} "$@"\n')
    compiler.chmod(0o755)
    environment = {**os.environ, "CC": str(compiler), "CXX": str(compiler), "SCORELITE_REQUIRE_NATIVE": "1"}

    def compiled(hook: str) -> int:
        log.write_text("")
        program = f"from setuptools import build_meta; build_meta.{hook}({str(tmp_path)!r})"
        subprocess.run([sys.executable, "-c", program], cwd=copied, env=environment, capture_output=True, check=True)
        return sum(" -c " in line for line in log.read_text().splitlines())

    assert compiled("build_wheel") == 3
    assert compiled("build_editable") == 0


def test_the_oldest_releases_that_are_named_are_those_that_are_tested() -> None:
    setup, tox = ConfigParser(), ConfigParser(interpolation=None)
    setup.read(ROOT / "setup.cfg")
    tox.read(ROOT / "tox.ini")
    pins = dict(line.split("==") for line in tox["testenv:oldest"]["deps"].split())
    extras = {name: text for name, text in setup["options.extras_require"].items() if name != "site"}  # built alone
    bounds = {line.strip() for text in extras.values() for line in text.splitlines() if ">=" in line}
    bounds = {bound for bound in bounds if not bound.startswith("torch")}  # two gigabytes, for one comparison
    assert {bound.partition(">=")[0] for bound in bounds} == set(pins)
    for bound in bounds:
        name, _, version = bound.partition(">=")
        assert (pins[name] + ".0.0").startswith(version + ".0") or pins[name] == version, bound


def test_the_citation_has_the_version_and_the_home_of_the_package() -> None:
    setup = ConfigParser()
    setup.read(ROOT / "setup.cfg", encoding="utf-8")
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    assert f"version: {version.__version__}" in citation
    assert f"repository-code: {setup['metadata']['url']}" in citation
    assert f"license: {setup['metadata']['license']}" in citation


def test_the_citation_is_valid_by_its_schema() -> None:
    program = shutil.which("cffconvert") or missing("cffconvert", "cffconvert is not installed")
    command = [program, "--validate", "-i", str(ROOT / "CITATION.cff")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "valid according to schema version 1.2.0" in done.stdout


def test_the_citation_and_the_security_policy_are_linked() -> None:
    readme, citing = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/citing.md"))
    assert all(f"/blob/main/{name})" in readme for name in ("CITATION.cff", "SECURITY.md", "docs/citing.md"))
    assert "(../CITATION.cff)" in citing


def test_a_free_threaded_interpreter_builds_for_its_one_version(tree: Path) -> None:
    # setuptools refuses the stable ABI there, before it compiles anything.
    pretended = (
        "import sysconfig, sys\n"
        "real = sysconfig.get_config_var\n"
        "sysconfig.get_config_var = lambda name: 1 if name == 'Py_GIL_DISABLED' else real(name)\n"
        "from distutils.core import run_setup\n"
        "import setuptools\n"
        "command = run_setup('setup.py', ['bdist_wheel'], stop_after='commandline').get_command_obj('bdist_wheel')\n"
        "command.ensure_finalized()\n"
        "print(command.py_limited_api, [one.py_limited_api for one in command.distribution.ext_modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", pretended], cwd=tree, capture_output=True, text=True, check=False)
    assert done.stdout == "False [False]\n", done.stderr
