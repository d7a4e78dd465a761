"""Rules of equivalents: how often each one was read, and the errors that it saved."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...formats.errors import UsageError, quantity, short
from ...formats.values import dataclass, field_names, replace
from ..common.analyses import BY_NAME
from ..common.counts import Counts, percent
from ..common.results import Immutable
from ..normalise.equivalents import (
    ANY_WORDS,
    CUT_OFFS,
    DIVISION,
    HYPHENS,
    SLASH,
    WILD,
    Equivalent,
    Equivalents,
    Readings,
    Span,
    has_stand_ins,
    with_stand_ins,
    without_stand_ins,
)
from ..words.alignment import words_of
from ..words.api import score_texts
from ..words.readings import placed, with_spans
from .analysis import Analysis
from .as_written import OF_ALIGNMENT
from .branches import Branches, Leaf, leaves_of, parts_of, spoken_parts
from .breakdown import Breakdown, SummedRow, signed, without
from .spec import Spec, with_commas
from .steps import CORRECT, Steps
from .tally import tally_of

if TYPE_CHECKING:
    from ..normalise.equivalents import OfTexts, Region
    from ..words.alignment import Text
    from ..words.result import Result
    from .branches import Way
    from .tally import Tally


@dataclass(frozen=True, slots=True)
class RuleRow(SummedRow):
    """One rule, or all candidates of one class."""

    name: str
    places: int = 0
    """Where its words stand."""
    read: int = 0
    """Where one of its readings was taken."""
    saved: int = 0
    """Errors of the words that stand there less those of the reading, against the same words of the other side."""


@dataclass(frozen=True, slots=True)
class TakenReading(Immutable):
    """A place where a rule of equivalents applies."""

    id: str
    """The utterance."""
    side: str
    """The side whose words are read otherwise: ref or hyp."""
    rule: str
    text: str
    """The words that were taken."""
    first: int
    """The first of them among the words of the alignment, counted from 0; the next word where there are none."""
    saved: int
    """Errors of the words that stand there less those of the reading."""

    def to_dict(self) -> dict[str, Any]:
        """All fields by name."""
        return {name: getattr(self, name) for name in field_names(TakenReading)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(Breakdown):
    """The rules of equivalents, and the counts without them.

    >>> import scorelite
    >>> result = scorelite.score(["we're gonna go"], ["we're going to go"], equivalents={"gonna": ["going to"]})
    >>> print(result.rules())
    Rules of equivalents
                         places  read  saved
      gonna | going to        1     1      2
      without equivalents: 66.7 %, 2 errors more
    """

    TITLE: ClassVar[str] = "Rules of equivalents"
    NAME: ClassVar[str] = "rules"
    SPEC: ClassVar[Spec] = Spec(
        name="rule",
        # A reading of more words may have more errors at the same cost: what is saved may be below 0.
        columns={"text": ["rule"], "integer": ["places", "read"], "number": ["saved"]},
        table={name: (name, with_commas) for name in ("places", "read", "saved")},
        adds=("counts", "without"),
    )

    counts: Counts
    without: Counts
    """The counts of the texts without any rule."""
    rows: tuple[RuleRow, ...]
    taken: tuple[TakenReading, ...]
    """Every place where a reading was taken."""

    def cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Places and errors by rule, for rules that apply."""
        heads, rows = Breakdown.cells(self)
        used = [(short(name, 60), *numbers) for name, *numbers in rows if numbers[0] != "0"]
        return heads, used

    def facts(self) -> Mapping[str, Any]:
        """The counts with and without the rules, and the places of readings."""
        taken = [each.to_dict() for each in self.taken]
        return {"with": self.counts.to_dict(), "without": self.without.to_dict(), "taken": taken}

    def notes(self) -> Iterable[str]:
        """The rate without rules, and rules that never apply."""
        more = self.without.errors - self.counts.errors
        yield f"without equivalents: {percent(self.without.wer)}, {quantity(more, 'error')} more"
        yield from without([row.name for row in self.rows if not row.places], "rule", "a place")

    def _added(self, other: Rules) -> Rules:
        both = Breakdown._added(self, other)
        return replace(
            both,
            rows=_ordered(both.rows),
            taken=tuple(sorted((*self.taken, *other.taken), key=lambda each: each.id)),  # parts in any order
        )


def rules(result: Result, steps: Steps | None = None) -> Rules:
    """The rules of the equivalents that a result was scored with."""
    equivalents = _rules_of(result)
    steps = steps or Steps(result)
    rows = {rule.name: RuleRow(rule.name) for rule in equivalents.rules}
    texts = {"ref": result.utterances.refs, "hyp": result.utterances.hyps}
    taken: list[TakenReading] = []
    for search in _searched(steps):
        here = search.taken()
        taken += here
        for row in (*search.rows(), *(RuleRow(each.rule, read=1, saved=each.saved) for each in here)):
            rows[row.name] = rows.get(row.name, RuleRow(row.name)) + row
        texts[search.name] = search.texts_without()
    # What readings saved does not tell this. Of "b a" and "b x", the rule a | b x saves two errors where it is read,
    # but the b before it, which is correct without the rule, is deleted then: there is one error each way.
    left = ANY_WORDS if ANY_WORDS in equivalents.made else None
    alike = {name: getattr(result.settings, name) for name in OF_ALIGNMENT}
    without = score_texts(*(map(_literal, side) for side in texts.values()), **alike, equivalents=left).counts
    return Rules(
        signature=signed(result, "rules"),
        counts=result.counts,
        without=without,
        rows=_ordered(rows.values()),
        taken=tuple(sorted(taken, key=lambda each: each.id)),
    )


def tallies(steps: Steps, argument: None) -> Iterator[Tally]:
    """The errors that each rule saved by utterance, and the words of the references."""
    equivalents = _rules_of(steps.result)
    names = [rule.name for rule in equivalents.rules]
    names += sorted({span.name for spans in equivalents.spans.values() for span in spans})
    made = "+".join(equivalents.made)
    saved: dict[str, list[tuple[int, int]]] = {name: [] for name in [*names, *([made] if made else [])]}
    for search in _searched(steps):
        for taken in search.taken():
            saved[taken.rule if taken.rule in saved else made].append((steps.places[taken.id], taken.saved))
    for name, readings in saved.items():
        utterances, errors = np.array(readings, np.int64).reshape(-1, 2).T
        yield tally_of(name, utterances, {"saved": errors}, len(steps.first) - 1, of_all=(steps.ref_sizes,))


def _rules_of(result: Result) -> Equivalents:
    if (rules := result.settings.rules_of_words) is None:
        raise UsageError("no equivalents: the result was scored without; expected equivalents= (--equivalents)")
    if not rules.is_known:
        raise UsageError("no rules of equivalents: a saved result has only their label; score the files again")
    if ANY_WORDS in rules.made and result.settings.equivalents_side != "ref":
        raise UsageError(
            "rules of the hypothesis do not go with any-words, which removes some of its words from the alignment; "
            "expected equivalents_side='ref' (--equivalents-side ref), or equivalents without any-words"
        )
    return rules


def _sides(result: Result) -> tuple[str, ...]:
    """The sides whose words have equivalents."""
    side = result.settings.equivalents_side
    return ("ref", "hyp") if side == "both" else (side,)


def _literal(text: Text) -> Text:
    """A text, or its words if letters stand for others in it, which is only read with rules."""
    if not isinstance(text, str) or not has_stand_ins(text):
        return text
    return [word for (words, *_) in parts_of(text) for word in words]


def _ordered(rows: Iterable[RuleRow]) -> tuple[RuleRow, ...]:
    """The rules that saved most first."""
    return tuple(sorted(rows, key=lambda row: (-row.saved, -row.places, row.name)))


def _searched(steps: Steps) -> list[_Side]:
    """The sides whose words have equivalents, with the regions that rules wrote."""
    result, rules = steps.result, _rules_of(steps.result)
    sides = {name: _Side(steps, name) for name in ("ref", "hyp")}
    table, settings = result.table, replace(result.settings, markup=False)
    refs = list(map(_first_branches, result.utterances.refs)) if rules.spans else []
    spans = placed(rules, table.names(), table.timeline, refs, settings) if rules.spans else {}
    searched = [sides[name] for name in _sides(result)]
    # Words of all branches make rules, but for those that rules wrote, which are known once they were found.
    for _ in range(1 + bool({HYPHENS, CUT_OFFS} & {*rules.made})):
        made = rules.made_of(*(side.own_texts() for side in sides.values()), marked=True)
        for side in searched:
            side.search(rules, with_spans(made, spans if side.name == "ref" else {}))
    return searched


_LEAF = re.compile(r"\{((?:[^{}\\]|\\.)*)\}")
"""An alternation without others inside."""


class _Side:
    """The alternations of one side, and the rules that wrote them.

    What a rule wrote has no alternation inside, and the branches are those that rules make of the first one: so the
    file's own alternations differ from those.
    """

    def __init__(self, steps: Steps, side: str) -> None:
        self._all = steps
        result = steps.result
        self._texts = result.utterances.refs if side == "ref" else result.utterances.hyps
        self._words, self._rows = (steps.ref, steps.ref_rows) if side == "ref" else (steps.hyp, steps.hyp_rows)
        self._others = steps.hyp if side == "ref" else steps.ref
        self.name, self._ids = side, steps.names
        self._takes_any = ANY_WORDS in _rules_of(result).made
        self._first = np.searchsorted(self._rows, steps.first)
        self._leaves = {
            place: leaves_of(text) for place, text in enumerate(self._texts) if isinstance(text, str) and "{" in text
        }
        self._regions: dict[tuple[int, int], Region] = {}
        """The regions that rules wrote, by utterance and the number of the leaf."""
        self._is_found = side not in _sides(result)
        """Whether these were looked for; before that, each leaf may be one."""

    def search(self, rules: Equivalents, of_utterances: OfTexts) -> None:
        """Looks for the regions that rules for all, and those of single utterances, wrote."""
        keys = [(place, number) for place, (leaves, _) in self._leaves.items() for number in range(len(leaves))]
        leaves = [self._leaves[place][0][number] for place, number in keys]
        settings = self._all.result.settings
        named = {
            place: _OfUtterance(of_utterances[place], self._all.folded)
            for place in of_utterances
            if place in self._leaves
        }
        of_texts = {
            text: [*named[place].within(leaves[text])] for text, (place, _) in enumerate(keys) if place in named
        }
        is_whole = settings.equivalents_branches == "whole"
        readings = Readings(rules, of_texts, case_sensitive=settings.case_sensitive, whole=is_whole)
        self._regions.clear()
        self._is_found = True
        for text, words, regions in readings.regions([" ".join(map(with_stand_ins, leaf.own)) for leaf in leaves]):
            region = regions[0]
            made = tuple([tuple(map(without_stand_ins, reading.words)) for reading in region.readings])
            if region.end - region.first == len(words) and made == leaves[text].branches:
                self._regions[keys[text]] = region

    def texts_without(self) -> list[Text]:
        """The texts with the words that stood where rules wrote alternations."""
        texts = list(self._texts)
        for place in {place for place, _ in self._regions}:
            texts[place] = self._without(place)
        return texts

    def own_texts(self) -> Iterator[str]:
        """All words of each text but what rules wrote."""
        for place, text in enumerate(self._texts):
            yield self._without(place) if place in self._leaves else " ".join(words_of(text))

    def _without(self, place: int) -> str:
        """A text with the words that stood where rules wrote alternations."""
        numbers = count()

        def own(match: re.Match[str]) -> str:
            is_made = (place, next(numbers)) in self._regions or not self._is_found
            return match[1].split(SLASH)[0].strip().replace(DIVISION, SLASH) if is_made else match[0]

        return _LEAF.sub(own, str(self._texts[place]))

    def rows(self) -> Iterator[RuleRow]:
        """The rules that stand somewhere, in no order."""
        places = Counter(maker.name for region in self._regions.values() for maker in region.makers)
        yield from (RuleRow(name, places=number) for name, number in places.items())

    def taken(self) -> list[TakenReading]:
        """The readings that were taken."""
        read = [each for place in sorted({place for place, _ in self._regions}) for each in self._read(place)]
        own, said = [own for _, own, _ in read], [said for *_, said in read]
        sides = (own, said) if self.name == "ref" else (said, own)
        # Words are compared as they are.
        settings = replace(self._all.result.settings, equivalents=None, markup=False, normalise=None)
        counted = settings.counts(*sides)
        return [
            replace(taken, saved=taken.saved + sum(wrong))
            for (taken, _, _), (_, *wrong) in zip(read, counted, strict=True)
        ]

    def _read(self, place: int) -> Iterator[tuple[TakenReading, str, str]]:
        """The readings that were taken, less their errors, the words that stand there, and those of the other side."""
        steps = self._all
        first = int(self._first[place])
        words = [steps.words[number] for number in self._words[self._rows[first : self._first[place + 1]]].tolist()]
        parts = spoken_parts(self._texts[place], steps.result.settings)
        for taken, ways in zip(Branches(parts, words).taken, self._leaves[place][1], strict=True):
            reading, choices = self._way(place, ways, taken.branch)
            for choice in choices:
                region = self._regions.get((place, choice.leaf))
                for piece in region.readings[choice.branch].pieces if region else ():
                    # Of these words, the first and the one after the last.
                    begin, end = (choice.begin + place for place in (piece.first, piece.first + piece.size))
                    begin, end = (taken.begin + self._spoken(reading[:place]) for place in (begin, end))
                    errors, said = self._beside(first + begin, first + end)
                    text, own = " ".join(words[begin:end]), " ".join(piece.own)
                    yield (
                        TakenReading(self._ids[place], self.name, piece.maker.name, text, begin, -errors),
                        own,
                        said,
                    )

    def _way(self, place: int, ways: Sequence[Way], branch: int) -> Way:
        """The reading of an alternation with the words of a branch; of several, one with the fewest from rules."""
        folded = self._all.folded
        words = folded(" ".join(ways[branch][0]))

        def taken(way: Way) -> int:
            return sum(choice.branch > 0 and (place, choice.leaf) in self._regions for choice in way[1])

        return min((way for way in ways[branch:] if folded(" ".join(way[0])) == words), key=taken)

    def _spoken(self, words: Sequence[str]) -> int:
        """How many of some words are words to the alignment."""
        return len(words) - (words.count(WILD) if self._takes_any else 0)

    def _beside(self, begin: int, end: int) -> tuple[int, str]:
        """The errors of some words of the side, known by their places among all, and the words opposite."""
        steps, rows = self._all, self._rows[begin:end]
        within = slice(int(rows[0]), int(rows[-1]) + 1) if len(rows) else slice(0, 0)
        said = " ".join(steps.words[number] for number in self._others[within].tolist() if number >= 0)
        return int((steps.operations[within] != CORRECT).sum()), said


class _OfUtterance:
    """The rules and spans of one utterance: rules by their first word, spans in the order of theirs."""

    def __init__(self, rules: Sequence[Equivalent | Span], folded: Callable[[str], str]) -> None:
        self._folded = folded
        self._rules: defaultdict[str, list[Equivalent]] = defaultdict(list)
        for each in rules:
            if isinstance(each, Equivalent):
                self._rules[folded(each.words[0])].append(each)
        self._spans = sorted((each for each in rules if isinstance(each, Span)), key=_FIRST)

    def within(self, leaf: Leaf) -> Iterator[Equivalent | Span]:
        """The rules that may stand in a leaf, and those of the spans that do."""
        for word in dict.fromkeys(map(self._folded, leaf.own)):
            yield from self._rules.get(word, ())
        end = leaf.first + len(leaf.own)
        begin, behind = (bisect_left(self._spans, place, key=_FIRST) for place in (leaf.first, end))
        for each in self._spans[begin:behind]:
            if each.first < each.end <= end:
                first = each.first - leaf.first
                yield replace(each, first=first, end=first + each.end - each.first, size=None, text=None)


_FIRST = attrgetter("first")


def _first_branches(text: Text) -> str:
    """The words of a text of which spans are parts: those of the first branches."""
    if not isinstance(text, str) or "{" not in text:
        return " ".join(words_of(text))
    first = _LEAF.sub(lambda match: f" {match[1].split(SLASH)[0].replace(DIVISION, SLASH)} ", text)
    return without_stand_ins(" ".join(words_of(first)))


RULES = Analysis(
    BY_NAME["rules"],
    make=lambda steps, _: rules(steps.result, steps),
    title="Errors saved by rules of equivalents",
    by_utterance=tallies,
)
