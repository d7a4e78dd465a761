"""Functions with MeetEval's parameters: of one session, and of the sessions of a structure or of files."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from inspect import Parameter, Signature
from typing import Any, TypeAlias, TypeVar

from ...io.seglst import apply_multi_file
from .error_rate import ErrorRate

Rates: TypeAlias = "dict[Hashable, ErrorRate]"
_Value = TypeVar("_Value")
_Rate = TypeVar("_Rate", bound=ErrorRate)

_DEFAULTS: Mapping[str, Any] = {
    "reference_pseudo_word_level_timing": "character_based",
    "hypothesis_pseudo_word_level_timing": "character_based_points",
    "ref_pseudo_word_timing": "character_based",
    "hyp_pseudo_word_timing": "character_based_points",
    "reference_sort": "segment",
    "hypothesis_sort": "segment",
    "regex": None,
    "uem": None,
    "normalizer": None,
    "partial": False,
}
IF_AVAILABLE = {f"{side}_sort": "segment_if_available" for side in ("reference", "hypothesis")}


def parameters(names: str, **defaults: Any) -> Signature:
    """The parameters of these names; those behind a `*` are given by name.

    >>> print(parameters("reference * collar partial"))
    (reference, *, collar, partial=False)
    """
    before, _, behind = names.partition("*")
    kinds = ((before, Parameter.POSITIONAL_OR_KEYWORD), (behind, Parameter.KEYWORD_ONLY))
    values = {**_DEFAULTS, **defaults}
    return Signature(
        [
            Parameter(name, kind, default=values.get(name, Parameter.empty))
            for part, kind in kinds
            for name in part.split()
        ]
    )


_SIDES = "reference hypothesis"
_TIMINGS = "reference_pseudo_word_level_timing hypothesis_pseudo_word_level_timing"
_SORTS = "reference_sort hypothesis_sort"
UNTIMED = parameters(f"{_SIDES} {_SORTS}", **IF_AVAILABLE)
TIMED = parameters(f"{_SIDES} * collar {_TIMINGS} {_SORTS}")
UNTIMED_SESSIONS = parameters(f"{_SIDES} partial {_SORTS}", **IF_AVAILABLE)
TIMED_SESSIONS = parameters(f"{_SIDES} * collar {_TIMINGS} {_SORTS} partial")
TIMED_SESSIONS_IF_AVAILABLE = parameters(f"{_SIDES} * collar {_TIMINGS} {_SORTS} partial", **IF_AVAILABLE)


def declared(signature: Signature, run: Callable[..., _Value], summary: str) -> Callable[..., _Value]:
    """The function with these parameters, which hands the values of all to `run` by name."""

    def score(*args: Any, **keywords: Any) -> _Value:
        bound = signature.bind(*args, **keywords)
        bound.apply_defaults()
        return run(**bound.arguments)

    score.__signature__ = signature  # type: ignore[attr-defined]
    score.__doc__ = summary
    return score


def of_session(
    score: Callable[..., _Rate], measure: str, path: str, summary: str, signature: Signature = UNTIMED
) -> Callable[..., _Rate]:
    """The function of one session; `score` makes its rate, `path` is its dotted name, by which it is pickled."""

    def run(reference: Any, hypothesis: Any, reference_sort: Any, hypothesis_sort: Any, **settings: Any) -> _Rate:
        return score(measure, reference, hypothesis, (reference_sort, hypothesis_sort), **_chosen(settings))

    function = declared(signature, run, summary)
    function.__module__, _, function.__name__ = path.rpartition(".")
    function.__qualname__ = function.__name__
    return function


def _chosen(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of the wing; those without a collar are of a measure without times."""
    if "collar" not in settings:
        return {}
    ref, hyp = (settings[name] or "none" for name in _TIMINGS.split())
    return {"collar": float(settings["collar"]), "ref_timing": ref, "hyp_timing": hyp}


def of_sessions(
    function: Callable[..., ErrorRate], summary: str, signature: Signature = UNTIMED_SESSIONS
) -> Callable[..., Rates]:
    """The function of a structure, whose first level are sessions; `function` scores one of them."""

    def run(reference: Any, hypothesis: Any, partial: bool, **values: Any) -> Rates:
        return apply_multi_file(lambda ref, hyp: function(ref, hyp, **values), reference, hypothesis, partial=partial)

    return declared(signature, run, summary)
