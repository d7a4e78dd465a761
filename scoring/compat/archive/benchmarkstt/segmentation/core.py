"""The segmenter: words between white space."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..schema import Item
from . import Segmenter

_WHITE_SPACE = r"[\n\t\s]+"


class Simple(Segmenter):
    """Simplest case, split into words by white space"""

    def __init__(self, text: str, pattern: str = _WHITE_SPACE, normalizer: Any = None) -> None:
        self._text = text if normalizer is None else normalizer.normalize(text)
        self._re = re.compile(f"({pattern})")
        self._is_plain = pattern == _WHITE_SPACE

    @property
    def words(self) -> list[str]:
        """The words alone. A text of white space only is one empty word."""
        if self._is_plain:
            return self._text.split() or [""] * bool(self._text)
        return [item["item"] for item in self]

    def __iter__(self) -> Iterator[Item]:
        pieces = self._re.split(self._text)
        # What precedes the first word belongs to it.
        begin = ""
        if self._re.match(self._text):
            pieces = pieces[1:] if pieces[0] == "" else pieces
            begin, pieces = pieces[0], pieces[1:]
        elif pieces[0] == "":
            pieces = pieces[1:]
        for place in range(0, len(pieces), 2):
            raw = begin + "".join(pieces[place : place + 2])
            if raw:
                yield Item({"item": pieces[place], "type": "word", "@raw": raw})
            begin = ""
