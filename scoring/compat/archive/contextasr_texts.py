"""How ContextASR-Bench prepares texts: contractions written out, no marks, characters of Han, kana and Hangul as words.

Its packages are contractions, which finds what stands in its table, and regex, whose classes of Unicode these are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ...normalise.tables import rows_of

_BLANK = r"[^\S\x1c-\x1f]"
_OF = tuple(re.compile(rf"^{o}'{_BLANK}|{_BLANK}{o}'$|{_BLANK}{o}'{_BLANK}") for o in "Oo")
_MARKS = re.compile(
    "[!-/:-@[-`{-~\u00b7\u2013-\u2015\u2018\u2019\u201b-\u201f\u2022\u2026\u2027\u2032\u2033\u3001-\u3003"
    "\u3008-\u300c\u300e-\u3011\u3014-\u301f\u3030\u303e\u303f\u30fb\u4e36\ufe4f"
    "\uff01-\uff0d\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff64]"
)
_LONE = (
    "\u1100-\u11ff\u2e80-\u2e99\u2e9b-\u2ef3\u2f00-\u2fd5\u3005\u3007\u3021-\u3029\u302e\u302f\u3038-\u303b"
    "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fd-\u30ff\u3131-\u318e\u31f0-\u321e\u3260-\u327e\u32d0-\u32fe"
    "\u3300-\u3357\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7c6\ud7cb-\ud7fb\uf900-\ufa6d"
    "\ufa70-\ufad9\uff66-\uff6f\uff71-\uff9d\uffa0-\uffbe\uffc2-\uffc7\uffca-\uffcf\uffd2-\uffd7\uffda-\uffdc"
    "\U00016fe2\U00016fe3\U00016ff0-\U00016ff6\U0001aff0-\U0001b168\U0001f200\U00020000-\U0003ffff"
)
_LATIN = (
    "A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02b8\u02e0-\u02e4\u1d00-\u1d25\u1d2c-\u1d5c\u1d62-\u1d65"
    "\u1d6b-\u1d77\u1d79-\u1dbe\u1e00-\u1eff\u2071\u207f\u2090-\u209f\u212a\u212b\u2132\u214e\u2160-\u2188"
    "\u2c60-\u2c7f\ua722-\ua787\ua78b-\ua7dd\ua7e2\ua7f1-\ua7ff\uab30-\uab5a\uab5c-\uab64\uab66-\uab69\uab6c\uab6d"
    "\ufb00-\ufb06\uff21-\uff3a\uff41-\uff5a\U00010780-\U000107bf\U0001df00-\U0001dfff"
)
_BORDERS = re.compile(f"(?<=[{_LONE}])(?=[{_LONE}{_LATIN}])|(?<=[{_LATIN}])(?=[{_LONE}])")
_ASCII = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")


def simple_tokenize(text: str, lang: str = "zh") -> str:
    """A text as the benchmark compares it, in lower case; contractions are written out if `lang` is en.

    >>> simple_tokenize("I've seen re-runs of N C I S, haven't you?", "en"), simple_tokenize("我有iPhone15。")
    ('i have seen re runs of ncis have not you', '我 有 iphone15')
    """
    if text.isupper():
        text = text.lower()
    if lang == "en":
        for letter, of in zip("Oo", _OF, strict=True):
            text = of.sub(f" {letter} ", text)
        text = _written_out(text)
    return merge_single_letters(_BORDERS.sub(" ", _MARKS.sub(" ", text))).lower()


def merge_single_letters(s: str) -> str:
    """A text in which single letters behind each other are one word, `s` at its end or not.

    >>> merge_single_letters("the A M A's of N C I S")
    "the AMA's of NCIS"
    """
    words: list[str] = []
    inside = False
    for word in s.split():
        letter = word[0].islower() or word[0].isupper()
        single = letter and word[1:] in ("", "s", "'s")
        if single and inside:
            words[-1] += word
        else:
            words.append(word)
        inside = single
    return " ".join(words)


def _written_out(text: str) -> str:
    """A text with its contractions in full; of those that overlap the longer one counts."""
    taken: list[tuple[int, int]] = []
    lower = text.lower()
    for end, begin in sorted(_contractions(text, lower)):
        if not taken or begin >= taken[-1][1]:
            taken.append((begin, end))
        elif end - begin > taken[-1][1] - taken[-1][0]:
            taken[-1] = begin, end
    parts: list[str] = []
    behind = 0
    for begin, end in taken:
        parts += text[behind:begin], _in_case_of(text[begin:end], _table()[lower[begin:end]])
        behind = end
    return "".join(parts) + text[behind:]


def _in_case_of(word: str, full: str) -> str:
    """The full form in capitals, or with them as the contraction has them; as in the table if it has others."""
    if word == word.upper():
        return full.upper()
    if word == word.title():
        return full.title()
    if word == word.lower():
        return full.lower()
    return full.capitalize() if word == word.capitalize() else full


def _contractions(text: str, lower: str) -> Iterator[tuple[int, int]]:
    """The ends and begins of contractions with no letter of ASCII beside them.

    The places are those of the text in lower case, which is longer where it has a capital I with a dot; the package
    takes them for places of the text itself, and dies of an IndexError behind its end.
    """
    table = _table()
    longest = max(map(len, table))
    for begin in range(len(lower)):
        for end in range(begin + 1, min(begin + longest, len(lower)) + 1):
            if lower[begin:end] not in table or (end != len(text) and text[end] in _ASCII):
                continue
            if begin == 0 or text[begin - 1] not in _ASCII:
                yield end, begin


@lru_cache(maxsize=1)
def _table() -> dict[str, str]:
    """Contractions in lower case, with both kinds of apostrophes, and what they stand for."""
    table = {row[0]: row[1] for row in rows_of("en", "contextasr-contractions")}
    return table | {search.replace("'", "\u2019"): full for search, full in table.items()}
