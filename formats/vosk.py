"""Results of Vosk: one, a list, or one after the other as its examples print them. A segment is a result.

The first of several alternatives is read; the others and partial results are kept for writing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from . import vendors
from .engine.json import Document, Json, Objects, detail, details, dump, dump_each, members, outline
from .engine.spoken import AFTER, Spoken, others
from .record import Format
from .schema import Attributes, Corpus
from .source import Source

NAME = "vosk"
# Vosk writes blanks before its colons.
_TEXT_ALONE = re.compile('"(text|partial)" : "')
_WORD = vendors.Vendor(NAME, "word", "start", "end", "conf")


def read(source: Source) -> Corpus:
    """Reads results.

    >>> text = b'{"result": [{"conf": 0.9, "end": 0.5, "start": 0.1, "word": "hi"}], "text": "hi"} {"text": ""}'
    >>> [segment.items for segment in read(Source(text)).segments][1]
    ()
    """
    document = Document.of(source, NAME, many=True)
    values = document.value if isinstance(document.value, list) else []
    is_list = len(values) == 1 and isinstance(values[0], list)
    layout = "list" if is_list else "object" if len(values) == 1 else "stream"
    elements = Objects(document, values[0], is_list=True) if is_list else document.roots()  # type: ignore[arg-type]
    rows, of_rows, behind = _results(elements)
    alternatives = rows.objects("alternatives")
    best = alternatives.firsts()
    inner = rows.either(best)
    items = inner.objects("result")
    words = _WORD.heard(items)
    read = [
        text if cell is not None else None for text, cell in zip(inner.texts("text"), inner.cells("text"), strict=True)
    ]
    texts = [
        (text or "").strip() if cell is None else None for text, cell in zip(read, inner.cells("result"), strict=True)
    ]
    document.check()
    lists = vendors.listed(NAME, items, words)
    spoken = map(" ".join, [lists.labels.values[begin:end] for begin, end in pairwise(lists.first)])
    derived = [of_words if text is None else text for text, of_words in zip(texts, spoken, strict=True)]
    more = [
        (others or []) if there else None
        for others, there in zip(vendors.more_of(alternatives), best.there(), strict=True)
    ]
    attributes = vendors.joined(
        rows.rest("result", "text", "alternatives"),
        vendors.attribute(NAME, "/partial", [before or None for before in of_rows]),
        vendors.attribute(NAME, "/alternative", vendors.members_of(best, NAME, "result", "text", always=True)),
        vendors.attribute(NAME, "/alternatives", more),
        lists.before,
        vendors.remembered_column(NAME, "/text", read, derived),
    )
    segments = vendors.table_of(source.name, lists.labels, lists.first, texts=texts, attributes=attributes)
    meta: Attributes = (detail(NAME, "/layout", layout),)
    if behind:
        meta += (detail(NAME, AFTER, behind),)
    return vendors.sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def _results(rows: Objects) -> tuple[Objects, list[list[Json]], list[Json]]:
    """The results, partial ones before each, and those behind all."""
    results, lists = [], []
    partial: list[Json] = []
    there = rows.there()
    for row, (text, part) in enumerate(zip(rows.cells("text"), rows.cells("partial"), strict=True)):
        if part is not None and text is None:
            partial += [rows.values[row]]
        elif there[row]:
            results += [row]
            lists += [partial]
            partial = []
    return rows.picked(results), lists, partial


def build(corpus: Corpus) -> Json:
    """The value of a corpus: one result, or a list."""
    spoken = Spoken(corpus, NAME)
    of_words = {
        "conf": vendors.numerals(spoken.confidences),
        "end": vendors.numerals(spoken.ends),
        "start": vendors.numerals(spoken.starts),
        "word": spoken.words,
    }
    lists = zip(spoken.lists(vendors.objects(of_words, spoken.extras)), spoken.is_labelled, strict=True)
    texts: list[Json] = list(spoken.texts)
    for row in [row for row, remembered in spoken.details.items() if "/text" in remembered]:
        texts[row] = vendors.restored(spoken.details[row], "/text", texts[row])
    columns: dict[str, list[Json]] = {
        "result": [words if labelled else None for words, labelled in lists],
        "text": texts,
    }
    firsts = {row: first for row, first in enumerate(spoken.remembered("/alternative")) if type(first) is dict}
    rows: list[Json] = list(vendors.objects(columns, {**spoken.details, **firsts})) if spoken.size else []
    for row in firsts:
        rows[row] = members(
            {"alternatives": [rows[row], *others(spoken.details[row], "/alternatives")]}, spoken.details[row]
        )
    for row in sorted([row for row, remembered in spoken.details.items() if "/partial" in remembered], reverse=True):
        rows[row:row] = others(spoken.details[row], "/partial")
    extras = details(corpus.meta, NAME)
    rows += others(extras)
    return rows[0] if len(rows) == 1 and extras.get("/layout", "object") == "object" else rows


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the results one after the other, or as a list if the file was one."""
    value = vendors.unsealed(corpus, build, NAME)
    if isinstance(value, list) and value and details(corpus.meta, NAME).get("/layout") != "list":
        yield from dump_each(value)
        return
    yield from dump(value)


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are results with words and their confidences, or texts alone, with Vosk's blanks before colons."""
    shape = outline(lines)
    if shape <= {"", "/text", "/partial"} and any(map(_TEXT_ALONE.search, lines)):
        return True
    shape |= {path.removeprefix("/*") for path in shape}
    words = {"/result/*/word", "/result/*/start"}
    return words <= shape or {"/alternatives/*" + path for path in words} <= shape


CARRIES = frozenset({"times", "confidence"})
FORMAT = Format(NAME, (".vosk.json",), "Vosk", CARRIES, read, write, sniff, vendors.FAMILY)
