"""Words that are tagged in a text, `<tag two words>`, as PIER has them."""

from __future__ import annotations

import re
from collections.abc import Callable

TAG = re.compile("<tag (.*?)>")
"""A tagged part of a text."""


def tagged_spans(text: str, words: Callable[[str], list[str]] = str.split) -> tuple[list[tuple[int, int]], int]:
    """The first and the last word of each tag in a text, and the number of its words, as if there were no tags.

    `words` cuts a text; PIER cuts at every blank of Unicode.

    >>> tagged_spans("das mit den <tag two bots> glaube ich")
    ([(3, 4)], 7)
    """
    spans = []
    first = last = 0
    for match in TAG.finditer(text):
        begin = match.start()
        first += len(words(text[last:begin]))
        if size := len(words(match[1])):
            spans.append((first, first + size - 1))
        # "<tag" is no word; behind another letter, it would be the end of one that was counted.
        first -= 1 + len(words(text[begin - 1 : begin]))
        last = begin
    return spans, first + len(words(text[last:]))
