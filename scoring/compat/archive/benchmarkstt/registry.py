"""A registry of names and what they stand for."""

from __future__ import annotations

from collections.abc import Hashable, KeysView
from typing import Any


class Registry:
    """Names and what they stand for; a name that is taken is an error."""

    def __init__(self) -> None:
        self._registry: dict[Hashable, Any] = {}

    def __contains__(self, item: Hashable) -> bool:
        return item in self._registry

    def __getitem__(self, item: Hashable) -> Any:
        return self._registry[item]

    def __setitem__(self, key: Hashable, value: Any) -> None:
        if key in self._registry:
            owner = self._registry[key].__module__.replace("scorelite.scoring.compat.archive.", "", 1)
            raise ValueError(f"Conflict: alias '{key}' is already registered by '{owner}'")
        self._registry[key] = value

    def __delitem__(self, key: Hashable) -> None:
        del self._registry[key]

    def register(self, key: Hashable, value: Any) -> None:
        """Adds a name."""
        self[key] = value

    def unregister(self, key: Hashable) -> None:
        """Removes a name."""
        del self[key]

    def keys(self) -> KeysView[Hashable]:
        """All names, in the order in which they were added."""
        return self._registry.keys()
