"""Alignment of symbols of any kind, with compounds: both cores, and the aligner of texts beside it."""

from __future__ import annotations

import sys
from array import array
from random import Random

import pytest
from hypothesis import strategies as st

from tests.core.ask import Ask
from tests.core.material import law

# sclite, compute-wer, align-text, sclite's costs with the ties of compute-wer, and others.
POLICIES = [((4, 3, 3), "SID"), ((1, 1, 1), "IDS"), ((1, 1, 1), "SDI"), ((4, 3, 3), "IDS"), ((5, 2, 1000000), "DSI")]
WER = (1, 1, 1), "IDS"
SYMBOLS = st.lists(st.sampled_from([1, 2, (3,), "a", None, 1.0]), max_size=8)
WORDS = st.lists(st.sampled_from(["a", "b", "ab", "ba", "aab", "", "é", "\ud83d", "\ude00", "\U0001f600"]), max_size=8)
LONG = st.integers(60, 150).flatmap(lambda n: st.lists(st.sampled_from(["a", "b", "ab"]), min_size=n, max_size=n))


@law(SYMBOLS, SYMBOLS, st.sampled_from(POLICIES), examples=200)
def test_symbols_are_aligned_alike(native, twin, ref, hyp, policy):
    first, two = (core.pairs(ref, hyp, "-", *policy, False) for core in (native, twin))
    assert [(type(a), a, type(b), b) for a, b in first] == [(type(a), a, type(b), b) for a, b in two]
    assert native.symbol_counts([ref], [hyp], *policy, False) == twin.symbol_counts([ref], [hyp], *policy, False)


@law(WORDS, WORDS, st.sampled_from(POLICIES), st.booleans(), examples=200)
def test_compounds_are_found_alike(native, twin, ref, hyp, policy, compounds):
    for question in ("steps", "pairs", "symbol_counts"):
        arguments = {"steps": (ref, hyp), "pairs": (ref, hyp, "-"), "symbol_counts": ([ref, hyp], [hyp, ref])}[question]
        first, two = (getattr(core, question)(*arguments, *policy, compounds) for core in (native, twin))
        assert first == two


@pytest.mark.slow
def test_only_cells_near_good_paths_of_long_sequences_are_filled_and_the_steps_are_the_same(native, twin):
    policy, chance = POLICIES[0], Random(4)
    ref = [chance.choice(["a", "b", "ab", "abc", "c", "cab"]) for _ in range(800)]
    hyp = [part for word in ref for part in (word[:1], word[1:]) if part and chance.random() < 0.95]
    steps = native.steps(ref, hyp, *policy, True)
    assert steps == twin.steps(ref, hyp, *policy, True)
    assert any(refs + hyps > 2 for refs, hyps in steps)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the size of a process is read from /proc")
def split_words(word_count, every):
    """Words in a circle, and the same with some split and some missing."""
    ref = [f"word{number % word_count}" for number in range(40_000)]
    cut = [(word[:2], word[2:]) if place % every == 0 else (word,) for place, word in enumerate(ref)]
    return ref, [part for place, parts in enumerate(cut) for part in parts if place % 31]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ref", "hyp", "megabytes", "compounds"),
    [
        (*split_words(997, 50), 300, 700),  # of 1,600 MB for all cells
        (["white", "paper", "one"] * 13_000, ["whitepaper", "one"] * 13_000, 300, 13_000),  # of 1,000 MB
        ([f"r{k}" for k in range(24_000)] + ["a", "b"], [f"h{k}" for k in range(12_000)] + ["ab"], 110, 1),  # of 144 MB
    ],
    ids=["few", "only", "all_wrong"],
)
def test_compounds_of_a_long_text_take_little_memory(native, ref, hyp, megabytes, compounds):
    import resource

    limit = resource.getrlimit(resource.RLIMIT_AS)
    with open("/proc/self/statm") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + (megabytes << 20), limit[1]))
    try:
        steps = native.steps(ref, hyp, *WER, True)
    finally:
        resource.setrlimit(resource.RLIMIT_AS, limit)
    assert sum(refs + hyps > 2 for refs, hyps in steps) >= compounds


@law(
    st.text("ab\U0001f600éè\ud83d", max_size=9), st.text("ab\U0001f600éè\ud83d", max_size=9), st.sampled_from(POLICIES)
)
def test_texts_are_aligned_like_lists_of_their_characters(native, twin, ref, hyp, policy):
    counts = native.symbol_counts([list(ref)], [list(hyp)], *policy, False)
    assert (
        native.symbol_counts([ref], [hyp], *policy, False) == counts == twin.symbol_counts([ref], [hyp], *policy, False)
    )
    assert native.symbol_counts([ref, tuple(ref)], [list(hyp), hyp], *policy, False) == counts + counts


def test_a_text_may_have_any_number_of_characters(native, twin):
    letters = "".join(map(chr, range(0x4E00, 0x4E00 + 300)))
    sides = [letters, letters[::2] * 2], [letters[5:] + "ab", letters]
    assert native.symbol_counts(*sides, *WER, False) == twin.symbol_counts(*sides, *WER, False)


@law(LONG, LONG, st.sampled_from(POLICIES), st.booleans(), examples=25)
def test_long_sequences_are_aligned_alike(native, twin, ref, hyp, policy, compounds):
    assert native.steps(ref, hyp, *policy, compounds) == twin.steps(ref, hyp, *policy, compounds)


@law(WORDS.map(lambda words: [word for word in words if word.isascii()]), WORDS, st.sampled_from(POLICIES))
def test_without_compounds_symbols_are_aligned_like_texts(core, ref, hyp, policy):
    hyp = [word for word in hyp if word.isascii()]
    batch = Ask(core).batch([ref], [hyp], sensitive=True, markup=False, costs=policy[0], ties=policy[1])
    assert core.symbol_counts([ref], [hyp], *policy, False) == batch.counts()
    pairs = [tuple(word and word[0].decode() for word in slot[1:]) for slot in batch.slots(0)]
    assert core.pairs(ref, hyp, None, *policy, False) == pairs


@law(WORDS, WORDS, st.sampled_from(POLICIES))
def test_compounds_never_cost_more_and_keep_the_length_of_the_reference(core, ref, hyp, policy):
    def cost(compounds):
        right, *wrong = array("i", core.symbol_counts([ref], [hyp], *policy, compounds))
        assert right + wrong[0] + wrong[1] == len(ref)
        substitution, insertion, deletion = policy[0]
        return sum(map(int.__mul__, wrong, (substitution, deletion, insertion)))

    assert cost(True) <= cost(False)


def test_the_words_of_a_compound_stand_together(core):
    assert core.pairs(["white", "paper", "x"], ["whitepaper"], "*", *WER, True) == [
        ("white paper", "whitepaper"),
        ("x", "*"),
    ]
    assert core.pairs(["abc"], ["", "a", "bc"], "*", *WER, True) == [("abc", "a bc")]


def test_a_compound_is_taken_only_where_it_is_cheaper(core):
    assert core.steps(["a", ""], ["a", ""], *WER, True) == [(1, 1), (1, 1)]


def test_symbols_that_ask_the_core_in_turn_do_no_harm(core):
    class Nosy:
        def __hash__(self):
            core.pairs(["x"] * 100, ["y"] * 70, "*", *WER, False)
            return 1

        def __eq__(self, other):
            return self is other

    first, two = Nosy(), Nosy()
    assert core.pairs([first, two], [two], "*", *WER, False) == [(first, "*"), (two, two)]


def test_lists_that_change_while_they_are_read_do_no_harm(core):
    class Emptying:
        def __hash__(self):
            ref.clear()
            return 1

    ref = [Emptying(), "a"]
    assert len(core.pairs(ref, ["a"], "*", *WER, False)) == 2


def test_a_cycle_through_a_pair_is_collected(core):
    import gc
    import weakref

    class Symbol:
        pass

    symbol = Symbol()
    symbol.pairs = core.pairs([symbol], [symbol], None, *WER, False)
    actual = weakref.ref(symbol)
    del symbol
    gc.collect()
    assert actual() is None


@pytest.mark.parametrize(
    "question",
    [
        lambda core: core.steps([[]], [], (4, 3, 3), "SID", False),
        lambda core: core.steps(1, [], (4, 3, 3), "SID", False),
        lambda core: core.steps([], [], (4, 3, 3), "other", False),
        lambda core: core.pairs([1], ["a"], "*", (4, 3, 3), "SID", True),
        lambda core: core.symbol_counts([[]], [], (4, 3, 3), "SID", False),
        lambda core: core.twister_sums([], 1, 0),
        lambda core: core.twister_sums([b""], 1, 0),
        lambda core: core.twister_sums([bytes(4), bytes(8)], 1, 0),
        lambda core: core.twister_sums([bytes(5)], 1, 0),
        lambda core: core.twister_sums([bytes(4)], -1, 0),
    ],
)
def test_wrong_arguments_are_refused_alike(native, twin, question):
    messages = []
    for core in (native, twin):
        with pytest.raises((ValueError, TypeError)) as caught:
            question(core)
        messages.append((caught.type, str(caught.value).replace("builtins.", "")))
    assert messages[0] == messages[1]


@law(st.integers(1, 700), st.integers(0, 5), st.integers(0, (1 << 32) - 1), st.integers(1, 9), examples=40)
def test_samples_are_drawn_alike(native, twin, count, replications, seed, number):
    scale = (1, 250, 900, 100_000)[seed % 4]
    columns = [array("i", [(k * k + c) % 17 * scale - 3 for k in range(count)]).tobytes() for c in range(number)]
    assert native.twister_sums(columns, replications, seed) == twin.twister_sums(columns, replications, seed)


@pytest.mark.parametrize(
    ("texts", "plain"),
    [
        (["a b", "ä 漢。字", ""], True),
        ([], True),
        (["a\tb"], False),
        (["a\x00"], False),
        (["a\u00a0b"], False),
        (["a\u3000b"], False),
        (["a\u2028"], False),
        (["a\u1680"], False),
        (["\u205f"], False),
        (["\x85"], False),
        (["\ud800"], False),
        (["a", 3], False),
    ],
)
def test_texts_are_plainly_spaced_without_other_blanks(core, texts, plain):
    assert core.plainly_spaced(texts) is plain
