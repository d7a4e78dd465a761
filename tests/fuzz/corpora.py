"""Random corpora as lines of JSON, with words, names and times that are hard to write in one format or another."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

from scorelite.formats.schema import Alternation, Comment, Corpus, Item, Label, Region, Segment, Written

_WORDS = ["a", "b", "good", "day", "uh", "it's", "Ünï", "日本", "a-b", "12", "é"]
_HARD = [
    "",
    " ",
    "a b",
    "a\tb",
    "a\nb",
    "a\r\nb",
    "<b>",
    "&",
    "&amp;",
    '"',
    "'",
    "{",
    "}",
    "{a/b}",
    "(x)",
    ";;",
    ";",
    "\\",
]
_HARD += [
    "-->",
    "a;t",
    "*",
    "@",
    "<ALT>",
    "#",
    "|",
    ",",
    "=",
    ":",
    "\u2028",
    "\u00a0",
    "\ufeff",
    "\u200b",
    "\x85",
    "\x0b",
]
_HARD += [
    "x" * 300,
    "]]>",
    "%s",
    "\\N",
    "{\\i1}",
    "[x]",
    "text = ",
    "1",
    "00:00:01,000",
    "<NA>",
    "NA",
    "\x1b[1m",
    "e\u0301",
]
_HARD += ["\ud800", "\x00", "\x01", "\ufffe", "null", "nan", "--", "-", "//", "\u202e", "=1+1", "</p>", "\u3000"]
_NAMES = ["", "", "talk", "a-1", "spk", "1", "A", "two words", "Ünï", "x/y", "a.b"]
_TIMES: list[Any] = [0, 0.25, 0.5, 1, 1.5, 2.0, 3.75, 7.125, "1.50", "0.000", "12.345", 59.999, 3600, 0.0005, 1 / 3]
_ODD_TIMES: list[Any] = [-1, -0.001, 1e9, 1e300, "1e5", float("nan"), float("inf"), "007", 99999.99999, 1e-9]


def lines(chance: Random) -> bytes:
    """A corpus, one segment, region or comment a line."""
    return b"".join(json.dumps(line).encode() + b"\n" for line in _Habits(chance).corpus())


class _Habits:
    """Features of a corpus: which fields, how hard its words and names are, in which order its times stand."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.hard = chance.choice((0, 0, 0.02, 0.2))
        self.hard_names = chance.choice((0, 0, 0, 0.1))
        self.odd_times = chance.choice((0, 0, 0, 0.05))
        self.has = {name: chance.random() < share for name, share in _SHARES.items()}

    def corpus(self) -> list[dict[str, Any]]:
        """Lines, segments in the order of time unless times are odd."""
        chance = self.chance
        corpus: list[dict[str, Any]] = []
        at = 0.0
        for number in range(chance.choice((0, 1, 1, 2, 3, 6))):
            length = chance.choice((0, 0.25, 1, 1, 2.5))
            corpus.append({"segment": self._segment(number, at, at + length)})
            at += length + chance.choice((0, 0, 0.5, 3, -0.25))
            if self.has["comments"] and chance.random() < 0.3:
                corpus.append({"comment": [self._word(), number]})
        if self.has["regions"]:
            corpus.append({"region": [self._name() or "talk", self._name(), 0, chance.choice((1, 2.5, 3600))]})
        return corpus

    def _segment(self, number: int, start: float, end: float) -> dict[str, Any]:
        chance, has = self.chance, self.has
        segment: dict[str, Any] = {}
        if has["ids"]:
            segment["id"] = f"s{number % 2}-{number}" if chance.random() > self.hard_names else chance.choice(_HARD)
        for name in ("session", "channel", "speaker"):
            if has[name]:
                segment[name] = self._name()
        if has["times"]:
            segment["start"], segment["end"] = self._time(start), self._time(end)
        if has["tags"]:
            segment["tags"] = [self._word() for _ in range(chance.randint(0, 2))]
        if has["ignored"] and chance.random() < 0.2:
            segment["ignored"] = True
        if has["markup"]:
            segment["grammar"] = "sclite"
        if has["labels"]:
            segment["labels"] = self._labels(start, end)
        else:
            segment["text"] = " ".join(self._word() for _ in range(chance.choice((0, 1, 3, 8))))
        return segment

    def _labels(self, start: float, end: float) -> list[Any]:
        chance = self.chance
        count = chance.choice((0, 1, 3, 8))
        step = (end - start) / max(1, count)
        labels: list[Any] = []
        for place in range(count):
            at = start + place * step
            if self.has["alternations"] and chance.random() < 0.1:
                labels.append([[self._label(at, at + step) for _ in range(chance.randint(0, 2))] for _ in range(2)])
            else:
                labels.append(self._label(at, at + step))
        return labels

    def _label(self, start: float, end: float) -> dict[str, Any]:
        chance, has = self.chance, self.has
        label: dict[str, Any] = {"value": self._word()}
        if has["word times"] and chance.random() < 0.95:
            label["start"], label["end"] = self._time(start), self._time(end)
        if has["confidence"]:
            label["confidence"] = chance.choice((0, 0.5, 1, "0.910", 1.5, -1))
        if has["kinds"] and chance.random() < 0.2:
            label |= chance.choice(({"optional": True}, {"kind": "fragment"}, {"kind": "noise"}))
        return label

    def _word(self) -> str:
        return self.chance.choice(_HARD if self.chance.random() < self.hard else _WORDS)

    def _name(self) -> str:
        return self.chance.choice(_HARD if self.chance.random() < self.hard_names else _NAMES)

    def _time(self, usual: float) -> Any:
        drawn = self.chance.random()
        if drawn < self.odd_times:
            return self.chance.choice(_ODD_TIMES)
        return self.chance.choice(_TIMES) if drawn < 2 * self.odd_times else usual


_SHARES = {"ids": 0.5, "session": 0.5, "channel": 0.4, "speaker": 0.5, "times": 0.7, "tags": 0.1, "ignored": 0.1}
_SHARES |= {"markup": 0.2, "labels": 0.5, "alternations": 0.1, "word times": 0.7, "confidence": 0.4, "kinds": 0.1}
_SHARES |= {"comments": 0.1, "regions": 0.1}


class NotACorpus(Exception):
    """Lines that describe no corpus, as a case that is made smaller may have them."""


def corpus_of(data: bytes) -> Corpus:
    """The corpus that lines of JSON describe."""
    try:
        entries = [json.loads(line) for line in data.splitlines() if line.strip()]
        return Corpus(
            tuple(_segment(entry["segment"]) for entry in entries if "segment" in entry),
            tuple(Region(*_texts(entry["region"][:2]), *entry["region"][2:]) for entry in entries if "region" in entry),
            tuple(
                Comment(*_texts(entry["comment"][:1]), entry["comment"][1]) for entry in entries if "comment" in entry
            ),
        )
    except (ValueError, TypeError, KeyError, IndexError) as error:
        raise NotACorpus from error


def _segment(entry: Mapping[str, Any]) -> Segment:
    values = _checked(entry)
    if "labels" in entry:
        values["labels"] = tuple(_item(item) for item in entry["labels"])
    if "tags" in entry:
        values["tags"] = tuple(_texts(entry["tags"]))
    return Segment(**values)


def _item(entry: Any) -> Item:
    if isinstance(entry, list):
        return Alternation(tuple(tuple(_item(item) for item in branch) for branch in entry))
    return Label(**_checked(entry))


def _checked(entry: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a segment or label; a number that is a text prints as it was written."""
    values = dict(entry)
    for name, value in entry.items():
        if name in ("start", "end", "confidence"):
            values[name] = Written(value) if isinstance(value, str) else float(value)
        elif name in ("ignored", "optional"):
            values[name] = bool(value)
        elif name not in ("labels", "tags"):
            _texts([value])
    return values


def _texts(values: list[Any]) -> list[str]:
    if not all(isinstance(value, str) for value in values):
        raise TypeError(values)
    return values
