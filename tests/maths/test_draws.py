"""Bootstrap samples: the sequences of the C library and of C++, with numpy and without."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite.scoring import _core as core
from scorelite.scoring._core import python
from scorelite.scoring._core.python.draws import _twister_places
from scorelite.scoring.maths import draws
from scorelite.scoring.maths.draws import GlibcRand, MersenneTwister
from scorelite.scoring.maths.intervals import interval, intervals


def test_the_c_library_begins_as_it_is_known_to() -> None:
    numbers = list(islice(GlibcRand().numbers(), 5))
    assert numbers == [1804289383, 846930886, 1681692777, 1714636915, 1957747793]


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
    generators = GlibcRand(), MersenneTwister(count)
    quick = [[g.sums((errors, words), replications), g.sums((errors,), replications)] for g in generators]
    without_numpy(monkeypatch)
    generators = GlibcRand(), MersenneTwister(count)
    plain = [[g.sums((errors, words), replications), g.sums((errors,), replications)] for g in generators]
    assert quick[0] == plain[0], "the sequence goes on from one set of samples to the next"
    assert quick[1][0] == plain[1][0]
    assert quick[1][1] == plain[1][1]


def test_more_samples_than_lanes(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    with_numpy(monkeypatch)
    monkeypatch.setattr(draws, "_LANES", 8)
    monkeypatch.setattr(draws, "_CHUNK", 16)
    column = list(range(20))
    quick = GlibcRand().sums((column,), 50), MersenneTwister(3).sums((column, column), 50)
    without_numpy(monkeypatch)
    assert quick == (GlibcRand().sums((column,), 50), MersenneTwister(3).sums((column, column), 50))


@pytest.mark.parametrize("numpy", [False, True])
def test_several_systems_have_the_intervals_of_each_alone(numpy: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if numpy:
        pytest.importorskip("numpy")
        with_numpy(monkeypatch)
    words = [1 + k % 7 for k in range(40)]
    systems = [([k * factor % 5 for k in range(40)], words) for factor in (1, 2, 3)] + [([1] * 40, [3] * 40)]
    alone = [interval(errors, whole, 30, MersenneTwister(1)) for errors, whole in systems]
    assert intervals(systems, 30, MersenneTwister(1)) == alone


@given(st.integers(1, 1 << 31), st.integers(0, (1 << 32) - 1))
def test_indices_stay_below_their_bound(count: int, seed: int) -> None:
    assert all(0 <= index < count for index in islice(_twister_places(seed, count), 3))
