"""The formats of results: reStructuredText, Markdown and JSON."""

from __future__ import annotations

import json
import sys
from typing import Any

from ..schema import JSONEncoder
from . import Output, SimpleTextBase, Title


class ReStructuredText(SimpleTextBase):
    """Results below underlined titles."""

    def result(self, title: str, result: Any) -> None:
        """Writes one result."""
        sys.stdout.write(f"{title}\n{'=' * len(title)}\n\n")
        self.print(result)
        sys.stdout.write("\n")


class MarkDown(SimpleTextBase):
    """Results below titles of the first level."""

    def result(self, title: str, result: Any) -> None:
        """Writes one result."""
        sys.stdout.write(f"# {title}\n\n")
        self.print(result)
        sys.stdout.write("\n")


class Json(Output):
    """One array with an object for each result."""

    def __init__(self) -> None:
        self._line: int | None = None

    def __enter__(self) -> Json:
        if self._line is not None:
            raise ValueError("Already open")
        sys.stdout.write("[\n")
        self._line = 0
        return self

    def __exit__(self, exc_type: Any, exc_val: Any, exc_tb: Any) -> None:
        self._line = None
        sys.stdout.write("\n]\n")

    def result(self, title: str, result: Any) -> None:
        """Writes one result."""
        if self._line is None:
            raise TypeError("not open; expected a with statement around the results")
        if isinstance(result, tuple) and hasattr(result, "_asdict"):
            result = result._asdict()
        named = {"title": title}
        if isinstance(title, Title):
            named = {"title": title.metric, "hypothesis": title.hypothesis}
        text = json.dumps({**named, "result": result}, cls=JSONEncoder)
        sys.stdout.write(f"{',' + chr(10) if self._line else ''}\t{text}")
        self._line += 1
