"""Option --interval of `score` and `merge`: the confidence interval of the error rate."""

from __future__ import annotations

from ..common.counts import percent
from ..common.key_figure import ends_of
from .values import whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Mapping
    from typing import Any, Protocol

    class Interval(Protocol):
        """The middle of an interval, and how far its ends are from it."""

        @property
        def mean(self) -> float: ...

        @property
        def reach(self) -> float: ...

    class Drawn(Protocol):
        """A result of which samples are drawn."""

        def interval(self, replications: int, /, *, by: str = ...) -> Interval: ...


REPLICATIONS = 1000
UTTERANCE = "utterance"
NO_INTERVAL: Mapping[str, Any] = {}


def add_interval(group: argparse._ActionsContainer) -> None:
    """Adds the option."""
    group.add_argument(
        "--interval",
        type=_replications,
        nargs="?",
        const=REPLICATIONS,
        metavar="N",
        help=f"the 95 %% interval of the error rate, from N bootstrap samples (default: {REPLICATIONS})",
    )


def _replications(text: str) -> int:
    return whole(text, " is not a number of samples; expected 1 to 1000000", 1, 10**6)


def interval_of(result: Drawn, replications: int | None, unit: str = UTTERANCE) -> dict[str, Any]:
    """The interval by samples of units, ready for JSON; empty where none is asked for."""
    if replications is None:
        return {}
    drawn = result.interval(replications, by=unit)
    low, high = ends_of(drawn) or (drawn.mean, drawn.mean)
    of_units = {} if unit == UTTERANCE else {"unit": unit}
    return {"mean": drawn.mean, "low": low, "high": high, "replications": replications, **of_units}


def interval_lines(interval: Mapping[str, Any]) -> Iterator[str]:
    """The line of a summary.

    >>> list(interval_lines({"mean": 0.1, "low": 0.075, "high": 0.125, "replications": 1000}))
    ['95 %       7.5 % to 12.5 %, 1.96 standard deviations of 1,000 bootstrap samples']
    """
    if interval:
        low, high = (percent(interval[name]) for name in ("low", "high"))
        units = f" of {interval['unit']}s" if "unit" in interval else ""
        samples = f"{interval['replications']:,} bootstrap samples{units}"
        yield f"95 %       {low} to {high}, 1.96 standard deviations of {samples}"
