"""Utterances of transcript files: both cores take what the format makes of each line, and nothing else."""

from __future__ import annotations

import re
from array import array
from types import ModuleType

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.core.transcripts import read

_LINES = st.one_of(
    st.text("ab(){} \t\r\v\f;*é\x85", max_size=10),
    st.builds("{}({})".format, st.text("ab( {};*\u00a0", max_size=8), st.text("ab1 é", max_size=3)),
    st.sampled_from([";; note", "** note\r", "x (a) \r\r", " ", "\t\f", ";;", "* (a)"]),
)
_FILES = st.lists(_LINES, max_size=6).map("\n".join).map(str.encode)


@given(st.one_of(_FILES, st.text("(a)\n\ud7ff\ue000\U00010000\U0010ffff").map(str.encode)))
@example(b"a b   (c)\n%b (d)\nb (%b)\na(e)\n%b (f)\n" % (32767 * b"x", 256 * b"y", 32768 * b"x"))
@example(b"x (a)\n\nx (b)")
@example(b"a (b)\nb (a)\n;; c\nc (c)\n")
@example(b"{ a (b)\n(c)\nb } (b)\n")
@example("\ud800 (a)\n".encode("utf-8", "surrogatepass"))
def test_spans_are_those_of_the_format(native: ModuleType, data: bytes) -> None:
    odd, wrong = list[str](), list[str]()
    spans, rows = read(native, data, odd), read(native, data, wrong, every=True)
    assert odd == wrong
    assert (spans.ids(), spans.texts(), spans.comments) == (rows.ids(), rows.texts(), rows.comments)
    assert [spans.line(i) for i in range(len(spans))] == [rows.line(i) for i in range(len(rows))]
    ids, texts = spans.ids(), spans.texts()
    assert [(spans.id(i), spans.text(i)) for i in range(len(spans))] == list(zip(ids, texts, strict=True))
    marked = [i for i, text in enumerate(texts) if {*text} & {*"{}"}]
    assert spans.marked == rows.marked == marked
    assert spans.different == rows.different == (len({*ids}) == len(ids))
    for letters in (b"(", b"{}", b"%"):
        has = any(letter in text for letter in letters.decode() for text in texts)
        assert spans.has(letters) == rows.has(letters) == has
    if all(map(str.isprintable, texts)):
        assert spans.side().__reduce__()[1][1] == native.texts(texts).__reduce__()[1][1]
        assert spans.keys().__reduce__()[1][1] == rows.keys().__reduce__()[1][1]
    backwards = range(len(spans) - 1, -1, -1)
    assert spans.ids(array("q", backwards).tobytes()) == ids[::-1]


def test_a_file_with_a_problem_is_not_read_without_rows(native: ModuleType) -> None:
    assert native.read_trn(b"a (b)\nc\n") is None
    assert native.read_trn(b"a (b)\n\n;; c\n").ids() == ["b"]


def test_places_of_ids(core: ModuleType) -> None:
    first, two = read(core, b"x (a)\ny (b)\n"), read(core, b"x (b)\ny (c)\nz (a)\n")
    assert first.places(read(core, b"(a)\n(b)\n")) is None
    assert array("q", first.places(two)).tolist() == [2, 0]
    assert array("q", two.places(first)).tolist() == [1, -1, 0]
    many = [f"(s{number % 7}-{number})" for number in range(1000)]
    forth, back = (read(core, "\n".join(ids).encode()) for ids in (many, many[::-1]))
    assert array("q", forth.places(back)).tolist() == list(range(999, -1, -1))
    assert not read(core, "\n".join([*many, many[5]]).encode()).different


@given(st.lists(st.sampled_from(["", "a b", "\u00e9", 65_535 * "x", 65_536 * "x"]), min_size=1, max_size=4), st.data())
def test_texts_are_taken_in_any_order(native: ModuleType, texts: list[str], data: st.DataObject) -> None:
    places = data.draw(st.lists(st.integers(0, len(texts) - 1), max_size=5))
    lines = [f"{text} (id{number})\n" for number, text in enumerate(texts)]
    taken = read(native, "".join(lines).encode()).side().take(array("q", places).tobytes())
    again = taken.take(array("q", range(len(places))).tobytes())
    chosen = native.texts([texts[place] for place in places])
    assert len(taken) == len(places)
    assert taken.__reduce__()[1] == again.__reduce__()[1] == chosen.__reduce__()[1]


def test_texts_at_some_places_are_replaced(core):
    spans = read(core, "one (a)\ntwo (b)\n漢字 (c)\n".encode())
    made = spans.replaced(array("q", [0, 2]).tobytes(), ["eins und", "é"])
    assert (made.texts(), made.text(1), len(made), made.ascii) == (["eins und", "two", "é"], "two", 3, False)
    assert spans.texts() == ["one", "two", "漢字"]


@pytest.mark.parametrize(
    ("places", "texts", "message"),
    [([1, 0], ["x", "y"], "do not rise"), ([0, 0], ["x", "y"], "do not rise"), ([0], [], "different numbers")],
)
def test_places_and_texts_that_do_not_fit_are_refused(core, places, texts, message):
    with pytest.raises(ValueError, match=message):
        read(core, b"one (a)\ntwo (b)\n").replaced(array("q", places).tobytes(), texts)


@given(st.lists(st.text("ab é€😀", max_size=6), max_size=5), st.data())
def test_texts_beyond_ascii_are_found_with_the_characters_of_all(
    core: ModuleType, lines: list[str], data: st.DataObject
) -> None:
    spans = read(core, "".join(f"{line} (u{place})\n" for place, line in enumerate(lines)).encode())
    texts = spans.texts()
    assert spans.beyond_ascii() == ([text for text in texts if not text.isascii()], sum(map(len, texts)))
    places = data.draw(st.lists(st.integers(0, len(texts) - 1), max_size=6) if texts else st.just([]))
    some = [texts[place] for place in places]
    expected = [text for text in some if not text.isascii()], sum(map(len, some))
    assert spans.beyond_ascii(array("q", places).tobytes()) == expected


@given(st.lists(st.text("ab \t%&\x0b\x01\x1c\x7f\u00e9\u4e2d", max_size=4).map(str.strip), max_size=5), st.data())
def test_texts_with_unusual_characters_are_found(native: ModuleType, texts: list[str], data: st.DataObject) -> None:
    rows, _ = native.batch_rows([(native.texts(["", *texts]), None)], False)
    places = data.draw(st.lists(st.integers(0, len(texts)), max_size=4))
    for chosen in (None, places):
        listed = range(len(texts) + 1) if chosen is None else chosen
        expected = [row for row, place in enumerate(listed) if re.search(r"[^ -~\t\v\f\r]|&", ["", *texts][place])]
        given_places = () if chosen is None else (array("q", chosen).tobytes(),)
        assert array("q", rows.unusual(b"&", *given_places)).tolist() == expected
