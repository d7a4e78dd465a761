"""Rules between contexts: the first rule that fits wins, on both cores alike."""

from __future__ import annotations

import pickle
from array import array
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.core.oracles.rewritten_rows import rewritten_rows

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
    matches = core.Rewriter([(b"b", b"", b"", b""), (b"aa", b"", b"", b"")]).matches(b"aab")
    assert list(array("q", matches)) == [1, 0, 2, 0, 2, 3]


def test_rules_are_pickled(native):
    rules = pickle.loads(pickle.dumps(native.Rewriter([(b"A", b"x", b"", b"")], fold=True, copy=False)))
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


def plain(rules: list[tuple[bytes, bytes, bytes, bytes]], source: bytes, fold: bool, copy: bool) -> bytes:
    """Every rule tried at every place."""
    text = source.lower() if fold else source
    pieces, at = [], 0
    while at < len(text):
        for left, right, before, after in rules:
            if fold:
                left, before, after = left.lower(), before.lower(), after.lower()
            behind = at + len(left)
            if left and text[at:behind] == left and text[:at].endswith(before) and text[behind:].startswith(after):
                pieces.append(right)
                at = behind
                break
        else:
            pieces.append(source[at : at + 1] if copy else b"")
            at += 1
    return b"".join(pieces)


ROW_WORDS = [
    "uh",
    "a",
    "(uh)",
    "b-c",
    "(b-c)",
    "a--b",
    "(-x-y-)",
    "  ",
    "\xc9\xe9",
    ";",
    "(",
    "x)",
    "(a b)",
    "\t",
    "q",
    "{",
    "/",
    "\v",
]
HEADS = ["f 1 s 0 1 <o>", "f 1 s\t0  1", " f 1 s 0 1 <o>x", "f 1 s 0", ";f 1 s 0 1", "f 1 s 0 1 x<o>", "f < s 0 1"]
TIMED = ["f 1 0.5 007", "f 1 1.23456 0.25", "f 1 * *", "f 1 .5 1", ";f 1 1 1", "f 1 12345678901.25 1234567890.12345"]
RULES = [(b"UH", b"UM", b" ", b" "), (b"A", b"", b" ", b" "), (b"B-C", b"(x)", b"", b" "), (b"uh", b"X Y", b"", b"")]
RULES += [(b"q", b"{ x y / z/w }", b" ", b" "), (b"Q", b"( v w )", b" ", b" ")]


def row_of(kind: str, words: list[str], chosen: int) -> str:
    """A row of a kind of file, usual if the number that chooses its other fields is small."""
    if kind == "trn":
        return " ".join(words) + ["(s-1)", " (s-1)", " (s-1) ", "", " (s 1)", "(s\v)"][chosen % 6]
    if kind == "stm":
        return f"{HEADS[chosen % len(HEADS)]} {' '.join(words)}"
    return f"{TIMED[chosen % len(TIMED)]} {'+'.join(words)}{['', ' 0.5', ' NA', ' 1 lex'][chosen // 2 % 4]}"


@given(
    kind=st.sampled_from(["trn", "stm", "ctm"]),
    rows=st.lists(
        st.tuples(st.lists(st.sampled_from(ROW_WORDS[:9] * 6 + ROW_WORDS), max_size=5), st.integers(0, 7)), max_size=4
    ),
    options=st.fixed_dictionaries({name: st.booleans() for name in ("upper", "latin", "hyphens")}),
)
@example(kind="stm", rows=[(["\v"], 1)], options={})
def test_rows_are_rewritten_one_by_one(
    native, twin, kind: str, rows: list[tuple[list[str], int]], options: dict[str, bool]
) -> None:
    data = "".join(row_of(kind, *row) + "\n" for row in [*rows, (["a"], 0)]).encode("latin-1")
    upper, latin = options.get("upper", False), options.get("latin", False)
    table = bytes(c - 32 * (upper and (97 <= c <= 122 or (latin and c >= 0xE0))) for c in range(256))
    plain = twin.Rewriter(RULES)
    expected = rewritten_rows(
        data, kind, lambda words: plain.rewrite(words.translate(table)), options.get("hyphens", False)
    )
    assert native.Rewriter(RULES).rows(data, kind, **options) == expected


def test_rows_that_need_a_closer_look_are_named_with_their_places(native) -> None:
    rules = native.Rewriter([(b"UH", b"{ A B / C }", b" ", b" ")])
    text, odd = rules.rows(b"f 1 1 2 uh 0.5\nf 1 4 1 (uh\n;; x\nf 1 5 1 <ALT>\n", "ctm", upper=True)
    first = b"f 1 1.000 1.000 A 0.5\nf 1 2.000 1.000 B 0.5\nf 1 * * <ALT>\nf 1 1.000 2.000 C 0.5\nf 1 * * <ALT_END>\n"
    first = b"f 1 * * <ALT_BEGIN>\n" + first
    assert text == first + b";; x\nf 1 5 1 <ALT>\n"
    assert memoryview(odd).cast("q").tolist() == [len(first), 15, 26]


@pytest.mark.parametrize(
    ("data", "kind", "message"), [(b"", "txt", "rows are of trn, stm or ctm"), (b"a (b)", "trn", "no newline")]
)
def test_rows_of_another_kind_are_refused(native, data: bytes, kind: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        native.Rewriter([]).rows(data, kind)
