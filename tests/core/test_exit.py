"""The process ends while a thread that nobody joins is in the core."""

from __future__ import annotations

import subprocess
import sys

import pytest

from scorelite import core
from tests.conftest import PATIENCE
from tests.often import slow_but_for

SCORE = "scorelite.score(refs, hyps, threads={threads})"
JOBS = {
    "score": SCORE.format(threads=1),
    "score with threads": SCORE.format(threads=2),
    "align": "scorelite.align(refs[0], hyps[0])",
    "normalise": "scorelite.normalise(refs, 'whisper-en')",
}
CODE = """
import random, threading, scorelite
words = [f"w{{number}}" for number in range(3000)]
refs, hyps = ([" ".join(random.choices(words, k=2000)) for _ in range(300)] for _ in range(2))
began = threading.Event()
def work():
    began.set()
    while True:
        {job}
threading.Thread(target=work, daemon=True).start()
began.wait()
threading.Event().wait(0.3)
"""


@pytest.mark.slow
@pytest.mark.skipif(core.NAME != "native", reason="the pure-Python core holds the lock of the interpreter")
@pytest.mark.parametrize("name", slow_but_for(JOBS, ("score",).__contains__))
def test_a_daemon_thread_in_the_core_does_not_abort_the_end(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(job=JOBS[name])], capture_output=True, timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.slow
def test_a_frame_that_was_read_leaves_no_thread_behind_that_aborts_the_end() -> None:
    """Threads of pyarrow that read ahead gave their buffers back in three of four runs after Python's end."""
    for name in ("pandas", "pyarrow.parquet"):
        pytest.importorskip(name)
    code = (
        "import pandas, scorelite; frame = pandas.DataFrame({'id': ['a', 'b'], 'accent': ['us', 'uk']}); "
        "scorelite.score({'a': 'x', 'b': 'y'}, {'a': 'x', 'b': 'z'}).with_columns(frame)"
    )
    for _ in range(4):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=PATIENCE, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
