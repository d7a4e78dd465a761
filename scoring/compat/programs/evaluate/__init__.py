"""The modules `wer` and `cer` of Hugging Face's evaluate, which need neither that package nor a network.

`load` gives an object with the methods of evaluate's; `metrics` has real ones, where evaluate is installed.

>>> wer = load("wer")
>>> wer.compute(predictions=["a b", "c"], references=["a b", "d"])
0.3333333333333333
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .rates import RATES, cer, wer

if TYPE_CHECKING:
    from typing import Any

__all__ = ["Metric", "cer", "load", "wer"]

_INPUTS = ["predictions", "references"]


def load(path: str, config_name: str | None = None, module_type: str | None = None, **settings: object) -> Metric:
    """The module with this name, or with the name of this path's last part; settings of evaluate have no effect.

    >>> load("evaluate-metric/cer").name
    'cer'
    """
    name = path.rstrip("/").rpartition("/")[2].removesuffix(".py")
    if name not in RATES or module_type not in (None, "metric"):
        raise FileNotFoundError(
            f"scorelite has no module {path!r} of evaluate; expected 'wer' or 'cer', or evaluate.load for others"
        )
    return Metric(name)


class Metric:
    """A module of evaluate: batches are gathered, and scored by `compute`."""

    module_type = "metric"

    def __init__(self, name: str) -> None:
        self.name = name
        self._predictions: list[str] = []
        self._references: list[str] = []

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}, {len(self._references)} references>"

    def add(self, *, prediction: str | None = None, reference: str | None = None, **others: object) -> None:
        """Adds one text and its reference."""
        _check_names(others)
        self._gather([prediction], [reference])

    def add_batch(self, *, predictions: Any = None, references: Any = None, **others: object) -> None:
        """Adds texts and their references."""
        _check_names(others)
        self._gather(predictions, references)

    def compute(self, *, predictions: Any = None, references: Any = None, **keywords: Any) -> float:
        """The rate of everything that was added, which begins anew; `concatenate_texts` joins all texts."""
        if predictions is not None or references is not None:
            self._gather(predictions, references)
        gathered = self._predictions, self._references
        self._predictions, self._references = [], []
        return RATES[self.name](*gathered, **keywords)

    def _gather(self, predictions: Any, references: Any) -> None:
        sides = [[side] if isinstance(side, str) else list(side) for side in (predictions, references)]
        for texts in sides:
            if any(text is not None and not isinstance(text, str) for text in texts):
                raise ValueError(
                    "Predictions and/or references don't match the expected format.\nExpected format: {'predictions': "
                    "Value('string'), 'references': Value('string')},\n"
                    f"Input predictions: {predictions},\nInput references: {references}"
                )
        if len(sides[0]) != len(sides[1]):
            raise ValueError(
                f"Mismatch in the number of predictions ({len(sides[0])}) and references ({len(sides[1])})"
            )
        self._predictions += sides[0]
        self._references += sides[1]


def _check_names(others: dict[str, object]) -> None:
    if others:
        raise ValueError(f"Bad inputs for evaluation module: {[*others]}. All required inputs are {_INPUTS}")
