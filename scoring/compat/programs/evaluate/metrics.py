"""The modules of evaluate as classes of evaluate's own, which its `load` takes; they need evaluate and datasets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import datasets  # type: ignore[import-not-found,import-untyped,unused-ignore]
import evaluate  # type: ignore[import-not-found,import-untyped,unused-ignore]

from .rates import cer, wer

if TYPE_CHECKING:
    from typing import Any

_INPUTS = """\
predictions: the texts that were recognised.
references: the texts that were said.
concatenate_texts: whether all texts are joined before.
"""


def _info(description: str) -> Any:
    text = datasets.Value("string", id="sequence")
    return evaluate.MetricInfo(
        description=description,
        citation="",
        inputs_description=_INPUTS,
        features=datasets.Features({"predictions": text, "references": text}),
    )


class WER(evaluate.Metric):  # type: ignore[misc]
    """The word error rate."""

    def _info(self) -> Any:
        return _info(f"Word error rate. {_INPUTS}")

    def _compute(self, predictions: Any = None, references: Any = None, concatenate_texts: bool = False) -> float:
        return wer(predictions, references, concatenate_texts)


class CER(evaluate.Metric):  # type: ignore[misc]
    """The character error rate."""

    def _info(self) -> Any:
        return _info(f"Character error rate. {_INPUTS}")

    def _compute(self, predictions: Any, references: Any, concatenate_texts: bool = False) -> float:
        return cer(predictions, references, concatenate_texts)
