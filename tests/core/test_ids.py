"""Counts of rows of ids: every kind of array, and the counts of symbols beside them."""

from __future__ import annotations

import ctypes
import re
import struct
from array import array

import pytest
from hypothesis import strategies as st

from tests.core.ask import integers
from tests.core.material import law

POLICIES = [((4, 3, 3), "SID"), ((1, 1, 1), "IDS"), ((1, 1, 1), "SDI"), ((5, 2, 1000000), "DSI")]
WER = (1, 1, 1), "IDS", 1
ROWS = st.lists(st.lists(st.sampled_from([0, 1, 256, -100, -(1 << 63), (1 << 63) - 1]), max_size=9), max_size=6)
NOTHING = integers()


def as_lists(rows):
    return rows


def as_arrays(rows):
    numpy = pytest.importorskip("numpy")
    return [numpy.array(row, numpy.int64) for row in rows]


def as_every_second(rows):
    """Arrays whose ids do not lie one behind the other."""
    numpy = pytest.importorskip("numpy")
    return [numpy.array([each for each in row for _ in range(2)], numpy.int64)[::2] for row in rows]


def as_arrow(rows):
    pyarrow = pytest.importorskip("pyarrow")
    return pyarrow.array([[7], *rows], pyarrow.list_(pyarrow.int64())).slice(1)


def as_large_arrow(rows):
    pyarrow = pytest.importorskip("pyarrow")
    return pyarrow.array(rows, pyarrow.large_list(pyarrow.int64()))


def as_chunks(rows):
    pyarrow = pytest.importorskip("pyarrow")
    kind = pyarrow.list_(pyarrow.int64())
    return pyarrow.chunked_array([pyarrow.array(rows[:2], kind), pyarrow.array(rows[2:], kind)], kind)


@pytest.mark.parametrize("made", [as_lists, as_arrays, as_every_second, as_arrow, as_large_arrow, as_chunks])
def test_ids_are_counted_like_symbols(native, made):
    @law(ROWS, ROWS, st.sampled_from(POLICIES), st.sets(st.sampled_from([0, -100, 5])))
    def are_equal(refs, hyps, policy, ignored):
        size = min(len(refs), len(hyps))
        refs, hyps = refs[:size], hyps[:size]
        left = [[[each for each in row if each not in ignored] for row in side] for side in (refs, hyps)]
        counts = native.symbol_counts(*left, *policy, False)
        sides = (made(refs), None), (made(hyps), None)
        assert native.id_counts(*sides, integers(*sorted(ignored)), *policy, 2) == counts

    are_equal()


@pytest.mark.parametrize("kind", ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"])
def test_arrays_of_every_whole_number_are_read(native, kind):
    numpy = pytest.importorskip("numpy")
    pyarrow = pytest.importorskip("pyarrow")
    rows = [[1, 2, 3], [100, 0, 127]]
    refs = numpy.array(rows, kind)
    for hyps in (refs, refs.T.copy().T, pyarrow.array(rows, pyarrow.list_(getattr(pyarrow, kind)()))):
        assert native.id_counts((hyps, None), (rows, None), NOTHING, *WER) == integers32(3, 0, 0, 0, 3, 0, 0, 0)
    fixed = pyarrow.array(rows, pyarrow.list_(getattr(pyarrow, kind)(), 3)).slice(1)
    assert native.id_counts((fixed, None), (rows[1:], None), NOTHING, *WER) == integers32(3, 0, 0, 0)


def integers32(*numbers):
    return array("i", numbers).tobytes()


def test_lengths_cut_rows(native):
    numpy = pytest.importorskip("numpy")
    refs = numpy.array([[1, 2, 0], [3, 0, 0]])
    sides = (refs, integers(2, 1)), ([[1, 9], [3, 3]], integers(2, 0))
    assert native.id_counts(*sides, NOTHING, *WER) == integers32(1, 1, 0, 0, 0, 0, 1, 0)


class Exported:
    """An array that only DLPack shows."""

    def __init__(self, values):
        self._values = values
        self.dtype, self.ndim = values.dtype, values.ndim

    def __dlpack__(self):
        return self._values.__dlpack__()

    def tolist(self):
        return self._values.tolist()


@pytest.mark.parametrize("kind", ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"])
def test_tensors_are_read_where_they_lie(native, kind):
    numpy = pytest.importorskip("numpy")
    values = numpy.arange(24).astype(kind).reshape(4, 6) - numpy.array(1 if kind[0] == "i" else 0, kind)
    for refs in (values, values[::2], values[:, 1::2]):
        rows = refs.tolist()
        counted = native.id_counts((Exported(refs), None), (rows, None), NOTHING, *WER)
        assert counted == integers32(*[len(rows[0]), 0, 0, 0] * len(rows))
        assert native.id_counts(([*map(Exported, refs)], None), (rows, None), NOTHING, *WER) == counted


@pytest.mark.parametrize("places", [(-1, 1), (2, 1), (0, 9)])
def test_an_arrow_array_with_places_outside_its_data_is_refused(native, places):
    pyarrow = pytest.importorskip("pyarrow")
    kind, data = pyarrow.list_(pyarrow.int64()), pyarrow.array([1, 2, 3])
    offsets = bytearray(integers32(0, 3))
    broken = pyarrow.Array.from_buffers(kind, 1, [None, pyarrow.py_buffer(offsets)], children=[data])
    offsets[:] = integers32(*places)  # pyarrow checks only what it is given
    with pytest.raises(ValueError, match=r"^an Arrow array with places outside its data; expected a valid one$"):
        native.id_counts((broken, None), ([[1]], None), NOTHING, *WER)


def refused():
    """Sides that no core takes, each with the reason."""
    numpy = pytest.importorskip("numpy")
    pyarrow = pytest.importorskip("pyarrow")
    whole = "an array of other values; expected whole numbers of this machine"
    return [
        ((numpy.zeros((2, 2)), None), whole),
        ((numpy.zeros((2, 2), bool), None), whole),
        ((numpy.zeros((2, 2), numpy.dtype("i4").newbyteorder()), None), whole),
        ((Exported(numpy.zeros((2, 2))), None), whole),
        ((numpy.zeros((2, 2, 2), int), None), "an array of 3 dimensions; expected 2: a row of ids for each utterance"),
        (([numpy.zeros((2, 2), int)], None), "ids of an utterance in 2 dimensions; expected 1"),
        ((pyarrow.array([[1], None]), None), "row 1 is null; expected ids"),
        ((pyarrow.array([[1], [None]]), None), "row 1 has a null; expected ids"),
        ((pyarrow.array([[1.5]]), None), whole),
        ((pyarrow.array([1]), None), "an Arrow array of other values; expected lists of whole numbers"),
        (([[1], [2]], integers(1)), "1 lengths for 2 rows of ids; expected one for each"),
        (([[1], [2]], integers(1, 2)), "length 2 of row 1; expected 0 to 1"),
        (([[1], [2]], integers(-1, 0)), "length -1 of row 0; expected 0 to 1"),
        (([[1 << 64]], None), "an id of more than 64 bits; expected less than 2**63"),
        ((numpy.array([[1 << 63], [0]], numpy.uint64), None), "the id 9223372036854775808; expected less than 2**63"),
        (([[1]], None), "1 references, but 2 hypotheses"),
    ]


@pytest.mark.parametrize("number", range(16))
def test_what_is_no_id_is_refused(native, number):
    side, problem = refused()[number]
    with pytest.raises(ValueError, match=f"^{re.escape(problem)}$"):
        native.id_counts(side, ([[1], [2]], None), NOTHING, *WER)


@pytest.mark.parametrize("side", ["a b", ["a b"], [b"a"], [["a"]], [[1.5]], [1], [None]])
def test_what_is_no_number_is_refused(native, side):
    with pytest.raises(TypeError):
        native.id_counts((side, None), (side, None), NOTHING, *WER)


class Device:
    """The place of a tensor."""

    type = "cuda"


class Elsewhere:
    """A tensor in the memory of a graphics card."""

    dtype, ndim, device = "int64", 2, Device()

    def __dlpack__(self):
        # The beginning of DLPack's structure: data, kind and number of the device, which is 2, dimensions, type.
        self._memory = ctypes.create_string_buffer(struct.pack("Piii", 0, 2, 0, 2) + bytes(100))
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        return new(ctypes.addressof(self._memory), b"dltensor", None)


def test_a_tensor_of_a_graphics_card_is_refused(native):
    with pytest.raises(ValueError, match=r"^a tensor on another device; expected one on the CPU: tensor.cpu\(\)$"):
        native.id_counts((Elsewhere(), None), ([[1]], None), NOTHING, *WER)
