"""The normaliser ids-en: ids, numbers, money, times and addresses in one writing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite
from scorelite.scoring.normalise import normalise


@pytest.mark.parametrize(
    ("first", "other"),
    [
        ("C N 7 3 4.", "CN734"),
        ("my id is C N seven three four", "My id is CN 734"),
        ("it's C-N-7-3-4", "It's CN734."),
        ("double seven", "77"),
        ("call 555-123-4567", "call five five five one two three four five six seven"),
        ("(555) 123 4567", "555-1234567"),
        ("four dollars and fifty cents", "$4.50"),
        ("five dollars", "$5"),
        ("1.5 million dollars", "$1.5 million"),
        ("three pounds and ten pence", "£3.10"),
        ("fifty percent", "50%"),
        ("ann dot lee at mail dot com", "Ann.Lee@mail.com"),
        ("www dot mail dot com slash help", "www.mail.com/help"),
        ("at three thirty p.m.", "At 3:30 PM"),
        ("at three thirty pm", "At 3:30 p.m."),
        ("the I B M case", "the IBM case"),
        ("on the fourth", "On the 4th"),
        ("in nineteen eighty four", "in 1984"),
    ],
)
def test_two_writings_become_one(first: str, other: str) -> None:
    assert scorelite.wer(first, other, normalise=["ids-en", "basic"]) == 0.0


@pytest.mark.parametrize(
    "text",
    [
        "we went there, and she said: no.",
        "That isn't Ann's. It's o'clock, e.g. now...",
        "THIS TEXT HAS NO SMALL LETTERS",
        "a.m. and p.m. are no addresses",
        "He left.She stayed",
        "I saw A and B",
        "OK, my ID is here",
        "“Quoted” — with dashes",
        "",
    ],
)
def test_plain_text_stays(text: str) -> None:
    kept = text if text != "He left.She stayed" else "He left dot She stayed"
    assert normalise([text], "ids-en")[0] == [kept]


WORDS = st.lists(st.text("abcdefgh'", min_size=1, max_size=6).filter(lambda word: word.strip("'")), max_size=8)


@given(WORDS)
def test_small_letters_never_change(words: list[str]) -> None:
    text = " ".join(words)
    assert normalise([text], "ids-en")[0] == [text]


@given(st.text("aB9 $.@:-%", max_size=14))
def test_a_second_time_changes_nothing_more_behind_basic(text: str) -> None:
    once = normalise([text], ["ids-en", "basic"])[0]
    assert normalise(once, ["ids-en", "basic"])[0] == once


def test_words_keep_their_times() -> None:
    ref = b"t 1 ann 0.0 4.0 my id is CN7\n"
    hyp = b"t 1 0.1 0.3 my\nt 1 0.5 0.3 id\nt 1 1.0 0.3 is\nt 1 1.5 0.3 C\nt 1 2.0 0.3 N\nt 1 2.5 0.3 seven\n"
    result = scorelite.score_files(ref, hyp, ref_format="stm", hyp_format="ctm", normalise=["ids-en", "basic"])
    assert result.counts.errors == 0


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["a", "A.", "9", "9,", "$9", "9.9", "A1"])
def test_a_word_as_long_as_a_file_ends(piece: str) -> None:
    word = "so $" + piece * 100_000
    alone, after_another = normalise([word, f"so {word}"], "ids-en")[0]
    assert after_another == f"so {alone}"
