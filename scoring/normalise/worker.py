"""A process that runs regular expressions where no signal can interrupt them; it is ended when one takes too long."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import threading
from collections.abc import Sequence

from ...formats.errors import UsageError

# The process imports nothing of the user's: neither the working directory nor the environment is searched.
_PROGRAM = """
import json, re, signal, sys
# Ends this process also where the one that started it is gone.
limit = getattr(signal, "alarm", lambda seconds: None)
for line in sys.stdin:
    patience, pattern, texts, replacement, longest = json.loads(line)
    limit(patience)
    size = 0
    def expanded(match):
        global size
        result = match.expand(replacement) if "\\\\" in replacement else replacement
        size += len(result)
        if size > longest:
            raise OverflowError
        return result
    try:
        if replacement is None:
            answer = [re.fullmatch(pattern, text) is not None for text in texts]
        else:
            answer = re.sub(pattern, expanded, texts)
    except (OverflowError, MemoryError):
        answer = None
    limit(0)
    print(json.dumps(answer), flush=True)
"""
# Seconds of the clock for one second of the limit: the process shares the machine with others.
_PATIENCE = 5


class _Worker:
    """The process, and the lock of its pipes."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.process: subprocess.Popen[str] | None = None
        self.owner = 0

    def ask(self, question: tuple[object, ...], seconds: float) -> object:
        """The answer to a question; a TimeoutError if it takes longer."""
        question = int(seconds * _PATIENCE) + 1, *question
        with self.lock:
            process = self.process if self.owner == os.getpid() and self.process else self._started()
            assert process.stdin is not None
            assert process.stdout is not None
            timer = threading.Timer(seconds * _PATIENCE, process.kill)
            timer.start()
            try:
                process.stdin.write(json.dumps(question) + "\n")
                process.stdin.flush()
                answer = process.stdout.readline()
            except OSError:
                answer = ""
            finally:
                timer.cancel()
            if not answer:
                self._end()
                raise TimeoutError
            return json.loads(answer)

    def _started(self) -> subprocess.Popen[str]:
        if not sys.executable:
            raise UsageError("regular expressions outside the main thread need a Python program; run the main thread")
        pipe = subprocess.PIPE
        self.owner = os.getpid()  # a copy of this process must not share the pipes
        command = [sys.executable, "-I", "-S", "-c", _PROGRAM]
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True)
        return self.process

    def _end(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        process.kill()
        process.communicate()

    def close(self) -> None:
        """Ends the process."""
        with self.lock:
            if self.owner == os.getpid():
                self._end()


_WORKER = _Worker()
atexit.register(_WORKER.close)


def substituted(pattern: str, replacement: str, text: str, seconds: float, longest: int) -> str:
    """The text after `re.sub`; a TimeoutError where it takes longer, an OverflowError where it makes more letters."""
    answer = _WORKER.ask((pattern, text, replacement, longest), seconds)
    if not isinstance(answer, str):
        raise OverflowError
    return answer


def described(pattern: str, words: Sequence[str], seconds: float) -> list[bool]:
    """Whether `re.fullmatch` finds a word, for each; a TimeoutError where it takes longer."""
    answer = _WORKER.ask((pattern, list(words), None, 0), seconds)
    if not isinstance(answer, list):
        raise TimeoutError  # no memory for them
    return answer
