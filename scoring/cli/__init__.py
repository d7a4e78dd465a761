"""Commands: the only code that prints, opens files for writing, and chooses exit codes."""

from __future__ import annotations

import gc
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import TypeVar

    Returned = TypeVar("Returned")


def without_collecting(run: Callable[[], Returned]) -> Returned:
    """Result of the function, run without the cyclic garbage collector: columns of data form no cycles."""
    before = gc.isenabled()
    gc.disable()
    try:
        return run()
    finally:
        if before:
            gc.enable()


class _Beside:
    """Finder of the packages that lie beside `scoring`, for the command `sclite`, which imports them late."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The package of ours, whatever packages of that name come first on the path."""
        if name not in ("formats", "resources"):
            return None
        from importlib.machinery import PathFinder

        return PathFinder.find_spec(name, [__file__.removesuffix("scoring/cli/__init__.py")], target)


def own_packages() -> None:
    """Makes Python find our packages, not other ones of the same names."""
    sys.meta_path.insert(0, _Beside)


def _hide_lock() -> None:
    """Hides the warning that loading the core turns the lock of a free-threaded interpreter on: stderr is NIST's."""
    if not getattr(sys, "_is_gil_enabled", lambda: True)():
        import warnings

        warnings.filterwarnings("ignore", "The global interpreter lock", RuntimeWarning)


_hide_lock()
