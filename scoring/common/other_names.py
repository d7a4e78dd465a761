"""Other names under which keywords are understood: American spelling, and the words of other packages."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import wraps
from types import MappingProxyType

from ...formats.errors import UsageError, quantity
from .answers import Answers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    Call = TypeVar("Call", bound=Callable[..., Any])

REFERENCE = ("ref", "refs", "reference", "references", "truth", "ground_truth", "target", "y_true")
HYPOTHESIS = ("hyp", "hyps", "hypothesis", "hypotheses", "prediction", "predictions", "preds", "y_pred")
"""Names of both sides; each function has one of each, and understands the others."""
OTHER_NAMES: Mapping[str, str] = dict.fromkeys(("normalize", "normaliser", "normalizer"), "normalise")
"""Names of keywords that others have, with ours; type checkers know ours alone."""
_UNDERSTOOD = frozenset((*REFERENCE, *HYPOTHESIS, *OTHER_NAMES))
INSTEAD = Answers("keywords")
"""Keywords that others have, with what does the same here."""
ATTRIBUTES = Answers("attributes of results")
"""Attributes of results that others have, with ours."""
OF_OTHER_WINGS = Answers("attributes of results of segments and meetings")
"""Attributes that only results of words have, with those of the results of segments and meetings."""
OF_KEYWORDS_FOUND = Answers("attributes of results of keyword spotting")
OF_MEASURES = Answers("measures of segments")
"""Numbers of segments that only one measure has."""
FUNCTIONS = Answers("functions")
"""Functions and classes that others have, with what does the same here; classes of formats are in `elsewhere`."""
_ABSENT = Answers("absent")
"""Measures that others have and scorelite has not: no other one stands for them."""
_VARARGS = 0x04
"""The flag of a function that takes any number of values, as `inspect` has it."""
_SUMS = ("counts", "total")
"""Attributes of results that have numbers."""


def understood(function: Call) -> Call:
    """The function, which understands the other names of its keywords.

    >>> @understood
    ... def pair(refs, hyps):
    ...     return refs, hyps
    >>> pair(hypothesis="b", reference="a")
    ('a', 'b')
    """

    code = function.__code__
    is_method = code.co_varnames[0] == "self"
    sides = code.co_varnames[is_method:3]
    names = {**OTHER_NAMES, **dict.fromkeys(REFERENCE, sides[0]), **dict.fromkeys(HYPOTHESIS, sides[1])}

    @wraps(function)
    def call(*values: Any, **keywords: Any) -> Any:
        given_names = list(keywords)
        if not _UNDERSTOOD.isdisjoint(keywords):
            keywords = renamed(keywords, names)
            if values and sides[0] in keywords and not is_method:
                raise UsageError(
                    f"{sides[0]} is given twice, as the first argument and by keyword; expected {sides[1]} second (for "
                    "the columns of a table, ref_column= and hyp_column=; for more references of each text, "
                    "result.references(other), of the results with each reference)"
                )
        if not values and keywords and sides[0] not in keywords:
            given = " and ".join(f"{name}=" for name in given_names)
            raise UsageError(f"{function.__name__}() has {given}; expected {sides[0]}= and {sides[1]}=")
        if len(values) > code.co_argcount:
            given = quantity(len(values) - is_method, "argument")
            raise UsageError(
                f"{function.__name__}() has {given}; expected {sides[0]} and {sides[1]}, all else by keyword, such as "
                "ref_column= of a table"
            )
        return function(*values, **keywords)

    return call  # type: ignore[return-value]  # it takes what the function takes, and other names


def renamed(keywords: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """The keywords under our names; two names of one keyword are refused.

    >>> renamed({"normalize": "basic", "unit": "word"}, OTHER_NAMES)
    {'normalise': 'basic', 'unit': 'word'}
    """
    typed: dict[str, str] = {}
    for name in keywords:
        ours = names.get(name, name)
        if ours in typed:
            raise UsageError(f"{typed[ours]}= and {name}= are the same keyword; expected only {ours}=")
        typed[ours] = name
    return {ours: keywords[name] for ours, name in typed.items()}


def unknown_setting(name: str, names: Collection[str], of_wing: Mapping[str, str] = MappingProxyType({})) -> UsageError:
    """The error about a keyword that no setting has.

    >>> unknown_setting("characters", ["unit"])
    UsageError("setting 'characters' is unknown; expected unit='character'")
    >>> unknown_setting("unti", ["unit"])
    UsageError("setting 'unti' is unknown; did you mean unit?")
    """
    from ...formats.guessed import answer

    others = {other: ours for other, ours in {**INSTEAD, **of_wing}.items() if other not in names}
    expected = answer(name, others, names) or f"; expected one of: {', '.join(names)}"
    return UsageError(f"setting {name!r} is unknown{expected}")


def known_keywords(function: Call) -> Call:
    """The function, whose error about an unknown keyword names those that it has.

    >>> @known_keywords
    ... def worst(number=10):
    ...     return number
    >>> worst(top=5)
    Traceback (most recent call last):
    scorelite.formats.errors.UsageError: worst() has no keyword top=; expected number= (it has: number=)
    """
    code = function.__code__
    names = [name for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount] if name != "self"]

    @wraps(function)
    def call(*values: Any, **keywords: Any) -> Any:
        check_keywords(function.__name__, keywords, names)
        if len(values) > code.co_argcount and not code.co_flags & _VARARGS:
            count = quantity(len(values) - code.co_argcount, "argument")
            has = ", ".join(f"{each}=" for each in names)
            raise UsageError(f"{function.__name__}() has {count} too many; expected keywords (it has: {has})")
        return function(*values, **keywords)

    return call  # type: ignore[return-value]  # it takes what the function takes


def by_keyword(expected: str) -> Callable[[Call], Call]:
    """A decorator: the error about too many values without a keyword says what was expected.

    >>> @by_keyword("a list: total([1, 2])")
    ... def total(numbers):
    ...     return sum(numbers)
    >>> total(1, 2)
    Traceback (most recent call last):
    scorelite.formats.errors.UsageError: total() has 2 arguments; expected a list: total([1, 2])
    """

    def decorated(function: Call) -> Call:
        code = function.__code__
        is_method = code.co_varnames[0] == "self"
        name = function.__qualname__.removesuffix(".__init__").rpartition(".")[2]

        @wraps(function)
        def call(*values: Any, **keywords: Any) -> Any:
            if len(values) > code.co_argcount:
                count = quantity(len(values) - is_method, "argument")
                raise UsageError(f"{name}() has {count}; expected {expected}")
            return function(*values, **keywords)

        return call  # type: ignore[return-value]  # it takes what the function takes

    return decorated


def files_needed(function: Call) -> Call:
    """The function of several files, whose error about those that are missing names all.

    >>> @files_needed
    ... def rate(rttm, kwlist, *, threshold=0.5):
    ...     return threshold
    >>> rate("a.rttm")
    Traceback (most recent call last):
    scorelite.formats.errors.UsageError: rate() has no kwlist; expected files: rate(rttm, kwlist)
    """
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]

    @wraps(function)
    def call(*values: Any, **keywords: Any) -> Any:
        if missing := [name for name in names[len(values) :] if name not in keywords]:
            name = function.__name__
            raise UsageError(f"{name}() has no {' and no '.join(missing)}; expected files: {name}({', '.join(names)})")
        return function(*values, **keywords)

    return call  # type: ignore[return-value]  # it takes what the function takes


def keyword_names(function: Callable[..., object]) -> list[str]:
    """The parameters of a function that can only be passed by keyword.

    >>> keyword_names(check_keywords), keyword_names(lambda text, *, width: text)
    ([], ['width'])
    """
    code = function.__code__
    return [*code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]]


def check_keywords(function: str, keywords: Iterable[str], names: Collection[str]) -> None:
    """Refuses keywords that a function does not have."""
    for name in keywords:
        if name not in names:
            from ...formats.guessed import answer

            has = ", ".join(f"{each}=" for each in names) or "none"
            near = answer(name, Answers(f"keywords of {function}()"), names)
            raise UsageError(f"{function}() has no keyword {name}={near} (it has: {has})")


def attribute_of_result(result: object, name: str) -> str:
    """The end of a message about an attribute that a result lacks: the one that stands for it, or nothing."""
    from ...formats.guessed import answer, public  # few programs guess

    kind = type(result)
    wing = getattr(kind, "WING", "")
    others = {**ATTRIBUTES, **({} if hasattr(kind, "utterances") else OF_OTHER_WINGS)}
    if wing == "kws":
        others |= OF_KEYWORDS_FOUND
    if hasattr(kind, "counts") and hasattr(kind, "error_rate"):  # of a meeting
        others |= dict.fromkeys(("wer", f"{getattr(result, 'measure', '')}wer"), "error_rate")
    answers = {other: f"result.{ours}" for other, ours in others.items() if _has(result, ours)}
    names = public(kind)
    for sums in _SUMS:
        if hasattr(kind, sums):
            fields = public(type(getattr(result, sums)))
            answers |= {each: f"result.{sums}.{each}" for each in fields if each not in (*names, *answers)}
    if wing == "segments":
        other_measures = {
            each: f"score_segments(refs, hyps, measure={measure!r}).total.{each}"
            for each, measure in OF_MEASURES.items()
        }
        answers = {**other_measures, **answers}
    return answer(name, answers, names, "result.")


def _has(result: object, expression: str) -> bool:
    """Whether a result has the first attributes of an expression."""
    first, _, second = (re.match(r"\w+(\.\w+)?", expression) or [""])[0].partition(".")
    if not hasattr(type(result), first):
        return False
    return not second or first not in _SUMS or hasattr(type(getattr(result, first)), second)


def elsewhere(name: str, names: Collection[str], package: str = "scorelite", of_results: Collection[str] = ()) -> str:
    """The function of ours for one that others have, or else the nearest of these names, or else where all are listed.

    `of_results` are the attributes of results: what they have is an answer, too.

    >>> elsewhere("calc_mwer", ["mwer"]), elsewhere("algin", ["score", "align"]), elsewhere("xer", ["wer"])
    ('; expected scorelite.mwer', '; did you mean align?', '; dir(scorelite) lists all')
    """
    from ...formats.guessed import answer, meaning, same
    from ...formats.registry import NAMES

    if name in _ABSENT:
        return f"; scorelite has no {_ABSENT[name]}"
    wanted = meaning(name)
    formats = [word for word in dict.fromkeys((name.lower(), *wanted)) if word in NAMES]
    is_of_file = not {"read", "save"}.isdisjoint(wanted) or name.startswith("to_") or name.lower() in NAMES
    is_of_file = is_of_file and name not in of_results
    if formats and name not in FUNCTIONS and (is_of_file or len(formats) > 1):
        call = f"read(path, format={formats[0]!r})"
        if "save" in wanted or name.startswith("to_"):
            call = f"write(corpus, path, format={formats[0]!r})"
        return f"; expected scorelite.{'convert(path, path)' if len(formats) > 1 else call}"
    # A class is no answer to a name in small letters.
    others = [other for other in FUNCTIONS if not other[0].isupper() or not name.islower()]
    answers = {other: f"scorelite.{FUNCTIONS[other]}" for other in others}
    if package != "scorelite":
        return answer(name, {}, names, f"{package}.") or answer(name, answers, ()) or f"; dir({package}) lists all"
    result = "scorelite.score(refs, hyps)."
    attributes = {
        other: result + ours for other, ours in ATTRIBUTES.items() if (re.match(r"\w+", ours) or "")[0] in of_results
    }
    text = same(name, answers, names, "scorelite.")
    if not text and name.islower():
        text = same(name, attributes, of_results, result)
    if text:
        return f"; expected {text}"
    return answer(name, answers, names, "scorelite.") or f"; dir({package}) lists all"
