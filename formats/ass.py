"""Advanced SubStation Alpha and its elder, SubStation Alpha: styled events with times and names.

    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
    Dialogue: 0,0:00:01.00,0:00:02.50,Default,Anna,0,0,0,,{\\i1}Good\\Nday.

An event becomes a segment, its name the speaker. Script info, styles and what else stands in the file are kept for
writing, as are an event's other fields and its overrides. Drawings are no text. Comments are comments.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from formats.engine.cues import LINES, clock, clock_text, raw_text, subtitles, texts, times_of
from formats.errors import Problems, UsageError, Where
from formats.schema import Attributes, Comment, Corpus, Segment
from formats.source import Source

_OVERRIDE = re.compile(r"\{[^{}]*\}")
_DRAWING = re.compile(r"\{[^{}]*\\p[1-9][^{}]*\}.*?(?=\{[^{}]*\\p0[^{}]*\}|$)", re.DOTALL)
_EVENTS = "[events]"
_FIELDS = {
    "ass": ("Layer", "Start", "End", "Style", "Name", "MarginL", "MarginR", "MarginV", "Effect", "Text"),
    "ssa": ("Marked", "Start", "End", "Style", "Name", "MarginL", "MarginR", "MarginV", "Effect", "Text"),
}
_DEFAULTS = {"Layer": "0", "Marked": "Marked=0", "Style": "Default", "MarginL": "0", "MarginR": "0", "MarginV": "0"}
_HEAD = {
    "ass": (
        "[Script Info]\n"
        "ScriptType: v4.00+\n"
        "\n"
        "[V4+ Styles]\n"
        "Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, "
        "Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, "
        "MarginR, MarginV, Encoding\n"
        "Style: Default,Arial,20,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,2,2,2,10,10,10,1\n"
        "\n"
    ),
    "ssa": (
        "[Script Info]\n"
        "ScriptType: v4.00\n"
        "\n"
        "[V4 Styles]\n"
        "Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, TertiaryColour, BackColour, Bold, Italic, "
        "BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, AlphaLevel, Encoding\n"
        "Style: Default,Arial,20,16777215,65535,0,0,0,0,1,2,2,2,10,10,10,0,1\n"
        "\n"
    ),
}


def read(source: Source, *, name: str = "ass") -> Corpus:
    """Reads events.

    >>> corpus = read(Source(b"[Events]\\nDialogue: 0,0:00:01.00,0:00:02.50,Default,Anna,0,0,0,,Good\\\\Nday.\\n"))
    >>> corpus.segments[0].speaker, corpus.segments[0].text, corpus.segments[0].end
    ('Anna', 'Good day.', 2.5)
    """
    reader = _Reader(source, name)
    reader.read(source.lines())
    return Corpus(
        tuple(reader.segments),
        comments=tuple(reader.comments),
        meta=tuple(reader.meta),
        format=name,
        path=source.name,
    )


class _Reader:
    """Reads a file line by line."""

    def __init__(self, source: Source, name: str) -> None:
        self._path = source.name
        self._name = name
        self._problems = Problems()
        self._arrange(_FIELDS[name])
        self.segments: list[Segment] = []
        self.comments: list[Comment] = []
        self.meta: list[tuple[str, str]] = []

    def read(self, lines: Sequence[str]) -> None:
        """Reads all lines, or raises what is wrong with them."""
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
            self.comments.append(Comment(line, len(self.segments)))
        elif line.strip() and not line.startswith((";", "!:")):
            if kind in ("picture", "sound", "movie", "command") and colon:
                self.comments.append(Comment(line, len(self.segments)))
            else:
                self._problems.add(Where(self._path, place), "a line that is no event", "'Dialogue: ...'", line)

    def _format(self, place: int, line: str, rest: str) -> None:
        fields = tuple(field.strip() for field in rest.split(","))
        if not {"Start", "End", "Text"} <= set(fields) or fields[-1] != "Text" or len(set(fields)) < len(fields):
            self._problems.add(
                Where(self._path, place), "fields without times or text", "Start, End and, last, Text", line
            )
            self._problems.check()
        self._arrange(fields)
        if fields != _FIELDS[self._name]:
            self.meta.append(("ass:fields", ",".join(fields)))

    def _arrange(self, fields: Sequence[str]) -> None:
        """Takes the fields of the events that follow."""
        self._fields = fields
        named = "Name" if "Name" in fields else "Actor"
        self._places = fields.index("Start"), fields.index("End"), fields.index(named) if named in fields else -1
        self._others = [place for place, field in enumerate(fields) if field not in _KNOWN]
        self._usual = [_DEFAULTS.get(fields[place], "") for place in self._others]

    def _dialogue(self, place: int, line: str, rest: str) -> None:
        values = rest.split(",", len(self._fields) - 1)
        if len(values) < len(self._fields):
            what = f"only {len(values)} fields"
            self._problems.add(Where(self._path, place), what, ", ".join(self._fields), line)
            return
        start_place, end_place, name_place = self._places
        start, end = _clock(values[start_place]), _clock(values[end_place])
        if start is None or end is None or end < start:
            self._complain_of_times(place, line, values[start_place], values[end_place])
            return
        raw = values[-1]
        text, kept = texts(raw, bare(raw), "ass")
        kept = _without_plain(kept) if kept else kept
        others = [values[other] for other in self._others]
        if others != self._usual:
            kept += (("ass:other", ",".join(others)),)
        speaker = values[name_place].strip() if name_place >= 0 else ""
        where = Where(self._path, place)
        self.segments.append(Segment(speaker=speaker, start=start, end=end, text=text, attributes=kept, where=where))

    def _complain_of_times(self, place: int, line: str, start: str, end: str) -> None:
        first, last = _clock(start), _clock(end)
        wrong, written = ("Start", start) if first is None else ("End", end)
        reason = "cannot be read" if first is None or last is None else "is before begin"
        column = line.find(written) + 1
        self._problems.add(Where(self._path, place, column), f"{wrong} {written.strip()} {reason}", "0:00:01.00", line)


def _clock(text: str) -> float | None:
    """The seconds of a time with hundredths, as nearly all times of such files are."""
    value = clock(f"0{text}0") if len(text) == _USUAL else None  # as the other formats write it
    return clock(text.strip()) if value is None else value


_USUAL = len("0:00:00.00")
_KNOWN = frozenset({"Start", "End", "Name", "Actor", "Text"})


def _without_plain(kept: Attributes) -> Attributes:
    """What is kept, without a text that the writer would make of the lines anyway."""
    lines = dict(kept).get(LINES)
    return tuple(
        (key, value) for key, value in kept if key != "ass:text" or lines is None or value != lines.replace("\n", "\\N")
    )


def bare(text: str) -> str:
    r"""A text without overrides and drawings.

    >>> bare(r"{\i1}a\Nb{\p1}m 0 0{\p0}\hc")
    'a\nb c'
    """
    if "\\p" in text:
        text = _DRAWING.sub("", text)
    if "{" in text:
        text = _OVERRIDE.sub("", text)
    if "\\" in text:
        text = text.replace("\\N", "\n").replace("\\n", "\n").replace("\\h", " ")
    return text


def write(corpus: Corpus, *, name: str = "ass") -> Iterator[str]:
    """Yields the lines of a file; every segment needs times."""
    # The head of one dialect would give the other the wrong styles.
    meta = dict(corpus.meta) if corpus.format == name else {}
    fields = tuple(meta["ass:fields"].split(",")) if "ass:fields" in meta else _FIELDS[name]
    yield meta.get("ass:head", "" if corpus.format == name and len(corpus) else _HEAD[name])
    yield f"[Events]\nFormat: {', '.join(fields)}\n"
    comments = list(corpus.comments)
    for place, segment in enumerate(corpus.segments):
        while comments and comments[0].before <= place:
            yield _comment(comments.pop(0).text, name)
        yield _dialogue(segment, fields, name)
    for comment in comments:
        yield _comment(comment.text, name)
    if "ass:tail" in meta:
        yield f"\n{meta['ass:tail']}"


def _comment(text: str, name: str) -> str:
    if re.match(r"(?:comment|picture|sound|movie|command)\s*:", text, re.IGNORECASE):
        return f"{text}\n"
    first = _DEFAULTS[_FIELDS[name][0]]
    return f"Comment: {first},0:00:00.00,0:00:00.00,Default,,0,0,0,,{text}\n"


def _dialogue(segment: Segment, fields: Sequence[str], name: str) -> str:
    start, end = times_of(segment, name)
    if "," in segment.speaker or "\n" in segment.speaker:
        raise UsageError(f"{name} cannot hold the speaker {segment.speaker!r}: it must not contain a comma")
    found = {"Start": _time(start), "End": _time(end), "Name": segment.speaker, "Actor": segment.speaker}
    found["Text"] = _text(segment)
    others = [field for field in fields if field not in _KNOWN]
    kept = dict(segment.attributes).get("ass:other") if segment.attributes else None
    values = kept.split(",") if kept is not None else []
    if len(values) != len(others) or (name == "ssa") != values[0].startswith("Marked"):
        values = [_DEFAULTS.get(field, "") for field in others]
    found |= dict(zip(others, values, strict=True))
    return f"Dialogue: {','.join([found[field] for field in fields])}\n"


def _time(seconds: float) -> str:
    text = clock_text(seconds, ".", 2)
    return text[1:] if text.startswith("0") else text


def _text(segment: Segment) -> str:
    return raw_text(segment, "ass", bare, _marked)


def _marked(text: str) -> str:
    if bare(text) != text:
        raise UsageError(f"ass has no way to write the text {text!r}: some of it would be taken for markup")
    return text.replace("\n", "\\N")


def _sniffer(*marks: str) -> Callable[[Sequence[str]], bool]:
    def sniff(lines: Sequence[str]) -> bool:
        """Whether there are styles of this dialect, or the type of a script says so."""
        head = [line.strip().lower() for line in lines]
        return bool(head) and "[script info]" in head[:20] and any(line.replace(" ", "") in marks for line in head)

    return sniff


FORMAT = subtitles(
    "ass",
    (".ass",),
    "Advanced SubStation Alpha",
    (read, write, _sniffer("scripttype:v4.00+", "[v4+styles]")),
    "attributes:ass",
    "comments",
    "speakers",
)
SSA = subtitles(
    "ssa",
    (".ssa",),
    "SubStation Alpha",
    (partial(read, name="ssa"), partial(write, name="ssa"), _sniffer("scripttype:v4.00", "[v4styles]")),
    "attributes:ass",
    "comments",
    "speakers",
)
