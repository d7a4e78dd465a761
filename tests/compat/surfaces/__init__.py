"""Names that other packages offer: modules, functions, classes, methods with their parameters, and properties.

A table, `PACKAGE.txt`, has a line for each: the module below the package, a blank, and the name; functions and methods
with their parameters, of which `*` and `/` show the kinds, and defaults; properties without. `programs.tsv` has the
options of programs.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

_CALLED = ("__init__", "__call__")


def table(package: str) -> list[str]:
    """The lines of a package's table."""
    lines = Path(__file__).with_name(f"{package}.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def options(program: str) -> dict[str, str]:
    """The options of a program, each with what the table says of its value."""
    lines = Path(__file__).with_name("programs.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return {name: value for owner, name, value in rows if owner == program}


def described(home: str, line: str) -> str:
    """The line as the package at a home has it."""
    module, _, rest = line.partition(" ")
    name = rest.partition("(")[0]
    owner_or_module = import_module(f"{home}.{module}".rstrip("."))
    *owners, last = name.split(".")
    for owner in owners:
        owner_or_module = getattr(owner_or_module, owner)
    if isinstance(inspect.getattr_static(owner_or_module, last), property):
        return f"{module} {name}"
    return f"{module} {name}{_parameters(getattr(owner_or_module, last))}"


def surface(home: str, modules: list[str]) -> Iterator[str]:
    """Lines of everything public that modules of a package define themselves."""
    for module in modules:
        place = f"{home}.{module}".rstrip(".")
        found = import_module(place)
        for name, value in vars(found).items():
            if name.startswith("_") or getattr(value, "__module__", "") != place:
                continue
            if inspect.isfunction(value):
                yield f"{module} {name}{_parameters(value)}"
            elif inspect.isclass(value):
                yield from _members(module, value)


def _members(module: str, owner: type) -> Iterator[str]:
    for name, value in vars(owner).items():
        if name.startswith("_") and name not in _CALLED:
            continue
        if isinstance(value, property):
            yield f"{module} {owner.__name__}.{name}"
        elif inspect.isfunction(value) or isinstance(value, (staticmethod, classmethod)):
            yield f"{module} {owner.__name__}.{name}{_parameters(getattr(owner, name))}"


def _parameters(function: Any) -> str:
    """Parameters in parentheses, without annotations; those that only keywords name are sorted, as order is nothing."""
    plain = inspect.Signature.empty
    signature = inspect.signature(function)
    parameters = [parameter.replace(annotation=plain) for parameter in signature.parameters.values()]
    parameters.sort(
        key=lambda parameter: (parameter.kind, parameter.name if parameter.kind is parameter.KEYWORD_ONLY else "")
    )
    return str(signature.replace(parameters=parameters, return_annotation=plain))
