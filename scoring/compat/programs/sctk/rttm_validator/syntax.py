"""Faults of single rows of an RTTM file: their fields, types, times and names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..perl_number import number
from .rows import Checks, Content, Row

_TYPE = re.compile(
    rb"(?:SEGMENT|NOSCORE|NO_RT_METADATA|LEXEME|NON-LEX|NON-SPEECH|FILLER|EDIT|SU|IP|CB|A/P|SPEAKER|SPKR-INFO)", re.I
)
_NUMBER = rb"(?:-?\d+\.?\d*|-?\.\d+)"
_TIME = re.compile(_NUMBER + rb"\**")
_CONFIDENCE = re.compile(_NUMBER)
_WITHOUT_DURATION = re.compile(rb"SPKR-INFO|IP|CB", re.I)
_WITHOUT_TEXT = re.compile(
    rb"SEGMENT|NOSCORE|NO_RT_METADATA|NON-SPEECH|FILLER|EDIT|SU|IP|CB|A/P|SPEAKER|SPKR-INFO", re.I
)
_WITHOUT_SPEAKER = re.compile(rb"SPKR-INFO|NOSCORE|NONSPEECH", re.I)

# A type is the first of these that it contains.
_SUBTYPES = (
    (b"SEGMENT", rb"eval|<NA>"),
    (b"NOSCORE", rb"<NA>"),
    (b"NO_RT_METADATA", rb"<NA>"),
    (b"SPEAKER", rb"<NA>"),
    (b"A/P", rb"<NA>"),
    (b"LEXEME", rb"lex|fp|frag|un-lex|for-lex|alpha|acronym|interjection|propernoun|other"),
    (b"NON-LEX", rb"laugh|breath|lipsmack|cough|sneeze|other"),
    (b"NON-SPEECH", rb"noise|music|other"),
    (b"FILLER", rb"filled_pause|discourse_marker|explicit_editing_term|discourse_response|other"),
    (b"EDIT", rb"repetition|restart|revision|simple|complex|other"),
    (b"SU", rb"statement|question|incomplete|backchannel|unannotated|discourse_response|other"),
    (b"IP", rb"edit|filler|edit&filler|other"),
    (b"CB", rb"coordinating|clausal|other"),
    (b"SPKR-INFO", rb"(?-i:adult_male|adult_female|child|unknown)"),
)
_ALLOWED = tuple([(kind, re.compile(rb"(?i:" + allowed + rb")")) for kind, allowed in _SUBTYPES])

_ALPHA = re.compile(rb"[A-Z]\.|[A-Z]\.'*s|[\x80-\xff]{2}\.|<NA>", re.I)
_LETTERS = rb"[\[\]A-Z.'\x80-\xff-]+"
_OTHER_TEXT = rb"<NA>|%?[A-Z.\x80-\xff]+-?"
_TEXT = re.compile(_LETTERS + rb"|" + _OTHER_TEXT, re.I)
_ALTERNATION = rb"\{(?:(?:_WORD)+_/)*(?:_WORD)+_\}".replace(b"WORD", _LETTERS)
# Small letters are not removed with an alternation, though they are allowed in one.
_INNER = re.compile(rb"_" + _ALTERNATION + rb"_")
_EXTENDED = re.compile(rb"WORD|(?:WORD_)*WORD|".replace(b"WORD", _LETTERS) + _ALTERNATION + rb"|" + _OTHER_TEXT, re.I)


def warnings_and_errors(content: Content, name: bytes, checks: Checks) -> Iterator[bytes]:
    """A line for each fault of a row, group by group; `ERROR` begins those that make the file invalid."""
    base = name.rpartition(b".")[0] or name
    base = base.rpartition(b"/")[2].lower()
    speakers = {row.field(7).lower() for group in content.groups if group.kind == b"SPKR-INFO" for row in group.rows}
    for group in content.groups:
        for row in group.rows:
            if len(row.fields) not in (9, 10):
                yield (
                    b"ERROR: This record has %d fields instead of the required 9 or 10 fields; see %b"
                    % (len(row.fields), row.place)
                )
            if len(row.fields) < 9:
                continue
            yield from _names(row, base if checks.names else None, content.news)
            yield from _times(row)
            yield from _texts(row, checks.extended)
            yield from _confidence(row)
            has_speaker = _WITHOUT_SPEAKER.search(row.kind) or row.field(7).lower() in speakers
            if checks.speakers and not has_speaker:
                yield (
                    b"ERROR: Speaker %b doesn't match any of the speaker IDs in SPKR-INFO objects; see %b"
                    % (row.field(7), row.place)
                )


def _names(row: Row, base: bytes | None, news: bool) -> Iterator[bytes]:
    """Faults of type, recording and channel."""
    if _TYPE.fullmatch(row.kind) is None:
        yield b"ERROR: Invalid RTTM type '%b'; see field (0) in %b" % (row.kind, row.place)
    if base is not None and row.field(1).lower() != base:
        yield (
            b"WARNING: Source field '%b' doesn't match the input file's base filename '%b'; see field (2) in %b"
            % (row.field(1), base, row.place)
        )
    if row.field(2) not in (b"1", b"2"):
        yield b"ERROR: Invalid channel ID; see field (3) in " + row.place
    elif news and row.field(2) != b"1":
        yield b"ERROR: Expected channel ID to be 1 for BN data; see field (3) in " + row.place


def _times(row: Row) -> Iterator[bytes]:
    """Faults of begin and duration."""
    kind, begin, duration = row.kind, row.field(3), row.field(4)
    if b"SPKR-INFO" in kind.upper():
        if b"<NA>" not in begin.upper():
            yield b"ERROR: %b should not have any start time; see field (4) in %b" % (kind, row.place)
    else:
        yield from _time(begin, b"start time; see field (4) in " + row.place)
    if _WITHOUT_DURATION.search(kind):
        if duration.upper() != b"<NA>":
            yield b"ERROR: %b should not have any duration; see field (5) in %b" % (kind, row.place)
    else:
        yield from _time(duration, b"duration; see field (5) in " + row.place)


def _time(text: bytes, where: bytes) -> Iterator[bytes]:
    if _TIME.fullmatch(text) is None:
        yield b"ERROR: Expected " + where.replace(b";", b" to be a number;", 1)
    elif number(text) < 0:
        yield b"ERROR: Negative " + where


def _texts(row: Row, extended: bool) -> Iterator[bytes]:
    """Faults of orthography and subtype."""
    kind, text, subtype = row.kind, row.field(5), row.field(6)
    if _WITHOUT_TEXT.search(kind) and text.upper() != b"<NA>":
        yield b"ERROR: Value for the orthography field for %b should be <NA>; see field (6) in %b" % (kind, row.place)
    upper = kind.upper()
    allowed = next((entry for entry in _ALLOWED if entry[0] in upper), None)
    if allowed is None:
        return
    if allowed[1].fullmatch(subtype) is None:
        named = b" " + subtype if allowed[0] == b"NON-LEX" else b""
        yield b"ERROR: Invalid %b subtype%b; see field (7) in %b" % (kind, named, row.place)
    if allowed[0] != b"LEXEME":
        return
    if b"alpha" in subtype.lower() and _ALPHA.fullmatch(text) is None:
        yield b"ERROR: Invalid orthography for alpha %b; see field (6) '%b' in %b" % (kind, text, row.place)
    if not _is_word(text, extended):
        what = b"orthography with SCTK Extensions" if extended else b"orthography"
        yield b"WARNING: Invalid %b for %b; see field (6) '%b' in %b" % (what, kind, text, row.place)


def _is_word(text: bytes, extended: bool) -> bool:
    if not extended:
        return _TEXT.fullmatch(text) is not None
    count = 1
    while count:
        text, count = _INNER.subn(b"_", text)
    return _EXTENDED.fullmatch(text) is not None


def _confidence(row: Row) -> Iterator[bytes]:
    confidence = row.field(8)
    if b"<NA>" in confidence:
        return
    if _CONFIDENCE.fullmatch(confidence) is None:
        yield b"ERROR: Expected confidence value to be a number or <NA>; see field (9) in " + row.place
    elif not 0 <= float(confidence) <= 1:
        yield b"ERROR: Expected confidence value to be [0,1]; see field (9) in " + row.place
