"""Words of a text, with and without markup."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("a  b\tc\vd\fe\rf\n", ["a", "b", "c", "d", "e", "f"]),
        ("", []),
        ("A b", ["a", "b"]),
        ("foo* * ab**", ["foo", "*", "ab*"]),
        ("a/b } {", ["a/b", "}"]),
        ("\\a a\\b c\\\\d", ["a", "ab", "cd"]),
        ("@ \\@ @* a@", ["a@"]),
        ("(uh) b-", ["(uh)", "b-"]),
        ("x{a/b} {}", ["x{a/b}"]),
        ("a { b c", ["a"]),
        ("a } b", ["a", "}", "b"]),
        ("\\{ab x\\{", ["ab", "x{"]),
    ],
)
def test_words_of_a_text(ask, text, values):
    assert ask.values(text) == values


@pytest.mark.parametrize(
    ("token", "fields"),
    [
        ("a", (b"a", None, None)),
        ("a;n", (b"a", b"n", None)),
        ("a;n;m", (b"a", b"n", b"m")),
        ("a;n;m;k", (b"a", b"n", b"m")),
        ("a;;m", (b"a", b"", b"m")),
        (";x", (b"", b"x", None)),
        ("a;", (b"a", b"", None)),
        ("a\\;b;c", (b"a;b", b"c", None)),
        ("a\\;;b", (b"a;", b"b", None)),
        ("a*;n*", (b"a", b"n*", None)),
    ],
)
def test_tags_are_cut_off_at_unprotected_semicolons(ask, token, fields):
    (word,) = ask.words(token)
    assert word[:3] == fields


def test_words_of_texts_have_no_times_no_confidence_and_no_weight(ask):
    assert ask.words("a") == [(b"a", None, None, 0.0, 0.0, 0.0, -1.0)]


def test_words_stay_as_written_where_case_matters(ask):
    assert ask.path("A b", "a b", sensitive=True) == "A/a b=b"
    assert ask.path("A b", "a B") == "a=a b=b"


@pytest.mark.parametrize(
    "text",
    [
        "{ a / b }",
        "{a/b}",
        "{a / b }",
        "{ a // b }",
        "{ / a / / b / }",
        "{ { a / b } }",
        "{ a / { b / { } } }",
        "{\na\n/\tb}",
    ],
)
def test_spellings_of_the_same_alternation(ask, text):
    assert ask.path(text, "a") == "a=a"
    assert ask.path(text, "b") == "b=b"
    assert ask.path(text, "c") == "a/c"


def test_text_glued_to_a_closing_brace_is_the_next_word(ask):
    assert ask.path("{a/b}c {d}{e}", "b c d e") == "b=b c=c d=d e=e"


def test_an_escaped_brace_still_opens_an_alternation(ask):
    assert ask.path("\\{a/b}", "b") == "b=b"


@pytest.mark.parametrize("text", ["{ }", "{}", "{ / }", "{ { } / { } }"])
def test_an_alternation_of_nothing_is_nothing(ask, text):
    assert ask.path(f"a {text} b", "a b") == "a=a b=b"


def test_thirty_alternations_inside_each_other_are_read_and_no_more(ask):
    assert ask.path("{ b / " * 30 + "a" + " }" * 30, "a") == "a=a"
    with pytest.raises(ask.core.TextError, match="^Network_traverse: Error, too many traversals > 31$"):
        ask.path("{ b / " * 31 + "a" + " }" * 31, "a")


def test_a_token_of_more_than_10000_bytes_loses_the_first_10000(ask):
    batch = ask.batch(["a " + "x" * 10000 + "yz b"], ["a yz b"])
    assert [slot[0] for slot in batch.slots(0)] == ["C", "C", "C"]
    notice = b"proc: find_next_TEXT_token increase token size > 10000\n"
    assert list(batch.notices) == [(0, "stderr", notice)]


def test_a_token_of_10000_bytes_is_kept(ask):
    word = "x" * 10000
    batch = ask.batch([word], [word])
    assert len(batch.slots(0)[0][1][0]) == 10000
    assert list(batch.notices) == []


def test_longer_tokens_are_kept_whole_by_the_rules(ask):
    word = "x" * 25001
    for ref in (f"a {word} b", f"a {{ {word} / c }} b", f"a é{word} b"):
        batch = ask.batch([ref], [ref.replace("{ ", "").replace(" / c }", "")], long_words=True)
        assert [slot[0] for slot in batch.slots(0)] == ["C", "C", "C"]
        assert len(batch.slots(0)[1][1][0]) >= 25001
        assert list(batch.notices) == []


def test_white_space_inside_a_longer_character_separates_nothing(ask):
    assert ask.values(b"a\xb0 b c", encoding="gb") == [b"a\xb0 b".decode(errors="surrogateescape"), "c"]
    assert ask.values(b"a\xe3 b c", encoding="utf-8") == [b"a\xe3 b".decode(errors="surrogateescape"), "c"]


def test_the_second_byte_of_a_character_is_no_markup(ask):
    assert ask.words(b"\xb0;x", encoding="gb")[0][:2] == (b"\xb0;x", None)
    assert ask.values(b"{a\xb0}b/c}", encoding="gb") == [b"a\xb0}b".decode(errors="surrogateescape")]


def test_without_markup_nothing_is_special(ask):
    assert ask.values("a;b {c/d} @ e* \\f", markup=False) == ["a;b", "{c/d}", "@", "e*", "\\f"]


def test_a_ready_list_of_words_is_taken_literally(ask):
    words = ["a;b", "{c", "d e", "@", "", "f*", "\\g"]
    assert ask.values(words) == words
    assert ask.path(["A", "@"], ["a", "@"]) == "a=a @=@"
    assert ask.path([b"x"], ("x",)) == "x=x"


def test_texts_may_be_str_or_bytes(ask):
    assert ask.path("é".encode(), "é", encoding="utf-8") == "é=é"
    assert ask.path(b"\xff", "\udcff") == "\udcff=\udcff"


def test_sides_of_unequal_length_are_refused(ask):
    with pytest.raises(ValueError, match="^2 references, but 1 hypotheses$"):
        ask.batch(["a", "b"], ["a"])


def test_division_slashes_of_alternations_are_slashes_by_the_rules(ask):
    assert ask.ops("a∕b { 24∕7 / x }", "a∕b 24/7", slash=True) == "CC"
    assert ask.ops("a∕b { 24∕7 / x }", "a∕b 24/7") == "CS"
    assert ask.ops("a∕b", "a/b", slash=True) == "S"
