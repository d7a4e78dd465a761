"""RTTM: what was said or who spoke, a row each.

    LEXEME f 1 10.00 0.50 morning lex speaker <NA>
    SPEAKER f 1 9.50 4.00 <NA> <NA> speaker <NA>

`;;` begins a comment, anywhere in a line. `read_rttm` reads the rows that keyword scoring needs, as columns, and passes
over those of other types. `read` reads all of them: a SPEAKER row becomes a segment, LEXEME rows behind it that lie
inside it become its words; other LEXEME rows of one speaker are segments without times; rows of other types become
segments without words. Written from another format, words without times are left out: the rows say who spoke.
"""

from __future__ import annotations

import re
from array import array
from collections import deque
from dataclasses import dataclass, replace
from itertools import compress, repeat
from math import inf
from typing import TYPE_CHECKING

from formats.engine.fields import (
    column,
    difference_text,
    grid,
    number_text,
    splitter,
    sum_text,
    time_problem,
    time_text,
    times,
    word_of,
)
from formats.engine.fields import number as number_of
from formats.errors import Problems, UsageError, Where
from formats.record import Format
from formats.schema import Alternation, Attributes, Comment, Corpus, Item, Label, NamelessTable, Segment, Written
from formats.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    # Rows of one type: the type, the numbers of their lines, and their fields as columns from file to speaker.
    _Part = tuple[str, Sequence[int], list[list[str]]]

_FIELDS = 9
_NUMBER = re.compile(r"\s*[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)")
_PIECE = 1 << 20
# The types of rows that keyword scoring needs.
_KINDS = ("LEXEME", "SPEAKER")


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of one type as parallel columns; times stand as they were written and as numbers."""

    files: list[str]
    channels: list[str]
    begin_texts: list[str]
    begins: list[float]
    durations: list[float]
    tokens: list[str]
    subtypes: list[str]
    speakers: list[str]
    lines: list[int]

    def __len__(self) -> int:
        return len(self.files)


@dataclass(frozen=True, slots=True)
class Rttm:
    """The rows of a file that keyword scoring needs."""

    lexemes: Rows
    speakers: Rows
    path: str = ""


def read_rttm(source: Source, *, split: Callable[[str], list[str]] | None = None, strict: bool = False) -> Rttm:
    """Reads a file; `split` cuts a token into several, which share its time; `strict` reads as KWSEval does.

    A time that is no number is an error, unless `strict`, where its beginning counts, or 0.

    >>> read_rttm(Source(b"LEXEME f 1 1.0 .5 Hello lex s <NA>")).lexemes.tokens
    ['Hello']
    """
    problems = Problems()
    kinds = {kind: _empty() for kind in _KINDS}
    known: dict[str, str] = {}
    for first, text in _pieces(source.text):
        for kind, lines, columns in _even(text, first) or _uneven(source, text, first, problems):
            _add(source, kinds[kind], lines, columns, known, problems, strict)
    problems.check()
    lexemes = kinds["LEXEME"]
    return Rttm(lexemes if split is None else _split(lexemes, split), kinds["SPEAKER"], source.name)


def number(text: str) -> float:
    """A number as Perl reads it: as far as it goes, else 0.

    >>> number("1.5s"), number("<NA>"), number("1e1")
    (1.5, 0.0, 10.0)
    """
    match = _NUMBER.match(text)
    if match:
        return float(match[0])
    word = text.strip().lower().lstrip("+")
    if word.removeprefix("-").startswith(("inf", "nan")):
        return float(word[:4] if word[0] == "-" else word[:3])
    return 0.0


def _empty() -> Rows:
    return Rows([], [], [], [], [], [], [], [], [])


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Lines by the thousand, with the number of the first; a whole file of them would take more room than its rows."""
    place, number = 0, 1
    while place < len(text):
        end = text.find("\n", place + _PIECE)
        end = len(text) if end < 0 else end
        yield number, text[place:end]
        place, number = end + 1, number + text.count("\n", place, end) + 1


def _even(text: str, first: int) -> list[_Part]:
    """The rows of a text by type, as columns; nothing where a line is anything but nine fields."""
    text = text.removesuffix("\n")
    if ";;" in text or "\0" in text:
        return []
    fields = f"{text}\n".replace("\n", " \0 ").split()
    size, rest = divmod(len(fields), _FIELDS + 1)
    if rest or fields[_FIELDS :: _FIELDS + 1].count("\0") != size or fields.count("\0") != size:
        return []
    types = fields[0 :: _FIELDS + 1]
    columns = [fields[place :: _FIELDS + 1] for place in range(1, _FIELDS - 1)]
    if types.count("LEXEME") == size:
        return [("LEXEME", range(first, first + size), columns)]
    types = [name.upper() for name in types]
    parts: list[_Part] = []
    for kind in _KINDS:
        chosen = [name == kind for name in types]
        lines = list(compress(range(first, first + size), chosen))
        parts.append((kind, lines, [list(compress(column, chosen)) for column in columns]))
    return parts


def _uneven(source: Source, text: str, first: int, problems: Problems) -> list[_Part]:
    """The same line by line, where comments are cut off, and rows of another length are named."""
    found: dict[str, list[list[str]]] = {kind: [] for kind in _KINDS}
    numbers: dict[str, list[int]] = {kind: [] for kind in _KINDS}
    for line_number, line in enumerate(text.split("\n"), first):
        fields = line.partition(";;")[0].split()
        if len(fields) == _FIELDS:
            kind = fields[0].upper()
            if kind in found:
                found[kind].append(fields)
                numbers[kind].append(line_number)
        elif fields:
            where = Where(source.name, line_number)
            shown = line.partition(";;")[0].rstrip("\r")
            problems.add(where, f"{len(fields)} fields", f"{_FIELDS} fields", shown)
    return [
        (kind, numbers[kind], [list(column) for column in zip(*rows, strict=True)][1:-1])
        for kind, rows in found.items()
        if rows
    ]


def _add(
    source: Source,
    target: Rows,
    lines: Sequence[int],
    columns: Sequence[list[str]],
    known: dict[str, str],
    problems: Problems,
    strict: bool,
) -> None:
    """Adds rows; words that come again are kept once."""
    files, channels, begins, durations, tokens, subtypes, speakers = columns
    for kept, values in (
        (target.files, files),
        (target.channels, channels),
        (target.begin_texts, begins),
        (target.tokens, tokens),
        (target.subtypes, subtypes),
        (target.speakers, speakers),
    ):
        kept.extend(map(known.setdefault, values, values))
    target.begins.extend(_numbers(begins, lines, source, problems, strict))
    target.durations.extend(_numbers(durations, lines, source, problems, strict))
    target.lines.extend(lines)


def _numbers(
    texts: Sequence[str], lines: Sequence[int], source: Source, problems: Problems, strict: bool
) -> list[float]:
    try:
        joined = " ".join(texts)
        if joined.isascii() and not any(sign in joined for sign in "_nN"):
            return list(map(float, texts))
    except ValueError:
        pass
    values = []
    for text, line_number in zip(texts, lines, strict=True):
        match = _NUMBER.fullmatch(text)
        if match is None and not strict:
            line = source.text.split("\n")[line_number - 1].rstrip("\r")
            place = Where(source.name, line_number, line.find(text) + 1)
            problems.add(place, f"{text!r} is no time", "a number of seconds", line)
        values.append(float(text) if match else number(text))
    return values


def _split(rows: Rows, split: Callable[[str], list[str]]) -> Rows:
    """Tokens cut into parts that share the time evenly, rounded to milliseconds as KWSEval rounds them."""
    parts = _empty()
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


# --- every row, for other formats ---------------------------------------------------------------------

_NONE = "<NA>"
_LAYOUT = "type file channel begin duration token subtype speaker confidence [lookahead]"
_TYPES = frozenset(
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
_TIMELESS = frozenset({"SPKR-INFO", "IP", "CB"})
_CLOSE = 1e-6
# What a row without these attributes has in their places.
_KEPT = ("rttm:token", "rttm:subtype", "rttm:confidence", "rttm:lookahead")


def read(source: Source) -> Corpus:
    """Reads all rows.

    >>> corpus = read(Source(b"SPEAKER f 1 1.0 2.0 <NA> <NA> anna <NA>\\nLEXEME f 1 1.5 0.5 hi lex anna 0.9\\n"))
    >>> segment, = corpus.segments
    >>> segment.speaker, segment.end, segment.items[0].value, segment.items[0].end
    ('anna', 3.0, 'hi', 2.0)
    """
    table = _table(source)
    if table is not None:
        return Corpus(table, format="rttm", path=source.name)
    problems = Problems()
    segments: list[Segment] = []
    labels: list[Label] = []
    comments = []

    def close() -> None:
        if labels:
            segments[-1] = replace(segments[-1], labels=tuple(labels), text=None)
            labels.clear()

    for place, line in enumerate(source.lines(), 1):
        data, mark, comment = line.partition(";;")
        if mark:
            close()
            comments.append(Comment(mark + comment, len(segments)))
        fields = data.split()
        if not fields:
            continue
        where = Where(source.name, place)
        if found := _problem(fields):
            problems.add(Where(source.name, place, column(line, found[1])), found[0], _LAYOUT, line)
            continue
        if fields[0] == "LEXEME":
            label = _label(fields, where)
            if not segments or not _belongs(fields, label, segments[-1]):
                close()
                segments.append(_segment(fields, where))
            labels.append(label)
            continue
        close()
        segments.append(_segment(fields, where))
    close()
    problems.check()
    return Corpus(tuple(segments), comments=tuple(comments), format="rttm", path=source.name)


class RttmTable(NamelessTable):
    """The segments of a file as the columns of its rows; `first` are the rows with which segments begin."""

    __slots__ = ("columns", "first")

    def __init__(self, columns: Sequence[Sequence[str]], path: str, first: Sequence[int]) -> None:
        self.grammar = "plain"
        self._path = path
        self.columns = columns
        self.first = first

    def _segment(self, place: int) -> Segment:
        begin = self.first[place]
        end = self.first[place + 1] if place + 1 < len(self) else len(self.columns[0])
        rows = [[column[row] for column in self.columns] for row in range(begin, end)]
        segment = _segment(rows[0], Where(self._path, begin + 1))
        words = [(row, fields) for row, fields in enumerate(rows, begin + 1) if fields[0] == "LEXEME"]
        labels = tuple(_label(fields, Where(self._path, row)) for row, fields in words)
        return replace(segment, labels=labels, text=None) if labels else segment

    def __len__(self) -> int:
        return len(self.first)


def _table(source: Source) -> RttmTable | None:
    """The table of a file of rows of one length without comments and problems; None where another look is needed."""
    text = source.text if source.text.endswith("\n") else source.text + "\n"
    size = text.count(" ", 0, text.index("\n")) + 1
    columns = grid(text, size) if _FIELDS <= size <= _FIELDS + 1 and ";;" not in text else None
    if columns is None or splitter(text) is not str.split or not _TYPES.issuperset(columns[0]):
        return None
    kinds, begins, durations, tokens = (columns[place] for place in (0, 3, 4, 5))
    if any(kind == "LEXEME" and token == _NONE for kind, token in zip(kinds, tokens, strict=True)):
        return None
    numbers = []
    for texts in (begins, durations):
        if _NONE in texts:
            if any(text == _NONE and kind not in _TIMELESS for kind, text in zip(kinds, texts, strict=True)):
                return None
            texts = ["0" if text == _NONE else text for text in texts]
        if (values := times(texts)) is not None:
            numbers.append(values)
    if len(numbers) < 2 or any(text != _NONE and number_of(text) is None for text in set(columns[8])):
        return None
    return RttmTable(columns, source.name, array("q", _firsts(columns, *numbers)))


def _firsts(columns: Sequence[Sequence[str]], begins: Iterable[float], lengths: Iterable[float]) -> Iterator[int]:
    """The rows that begin a segment: all but words that lie in the one before them."""
    lookaheads: Iterable[str] = columns[9] if len(columns) > _FIELDS else repeat(_NONE)
    names = zip(columns[1], columns[2], columns[7], strict=True)
    inside: tuple[str, str, str] | None = None
    low = high = 0.0
    rows = zip(columns[0], names, begins, lengths, lookaheads, strict=False)
    for row, (kind, name, begin, length, lookahead) in enumerate(rows):
        if kind == "LEXEME":
            if name == inside and low <= begin and begin + length <= high:
                continue
            inside, low, high = name, -inf, inf
        elif kind == "SPEAKER" and lookahead == _NONE:
            inside, low, high = name, begin - _CLOSE, begin + length + _CLOSE
        else:
            inside = None
        yield row


def _problem(fields: Sequence[str]) -> tuple[str, int] | None:
    """What is wrong with a row, and in which field."""
    if fields[0] not in _TYPES:
        return f"the type {fields[0]!r} is unknown", 1
    if not _FIELDS <= len(fields) <= _FIELDS + 1:
        return f"{len(fields)} fields", min(len(fields), _FIELDS + 1) + 1
    for name, place in (("begin", 4), ("duration", 5)):
        missing = fields[place - 1] == _NONE and fields[0] in _TIMELESS
        if not missing and (what := time_problem(name, fields[place - 1])):
            return what, place
    if fields[8] != _NONE and number_of(fields[8]) is None:
        return f"confidence {fields[8]!r} is neither a number nor {_NONE}", 9
    if fields[0] == "LEXEME" and fields[5] == _NONE:
        return "a LEXEME without a word", 6
    return None


def _belongs(fields: Sequence[str], label: Label, segment: Segment) -> bool:
    """Whether a word is one of the segment before it."""
    kind = dict(segment.attributes).get("rttm:type", "")
    if kind not in ("SPEAKER", "LEXEME") or dict(segment.attributes).get("rttm:lookahead", _NONE) != _NONE:
        return False
    if (segment.session, segment.channel, segment.speaker) != (fields[1], fields[2], _name(fields[7])):
        return False
    if segment.start is None or segment.end is None or label.start is None or label.end is None:
        return kind == "LEXEME"
    return segment.start - _CLOSE <= label.start and label.end <= segment.end + _CLOSE


def _name(text: str) -> str:
    return "" if text == _NONE else text


def _end(begin: str, duration: str) -> Written | None:
    if _NONE in (begin, duration):
        return None
    return Written(sum_text(begin, duration))


def _label(fields: Sequence[str], where: Where) -> Label:
    kept: Attributes = (("type", fields[6]),) if fields[6] != "lex" else ()
    kept += (("rttm:lookahead", fields[9]),) if len(fields) > _FIELDS else ()
    return Label(
        fields[5],
        start=Written(fields[3]),
        end=_end(fields[3], fields[4]),
        confidence=None if fields[8] == _NONE else Written(fields[8]),
        attributes=kept,
        where=where,
    )


def _segment(fields: Sequence[str], where: Where) -> Segment:
    kind, session, channel, begin, duration, *values, speaker = [*fields[:7], *fields[8:], fields[7]]
    if kind == "LEXEME":
        begin = duration = _NONE
        values = []
    kept = tuple(pair for pair in zip(_KEPT, values, strict=False) if pair[1] != _NONE or pair[0] == _KEPT[3])
    return Segment(
        session=session,
        channel=channel,
        speaker=_name(speaker),
        start=None if begin == _NONE else Written(begin),
        end=_end(begin, duration),
        text="",
        attributes=(("rttm:type", kind), *kept),
        where=where,
    )


def write(corpus: Corpus) -> Iterator[str]:
    """Yields rows; every segment needs times, or words that have some."""
    if isinstance(corpus.segments, RttmTable) and not corpus.comments:
        yield from (" ".join(row) + "\n" for row in zip(*corpus.segments.columns, strict=True))
        return
    comments = deque(corpus.comments)
    for place, segment in enumerate(corpus.segments):
        while comments and comments[0].before <= place:
            yield _comment(comments.popleft().text)
        yield from _rows_of(segment)
    for comment in comments:
        yield _comment(comment.text)


def _comment(text: str) -> str:
    return f"{text}\n" if text.startswith(";;") else f";; {text}\n"


def _rows_of(segment: Segment) -> Iterator[str]:
    attributes = dict(segment.attributes)
    whole = segment.start is not None and segment.end is not None
    kind = attributes.get("rttm:type", "SPEAKER" if whole else "LEXEME")
    names = word_of("session", segment.session, "rttm"), word_of("channel", segment.channel, "rttm")
    speaker = word_of("speaker", segment.speaker or _NONE, "rttm")
    if kind != "LEXEME":
        token, subtype, confidence = (attributes.get(key, _NONE) for key in _KEPT[:3])
        times = _times(segment.start, segment.end)
        lookahead = [attributes[_KEPT[3]]] if _KEPT[3] in attributes else []
        yield " ".join((kind, *names, *times, token, subtype, speaker, confidence, *lookahead)) + "\n"
    elif not any(_words(segment.labels or ())) and segment.items:
        raise UsageError("rttm needs times of segments or of words; a segment has neither")
    for label in _words(segment.labels or ()):
        yield _row(label, names, speaker)


def _words(items: Iterable[Item]) -> Iterator[Label]:
    """The words with times; of an alternation those of the first branch."""
    for item in items:
        if isinstance(item, Alternation):
            yield from _words(item.branches[0])
        elif item.start is not None and item.end is not None:
            yield item


def _row(label: Label, names: tuple[str, str], speaker: str) -> str:
    attributes = dict(label.attributes)
    token = word_of("word", label.value, "rttm")
    if ";;" in token or token == _NONE:
        raise UsageError(f"rttm has no way to write the word {token!r}")
    confidence = _NONE if label.confidence is None else number_text(label.confidence)
    lookahead = [attributes[_KEPT[3]]] if _KEPT[3] in attributes else []
    subtype = word_of("type", attributes.get("type", "lex"), "rttm")
    times = _times(label.start, label.end)
    return " ".join(("LEXEME", *names, *times, token, subtype, speaker, confidence, *lookahead)) + "\n"


def _times(start: float | None, end: float | None) -> tuple[str, str]:
    if start is None or end is None:
        return _NONE, _NONE
    begin = time_text(start)
    return begin, difference_text(time_text(end), begin)


def sniff(lines: Sequence[str]) -> bool:
    """Whether every line is a row of a known type."""
    rows = [fields for line in lines if (fields := line.partition(";;")[0].split())]
    return bool(rows) and not any(map(_problem, rows))


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
