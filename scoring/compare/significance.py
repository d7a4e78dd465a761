"""Paired tests of two results on the same utterances."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from formats.errors import UsageError
from scoring.compare.scores import CountTable, Scores, same_names
from scoring.stats.exact import ExactTest, mcnemar, sign_test, signed_ranks
from scoring.stats.paired import Bootstrap, MatchedPairs, bootstrap, matched_pairs, segments


def paired_tests(
    a: Scores, b: Scores, replications: int, blocks: str = "", threads: int = 1
) -> tuple[Bootstrap, MatchedPairs]:
    """Both paired tests; results without the errors of equal utterances are refused.

    The bootstrap draws utterances, or whole blocks of them: all of a speaker or of a session.
    """
    names, left, right = _shared(a, b)
    errors = left.errors(), right.errors(names)
    if blocks:
        if blocks not in a.blocks:
            raise UsageError(f"{a.name} ({a.kind}) does not say which {blocks} said an utterance, as blocks need")
        units = _sums([a.blocks[blocks][name] for name in names], *errors)
        samples = bootstrap(*zip(*units, strict=True), replications=replications, threads=threads)
    else:
        samples = bootstrap(*errors, replications=replications, threads=threads)
    return samples, matched_pairs(_segments(a, b, names, errors))


def _segments(
    a: Scores, b: Scores, names: Sequence[str], errors: tuple[Sequence[int], Sequence[int]]
) -> Iterable[tuple[int, int]]:
    """The errors of both in each segment; without alignments an utterance is one segment."""
    wrong = [place for place, both in enumerate(zip(*errors, strict=True)) if any(both)]
    if a.steps is None or b.steps is None:
        return [(errors[0][place], errors[1][place]) for place in wrong]
    chosen = [names[place] for place in wrong]
    return segments(a.steps.operations(chosen), b.steps.operations(chosen))


def exact_tests(a: Scores, b: Scores) -> tuple[ExactTest, ...]:
    """McNemar's test on utterances, and sign test and signed ranks on the error rates of speakers, if there are any."""
    names, left, right = _shared(a, b)
    errors = left.errors(), right.errors(names)
    found = [mcnemar(*([number > 0 for number in side] for side in errors))]
    speakers = a.blocks.get("speaker", {})
    if len(set(speakers.values())) > 1:
        said = left.references(), right.references(names)
        sums = _sums([speakers[name] for name in names], errors[0], said[0], errors[1], said[1])
        sums = [total for total in sums if total[1] and total[3]]
        rates = [total[0] / total[1] for total in sums], [total[2] / total[3] for total in sums]
        found += [sign_test(*rates), signed_ranks(*rates)]
    return tuple(found)


def _sums(units: Sequence[str], *columns: Sequence[int]) -> list[tuple[int, ...]]:
    """The sums of columns by unit."""
    found = []
    for column in columns:
        sums = dict.fromkeys(units, 0)
        for unit, number in zip(units, column, strict=True):
            sums[unit] += number
        found.append(sums.values())
    return list(zip(*found, strict=True))


def _shared(a: Scores, b: Scores) -> tuple[Sequence[str], CountTable, CountTable]:
    """The names of the utterances of the first, and the counts of both, which must have the same ones."""
    left, right = a.utterances, b.utterances
    if left is None or right is None:
        lacking = a if left is None else b
        raise UsageError(f"{lacking.name} ({lacking.kind}) has no errors by utterance, which paired tests need")
    if not same_names(left, right):
        raise UsageError(f"{a.name} and {b.name} have different utterances; paired tests need the same")
    return list(left), CountTable.of(left), CountTable.of(right)
