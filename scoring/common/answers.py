"""Answers to names that others have: the sections of the files in `resources/answers`, which say what to type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache


class Answers(Mapping[str, str]):
    """The answers of one section by name, which are read when the first one is asked for.

    >>> Answers("attributes of utterances")["hypothesis"], len(Answers("keywords of nosuch()"))
    ('hyp', 0)
    """

    __slots__ = ("_file", "_section")

    def __init__(self, section: str, file: str = "names.txt") -> None:
        self._section = section
        self._file = file

    def _answers(self) -> Mapping[str, str]:
        return _sections(self._file).get(self._section, {})

    def __getitem__(self, name: str) -> str:
        return self._answers()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._answers())

    def __len__(self) -> int:
        return len(self._answers())


@cache
def _sections(file: str) -> dict[str, dict[str, str]]:
    """The answers of each section; a line has the names, a colon, and the answer to all of them."""
    from ... import resources  # only wrong names need the answers

    found: dict[str, dict[str, str]] = {}
    with open(f"{resources.__path__[0]}/answers/{file}", encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("["):
                section = found.setdefault(line.strip("[]\n"), {})
            elif line.strip() and not line.startswith("#"):
                names, _, answer = line.rstrip("\n").partition(": ")
                section |= dict.fromkeys(names.split(), answer)
    return found
