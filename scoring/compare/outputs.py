"""Two outputs without a reference: a judge hears where they differ, and an unbiased sample says how much that matters.

The first output, A, stands in the place of the reference. Utterances are drawn in proportion to the words that differ,
for a system can win no more than these.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING, Any, BinaryIO

from ...formats.errors import UsageError, fail, quantity, short
from ...formats.values import dataclass
from ..analysis import Site, spans
from ..analysis.as_written import scored_alike
from ..analysis.audit import whole_utterance
from ..analysis.steps import Steps
from ..analysis.written_words import written_words
from ..common.results import Immutable
from ..common.version import SCHEMA
from ..maths.intervals import FEWEST, student_95
from ..maths.ordered_sample import Estimate, drawn, estimate
from ..words.api import score
from .output_verdicts import KINDS, SAME, key_of, line_of, read_verdicts
from .results import of_result
from .significance import numbered_units

if TYPE_CHECKING:
    from ..words.api import Side
    from ..words.result import Result
    from .output_verdicts import Verdict

_ENDS = ("low", "high")
_JUDGED = "verdicts on these two outputs, read with the files and settings that made the sample"


@dataclass(frozen=True, slots=True)
class Sample(Immutable):
    """The utterances for a judge, in random order: the first ones are a sample, too."""

    names: tuple[str, str]
    utterances: int
    """All that both outputs have."""
    differing: int
    drawn: int
    sites: tuple[Site, ...]
    """The places of the drawn utterances where the outputs differ."""

    def lines(self) -> Iterator[str]:
        """The numbers of utterances and places."""
        if not self.differing:
            yield f"A and B have the same words in all of {quantity(self.utterances, 'utterance')}: nothing to judge"
            return
        yield f"A and B differ in {self.differing:,} of {quantity(self.utterances, 'utterance')}"
        yield f"to judge: {quantity(self.drawn, 'utterance')}, {quantity(len(self.sites), 'place')}"

    def markdown(self) -> Iterator[str]:
        """The lines below a heading."""
        yield from _listed(self.lines())

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON; each place is a line of a file of verdicts, without a verdict."""
        numbers = {"utterances": self.utterances, "differing": self.differing, "drawn": self.drawn}
        return {"schema": SCHEMA, "systems": list(self.names), **numbers, "places": list(map(line_of, self.sites))}

    def __str__(self) -> str:
        return "\n".join(self.lines())


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedDifference(Immutable):
    """The difference in errors between B and A, estimated from a judged sample.

    Words that both share may be wrong, too: neither error rate is known.
    """

    names: tuple[str, str]
    words: tuple[int, int]
    """Words of A and of B."""
    utterances: int
    differing: int
    judged: int
    """Utterances that were judged."""
    verdicts: Mapping[str, int]
    """How many places have each verdict."""
    judges: tuple[str, ...]
    errors: float
    """Errors of B less those of A."""
    reach: float
    """The distance from `errors` to both ends of its interval, for the utterances of these files."""
    unit: str
    units: int
    population_reach: float | None
    """The same for all recordings of the kind, of which these are a sample; None for few of them."""

    @property
    def per_100_words(self) -> float:
        """Errors of B minus those of A per 100 words, by the mean word count of both."""
        return self._rate(self.errors)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of `per_100_words` for these files: it covers sampling error."""
        return self._rate(self.errors - self.reach), self._rate(self.errors + self.reach)

    @property
    def population_interval(self) -> tuple[float, float] | None:
        """The 95 % interval for similar recordings: it covers sampling of utterances and recordings."""
        reach = self.population_reach
        return None if reach is None else (self._rate(self.errors - reach), self._rate(self.errors + reach))

    def _rate(self, errors: float) -> float:
        return 200 * errors / sum(self.words)

    def lines(self) -> Iterator[str]:
        """The difference, its intervals, and what remains unknown."""
        low, high = self.interval
        more = "more" if self.errors > 0 else "fewer"
        number = round(abs(self.errors))
        what = f"B makes about {quantity(number, 'error')} {more} than A" if number else "A and B make as many errors"
        yield f"{what}: {abs(self.per_100_words):.2f} {more} per 100 words"
        for side, name, words in zip("AB", self.names, self.words, strict=True):
            yield f"{side}  {quantity(words, 'word')}  {name}"
        found = "" if low > 0 or high < 0 else "; no difference is shown"
        if self.judged == self.differing:
            yield "every utterance that differs was judged: there is no sampling error in these files"
        else:
            yield f"95 % interval of B - A in these files: {low:+.2f} to {high:+.2f} per 100 words{found}"
        if self.population_interval is None:
            yield f"in other {self.unit}s: not known from {self.units:,}; {FEWEST} or more are needed"
        else:
            low, high = self.population_interval
            yield f"95 % interval in other {self.unit}s like these {self.units:,}: {low:+.2f} to {high:+.2f}"
        by = f" by {', '.join(self.judges)}" if self.judges else ""
        kinds = ", ".join(f"{kind} {number:,}" for kind, number in self.verdicts.items())
        yield f"judged{by}: {self.judged:,} of {quantity(self.differing, 'utterance')} that differ ({kinds})"
        yield "words are the mean of both outputs; errors that A and B share, and error rates, are unknown"

    def markdown(self) -> Iterator[str]:
        """The lines below a heading."""
        yield from _listed(self.lines())

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        sides = [{"name": name, "words": words} for name, words in zip(self.names, self.words, strict=True)]
        (low, high), ends = self.interval, self.population_interval
        whole = dict(zip(_ENDS, ends, strict=True)) if ends else None
        population = {"unit": self.unit, "units": self.units, "interval": whole}
        return {
            "schema": SCHEMA,
            "systems": sides,
            "utterances": self.utterances,
            "differing": self.differing,
            "judged": self.judged,
            "verdicts": dict(self.verdicts),
            "judges": list(self.judges),
            "more_errors": self.errors,
            "per_100_words": self.per_100_words,
            "interval": {"low": low, "high": high},
            "population": population,
        }

    def __str__(self) -> str:
        return "\n".join(self.lines())


def _listed(lines: Iterator[str]) -> Iterator[str]:
    """Lines as a list of markdown, the first one as its heading."""
    yield f"### {next(lines)}"
    yield ""
    yield from (f"- {line}" for line in lines)


def _checked_seed(seed: object) -> int:
    if type(seed) is not int:
        raise UsageError(f"seed is {short(repr(seed))}; expected a whole number, which draws the same sample again")
    return seed


def compare_outputs(a: Side, b: Side, **keywords: Any) -> Outputs:
    """Compares two outputs for the same recordings, for a judge of their differences: texts or files, as for `score`.

    Keywords are those of `score`.

    >>> outputs = compare_outputs({"u": "a grey cat", "v": "good day"}, {"u": "a gray cat", "v": "good day"})
    >>> [(site.id, site.ref, site.alt) for site in outputs.judge(200).sites]
    [('u', 'grey', 'gray')]
    """
    return Outputs(score(a, b, **keywords))


@dataclass(frozen=True, slots=True)
class Outputs(Immutable):
    """Two outputs without a reference."""

    result: Result
    """B, scored with A in the place of the reference."""
    names: tuple[str, str] = ("A", "B")

    def judge(self, number: int, *, seed: int = 0) -> Sample:
        """Draws utterances that differ, for a judge; the same ones with the same seed.

        >>> print(compare_outputs(["we saw it", "yes"], ["we saw him", "yes"]).judge(10))
        A and B differ in 1 of 2 utterances
        to judge: 1 utterance, 1 place
        """
        if type(number) is not int or number < 1:
            raise UsageError(f"a sample of {short(repr(number))} utterances; expected a whole number >= 1")
        order = drawn(self._differences(), _checked_seed(seed))
        chosen = order[:number]
        sites = tuple(site for sites in self._sites(chosen) for site in sites)
        return Sample(self.names, len(self.result), len(order), len(chosen), sites)

    def with_verdicts(self, verdicts: str | os.PathLike[str] | BinaryIO, *, seed: int = 0) -> JudgedDifference:
        """The difference by verdicts on a sample, from a file that its page saved.

        The first utterances of the sample suffice, for they are a smaller sample. `seed` is that of `judge`.

        >>> line = b'{"id": "1", "begin": 2, "end": 3, "a": "it", "b": "him", "verdict": "B right"}'
        >>> from io import BytesIO
        >>> compare_outputs(["we saw it", "yes"], ["we saw him", "yes"]).with_verdicts(BytesIO(line)).errors
        -1.0
        """
        sizes = self._differences()
        order = drawn(sizes, _checked_seed(seed))
        given, judges = read_verdicts(verdicts)
        judged = self._judged(order, given)
        if len(judged) < min(FEWEST, len(order)):
            raise UsageError(
                f"{quantity(len(judged), 'judged utterance')} of {len(order):,} that differ; expected at least "
                f"{min(FEWEST, len(order))}, judged at all their places in the order of the page"
            )
        more = self._more_errors(order, judged)
        made = estimate(more, [sizes[place] for place in order])
        unit, units, reach = self._of_units(order, more, made)
        kinds = Counter(verdict.kind for of_one in judged for _, verdict in of_one)
        return JudgedDifference(
            names=self.names,
            words=(self.result.counts.reference, self.result.counts.hypothesis),
            utterances=len(self.result),
            differing=len(order),
            judged=len(judged),
            verdicts={kind: kinds[kind] for kind in KINDS},
            judges=judges,
            errors=made.total,
            reach=made.error * student_95(max(1, len(judged) - 1)),
            unit=unit,
            units=units,
            population_reach=reach,
        )

    def _differences(self) -> list[int]:
        """The number of words that differ in each utterance."""
        counts = self.result.table.numbers().tolist()
        return [sum(counts[place + 1 : place + 4]) for place in range(0, len(counts), 4)]

    def _sites(self, places: Sequence[int]) -> list[list[Site]]:
        """The sites of some utterances; all words of one where normalisation hides which of them differ."""
        of_utterance: defaultdict[str, list[Site]] = defaultdict(list)
        for site in spans(self.result, places):
            of_utterance[site.id].append(site)
        name = self.result.table.name
        return [of_utterance.get(name(place)) or [whole_utterance(self.result, place)] for place in places]

    def _judged(self, order: Sequence[int], given: Mapping[str, Verdict]) -> list[list[tuple[Site, Verdict]]]:
        """The sites of each of the first utterances with their verdicts; verdicts on later utterances are refused."""
        draw_of = {self.result.table.name(place): draw for draw, place in enumerate(order)}
        draws = [draw_of.get(verdict.id, -1) for verdict in given.values()]
        sites = self._sites(order[: max(draws, default=-1) + 1])
        keys = [list(map(key_of, map(line_of, of_one))) for of_one in sites]
        known = {key for of_one in keys for key in of_one}
        for key, verdict in given.items():
            if key not in known:
                fail(verdict.where, f"A and B do not differ at this place: {verdict.place}", _JUDGED, verdict.line)
        number = next((draw for draw, of_one in enumerate(keys) if not given.keys() >= {*of_one}), len(keys))
        for draw, verdict in zip(draws, given.values(), strict=True):
            if draw > number:
                skipped = short(sites[number][0].id)
                fail(
                    verdict.where,
                    f"a verdict on utterance {short(verdict.id)}, but utterance {skipped} was drawn before it and "
                    "lacks verdicts: leaving utterances out by choice biases the sample",
                    f"verdicts on all places up to this one; load the file into the page and judge {skipped}",
                    verdict.line,
                )
        both = zip(sites[:number], keys[:number], strict=True)
        return [[(site, given[key]) for site, key in zip(*of_one, strict=True)] for of_one in both]

    def _more_errors(self, order: Sequence[int], judged: Sequence[Sequence[tuple[Site, Verdict]]]) -> list[int]:
        """The errors of B less those of A in each judged utterance, both scored as a whole against what was said."""
        steps = Steps(self.result)
        texts = [
            _texts(written_words(steps, "ref", place).words, of_one)
            for place, of_one in zip(order, judged, strict=False)
        ]
        errors_of = [
            scored_alike(self.result, [text[0] for text in texts], [text[side] for text in texts])
            .table.numbers()
            .tolist()
            for side in (1, 2)
        ]
        a, b = ([sum(counts[first + 1 : first + 4]) for first in range(0, len(counts), 4)] for counts in errors_of)
        return [of_b - of_a for of_a, of_b in zip(a, b, strict=True)]

    def _of_units(self, order: Sequence[int], more: Sequence[int], made: Estimate) -> tuple[str, int, float | None]:
        """The units that were recorded together: name, number, and the reach of an interval for all such units.

        The sums of units vary by the sample and by what was recorded: their variance is that of both.
        """
        unit, numbers, size = numbered_units(of_result(self.result))
        if size < FEWEST:
            return unit, size, None
        counts = self.result.table.numbers().tolist()
        words = [0.0] * size
        for place, number in enumerate(numbers):
            correct, substituted, deleted, inserted = counts[4 * place : 4 * place + 4]
            words[number] += correct + substituted + (deleted + inserted) / 2
        rate = made.total / sum(words)
        sums = [-rate * of_unit for of_unit in words]
        for place, weight, errors in zip(order, made.weights, more, strict=False):
            sums[numbers[place]] += weight * errors
        variance = sum(each * each for each in sums) * size / (size - 1)
        return unit, size, student_95(size - 1) * max(made.error, sqrt(variance))


def _texts(words: Sequence[str], judged: Sequence[tuple[Site, Verdict]]) -> tuple[str, str, str]:
    """Texts of an utterance: what was said, A and B; all have A's words where nothing was judged.

    Where both are right, all three have the words of A.
    """
    said, a, b = [], [], []
    done = 0
    for site, verdict in judged:
        shared = words[done : site.begin]
        is_same = verdict.kind == SAME
        said += [*shared, site.ref if is_same else verdict.words]
        a += [*shared, site.ref]
        b += [*shared, site.ref if is_same else site.alt]
        done = site.end
    shared = words[done:]
    return " ".join([*said, *shared]), " ".join([*a, *shared]), " ".join([*b, *shared])
