"""Verdicts on places where two outputs differ, for which there is no reference.

A file of them has a line of JSON for each place and judge:

    {"id": "u1", "begin": 3, "end": 4, "a": "grey", "b": "gray", "verdict": "B right", "judge": "ann"}
    {"id": "u1", "begin": 7, "end": 8, "a": "their", "b": "there", "verdict": "both wrong", "words": "they are"}

`begin` and `end` count words of A as they are written.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from json import dumps
from typing import TYPE_CHECKING, Any, BinaryIO

from ...formats.engine.json_lines import json_lines
from ...formats.errors import Where, fail, short
from ...formats.source import SideFile
from ...formats.values import dataclass
from ..words.verdicts import NO_TEXT

if TYPE_CHECKING:
    from ..analysis import Site

A, B, NEITHER, SAME = "A right", "B right", "both wrong", "both right"
KINDS = (A, B, NEITHER, SAME)
"""The verdicts; with `both wrong`, the judge types what was said."""
_EXPECTED = (
    'an object such as {"id": "u1", "begin": 3, "end": 4, "a": "grey", "b": "gray", "verdict": "A right"}, as the page '
    "of a sample saves it"
)
_TEXTS = ("id", "a", "b")


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict on a place."""

    id: str
    a: str
    b: str
    kind: str
    words: str
    """What was said."""
    where: Where
    line: str

    @property
    def place(self) -> str:
        """The place as messages name it."""
        return f"{short(self.a) or 'nothing'!r} and {short(self.b) or 'nothing'!r} in utterance {short(self.id)}"


def line_of(site: Site) -> dict[str, Any]:
    """A line of a file of verdicts, without the verdict."""
    sides = {"ref": "a", "alt": "b"}
    line = site.to_dict()
    return {sides.get(name, name): line[name] for name in line if name not in ("systems", "others", "bits")}


def key_of(line: Mapping[str, Any]) -> str:
    """The place of a line: its utterance, and the words that are judged."""
    return dumps([line.get(name) for name in ("id", "begin", "end", "a", "b")])


def read_verdicts(file: str | os.PathLike[str] | BinaryIO) -> tuple[dict[str, Verdict], tuple[str, ...]]:
    """The verdicts of a file by their places, and who gave them; lines without a verdict are left out."""
    source = SideFile(file)
    given: dict[str, Verdict] = {}
    judges: set[str] = set()
    for where, line, row in json_lines(source.name, source.lines(), _EXPECTED):
        if not isinstance(row, dict):
            fail(where, "no object", _EXPECTED, line)
        if not row.get("verdict"):
            continue
        verdict = _verdict(where, line, row)
        held = given.setdefault(key_of(row), verdict)
        if (held.kind, held.words) != (verdict.kind, verdict.words):
            what = f"{verdict.kind!r} on {verdict.place}, but line {held.where.line} says {held.kind!r}"
            fail(where, what, "one verdict on each place, with the same words", line)
        judges.add(str(row.get("judge", "")))
    if not given:
        fail(Where(source.name, 1), "no verdicts", _EXPECTED)
    return given, tuple(sorted(judges - {""}))


def _verdict(where: Where, line: str, row: Mapping[str, Any]) -> Verdict:
    for name in _TEXTS:
        if not isinstance(row.get(name), str):
            fail(where, f"no {name}", f"{name}, a text: {_EXPECTED}", line)
    kind = row["verdict"]
    if kind not in KINDS:
        fail(where, f"the verdict {short(str(kind))!r}", f"one of: {', '.join(KINDS)}", line)
    said = {A: row["a"], B: row["b"], NEITHER: row.get("words"), SAME: ""}[kind]
    if not isinstance(said, str):
        fail(where, f"{NEITHER!r} without words", 'what was said, which may be nothing: "words": ""', line)
    if NO_TEXT.search(said):
        fail(where, f"words {short(ascii(said))} with a NUL, or half a character", "a text", line)
    return Verdict(row["id"], row["a"], row["b"], kind, said, where, line)
