"""Rules between contexts: the first rule that fits wins, on both cores alike."""

from __future__ import annotations

import importlib
import pickle
from array import array
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.conftest import built

CASES = [
    # rules, text, result
    ([(b"a", b"x", b" ", b" ")], b" a a ", b" x x "),
    ([(b"a", b"x", b"", b""), (b"ab", b"y", b"", b"")], b"ab", b"xb"),
    ([(b"ab", b"y", b"", b""), (b"a", b"x", b"", b"")], b"ab a", b"y x"),
    ([(b"a", b"b", b"", b""), (b"b", b"a", b"", b"")], b"ab", b"ba"),
    ([(b"b", b"x", b"aa", b"")], b"ab aab", b"ab aax"),
    ([(b"b", b"x", b"x", b""), (b"a", b"x", b"", b"")], b"ab", b"xb"),
    ([(b"", b"x", b"", b"")], b"ab", b"ab"),
    ([(b"a", b"", b"", b"a")], b"aaa", b"a"),
    ([(b"a", b"1", b"p", b""), (b"a", b"2", b"", b"q"), (b"a", b"3", b"", b"")], b"pa aq a paq", b"p1 2q 3 p1q"),
    ([], b"ab", b"ab"),
]


@pytest.mark.parametrize(("rules", "text", "result"), CASES)
def test_the_first_rule_that_fits_replaces_its_left_side(core, rules, text, result):
    assert core.Rewriter(rules).rewrite(text) == result


def test_letters_match_in_either_case_only_if_they_are_ascii(core):
    rules = core.Rewriter([(b"Ab", b"Y", b"C", b"\xc9")], fold=True)
    assert rules.rewrite(b"caB\xc9 CAB\xe9") == b"cY\xc9 CAB\xe9"


def test_text_that_no_rule_matches_can_be_dropped(core):
    assert core.Rewriter([(b"a", b"x", b"", b"")], copy=False).rewrite(b"bab\na") == b"xx"


def test_matches_are_triples_of_rule_begin_and_end(core):
    found = core.Rewriter([(b"b", b"", b"", b""), (b"aa", b"", b"", b"")]).matches(b"aab")
    assert list(array("q", found)) == [1, 0, 2, 0, 2, 3]


def test_pickles_of_either_core_load(core):
    rules = pickle.loads(pickle.dumps(core.Rewriter([(b"A", b"x", b"", b"")], fold=True, copy=False)))
    assert rules.rewrite(b"ba") == b"x"


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ([(b"a", b"b")], "a rule is a tuple of 4 bytes objects"),
        ([(b"a" * 4097, b"", b"", b"")], "more than 4096 bytes"),
    ],
)
def test_something_else_than_a_rule_is_refused(core, rules, message):
    with pytest.raises(ValueError, match=message):
        core.Rewriter(rules)


def test_both_cores_and_a_plain_search_agree_on_random_rules(native, twin):
    chance = Random(5)

    def some(longest: int) -> bytes:
        return bytes(chance.choice(b"abA ") for _ in range(chance.randint(0, longest)))

    for _ in range(300):
        rules = [(some(3), some(2), some(2), some(2)) for _ in range(chance.choice((1, 5, 40)))]
        text = some(60)
        options = {"fold": chance.random() < 0.5, "copy": chance.random() < 0.8}
        expected = plain(rules, text, **options)
        assert native.Rewriter(rules, **options).rewrite(text) == expected
        assert twin.Rewriter(rules, **options).rewrite(text) == expected


def plain(rules: list[tuple[bytes, bytes, bytes, bytes]], given: bytes, fold: bool, copy: bool) -> bytes:
    """Every rule tried at every place."""
    text = given.lower() if fold else given
    found, at = [], 0
    while at < len(text):
        for left, right, before, after in rules:
            if fold:
                left, before, after = left.lower(), before.lower(), after.lower()
            behind = at + len(left)
            if left and text[at:behind] == left and text[:at].endswith(before) and text[behind:].startswith(after):
                found.append(right)
                at = behind
                break
        else:
            found.append(given[at : at + 1] if copy else b"")
            at += 1
    return b"".join(found)


ROW_WORDS = ["uh", "a", "(uh)", "b-c", "(b-c)", "a--b", "(-x-y-)", "  ", "É", ";", "(", "x)", "(a b)", "\t"]


@given(
    words=st.lists(st.lists(st.sampled_from(ROW_WORDS[:9] * 6 + ROW_WORDS), max_size=5), max_size=4),
    end=st.sampled_from(["(s-1)", " (s-1)", " (s-1) ", "", " (s 1)"]),
    upper=st.booleans(),
    hyphens=st.booleans(),
)
def test_rows_are_those_of_the_twin(words: list[list[str]], end: str, upper: bool, hyphens: bool) -> None:
    if not built():
        pytest.skip("the native core was not built")
    rules = [(b"UH", b"UM", b" ", b" "), (b"A", b"", b" ", b" "), (b"B-C", b"(x)", b"", b" ")]
    rules.append((b"uh", b"X Y", b"", b""))
    data = "".join(" ".join(row) + end + "\n" for row in words).encode()
    found = [importlib.import_module(f"scoring._core.{name}").Rewriter(rules) for name in ("python", "_native")]
    rows = [rewriter.rows(data, upper, hyphens) for rewriter in found]
    assert rows[0] == rows[1]
