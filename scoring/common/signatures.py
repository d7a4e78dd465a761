"""Signatures that show the keywords of functions which hand them on, made when somebody asks for one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .tie_policy import Policy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from inspect import Signature
    from typing import Any, TypeVar

    Call = TypeVar("Call", bound=Callable[..., Any])


class Later:
    """A signature to `inspect`, which takes longer to import than all that a short score needs."""

    __slots__ = ("_function", "_kinds", "_names")

    def __init__(self, function: Callable[..., Any], names: Sequence[str], kinds: Sequence[type]) -> None:
        self._function = function
        self._names = names
        self._kinds = kinds

    @property  # type: ignore[misc]  # what `inspect` asks for
    def __class__(self) -> Any:
        return type(self.made())

    def made(self) -> Signature:
        """The signature, with keywords and their defaults in place of `**keywords`."""
        from inspect import Parameter, signature

        plain = signature(self._function)
        named = [each for each in plain.parameters.values() if each.kind is not Parameter.VAR_KEYWORD]
        defaults = {name: each.default for kind in self._kinds for name, each in signature(kind).parameters.items()}
        defaults |= {name: value.label for name, value in defaults.items() if isinstance(value, Policy)}
        further = [name for name in self._names if name not in plain.parameters]
        keywords = [Parameter(name, Parameter.KEYWORD_ONLY, default=defaults[name]) for name in further]
        return plain.replace(parameters=[*named, *keywords])

    def __getattr__(self, name: str) -> Any:
        return getattr(self.made(), name)

    def __eq__(self, other: object) -> bool:
        return self.made() == other

    def __hash__(self) -> int:
        return hash(self.made())

    def __str__(self) -> str:
        return str(self.made())

    def __repr__(self) -> str:
        return repr(self.made())


def with_keywords(names: Sequence[str], *kinds: type) -> Callable[[Call], Call]:
    """A decorator of wrapped functions: their signatures show keywords of these names, with the defaults of the kinds.

    >>> import inspect, scorelite
    >>> inspect.signature(scorelite.score).parameters["unit"].default
    'word'
    """

    def decorate(function: Call) -> Call:
        function.__signature__ = Later(function.__wrapped__, names, kinds)  # type: ignore[attr-defined]
        return function

    return decorate
