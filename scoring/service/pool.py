"""A pool of worker processes: each answers one question at a time, and is ended where it takes too long.

Slow questions do not delay quick ones: where all workers are busy and one has worked for a while, another is started,
up to a limit.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...formats.errors import UsageError
from .answers import Answer, problem
from .frames import ANSWER, Question, kind_of
from .limits import Limits

_PROGRAM = "import sys; sys.path[:] = {path!r}; from {module} import {name}; {name}(*sys.argv[1:])"
# Seconds after which a question is slow.
_SLOW = 0.2
# Workers beyond the number of the pool, while as many have slow questions.
_SPARE = 4
# Questions that may wait.
_WAITING = 1000


@dataclass(eq=False, slots=True)
class _Worker:
    process: asyncio.subprocess.Process

    @property
    def alive(self) -> bool:
        return self.process.returncode is None and self._answers is not None and not self._answers.at_eof()

    @property
    def _answers(self) -> asyncio.StreamReader | None:
        return self.process.stdout

    async def ask(self, frame: bytes) -> Answer:
        """The answer to a question; an OSError or EOFError where the process is gone."""
        questions, answers = self.process.stdin, self.process.stdout
        assert questions is not None
        assert answers is not None
        questions.write(frame)
        head = await answers.readexactly(ANSWER.size)
        status, kind, size = ANSWER.unpack(head)
        return Answer(status, await answers.readexactly(size), kind_of(kind))

    def end(self) -> None:
        """Ends the process, whatever it does."""
        if self.process.returncode is None:
            try:
                self.process.kill()
            except ProcessLookupError:
                pass


class Pool:
    """Workers that answer questions within the limits."""

    def __init__(self, limits: Limits, size: int, work: Callable[..., None], load: Sequence[str] = ()) -> None:
        self._limits = limits
        self._work = work
        self._load = load
        self._size = size
        self._all: set[_Worker] = set()
        self._idle: list[_Worker] = []
        self._busy: dict[_Worker, bool] = {}  # and whether the question is slow
        self._starting = 0
        self._slow = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._background: set[asyncio.Task[None]] = set()
        self._ending: set[asyncio.Task[int]] = set()
        self._closed = False

    def warm(self) -> None:
        """Starts a worker, so that the first request finds one."""
        self._start_another()

    async def ask(self, question: Question) -> Answer:
        """The answer of a worker; 503 where none is free in time, where it takes too long, or where it was ended."""
        seconds = self._limits.seconds
        loop = asyncio.get_running_loop()
        deadline = loop.time() + seconds
        worker = await self._free(deadline)
        if isinstance(worker, Answer):
            return worker
        slow = loop.call_later(_SLOW, self._turned_slow, worker)
        keep = False
        try:
            reply = await asyncio.wait_for(worker.ask(question.packed()), max(0.01, deadline - loop.time()))
            keep = True
            return reply
        except asyncio.TimeoutError:
            return _unavailable(f"the request took more than {seconds:g} seconds, the limit of --max-seconds")
        except (OSError, EOFError):
            return _unavailable("the worker process ended before it had answered")
        finally:
            slow.cancel()
            self._release(worker, keep)

    async def close(self) -> None:
        """Ends all workers."""
        self._closed = True
        for task in self._background:
            task.cancel()
        for worker in [*self._all]:
            self._forget(worker)
        while self._waiting:
            self._wake()
        if self._ending:
            await asyncio.wait(self._ending, timeout=5)

    async def _free(self, deadline: float) -> _Worker | Answer:
        while not self._closed:
            while self._idle:
                worker = self._idle.pop()
                if worker.alive:
                    self._busy[worker] = False
                    return worker
                self._forget(worker)
            if len(self._waiting) >= _WAITING:
                return _unavailable(f"{_WAITING} requests are waiting; try again later")
            self._start_another()
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            try:
                await asyncio.wait_for(turn, max(0.01, deadline - asyncio.get_running_loop().time()))
            except asyncio.TimeoutError:
                return _unavailable(f"no worker was free within {self._limits.seconds:g} seconds; try again later")
            finally:
                if turn in self._waiting:
                    self._waiting.remove(turn)
        return _unavailable("the service is shutting down")

    def _start_another(self) -> None:
        """Starts a worker if there may be one more, and as many are not on their way as questions wait."""
        most = self._size + min(self._slow, _SPARE)
        if self._closed or len(self._all) + self._starting >= most or self._starting > len(self._waiting):
            return
        self._starting += 1
        task = asyncio.get_running_loop().create_task(self._start())
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _start(self) -> None:
        try:
            worker = _Worker(await _process(self._limits, self._work, self._load))
        except OSError as error:
            print(f"scorelite: a worker process could not be started: {error}", file=sys.stderr)
            return
        finally:
            self._starting -= 1
        self._all.add(worker)
        if self._closed:
            self._forget(worker)
            return
        self._idle.append(worker)
        self._wake()

    def _turned_slow(self, worker: _Worker) -> None:
        self._busy[worker] = True
        self._slow += 1
        if self._waiting:
            self._start_another()

    def _release(self, worker: _Worker, keep: bool) -> None:
        self._slow -= self._busy.pop(worker)
        if keep and worker.alive and not self._closed and len(self._all) <= self._size + min(self._slow, _SPARE):
            self._idle.append(worker)
        else:
            self._forget(worker)
        if self._waiting and not self._idle:
            self._start_another()
        self._wake()

    def _forget(self, worker: _Worker) -> None:
        self._all.discard(worker)
        worker.end()
        task = asyncio.get_running_loop().create_task(worker.process.wait())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    def _wake(self) -> None:
        """Lets the question that has waited longest try again."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return


def _unavailable(detail: str) -> Answer:
    return problem(503, "Service Unavailable", detail)


async def _process(limits: Limits, work: Callable[..., None], load: Sequence[str]) -> asyncio.subprocess.Process:
    if not sys.executable:
        raise UsageError("the service needs the path of a Python program, to start workers")
    path = [os.path.abspath(folder) for folder in sys.path]
    program = _PROGRAM.format(path=path, module=work.__module__, name=work.__name__)
    pipe = asyncio.subprocess.PIPE
    # The worker imports what the service imports: the environment and the working directory add nothing.
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-I", "-c", program, json.dumps(limits.to_dict()), *load),
        stdin=pipe,
        stdout=pipe,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
    )
