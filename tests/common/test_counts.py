"""Counts add up, and rates come from sums."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite.scoring import Counts
from scorelite.scoring.common.counts import percent

COUNTS = st.builds(Counts, *[st.integers(0, 1000)] * 4)


@given(COUNTS, COUNTS, COUNTS)
def test_addition_is_a_sum_with_zero(a: Counts, b: Counts, c: Counts) -> None:
    assert (a + b) + c == a + (b + c) == sum([c, b, a])
    assert a + Counts() == a
    assert (a + b).errors == a.errors + b.errors
    assert (a + b).reference == a.reference + b.reference


@given(COUNTS)
def test_rates_follow_from_counts(counts: Counts) -> None:
    assert counts.errors == counts.substitutions + counts.deletions + counts.insertions
    if counts.reference:
        assert counts.wer == counts.errors / counts.reference
        rates = [counts.correct_rate, counts.substitution_rate, counts.deletion_rate]
        assert sum(rate for rate in rates if rate is not None) == pytest.approx(1)
    else:
        assert counts.wer is counts.correct_rate is None
    if counts.mer is not None:
        assert 0 <= counts.mer <= 1


def test_nothing_has_no_rate() -> None:
    assert Counts().wer is None
    assert Counts().mer is None
    assert Counts(insertions=3).wer is None
    assert Counts(insertions=3).mer == 1.0
    assert str(Counts(insertions=3)) == "WER undefined [ 3 / 0: 0 substitutions, 0 deletions, 3 insertions ]"


def test_counts_are_values() -> None:
    assert Counts(1, 2, 3, 4) == Counts(correct=1, substitutions=2, deletions=3, insertions=4)
    assert len({Counts(), Counts()}) == 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        Counts().correct = 1  # type: ignore[misc]
    with pytest.raises(ValueError, match="negative count in Counts"):
        Counts(deletions=-1)
    with pytest.raises(TypeError):
        Counts() + 1  # type: ignore[operator]
    with pytest.raises(TypeError):
        1 + Counts()
    assert Counts(1).__add__(1) is NotImplemented  # type: ignore[operator]


def test_percents_round_half_up_as_sclite_does() -> None:
    assert [percent(rate) for rate in (0.0, 0.0005, 0.12249, 1.0, 12.0)] == [
        "0.0 %",
        "0.1 %",
        "12.2 %",
        "100.0 %",
        "1200.0 %",
    ]
