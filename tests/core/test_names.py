"""Both cores have exactly the names of the one list, and their types the same methods."""

from __future__ import annotations

import inspect
from types import ModuleType

import pytest

from scorelite.scoring import _core

TYPES = ("Batch", "Charset", "Rewriter", "Rules", "Side", "Trn")
MADE = ("Charset", "Rewriter", "Rules", "Trn")  # by Python code that calls them


def public(module):
    """The public names of a core, without its submodules."""
    names = {name for name, value in vars(module).items() if not isinstance(value, ModuleType)}
    return {name for name in names if not name.startswith("_")} - {"annotations"}


def members(kind):
    """The public methods and fields of a type."""
    return {name for name in dir(kind) if not name.startswith("_")}


def test_a_core_has_exactly_the_names_of_the_list(core):
    assert public(core) == set(_core.__all__)
    assert len(set(_core.__all__)) == len(_core.__all__)


def test_the_package_offers_the_names_of_one_core(native, twin):
    chosen = {"native": native, "python": twin}[_core.NAME]
    assert all(getattr(_core, name) is getattr(chosen, name) for name in _core.__all__)


@pytest.mark.parametrize("name", ["Batch", "Rewriter", "Trn"])
def test_types_have_the_same_members_in_both_cores(name, native, twin):
    assert members(getattr(native, name)) == members(getattr(twin, name))


@pytest.mark.parametrize("name", ["Charset", "Rules", "Side"])
def test_the_twin_has_all_members_of_the_native_types(name, native, twin):
    # The twin's own files also use members that callers do not need.
    assert members(getattr(native, name)) <= members(getattr(twin, name))


def parameters(function):
    """The parameters of a function or type, without their types."""
    described = inspect.signature(function)
    bare = [parameter.replace(annotation=parameter.empty) for parameter in described.parameters.values()]
    return str(described.replace(parameters=bare, return_annotation=described.empty))


def callables(module):
    """Functions of a core, types that Python code makes, and methods of types, by name."""
    found = {name: getattr(module, name) for name in _core.__all__ if name.islower() or name in MADE}
    for name in TYPES:
        kind = getattr(module, name)
        found |= {f"{name}.{method}": getattr(kind, method) for method in members(kind)}
    return {name: value for name, value in found.items() if callable(value)}


def test_functions_and_methods_have_the_same_parameters_in_both_cores(native, twin):
    twins = callables(twin)
    different = {
        name: (parameters(function), parameters(twins[name]))
        for name, function in callables(native).items()
        if parameters(function) != parameters(twins[name])
    }
    assert different == {}


def test_everything_of_the_native_core_has_a_docstring(native):
    assert [name for name, function in callables(native).items() if not (function.__doc__ or "").strip()] == []
