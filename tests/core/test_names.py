"""Both cores have exactly the names of the lists, their types the same methods, and their files the same names."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from types import ModuleType

import pytest

from scorelite import core as _core
from scorelite.core import compat
from scorelite.core import python as twin
from scorelite.core.compat import python as twin_of_compat
from scorelite.core.python import left_to_formats
from scorelite.core.work import NeedsNativeCore, needs_native_core

TYPES = ("Batch", "Charset", "Rewriter", "Rules", "Side", "TimedRows", "Trn")
NO_FUNCTIONS = ("AS_WRITTEN", "Slot", "TextError", "Word")
MADE = ("Charset", "Rewriter", "Rules", "Trn")  # by Python code that calls them


def public(module):
    """The public names of a core, without its submodules."""
    names = {name for name, value in vars(module).items() if not isinstance(value, ModuleType)}
    return {name for name in names if not name.startswith("_")} - {"TYPE_CHECKING", "annotations"}


def members(kind):
    """The public methods and fields of a type; a type of Python has its fields only in objects, once they are made."""
    made = (
        re.findall(r"\bself\.(\w+)(?:: [^=]+)? = ", inspect.getsource(kind))
        if inspect.isfunction(kind.__init__)
        else []
    )
    return {name for name in [*dir(kind), *made] if not name.startswith("_")}


def typed(package):
    """The functions of the stub of a package with their parameters, and its types."""
    stub = ast.parse(Path(package.__file__).with_name("native_only.pyi").read_text("utf-8"))
    found = {}
    for node in stub.body:
        if isinstance(node, ast.FunctionDef):
            for argument in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]:
                argument.annotation = None
            found[node.name] = f"({ast.unparse(node.args)})"
        elif isinstance(node, ast.ClassDef):
            found[node.name] = None
    return found


@pytest.mark.parametrize(("package", "core"), [(_core, twin), (compat, twin_of_compat)], ids=["core", "compat"])
def test_each_name_of_the_lists_is_in_the_twin_or_in_the_stub(package, core):
    without_reader = {name for name in public(core) if getattr(core, name) is left_to_formats.read_json}
    assert public(core) - without_reader | {*typed(package)} == {*package.__all__}
    assert without_reader == public(core) & {*typed(package)}


def test_the_native_core_has_exactly_the_names_of_the_lists(native):
    assert public(native) == {*_core.__all__, *compat.__all__}
    both = [*_core.__all__, *compat.__all__]
    assert len(set(both)) == len(both)


def test_the_packages_offer_the_names_of_one_core(native):
    chosen = {"native": (native, native), "python": (twin, twin_of_compat)}[_core.NAME]
    for package, core in zip((_core, compat), chosen, strict=True):
        for name in package.__all__:
            assert getattr(package, name) is getattr(core, name, needs_native_core)


@pytest.mark.parametrize("name", ["Batch", "Rewriter", "TimedRows", "Trn"])
def test_types_have_the_same_members_in_both_cores(name, native):
    assert members(getattr(native, name)) == members(getattr(twin, name))


@pytest.mark.parametrize("name", ["Charset", "Rules", "Side"])
def test_the_twin_has_all_members_of_the_native_types(name, native):
    # The twin's own files also use members that callers do not need.
    assert members(getattr(native, name)) <= members(getattr(twin, name))


def parameters(function):
    """The parameters of a function or type, without their types."""
    described = inspect.signature(function)
    bare = [parameter.replace(annotation=parameter.empty) for parameter in described.parameters.values()]
    return str(described.replace(parameters=bare, return_annotation=described.empty))


def callables(module):
    """Functions of a core, types that Python code makes, and methods of types, by name."""
    names = {*_core.__all__, *compat.__all__} & {*vars(module)}
    functions = {name: getattr(module, name) for name in names if name.islower() or name in MADE}
    for name in {*TYPES} & names:
        kind = getattr(module, name)
        functions |= {f"{name}.{method}": getattr(kind, method) for method in members(kind) & {*dir(kind)}}
    return {name: value for name, value in functions.items() if callable(value)}


def test_functions_and_methods_have_the_same_parameters_in_both_cores(native):
    twins = callables(twin) | callables(twin_of_compat)
    expected = {name: parameters(function) for name, function in twins.items()} | typed(_core) | typed(compat)
    different = {
        name: (parameters(function), expected[name])
        for name, function in callables(native).items()
        if parameters(function) != expected[name]
    }
    assert different == {}


def test_what_only_the_native_core_has_says_so():
    with pytest.raises(NeedsNativeCore, match="this needs the native core; "):
        needs_native_core(b"", threads=1)


def test_everything_of_the_native_core_has_a_docstring(native):
    assert [name for name, function in callables(native).items() if not (function.__doc__ or "").strip()] == []
