"""SubStation Alpha and Advanced SubStation Alpha: styled events with times and names.

An event becomes a segment and its name the speaker. Script info, styles and other sections of the file are kept for
writing, as are the other fields of an event and its overrides. Drawings are no text. Comments become comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..errors import Problems, UsageError, Where, quantity
from ..record import Format
from ..schema import Comment, Corpus
from ..schema.filling import Filling
from ..source import Source
from ..values import dataclass, replace
from .comments import comment_line, with_comments
from .cues import Markup, check_times, clock, clock_texts, subtitles

_OVERRIDE = re.compile(r"\{[^{}]*\}")
_BEGIN_DRAWING, _END_DRAWING = re.compile(r"\\p[1-9]"), re.compile(r"\\p0")
_EVENTS = "[events]"
_DEFAULTS = {"Layer": "0", "Marked": "Marked=0", "Style": "Default", "MarginL": "0", "MarginR": "0", "MarginV": "0"}
_USUAL = len("0:00:00.00")
_KNOWN = frozenset({"Start", "End", "Name", "Actor", "Text"})


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
        reader.read(source.lines())
        return Corpus(
            reader.events.table(),
            comments=tuple(reader.comments),
            meta=tuple(reader.meta),
            format=self.name,
            path=source.name,
        )

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
        """Yields the events of a further piece of a file of another format."""
        return self._events(corpus, self.fields)

    def _events(self, corpus: Corpus, fields: Sequence[str]) -> Iterator[str]:
        return with_comments(corpus, self._comment, zip(_dialogues(corpus, fields, self.name)))

    def sniff(self, lines: Sequence[str]) -> bool:
        """Whether the first lines name the script type or the style section of this dialect."""
        head = [line.strip().lower() for line in lines]
        return "[script info]" in head[:20] and any(line.replace(" ", "") in self.marks for line in head)

    def _comment(self, text: str) -> str:
        is_whole = re.match(r"(?:comment|picture|sound|movie|command)\s*:", text, re.IGNORECASE)
        head = f"Comment: {_DEFAULTS[self.fields[0]]},0:00:00.00,0:00:00.00,Default,,0,0,0,,"
        return comment_line(text if is_whole else head + text, text if is_whole else head, self.name)

    def format(self, summary: str) -> Format:
        """The record of this format."""
        functions = self.read, self.write, self.sniff
        record = subtitles(self.name, (f".{self.name}",), summary, functions, "attributes:ass", "comments", "speakers")
        return replace(record, streams="appended", more=self.more)


class _Reader:
    """Reads a file line by line."""

    def __init__(self, source: Source, dialect: Dialect) -> None:
        self._path = source.name
        self._dialect = dialect
        self._problems = Problems()
        self._arrange(dialect.fields)
        self.events = Filling(source.name, "start", "end", "speaker", "text", "attributes", "lines")
        self.comments: list[Comment] = []
        self.meta: list[tuple[str, str]] = []

    def read(self, lines: Sequence[str]) -> None:
        """Reads all lines; raises the problems that it finds."""
        begin = next((place for place, line in enumerate(lines) if line.strip().lower() == _EVENTS), None)
        if begin is None:
            where = Where(self._path, max(1, len(lines)))
            self._problems.add(where, "no section [Events]", "a line '[Events]'", lines[-1] if lines else "")
            self._problems.check()
            return
        if begin:
            self._keep("head", lines[:begin])
        end = begin + 1
        while end < len(lines) and not lines[end].lstrip().startswith("["):
            self._line(end + 1, lines[end])
            end += 1
        if end < len(lines):
            self._keep("tail", lines[end:])
        self._problems.check()

    def _keep(self, key: str, lines: Sequence[str]) -> None:
        self.meta.append((f"ass:{key}", "".join(f"{line}\n" for line in lines)))

    def _line(self, place: int, line: str) -> None:
        kind, colon, rest = line.partition(":")
        kind = kind.strip().lower()
        if kind == "dialogue" and colon:
            self._dialogue(place, line, rest.lstrip(" "))
        elif kind == "format" and colon:
            self._format(place, line, rest)
        elif kind == "comment" and colon:
            self.comments.append(Comment(line, len(self.events)))
        elif line.strip() and not line.startswith((";", "!:")):
            if kind in ("picture", "sound", "movie", "command") and colon:
                self.comments.append(Comment(line, len(self.events)))
            else:
                self._problems.add(Where(self._path, place), "not an event", "'Dialogue: ...' or a comment", line)

    def _format(self, place: int, line: str, rest: str) -> None:
        fields = tuple(field.strip() for field in rest.split(","))
        if not {"Start", "End", "Text"} <= set(fields) or fields[-1] != "Text" or len(set(fields)) < len(fields):
            self._problems.add(
                Where(self._path, place),
                "Start, End or a final Text is missing",
                "each field once, Text as the last one",
                line,
            )
            self._problems.check()
        self._arrange(fields)
        if fields != self._dialect.fields:
            self.meta.append(("ass:fields", ",".join(fields)))

    def _arrange(self, fields: Sequence[str]) -> None:
        """Sets the fields of the events that follow."""
        self._fields = fields
        named = "Name" if "Name" in fields else "Actor"
        self._places = fields.index("Start"), fields.index("End"), fields.index(named) if named in fields else -1
        self._others = [place for place, field in enumerate(fields) if field not in _KNOWN]
        self._usual = [_DEFAULTS.get(fields[place], "") for place in self._others]

    def _dialogue(self, place: int, line: str, rest: str) -> None:
        values = rest.split(",", len(self._fields) - 1)
        if len(values) < len(self._fields):
            what = f"only {quantity(len(values), 'field')}"
            self._problems.add(Where(self._path, place), what, ", ".join(self._fields), line)
            return
        start_place, end_place, name_place = self._places
        start, end = _clock(values[start_place]), _clock(values[end_place])
        if start is None or end is None or end < start:
            self._complain_of_times(place, line, values[start_place], values[end_place])
            return
        text, attributes = _MARKUP.read(values[-1])
        others = [values[other] for other in self._others]
        if others != self._usual:
            attributes += (("ass:other", ",".join(others)),)
        speaker = values[name_place].strip() if name_place >= 0 else ""
        self.events.add(start, end, speaker, text, attributes, place)

    def _complain_of_times(self, place: int, line: str, start: str, end: str) -> None:
        first, last = _clock(start), _clock(end)
        wrong, written = ("Start", start) if first is None else ("End", end)
        unreadable = first is None or last is None
        what = f"{wrong} {written.strip()} is {'not a time' if unreadable else 'before Start'}"
        expected = "a time such as 0:00:01.00" if unreadable else "End at or after Start"
        self._problems.add(Where(self._path, place, line.find(written) + 1), what, expected, line)


def _clock(text: str) -> float | None:
    """The seconds of a time; fast for H:MM:SS.cc, which nearly all files have."""
    value = clock(f"0{text}0") if len(text) == _USUAL else None  # in the form that `clock` looks up
    return clock(text.strip()) if value is None else value


def bare(text: str) -> str:
    r"""A text without overrides and drawings.

    >>> bare(r"{\i1}a\Nb{\p1}m 0 0{\p0}\hc")
    'a\nb c'
    """
    if "\\p" in text:
        text = _without_drawings(text)
    if "{" in text:
        text = _OVERRIDE.sub("", text)
    if "\\" in text:
        text = text.replace("\\N", "\n").replace("\\n", "\n").replace("\\h", " ")
    return text


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


_MARKUP = Markup("ass", bare, re.compile(r"[{\\\t\n\v\f\r]|  |^ | \Z"), "\\N")


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
    others = [field for field in fields if field not in _KNOWN]
    written = [dict(attributes).get("ass:other") for attributes in table.column("attributes") or [()] * len(texts)]
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
