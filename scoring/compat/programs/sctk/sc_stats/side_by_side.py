"""Alignments of all systems below one reference (.prn), and the words that no system has right."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from ......core import Slot
from .....maths.single import quotient, single
from .....report.words.alignment import EVERYTHING, blocks, heads
from .....words.scores import SEGMENT_TIMES, SENSITIVE
from .. import Failure
from .systems import System
from .text import Out, shown

_NARROWEST = 80
_STARS = 40


@dataclass(frozen=True, slots=True)
class _Common:
    """A speaker of the first system whom all others have, with the places of each shared utterance in all systems."""

    name: bytes
    utterances: list[list[int]]


class _Missed:
    """Reference words that no system has right, and how often.

    The reference looks a word up in sorted order but counts by order of entry, so that counts go to other words.
    """

    def __init__(self) -> None:
        self._words: list[bytes] = []
        self._counts: list[int] = []
        self._sorted: list[tuple[bytes, int]] = []

    def add(self, word: bytes) -> None:
        place = bisect_left(self._sorted, (word, -1))
        if place == len(self._sorted) or self._sorted[place][0] != word:
            place = len(self._words)
            insort(self._sorted, (word, place))
            self._words.append(word)
            self._counts.append(0)
        self._counts[place] += 1

    def listing(self) -> bytes:
        """Words by falling count, those of equal counts in the order of their bytes."""
        order = [place for _, place in self._sorted]
        order.sort(key=self._counts.__getitem__, reverse=True)
        number = len(order)
        lines = [
            b"%b   Total                 (%d)\n" % (b"\nList of not correct reference words".ljust(30), number),
            b"%b   With >=  1 occurrences (%d)\n\n" % (b" " * 30, number),
        ]
        lines += [
            b"%4d: %4d  ->  %b\n" % (rank, self._counts[place], self._words[place])
            for rank, place in enumerate(order, 1)
        ]
        lines.append(b"     -------\n     %5d\n\n" % sum(self._counts))
        return b"".join(lines)


def report(systems: Sequence[System], width: int, warn: Out) -> Iterator[bytes]:
    """The report, in pieces."""
    common = _common(systems, warn)
    _warn_of_utterances(systems, common, warn)
    yield _heading(systems)
    missed = _Missed()
    words = errors = 0
    judged = 0, 0
    for speaker in common:
        for places in speaker.utterances:
            yield b"Speaker: %b\n" % speaker.name
            slots = [system.scores.batch.slots(place) for system, place in zip(systems, places, strict=True)]
            if len(systems) == 1 or not _equal_references(slots):
                if len(systems) > 1:
                    yield b";; Reference strings not identical, dumping individual paths\n"
                for system, place in zip(systems, places, strict=True):
                    yield _single(system, place, max(width, _NARROWEST))
            else:
                judged = _judge(slots, missed)
                yield _head(systems[0], places[0]) + b"Lattice Analysis: #refWords %d #refErrWords %d\n\n\n" % judged
                yield from _Drawing(systems, places, slots, max(width, _NARROWEST)).pieces()
            # The reference adds the numbers of the last utterance again where it has none.
            words += judged[0]
            errors += judged[1]
    accuracy = single(quotient(single(words - errors), single(words))) * 100.0
    yield b"Lattice Summary: #TotRefWords %d #TotRefErrWords %d Accuracy " % (words, errors)
    yield shown(b"%5.2f", accuracy) + b"\n" + missed.listing()


def _heading(systems: Sequence[System]) -> bytes:
    lines = [b"Common scoring speakers and segments\nVersion 0.1\n\nRepresented Systems\n"]
    for system in systems:
        names = system.title, system.scores.ref_name or b"(null)", system.scores.hyp_name or b"(null)"
        lines.append(b"    name: %b   Ref: %b   Hyp: %b\n" % names)
    lines.append(b"    End of Represented Systems\n\n")
    first = systems[0].scores
    if first.labels or first.categories:
        lines.append(b"Utterance Label Definitions:\n")
        for kind, definitions in ((b"Category", first.categories), (b"Label", first.labels)):
            for definition in definitions:
                lines.append(b'    %b: id: "%b" title: "%b" description: "%b"\n' % (kind, *definition))
    lines.append(b"    End of Utterance Label Definitions\n\n\n")
    return b"".join(lines)


# --- which speakers and utterances all systems have --------------------------------------------


def _common(systems: Sequence[System], warn: Out) -> list[_Common]:
    """Speakers of the first system up to the first one whom another system lacks, with their shared utterances."""
    speakers: list[_Common] = []
    places: list[list[int]] = []
    for number, speaker in enumerate(systems[0].speakers):
        row = [number]
        for system in systems[1:]:
            names = [other.name for other in system.speakers]
            if speaker.name not in names:
                break
            row.append(names.index(speaker.name))
        if len(row) < len(systems):
            break
        places.append(row)
        speakers.append(_Common(speaker.name, _shared(systems, row)))
    for column, system in enumerate(systems):
        used = {row[column] for row in places}
        lost = [other.name for number, other in enumerate(system.speakers) if number not in used]
        if lost:
            warn(b"Warning: system %b has non-unique speakers: " % system.title + b" ".join(lost) + b"\n")
    return speakers


def _shared(systems: Sequence[System], row: list[int]) -> list[list[int]]:
    """Utterances of a speaker that all systems have, by the numbers that their batches give them."""
    utterances = [list(system.scores.utterances(number)) for system, number in zip(systems, row, strict=True)]
    of_systems = []
    for system, number, of_system in zip(systems[1:], row[1:], utterances[1:], strict=True):
        places: dict[bytes, int] = {}
        for name, utterance in zip(system.speakers[number].names(), of_system, strict=True):
            places.setdefault(name, utterance)
        of_systems.append(places)
    return [
        [utterance, *(places[name] for places in of_systems)]
        for name, utterance in zip(systems[0].speakers[row[0]].names(), utterances[0], strict=True)
        if all(name in places for places in of_systems)
    ]


def _warn_of_utterances(systems: Sequence[System], common: list[_Common], warn: Out) -> None:
    for speaker in common:
        for column, system in enumerate(systems):
            used = {places[column] for places in speaker.utterances}
            number = next(k for k, other in enumerate(system.speakers) if other.name == speaker.name)
            lost = [system.scores.ids[place] for place in system.scores.utterances(number) if place not in used]
            if lost:
                begin = b"Warning: system %b, speaker %b has non-unique path: " % (system.title, speaker.name)
                warn(begin + b" ".join(lost) + b"\n")


# --- one utterance -----------------------------------------------------------------------------


def _words(slots: list[Slot]) -> list[bytes]:
    """Words of the reference."""
    return [word[0] for _, word, _ in slots if word is not None]


def _equal_references(systems: list[list[Slot]]) -> bool:
    """Whether the first system's reference begins with those of all others; behind a shorter one the reference looks
    no further.
    """
    first = _words(systems[0])
    return all(words == first[: len(words)] for words in map(_words, systems[1:]))


def _judge(systems: list[list[Slot]], missed: _Missed) -> tuple[int, int]:
    """Number of reference words, and of those that no system has right."""
    right = [any(kinds) for kinds in zip_longest(*map(_right, systems), fillvalue=False)]
    words = _words(systems[0])
    for word, is_right in zip(words, right, strict=True):
        if not is_right:
            missed.add(word)
    return len(words), right.count(False)


def _right(slots: list[Slot]) -> list[bool]:
    return [kind == "C" for kind, word, _ in slots if word is not None]


def _single(system: System, place: int, width: int) -> bytes:
    """The alignment of one system, as the reports of a single system show it."""
    scores = system.scores
    block = b"".join(blocks(scores, [place], heads(scores, [place]), width, EVERYTHING))
    return block[:-1]


def _head(system: System, place: int) -> bytes:
    scores = system.scores
    head = b"Id:     " + scores.ids[place] + b"\n"
    for title, column in ((b"Labels: ", scores.labels_of), (b"File: ", scores.files), (b"Channel: ", scores.channels)):
        if column is not None and column[place]:
            head += title + column[place] + b"\n"
    if scores.attribute(place) & SEGMENT_TIMES and scores.ref_times is not None:
        begin, end = (memoryview(column).cast("d")[place] for column in scores.ref_times)
        head += b"Ref times: t1= %.2f t2= %.2f\n" % (begin, end)
    return head


def _inserts(slots: list[Slot], place: int) -> bool:
    return place < len(slots) and slots[place][0] == "I"


class _Drawing:
    """Lines of the reference and of all systems, word below word."""

    def __init__(self, systems: Sequence[System], places: list[int], slots: list[list[Slot]], width: int) -> None:
        names = [b"REF:", *(system.title + b":" for system in systems)]
        widest = max(len(b"REF"), *(len(system.title) for system in systems)) + 2
        self._names = [name.ljust(widest) for name in names]
        self._slots = slots
        self._places = [0] * len(slots)
        self._width = width
        # Wrong words are shown in upper case, unless case matters.
        self._upper = [
            None if system.scores.attribute(place) & SENSITIVE else system.scores.charset.upper
            for system, place in zip(systems, places, strict=True)
        ]
        self._begin(b"")

    def _begin(self, mark: bytes) -> None:
        if len(mark) + len(self._names[0]) > self._width:
            raise Failure(
                b"Error: Failed to add header data lines for PRN report.  "
                b"System names too long.  increase via -l option\n"
            )
        self._lines = [[mark + name] for name in self._names]
        self._length = len(mark) + len(self._names[0])

    def pieces(self) -> Iterator[bytes]:
        """All lines, in blocks no longer than the width."""
        while any(place < len(slots) for place, slots in zip(self._places, self._slots, strict=True)):
            texts = self._inserted() or self._aligned()
            widest = max(len(text) for text in texts if text is not None)
            if widest + self._length > self._width - 1:
                yield self._block()
            for line, text in zip(self._lines, texts, strict=True):
                if text is not None:
                    line.append(text.ljust(widest))
            self._length += widest
            if 1 + self._length < self._width - 1:
                for line in self._lines:
                    line.append(b" ")
                self._length += 1
        yield self._block()

    def _block(self) -> bytes:
        text = b"".join(b"".join(line) + b"\n" for line in self._lines) + b"\n"
        self._begin(b">>> ")
        return text

    def _inserted(self) -> list[bytes | None] | None:
        """Inserted words of those systems that have one here; None if no system has."""
        if not any(map(_inserts, self._slots, self._places)):
            return None
        texts: list[bytes | None] = [b""]
        for number, (place, slots) in enumerate(zip(self._places, self._slots, strict=True)):
            text = b""
            if _inserts(slots, place):
                text = self._word(number, slots[place])
                self._places[number] += 1
            texts.append(text)
        return texts

    def _aligned(self) -> list[bytes | None]:
        """The next word of the reference, and what each system has there; None behind the end of a system's words."""
        slots = [
            slots[place] if place < len(slots) else None for place, slots in zip(self._places, self._slots, strict=True)
        ]
        word = slots[0][1] if slots[0] is not None else None
        texts: list[bytes | None] = [word[0] if word is not None else b""]
        texts += [None if slot is None else self._word(number, slot) for number, slot in enumerate(slots)]
        widest = max(len(text) for text in texts if text is not None)
        for number, slot in enumerate(slots):
            if slot is not None:
                if slot[0] == "D":
                    texts[number + 1] = b"*" * min(_STARS, widest)
                self._places[number] += 1
        return texts

    def _word(self, number: int, slot: Slot) -> bytes:
        kind, _, word = slot
        if word is None:
            return b""
        upper = self._upper[number]
        return word[0] if kind == "C" or upper is None else upper(word[0])
