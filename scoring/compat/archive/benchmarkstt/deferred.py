"""Values that are made when they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any


class DeferredCallback:
    """A call whose result is the text of this object.

    >>> str(DeferredCallback("a".__mul__, 3))
    'aaa'
    """

    def __init__(self, cb: Callable[..., str], *args: Any, **kwargs: Any) -> None:
        self._call = partial(cb, *args, **kwargs)

    def __str__(self) -> str:
        return self._call()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}:{self._call()!r}>"


class DeferredList:
    """A list that a call makes when its first item is asked for."""

    def __init__(self, cb: Callable[[], Sequence[Any]]) -> None:
        self._make = cb
        self._made: Sequence[Any] | None = None

    @property
    def list(self) -> Sequence[Any]:
        """The whole list."""
        if self._made is None:
            self._made = self._make()
        return self._made

    def __getitem__(self, item: int) -> Any:
        return self.list[item]
