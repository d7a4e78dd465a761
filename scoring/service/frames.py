"""Frames between the service and its workers: numbers of fixed size, then the bytes that they count."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import BinaryIO

from .answers import JSON, PROBLEM, Answer

JSON_RPC = "json-rpc"
"""The method of questions to BenchmarkSTT's interface."""
QUESTION = struct.Struct(">HHI")
ANSWER = struct.Struct(">HBI")
_KINDS = (JSON, PROBLEM)


@dataclass(frozen=True, slots=True)
class Question:
    """A request for a worker: the method, the content type and the body."""

    method: str
    kind: str
    body: bytes

    def packed(self) -> bytes:
        """The frame.

        >>> Question("score", "application/json", b"{}").packed()[-2:]
        b'{}'
        """
        method, kind = self.method.encode("ascii"), self.kind.encode("utf-8", "replace")[:1000]
        return b"".join((QUESTION.pack(len(method), len(kind), len(self.body)), method, kind, self.body))


def read_question(stream: BinaryIO) -> Question | None:
    """The next question; None at the end of the stream."""
    head = stream.read(QUESTION.size)
    if len(head) < QUESTION.size:
        return None
    sizes = QUESTION.unpack(head)
    method, kind, body = (stream.read(size) for size in sizes)
    return Question(method.decode("ascii"), kind.decode("utf-8", "replace"), body) if len(body) == sizes[2] else None


def packed(answer: Answer) -> bytes:
    """The frame of an answer."""
    return ANSWER.pack(answer.status, _KINDS.index(answer.kind), len(answer.body)) + answer.body


def kind_of(number: int) -> str:
    """The content type of a number in a frame."""
    return _KINDS[number]
