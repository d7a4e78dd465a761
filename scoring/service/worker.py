"""A worker process: reads questions from its stdin, one after another, and writes answers to its stdout."""

from __future__ import annotations

import json
import math
import os
import signal
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .answers import Answer, of_error, problem, result
from .bodies import arguments_of
from .frames import JSON_RPC, Question, packed, read_question
from .limits import Limits
from .methods import method
from .parameters import checked

# Seconds after which a worker ends itself; the service ends it sooner, unless it is gone itself.
_GRACE = 5


def answer(question: Question, limits: Limits, json_rpc: Callable[[bytes, Limits], Answer] | None = None) -> Answer:
    """The answer to a question; errors are answers too."""
    try:
        if json_rpc is not None and question.method == JSON_RPC:
            return json_rpc(question.body, limits)
        chosen = method(question.method)
        if chosen is None:
            return problem(404, "Not Found", f"no method {question.method!r}")
        raw = arguments_of(chosen, question.kind, question.body)
        return result(chosen.run(checked(chosen.parameters, raw), limits))
    except Exception as error:
        return of_error(error) or _defect(error)


def _defect(error: Exception) -> Answer:
    """The answer about an error of the program, whose details stay on the machine."""
    traceback.print_exception(error)
    return problem(500, "Internal Server Error", "an error of the service; its log has the details")


def serve(limits: Limits, json_rpc: Callable[[bytes, Limits], Answer]) -> None:
    """Answers questions until stdin ends."""
    # What a library prints must not come between the frames.
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", 0)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(2, 1)
    os.close(nowhere)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the service, which closes stdin
    _limit_memory(limits.memory)
    while (question := read_question(questions)) is not None:
        with _ended_after(math.ceil(limits.seconds) + _GRACE):
            reply = answer(question, limits, json_rpc)
        answers.write(packed(reply))


@contextmanager
def _ended_after(seconds: int) -> Iterator[None]:
    if not hasattr(signal, "alarm"):
        yield
        return
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


def _limit_memory(most: int) -> None:
    """Limits the memory that the process may take beyond what it has."""
    try:
        import resource

        with open("/proc/self/statm", encoding="ascii") as file:
            present = int(file.read().split()[0]) * resource.getpagesize()
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        soft = present + most
        resource.setrlimit(resource.RLIMIT_AS, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))
    except (ImportError, OSError, ValueError):
        return  # a system without this limit: time and sizes are limited there


def run(limits_in_json: str, json_rpc: Callable[[bytes, Limits], Answer]) -> None:
    """Runs a worker with these limits, and with what answers JSON-RPC."""
    limits = Limits(**json.loads(limits_in_json))
    if limits.files:
        os.chdir(limits.files)  # where BenchmarkSTT's configurations look for files that they name
    serve(limits, json_rpc)
