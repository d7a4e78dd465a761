"""Results of Vosk: one, a list, or one after the other as its examples print them. A segment is a result.

The first of several alternatives is read; the others and partial results are kept for writing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .json import Document, Json, Objects, detail, details, dump, members, outline
from .record import Format
from .schema import Attributes, Corpus
from .source import Source
from .vendors import (
    AFTER,
    Spoken,
    Vendor,
    attribute,
    joined,
    kept_column,
    listed,
    members_of,
    more_of,
    numerals,
    objects,
    others,
    restored,
    sealed,
    table_of,
    unsealed,
)

NAME = "vosk"
_WORD = Vendor(NAME, "word", "start", "end", "conf")


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
    lists = listed(NAME, items, words)
    spoken = zip(texts, lists.first, lists.first[1:], strict=False)
    derived = [" ".join(lists.labels.values[begin:end]) if text is None else text for text, begin, end in spoken]
    has_best = [best.is_there(row) for row in range(len(rows))]
    more = [(others or []) if there else None for others, there in zip(more_of(alternatives), has_best, strict=True)]
    attributes = joined(
        rows.rest("result", "text", "alternatives"),
        attribute(NAME, "/partial", [before or None for before in of_rows]),
        attribute(NAME, "/alternative", members_of(best, NAME, "result", "text", always=True)),
        attribute(NAME, "/alternatives", more),
        lists.before,
        kept_column(NAME, "/text", read, derived),
    )
    segments = table_of(source.name, lists.labels, lists.first, texts=texts, attributes=attributes)
    meta: Attributes = (detail(NAME, "/layout", layout),)
    if behind:
        meta += (detail(NAME, AFTER, behind),)
    return sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def _results(rows: Objects) -> tuple[Objects, list[list[Json]], list[Json]]:
    """The results, partial ones before each, and those behind all."""
    results, lists = [], []
    partial: list[Json] = []
    for row, (text, part) in enumerate(zip(rows.cells("text"), rows.cells("partial"), strict=True)):
        if part is not None and text is None:
            partial += [rows.values[row]]
        elif rows.is_there(row):
            results += [row]
            lists += [partial]
            partial = []
    return rows.picked(results), lists, partial


def build(corpus: Corpus) -> Json:
    """The value of a corpus: one result, or a list."""
    spoken = Spoken(corpus, NAME)
    of_words = {
        "conf": numerals(spoken.confidences),
        "end": numerals(spoken.ends),
        "start": numerals(spoken.starts),
        "word": spoken.words,
    }
    lists = zip(spoken.lists(objects(of_words, spoken.found)), spoken.is_labelled, strict=True)
    texts: list[Json] = list(spoken.texts)
    for row in [row for row, kept in spoken.details.items() if "/text" in kept]:
        texts[row] = restored(spoken.details[row], "/text", texts[row])
    columns: dict[str, list[Json]] = {
        "result": [words if labelled else None for words, labelled in lists],
        "text": texts,
    }
    firsts = {row: first for row, first in enumerate(spoken.kept("/alternative")) if isinstance(first, dict)}
    rows: list[Json] = list(objects(columns, {**spoken.details, **firsts})) if spoken.size else []
    for row in firsts:
        rows[row] = members(
            {"alternatives": [rows[row], *others(spoken.details[row], "/alternatives")]}, spoken.details[row]
        )
    for row in sorted([row for row, kept in spoken.details.items() if "/partial" in kept], reverse=True):
        rows[row:row] = others(spoken.details[row], "/partial")
    found = details(corpus.meta, NAME)
    rows += others(found)
    return rows[0] if len(rows) == 1 and found.get("/layout", "object") == "object" else rows


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the results one after the other, or as a list if the file was one."""
    value = unsealed(corpus, build, NAME)
    if isinstance(value, list) and value and details(corpus.meta, NAME).get("/layout") != "list":
        for item in value:
            yield from dump(item)
        return
    yield from dump(value)


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are results with words and their confidences, or texts alone, with Vosk's blanks before colons."""
    shape = outline(lines, "text")
    if shape == {"", "/text"} and any('"text" : "' in line for line in lines):
        return True
    shape |= {path.removeprefix("/*") for path in shape}
    words = {"/result/*/word", "/result/*/start"}
    return words <= shape or {"/alternatives/*" + path for path in words} <= shape


FORMAT = Format(
    name=NAME,
    suffixes=(".vosk.json",),
    summary="Vosk",
    carries=frozenset({"times", "confidence"}),
    read=read,
    write=write,
    sniff=sniff,
    family="vendor JSON",
)
