"""Notices that one number alone needs: a number has no notices, so they become warnings of Python."""

from __future__ import annotations

import warnings

from ....formats.errors import arguments_in
from ...notices.notice import OF_COUNTS
from ...notices.tiers import is_of_tiers
from .nulls import NULL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...notices.notice import Notice

_MARKED = "punctuation of one side"
_PUNCTUATION = (
    "one side alone has punctuation, which counts as errors: normalise='basic' (--normalise basic) compares words "
    "without it"
)
"""In place of the notice with an example, since a warning of the same text is shown once, whatever the rows."""


def warn_of_gravest(notices: Iterable[Notice], stacklevel: int) -> None:
    """Warns of unscored texts, of sides with nothing in common or with punctuation in one of them, of capitals
    beyond ASCII, which are letters of their own, and of tiers that nobody chose. `stacklevel` is that of the caller."""
    for notice in notices:
        if notice.name.startswith((NULL, *OF_COUNTS)) or notice.name in ("case", _MARKED) or is_of_tiers(notice.text):
            text = arguments_in(_PUNCTUATION) if notice.name == _MARKED else str(notice)
            warnings.warn(text, stacklevel=stacklevel + 1)
