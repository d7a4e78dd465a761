"""Chains: steps in order, labels, the log."""

from __future__ import annotations

import pytest

from scorelite.formats.errors import FormatError, UsageError
from scorelite.scoring.normalise import Chain, Rule, Table, chain_of, normalise, replayed


def test_the_log_replays_to_the_result():
    texts = ["Hello, World!", "", "  It's   FINE ", "x"]
    result, changes = normalise(texts, "basic")
    assert result == ["hello world", "", "it's fine", "x"]
    assert replayed(texts, changes) == result


def test_a_log_of_other_texts_is_refused():
    _, changes = normalise(["Hello"], "basic")
    with pytest.raises(UsageError, match="does not fit the text 'other'"):
        replayed(["other"], changes)


def test_the_longest_rule_wins_and_replaced_text_is_not_searched_again():
    table = Table("t", (Rule("a", "b"), Rule("a b", "c"), Rule("b", "a")))
    assert Chain((table,)).apply(["a  b a b b"])[0] == ["c c a"]


def test_rules_of_a_file_are_signed_by_their_content(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text('colour,color\n"a, b",c\n')
    chain = chain_of(["basic", path])
    assert chain.label.startswith("basic@1+rules:")
    assert chain.label == chain_of(["basic", str(path)]).label
    assert chain.apply(["Colour"])[0] == ["color"]


def test_a_line_that_is_not_a_rule_is_reported_with_its_place(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("a,b\nc\n")
    with pytest.raises(FormatError, match="mine.csv:2:1: 1 field; expected a text, a comma and its replacement"):
        chain_of(path)


def test_an_unknown_suffix_names_the_known_ones():
    with pytest.raises(UsageError, match=r"expected .csv"):
        chain_of("rules.exe")


def test_an_empty_chain_changes_nothing():
    assert Chain(()).apply(["A"], log=True) == (["A"], ())


@pytest.mark.parametrize(
    ("wanted", "message"), [(5, "a normaliser is 5; expected a name"), ((), "no normaliser; expected a name")]
)
def test_what_is_not_a_normaliser_is_refused(wanted, message):
    with pytest.raises(UsageError, match=message):
        chain_of(wanted)
