"""The settings of an analysis as an argument of `--with` has them, such as `dropout:10/loop:4`."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

from ...formats.errors import UsageError

_MOST = 2**31 - 1
"""The largest whole number of a setting."""


def settings_of(argument: Any, defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Settings by name: texts `name:number`, separated by slashes, or a mapping; None is all defaults.

    >>> settings_of("bins:10", {"bins": 15}), settings_of({"bins": 20}, {"bins": 15}), settings_of(None, {"bins": 15})
    ({'bins': 10}, {'bins': 20}, {})
    """
    if argument is None:
        return {}
    if not isinstance(argument, (str, Mapping)):
        expected = "/".join(f"{name}:{number}" for name, number in [*defaults.items()][:2])
        raise UsageError(f"settings are {argument!r}; expected {expected!r}, or numbers by name")
    given = [*argument.items()] if isinstance(argument, Mapping) else _pairs(argument, defaults)
    pairs = dict(given)
    if len(pairs) < len(given):
        twice = next(name for place, (name, _) in enumerate(given) if name in dict(given[:place]))
        raise UsageError(f"the setting {twice!r} twice; expected it once")
    if unknown := [name for name in pairs if name not in defaults]:
        raise UsageError(f"no setting {unknown[0]!r}; expected one of {', '.join(defaults)}")
    return pairs


def _pairs(argument: str, defaults: Mapping[str, Any]) -> list[tuple[str, int | float]]:
    """Names and their numbers."""
    pairs = []
    for part in argument.split("/"):
        name, _, number = part.partition(":")
        try:
            value = int(number) if number.strip().isdecimal() else float(number)
            pairs.append((name.strip(), int(value) if value == int(value) else value))
        except (ValueError, OverflowError):
            usual = "/".join(f"{each}:{default}" for each, default in defaults.items() if default is not None)
            raise UsageError(f"the setting {part!r} has no number; expected name:number, as in {usual}") from None
    return pairs


def checked(name: str, number: Any, lowest: float, highest: float = float("inf"), *, whole: bool = True) -> Any:
    """A number that is not out of its bounds.

    >>> checked("bins", 15, 1)
    15
    """
    number = of_python(number)
    kinds = (int,) if whole else (int, float)
    if whole and isinstance(number, int) and number > _MOST:
        highest = min(highest, _MOST)
    if isinstance(number, bool) or not isinstance(number, kinds) or not lowest <= number <= highest:
        up_to = "" if highest == float("inf") else f" and at most {highest:,}"
        kind = "a whole number" if whole else "a number"
        raise UsageError(f"{name} is {number!r}; expected {kind} of at least {lowest:,}{up_to}")
    return number


def of_python(number: Any) -> Any:
    """A whole number, also one of numpy, as one of Python; anything else as it is."""
    return index(number) if hasattr(number, "__index__") and not isinstance(number, bool) else number


def settled(settings: Mapping[str, Any]) -> str:
    """Settings as a signature has them.

    >>> settled({"dropout": 10, "loop": 4})
    'dropout=10/loop=4'
    """
    return "/".join(f"{name}={number}" for name, number in settings.items())
