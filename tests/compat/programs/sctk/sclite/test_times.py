"""Golden outcomes of the reference on words with times: equal bytes, files and exit codes."""

from __future__ import annotations

import io
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from scorelite.scoring.cli.sclite import main
from tests.compat.programs.sctk.sclite.timed_cases import CASES, GOLDEN, RELEASE, outcome, prepared


@pytest.fixture(scope="module")
def golden() -> dict[str, dict[str, object]]:
    return json.loads(GOLDEN.read_text())  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", CASES)
def test_the_outcome_is_that_of_the_reference(
    name: str,
    golden: dict[str, dict[str, object]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    case = CASES[name]
    stdin = prepared(case, golden, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCORELITE_SCTK", RELEASE)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(stdin)))
    code = main(case.argv.split())
    captured = capsysbinary.readouterr()
    ours = outcome(case, tmp_path, code, captured.out, captured.err)
    for key in ("err", "out", "code", "files"):
        assert ours[key] == golden[name][key]
