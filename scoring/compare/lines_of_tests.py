"""Lines about paired tests: how often each system is better, and the probability of such a difference by chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...formats.errors import quantity
from ..maths.exact import ExactTest
from ..maths.intervals import FEWEST
from ..maths.paired_tests import Bootstrap, MatchedPairs
from .power import LEVEL


def lines_of_tests(
    samples: Bootstrap | None, pairs: MatchedPairs | None, exact: Sequence[ExactTest], unit: str
) -> Iterator[str]:
    """A line for each paired test that was made; `unit` is what is right or wrong, such as utterance.

    Exact tests of rates are those of speakers, or, where no utterances are known, of the units.
    """
    rated = unit if pairs is None else "speaker"
    if samples is not None and samples.defined_p is None:
        yield f"paired bootstrap: {few_units(samples, unit)}"
    elif samples is not None:
        drawn = f" of {samples.drawn}" if samples.drawn else ""
        yield (
            f"paired bootstrap{drawn}: B has fewer errors in {100 * samples.better:.1f} % of {samples.replications:,} "
            f"samples, more in {100 * samples.worse:.1f} %; p {p_shown(samples.defined_p)}"
        )
    if pairs is not None:
        segments = quantity(pairs.segments, "segment")
        shown = "equal differences: sign test" if pairs.z is None else f"z = {pairs.z:.2f}"
        yield f"matched pairs (MAPSSWE): {segments}, {shown}, p {p_shown(pairs.defined_p)}"
        if remark := remark_on_few(samples, pairs):
            yield remark
    for test in exact:
        counted = f"{unit}s right" if test.name == "McNemar" else f"{rated}s better"
        alone = f"only in A {test.first:,}, only in B {test.second:,}"
        yield f"{test.name} (exact): {counted} {alone}; p {p_shown(test.defined_p)}"


def few_units(samples: Bootstrap, unit: str) -> str:
    """Why a bootstrap of few units has no p."""
    units = samples.drawn or quantity(samples.units, unit)
    return f"{units} {'is' if samples.units == 1 else 'are'} too few; {FEWEST} or more are needed"


def remark_on_few(samples: Bootstrap | None, pairs: MatchedPairs | None) -> str:
    """A remark that a significant difference may be chance: few segments differ; empty where many do, or p is high."""
    if pairs is None or pairs.segments >= FEWEST:
        return ""
    tests = (pairs,) if samples is None else (samples, pairs)
    if all(test.defined_p is None or test.defined_p >= LEVEL for test in tests):
        return ""
    verb = "is" if pairs.segments == 1 else "are"
    return (
        f"{quantity(pairs.segments, 'segment')} {verb} too few for bootstrap and MAPSSWE: chance may look significant"
    )


def p_shown(value: float | None) -> str:
    """A probability as people write it; a hyphen where it is not defined."""
    if value is None:
        return "-"
    return "< .001" if value < 0.001 else f"= {value:.3f}".replace("0.", ".", 1)
