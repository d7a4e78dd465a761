"""Words of ctm rows: times, confidences, alternations, time-mediated alignment."""

from __future__ import annotations

import pytest

from tests.core.ask import floats, integers

B, M, E = "<ALT_BEGIN>", "<ALT>", "<ALT_END>"


def test_rows_become_words_with_begin_end_and_confidence(ask):
    batch = ask.core.align(ask.rules(), ask.rows(("A;n", 1.5, 0.25, 0.5)), ask.core.texts([""]))
    assert batch.slots(0) == [("D", (b"a", b"n", None, 1.5, 1.75, 0.5, -1.0), None)]


def test_offsets_cut_rows_into_utterances(ask):
    words, numbers = [b"a", b"b", b"c"], floats(0, 0, 0)
    side = ask.core.rows(words, numbers, numbers, numbers, integers(0, 2, 2, 3))
    assert len(side) == 3
    batch = ask.core.align(ask.rules(), side, ask.core.texts(["a b", "", "c"]))
    assert [[slot[0] for slot in batch.slots(i)] for i in range(3)] == [["C", "C"], [], ["C"]]


@pytest.mark.parametrize("first", [(), (0, 3), (1, 0), (-1, 1), (0, 2, 1)])
def test_offsets_outside_the_rows_are_refused(ask, first):
    with pytest.raises(ValueError, match="^offsets that do not rise or leave the words; expected 0 or more, rising"):
        ask.core.rows([b"a", b"b"], floats(0, 0), floats(0, 0), floats(0, 0), integers(*first))


def test_columns_of_unequal_length_are_refused(ask):
    with pytest.raises(ValueError, match="^begin, duration and confidence need one number per word$"):
        ask.core.rows([b"a"], floats(0), floats(), floats(0), integers(0, 1))


def test_braces_and_escapes_behind_them_are_literal(ask):
    assert ask.row_path([("{a/b}", 0, 1), ("{a;b\\", 0, 1)], "") == "-{a/b} -{a;b\\"
    assert ask.row_path([("a\\;b;c*", 0, 1), ("d*", 0, 1)], "") == "-a;b -d"


@pytest.mark.parametrize(
    ("rows", "hyp", "path"),
    [
        ([B, ("a", 0, 1), M, ("b", 0, 1), E], "b", "b=b"),
        ([B, ("a", 0, 1), ("b", 0, 1), M, ("c", 0, 1), E, ("d", 0, 1)], "c d", "c=c d=d"),
        ([B, ("a", 0, 1), M, E, ("d", 0, 1)], "d", "d=d"),
        (["<alt_begin>", ("a", 0, 1), "<Alt>", ("b", 0, 1), "<alt_END>"], "b", "b=b"),
        # After an empty first alternative the reference loses a word.
        ([B, M, ("a", 0, 1), ("b", 0, 1), E], "a b", "+a b=b"),
        ([B, M, ("a", 0, 1), E, ("d", 0, 1)], "a d", "+a d=d"),
        # An alternation that is never closed runs to the end.
        ([B, ("a", 0, 1), ("b", 0, 1)], "a b", "a=a b=b"),
        # A mark that stands alone swallows the word after it, and the rest becomes an alternative to the null word.
        ([("a", 0, 1), E, ("b", 0, 1), ("c", 0, 1)], "a", "a=a"),
        ([("a", 0, 1), E, ("b", 0, 1), ("c", 0, 1)], "a c", "a=a c=c"),
    ],
)
def test_marks_make_alternations(ask, rows, hyp, path):
    assert ask.row_path(rows, hyp) == path


@pytest.mark.parametrize("rows", [[B], [B, B], [M], [E], [B, M], [B, E], [B, M, E], [E, ("a", 0, 1)]])
def test_alternations_without_words_are_the_null_word(ask, rows):
    assert ask.row_path(rows, "") == ""
    # Time-mediated, it is even substituted by a word at the very beginning.
    assert ask.row_path(rows, [("x", 0.0, 0.0)], times=True) == "@/x"


def test_the_null_word_of_an_empty_alternative_has_the_confidence_of_its_row(ask):
    confidences = [0.0, 0.25, 0.5, 0.75]
    words = [b"<ALT_BEGIN>", b"a", b"<ALT>", b"<ALT_END>"]
    side = ask.core.rows(words, floats(9, 9, 9, 9), floats(9, 9, 9, 9), floats(*confidences), integers(0, 4))
    batch = ask.core.align(ask.rules(times=True), side, ask.rows(("x", 0.0, 0.125)))
    assert batch.slots(0) == [
        ("S", (b"@", None, None, 0.0, 0.0, 0.5, -1.0), (b"x", None, None, 0.0, 0.125, 0.0, -1.0)),
    ]


def test_a_row_may_be_the_null_word(ask):
    assert ask.row_path([("@", 0, 1), ("a", 1, 1)], "a") == "a=a"


def test_time_mediated_alignment_pairs_words_that_are_near(ask):
    ref = [("a", 0.0, 1.0), ("b", 1.0, 1.0)]
    hyp = [("x", 1.0, 1.0)]
    assert ask.row_path(ref, hyp, times=True) == "-a b/x"
    assert ask.row_path(ref, [("x", 0.0, 1.0)], times=True) == "a/x -b"
    # Equal words too far apart are not paired: 2 x 5 s against 2 x 1 s of being left out.
    assert ask.row_path([("a", 0.0, 1.0)], [("a", 5.0, 1.0)], times=True) == "-a +a"


def test_equal_words_win_by_a_thousandth_under_times(ask):
    assert ask.row_path([("a", 0.0, 1.0)], [("b", 0.0, 1.0), ("a", 0.0, 1.0)], times=True) == "+b a=a"


def test_total_costs_of_a_million_lose_the_path(ask):
    assert ask.row_path([("a", 0.0, 2e6)], "", times=True) == ""
    assert ask.row_path([("a", 0.0, 9e5)], "", times=True) == "-a"


def test_errors_between_words_are_sorted_by_begin_time_on_demand(ask):
    ref = [("y", 0.0, 0.1), ("a", 3.0, 0.1), ("z", 9.0, 0.1)]
    hyp = [("y", 0.0, 0.1), ("p", 1.0, 0.1), ("q", 5.0, 0.1), ("z", 9.0, 0.1)]
    assert ask.row_path(ref, hyp, times=True) == "y=y -a +p +q z=z"
    assert ask.row_path(ref, hyp, times=True, sort_times=True) == "y=y +p -a +q z=z"


def test_sorting_by_time_keeps_the_order_of_equal_times(ask):
    rows = [("a", 1.0, 0.1), ("b", 1.0, 0.1), ("c", 0.5, 0.1)]
    assert ask.row_path(rows, "", sort_times=True) == "-c -a -b"


def test_nan_and_infinite_numbers_end_in_an_answer_or_an_error(ask):
    nan = float("nan")
    path = ask.row_path([("a", nan, 1.0), ("b", 1.0, nan)], [("a", 0.0, 1.0)], times=True, sort_times=True)
    assert isinstance(path, str)
