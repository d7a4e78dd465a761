"""Methods `normalization.*`: a text after one normaliser."""

from __future__ import annotations

import json
from typing import Any

from ... import csv
from ...normalization import factory
from ...normalization.logger import LogCapturer

__all__ = ["callback", "factory"]


def callback(cls: Any, text: str, return_logs: bool | None = None, *args: Any, **kwargs: Any) -> dict[str, Any]:
    """
    :param text: The text to normalize
    :param bool return_logs: Return normalization logs
    """
    try:
        normalizer = cls(*args, **kwargs)
        if not return_logs:
            return {"text": normalizer.normalize(text)}
        with LogCapturer(dialect="html", diff_formatter_dialect="dict") as captured:
            return {"text": normalizer.normalize(text), "logs": captured.logs}
    except csv.CSVParserError as error:
        place = f"on line {error.line}, character {error.char}"
        facts = {"line": error.line, "char": error.char, "index": error.index, "field": "config"}
        message = "\n".join([str(error.__doc__), error.message, place])
        raise AssertionError(json.dumps({"message": message, **facts})) from error
