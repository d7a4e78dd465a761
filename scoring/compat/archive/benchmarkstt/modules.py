"""Modules and classes by their names, and modules of users that import `benchmarkstt`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from ....common.aliases import Aliases

_HOME = "scorelite.scoring.compat.archive.benchmarkstt"
_NAME = "benchmarkstt"
_MODULES = ("normalization", "metrics", "benchmark", "api")


class HiddenModuleError(Exception):
    """A module that is no sub-command of the tools."""


class Modules:
    """The entry points of a package, `cli` or `api`, by name."""

    def __init__(self, sub_module: str | None = None) -> None:
        self._submodule = sub_module or ""

    def __iter__(self) -> Iterator[tuple[str, ModuleType]]:
        for name in self.keys():
            yield name, self._import(name)

    def __getattr__(self, name: str) -> ModuleType:
        return self[name]

    def __getitem__(self, key: str) -> ModuleType:
        try:
            return self._import(key)
        except ImportError:
            raise IndexError("Module not found", key) from None
        except HiddenModuleError:
            raise IndexError("Module is hidden", key) from None

    def keys(self) -> list[str]:
        """Names of the modules that are not hidden."""
        keys = []
        for name in _MODULES:
            try:
                self._import(name)
            except (HiddenModuleError, ImportError):
                continue
            keys.append(name)
        return keys

    def _import(self, key: str) -> ModuleType:
        name = f"{_HOME}.{self._submodule}.entrypoints.{key}"
        module = import_module(name)
        if getattr(module, "hidden", False):
            raise HiddenModuleError(name)
        return module


def load_object(name: str, transform: Callable[[str], str] | bool | None = None) -> Any:
    """An object by its dotted name, whose last part is compared in lower case, or as `transform` makes it.

    `transform=False` compares the last part as it is.
    """
    changed: Callable[[str], str] = str.lower if transform is None else transform if callable(transform) else str
    path, _, last = name.rpartition(".")
    if path:
        with original_name():
            module = import_module(path)
        for attribute in dir(module):
            if changed(attribute) == changed(last):
                return getattr(module, attribute)
    raise ImportError(f"Could not find an object for {name!r}")


def load_module(name: str) -> ModuleType:
    """A module of the user by its name, from the working directory or from where Python finds modules."""
    if name == _HOME or name.startswith(f"{_HOME}."):
        return import_module(name)
    with original_name(), _working_directory():
        return import_module(name)


@contextmanager
def original_name() -> Iterator[None]:
    """While this runs, `benchmarkstt` is this package, unless the original is installed."""
    if _NAME in sys.modules or find_spec(_NAME):
        yield
        return
    finder: Any = Aliases({_NAME: _HOME})
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if name == _NAME or name.startswith(f"{_NAME}.")]:
            del sys.modules[name]


@contextmanager
def _working_directory() -> Iterator[None]:
    """While this runs, modules are found in the working directory first."""
    folder = os.getcwd()
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)
