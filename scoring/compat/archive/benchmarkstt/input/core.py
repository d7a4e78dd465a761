"""The kinds of input: a text, and a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from .. import input as base
from ..files import opened
from ..schema import Item
from ..segmentation.core import Simple


class PlainText(base.Input):
    """Plain text."""

    def __init__(self, text: str, normalizer: Any = None, segmenter: Any = None) -> None:
        self._text = text
        self._normalizer = normalizer
        self._segmenter = Simple if segmenter is None else segmenter

    @property
    def segments(self) -> Any:
        """The segmenter of the normalised text."""
        return self._segmenter(self._text, normalizer=self._normalizer)

    def __iter__(self) -> Iterator[Item]:
        return iter(self.segments)


class File(base.Input):
    """Load from a given filename."""

    _extension_to_class: ClassVar[dict[str, Any]] = {"txt": PlainText}

    @classmethod
    def available_types(cls) -> dict[str, str]:
        """The kinds of files with their help."""
        docs = str(cls.__doc__).strip()
        kinds = (kind for kind in base.factory if kind.name != "file")
        return {kind.name: f"{docs} Treat file as {kind.docs}" for kind in kinds}

    def __init__(self, file: str, input_type: Any = None, normalizer: Any = None) -> None:
        self._file = file
        self._normalizer = normalizer
        if input_type is None or input_type == "infer":
            input_type = self._inferred(file)
        with opened(file):
            pass  # a file that cannot be read is an error now, not later
        self._input_class = base.factory[input_type] if isinstance(input_type, str) else input_type

    def _inferred(self, file: str) -> Any:
        """The kind of a file by what follows the last dot of its path."""
        _, dot, extension = file.rpartition(".")
        if not dot:
            raise ValueError("Cannot infer input file type of files without an extension")
        if extension.lower() not in self._extension_to_class:
            raise ValueError(f"Cannot infer input file type for files of extension {extension.lower()}")
        return self._extension_to_class[extension.lower()]

    @property
    def contents(self) -> Any:
        """The input that the file holds."""
        with opened(self._file) as file:
            return self._input_class(file.read(), normalizer=self._normalizer)

    def __iter__(self) -> Iterator[Item]:
        return iter(self.contents)
