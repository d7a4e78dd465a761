"""Results of Vosk: one, a list, or one after the other as its examples print them. A segment is a result.

The first of several alternatives is read; the others and partial results are kept for writing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from . import vendors
from .engine.json import Document, Json, detail, details, members
from .engine.json_objects import JsonObject, objects_of
from .engine.json_places import outline
from .engine.json_text import dump, dump_each
from .engine.plain_words import PlainWord, without_runs
from .engine.spoken import AFTER, Spoken, others
from .engine.word_lists import WordLists
from .record import Format
from .schema import Attributes, Corpus
from .source import Source

NAME = "vosk"
# Vosk writes blanks before its colons.
_TEXT_ALONE = re.compile('"(text|partial)" : "')
_OF_RESULT = frozenset({"result", "text", "alternatives"})
_OF_WORD = frozenset({"word", "start", "end", "conf"})
_PLAIN = PlainWord("word", "start", "end", "conf")
_PATHS = {f"{top}{best}result": (_PLAIN,) for top in ("", "*/") for best in ("", "alternatives/0/")}


def read(source: Source) -> Corpus:
    """Reads results.

    >>> text = b'{"result": [{"conf": 0.9, "end": 0.5, "start": 0.1, "word": "hi"}], "text": "hi"} {"text": ""}'
    >>> [segment.items for segment in read(Source(text)).segments][1]
    ()
    """
    document = Document.of(source, NAME, _PATHS, many=True)
    values = document.value if isinstance(document.value, list) else []
    is_list = len(values) == 1 and isinstance(values[0], list)
    layout = "list" if is_list else "object" if len(values) == 1 else "stream"
    words = WordLists(NAME)
    texts = list[str | None]()
    attributes = list[Attributes]()
    partial: list[Json] = []
    for row in objects_of(document, values[0] if is_list else values, is_list=layout != "object"):  # type: ignore[arg-type]
        if row.has("partial") and not row.has("text"):
            partial.append(without_runs(row.members))
            continue
        best = row.first_child("alternatives")
        inner = best or row
        words.begin()
        words.read(inner, "result", _PLAIN, _add)
        read = inner.text("text") if inner.has("text") else None
        text = vendors.text_alone(inner, "text", "result")
        texts.append(text)
        of_best = best.others("result", "text") if best else None
        attributes.append(
            row.rest(_OF_RESULT)
            + vendors.kept(NAME, "/partial", partial or None)
            + vendors.kept(NAME, "/alternative", of_best)
            + vendors.kept(NAME, "/alternatives", row.values("alternatives")[1:] if best else None)
            + words.before()
            + vendors.remembered(NAME, "/text", read, words.text() if text is None else text)
        )
        partial = []
    document.check()
    segments = vendors.table_of(
        source.name, words.labels(), words.first, texts=texts, attributes=words.of_firsts(attributes)
    )
    meta: Attributes = (detail(NAME, "/layout", layout),)
    if partial:
        meta += (detail(NAME, AFTER, partial),)
    return vendors.sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def _add(item: JsonObject, words: WordLists) -> None:
    span = item.span("start", "end")
    words.add(item.members, item.text("word", required=True), span, item.confidence("conf"), item.rest(_OF_WORD))


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
