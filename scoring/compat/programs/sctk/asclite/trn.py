"""Transcripts in TRN as asclite reads them: one stream for each speaker, segments by the names of utterances."""

from __future__ import annotations

from .alternatives import add_text
from .log import Log
from .model import Segment, Side, Stream
from .rows import finished, lines_of


def read(side: Side, kind: bytes, log: Log) -> Side:
    """Fills a side with the content of its file; `kind` says how names of utterances name speakers."""
    streams: dict[bytes, Stream] = {}
    elements = 0
    for number, line in enumerate(lines_of(side.name, b"file", log)):
        if line[:1] == b";":
            continue
        text, name = _divided(line)
        speaker = name[: max(name.rfind(b"_"), name.rfind(b"-"))] if b"_" in name or b"-" in name else name
        if kind != b"spu_id":
            log.error(b"trn_importer : unknown uterance id type : " + kind)
            speaker = b"undefined"
        stream = streams.setdefault(speaker, Stream(side))
        segment = Segment(-1, -1, stream)
        add_text(segment, text, log)
        segment.name, segment.row, segment.element = b"(" + name + b")", number, elements
        segment.speaker = speaker
        elements += 1
        stream.segments.append(segment)
    side.streams += [stream for _, stream in sorted(streams.items())]
    return finished(side, b"TRN", log)


def _divided(line: bytes) -> tuple[bytes, bytes]:
    """Text and name of a row; a row without parentheses is both."""
    begin, end = line.rfind(b"("), line.rfind(b")")
    name = line[begin + 1 : end] if end > begin else line[begin + 1 :]
    return (line[:begin] if begin >= 0 else line), name
