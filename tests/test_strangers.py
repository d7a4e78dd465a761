"""Packages of others that bear our names: the commands find ours, and `import scorelite` says who stands in the way."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the scripts are for POSIX systems")

NAMES = ("formats", "resources", "scoring")
SCRIPTS = ROOT / "scoring" / "cli" / "bin"


@pytest.fixture
def strangers(tmp_path: Path) -> Path:
    """A folder with three packages of others, which cannot even be imported."""
    folder = tmp_path / "strangers"
    for name in NAMES:
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text("raise RuntimeError('a stranger was imported')\n")
    return folder


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder into which scorelite is installed."""
    folder = tmp_path / "site"
    folder.mkdir()
    shutil.copy(ROOT / "scorelite.py", folder)
    for name in NAMES:
        (folder / name).symlink_to(ROOT / name)
    return folder


def ran(words: list[str], folder: Path, *path: Path) -> subprocess.CompletedProcess[str]:
    """A run of Python in a folder."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, path))}
    return subprocess.run(
        [sys.executable, "-S", *words], cwd=folder, env=environment, capture_output=True, check=False, text=True
    )


SCLITE = ("-r", "r.trn", "trn", "-h", "r.trn", "trn", "-i", "rm", "-e", "utf-8", "-o", "sum", "-n", "made")
COMMANDS = {
    "scorelite": [str(SCRIPTS / "scorelite"), "score", "r.trn", "r.trn"],
    "module": ["-m", "scorelite", "score", "r.trn", "r.trn"],
    "kws": [str(SCRIPTS / "scorelite"), "kws", "--help"],
    "sclite": [
        str(SCRIPTS / "sclite"),
        *["-r", "r.trn", "trn", "-h", "r.trn", "trn", "-i", "rm", "-e", "utf-8", "-o", "sum", "-n", "made"],
    ],
}


@pytest.mark.parametrize("place", ["PYTHONPATH", "current folder"])
@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_commands_find_our_packages(words: list[str], place: str, strangers: Path, tmp_path: Path) -> None:
    folder = strangers if place == "current folder" else tmp_path
    (folder / "r.trn").write_text("a b (u-1)\n")
    done = ran(words, folder, Path() if folder == strangers else strangers, ROOT)
    assert (done.returncode, done.stderr) == (0, "")
    assert "sclite" in done.stdout or "WER      0.0 %" in done.stdout


def test_commands_leave_the_rest_of_the_path_in_its_order(site: Path) -> None:
    (site / "argparse.py").write_text("raise RuntimeError('a backport was imported')\n")
    script = (SCRIPTS / "scorelite").read_text()
    code = f"import sys; sys.path.append({str(site)!r}); sys.argv[1:] = ['formats', 'srt']; exec({script!r})"
    done = ran(["-c", code], site.parent)
    assert (done.returncode, done.stderr) == (0, "")


def message_of_import(folder: Path, *path: Path) -> str:
    done = ran(["-c", "import scorelite"], folder, *path)
    assert done.returncode == 1
    return done.stderr.splitlines()[-1]


@pytest.mark.parametrize("name", NAMES)
def test_the_import_names_a_stranger_on_pythonpath(name: str, site: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    (other / name).mkdir(parents=True)
    (other / name / "__init__.py").touch()
    assert message_of_import(tmp_path, other, site) == (
        f"ImportError: scorelite needs its own package '{name}' in {site}, but Python finds another one first: "
        f"{other / name}. To repair it, take {other} out of PYTHONPATH. "
        "The commands scorelite, sclite and python -m scorelite work all the same."
    )


def test_the_import_names_a_stranger_in_the_current_folder(strangers: Path, site: Path) -> None:
    message = message_of_import(strangers, site)
    assert f"another one first: {strangers / 'formats'}. " in message
    assert f"rename {strangers / 'formats'}, or start Python in another folder. " in message


def test_the_import_names_a_stranger_that_was_imported_before(strangers: Path, site: Path, tmp_path: Path) -> None:
    (strangers / "formats" / "__init__.py").write_text("")
    code = f"import sys; sys.path.insert(0, {str(strangers)!r}); from scorelite import formats; sys.path.pop(0); import scorelite"
    done = ran(["-c", code], tmp_path, site)
    assert f"rename {strangers / 'formats'}, or take {strangers} out of sys.path. " in done.stderr


@pytest.fixture
def overwritten(site: Path) -> Path:
    """An installation in which another distribution was installed over `formats`."""
    (site / "formats").unlink()
    shutil.copytree(ROOT / "formats", site / "formats")
    (site / "formats" / "__init__.py").write_text("__all__ = ['open_format']\n")
    for name in ("scorelite", "formatters"):
        record = site / f"{name}-1.0.dist-info"
        record.mkdir()
        (record / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (record / "top_level.txt").write_text("formats\n")
    return site


@pytest.mark.parametrize("text", ["__all__ = ['open_format']\n", "import a_library_that_is_not_there\n", None])
def test_a_distribution_that_overwrote_a_package_is_named(overwritten: Path, text: str | None, tmp_path: Path) -> None:
    marker = overwritten / "formats" / "__init__.py"
    marker.unlink() if text is None else marker.write_text(text)
    expected = (
        f"scorelite needs its own package 'formats', but formatters has overwritten files "
        f"in {overwritten / 'formats'}. To repair it: pip uninstall formatters; "
        "pip install --force-reinstall --no-deps scorelite. Each works in an environment of its own."
    )
    assert message_of_import(tmp_path, overwritten) == f"ImportError: {expected}"
    for words in (COMMANDS["module"], COMMANDS["scorelite"]):
        done = ran(words, tmp_path, overwritten)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{expected}\n")


def test_a_distribution_that_is_gone_again_is_not_named(overwritten: Path, tmp_path: Path) -> None:
    shutil.rmtree(overwritten / "formatters-1.0.dist-info")
    (overwritten / "formats" / "__init__.py").unlink()
    assert message_of_import(tmp_path, overwritten) == (
        f"ImportError: scorelite needs its own package 'formats', but files in {overwritten / 'formats'} are "
        "missing or changed, as when another distribution with this package was installed or removed. To repair it: "
        "pip install --force-reinstall --no-deps scorelite"
    )


def test_a_missing_package_is_named(site: Path, tmp_path: Path) -> None:
    (site / "resources").unlink()
    assert message_of_import(tmp_path, site) == (
        f"ImportError: scorelite needs its own package 'resources' in {site}, which is missing. "
        "Install it again: pip install --force-reinstall --no-deps scorelite"
    )
