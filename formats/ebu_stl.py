"""EBU STL (Tech 3264), the binary subtitles of broadcasters, read only.

A head of 1024 bytes (GSI) names the frame rate and the table of characters. Blocks of 128 bytes (TTI) follow: the
number of a subtitle, its timecodes, and 112 bytes of text, which may go on in further blocks. A message names the
number of the block in place of a line.

Timecodes stay as they are, also where the programme starts at 10:00:00:00. Comments, data of users, colours and
positions are not read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import normalize

from .engine.cues import LINES, STYLE_TAGS, lines_of, spoken, styled_words, subtitles
from .engine.row_reader import FilledTable
from .engine.scrolling import said_once
from .errors import Where, fail, quantity
from .record import read_only
from .schema import NOTICE, Attributes, Corpus
from .source import EBU_STL, Source
from .values import replace

_HEAD, _BLOCK, _TEXT = 1024, 128, 16
_PADDING = b"\0\x1a\x8f "
_UNUSED = b"\x8f"
"""What follows the text of a block."""
_LAST, _OF_USER = 0xFF, 0xFE
"""The number of the last block of a subtitle, and that of blocks with data of the user."""
_RATES = {23: 24, 29: 30}
"""Timecodes of 23.976 and 29.97 frames a second count whole frames."""

# ISO 6937 from A0 on, with \ufffd for what is not defined. An accent stands before its letter.
_SIGNS = "\xa0¡¢£$¥#§¤‘“«←↑→↓°±²³×µ¶·÷’”»¼½¾¿"
_ACCENTS = "\ufffd\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u0308\u030a\u0327\u0331\u030b\u0328\u030c"
_MORE_SIGNS = "—¹®©™♪¬¦\ufffd\ufffd\ufffd\ufffd⅛⅜⅝⅞"
_LETTERS = "ΩÆĐªĦ\ufffdĲĿŁØŒºÞŦŊŉĸæđðħıĳŀłøœßþŧŋ\xad"
_ASCII = bytes(range(160)).decode("latin-1").replace("$", "¤")
_TABLES = {f"{number:02d}": bytes(range(256)).decode(f"iso8859-{number + 4}", "replace") for number in range(1, 5)}
_TABLES["00"] = f"{_ASCII}{_SIGNS}{_ACCENTS}{_MORE_SIGNS}{_LETTERS}"
# Codes of teletext take the place of a blank; those of open subtitles take none.
_CODES = {**dict.fromkeys(range(32), " "), **dict.fromkeys(range(0x80, 0xA0), "")}
_CODES |= {0x80: STYLE_TAGS[0], 0x81: STYLE_TAGS[1], 0x8A: "\n"}


def read(source: Source) -> Corpus:
    """Reads subtitles."""
    data = source.data
    match = re.match(EBU_STL, data)
    if match is None or len(data) < _HEAD:
        fail(Where(source.name, 1), "not a file of EBU STL", "a head of 1024 bytes, with STL25.01 or STL30.01 in it")
    rate = int(match[1])
    rate = _RATES.get(rate, rate)
    table = data[12:14].decode("latin-1")
    if table not in _TABLES:
        expected = "00 (Latin), 01 (Cyrillic), 02 (Arabic), 03 (Greek) or 04 (Hebrew)"
        fail(Where(source.name, 1), f"the table of characters is {table!r}", expected)
    add = FilledTable(source.name, "start", "end", "text", "attributes", "lines")
    blocks = [data[at : at + _BLOCK] for at in range(_HEAD, len(data), _BLOCK)]
    while blocks and not blocks[-1].strip(_PADDING):
        blocks.pop()
    begun: bytes | None = None
    text = b""
    for add.number, block in enumerate(blocks, 1):
        if len(block) < _BLOCK:
            add.report_at(1, f"only {len(block)} bytes", "blocks of 128 bytes")
        elif block[3] != _OF_USER and block[15] != 1:
            begun = begun or block
            text += block[_TEXT:].partition(_UNUSED)[0]
            if block[3] == _LAST:
                row(begun, _decoded(text, _TABLES[table], table == "00"), rate, add)
                begun, text = None, b""
    if begun is not None:
        add.report_at(1, "the last block of a subtitle is missing", "a block with the number 255 after it")
    add.problems.check()
    meta = _notices(data, len(blocks), rate)
    return said_once(Corpus(add.segments.table(), meta=meta, format="ebu-stl", path=source.name))


def row(block: bytes, text: str, rate: int, add: FilledTable) -> None:
    """Reads a subtitle: its first block, which has the timecodes, and its text."""
    start, end = _seconds(block[5:9], rate), _seconds(block[9:13], rate)
    if start is None or end is None:
        add.report_at(1, "no timecode", f"hours, minutes and seconds below 60, and frames below {rate}")
    elif end < start:
        add.report_at(1, f"end {end:g} s is before begin {start:g} s", "end >= begin")
    else:
        italics = styled_words(text)
        bare = text.translate(dict.fromkeys(map(ord, STYLE_TAGS)))
        attributes: Attributes = ((LINES, lines),) if "\n" in (lines := lines_of(bare)) else ()
        attributes += (("italics", italics),) if italics else ()
        add.segments.add(start, end, spoken(bare), attributes, add.number)


def _seconds(timecode: Sequence[int], rate: int) -> float | None:
    """The seconds of hours, minutes, seconds and frames; None for what is no time."""
    hours, minutes, seconds, frames = timecode
    if minutes > 59 or seconds > 59 or frames >= rate:
        return None
    return ((hours * 3600 + minutes * 60 + seconds) * rate + frames) / rate


def _decoded(data: bytes, table: str, has_accents: bool) -> str:
    """The text of bytes, with line ends, and `STYLE_TAGS` around italics.

    >>> _decoded(b"\\x0b\\x0bl'\\xc2et\\xc2e\\x8a\\xa4 5", _TABLES["00"], True)
    "  l'été\\n$ 5"
    """
    pieces, accent = list[str](), ""
    for byte in data:
        if has_accents and 0xC1 <= byte <= 0xCF:
            accent = table[byte]
            continue
        sign = _CODES.get(byte, table[byte])
        pieces.append(normalize("NFC", sign + accent) if sign.isalpha() else sign)
        accent = ""
    return "".join(pieces)


def _notices(data: bytes, count: int, rate: int) -> Attributes:
    """Notices about the start of the programme and about missing blocks, as the head has them."""
    notices = []
    begin = data[256:264]
    parts = [int(begin[at : at + 2]) for at in range(0, 8, 2)] if begin.isdigit() else [0] * 4
    if start := _seconds(parts, rate):
        clock = ":".join(f"{part:02d}" for part in parts)
        move = f"`scorelite convert IN OUT --shift -{start:g}` makes it 0"
        notices.append(f"the programme starts at {clock}, and times are timecodes: {move}")
    promised = data[238:243]
    if promised.isdigit() and count < int(promised):
        notices.append(f"the file has {quantity(count, 'block')}; its head names {int(promised):,}")
    return tuple([(f"ebu-stl:{number}{NOTICE}", text) for number, text in enumerate(notices)])


def sniff(lines: Sequence[str]) -> bool:
    """Never: the file is binary, and known by its first bytes."""
    return False


FORMAT = replace(
    subtitles("ebu-stl", (), "binary EBU STL (Tech 3264)", (read, read_only, sniff), "italics"), magic=EBU_STL
)
