"""Segments that readers add to columns: equal to those that were added, and small."""

from __future__ import annotations

import pickle
import tracemalloc
from random import Random

import pytest

from scorelite import formats
from scorelite.formats.errors import Where
from scorelite.formats.schema import Alternation, Item, Label, Segment, Written
from scorelite.formats.schema.filling import Filling

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


def _labels(chance: Random) -> tuple[Item, ...]:
    return tuple(
        _label(chance) if chance.random() < 0.8 else Alternation(((_label(chance),), ()), _where(chance))
        for _ in range(chance.randint(0, 3))
    )


@pytest.mark.slow
def test_segments_equal_those_that_were_added() -> None:
    chance = Random(1)
    names = "id", "start", "end", "ignored", "tags", "text", "labels", "attributes", "lines"
    filling = Filling("f", *names)
    added = []
    for line in range(1, 3001):
        labels = chance.choice((None, _labels(chance)))
        text = None if labels is not None else chance.choice(("", "a b"))
        written = chance.choice((None, "1.0", "1.00"))
        row = chance.choice(("", "a")), written, chance.choice((None, 1.0, 2.5)), chance.choice((False, True))
        row = *row, chance.choice(((), ("O", ""))), text, labels, chance.choice(((), (("x", "1"),)))
        filling.add(*row, line)
        contents = dict(zip(names, row, strict=False))
        contents["start"] = None if written is None else Written(written)
        contents["text"] = "" if contents["ignored"] and text is not None else text
        added.append(Segment(**contents, where=Where("f", line)))
    assert len(filling) == len(added)
    table = filling.table()
    for segments in (table, pickle.loads(pickle.dumps(table))):
        assert repr(list(segments)) == repr(added)  # types of numbers and their digits, too
        assert segments == tuple(added)
        assert [*segments[-2:]] == added[-2:]


@pytest.mark.slow
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


@pytest.mark.slow
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
