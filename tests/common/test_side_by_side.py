"""Two pieces of work at once: their values and their errors are those of one after the other."""

from __future__ import annotations

import _thread

import pytest

from scorelite.scoring.common import side_by_side
from scorelite.scoring.common.side_by_side import both


def fail(error: Exception) -> None:
    raise error


@pytest.mark.parametrize("threads", [1, 2])
def test_errors_are_those_of_one_after_the_other(threads: int) -> None:
    assert both(lambda: 1, lambda: "two", threads) == (1, "two")
    with pytest.raises(KeyError):
        both(lambda: fail(KeyError()), lambda: fail(ValueError()), threads)
    with pytest.raises(ValueError, match="second"):
        both(lambda: 1, lambda: fail(ValueError("second")), threads)


def test_only_threads_run_side_by_side() -> None:
    met = _thread.allocate_lock()
    met.acquire()
    both(met.acquire, met.release, threads=2)  # would wait for ever one after the other


def test_without_a_further_thread_this_one_does_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side_by_side, "start_new_thread", lambda work, arguments: fail(RuntimeError("no more threads")))
    assert both(lambda: 1, lambda: 2, threads=2) == (1, 2)
