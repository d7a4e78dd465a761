"""Long pairs with marks: only cells near the best path are filled, and the answer is that of all cells."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from tests.core.ask import Ask

# The smallest sides whose cells are not all filled.
WORDS = 530


def pair(seed, errors, cut):
    """A reference with marks of all kinds, and a hypothesis with some of its words."""
    chance = random.Random(seed)
    words = chance.choices(range(40), k=WORDS)
    heard = [f"w{word}" if chance.random() >= errors else "x" for word in words]
    marks = ("{ w%d / @ }", "(w%d)", "w%d-", "{ a / { b w%d / @ } c }")
    ref = [chance.choice(marks) % word if chance.random() < 0.02 else f"w{word}" for word in words]
    heard[cut : cut + 9] = ["x"] * 3
    return " ".join(ref), " ".join(heard)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("errors", "costs", "ties"),
    [(0.1, (4, 3, 3), "SID"), (1.0, (1, 1, 1), "IDS")],
)
def test_marks_in_a_long_pair_are_aligned_as_if_all_cells_were_filled(native, twin, errors, costs, ties):
    ref, hyp = pair(1, errors, 200)
    options = {"optional": True, "fragments": True, "costs": costs, "ties": ties}
    actual = []
    for core in (native, twin):
        ask = Ask(core)
        actual.append(core.align(ask.rules(**options), *(core.texts([side]) for side in (ref, hyp))).slots(0))
    assert actual[0] == actual[1]
    assert len(actual[0]) > WORDS - 20


def spoken(chance):
    """Two lists of some 600 words without a mark, with errors of all kinds and runs of them."""
    vocabulary = [b"w-%d" % number for number in range(1 + chance.choice((2, 5, 30, 300, 3000)))]
    errors = chance.uniform(0.02, 0.6)
    ref = chance.choices(vocabulary, k=chance.randint(500, 700))
    heard = []
    for word in ref:
        other = chance.choice(vocabulary)
        heard += chance.choice(([other], [], [word, other])) if chance.random() < errors else [word]
    for _ in range(chance.randrange(5)):
        place, length = chance.randrange(len(heard)), chance.randint(1, 40)
        if chance.random() < 0.5:
            del heard[place : place + length]
        else:
            heard[place:place] = chance.choices(vocabulary, k=length)
    return ref, heard


def test_marks_that_no_word_has_do_not_change_the_alignment_of_a_long_pair(native):
    """Words with a hyphen are aligned as networks where fragments are marked: the corridor is as narrow as can be."""
    chance = random.Random(5)
    pairs = [spoken(chance) for _ in range(400)]
    refs, hyps = map(list, zip(*pairs, strict=True))
    ask = Ask(native)
    marked, plain = (memoryview(ask.batch(refs, hyps, fragments=marks).counts()).cast("i") for marks in (True, False))
    assert marked.tolist() == plain.tolist()


@pytest.mark.parametrize("hyp_first", [False, True])
def test_an_alternation_before_a_long_gap_keeps_its_partner(native, hyp_first):
    """The gap ends where the corridor is known to begin with the alternation; with high costs it is no wider."""
    tail = [f"t{number}" for number in range(512)]
    long, short = " ".join(["x", *(f"j{number}" for number in range(100)), *tail]), " ".join(["{ x / y }", *tail])
    sides = (short, long) if hyp_first else (long, short)
    ops = Ask(native).ops(*sides, costs=(400, 300, 300))
    assert ops == "C" + ("I" if hyp_first else "D") * 100 + "C" * 512


@pytest.mark.parametrize(("words", "place"), [(80, 17), (81, 18), (88, 25), (96, 33), (460, 230)])
def test_words_added_in_one_place_are_insertions_there(native, words, place):
    """Eight rows are filled together while one of them may lead to the end: here the first or second alone does."""
    ref = [f"w{number}" for number in range(words - 1)]
    heard = [*ref[:place], *(f"j{number}" for number in range(30)), *ref[place:], "x"]
    ops = Ask(native).ops(" ".join([*ref, "{ x }"]), " ".join(heard))
    assert ops == "C" * place + "I" * 30 + "C" * (words - place)


def test_many_words_that_may_be_left_out_do_not_hide_the_words_behind_them(native):
    """Each of them costs next to nothing, but hundreds do count: the bound of all costs allows for them."""
    words = " ".join(f"m{number}" for number in range(20))
    ref, hyp = (" ".join(f"{{ @ / {name}{number} }}" for number in range(560)) for name in "rh")
    assert Ask(native).ops(f"{ref} {words}", f"{words} {hyp}") == "C" * 20


def numbered(name, count, sign=""):
    """Words of which none begins another."""
    return [f"{name}{number:03}{sign}" for number in range(count)]


def both_ways(native, ref, heard, expected, **options):
    """Both sides may be the reference: deletions and insertions change places."""
    sides = " ".join(ref), " ".join(heard)
    assert Ask(native).ops(*sides, **options) == expected
    assert Ask(native).ops(*sides[::-1], **options) == expected.translate(str.maketrans("DI", "ID"))


def test_fragments_are_aligned_with_those_that_they_begin_a_hundred_words_later(native):
    """As plain words no two of them are equal, so that nothing but the fragments keeps the corridor wide."""
    ref = " ".join(numbered("w", 530, "-"))
    heard = " ".join([*numbered("j", 100, "-"), *numbered("w", 430, "x-")])
    assert Ask(native).ops(ref, heard, fragments=True) == "I" * 100 + "C" * 430 + "D" * 100


def test_optional_words_that_look_like_nulls_match_nulls_far_away(native):
    """Without the nulls both sides are the same words, which match each other instead."""
    words, nulls = ["(@)"] * 300, ["@"] * 300
    both_ways(native, words + nulls, nulls + words, "C" * 600, optional=True, costs=(1, 1, 1))


def test_a_long_way_beside_a_word_is_taken_behind_the_words_that_follow_it(native):
    way, words = numbered("b", 450), numbered("t", 200)
    ref = ["{ x /", *way, "}", *words]
    both_ways(native, ref, [*words, *way], "I" * 200 + "C" * 450 + "D" * 200)


def test_sides_that_are_one_alternation_are_aligned_along_their_equal_ways(native):
    first, second = numbered("a", 530), numbered("b", 530)
    both_ways(native, ["{", *first, "/", *second, "}"], ["{", *second, "/ x }"], "C" * 530)


@pytest.mark.parametrize(("ties", "expected"), [("SID", "DCI"), ("SDI", "ICD")])
def test_ties_decide_between_equally_cheap_paths_far_apart(native, ties, expected):
    first, second = numbered("a", 270), numbered("b", 270)
    ref, heard = ["{", *first[:1], "}", *first[1:], *second], [*second, *first]
    ops = Ask(native).ops(" ".join(ref), " ".join(heard), ties=ties)
    assert ops == "".join(letter * 270 for letter in expected)


def test_words_beside_the_ones_they_would_match_are_errors_in_the_bound_of_all_costs(native):
    """The costs are like no others: the corridor is wide, and words added behind errors are beyond a lower bound."""
    words, same = numbered("w", 31), ["a"] * 210
    ref = [*same, *words[:-1], *same, "{ x }"]
    heard = [*same, *words[1:], *same, *["y"] * 5, "x"]
    expected = "C" * 210 + "S" * 30 + "C" * 210 + "I" * 5 + "C"
    both_ways(native, ref, heard, expected, costs=(3, 50, 50))


def alternated(chance, vocabulary):
    """A reference with alternations, and a hypothesis in which some words are others, moved, or said again."""
    words = chance.choices(vocabulary, k=chance.randint(560, 640))
    heard = [chance.choice(vocabulary) if chance.random() < 0.1 else word for word in words]
    for _ in range(chance.randrange(4)):
        place, other, length = chance.randrange(500), chance.randrange(500), chance.randint(1, 120)
        moved = heard[place : place + length]
        if chance.random() < 0.5:
            del heard[place : place + length]
        heard[other:other] = moved
    forms = "{ %s / x y }", "{ x / %s }", "{ %s / { x / y } %s }", "{ @ / %s }"
    return [chance.choice(forms).replace("%s", word) if chance.random() < 0.05 else word for word in words], heard


@pytest.mark.slow
def test_what_is_far_from_a_good_path_is_found_as_if_all_cells_were_filled(native):
    """A whole branch has no cost of its own words alone, so that all cells are filled where the first one is whole."""
    chance = random.Random(8)
    ask = Ask(native)
    for number in range(120):
        ref, heard = alternated(chance, [f"w{word}" for word in range(chance.choice((2, 9, 400)))])
        usual = (((4, 3, 3), "SID"), ((1, 1, 1), "IDS"), ((1, 1, 1), "=DSIM="))
        costs, ties = chance.choice((*usual, ((7, 5, 2), "DIS"), ((3, 2, 2), "DIS"), ((5, 2, 7), "SDI")))
        whole = " ".join([*ref, "{ end;whole / ende }"]), " ".join([*heard, "end"])
        free = " ".join([*ref, "{ end / ende }"]), " ".join([*heard, "end"])
        filled = ask.slots(*whole, costs=costs, ties=ties, whole=True)
        assert filled == ask.slots(*free, costs=costs, ties=ties), number


@pytest.mark.parametrize("side", ["ref", "hyp"])
def test_first_ways_that_are_matched_as_a_whole_do_not_bound_the_costs_of_others(native, side):
    """Taken word by word they would be cheap: paths of the other ways cost more, and were all thought too dear."""
    words, wholes = [f"w{number}" for number in range(540)], range(0, 540, 20)
    ref = [f"{{ {word};whole+ o;whole / z z z z }}" if number in wholes else word for number, word in enumerate(words)]
    heard = [f"{word} x" if number in wholes else word for number, word in enumerate(words)]
    sides = " ".join(ref), " ".join(heard)
    ops = Ask(native).ops(*(sides if side == "ref" else sides[::-1]), whole=True, costs=(1, 1, 1))
    assert (ops.count("C"), ops.count("S"), len(ops)) == (540 - len(wholes), 2 * len(wholes), 540 + 3 * len(wholes))


MEMORY = """
import resource
from scorelite.core import _native as core

def used():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024

ref, hyp = %s
rules = core.Rules(core.Charset("ascii", {}, {}))
before = used()
counts = core.align(rules, core.texts([ref]), core.texts([hyp])).counts()
print(used() - before, *memoryview(counts).cast("i"))
"""


# Of both pairs all cells take more than 500 MiB.
ONE_MARK = """(
    " ".join(["r"] * 20_000 + ["{ m / @ }"] + ["r"] * 20_000),
    " ".join(["h"] * 20_000 + ["m"] + ["h"] * 20_000),
)"""
MARKS_ALONE = """(
    " ".join(f"{{ w{k * k % 3001} / @ }}" for k in range(12_500)),
    " ".join(f"w{k * k % 3001}" if k % 7 else "x" for k in range(12_500)),
)"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured in KiB on Linux only")
@pytest.mark.parametrize(("pair", "expected"), [(ONE_MARK, [1, 40_000, 0, 0]), (MARKS_ALONE, [10_714, 0, 0, 1_786])])
def test_long_pairs_of_which_many_cells_are_filled_need_little_memory(native, pair, expected):
    ran = subprocess.run([sys.executable, "-c", MEMORY % pair], capture_output=True, text=True, check=True)
    mebibytes, *counts = map(int, ran.stdout.split())
    assert counts == expected
    assert mebibytes < 150


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.01, 0.1])
def test_words_that_stand_for_any_words_in_a_long_pair_take_them_as_if_all_cells_were_filled(native, twin, share):
    chance = random.Random(8)
    words = chance.choices(range(60), k=WORDS)
    ref, heard = [], []
    for word in words:
        is_wild = chance.random() < share
        ref.append("<*>" if is_wild else f"w{word}")
        heard += [f"w{chance.randrange(60)}"] * chance.choice((0, 1, 9)) if is_wild else [f"w{word}"]
    heard[300:340] = ["x"] * 3
    sides = " ".join(ref), " ".join(heard)
    slots, others = (Ask(core).slots(*sides, wild=True, costs=(1, 1, 1)) for core in (native, twin))
    assert slots == others
    assert any(op != "C" for op, *_ in slots)
