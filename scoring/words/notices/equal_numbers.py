"""Numbers that differ until a normaliser makes them equal: 1,5 and 15, 140/90 and 14090, -5 and 5, <5 and >5."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from ....formats.errors import quantity, short
from ....formats.schema.spans import SpanTexts
from ...normalise.catalogue import built_in
from ...notices.notice import Notice
from ..alignment import align

if TYPE_CHECKING:
    from ...normalise.chain import Chain
    from ..normalised.both_sides import Before, Side

_DIGITS = "0123456789"
_DIGIT = re.compile(r"\d")
_POWERS = "\u2070\u00b9\u00b2\u00b3\u2074-\u2079"
_CURRENCY = "[$\u20ac\u00a3\u00a5]"
# Groups of three, in India also of two; a number with a zero in front has no groups.
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:(?:,\d{2,3})*,\d{3}|(?:\.\d{3})+|(?:['\u2019]\d{3})+|(?:\u066c\d{3})+)")
_RANGE = re.compile(r"[1-9]?\d{1,2}[-\u2013][1-9]\d{0,2}")
_DECIMAL = re.compile(r"(.*)[.,\u066b](\d+)")
_PATTERN = (
    r"(?<![\w.,:/'\u2019^\u2013-])"  # digits of a word, such as B-52, are its letters
    r"(?:(?P<comparison>[<>\u2264\u2265]=?) ?(?=[-+\u2212$\u20ac\u00a3\u00a5.\d]))?"
    r"(?P<minus>(?<!\d\s)[-\u2212](?=[$\u20ac\u00a3\u00a5.\d]))?"
    rf"(?:(?P<before>{_CURRENCY}) ?)?"
    rf"(?P<digits>\.?\d+(?:[.,:/'\u2019^\u066b\u066c\u2013-]\d+)*[{_POWERS}]*)"
    rf"(?: ?(?P<after>{_CURRENCY})(?! ?\d))?"
)
_NUMBER, _TOKEN = re.compile(_PATTERN), re.compile(rf"(?P<number>{_PATTERN})|\w+")
# A text without a digit next to one of these has no number that a normaliser takes for another.
_SIGNED = re.compile(rf"[^\w\s]\s?\d|\d\s?[{_POWERS}{_CURRENCY[1:-1]}]")
_DASH_OF_SPEAKER = re.compile(r"(?:^|\s)[-\u2013\u2014]\s?[^\W\d]")
# So many letters on both sides of a number are normalised with it.
_CONTEXT = 60


class _Number(NamedTuple):
    """A number of a text."""

    text: str
    start: int
    written: str
    """The digits and the signs between them."""
    digits: str
    """The digits alone, without zeros in front; normalisers keep them."""
    negative: bool
    comparison: str
    currency: str

    def differs(self, other: _Number) -> bool:
        """Whether no reader takes both for one number."""
        pairs = (self.comparison, other.comparison), (self.currency, other.currency)
        return self.text != other.text and (
            (self.negative != other.negative and self.digits != "0")
            or any(mine and its and mine != its for mine, its in pairs)
            or {*_values(self.written)}.isdisjoint(_values(other.written))
        )


class _Pair(NamedTuple):
    """Two numbers with one text around them, which is a part of the reference."""

    ref: str
    hyp: str
    before: str
    after: str


def of_equal_numbers(before: Before, chain: Chain, *, merged: bool) -> Iterator[Notice]:
    """A notice if the chain makes numbers of both sides equal that differ as numbers; compounds may be `merged`.

    1,234 and 1234 do not differ, nor 5.0 and 5, 10:30 and 1030, 555-0199 and 5550199.
    """
    found = [pair for pair in _different(before) if _are_equal(pair, chain, merged=merged)]
    if not found:
        return
    basic = built_in("basic")
    fix = "without a normaliser they count as errors"
    if chain.label != basic.label and not any(_are_equal(pair, basic, merged=False) for pair in found):
        fix = "normalise='basic' (--normalise basic) keeps them apart"
    verbs = ("differs", "is") if len(found) == 1 else ("differ", "are")
    ref, hyp = short(repr(found[0].ref)), short(repr(found[0].hyp))
    yield Notice(
        "equal numbers",
        f"{quantity(len(found), 'number')} of the hypothesis {verbs[0]} from the reference but {verbs[1]} equal after "
        f"normalisation, such as {hyp} for {ref}: {fix}",
    )


def _different(before: Before) -> Iterator[_Pair]:
    """The numbers of the same digits between the same words that differ."""
    refs = _with_digits(before.refs)
    hyps = _with_digits(before.hyps) if refs else {}
    dashes = [any(map(_DASH_OF_SPEAKER.search, side.values())) for side in (refs, hyps)]
    for place in sorted(refs.keys() & hyps.keys()):
        ref, hyp = refs[place], hyps[place]
        if ref == hyp or not (_SIGNED.search(ref) or _SIGNED.search(hyp)):
            continue
        texts = (ref, dashes[0]), (hyp, dashes[1])
        if not _may_differ(*([_number(match, dash) for match in _NUMBER.finditer(text)] for text, dash in texts)):
            continue
        tokens = ([_token(match, dash) for match in _TOKEN.finditer(text)] for text, dash in texts)
        for number, other in _aligned(*tokens):
            if number.differs(other):
                end = number.start + len(number.text)
                around = ref[max(0, number.start - _CONTEXT) : number.start], ref[end : end + _CONTEXT]
                yield _Pair(number.text, other.text, *around)


def _aligned(refs: Sequence[str | _Number], hyps: Sequence[str | _Number]) -> Iterator[tuple[_Number, _Number]]:
    """The numbers of the same digits in the alignment of two texts."""
    words = ([token if isinstance(token, str) else token.digits for token in side] for side in (refs, hyps))
    ref_tokens, hyp_tokens = iter(refs), iter(hyps)
    for pair in align(*words):
        ref = None if pair.ref is None else next(ref_tokens)
        hyp = None if pair.hyp is None else next(hyp_tokens)
        if isinstance(ref, _Number) and isinstance(hyp, _Number) and ref.digits == hyp.digits:
            yield ref, hyp


def _may_differ(refs: Sequence[_Number], hyps: Sequence[_Number]) -> bool:
    """Whether a number of one side has the digits of another one of the other side."""
    of_digits: dict[str, list[_Number]] = {}
    for number in hyps:
        of_digits.setdefault(number.digits, []).append(number)
    return any(number.differs(other) for number in refs for other in of_digits.get(number.digits, ()))


def _are_equal(pair: _Pair, chain: Chain, *, merged: bool) -> bool:
    """Whether the chain leaves no difference between two numbers within one text."""
    texts = [f"{pair.before}{number}{pair.after}" for number in (pair.ref, pair.hyp)]
    ref, hyp = (text.split() for text in chain.of_any_texts().apply(texts)[0])
    return ref == hyp or (merged and "".join(ref) == "".join(hyp))


def _with_digits(side: Side) -> Mapping[int, str]:
    """The utterances of a side that have digits, with their texts."""
    texts = side.texts
    places = texts.unusual(_DIGITS) if isinstance(texts, SpanTexts) else range(len(texts))
    if isinstance(texts, SpanTexts) and not texts.has(_DIGITS):
        return {}
    owners = side.owners()
    if isinstance(owners, range):
        return {place: text for place in places if _DIGIT.search(text := texts[place])}
    having = {owners[place] for place in places if _DIGIT.search(texts[place])}
    parts: dict[int, list[str]] = {owner: [] for owner in having}
    for owner, text in zip(owners, texts, strict=True):
        if owner in having:
            parts[owner].append(text)
    return {owner: " ".join(words) for owner, words in parts.items()}


def _token(match: re.Match[str], has_dashes: bool) -> str | _Number:
    """A number, or a word in small letters."""
    return match[0].casefold() if match["number"] is None else _number(match, has_dashes)


def _number(match: re.Match[str], has_dashes: bool) -> _Number:
    """The number of a match; where texts have dashes of speakers, a dash before it may be one, too."""
    written = match["digits"]
    comparison = match["comparison"] or ""
    return _Number(
        match[0],
        match.start(),
        written,
        "".join([str(unicodedata.digit(letter)) for letter in written if letter.isdigit()]).lstrip("0") or "0",
        match["minus"] is not None and not has_dashes,
        comparison.replace("\u2264", "<=").replace("\u2265", ">="),
        match["before"] or match["after"] or "",
    )


def _values(digits: str) -> Iterator[object]:
    """The values of digits with signs among them.

    >>> sorted(map(str, _values("1,234"))), [*_values("0,5")], [*_values("140/90")], [*_values("10-15")]
    (['1.234', '1234'], [Decimal('0.5')], [((140, 90), '')], [(10, 15)])
    """
    numbers = [int(number) for number in re.findall(r"\d+", digits)]
    joined = _joined(digits)
    signs = re.sub(r"\d", "", digits)
    if not signs:
        yield joined
    elif set(signs) <= set(".,'\u2019\u066b\u066c"):
        decimal = _DECIMAL.fullmatch(digits)
        is_decimal = decimal is not None and (
            decimal[1].isdecimal() or not decimal[1] or _GROUPED.fullmatch(decimal[1])
        )
        is_grouped = _GROUPED.fullmatch(digits)
        if decimal and is_decimal:
            yield _joined(decimal[1]) + Decimal(f"0.{decimal[2]}")
        if is_grouped or not is_decimal:
            yield joined  # groups of three; or a date, a version
    elif set(signs) <= set(":-\u2013'"):
        yield tuple(numbers)
        is_range = _RANGE.fullmatch(digits) is not None and numbers[0] < numbers[1]
        if not is_range:
            yield joined  # a time, a telephone number
    else:
        yield tuple(numbers), signs.strip("/-\u2013")


def _joined(digits: str) -> Decimal:
    return Decimal(re.sub(r"\D", "", digits) or 0)
