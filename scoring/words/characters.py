"""Characters of texts: as Kaldi's recipes cut them, or as readers see them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from unicodedata import category

# Words with marks such as [noise], <unk> and !SIL stay whole.
_MARK = re.compile(r"\[.*\]|<.*>|!SIL", re.DOTALL)
_JOINER = "\u200d"
# Joiners, and vowels of Thai and Lao that are letters by category and marks by use.
_ATTACHED = "\u200c\u200d\u0e33\u0eb3"
_HANGUL_VOWEL = re.compile("[\u1160-\u11a7\ud7b0-\ud7c6]")
_HANGUL_TAIL = re.compile("[\u11a8-\u11ff\ud7cb-\ud7fb]")
_PICTURE = re.compile(
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u27bf\u2934\u2935\u2b05-\u2b55"
    "\u3030\u303d\u3297\u3299"
    "\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa\U0001f400-\U0001faff]"
)
_TONES = re.compile("[\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]")
_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]")


def spell(words: Iterable[str], cut: Callable[[str], list[str]] = list) -> list[str]:
    """The characters of words; a word with a mark in brackets stays whole.

    >>> spell(["hi", "[noise]", "a<unk>b", "你好"])
    ['h', 'i', '[noise]', 'a<unk>b', '你', '好']
    """
    return [character for word in words for character in ([word] if _MARK.search(word) else cut(word))]


def graphemes(text: str) -> list[str]:
    """Characters as readers see them: letters with their accents, syllables of Hangul, emoji with all their parts.

    The extended grapheme clusters of Unicode (UAX 29), as far as the standard library knows the properties of
    characters: conjuncts of Indian scripts and prepended letters are not joined.

    >>> [len(cluster) for cluster in graphemes("e\\u0301a👩‍👩‍👧🇩🇪")]
    [2, 1, 5, 2]
    """
    if text.isascii() and "\r" not in text:
        return list(text)
    clusters: list[str] = []
    for character in text:
        if clusters and _joins(clusters[-1], character):
            clusters[-1] += character
        else:
            clusters.append(character)
    return clusters


def _joins(cluster: str, character: str) -> bool:
    """Whether a character belongs to the cluster before it."""
    last = cluster[-1]
    if last == "\r" or character in "\r\n":
        return last == "\r" and character == "\n"
    if _stands_alone(last) or _stands_alone(character):
        return False
    if character in _ATTACHED or category(character) in ("Mn", "Me", "Mc") or _TONES.match(character):
        return True
    if last == _JOINER and _PICTURE.match(character):
        return _PICTURE.match(cluster) is not None
    if _FLAG.match(character):
        return _FLAG.match(cluster) is not None and len(cluster) == 1
    return _joins_in_hangul(last, character)


def _stands_alone(character: str) -> bool:
    """Whether a character is never joined: line ends, controls, formats."""
    return (
        category(character) in ("Cc", "Cf", "Zl", "Zp") and character not in _ATTACHED and not _TONES.match(character)
    )


def _joins_in_hangul(last: str, character: str) -> bool:
    leading = "\u1100" <= last <= "\u115f" or "\ua960" <= last <= "\ua97c"
    syllable = "\uac00" <= last <= "\ud7a3"
    open_syllable = syllable and (ord(last) - 0xAC00) % 28 == 0
    if "\u1100" <= character <= "\u115f" or "\ua960" <= character <= "\ua97c" or "\uac00" <= character <= "\ud7a3":
        return leading
    if _HANGUL_VOWEL.match(character):
        return leading or open_syllable or _HANGUL_VOWEL.match(last) is not None
    if _HANGUL_TAIL.match(character):
        return syllable or _HANGUL_VOWEL.match(last) is not None or _HANGUL_TAIL.match(last) is not None
    return False
