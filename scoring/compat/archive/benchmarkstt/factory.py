"""Factories: classes by name, found in modules by their base class or by the methods that they have."""

from __future__ import annotations

import logging
from collections.abc import Iterator, KeysView
from inspect import getfullargspec
from types import ModuleType
from typing import Any, ClassVar, NamedTuple

from .docblock import format_docs
from .modules import load_module, load_object
from .registry import Registry

logger = logging.getLogger("benchmarkstt.factory")


class _ClassConfig(NamedTuple):
    name: str
    cls: type
    docs: str | None
    optional_args: list[str]
    required_args: list[str]


class ClassConfig(_ClassConfig):
    """A class of a factory: its name, its help, and the arguments of its constructor."""

    __slots__ = ()

    @property
    def docs(self) -> str:
        """The doc string of the class without indentation."""
        if self.cls.__doc__ is None:
            logger.warning("No docstring for '%s'", self.name)
        return format_docs(self.cls.__doc__ or "")


class Factory(Registry):
    """Classes derived from a base class, or with all of its methods, by their names in lower case."""

    def __init__(self, base_class: type, namespaces: list[str] | None = None, methods: list[str] | None = None) -> None:
        super().__init__()
        self.base_class = base_class
        self.methods = methods
        self.namespaces = [base_class.__module__] if namespaces is None else namespaces
        for namespace in self.namespaces:
            self.register_namespace(namespace)

    def __contains__(self, item: Any) -> bool:
        return super().__contains__(self.normalize_class_name(item))

    def __getitem__(self, item: Any) -> Any:
        name = self.normalize_class_name(item)
        if not super().__contains__(name):
            available = ", ".join(map(str, self.keys()))
            raise ImportError(f"Could not find class '{name}', available: {available}")
        return super().__getitem__(name)

    def __delitem__(self, key: Any) -> None:
        super().__delitem__(key if isinstance(key, str) else self.normalize_class_name(key.__name__))

    def create(self, alias: str, *args: Any, **kwargs: Any) -> Any:
        """An object of the class of this name."""
        return self[alias](*args, **kwargs)

    @staticmethod
    def normalize_class_name(clsname: str) -> str:
        """The name under which a class is kept: in lower case."""
        return clsname.lower()

    def is_valid(self, tocheck: Any) -> bool:
        """Whether this is a class for this factory: derived from the base class, or with all of its methods."""
        if not isinstance(tocheck, type) or tocheck is self.base_class:
            return False
        if getattr(tocheck, "__abstractmethods__", None):
            return False
        if issubclass(tocheck, self.base_class):
            return True
        return bool(self.methods) and all(callable(getattr(tocheck, name, None)) for name in self.methods or ())

    def register_namespace(self, namespace: str) -> None:
        """Adds all classes of a module; a `?` before its name allows that it is missing."""
        optional, name = namespace.startswith("?"), namespace.removeprefix("?")
        try:
            module = load_module(".".join(filter(None, name.split("."))))
        except ImportError as error:
            if not optional:
                raise
            logger.info("Could not load optional namespace %s for %s: %s", name, self.base_class.__name__, error)
            return
        self._register_module(module)

    def _register_module(self, module: ModuleType) -> None:
        for name in dir(module):
            if self.is_valid(getattr(module, name)):
                self.register(getattr(module, name), name)

    def register_classname(self, name: str, alias: str | None = None) -> None:
        """Adds a class by its dotted name."""
        self.register(load_object(name), name if alias is None else alias)

    def register(self, cls: Any, alias: Any = None) -> None:
        """Adds a class, under its own name if no other is given."""
        if not self.is_valid(cls):
            raise ValueError(f"Invalid class, not recognized as a {self.base_class.__name__}")
        super().register(self.normalize_class_name(cls.__name__ if alias is None else alias), cls)

    def __iter__(self) -> Iterator[ClassConfig]:
        for name in list(self.keys()):
            cls = super().__getitem__(name)
            required, optional = _arguments(cls)
            yield ClassConfig(str(name), cls, None, optional, required)


def _arguments(cls: type) -> tuple[list[str], list[str]]:
    """Names of the arguments that a constructor needs, and of those that it may have."""
    spec = getfullargspec(cls.__init__)  # type: ignore[misc]
    names, defaults = spec.args[1:], spec.defaults or ()
    split = len(names) - len(defaults)
    return names[:split], names[split:]


class CoreFactory:
    """Classes in the module `core` beside a base class and in modules of the user, found at first use."""

    _extra_namespaces: ClassVar[list[str]] = []

    def __init__(self, base_class: type, allow_duck: bool | None = None) -> None:
        self._base_class = base_class
        self._methods = None if allow_duck is False else sorted(getattr(base_class, "__abstractmethods__", ()))
        self._instance: Factory | None = None

    def _factory(self) -> Factory:
        if self._instance is None:
            core = f"{self._base_class.__module__}.core"
            self._instance = Factory(self._base_class, [core, *self._extra_namespaces], self._methods)
        return self._instance

    def __iter__(self) -> Iterator[ClassConfig]:
        return iter(self._factory())

    def __getitem__(self, item: str) -> Any:
        return self._factory()[item]

    def __delitem__(self, item: Any) -> None:
        del self._factory()[item]

    def __contains__(self, item: str) -> bool:
        return item in self._factory()

    def keys(self) -> KeysView[Any]:
        """All names."""
        return self._factory().keys()

    def create(self, *args: Any, **kwargs: Any) -> Any:
        """An object of the class whose name is the first argument."""
        return self._factory().create(*args, **kwargs)

    def is_valid(self, *args: Any, **kwargs: Any) -> bool:
        """Whether this is a class for this factory."""
        return self._factory().is_valid(*args, **kwargs)

    def register(self, *args: Any, **kwargs: Any) -> None:
        """Adds a class."""
        self._factory().register(*args, **kwargs)

    @classmethod
    def add_supported_namespace(cls, namespace: str) -> None:
        """Adds a module of the user to all factories."""
        cls._extra_namespaces.append(namespace)
