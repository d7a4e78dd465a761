"""Several results with their utterances in one order, for analyses that look at the same texts of all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..words.result import Result


def in_one_order(results: Sequence[Result]) -> Sequence[Result]:
    """The results as they are if their ids stand in one order, else all in the order of merged results.

    >>> import scorelite
    >>> first, other = ({"a": "good day", "b": "we saw"}, {"b": "we saw", "a": "good day"})
    >>> [result.utterances.ids() for result in in_one_order([scorelite.score(refs, first) for refs in (first, other)])]
    [('a', 'b'), ('a', 'b')]
    """
    orders = [list(result.table.names()) for result in results]
    return results if all(ids == orders[0] for ids in orders) else [result.ordered() for result in results]
