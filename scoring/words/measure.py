"""The record of a measure of words."""

from __future__ import annotations

from collections.abc import Callable

from ...formats.values import dataclass
from ..common import measure
from ..common.counts import RATES, percent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


@dataclass(frozen=True, slots=True)
class Measure(measure.Measure):
    """A number that follows from counts, numbers of utterances, or what confidences tell."""

    number: Callable[[Any], int] | None = None
    """How many errors a rate counts, for tables in notebooks; None for a measure that these leave out."""
    of_characters: str = ""
    """The title where characters are compared, if it is another one."""
    of_ids: str = ""
    """The title where ids of tokens are compared, if it is another one."""
    is_shown: Callable[[Any], bool] = lambda result: True
    """Whether summaries of a result have a line for it."""
    is_rate: bool = True
    """Whether the number is a rate, shown in percent; others have three decimals, and no line where not defined."""

    def title_of(self, result: Any) -> str:
        """The title, which may be another one where characters or ids are compared."""
        return {"character": self.of_characters, "id": self.of_ids}.get(result.noun) or self.title

    def name_of(self, result: Any) -> str:
        """The name in the measures of a result: of characters, a `wer` in it is a `cer`."""
        return _named(self.name, result)

    def to_dict(self, result: Any) -> Mapping[str, float | None]:
        """The number, and what belongs to it, by name."""
        # Bare super() fails in dataclasses with slots.
        values = measure.Measure.to_dict(self, result)
        return {_named(name, result): value for name, value in values.items()}

    def head(self, result: Any) -> str:
        """The title and the number as the first columns of a line; empty for a measure that has no line."""
        value = self.value(result)
        if self.is_rate:
            title = self.title_of(result)
            return f"{title} {percent(value):>{13 - len(title)}}" if self.is_shown(result) else ""
        return "" if value is None else f"{self.title_of(result)} {value:>8.3f}  "


def _named(name: str, result: Any) -> str:
    return name.replace("wer", RATES[result.settings.unit])
