"""splet.utterance_metrics.error_rate: word and character error rate, with the counts that a corpus adds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ......formats.errors import UsageError, among
from .....common.version import __version__
from ..alignment import levenshtein_alignment
from ..normalizers import build_normalizer

__all__ = ["CASE_CHOICES", "OUTPUTS", "TOKENIZER_CHOICES", "error_rate_metric", "error_rate_setup"]

Tokenizer = Callable[[str], list[str]]
CASE_CHOICES = ("fold", "sensitive")
_COUNTS = {
    "errors": "errors",
    "ref_len": "ref_len",
    "hyp_len": "hyp_len",
    "sub": "substitutions",
    "del": "deletions",
    "ins": "insertions",
    "hit": "hits",
}
OUTPUTS = {"": "rate", **{f"_{name}": "sum" for name in _COUNTS}, "_alignment": "text"}


def _words() -> Tokenizer:
    return str.split


def _characters(remove_space: bool = False, space_symbol: str | None = None) -> Tokenizer:
    """Characters with or without blanks; `space_symbol` is the token of a U+0020."""

    def tokens(text: str) -> list[str]:
        if remove_space:
            return list("".join(text.split()))
        return [space_symbol if letter == " " and space_symbol is not None else letter for letter in text]

    return tokens


def _mixed() -> Tokenizer:
    """Words of ASCII, characters of all others: sclite's -c NOASCII."""
    return lambda text: [token for word in text.split() for token in ([word] if word.isascii() else word)]


TOKENIZER_CHOICES: dict[str, Callable[..., Tokenizer]] = {"word": _words, "char": _characters, "noascii": _mixed}


def error_rate_setup(
    metric_id: str = "wer",
    tokenizer: str = "word",
    tokenizer_conf: Mapping[str, Any] | None = None,
    normalize: Sequence[Mapping[str, Any]] | None = None,
    backend: str = "python",
    costs: str = "sclite",
    case: str = "fold",
    optional_deletion_is_correct: bool = False,
    keep_alignment: bool = False,
) -> dict[str, Any]:
    """The settings of a rate, for `error_rate_metric`; keys of its results begin with `metric_id`."""
    if tokenizer not in TOKENIZER_CHOICES:
        raise UsageError(f"unknown tokenizer {tokenizer!r}{among(tokenizer, TOKENIZER_CHOICES)}")
    if case not in CASE_CHOICES:
        raise UsageError(f"unknown case {case!r}{among(case, CASE_CHOICES)}")
    return {
        "metric_id": metric_id,
        "tokenizer": TOKENIZER_CHOICES[tokenizer](**(tokenizer_conf or {})),
        "normalizer": build_normalizer(normalize),
        "backend": backend,
        "signature": f"scorelite {__version__}",
        "costs": costs,
        "case": case,
        "optional_deletion_is_correct": optional_deletion_is_correct,
        "keep_alignment": keep_alignment,
    }


def error_rate_metric(state: Mapping[str, Any], pred_text: str, gt_text: str) -> dict[str, Any]:
    """The rate of an utterance and its counts.

    >>> error_rate_metric(error_rate_setup(), "the quik brown fox", "the quick brown fox")["wer_sub"]
    1
    """

    def tokens(text: str) -> list[str]:
        # Case is folded behind the steps, as sclite folds it, but that of every letter and not of A-Z alone.
        text = state["normalizer"](text)
        split: Tokenizer = state["tokenizer"]
        return split(text.lower() if state["case"] == "fold" else text)

    chosen = {name: state[name] for name in ("backend", "costs", "optional_deletion_is_correct")}
    alignment = levenshtein_alignment(tokens(gt_text), tokens(pred_text), **chosen)
    name = state["metric_id"]
    result = {name: alignment.error_rate}
    for suffix, attribute in _COUNTS.items():
        result[f"{name}_{suffix}"] = getattr(alignment, attribute)
    return result | {f"{name}_alignment": alignment.to_string()} if state["keep_alignment"] else result
