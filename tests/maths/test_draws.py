"""Bootstrap samples: the sequence of C++, with numpy and without."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import core
from scorelite.core import python
from scorelite.scoring.maths import draws
from scorelite.scoring.maths.draws import MersenneTwister
from tests.core.oracles.draws import _twister_places


def test_the_twister_begins_as_it_is_known_to() -> None:
    # C++ demands this of its std::mt19937: the 10000th number after the default seed.
    assert twin_numbers(5489)[9999] == 4123659995


def twin_numbers(seed: int) -> list[int]:
    return list(islice(_twister_places(seed, 1 << 32), 10000))


def with_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draws, "core", python)


def without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draws, "core", core)
    monkeypatch.setattr(draws, "numpy_or_none", lambda: None)


@pytest.mark.parametrize(("count", "replications"), [(1, 5), (2, 3), (7, 40), (31, 20), (100, 33), (250, 7)])
def test_numpy_draws_what_plain_python_draws(count: int, replications: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    errors, words = [k * k % 11 - 3 for k in range(count)], [k % 7 for k in range(count)]
    with_numpy(monkeypatch)
    generator = MersenneTwister(count)
    quick = generator.sums((errors, words), replications), generator.sums((errors,), replications)
    without_numpy(monkeypatch)
    assert quick == (generator.sums((errors, words), replications), generator.sums((errors,), replications))


def test_more_draws_than_a_piece_of_numpy_has(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    with_numpy(monkeypatch)
    monkeypatch.setattr(draws, "_CHUNK", 16)
    column = list(range(20))
    quick = MersenneTwister(3).sums((column, column), 50)
    without_numpy(monkeypatch)
    assert quick == MersenneTwister(3).sums((column, column), 50)


@given(st.integers(1, 1 << 31), st.integers(0, (1 << 32) - 1))
def test_indices_stay_below_their_bound(count: int, seed: int) -> None:
    assert all(0 <= index < count for index in islice(_twister_places(seed, count), 3))
