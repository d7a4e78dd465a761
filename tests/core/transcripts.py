"""Transcript files as each core reads them."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from scorelite.formats import trn
from scorelite.formats.engine.lines import Lines
from scorelite.formats.errors import FormatError


def read(core: ModuleType, data: bytes, odd: list[str] | None = None, *, every: bool = False) -> Any:
    """The utterances of a transcript file; problems go to `odd`."""
    add = Lines("file")

    def row(spans: Any, number: int, line: str) -> None:
        add.rows, add.number, add.line = spans, number, line
        trn.row(line, add)

    spans = core.read_trn(data, row, every)
    try:
        add.problems.check()
    except FormatError as error:
        assert odd is not None
        odd += map(str, error.problems)
    return spans
