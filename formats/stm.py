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
from itertools import compress, repeat
from math import nan

from .. import core
from .engine.comments import comment_line, with_comments
from .engine.fields import column, number, time_problem, time_text, word_of, wrong_time
from .engine.labels import definitions, label_of, tags_of
from .engine.row_reader import Adder, columns_of, comments_of, read_rows
from .engine.rows import segments_table
from .errors import UsageError, Where, quantity
from .record import Format
from .schema import Comment, Corpus, Segment, Table, sclite_text, sclite_texts
from .schema.markup import BLANKS, are_sound, check, words
from .source import Source

COMMENTS = (";;", "**")
IGNORED = "IGNORE_TIME_SEGMENT_IN_SCORING"
_LAYOUT = "file channel speaker begin end [<label>] text"
_FEWEST = 5
_BEGIN, _END, _LABELS = 3, 4, 5  # fields of a row
_IGNORED = re.compile("ignore_time_segment_in_scoring|ignoretimesegmentinscoring", re.IGNORECASE | re.ASCII)
_LABEL = re.compile(f"<[^<>{BLANKS}]+>")


def read(source: Source, *, markup: bool = True) -> Corpus:
    """Reads segments; `markup=False` takes braces, semicolons and stars literally.

    >>> corpus = read(Source(b"talk A anna 0.00 3.47 <O> good { day / morning }\\n"))
    >>> segment = corpus.segments[0]
    >>> segment.speaker, segment.end, segment.tags, segment.text
    ('anna', 3.47, ('O',), 'good { day / morning }')
    """
    add = _Adder(source.name, markup)
    rows = read_rows(source, lambda data, unusual: core.read_stm(data, unusual, markup), row, add, _FEWEST)
    comments = comments_of(rows)
    _report_spoken_labels(rows, comments, add, source)
    add.problems.check()
    numbers = array("d", rows.numbers(_BEGIN)), array("d", rows.numbers(_END))
    names = map(rows.texts, range(_BEGIN))
    fields = (*names, *columns_of(rows, source, range(_BEGIN, _FEWEST + 2), words=_FEWEST + 1))
    table = segments_table(fields, numbers, rows.ignored, array("q", rows.lines), source.name, markup=markup)
    return Corpus(table, comments=comments, format="stm", path=source.name)


class _Adder(Adder):
    def __init__(self, path: str, markup: bool) -> None:
        super().__init__(path)
        self.markup = markup


def row(fields: list[str], add: _Adder) -> None:
    """Reads one line: file, channel, speaker, begin, end, and the text, which may begin with a label."""
    if len(fields) < _FEWEST:
        add.report(len(fields) + 1, f"only {quantity(len(fields), 'field')}", _LAYOUT)
        return
    if add.line[0] in ";*":
        what = f"a line that begins with one '{add.line[0]}'"
        add.report(1, what, f"'{add.line[0] * 2}' for a comment, or {_LAYOUT}")
        return
    session, channel, speaker, begin, end, *rest = fields
    text = rest[0].rstrip(BLANKS) if rest else ""
    label = ""
    if text.startswith("<"):
        label = words(text)[0]
        if not _LABEL.fullmatch(label):
            add.report(6, f"{label!r} is not a label", f"'<a,b>', or '\\{label}' for a word")
        text = text[len(label) :].lstrip(BLANKS)
    elif not add.markup and text.startswith("\\<"):
        text = text[1:]
    if not _are_times(begin, end, add):
        return
    if add.markup and ("{" in text or "}" in text) and not _IGNORED.search(text) and not are_sound((text,)):
        # Columns of the text are counted from its begin, after the label.
        place = Where(add.path, add.number, column(add.line, _FEWEST + 1 + bool(label)))
        check(text, place, add.problems, add.line)
    add.rows.add((session, channel, speaker, begin, end, label, text), float(begin), float(end), nan)


def _are_times(begin: str, end: str, add: _Adder) -> bool:
    problems = {_BEGIN: time_problem("begin", begin), _END: time_problem("end", end)}
    if not any(problems.values()) and float(end) < float(begin):
        problems[_END] = f"end {end} is before begin {begin}"
    for place, what in problems.items():
        if what:
            add.report(place + 1, what, _LAYOUT)
    return not any(problems.values())


def _report_spoken_labels(rows: core.TimedRows, comments: Sequence[Comment], add: _Adder, source: Source) -> None:
    """Reports labels that are words on other lines, such as `<hm>` at the start of a text."""
    labels = rows.texts(_LABELS)
    defined = {identifier.lower() for identifier, _, _ in definitions(comments).labels}
    doubtful = {label for label in {*labels} if not {*tags_of(label.lower())} <= defined | {""}}
    if not doubtful or (rows.ascii and source.data.count(b"<") == len(labels) - labels.count("")):
        return  # where each `<` begins a label, no word looks like one
    places = array("q", rows.lines)
    spoken: dict[str, int] = {}
    for text, place in zip(rows.texts(_LABELS + 1), places, strict=True):
        if "<" in text:
            for label in doubtful.intersection(words(text)):
                spoken.setdefault(label, place)
    for label, place in zip(labels, places, strict=True) if spoken else ():
        if label in spoken:
            what = f"{label} is read as a label here, but it is a word on line {spoken[label]}"
            line = source.lines()[place - 1]
            add.report(6, what, f"\\{label} for a word at the start of a text", (place, line))


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
        raise UsageError(f"stm needs a start and an end for every segment; one of {segment.session!r} has none")
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
        raise UsageError(
            f"stm cannot hold a line end inside a text, as in one of {segment.session!r}; expected a blank in its place"
        )
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
