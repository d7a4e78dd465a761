"""Texts of Arrow arrays, and texts as keys."""

from __future__ import annotations

from array import array

import pytest

from tests.core.ask import integers

pyarrow = pytest.importorskip("pyarrow")
TEXTS = ["one two", "", None, "a text that is longer than twelve bytes", "你好", "two"]


def arrays():
    """Arrays of the texts in every layout, whole and cut."""
    for kind in ("string", "large_string", "string_view", "binary", "binary_view"):
        yield pyarrow.array(TEXTS, getattr(pyarrow, kind)())
    for index in (pyarrow.int8(), pyarrow.uint16(), pyarrow.int32(), pyarrow.uint64()):
        yield pyarrow.array(TEXTS).dictionary_encode().cast(pyarrow.dictionary(index, pyarrow.string()))


def shown(core, side):
    """The texts of a side."""
    batch = core.align(core.Rules(core.Charset("ascii", {}, {})), side, core.texts([""] * len(side)), 1)
    return [" ".join(slot[1][0].decode() for slot in batch.slots(i)) for i in range(len(side))]


@pytest.mark.parametrize("number", range(9))
def test_texts_of_every_layout_are_read(native, number):
    actual = list(arrays())[number]
    expected = [text or "" for text in TEXTS]
    assert shown(native, native.arrow_texts(actual)) == expected
    assert shown(native, native.arrow_texts(actual.slice(1, 4))) == expected[1:5]
    assert len(native.arrow_texts(actual.slice(2, 0))) == 0


def test_texts_outlive_their_array(native):
    side = native.arrow_texts(pyarrow.array([f"word{number} again" for number in range(100)]))
    assert shown(native, side.take(integers(*range(100))))[99] == "word99 again"


def test_other_values_are_refused(native):
    with pytest.raises(TypeError, match="^an Arrow array of other values; expected texts$"):
        native.arrow_texts(pyarrow.array([1, 2]))
    with pytest.raises(AttributeError):
        native.arrow_texts(["a"])


def test_places_outside_the_data_are_refused(native):
    places = pyarrow.py_buffer(array("i", [0, 3, 1]).tobytes())
    broken = pyarrow.StringArray.from_buffers(2, places, pyarrow.py_buffer(b"abc"))
    with pytest.raises(ValueError, match="^an Arrow array with places outside its data; expected a valid one$"):
        native.arrow_texts(broken)


def test_keys_are_equal_for_equal_texts_alone(native):
    """The keys are FNV-1a, mixed; streams keep them on disk, so that they stay what they are."""
    keys = array("Q", native.text_keys(native.texts(["", "a", "anna-0001", "你好", "x" * 100, "a"])))
    assert (keys[1], keys[1]) == (198367012849983736, keys[5])
    assert len(set(keys)) == 5


def test_prefixes_end_at_the_first_mark_that_a_text_has(native):
    names, numbers = native.text_prefixes(native.texts(["a_b-c-d", "e_f_g", "h", "-i", "a_b-x"]), b"-_")
    assert names == [b"a_b", b"e", b""]
    assert numbers == array("i", [0, 1, -1, 2, 0]).tobytes()


def test_the_first_text_of_each_group_is_found(native):
    side = native.texts(["b", "a", "", "é", "z"])
    assert native.least_texts(side, array("i", [0, 0, 1, 2, -1]).tobytes(), 4) == [b"a", b"", "é".encode(), None]
    with pytest.raises(ValueError, match="^1 groups for 5 texts; expected one each$"):
        native.least_texts(side, array("i", [0]).tobytes(), 1)
    with pytest.raises(ValueError, match="^group 7; expected less than 2$"):
        native.least_texts(side, array("i", [0, 1, 7, 0, 0]).tobytes(), 2)


@pytest.mark.parametrize("name", ["text_keys", "text_prefixes", "least_texts"])
def test_lists_of_words_are_no_keys(native, name):
    more = {"text_keys": (), "text_prefixes": (b"-",), "least_texts": (array("i", [0]).tobytes(), 1)}[name]
    with pytest.raises(ValueError, match="^lists of words; expected texts$"):
        getattr(native, name)(native.texts([["a", "b"]]), *more)


def test_letters_are_the_operations_of_all_utterances(native):
    rules = native.Rules(native.Charset("ascii", {}, {}))
    batch = native.align(rules, native.texts(["a b", "", "c"]), native.texts(["a x", "", ""]), 1)
    assert batch.letters() == (b"CSD", array("q", [0, 2, 2, 3]).tobytes())
