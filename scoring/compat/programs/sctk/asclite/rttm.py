"""RTTM as asclite reads it: a hypothesis has a segment for each word, a reference for each turn of a speaker."""

from __future__ import annotations

from .....maths.single import single
from ..sclite.numbers import real
from .alternatives import Maker, divided, join, parsed
from .log import UNREADABLE, Log
from .model import Segment, Side, Stream, Word, milliseconds
from .rows import Fields, finished, lines_of

_OPTIONAL = (b"fp", b"frag", b"un-lex", b"for-lex")
_WORDS = (b"lex", *_OPTIONAL, b"alpha", b"acronym", b"interjection", b"propernoun")
_FIELDS = 9


def read_words(side: Side, log: Log) -> Side:
    """Fills a side with the words of a hypothesis, each a segment of its own."""
    log.debug(b"Load in Lexeme mode file " + side.name)
    streams: dict[bytes, Stream] = {}
    fields, sure, elements = Fields(_FIELDS + 1), True, -1
    for number, line in enumerate(lines_of(side.name, b"RTTM file", log)):
        if not line.startswith(b"LEXEME"):
            continue
        if fields.take(line) < _FIELDS:
            log.error(b"Error parsing the line %d in file %b" % (number, side.name))
        kind = fields.values[6].lower()
        if kind not in _WORDS:
            continue
        # From the first word without a confidence on, no word has one.
        sure &= fields.values[8] != b"<NA>"
        stream = streams.setdefault(fields.values[7], Stream(side))
        if b'"' in fields.values[5]:
            what = b"Error parsing the line %d in file %b, forbidden character detected"
            log.fatal(what % (number, side.name), UNREADABLE)
        segment = _segment(fields, stream)
        text = fields.values[5].replace(b"_", b" ").replace(b"#", b" ")
        score = single(real(fields.values[8])) if sure else None
        maker = _sharing(segment, (segment.begin, segment.end), score, optional=kind in _OPTIONAL)
        join(segment, parsed(divided(text), maker), log)
        elements += 1
        segment.row, segment.element = number, elements
        if stream.segments:
            stream.segments[-1].attach(segment)
        stream.segments.append(segment)
    side.streams += [stream for _, stream in sorted(streams.items())]
    return finished(side, b"RTTM", log)


def read_turns(side: Side, log: Log) -> Side:
    """Fills a side with the turns of a reference; a word belongs to the last turn of its speaker before it."""
    log.debug(b"Load in Speaker mode file " + side.name)
    streams: dict[bytes, Stream] = {}
    # The values that a short row keeps are those of rows of its own type.
    turn, word = Fields(_FIELDS), Fields(_FIELDS)
    lasts: dict[Segment, Word] = {}
    for number, line in enumerate(lines_of(side.name, b"RTTM file", log)):
        fields = turn if line.startswith(b"SPEAKER") else word if line.startswith(b"LEXEME") else None
        if fields is None:
            continue
        if fields.take(line) < _FIELDS:
            log.error(b"Error parsing the line %d in file %b" % (number, side.name))
        speaker = fields.values[7]
        if fields is turn:
            stream = streams.setdefault(speaker, Stream(side))
            segment = _segment(fields, stream)
            segment.row = segment.element = number
            stream.segments.append(segment)
        elif fields.values[6].lower() in _WORDS:
            if speaker in streams:
                _add_word(streams[speaker].segments[-1], fields.values, lasts, log)
            else:
                log.error(b"No Segment found for speaker %b at line %d" % (speaker, number))
    for segment, last in lasts.items():
        segment.add_last(last, log)
    for _, stream in sorted(streams.items()):
        stream.chain()
        side.streams.append(stream)
    finished(side, b"RTTM", log, must_have=False)
    _expand(side, log)
    return side


def _segment(fields: Fields, stream: Stream) -> Segment:
    file, channel, begin, duration = fields.values[1:5]
    start = milliseconds(begin)
    segment = Segment(start, start + milliseconds(duration), stream)
    segment.place(file, channel, fields.values[7])
    segment.name = b"(%b-%03d)" % (fields.values[7], len(stream.segments))
    return segment


def _add_word(segment: Segment, values: list[bytes], lasts: dict[Segment, Word], log: Log) -> None:
    text = b"(" + values[5] + b")" if values[6].lower() in _OPTIONAL else values[5]
    word = Word(text, milliseconds(values[3]), milliseconds(values[4]), segment)
    if values[8] != b"<NA>":
        word.confidence = single(real(values[8]))
    if segment in lasts:
        lasts[segment].link(word)
    else:
        segment.add_first(word, log)
    lasts[segment] = word


def _sharing(segment: Segment, times: tuple[int, int], score: float | None, *, optional: bool) -> Maker:
    """Makes words that share a stretch of time, each an equal part of it."""
    begin, end = times

    def make(text: bytes, place: int, size: int) -> Word:
        length = int((end - begin) / size)
        word = Word(text, begin + place * length, length, segment)
        if optional:
            word.text = b"(" + text + b")"
        word.confidence = score
        return word

    return make


def _expand(side: Side, log: Log) -> None:
    """Replaces words with underscores or braces by what they stand for."""
    for segment in side.segments():
        for word in segment.words():
            text, optional, _ = word.read()
            if any(byte in b"{_" for byte in text) and any(byte in b"_}" for byte in text):
                maker = _sharing(segment, (word.begin, word.end), None, optional=optional)
                _replace(word, divided(text.replace(b"_", b" ").replace(b"#", b" ")), maker, log)


def _replace(word: Word, text: list[bytes], make: Maker, log: Log) -> None:
    segment, piece = word.segment, parsed(text, make)
    for first in piece.firsts:
        for before in list(word.before):
            before.link(first)
    is_first, is_last = word in segment.firsts, word in segment.lasts
    for first in piece.firsts if is_first else ():
        segment.add_first(first, log)
    for last in piece.lasts:
        for after in list(word.after):
            last.link(after)
    for last in piece.lasts if is_last else ():
        segment.add_last(last, log)
    if is_first:
        segment.firsts.remove(word)
    if is_last:
        segment.lasts.remove(word)
    for before in word.before:
        before.after.remove(word)
    for after in word.after:
        after.before.remove(word)
