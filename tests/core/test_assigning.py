"""Words are assigned to segments by their middles, as sclite does."""

from __future__ import annotations

from array import array
from itertools import pairwise
from types import ModuleType

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

_TIMES = st.one_of(st.integers(0, 12).map(float), st.sampled_from([0.1, 3.3, 3.47, 16777217.5]))
_SEGMENTS = st.lists(st.tuples(_TIMES, _TIMES).map(sorted).map(tuple), min_size=1, max_size=5).map(sorted)


def assigned(
    core: ModuleType, segments: list[tuple[float, float]], middles: list[float], attach: bool
) -> tuple[list[list[int]], list[tuple[int, float]]]:
    """The words of each segment, and the words outside all segments with their distances."""
    columns = *zip(*segments, strict=True), middles
    words, first, outside, distances = core.assigned(*[array("d", times).tobytes() for times in columns], attach)
    numbers, bounds = array("q", words).tolist(), array("q", first).tolist()
    of_segments = [numbers[low:high] for low, high in pairwise(bounds)]
    return of_segments, list(zip(array("q", outside).tolist(), array("d", distances).tolist(), strict=True))


@given(_SEGMENTS, st.lists(_TIMES, max_size=8), st.booleans())
@example([(0.0, 2.0), (1.0, 5.0)], [1.5, 3.0, 0.5, 9.0], False)
@example([(0.0, 2.0), (4.0, 5.0)], [3.0, 0.5], True)
def test_both_cores_assign_alike(
    native: ModuleType, twin: ModuleType, segments: list[tuple[float, float]], middles: list[float], attach: bool
) -> None:
    actual = assigned(native, segments, middles, attach)
    assert actual == assigned(twin, segments, middles, attach)
    of_segments, outside = actual
    words = sorted(word for listed in of_segments for word in listed)
    lost = {word for word, _ in outside}
    assert words == [word for word in range(len(middles)) if attach or word not in lost]
    assert all(listed == sorted(listed) for listed in of_segments)


def test_a_word_outside_goes_to_the_next_segment_or_nowhere(core: ModuleType) -> None:
    segments, middles = [(1.0, 2.0), (4.0, 5.0)], [0.5, 1.5, 2.5, 4.5, 9.0]
    outside = [(0, 0.5), (2, 0.5), (4, 4.0)]
    assert assigned(core, segments, middles, True) == ([[0, 1], [2, 3, 4]], outside)
    assert assigned(core, segments, middles, False) == ([[1], [3]], outside)


def test_the_end_of_a_segment_has_single_precision(core: ModuleType) -> None:
    assert assigned(core, [(0.0, 3.3), (3.3, 9.0)], [3.3], False)[0] == [[], [0]]
    assert assigned(core, [(0.0, 3.47), (3.47, 9.0)], [3.47], False)[0] == [[0], []]


def test_segments_without_ends_are_refused(core: ModuleType) -> None:
    for start, end in ((b"", b""), (bytes(8), b"")):
        with pytest.raises(ValueError, match="^begins and ends of segments expected, as many of both$"):
            core.assigned(start, end, b"", True)
