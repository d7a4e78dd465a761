"""SCC, Scenarist closed captions: the code words of line 21 (CEA-608), each line with the time of its first word.

    Scenarist_SCC V1.0

    00:00:01;15	94ae 94ae 9420 9420 9470 9470 c8e5 ecec ef80 942f 942f

    00:00:03;00	942c 942c

A word takes a frame. A caption becomes a segment: of captions that pop on, what is shown from one moment to the next;
of captions that are painted on or roll up, what was written at once, or the row. Frames are those of 29.97 Hz, with
`;` in drop-frame timecode. Read are the captions of CC1, or those of CC2 where there are no others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .engine.cues import LINES, OPEN_END, cue_lines, spoken, subtitles
from .engine.row_reader import FilledTable
from .errors import Where, fail
from .record import read_only
from .schema import NOTICE, Attributes, Corpus
from .source import Source

_HEAD = "Scenarist_SCC V1.0"
_LINE = re.compile(r"\s*([0-9]{2}):([0-5][0-9]):([0-5][0-9])([:;.,])([0-9]{2})\s+(\S.*)")
_WORD = re.compile(r"[0-9A-Fa-f]{4}")
_LAYOUT = "00:00:01;15, a tab, and words such as 9420"

# Characters that differ from ASCII.
_BASIC = {0x2A: "á", 0x5C: "é", 0x5E: "í", 0x5F: "ó", 0x60: "ú", 0x7B: "ç", 0x7C: "÷", 0x7D: "Ñ", 0x7E: "ñ"}
_BASIC[0x7F] = "█"
_SPECIAL = "®°½¿™¢£♪à èâêîôû"  # 11 30 to 11 3f
# 12 20 to 12 3f and 13 20 to 13 3f; each takes the place of the character before it, which stands in for it.
_EXTENDED = {
    0x12: "ÁÉÓÚÜü‘¡*’—©℠•“”ÀÂÇÈÊËëÎÏïÔÙùÛ«»",
    0x13: "ÃãÍÌìÒòÕõ{}\\^_|~ÄäÖöß¥¤¦ÅåØø┌┐└┘",
}
# The rows that the first byte of a preamble names, without and with the bit 0x20 of the second.
_ROWS = {0x10: (11, 11), 0x11: (1, 2), 0x12: (3, 4), 0x13: (12, 13), 0x14: (14, 15), 0x15: (5, 6), 0x16: (7, 8)}
_ROWS[0x17] = (9, 10)
_BOTTOM = 15


def read(source: Source) -> Corpus:
    """Reads captions.

    >>> text = b"Scenarist_SCC V1.0\\n\\n00:00:01:00\\t9420 9470 c8e9 942f\\n\\n00:00:03:00\\t942c\\n"
    >>> segment = read(Source(text)).segments[0]
    >>> segment.text, segment.start, segment.end
    ('Hi', 1.101, 3.003)
    """
    lines = cue_lines(source)
    if not lines or lines[0].strip().lstrip("\ufeff") != _HEAD:
        fail(Where(source.name, 1), "not an SCC file", f"'{_HEAD}' in the first line", lines[0] if lines else "")
    add = FilledTable(source.name, "start", "end", "text", "attributes", "lines")
    decoders = _Decoder(), _Decoder()
    channel = 0
    clock = before = 0
    for add.number, add.line in enumerate(lines[1:], 2):
        timed = _row(add)
        if timed is None:
            continue
        begin, words = timed
        if begin < before:
            add.report_at(1, "a timecode before the one above it", "timecodes in order")
        before = begin
        # The words of a line may last longer than to the next one.
        clock = max(clock, begin)
        for word in words:
            if 0x10 <= word >> 8 < 0x20:
                channel = word >> 11 & 1
            decoders[channel].take(word & 0xF7FF if word >> 8 < 0x20 else word, clock, add.number)
            clock += 1
    add.problems.check()
    meta: Attributes = ()
    of_channels = [decoder.finished(clock) for decoder in decoders]
    captions = of_channels[0] or of_channels[1]
    if all(of_channels):
        meta = ((f"scc{NOTICE}", "captions of CC1 and CC2: only CC1 is read"),)
    elif captions and captions[-1].end is None:
        meta = ((f"scc{NOTICE}", f"the file has no end for the last caption: it is read as {OPEN_END:g} s long"),)
    for caption in captions:
        start = _seconds(caption.start)
        end = round(start + OPEN_END, 3) if caption.end is None else _seconds(caption.end)
        attributes: Attributes = ((LINES, caption.text),) if "\n" in caption.text else ()
        add.segments.add(start, end, spoken(caption.text), attributes, caption.line)
    return Corpus(add.segments.table(), meta=meta, format="scc", path=source.name)


def _row(add: FilledTable) -> tuple[int, list[int]] | None:
    """The frame at which a line begins and its code words, without the bits of parity; None for a blank line."""
    if not add.line.strip():
        return None
    match = _LINE.fullmatch(add.line)
    if match is None:
        add.report_at(1, "not a line of captions", _LAYOUT)
        return None
    hours, minutes, seconds, mark, frames, codes = match.groups()
    texts = codes.split()
    wrong = next((text for text in texts if not _WORD.fullmatch(text)), None)
    if wrong is not None:
        add.report_at(
            add.line.index(wrong, match.start(6)) + 1, f"{wrong!r} is not a code word", "four hexadecimal digits"
        )
        return None
    minute = int(hours) * 60 + int(minutes)
    frame = (minute * 60 + int(seconds)) * 30 + int(frames)
    if mark in ";,":
        # Drop-frame timecode leaves out the numbers of two frames each minute, but not each tenth minute.
        frame -= 2 * (minute - minute // 10)
    return frame, [int(text, 16) & 0x7F7F for text in texts]


def _seconds(frame: int) -> float:
    return round(frame * 1001 / 30000, 3)


class _Caption:
    """A caption: its text, in frames its begin and its end (None where the file has none), and its line."""

    __slots__ = ("end", "line", "start", "text")

    def __init__(self, text: str, start: int, end: int | None, line: int) -> None:
        self.text, self.start, self.end, self.line = text, start, end, line


class _Screen:
    """The rows of characters of a memory, and when the first of them was written or shown."""

    __slots__ = ("line", "rows", "start")

    def __init__(self) -> None:
        self.rows: dict[int, dict[int, str]] = {}
        self.start = self.line = 0

    def text(self) -> str:
        """The lines from top to bottom."""
        lines = []
        for _, cells in sorted(self.rows.items()):
            line = spoken("".join([cells.get(column, " ") for column in range(max(cells, default=-1) + 1)]))
            if line:
                lines.append(line)
        return "\n".join(lines)


class _Decoder:
    """The decoder of a channel: takes code words, each at a frame of the clock, and collects captions."""

    def __init__(self) -> None:
        self._captions: list[_Caption] = []
        self._shown, self._hidden = _Screen(), _Screen()
        self._mode = ""
        """`pop`, `paint`, `roll` or `text`; empty before the first command."""
        self._row, self._column = _BOTTOM, 0
        self._is_extended = False
        """Whether the last character is an extended one, which had its stand-in."""
        self._last = 0
        self._frame = self._line = 0

    def take(self, word: int, frame: int, line: int) -> None:
        """Takes a word; a command that occurs twice counts once."""
        self._frame, self._line = frame, line
        first, second = word >> 8, word & 0x7F
        if 0x10 <= first < 0x18:
            is_again, self._last = word == self._last, word
            if is_again:
                self._last = 0
            else:
                self._command(first, second)
            return
        self._last = 0
        for code in (first, second):
            if code >= 0x20:
                self._write(_BASIC.get(code, chr(code)))

    def finished(self, frame: int) -> list[_Caption]:
        """All captions; the end of one that is still shown is not known."""
        if text := self._shown.text():
            self._captions.append(_Caption(text, self._shown.start, None, self._shown.line))
            self._shown = _Screen()
        return self._captions

    def _command(self, first: int, second: int) -> None:
        if second >= 0x40:
            self._preamble(first, second)
        elif first == 0x11 and second < 0x30:
            self._write(" ")  # colours and italics take a column
        elif first == 0x11:
            self._write(_SPECIAL[second - 0x30])
        elif first in _EXTENDED:
            if not self._is_extended:
                self._column = max(0, self._column - 1)
            self._write(_EXTENDED[first][second - 0x20])
            self._is_extended = True
        elif first == 0x17 and 0x21 <= second <= 0x23:
            self._column += second - 0x20
        elif first in (0x14, 0x15) and second < 0x30:
            self._control(second)

    def _preamble(self, first: int, second: int) -> None:
        """Moves to a row, and to a column in steps of four."""
        row = _ROWS[first][second >> 5 & 1]
        if self._mode == "roll" and self._row in self._shown.rows and row != self._row:
            self._shown.rows[row] = self._shown.rows.pop(self._row)  # the rows move together
        self._row = row
        self._column = (second >> 1 & 7) * 4 if second & 0x10 else 0

    def _control(self, code: int) -> None:
        if code == 0x20:
            self._mode = "pop"
        elif code == 0x21:
            self._column = max(0, self._column - 1)
            self._memory().rows.get(self._row, {}).pop(self._column, None)
        elif code == 0x24:
            cells = self._memory().rows.get(self._row, {})
            self._memory().rows[self._row] = {at: sign for at, sign in cells.items() if at < self._column}
        elif code in (0x25, 0x26, 0x27):
            if self._mode != "roll":
                self._end_caption()
                self._row, self._column = _BOTTOM, 0
            self._mode = "roll"
        elif code == 0x29:
            self._end_caption()
            self._mode = "paint"
        elif code in (0x2A, 0x2B):
            self._mode = "text"
        elif code == 0x2C:
            self._end_caption()
        elif code == 0x2D and self._mode == "roll":
            self._end_caption()
            self._column = 0
        elif code == 0x2E:
            self._hidden = _Screen()
        elif code == 0x2F:
            self._end_caption()
            self._shown, self._hidden = self._hidden, _Screen()
            self._shown.start, self._shown.line = self._frame, self._line
            self._mode = "pop"

    def _memory(self) -> _Screen:
        return self._hidden if self._mode == "pop" else self._shown

    def _write(self, sign: str) -> None:
        """Writes a character at the cursor; text before the first command, and that of the mode for text, is none."""
        if self._mode in ("", "text"):
            return
        self._is_extended = False
        screen = self._memory()
        if not screen.rows:
            screen.start, screen.line = self._frame, self._line
        screen.rows.setdefault(self._row, {})[self._column] = sign
        self._column += 1  # beyond the last of 32 columns, too, which players would write over

    def _end_caption(self) -> None:
        """Ends what is shown."""
        if text := self._shown.text():
            self._captions.append(_Caption(text, self._shown.start, self._frame, self._shown.line))
        self._shown = _Screen()


def sniff(lines: Sequence[str]) -> bool:
    """Whether the first line names the format."""
    return bool(lines) and lines[0].strip() == _HEAD


FORMAT = subtitles("scc", (".scc",), "SCC: Scenarist closed captions (CEA-608)", (read, read_only, sniff))
