"""Steps as numbers of words, and how often each word is correct, substituted, deleted and inserted."""

from __future__ import annotations

from array import array
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import core as native_core
from tests.core import oracles as twin_core
from tests.core.ask import Ask
from tests.core.batches import OPTIONS_OF_BOTH, batch_of, texts_of


def columns_of(core, batch):
    steps = core.word_steps(batch)
    ref, hyp, counts = (array("i", part).tolist() for part in (steps.column(False), steps.column(True), steps.counts()))
    return steps.words(), ref, hyp, counts


def test_words_are_numbered_in_the_order_in_which_they_come_first(ask):
    words, ref, hyp, counts = columns_of(ask.core, ask.batch(["a b", "c"], ["a x", "c a"]))
    assert words == [b"a", b"b", b"x", b"c"]
    assert (ref, hyp) == ([0, 1, 3, -1], [0, 2, 3, 0])
    assert counts == [1, 0, 0, 1, 0] + [0, 1, 0, 0, 0] + [0, 0, 0, 0, 1] + [1, 0, 0, 0, 0]


def test_words_of_each_utterance_stand_between_two_places(ask):
    steps = ask.core.word_steps(ask.batch(["a b", "", "c"], ["a", "b", "c d e"]))
    assert [array("q", steps.firsts(side)).tolist() for side in (False, True)] == [[0, 2, 2, 3], [0, 1, 2, 5]]


def test_no_utterances_have_no_words(ask):
    assert columns_of(ask.core, ask.batch([], [])) == ([], [], [], [])


def test_short_and_long_words_that_begin_or_end_alike_have_numbers_of_their_own(ask):
    words = ["".join(chance.choices("ab", k=chance.randint(1, 20))) for chance in [Random(1)] for _ in range(5000)]
    steps = ask.core.word_steps(ask.batch([" ".join(words)], [""]))
    assert [steps.words()[number].decode() for number in array("i", steps.numbers(False))] == words


def test_words_of_the_hypothesis_are_cut_wherever_they_begin_and_end(native, twin):
    chance = Random(2)
    blanks = [" ", "  ", "\t", "\n ", " " * 70]
    some = ["a", "Bc", "caf\u00e9", "x" * 7, "y" * 8, "z" * 63, "w" * 64, "v" * 150]
    for _ in range(300):
        refs, hyps = (
            [
                "".join(chance.choice(some) + chance.choice(blanks) for _ in range(chance.randint(0, 9)))
                for _ in range(3)
            ]
            for _ in range(2)
        )
        first, other = (Ask(core).batch(refs, hyps) for core in (native, twin))
        assert columns_of(native, first) == columns_of(twin, other)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("options", [*OPTIONS_OF_BOTH, "lists"])
def test_both_cores_number_alike_and_the_counts_are_those_of_the_batch(native, twin, options):
    for seed in range(3):
        first, other = (batch_of(Ask(core), seed, options) for core in (native, twin))
        words, ref, hyp, counts = columns_of(native, first)
        assert columns_of(twin, other) == (words, ref, hyp, counts)
        letters = first.letters()[0]
        assert len(ref) == len(hyp) == len(letters)
        empty = sum(a < 0 and b < 0 for a, b in zip(ref, hyp, strict=True))
        assert sum(sum(counts[k::5]) for k in range(4)) == len(letters) - empty
        slots = [slot for place in range(len(first)) for slot in first.slots(place)]
        values = [[words[number] if number >= 0 else b"" for number in side] for side in (ref, hyp)]
        assert values == [[slot[side][0] if slot[side] else b"" for slot in slots] for side in (1, 2)]
        for side, column in enumerate((ref, hyp)):
            check_side(native.word_steps(first), twin.word_steps(other), side == 1, column)


def check_side(steps, others, hyp, column):
    """The words of a side as both cores tell of them, which have these numbers in the steps."""
    numbers = [number for number in column if number >= 0]
    assert steps.firsts(hyp) == others.firsts(hyp)
    assert array("q", steps.firsts(hyp))[-1] == len(numbers)
    assert steps.numbers(hyp) == others.numbers(hyp) == array("i", numbers).tobytes()
    flags = bytes(number % 2 for number in range(len(steps.words())))
    assert steps.places(hyp, flags) == others.places(hyp, flags)
    assert array("q", steps.places(hyp, flags)).tolist() == [k for k, number in enumerate(numbers) if number % 2]
    rows = [step for step, number in enumerate(column) if number >= 0]
    before = [sum(row < step for row in rows) for step in range(len(column) + 1)]
    for some in (slice(None), slice(3, None, 7), slice(0)):
        words = array("q", range(len(rows))[some]).tobytes()
        assert array("q", steps.steps(hyp, words)).tolist() == rows[some]
        assert others.steps(hyp, words) == steps.steps(hyp, words)
        assert array("i", steps.at(hyp, words)).tolist() == numbers[some]
        assert others.at(hyp, words) == steps.at(hyp, words)
        places = array("q", range(len(column) + 1)[some]).tobytes()
        assert array("q", steps.before(hyp, places)).tolist() == before[some]
        assert others.before(hyp, places) == steps.before(hyp, places)


@pytest.mark.parametrize("options", [*OPTIONS_OF_BOTH, "lists"])
def test_utterances_with_some_words_are_found(native, twin, options):
    for seed in range(3):
        batches = [batch_of(Ask(core), seed, options) for core in (native, twin)]
        steps, others = native.word_steps(batches[0]), twin.word_steps(batches[1])
        words = steps.words()
        texts = [texts_of(steps, hyp) for hyp in (False, True)]
        for flagged in ({*words[::5]}, {*words[:1]}, {*words}, set()):
            flags = bytes(word in flagged for word in words)
            assert steps.having(flags) == others.having(flags)
            assert list(steps.having(flags)) == [
                not flagged.isdisjoint(ref + hyp) for ref, hyp in zip(*texts, strict=True)
            ]


def test_flags_are_those_of_all_words(ask):
    steps = ask.core.word_steps(ask.batch(["a b"], ["a x"]))
    with pytest.raises(ValueError, match="a flag for each word expected"):
        steps.having(b"\0")


def test_places_that_fall_or_are_beyond_the_end_are_refused(ask):
    steps = ask.core.word_steps(ask.batch(["a b"], ["a x c"]))
    for places in ([1, 0], [-1], [2]):
        with pytest.raises(ValueError, match=r"place -?\d; expected rising ones below 2"):
            steps.steps(False, array("q", places).tobytes())
    with pytest.raises(ValueError, match="place 4; expected rising ones below 4"):
        steps.before(True, array("q", [0, 4]).tobytes())
    assert array("q", steps.steps(False, array("q", [1, 1]).tobytes())).tolist() == [2, 2]


def test_signs_are_the_bytes_of_texts_that_are_no_plain_letters(native):
    batch = Ask(native).batch(["a b", "it's 10", "zé"], ["A b", "", "x - y" * 99])
    assert batch.signs() == bytes(sorted({*"A-é".encode()}))
    assert Ask(native).batch(["a"], [""]).signs() == b""


@pytest.mark.parametrize("options", [{}, {"encoding": "utf-8"}, {"sensitive": True}])
def test_a_sign_is_seen_wherever_it_stands_and_its_word_is_folded(native, twin, options):
    chance = Random(3)
    for size in range(40):
        texts = [["small letters and 1'2"], [""]]
        for side in texts:
            letters = chance.choices("ab 1'", k=size)
            letters[chance.randrange(size + 1) :] = [chance.choice(["A", ".", "\t", "\u00c9", ""])]
            side += ["".join(letters), "a b"]
        first, other = (Ask(core).batch(*texts, **options) for core in (native, twin))
        letters_of_texts = {*"".join([*texts[0], *texts[1]]).encode("utf-8", "surrogateescape")}
        assert first.signs() == bytes(sorted(letters_of_texts - {*b"abcdefghijklmnopqrstuvwxyz0123456789 '"}))
        assert columns_of(native, first) == columns_of(twin, other)


def test_the_numbers_of_some_words_are_found(ask):
    words = ["a", "bcdefg", "seventh", "long" * 20]
    steps = ask.core.word_steps(ask.batch([" ".join(words)], ["h"]))
    asked = [word.encode() for word in ["h", *words, "", "b", "seventeenth"]]
    assert array("i", steps.find(asked)).tolist() == [4, 0, 1, 2, 3, -1, -1, -1]
    assert steps.find([]) == b""
    assert array("i", ask.core.word_steps(ask.batch([], [])).find([b"a"])).tolist() == [-1]


def test_a_word_is_known_by_its_number(ask):
    steps = ask.core.word_steps(ask.batch(["a caf\u00e9"], ["b"], encoding="utf-8"))
    assert [steps.word(number) for number in range(3)] == steps.words() == [b"a", "caf\u00e9".encode(), b"b"]
    for number in (-1, 3):
        with pytest.raises(ValueError, match=f"no word {number}"):
            steps.word(number)
    assert (steps.is_ascii(), ask.core.word_steps(ask.batch(["a"], ["b"])).is_ascii()) == (False, True)


def test_lists_of_words_have_no_signs(native):
    assert Ask(native).batch([["a", "b"]], ["a b"]).signs() is None


def _loops(words: list[int], times: int, longest: int) -> list[tuple[int, int, int]]:
    """The longest stretches with a period, each with its smallest one."""
    found = {}
    for begin in range(len(words)):
        for period in range(1, longest + 1):
            end = begin + period
            while end < len(words) and words[end] == words[end - period]:
                end += 1
            if end - begin >= times * period:
                found.setdefault((begin, end), period)
    return [
        (begin, end, period)
        for (begin, end), period in sorted(found.items())
        if not any(first <= begin and end <= last and (first, last) != (begin, end) for first, last in found)
    ]


@given(
    st.lists(st.tuples(*(st.lists(st.sampled_from("abc"), max_size=14) for _ in range(2))), max_size=3),
    st.integers(2, 4),
    st.integers(1, 3),
)
def test_repeats_are_the_longest_stretches_with_a_period(
    texts: list[tuple[list[str], list[str]]], times: int, longest: int
) -> None:
    everyone = array("q", range(len(texts))).tobytes()
    for core in (native_core, twin_core):
        steps = core.word_steps(Ask(core).batch(*([" ".join(pair[side]) for pair in texts] for side in (0, 1))))
        for hyp in (False, True):
            expected, first = [], 0
            for pair in texts:
                text = [*map(ord, pair[hyp])]
                expected += [
                    (first + begin, first + end, period) for begin, end, period in _loops(text, times, longest)
                ]
                first += len(text)
            found = [array("q", part) for part in steps.repeats(hyp, everyone, times, longest)]
            assert [*map(bytes, found)] == [*steps.repeats(hyp, None, times, longest)]
            assert [*zip(*found, strict=True)] == expected


def test_repeats_of_some_utterances_are_those_of_these_alone(ask):
    steps = ask.core.word_steps(ask.batch(["a a a", "b", "c c c"], ["", "", ""]))
    found = steps.repeats(False, array("q", [2]).tobytes(), 3, 8)
    assert [array("q", part).tolist() for part in found] == [[4], [7], [1]]
    with pytest.raises(IndexError):
        steps.repeats(False, array("q", [3]).tobytes(), 3, 8)


@pytest.mark.parametrize(("times", "longest"), [(1, 8), (2, 0)])
def test_sizes_of_repeats_below_the_least_are_refused(ask, times, longest):
    steps = ask.core.word_steps(ask.batch(["a"], ["a"]))
    with pytest.raises(ValueError, match="at least"):
        steps.repeats(True, array("q", [0]).tobytes(), times, longest)


def test_sizes_of_repeats_beyond_all_texts_find_nothing(ask):
    steps = ask.core.word_steps(ask.batch(["a a"], ["a a"]))
    assert steps.repeats(True, array("q", [0]).tobytes(), 2**63 - 1, 8) == (b"", b"", b"")


def test_a_flag_for_each_word_is_expected(ask):
    steps = ask.core.word_steps(ask.batch(["a b"], ["b a"]))
    assert array("q", steps.places(True, b"\0\1")).tolist() == [0]
    with pytest.raises(ValueError, match="a flag for each word"):
        steps.places(True, b"\0")
