"""Golden cases of SCTK's small programs: output, files and exit codes of Debian's release 2.4.10."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from scorelite.scoring.compat.programs.sctk.programs import PROGRAMS
from tests.fuzz.run import call

_GOLD = Path(os.environ.get("SCORELITE_GOLD") or "/nowhere") / "sctk_tools"
_CASES = [
    f"{name}/{path.name}" for name in PROGRAMS if (_GOLD / name).is_dir() for path in sorted((_GOLD / name).iterdir())
]
_MASKS = (
    (re.compile(rb'creation_date="[^"]*"'), b'creation_date="DATE"'),
    (re.compile(rb'Creation date: "[^"]*"'), b'Creation date: "DATE"'),
    (re.compile(rb"perl -nae '[^\n]*' +\|"), b"RT-FILTER |"),
    (re.compile(rb"[^\s'\"]*/([\w]+\.(?:pl|sh)|rfilter1|sclite|sc_stats)(?![\w/])"), rb"\1"),
)


def masked(data: bytes) -> bytes:
    for pattern, mask in _MASKS:
        data = pattern.sub(mask, data)
    return data


def last(data: bytes) -> bytes:
    return next((line.strip() for line in reversed(data.splitlines()) if line.strip()), b"")


@pytest.mark.skipif(not _CASES, reason="SCORELITE_GOLD does not name the folder of golden cases")
@pytest.mark.parametrize("case", _CASES)
def test_a_golden_case_is_reached(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORELITE_SCTK", "2.4.10")
    source = _GOLD / case
    told = json.loads((source / "cmd.json").read_text())
    if "needs" in told:
        pytest.skip(f"needs {told['needs']}")
    if "sc_stats" not in PROGRAMS and b"\nsc_stats: " in (source / "out" / "stdout").read_bytes():
        pytest.skip("needs sc_stats")
    folder = tmp_path / "work"
    if (source / "in").is_dir():
        shutil.copytree(source / "in", folder)
    folder.mkdir(exist_ok=True)
    stdin = source / "stdin"
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    words = ["sctk", case.partition("/")[0], *told["argv"]]
    code, out, err = call("scorelite", words, folder, str(stdin) if stdin.exists() else "")
    assert b"Traceback" not in err
    if told.get("crash") or (told.get("lossy") and code and err.strip()):
        return
    assert code == told["rc"] if told.get("rc_rule") != "nonzero" else code
    for name, actual in (("stdout", out), ("stderr", err)):
        expected = (source / "out" / name).read_bytes()
        rule = told.get(name, "exact")
        if rule == "exact":
            assert masked(actual) == expected
        elif rule == "last":
            assert last(masked(actual)).partition(b" at /")[0] == last(expected).partition(b" at /")[0]
    files = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    changed = {str(path.relative_to(folder)): data for path, data in files.items() if before.get(path) != data}
    assert sorted(changed) == sorted(told["files"])
    for name, data in changed.items():
        assert masked(data) == (source / "out" / "files" / name).read_bytes(), name
