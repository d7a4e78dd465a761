"""Files of equivalents: fstalign's synonyms, SpeechIO's lists, rules with arrows, and readings of single texts.

The content of the file decides its kind, or by its name before a colon, as in `csv:rules.txt`.
"""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any

from ...formats.engine.json_lines import json_value
from ...formats.engine.separated import fields_of_any_length
from ...formats.errors import Problems, UsageError, Where, among, fail, short, suggestion
from ...formats.nlp import runs, tagged_rows
from ...formats.schema.markup import MOST_BYTES, NULL_WORD
from ...formats.schema.markup import words as words_in
from ...formats.source import Source, Target
from ...formats.values import replace
from .equivalents import KINDS, Equivalent, Equivalents, Span
from .rule_file import opened

if TYPE_CHECKING:
    from .equivalents import Words

_SYNONYMS = "words, '|' and what may stand for them, with ';' between: gonna | going to"
_LISTS = "words that may stand for each other, with commas between: gonna, going to"
_ARROWS = "words, '=>' and what may stand for them, with '/' between: gonna => going to / gonna"
_VARIATIONS = 'an object such as {"id": "u1", "variations": [["ten thousand", "10000"], ["boats"]]}'
_CANDIDATES = 'an object such as {"0": {"candidates": [{"verbalization": ["twenty", "twenty"]}]}}'
_MOST = 100
"""Texts of one line that stand for each other: each of them is a rule with all others."""
_LABEL = re.compile(r"'([^']*)'")
_SIGNS = {"=>": "arrows", "|": "synonyms", ",": "csv"}
_FOREIGN = {
    _SYNONYMS: re.compile(r"=>|(?<!\S)/(?!\S)"),
    _LISTS: re.compile(r"=>|\|"),
    _ARROWS: re.compile(r"\||(?<!\S);(?!\S)"),
}
"""Signs of other kinds of files, which are no words of a line."""
_LONE = re.compile(r"(?<!\S)(?:[][;]+|__)(?!\S)")
"""Signs of rules that are no words where they stand alone."""
_NEIGHBOURS = re.compile(r"/\s*(?P<before>\[[^]]*\]|[^][/]*?)\s*(?<![^\s\]/])__(?![^\s\[])\s*(?P<behind>.*)")
"""The words before and behind those that a rule of a GLM changes."""
_BRACKETS = re.compile(r"\s*\[(?P<words>[^]]*)\]\s*")
_CSV_PROBLEMS = {"unexpected end of data": "quotes that are not closed"}


def read_equivalents(name: str) -> Equivalents:
    """The equivalents of a file, whose kind may stand before its path."""
    kind, colon, rest = name.partition(":")
    kinds = (*_KINDS, _NLP)
    if not name or (colon and kind in kinds and not rest):
        raise UsageError(
            f"equivalents {name!r} without a file; expected a file of rules, as in {kind or 'csv'}:rules.txt"
        )
    if colon and kind == _NLP:
        return _candidates(rest)
    if colon and kind in _KINDS:
        return _KINDS[kind](opened(rest))
    if not os.path.exists(name):
        if near := suggestion(name, KINDS):
            raise UsageError(f"no file {name!r}{near}")
        if colon and kind.isidentifier() and len(kind) > 1:
            raise UsageError(f"no file {name!r}, and no kind {kind!r} of rules{among(kind, kinds)}")
    return of_file(name)


def of_file(file: Target) -> Equivalents:
    """The equivalents of a file, whose content says its kind."""
    source = opened(file)
    return _KINDS[_kind_of(source)](source)


def _kind_of(source: Source) -> str:
    """The kind of a file by its first line of content."""
    content = (line for line in source.lines() if line.strip() and not line.lstrip().startswith(("#", ";;", "*")))
    first = next(content, "")
    told = (kind for sign, kind in _SIGNS.items() if sign in first)
    kind = "variations" if first.lstrip()[:1] == "{" else next(told, None)
    if kind is None:
        fail(Where(source.name, 1), "no equivalents", f"{_SYNONYMS}; or {_LISTS}; or {_ARROWS}", first or None)
    return kind


def _checked(source: Source, rows: Iterable[tuple[int, str, str, Sequence[str]]], expected: str) -> Equivalents:
    """The rules of rows: number, line, words, and what may stand for them; all problems are reported at once."""
    problems = Problems()
    rules: dict[Words, Equivalent] = {}
    for number, line, text, others in rows:
        where = Where(source.name, number)
        words = tuple(words_in(text))
        readings = [tuple(words_in(other)) for other in others]
        if sign := _FOREIGN[expected].search(line) or _LONE.search(text) or _LONE.search("  ".join(others)):
            problems.add(where, f"{sign[0]!r} among words", expected, line)
            continue
        if (size := max(map(_size, (text, *others)))) >= MOST_BYTES:
            problems.add(where, f"a text of {size:,} bytes", f"texts of less than {MOST_BYTES:,}", line)
            continue
        is_of_words = words not in ((), (NULL_WORD,))
        if not is_of_words or not readings or not all(readings):
            problems.add(where, _lack(line) if is_of_words else "no words to replace", expected, line)
            continue
        made = dict.fromkeys(() if reading == (NULL_WORD,) else reading for reading in readings)
        made.pop(words, None)
        if before := rules.get(words):
            rules[words] = replace(before, readings=tuple(dict.fromkeys((*before.readings, *made))))
        elif made:  # lists of rules have words that stand for themselves alone, such as `<unk> | <unk>`
            rules[words] = Equivalent(words, tuple(made), where)
    problems.check()
    if not rules:
        fail(Where(source.name, 1), "no equivalents", expected)
    return Equivalents(tuple(rules.values()))


def _size(text: str) -> int:
    """The bytes of a text without blanks around it."""
    text = text.strip()
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def _lack(line: str) -> str:
    """The problem of a line without readings, or with an empty one."""
    sign = next((sign for sign in _SIGNS if line.count(sign) > 1 and sign != ","), None)
    return f"{sign!r} twice" if sign else "an empty side"


def _content(source: Source, *comments: str) -> Iterator[tuple[int, str]]:
    """Numbers and lines that are no comments."""
    for number, line in enumerate(source.lines(), 1):
        if line.strip() and not line.lstrip().startswith(comments):
            yield number, line


def _synonyms(source: Source) -> Equivalents:
    """The rules of a file of fstalign."""
    rows = ((number, line, *_sides(line, "|", ";")) for number, line in _content(source, "#"))
    return _checked(source, rows, _SYNONYMS)


def _sides(line: str, sign: str, between: str) -> tuple[str, list[str]]:
    """Both sides of a line: the words, and what may stand for them."""
    head, found, rest = line.partition(sign)
    return head, rest.split(between) if found and sign not in rest else []


def _arrows(source: Source) -> Equivalents:
    """The rules of a file with arrows: `a => b / c`, or as a GLM has them, `[a] => [{ b / c }] / [ ] __ [ ]`."""
    rows = [
        (number, line.partition(";;")[0], *_arrow(Where(source.name, number), line.partition(";;")[0]))
        for number, line in _content(source, ";;", "*", "#")
    ]
    return _checked(source, rows, _ARROWS)


def _arrow(where: Where, line: str) -> tuple[str, list[str]]:
    """Both sides of a line with an arrow; where a GLM writes nothing, there is no word."""
    neighbours = _NEIGHBOURS.search(line)
    before, behind = _words_around(where, line, neighbours) if neighbours else ("", "")
    head, others = _sides(line[: neighbours.start()] if neighbours else line, "=>", "\0")
    rest = others[0].strip() if others else ""
    if others and (neighbours or (_BRACKETS.fullmatch(head) and rest.startswith("["))):
        rest = f"{rest.removesuffix(']')}]" if rest.startswith("[") else rest  # a rule of NIST's own files lacks it
        head, rest = _bare(head), _bare(rest) or NULL_WORD
    rest = rest.removeprefix("{").removesuffix("}")
    if "{" in rest or "}" in rest:
        fail(where, "braces that are not those around all readings", "one { a / b }", line)
    readings = rest.split("/") if rest else []
    if before or behind:
        head = f"{before} {head} {behind}"
        readings = [f"{before} {'' if text.strip() == NULL_WORD else text} {behind}" for text in readings]
    return head, readings


def _words_around(where: Where, line: str, neighbours: re.Match[str]) -> tuple[str, str]:
    """The words before and behind those that a rule of a GLM changes, which are words of its equivalents, too."""
    before, behind = (_BRACKETS.sub(r"\g<words>", part) for part in neighbours.groups())
    if (before and before[-1] != " ") or (behind and behind[0] != " "):
        expected = "whole words with blanks, as in [ ] __ [ shirt]: rules for letters are for normalise= (--normalise)"
        fail(where, "a rule for some letters around it", expected, line)
    return before.strip(), behind.strip()


def _bare(part: str) -> str:
    """A part of a rule without the brackets that it may have."""
    brackets = _BRACKETS.fullmatch(part)
    return (brackets["words"] if brackets else part).strip()


def _lists(source: Source) -> Equivalents:
    """The rules of a file of SpeechIO: all texts of a line stand for each other."""
    groups: dict[Words, dict[str, int]] = {}
    rows: list[tuple[int, str, str, list[str]]] = []
    with fields_of_any_length():
        texts_of_lines = [
            (number, line, _texts_of(Where(source.name, number), line)) for number, line in _content(source, "#")
        ]
    for number, line, texts in texts_of_lines:
        if not all(texts):
            rows.append((number, line, texts[0], []))
            continue
        if len(texts) == 1:
            continue  # as in SpeechIO's own list
        for text in texts:
            if text == NULL_WORD:
                continue
            held = groups.setdefault(tuple(words_in(text)), {})
            for other in texts:
                held.setdefault(other, number)
    lines = source.lines()
    for words, held in groups.items():
        text = " ".join(words)
        others = [other for other in held if other != text]
        number = min(held.values())
        rows.append((number, lines[number - 1], text, others or [text]))
    return _checked(source, rows, _LISTS)


def _texts_of(where: Where, line: str) -> list[str]:
    """The texts of a line that stand for each other."""
    try:
        texts = [" ".join(words_in(cell)) for cell in next(csv.reader([line], strict=True, skipinitialspace=True))]
    except csv.Error as error:
        fail(
            where, _CSV_PROBLEMS.get(str(error), str(error)) if "\r" not in line else "a carriage return", _LISTS, line
        )
    if len(texts) > _MOST:
        fail(where, f"more than {_MOST} texts that stand for each other", "several lines", line)
    return texts


def _variations(source: Source) -> Equivalents:
    """The readings of single texts, part by part: the first of each part is what the reference has."""
    spans: dict[str, tuple[Span, ...]] = {}
    for number, line in _content(source):
        where = Where(source.name, number)
        row = _object(where, line, line)
        name, parts = row.get("id"), row.get("variations")
        if not isinstance(name, str) or not isinstance(parts, list):
            fail(where, "no id, or no variations", _VARIATIONS, line)
        if name in spans:
            fail(where, f"id {short(name)} again", "one line for each text", line)
        spans[name] = tuple(_spans_of(parts, where, line))
    if not spans:
        fail(Where(source.name, 1), "no variations", _VARIATIONS)
    return Equivalents(spans=spans)


def _spans_of(parts: Sequence[Any], where: Where, line: str) -> Iterator[Span]:
    """The spans of the parts of a text that have several readings."""
    # Most parts are a single word, which is not looked at.
    if not ({*map(type, parts)} <= {list} and all(parts) and {*map(type, chain.from_iterable(parts))} <= {str}):
        odd = next(part for part in parts if not part or not _is_of_words(part))
        fail(where, f"the part {short(str(odd))}", _VARIATIONS, line)
    firsts = [part[0] for part in parts]
    text = tuple(words_in(" ".join(firsts)))
    is_single = len(text) == len(firsts) and all(map(str.strip, firsts))
    sizes = [1] * len(firsts) if is_single else [len(words_in(first)) for first in firsts]
    if 0 in sizes:
        fail(where, "a part whose first text is empty", _VARIATIONS, line)
    for part, end in zip(parts, accumulate(sizes), strict=True):
        if len(part) == 1:
            continue
        own, *others = (tuple(words_in(text)) for text in part)
        if readings := tuple(reading for reading in dict.fromkeys(others) if reading != own):
            yield Span(end - len(own), end, readings, " ".join(own), where, len(text), text=text)


def _candidates(argument: str) -> Equivalents:
    """Rev's candidates of the tagged words of nlp files: `nlp:FILE:CANDIDATES`, or both folders."""
    path, _, sidecar = argument.partition(":")
    if not sidecar:
        raise UsageError(f"nlp:{argument} without its candidates; expected nlp:FILE:CANDIDATES, or two folders")
    paths = sorted(_nlp_files(path)) if os.path.isdir(path) else [path]
    spans = {_stem(file): tuple(_tagged(file, sidecar)) for file in paths}
    if not any(spans.values()):
        fail(Where(path, 1), "no word with candidates", "a column tags, and files that explain it")
    return Equivalents(spans=spans)


def _nlp_files(folder: str) -> list[str]:
    return [os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".nlp")]


def _stem(path: str) -> str:
    return os.path.splitext(os.path.basename(path))[0]


def _tagged(path: str, sidecar: str) -> Iterator[Span]:
    """The spans of the words of one recording that have candidates."""
    rows = tagged_rows(path)
    readings = _readings(os.path.join(sidecar, f"{_stem(path)}.norm.json") if os.path.isdir(sidecar) else sidecar)
    in_order = rows.in_order
    for cell, first, end in runs([*map(_first_label, rows.column("tags"))]):
        tag, _, label = cell.partition(":")
        if cell and (made := readings.get(tag, ())):
            yield Span(first, end, made, label or tag, Where(path, rows.lines[first]), len(rows.lines), in_order)


@lru_cache(maxsize=1 << 16)
def _first_label(cell: str) -> str:
    """The first label of a list, as Python writes it; empty where there is none."""
    label = _LABEL.search(cell)
    return label[1] if label else ""


def _readings(path: str) -> dict[str, tuple[Words, ...]]:
    """The candidates of a recording, by the number of the tag."""
    source = opened(path)
    rows = _object(Where(source.name, 1), source.text, None)
    made = {}
    for tag, row in rows.items():
        candidates = row.get("candidates") if isinstance(row, dict) else None
        if not isinstance(candidates, list):
            candidates = [None]
        texts: list[Any] = [each.get("verbalization") if isinstance(each, dict) else None for each in candidates]
        spoken: list[Any] = [*chain.from_iterable(texts)] if {*map(type, texts)} <= {list} else [None]
        if not {*map(type, spoken)} <= {str}:
            fail(Where(source.name, 1), f"the tag {short(tag)} has no candidates", _CANDIDATES)
        made[tag] = tuple(dict.fromkeys(map(tuple, texts if _are_single(spoken) else _cut_anew(texts))))
    return made


def _are_single(words: Sequence[str]) -> bool:
    """Whether each of some texts is one word."""
    joined = "".join(words)
    return joined.isprintable() and " " not in joined and "" not in words


def _cut_anew(texts: Iterable[Sequence[str]]) -> Iterator[list[str]]:
    """The words of texts that are in pieces, each of which may have several, or none."""
    return (words_in(" ".join(text)) for text in texts)


def _is_of_words(text: Any) -> bool:
    """Whether a part is a list of texts."""
    return isinstance(text, list) and all(isinstance(word, str) for word in text)


def _object(where: Where, text: str, line: str | None) -> dict[str, Any]:
    """The object that a text of JSON is."""
    expected = _VARIATIONS if line else _CANDIDATES
    row = json_value(where, text, expected)
    if not isinstance(row, dict):
        fail(where, "no object", expected, line)
    return row


_NLP = "nlp"
"""The kind of two files, whose names a colon parts."""
_KINDS: Mapping[str, Callable[[Source], Equivalents]] = {
    "synonyms": _synonyms,
    "fstalign": _synonyms,
    "csv": _lists,
    "arrows": _arrows,
    "variations": _variations,
}
"""Readers of files by the name of their kind."""
