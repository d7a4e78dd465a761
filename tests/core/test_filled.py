"""Texts about utterances that are filled from columns: both cores give the same answers."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from tests.core.ask import floats, integers
from tests.core.material import law

TEXTS = [b"", b"one", b"", b"%b two"]
WRONG = [b"", b"%", b"100%", b"%s", b"%b%b", b"%3d", b"%03b", b"%f", b"%.7f", b"%.2d", b"%%"]


def test_texts_are_joined_of_patterns_and_their_columns(core):
    counts, times = integers(7, -7, 1234, 0), floats(0.125, 10, 99.995, 0)
    parts = [
        b"<",
        (b" a=%b", TEXTS),
        (b" n=%d", counts),
        (b" %03d", counts),
        (b" %.2f", times),
        (b" %.0f", times),
        b">",
    ]
    assert core.filled(integers(3, 0, 1, 1, 2), parts) == [
        b"< a=%b two n=0 000 0.00 0>",
        b"< n=7 007 0.12 0>",
        b"< a=one n=-7 -07 10.00 10>",
        b"< a=one n=-7 -07 10.00 10>",
        b"< n=1234 1234 100.00 100>",
    ]
    assert core.filled(integers(0, 1), []) == [b"", b""]
    assert core.filled(b"", parts) == []
    assert core.filled(integers(1), [(b"%b", tuple(TEXTS))]) == [b"one"]


@pytest.mark.parametrize("pattern", WRONG)
def test_other_patterns_are_refused(core, pattern):
    with pytest.raises(ValueError, match=r"the pattern '.*'; expected one of %b, %d, %03d, %\.2f"):
        core.filled(integers(0), [(pattern, bytes(8))])


def test_places_lie_within_the_columns(core):
    with pytest.raises(ValueError, match="place -1; expected 0 or more"):
        core.filled(integers(0, -1), [(b"%b", TEXTS)])
    for pattern in (b"%d", b"%.1f"):
        with pytest.raises(ValueError, match="a column is shorter than a place"):
            core.filled(integers(1), [(pattern, bytes(8))])
    with pytest.raises(IndexError):
        core.filled(integers(4), [(b"%b", TEXTS)])


NUMBERS = st.lists(st.floats(-1e12, 1e12) | st.floats(0, 100), min_size=1, max_size=6)


@law(NUMBERS, st.integers(0, 6))
def test_times_are_shown_alike(native, twin, times, decimals):
    arguments = integers(*range(len(times))), [(b"<%%.%df>" % decimals, floats(*times))]
    assert native.filled(*arguments) == twin.filled(*arguments)


@law(st.lists(st.integers(-(1 << 63), (1 << 63) - 1) | st.integers(-99, 9999), min_size=1), st.integers(0, 9))
def test_integers_are_shown_alike(native, twin, numbers, digits):
    column = integers(*numbers)
    arguments = integers(*range(len(numbers))), [(b"<%%0%dd>" % digits, column), (b"%d", column)]
    assert native.filled(*arguments) == twin.filled(*arguments)
