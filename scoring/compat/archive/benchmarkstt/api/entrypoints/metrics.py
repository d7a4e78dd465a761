"""Methods `metrics.*`: a metric of two texts."""

from __future__ import annotations

from typing import Any

from ...input.core import PlainText
from ...metrics import factory

__all__ = ["callback", "factory"]


def callback(cls: Any, ref: str, hyp: str, *args: Any, **kwargs: Any) -> Any:
    """
    :param ref: Reference text
    :param hyp: Hypothesis text
    """
    return cls(*args, **kwargs).compare(list(PlainText(ref)), list(PlainText(hyp)))
