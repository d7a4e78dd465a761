"""Results of Vosk: one, a list, or one after the other as its examples print them. A segment is a result.

The first of several alternatives is read; the others and partial results are kept for writing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain

from .engine.json_source import Document, Json, Node, detail, details, dump, members, outline
from .engine.json_words import (
    AFTER,
    BEFORE,
    bare_text,
    elements,
    kept,
    number_json,
    others,
    plain_labels,
    restored,
    sealed,
    spoken,
    unsealed,
    words_of,
)
from .engine.word_lists import Words, corpus_of
from .record import Format
from .schema import Attributes, Corpus, Segment
from .source import Source

NAME = "vosk"
_SHAPE = Words(
    NAME,
    (
        ("*", "result"),
        ("*", "*", "result"),
        ("*", "alternatives", 0, "result"),
        ("*", "*", "alternatives", 0, "result"),
    ),
    {"word": "value", "start": "start", "end": "end", "conf": "confidence"},
)


def read(source: Source) -> Corpus:
    """Reads results.

    >>> text = b'{"result": [{"conf": 0.9, "end": 0.5, "start": 0.1, "word": "hi"}], "text": "hi"} {"text": ""}'
    >>> [segment.items for segment in read(Source(text)).segments][1]
    ()
    """
    return corpus_of(source, _SHAPE, partial(_corpus, source), many=True)


def _corpus(source: Source, document: Document) -> Corpus:
    values = document.value if isinstance(document.value, list) else []
    nodes: Iterable[Node] = document.roots()
    layout = "stream" if len(values) != 1 else "object"
    if len(values) == 1 and isinstance(values[0], list):
        layout, nodes = "list", chain.from_iterable(node.children() for node in nodes)
    partial: list[Json] = []
    segments: list[Segment] = []
    for node in nodes:
        if not node.is_object():
            continue
        if node.get("partial") is not None and node.get("text") is None:
            partial.append(node.value)
            continue
        segments.append(_result(node, partial))
        partial = []
    document.check()
    meta: Attributes = (detail(NAME, "/layout", layout),)
    if partial:
        meta += (detail(NAME, AFTER, partial),)
    return sealed(Corpus(tuple(segments), meta=meta, format=NAME, path=source.name), source)


def _result(node: Node, partial: list[Json]) -> Segment:
    attributes = node.rest("result", "text", "alternatives")
    if partial:
        attributes += (detail(NAME, "/partial", partial),)
    inner = node
    if node.get("alternatives") is not None:
        alternatives = node.objects("alternatives")
        if alternatives:
            inner = alternatives[0]
            rest = details(inner.rest("result", "text"), NAME)
            attributes += (detail(NAME, "/alternative", rest), detail(NAME, "/alternatives", _values(alternatives[1:])))
    text = inner.text("text")
    if inner.get("result") is None:
        segment = Segment(text=text.strip())
    else:
        labels, before = elements(inner.rows("result"), _SHAPE.labels, NAME)
        segment = Segment(labels=labels)
        attributes += before
    attributes += kept(NAME, "/text", text if inner.get("text") is not None else None, bare_text(segment))
    return Segment(text=segment.text, labels=segment.labels, attributes=attributes)


def _values(nodes: Sequence[Node]) -> list[Json]:
    return [node.value for node in nodes]


def build(corpus: Corpus) -> Json:
    """The value of a corpus: one result, or a list."""
    found = details(corpus.meta, NAME)
    listed: list[Json] = []
    for segment in spoken(corpus):
        listed += others(details(segment.attributes, NAME), "/partial")
        listed.append(_object(segment))
    listed += others(found)
    return listed[0] if len(listed) == 1 and found.get("/layout", "object") == "object" else listed


def _object(segment: Segment) -> Json:
    found = details(segment.attributes, NAME)
    known: dict[str, Json] = {}
    if segment.labels is not None:
        words: list[Json] = others(found, BEFORE)
        for word in words_of(plain_labels(segment), NAME):
            of_word: dict[str, Json] = {
                "conf": number_json(word.confidence),
                "end": number_json(word.end),
                "start": number_json(word.start),
                "word": word.text,
            }
            words.append(members(of_word, word.found))
            words += others(word.found)
        known["result"] = words
    known["text"] = restored(found, "/text", bare_text(segment))
    first, more = found.get("/alternative"), found.get("/alternatives")
    if isinstance(first, dict):
        return members({"alternatives": [members(known, first), *(more if isinstance(more, list) else [])]}, found)
    return members(known, found)


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
