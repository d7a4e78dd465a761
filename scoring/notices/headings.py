"""Lines of transcripts above each turn: the name of its speaker and a time, a time alone, or a name in capitals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import compress
from operator import and_

from ...formats.errors import arguments_in, quantity, short
from ...formats.schema import Corpus
from ...formats.screenplay import speeches
from ..normalise.chain import Chain
from ..normalise.repairs import is_heading

# Fewer lines, or a smaller part of all, are no headings of turns.
_FEWEST, _PART = 2, 0.2
_SAMPLE = 200
# Names above texts are nearly half of all lines, and hardly one has no text below it.
_HALF, _HARDLY = 0.4, 0.2
_NAME = re.compile(r"(?![a-z])[^\W\d][\w.'-]*(?: (?![a-z])[\w.'-]+){0,2}(?<![.]):?")


def headings(corpus: Corpus, chain: Chain | None = None, other: Corpus | None = None) -> str:
    """A warning about lines of a text that are no speech; empty where there are few, or a chain removes them.

    >>> from ...formats import read
    >>> headings(read(b"Ann Lee  0:03\\nGood day.\\nBen  0:05\\nHello.\\n", format="txt")).partition(",")[0]
    '2 of the first 4 lines are a name and a time'
    """
    if corpus.format != "txt":
        return ""
    first = corpus.texts()[:_SAMPLE]
    if speeches("\n".join(first))[1]:
        return (
            "looks like a script, whose names, headings of scenes and directions count as words; saved as a document "
            "of Word (.docx), it is read as its speeches"
        )
    found = list(filter(is_heading, first))
    if len(found) < max(_FEWEST, _PART * len(first)):
        return _of_names(first, {*other.texts()[:_SAMPLE]} if other is not None else set())
    if chain is not None and not chain.apply(found[:1])[0][0].strip():
        return ""
    shown = short(" ".join(found[0].split()))
    what = "a time" if not any(map(str.isalpha, shown)) else "a name and a time" if ":" in shown[:-1] else "a name"
    return arguments_in(
        f"{len(found)} of the first {quantity(len(first), 'line')} are {what}, such as {shown!r}, and count as words; "
        "normalise='heads' (--normalise heads) removes them; speakers are read from lines such as 'Ann Lee: good day'"
    )


def _of_names(lines: Sequence[str], said: Collection[str]) -> str:
    """A warning about names on lines of their own, each above a text; empty where the other side has said them."""
    written = [line for line in lines if line.strip()]
    times = Counter(written)
    are_names = [times[line] > 1 and line not in said and _NAME.fullmatch(line) is not None for line in written]
    number = sum(are_names)
    without_text = sum(map(and_, are_names, are_names[1:]))
    if number < max(_FEWEST, _HALF * len(written)) or without_text > _HARDLY * number:
        return ""
    names = list(dict.fromkeys(compress(written, are_names)))
    return arguments_in(
        f"{number} of the first {quantity(len(written), 'line')} are names above texts, such as {short(names[0])!r}, "
        "and count as words; expected the texts alone, or lines such as 'Ann Lee: good day' with normalise='heads' "
        "(--normalise heads)"
    )
