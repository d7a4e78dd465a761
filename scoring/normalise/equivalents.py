"""Equivalents: words that may stand for other words, such as `gonna` for `going to`, as alternations in a text.

A rule is applied wherever its words stand, in one pass over the text as it was: nothing that a rule wrote is read by
another one. Rules that overlap become one alternation, whose branches are all their readings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

from ... import core
from ...formats.errors import LimitError, UsageError, Where, fail, quantity, short
from ...formats.schema.markup import NULL_WORD, label_of, mark, word_lists
from ...formats.values import dataclass, field, replace
from .log import Change

if TYPE_CHECKING:
    from typing import Any, Literal, NoReturn, TypeAlias

    Words: TypeAlias = tuple[str, ...]
    # The first word, the one behind the last, and what names them.
    Match: TypeAlias = "tuple[int, int, Equivalent | Span]"
    # The spans of single texts, and the rules that their words make, by the numbers of the texts.
    OfTexts: TypeAlias = "Mapping[int, Sequence[Equivalent | Span]]"
    # Rules by their first word, each with the number of its words, and these.
    Heads: TypeAlias = "dict[str, list[tuple[int, Words, Equivalent]]]"

SIDES: tuple[Literal["ref", "hyp", "both"], ...] = ("ref", "hyp", "both")
MOST_READINGS = 512
"""Readings that overlapping rules may have in one place."""
_SHOWN = 5
KINDS = HYPHENS, CUT_OFFS, ANY_WORDS, REDACTIONS = "hyphens", "cut-offs", "any-words", "redactions"
"""Rules that need no file: the first two are made from the words of both sides; the last one has `any-words` in it."""
TAGS = "whole+", "whole"
"""The tags of words of a reading that is taken as a whole, and of its last one."""
WILD = "<*>"
"""Any words, or none, in a reference that is scored with `any-words`."""
SLASH, DIVISION = "/", "\u2215"
"""A slash ends a branch: words of alternations are written with a division slash, which the core reads as a slash."""
_STAND_INS = {ord(letter): 0xFDD0 + number for number, letter in enumerate("{}\\")}
_NULL_STAND_IN = "\ufdd3"
_STOOD_FOR: dict[int, int | str] = {
    **{code: letter for letter, code in _STAND_INS.items()},
    ord(_NULL_STAND_IN): NULL_WORD,
}
_STAND_IN = re.compile("[\ufdd0-\ufdd3]")
"""Letters that no text has: the core reads them as braces, as a backslash, and as the word `@`."""
MARKS = "{}\\;*@("
"""Letters that may be marks where marks are read."""
_MARK = re.compile(rf"[{{\\}};*@/{DIVISION}]")
"""What a text in sclite's grammar writes otherwise, or cannot hold as a word."""
_MARKED = re.compile(r"(?<!\S)\S*[\\;*(]\S*")
"""A word that may have marks: a tag, an escaped letter, a final star, or brackets."""


@dataclass(frozen=True, slots=True)
class Equivalent:
    """A rule: words, and what may stand for them; a reading without words may be left out."""

    words: Words
    readings: tuple[Words, ...]
    where: Where | None = field(default=None, compare=False)

    @property
    def name(self) -> str:
        """The rule in one line.

        >>> Equivalent(("gonna",), (("going", "to"), ())).name
        'gonna | going to ; @'
        """
        return f"{' '.join(self.words)} | {' ; '.join(' '.join(reading) or NULL_WORD for reading in self.readings)}"


@dataclass(frozen=True, slots=True)
class Span:
    """Words of one text, from a first one to the one behind the last, and what may stand for them."""

    first: int
    end: int
    readings: tuple[Words, ...]
    name: str
    """The class of its tag, or its own words."""
    where: Where | None = field(default=None, compare=False)
    size: int | None = None
    """The words of the text in which the span was counted; None where nobody counted them."""
    in_order: bool = field(default=True, compare=False)
    """Whether the words of that text stand in the order of their times, as those of a recording are scored."""
    text: Words | None = field(default=None, compare=False)
    """The words of that text, as words are compared; None where they may be written otherwise."""

    def check_text(self, words: Words) -> None:
        """Refuses a span of another text than that with these words, which are as many."""
        if self.text not in (None, words):
            pairs = zip(self.text or (), words, strict=True)
            place, (own, word) = next((place, pair) for place, pair in enumerate(pairs) if pair[0] != pair[1])
            self.refuse(
                f"variations of {short(own)} where the text has {short(word)} (word {place})", "parts of that text"
            )

    def check_size(self, size: int) -> None:
        """Refuses a span behind the end of its text, which has so many words, or counted in one of another size."""
        spoken = quantity(size, "word")
        if self.size not in (None, size):
            counted = f"variations of {quantity(self.size or 0, 'word')}"
            self.refuse(f"{counted}, in a text of {spoken}", "parts of the whole text")
        if self.end > size:
            self.refuse(f"{self.name} up to word {self.end}, in a text of {spoken}", "its own text")

    def refuse(self, what: str, expected: str) -> NoReturn:
        """Says what is wrong with it, with its place in the file if it has one."""
        if self.where is None:
            raise UsageError(f"{what}; expected {expected}")
        fail(self.where, what, expected)


def check_spans(spans: Iterable[Span], words: Words) -> None:
    """Refuses spans of another text than that with these words; a text that several spans share is read once."""
    equal = None
    for span in spans:
        span.check_size(len(words))
        if span.text is not equal:
            span.check_text(words)
            equal = span.text


_NO_SPANS: Mapping[str, tuple[Span, ...]] = {}


@dataclass(frozen=True, slots=True)
class Equivalents:
    """Rules for all texts, and spans of single texts by their ids."""

    rules: tuple[Equivalent, ...] = ()
    spans: Mapping[str, tuple[Span, ...]] = _NO_SPANS
    made: tuple[str, ...] = ()
    """Kinds of rules that need no file."""

    label: str = ""
    """Eight digits for the rules, for the signature of a result."""
    of_parts: bool = False
    """Whether they are for parts of a corpus: spans may be of texts of other parts."""

    def __post_init__(self) -> None:
        if not self.label:
            object.__setattr__(self, "label", self._made_label())

    def __hash__(self) -> int:
        return hash(self.label)

    def __eq__(self, other: object) -> bool:
        return self.label == other.label if isinstance(other, Equivalents) else NotImplemented

    @property
    def is_known(self) -> bool:
        """Whether all rules are there, of which a saved result has the label alone."""
        return self.label == self._made_label()

    def __add__(self, other: Equivalents) -> Equivalents:
        """All rules of both, each once."""
        both = {name: (*self.spans.get(name, ()), *other.spans.get(name, ())) for name in (*self.spans, *other.spans)}
        spans = {name: tuple(dict.fromkeys(of_name)) for name, of_name in both.items()}
        rules = tuple(dict.fromkeys(self.rules + other.rules))
        return Equivalents(rules, spans, tuple(dict.fromkeys(self.made + other.made)))

    def _lines(self) -> Iterator[str]:
        """Lines that describe all rules."""
        yield from (rule.name for rule in self.rules)
        for name, spans in sorted(self.spans.items()):
            yield from (f"{name} {span.first} {span.end} {span.readings!r}" for span in spans)

    def _made_label(self) -> str:
        lines = list(self._lines())
        digits = [sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()[:8]] if lines else []
        return "+".join([*digits, *self.made])

    def made_of(
        self, refs: Iterable[str], hyps: Iterable[str], *, marked: bool = False
    ) -> Mapping[int, tuple[Equivalent, ...]]:
        """The rules that words of both texts of an utterance make for these, by the number of the utterance.

        Where texts are `marked`, words may have tags and escaped letters, which are not part of them.
        """
        if not {HYPHENS, CUT_OFFS} & {*self.made}:
            return {}
        both = enumerate(zip(refs, hyps, strict=True))
        texts = {place: f"{ref} {hyp}" for place, (ref, hyp) in both if "-" in ref or "-" in hyp}
        spoken = word_lists([_bare(text) if marked else text for text in texts.values()])
        words = (
            (place, dict.fromkeys([word for word in some if "-" in word]))
            for place, some in zip(texts, spoken, strict=True)
        )
        made = {place: tuple([rule for word in some for rule in _made_of(word, self.made)]) for place, some in words}
        return {place: rules for place, rules in made.items() if rules}


@dataclass(frozen=True, slots=True)
class Piece:
    """Words of a reading that stand for some of the text: the first one and their number, and the rule or span."""

    own: Words
    first: int
    size: int
    maker: Equivalent | Span


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a region: its words, and those of them that rules or spans make."""

    words: Words
    pieces: tuple[Piece, ...] = ()
    tags: Words = ()
    """The tag of each word where readings are taken as a whole: which words are bound to the next one."""

    def written(self) -> str:
        """The words in sclite's grammar."""
        text = " ".join(self.words)
        if not self.tags and not _MARK.search(text):
            return text or NULL_WORD
        tags = self.tags or ("",) * len(self.words)
        if odd := next((word for word in self.words if DIVISION in word), None):
            raise UsageError(f"the word {odd!r} has a division slash, which stands for a slash in alternations")
        words = (with_stand_ins(word).replace(SLASH, DIVISION) for word in self.words)
        marked = (mark(word, [tag] if tag else [], depth=1) for word, tag in zip(words, tags, strict=True))
        return " ".join(marked) or NULL_WORD

    def __add__(self, other: Reading) -> Reading:
        size = len(self.words)
        more = (replace(piece, first=piece.first + size) for piece in other.pieces) if size else other.pieces
        return Reading(self.words + other.words, (*self.pieces, *more), self.tags + other.tags)

    @property
    def makers(self) -> tuple[Equivalent | Span, ...]:
        """The rules or spans that make some of the words."""
        return tuple([piece.maker for piece in self.pieces])


def _reading(words: Words, own: Words, maker: Equivalent | Span | None, *, whole: bool) -> Reading:
    """The words of a rule for some of the text, or the text's own where there is no rule."""
    bound, last = TAGS
    tags = (bound,) * (len(words) - 1) + (last,) * bool(words) if maker else ("",) * len(words)
    return Reading(words, (Piece(own, 0, len(words), maker),) if maker else (), tags if whole else ())


@dataclass(frozen=True, slots=True)
class Region:
    """Words of a text, from a first one to the one behind the last, and their readings; the first is the text's own."""

    first: int
    end: int
    readings: tuple[Reading, ...]
    makers: tuple[Equivalent | Span, ...] = ()
    """The rule or span of each match."""

    def written(self) -> str:
        """The alternation in sclite's grammar."""
        try:
            return f"{{ {' / '.join(reading.written() for reading in self.readings)} }}"
        except UsageError as error:
            expected = "other words of equivalents"
            if where := next((maker.where for maker in self.makers if maker.where), None):
                fail(where, str(error), expected)
            raise UsageError(f"{error}; expected {expected}") from None


class Readings:
    """The step of a chain that writes the readings of texts as alternations.

    >>> rules = Equivalents((Equivalent(("gonna",), (("going", "to"),)),))
    >>> Readings(rules).apply(["we're gonna go"])[0]
    ["we're { gonna / going to } go"]
    """

    __slots__ = ("_case_sensitive", "_heads", "_left_out", "_of_texts", "_rules", "_whole", "name")

    def __init__(
        self,
        rules: Equivalents,
        of_texts: OfTexts | None = None,
        *,
        left_out: frozenset[int] = frozenset(),
        case_sensitive: bool = False,
        whole: bool = False,
    ) -> None:
        self.name = "equivalents"
        self._left_out = left_out
        self._whole = whole
        self._rules = rules
        self._of_texts = of_texts or {}
        self._case_sensitive = case_sensitive
        self._heads = self._by_head(rules.rules)

    def of_any_texts(self) -> Readings:
        """The step without what single texts have, which is known by their places."""
        return Readings(self._rules, case_sensitive=self._case_sensitive, whole=self._whole)

    def _by_head(self, rules: Iterable[Equivalent | Span]) -> Heads:
        """Rules by their first word as words are compared."""
        heads: Heads = {}
        for rule in rules:
            if isinstance(rule, Equivalent):
                words = tuple(map(with_stand_ins, rule.words if self._case_sensitive else map(folded, rule.words)))
                heads.setdefault(words[0], []).append((len(words), words, rule))
        return heads

    def lines(self) -> Iterator[str]:
        """The label of all rules."""
        yield self._rules.label

    @property
    def place(self) -> str:
        """The first file of rules and a line of it, for messages."""
        return next((str(rule.where) for rule in self._rules.rules if rule.where), "equivalents")

    def apply(self, texts: Sequence[str], *, log: bool = False) -> tuple[Sequence[str], Sequence[Change]]:
        """The texts with alternations and, with `log`, the changes."""
        rephrased = None if log or self._left_out or self._of_texts else self._rephrased(texts, "")
        return self._read(texts, self._places(texts), log=log) if rephrased is None else (rephrased, ())

    def bare(self, texts: Sequence[str], signs: str) -> Sequence[str] | None:
        """The texts with alternations; None where one has one of up to 8 signs of ASCII, or is no text."""
        if not self._of_texts:
            return self._rephrased(texts, signs)
        if core.holding(texts, [], signs.encode(), True) is None:
            return None
        return self._read(texts, self._places(texts))[0]

    def _rephrased(self, texts: Sequence[str], signs: str) -> Sequence[str] | None:
        """The texts with alternations of the rules for all texts; None as for `bare`."""
        made = core.rephrased(texts, *self.phrases(), signs.encode(), self._case_sensitive)
        if made is None:
            return None
        some: Any = made[0]
        places = memoryview(made[1]).cast("q").tolist()
        rephrased: Sequence[str] = self._read(some, places)[0] if places else some
        return rephrased

    def phrases(self) -> tuple[list[bytes], list[bytes]]:
        """The words of rules for all texts, and what stands behind them in an alternation; empty where that depends.

        Rules that have no UTF-8 are left out.
        """
        rests: dict[bytes, bytes] = {}
        for here in self._heads.values():
            for _, words, rule in here:
                with suppress(UnicodeEncodeError):
                    key = " ".join(words).encode()
                    rests[key] = b"" if key in rests else self._rest(words, rule).encode()
        return [*rests], [*rests.values()]

    def _rest(self, words: Words, rule: Equivalent) -> str:
        """The end of an alternation, behind the words of a rule.

        Empty where the rule cannot be written, or where that depends on the case of the words.
        """
        begin = f"{{ {' '.join(words)}"
        if not self._case_sensitive and words in {tuple(map(folded, reading)) for reading in rule.readings}:
            return ""
        try:
            text = _of_readings(words, rule.readings, whole=self._whole)
        except (LimitError, UsageError):
            return ""  # the error is of a text that has the words
        return text[len(begin) :] if text.startswith((f"{begin} /", f"{begin} }}")) else ""

    def _places(self, texts: Sequence[str]) -> Sequence[int]:
        """The texts that may have readings: those with the first word of a rule, and those with rules of their own."""
        heads = [head.encode("utf-8", "surrogatepass") for head in self._heads]
        held = core.holding(texts, heads, b"", self._case_sensitive)
        places = range(len(texts)) if held is None else memoryview(held).cast("q").tolist()
        if self._of_texts or self._left_out:
            places = sorted({*places, *self._of_texts} - self._left_out)
        return places

    def _read(
        self, texts: Sequence[str], places: Sequence[int], *, log: bool = False
    ) -> tuple[Sequence[str], Sequence[Change]]:
        """The texts, of which those at some places have alternations, and the changes."""
        made = list(texts)
        changes: list[Change] = []
        for place, words, matches in self._matches(texts, places):
            pieces: list[str] = []
            last = 0
            for first, end, new in self._written(words, matches):
                pieces += words[last:first]
                if log:
                    start = len(" ".join([*pieces, ""]))
                    old = " ".join(words[first:end])
                    changes.append(Change(place, start, start + len(old), old, new, self.name))
                pieces.append(new)
                last = end
            pieces += words[last:]
            made[place] = " ".join(pieces)
        return made, changes

    def regions(self, texts: Sequence[str]) -> Iterator[tuple[int, list[str], list[Region]]]:
        """The texts that have readings: the number of each, its words, and its regions."""
        for place, words, matches in self._matches(texts, range(len(texts))):
            yield place, words, list(_regions(words, matches, whole=self._whole))

    def _written(self, words: Sequence[str], matches: list[Match]) -> Iterator[tuple[int, int, str]]:
        """The alternations of a text, and the words in whose place they stand."""
        if len(matches) == 1 or not _overlap(matches):
            for first, end, rule in matches:
                yield first, end, _alternation(tuple(words[first:end]), rule, whole=self._whole)
            return
        for region in _regions(words, matches, whole=self._whole):
            yield region.first, region.end, region.written()

    def _matches(self, texts: Sequence[str], places: Sequence[int]) -> Iterator[tuple[int, list[str], list[Match]]]:
        """Some texts, those with words that rules or spans name: the number of each, its words, and the matches."""
        heads, of_texts = self._heads, self._of_texts
        heads_in = frozenset(heads).intersection
        some = [texts[place] for place in places]
        keys = some if self._case_sensitive else _folded_texts(some)
        is_written = keys is some
        for number, (place, words) in enumerate(zip(places, word_lists(keys), strict=True)):
            here = heads_in(words)
            if not here and place not in of_texts:
                continue
            matches = _found(words, heads, here)
            if place in of_texts:
                matches += self._own_matches(words, of_texts[place])
            if matches:
                yield place, words if is_written else next(word_lists([some[number]])), matches

    def _own_matches(self, words: list[str], own: Sequence[Equivalent | Span]) -> Iterator[Match]:
        """The matches of the rules and spans that a text has alone."""
        heads = self._by_head(own)
        yield from _found(words, heads, frozenset(heads).intersection(words))
        spans = [span for span in own if isinstance(span, Span)]
        check_spans(spans, tuple(words))
        yield from ((span.first, span.end, span) for span in spans)


def _found(words: list[str], heads: Heads, here: frozenset[str]) -> list[Match]:
    """The matches of rules in the words of a text, which has these of their first words."""
    return [
        (first, first + size, rule)
        for first in _places(words, here)
        for size, wanted, rule in heads[words[first]]
        if size == 1 or tuple(words[first : first + size]) == wanted
    ]


def _alternation(words: Words, rule: Equivalent | Span, *, whole: bool) -> str:
    """Words with the readings of one rule in sclite's grammar."""
    try:
        return _of_readings(words, rule.readings, whole=whole)
    except (LimitError, UsageError):
        # The error names the rule, which is none of what is cached.
        return _region(words, [(0, len(words), rule)], len(words), whole=whole).written()


@lru_cache(maxsize=1 << 14)
def _of_readings(words: Words, readings: tuple[Words, ...], *, whole: bool) -> str:
    """Words with some readings in sclite's grammar; corpora have few different ones."""
    size = len(words)
    return _region(words, [(0, size, Equivalent(words, readings))], size, whole=whole).written()


@lru_cache(maxsize=1 << 14)
def _made_of(word: str, kinds: Words) -> tuple[Equivalent, ...]:
    """The rules that a word with a hyphen makes, of some kinds.

    >>> [rule.name for rule in _made_of("well-known", KINDS)], [rule.name for rule in _made_of("th-", KINDS)]
    (['well-known | well known', 'well known | well-known'], ['th- | th'])
    """
    parts = tuple(word.split("-"))
    if all(parts) and HYPHENS in kinds:
        return Equivalent((word,), (parts,)), Equivalent(parts, ((word,),))
    is_cut_off = len(parts) == 2 and parts[0] and not parts[1]
    return (Equivalent((word,), (parts[:1],)),) if is_cut_off and CUT_OFFS in kinds else ()


def _bare(text: str) -> str:
    """A text without the tags, escapes, stars and brackets of words.

    >>> _bare("a well-known;noun { (uh-huh) / th-* }")
    'a well-known { uh-huh / th- }'
    """
    return _MARKED.sub(lambda match: label_of(match[0], Where("<text>", 1)).value, text)


def _places(words: list[str], wanted: frozenset[str]) -> Sequence[int]:
    """The places of some words in a text, which has them all."""
    if len(wanted) == 1:
        (word,) = wanted
        if words.count(word) == 1:
            return (words.index(word),)
    return [place for place, word in enumerate(words) if word in wanted] if wanted else ()


def _overlap(matches: list[Match]) -> bool:
    """Whether matches have words in common, or are in no order."""
    last = 0
    for first, end, _ in matches:
        if first < last:
            return True
        last = end
    return False


def with_stand_ins(word: str) -> str:
    """A word of a text without marks, as texts with alternations have it; they cannot have braces that are none.

    >>> with_stand_ins("{x}"), with_stand_ins("@"), with_stand_ins("a@b")
    ('\\ufdd0x\\ufdd1', '\\ufdd3', 'a@b')
    """
    return _NULL_STAND_IN if word == NULL_WORD else word.translate(_STAND_INS)


def has_stand_ins(text: str) -> bool:
    """Whether some of its letters stand for others."""
    return not text.isascii() and _STAND_IN.search(text) is not None


def without_stand_ins(text: str) -> str:
    """The words of a text as they are spoken.

    >>> without_stand_ins(with_stand_ins("{x}"))
    '{x}'
    """
    return text.translate(_STOOD_FOR) if has_stand_ins(text) else text


def folded(text: str) -> str:
    """A text in the case in which words are compared: A-Z alone have one."""
    return text if text.islower() else text.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")


def _folded_texts(texts: Sequence[str]) -> Sequence[str]:
    """All texts in the case in which words are compared."""
    joined = "\n".join(texts)
    as_written = joined.encode("utf-8", "surrogatepass")
    lower = as_written.lower()
    if lower == as_written:
        return texts
    if joined.count("\n") != len(texts) - 1:
        return [folded(text) for text in texts]
    return lower.decode("utf-8", "surrogatepass").split("\n")


def _regions(words: Sequence[str], matches: list[Match], *, whole: bool) -> Iterator[Region]:
    """Matches, those that overlap as one region."""
    matches.sort(key=lambda match: (match[0], -match[1]))
    group = [matches[0]]
    end = matches[0][1]
    for match in matches[1:]:
        if match[0] >= end:
            yield _region(words, group, end, whole=whole)
            group = []
        group.append(match)
        end = max(end, match[1])
    yield _region(words, group, end, whole=whole)


def _region(words: Sequence[str], matches: Sequence[Match], end: int, *, whole: bool) -> Region:
    """The region of overlapping matches: all ways through them, each once."""
    first = matches[0][0]
    own = _reading(tuple(words[first:end]), (), None, whole=whole)
    ways = _ways(words, matches, end, whole=whole) if len(matches) > 1 else _ways_of(own.words, matches[0], whole=whole)
    others = [way for way in ways if way.words != own.words or way.tags != own.tags]
    return Region(first, end, (own, *others), tuple([rule for *_, rule in matches]))


def _ways_of(own: Words, match: Match, *, whole: bool) -> list[Reading]:
    """The readings that one match makes of words."""
    *_, rule = match
    readings = [_reading(reading, own, rule, whole=whole) for reading in dict.fromkeys(rule.readings) if reading != own]
    if len(readings) > MOST_READINGS:
        raise LimitError(_too_many([match], own))
    return readings


def _ways(words: Sequence[str], matches: Sequence[Match], end: int, *, whole: bool) -> Iterable[Reading]:
    """All ways through overlapping matches, that without any of them, too."""
    first = matches[0][0]
    # All ways so far by their words and tags, for each place that some of them reach.
    ways: dict[int, dict[tuple[Words, Words], Reading]] = {first: {((), ()): Reading(())}}
    for place in range(first, end):
        steps = [
            (stop, _reading(reading, tuple(words[begin:stop]), rule, whole=whole))
            for begin, stop, rule in matches
            if begin == place
            for reading in rule.readings
            if reading != tuple(words[begin:stop])
        ]
        steps.insert(0, (place + 1, _reading((words[place],), (), None, whole=whole)))
        for so_far in ways.pop(place, {}).values():
            for stop, more in steps:
                reading = so_far + more
                held, key = ways.setdefault(stop, {}), (reading.words, reading.tags)
                if len(held) >= MOST_READINGS and key not in held:
                    raise LimitError(_too_many(matches, words[first:end]))
                held.setdefault(key, reading)
    return ways.get(end, {}).values()


def _too_many(matches: Sequence[Match], words: Sequence[str]) -> str:
    """The message about matches with too many readings in some words of a text."""
    places = dict.fromkeys(str(rule.where) for *_, rule in matches if rule.where)
    begin = f"{next(iter(places))}: " if places else ""
    names = list(dict.fromkeys(short(_words(rule)) for *_, rule in matches))
    shown = ", ".join(map(repr, names[:_SHOWN])) + " and others" * (len(names) > _SHOWN)
    if len(matches) == 1:
        return f"{begin}more than {MOST_READINGS} readings of {shown}; expected fewer"
    expected = "rules with fewer words in common"
    if len(names) == 1:
        expected = "fewer such words in a row, or equivalents= (--equivalents) without this rule"
    return (
        f"{begin}rules that overlap in one place have more than {MOST_READINGS} readings: {shown} in "
        f"{short(' '.join(words))!r}; expected {expected}"
    )


def _words(rule: Equivalent | Span) -> str:
    """The words of a rule, or the name of a span."""
    return " ".join(rule.words) if isinstance(rule, Equivalent) else rule.name
