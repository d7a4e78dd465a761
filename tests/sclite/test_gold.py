"""The drop-in beside what the reference, release 2.4.12, did: its own regression suite, and small odd cases."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import pytest

FOLDER = Path(os.environ.get("SCORELITE_GOLD", "")) / "sctk"
RELEASE = {"SCORELITE_SCTK": "2.4.12"}
DATES = re.compile(rb'(creation_date=|Creation date: )"[^"]*"')


def cases(name):
    """The cases of a file, or one that only skips."""
    path = FOLDER / name
    if not os.environ.get("SCORELITE_GOLD") or not path.is_file():
        return [pytest.param(None, id="no golden cases")]
    lines = path.read_text()
    found = json.loads(lines) if name.endswith(".json") else [json.loads(line) for line in lines.splitlines()]
    # The other programs of the package have cases there too.
    found = [case for case in found if case.get("prog", "sclite") == "sclite"]
    return [pytest.param(case, id=case.get("test") or case["name"]) for case in found]


def masked(data):
    return DATES.sub(rb'\1"DATE"', data)


def written(folder, before=frozenset()):
    """The files below a folder by name, dates masked, and what was there before left out."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): masked(path.read_bytes()) for path in files if path not in before}


@pytest.mark.parametrize("case", cases("suite.json"))
def test_the_regression_suite_of_the_reference(case, gold, sclite, tmp_path):
    for path in (gold / "sctk" / "data").iterdir():
        shutil.copy(path, tmp_path)
    (tmp_path / "out").mkdir()
    stdin = (tmp_path / case["stdin"]).read_bytes() if case["stdin"] else b""
    done = sclite(*case["argv"], stdin=stdin, environment=RELEASE)
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
    done = sclite(*case["argv"], stdin=stdin or (case["stdin"] or "").encode("latin-1"), environment=RELEASE)
    if case["undefined"]:
        assert done.returncode in (0, 1)
        assert b"Traceback" not in done.stderr
        return
    assert masked(done.stdout).decode("latin-1") == case["stdout"]
    assert masked(done.stderr).decode("latin-1") == case["stderr"]
    assert done.returncode == case["rc"]
    files = {name: text.encode("latin-1") for name, text in case["outputs"].items()}
    assert written(tmp_path, before) == files
