"""Running text (txt) against segments (stm): one alignment of everything, cut at the ends of segments.

The reference uses GNU diff for it; distributed builds have no GNU diff and refuse this pair of formats.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import pack

from ...... import core
from ......core import Slot
from .....report.words.alignment import blocks, heads
from .....words.scores import WordScores
from ..arguments import CommandLineError
from . import stm
from .errors import bad_text
from .fields import without_nul
from .job import read_file
from .labels import half_mark
from .stm_ctm import SegmentScoring
from .stm_text import rows_of

# Width of the alignments in the progress output.
_WIDTH = 199


class TextScoring(SegmentScoring):
    """Scoring of one hypothesis file of running text."""

    def run(self) -> WordScores:
        """Read, align, cut and announce."""
        job, command = self.job, self.job.command
        path = command.ref_name or b""
        data = read_file(path, b"Error: Unable to open input STM file ")
        lines = self._lines(read_file(self.name, b"Can't open input hypothesis file "))
        if command.segment or _is_transcript(lines):
            raise CommandLineError(b"Alignments via diff have been disabled")
        self._ref = stm.read(path, data, job.charset, encoding=command.encoding, sensitive=command.sensitive)
        for _, line in self._ref.warnings:
            job.streams.error(half_mark(line))
        if self._ref.stop is not None:
            raise self._ref.stop.failure
        try:
            self._segments = [place for place, text in enumerate(self._ref.texts) if not self._is_ignored(text)]
            scores = self.segment_scores(
                self._align([word for line in lines for word in line.split()]), self.attributes()
            )
        except core.TextError as error:
            raise bad_text(error) from None
        self._announce(scores)
        stm.read_comments(self._ref.data, self.definitions, job)
        job.sequence += len(scores)
        return scores

    def _lines(self, data: bytes) -> list[bytes]:
        """Lines of the hypothesis file without comments, folded for comparison."""
        charset, sensitive = self.job.charset, self.job.command.sensitive
        lines = []
        for line in map(without_nul, data.split(b"\n")):
            mark = line[:1]
            if mark in (b";", b"*"):
                if line[1:2] == mark:
                    continue
                self.job.streams.error(half_mark(line + b"\n"))
            try:
                lines.append(line if sensitive else charset.fold(line))
            except core.TextError as error:
                raise bad_text(error) from None
        return lines

    def _is_ignored(self, text: bytes) -> bool:
        fold = self.job.charset.fold
        return self._ref.ignores and any(fold(mark) in fold(text) for mark in stm.IGNORE_MARKS)

    def _align(self, words: Sequence[bytes]) -> core.Batch:
        """Align everything at once, and give each segment its words."""
        rules, texts = self.job.rules(), [self._ref.texts[segment] for segment in self._segments]
        parts: list[list[bytes]] = [[] for _ in texts]
        if parts:
            slots = core.align(rules, _as_one(texts), core.texts([words])).slots(0)
            # Beyond a cost there is no path, as in the reference; then all words go to the last text.
            owners = _owners(slots, len(texts)) or [-1] * len(words)
            for owner, word in zip(owners, words, strict=True):
                parts[owner].append(word)
        return core.align(rules, core.texts(texts), core.texts(parts), self.job.threads)

    def _announce(self, scores: WordScores) -> None:
        """Print alignments at feedback level 2 or higher, as builds with GNU diff do."""
        streams, notices = self.job.streams, scores.batch.notices
        for stream, write in (("stderr", streams.error), ("stdout", streams.out)):
            text = b"".join(notice[2] for notice in notices if notice[1] == stream)
            if text:
                write(text)
        if self.job.command.feedback >= 2:
            utterances = range(len(scores))
            before = [b"\n" + head for head in heads(scores, utterances)]
            for block in blocks(scores, utterances, before, _WIDTH):
                streams.out(block)


def _as_one(texts: Sequence[bytes]) -> core.Side:
    """Words of all texts as one utterance, with the numbers of their texts as begin times."""
    words: list[bytes] = []
    numbers: list[float] = []
    for number, text in enumerate(texts):
        rows = rows_of(text)
        words += rows
        numbers += [float(number)] * len(rows)
    zeros = bytes(8 * len(words))
    return core.rows(words, pack(f"{len(words)}d", *numbers), zeros, zeros, pack("2q", 0, len(words)))


def _owners(slots: Sequence[Slot], count: int) -> list[int]:
    """Number of the text of each hypothesis word: that of the reference word aligned with it or next after it."""
    owner = count - 1
    owners = []
    for _, ref, hyp in reversed(slots):
        if ref is not None and ref[0]:
            owner = int(ref[3])
        # An optional word that was not said is aligned with an empty word.
        if hyp is not None and hyp[0]:
            owners.append(owner)
    owners.reverse()
    return owners


def _is_transcript(lines: Sequence[bytes]) -> bool:
    """True if all lines end with different utterance ids: then the file is a transcript, not running text."""
    ids = set()
    for line in lines:
        words = line.split()
        if words:
            last = words[-1]
            if last[:1] != b"(" or last[-1:] != b")" or not (b"-" in last or b"_" in last) or last in ids:
                return False
            ids.add(last)
    return len(ids) > 1
