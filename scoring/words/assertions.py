"""Assertions about error rates: a failure names the rate, the limit, and the worst utterances with their alignment."""

from __future__ import annotations

from numbers import Real
from typing import Any

from ...formats.errors import UsageError, quantity
from ..common.counts import percent
from .api import score
from .files import score_files
from .result import Result


def assert_wer(refs: Any, hyps: Any = None, max_wer: float | None = None, *, worst: int = 3, **settings: Any) -> Result:
    """Fails unless the word error rate is at most `max_wer`, a fraction; returns the result.

    Texts and keywords are those of `scorelite.score`, files those of `score_files`. The message of a failure shows the
    `worst` utterances.

    >>> assert_wer(["good day to you"], ["good day to you"], max_wer=0.1).wer
    0.0
    >>> assert_wer({"a-1": "good day"}, {"a-1": "good way"}, max_wer=0.1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    AssertionError: WER 50.0 % is above the limit of 10.0 %: 1 error in 2 words (1 substitution, ...)
    a-1, 1 error in 2 words
    REF:  good DAY
    HYP:  good WAY
    Eval:      S
    """
    __tracebackhide__ = True  # pytest shows the line of the test
    result = _scored("wer", refs, hyps, settings)
    _check("WER", "word", result, max_wer, worst)
    return result


def assert_cer(refs: Any, hyps: Any = None, max_cer: float | None = None, *, worst: int = 3, **settings: Any) -> Result:
    """Fails unless the character error rate is at most `max_cer`, a fraction; see `assert_wer`.

    >>> assert_cer("天气好", "天气不好", max_cer=0.5).cer
    0.3333333333333333
    """
    __tracebackhide__ = True
    result = _scored("cer", refs, hyps, {"unit": "character", **settings})
    _check("CER", "character", result, max_cer, worst)
    return result


def _scored(rate: str, refs: Any, hyps: Any, settings: dict[str, Any]) -> Result:
    __tracebackhide__ = True
    if isinstance(refs, Result) or hyps is None:
        what = "the first argument is a result" if isinstance(refs, Result) else "no hypotheses"
        call = f"assert_{rate}(refs, hyps, max_{rate}=0.12)"
        raise UsageError(f"{what}; expected texts or files, {call}, or for a result: assert result.{rate} <= 0.12")
    if hasattr(refs, "__fspath__") and hasattr(hyps, "__fspath__"):
        return score_files(refs, hyps, **settings)
    return score(refs, hyps, **settings)


def _check(name: str, unit: str, result: Result, limit: float | None, worst: int) -> None:
    __tracebackhide__ = True
    if not isinstance(limit, Real) or isinstance(limit, bool) or not 0 <= limit <= 1:
        raise UsageError(f"the limit of the {name} is {limit!r}; expected a fraction, such as 0.12 for 12 %")
    rate = result.main_rate
    if rate is None:
        raise AssertionError(f"the references have no {unit}s, so the {name} is undefined")
    if rate <= limit:
        return
    counts = result.counts
    kinds = ("substitution", "deletion", "insertion")
    parts = ", ".join(quantity(getattr(counts, f"{kind}s"), kind) for kind in kinds)
    errors = f"{quantity(counts.errors, 'error')} in {quantity(counts.reference, unit)}"
    lines = [f"{name} {percent(rate)} is above the limit of {percent(limit)}: {errors} ({parts})"]
    for utterance in result.worst(worst):
        errors = f"{quantity(utterance.counts.errors, 'error')} in {quantity(utterance.counts.reference, unit)}"
        lines += [f"{utterance.id}, {errors}", *str(utterance.alignment).splitlines()]
    raise AssertionError("\n".join(lines))
