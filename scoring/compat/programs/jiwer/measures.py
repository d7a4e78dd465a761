"""The rates of jiwer, with the names that its release 3 deprecated and its release 4 dropped."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING
from warnings import warn

from .process import process_characters, process_words
from .transformations import cer_default, wer_default

if TYPE_CHECKING:
    from typing import Any, TypeVar

    from .process import Texts

    Function = TypeVar("Function", bound=Callable[..., Any])

__all__ = ["cer", "mer", "wer", "wil", "wip"]


def _also_as_before(function: Function) -> Function:
    """The function, which also takes the keywords of release 3: `truth`, `truth_transform` and `return_dict`."""

    @wraps(function)
    def call(*values: Any, **keywords: Any) -> Any:
        if keywords.keys().isdisjoint(_DROPPED):
            return function(*values, **keywords)
        wants_all = function.__name__ == "cer" and keywords.pop("return_dict", False)
        names = ("reference", "hypothesis", "reference_transform", "hypothesis_transform")
        renamed = _renamed({**dict(zip(names, values, strict=False)), **keywords})
        if not wants_all:
            return function(**renamed)
        _deprecate("`return_dict` is deprecated, please use jiwer.process_characters() instead.")
        output = process_characters(**renamed)
        return {
            "cer": output.cer,
            "hits": output.hits,
            "substitutions": output.substitutions,
            "deletions": output.deletions,
            "insertions": output.insertions,
        }

    return call  # type: ignore[return-value]


_DROPPED = ("truth", "truth_transform", "return_dict")


def _renamed(keywords: dict[str, Any]) -> dict[str, Any]:
    """Keywords of release 3 under the names of release 4, each with its warning."""
    if (truth := keywords.pop("truth", None)) is not None:
        _deprecate("keyword argument `truth` is deprecated, please use `reference`.")
        if keywords.get("reference") is not None:
            raise ValueError("cannot give `reference` and `truth`")
        keywords["reference"] = truth
    if (transform := keywords.pop("truth_transform", None)) is not None:
        _deprecate("keyword argument `truth_transform` is deprecated, please use `reference_transform`.")
        keywords["reference_transform"] = transform
    if keywords.get("reference") is None or keywords.get("hypothesis") is None:
        raise ValueError(
            "detected default values for reference or hypothesis arguments, please provide actual string or list "
            "of strings"
        )
    return keywords


def _deprecate(text: str) -> None:
    warn(text, DeprecationWarning, stacklevel=4)


@_also_as_before
def wer(
    reference: Texts | None = None,
    hypothesis: Texts | None = None,
    reference_transform: Any = wer_default,
    hypothesis_transform: Any = wer_default,
) -> float:
    """The word error rate.

    >>> wer("the cat sat", "the cat")
    0.3333333333333333
    """
    return process_words(reference, hypothesis, reference_transform, hypothesis_transform).wer  # type: ignore[arg-type]


@_also_as_before
def mer(
    reference: Texts | None = None,
    hypothesis: Texts | None = None,
    reference_transform: Any = wer_default,
    hypothesis_transform: Any = wer_default,
) -> float:
    """The match error rate: errors per aligned pair."""
    return process_words(reference, hypothesis, reference_transform, hypothesis_transform).mer  # type: ignore[arg-type]


@_also_as_before
def wip(
    reference: Texts | None = None,
    hypothesis: Texts | None = None,
    reference_transform: Any = wer_default,
    hypothesis_transform: Any = wer_default,
) -> float:
    """The word information preserved."""
    return process_words(reference, hypothesis, reference_transform, hypothesis_transform).wip  # type: ignore[arg-type]


@_also_as_before
def wil(
    reference: Texts | None = None,
    hypothesis: Texts | None = None,
    reference_transform: Any = wer_default,
    hypothesis_transform: Any = wer_default,
) -> float:
    """The word information lost."""
    return process_words(reference, hypothesis, reference_transform, hypothesis_transform).wil  # type: ignore[arg-type]


@_also_as_before
def cer(
    reference: Texts | None = None,
    hypothesis: Texts | None = None,
    reference_transform: Any = cer_default,
    hypothesis_transform: Any = cer_default,
) -> float:
    """The character error rate; blanks inside texts count.

    >>> cer("abc", "abd")
    0.3333333333333333
    """
    return process_characters(reference, hypothesis, reference_transform, hypothesis_transform).cer  # type: ignore[arg-type]


def compute_measures(
    truth: Texts, hypothesis: Texts, truth_transform: Any = wer_default, hypothesis_transform: Any = wer_default
) -> dict[str, Any]:
    """All rates and counts by name, as release 3 gave them; it refuses empty references, as that did."""
    warn("jiwer.compute_measures() is deprecated. Please use jiwer.process_words().", DeprecationWarning, stacklevel=2)
    if any(len(text) == 0 for text in ([truth] if isinstance(truth, str) else truth)):
        raise ValueError("one or more references are empty strings")
    output = process_words(truth, hypothesis, truth_transform, hypothesis_transform)
    return {
        "wer": output.wer,
        "mer": output.mer,
        "wil": output.wil,
        "wip": output.wip,
        "hits": output.hits,
        "substitutions": output.substitutions,
        "deletions": output.deletions,
        "insertions": output.insertions,
        "ops": output.alignments,
        "truth": output.references,
        "hypothesis": output.hypotheses,
    }
