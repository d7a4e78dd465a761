"""Where the native core is missing, Python warns once, commands say it, and drop-ins do so when a job is large."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from contextlib import suppress
from pathlib import Path

import pytest

from scorelite import core
from scorelite.core import python, work
from scorelite.scoring.cli.main import main
from tests.conftest import ROOT


@pytest.fixture(autouse=True)
def no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fresh process whose user did not choose a core, and jobs that are large sooner."""
    monkeypatch.delenv("SCORELITE_CORE", raising=False)
    monkeypatch.setattr(work, "LARGE", 20_000)
    monkeypatch.setattr(work, "_steps", 0)


def align(words: int) -> None:
    text = " ".join("abc"[i % 3] for i in range(words))
    rules = python.Rules(python.Charset("ascii", {}, {}))
    python.align(rules, python.texts([text]), python.texts([text]))


@pytest.mark.parametrize(("chosen", "said"), [("", 1), ("python", 0)])
def test_python_warns_once_that_the_native_core_is_missing(chosen: str, said: int) -> None:
    missing = "import sys; sys.modules['scorelite.core._native'] = None"
    program = f"{missing}; import scorelite; print(scorelite.wer('a b', 'a c'), scorelite.cer('a', 'b'))"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "SCORELITE_CORE": chosen}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "0.5 1.0\n"
    assert done.stderr == f"scorelite:1: RuntimeWarning: {work.SLOW}\n" * said


def test_a_large_job_warns_once() -> None:
    with pytest.warns(RuntimeWarning, match="large job for the pure-Python core of scorelite.*not built"):
        align(150)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        align(150)


@pytest.mark.parametrize(("words", "chosen"), [(3, ""), (150, "python")])
def test_a_small_job_or_a_chosen_core_does_not_warn(words: int, chosen: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if chosen:
        monkeypatch.setenv("SCORELITE_CORE", chosen)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        align(words)


COMMANDS = ("score r.trn r.trn", "show r.trn r.trn", "meetings r.stm r.stm", "segments r.rttm r.rttm")
LINE = (
    "scorelite: warning: this is the pure-Python core, about 100 times slower; the native core was not built: install "
    "a wheel, or a C++17 compiler (SCORELITE_ZIG=1 fetches one) and then scorelite again "
    "(SCORELITE_CORE=python hides this line)\n"
)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "r.trn").write_text("a b (u-1)\n")
    (tmp_path / "o.trn").write_text("a c (u-1)\n")
    (tmp_path / "r.stm").write_text("r 1 A 0 1 hello there\n")
    (tmp_path / "r.rttm").write_text("SPEAKER r 1 0 1 <NA> <NA> A <NA> <NA>\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(work, "_is_told", False)


@pytest.mark.parametrize("line", [*COMMANDS, "compare --ref r.trn r.trn o.trn"])
@pytest.mark.parametrize(("name", "chosen", "said"), [("python", "", 1), ("python", "python", 0), ("native", "", 0)])
def test_commands_that_score_tell_of_a_slow_core(
    line: str,
    name: str,
    chosen: str,
    said: int,
    files: None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(core, "NAME", name)
    if chosen:
        monkeypatch.setenv("SCORELITE_CORE", chosen)
    try:
        code: object = main(line.split())
    except SystemExit as end:
        code = end.code
    assert code == 0
    captured = capsys.readouterr()
    assert (captured.err.count(LINE), "pure-Python" in captured.out) == (said, False)
    with warnings.catch_warnings():
        warnings.simplefilter("error" if said or chosen else "ignore")
        align(150)


@pytest.mark.parametrize("line", ["sctk sclite -r r.trn -h r.trn -i swb", "convert r.trn o.txt", "formats trn"])
def test_drop_ins_and_other_commands_do_not(
    line: str, files: None, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(core, "NAME", "python")
    with suppress(SystemExit):
        main(line.split())
    assert "pure-Python" not in capfd.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        "vote a.trn b.trn c.trn -o d.trn",
        "score a.trn b.trn --policy rapidfuzz",
        "jiwer -r a.trn -h b.trn",
        "toolkits wenet compute-wer a.trn b.trn",
        "convert a.rttm b.stm",
    ],
)
def test_a_command_says_that_it_needs_the_native_core(tmp_path: Path, arguments: str) -> None:
    for name in "abc":
        (tmp_path / f"{name}.trn").write_bytes(b"good day (a-1)\n")
    (tmp_path / "a.rttm").write_bytes(b"SPEAKER f 1 0 2 <NA> <NA> anna <NA> <NA>\n")
    command = [sys.executable, "-m", "scorelite", *arguments.split()]
    done = subprocess.run(command, cwd=tmp_path, env={**os.environ, "SCORELITE_CORE": "python"}, capture_output=True)
    assert done.returncode == 1
    assert done.stderr.startswith(b"scorelite: this needs the native core; SCORELITE_CORE=python leaves it out")
    assert b"Traceback" not in done.stderr
