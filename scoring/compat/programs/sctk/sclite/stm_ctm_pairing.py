"""Pairing of the rows of a ctm file with the segments of an stm file."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from operator import le

from ...... import core
from ......core import compat
from .. import Failure
from . import ctm, stm
from .ctm_marks import Marks
from .errors import bad_text
from .windows import RowWindow, SegmentWindow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from .ctm import Ctm, Stop
    from .stm import Stm

_WHO = b"align_ctm_to_stm: "
_ENDED = _WHO + b"Hyp files ends before ref but continuing for ref file/channel '%b' '%b'.\n"
_OTHER = _WHO + b"File identifiers do not match but continuing. ref file/channel '%b' '%b', next hyp '%b' '%b'.\n"
_MORE = (
    _WHO + b"Error: Hyp file has more data than ref file, beginning at hyp file/channel '%b' '%b'.\n"
    b"sclite: Alignment failed.  Exiting.\n"
)
# C's output for a null pointer.
_NOTHING = b"(null)"
# States of a segment.
SCORED, IGNORED, SKIPPED = range(3)
# Initial values of the reference for the earliest begin and the latest end of segments.
_LATE, _EARLY = 9999999.0, -999999.0


class Block:
    """Consecutive segments with one file and channel, and the rows for them."""

    __slots__ = ("complaint", "confident", "dropped", "end", "file", "notes", "row", "row_end", "start", "stop")

    def __init__(self, file: bytes, start: int, end: int, row: int, row_end: int) -> None:
        self.file = file
        self.start = start
        self.end = end
        self.row = row
        self.row_end = row_end
        self.complaint = b""  # these segments have no rows
        self.stop: Failure | None = None  # the run ends after the heading
        self.confident = False  # True if a confidence has been read by now
        self.notes: list[bytes] = []  # notices of -m at high feedback levels
        self.dropped = 0  # words that -m drops


class Pairing:
    """Pairing that goes through both files in order."""

    def __init__(self, ref: Stm, hyp: Ctm, charset: core.Charset, sensitive: bool, reduce: Collection[bytes]) -> None:
        self._ref = ref
        self._hyp = hyp
        self._charset = charset
        self._sensitive = sensitive
        self._marks_of_ignored = [charset.fold(mark) for mark in stm.IGNORE_MARKS]
        self._known_middles: list[float] | None = None
        self.reduce = reduce
        self.marks: Marks | None = None
        if hyp.marked:
            self.marks = Marks(hyp, charset)
        self.blocks: list[Block] = []
        # Lines with half a comment mark, with the number of blocks before them.
        self.warnings: list[tuple[int, bytes]] = []
        # State of every segment, and its rows.
        self.states = bytearray(len(ref))
        self.starts = [0] * len(ref)
        self.ends = [0] * len(ref)
        # Rows that -m drops.
        self.dropped: list[bool] | None = [False] * len(hyp) if b"hyp" in reduce else None
        self.stop: Stop | None = None  # reading of a file fails behind these blocks
        self.bad_text: tuple[int, Failure] | None = None  # a segment whose text cannot be searched

    def run(self) -> None:
        """Pair all blocks; the run may have to end at the last one."""
        ref, hyp = self._ref, self._hyp
        segments, rows = ctm.changes(ref.files, ref.channels), hyp.files.parts(hyp.channels)
        ref_window = SegmentWindow(ref, ctm.changes(ref.files))
        hyp_window = RowWindow(hyp, hyp.files.parts())
        segment = row = 0
        while True:
            self._load(segment, ref_window, row, hyp_window)
            if self.stop is not None:
                return
            block = self._block(segment, segments, row, rows)
            self.blocks.append(block)
            first = hyp.first_confidence
            block.confident = first is not None and first < hyp_window.loaded
            if block.stop is None and block.end > block.start:
                self._reduce(block, ref_window.base, hyp_window.base)
                self._cut(block)
            if block.stop is not None or self.bad_text is not None:
                return
            row = block.row_end
            # Behind the last segment; without any segment there is one step more.
            segment = max(block.end, segment + 1)
            if row >= len(hyp) and segment >= len(ref):
                return

    def _load(self, segment: int, ref_window: SegmentWindow, row: int, hyp_window: RowWindow) -> None:
        read = ref_window.loaded
        ref_window.load(segment)
        self.stop = ref_window.stop()
        if self._ref.warnings:
            end = ref_window.loaded + (self.stop is not None)
            self.warnings += [(len(self.blocks), line) for at, line in self._ref.warnings if read <= at < end]
        if self.stop is None:
            hyp_window.load(row)
            self.stop = hyp_window.stop()

    def _block(self, segment: int, segments: list[int], row: int, rows: list[int]) -> Block:
        """Next block, and the failure that it causes, if any."""
        ref, hyp = self._ref, self._hyp
        file = channel = _NOTHING
        start = end = min(segment, len(ref))
        if segment < len(ref):
            file, channel = ref.files[segment], ref.channels[segment]
            end = segments[bisect_right(segments, segment)]
        block = Block(file, start, end, row, row)
        if row >= len(hyp):
            block.complaint = _ENDED % (file, channel)
        elif segment > 0 and segment >= len(ref):
            block.stop = Failure(_MORE % (hyp.files[row], hyp.channels[row]))
        elif segment < len(ref) and (hyp.files[row], hyp.channels[row]) == (file, channel):
            block.row_end = rows[bisect_right(rows, row)]
        else:
            block.complaint = _OTHER % (file, channel, hyp.files[row], hyp.channels[row])
        return block

    # --- -m ------------------------------------------------------------------------------------

    def _reduce(self, block: Block, segment_base: int, row_base: int) -> None:
        if b"ref" in self.reduce and block.row < block.row_end:
            self._skip_segments(block, segment_base)
        if b"hyp" in self.reduce:
            self._drop_rows(block, row_base)

    def _skip_segments(self, block: Block, base: int) -> None:
        """Leave out segments that end before the first word or begin after the last one."""
        ref, hyp, last = self._ref, self._hyp, block.row_end - 1
        begin, end = hyp.begin[block.row], hyp.begin[last] + hyp.duration[last]
        for segment in range(block.start, block.end):
            if begin >= ref.end[segment] or end <= ref.begin[segment]:
                self.states[segment] = SKIPPED
                block.notes.append(b"Segment %d Ignored\n" % (segment - base))

    def _drop_rows(self, block: Block, base: int) -> None:
        """Leave out words that end before the first segment or begin after the last one."""
        ref, hyp, dropped, marks = self._ref, self._hyp, self.dropped, self.marks
        assert dropped is not None
        begin, end = _LATE, _EARLY
        for segment in range(block.start, block.end):
            if self.states[segment] != SKIPPED:
                begin = ref.begin[segment] if begin > ref.begin[segment] else begin
                end = ref.end[segment] if end < ref.end[segment] else end
        for row in range(block.row, block.row_end):
            if marks is not None and marks.kinds[row]:
                continue
            if hyp.begin[row] > end or hyp.begin[row] + hyp.duration[row] < begin:
                dropped[row] = True
                block.notes.append(b"Ignore word %d %b\n" % (row - base + 1, hyp.words[row]))
        if marks is not None:
            marks.keep_whole(block.row, block.row_end, dropped)
        block.dropped = sum(
            dropped[row] and (marks is None or not marks.kinds[row]) for row in range(block.row, block.row_end)
        )

    # --- time ----------------------------------------------------------------------------------

    def _middles(self) -> list[float]:
        if self._known_middles is None:
            rows = zip(self._hyp.begin, self._hyp.duration, strict=True)
            self._known_middles = [begin + duration / 2.0 for begin, duration in rows]
        return self._known_middles

    def _cut(self, block: Block) -> None:
        """Give each segment the words whose middle is before its end, and the last segment all remaining ones."""
        row, last = block.row, block.end - 1
        ends, row_end = self._ref.end, block.row_end
        marked = self.marks is not None and self.marks.any(row, row_end)
        if not marked and not self._ref.ignores and not self.reduce and self._cut_at_once(block):
            return
        middles = self._middles()
        rising = not marked and all(map(le, middles[row : row_end - 1], middles[row + 1 : row_end]))
        for segment in range(block.start, block.end):
            start = row
            if self.states[segment] != SKIPPED:
                if segment == last:
                    row = row_end
                elif rising and ends[segment] == ends[segment]:
                    row = bisect_left(middles, ends[segment], row, row_end) if row < row_end else row
                else:
                    row = self._walk(row, row_end, ends[segment], marked)
                if self._ref.ignores and self._is_ignored(segment):
                    self.states[segment] = IGNORED
            self.starts[segment], self.ends[segment] = start, row
            if self.bad_text is not None:
                return

    def _cut_at_once(self, block: Block) -> bool:
        """Cut a block whose rows are in order and whose segments are all scored; False if the rows are not."""
        hyp, last = self._hyp, block.end - 1
        rows = slice(block.row, block.row_end)
        ends = self._ref.end[block.start : last].tobytes()
        cut_columns = compat.ctm_cuts(hyp.begin[rows].tobytes(), hyp.duration[rows].tobytes(), ends)
        if cut_columns is None:
            return False
        cuts = [block.row, *map(block.row.__add__, memoryview(cut_columns).cast("q")), block.row_end]
        self.starts[block.start : block.end] = cuts[:-1]
        self.ends[block.start : block.end] = cuts[1:]
        return True

    def _walk(self, row: int, row_end: int, time: float, marked: bool) -> int:
        """First row that is not before a time, for rows out of order and for alternations, which stay whole."""
        middles, marks = self._middles(), self.marks
        while row < row_end:
            alternation = marked and marks is not None and marks.inside[row]
            middle = marks.middle(row, row_end, middles) if alternation and marks is not None else middles[row]
            if middle >= time:
                break
            row = marks.behind(row, row_end) if alternation and marks is not None else row + 1
        return row

    def _is_ignored(self, segment: int) -> bool:
        """True if the text has an ignore mark."""
        text = self._ref.texts[segment]
        if not self._sensitive and not any(mark in text for mark in self._marks_of_ignored):
            return False
        try:
            characters = self._charset.split(text)
            # Only texts that are long enough are folded and searched.
            marks = [mark for mark in stm.IGNORE_MARKS if len(characters) >= len(mark)]
            folded = [self._charset.fold(character) for character in characters] if marks else []
        except core.TextError as error:
            self.bad_text = segment, bad_text(error)
            return False
        return any(_contains(folded, self._charset.split(self._charset.fold(mark))) for mark in marks)


def _contains(characters: list[bytes], wanted: list[bytes]) -> bool:
    size, first = len(wanted), wanted[0]
    places = (place for place, character in enumerate(characters) if character == first)
    return any(characters[place : place + size] == wanted for place in places)
