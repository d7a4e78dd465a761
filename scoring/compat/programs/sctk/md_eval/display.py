"""Chronological display of md-eval: events of the reference and of the system side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from .metadata import Pairing, Placed, offset, placed, within
from .reading import METADATA, Event, Spans, Talk
from .words import WordPath

# In the order of events at one time.
_TAGS = {
    "NOSCORE": "XS",
    "NO_RT_METADATA": "NM",
    "SEGMENT": "SG",
    "SPEAKER": "SP",
    "SU": "SU",
    "A/P": "AP",
    "NON-SPEECH": "NS",
    "EDIT": "ED",
    "FILLER": "FL",
    "IP": "IP",
    "CB": "CB",
    "NON-LEX": "NL",
    "LEXEME": "LX",
}
_OF_SYSTEMS = ("SPEAKER", *METADATA, "LEXEME")
_MOMENTARY = ("IP", "CB")
_ORDER = {kind: place for place, kind in enumerate(_TAGS)}


@dataclass(frozen=True, slots=True)
class Shown:
    """A recording with what was paired in it."""

    ref: Talk
    hyp: Talk
    uem: Spans
    pairings: Mapping[str, Pairing]
    path: WordPath | None
    time: Callable[[float], float] | None
    evaluated: Spans
    scored_words: Sequence[bool]
    mapping: Mapping[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class _Token:
    """An event in the display: its times in the reference's clock, and its number among those of its type."""

    event: Event
    is_ref: bool
    begin: float
    end: float
    number: int = 0
    at: Placed | None = None


@dataclass(frozen=True, slots=True)
class _Line:
    """Tokens of one line by side, and which of their begins and ends lie on it."""

    tokens: dict[bool, _Token] = field(default_factory=dict)
    bounds: set[tuple[bool, bool]] = field(default_factory=set)


class _Tokens:
    """Tokens of both sides that are shown, and their partners."""

    def __init__(self, shown: Shown) -> None:
        self._shown = shown
        self._partner: dict[int, Event] = {}
        self._at: dict[int, Placed] = {}
        path = shown.path
        left_out: set[int] = set()
        for pairing in shown.pairings.values():
            self._at |= {id(paired.event): paired for paired in (*pairing.refs, *pairing.hyps)}
            left_out |= {id(event) for event in pairing.left_out}
            for ref in pairing.refs:
                hyp = pairing.partner.get(id(ref))
                if hyp is not None:
                    self._partner[id(ref.event)], self._partner[id(hyp.event)] = hyp.event, ref.event
        if path is not None:
            self._partner |= {id(path.refs[ref]): path.hyps[hyp] for ref, hyp in path.partner.items()}
            self._partner |= {id(path.hyps[hyp]): path.refs[ref] for hyp, ref in path.ref_of.items()}
        self.tokens: dict[int, _Token] = {}
        """Tokens by the identity of their events, those of the reference first."""
        numbers: dict[str, int] = {}
        for is_ref, talk in ((True, shown.ref), (False, shown.hyp)):
            for event in sorted([*talk.turns(), *talk.events], key=lambda event: event.middle):
                counts = is_ref or event.kind in _OF_SYSTEMS
                if counts and id(event) not in left_out and self._stays(event):
                    numbers[event.kind] = numbers.get(event.kind, 0) + 1
                    self.tokens[id(event)] = self._token(event, is_ref, numbers[event.kind])

    def _stays(self, event: Event) -> bool:
        if event.kind != "LEXEME" and event.kind not in METADATA:
            return True
        spans = self._shown.uem if event.kind == "LEXEME" else self._shown.evaluated
        return id(event) in self._partner or within(event, spans)

    def _token(self, event: Event, is_ref: bool, number: int) -> _Token:
        at, shown = self._at.get(id(event)), self._shown
        if is_ref:
            return _Token(event, True, event.begin, event.end, number, at)
        if event.kind == "SPEAKER" and shown.ref.codes:
            at = placed(event, (), shown.time)
        if event.kind == "LEXEME" and shown.path is not None:
            time = shown.path.time
            return _Token(event, False, time(event.begin), time(event.end), number)
        begin, end = (event.begin, event.end) if at is None else (at.begin, at.end)
        return _Token(event, False, begin, end, number, at)

    def partner(self, token: _Token) -> _Token | None:
        """The partner of a token, if it is shown."""
        event = self._partner.get(id(token.event))
        return None if event is None else self.tokens.get(id(event))


def display_lines(place: tuple[str, str], shown: Shown) -> Iterator[str]:
    """Lines of the display of a recording."""
    yield (f"\nChronological display of sys data aligned with ref data for file '{place[0]}', channel '{place[1]}'")
    ruler = "-" * 23
    yield f"{ruler} reference {ruler} | mapped | {'-' * 21} system output {'-' * 21}"
    head = "--type-- -subtyp- -----word/spkr-----  -tbeg-  -tend-"
    yield f"    {head} | ref_ID |     {head}"
    tokens = _Tokens(shown)
    speakers = {partner: name for name, partner in shown.mapping.items()}
    for line in _lines(tokens):
        yield _ref_part(line, tokens) + _hyp_part(line, tokens, shown.scored_words, speakers)


def _lines(tokens: _Tokens) -> Iterator[_Line]:
    """Begins and ends in the order of time; those of a pair that follow each other are on one line."""
    events = []
    for token in tokens.tokens.values():
        momentary = token.event.kind in _MOMENTARY
        for is_begin, time in ((True, token.begin), (False, token.end))[: 1 if momentary else 2]:
            rank = _ORDER[token.event.kind] * (1 if is_begin else -1)
            # Times are compared in hundredths of a second.
            events.append(((int(100 * time + 0.5) / 100, is_begin, rank, not token.is_ref), token, is_begin))
    line, last = _Line(), None
    for _, token, is_begin in sorted(events, key=lambda event: event[0]):
        if last is not None and token is not last and tokens.partner(token) is not last:
            yield line
            line = _Line()
        line.tokens[token.is_ref] = token
        line.bounds.add((token.is_ref, is_begin))
        last = token
    if last is not None:
        yield line


def _columns(line: _Line, token: _Token, speaker: str) -> str:
    event = token.event
    begins, ends = ((token.is_ref, is_begin) in line.bounds for is_begin in (True, False))
    side = "" if event.kind in _MOMENTARY or (begins and ends) else "beg" if begins else "end"
    name = speaker if event.word == "<na>" else event.word.upper()
    times = _time(event.begin, begins) + _time(event.end, ends)
    side = f"{side:<3}" if token.is_ref else f"{side:>3}"
    return f"{side} {event.kind:<8.8} {event.subtype:<8.8} {name:<19.19}{times}"


def _time(time: float, shown: bool) -> str:
    return f"{time:8.2f}" if shown else " " * 8


def _ref_part(line: _Line, tokens: _Tokens) -> str:
    ref, hyp = line.tokens.get(True), line.tokens.get(False)
    if ref is not None:
        told = f"{_TAGS[ref.event.kind]}{ref.number}" if tokens.partner(ref) else ""
        told = told or ("*Miss*" if ref.event.kind in METADATA else "")
        return f"{_columns(line, ref, ref.event.speaker)} | {told:<6.6} |"
    if hyp is None:
        return ""
    partner = tokens.partner(hyp)
    told = f"{_TAGS[partner.event.kind]}{partner.number}" if partner else ""
    told = told or ("**FA**" if hyp.event.kind in METADATA else "")
    times = _time(hyp.begin, (False, True) in line.bounds) + _time(hyp.end, (False, False) in line.bounds)
    return f"{' ' * 41}{times} | {told:<6.6} |"


def _hyp_part(line: _Line, tokens: _Tokens, scored: Sequence[bool], speakers: Mapping[str, str]) -> str:
    hyp = line.tokens.get(False)
    if hyp is None:
        return ""
    name = hyp.event.speaker
    name += f"=>{speakers[name]}" if speakers.get(name) else ""
    partner = tokens.partner(hyp)
    count = 0
    if partner is not None and partner.at is not None and hyp.at is not None:
        count = _words_off(partner.at, hyp.at, scored, at_end=(False, False) in line.bounds)
    return _columns(line, hyp, name) + f" dw={count}" * (count != 0)


def _words_off(ref: Placed, hyp: Placed, scored: Sequence[bool], *, at_end: bool) -> int:
    """How many words an end or a begin is off; where the events do not overlap, only up to the partner's other end."""
    if at_end:
        if ref.last <= hyp.last:
            return offset(max(ref.last, hyp.first - 1), hyp.last, scored, 1)
        return offset(ref.last, max(ref.first - 1, hyp.last), scored, 1)
    if ref.first <= hyp.first:
        return offset(ref.first, min(1 + ref.last, hyp.first), scored, 0)
    return offset(min(ref.first, 1 + hyp.last), hyp.first, scored, 0)
