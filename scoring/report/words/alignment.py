"""Text around the alignment of an utterance, shared by pra, prf, snt and the progress output."""

from __future__ import annotations

from itertools import groupby

from .... import core
from ...words.scores import CHARACTERS, HYP_WEIGHT, REF_WEIGHT, SEGMENT_TIMES, SENSITIVE
from . import ReportError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...words.scores import WordScores

    # A text, or a pattern with its column: texts, packed int64 or packed float64.
    Known = bytes | tuple[bytes, Sequence[bytes] | bytes]
    Part = bytes | tuple[bytes, Sequence[bytes] | bytes | None]

# Utterances per call of the core: enough to make its cost negligible, few enough for their text to stay in the cache.
STEP = 512
# Attributes shown by prf, snt and the progress output; pra shows only the one of case.
EVERYTHING = -1


def word_lines(attribute: int) -> int:
    """Selection bits of the core, which lines to draw below words, for the attribute bits of an utterance."""
    bits = attribute >> 2
    as_written = core.AS_WRITTEN if attribute & SENSITIVE else 0
    # The core draws all lines of the reference first: times and confidences swap places.
    return bits & 0b111001 | (bits & 0b10) << 1 | (bits & 0b100) >> 1 | as_written


def packed(utterances: Sequence[int]) -> bytes:
    """Utterance numbers as packed int64, as the core takes them."""
    if isinstance(utterances, memoryview):
        return bytes(utterances)
    numbers = memoryview(bytearray(8 * len(utterances))).cast("q")
    for place, utterance in enumerate(utterances):
        numbers[place] = utterance
    return bytes(numbers)


def with_equal_attributes(scores: WordScores, utterances: Sequence[int]) -> Iterator[tuple[int, Sequence[int]]]:
    """Runs of utterances with equal attribute bits, with these bits."""
    attributes = scores.attributes
    if isinstance(attributes, int):
        yield attributes, utterances
        return
    begin = 0
    for bits, run in groupby([attributes[utterance] for utterance in utterances]):
        end = begin + len(list(run))
        yield bits, utterances[begin:end]
        begin = end


def facts(utterances: Sequence[int], parts: Sequence[Part]) -> list[bytes]:
    """A text for each of these utterances, joined of texts and of patterns with their columns, if there are any.

    A pattern of texts is left out where the text is empty.
    """
    values: list[Known] = []
    for part in parts:
        if isinstance(part, bytes):
            values.append(part)
        elif part[1] is not None:
            values.append((part[0], part[1]))
    return core.filled(packed(utterances), values)


def heads(scores: WordScores, utterances: Sequence[int], before: Sequence[Part] = ()) -> list[bytes]:
    """Lines before the counts of these utterances: id, labels, file and channel, after other parts."""
    lines = (b"Labels: %b\n", scores.labels_of), (b"File: %b\n", scores.files), (b"Channel: %b\n", scores.channels)
    return facts(utterances, [*before, b"id: ", (b"%b", scores.ids), b"\n", *lines])


def tail(attribute: int) -> bytes:
    """The line that names the attributes, if there are any; `Case_sensitve` is the reference's spelling."""
    names = b""
    if attribute & CHARACTERS:
        names += b"Character_align "
    if attribute & SENSITIVE:
        names += b"Case_sensitve "
    if attribute & REF_WEIGHT:
        names += b"Ref_weight "
    if attribute & HYP_WEIGHT:
        names += b"Hyp_weight "
    return b"Attributes: " + names + b"\n" if names else b""


def tails(scores: WordScores, utterances: Sequence[int], shown: int = EVERYTHING) -> list[bytes] | None:
    """Lines between the counts and the words of these utterances; None if no utterance has any."""
    if not scores.any_attribute() & shown:
        return None
    lines = []
    for attribute, part in with_equal_attributes(scores, utterances):
        line = tail(attribute & shown)
        if attribute & shown & SEGMENT_TIMES and scores.ref_times is not None:
            begins, ends = scores.ref_times
            lines += facts(part, [line, (b"Ref times: t1= %.2f", begins), (b" t2= %.2f\n", ends)])
        else:
            lines += [line] * len(part)
    return lines


def blocks(
    scores: WordScores, utterances: Sequence[int], before: Sequence[bytes], width: int, shown: int = EVERYTHING
) -> Iterator[bytes]:
    """Alignments of these utterances, each preceded by its own text and followed by a blank line."""
    try:
        yield from _blocks(scores, utterances, before, width, shown)
    except core.TextError as error:
        # Only words of a piped system can still be malformed here; changing their case finds them.
        raise ReportError(str(error).encode("utf-8", "surrogateescape") + b"\n") from None


def _blocks(
    scores: WordScores, utterances: Sequence[int], before: Sequence[bytes], width: int, shown: int
) -> Iterator[bytes]:
    after = tails(scores, utterances, shown)
    order = packed(utterances)
    attributes = scores.attributes
    if isinstance(attributes, int):
        yield scores.batch.blocks(order, before, after, width, word_lines(attributes & shown))
        return
    # A call draws the same lines below all words: utterances with equal attributes share a call.
    begin, count = 0, len(utterances)
    while begin < count:
        lines = word_lines(attributes[utterances[begin]] & shown)
        end = begin + 1
        while end < count and word_lines(attributes[utterances[end]] & shown) == lines:
            end += 1
        part = after[begin:end] if after is not None else None
        yield scores.batch.blocks(order[8 * begin : 8 * end], before[begin:end], part, width, lines)
        begin = end


def by_speaker(scores: WordScores, width: int, shown: int) -> Iterator[bytes]:
    """Alignments by speaker, each speaker under a heading."""
    headings: dict[int, bytes] = {}
    first = 0
    for speaker, (name, totals) in enumerate(zip(scores.speakers, scores.totals(), strict=True)):
        heading = b"Speaker sentences%4d:  %b   #utts: %d\n" % (speaker, name, totals[0])
        headings[first] = headings.get(first, b"") + heading
        first += totals[0]
    starts, order = {*headings}, scores.order()
    for begin in range(0, len(order), STEP):
        part = order[begin : begin + STEP]
        before = heads(scores, part)
        for place in starts.intersection(range(begin, begin + len(part))):
            before[place - begin] = headings[place] + before[place - begin]
        yield from blocks(scores, part, before, width, shown)
    # The headings of speakers without utterances at the end.
    yield headings.get(len(order), b"")
