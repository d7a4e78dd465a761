"""Threads without a global lock, and several interpreters in one process, each with a lock of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import ModuleType

import pytest

from tests.builds import loaded

FREE = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))

# Each thread makes an interpreter, which scores, and is gone before the thread ends.
SEVERAL = """
import sys, threading
import _interpreters
from scorelite import core as _core

INSIDE = '''
import sys
sys.path[:0] = {path!r}
import pickle
import scorelite
from scorelite import core as _core
assert _core.NAME == "native", _core.NAME
for round in range(200):
    assert scorelite.wer("a b c", "a c d") == 2 / 3
rules = pickle.loads(pickle.dumps(_core.Rules(_core.Charset("utf-8", {{}}, {{}}))))
side = _core.texts(["a b", "c"])
assert len(_core.align(rules, side, side)) == 2
try:
    _core.align(side, side, side)
except TypeError as error:
    assert str(error) == "Rules expected", error
else:
    raise AssertionError("a side was taken for rules")
try:
    _core.Rewriter(1)
except (TypeError, ValueError):
    pass
'''.format(path=sys.path)
answers = []

def work():
    interpreter = _interpreters.create()
    answers.append(_interpreters.exec(interpreter, INSIDE))
    _interpreters.destroy(interpreter)

rules = _core.Rules(_core.Charset("utf-8", {}, {}))
for turn in range(3):
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        side = _core.texts(["a b"])
        assert len(_core.align(rules, side, side)) == 1
        thread.join()
assert answers == [None] * 12, answers
print("all scored")
"""


def run(code: str, *options: str) -> subprocess.CompletedProcess[str]:
    """A program in a fresh interpreter, which finds what this one finds."""
    environment = {name: value for name, value in os.environ.items() if name not in ("SCORELITE_CORE", "PYTHON_GIL")}
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    command = [sys.executable, *options, "-c", code]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.skipif(sys.version_info < (3, 13), reason="interpreters with locks of their own can be made from 3.13 on")
def test_every_interpreter_of_a_process_scores_with_a_core_of_its_own(native: ModuleType) -> None:
    done = run(SEVERAL)
    assert (done.returncode, done.stdout) == (0, "all scored\n"), done.stderr


def test_a_core_that_is_imported_once_more_takes_the_objects_of_the_first(native: ModuleType) -> None:
    again = loaded(Path(str(native.__file__)))
    assert again is not native
    assert again.Rules is native.Rules
    assert again.TextError is native.TextError
    side = again.texts(["a b"])
    assert len(native.align(again.Rules(native.Charset("utf-8", {}, {})), side, side)) == 1


@pytest.mark.skipif(not FREE, reason="this interpreter always has its global lock")
def test_the_core_leaves_the_global_lock_off(native: ModuleType) -> None:
    done = run("import sys, scorelite; print(scorelite.wer('a b', 'a c'), sys._is_gil_enabled())", "-W", "error")
    assert (done.returncode, done.stdout) == (0, "0.5 False\n"), done.stderr


@pytest.mark.slow
def test_threads_that_share_objects_of_the_core_answer_like_one(native: ModuleType) -> None:
    pytest.importorskip("pyarrow")
    # The run with a sanitizer, which sees races that change no answer, has more rounds.
    code = "from tests.sanitized.shared import main; raise SystemExit(main(['--rounds', '1']))"
    done = run(code, *(["-X", "gil=0"] if FREE else []))
    assert done.returncode == 0, done.stdout + done.stderr
