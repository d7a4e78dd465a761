"""Transcript files as each core reads them."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from scorelite.formats import trn
from scorelite.formats.engine.row_reader import Adder
from scorelite.formats.errors import FormatError


def read(core: ModuleType, data: bytes, odd: list[str] | None = None, *, every: bool = False) -> Any:
    """The utterances of a transcript file; problems go to `odd`."""
    add: Adder[Any] = Adder("file")

    def row(spans: Any, number: int, line: str) -> None:
        add.begin(spans, number, line)
        trn.row(line, add)

    spans = core.read_trn(data, row, every)
    try:
        add.problems.check()
    except FormatError as error:
        assert odd is not None
        odd += map(str, error.problems)
    return spans
