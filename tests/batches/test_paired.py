"""Two systems: tests of statistics that add up are those of `scorelite compare` on the whole."""

from __future__ import annotations

import random
from array import array

import pytest

from scorelite import core, scoring
from scorelite.formats.errors import UsageError
from scorelite.scoring import batches
from scorelite.scoring.maths.paired_tests import BUFFER, bootstrap, matched_pairs
from tests.batches.material import WORDS, corpus, parts

pyarrow = pytest.importorskip("pyarrow")


def two_systems():
    """The corpus with another hypothesis beside the first."""
    draw = random.Random(3)
    table = corpus(60)
    other = [
        " ".join(draw.choice(WORDS) if draw.random() < 0.1 else word for word in text.split())
        for text in table["ref"].to_pylist()
    ]
    return table.append_column("other", [other])


def fold(tables):
    return batches.merge_pairs(batches.score_pairs(table, first="hyp", second="other") for table in tables)


@pytest.mark.slow
def test_tests_are_those_of_the_whole():
    table = two_systems()
    results = [scoring.score(table["ref"].to_pylist(), table[name].to_pylist()) for name in ("hyp", "other")]
    errors = [[utterance.counts.errors for utterance in result.utterances] for result in results]
    operations = [[result.utterances.batch.operations(row).encode() for row in range(60)] for result in results]
    for number in (1, 4, 60, 90):
        actual = fold(parts(table, number))
        assert actual.first.counts == results[0].counts
        assert actual.second.counts == results[1].counts
        assert actual.bootstrap(300, seed=4) == bootstrap(*errors, replications=300, seed=4)
        wrong = array("i", core.paired_segments(*operations, BUFFER))
        assert actual.matched_pairs() == matched_pairs(zip(wrong[::2], wrong[1::2], strict=True))


def test_pairs_add_in_any_order():
    first, two, three = (fold([part]) for part in parts(two_systems(), 3))
    assert first + (two + three) == sum([three, first, two])


def test_utterances_of_two_systems_are_counted_once():
    table = two_systems()
    with pytest.raises(scoring.MismatchError, match="results with utterances in common"):
        fold([table, table.slice(2, 1)])


def test_wrong_uses_are_refused():
    with pytest.raises(UsageError, match="missing='skip' does not work for two systems"):
        batches.score_pairs(two_systems(), first="hyp", second="other", missing="skip")
    with pytest.raises(UsageError, match="no column 'first_correct'"):
        batches.merge_pairs([batches.score_batch(corpus(5))])
    with pytest.raises(UsageError, match="no batches to merge"):
        batches.merge_pairs([])
