"""Configurations: lines of blank-separated fields in sections."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TextIO

from . import csv

# Matched at its start only, as in the original: `[a]b` is the header of a section `a]`.
_HEADER = re.compile(r"\[[a-z0-9]+\]", re.IGNORECASE)


class SectionConfigReader:
    """All lines of a configuration, and the lines of each section by its name; those before any header have None."""

    def __init__(self, config: Iterable[csv.Line]) -> None:
        self.config = list(config)
        self.sections: dict[str | None, slice] = {}
        name: str | None = None
        start = 0
        for place, line in enumerate(self.config):
            if len(line) == 1 and _HEADER.match(line[0]):
                self.sections[name] = slice(start, place)
                name, start = line[0][1:-1], place + 1
        self.sections[name] = slice(start, len(self.config))

    def __iter__(self) -> Iterator[csv.Line]:
        return iter(self.config)

    def __getitem__(self, k: str | None) -> list[csv.Line]:
        return self.config[self.sections[k]]

    def __contains__(self, item: str | None) -> bool:
        return item in self.sections


def reader(file: TextIO) -> SectionConfigReader:
    """The configuration that a file holds."""
    return SectionConfigReader(csv.reader(file, "whitespace"))
