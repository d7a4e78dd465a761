r"""STM: segments with times, one line for each: recording, channel, speaker and text.

    ;; LABEL "O" "Overall" "All segments"
    talk A anna 0.00 3.47 <O,F> the first { train / tram } leaves
    talk A anna 3.47 9.02 <O,F> IGNORE_TIME_SEGMENT_IN_SCORING

The sixth field is a label if it begins with `<`; a backslash before it makes it the first word of the text: `\<hm>`.
Reading is stricter than sclite: lines that are too short, times that are not finite numbers >= 0, ends before begins,
labels that are not closed or are words elsewhere, and braces that do not match are errors. Segments may come in any
order.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate, compress, repeat, zip_longest
from operator import gt

from .engine.comments import comment_line, with_comments
from .engine.fields import column, number, splitter, time_problem, time_text, times, word_of, wrong_time
from .engine.labels import definitions, label_of, tags_of
from .engine.rows import segments_table
from .errors import Problems, UsageError, Where, quantity
from .record import Format
from .schema import Comment, Corpus, Segment, Table, sclite_text, sclite_texts
from .schema.markup import BLANKS, are_sound, check, words
from .source import Source

COMMENTS = (";;", "**")
IGNORED = "IGNORE_TIME_SEGMENT_IN_SCORING"
_LAYOUT = "file channel speaker begin end [<label>] text"
_FEWEST = 5
_IGNORED = re.compile("ignore_time_segment_in_scoring|ignoretimesegmentinscoring", re.IGNORECASE | re.ASCII)
_LABEL = re.compile(f"<[^<>{BLANKS}]+>")
_LABELLED = re.compile(f"({_LABEL.pattern})(?:[{BLANKS}]+|$)(.*)", re.DOTALL)


def read(source: Source, *, markup: bool = True) -> Corpus:
    """Reads segments; `markup=False` takes braces, semicolons and stars literally.

    >>> corpus = read(Source(b"talk A anna 0.00 3.47 <O> good { day / morning }\\n"))
    >>> segment = corpus.segments[0]
    >>> segment.speaker, segment.end, segment.tags, segment.text
    ('anna', 3.47, ('O',), 'good { day / morning }')
    """
    reader = _Reader(source, markup)
    lines = source.lines()
    if not reader.read_columns(lines):
        reader = _Reader(source, markup)
        reader.read(lines)
    return Corpus(reader.table(), comments=tuple(reader.comments), format="stm", path=source.name)


class _Reader:
    """Reads a plain file column by column, any other file line by line."""

    def __init__(self, source: Source, markup: bool) -> None:
        self._path = source.name
        self._split = splitter(source.text, _FEWEST)
        self._may_ignore = "ignore" in source.text.lower()
        self._markup = markup
        self._problems = Problems()
        self._known: dict[str, str] = {}  # equal names share one object
        self._fields: tuple[list[str], ...] = ([], [], [], [], [], [], [])
        self._numbers = array("d"), array("d")
        self._ignored = bytearray()
        self._lines = array("q")
        self.comments: list[Comment] = []

    def table(self) -> Table:
        """The segments that were read."""
        rest = bytes(self._ignored), self._lines, self._path
        return segments_table(self._fields, self._numbers, *rest, markup=self._markup)

    def read_columns(self, lines: Sequence[str]) -> bool:
        """Reads a file whose lines have no special features but labels; False for any other file."""
        # Blank lines are many in hostile files: nothing is made of one.
        is_written = list(map(str.strip, lines, repeat(BLANKS)))
        written = list(compress(lines, is_written))
        is_comment = [line[:2] in COMMENTS for line in written]
        cut = list(map(self._split, written))
        is_row = [fields != [] and not skipped for fields, skipped in zip(cut, is_comment, strict=True)]
        before = zip(written, is_comment, accumulate(is_row, initial=0), strict=False)
        self.comments = [Comment(line, rows) for line, skipped, rows in before if skipped]
        rows = list(compress(cut, is_row))
        places = compress(compress(range(1, len(lines) + 1), is_written), is_row)
        if min(map(len, rows), default=_FEWEST) < _FEWEST:
            return False
        columns = list(map(list, zip_longest(*rows, fillvalue="")))
        columns += [[""] * len(rows) for _ in range(_FEWEST + 1 - len(columns))]
        *names, starts, ends, texts = columns
        numbers = [values for column in (starts, ends) if (values := times(column)) is not None]
        if len(numbers) < 2 or any(map(gt, *numbers)) or any(name[0] in ";*" for name in set(names[0])):
            return False
        labelled = self._cut_all(texts)
        if labelled is None:
            return False
        names = [list(map(self._known.setdefault, column, column)) for column in names]
        ignored = map(bool, map(_IGNORED.search, labelled[1])) if self._may_ignore else bytes(len(rows))
        self._fields = (names[0], names[1], names[2], starts, ends, *labelled)
        self._numbers = numbers[0], numbers[1]
        self._ignored, self._lines = bytearray(ignored), array("q", places)
        self._check_labels(lines)
        self._problems.check()
        return True

    def _cut_all(self, texts: Sequence[str]) -> tuple[list[str], list[str]] | None:
        """Labels and texts; None where a text has no label, or has marks to check."""
        tags = [""] * len(texts)
        rest = list(map(str.rstrip, texts, repeat(BLANKS)))
        for place, text in enumerate(rest):
            if text[:1] == "<":
                match = _LABELLED.fullmatch(text)
                if match is None:
                    return None
                tags[place], rest[place] = self._known.setdefault(match[1], match[1]), match[2]
        if self._markup:
            special = not are_sound([text for text in rest if "{" in text or "}" in text])
        else:
            special = any(text.startswith("\\<") for text in rest)
        return None if special else (tags, rest)

    def read(self, lines: Sequence[str]) -> None:
        """Reads all lines; raises the problems that it finds."""
        for place, line in enumerate(lines, 1):
            if line.startswith(COMMENTS):
                self.comments.append(Comment(line, len(self._lines)))
            elif line.strip(BLANKS):
                self._read_line(place, line)
        self._check_labels(lines)
        self._problems.check()

    def _read_line(self, place: int, line: str) -> None:
        fields = self._split(line)
        if len(fields) < _FEWEST:
            self._note(place, line, len(fields) + 1, f"only {quantity(len(fields), 'field')}", _LAYOUT)
            return
        if line[0] in ";*":
            what = f"a line that begins with one '{line[0]}'"
            self._note(place, line, 1, what, f"'{line[0] * 2}' for a comment, or {_LAYOUT}")
            return
        text = fields[_FEWEST].rstrip(BLANKS) if len(fields) > _FEWEST else ""
        label = ""
        if text.startswith("<"):
            label, text = self._cut(place, line, text)
        elif not self._markup and text.startswith("\\<"):
            text = text[1:]
        if self._check_times(place, line, fields[3], fields[4]):
            ignored = bool(_IGNORED.search(text))
            shared = [self._known.setdefault(name, name) for name in (*fields[:3], label)]
            for target, value in zip(self._fields, (*shared[:3], *fields[3:5], shared[3], text), strict=True):
                target.append(value)
            for numbers, written in zip(self._numbers, fields[3:5], strict=True):
                numbers.append(float(written))
            self._ignored.append(ignored)
            self._lines.append(place)
            if self._markup and not ignored and ("{" in text or "}" in text):
                # Columns of the text are counted from its begin, after the label.
                begin = column(line, _FEWEST + 1 + bool(label))
                check(text, Where(self._path, place, begin), self._problems, line)

    def _cut(self, place: int, line: str, text: str) -> tuple[str, str]:
        """The label and the text after it."""
        label = words(text)[0]
        if not _LABEL.fullmatch(label):
            self._note(place, line, 6, f"{label!r} is not a label", f"'<a,b>', or '\\{label}' for a word")
        return label, text[len(label) :].lstrip(BLANKS)

    def _check_times(self, place: int, line: str, start: str, end: str) -> bool:
        problems = time_problem("begin", start), time_problem("end", end)
        for what, position in zip(problems, (4, 5), strict=True):
            if what:
                self._note(place, line, position, what, _LAYOUT)
        if not any(problems) and float(end) < float(start):
            self._note(place, line, 5, f"end {end} is before begin {start}", _LAYOUT)
            return False
        return not any(problems)

    def _check_labels(self, lines: Sequence[str]) -> None:
        """Notes labels that are words on other lines, such as `<hm>` at the begin of a text."""
        defined = {identifier.lower() for identifier, _, _ in definitions(self.comments).labels}
        labels, texts = self._fields[5:]
        doubtful = {label for label in set(labels) if not {*tags_of(label.lower())} <= defined | {""}}
        spoken: dict[str, int] = {}
        for text, place in zip(texts, self._lines, strict=True) if doubtful else ():
            if "<" in text:
                for label in doubtful.intersection(words(text)):
                    spoken.setdefault(label, place)
        for label, place in zip(labels, self._lines, strict=True) if spoken else ():
            if label in spoken:
                what = f"{label} is read as a label here, but it is a word on line {spoken[label]}"
                self._note(place, lines[place - 1], 6, what, f"\\{label} for a word at the begin of a text")

    def _note(self, place: int, line: str, position: int, what: str, expected: str) -> None:
        self._problems.add(Where(self._path, place, column(line, position)), what, expected, line)


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the lines of a file; every segment needs a speaker and times."""
    yield from with_comments(corpus, partial(comment_line, marks=COMMENTS, format="stm"), zip(_lines(corpus)))


def _lines(corpus: Corpus) -> Iterable[str]:
    table = corpus.table
    labels = {tags: label_of(tags) for tags in {*table.tags}}
    texts = _texts(table) if all(map(_is_label, labels, labels.values())) else None
    if texts is None:
        return map(_line, table)
    names = table.sessions, table.channels, table.speakers
    for session, channel, speaker in dict.fromkeys(zip(*names, strict=True)):
        _names(session, channel, speaker)
    assert table.start is not None
    assert table.end is not None
    begins = ["" if not label else " " + label for label in map(labels.__getitem__, table.tags)]
    texts = list(map(str.strip, texts, repeat(BLANKS)))
    for place in compress(range(len(table)), table.ignored):
        original = table.written[place] if table.written is not None else ""
        texts[place] = original.strip(BLANKS) if _IGNORED.search(original) else IGNORED
    spoken = [
        "" if not text else f" \\{text}" if text[0] == "<" and not label else " " + text
        for text, label in zip(texts, begins, strict=True)
    ]
    columns = *names, table.start.texts(), table.end.texts(), begins, spoken
    return map("{} {} {} {} {}{}{}\n".format, *columns)


def _is_label(tags: tuple[str, ...], label: str) -> bool:
    """Whether tags can be written as a label."""
    return not tags or (_LABEL.fullmatch(label) is not None and not any("," in tag for tag in tags))


def _texts(table: Table) -> Sequence[str] | None:
    """The texts of all segments as they are written, those of ignored ones too; None where a time or a text needs a
    closer look."""
    if wrong_time(table) is not None:
        return None
    texts = table.written if table.grammar == "sclite" else sclite_texts(table)
    joined = "\n".join(texts or ())
    if texts is None or joined.count("\n") >= len(texts) > 0 or ("\r" in joined and table.grammar == "plain"):
        return None
    may_ignore = "ignore" in joined.lower()
    return None if may_ignore and any(map(_IGNORED.search, table.texts())) else texts


def _as_words(text: str) -> str:
    """A text that is not read as a label at its begin."""
    return "\\" + text if text.startswith("<") else text


def _line(segment: Segment) -> str:
    names = _names(segment.session, segment.channel, segment.speaker)
    if segment.start is None or segment.end is None:
        raise UsageError(f"stm needs a begin and an end for every segment; one of {segment.session!r} has none")
    if segment.end < segment.start:
        raise UsageError(f"stm cannot hold a segment with end {segment.end} before begin {segment.start}")
    label = label_of(segment.tags)
    if not _is_label(segment.tags, label):
        raise UsageError(
            f"stm cannot hold the label {label!r}; expected tags without blanks, commas and angle brackets"
        )
    text = IGNORED if segment.ignored else _text(segment, bool(label))
    times = time_text(segment.start, segment.session), time_text(segment.end, segment.session)
    return " ".join(filter(None, (*names, *times, label, text))) + "\n"


def _names(session: str, channel: str, speaker: str) -> tuple[str, str, str]:
    """The names of a segment; an error where one cannot be a field of a line."""
    if session[:1] in (";", "*"):
        raise UsageError(f"stm cannot hold the session {session!r}: the line would be read as a comment")
    return word_of("session", session, "stm"), word_of("channel", channel, "stm"), word_of("speaker", speaker, "stm")


def _text(segment: Segment, labelled: bool) -> str:
    text = sclite_text(segment)
    if "\n" in text or "\r" in text:
        raise UsageError(f"stm cannot hold a line end inside a text, as in one of {segment.session!r}")
    if _IGNORED.search(text):
        raise UsageError(f"stm would not score the text {text!r}: it marks a segment as ignored")
    text = text.strip(BLANKS)
    return text if labelled else _as_words(text)


def sniff(lines: Sequence[str]) -> bool:
    """Whether every line has a begin and a later end in their places. Some number needs a fraction, which texts rarely
    have; not all lines may look like rows of ctm, and none may hold the <NA> of rttm."""
    if lines and all("<NA>" in line for line in lines if line.strip(BLANKS) and not line.startswith(COMMENTS)):
        return False
    rows = [line.split(None, 6) for line in lines if line.strip(BLANKS) and not line.startswith(COMMENTS)]
    fractions = any("." in field for row in rows for field in row[3:5])
    return fractions and all(map(_is_segment, rows)) and not all(map(_is_row, rows))


def _is_segment(fields: Sequence[str]) -> bool:
    if len(fields) < _FEWEST or time_problem("begin", fields[3]) or time_problem("end", fields[4]):
        return False
    return float(fields[3]) <= float(fields[4])


def _is_row(fields: Sequence[str]) -> bool:
    """Whether the fields look like a row of ctm: begin, duration, word, confidence."""
    return all(number(field) is not None for field in (*fields[2:4], *fields[5:6]))


FORMAT = Format(
    name="stm",
    suffixes=(".stm",),
    summary="NIST segments with times: file channel speaker begin end [<label>] text",
    carries=frozenset(
        {
            "alternations",
            "channels",
            "comments",
            "fragments",
            "ignored segments",
            "optional words",
            "segment tags",
            "segment times",
            "sessions",
            "speakers",
            "tags",
        }
    ),
    read=read,
    write=write,
    sniff=sniff,
    needs=frozenset({"channels", "segment times", "sessions", "speakers"}),
    streams="lines",
)
