"""Marks from files of other programs: rare words, tables of words, entities, lists of phrases, clusters, tagged texts.

A profile is the name before a colon: `bwer:refs.tsv`, `nlp:refs`, `nlp:refs:wer_tags`, `nemo:phrases.txt`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from ...formats.detection import detect
from ...formats.engine.json_lines import json_lines, json_value
from ...formats.errors import UsageError, Where, fail, short
from ...formats.nlp import runs, tagged_rows
from ...formats.schema.markup import words as words_in
from ...formats.source import SideFile, Source
from ..common.tagged import tagged_spans
from .mark import Insertions, Mark, Place

_LABEL = re.compile(r"'([^']*)'|\"([^\"]*)\"")
"""A label of a list as Python writes it."""
UNEXPLAINED = "unexplained"
"""The class of tags without an explanation, of which Rev's own files have one."""
_LIST = "[] or a list such as ['5:TIME']"
_TAGS = '.wer_tag.json: {"0": {"entity_type": "YEAR"}}'


def _places(source: Source) -> Iterator[Place]:
    """The lines of a file."""
    for number, line in enumerate(source.lines(), 1):
        yield Place(Where(source.name, number), line)


def _rare_words(path: str) -> tuple[Mark, ...]:
    """The words that the third column of is21_deep_bias lists for each text; a file of empty lists has none."""
    source = SideFile(path)
    made = []
    expected = "an id, a text and a JSON list of its rare words, separated by tabs"
    for place in _places(source):
        cells = place.text.strip().split("\t")
        try:
            words = json.loads(cells[2]) if len(cells) > 2 else None
        except (ValueError, RecursionError) as error:
            place.refuse(f"not JSON: {error}", expected)
        if not isinstance(words, list) or not all(isinstance(word, str) and word.split() for word in words):
            place.refuse("no list of words in the third column", expected)
        if words:
            phrases = tuple((word,) for word in words)
            made.append(Mark("B-WER", "word", cells[0], phrases=phrases, place=place))
    if not source.text.strip():
        fail(Where(source.name, 1), "no rare words", expected)
    return tuple(made) or (Mark("B-WER", "word", place=Place(Where(source.name, 1), "")),)


def _word_classes(argument: str) -> tuple[Mark, ...]:
    """The classes of words in an nlp file, or in a folder of them; after a colon, where wer_tags are explained.

    Consecutive rows with one label are one span. Without the second path the labels are those of the column tags,
    and insertions inside a span count, as in fstalign's classes; with it those of wer_tags, and none count.
    """
    path, _, tags = argument.partition(":")
    made = [mark for file in _files(path, ".nlp") for mark in _spans(file, tags)]
    if not made:
        fail(Where(path, 1), "no word of a class", "a column tags, or wer_tags and the files that explain it")
    return tuple(made)


def _files(path: str, ending: str) -> list[str]:
    """A file, or the files of a folder."""
    if not os.path.isdir(path):
        return [path]
    names = sorted(name for name in os.listdir(path) if name.endswith(ending))
    if not names:
        raise UsageError(f"{short(path)} has no file *{ending}; expected some")
    return [os.path.join(path, name) for name in names]


def _spans(path: str, tags: str) -> Iterator[Mark]:
    """The spans of one recording."""
    stem = os.path.splitext(os.path.basename(path))[0]
    rows = tagged_rows(path)
    cells = rows.column("wer_tags" if tags else "tags")
    classes: Mapping[str, str] = _explained(tags, stem) if tags else {}
    rule: Insertions = "none" if tags else "inside"
    size, in_order = len(rows.lines), rows.in_order
    spans: dict[str, list[tuple[int, int]]] = {}
    for label, first, last in _runs(cells, first=not tags):
        if label is None:
            Place(Where(path, rows.lines[first]), cells[first]).refuse(f"the label {short(cells[first])}", _LIST)
        called = classes.get(label, UNEXPLAINED) if tags else label.partition(":")[2] or label
        spans.setdefault(called, []).append((first, last))
    for called, held in spans.items():
        (first, _) = held[0]
        place = Place(Where(path, rows.lines[first]), cells[first])
        yield Mark(called, rule, stem, spans=tuple(held), size=size, in_order=in_order, place=place)


def _runs(cells: Sequence[str], *, first: bool) -> Iterator[tuple[str | None, int, int]]:
    """Labels with the first and the last cell of each of their runs; None is the label of a cell that has none.

    >>> list(_runs(["['1']", "['1', '2']", "[]", "['2']"], first=False))
    [('1', 0, 1), ('2', 1, 1), ('2', 3, 3)]
    """
    begun: dict[str | None, int] = {}
    for cell, place, _ in runs(cells):
        labels = _labels(cell, first=first)
        for label in [label for label in begun if label not in labels]:
            yield label, begun.pop(label), place - 1
        for label in labels:
            begun.setdefault(label, place)
    for label, begin in begun.items():
        yield label, begin, len(cells) - 1


@lru_cache(maxsize=1 << 16)
def _labels(cell: str, *, first: bool) -> tuple[str | None, ...]:
    """The labels of a list, or the first one, which is all that fstalign reads of tags."""
    if cell in ("", "[]"):
        return ()
    labels = [single or double or None for single, double in _LABEL.findall(cell)]
    return tuple(labels[:1] if first else labels) or (None,)


def _explained(path: str, stem: str) -> dict[str, str]:
    """The class of each wer_tag of a recording."""
    path = os.path.join(path, f"{stem}.wer_tag.json") if os.path.isdir(path) else path
    source = SideFile(path)
    rows = json_value(Where(source.name, 1), source.text, _TAGS)
    if not isinstance(rows, Mapping):
        fail(Where(source.name, 1), "no object", _TAGS)
    classes: dict[str, str] = {}
    for tag, row in rows.items():
        called = row.get("entity_type") if isinstance(row, Mapping) else None
        if not isinstance(called, str):
            fail(Where(source.name, 1), f"the tag {short(tag)} has no entity_type", _TAGS)
        classes[tag] = called
    return classes


def _phrases(path: str, label: str, insertions: Insertions) -> tuple[Mark, ...]:
    """A list of words and phrases, a line each, as one class."""
    source = SideFile(path)
    phrases = dict.fromkeys(tuple(words_in(line)) for line in source.lines())
    phrases.pop((), None)
    if not phrases:
        fail(Where(source.name, 1), "no phrases", "a word or phrase a line")
    return (Mark(label, insertions, phrases=tuple(phrases), place=Place(Where(source.name, 1), "")),)


def _clusters(path: str) -> tuple[Mark, ...]:
    """The clusters of words of WeNet: `<Name> word word </Name>`, on as many lines as they need."""
    source = SideFile(path)
    expected = "words between <Name> and </Name>"
    words: dict[str, dict[str, Place]] = {}
    opened = ""
    for place, token in ((line, token) for line in _places(source) for token in words_in(line.text)):
        if token.startswith("</") and token.endswith(">"):
            if token[2:-1] != opened:
                place.refuse(f"{token} closes what was not opened", expected)
            opened = ""
        elif token.startswith("<") and token.endswith(">") and not opened:
            opened = token[1:-1]
        elif opened:  # a word such as <unk>, too
            words.setdefault(opened, {}).setdefault(token, place)
        else:
            place.refuse(f"the word {short(token)} outside all clusters", expected)
    if opened or not words:
        fail(Where(source.name, 1), f"no </{opened}>" if opened else "no clusters", expected)
    return tuple(
        Mark(name, "word", phrases=tuple((word,) for word in listed), place=next(iter(listed.values())))
        for name, listed in words.items()
    )


def _entities(path: str) -> tuple[Mark, ...]:
    """The entities that ContextASR-Bench lists for each text, as its first script writes them if it has run."""
    source = SideFile(path)
    made = []
    expected = 'an object a line with "uniq_id" and "entity_list", a list of texts'
    for where, line, row in json_lines(source.name, source.lines(), expected):
        place = Place(where, line)
        name = row.get("uniq_id") if isinstance(row, Mapping) else None
        if not isinstance(name, str):
            place.refuse("no uniq_id" if isinstance(row, Mapping) else "no object", expected)
        listed = row.get("norm_entity_list", row.get("entity_list"))
        if not isinstance(listed, list) or not all(isinstance(text, str) and words_in(text) for text in listed):
            place.refuse("no list of entities", expected)
        if listed:
            phrases = tuple(tuple(words_in(text)) for text in listed)
            made.append(Mark("entities", "inside", name, phrases=phrases, place=place))
    if not made:
        fail(Where(source.name, 1), "no entities", expected)
    return tuple(made)


def _tagged(path: str) -> tuple[Mark, ...]:
    """The words that PIER finds tagged in a text, `<tag two words>`; a text that has no others it leaves out."""
    source = SideFile(path)
    try:
        corpus = detect(source).read(source)
    except UsageError:
        fail(Where(path, 1), "texts in no format that its name or content shows", "tagged texts such as x.trn or x.txt")
    made = []
    for name, text, line in zip(corpus.ids(), corpus.texts(), corpus.table.lines, strict=True):
        spans, size = tagged_spans(text, words_in)
        if sum(last + 1 - first for first, last in spans) < size:
            place = Place(Where(path, line or 1), text)
            made += [Mark("PIER", "right", name, spans=tuple(spans), size=size, place=place)] if spans else []
    if not made:
        fail(Where(path, 1), "no tagged words among others", "<tag ...> around some words of a text")
    return tuple(made)


PROFILES: Mapping[str, Callable[[str], tuple[Mark, ...]]] = {
    "bwer": _rare_words,
    "nlp": _word_classes,
    "nemo": lambda path: _phrases(path, "key phrases", "word"),
    "texterrors": lambda path: _phrases(path, "OOV", "none"),
    "wenet": _clusters,
    "pier": _tagged,
    "contextasr": _entities,
}
"""Files of other programs, by the name that stands before a colon."""
