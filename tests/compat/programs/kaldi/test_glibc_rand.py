"""Bootstrap samples of compute-wer-bootci: the sequence of the C library, with numpy and without."""

from __future__ import annotations

from itertools import islice

import pytest

from scorelite import core
from scorelite.core import python
from scorelite.scoring.compat.programs.kaldi import glibc_rand
from scorelite.scoring.compat.programs.kaldi.glibc_rand import GlibcRand


def test_the_c_library_begins_as_it_is_known_to() -> None:
    numbers = list(islice(GlibcRand().numbers(), 5))
    assert numbers == [1804289383, 846930886, 1681692777, 1714636915, 1957747793]


def with_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glibc_rand, "core", python)


def without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glibc_rand, "core", core)
    monkeypatch.setattr(glibc_rand, "numpy_or_none", lambda: None)


@pytest.mark.parametrize(("count", "replications"), [(1, 5), (2, 3), (7, 40), (31, 20), (100, 33), (250, 7)])
def test_numpy_draws_what_plain_python_draws(count: int, replications: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    errors, words = [k * k % 11 - 3 for k in range(count)], [k % 7 for k in range(count)]
    with_numpy(monkeypatch)
    generator = GlibcRand()
    quick = generator.sums((errors, words), replications), generator.sums((errors,), replications)
    without_numpy(monkeypatch)
    generator = GlibcRand()
    plain = generator.sums((errors, words), replications), generator.sums((errors,), replications)
    assert quick == plain, "the sequence goes on from one set of samples to the next"


def test_more_samples_than_lanes(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    with_numpy(monkeypatch)
    monkeypatch.setattr(glibc_rand, "_LANES", 8)
    quick = GlibcRand().sums((range(20),), 50)
    without_numpy(monkeypatch)
    assert quick == GlibcRand().sums((range(20),), 50)
