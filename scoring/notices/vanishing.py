"""Errors that vanish with a normaliser, counted over the distinct pairs of words that were confused, at every rate.

Two writings of one word are no error of recognition: composed and decomposed letters, kinds of apostrophes, escapes,
invisible letters, traditional and simplified characters. Each pair belongs to the first kind that makes it equal.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from ...formats.errors import argument, quantity, short
from ...formats.values import dataclass
from ..common.counts import Counts
from .cause import quoted
from .notice import Explanation, would_be
from .oddities import plain

if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    from .oddities import Text

    Words: TypeAlias = tuple[str, ...]

# Errors of one kind are reported from this part of all errors on, and from this number: fewer may be accidents.
_PART = 0.02
_FEW = 4
_BLOCK = 1024
_SIGNS = "%&\\`"
_ODD = re.compile(rf"[{re.escape(_SIGNS)}\x00-\x08\x0e-\x1f\x7f]|[^\x00-\x7f]")
_MARKS = re.compile(r"\W+\Z")


@dataclass(frozen=True, slots=True)
class Tally:
    """Pairs of words that were confused, inserted words and deleted words, with their numbers."""

    pairs: Mapping[tuple[str, str], int]
    inserted: Mapping[str, int]
    deleted: Mapping[str, int]
    fold: Callable[[str], str]
    """The form in which words are compared, such as small letters."""
    by_characters: bool = False
    """Whether the words are characters."""
    is_one_sided: Callable[[str], bool] = lambda letter: True
    """Whether only one side has a letter."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A way to write one word in several ways, and the normaliser that leaves one of them."""

    name: str
    normaliser: str
    condition: str
    """The beginning of a sentence that goes on with the rate; `{where}` is for the side that has it."""
    may_change: Callable[[str], object]
    """Whether a word, or a letter, is one that the normaliser may change."""
    is_shown: Callable[[str, str, Tally], bool] = lambda ref, hyp, tally: True
    """Whether a pair that the normaliser makes equal is of this kind; one side is empty where a word was added."""
    before: str = ""
    """The letter behind which alone the normaliser changes others: characters are looked at behind it."""
    form: Literal["NFD", "NFKD"] = "NFD"
    """Unicode's form in which the characters of one side may be parts of those of the other."""
    certain: bool = False
    """Whether readers see one word in both: no recogniser is wrong there, however few the errors are."""


def _is_compatible(word: str) -> bool:
    """Whether a word without blanks has letters that are forms of others."""
    return not word.isascii() and (
        unicodedata.normalize("NFKC", word).split() != unicodedata.normalize("NFC", word).split()
    )


def _is_case_folded(ref: str, hyp: str, tally: Tally) -> bool:
    """Whether case is folded in ASCII already: users who keep case ask for its errors."""
    return tally.fold("A") == "a"


def _is_end(ref: str, hyp: str, tally: Tally) -> bool:
    """Whether the end of one word alone has marks beyond ASCII, which no word of the other side has."""
    marks = [match[0] if (match := _MARKS.search(word)) else "" for word in (ref, hyp)]
    bare = [tally.fold(word.removesuffix(mark)) for word, mark in zip((ref, hyp), marks, strict=True)]
    ends = "".join(marks)
    return bare[0] == bare[1] and "" in marks and not ends.isascii() and all(map(tally.is_one_sided, ends))


_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]").search
_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e01ef"
)
_is_invisible = re.compile(f"[{_INVISIBLE}]").search
_QUOTES = "`\u00ab\u00b4\u00bb\u02bc\u2010-\u203a\u2212\u301d-\u301f\ufe58-\uff0d"

WRITINGS: tuple[Kind, ...] = (
    Kind("Unicode forms", "nfc", "with both sides in one Unicode form (NFC)", _BEYOND_ASCII, certain=True),
    Kind("invisible letters", "zero-width", "without invisible letters{where}", _is_invisible, certain=True),
    Kind(
        "control characters",
        "controls",
        "without control characters{where}",
        re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]").search,
        certain=True,
    ),
    Kind("joiners", "joiners", "without joiners{where}", re.compile("[\u200c\u200d]").search),
    Kind("escapes", "escapes", "with letters for escapes{where}", re.compile(r"[%&+\\]").search),
    Kind(
        "apostrophes",
        "quotes-and-dashes",
        "with one kind of apostrophes, quotes and dashes",
        re.compile(f"[{_QUOTES}]").search,
        certain=True,
    ),
    Kind(
        "long vowels",
        "long-vowels",
        "with one mark of long vowels",
        re.compile("[\u2010-\u2015\u2212\u30fc\uff0d]").search,
        before="\u30a2",
    ),
    Kind(
        "Thai vowels",
        "thai",
        "with one letter for each vowel of Thai",
        re.compile("[\u0e33\u0e40\u0e4d\u0eb3\u0ec0\u0ecd]").search,
        form="NFKD",
    ),
    Kind("compatible characters", "nfkc", "with ordinary forms of ligatures and full-width letters", _is_compatible),
    Kind("blanks", "nfkc", "with plain blanks{where}", re.compile(r"[^\S\x00-\x7f]").search),
    Kind("case", "casefold", "without differences of case beyond ASCII", _BEYOND_ASCII, _is_case_folded),
    Kind(
        "Turkish case",
        "casefold-tr",
        "with the case of Turkish (I is ı, İ is i)",
        re.compile("[\u0130\u0131]").search,
        _is_case_folded,
    ),
    Kind("digits", "digits", "with digits of ASCII", re.compile(r"[^\D0-9]").search),
    Kind(
        "Arabic marks", "arabic-marks", "without Arabic marks and tatweel{where}", re.compile("[\u0610-\u06ed]").search
    ),
    Kind("Hebrew points", "hebrew-points", "without Hebrew points{where}", re.compile("[\u0591-\u05c7]").search),
    Kind(
        "Indic letters", "indic", "with one letter for sequences of Indic signs", re.compile("[\u0905-\u0d7f]").search
    ),
    Kind("nasal vowels", "replace:ँ=ं", "with one sign of nasal vowels (ं for ँ)", re.compile("ँ").search),
    Kind(
        "Romanian letters",
        "replace:ş=ș ţ=ț Ş=Ș Ţ=Ț",
        "with one form of the Romanian letters ș and ț",
        re.compile("[ŞşŢţ]").search,
    ),
    Kind(
        "umlauts",
        "replace:ä=ae ö=oe ü=ue ß=ss Ä=Ae Ö=Oe Ü=Ue",
        "with ae, oe, ue and ss for ä, ö, ü and ß{where}",
        re.compile("[äöüßÄÖÜ]").search,
    ),
    Kind("ligatures", "replace:œ=oe æ=ae Œ=Oe Æ=Ae", "with oe and ae for œ and æ{where}", re.compile("[œæŒÆ]").search),
    Kind(
        "Chinese characters",
        "simplified",
        "with simplified Chinese characters on both sides",
        re.compile("[\u3400-\u9fff]").search,
    ),
)
"""Ways to write one word, which fit any two lists of words. What is part of another one stands before it."""

KINDS = (*WRITINGS, Kind("punctuation", "basic", "without punctuation", re.compile(r"[^\w\x00-\x7f]").search, _is_end))


SUBWORDS = Kind("subwords", "subwords", "with pieces of words joined", re.compile("@@|##|[\u2581\u0120]").search)
"""Pieces of words, which make several words of one."""


def is_odd(text: str) -> bool:
    """Whether a text has a letter that another writing of a word may have.

    >>> is_odd("it's"), is_odd("it’s"), is_odd("r&amp;d")
    (False, True, True)
    """
    return _ODD.search(text) is not None


def odd_places(texts: Sequence[Text]) -> Iterable[int]:
    """The places of texts with letters that other writings of words may have.

    >>> odd_places(["it's", "r&amp;d", ["a", "\u00e4"]])
    [1, 2]
    """
    search = getattr(texts, "unusual", None)
    if search is not None and (found := search(_SIGNS)) is not None:
        return found  # type: ignore[no-any-return]  # of a file that was read as spans or rows: no text becomes a string
    places: list[int] = []
    for first in range(0, len(texts), _BLOCK):
        block = list(map(plain, texts[first : first + _BLOCK]))
        # Nearly all blocks are plain, which these questions find out in a tenth of the time of the expression.
        joined = " ".join(block)
        if not joined.isascii() or not joined.isprintable() or any(sign in joined for sign in _SIGNS):
            places += [place for place, text in enumerate(block, first) if is_odd(text)]
    return places


def vanishing(tally: Tally, counts: Counts, known: Sequence[str] = ()) -> tuple[Explanation, ...]:
    """An explanation for each kind of which enough errors vanish; those of `known` normalisers are explained already.

    >>> pairs = {("café", "cafe\\u0301"): 4, ("tea", "tee"): 6}
    >>> (notice,) = vanishing(Tally(pairs, {}, {}, str.lower), Counts(correct=90, substitutions=10))
    >>> notice.name, notice.rate, notice.keyword
    ('Unicode forms', 0.06, "normalise='nfc'")
    """
    if not counts.reference or not counts.hypothesis or counts.wer is None:
        return ()
    return tuple(
        explanation_of(kind, found.errors, counts, _example(found), exact=found.exact)
        for kind, found in _found(tally)
        if found.errors >= max(_FEW, _PART * counts.errors) and kind.normaliser not in known
    )


class _Found:
    """The errors of one kind, and an example."""

    def __init__(self) -> None:
        self.errors = 0
        self.exact = True
        self.example: tuple[int, str, str] = (0, "", "")

    def add(self, number: int, ref: str, hyp: str) -> None:
        self.errors += number
        if number > self.example[0]:
            self.example = number, ref, hyp


def _found(tally: Tally) -> Iterator[tuple[Kind, _Found]]:
    """The errors of each kind."""
    pairs = {pair: number for pair, number in tally.pairs.items() if is_odd(pair[0]) or is_odd(pair[1])}
    # Words of one side alone: those that the normaliser takes away, and parts of words that are joined on the other.
    lone = Counter(tally.deleted), Counter(tally.inserted)
    for kind in KINDS:
        words = {word for word in chain(*pairs, *lone) if kind.may_change(word)}
        if not words:
            continue
        written = _written(kind, words, tally)
        found = _Found()
        for (ref, hyp), number in [*pairs.items()]:
            if (ref in written or hyp in written) and kind.is_shown(ref, hyp, tally):
                sides = [written.get(word) or (tally.fold(word),) for word in (ref, hyp)]
                errors = number if sides[0] == sides[1] else _with_parts(sides, number, lone)
                if errors:
                    found.add(errors, ref, hyp)
                    found.exact = found.exact and sides[0] == sides[1]
                    del pairs[ref, hyp]
        for side, words_of_side in enumerate(lone):
            for word in [word for word in words_of_side if written.get(word) == ()]:
                pair = ("", word) if side else (word, "")
                if kind.is_shown(*pair, tally):
                    found.add(words_of_side.pop(word), *pair)
                    found.exact = found.exact and bool(side)
        if found.errors:
            yield kind, found


def _written(kind: Kind, words: Iterable[str], tally: Tally) -> dict[str, Words]:
    """The words that a normaliser changes, with its results."""
    given = sorted(words)
    before = kind.before if tally.by_characters else ""
    # Imported only now: most scores have no odd words, and the tables of rules are large.
    from ..normalise.catalogue import built_in

    results = built_in(kind.normaliser).apply([before + word for word in given])[0]
    written = {}
    for word, result in zip(given, (text.removeprefix(before) for text in results), strict=True):
        # Characters are compared in parts: a letter of one side may be two characters of the other.
        if tally.by_characters:
            written[word] = tuple(unicodedata.normalize(kind.form, tally.fold(result)))
        elif result != word:
            written[word] = tuple(tally.fold(result).split())
    return written


def _with_parts(sides: Sequence[Words], number: int, lone: tuple[Counter[str], Counter[str]]) -> int:
    """The errors of a pair of which one side has a part of the other, and whose rest stands alone; 0 of other pairs."""
    for (part, whole), others in ((sides, lone[0]), (sides[::-1], lone[1])):
        if len(part) == 1 and part[0] in whole:
            rest = Counter(whole) - Counter(part)
            number = min([number, *(others[word] // times for word, times in rest.items())])
            if number:
                for word, times in rest.items():
                    others[word] -= times * number
                return number * (1 + rest.total())
            return 0
    return 0


def explanation_of(
    kind: Kind, errors: int, counts: Counts, detail: str, *, more: int = 0, exact: bool, first: bool = False
) -> Explanation:
    """The explanation of errors of one kind, with which the reference gains `more` words; `first`, if the normaliser
    has to stand before the others.
    """
    assert counts.wer is not None
    rate = max(0, counts.errors - errors) / max(1, counts.reference + more)
    keyword, option = "=".join(("normalise", repr(kind.normaliser))), f"--normalise {quoted(kind.normaliser)}"
    condition = kind.condition.replace("{where}", "") + " before the other normalisers" * first
    text = f"{condition} {would_be(rate, counts.wer, exact=exact)} ({quantity(errors, 'error')}{detail})"
    text += f": {argument(keyword, option)}"
    return Explanation(kind.name, text, rate, counts.wer, exact, keyword=keyword, option=option)


def _example(found: _Found) -> str:
    _, ref, hyp = found.example
    return f", such as {f'{_visible(hyp, ref)} for {_visible(ref, hyp)}' if ref and hyp else _visible(ref or hyp)}"


def _visible(word: str, other: str = "") -> str:
    """The word in quotes, with the codes of letters that cannot be seen alone, or that look like those of the other.

    >>> _visible("यहां", "यहाँ"), _visible("cafe\u0301", "café")
    ("'यहां'", "'cafe\\\\u0301'")
    """
    looks_alike = unicodedata.normalize("NFC", word) == unicodedata.normalize("NFC", other)
    return f"'{''.join([_shown(each, looks_alike and each not in other) for each in short(word)])}'"


def _shown(letter: str, is_part: bool) -> str:
    """A letter, or its code: of one that is not seen, and of a mark that is part of a letter on the other side."""
    kind = unicodedata.category(letter)[0]
    is_hidden = kind in ("C", "Z") or _is_invisible(letter) or (kind == "M" and is_part)
    return ascii(letter)[1:-1] if is_hidden else letter
