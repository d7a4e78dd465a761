"""The spec of an analysis: which numbers of its rows it shows, once for its text, JSON, Arrow, pandas and sums."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ...formats.values import dataclass

if TYPE_CHECKING:
    from ..common.arrow import Kind

_NOTHING: Mapping[Any, Any] = MappingProxyType({})


def with_commas(number: int) -> str:
    """A whole number as tables show it.

    >>> with_commas(12345)
    '12,345'
    """
    return f"{number:,}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """The numbers of a row that an analysis shows, and what adds up in addition to the rows.

    A number is an attribute of rows, what their `to_dict` calls so, or a method of the analysis that takes the name of
    a row, such as `points`.
    """

    name: str = "name"
    """The column with the names of rows, in JSON and in data frames."""
    columns: Mapping[Kind, Sequence[str]] = _NOTHING
    """The columns of JSON and of data frames by kind, called as the numbers of rows are."""
    table: Mapping[str, tuple[str, Callable[[Any], str]]] = _NOTHING
    """The heads of the table that people see, each with a number of rows and with how it is written."""
    adds: tuple[str, ...] = ()
    """The fields of the analysis that add up as its rows do."""
