"""Words that are tagged in a text, `<tag two words>`, as PIER has them."""

from __future__ import annotations

import re

TAG = re.compile("<tag (.*?)>")
"""A tagged part of a text."""


def tagged_spans(text: str) -> tuple[list[tuple[int, int]], int]:
    """The first and the last word of each tag in a text, and the number of its words, as if there were no tags.

    >>> tagged_spans("das mit den <tag two bots> glaube ich")
    ([(3, 4)], 7)
    """
    spans = []
    found = list(TAG.finditer(text))
    for before, match in enumerate(found):
        first = len(text[: match.start()].split()) - before
        if size := len(match[1].split()):
            spans.append((first, first + size - 1))
    return spans, len(text.split()) - len(found)
