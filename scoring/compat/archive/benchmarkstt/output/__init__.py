"""Output: results with their titles on standard output."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from typing import Any

from ..factory import CoreFactory


class Title(str):
    """The title of one of several hypotheses: the metric and the hypothesis.

    >>> Title("wer", "a.txt")
    'wer: a.txt'
    """

    __slots__ = ("hypothesis", "metric")
    metric: str
    hypothesis: str

    def __new__(cls, metric: str, hypothesis: str) -> Title:
        shown = hypothesis.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        title = super().__new__(cls, f"{metric}: {shown}")
        title.metric, title.hypothesis = metric, shown
        return title


class Output(ABC):
    """A format of results; a context that begins and ends the whole."""

    def __enter__(self) -> Any:
        return self

    def __exit__(self, exc_type: Any, exc_val: Any, exc_tb: Any) -> None:
        """Ends the whole."""
        return

    @abstractmethod
    def result(self, title: str, result: Any) -> None:
        """Writes one result."""
        raise NotImplementedError


class SimpleTextBase(Output):
    """A format that shows values as text."""

    @staticmethod
    def print(result: Any) -> None:
        """Writes a value: six digits of a float, a line for each entry of a dict, and other values as they are."""
        if hasattr(result, "_asdict"):
            result = result._asdict()
        if type(result) is float:
            text = f"{result:.6f}\n"
        elif isinstance(result, dict):
            text = "".join(f"{key}: {value!r}\n" for key, value in result.items())
        else:
            text = f"{result}\n"
        sys.stdout.write(text)

    @abstractmethod
    def result(self, title: str, result: Any) -> None:
        """Writes one result."""
        raise NotImplementedError


factory = CoreFactory(Output)
