"""Units of mixed scripts: characters where a script writes no blanks, words elsewhere."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite
from scorelite.scoring.normalise import normalise
from tests.peers import peer

SCRIPTS = ("Han", "Hiragana", "Katakana", "Bopomofo", "Hangul", "Thai", "Lao", "Khmer", "Myanmar", "Tibetan")
LATIN = st.lists(st.text("abcé'7-", min_size=1, max_size=4), max_size=6).map(" ".join)
HAN = st.lists(st.text("我们看见港口", min_size=1, max_size=4), max_size=6).map(" ".join)


def units(text: str, name: str = "mixed-units") -> list[str]:
    return normalise([text], name)[0][0].split()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("we 我们saw港口 42号", "we 我 们 saw 港 口 42 号"),
        ("コーヒー café", "コ ー ヒ ー café"),
        ("が ｶﾞ", "が ｶﾞ"),
        ("น้ำดี", "น้ำ ดี"),
        ("한국어 text", "한 국 어 text"),
        ("नमस्ते שלום العربية", "नमस्ते שלום العربية"),
        ("々 〇", "々 〇"),
    ],
)
def test_units(text: str, expected: str) -> None:
    assert units(text) == [unicodedata.normalize("NFC", unit) for unit in expected.split()]


def test_hangul_may_stay_whole() -> None:
    assert units("한국어 港口", "mixed-units-ko") == ["한국어", "港", "口"]


def test_scripts_are_those_of_unicode() -> None:
    regex = peer("regex")
    ours = regex.compile("|".join(rf"\p{{Script={name}}}" for name in SCRIPTS))
    letters = [letter for letter in map(chr, range(0x110000)) if unicodedata.category(letter)[0] not in "CM"]
    letters = [letter for letter in letters if unicodedata.normalize("NFC", letter) == letter]
    texts = normalise([f"{letter}a" for letter in letters], "mixed-units")[0]
    for letter, text in zip(letters, texts, strict=True):
        assert (text.split() == [letter, "a"]) == bool(ours.match(letter) or letter in "ーｰ"), hex(ord(letter))


@given(text=st.text(st.sampled_from("aé我が한ｶﾞ゛ก็ำ\u0301\u3099កើမျှာ༄ཀྱ \u1161\u1100\u11a8가각"), max_size=8))
def test_characters_are_graphemes(text: str) -> None:
    # Consonants below others, as in Khmer, are part of them since Unicode 16 alone: they stay out.
    regex = peer("regex")
    text = unicodedata.normalize("NFC", text)
    ours = regex.compile("|".join(rf"\p{{Script={name}}}" for name in SCRIPTS))
    expected, word = [], ""
    for cluster in regex.findall(r"\X", text):
        core = cluster.strip()
        if core != cluster or ours.match(core):
            expected.append(word)
            word = ""
        if ours.match(core):
            expected.append(core)
        else:
            word += core
    assert units(text) == [unit for unit in (*expected, word) if unit]


@given(ref=LATIN, hyp=LATIN)
def test_without_such_a_script_the_rate_is_that_of_words(ref: str, hyp: str) -> None:
    assert scorelite.score([ref], [hyp], normalise="mixed-units").counts == scorelite.score([ref], [hyp]).counts


@given(ref=HAN, hyp=HAN)
def test_with_such_a_script_alone_the_rate_is_that_of_characters(ref: str, hyp: str) -> None:
    mixed = scorelite.score([ref], [hyp], normalise="mixed-units")
    assert mixed.counts == scorelite.score([ref], [hyp], unit="character").counts


@given(ref=st.text("aé が한港 ", max_size=8), hyp=st.text("aé が한港 ", max_size=8))
def test_forms_of_unicode_do_not_matter(ref: str, hyp: str) -> None:
    rates = {
        scorelite.score(
            [unicodedata.normalize(form, ref)], [unicodedata.normalize(other, hyp)], normalise="mixed-units"
        ).counts
        for form in ("NFC", "NFD")
        for other in ("NFC", "NFD")
    }
    assert len(rates) == 1
