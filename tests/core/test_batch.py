"""Answers of a batch of alignments."""

from __future__ import annotations

import gc
from array import array
from itertools import pairwise

import pytest

from tests.core.ask import EMPTY, Ask, integers, small_integers


def blocks(batch, *, order=None, heads=None, tails=None, width=1000, aux=0):
    order = range(len(batch)) if order is None else order
    heads = [b"id: (%d)\n" % i for i in order] if heads is None else heads
    return batch.blocks(integers(*order), heads, tails, width, aux)


def lines(batch, **options):
    return blocks(batch, **options).decode().split("\n")


def word(value, *numbers):
    return (value, None, None, *(numbers or (0.0, 0.0, 0.0, -1.0)))


def test_counts_are_correct_substitutions_deletions_insertions(ask):
    batch = ask.batch(["a b c", "", "x"], ["a q", "i i", "x"])
    assert len(batch) == 3
    assert batch.counts() == small_integers(1, 1, 1, 0, 0, 0, 0, 2, 1, 0, 0, 0)


def test_totals_add_up_by_group_and_leave_out_negative_ones(ask):
    batch = ask.batch(["a", "b", "c", "d"], ["a", "x", "", "d d"])
    assert batch.totals(small_integers(1, 0, 1, -1), 3) == [(1, 0, 1, 0, 0, 1), (2, 1, 0, 1, 0, 1), (0, 0, 0, 0, 0, 0)]


def test_totals_need_a_group_for_every_utterance(ask):
    with pytest.raises(ValueError, match=r"."):
        ask.batch(["a", "b"], ["a", "b"]).totals(small_integers(0), 1)


def test_tally_counts_pairs_insertions_and_deletions_as_read(ask):
    batch = ask.batch(["a", "a b", "Z"], ["X", "X", ""])
    assert batch.tally(integers(0, 1, 2)) == ({(b"a", b"x"): 1, (b"b", b"x"): 1}, {}, {b"a": 1, b"z": 1})
    assert batch.tally(integers(0)) == ({(b"a", b"x"): 1}, {}, {})
    assert ask.batch(["", "b"], ["i i", "b"]).tally(integers(0, 1)) == ({}, {b"i": 2}, {})


def test_listings_count_wrong_words_the_most_frequent_first(ask):
    batch = ask.batch(["a", "a b", "b", ""], ["x", "x", "x", "y i"])
    confused, inserted, deleted, refs, hyps = batch.listings(integers(0, 1, 2, 3))
    assert confused == (2, 3, b"   1:    2  ->  b ==> x\n   2:    1  ->  a ==> x\n")
    assert inserted == (2, 2, b"   1:    1  ->  i\n   2:    1  ->  y\n")
    assert deleted == (1, 1, b"   1:    1  ->  a\n")
    assert refs == (2, 3, b"   1:    2  ->  b\n   2:    1  ->  a\n")
    assert hyps == (1, 3, b"   1:    3  ->  x\n")


def test_a_block_shows_wrong_words_in_capitals_and_stars_for_missing_ones(ask):
    batch = ask.batch(["the cat sat"], ["the dog sat down"])
    assert lines(batch) == [
        "id: (0)",
        "Scores: (#C #S #D #I) 2 1 0 1",
        "REF:  the CAT sat **** ",
        "HYP:  the DOG sat DOWN ",
        "Eval:     S       I    ",
        "",
        "",
    ]


def test_words_keep_their_case_where_case_matters(ask):
    assert lines(ask.batch(["a b"], ["x b c"], sensitive=True))[2:4] == ["REF:  a b * ", "HYP:  x b c "]


def test_there_are_as_many_stars_as_bytes(ask):
    assert lines(ask.batch(["é" * 30], [""], encoding="utf-8"))[3] == "HYP:  " + "*" * 60 + " "


def test_capitals_follow_the_profile_but_widths_the_word_as_read(ask):
    charset = ask.charset("utf-8", {0x49: 0x131}, {0x131: 0x49, 0x69: 0x130})
    batch = ask.core.align(ask.core.Rules(charset), ask.core.texts(["ı i"]), ask.core.texts(["x y"]))
    assert lines(batch)[2:4] == ["REF:  I  İ ", "HYP:  X  Y "]


def test_a_missing_optional_word_is_blank(ask):
    assert lines(ask.batch(["(uh) a"], ["a"], optional=True))[2:5] == [
        "REF:  (uh) a ",
        "HYP:       a ",
        "Eval:        ",
    ]


def test_the_word_that_reaches_the_width_goes_to_the_next_line_unless_it_is_the_last(ask):
    batch = ask.batch(["aa bb cc dd ee"], ["aa bb cc dd ee"])
    # 6 + 3 + 3 stays below 13, a third word would not; continuation lines begin at 9.
    assert lines(batch, width=13)[2:14] == [
        "REF:  aa bb ",
        "HYP:  aa bb ",
        "Eval:       ",
        "",
        ">> REF:  cc ",
        ">> HYP:  cc ",
        ">> Eval:    ",
        "",
        ">> REF:  dd ee ",
        ">> HYP:  dd ee ",
        ">> Eval:       ",
        "",
    ]
    assert lines(batch, width=12)[2] == "REF:  aa "
    assert lines(batch, width=21)[2] == "REF:  aa bb cc dd ee "
    assert lines(batch, width=18)[2] == "REF:  aa bb cc "


@pytest.mark.parametrize("width", [-1, 0, 1, 6, 7, 15])
def test_a_word_that_fills_a_line_gets_one_of_its_own(ask, width):
    batch = ask.batch(["a" * 20 + " " + "b" * 20 + " c"], [""])
    shown = [line for line in lines(batch, width=width) if "REF:" in line]
    assert shown == ["REF:  " + "A" * 20 + " ", ">> REF:  " + "B" * 20 + " ", ">> REF:  C "]


def test_an_empty_utterance_has_scores_and_no_lines(ask):
    assert blocks(ask.batch([""], [""])) == b"id: (0)\nScores: (#C #S #D #I) 0 0 0 0\n\n"


def test_heads_and_tails_stand_around_the_scores_in_the_order_asked_for(ask):
    batch = ask.batch(["", "a"], ["", "a"])
    assert blocks(batch, order=[1, 0], heads=[b"H1\n", b"H0\n"], tails=[b"T1\n", b"T0\n"]) == (
        b"H1\nScores: (#C #S #D #I) 1 0 0 0\nT1\nREF:  a \nHYP:  a \nEval:   \n\n"
        b"H0\nScores: (#C #S #D #I) 0 0 0 0\nT0\n\n"
    )


def test_times_confidences_and_weights_get_lines_of_their_own(ask):
    path = [
        ("S", word(b"aa", 1.0, 1.5, 0.25, 2.0), word(b"b", 0.125, 10.0, 0.5, -1.0)),
        ("I", None, word(b"longer-than-7", 3.0, 4.0, 1.0, 0.0)),
        ("D", word(b"", 5.0, 6.0, 0.0, 0.5), None),
    ]
    batch = ask.core.batch_of(ask.charset(), False, [path])
    assert lines(batch, aux=63)[2:] == [
        "REF:  AA      *************         ",
        "R_T1: 1.00                  5.00    ",
        "R_T2: 1.50                  6.00    ",
        "RCNF: 0.2500                0.0000  ",
        "HYP:  B       LONGER-THAN-7         ",
        "H_T1: 0.12    3.00                  ",
        "H_T2: 10.00   4.00                  ",
        "CONF: 0.5000  1.0000                ",
        "R_WE: 2.0000                0.5000  ",
        "H_WE: -1.0000 0.0000                ",
        "Eval: S       I             D       ",
        "",
        "",
    ]


def _sgml(batch, outer, inner, aux):
    line = batch.sgml(integers(0), [b"<PATH>\n"], outer, inner, aux)
    assert (line[:7], line[-9:]) == (b"<PATH>\n", b"\n</PATH>\n")
    return line.removeprefix(b"<PATH>\n").removesuffix(b"\n</PATH>\n")


def test_sgml_writes_pairs_with_quotes_and_escapes_semicolons(ask):
    batch = ask.batch(["a b\\;c;n d x"], ["a b\\;c e;;m x y"])
    assert _sgml(batch, b":", b",", 0) == b'C,"a","a":C,"b\\;c;n;","b\\;c":S,"d","e;;m":C,"x","x":I,,"y"'


def test_sgml_of_missing_words_has_empty_fields(ask):
    batch = ask.batch(["a"], [""])
    assert _sgml(batch, b":", b",", 63) == b'D,"a",,0.000+0.000,,0.000000,,-1.000000,'
    batch = ask.batch([""], ["a"])
    assert _sgml(batch, b":", b",", 63) == b'I,,"a",,0.000+0.000,,0.000000,,-1.000000'


def test_sgml_may_be_separated_by_newlines(ask):
    assert _sgml(ask.batch(["a b"], ["a"]), b"\n", b"\n", 0) == b'C\n"a"\n"a"\nD\n"b"\n'


def test_sgml_of_nothing_is_nothing(ask):
    assert _sgml(ask.batch([""], [""]), b":", b",", 0) == b""


def test_ready_made_alignments_come_back_as_they_were(ask):
    paths = [[("C", word(b"a"), EMPTY), ("I", None, word(b"b", 1.0, 2.0, 0.5, 3.0))], []]
    batch = ask.core.batch_of(ask.charset(), False, paths)
    assert [batch.slots(0), batch.slots(1)] == paths
    assert list(memoryview(batch.counts()).cast("i")) == [1, 0, 0, 1, 0, 0, 0, 0]
    assert list(batch.notices) == []


def test_tags_may_be_there_one_without_the_other(ask):
    paths = [[("C", (b"a", None, b"m", 0.0, 0.0, 0.0, 0.0), (b"a", b"n", None, 0.0, 0.0, 0.0, 0.0))]]
    assert _sgml(ask.core.batch_of(ask.charset(), False, paths), b":", b",", 0) == b'C,"a;;m","a;n;"'


def test_numbers_are_those_of_both_sides_and_nan_where_there_is_no_word(ask):
    hyp = ask.rows(("a", 0, 1, 0.5), ("x", 1, 1, 0.25), ("d", 2, 1, 1.0))
    batch = ask.core.align(ask.rules(), ask.core.texts(["a b c"]), hyp)
    operations, ref, hyp = batch.numbers(integers(0), "confidence")
    assert operations == b"CSS"
    assert list(memoryview(ref).cast("d")) == [0.0, 0.0, 0.0]
    assert list(memoryview(hyp).cast("d")) == [0.5, 0.25, 1.0]


def test_times_are_those_of_both_sides_and_nan_where_there_is_no_word(ask):
    ref = ask.rows(("a", 0, 1, 0.5), ("b", 1.5, 1, 0.25))
    hyp = ask.rows(("a", 0.25, 1, 0.5), ("c", 1.5, 0.5, 0.25), ("b", 2.5, 1, 1.0))
    batch = ask.core.align(ask.rules(), ref, hyp)
    operations, ref, hyp = batch.numbers(integers(0), "begin")
    assert (operations, str(list(memoryview(ref).cast("d")))) == (b"CIC", "[0.0, nan, 1.5]")
    assert list(memoryview(hyp).cast("d")) == [0.25, 1.5, 2.5]
    _, ref, hyp = batch.numbers(integers(0), "end")
    assert str(list(memoryview(ref).cast("d"))) == "[1.0, nan, 2.5]"
    assert list(memoryview(hyp).cast("d")) == [1.25, 2.0, 3.5]


def test_numbers_of_an_optional_word_that_was_not_said(ask):
    batch = ask.batch(["a (b) c", "a"], ["a c", "a q"], optional=True, weights={b"a": 2.0}, default_weight=1.0)
    operations, ref, hyp = batch.numbers(integers(1, 0), "weight")
    assert operations == b"CICCC"
    assert str(list(memoryview(ref).cast("d"))) == "[2.0, nan, 2.0, 0.0, 1.0]"
    assert list(memoryview(hyp).cast("d")) == [2.0, 1.0, 2.0, 0.0, 1.0]
    operations, _, hyp = batch.numbers(integers(0), "confidence")
    assert str(list(memoryview(hyp).cast("d"))) == "[0.0, nan, 0.0]"


def test_numbers_of_an_unknown_field_are_refused(ask):
    with pytest.raises(ValueError, match="unknown field 'speed'"):
        ask.batch(["a"], ["a"]).numbers(integers(0), "speed")


def test_wrong_words_keep_their_case_where_that_is_asked_for(ask):
    batch = ask.batch(["a b"], ["a c"])
    assert lines(batch)[2] == "REF:  a B "
    assert lines(batch, aux=ask.core.AS_WRITTEN)[2] == "REF:  a b "


def test_texts_are_the_aligned_words(native):
    batch = Ask(native).batch(["a (b) c", "x", ""], ["a d c e", "", "y z"], optional=True)
    refs, hyps = [b"a (b) c", b"", b"x"], [b"a d c e", b"y z", b""]
    assert batch.texts(integers(0, 2, 1)) == ([b"CSCI", b"II", b"D"], refs, hyps)
    assert Ask(native).batch(["a (b)"], ["a"], optional=True).texts(integers(0)) == ([b"CC"], [b"a (b)"], [b"a"])
    with pytest.raises(IndexError):
        batch.texts(integers(3))


@pytest.mark.parametrize(
    "step",
    [
        ("S", None, EMPTY),
        ("C", EMPTY, None),
        ("D", None, EMPTY),
        ("I", EMPTY, None),
        ("X", EMPTY, EMPTY),
        ("", EMPTY, EMPTY),
    ],
)
def test_ready_made_steps_need_their_words(core, step):
    with pytest.raises(ValueError, match=f"a step '{step[0]}'; expected C, S, D or I, and the words of such a step"):
        core.batch_of(core.Charset("ascii", {}, {}), False, [[step]])


def test_operations_are_a_letter_for_each_step(ask):
    batch = ask.batch(["a b c", "", "x"], ["a b", "i i", "x"])
    assert [batch.operations(place) for place in range(3)] == ["CCD", "II", "C"]
    with pytest.raises(IndexError):
        batch.operations(3)


def test_pairs_are_tuples_of_the_kind_that_is_asked_for(ask):
    class Kind(tuple):
        __slots__ = ()

    pairs = ask.batch(["A b c"], ["a q c"]).pairs(0, Kind, None, None, 0)
    assert [type(pair) for pair in pairs] == [Kind] * 3
    assert [pair[:3] for pair in pairs] == [("C", "a", "a"), ("S", "b", "q"), ("C", "c", "c")]
    assert {pair[3:] for pair in pairs} == {(None,) * 6}


def test_the_garbage_collector_has_no_work_with_pairs(native):
    class Other(tuple):
        """Pairs with attributes, which can be part of a cycle."""

    batch = Ask(native).batch(["a b"], ["a"])
    plain, other = (batch.pairs(0, kind, None, None, 0) for kind in (tuple, Other))
    assert not any(map(gc.is_tracked, (plain, *plain)))
    assert all(map(gc.is_tracked, (other, *other)))


def test_pairs_and_json_show_the_words_as_they_were_written(ask):
    batch = ask.batch(["A b c"], ["a b"])
    pairs = batch.pairs(0, tuple, ["A", "b", "c"], ["a", "B"], 0)
    assert [pair[1:3] for pair in pairs] == [("A", "a"), ("b", "B"), ("c", None)]
    assert batch.json(0, ["A", 'b"', "ä\n"], None, 0) == '[["C", "A", "a"], ["C", "b\\"", "b"], ["D", "ä\\n", null]]'
    assert batch.json(0, ["A", "\ud800", "c"], None, 0) is None
    for method in (batch.pairs, lambda *arguments: batch.json(arguments[0], *arguments[2:])):
        with pytest.raises(ValueError, match="fewer words than the alignment has"):
            method(0, tuple, ["A"], None, 0)


def test_an_optional_word_that_was_not_said_has_no_partner(ask):
    batch = ask.batch(["(uh) a"], ["a"], optional=True)
    assert batch.operations(0) == "CC"
    assert [pair[:3] for pair in batch.pairs(0, tuple, None, None, 0)] == [("C", "(uh)", None), ("C", "a", "a")]
    assert batch.json(0, None, None, 0) == '[["C", "(uh)", null], ["C", "a", "a"]]'


def with_steps(core, rules, refs, hyps, steps):
    places = integers(*(sum(map(len, steps[:i])) for i in range(len(steps) + 1)))
    return core.followed(rules, core.texts(refs), core.texts(hyps), "".join(steps).encode("latin-1"), places)


def test_known_steps_are_taken_and_networks_are_aligned_again(native):
    rules = Ask(native).rules(optional=True)
    refs, hyps = ["A b c", "", "{ x / y z } w"], ["a c", "i", "y z w"]
    batch = with_steps(native, rules, refs, hyps, ["CDC", "I", "CCC"])
    assert batch.letters() == Ask(native).batch(refs, hyps, optional=True).letters()
    assert [slot[1][0] for slot in batch.slots(2)] == [b"y", b"z", b"w"]
    # Other steps than a search would find are kept.
    assert with_steps(native, rules, ["a b"], ["b"], ["DC"]).operations(0) == "DC"
    assert with_steps(native, rules, ["a b"], ["b"], ["SD"]).operations(0) == "SD"
    assert len(with_steps(native, rules, [], [], [])) == 0


@pytest.mark.parametrize("steps", ["CC", "DCI", "CD", "SS", "X", "", "C\xff"])
def test_steps_that_do_not_fit_the_words_are_refused(native, steps):
    with pytest.raises(ValueError, match="the steps of utterance 1 do not fit its words"):
        with_steps(native, Ask(native).rules(), ["x", "a b"], ["x", "b"], ["C", steps])


def test_places_of_steps_divide_all_letters(native):
    core, side = native, native.texts(["a"])
    for places in ((0, 2), (1, 1), (0,), (0, 1, 1), (0, -1)):
        with pytest.raises(ValueError, match="places that do not divide the letters"):
            core.followed(Ask(native).rules(), side, side, b"C", integers(*places))
    with pytest.raises(ValueError, match="1 references, but 0 hypotheses"):
        core.followed(Ask(native).rules(), side, core.texts([]), b"", integers(0))


@pytest.mark.parametrize("threads", [1, 3])
def test_steps_of_utterances_of_any_length_are_kept_and_counted(ask, threads):
    # Lengths beyond what a word of memory holds; so many utterances that several threads take shares of them.
    count = 1500 if ask.core.NAME == "native" else 101
    texts = [[f"w{(7 * place) % 11}" for place in range(size % 101)] for size in range(count)]
    others = [[word for place, word in enumerate(words) if place % 5] + ["x"] * (len(words) % 3) for words in texts]
    sides = [ask.core.texts([" ".join(words) for words in side]) for side in (texts, others)]
    batch = ask.core.align(ask.rules(), *sides, threads)
    letters, places = batch.letters()
    ends = array("q", places)
    steps = [letters[begin:end].decode() for begin, end in pairwise(ends)]
    assert steps == [batch.operations(place) for place in range(len(batch))]
    assert array("i", batch.counts()).tolist() == [step.count(letter) for step in steps for letter in "CSDI"]
    assert [len(step) - step.count("I") for step in steps] == list(map(len, texts))
    assert [len(step) - step.count("D") for step in steps] == list(map(len, others))
    again = batch.take(integers(*range(len(batch) - 1, -1, -1)))
    assert [again.operations(place) for place in range(len(batch))] == steps[::-1]
