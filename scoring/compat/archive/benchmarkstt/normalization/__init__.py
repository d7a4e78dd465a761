"""Normalisation: steps that change texts."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from typing import Any

from .. import csv
from ..factory import CoreFactory
from ..files import opened
from .logger import log


class _NormalizerNoLogs(ABC):
    """A step that is not logged."""

    @abstractmethod
    def normalize(self, text: str) -> str:
        """The normalised text."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return type(self).__name__


class Normalizer(_NormalizerNoLogs):
    """A step that is logged: derived classes have `_normalize`."""

    @log
    def normalize(self, text: str) -> str:
        """The normalised text."""
        return self._normalize(text)

    @abstractmethod
    def _normalize(self, text: str) -> str:
        raise NotImplementedError


class NormalizerWithFileSupport(Normalizer):
    """A step whose arguments may be the lines of a file."""

    @abstractmethod
    def _normalize(self, text: str) -> str:
        raise NotImplementedError


class NormalizationAggregate(Normalizer):
    """Several steps, one after another."""

    def __init__(self, title: str | None = None) -> None:
        self._normalizers: list[Any] = []
        self._title = type(self).__name__ if title is None else title

    def add(self, normalizer: Any) -> None:
        """Adds a step."""
        self._normalizers.append(normalizer)

    def _normalize(self, text: str) -> str:
        for normalizer in self._normalizers:
            text = normalizer.normalize(text)
        return text

    def __repr__(self) -> str:
        return self._title


class File(Normalizer):
    """
    Read one per line and pass it to the given normalizer

    :param str|class normalizer: the name of a normaliser, or its class
    :param file: the file with its arguments in each line, separated by commas
    :param encoding: the encoding of the file
    :param path: the folder that the name of the file starts from

    :example text: "a colour"
    :example normalizer: "replace"
    :example file: "rules.csv"
    :example encoding: "UTF-8"
    :example return: "a color"
    """

    def __init__(self, normalizer: Any, file: str, encoding: str | None = None, path: str | None = None) -> None:
        if isinstance(normalizer, str):
            normalizer = file_factory.class_of(normalizer)
        self._normalizer = NormalizationAggregate(title=file)
        name = file if path is None else os.path.join(path, file)
        with opened(name, encoding) as source:
            for line in csv.reader(source):
                try:
                    self._normalizer.add(normalizer(*line))
                except TypeError as error:
                    raise ValueError(f"{name}:{line.number} {normalizer!r}({list(line)!r}) {error!r}") from error

    def _normalize(self, text: str) -> str:
        return self._normalizer.normalize(text)


class FileFactory(CoreFactory):
    """Steps whose arguments are the lines of a file."""

    def create(self, name: str, file: Any = None, encoding: str | None = None, path: str | None = None) -> File:
        """The steps of a file."""
        return File(self.class_of(name), file, encoding, path=path)

    def class_of(self, name: str) -> Any:
        """The class of this name, which takes the fields of a line."""
        return super().__getitem__(name)

    def __getitem__(self, item: str) -> Any:
        raise NotImplementedError("Not supported")


factory = CoreFactory(_NormalizerNoLogs)
file_factory = FileFactory(NormalizerWithFileSupport, False)
