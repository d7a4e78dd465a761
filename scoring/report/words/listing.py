"""A listing of utterances for people: alignments as wide as the terminal, filtered and sorted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Protocol

from ....formats.errors import UsageError, quantity, short, suggestion
from ....formats.values import dataclass
from ...common.counts import percent
from ...common.display import display_width, padded
from ...words.result import Result
from ...words.step import Pair
from ...words.utterances import Utterance


class Paint(Protocol):
    """Colours of texts."""

    def strong(self, text: str) -> str: ...
    def good(self, text: str) -> str: ...
    def bad(self, text: str) -> str: ...
    def quiet(self, text: str) -> str: ...


ORDERS = ("rate", "errors", "file")
OPERATIONS = {"substitution": "S", "deletion": "D", "insertion": "I"}


@dataclass(frozen=True, slots=True)
class View:
    """Which utterances are shown, and in which order; empty filters let everything through."""

    ids: tuple[str, ...] = ()
    speakers: tuple[str, ...] = ()
    text: re.Pattern[str] | None = None
    """Found in the words of the reference or of the hypothesis."""
    operations: tuple[str, ...] = ()
    """Letters, of which one stands in the alignment."""
    pair: tuple[str, str] | None = None
    """Word of the reference and word of the hypothesis, with which it is confused; an empty one is missing."""
    lowest: float = 0.0
    """Lowest and highest rate; an utterance without reference words has an infinite one."""
    highest: float = float("inf")
    sort: str = "rate"
    seed: int | None = None
    """The seed of a random order, in place of another one."""
    limit: int | None = None

    def places(self, result: Result) -> Iterator[int]:
        """Numbers of the utterances, in their order."""
        counts = result.utterances.counts().tolist()
        rated: list[tuple[float, int, int]] = []
        for place in self._named(result):
            correct, substituted, deleted, inserted = counts[4 * place : 4 * place + 4]
            errors, words = substituted + deleted + inserted, correct + substituted + deleted
            rate = errors / words if words else float("inf") if errors else 0.0
            if self.lowest <= rate <= self.highest:
                rated.append((-rate, -errors, place))
        if self.seed is not None:
            Random(self.seed).shuffle(rated)
        elif self.sort == "rate":
            rated.sort()
        elif self.sort == "errors":
            rated.sort(key=lambda row: (row[1], row[0], row[2]))
        shown = 0
        for _, _, place in rated:
            if shown == self.limit:
                return
            if self._has_words(result.utterances[place]):
                shown += 1
                yield place

    def _named(self, result: Result) -> Sequence[int]:
        """Numbers of the utterances with the ids and speakers."""
        places: Sequence[int] = range(len(result.utterances))
        if self.ids:
            place_of = {name: place for place, name in enumerate(result.utterances.ids())}
            missing = [name for name in self.ids if name not in place_of]
            if missing:
                examples = f"; expected ids such as {', '.join([*place_of][:3])}"
                raise UsageError(f"no utterance {missing[0]!r}{suggestion(missing[0], place_of) or examples}")
            places = sorted(place_of[name] for name in set(self.ids))
        if not self.speakers:
            return places
        names = result.speakers()
        if unknown := [name for name in self.speakers if name not in names]:
            near = suggestion(unknown[0], names)
            listed = f"; the speakers are {', '.join(map(short, [*dict.fromkeys(names)][:5]))}"
            raise UsageError(f"no speaker {unknown[0]!r}{near or listed}")
        return [place for place in places if names[place] in self.speakers]

    def _has_words(self, utterance: Utterance) -> bool:
        """Whether the words and the errors are those that are looked for."""
        if self.text is None and not self.operations and self.pair is None:
            return True
        pairs = utterance.alignment.pairs
        if self.operations and not any(pair.operation in self.operations for pair in pairs):
            return False
        if self.pair is not None and not any(self._is_pair(pair) for pair in pairs):
            return False
        if self.text is None:
            return True
        sides = ([pair.ref for pair in pairs], [pair.hyp for pair in pairs])
        return any(self.text.search(" ".join(word for word in side if word)) for side in sides)

    def _is_pair(self, pair: Pair) -> bool:
        """Whether these two words were confused, in whatever case."""
        assert self.pair is not None
        folded = (pair.ref or "").casefold(), (pair.hyp or "").casefold()
        return pair.operation != "C" and folded == (self.pair[0].casefold(), self.pair[1].casefold())


def listing(result: Result, view: View, paint: Paint, width: int, others: Sequence[Result] = ()) -> Iterator[str]:
    """Lines of the utterances of a view, with rate and alignment, and those of other results below."""
    shown = 0
    places_of_others = [{name: place for place, name in enumerate(other.utterances.ids())} for other in others]
    for place in view.places(result):
        utterance = result.utterances[place]
        yield from _utterance(utterance, paint, width)
        for other, places in zip(others, places_of_others, strict=True):
            if utterance.id in places:
                utterance_of_other = other.utterances[places[utterance.id]]
                yield f"{paint.strong(other.hyp_name)}  {_errors(utterance_of_other)}"
                yield from _aligned(utterance_of_other.alignment.pairs, paint, width)
            else:
                yield f"{paint.strong(other.hyp_name)}  does not have this utterance"
        yield ""
        shown += 1
    rates = [
        percent(result.counts.wer).strip(),
        *(f"{other.hyp_name} {percent(other.counts.wer).strip()}" for other in others),
    ]
    yield paint.quiet(f"{shown:,} of {quantity(len(result.utterances), 'utterance')}; all: {', '.join(rates)}")


def _errors(utterance: Utterance) -> str:
    """The rate of an utterance and the number of its errors."""
    counts = utterance.counts
    kinds = {"substitution": counts.substitutions, "deletion": counts.deletions, "insertion": counts.insertions}
    parts = [quantity(number, name) for name, number in kinds.items() if number]
    return f"{percent(counts.wer).strip()}  {', '.join(parts) or 'no errors'}"


def _utterance(utterance: Utterance, paint: Paint, width: int) -> Iterator[str]:
    head = f"{paint.strong(utterance.id)}  {_errors(utterance)}"
    if (segment := utterance.segment) is not None and segment.start is not None:
        head += paint.quiet(f"  {segment.session} {segment.channel} {segment.speaker} {segment.start}-{segment.end}")
    yield head
    yield from _aligned(utterance.alignment.pairs, paint, width)


def _aligned(pairs: Sequence[Pair], paint: Paint, width: int) -> Iterator[str]:
    """Three lines for as many words as fit: reference, hypothesis and errors."""
    rows: tuple[list[str], list[str], list[str]] = [], [], []
    used = 0
    for pair in pairs:
        ref, hyp = pair.ref or "", pair.hyp or ""
        columns = max(display_width(ref), display_width(hyp), 1)
        if used and used + columns + 1 > width - _HEAD:
            yield from _lines(rows)
            rows = [], [], []
            used = 0
        wrong = pair.operation != "C"
        for row, word, colour in ((rows[0], ref, paint.good), (rows[1], hyp, paint.bad)):
            row.append(_cell(word, columns, colour if wrong else None, paint))
        rows[2].append((pair.operation if wrong else "").ljust(columns))
        used += columns + 1
    yield from _lines(rows)


_HEAD = 5


def _cell(word: str, columns: int, colour: Callable[[str], str] | None, paint: Paint) -> str:
    if not word:
        return paint.quiet("*" * columns)
    text = padded(word, columns)
    return text if colour is None else colour(word) + text[len(word) :]


def _lines(rows: tuple[list[str], list[str], list[str]]) -> Iterator[str]:
    for name, row in zip(("REF: ", "HYP: ", "     "), rows, strict=True):
        line = name + " ".join(row)
        if line.strip():
            yield line.rstrip()
