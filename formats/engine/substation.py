"""SubStation Alpha and Advanced SubStation Alpha: styled events with times and names.

An event becomes a segment and its name the speaker. Script info, styles and other sections of the file are kept for
writing, as are the other fields of an event and its overrides. Drawings are no text. Comments become comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ..errors import UsageError, Where, fail, quantity
from ..record import Format
from ..schema import Comment, Corpus, Table
from ..source import Source
from ..values import dataclass, replace
from .clock_times import player_clock
from .comments import comment_line, with_comments
from .cues import STYLES, Markup, Tags, check_times, clock_texts, cue_lines, subtitles, values_of
from .row_reader import FilledTable
from .scrolling import said_once

_OVERRIDE = re.compile(r"\{[^{}]*\}")
_BEGIN_DRAWING, _END_DRAWING = re.compile(r"\\p[1-9]"), re.compile(r"\\p0")
_EVENTS = "[events]"
_DEFAULTS = {"Layer": "0", "Marked": "Marked=0", "Style": "Default", "MarginL": "0", "MarginR": "0", "MarginV": "0"}
_COMMENTS = frozenset({"comment", "picture", "sound", "movie", "command"})
_READ = frozenset({"Start", "End", "Name", "Actor", "Text"})


@dataclass(frozen=True, slots=True)
class Dialect:
    """One of the two formats: name, fields of an event, head of a new file, and the lines that mark such a file."""

    name: str
    fields: tuple[str, ...]
    head: str
    marks: tuple[str, ...]

    def read(self, source: Source) -> Corpus:
        """The events of a file as segments."""
        reader = _Reader(source, self)
        table = reader.table()
        comments, meta = tuple(reader.comments), tuple(reader.meta)
        return said_once(Corpus(table, comments=comments, meta=meta, format=self.name, path=source.name))

    def write(self, corpus: Corpus) -> Iterator[str]:
        """Yields the lines of a file; every segment needs times."""
        # The head of one dialect would give the other the wrong styles.
        meta = dict(corpus.meta) if corpus.format == self.name else {}
        fields = tuple(meta["ass:fields"].split(",")) if "ass:fields" in meta else self.fields
        yield meta.get("ass:head", "" if corpus.format == self.name and len(corpus) else self.head)
        yield f"[Events]\nFormat: {', '.join(fields)}\n"
        yield from self._events(corpus, fields)
        if "ass:tail" in meta:
            yield f"\n{meta['ass:tail']}"

    def more(self, corpus: Corpus, before: int) -> Iterator[str]:
        """Yields the events of another piece of a file in another format."""
        return self._events(corpus, self.fields)

    def _events(self, corpus: Corpus, fields: Sequence[str]) -> Iterator[str]:
        return with_comments(corpus, self._comment, zip(_dialogues(corpus, fields, self.name)))

    def sniff(self, lines: Sequence[str]) -> bool:
        """Whether the first lines name the script type or the style section of this dialect."""
        head = [line.strip().lower() for line in lines]
        return "[script info]" in head[:20] and any(line.replace(" ", "") in self.marks for line in head)

    def _comment(self, text: str) -> str:
        is_whole = re.match(r"(?:comment|picture|sound|movie|command|dialogue(?=.*\\p[1-9]))\s*:", text, re.IGNORECASE)
        head = f"Comment: {_DEFAULTS[self.fields[0]]},0:00:00.00,0:00:00.00,Default,,0,0,0,,"
        return comment_line(text if is_whole else head + text, text if is_whole else head, self.name)

    def format(self, summary: str) -> Format:
        """The record of this format."""
        functions = self.read, self.write, self.sniff
        carries = "attributes:ass", "comments", *STYLES, "positions", "speakers"
        record = subtitles(self.name, (f".{self.name}",), summary, functions, *carries)
        return replace(record, streams="appended", more=self.more)


class _Reader:
    """Reads a file line by line."""

    def __init__(self, source: Source, dialect: Dialect) -> None:
        self._lines = cue_lines(source)
        self._add = FilledTable(source.name, "start", "end", "speaker", "text", "attributes", "lines")
        self._fields = dialect.fields
        self._usual_fields = dialect.fields
        self.comments: list[Comment] = []
        self.meta: list[tuple[str, str]] = []

    def table(self) -> Table:
        """The events of all lines; raises the problems of these."""
        lines, add = self._lines, self._add
        begin = next((place for place, line in enumerate(lines) if line.strip().lower() == _EVENTS), None)
        if begin is None:
            where = Where(add.path, max(1, len(lines)))
            fail(where, "no section [Events]", "a line '[Events]'", lines[-1] if lines else "")
        if begin:
            self._keep("head", lines[:begin])
        behind = (place for place in range(begin + 1, len(lines)) if lines[place].lstrip()[:1] == "[")
        end = next(behind, len(lines))
        for place in range(begin + 1, end):
            add.number, add.line = place + 1, lines[place]
            self._read(lines[place])
        if end < len(lines):
            self._keep("tail", lines[end:])
        add.problems.check()
        return add.segments.table()

    def _keep(self, key: str, lines: Sequence[str]) -> None:
        self.meta.append((f"ass:{key}", "".join([f"{line}\n" for line in lines])))

    def _read(self, line: str) -> None:
        """Reads a line of the section."""
        head, colon, rest = line.partition(":")
        kind = head.strip().lower() if colon else ""
        if kind == "dialogue":
            self._event(rest.lstrip(" ").split(",", len(self._fields) - 1))
        elif kind == "format":
            self._name_fields(rest)
        elif kind in _COMMENTS:
            self.comments.append(Comment(line, len(self._add)))
        elif line.strip() and not line.startswith((";", "!:")):
            self._add.report_at(1, "not an event", "'Dialogue: ...' or a comment")

    def _name_fields(self, rest: str) -> None:
        """Reads the names of the fields of the events that follow."""
        fields = tuple(field.strip() for field in rest.split(","))
        if not {"Start", "End", "Text"} <= set(fields) or fields[-1] != "Text" or len(set(fields)) < len(fields):
            what = "Start, End or a final Text is missing"
            self._add.report_at(1, what, "each field once, Text as the last one")
            self._add.problems.check()
        if fields != self._usual_fields:
            self.meta.append(("ass:fields", ",".join(fields)))
        self._fields = fields

    def _event(self, values: Sequence[str]) -> None:
        """Reads the values of the fields of an event."""
        fields, add = self._fields, self._add
        if len(values) < len(fields):
            add.report_at(1, f"only {quantity(len(values), 'field')}", ", ".join(fields))
            return
        event = dict(zip(fields, values, strict=True))
        start, end = player_clock(event["Start"]), player_clock(event["End"])
        if start is None or end is None or end < start:
            self._report_times(event, start, end)
        text, attributes = _MARKUP.read(event["Text"])
        if not text and _BEGIN_DRAWING.search(event["Text"]):
            self.comments.append(Comment(add.line, len(add)))  # a drawing, and nothing to read
            return
        others = [field for field in fields if field not in _READ]
        other = ",".join([event[field] for field in others])
        if other != ",".join([_DEFAULTS.get(field, "") for field in others]):
            attributes = (*attributes, ("ass:other", other))
        speaker = event.get("Name", event.get("Actor", "")).strip()
        add.segments.add(start, end, speaker, text, attributes, add.number)

    def _report_times(self, event: Mapping[str, str], start: float | None, end: float | None) -> None:
        name = "Start" if start is None else "End"
        is_readable = start is not None and end is not None
        what = f"{name} {event[name].strip()} is {'before Start' if is_readable else 'not a time'}"
        expected = "End >= Start" if is_readable else "a time such as 0:00:01.00"
        self._add.report_at(self._add.line.find(event[name]) + 1, what, expected)


def bare(text: str) -> str:
    r"""The text without overrides and drawings.

    >>> bare(r"{\i1}a\Nb{\p1}m 0 0{\p0}\hc")
    'a\nb c'
    """
    if "\\p" in text:
        text = _without_drawings(text)
    return with_breaks(_OVERRIDE.sub("", text))


def with_breaks(text: str) -> str:
    r"""The text with line ends and blanks in place of their codes.

    >>> with_breaks(r"a\Nb\hc")
    'a\nb c'
    """
    return text.replace(r"\N", "\n").replace(r"\n", "\n").replace(r"\h", " ")


def _without_drawings(text: str) -> str:
    """The text without drawings: each lasts from an override that begins one to the next that ends it."""
    texts, end = [], 0
    drawing = False
    for override in _OVERRIDE.finditer(text):
        if drawing and _END_DRAWING.search(override[0]):
            end = override.start()
            drawing = False
        if not drawing and _BEGIN_DRAWING.search(override[0]):
            texts.append(text[end : override.start()])
            drawing = True
    return "".join(texts) + ("" if drawing else text[end:])


_STYLES = Tags.of_styles(
    r"\{[^{}]*\\LETTER1(?![0-9])[^{}]*\}", r"\{[^{}]*\\LETTER0[^{}]*\}", (r"{\LETTER1}", r"{\LETTER0}")
)
_MARKUP = Markup("ass", bare, "\\N", styles=_STYLES, is_placed=True)


def _dialogues(corpus: Corpus, fields: Sequence[str], name: str) -> Iterator[str]:
    """The lines of all events."""
    table = corpus.table
    if any(map("".join(table.speakers).__contains__, ",\n")):
        speakers = [*table.speakers]
        place, speaker = next((row, name) for row, name in enumerate(speakers) if "," in name or "\n" in name)
        _MARKUP.cues(replace(corpus, segments=table[:place]), name)
        check_times(table, place, name)
        raise UsageError(f"{name} cannot hold the speaker {speaker!r}: a name must not contain a comma or a line end")
    starts, ends, texts = _MARKUP.cues(corpus, name)
    times = ([time[time[0] == "0" :] for time in clock_texts(column, ".", 2)] for column in (starts, ends))
    columns: dict[str, Sequence[str]] = dict(zip(("Start", "End"), times, strict=True))
    columns |= {"Name": table.speakers, "Actor": table.speakers, "Text": texts}
    others = [field for field in fields if field not in _READ]
    written: list[str | None] = [None] * len(texts)
    for place, value in values_of(table.column("attributes") or (), "ass:other").items():
        written[place] = value
    values = {values: _other_values(values, others, name) for values in dict.fromkeys(written)}
    rows = list(zip(*map(values.__getitem__, written), strict=True)) or [()] * len(others)
    columns |= dict(zip(others, rows, strict=True))
    return map("Dialogue: {}\n".format, map(",".join, zip(*(columns[field] for field in fields), strict=True)))


def _other_values(written: str | None, others: Sequence[str], name: str) -> Sequence[str]:
    """The values of the fields of an event that are neither times, name nor text; the usual ones if these are odd."""
    values = [] if written is None else written.split(",")
    if len(values) != len(others) or (others and (name == "ssa") != values[0].startswith("Marked")):
        return [_DEFAULTS.get(field, "") for field in others]
    return values
