"""Definitions of segment labels: comments of the form `;; LABEL "id" "title" "description"`."""

from __future__ import annotations

from collections.abc import Iterable

from ..schema import Comment
from ..values import dataclass

_FIELDS = 7  # parts of a line with three quoted texts, split at the quotes


@dataclass(frozen=True, slots=True)
class Definitions:
    """Labels and their categories: identifier, title and description of each, in order of definition."""

    labels: tuple[tuple[str, str, str], ...] = ()
    categories: tuple[tuple[str, str, str], ...] = ()


def definitions(comments: Iterable[Comment]) -> Definitions:
    """The definitions in comments, without repetitions.

    >>> definitions([Comment(';; LABEL "O" "Overall" "All segments"', 0)]).labels
    (('O', 'Overall', 'All segments'),)
    """
    labels: dict[tuple[str, str, str], None] = {}
    categories: dict[tuple[str, str, str], None] = {}
    for comment in comments:
        for start, defined in ((";; LABEL ", labels), (";; CATEGORY ", categories)):
            fields = comment.text.split('"')
            if comment.text.startswith(start) and len(fields) >= _FIELDS:
                defined[fields[1], fields[3], fields[5]] = None
    return Definitions(tuple(labels), tuple(categories))


def tags_of(written: str) -> tuple[str, ...]:
    """The tags that `<a,b>` names.

    >>> tags_of("<O,,f0>"), tags_of("")
    (('O', '', 'f0'), ())
    """
    return tuple(written[1:-1].split(",")) if written else ()


def label_of(tags: tuple[str, ...]) -> str:
    """The label that names tags: the inverse of `tags_of`."""
    return f"<{','.join(tags)}>" if tags else ""
