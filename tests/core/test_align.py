"""Choice of the path: costs and ties."""

from __future__ import annotations

import math
import random

import pytest

from tests.core.ask import Ask


@pytest.mark.parametrize(
    ("ref", "hyp", "path"),
    [
        ("a", "b c", "+b a/c"),
        ("a b", "c", "-a b/c"),
        ("a a", "a", "-a a=a"),
        ("a b a", "b a b", "-a b=b a=a +b"),
        ("a b c d", "c d a b", "-a -b c=c d=d +a +b"),
        ("x y z", "p q", "-x y/p z/q"),
        ("a b", "a a b", "+a a=a b=b"),
        ("", "", ""),
        ("a", "", "-a"),
        ("", "a", "+a"),
    ],
)
def test_ties_push_errors_to_the_left_and_put_deletions_before_insertions(ask, ref, hyp, path):
    assert ask.path(ref, hyp) == path


@pytest.mark.parametrize(
    ("ref", "hyp", "path"),
    [
        ("{ x / y }", "z", "x/z"),
        ("{ x / @ } c", "z c", "+z c=c"),
        ("{ x / @ } c", "c", "c=c"),
        ("{ a b / c } d", "c d", "c=c d=d"),
        ("a { @ } b", "a b", "a=a b=b"),
        ("{ a / { b / c d } }", "c d", "c=c d=d"),
        ("{ a / b } { b / a }", "b a", "b=b a=a"),
        ("{ a b / a }", "a", "a=a"),
        ("x", "{ x / y }", "x=x"),
        ("{ a / b }", "{ b / c }", "b=b"),
        ("@", "@", ""),
    ],
)
def test_the_cheapest_alternative_is_taken_and_null_words_leave_no_trace(ask, ref, hyp, path):
    assert ask.path(ref, hyp) == path


@pytest.mark.parametrize(
    ("ref", "hyp", "path"),
    [
        ("b a b", "b @", "-b -a b=b"),
        ("b", "a b @ b a", "+a +b b=b +a"),
        ("@ a @ @ @", "b b", "a/b +b"),
    ],
)
def test_null_words_add_up_in_single_precision(ask, ref, hyp, path):
    # In exact arithmetic these are ties, and the ties would be decided the other way.
    assert ask.path(ref, hyp) == path


@pytest.mark.parametrize(
    ("ref", "hyp", "path"),
    [
        ("(uh) b", "b", "(uh)= b=b"),
        ("b", "(uh) b", "=(uh) b=b"),
        ("(uh) b", "uh b", "(uh)=uh b=b"),
        ("(uh) b", "x b", "(uh)/x b=b"),
        ("(a) (b)", "", "(a)= (b)="),
        ("()", "", "()="),
        ("(", "(", "(=("),
        ("(a)*", "a", "(a)=a"),
        ("(a)", "(a)", "(a)=(a)"),
    ],
)
def test_optional_words_may_be_missing(ask, ref, hyp, path):
    assert ask.path(ref, hyp, optional=True) == path


def test_an_optional_word_that_is_missing_is_correct_against_an_empty_word(ask):
    empty = (b"", None, None, 0.0, 0.0, 0.0, 0.0)
    assert ask.slots("(uh)", "", optional=True) == [("C", (b"(uh)", None, None, 0.0, 0.0, 0.0, -1.0), empty)]
    assert ask.slots("", "(uh)", optional=True) == [("C", empty, (b"(uh)", None, None, 0.0, 0.0, 0.0, -1.0))]


def test_parentheses_mean_nothing_without_the_option(ask):
    assert ask.path("(uh) b", "b") == "-(uh) b=b"
    assert ask.path("(uh)", "uh") == "(uh)/uh"


def test_leaving_out_an_optional_word_is_cheaper_than_a_substitution(ask):
    # 2 + 3 beats nothing, 2 + 0 beats 4 + 3.
    assert ask.path("(a) b", "b", optional=True) == "(a)= b=b"
    assert ask.path("a", "a (a)", optional=True) == "a=a =(a)"


@pytest.mark.parametrize(
    ("ref", "hyp", "op"),
    [
        ("ab-", "abc", "C"),
        ("abc", "ab-", "C"),
        ("-bc", "abc", "C"),
        ("abc", "-bc", "C"),
        ("ab-", "xbc", "S"),
        ("-", "a", "S"),
        ("-", "-", "C"),
        ("ab-", "ab-", "C"),
        ("ab-", "a", "S"),
        ("-b-", "ab-", "C"),
        ("-b-", "abc", "S"),
        ("a-b", "a-c", "S"),
        ("b-", "-b", "S"),
    ],
)
def test_fragments_match_the_words_they_begin_or_end(ask, ref, hyp, op):
    assert ask.ops(ref, hyp, fragments=True) == op


def test_hyphens_mean_nothing_without_the_option(ask):
    assert ask.ops("ab-", "abc") == "S"


def test_optional_words_may_be_fragments(ask):
    assert ask.path("(ab-) c", "abc c", optional=True, fragments=True) == "(ab-)=abc c=c"
    # A word that only begins with a hyphen is no fragment.
    assert ask.ops("(-bc)", "abc", optional=True, fragments=True) == "S"


def test_weights_decide_what_an_error_costs(ask):
    weights = {b"a": 1.0, b"b": 5.0}
    # Substitution costs both weights, so it ties with deletion and insertion and is preferred.
    assert ask.path("a", "b", weights=weights) == "a/b"
    assert ask.words("a b c a=b", weights=weights, default_weight=0.5)[3][6] == 6.0
    assert [word[6] for word in ask.words("a b c", weights=weights, default_weight=0.5)] == [1.0, 5.0, 0.5]


def test_null_and_optional_words_weigh_nothing(ask):
    slots = ask.slots("(a) { @ / b }", "a x", weights={}, default_weight=1.0, optional=True)
    assert slots[0][1][6] == 0.0
    # A null word is substituted where that saves the thousandth that leaving it out costs.
    assert [slot[1][0] for slot in slots] == [b"(a)", b"@"]
    assert slots[1][0] == "S"


def test_two_null_words_pair_up_under_weights_and_say_so(ask):
    batch = ask.batch(["@"], ["@"], weights={}, default_weight=1.0)
    assert batch.slots(0) == []
    assert list(batch.notices) == [(0, "stdout", b"substition of to nulls\n")]


@pytest.mark.parametrize(
    ("ref", "hyp", "compute_wer", "align_text"),
    [
        ("a b", "b c", "DCI", "SS"),
        ("a b", "b a", "DCI", "SS"),
        ("x a b y", "x b a y", "CDCIC", "CSSC"),
        ("a b b", "a b", "CCD", "CDC"),
        ("a a a b", "a b b b b", "CSSCI", "CISSC"),
        ("p q", "q r s", "DCII", "ISS"),
        ("a", "b c", "SI", "IS"),
        ("a b", "c", "SD", "DS"),
        ("m a n", "n a m e", "SCSI", "SCIS"),
    ],
)
def test_the_two_tie_orders_of_kaldi(ask, ref, hyp, compute_wer, align_text):
    assert ask.ops(ref, hyp, costs=(1, 1, 1), ties="IDS", markup=False) == compute_wer
    assert ask.ops(ref, hyp, costs=(1, 1, 1), ties="SDI", markup=False) == align_text


def test_an_unknown_segmentation_is_refused(ask):
    with pytest.raises(ValueError, match="^unknown segmentation 3"):
        ask.rules(segment=3)


def test_threads_change_nothing(ask):
    refs = ["a b c d", "{ a / b c } d", "", "x y z"] * 10
    hyps = ["a c d d", "b c", "q", "z y x"] * 10
    rules, texts = ask.rules(), ask.core.texts
    alone = ask.core.align(rules, texts(refs), texts(hyps), 1)
    four = ask.core.align(rules, texts(refs), texts(hyps), 4)
    assert [alone.slots(i) for i in range(40)] == [four.slots(i) for i in range(40)]


@pytest.mark.parametrize("seed", range(8))
def test_long_channels_are_aligned_by_their_times_alike(native, twin, seed):
    chance = random.Random(seed)
    sides = []
    for _ in range(2):
        now, rows = 0.0, []
        for _ in range(chance.randint(60, 90)):
            now += chance.choice([0.1, 0.25, 0.31])
            rows.append((chance.choice(["a", "b", "c", "un-", "@", "x"]), now, chance.choice([0.1, 0.3]), 0.5))
        if seed == 7:
            rows[9] = ("a", math.nan, 0.1, 0.5)
        sides.append(rows)
    paths = []
    for ask in (Ask(native), Ask(twin)):
        rules = ask.core.Rules(ask.charset("ascii"), times=True, fragments=seed % 2 == 0)
        batch = ask.core.align(rules, *(ask.rows(*rows) for rows in sides))
        paths.append([(slot[0], slot[1] and slot[1][0], slot[2] and slot[2][0]) for slot in batch.slots(0)])
    assert paths[0] == paths[1]
    # The reference finds no path where a time is NaN.
    assert {"C", "S"} < {move for move, _, _ in paths[0]} if seed < 7 else paths[0] == []


@pytest.mark.parametrize(
    ("ref", "hyp", "operations"),
    [
        ("a b x", "a b a b x", "IICCC"),
        ("a b c", "a b", "CCD"),
        ("a a b x", "a b y", "DCCS"),
        ("a b a", "a b b a", "CICC"),
        ("a b a c", "a b a x c", "CCCIC"),
        ("b a b a", "b a", "DDCC"),
        ("b a c a", "b a", "CDDC"),
    ],
)
def test_ties_next_to_equal_words_at_the_beginning_match_the_last_of_them(ask, ref, hyp, operations):
    assert ask.ops(ref, hyp) == operations
