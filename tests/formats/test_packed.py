"""Segments kept as columns: equal to those that were added, and small."""

from __future__ import annotations

import pickle
import tracemalloc
from random import Random

import pytest

from scorelite import formats
from scorelite.formats.engine.packed import Packed, Packing
from scorelite.formats.errors import Where
from scorelite.formats.schema import Alternation, Label, Segment, Written

_CHAT = "@UTF8\n@Begin\n@Languages:\teng\n@Participants:\tC Target_Child\n@ID:\teng|x|C|||||Target_Child|||\n"
_TERSE = {
    "csv": ("id,text\n", "a,1\n", ""),
    "tsv": ("start\tend\ttext\n", "1\t2\ta\n", ""),
    "jsonl": ("", '{"text":"a","start":1,"end":2}\n', ""),
    "audacity": ("", "0\t1\ta\n", ""),
    "microdvd": ("{1}{1}25\n", "{1}{2}a\n", ""),
    "mdtm": ("", "a 1 0 1 speaker NA x a\n", ""),
    "mpl2": ("", "[1][2]a\n", ""),
    "chat": (_CHAT, "*C:\ta\n", "@End\n"),
}


def _label(chance: Random) -> Label:
    numbers = (None, Written("1.0"), Written("1.00"), 1.0, 2)
    return Label(
        chance.choice(("a", "b", "")),
        start=chance.choice(numbers),
        end=chance.choice(numbers),
        kind=chance.choice(("word", "fragment")),
        optional=chance.choice((False, True)),
        attributes=chance.choice(((), (("x", "y"),))),
        where=_where(chance),
    )


def _where(chance: Random) -> Where | None:
    return chance.choice((None, Where("f", 1), Where("f", 2, 3), Where("g", 2)))


def _segment(chance: Random) -> Segment:
    labels = tuple(
        _label(chance) if chance.random() < 0.8 else Alternation(((_label(chance),), ()), _where(chance))
        for _ in range(chance.randint(0, 3))
    )
    return Segment(
        id=chance.choice(("", "a")),
        start=chance.choice((None, Written("1.0"), Written("1.00"), 1.0)),
        ignored=chance.choice((False, True)),
        tags=chance.choice(((), ("O", ""))),
        text=chance.choice((None, "", "a b")),
        labels=chance.choice((None, labels)),
        grammar=chance.choice(("plain", "sclite")),
        attributes=chance.choice(((), (("x", "1"),))),
        where=_where(chance),
        original=chance.choice((None, [1], "line")),
    )


@pytest.mark.parametrize("plain_first", [0, 1500])
def test_packed_segments_equal_those_that_were_added(plain_first: int) -> None:
    chance = Random(plain_first)
    added = [Segment(text="a")] * plain_first + [_segment(chance) for _ in range(3000)]
    packing = Packing(0)
    for segment in added:
        packing.append(segment)
    assert len(packing) == len(added)
    packed = packing.segments()
    assert isinstance(packed, Packed)
    for found in (packed, pickle.loads(pickle.dumps(packed))):
        assert repr(list(found)) == repr(added)  # types of numbers and their digits, too
        assert [segment.original for segment in found] == [segment.original for segment in added]
        assert found == tuple(added)
        assert [*found[-2:]] == added[-2:]


def test_usual_segments_stay_objects() -> None:
    packing = Packing(2000 * 100)
    for number in range(2000):
        packing.append(Segment(text=str(number)))
    assert packing.pop().text == "1999"
    assert isinstance(packing.segments(), tuple)


@pytest.mark.parametrize("name", _TERSE)
def test_terse_records_take_little_memory(name: str) -> None:
    head, record, tail = _TERSE[name]
    data = (head + record * 3000 + tail).encode()
    formats.read((head + record + tail).encode(), format=name).segments[0]
    tracemalloc.start()
    try:
        corpus = formats.read(data, format=name)
        assert corpus.segments[-1] == corpus.segments[1]
        assert tracemalloc.get_traced_memory()[0] < 20 * len(data)  # objects take 25 to 130 times the text
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(("name", "most"), [("audacity", 25), ("chat", 24), ("mpl2", 38)])
def test_terse_records_take_little_memory_on_the_way(name: str, most: int) -> None:
    head, record, tail = _TERSE[name]
    data = (head + record * 15_000 + tail).encode()
    formats.read((head + record + tail).encode(), format=name).segments[0]
    tracemalloc.start()
    try:
        formats.read(data, format=name)
        assert tracemalloc.get_traced_memory()[1] < most * len(data)  # a list of all lines takes 7 to 10 times the text
    finally:
        tracemalloc.stop()
