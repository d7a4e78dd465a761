"""Word scores of one hypothesis, as reports read them: speakers, labels and the batch of alignments."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ...core import Batch, Charset

# Attributes of an utterance's alignment; each report has its own names for them.
CHARACTERS = 1
SENSITIVE = 2
REF_TIMES = 4
HYP_TIMES = 8
REF_CONFIDENCE = 16
HYP_CONFIDENCE = 32
REF_WEIGHT = 64
HYP_WEIGHT = 128
SEGMENT_TIMES = 256

# Confidences are limited to these.
LOWEST_CONFIDENCE, HIGHEST_CONFIDENCE = 0.0000001, 0.9999999
# Sums of logarithms are kept as integers in this fraction: every logarithm of a confidence is a multiple of it.
UNIT = 1 << 100

# Utterances, correct, substitutions, deletions, insertions, utterances with an error.
Sums = tuple[int, int, int, int, int, int]
# Identifier, title and description of a label or a category.
Labelled = tuple[bytes, bytes, bytes]


class CrossEntropy:
    """Normalized cross entropy overall and by speaker, NaN if all words are right or all wrong; and a warning."""

    __slots__ = ("notice", "overall", "speakers")

    def __init__(self, overall: float, speakers: list[float], notice: bytes) -> None:
        self.overall = overall
        self.speakers = speakers
        self.notice = notice


class Judged:
    """Confidences of hypothesis words that are not empty, in their order, and those of right and of wrong words."""

    __slots__ = ("confidences", "flags", "right", "wrong")

    def __init__(self, confidences: bytes, flags: bytes, right: bytes, wrong: bytes) -> None:
        self.confidences, self.right, self.wrong = (memoryview(part).cast("d") for part in (confidences, right, wrong))
        self.flags = flags
        """A byte a word: whether it is right."""


class WordScores:
    """One hypothesis scored against one reference, which is all that a report reads.

    `labels_of`, `files` and `channels` have an empty text for an utterance without one, or are None if all lack it.
    """

    title: bytes = b""
    ref_name: bytes = b""
    hyp_name: bytes = b""
    date: bytes = b""
    sensitive: bool = False
    optional: bool = False
    fragments: bool = False
    weighted: bool = False
    weight_name: bytes = b""
    labels: Sequence[Labelled] = ()
    categories: Sequence[Labelled] = ()
    labels_of: Sequence[bytes] | None = None
    files: Sequence[bytes] | None = None
    channels: Sequence[bytes] | None = None
    ref_times: tuple[bytes, bytes] | None = None
    """Begins and ends of the segments of the reference (float64)."""
    attributes: Sequence[int] | int = 0
    odd_confidences: bool = False
    """Whether a confidence may be NaN, which columns use for missing words."""
    entropy: CrossEntropy | None = None
    """The cross entropy of the confidences, once a report has asked for it."""
    judged: Judged | None = None
    """Hypothesis words sorted by confidence, once an analysis has asked."""
    _totals: list[Sums] | None = None
    _order: memoryview | None = None
    _starts: Sequence[int] = ()

    def __init__(
        self,
        *,
        batch: Batch,
        charset: Charset,
        ids: Sequence[bytes],
        speakers: Sequence[bytes],
        speaker_of: memoryview,
        sequence: Sequence[int],
        **details: Any,
    ) -> None:
        """The scores of these utterances; `details` are any of the attributes above."""
        self.batch = batch
        self.charset = charset
        self.ids = ids
        self.speakers = speakers
        self.speaker_of = speaker_of
        self.sequence = sequence
        for name, value in details.items():
            assert hasattr(WordScores, name), name
            setattr(self, name, value)

    def __len__(self) -> int:
        return len(self.batch)

    def attribute(self, utterance: int) -> int:
        """The attribute bits of one utterance."""
        attributes = self.attributes
        return attributes if isinstance(attributes, int) else attributes[utterance]

    def any_attribute(self) -> int:
        """The bits that at least one utterance has."""
        attributes = self.attributes
        if isinstance(attributes, int):
            return attributes if len(self) else 0
        union = 0
        for bits in set(attributes):
            union |= bits
        return union

    def every_attribute(self) -> int:
        """The bits that all utterances have; 0 without utterances."""
        attributes = self.attributes
        if isinstance(attributes, int):
            return attributes if len(self) else 0
        common = -1 if attributes else 0
        for bits in set(attributes):
            common &= bits
        return common

    def totals(self) -> list[Sums]:
        """The totals of every speaker, in the order of `speakers`."""
        if self._totals is None:
            self._totals = self.batch.totals(bytes(self.speaker_of), len(self.speakers))
        return self._totals

    def order(self) -> memoryview:
        """The utterances speaker after speaker, each speaker's in processing order (int64)."""
        if self._order is None:
            self._order = self._sorted_by_speaker()
        return self._order

    def utterances(self, speaker: int) -> memoryview:
        """The utterances of one speaker in processing order (int64); its bytes are an order for the batch."""
        order = self.order()
        return order[self._starts[speaker] : self._starts[speaker + 1]]

    def _sorted_by_speaker(self) -> memoryview:
        starts = [0]
        for row in self.totals():
            starts.append(starts[-1] + row[0])
        self._starts = starts
        order = memoryview(bytearray(8 * starts[-1])).cast("q")
        place = starts[:]
        for utterance, speaker in enumerate(self.speaker_of):
            if speaker >= 0:
                position = place[speaker]
                order[position] = utterance
                place[speaker] = position + 1
        return order
