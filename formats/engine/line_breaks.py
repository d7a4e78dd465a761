"""Line breaks in Chinese and Japanese, which have no blanks between words: where a line may end, and where it should.

The rules are those of Japanese typesetting (JIS X 4051, kinsoku): no line begins with closing punctuation, a small kana
or a mark of length, and none ends with an opening bracket. Thai and its neighbours need a dictionary.
"""

from __future__ import annotations

import unicodedata
from itertools import pairwise

_NOT_FIRST = frozenset(
    "。、，．・：；？！」』）］｝〕〉》】〟’”…‥ー～〜々〻゛゜ヽヾゝゞ｡､｣･ﾞﾟｰ!?,.:;)]}%％‰°℃"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿｧｨｩｪｫｬｭｮｯ"
)
_NOT_LAST = frozenset("「『（［｛〔〈《【〝‘“｢([{$€£¥￥＄№#")
_PAIRS = frozenset("…‥—―")
_MARKS = ("M", "Cf", "Sk")


def unbroken(word: str) -> list[str]:
    """The parts of a word between which a line may end; one for a word of any other script.

    >>> unbroken("今日は「Good」。"), unbroken("today")
    (['今', '日', 'は', '「Good」。'], ['today'])
    """
    parts = [word[:1]]
    for before, after in pairwise(word):
        if _may_break(before, after):
            parts.append(after)
        else:
            parts[-1] += after
    return parts


def _may_break(before: str, after: str) -> bool:
    if not (_is_free(before) or _is_free(after)) or before in _NOT_LAST or after in _NOT_FIRST:
        return False
    if (before.isdigit() and after.isdigit()) or before == after in _PAIRS:
        return False
    return not unicodedata.category(after).startswith(_MARKS)


def _is_free(letter: str) -> bool:
    """Whether a letter is one of Chinese or Japanese, or punctuation of theirs."""
    return unicodedata.east_asian_width(letter) in ("W", "F") and _script(letter) != "HANGUL"


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def is_within_word(before: str, after: str) -> bool:
    """Whether a break between two letters probably divides a word: its letters are of one script, or an ending follows.

    >>> is_within_word("は", "公"), is_within_word("公", "園"), is_within_word("良", "い")
    (False, True, True)
    """
    return _script(after) in ("HIRAGANA", _script(before)) and before.isalpha()
