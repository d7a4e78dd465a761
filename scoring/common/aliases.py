"""Modules of ours under other names: importing one gives the module itself, not a second one."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec, spec_from_loader
from types import CodeType, ModuleType
from typing import Any

_RUN = "import runpy\nrunpy.run_module({name!r}, run_name='__main__', alter_sys=True)\n"


class Aliases:
    """A finder for `sys.meta_path`, put before those that would run the files of a package a second time."""

    def __init__(self, homes: Mapping[str, str]) -> None:
        self._homes = homes
        """The module that each name stands for; what is below the module is below the name."""

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> Any:
        """The way to import a module of that name; None for other names."""
        name = next((name for name in self._homes if f"{fullname}.".startswith(f"{name}.")), None)
        if name is None:
            return None
        try:
            real = find_spec(self._homes[name] + fullname[len(name) :])
        except ModuleNotFoundError:
            real = None
        if real is None:
            return None
        loader: Any = _Loader(real.name)
        return spec_from_loader(fullname, loader, is_package=real.submodule_search_locations is not None)


class _Loader:
    """Gives a module of ours for another name."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._spec: Any = None

    def create_module(self, spec: Any) -> ModuleType:
        """The module of ours."""
        module = import_module(self._name)
        self._spec = module.__spec__
        # Importing a module sets it in its package, where a function may have that name: what is loaded has both names.
        for name in [name for name in sys.modules if name.startswith(f"{self._name}.")]:
            sys.modules[spec.name + name[len(self._name) :]] = sys.modules[name]
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Leaves the module as it was: it has been run already."""
        module.__spec__ = self._spec

    def get_code(self, name: str) -> CodeType:
        """Code for `python -m`: it runs the program under our name, by which that finds the modules that it imports."""
        return compile(_RUN.format(name=self._name), f"<{name}>", "exec")
