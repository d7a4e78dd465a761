"""STM as asclite reads it: one stream for each speaker."""

from __future__ import annotations

import re

from .alternatives import add_text
from .log import Log, crash
from .model import GAP, Label, Segment, Side, Stream, milliseconds
from .rows import Fields, finished, lines_of

_IGNORED = b"ignore_time_segment_in_scoring"
_BLANKS = re.compile(rb"[ \t\r\n]+")
_FIELDS = 6
# The speaker and what counts its ignored segments wrap below 0.
_WRAP = 1 << 64


def read(side: Side, log: Log) -> Side:
    """Fills a side with the content of its file."""
    reader = _Reader(side, log)
    for number, line in enumerate(lines_of(side.name, b"STM file", log)):
        if line[:1] == b";":
            _add_label(side, line)
        else:
            reader.take(number, line)
    for _, stream in sorted(reader.streams.items()):
        stream.chain()
        side.streams.append(stream)
    return finished(side, b"STM", log)


class _Reader:
    """Segments read so far."""

    def __init__(self, side: Side, log: Log) -> None:
        self._side, self._log = side, log
        self._fields = Fields(_FIELDS)
        self._elements = -1
        self._ignored: dict[bytes, int] = {}
        self.streams: dict[bytes, Stream] = {}

    def take(self, number: int, line: bytes) -> None:
        label, text = self._divided(number, line)
        file, channel, speaker = self._fields.values[:3]
        if speaker.lower() == GAP:
            self._log.debug(b"ISG Detected at line %d '%b'" % (number, speaker))
            speaker = GAP
        stream = self.streams.setdefault(speaker, Stream(self._side))
        segment = Segment(milliseconds(self._fields.values[3]), milliseconds(self._fields.values[4]), stream)
        segment.place(file, channel, speaker)
        if _IGNORED in text.lower():
            segment.ignored = True
            self._ignored[speaker] = self._ignored.get(speaker, 0) + 1
        else:
            add_text(segment, text, self._log)
            self._elements += 1
        segment.row, segment.element, segment.label = number, self._elements, label
        place = (len(stream.segments) - self._ignored.get(speaker, 0)) % _WRAP
        segment.name = b"(%b-%03d)" % (speaker, place)
        stream.segments.append(segment)

    def _divided(self, number: int, line: bytes) -> tuple[bytes, bytes]:
        """Label and text of a row. The label is sought anywhere in the row, also where the text has it."""
        fields = self._fields
        count = fields.take(line)
        begin, end = line.find(b"<"), line.find(b">")
        label = (line[begin : end + 1] if end >= begin - 1 else line[begin:]) if begin >= 0 else b""
        if count == _FIELDS and fields.values[5][:1] == b"<":
            return label, line[end + 1 :]
        if fields.take(line, _FIELDS - 1) < _FIELDS - 1:
            self._log.error(b"Error parsing the line %d in file %b" % (number, self._side.name))
        # The text begins after the first place where the end time follows the begin time, in whatever field.
        start, stop = fields.values[3:5]
        place = line.find(stop, line.find(start) + 1)
        place = place + len(stop) if place >= 0 else len(stop) - 1
        if place > len(line) or place < 0:
            crash(self._side.name + b":%d" % (number + 1), b"row without times; expected file, channel, speaker, times")
        return label, line[place:]


def _add_label(side: Side, line: bytes) -> None:
    """Adds a line LABEL or CATEGORY. The place of the last word among all words identifies its texts in quotes."""
    words = [word for word in _BLANKS.split(line.partition(b"\0")[0]) if word]
    kind, open_text = b"", b""
    texts = {2: b"", 3: b"", 4: b""}
    for place, word in enumerate(words[1:], 1):
        if place == 1:
            kind = word if word in (b"CATEGORY", b"LABEL") else b""
            continue
        whole = word.find(b'"') != word.rfind(b'"')
        open_text = word if whole or not open_text else open_text + b" " + word
        if word.endswith(b'"'):
            if place in texts:
                texts[place] = open_text.replace(b'"', b"")
            open_text = b""
    if texts[2]:
        side.labels.append(Label(kind, texts[2], texts[3], texts[4]))
