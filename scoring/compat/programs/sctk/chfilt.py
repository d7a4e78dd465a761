"""chfilt.pl 1.18: transcripts of CallHome, in several languages, as stm or pem."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field, replace

from . import Failure, OutError, file_content
from .chfilt_text import LANGUAGES, Cleaner
from .hubscr.sorting import sorted_stm
from .options import LongOptions
from .perl_number import number
from .rows import write
from .streams import Streams

_USAGE = b"Usage: chfilt.pl -l LANGUAGE [ options ] Infile OutFile|-- -\n"
_COMMENTS = b';; CATEGORY "0" "" ""\n;; LABEL "O" "Overall" "All Segments in the test set"\n'
_START = re.compile(rb"\s*(\d+\.\d+)\s+(\d+\.\d+)\s+([AB]\d*):")
_NUMBERS = bytes.maketrans(b"AB", b"12")
# A segment may begin that long before -b, and end that long after -e.
_TOLERANCE = 0.5
_SHORTEST_GAP = 0.01


@dataclass(frozen=True, slots=True)
class _Row:
    """Row of stm: its fields as they are printed, and the blanks before the end."""

    source: bytes
    channel: bytes
    speaker: bytes
    begin: bytes
    end: bytes
    text: bytes = b""
    blanks: bytes = b" "


@dataclass(frozen=True, slots=True)
class _Job:
    """Options of the command line, the name of the file, and the rules of its language."""

    values: dict[str, bytes]
    name: bytes
    cleaner: Cleaner = field(init=False)

    def __post_init__(self) -> None:
        language = next(name for name in LANGUAGES if name in self.values["l"])
        object.__setattr__(self, "cleaner", Cleaner(LANGUAGES[language], self.values))

    def time(self, letter: str) -> float | None:
        """Seconds of an option; None without it."""
        return number(self.values[letter]) if letter in self.values else None


def run(words: list[bytes], streams: Streams) -> int:
    """Runs the program."""
    job, source, target = _job(words)
    rows = _rows(file_content(source), job)
    if job.values.get("o") != b"pem":
        rows = _changed(rows, job)
    for word in job.cleaner.contractions:
        streams.error(b'Warning: Possible non-annotated contraction "' + word + b'"\n')
    write(target, sorted_stm(_COMMENTS + b"".join(_text(row, job.values) for row in rows)), streams)
    return 0


def _job(words: list[bytes]) -> tuple[_Job, bytes, bytes]:
    options = LongOptions(words, flags="mdaikcE", valued="lbeqtospC", sensitive=True)
    values, names = options.values, options.words
    if options.complaints:
        raise Failure(b"\n" + _USAGE + b"\nError: Failed to parse arguments\n", 255)
    if "l" not in values:
        raise OutError(b"\n" + _USAGE + b"\nError: Language option is required\n\n")
    if not any(language in values["l"] for language in LANGUAGES):
        raise OutError(b"\n" + _USAGE + b"\nError: Language not recognized\n\n")
    if values.get("o", b"stm") not in (b"stm", b"pem"):
        raise OutError(b"\n" + _USAGE + b"\nError: Unrecognized format type --> " + values["o"] + b"\n\n")
    if "i" in values and not ("b" in values and "e" in values):
        raise Failure(_USAGE + b"\nError: -i requires -b and -e to be used\n", 255)
    if values.get("C", b"numbers") not in (b"numbers", b"letters"):
        raise Failure(_USAGE + b"\nError: -C " + values["C"] + b": expected numbers or letters\n", 255)
    if len(names) != 2:
        raise OutError(b"\n" + _USAGE + b"\nInput and output: expected 2 names, not %d\n\n" % len(names))
    if not os.path.isfile(names[0]):
        raise OutError(b"\n" + _USAGE + b"\nInput file " + names[0] + b" does not exist\n\n")
    base = os.path.basename(names[0])
    return _Job(values, base.rpartition(b".")[0] or base), names[0], names[1]


def _rows(data: bytes, job: _Job) -> list[_Row]:
    """Rows of the segments that have words, or of all with `-k`, in the order of the file."""
    rows = []
    pem = job.values.get("o") == b"pem"
    for begin, end, speaker, text in _segments(data, job):
        cleaned = job.cleaner.cleaned(text)
        if not (cleaned.strip() or "k" in job.values) or not _within(begin, end, job):
            continue
        channel = speaker[:1].translate(_NUMBERS) if job.values.get("C") == b"numbers" else speaker[:1]
        padded = b" " + (end if pem else b"%6.2f" % number(end))
        bare = padded.lstrip()
        rows.append(
            _Row(job.name, channel, job.name + b"_" + speaker, begin, bare, cleaned, padded[: len(padded) - len(bare)])
        )
    if rows and len(job.name.split()) != 1:
        raise Failure(_USAGE + b"\nError: a name with a blank: " + job.name + b"\n", 255)
    return rows


def _segments(data: bytes, job: _Job) -> list[tuple[bytes, bytes, bytes, bytes]]:
    """Begin, end, speaker and text of each segment; a line without times continues the one before."""
    lines: list[bytes] = []
    for line in data.splitlines():
        if line[:1] == b"#" or not line.strip():
            continue
        row = line.lstrip().partition(b" ")[2] if "m" in job.values and _START.match(line) is None else line
        if _START.match(row):
            lines.append(row)
        elif lines:
            lines[-1] += b" " + line
        else:
            raise Failure(b"Illegal format, first line does not have a begin time, end time and channel\n", 255)
    segments = []
    for line in lines:
        start = _START.match(line)
        assert start is not None
        text = re.sub(rb"\[\[.*?\]\]", b"", line[start.end() :])
        # The reference takes the text behind the last colon of the line, and the rest is lost.
        if b":" in text:
            reason = b"chfilt.pl: a colon in the text; expected only the one behind the channel: "
            raise Failure(reason + line + b"\n", 255)
        segments.append((start[1], start[2], start[3], text))
    return segments


def _within(begin: bytes, end: bytes, job: _Job) -> bool:
    first, last = job.time("b"), job.time("e")
    return (first is None or number(begin) > first - _TOLERANCE) and (last is None or number(end) < last + _TOLERANCE)


def _changed(rows: list[_Row], job: _Job) -> list[_Row]:
    """Rows padded, merged and with gaps, each channel for itself, as the options ask for."""
    changed: list[_Row] = []
    for channel in dict.fromkeys(row.channel for row in rows):
        of_channel = [row for row in rows if row.channel == channel]
        padding, smooth = job.time("p"), job.time("s")
        if padding is not None:
            of_channel = _padded(of_channel, padding, job)
        if smooth is not None:
            of_channel = _merged(of_channel, smooth)
        if "E" in job.values:
            of_channel = _without_overlaps(of_channel)
        if "i" in job.values:
            of_channel = _with_gaps(of_channel, job.values["b"], number(job.values["e"]))
        changed += of_channel
    return changed


def _without_overlaps(rows: list[_Row]) -> list[_Row]:
    """Rows where those that overlap the row before are one region that is not scored."""
    separated: list[_Row] = []
    for row in rows:
        last = separated[-1] if separated else None
        if last and number(row.begin) < number(last.end):
            # The end of the last row counts, even if another one ends later.
            text = b"ignore_time_segment_in_scoring"
            separated[-1] = replace(last, speaker=b"excluded_region", end=row.end, text=text, blanks=b" ")
        else:
            separated.append(row)
    return separated


def _padded(rows: list[_Row], padding: float, job: _Job) -> list[_Row]:
    """Rows longer by the padding on both sides, or up to the middle of the gap to the next row or limit."""
    begins = [number(row.begin) for row in rows]
    ends = [number(row.end) for row in rows]
    limit = job.time("e")
    before = [job.time("b") or 0.0, *ends[:-1]]
    behind = [*begins[1:], limit]
    padded: list[_Row] = []
    for row, begin, end, left, right in zip(rows, begins, ends, before, behind, strict=True):
        if begin > left:
            row = replace(row, begin=b"%.2f" % (begin - min(padding, (begin - left) / 2)))
        longer = end + (padding if right is None else min(padding, (right - end) / 2))
        if longer > end:
            # The end of the last row is not rounded.
            row = replace(row, end=(b"%.2f" if len(padded) < len(rows) - 1 else b"%.15g") % longer)
        padded.append(row)
    return padded


def _merged(rows: list[_Row], gap: float) -> list[_Row]:
    """Rows of one speaker that follow each other within less than a gap, as one row."""
    merged: list[_Row] = []
    for row in rows:
        last = merged[-1] if merged else None
        if last and last.speaker == row.speaker and number(row.begin) - number(last.end) < gap:
            text = last.text.removeprefix(b" ") + b" " + row.text.removeprefix(b" ")
            merged[-1] = replace(last, end=row.end, text=text, blanks=b" ")
        else:
            merged.append(row)
    return merged


def _with_gaps(rows: list[_Row], first: bytes, last: float) -> list[_Row]:
    """Rows with one for each gap between them, and before and behind them."""
    filled, end = [], first
    for row in rows:
        filled += [*_gap(row, end, number(row.begin)), row]
        end = row.end
    return [*filled, *_gap(rows[-1], end, last)]


def _gap(row: _Row, begin: bytes, end: float) -> list[_Row]:
    if number(begin) >= end - _SHORTEST_GAP:
        return []
    padded = b" %6.2f" % end
    bare = padded.lstrip()
    name = row.source + b"_" + row.channel + b"_inter_segment_gap"
    return [_Row(row.source, row.channel, name, begin, bare, blanks=padded[: -len(bare)])]


def _text(row: _Row, values: dict[str, bytes]) -> bytes:
    if values.get("o") == b"pem":
        return b"%b %b unknown_speaker %b %b\n" % (row.source, row.channel, row.begin, row.end)
    head = b"%b %b %b %b" % (row.source, row.channel, row.speaker, row.begin)
    return head + row.blanks + row.end + b" <O> " + row.text + b"\n"
