"""Lines of the alignment in the log (`-f 6`), which align2html.pl reads."""

from __future__ import annotations

from .groups import Group
from .log import Log
from .model import Segment, Word
from .scoring import Alignment

HEAD = (
    b"Aligned,SegGrpID,File,Channel,Eval,RefSegID,RefSegBT,RefSegET,RefSpkrID,RefTknID,RefTknBT,RefTknET,RefTknTxt,"
    b"RefTknConf,RefTknPrev,RefTknNext,HypSegID,HypSegBT,HypSegET,HypSpkrID,HypTknID,HypTknBT,HypTknET,HypTknTxt,"
    b"HypTknConf,HypTknPrev,HypTknNext"
)
GENERIC_HEAD = (
    b"Aligned,SegGrpID,File,Channel,Eval[,RefSegID,RefSegBT,RefSegET,RefSpkrID,RefTknID,RefTknBT,RefTknET,RefTknTxt,"
    b"RefTknConf,RefTknPrev,RefTknNext]*"
)
NOTHING = b"," * 10


def _time(value: int) -> bytes:
    return b"%.3f" % (value / 1000) if value >= 0 else b""


def _segment_fields(segment: Segment) -> bytes:
    return b",".join((b"%d" % segment.number, _time(segment.begin), _time(segment.end), segment.speaker))


def word_fields(word: Word | None) -> bytes:
    """The columns of a word."""
    if word is None:
        return NOTHING
    numbers = [b"|".join(b"%d" % other.number for other in words) for words in (word.before, word.after)]
    score = b"" if word.confidence is None else b"%.3f" % word.confidence
    times = _time(word.begin), _time(word.end)
    return b",".join((_segment_fields(word.segment), b"%d" % word.number, *times, word.text, score, *numbers))


def list_group(kind: bytes, group: Group, log: Log, *, generic: bool) -> None:
    """Lists the words of a group: `SG` as it is, `NO` as left out."""
    for is_hypothesis, streams in ((False, group.references), (True, group.hypotheses)):
        for segment in (segment for segments in streams for segment in segments):
            shown = [word_fields(word) for word in segment.words()] or [_segment_fields(segment) + b"," * 7]
            where = b"%b,%d,%b,%b,," % (kind, group.number, segment.file, segment.channel)
            for fields in shown:
                pair = (NOTHING, fields) if is_hypothesis else (fields, b"" if generic else NOTHING)
                log.alignment(where + b",".join(pair))


def list_alignment(alignment: Alignment, log: Log) -> None:
    """Lists all pairs."""
    for aligned in alignment.segments():
        for pair in aligned.pairs:
            word = pair.reference if pair.reference is not None else pair.hypothesis
            assert word is not None
            where = b"YES,%d,%b,%b,%b," % (aligned.group, word.segment.file, word.segment.channel, pair.result)
            log.alignment(where + word_fields(pair.reference) + b"," + word_fields(pair.hypothesis))
