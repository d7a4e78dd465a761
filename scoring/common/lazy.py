"""Names of a package that are imported when somebody asks for them: a start imports what it needs, and no more."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import ModuleType

BUILT_ON_RESULTS: dict[str, Callable[[], ModuleType]] = {}
"""What imports each package that is built on results: `scorelite.scoring` fills it, and methods of results use it."""


def lazy(package: str, homes: Mapping[str, str]) -> tuple[list[str], Callable[[str], object], Callable[[], list[str]]]:
    """The members `__all__`, `__getattr__` and `__dir__` of a package; `homes` has the names that each module defines.

    >>> names, get, _ = lazy("scorelite.scoring.common", {"counts": "Counts Addable"})
    >>> names, get("Counts").__name__
    (['Counts', 'Addable'], 'Counts')
    """
    home_of = {name: home for home, names in homes.items() for name in names.split()}

    def get(name: str) -> object:
        if name not in home_of:
            from .other_names import elsewhere

            shown = package.replace(".scoring.", ".")
            answer = "" if name.startswith("_") else elsewhere(name, home_of, shown)
            raise AttributeError(f"module {shown!r} has no attribute {name!r}{answer}")
        home = home_of[name].lstrip(".")
        level = 1 + len(home_of[name]) - len(home)
        # Not by importlib, which would be a module more at every start.
        try:
            module = __import__(home, vars(sys.modules[package]), None, (name,), level)
        except ImportError as error:
            from ...formats.optional import missing  # a start is to import nothing that it does not need

            if not (message := missing(error, name)):
                raise
            raise ModuleNotFoundError(message, name=error.name) from None
        value = getattr(module, name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *home_of})

    return [name for name in home_of if not name.startswith("_")], get, names
