"""Lines of transcripts above each turn: the name of its speaker and a time, a time alone, or a name in capitals."""

from __future__ import annotations

from ...formats.errors import arguments_in, quantity, short
from ...formats.schema import Corpus
from ...formats.screenplay import speeches
from ..normalise.chain import Chain
from ..normalise.repairs import is_heading

# Fewer lines, or a smaller part of all, are no headings of turns.
_FEWEST, _PART = 2, 0.2
_SAMPLE = 200


def headings(corpus: Corpus, chain: Chain | None = None) -> str:
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
        return ""
    if chain is not None and not chain.apply(found[:1])[0][0].strip():
        return ""
    shown = short(" ".join(found[0].split()))
    what = "a name and a time" if any(map(str.isalpha, shown)) else "a time"
    return arguments_in(
        f"{len(found)} of the first {quantity(len(first), 'line')} are {what}, such as {shown!r}, and count as words; "
        "normalise='heads' (--normalise heads) removes them; speakers are read from lines such as 'Ann Lee: good day'"
    )
