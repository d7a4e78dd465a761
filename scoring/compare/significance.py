"""Paired tests of two results on the same utterances."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add, sub
from typing import Any, NamedTuple

from ... import core
from ...formats.errors import UsageError, quantity, short
from ...formats.values import dataclass, field_names, replace
from ..common.paired_names import matched
from ..common.results import check_threads
from ..maths.draws import check_drawn
from ..maths.exact import ExactTest, mcnemar_of, sign_test, signed_ranks
from ..maths.intervals import Ends, interval_of_change
from ..maths.paired_tests import BUFFER, Bootstrap, MatchedPairs, bootstrap, bootstrap_of, matched_pairs_of
from .power import Power, power_of
from .scores import BY_RECORDING, CountTable, Scores

_COUNTS = 16
"""Bytes of the counts of an utterance."""
_NAMED = 3
"""Blocks that are named, of all."""


class Sums(NamedTuple):
    """The errors and words of each unit."""

    errors: list[int]
    words: list[int]


@dataclass(frozen=True, slots=True)
class Tests:
    """The outcomes of all paired tests."""

    bootstrap: Bootstrap
    matched_pairs: MatchedPairs | None
    """None where recordings are the units, whose words are not aligned."""
    exact: tuple[ExactTest, ...]
    """McNemar's test on utterances, and sign test and signed ranks on the error rates of speakers or recordings, if
    there are several."""
    power: Power | None = None
    """What differences these data show; None for few units."""
    interval: Ends | None = None
    """The 95 % interval of the rate of B less that of A; None for few units."""

    def of_comparison(self) -> dict[str, Any]:
        """The fields of a comparison that hold the tests."""
        return {name: getattr(self, name) for name in field_names(Tests)}


def paired_tests(
    a: Scores, b: Scores, replications: int, blocks: str = "", threads: int = 1
) -> tuple[Bootstrap, MatchedPairs | None]:
    """Bootstrap and matched pairs test; both results must have the errors of the same utterances.

    The bootstrap draws utterances, or whole blocks of them: all of a speaker or of a session.
    """
    tests = all_tests(a, b, replications, blocks, threads)
    return tests.bootstrap, tests.matched_pairs


def all_tests(a: Scores, b: Scores, replications: int, blocks: str = "", threads: int = 1) -> Tests:
    """All paired tests; `blocks` is that of `paired_tests`."""
    check_threads(threads)
    counts = _shared(a, b)
    if a.unit in BY_RECORDING:
        return _of_recordings(a, counts, replications)
    first, second = _systems(a, b, counts)
    differences, alone, segments = core.paired_sums(first, second, BUFFER)
    if blocks:
        if blocks not in a.blocks:
            ids = "ids that name speakers such as ann-001, " if blocks == "speaker" else ""
            raise UsageError(
                f"{a.name} ({a.kind}) does not say which {blocks} an utterance belongs to; expected scores of files "
                "with "
                f"times, {ids}a table with a column {blocks}, or no blocks= (--blocks)"
            )
        check_drawn(blocks, *a.blocks[blocks], "no blocks= (--blocks)")
    unit, *sums = _units(a, counts, blocks)
    if blocks:
        samples = bootstrap(sums[0].errors, sums[1].errors, replications=replications, threads=threads)
        samples = replace(samples, drawn=_drawn(unit, a.blocks[blocks][0]))
    else:
        samples = bootstrap_of(dict(differences), replications=replications, threads=threads)
    exact = (mcnemar_of(*alone), *_of_speakers(a, counts))
    interval = interval_of_change(*sums)
    pairs = replace(matched_pairs_of(*segments), units=len(counts[0]) // _COUNTS)
    return Tests(samples, pairs, exact, _power(a, counts, blocks), interval)


def _drawn(unit: str, names: Sequence[str | None]) -> str:
    """Blocks as people read them: the first names show whether ids were read as they are meant.

    >>> _drawn("speaker", ["ann", "bob"])
    '2 speakers (ann, bob)'
    """
    shown = ", ".join(short(name or "none", 20) for name in names[:_NAMED])
    return f"{quantity(len(names), unit)} ({shown}{' ...' * (len(names) > _NAMED)})"


def _power(a: Scores, counts: tuple[bytes, bytes], blocks: str) -> Power | None:
    """The power of recordings, if there are enough, else of speakers; of utterances that have neither."""
    for kind in _kinds(a, blocks):
        unit, old, new = _units(a, counts, kind)
        power = power_of([*map(sub, new.errors, old.errors)], old.words, unit)
        if power is not None:
            return power
    return None


def units_of(a: Scores, b: Scores) -> tuple[str, list[int], list[int]]:
    """The units of the first of two results of the same utterances, with the errors of the second and words in each.

    They are recordings, if there are several, else speakers, else utterances.
    """
    unit, old, new = _units(a, _shared(a, b), next(iter(_kinds(a, ""))))
    return unit, new.errors, old.words


def numbered_units(a: Scores) -> tuple[str, Sequence[int], int]:
    """The name of such units, the number of that of each utterance, and how many there are."""
    kind = next(iter(_kinds(a, "")))
    if not kind:
        size = a.sentences or 0
        return a.unit, range(size), size
    names, numbers = a.blocks[kind]
    return _UNITS.get(kind, kind), numbers, len(names)


def _kinds(a: Scores, blocks: str) -> list[str]:
    """The kinds of blocks that a result has several of; utterances, as no kind, where it has none."""
    kinds = (blocks,) if blocks else ("session", "speaker")
    return [kind for kind in kinds if sum(map(bool, a.blocks.get(kind, ((), ()))[0])) > 1] or [""]


def _units(a: Scores, counts: tuple[bytes, bytes], kind: str) -> tuple[str, Sums, Sums]:
    """The name of units, and the errors and words of both results in each."""
    if kind:
        old, new = (
            Sums([sum(row[2:5]) for row in rows], [sum(row[1:4]) for row in rows])
            for rows in (_totals(a, kind, column) for column in counts)
        )
        return _UNITS.get(kind, kind), old, new
    old, new = map(_of_each, counts)
    return a.unit, old, new


def _of_each(column: bytes) -> Sums:
    """The errors and words of each utterance."""
    numbers = memoryview(column).cast("i")
    right, wrong, lost, more = (numbers[kind::4] for kind in range(4))
    missed = [*map(add, wrong, lost)]
    return Sums([*map(add, missed, more)], [*map(add, right, missed)])


_UNITS = {"session": "recording"}


def _of_recordings(a: Scores, counts: tuple[bytes, bytes], replications: int) -> Tests:
    """Tests of results that have errors by recording alone, such as those of meetings."""
    _, old, new = _units(a, counts, "")
    spoken = [place for place, words in enumerate(zip(old.words, new.words, strict=True)) if all(words)]
    rates = [[side.errors[place] / side.words[place] for place in spoken] for side in (old, new)]
    return Tests(
        bootstrap(old.errors, new.errors, replications=replications),
        None,
        (sign_test(*rates), signed_ranks(*rates)) if len(spoken) > 1 else (),
        power_of([*map(sub, new.errors, old.errors)], old.words, a.unit),
        interval_of_change(old, new),
    )


def _has_own_details(scores: Scores) -> bool:
    """Whether the utterances have the errors of the rate: those in a folder of Kaldi may be of another decoding."""
    if not scores.detail_policy or scores.counts is None or scores.utterances is None:
        return True
    return CountTable.of(scores.utterances).total().errors == scores.counts.errors


def have_same_utterances(a: Scores, b: Scores) -> bool:
    """Whether both results hold errors by utterance, of the same ones."""
    if a.utterances is None or b.utterances is None or a.unit != b.unit:
        return False
    if not (_has_own_details(a) and _has_own_details(b)):
        return False
    return matched(CountTable.of(a.utterances).names, CountTable.of(b.utterances).names).alike


def _systems(a: Scores, b: Scores, counts: tuple[bytes, bytes]) -> list[tuple[bytes, bytes, bytes]]:
    """Both results as the core takes them; without alignments an utterance is one segment."""
    assert a.utterances is not None
    names = CountTable.of(a.utterances).names
    have_steps = a.steps is not None and b.steps is not None
    letters = [
        scores.steps.letters(names) if have_steps and scores.steps is not None else (b"", b"") for scores in (a, b)
    ]
    return [(column, *steps) for column, steps in zip(counts, letters, strict=True)]


def _of_speakers(a: Scores, counts: tuple[bytes, bytes]) -> tuple[ExactTest, ...]:
    """Sign test and signed ranks on the error rates of speakers who have a name; nothing for a single one."""
    names = a.blocks.get("speaker", ((), ()))[0]
    if sum(map(bool, names)) < 2:
        return ()
    sums = zip(names, *(_totals(a, "speaker", column) for column in counts), strict=True)
    pairs = [[(sum(row[2:5]), sum(row[1:4])) for row in rows] for name, *rows in sums if name]
    said = [pair for pair in pairs if pair[0][1] and pair[1][1]]
    rates = [errors / words for (errors, words), _ in said], [errors / words for _, (errors, words) in said]
    return sign_test(*rates), signed_ranks(*rates)


def _totals(a: Scores, kind: str, counts: bytes) -> list[tuple[int, int, int, int, int, int]]:
    """The sums of counts by speaker or session."""
    names, numbers = a.blocks[kind]
    return core.count_totals(counts, numbers.tobytes(), len(names))


def _shared(a: Scores, b: Scores) -> tuple[bytes, bytes]:
    """The counts of both in the order of the first, which must have the same utterances."""
    left, right = a.utterances, b.utterances
    if left is None or right is None:
        lacking = a if left is None else b
        raise UsageError(
            f"{lacking.name} ({lacking.kind}) has no errors by utterance, which paired tests need; "
            "scorelite score --json --utterances writes them"
        )
    first, second = CountTable.of(left), CountTable.of(right)
    both = matched(first.names, second.names)
    if not both.alike:
        raise UsageError(
            f"{a.name} and {b.name} have different utterances; paired tests need the same: missing='delete' "
            "(--missing delete) counts those that a hypothesis lacks as deletions; `scorelite compare --ref REF A B "
            "--missing skip` compares those that both have"
        )
    return first.column, second.column if isinstance(both.second, range) else second.in_order(both.second)
