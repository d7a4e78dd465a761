"""Words that NIST's programs score with options, or divide before they score: deletable words, fragments, hyphens."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ....formats.errors import short
from ...common.settings import Settings
from ...notices.notice import SIDES, Notice
from ...notices.oddities import plain
from ..alignment import Text, have_none

_DELETABLE = re.compile(r"(?<!\S)\([^()\s]*[^\W\d][^()\s]*\)(?!\S)")
_FRAGMENT = re.compile(r"(?<!\S)\(?((?:-\w[\w']*|\w[\w']*-))\)?(?!\S)")
_HYPHENED = re.compile(r"(?<!\S)\w+(?:-\w+)+(?!\S)")
# So many texts are looked at.
_SAMPLE = 2000


def of_marks(refs: Sequence[Text], hyps: Sequence[Text], settings: Settings) -> Iterator[Notice]:
    """Notices about deletable words and fragments in texts with the grammar of sclite, which its options read.

    >>> settings = Settings(markup=True)
    >>> print(*of_marks(["so (uh) we co- go"], ["so we go"], settings), sep="\\n")
    words in parentheses, such as '(uh)', have to be said: optional_words=True lets them be left out
    fragments, such as 'co-', are words like others: fragments=True matches them by their beginning
    """
    if not settings.optional_words and (word := _first(_DELETABLE, "(", refs, hyps)):
        yield Notice(
            "deletable words",
            f"words in parentheses, such as {word!r}, have to be said: optional_words=True (--optional-words) lets "
            "them be left out",
        )
    if not settings.fragments and (word := _first(_FRAGMENT, "-", refs, hyps)):
        yield Notice(
            "fragments",
            f"fragments, such as {word!r}, are words like others: fragments=True (--fragments) matches them by their "
            "beginning",
        )


def _first(mark: re.Pattern[str], sign: str, *sides: Sequence[Text]) -> str:
    """The first word with a mark, whose sign it has."""
    for side in sides:
        for text in () if have_none(side, sign) else side[:_SAMPLE]:
            if found := mark.search(plain(text)):
                return short(found[found.re.groups])
    return ""


def of_hyphens(refs: Sequence[Text], hyps: Sequence[Text]) -> Iterator[Notice]:
    """A notice if one side has a hyphen between words that the other side has with a blank.

    >>> print(*of_hyphens(["so twenty five"], ["so twenty-five"]))
    'twenty-five' of the hypothesis is 'twenty five' in the reference: equivalents='hyphens' makes both equal
    """
    for place, texts, others in ((0, refs, hyps), (1, hyps, refs)):
        if have_none(texts, "-"):
            continue
        for text, other in zip(texts[:_SAMPLE], others[:_SAMPLE], strict=False):
            for word in _HYPHENED.findall(plain(text)):
                parts = word.replace("-", " ")
                if f" {parts} ".lower() in f" {plain(other)} ".lower():
                    yield Notice(
                        "hyphens",
                        f"{short(word)!r} of the {SIDES[place]} is {short(parts)!r} in the {SIDES[1 - place]}: "
                        "equivalents='hyphens' (--equivalents hyphens) makes both equal",
                    )
                    return
