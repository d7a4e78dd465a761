"""Words with times (ctm) against segments (stm)."""

from __future__ import annotations

from itertools import count
from struct import pack

from ...... import core
from .....words.scores import HYP_CONFIDENCE, HYP_TIMES, SEGMENT_TIMES
from . import ctm, stm
from .errors import first_failure
from .job import Scoring, read_file
from .stm import chosen, read_comments
from .stm_ctm_pairing import SCORED, Pairing
from .stm_ctm_progress import Progress
from .stm_ctm_rows import side_of_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .....words.scores import WordScores
    from .. import Failure
    from .ctm import Ctm
    from .stm import Stm


class SegmentScoring(Scoring):
    """Scoring of a hypothesis file against segments, some of which are scored."""

    _ref: Stm
    _segments: list[int]

    def segment_scores(
        self, batch: core.Batch, attributes: Sequence[int] | int, *, odd_confidences: bool = False
    ) -> WordScores:
        """Alignments of the first segments together with all that reports show."""
        ref, segments = self._ref, self._segments[: len(batch)]
        speakers, speaker_of, ids = _speakers_of(chosen(ref.speakers, segments))
        labels = chosen(ref.labels, segments)
        return self.scores(
            batch,
            attributes,
            ids=ids,
            speakers=speakers,
            speaker_of=speaker_of,
            labels_of=labels if any(labels) else None,
            files=chosen(ref.files, segments),
            channels=chosen(ref.channels, segments),
            ref_times=(packed_floats(chosen(ref.begin, segments)), packed_floats(chosen(ref.end, segments))),
            odd_confidences=odd_confidences,
        )


class TimedScoring(SegmentScoring):
    """Scoring of one hypothesis file of words with times."""

    _hyp: Ctm

    def run(self) -> WordScores:
        """Read, pair, align and announce; a failure is raised after the segments before it."""
        job, command = self.job, self.job.command
        self._read()
        self._pairing = pairing = Pairing(self._ref, self._hyp, job.charset, command.sensitive, command.reduce)
        pairing.run()
        end = pairing.blocks[-1].end if pairing.blocks else 0
        if pairing.bad_text is not None:
            end = pairing.bad_text[0]
        self._segments = [segment for segment in range(end) if pairing.states[segment] == SCORED]
        complaints, stop = job.load_lexicon(len(self._segments))
        batch, stop = self._align(stop)
        odd = self._hyp.odd_confidences()
        scores = self.segment_scores(batch, self._attributes(len(batch)), odd_confidences=odd)
        self._announce(scores, complaints, stop)
        self._read_comments()
        job.sequence += len(scores)
        return scores

    def _read(self) -> None:
        command, charset = self.job.command, self.job.charset
        path = command.ref_name or b""
        hyp = read_file(self.name, b"Can't open input hypothesis file ")
        ref = read_file(path, b"Can't open input reference file ")
        encoding, sensitive = command.encoding, command.sensitive
        self._ref = stm.read(path, ref, charset, encoding=encoding, sensitive=sensitive)
        self._hyp = ctm.read(self.name, hyp, charset, encoding=encoding, sensitive=sensitive)

    def _align(self, stop: Failure | None) -> tuple[core.Batch, Failure | None]:
        """Alignments, up to the segment that ends the run."""
        if stop is not None:
            return core.batch_of(self.job.charset, False, []), stop
        rules = self.job.rules()

        def align(size: int) -> core.Batch:
            segments = self._segments[:size]
            ref = core.texts(chosen(self._ref.texts, segments))
            return core.align(rules, ref, side_of_rows(self._hyp, self._pairing, segments), self.job.threads)

        try:
            return align(len(self._segments)), None
        except core.TextError:
            return first_failure(align, len(self._segments))

    def _attributes(self, count: int) -> list[int] | int:
        """Attribute bits: one number for all segments, unless the first confidence was read late."""
        bits = self.attributes() | HYP_TIMES | SEGMENT_TIMES
        blocks = [block for block in self._pairing.blocks if block.end > block.start]
        confident = {block.confident for block in blocks}
        if len(confident) < 2:
            return bits | (HYP_CONFIDENCE if True in confident else 0)
        of_segment = [block.confident for block in blocks for _ in range(block.start, block.end)]
        return [bits | (HYP_CONFIDENCE if of_segment[segment] else 0) for segment in self._segments[:count]]

    def _announce(self, scores: WordScores, complaints: Sequence[bytes], stop: Failure | None) -> None:
        progress = Progress(self._ref, self._pairing, scores, self.job.streams)
        progress.complaints = complaints
        progress.stop = stop
        progress.tell(self.job.command.feedback)

    def _read_comments(self) -> None:
        """Read labels and categories; the reference reads both files a second time for them."""
        for data in (self._ref.data, self._hyp.data):
            if b";" in data and (data[:1] == b";" or b"\n;" in data):
                read_comments(data, self.definitions, self.job)


def packed_floats(column: Sequence[float]) -> bytes:
    """A column of numbers as the core takes it."""
    return bytes(column) if isinstance(column, memoryview) else pack(f"{len(column)}d", *column)


def _speakers_of(names: Sequence[bytes]) -> tuple[list[bytes], memoryview, list[bytes]]:
    """Speakers in order of appearance, speaker of every segment, and ids that number each speaker's segments."""
    speakers = list(dict.fromkeys(names))
    numbers = {name: number for number, name in enumerate(speakers)}
    counters = {name: count() for name in speakers}
    speaker_of = memoryview(pack(f"{len(names)}i", *map(numbers.__getitem__, names))).cast("i")
    places = pack(f"{len(names)}q", *map(next, map(counters.__getitem__, names)))
    order = pack(f"{len(names)}q", *range(len(names)))
    return speakers, speaker_of, core.filled(order, [b"(", (b"%b", names), (b"-%03d)", places)])
