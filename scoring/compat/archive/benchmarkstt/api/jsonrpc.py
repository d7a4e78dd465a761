"""The methods of the JSON-RPC interface: names, parameters with types and defaults, docs, and their calls."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter as Argument
from inspect import Signature
from typing import Any

from .. import __version__
from ..docblock import format_docs
from ..factory import ClassConfig
from .entrypoints import benchmark, metrics, normalization

_FLAGS = ("return_logs",)


class InvalidParameters(ValueError):
    """Parameters that a method does not take; the text is the detail of the answer."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a method."""

    name: str
    kind: str
    """`string` or `boolean`."""
    required: bool
    help: str

    @property
    def default(self) -> None:
        """The value where none is given."""


@dataclass(frozen=True, slots=True)
class Method:
    """A method: its name, its docs, its parameters in their order, and what runs it by keyword."""

    name: str
    docs: str
    parameters: tuple[Parameter, ...]
    run: Callable[..., Any]

    @property
    def signature(self) -> Signature:
        """The parameters, to bind values."""
        kind = Argument.POSITIONAL_OR_KEYWORD
        return Signature(
            [
                Argument(parameter.name, kind, default=Argument.empty if parameter.required else None)
                for parameter in self.parameters
            ]
        )

    def call(self, params: Sequence[Any] | Mapping[str, Any] = ()) -> Any:
        """The result for parameters by position, in the order of `parameters`, or by name.

        Raises InvalidParameters for parameters that do not fit, and whatever the work raises.
        """
        try:
            if isinstance(params, Mapping):
                bound = self.signature.bind(**params)
            else:
                bound = self.signature.bind(*params)
        except TypeError as error:
            raise InvalidParameters(str(error)) from None
        try:
            result = self.run(**bound.arguments)
        except AssertionError as error:
            raise InvalidParameters(str(error)) from error
        return result._asdict() if isinstance(result, tuple) and hasattr(result, "_asdict") else result


def get_methods() -> dict[str, Method]:
    """All methods by name, with those of the classes that the user has loaded."""
    methods = [
        Method("version", "The version of BenchmarkSTT that is answered for\n\n:return str: version", (), _version),
        *_group("normalization", normalization, ("text",), ("return_logs",)),
        *_group("metrics", metrics, ("ref", "hyp"), ()),
        *_group("benchmark", benchmark, ("ref", "hyp"), ("config", "return_logs")),
    ]
    help_docs = "All methods\n\n:return object: name and docs of each"
    docs = {method.name: method.docs for method in methods} | {"help": help_docs}
    methods.append(Method("help", help_docs, (), lambda: docs))
    return {method.name: method for method in methods}


def _version() -> str:
    return __version__


def _group(name: str, module: Any, before: tuple[str, ...], after: tuple[str, ...]) -> list[Method]:
    """The list of a group and a method for each class of its factory."""
    classes = list(module.factory)
    listed = {listed_class.name: listed_class.docs for listed_class in classes}
    docs = f"All classes of {name}\n\n:return object: name and docs of each"
    methods = [Method(f"list.{name}", docs, (), lambda: listed)]
    for class_config in classes:
        methods.append(_method(f"{name}.{class_config.name}", class_config, module.callback, (before, after)))
    return methods


def _method(
    name: str, class_config: ClassConfig, callback: Callable[..., Any], around: tuple[tuple[str, ...], tuple[str, ...]]
) -> Method:
    docs = format_docs(f"{class_config.docs}\n\n{format_docs(str(callback.__doc__))}")
    before, after = around
    needed = {*before, *class_config.required_args}
    parameters = tuple(
        Parameter(key, "boolean" if key in _FLAGS else "string", key in needed, _help(docs, key))
        for key in (*before, *class_config.required_args, *class_config.optional_args, *after)
    )
    return Method(name, docs, parameters, lambda **values: callback(class_config.cls, **values))


def _help(docs: str, name: str) -> str:
    """The help of a parameter in the docs."""
    match = re.search(rf"^ *:param (?:\S+ )?{re.escape(name)}: *(.*)$", docs, re.MULTILINE)
    return match[1] if match else ""
