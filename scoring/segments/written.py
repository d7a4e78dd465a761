"""Scores of measures as text and back, exact to the last digit: what totals keep of a recording in a table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from ...formats.errors import UsageError

_PLAIN: dict[object, tuple[type, ...]] = {str: (str,), int: (int,), float: (int, float), type(None): (type(None),)}


def score_text(score: Any) -> str:
    """A score as JSON; mappings are lists of pairs, whose keys may be pairs of names.

    >>> from scorelite.scoring.segments.confusions import Confusions
    >>> score_text(Confusions(substituted={("a", "b"): 0.1}))
    '{"correct": [], "substituted": [[["a", "b"], 0.1]], "deleted": [], "inserted": []}'
    """
    return json.dumps(_plain(score))


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return [[key, _plain(number)] for key, number in value.items()]
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


def score_of_text(kind: type[Any], text: object) -> Any:
    """The score of this kind that `score_text` wrote; any other text is refused.

    >>> from scorelite.scoring.segments.boundaries import Boundaries
    >>> score_of_text(Boundaries, score_text(Boundaries(3, 2, 1)))
    Boundaries(reference=3, hypothesis=2, matched=1)
    """
    try:
        if not isinstance(text, str):
            raise TypeError
        return _read(kind, json.loads(text))
    except (TypeError, ValueError, KeyError, RecursionError):
        shown = text[:80] if isinstance(text, str) else text
        raise UsageError(f"column 'score' holds {shown!r}; expected a score of the kind {kind.__name__}") from None


def _read(kind: Any, value: Any) -> Any:
    """The value of a type that the fields of scores have."""
    if isinstance(kind, type) and is_dataclass(kind):
        types = get_type_hints(kind)
        return kind(**{field.name: _read(types[field.name], value[field.name]) for field in fields(kind)})
    own = get_args(kind)
    if get_origin(kind) is Mapping:
        return {_read(own[0], key): _read(own[1], number) for key, number in value}
    if get_origin(kind) is tuple:
        if own[-1] is Ellipsis:
            return tuple([_read(own[0], one) for one in value])
        return tuple([_read(one, each) for one, each in zip(own, value, strict=True)])
    allowed = own if get_origin(kind) is UnionType else (kind,)
    if type(value) not in [known for one in allowed for known in _PLAIN[one]]:
        raise TypeError
    return value
