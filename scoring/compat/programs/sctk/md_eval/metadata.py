"""Metadata of one recording as md-eval counts it: its events paired, and what was missed, inserted or confused."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from .paths import aligned
from .reading import TYPES, Event
from .regions import MOMENT, Spans

_BONUS_OF_SUBTYPE = 1.1
_BONUS_OF_END = 1.001


@dataclass(frozen=True, slots=True)
class Matching:
    """Rules by which pairs of metadata are weighed."""

    gap: float
    """The largest gap between the events of a pair, in words or seconds."""
    extent: float
    """The part at the end of an SU that counts, in words or seconds."""
    in_words: bool
    most: float
    without_complex: bool


@dataclass(frozen=True, slots=True)
class Placed:
    """An event beside the words of the reference: its times there, and the first and last word that it covers."""

    event: Event
    begin: float
    end: float
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the list of errors: both events, how many count as reference and error, and the kind of error."""

    ref: Event | None
    hyp: Placed | None
    refs: int
    errors: int
    kind: str


@dataclass(frozen=True, slots=True)
class Counts:
    """Errors of one type of metadata in one recording."""

    words: Counter[str] = field(default_factory=Counter)
    events: dict[str, Counter[tuple[str, str]]] = field(default_factory=lambda: defaultdict(Counter))
    """By kind of error: how many of each speaker and subtype."""
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)
    begins: Counter[int] = field(default_factory=Counter)
    ends: Counter[int] = field(default_factory=Counter)
    """How many words begins and ends are off."""
    lines: list[Line] = field(default_factory=list)


def placed(event: Event, words: Sequence[Event], time: Callable[[float], float] | None = None) -> Placed:
    """An event beside words; `time` maps its times to those of the words."""
    begin, end = (event.begin, event.end) if time is None else (time(event.begin), time(event.end))
    first = 0
    while first < len(words) and words[first].middle < begin:
        first += 1
    last = max(first - 1, 0)
    while last < len(words) and words[last].middle <= end:
        last += 1
    return Placed(event, begin, end, first, last - 1)


class Pairing:
    """Events of one type on both sides, those that are not evaluated left out, and their pairs."""

    def __init__(self, refs: Sequence[Placed], hyps: Sequence[Placed], evaluated: Spans, matching: Matching) -> None:
        self.refs = [ref for ref in refs if within(ref.event, evaluated)]
        self.unevaluated = [("REF", ref.event) for ref in refs if not within(ref.event, evaluated)]
        """Events outside of what is evaluated, and the side of each; those of the system only where it is unpaired."""
        self.hyps = list(hyps)
        self.partner: dict[int, Placed] = {}
        """The system's event of each paired event of the reference, by identity."""
        self._partner: dict[int, Placed] = {}
        self.left_out: list[Event] = []
        """Events of a subtype that does not count, on both sides."""
        self.counts = bool(self.refs)
        """Whether the reference has an event to count."""
        if not self.counts:
            return
        by_event = {id(paired.event): paired for paired in (*self.refs, *self.hyps)}

        def score(ref: Event | None, hyp: Event | None) -> float | None:
            return 0.0 if ref is None or hyp is None else _gain(by_event[id(ref)], by_event[id(hyp)], matching)

        events = [ref.event for ref in self.refs], [hyp.event for hyp in self.hyps]
        for row, column in aligned(*events, score, matching.most):
            ref, hyp = self.refs[row], self.hyps[column]
            self.partner[id(ref)], self._partner[id(hyp)] = hyp, ref
        if matching.without_complex:
            self._leave_out("EDIT", "complex")
        self._leave_out("SU", "unannotated")
        unsorted_hyps, self.hyps = self.hyps, []
        for hyp in unsorted_hyps:
            if id(hyp) in self._partner or within(hyp.event, evaluated):
                self.hyps.append(hyp)
            else:
                self.unevaluated.append(("SYS", hyp.event))

    def ref_of(self, hyp: Placed) -> Placed | None:
        """The reference's event of a system's event."""
        return self._partner.get(id(hyp))

    def _leave_out(self, kind: str, subtype: str) -> None:
        for ref in [ref for ref in self.refs if (ref.event.kind, ref.event.subtype) == (kind, subtype)]:
            left_out = [hyp for hyp in self.hyps if self._belongs(hyp, ref)]
            self.hyps = [hyp for hyp in self.hyps if hyp not in left_out]
            self.left_out += [ref.event, *(hyp.event for hyp in left_out)]
            self.refs.remove(ref)

    def _belongs(self, hyp: Placed, ref: Placed) -> bool:
        partner = self.ref_of(hyp)
        if partner is not None:
            return partner.event.subtype == ref.event.subtype
        middle = hyp.begin + (hyp.end - hyp.begin) / 2
        return ref.event.begin <= middle <= ref.event.end


def within(event: Event, spans: Spans) -> bool:
    """Whether an event lies in one of the spans."""
    # Where exclusions leave nothing, everything counts.
    return not spans or any(event.end <= end + MOMENT and event.begin >= begin - MOMENT for begin, end in spans)


def _gain(ref: Placed, hyp: Placed, matching: Matching) -> float | None:
    """The overlap of two events, in words or seconds, with bonuses; None where they are too far apart."""
    unit = 1 if matching.in_words else 0
    begins: list[float] = [ref.first, hyp.first] if matching.in_words else [ref.begin, hyp.begin]
    ends: list[float] = [ref.last, hyp.last] if matching.in_words else [ref.end, hyp.end]
    if ref.event.kind == "SU":
        begins = [max(begin, end - (matching.extent - unit)) for begin, end in zip(begins, ends, strict=True)]
    overlap = min(ends) - max(begins) + unit
    length = ends[0] - begins[0] + unit
    overlap += MOMENT if ref.event.kind == "IP" else 0.0
    overlap += matching.gap
    if overlap < 0:
        return None
    overlap *= _BONUS_OF_SUBTYPE if ref.event.subtype == hyp.event.subtype else 1.0
    overlap *= _BONUS_OF_END if ref.last == hyp.last else 1.0
    least = max(length, MOMENT)
    return overlap if length + matching.gap < least else overlap * least / (length + matching.gap)


def counts_of(kind: str, pairing: Pairing, words: Sequence[Event], scored: Sequence[bool]) -> Counts:
    """Errors of the pairs; `scored` says which words of the reference count."""
    counts = Counts()
    _count_words(kind, pairing, counts, scored)
    for ref in pairing.refs:
        hyp = pairing.partner.get(id(ref))
        if hyp is not None:
            counts.begins[offset(ref.first, hyp.first, scored, 0)] += 1
            counts.ends[offset(ref.last, hyp.last, scored, 1)] += 1
    _count_events(pairing, counts, words)
    return counts


def _count_words(kind: str, pairing: Pairing, counts: Counts, scored: Sequence[bool]) -> None:
    """Words that events cover, by subtype; of SU and IP the last one, where unpaired ones never agree."""
    covering, size = kind in ("FILLER", "EDIT"), len(scored)
    tables: list[dict[int, Counter[tuple[str, bool]]]] = []
    for events, paired in ((pairing.refs, pairing.partner), (pairing.hyps, None)):
        table: dict[int, Counter[tuple[str, bool]]] = defaultdict(Counter)
        for event in events:
            mapped = covering or (id(event) in paired if paired is not None else pairing.ref_of(event) is not None)
            last = min(max(event.last, 0), size - 1)
            first, last = (max(event.first, 0), min(event.last, size - 1)) if covering else (last, last)
            for place in range(first, last + 1):
                table[place][event.event.subtype, mapped] += 1
        tables.append(table)
    refs, hyps = tables
    of_kind = counts.words
    of_kind.update({"REF": 0, "DEL": 0, "INS": 0, "SUB": 0} if any(scored) or not covering else {})
    for place in {*refs, *hyps}:
        if covering and not scored[place]:
            continue
        ref, hyp = refs[place], hyps[place]
        subtypes = TYPES[kind]
        in_ref = sum(ref[subtype, mapped] for subtype in subtypes for mapped in (True, False))
        in_hyp = sum(hyp[subtype, True] for subtype in subtypes)
        right = sum(min(ref[subtype, True], hyp[subtype, True]) for subtype in subtypes)
        of_kind["REF"] += in_ref
        of_kind["DEL"] += max(in_ref - in_hyp, 0)
        of_kind["INS"] += max(in_hyp - in_ref, 0) + sum(hyp[subtype, False] for subtype in subtypes)
        of_kind["SUB"] += min(in_ref, in_hyp) - right


def offset(ref: int, hyp: int, scored: Sequence[bool], shift: int) -> int:
    """How many words of the reference that count lie between two places; negative where the system is early."""
    low, high = min(ref, hyp) + shift, max(ref, hyp) + shift
    count = sum(scored[max(low, 0) : max(high, 0)])
    return count if hyp > ref else -count


def _count_events(pairing: Pairing, counts: Counts, words: Sequence[Event]) -> None:
    rest = list(pairing.hyps)

    def insert(hyp: Placed) -> None:
        counts.events["INS"][_speaker(hyp, words), hyp.event.subtype] += 1
        counts.lines.append(Line(None, hyp, 0, 1, "INS"))

    for ref in pairing.refs:
        event = ref.event
        key = event.speaker, event.subtype
        counts.events["REF"][key] += 1
        partner = pairing.partner.get(id(ref))
        if partner is None:
            counts.events["DEL"][key] += 1
            counts.lines.append(Line(event, None, 1, 1, "DEL"))
            continue
        while rest and rest[0] is not partner:
            insert(rest.pop(0))
        if rest:
            rest.pop(0)
            wrong = int(partner.event.subtype != event.subtype)
            counts.events["SUB"][key] += wrong
            counts.confusions[event.subtype, partner.event.subtype] += 1
            counts.lines.append(Line(event, partner, 1, wrong, "SUB"))
    for hyp in rest:
        insert(hyp)


def _speaker(hyp: Placed, words: Sequence[Event]) -> str:
    """The one speaker of the words that an event covers, else `unknown`."""
    low, high = sorted((hyp.first, hyp.last))
    names = {word.speaker for word in words[max(low, 0) : high + 1]}
    return names.pop() if len(names) == 1 else "unknown"
