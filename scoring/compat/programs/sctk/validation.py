"""Rules that filtered files must keep before they are scored: those of ctmValidator.pl and stmValidator.pl."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .....core import compat
from .rttm_rows import fields_of, lines_of
from .streams import named_file

_TYPES = (b"lex", b"frag", b"fp", b"un-lex", b"for-lex", b"non-lex", b"misc", b"noscore")
_NAME = re.compile(rb"[A-Za-z0-9_-]+")
_CHANNEL = re.compile(rb"[0-9]+|[AB]")
_TIME = re.compile(rb"[0-9]+(?:\.[0-9]+)?")
_LEXEME = re.compile(rb"[A-Za-z'-]+\Z|[A-Za-z]\.|.*@|.*%(?:bcn?ack|hesitation)", re.I | re.S)
_ALTERNATION = (b"<ALT>", b"<ALT_BEGIN>", b"<ALT_END>")
_WORD = rb"(?:[a-z]*-)*[a-z]+"
_SHORT = rb"'(?:d|s|t|re|ll|m|ve)?"
_LETTERS = rb"[a-z]+(?:-|\.(?:'?s)*)"
_MARKS = rb"%(?:hesitation|bcack|bcnack)"
_ENGLISH = re.compile(
    rb"ignore_time_segment_in_scoring|WORD(?:SHORT)*|\(WORD\)|LETTERS|\(LETTERS\)|\(WORDSHORT\)*|o'\S+|d'etre"
    rb"|MARKS|\(MARKS\)|[{}/@]".replace(b"WORD", _WORD)
    .replace(b"SHORT", _SHORT)
    .replace(b"LETTERS", _LETTERS)
    .replace(b"MARKS", _MARKS),
    re.I,
)
# Only the first character counts, because the reference's class of punctuation ends too early.
_OTHERS = re.compile(
    rb"ignore_time_segment_in_scoring\Z|\(?[^!@#$^&*()`~_+={[}]|.*<,>.?/-\]+\)?\Z|\(%hesitation\)\Z|[{}/@]\Z",
    re.I | re.S,
)
_DECLARATION = re.compile(rb';;\s+(?:CATEGORY|LABEL)\s+"[^"]*"\s+"[^"]*"\s+"[^"]*"')


def read_input(name: bytes, kind: bytes) -> bytes:
    """The content of a file to validate, or of stdin for `-`."""
    return named_file(name, b"Unable to open for read " + kind + b" file '" + name + b"'\n")


def ctm_report(data: bytes, name: bytes, language: bytes) -> bytes:
    """Lines about all faults of a ctm file; nothing if there are none."""
    faults = []
    english = language == b"english"
    rows = memoryview(compat.unusual_ctm_rows(data)).cast("q")
    for number, begin, end in zip(rows[::3], rows[1::3], rows[2::3], strict=True):
        faults += [b"ERROR: [line %d] %b\n" % (number, fault) for fault in _faults(data[begin:end], english)]
    if faults:
        faults.append(b"FATAL: Validation '%b' failed due to the %d previous error(s)\n" % (name, len(faults)))
    return b"".join(faults)


def _faults(line: bytes, english: bool) -> Iterator[bytes]:
    fields = fields_of(line)
    if len(fields) < 5:
        yield b"ctm record must have at least 5 fields and no whitespace at the beginning"
        return
    if len(fields) > 8:
        yield b"ctm record must have no more than 8 fields and no whitespace at the beginning"
        return
    fields += (b"0", b"lex", b"spkr")[len(fields) - 5 :]
    source, channel, begin, duration, token, confidence, kind, speaker = fields
    names = b"must have alphanumeric, hyphens (-) and underscore (_) characters only"
    if not _NAME.fullmatch(source):
        yield b"source '%b' %b" % (source, names)
    if not _CHANNEL.fullmatch(channel):
        yield b"channel '%b' must be numeric only" % channel
    yield from _time_faults(begin, duration, token)
    if english and kind == b"lex" and not any(mark in token for mark in _ALTERNATION) and not _LEXEME.match(token):
        yield b"token '%b' must have alphabetic, hyphens (-) and apostrophes (') characters only" % token
    if not _TIME.fullmatch(confidence):
        yield b"confidence '%b' time must floating point value" % confidence
    if kind not in _TYPES:
        yield b"type '%b' is not a known type" % kind
    if not _NAME.fullmatch(speaker):
        yield b"speaker '%b' %b" % (speaker, names)


def _time_faults(begin: bytes, duration: bytes, token: bytes) -> Iterator[bytes]:
    marked = any(mark in token for mark in _ALTERNATION)
    for what, time in ((b"begin", begin), (b"duration", duration)):
        if marked and time != b"*":
            yield b"%b '%b' time for ALT Tag must be an asterisk /*/" % (what, time)
        elif not marked and not _TIME.fullmatch(time):
            yield b"%b '%b' time must floating point value" % (what, time)


def stm_report(data: bytes, language: bytes) -> bytes:
    """Lines about all words of a stm file that cannot be scored; nothing if there are none."""
    allowed = _ENGLISH.fullmatch if language == b"english" else _OTHERS.match
    rows = [row for line in lines_of(data) if (row := _stm_row(line)) is not None]
    words = {word for *_, text in rows for word in text}
    wrong = {word for word in words if not allowed(word)}
    if not wrong:
        return b""
    # Within a channel, rows keep their order.
    rows.sort(key=lambda row: row[:2])
    shown = b"English" if language == b"english" else language
    report = [b"   Unrecognized token %b -%b-\n" % (shown, word) for *_, text in rows for word in text if word in wrong]
    return b"".join(report) + b"Failed Validation\n"


def _stm_row(line: bytes) -> tuple[bytes, bytes, list[bytes]] | None:
    """File, channel and words of a row; None for comments and blank lines."""
    if b";;" in line:
        if _DECLARATION.search(line):
            return None
        line = line.partition(b";;")[0]
    fields = line.split(None, 6)
    if not fields:
        return None
    label = fields[5] if len(fields) > 5 else b""
    words = fields[6].split() if len(fields) > 6 else []
    if label and not (label[:1] == b"<" and label[-1:] == b">" and len(label) > 1):
        words.insert(0, label)
    return fields[0], fields[1] if len(fields) > 1 else b"", words
