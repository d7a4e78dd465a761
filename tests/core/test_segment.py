"""Inferred word segmentation."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("ref", "hyp", "lexicon", "path"),
    [
        ("ab c", "a bc", ["ab"], "ab=ab c=c"),
        ("ab c", "a bc", ["bc"], "+a ab/b c=c"),
        ("abc", "a b c", ["ab", "abc"], "abc=abc"),
        ("abc", "a b c", ["ab"], "+ab abc/c"),
        ("ab", "ab", ["zz"], "+a ab/b"),
    ],
)
def test_algo1_builds_words_of_the_lexicon_from_the_hypothesis(ask, ref, hyp, lexicon, path):
    words = [word.encode() for word in lexicon]
    assert ask.path(ref, hyp, segment=1, lexicon=words, ascii_too=True) == path


def test_algo2_builds_words_of_the_lexicon_from_the_reference(ask):
    assert ask.path("日 本語", "日本 語", segment=2, lexicon=["日本".encode()], encoding="utf-8") == "日本=日本 語=語"
    assert ask.path("日 本語", "日本 語", segment=1, lexicon=["日本".encode()], encoding="utf-8") == "日=日 +本 本語/語"


def test_half_a_character_in_the_lexicon_sorts_as_a_long_one(ask):
    lexicon = ["日本".encode(), b"\xe7"]
    assert ask.path("日本 語", "日 本", segment=2, lexicon=lexicon, encoding="utf-8") == ask.path(
        "日本 語", "日 本", segment=2, lexicon=lexicon[:1], encoding="utf-8"
    )
    assert ask.path("日本", "日本", segment=2, lexicon=lexicon, encoding="utf-8") == "日本=日本"


def test_ascii_stays_whole_without_the_option(ask):
    assert ask.path("ab", "ab", segment=1, lexicon=[b"zz"]) == "ab=ab"
    assert ask.path("ab", "ab", segment=1) == "ab=ab"


def test_an_unsorted_lexicon_is_searched_by_halving_too(ask):
    # The search for `ab` begins in the middle, at `aa`, and goes right.
    assert ask.path("ab", "a b", segment=1, lexicon=[b"ab", b"aa", b"zz"], ascii_too=True) == "+a ab/b"
    assert ask.path("ab", "a b", segment=1, lexicon=[b"aa", b"ab", b"zz"], ascii_too=True) == "ab=ab"


def test_short_characters_sort_before_long_ones(ask):
    lexicon = [b"zz", "日z".encode()]
    assert ask.path("日z", "日 z", segment=1, lexicon=lexicon, encoding="utf-8") == "日z=日z"


def test_chains_are_as_long_as_the_longest_word_of_the_lexicon(ask):
    # With a null word between them two letters are a chain of three pieces.
    assert ask.path("ab", "a @ b", segment=1, lexicon=[b"ab"], ascii_too=True) == "+a ab/b"
    assert ask.path("ab", "a @ b", segment=1, lexicon=[b"ab", b"abc"], ascii_too=True) == "ab=ab"


def test_a_word_joined_with_a_null_word_is_that_word(ask):
    options = {"segment": 1, "lexicon": [b"a", b"zz"], "ascii_too": True}
    assert ask.path("a", "@ a", **options) == "a=a"
    assert ask.path("a b", "b a@", **options) == "-a b=b +a"


def test_joined_words_reach_from_the_first_to_the_last_and_share_confidence(ask):
    rules = ask.rules(segment=1, lexicon=[b"ab", b"ba"], ascii_too=True)
    hyp = ask.rows(("a", 1.0, 0.5, 0.5), ("b", 2.0, 0.25, 1.0))
    batch = ask.core.align(rules, ask.core.texts(["ab"]), hyp)
    assert [slot[2] for slot in batch.slots(0)] == [(b"ab", None, None, 1.0, 2.25, 0.75, -2.0)]


def test_optional_words_join_to_optional_ones(ask):
    options = {"segment": 1, "lexicon": [b"ab"], "ascii_too": True, "optional": True}
    assert ask.path("(ab) c", "(a) (b) c", **options) == "(ab)=(ab) c=c"
    assert ask.path("ab c", "(a) b c", **options) == "ab=ab c=c"


def test_algo2_forgets_to_fold_the_hypothesis_of_a_transcript_file(ask):
    core, charset = ask.core, ask.charset()
    ref, hyp = (core.Trn(data, charset, sensitive=False) for data in (b"Ab (1)\n", b"Ab (1)\n"))
    batch = core.align(ask.rules(charset=charset, segment=2), ref.side(), hyp.side())
    assert [(slot[0], slot[1][0], slot[2][0]) for slot in batch.slots(0)] == [("S", b"ab", b"Ab")]
    batch = core.align(ask.rules(charset=charset, segment=1), ref.side(), hyp.side())
    assert [slot[0] for slot in batch.slots(0)] == ["C"]
