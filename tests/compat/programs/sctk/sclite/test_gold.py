"""Golden cases of the reference: its own regression suite, small odd cases, and recipes of Kaldi."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scorelite.scoring.cli.sclite import main
from tests.conftest import ROOT

FOLDER = Path(os.environ.get("SCORELITE_GOLD", "")) / "sctk"
DATES = re.compile(rb'(creation_date=|Creation date: )"[^"]*"')


def cases(name):
    """Cases of a file, or one case that skips."""
    path = FOLDER / name
    if not os.environ.get("SCORELITE_GOLD") or not path.is_file():
        return [pytest.param(None, id="no golden cases")]
    lines = path.read_text()
    loaded = json.loads(lines) if name.endswith(".json") else [json.loads(line) for line in lines.splitlines()]
    # Other programs of the package have cases in this folder too.
    loaded = [case for case in loaded if case.get("prog", "sclite") == "sclite"]
    return [pytest.param(case, id=case.get("test") or case["name"]) for case in loaded]


def masked(data):
    return DATES.sub(rb'\1"DATE"', data)


def written(folder, before=frozenset()):
    """New files below a folder by name, with dates masked."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): masked(path.read_bytes()) for path in files if path not in before}


@pytest.fixture
def sclite(tmp_path, monkeypatch, capsysbinary):
    """Runs our sclite in this process, as the head of the repository, with which these cases were made."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCORELITE_SCTK", "master")

    def run(*words, stdin):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main(words)
        captured = capsysbinary.readouterr()
        return subprocess.CompletedProcess(words, code, captured.out, captured.err)

    return run


@pytest.mark.parametrize("case", cases("suite.json"))
def test_the_regression_suite_of_the_reference(case, gold, sclite, tmp_path):
    for path in (gold / "sctk" / "data").iterdir():
        (tmp_path / path.name).symlink_to(path)
    (tmp_path / "out").mkdir()
    stdin = (tmp_path / case["stdin"]).read_bytes() if case["stdin"] else b""
    done = sclite(*case["argv"], stdin=stdin)
    expected = gold / "sctk" / "expected" / case["test"]
    assert masked(done.stdout) == (expected / "stdout").read_bytes()
    assert masked(done.stderr) == (expected / "stderr").read_bytes()
    assert done.returncode == case["returncode"]
    assert written(tmp_path / "out") == {name: (expected / name).read_bytes() for name in case["files"]}


@pytest.mark.parametrize("case", cases("edge.jsonl"))
def test_odd_cases(case, gold, sclite, tmp_path):
    for name, text in case["files"].items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    (tmp_path / "o").mkdir(exist_ok=True)
    before = frozenset(tmp_path.rglob("*"))
    stdin = (gold / "sctk" / "scstats_both.sgml").read_bytes() if case["stdin"] == "SGML" else b""
    done = sclite(*case["argv"], stdin=stdin or (case["stdin"] or "").encode("latin-1"))
    if case["undefined"]:
        assert done.returncode in (0, 1)
        assert b"Traceback" not in done.stderr
        return
    assert masked(done.stdout).decode("latin-1") == case["stdout"]
    assert masked(done.stderr).decode("latin-1") == case["stderr"]
    assert done.returncode == case["rc"]
    files = {name: text.encode("latin-1") for name, text in case["outputs"].items()}
    assert written(tmp_path, before) == files


RECIPES = (
    "50_hubscr_swbd",
    "51_babel_score_stm",
    "52_babel_score_stm_cer",
    "53_trn_all_dtl",
    "54_unsorted_stm_error",
)


def programs(folder, reference):
    """Folder with the programs of the reference, in which sclite is ours."""
    folder.mkdir()
    for path in reference.iterdir():
        (folder / path.name).symlink_to(path)
    ours = folder / "sclite"
    ours.unlink()
    ours.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m scorelite.scoring.cli.sclite "$@"\n')
    ours.chmod(0o755)
    return folder


@pytest.mark.parametrize("name", RECIPES)
def test_recipes_with_our_sclite_in_the_place_of_the_reference(name, gold, reference, tmp_path):
    expected = {path.name: path for path in (gold / "kaldi" / name).iterdir()}
    (run,) = json.loads(expected.pop("case.json").read_text())["runs"]
    work = tmp_path / "work"
    work.mkdir()
    for path in expected.values():
        if path.name in run["argv"]:
            shutil.copy(path, work)
    folder = programs(tmp_path / "bin", reference)
    argv = [str(folder) if word == "SCTK" else word for word in run["argv"]]
    done = subprocess.run(
        [folder / argv[0], *argv[1:]],
        cwd=work,
        env={**os.environ, "SCORELITE_SCTK": "2.4.10", "LC_ALL": "C"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == run["rc"]
    assert done.stdout == expected.pop("stdout.0").read_bytes()
    if "stderr.0" in expected:
        assert done.stderr == expected.pop("stderr.0").read_bytes()
    assert written(work) == {name: masked(path.read_bytes()) for name, path in expected.items()}
