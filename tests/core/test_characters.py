"""Character alignment."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("text", "characters", "values"),
    [
        ("ab c", 0, ["a", "b", "c"]),
        ("日本a語bc", 0, ["日", "本", "a", "語", "b", "c"]),
        ("ab日cd本本e", 1, ["ab", "日", "cd", "本", "本", "e"]),
        ("a-b - c", 0, ["a", "-", "b", "-", "c"]),
        ("a-b - -c-", 2, ["a", "b", "-", "c"]),
        ("a-b日-c", 3, ["ab", "日", "c"]),
        ("a -- b ---", 2, ["a", "b"]),
        ("ab*日", 1, ["ab", "日"]),
        ("a@b", 0, ["a", "b"]),
        ("a\\;b;tag", 0, ["a", ";", "b"]),
    ],
)
def test_words_become_characters(ask, text, characters, values):
    assert ask.values(text, encoding="utf-8", characters=characters) == values


@pytest.mark.parametrize(
    ("words", "options", "values"),
    [
        (["a", ""], {}, ["a"]),
        (["a", "", "b-c"], {}, ["a", "b", "-", "c"]),
        (["a", "", "b-c"], {"fragments": True}, ["a", "b", "-", "c"]),
        (["a", "", "b-c"], {"characters": 3}, ["a", "bc"]),
        (["a", "", "(b)"], {"optional": True}, ["a", "b"]),
        (["a", "b c"], {}, ["a", "b", " ", "c"]),
        (["a", "b c", "(d)"], {"optional": True}, ["a", "b", " ", "c", "d"]),
        (["a", "b c"], {"characters": 1}, ["a", "b c"]),
    ],
)
def test_words_of_a_list_become_all_their_characters_and_empty_ones_none(ask, words, options, values):
    path = ask.slots(words, words, **{"encoding": "utf-8", "characters": 0, "markup": False, **options})
    assert [slot[1][0].decode().strip("()") for slot in path] == values


def test_bytes_are_the_characters_of_ascii(ask):
    assert ask.ops("é", "è", characters=0) == "CS"
    assert ask.ops("éa", "èa", characters=1) == "S"


def test_guarani_keeps_g_with_its_tilde(ask):
    assert ask.values("ag̃ag", encoding="utf-8", characters=0, guarani=True) == ["a", "g̃", "a", "g"]
    assert len(ask.values("ag̃", encoding="utf-8", characters=0)) == 3
    assert len(ask.values("a\u0303 g\u0303", encoding="utf-8", characters=0, guarani=True)) == 3
    assert ask.values("̃g", encoding="utf-8", characters=0, guarani=True) == ["̃", "g"]


def test_pieces_of_an_optional_word_are_optional(ask):
    assert ask.path("(ab)", "b", characters=0, optional=True) == "(a)= (b)=b"


def test_pieces_of_fragments_are_no_fragments(ask):
    assert ask.ops("ab-", "abc", characters=0, fragments=True) == "CCS"


def test_times_are_divided_equally_and_confidence_is_copied(ask):
    batch = ask.core.align(ask.rules(characters=0), ask.core.texts(["ab"]), ask.rows(("ab", 1.0, 0.5, 0.75)))
    assert [slot[2] for slot in batch.slots(0)] == [
        (b"a", None, None, 1.0, 1.25, 0.75, -1.0),
        (b"b", None, None, 1.25, 1.5, 0.75, -1.0),
    ]


def test_spelled_alternatives_come_after_single_characters(ask):
    # Whole words: the first alternative. Spelled, `ab` moves behind `c` in the lists, so `c` wins the tie.
    assert ask.path("{ ab / c } d", "x d") == "ab/x d=d"
    assert ask.path("{ a / c } d", "x d", characters=0) == "a/x d=d"
    assert ask.path("{ 日 / c } d", "x d", characters=0, encoding="utf-8") == "日/x d=d"
    assert ask.path("{ (a) / c } d", "x d", characters=0, optional=True) == "c/x d=d"


@pytest.mark.parametrize("text", ["{ (ab) / (b) }", "{ (a) / (b) / (c) } { (d) / (e) }", "{ (ab) (c) / (b) / @ }"])
def test_spelling_optional_alternatives_comes_to_an_end(ask, text):
    assert ask.ops(text, "", characters=0, optional=True).strip("C") == ""


def test_alternatives_that_vanish_are_not_there(ask):
    assert ask.path("{ -- / a } b", "b", characters=2) == "-a b=b"
    assert ask.path("a { -- } b", "a b", characters=2) == "a=a b=b"


def test_ready_words_are_spelled_literally(ask):
    assert ask.values(["a@", "{b}"], characters=0) == ["a", "@", "{", "b", "}"]


@pytest.mark.parametrize(
    ("encoding", "ref", "hyp", "operations"),
    [
        ("utf-8", "日本 é", "日 本e", "CCS"),
        ("utf-8", "ab c", "a\tbc d", "CCCI"),
        ("utf-8", "é", "è", "S"),
        ("utf-8", "日日本", "日本", "DCC"),
        ("utf-8", "\U0001f600a", "a", "DC"),
        ("gb", b"\xc8\xd5a", b"\xc8\xd6a", "SC"),
        ("ascii", "é a", "éa", "CCC"),
        ("utf-8", "", "日 a", "II"),
    ],
)
def test_characters_of_texts_are_aligned_without_their_blanks(ask, encoding, ref, hyp, operations):
    assert ask.ops(ref, hyp, encoding=encoding, characters=0) == operations
