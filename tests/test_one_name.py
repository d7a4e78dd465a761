"""scorelite takes one name of an environment, and modules of others by the names of its folders do no harm."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.conftest import ROOT

STRANGERS = ("core", "formats", "resources", "scoring")
SCLITE = ("-r", "r.trn", "trn", "-h", "r.trn", "trn", "-i", "rm", "-e", "utf-8")
PROGRAMS = {
    "scorelite": [str(ROOT / "scoring" / "cli" / "bin" / "scorelite"), "score", "r.trn", "r.trn"],
    "python -m": ["-m", "scorelite", "score", "r.trn", "r.trn"],
    "sclite": [str(ROOT / "scoring" / "cli" / "bin" / "sclite"), *SCLITE],
    "import": [
        "-c",
        "import scorelite; print(f'{scorelite.score_files('r.trn', 'r.trn')}')".replace("'r.trn'", '"r.trn"'),
    ],
}


@pytest.fixture
def strangers(tmp_path: Path) -> Path:
    """A folder of a user with packages and a script that are called like folders of ours, and a small file."""
    for name in STRANGERS:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise RuntimeError('a stranger was imported')\n")
    (tmp_path / "scoring.py").write_text("raise RuntimeError('a stranger was imported')\n")
    (tmp_path / "r.trn").write_text("a b (u-1)\n")
    return tmp_path


@pytest.mark.parametrize("words", PROGRAMS.values(), ids=PROGRAMS)
def test_packages_of_others_stand_in_nobodys_way(words: list[str], strangers: Path) -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(strangers), str(ROOT)])}
    done = subprocess.run(
        [sys.executable, *words], cwd=strangers, env=environment, capture_output=True, check=False, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.slow
def test_a_wheel_brings_one_package_alone(tmp_path: Path) -> None:
    pytest.importorskip("setuptools.command.bdist_wheel", reason="the build needs setuptools 70.1 or later")
    clean = os.environ | {"SCORELITE_NO_NATIVE": "1", "SCORELITE_REQUIRE_NATIVE": "0"}
    command = ["setup.py", "-q", "egg_info", "-e", tmp_path, "build", "-b", tmp_path, "bdist_wheel", "-d", tmp_path]
    subprocess.run([sys.executable, *command], cwd=ROOT, env=clean, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as content:
        names = content.namelist()
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"scorelite"}
    for folder in ("scoring/words", "formats/engine", "resources/demo"):
        assert any(name.startswith(f"scorelite/{folder}/") for name in names), folder
    assert {"scorelite/py.typed", "scorelite/compat.py"} <= {*names}
