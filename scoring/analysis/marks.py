"""Marks: which words of the reference belong to which class, read from JSON lines or csv.

Each line names a class and one way to belong to it: a span of words of one text, phrases for all texts or one, a
pattern, a lexicon, or a script. `insertions` says which inserted words are errors of the class.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from csv import Error as CsvError
from csv import reader as csv_reader
from functools import cache, partial
from hashlib import sha256
from itertools import zip_longest
from json import dumps
from typing import Any, NoReturn, TypeAlias
from warnings import catch_warnings, simplefilter

from ...formats.engine.json_lines import json_lines
from ...formats.engine.separated import fields_of_any_length, separator_in
from ...formats.errors import UsageError, Where, among, fail, short
from ...formats.schema.markup import words
from ...formats.source import SideFile
from .kinds import NAME as KINDS
from .kinds import PATTERNS
from .mark import INSERTIONS, Mark, Place
from .profiles import PROFILES
from .settings import of_python

Lexicon: TypeAlias = Callable[[str], tuple[str, ...]]
"""The words of a lexicon by the name of its file."""
Wrong: TypeAlias = Callable[[str, str], NoReturn]
"""Says what is wrong with a mark, and what was expected."""
_SPAN = "first and last"
_WAYS = ("phrases", "pattern", "not_in", "script")
_KEYS = {"class", "id", "first", "last", "name", "insertions", "side", *_WAYS}
_EXPECTED = (
    'an object such as {"class": "name", "phrases": ["anna lee"]}, or with "id", "first" and "last", "pattern", '
    '"not_in" or "script"'
)
_HALF = re.compile("[\ud800-\udfff]")
_HEAD = "a header such as class,phrase, or JSON lines; a list of phrases, a line each, is read as"


def marks_of(given: Mapping[str, Any] | Iterable[Any] | str | os.PathLike[str]) -> tuple[Mark, ...]:
    """Marks from a file, from phrases by class, or from objects as a file has them, or `Mark`s.

    >>> marks_of({"name": ["anna lee"]})[0].phrases
    (('anna', 'lee'),)
    >>> marks_of([{"class": "number", "pattern": "[0-9]+"}])[0].insertions
    'word'
    """
    if isinstance(given, (str, os.PathLike)):
        path = os.fspath(given)
        if path == KINDS and not os.path.exists(path):
            return marks_of([{"class": label, "pattern": pattern} for label, pattern in PATTERNS.items()])
        profile, colon, rest = path.partition(":")
        if profile in PROFILES and (colon or not os.path.exists(path)):
            if not rest:
                raise UsageError(f"classes {path!r} without a file; expected {profile}:FILE")
            return PROFILES[profile](rest)
        if colon and profile.isidentifier() and len(profile) > 1 and not os.path.exists(path):
            raise UsageError(f"no file {path!r}, and no profile {profile!r}{among(profile, PROFILES)}")
        return read_marks(path)
    if isinstance(given, Mapping):
        given = [
            {
                "class": label,
                "phrases": phrases if isinstance(phrases, str) or not isinstance(phrases, Iterable) else list(phrases),
            }
            for label, phrases in given.items()
        ]
    if not isinstance(given, Iterable):
        raise UsageError(f"classes are {given!r}; expected a file of marks, or words by class, {{'name': ['anna']}}")
    lexicon = cache(partial(_lexicon, "."))
    made = [each if isinstance(each, Mark) else _mark(each, None, lexicon) for each in given]
    if not made:
        raise UsageError("there are no marks; expected a class with its words, such as {'name': ['anna']}")
    return tuple(made)


def read_marks(path: str) -> tuple[Mark, ...]:
    """The marks of a file: JSON lines, else csv with a head such as `class,phrase` or `class,id,first,last`."""
    source = SideFile(path)
    lexicon = cache(partial(_lexicon, os.path.dirname(path)))
    lines = source.lines()
    opening = next((line.lstrip()[:1] for line in lines if line.strip()), "")
    if opening in "{[" and opening:
        rows: Iterable[tuple[Where, str, Any]] = json_lines(source.name, lines, _EXPECTED)
    else:
        with fields_of_any_length():
            rows = [*_csv_rows(source.name, lines)]
    made = tuple(_mark(row, Place(where, line), lexicon) for where, line, row in rows)
    if not made:
        fail(Where(source.name, 1), "no marks", _EXPECTED)
    return made


def digest(marks: Iterable[Mark]) -> str:
    """Eight digits for the marks, by which two people see whether they used equal ones."""
    spans: dict[Any, set[tuple[int, int]]] = {}
    for mark in marks:
        spans.setdefault(mark.key(), set()).update(mark.spans)
    keys = sorted(repr((key, sorted(held))) for key, held in spans.items())
    return sha256("\n".join(keys).encode("utf-8", "surrogatepass")).hexdigest()[:8]


def _csv_rows(name: str, lines: list[str]) -> Iterable[tuple[Where, str, Any]]:
    rows = csv_reader([f"{line}\n" for line in lines], delimiter=separator_in(lines[0] if lines else ""), strict=True)
    try:
        head = next(rows, [])
        if lines and "class" not in head:
            is_of_rare_words = len(head) > 1 and head[-1].startswith("[")
            others = f"rows of an id, a text and a list of rare words are read as classes=bwer:{name}"
            expected = others if is_of_rare_words else f"{_HEAD} classes=nemo:{name}"
            Place(Where(name, 1), lines[0]).refuse("a header without class", expected)
        if again := next((column for column in head if column and head.count(column) > 1), None):
            Place(Where(name, 1), lines[0]).refuse(
                f"{short(again)} twice in the header", "a line for each phrase or span"
            )
        for row in rows:
            pairs = [*zip_longest(head, row, fillvalue="")]
            if any(cell and not column for column, cell in pairs):
                fail(Where(name, rows.line_num), "more fields than the header has names", "a name for each field")
            if cells := _object_of(pairs):
                yield Where(name, rows.line_num), lines[rows.line_num - 1], cells
    except CsvError as error:
        fail(Where(name, rows.line_num), str(error), _EXPECTED)


def _object_of(pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """A row of csv, whose columns and cells these are, as an object; without empty cells."""
    cells: dict[str, Any] = {column: cell for column, cell in pairs if cell}
    if "phrase" in cells:
        cells["phrases"] = [cells.pop("phrase")]
    for key in ("first", "last"):
        if key in cells and cells[key].strip().isdecimal():
            cells[key] = int(cells[key])
    return cells


def _mark(row: Any, place: Place | None, lexicon: Lexicon) -> Mark:
    """A mark of an object; problems name the line, or the object where there is none."""

    def wrong(what: str, expected: str) -> NoReturn:
        if place is None:
            raise UsageError(f"{what} in the mark {short(str(row))}; expected {expected}")
        place.refuse(what, expected)

    way = _way_of(row, wrong)
    is_span = way == _SPAN
    insertions = row.get("insertions", "inside" if is_span else "word")
    if insertions not in INSERTIONS:
        wrong(f"insertions {insertions!r}", f"one of {', '.join(INSERTIONS)}")
    if is_span and insertions == "word":
        wrong("insertions 'word' of a span", "inside, left, right or none: a span has no list of words")
    name = row.get("id")
    if name is not None and not isinstance(name, str):
        wrong(f"id {name!r}", "a text")
    fields: dict[str, Any] = {
        "label": " ".join(row["class"].split()),
        "insertions": insertions,
        "id": name,
        "place": place,
    }
    if not is_span:
        return Mark(**fields, **_words_of(row, way, wrong, lexicon))
    first, last = of_python(row.get("first")), of_python(row.get("last"))
    if type(first) is not int or type(last) is not int or name is None or not 0 <= first <= last:
        wrong(f"a span from {first!r} to {last!r}", "an id, and whole numbers first <= last, counted from 0")
    return Mark(**fields, spans=((first, last),))


def _way_of(row: Any, wrong: Wrong) -> str:
    """The way in which the object of a mark names words; anything else is rejected."""
    if not isinstance(row, Mapping):
        wrong("no object", _EXPECTED)
    name = row.get("class", "")
    if not isinstance(name, str) or _HALF.search(name):
        wrong(f"class {short(dumps(name, default=repr))}", "a text")
    if not name.strip():
        wrong("no class", _EXPECTED)
    if unknown := sorted(set(row) - _KEYS):
        wrong(f"an unknown field {short(unknown[0])}", f"one of {', '.join(sorted(_KEYS))}")
    if row.get("side", "ref") != "ref":
        what = "ref: classes apply to words of the reference; insertions says which inserted words count with them"
        wrong(f"side {row['side']!r}", what)
    ways = [name for name in _WAYS if name in row] + [_SPAN] * ("first" in row or "last" in row)
    if len(ways) != 1:
        what = f"{' and '.join(ways)} together" if ways else "no words"
        wrong(what, "one of phrases, pattern, not_in, script, or first and last")
    return ways[0]


def _words_of(row: Mapping[str, Any], way: str, wrong: Wrong, lexicon: Lexicon) -> dict[str, Any]:
    """The words of a mark that is no span."""
    if way == "phrases":
        phrases = [row[way]] if isinstance(row[way], str) else row[way]
        texts = phrases if isinstance(phrases, (list, tuple)) else []
        if not texts or not all(isinstance(text, str) and words(text) for text in texts):
            wrong("phrases that are not texts", 'a list of texts such as ["new york", "anna"]')
        return {"phrases": tuple(tuple(words(text)) for text in texts)}
    text = row[way]
    if not isinstance(text, str) or not text:
        wrong(f"{way} {text!r}", "a text")
    if way == "pattern":
        try:
            with catch_warnings():
                simplefilter("error")  # such as of [[:alpha:]], which is no class of letters in Python
                re.compile(text)
        except (re.error, RecursionError, Warning) as error:
            wrong(f"pattern {text!r}: {error}", "a regular expression")
    if way == "not_in":
        try:
            listed = lexicon(text)
        except OSError as error:
            wrong(f"the lexicon {short(text)}: {error.strerror}", "the name of a file with a word a line")
        if not listed:
            wrong(f"the lexicon {short(text)} has no words", "a word at the beginning of each line")
        return {"not_in": listed}
    return {way: text}


def _lexicon(folder: str, name: str) -> tuple[str, ...]:
    """The first words of the lines of a lexicon, which may be in a folder; lines of marks that name it share them."""
    lines = map(words, SideFile(os.path.join(folder, name)).lines())
    return tuple([line_words[0] for line_words in lines if line_words])
