"""Other names under which keywords are understood: American spelling, and the words of other packages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps

from ...formats.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    Call = TypeVar("Call", bound=Callable[..., Any])

OTHER_NAMES: Mapping[str, str] = {
    **dict.fromkeys(("reference", "references"), "refs"),
    **dict.fromkeys(("hypothesis", "hypotheses", "predictions"), "hyps"),
    **dict.fromkeys(("normalize", "normaliser", "normalizer"), "normalise"),
}
"""Names of keywords that others have, with ours; type checkers know ours alone."""


def understood(function: Call) -> Call:
    """The function, which understands the other names of its keywords.

    >>> @understood
    ... def pair(refs, hyps):
    ...     return refs, hyps
    >>> pair(hypothesis="b", reference="a")
    ('a', 'b')
    """

    @wraps(function)
    def call(*values: Any, **keywords: Any) -> Any:
        if not OTHER_NAMES.keys().isdisjoint(keywords):
            keywords = renamed(keywords)
        return function(*values, **keywords)

    return call  # type: ignore[return-value]  # it takes what the function takes, and other names


def renamed(keywords: Mapping[str, Any]) -> dict[str, Any]:
    """The keywords under our names; two names of one keyword are refused.

    >>> renamed({"normalize": "basic", "unit": "word"})
    {'normalise': 'basic', 'unit': 'word'}
    """
    names: dict[str, str] = {}
    for name in keywords:
        ours = OTHER_NAMES.get(name, name)
        if ours in names:
            raise UsageError(f"{names[ours]}= and {name}= are one keyword; expected {ours}= alone")
        names[ours] = name
    return {ours: keywords[name] for ours, name in names.items()}
