"""Progress lines that sclite prints while it aligns transcripts."""

from __future__ import annotations

from itertools import groupby

from .....report.words.alignment import blocks, heads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .....words.scores import WordScores
    from ..streams import Streams

# Numbers of utterances: in one piece of output, and in the sample that shows whether speakers alternate.
_STEP = 4096
_SAMPLE = 256
# Numbers that are kept in digits.
_SMALL = 10_000
# Width of the alignments; -l has no effect on it.
_WIDTH = 199
_NUMBER = b"\r    Alignment# "


class Progress:
    """A line for every utterance, with its alignment at feedback level 2 or higher."""

    def __init__(self, scores: WordScores, level: int) -> None:
        self._scores = scores
        self.level = level
        self._digits: list[bytes] = []
        self._counts = [0] * len(scores.speakers)
        self._tails = [b" for speaker " + name + b"          " for name in scores.speakers]
        self._last = 0
        self._done = 0
        self._inserted: dict[int, bytes] = {}
        # Raw texts of hypothesis and reference, for feedback level 100.
        self.texts: Callable[[int], tuple[bytes, bytes]] | None = None

    def insert(self, utterance: int, text: bytes) -> None:
        """Insert a notice between an utterance's line and its alignment."""
        self._inserted[utterance] = self._inserted.get(utterance, b"") + text

    def tell(self, end: int, streams: Streams) -> None:
        """Print the utterances up to this one; if it has no alignment, the output ends at its heading."""
        write = self._write_alignments if self.level >= 2 else self._write_lines
        for begin in range(self._done, end, _STEP):
            write(begin, min(end, begin + _STEP), streams)
        self._done = max(end, self._done)

    def _write_lines(self, begin: int, end: int, streams: Streams) -> None:
        speakers = self._scores.speaker_of[begin:end]
        runs = sum(1 for _ in groupby(speakers[:_SAMPLE]))
        parts = self._lines_of_runs(speakers) if runs < _SAMPLE // 4 else self._lines_one_by_one(speakers)
        streams.out(b"".join(parts))
        streams.flush()  # as the reference does after every line

    def _lines_of_runs(self, speakers: memoryview) -> list[bytes]:
        """Lines of utterances; fast if each speaker's utterances are adjacent."""
        counts = self._counts
        parts = []
        for speaker, group in groupby(speakers):
            first = counts[speaker] + 1
            counts[speaker] += len(list(group))
            if speaker != self._last:
                parts.append(b"\n")
                self._last = speaker
            tail = self._tails[speaker]
            parts += (_NUMBER, (tail + _NUMBER).join(self._numbers(first, counts[speaker] + 1)), tail)
        return parts

    def _numbers(self, first: int, end: int) -> Iterable[bytes]:
        """Numbers in digits; small ones, which every speaker has, are made once."""
        if end > _SMALL:
            return map(b"%d".__mod__, range(first, end))
        digits = self._digits
        digits += map(b"%d".__mod__, range(len(digits), end))
        return digits[first:end]

    def _lines_one_by_one(self, speakers: memoryview) -> list[bytes]:
        """Lines of utterances; fast if speakers alternate."""
        counts, tails, last = self._counts, self._tails, self._last
        parts = []
        for speaker in speakers:
            number = counts[speaker] = counts[speaker] + 1
            if speaker == last:
                parts.append(b"\r    Alignment# %d%b" % (number, tails[speaker]))
            else:
                parts.append(b"\n\r    Alignment# %d%b" % (number, tails[speaker]))
                last = speaker
        self._last = last
        return parts

    def _write_alignments(self, begin: int, end: int, streams: Streams) -> None:
        lines = [self._line(utterance) for utterance in range(begin, end)]
        aligned = range(begin, min(end, len(self._scores)))
        before = [line + b"\n" + head for line, head in zip(lines, heads(self._scores, aligned), strict=False)]
        for block in blocks(self._scores, aligned, before, _WIDTH):
            streams.out(block)
        for line in lines[len(aligned) :]:
            streams.out(line)

    def _line(self, utterance: int) -> bytes:
        speaker = self._scores.speaker_of[utterance]
        self._counts[speaker] += 1
        line = b"%b%d%b" % (_NUMBER, self._counts[speaker], self._tails[speaker])
        if speaker != self._last:
            line = b"\n" + line
            self._last = speaker
        if self.texts is not None:
            line += b"\n        HYP -> %b\n        REF -> %b\n" % self.texts(utterance)
        return line + self._inserted.get(utterance, b"")
