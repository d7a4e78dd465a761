"""Our kaldialign beside the library from PyPI: alignments, counts, rates and intervals."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from tests.fuzz.case import IDENTICAL, Case, Kind, Verdict, different

_VOCABULARIES = ("a b", "a b ab ba", "x y xy yx xxy", "é É e", "1 2 12 21", "日 本 日本", "a")
_FLAGS = tuple((sclite, merge) for sclite in (False, True) for merge in (False, True))


def make(chance: Random) -> Case:
    """Pairs of sequences of words, a pair a line of both files."""
    words = chance.choice(_VOCABULARIES).split()
    most = chance.choice((3, 9, 9, 40))
    sides: list[list[str]] = [[], []]
    for _ in range(chance.choice((1, 3, 8))):
        ref = chance.choices(words, k=chance.randint(0, most))
        hyp = [chance.choice(words) if chance.random() < 0.3 else word for word in ref if chance.random() < 0.8]
        if chance.random() < 0.3:
            hyp = chance.choices(words, k=chance.randint(0, most))
        for side, line in zip(sides, (ref, hyp), strict=True):
            side.append(" ".join(line))
    files = tuple((name, "\n".join(side).encode()) for name, side in zip(("ref", "hyp"), sides, strict=True))
    return Case(files, (), (("eps", chance.choice(("*", words[0]))), ("seed", chance.randrange(100))))


def lacks() -> str:
    """Says that the library is not installed, where that is so."""
    try:
        import kaldialign  # noqa: F401
    except ImportError:
        return "kaldialign is not installed (pip install kaldialign)"
    return ""


def check(case: Case, _: Path) -> Verdict:
    """Equal answers, or equal kinds of errors."""
    import kaldialign as theirs

    from scorelite.compat import kaldialign as ours

    refs, hyps = ([line.split() for line in case.file(name).decode().split("\n")] for name in ("ref", "hyp"))
    if len(refs) != len(hyps):
        return IDENTICAL  # a smaller case that says nothing
    eps, seed = case.fact("eps"), case.fact("seed")
    for name, call in _calls(refs, hyps, eps, seed):
        expected, actual = _answer(lambda: call(theirs)), _answer(lambda: call(ours))  # noqa: B023
        if not _same(expected, actual):
            return different(f"{name} differs", f"expected {expected}\nours {actual}")
    return IDENTICAL


def _calls(refs: list[list[str]], hyps: list[list[str]], eps: str, seed: int) -> list[tuple[str, Callable[[Any], Any]]]:
    calls: list[tuple[str, Callable[[Any], Any]]] = []
    for flags in _FLAGS:
        for ref, hyp in zip(refs, hyps, strict=True):
            calls.append((f"align{flags}", lambda module, a=ref, b=hyp, f=flags: module.align(a, b, eps, *f)))
            calls.append(
                (f"edit_distance{flags}", lambda module, a=ref, b=hyp, f=flags: module.edit_distance(a, b, *f))
            )
        calls.append((f"batch_error_rate{flags}", lambda module, f=flags: module.batch_error_rate(refs, hyps, *f)))
    for merge in (False, True):
        for other in (None, refs[::-1]):
            calls.append(
                ("bootstrap_wer_ci", lambda m, o=other, c=merge: m.bootstrap_wer_ci(refs, hyps, o, 50, seed, c))
            )
    return calls


def _answer(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except Exception as error:
        return type(error).__name__


def _same(first: Any, other: Any) -> bool:
    """Whether two answers are equal; intervals up to the last bits, in which sums differ by their order."""
    if isinstance(first, dict) and isinstance(other, dict):
        return first.keys() == other.keys() and all(_same(first[key], other[key]) for key in first)
    if isinstance(first, (tuple, list)) and isinstance(other, (tuple, list)):
        return len(first) == len(other) and all(map(_same, first, other))
    if isinstance(first, float) and isinstance(other, float):
        return (math.isnan(first) and math.isnan(other)) or math.isclose(first, other, rel_tol=1e-12, abs_tol=1e-15)
    return type(first) is type(other) and bool(first == other)


KIND = Kind("kaldialign", "kaldialign of PyPI: alignments, counts, intervals", 5, make, check, lacks, (b"\n", b" "))
