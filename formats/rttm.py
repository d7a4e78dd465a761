"""RTTM: who spoke and what was said, one row for each turn, word or event.

    SPEAKER f 1 9.50 4.00 <NA> <NA> speaker <NA>
    LEXEME f 1 10.00 0.50 morning lex speaker <NA>

`;;` begins a comment anywhere in a line. `blocks` is the one reader: it checks every row and yields columns. `read`
makes a corpus of them: a SPEAKER row becomes a segment, and the LEXEME rows after it that lie inside it become its
words. Other LEXEME rows of one speaker become segments without times; rows of other types become segments without
words. `read_rttm` selects the rows that keyword scoring needs. Written from another format, words without times are
left out: the rows say who spoke.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, chain, compress, pairwise, repeat, zip_longest
from math import inf, isfinite, nan
from operator import add, sub
from typing import Any, NamedTuple

from .engine.comments import comment_line, with_comments
from .engine.fields import (
    are_times,
    column,
    difference_text,
    splitter,
    time_problem,
    time_text,
    times,
    wide_blank,
    word_of,
)
from .engine.fields import number as number_of
from .engine.rows import run_lines
from .errors import Problems, UsageError, Where, quantity
from .record import Format
from .schema import (
    Attributes,
    Comment,
    Corpus,
    Item,
    Label,
    LabelColumns,
    LabelLists,
    Numbers,
    Segment,
    Table,
    number_text,
    sum_text,
)
from .schema.items import first_words
from .schema.lazy import taken
from .schema.markup import words
from .schema.numbers import exact_texts
from .source import Source
from .values import dataclass

_FIELDS = 9
# Pieces of this size stay in the cache of a processor while they are cut; larger ones take twice the time.
_PIECE = 1 << 15
_NONE = "<NA>"
_LAYOUT = "type file channel begin duration token subtype speaker confidence [lookahead]"
TYPES = frozenset(
    {
        "SEGMENT",
        "NOSCORE",
        "NO_RT_METADATA",
        "LEXEME",
        "NON-LEX",
        "NON-SPEECH",
        "FILLER",
        "EDIT",
        "IP",
        "SU",
        "CB",
        "A/P",
        "SPEAKER",
        "SPKR-INFO",
    }
)
"""All types of rows."""
_TIMELESS = frozenset({"SPKR-INFO", "IP", "CB"})
_UNSPELLED = frozenset({"un-lex", "for-lex", "frag", "fp"})
# The part of a text that Perl reads as a number.
_PERL_NUMBER = re.compile(r"[ \t\n\v\f\r]*[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")


# --- rows as columns -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Some rows of a file as parallel columns, checked; `lines` are their line numbers.

    `columns` are the ten fields as text, from type to lookahead; a missing lookahead is empty. A time of <NA> is NaN. A
    comment stands before the row of its number.
    """

    lines: Sequence[int]
    columns: Sequence[list[str]]
    begins: Sequence[float]
    durations: Sequence[float]
    comments: tuple[tuple[int, str], ...] = ()

    def __len__(self) -> int:
        return len(self.lines)

    def ends(self) -> Iterable[float]:
        """The ends: begins plus durations."""
        return map(add, self.begins, self.durations)


def blocks(source: Source, *, raw: bool = False) -> Iterator[Block]:
    """The rows of a file, block by block; problems are raised after the last block, so read all before using one.

    `raw` reads as KWSEval does: types in any case, rows of unknown types skipped, nine fields in every row, and the
    numeric begin of a time that is not a number (0 without one).

    >>> [block.columns[7] for block in blocks(Source(b"SPEAKER f 1 0 1 <NA> <NA> anna <NA>\\n"))]
    [['anna']]
    """
    problems = Problems()
    for first, text in _pieces(source.text):
        block = _even(text, first, raw)
        yield block if block is not None else _Lines(source.name, problems, raw).block(text, first)
    problems.check()


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Lines in pieces, each with the number of its first line."""
    place, number = 0, 1
    while place < len(text):
        end = text.find("\n", place + _PIECE)
        end = len(text) if end < 0 else end
        yield number, text[place:end]
        place, number = end + 1, number + text.count("\n", place, end) + 1


def _even(text: str, first: int, raw: bool) -> Block | None:
    """The block of lines that have nine fields or ten, and no problem; None where lines need a closer look."""
    text = text.removesuffix("\n")
    if wide_blank(text):
        return None
    fields = f"{text}\n".replace("\n", " \0 ").split()
    size = fields.index("\0")
    count = text.count("\n") + 1
    lines: Sequence[int] = range(first, first + count)
    comments: list[tuple[int, str]] = []
    is_even = ";;" not in text and size in (_FIELDS, _FIELDS + 1) and len(fields) == (size + 1) * count
    if is_even and fields[size :: size + 1].count("\0") == count:
        columns = [fields[place :: size + 1] for place in range(size)]
    else:
        # Blank lines are many in hostile files: nothing is made of one.
        whole = text.split("\n")
        lines = list(compress(lines, map(str.strip, whole)))
        parts = list(map(str.partition, filter(str.strip, whole), repeat(";;")))
        rows = [data.split() for data, _, _ in parts]
        before = zip(accumulate(map(bool, rows), initial=0), parts, strict=False)
        comments = [(row, (mark + comment).removesuffix("\r")) for row, (_, mark, comment) in before if mark]
        lines, rows = list(compress(lines, rows)), list(filter(None, rows))
        size = max(map(len, rows), default=_FIELDS)
        if size > _FIELDS + 1 or min(map(len, rows), default=_FIELDS) < _FIELDS:
            return None
        columns = list(map(list, zip_longest(*rows, fillvalue=""))) or [[] for _ in range(_FIELDS)]
    if raw:
        return None if size > _FIELDS else _raw_block(columns, lines)
    begins, durations = (_values(columns[place], columns[0]) for place in (3, 4))
    if begins is None or durations is None or not _is_sound(columns):
        return None
    columns = columns if size > _FIELDS else [*columns, [""] * len(lines)]
    return Block(lines, columns, begins, durations, tuple(comments))


def _values(texts: Sequence[str], types: Sequence[str]) -> Sequence[float] | None:
    """The values of times; NaN for <NA> in rows that need no times. None where a time needs a closer look."""
    values = times(texts)
    if values is not None or _NONE not in texts:
        return values
    if not {kind for text, kind in zip(texts, types, strict=True) if text == _NONE} <= _TIMELESS:
        return None
    values = times(["0" if text == _NONE else text for text in texts])
    if values is not None:
        for place, text in enumerate(texts):
            if text == _NONE:
                values[place] = nan
    return values


def _is_sound(columns: Sequence[list[str]]) -> bool:
    """Whether types, confidences and words are as they should be."""
    types, tokens = columns[0], columns[5]
    kinds = set(types)
    if not kinds <= TYPES or any(text != _NONE and number_of(text) is None for text in set(columns[8])):
        return False
    if "LEXEME" not in kinds or _NONE not in tokens:
        return True
    if ("LEXEME", _NONE) not in zip(types, tokens, strict=True):
        return True
    return not any(_lacks_word(*row) for row in zip(types, tokens, columns[6], strict=True))


def _raw_block(columns: Sequence[list[str]], lines: Sequence[int]) -> Block:
    """The rows of known types as KWSEval reads them, without any check of their fields."""
    types = [name.upper() for name in columns[0]]
    is_known = [name in TYPES for name in types]
    if not all(is_known):
        types, lines = list(compress(types, is_known)), list(compress(lines, is_known))
        columns = [types, *(list(compress(values, is_known)) for values in columns[1:])]
    begins, durations = (times(columns[place]) or list(map(perl_number, columns[place])) for place in (3, 4))
    return Block(lines, [types, *columns[1:], [""] * len(types)], begins, durations)


class _Lines:
    """Reads lines one by one: cuts off comments and notes the problems of rows."""

    def __init__(self, path: str, problems: Problems, raw: bool) -> None:
        self._path = path
        self._problems = problems
        self._raw = raw
        self._rows: list[list[str]] = []
        self._numbers: list[int] = []
        self._comments: list[tuple[int, str]] = []

    def block(self, text: str, first: int) -> Block:
        """The block of the lines of a text."""
        split = splitter(text)
        for number, line in enumerate(text.split("\n"), first):
            data, mark, comment = line.partition(";;")
            if mark:
                self._comments.append((len(self._rows), (mark + comment).removesuffix("\r")))
            if fields := split(data):
                self._take(number, line.removesuffix("\r"), data, fields)
        columns = [list(values) for values in zip(*self._rows, strict=True)] or [[] for _ in range(_FIELDS + 1)]
        if self._raw:
            return _raw_block(columns[:_FIELDS], self._numbers)
        begins, durations = (array("d", [_value(text) for text in columns[place]]) for place in (3, 4))
        return Block(self._numbers, columns, begins, durations, tuple(self._comments))

    def _take(self, number: int, line: str, data: str, fields: list[str]) -> None:
        if self._raw:
            problem = (
                None
                if len(fields) == _FIELDS
                else (
                    quantity(len(fields), "field"),
                    f"{_FIELDS} fields",
                    column(data, min(len(fields), _FIELDS) + 1),
                )
            )
        else:
            problem = _row_problem(data, fields)
        if problem is None:
            self._rows.append(fields if len(fields) > _FIELDS else [*fields, ""])
            self._numbers.append(number)
        else:
            what, expected, place = problem
            self._problems.add(Where(self._path, number, place), what, expected, line)


def _value(text: str) -> float:
    return nan if text == _NONE else float(text)


def _row_problem(data: str, fields: Sequence[str]) -> tuple[str, str, int] | None:
    """The problem of a row, what was expected, and the column; None for a sound row."""
    if character := wide_blank(data):
        what = f"U+{ord(character):04X} in a row: some programs split fields there, others do not"
        return (
            what,
            "blanks and tabs between fields, and none of the other blanks of Unicode",
            data.index(character) + 1,
        )
    if problem := _problem(fields):
        return problem[0], _LAYOUT, column(data, problem[1])
    return None


def _problem(fields: Sequence[str]) -> tuple[str, int] | None:
    """The problem of a row, and the number of its field."""
    if fields[0] not in TYPES:
        return f"the type {fields[0]!r} is unknown", 1
    if not _FIELDS <= len(fields) <= _FIELDS + 1:
        return quantity(len(fields), "field"), min(len(fields), _FIELDS + 1) + 1
    for name, place in (("begin", 4), ("duration", 5)):
        missing = fields[place - 1] == _NONE and fields[0] in _TIMELESS
        if not missing and (what := time_problem(name, fields[place - 1])):
            return what, place
    if fields[8] != _NONE and number_of(fields[8]) is None:
        return f"confidence {fields[8]!r} is neither a number nor {_NONE}", 9
    if _lacks_word(fields[0], fields[5], fields[6]):
        return "a LEXEME without a word", 6
    return None


def _lacks_word(kind: str, token: str, subtype: str) -> bool:
    """Whether a row needs a word and has none: speech that nobody could spell has none, as NIST's programs accept."""
    return kind == "LEXEME" and token == _NONE and subtype not in _UNSPELLED


def perl_number(text: str) -> float:
    """The number at the begin of a text, as Perl reads it; 0 without one.

    >>> perl_number("1.5s"), perl_number("<NA>"), perl_number("1e1")
    (1.5, 0.0, 10.0)
    """
    match = _PERL_NUMBER.match(text)
    if match:
        return float(match[0])
    word = text.strip().lower().lstrip("+")
    if word.removeprefix("-").startswith(("inf", "nan")):
        return float(word[:4] if word[0] == "-" else word[:3])
    return 0.0


# --- for keyword scoring -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of one type as parallel columns; begins as text and as numbers."""

    files: list[str]
    channels: list[str]
    begin_texts: list[str]
    begins: list[float]
    durations: list[float]
    tokens: list[str]
    subtypes: list[str]
    speakers: list[str]
    lines: list[int]

    @classmethod
    def empty(cls) -> Rows:
        """No rows."""
        return cls([], [], [], [], [], [], [], [], [])

    def __len__(self) -> int:
        return len(self.files)


@dataclass(frozen=True, slots=True)
class Rttm:
    """The rows of a file for keyword scoring."""

    lexemes: Rows
    speakers: Rows
    path: str = ""


def read_rttm(source: Source, *, split: Callable[[str], list[str]] | None = None, raw: bool = False) -> Rttm:
    """The words and turns of a file; `split` cuts a token into several that share its time, `raw` is as in `blocks`.

    >>> read_rttm(Source(b"LEXEME f 1 1.0 .5 Hello lex s <NA>")).lexemes.tokens
    ['Hello']
    """
    by_kind = {"LEXEME": Rows.empty(), "SPEAKER": Rows.empty()}
    spelled: dict[str, str] = {}
    for block in blocks(source, raw=raw):
        types = block.columns[0]
        for kind, rows in by_kind.items():
            count = types.count(kind)
            if count:
                _add(rows, block, None if count == len(types) else [name == kind for name in types], spelled)
    lexemes = by_kind["LEXEME"]
    return Rttm(lexemes if split is None else _split(lexemes, split), by_kind["SPEAKER"], source.name)


def _add(rows: Rows, block: Block, chosen: Sequence[bool] | None, spelled: dict[str, str]) -> None:
    """Adds the chosen rows of a block, or all; equal texts share one object."""
    for place, target in (
        (1, rows.files),
        (2, rows.channels),
        (3, rows.begin_texts),
        (5, rows.tokens),
        (6, rows.subtypes),
        (7, rows.speakers),
    ):
        values = block.columns[place]
        values = values if chosen is None else list(compress(values, chosen))
        target.extend(map(spelled.setdefault, values, values))
    rows.begins.extend(block.begins if chosen is None else compress(block.begins, chosen))
    rows.durations.extend(block.durations if chosen is None else compress(block.durations, chosen))
    rows.lines.extend(block.lines if chosen is None else compress(block.lines, chosen))


def _split(rows: Rows, split: Callable[[str], list[str]]) -> Rows:
    """Rows whose tokens are cut into parts of equal duration, rounded to milliseconds as by KWSEval."""
    parts = Rows.empty()
    for row in range(len(rows)):
        pieces = split(rows.tokens[row])
        for place, piece in enumerate(pieces):
            begin_text, begin, duration = rows.begin_texts[row], rows.begins[row], rows.durations[row]
            if len(pieces) > 1:
                duration = float(f"{duration / len(pieces):.3f}")
                begin_text = f"{begin + duration * place:.3f}"
                begin = float(begin_text)
            parts.files.append(rows.files[row])
            parts.channels.append(rows.channels[row])
            parts.begin_texts.append(begin_text)
            parts.begins.append(begin)
            parts.durations.append(duration)
            parts.tokens.append(piece)
            parts.subtypes.append(rows.subtypes[row])
            parts.speakers.append(rows.speakers[row])
            parts.lines.append(rows.lines[row])
    return parts


# --- as a corpus ---------------------------------------------------------------------------------------

_CLOSE = 1e-6
_MOST = 4096
# Attributes of a segment for fields without a place in the schema; a missing one is written as <NA>.
_TYPE = "rttm:type"
_NO_SPAN = f"{_NONE} {_NONE}"
_KEPT = ("rttm:token", "rttm:subtype", "rttm:confidence", "rttm:lookahead")


def read(source: Source) -> Corpus:
    """Reads all rows.

    >>> corpus = read(Source(b"SPEAKER f 1 1.0 2.0 <NA> <NA> anna <NA>\\nLEXEME f 1 1.5 0.5 hi lex anna 0.9\\n"))
    >>> segment, = corpus.segments
    >>> segment.speaker, segment.end, segment.items[0].value, segment.items[0].end
    ('anna', 3.0, 'hi', 2.0)
    """
    return corpus_of(list(blocks(source)), source.name)


def corpus_of(blocks: Sequence[Block], path: str) -> Corpus:
    """The corpus of all blocks of a file."""
    block = blocks[0] if len(blocks) == 1 else _joined(blocks)
    first = array("q", _firsts(block))
    comments = []
    segments = 0
    for row, text in block.comments:
        while segments < len(first) and first[segments] < row:
            segments += 1
        comments.append(Comment(text, segments))
    table = _table(block, path, first)
    return Corpus(table, comments=tuple(comments), format="rttm", path=path, original=_Original(table, block, first))


class _Original(NamedTuple):
    """The table of a file, the rows that it was read from, and the first row of each segment."""

    table: Table
    block: Block
    first: Sequence[int]

    def rows(self) -> Iterator[str]:
        """The lines of the file with one blank between fields, without comments."""
        *columns, lookaheads = self.block.columns
        if not any(lookaheads):
            return map("{} {} {} {} {} {} {} {} {}\n".format, *columns)
        return (" ".join(row).rstrip(" ") + "\n" for row in zip(*self.block.columns, strict=True))


def _table(block: Block, path: str, first: Sequence[int]) -> Table:
    """The table of rows; `first` are the first rows of segments."""
    types, files, channels, begins, durations, tokens, subtypes, speakers, confidences, lookaheads = block.columns
    ends = _ends(begins, durations)
    spoken = [row for row, kind in enumerate(types) if kind == "LEXEME" and tokens[row] != _NONE]
    sure = [None if confidences[row] == _NONE else confidences[row] for row in spoken]
    details = [_OF_WORDS[subtypes[row], lookaheads[row]] for row in spoken]
    words = LabelColumns(
        [tokens[row] for row in spoken],
        (
            [begins[row] for row in spoken],
            [ends[row] for row in spoken],
            None if sure.count(None) == len(sure) else sure,
        ),
        details if any(details) else None,
        (path, [block.lines[row] for row in spoken]),
    )
    limits = array("q", map(bisect_left, repeat(spoken), (*first, len(types))))
    texts = [None if low < high else "" for low, high in pairwise(limits)]
    timed = [row if types[row] != "LEXEME" and begins[row] != _NONE else None for row in first]
    rows = zip(
        *[[column[row] for row in first] for column in (types, tokens, subtypes, confidences, lookaheads)], strict=True
    )
    return Table(
        len(first),
        path=path,
        session=[files[row] for row in first],
        channel=[channels[row] for row in first],
        speaker=["" if speakers[row] == _NONE else speakers[row] for row in first],
        start=Numbers.some([None if row is None else begins[row] for row in timed]),
        end=Numbers.some([None if types[row] == "LEXEME" else ends[row] for row in first]),
        text=texts if "" in texts else None,
        labels=LabelLists(words, limits) if spoken else None,
        attributes=list(map(_OF_ROWS.__getitem__, rows)),
        lines=[block.lines[row] for row in first],
    )


def _ends(begins: Sequence[str], durations: Sequence[str]) -> list[str | None]:
    """The exact ends of rows; None where a time is missing."""
    if _NONE not in begins and _NONE not in durations:
        return list[str | None](exact_texts(add, begins, durations))
    return [None if _NONE in times else sum_text(*times) for times in zip(begins, durations, strict=True)]


class _Attributes(dict[tuple[str, ...], Attributes]):
    """The attributes of words by subtype and lookahead, or of segments by type and the fields without a place."""

    def __missing__(self, fields: tuple[str, ...]) -> Attributes:
        kind, *values = fields
        attributes: Attributes
        if len(fields) == len(_KEPT) + 1:
            pairs = zip(_KEPT, () if kind == "LEXEME" else values, strict=False)
            rest = [(key, value) for key, value in pairs if value and (value != _NONE or key == _KEPT[3])]
            attributes = (("rttm:type", kind), *rest)
        else:
            attributes = (("type", kind),) if kind != "lex" else ()
            attributes += ((_KEPT[3], values[0]),) if values[0] else ()
        if len(self) < _MOST:
            self[fields] = attributes
        return attributes


_OF_WORDS, _OF_ROWS = _Attributes(), _Attributes()


def _joined(blocks: Sequence[Block]) -> Block:
    """All blocks as one."""
    lines: list[int] = []
    columns: list[list[str]] = [[] for _ in range(_FIELDS + 1)]
    begins, durations = array("d"), array("d")
    comments: list[tuple[int, str]] = []
    for block in blocks:
        comments += [(len(lines) + row, text) for row, text in block.comments]
        lines.extend(block.lines)
        for whole, part in zip(columns, block.columns, strict=True):
            whole.extend(part)
        begins.extend(block.begins)
        durations.extend(block.durations)
    return Block(lines, columns, begins, durations, tuple(comments))


def _firsts(block: Block) -> list[int]:
    """The rows that begin a segment: all but words inside the segment before them."""
    types, files, channels, *_, speakers, _, lookaheads = block.columns
    names = zip(files, channels, speakers, strict=True)
    inside: tuple[str, str, str] | None = None
    low = high = 0.0
    firsts: list[int] = []
    rows = zip(types, names, block.begins, block.durations, lookaheads, strict=True)
    for row, (kind, name, begin, length, lookahead) in enumerate(rows):
        if kind == "LEXEME":
            if name == inside and low <= begin and begin + length <= high:
                continue
            inside, low, high = name, -inf, inf
        elif kind == "SPEAKER" and lookahead in ("", _NONE):
            inside, low, high = name, begin - _CLOSE, begin + length + _CLOSE
        else:
            inside = None
        firsts += [row]
    return firsts


def write(corpus: Corpus) -> Iterator[str]:
    """The rows; every segment needs times, or words with times."""
    original = corpus.original
    line_of = partial(comment_line, marks=";;", format="rttm")
    if isinstance(original, _Original) and original.table is corpus.table:
        if not corpus.comments:
            return original.rows()
        rows = list(original.rows())
        spans = pairwise((*original.first, len(rows)))
        return with_comments(corpus, line_of, (rows[first:last] for first, last in spans))
    return with_comments(corpus, line_of, _of_columns(corpus.table) or map(_rows_of, corpus.segments))


def _of_columns(table: Table) -> Iterable[Iterable[str]] | None:
    """The lines of each segment, column by column; None where one needs a closer look."""
    names = table.sessions, table.channels, [speaker or _NONE for speaker in table.speakers]
    if not _are_fields([*dict.fromkeys(chain(*names))]):
        return None
    try:
        turns, (first, rows) = _turns(table, names), _words(table, names[2])
    except UsageError:
        return None  # the problem is told in the order of the segments
    if True in [not turn and low == high for turn, (low, high) in zip(turns, pairwise(first), strict=True)]:
        return None
    return map(chain, turns, run_lines(list(map("LEXEME {} {} ".format, *names[:2])), first, rows))


def _turns(table: Table, names: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """The row of each segment, nothing for one of words only."""
    nothing = [None] * len(table)
    times = [nothing if column is None else column.texts_or_none() for column in (table.start, table.end)]
    places = [place for place, (start, end) in enumerate(zip(*times, strict=True)) if None not in (start, end)]
    spans = dict(zip(places, _spans(*[taken(column, places) for column in times]), strict=True))
    attributes = table.column("attributes") or [()] * len(table)
    others = {pairs for pairs in {*attributes} for key, _ in pairs if key == _TYPE or key in _KEPT}
    fields = {pairs: _fields_of(dict(pairs)) for pairs in {*others, ()}}
    turns: list[tuple[str, ...]] = [()] * len(table)
    columns = *names, map(fields.get, attributes, repeat(fields[()])), map(spans.get, range(len(table)))
    for place, (session, channel, speaker, (kind, token, rest), span) in enumerate(zip(*columns, strict=True)):
        if kind != "LEXEME" and (kind or span):
            row = f"{kind or 'SPEAKER'} {session} {channel} {span or _NO_SPAN} {token} {speaker} {rest}\n"
            turns[place] = (row,)
    return turns


def _fields_of(attributes: Mapping[str, str]) -> tuple[str, str, str]:
    """The type of a row, its fields before the speaker and those behind it."""
    token, subtype, confidence = (attributes.get(key, _NONE) for key in _KEPT[:3])
    lookahead = f" {attributes[_KEPT[3]]}" if _KEPT[3] in attributes else ""
    return attributes.get(_TYPE, ""), f"{token} {subtype}", confidence + lookahead


def _words(table: Table, speakers: Sequence[str]) -> tuple[Sequence[int], Iterator[str]]:
    """The first row of each segment and the number of all, and the fields behind the channel of words with times."""
    lists: LabelLists | None = table.column("labels") if table.has_labels() else None
    lists = None if lists is None else lists.flat()
    if lists is None or None in lists.labels.numbers[:2]:
        return [0] * (len(table) + 1), iter(())
    labels, first = lists.labels, lists.first
    starts, ends, confidences = ([None] * len(labels) if column is None else column for column in labels.numbers)
    is_timed = [start is not None and end is not None for start, end in zip(starts, ends, strict=True)]
    owners = list(chain.from_iterable(map(repeat, speakers, map(sub, first[1:], first))))
    pairs = labels.attributes or [()] * len(labels)
    columns = labels.values, starts, ends, confidences, owners, pairs
    values, starts, ends, confidences, owners, pairs = (list(compress(column, is_timed)) for column in columns)
    details = {attributes: dict(attributes) for attributes in {*pairs} if attributes}
    kinds = {attributes: more.get("type", "lex") for attributes, more in details.items()}
    rests = {attributes: f" {more[_KEPT[3]]}" for attributes, more in details.items() if _KEPT[3] in more}
    if not _are_fields(values) or not _are_fields([*kinds.values()]) or _NONE in values:
        raise UsageError("a word or its type is no field of a row")
    sure = [_NONE if text is None else text for text in confidences]
    if not all(map(isfinite, map(float, filter(None, confidences)))):
        raise UsageError("a confidence is no finite number")
    kinds_of, rests_of = map(kinds.get, pairs, repeat("lex")), map(rests.get, pairs, repeat(""))
    rows = map("{} {} {} {} {}{}".format, _spans(starts, ends), values, kinds_of, owners, sure, rests_of)
    passed = [*accumulate(is_timed, initial=0)]
    return taken(passed, first), rows


def _spans(starts: Sequence[Any], ends: Sequence[Any]) -> Iterator[str]:
    """Begins and exact lengths, as two fields."""
    if not are_times([*map(float, starts), *map(float, ends)]):
        raise UsageError("a time is not finite or below 0")
    lengths = exact_texts(sub, ends, starts)
    if "-" in "".join(lengths):
        raise UsageError("an end is before its begin")
    return map("{} {}".format, starts, lengths)


def _are_fields(values: Sequence[str]) -> bool:
    """Whether a reader takes every value for one field, as `_field` asks one by one."""
    joined = " ".join(values)
    return ";;" not in joined and joined.split() == values


def _rows_of(segment: Segment) -> Iterator[str]:
    attributes = dict(segment.attributes)
    whole = segment.start is not None and segment.end is not None
    kind = attributes.get("rttm:type", "SPEAKER" if whole else "LEXEME")
    names = _field("session", segment.session), _field("channel", segment.channel)
    speaker = _field("speaker", segment.speaker or _NONE)
    if kind != "LEXEME":
        token, subtype, confidence = (attributes.get(key, _NONE) for key in _KEPT[:3])
        times = _times(segment.start, segment.end, segment.session)
        lookahead = [attributes[_KEPT[3]]] if _KEPT[3] in attributes else []
        yield " ".join((kind, *names, *times, token, subtype, speaker, confidence, *lookahead)) + "\n"
    elif not _timed(segment.labels or ()) and segment.items:
        raise UsageError("rttm needs times of segments or of words; a segment has neither")
    for label in _timed(segment.labels or ()):
        yield _row(label, names, speaker)


def _timed(items: Sequence[Item]) -> list[Label]:
    """The words with times; for an alternation, those of its first branch."""
    return [label for label in first_words(items) if label.start is not None and label.end is not None]


def _row(label: Label, names: tuple[str, str], speaker: str) -> str:
    attributes = dict(label.attributes)
    token = _field("word", label.value)
    if token == _NONE:
        raise UsageError(f"rttm has no way to write the word {token!r}: it means that there is no word")
    confidence = _NONE if label.confidence is None else number_text(label.confidence)
    lookahead = [attributes[_KEPT[3]]] if _KEPT[3] in attributes else []
    subtype = _field("type", attributes.get("type", "lex"))
    times = _times(label.start, label.end, label.value)
    return " ".join(("LEXEME", *names, *times, token, subtype, speaker, confidence, *lookahead)) + "\n"


def _field(name: str, value: str) -> str:
    """A field of a row; refused where a reader would split it or take it for a comment."""
    if ";;" in value or wide_blank(value):
        raise UsageError(
            f"rttm cannot hold the {name} {value!r}; expected text without ';;' and without the blanks of Unicode"
        )
    return word_of(name, value, "rttm")


def _times(start: float | None, end: float | None, owner: str) -> tuple[str, str]:
    if start is None or end is None:
        return _NONE, _NONE
    begin = time_text(start, owner)
    return begin, difference_text(time_text(end, owner), begin)


def sniff(lines: Sequence[str]) -> bool:
    """Whether every line has the type and the number of fields of a row; the values of fields do not count."""
    rows = [fields for line in lines if (fields := words(line.partition(";;")[0]))]
    return bool(rows) and all(fields[0] in TYPES and _FIELDS <= len(fields) <= _FIELDS + 1 for fields in rows)


FORMAT = Format(
    name="rttm",
    suffixes=(".rttm",),
    summary="NIST speakers and words with times, a row each",
    carries=frozenset({"channels", "comments", "confidence", "segment times", "sessions", "speakers", "tags", "times"}),
    read=read,
    write=write,
    sniff=sniff,
    needs=frozenset({"channels", "sessions"}),
    words="timed",
    streams="appended",
)
