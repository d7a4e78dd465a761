"""Progress lines that sclite prints while it aligns words with times against segments."""

from __future__ import annotations

from .....report.words.alignment import blocks, heads
from .labels import half_mark
from .stm_ctm_pairing import IGNORED, SCORED, SKIPPED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .....words.scores import WordScores
    from .. import Failure
    from ..streams import Streams
    from .stm import Stm
    from .stm_ctm_pairing import Block, Pairing

# Number of alignments in one piece of output, and their width, on which -l has no effect.
_STEP = 2048
_WIDTH = 199
_IGNORED = b" (%d Ignored Segments, %d Ignored Hyp Words.)    "


class Progress:
    """A line for every block and every segment, with alignments at feedback level 2 or higher."""

    def __init__(self, ref: Stm, pairing: Pairing, scores: WordScores, streams: Streams) -> None:
        self._ref = ref
        self._pairing = pairing
        self._scores = scores
        self._streams = streams
        self._level = 0
        # Notices of the core about an utterance: stream and text.
        self._notices: dict[int, list[tuple[str, bytes]]] = {}
        for utterance, stream, text in scores.batch.notices:
            self._notices.setdefault(utterance, []).append((stream, text))
        self._number = 0  # next utterance
        self._pending: list[bytes] = []
        self._flushed = 0
        # Utterances whose alignments are still to be shown, and the texts before them.
        self._utterances: list[int] = []
        self._before: list[bytes] = []
        self.complaints: Sequence[bytes] = ()  # complaints about the lexicon, at the first utterance
        self.stop: Failure | None = None  # after the last utterance of the scores

    def tell(self, level: int) -> None:
        """Print everything, up to the failure that ends the run."""
        self._level = level
        pairing = self._pairing
        warnings = iter([*pairing.warnings, (len(pairing.blocks) + 1, b"")])
        at, warning = next(warnings)
        for number in range(len(pairing.blocks) + 1):
            while at == number:
                self._error(half_mark(warning))
                at, warning = next(warnings)
            if number < len(pairing.blocks):
                self._tell_block(pairing.blocks[number])
        stop = pairing.stop
        if stop is not None:
            self._pending.append(stop.out)
            self._end(stop.failure)
        self._flush()

    def _tell_block(self, block: Block) -> None:
        if self._level >= 1:
            self._pending.append(b"    Performing alignments for file '%b'.\n" % block.file)
        if block.complaint:
            self._error(block.complaint)
        if block.stop is not None:
            self._end(block.stop)
        if self._level >= 10:
            self._pending += block.notes
        self._tell_segments(block)
        if self._level >= 1:
            self._pending.append(b"\n")

    def _tell_segments(self, block: Block) -> None:
        """Print the segments of a block, numbered within the block."""
        pairing, level = self._pairing, self._level
        if self._is_usual(block):
            self._tell_places(block)
            return
        bad = pairing.bad_text
        skipped = ignored = ignored_words = 0
        for segment in range(block.start, block.end):
            state = pairing.states[segment]
            skipped += state == SKIPPED
            if level >= 1:
                self._pending.append(self._place(block, segment, skipped))
                self._flushed = len(self._pending)
            if bad is not None and bad[0] == segment:
                self._end(bad[1])
            if state == SKIPPED:
                # The reference prints this at every feedback level.
                if ignored:
                    self._pending.append(_IGNORED % (ignored, ignored_words))
                continue
            if state == IGNORED:
                ignored += 1
                ignored_words += pairing.ends[segment] - pairing.starts[segment]
            if level >= 1:
                self._pending.append(_IGNORED % (ignored, ignored_words) if ignored else b"    ")
            if state == SCORED:
                self._tell_utterance(segment)

    def _is_usual(self, block: Block) -> bool:
        """Whether all segments of a block are scored, and nothing but their places is printed."""
        pairing = self._pairing
        told = self.complaints or self.stop is not None or self._notices or pairing.bad_text is not None
        if self._level != 1 or told or pairing.reduce:
            return False
        return pairing.states.count(SCORED, block.start, block.end) == block.end - block.start > 0

    def _tell_places(self, block: Block) -> None:
        count = block.end - block.start
        start = b"\r        "
        behind = b" of %d Segments For Channel %b.     " % (count, self._ref.channels[block.start])
        numbers = (behind + start).join([b"%d" % number for number in range(1, count + 1)])
        self._pending.append(start + numbers + behind[:-4])
        # The reference flushes behind the place.
        self._flushed = len(self._pending)
        self._pending.append(b"    ")
        self._number += count

    def _place(self, block: Block, segment: int, skipped: int) -> bytes:
        reduce = self._pairing.reduce
        number, count = segment - block.start + 1, block.end - block.start
        if not reduce:
            return b"\r        %d of %d Segments For Channel %b. " % (number, count, self._ref.channels[segment])
        parts = []
        if b"ref" in reduce:
            parts.append(b"%d skipped segs" % skipped)
        if b"hyp" in reduce:
            parts.append(b"%d skipped words" % block.dropped)
        # The reference calls every channel number 1.
        return b"\r        %d of %d Segments (%b) For Channel 1. " % (number, count, b", ".join(parts))

    def _tell_utterance(self, segment: int) -> None:
        for complaint in self.complaints:
            self._error(complaint)
        self.complaints = ()
        if self._number == len(self._scores) and self.stop is not None:
            self._end(self.stop)
        utterance = self._number
        self._number += 1
        for stream, text in self._notices.get(utterance, ()):
            if stream == "stderr":
                self._error(text)
            else:
                self._pending.append(text)
        if self._level >= 2:
            self._pending.append(b"\n")
            if self._level >= 4:
                times = self._ref.begin[segment], self._ref.end[segment]
                self._pending.append(b"REFTIMES:  T1: %f  T2: %f\n" % times)
            self._utterances.append(utterance)
            self._before.append(b"".join(self._pending))
            self._pending.clear()
            self._flushed = 0
            if len(self._utterances) >= _STEP:
                self._flush()

    def _error(self, text: bytes) -> None:
        self._flush()
        self._streams.error(text)

    def _end(self, failure: Failure) -> None:
        self._flush()
        raise failure

    def _flush(self) -> None:
        if self._utterances:
            lines = heads(self._scores, self._utterances)
            before = [text + line for text, line in zip(self._before, lines, strict=True)]
            for block in blocks(self._scores, self._utterances, before, _WIDTH):
                self._streams.out(block)
            self._utterances.clear()
            self._before.clear()
        if self._flushed:
            # The reference flushes stdout after every line of progress, so that errors come behind it.
            self._streams.out(b"".join(self._pending[: self._flushed]))
            self._streams.flush()
        self._streams.out(b"".join(self._pending[self._flushed :]))
        self._pending.clear()
        self._flushed = 0
