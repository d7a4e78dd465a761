"""Methods `benchmark.*`: a metric of two texts that are normalised before."""

from __future__ import annotations

from io import StringIO
from typing import Any

from ...input.core import PlainText
from ...metrics import factory
from ...normalization.core import Config
from ...normalization.logger import LogCapturer

__all__ = ["callback", "factory"]


def callback(
    cls: Any, ref: str, hyp: str, config: str | None = None, return_logs: bool | None = None, *args: Any, **kwargs: Any
) -> dict[str, Any]:
    """
    :param ref: Reference text
    :param hyp: Hypothesis text
    :param config: A configuration with a section [normalization]
    :param bool return_logs: Return normalization logs

    :example ref: 'Hello darkness my OLD friend'
    :example hyp: 'Hello darkness my old foe'
    """
    normalizer = Config(StringIO(config), section="normalization") if config and config.strip() else None
    metric = cls(*args, **kwargs)
    sides = []
    logs = []
    for title, text in (("Reference", ref), ("Hypothesis", hyp)):
        with LogCapturer(dialect="html", diff_formatter_dialect="dict", title=title) as captured:
            sides.append(list(PlainText(text, normalizer=normalizer)))
            logs += captured.logs
    result = metric.compare(*sides)
    if isinstance(result, tuple) and hasattr(result, "_asdict"):
        result = result._asdict()
    return {cls.__name__.lower(): result} | ({"logs": logs} if return_logs else {})
