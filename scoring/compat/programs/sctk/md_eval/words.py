"""Words of one recording aligned as md-eval does it, and times of the system mapped to those of the reference."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .metadata import placed
from .paths import aligned
from .reading import METADATA, Event, Talk
from .regions import MOMENT

Attributes = Mapping[int, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class WordRules:
    """How words are aligned: the largest gap between two of a pair, pruning, and one pass a speaker or one for all."""

    gap: float
    most: float
    by_speaker: bool


class WordPath:
    """Words of both sides and their pairs."""

    def __init__(self, ref: Talk, hyp: Talk, rules: WordRules) -> None:
        self.refs, self.hyps = ref.of("LEXEME"), hyp.of("LEXEME")
        self._gap = rules.gap
        self._attributes: Attributes = {**_attributes(ref, self.refs), **_attributes(hyp, self.hyps)}
        self.partner: dict[int, int] = {}
        """The place of the system's word of each place in the reference."""
        self.ref_of: dict[int, int] = {}
        if not self.hyps:
            return
        if not rules.by_speaker:
            self._align(range(len(self.refs)), rules.most)
            return
        for name in sorted({word.speaker for word in self.refs}):
            self._align([place for place, word in enumerate(self.refs) if word.speaker == name], rules.most)

    def _align(self, places: Sequence[int], most: float) -> None:
        for row, column in aligned([self.refs[place] for place in places], self.hyps, self.score, most):
            self.partner[places[row]] = column
            self.ref_of[column] = places[row]

    def time(self, time: float) -> float:
        """A time of the system as one of the reference: between the nearest pairs of words on both sides."""
        right = 0
        while right < len(self.hyps) and (self.hyps[right].end < time or right not in self.ref_of):
            right += 1
        left = min(right, len(self.hyps) - 1)
        while left >= 0 and (self.hyps[left].begin > time or left not in self.ref_of):
            left -= 1
        after = self._anchor(right, late=self.hyps[right].begin < time) if right < len(self.hyps) else None
        before = self._anchor(left, late=not self.hyps[left].end > time) if left >= 0 else None
        if before is None:
            return time if after is None else after[1] + (time - after[0])
        if after is None:
            return before[1] + (time - before[0])
        if time == before[0]:
            return before[1]
        return before[1] + (time - before[0]) * (after[1] - before[1]) / (after[0] - before[0])

    def _anchor(self, place: int, *, late: bool) -> tuple[float, float]:
        """One moment on both sides: the end of a pair, or its begin."""
        hyp, ref = self.hyps[place], self.refs[self.ref_of[place]]
        return (hyp.end, ref.end) if late else (hyp.begin, ref.begin)

    def errors(self, ref: Event | None, hyp: Event | None) -> int:
        """Whether a pair of words, or a word alone, is an error: 0 or 1."""
        value = self.score(ref, hyp)
        return 0 if value is not None and value > -0.5 else 1

    def score(self, ref: Event | None, hyp: Event | None) -> float | None:
        """The score of a pair of words, or of one alone; None where a pair is too far apart."""
        if ref is not None and hyp is not None:
            return self._score(ref, hyp) if _overlap(ref, hyp, self._gap) else None
        word = ref if ref is not None else hyp
        if word is None:
            return 0.0
        return float(-weight(word)) if word.word_type == "lex" else -0.2 * max(1, weight(word))

    def _score(self, ref: Event, hyp: Event) -> float:
        score = 0.0
        ours, theirs = self._attributes.get(id(ref), {}), self._attributes.get(id(hyp), {})
        for kind in METADATA:
            if kind in ours and kind in theirs:
                score += 0.02 if ours[kind] == theirs[kind] else 0.01
        if _agree(ref, hyp):
            return score
        if ref.word_type == hyp.word_type != "lex":
            return score - 0.1 * max(1, weight(ref))
        return score - max(1, weight(ref), weight(hyp))


def _agree(ref: Event, hyp: Event) -> bool:
    types = ref.word_type, hyp.word_type
    if types in (("fp", "fp"), ("frag", "frag")) or (ref.word == hyp.word and types[0] == types[1]):
        return True
    if types == ("lex", "frag"):
        part, whole = hyp.word.strip("-"), ref.word
    elif types == ("frag", "lex"):
        part, whole = ref.word.strip("-"), hyp.word
    else:
        return False
    return part not in ("", "0") and part in whole


def weight(word: Event) -> int:
    """How many words a word counts as: 2 with a hyphen inside."""
    text = word.word.strip("-")
    return 1 if text and ("-" not in text or text in ("mm-hmm", "uh-huh", "um-hmm")) else 2


def _overlap(ref: Event, hyp: Event, gap: float) -> float:
    shared = min(ref.end, hyp.end) - max(ref.begin, hyp.begin) + gap
    return shared / (1 + gap / max(ref.length, MOMENT)) if shared > 0 else 0.0


def _attributes(talk: Talk, words: Sequence[Event]) -> dict[int, dict[str, str]]:
    """Metadata of words, by identity: what covers a word, and what ends with it."""
    by_word: dict[int, dict[str, str]] = defaultdict(dict)
    for event in talk.events:
        if event.kind not in METADATA:
            continue
        at = placed(event, words)
        first = at.first if event.kind in ("FILLER", "EDIT") else at.last
        for place in range(first, at.last + 1):
            by_word[id(words[place])][event.kind] = event.subtype
    return by_word
