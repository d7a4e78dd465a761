"""Functions and objects of users as normalisers, signed by their names and a hash of their source."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from functools import partial, reduce
from hashlib import sha256
from re import Pattern
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from ...formats.errors import UsageError
from ...formats.values import dataclass
from .operation import Function

_EXPECTED = "expected a function written in Python, an instance of a class, or a function that can be imported by name"
_DEEPEST = 12
_SIMPLE = (str, bytes, int, float, bool, type(None))


@dataclass(frozen=True, slots=True)
class _Called:
    """A function of texts that gives nothing but texts."""

    function: Callable[[str], str]
    name: str

    def __call__(self, text: str) -> str:
        changed = self.function(text)
        if not isinstance(changed, str):
            kind = type(changed).__name__
            raise UsageError(f"normaliser {self.name} made {kind} of the text {text[:40]!r}; expected a text")
        return changed


def signed(function: Callable[[str], str]) -> tuple[Function]:
    """The step of a function or of an object that is called; its name is the label for the signature.

    Two functions of one name and source have one label. What they call is not looked at.

    >>> signed(str.lower)[0].name
    'builtins.str.lower'
    """
    if isinstance(function, type):
        raise UsageError(f"normaliser {function.__qualname__} is a class; expected an instance: {function.__name__}()")
    name = _signature(function)
    return (Function(name, name, _Called(function, name)),)


def _signature(function: Any, depth: int = 0) -> str:
    """The qualified name; with the hash of the source, unless the function itself is found under its name."""
    if isinstance(function, partial):
        return f"{_signature(function.func, depth)}{_digest(_shown([function.args, function.keywords], depth + 1))}"
    named: Any = function if isinstance(function, FunctionType) or inspect.isroutine(function) else type(function)
    name = f"{_module(named)}.{named.__qualname__}"
    source = _source(type(function.__self__) if _is_bound(function) else named)
    if source is not None:
        return f"{name}{_digest(source, _state(function, depth))}"
    if function is named and _leads_to(name, function):
        return name
    raise _unsigned(name, "it has no source, and cannot be imported by its name")


def _source(defined: Any) -> str | None:
    """The source of a function or a class; of a function without one, or of one of several in a line, its code."""
    try:
        source = inspect.getsource(defined)
    except (OSError, TypeError):
        source = ""
    if isinstance(defined, FunctionType) and (not source or (_is_lambda(defined) and source.count("lambda") > 1)):
        return _code(defined.__code__)
    return source or None


def _is_lambda(function: FunctionType) -> bool:
    return function.__name__ == "<lambda>"


def _code(code: CodeType) -> str:
    """The steps of a function, as this version of Python compiles it."""
    constants = [
        _code(each) if isinstance(each, CodeType) else _shown(each, 0) if isinstance(each, frozenset) else repr(each)
        for each in code.co_consts
    ]
    return repr((code.co_code, constants, code.co_names, code.co_varnames))


def _is_bound(function: object) -> bool:
    """Whether a function is the method of an instance."""
    return isinstance(function, MethodType) and not isinstance(function.__self__, type)


def _digest(*texts: str) -> str:
    return f"@{sha256(chr(10).join(texts).encode('utf-8', 'backslashreplace')).hexdigest()[:8]}"


def _unsigned(name: str, reason: str) -> UsageError:
    return UsageError(f"normaliser {name} cannot be signed: {reason}; {_EXPECTED}")


def _module(kind: Any) -> str:
    """The module that defines a function, a class or a method."""
    owner = getattr(kind, "__objclass__", kind)
    return getattr(kind, "__module__", None) or getattr(owner, "__module__", None) or "builtins"


def _leads_to(name: str, function: object) -> bool:
    """Whether a name, looked up in the modules that are imported, is that of the function."""
    parts = name.split(".")
    for size in range(len(parts) - 1, 0, -1):
        if (value := sys.modules.get(".".join(parts[:size]))) is not None:
            return reduce(_member, parts[size:], value) is function
    return False


def _member(owner: Any, name: str) -> Any:
    return getattr(owner, name, None)


def _state(function: Any, depth: int) -> str:
    """Everything that a function or an object holds beside its source: variables around it, defaults, attributes."""
    if isinstance(function, MethodType):
        return _shown(function.__self__, depth + 1)
    if isinstance(function, FunctionType):
        around = [cell.cell_contents for cell in function.__closure__ or ()]
        return _shown([around, function.__defaults__, function.__kwdefaults__], depth + 1)
    return _shown(function, depth + 1)


def _shown(value: Any, depth: int) -> str:
    """A value in letters that are equal for equal values of simple types, and for objects with equal attributes."""
    if depth > _DEEPEST:
        raise _unsigned(type(value).__qualname__, "it holds objects within objects")
    if isinstance(value, _SIMPLE):
        return repr(value)
    if isinstance(value, Pattern):
        return f"{value.pattern!r} {value.flags}"
    if isinstance(value, Mapping):
        return repr(sorted((_shown(key, depth + 1), _shown(each, depth + 1)) for key, each in value.items()))
    if isinstance(value, (set, frozenset)):
        return repr(sorted(_shown(each, depth + 1) for each in value))
    if isinstance(value, (list, tuple)):
        return repr([_shown(each, depth + 1) for each in value])
    if isinstance(value, ModuleType):
        return value.__name__
    if isinstance(value, type):
        return f"{value.__module__}.{value.__qualname__}"
    if isinstance(value, (FunctionType, MethodType, partial)) or inspect.isroutine(value):
        return _signature(value, depth + 1)
    return f"{type(value).__qualname__} {_shown(_attributes(value), depth + 1)}"


def _attributes(value: object) -> dict[str, Any]:
    """The attributes of an object, in its dictionary or in slots."""
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    if not hasattr(value, "__dict__") and not slots:
        raise _unsigned(type(value).__qualname__, "Python does not show what it holds")
    return {
        **{name: getattr(value, name, None) for name in slots if name != "__dict__"},
        **getattr(value, "__dict__", {}),
    }
