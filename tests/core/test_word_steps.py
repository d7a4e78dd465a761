"""Steps as numbers of words, and how often each word is correct, substituted, deleted and inserted."""

from __future__ import annotations

from array import array

import pytest

from tests.core.ask import Ask
from tests.core.batches import OPTIONS, batch_for


def columns_of(batch):
    words, ref, hyp, counts, *_ = batch.word_steps()
    return words, array("i", ref).tolist(), array("i", hyp).tolist(), array("i", counts).tolist()


def test_words_are_numbered_in_the_order_in_which_they_come_first(ask):
    words, ref, hyp, counts = columns_of(ask.batch(["a b", "c"], ["a x", "c a"]))
    assert words == [b"a", b"b", b"x", b"c"]
    assert (ref, hyp) == ([0, 1, 3, -1], [0, 2, 3, 0])
    assert counts == [1, 0, 0, 1, 0] + [0, 1, 0, 0, 0] + [0, 0, 0, 0, 1] + [1, 0, 0, 0, 0]


def test_words_of_each_utterance_stand_between_two_places(ask):
    *_, ref_first, hyp_first = ask.batch(["a b", "", "c"], ["a", "b", "c d e"]).word_steps()
    assert [array("q", part).tolist() for part in (ref_first, hyp_first)] == [[0, 2, 2, 3], [0, 1, 2, 5]]


def test_no_utterances_have_no_words(ask):
    assert columns_of(ask.batch([], [])) == ([], [], [], [])


@pytest.mark.parametrize("options", OPTIONS)
def test_both_cores_number_alike_and_the_counts_are_those_of_the_batch(native, twin, options):
    for seed in range(3):
        first, other = (batch_for(Ask(core), seed, OPTIONS[options]) for core in (native, twin))
        assert first.word_steps() == other.word_steps()
        words, ref, hyp, counts = columns_of(first)
        letters = first.letters()[0]
        assert len(ref) == len(hyp) == len(letters)
        empty = sum(a < 0 and b < 0 for a, b in zip(ref, hyp, strict=True))
        assert sum(sum(counts[k::5]) for k in range(4)) == len(letters) - empty
        assert [sum(counts[k::5]) for k in range(1, 5)] == [letters.count(letter) for letter in b"SDIS"]
        slots = [slot for place in range(len(first)) for slot in first.slots(place)]
        values = [[words[number] if number >= 0 else b"" for number in side] for side in (ref, hyp)]
        ends = [array("q", part)[-1] for part in first.word_steps()[4:]]
        assert ends == [len(side) - side.count(-1) for side in (ref, hyp)]
        assert values == [[slot[side][0] if slot[side] else b"" for slot in slots] for side in (1, 2)]


def test_signs_are_the_bytes_of_texts_that_are_no_plain_letters(ask):
    batch = ask.batch(["a b", "it's 10", "zé"], ["A b", "", "x - y" * 99])
    assert batch.signs() == bytes(sorted({*"A-é".encode()}))
    assert ask.batch(["a"], [""]).signs() == b""


def test_lists_of_words_have_no_signs(ask):
    assert ask.batch([["a", "b"]], ["a b"]).signs() is None
