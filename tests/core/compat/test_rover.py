"""Silences that systems share, and the rows and tags of slots."""

from __future__ import annotations

from array import array
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite.core import compat as native
from tests.core.compat import oracles as twin

_TIMES = st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0, 2.0, 3.0]), max_size=8)
_SUMS = st.sampled_from([-0.0, 0.0005, 0.25, 1 / 3, -1.5, 12345.6785, 1e300, float("inf"), float("nan"), -float("nan")])


def _packed(kind: str, *rows: list[int] | list[float]) -> list[bytes]:
    return [array(kind, row).tobytes() for row in rows]


def test_pieces_end_where_all_are_silent(core: ModuleType) -> None:
    begins, ends = _packed("d", [0, 5, 6], [0.5, 2, 5]), _packed("d", [1, 6, 7], [1, 2.5, 6])
    counts = array("i", [3, 3]).tobytes()
    assert array("i", core.shared_silences(begins, ends, counts, 1.0, 100.0)).tolist() == [0, 1, 0, 1, 1, 3, 1, 3]


def test_a_system_without_words_left_takes_part_with_the_next_one(core: ModuleType) -> None:
    begins, ends = _packed("d", [0, 5], [0]), _packed("d", [1, 6], [1])
    counts = array("i", [2, 0]).tobytes()
    assert array("i", core.shared_silences(begins, ends, counts, 1.0, 100.0)).tolist() == [0, 1, 0, 1, 1, 2, 0, 1]


@given(gaps=st.lists(st.tuples(_TIMES, _TIMES), min_size=1, max_size=4), behind=st.integers(0, 1))
def test_both_cores_share_the_same_silences(gaps: list[tuple[list[float], list[float]]], behind: int) -> None:
    begins, ends, counts = [], [], []
    for row in gaps:
        at, times = 0.0, []
        for gap, length in zip(*row, strict=False):
            times.append((at + gap, at + gap + length))
            at += gap + length
        begins.append(array("d", [begin for begin, _ in times]).tobytes())
        ends.append(array("d", [end for _, end in times]).tobytes())
        counts.append(max(0, len(times) - behind))
    columns = begins, ends, array("i", counts).tobytes(), 1.0, 9999.0
    assert native.shared_silences(*columns) == twin.shared_silences(*columns)


def test_broken_silences_are_refused(core: ModuleType) -> None:
    with pytest.raises(ValueError, match="columns of different lengths"):
        core.shared_silences([bytes(8)], [b""], array("i", [1]).tobytes(), 1.0, 9.0)
    with pytest.raises(ValueError, match="columns of different lengths"):
        core.shared_silences([bytes(8)], [bytes(8)], array("i", [2]).tobytes(), 1.0, 9.0)


@given(
    words=st.lists(st.tuples(st.integers(-1, 1), st.integers(0, 1), st.integers(1, 3), *[_SUMS] * 3), max_size=4),
    slots=st.sampled_from([None, (1, 1, 1, 1), (2, 1, 1), (0, 3, 1), (4,)]),
)
def test_both_cores_write_the_same_rows(
    words: list[tuple[int, int, int, float, float, float]], slots: tuple[int, ...] | None
) -> None:
    values = [[b"a", b"@"], [b"@", b"b;"]]
    columns = tuple(
        array(kind, column).tobytes()
        for kind, column in zip("iiiddd", [[row[k] for row in words] for k in range(6)], strict=True)
    )
    sizes = array("i", slots).tobytes() if slots is not None and len(words) == 4 else None
    text, ends = native.voted_rows(b"f 1", values, columns, b"@", sizes)
    assert (text, ends) == twin.voted_rows(b"f 1", values, columns, b"@", sizes)
    assert len(ends) == (8 * len(words) if sizes is None else 2 * len(sizes))


def test_rows_have_means(core: ModuleType) -> None:
    columns = [*_packed("i", [0, -1], [0, -1], [2, 1]), *_packed("d", [1.0, 0.0], [4.0, 0.0], [float("-nan"), 0.5])]
    row, silent = b"f 1 0.500 1.500 a -nan\n", b"f 1 0.000 0.000 @ 0.500000\n"
    for sizes, text in ((array("i", [1, 1]).tobytes(), row + silent), (None, row)):
        rows = core.voted_rows(b"f 1", [[b"a"]], tuple(columns), b"@", sizes)
        assert rows == (text, array("q", [len(row), len(text)]).tobytes())


def test_several_words_of_a_slot_are_alternatives(core: ModuleType) -> None:
    columns = *_packed("i", [0, 0], [0, 1], [1, 1]), *_packed("d", *[[1.0, 2.0]] * 3)
    text, ends = core.voted_rows(b"f 1", [[b"a", b"b"]], columns, b"@", array("i", [0, 2]).tobytes())
    rows = [b"* * <ALT_BEGIN>", b"1.000 0.000 a 1.000000", b"* * <ALT>", b"2.000 0.000 b 2.000000", b"* * <ALT_END>"]
    assert text == b"".join(b"f 1 %b\n" % row for row in rows)
    assert ends == array("q", [0, len(text)]).tobytes()
    for sizes in ([1], [3], [2, 1], [3, -1]):
        with pytest.raises(ValueError, match="columns of different lengths"):
            core.voted_rows(b"f 1", [[b"a", b"b"]], columns, b"@", array("i", sizes).tobytes())


@given(data=st.data(), count=st.integers(1, 3))
def test_both_cores_write_the_same_tags(data: st.DataObject, count: int) -> None:
    names, values = [b"one", b"", b"three"][:count], [[b"a", b'b">'] for _ in range(count)]
    times = _SUMS | st.floats(0, 1e10) | st.integers(0, 10**13).map(lambda number: number / 2e6)
    sides = [_packed("d", *[data.draw(st.lists(times, min_size=2, max_size=2)) for _ in names]) for _ in range(3)]
    slot = st.tuples(st.integers(0, 1), *[st.integers(-1, 1)] * (count - 1)).map(sorted)
    slots = data.draw(st.lists(slot, max_size=3))
    places = array("i", [place for row in slots for place in row]).tobytes()
    job = b"file=f", names, values, tuple(sides), places, (b"@", data.draw(_SUMS))
    assert native.slot_tags(*job) == twin.slot_tags(*job)


def test_broken_tags_are_refused(core: ModuleType) -> None:
    times, nothing = ([bytes(8)],) * 3, (b"@", 0.0)
    for slots, message in (([-1], "a slot of no word"), ([1], "a row of no word")):
        with pytest.raises(ValueError, match=message):
            core.slot_tags(b"f", [b"n"], [[b"a"]], times, array("i", slots).tobytes(), nothing)
    for names, values in (([], []), ([b"n"], []), ([b"n"], [[b"a", b"b"]])):
        with pytest.raises(ValueError, match="columns of different lengths"):
            core.slot_tags(b"f", names, values, times, b"", nothing)
    with pytest.raises(ValueError, match="columns of different lengths"):
        core.slot_tags(b"f", [b"n"] * 2, [[b"a"]] * 2, ([bytes(8)] * 2,) * 3, bytes(4), nothing)


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ([1, 0, 1], "a row of no word"),
        ([0, 1, 1], "a row of no word"),
        ([0, -1, 1], "a row of no word"),
        ([0, 0, 0], "a word that no system said"),
    ],
)
def test_broken_rows_are_refused(core: ModuleType, word: list[int], message: str) -> None:
    integers, sums = _packed("i", *[[number] for number in word]), [bytes(8)] * 3
    with pytest.raises(ValueError, match=message):
        core.voted_rows(b"f 1", [[b"a"]], (*integers, *sums), b"@", None)
    with pytest.raises(ValueError, match="columns of different lengths"):
        core.voted_rows(b"f 1", [[b"a"]], (*integers, *sums[:2], b""), b"@", None)
