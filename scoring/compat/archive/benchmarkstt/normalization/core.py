"""The normalisers: replacements, regular expressions, lower case, ASCII, and configurations of these."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from ......formats.errors import LimitError, Where
from ......formats.optional import library
from .....normalise.chain import Chain
from .. import config, csv
from .. import normalization as base
from ..files import exists, opened

File = base.File

_MOST_FILES = 1000
_DEEPEST = 50


class Replace(base.NormalizerWithFileSupport):
    """
    Replace a text wherever it stands

    :param search: the text
    :param replace: its replacement

    :example text: "Nudge nudge!"
    :example search: "nudge"
    :example replace: "wink"
    :example return: "Nudge wink!"
    """

    def __init__(self, search: str, replace: str) -> None:
        self._search = search
        self._replace = replace

    def _normalize(self, text: str) -> str:
        return text.replace(self._search, self._replace)


class ReplaceWords(base.NormalizerWithFileSupport):
    """
    Replace a text where it stands alone; its first letter may have either case, which the replacement takes

    :param search: the text
    :param replace: its replacement

    :example text: "A cat has a tail"
    :example search: "a"
    :example replace: "the"
    :example return: "The cat has the tail"
    """

    def __init__(self, search: str, replace: str) -> None:
        from .....normalise.benchmarkstt import replace_words

        if not search.strip():
            raise IndexError("replacewords: no word to replace; expected a text and its replacement")
        self._chain = Chain((replace_words(search, replace, Where("replacewords", 1)),))

    def _normalize(self, text: str) -> str:
        return self._chain.apply([text])[0][0]


class Regex(base.NormalizerWithFileSupport):
    r"""
    Replace what a regular expression of Python matches

    Flags stand at its beginning, as in (?i). The replacement may name groups, as in \1.

    :param search: the regular expression
    :param replace: the replacement

    :example text: "HAHA! Hahaha!"
    :example search: '(?i)(h)a'
    :example replace: '\\1e'
    :example return: "HeHe! Hehehe!"
    """

    def __init__(self, search: str, replace: str) -> None:
        self._pattern = re.compile(search)
        self._substitution = replace

    def _normalize(self, text: str) -> str:
        from .....normalise.expressions import Substitution

        self._pattern.sub(self._substitution, "")  # a wrong replacement is an error of `re`, as in the original
        return Substitution(self._pattern.pattern, self._substitution).apply(text)


class Lowercase(base.Normalizer):
    """
    Lowercase the text

    :example text: "Easy, Mungo"
    :example return: "easy, mungo"
    """

    def _normalize(self, text: str) -> str:
        return text.lower()


class Unidecode(base.Normalizer):
    """
    Replace characters by ASCII, as the package Unidecode does, which has to be installed

    :example text: "Nünstück"
    :example return: "Nunstuck"
    """

    def __init__(self) -> None:
        self._module = library("unidecode", purpose="rules named unidecode", install="unidecode")

    def _normalize(self, text: str) -> str:
        return str(self._module.unidecode(text))


class ConfigSectionNotFoundError(ValueError):
    """A section that a configuration does not have."""


class _Including:
    """The configurations that include the one that is read, from outside in; they share a count of all."""

    __slots__ = ("_count", "_folder", "_names")

    def __init__(self, folder: str | None = None, names: tuple[str, ...] = (), count: list[None] | None = None) -> None:
        self._folder = folder
        self._names = names
        self._count = [] if count is None else count

    def beside(self, name: str) -> str:
        """The file beside the configuration that includes it, or else in the working directory."""
        near = os.path.join(self._folder, name) if self._folder else name
        return near if exists(near) else name

    def within(self, folder: str | None, title: str) -> _Including:
        """The state for what a configuration includes; an error for one that includes itself, and for too many."""
        name = os.path.join(folder or "", os.path.basename(title))
        if name in self._names:
            circle = (*self._names[self._names.index(name) :], name)
            raise ValueError(f"the configuration includes itself: {' -> '.join(map(os.path.basename, circle))}")
        self._count.append(None)
        if len(self._names) >= _DEEPEST or len(self._count) > _MOST_FILES:
            raise LimitError(f"{title}: more than {_MOST_FILES} configurations, or {_DEEPEST} within each other")
        return _Including(folder, (*self._names, name), self._count)


_including: ContextVar[_Including | None] = ContextVar("including", default=None)


class Config(base.Normalizer):
    """Normalisers from a file; the help is made by `refresh_docstring`."""

    MAIN_SECTION = object()
    _default_section: str | None = "normalization"

    def __init__(self, file: Any, section: Any = None, encoding: str | None = None) -> None:
        chosen = None if section is self.MAIN_SECTION else self._default_section if section is None else section
        including = _including.get() or _Including()
        title, path = "", None
        if isinstance(file, str | os.PathLike):
            title = os.fspath(file)
            name = including.beside(title)
            path = os.path.dirname(os.path.realpath(name))
            with opened(name, encoding) as source:
                lines = config.reader(source)
        else:
            lines = config.reader(file)
        rules: Any = lines
        if chosen is not None:
            if chosen not in lines:
                raise ConfigSectionNotFoundError(chosen)
            rules = lines[chosen]
            title += f"[{chosen}]"
        self._normalizer = base.NormalizationAggregate(title)
        token = _including.set(including.within(path, title))
        try:
            for line in rules:
                self._normalizer.add(_created(line, path))
        finally:
            _including.reset(token)

    def _normalize(self, text: str) -> str:
        return self._normalizer.normalize(text)

    @classmethod
    @contextmanager
    def default_section(cls, section: str | None) -> Iterator[None]:
        """While this runs, another section is the default; None for all lines."""
        before = cls._default_section
        cls._default_section = section
        try:
            cls.refresh_docstring()
            yield
        finally:
            cls._default_section = before
            cls.refresh_docstring()

    @classmethod
    def refresh_docstring(cls) -> None:
        """Makes the help, which names the default section."""
        default = cls._default_section
        cls.__doc__ = f"""
    Normalize with the rules of a configuration file

    Each line is the name of a normalizer, in any case, and its arguments, separated by blanks. Arguments may be in
    double quotes, in which "" is a quote. A # starts a comment. For regex, replace and replacewords the arguments are
    the name of a file with rules, and its encoding. `config FILE SECTION` includes another configuration.

        {f"[{default}]" if default else "# without a section"}
        lowercase
        regex rules.csv "utf-8"
        config other.conf section1

    :param file: the configuration file
    :param section: its section, {f"by default {default!r}" if default else "none by default"}
    :param encoding: the encoding of the file

    :example text: "Easy, Mungo"
    :example file: "rules.conf"
    :example encoding: "UTF-8"
    :example return: "easy mungo"
    """


Config.refresh_docstring()


def _created(line: csv.Line, path: str | None) -> Any:
    """The normaliser of a line; files start from a folder, or from the working directory."""
    name, *arguments = line
    try:
        if name in base.file_factory:
            if not 1 <= len(arguments) <= 2:
                raise TypeError("expected a file of rules and, if need be, its encoding")
            return base.file_factory.create(name, arguments[0], (*arguments, None)[1], path)
        if path and name.lower() == "file" and len(arguments) in (2, 3):
            near = os.path.join(path, arguments[1])
            return base.factory.create(name, *arguments, **({"path": path} if exists(near) else {}))
        return base.factory.create(name, *arguments)
    except ImportError as error:
        if getattr(error, "name", None):
            raise  # a missing library
        raise ValueError(f"Unknown normalizer {name!r} on line {line.number}: {' '.join(line)!r}") from None
    except TypeError as error:
        raise TypeError(f"line {line.number}: {' '.join(line)!r}: {error}") from error
