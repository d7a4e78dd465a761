"""Diarisation in the core: stretches, their seconds, and collars."""

from __future__ import annotations

from array import array
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite.core import compat as native
from tests.core.compat import oracles as twin

# Times that meet, that are within a moment, and that go backwards, as times mapped by words do.
_TIMES = st.sampled_from([0.0, 1.0, 1.0 + 5e-9, 1.0 + 1.2e-8, 2.0, 3.5, 4.0])
_TURNS = st.lists(st.tuples(st.integers(0, 2), _TIMES, _TIMES), max_size=8)
_SPANS = st.lists(st.tuples(_TIMES, _TIMES), max_size=4)


def _column(kind: str, values: list[float]) -> bytes:
    return array(kind, values).tobytes()


def _side(turns: list[tuple[int, float, float]]) -> tuple[int, bytes, bytes, bytes]:
    codes, begins, ends = zip(*turns, strict=True) if turns else ((), (), ())
    return 3, array("i", codes).tobytes(), _column("d", list(begins)), _column("d", list(ends))


@given(spans=_SPANS, ref=_TURNS, hyp=_TURNS, partners=st.lists(st.integers(-1, 2), min_size=3, max_size=3))
def test_both_cores_find_the_same_stretches(
    spans: list[tuple[float, float]],
    ref: list[tuple[int, float, float]],
    hyp: list[tuple[int, float, float]],
    partners: list[int],
) -> None:
    regions = _column("d", [time for span in spans for time in span])
    several = [regions, _column("d", [0.0, 4.0])]
    actual = [core.speaker_stretches(several, _side(ref), _side(hyp), 1e-8) for core in (native, twin)]
    assert actual[0] == actual[1]
    [alone] = native.speaker_stretches(several[:1], _side(ref), _side(hyp), 1e-8)
    assert actual[0][0] == (b"", b"", b"", b"", *alone[4:])
    mapped = array("i", partners).tobytes()
    sums = native.stretch_sums(*alone[:4], mapped)
    assert sums == twin.stretch_sums(*alone[:4], mapped)
    assert sums[1] == alone[9]
    times = _side(ref)[2:]
    assert native.without_collars(regions, *times, 0.25) == twin.without_collars(regions, *times, 0.25)


def test_a_region_begins_at_its_own_time_where_a_turn_ends_a_rounding_later(core: ModuleType) -> None:
    regions, end = _column("d", [9.2, 13.0]), 8.56 + 0.64
    assert end > 9.2
    [actual] = core.speaker_stretches([regions], _side([]), _side([(0, 8.56, end), (1, 10.0, 14.0)]), 1e-8)
    assert (array("d", actual[0]).tolist(), array("d", actual[1]).tolist()) == ([9.2, 10.0], [10.0, 13.0])
    assert (actual[3], actual[6]) == (b"\0\0\0\0\1\0", b"")


def test_broken_columns_are_refused(core: ModuleType) -> None:
    nobody = (0, b"", b"", b"")
    with pytest.raises(ValueError, match="a region without an end"):
        core.speaker_stretches([b"", bytes(8)], nobody, nobody, 0.0)
    with pytest.raises(ValueError, match="a turn of no speaker"):
        core.speaker_stretches([b""], (0, bytes(4), bytes(8), bytes(8)), nobody, 0.0)
    with pytest.raises(ValueError, match="columns of different lengths"):
        core.speaker_stretches([b""], (1, bytes(4), bytes(8), b""), nobody, 0.0)
    with pytest.raises(ValueError, match="columns of different lengths"):
        core.stretch_sums(bytes(8), b"", b"", b"", b"")
    with pytest.raises(ValueError, match="a partner that is no speaker"):
        core.stretch_sums(bytes(8), bytes(8), b"\1", b"\1", array("i", [1]).tobytes())
    with pytest.raises(ValueError, match="columns of different lengths"):
        core.without_collars(b"", bytes(8), b"", 0.0)
