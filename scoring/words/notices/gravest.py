"""Notices as warnings of Python, for those who take one number of a result: a number has no notices."""

from __future__ import annotations

import sys
import warnings
from collections import Counter

from ....formats.errors import arguments_in
from ...notices.notice import COPIED_COLUMN, OF_COUNTS, REPEATED_ROWS, facts_of
from ...notices.tiers import is_of_tiers
from .nulls import NULL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...notices.notice import Notice

_MARKED = "punctuation of one side"
_PUNCTUATION = (
    "one side alone has punctuation, which counts as errors: normalise='basic' (--normalise basic) compares words "
    "without it"
)
"""In place of the notice with an example, since a warning of the same text is shown once, whatever the rows."""
# How files were read is no doubt about the number.
_OF_READING = ("alignments", "chunks", "columns", "encoding of", "line ids", "reading ")
# The rate from which on causes are searched for, which may take longer than to score: so many times for each line of
# a program, for a loop over batches shows at once what is wrong with it.
_DOUBTFUL, _SEARCHES = 0.2, 16
_searches: Counter[tuple[str, int]] = Counter()


def warn_of_notices(
    notices: Sequence[Notice], rate: float | None, stacklevel: int, *, has_capitals: bool = False
) -> None:
    """Warns of what the notices say; at a low rate, and in a line that runs again and again, of the gravest alone:
    unscored texts, rows that occur twice, a column compared with its copy, sides with nothing in common or with
    punctuation in one of them, and tiers that nobody chose.
    Capitals beyond ASCII, which are letters of their own, are doubtful at any rate. `stacklevel` is that of the
    caller."""
    is_searched = has_capitals or (rate or 0.0) >= _DOUBTFUL
    if is_searched:
        frame = sys._getframe(stacklevel)
        place = frame.f_code.co_filename, frame.f_lineno
        _searches[place] += 1
        is_searched = _searches[place] <= _SEARCHES
    for notice in notices if is_searched else facts_of(notices):
        is_grave = (
            notice.name.startswith((NULL, REPEATED_ROWS, COPIED_COLUMN, *OF_COUNTS))
            or notice.name == _MARKED
            or is_of_tiers(notice.text)
        )
        if is_grave or (is_searched and not notice.name.startswith(_OF_READING)):
            text = arguments_in(_PUNCTUATION) if notice.name == _MARKED else str(notice)
            warnings.warn(text, stacklevel=stacklevel + 1)
