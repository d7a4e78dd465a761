"""Items of two sides aligned pair by pair: the alignments are those of the same texts one with one."""

from __future__ import annotations

import pickle
import random

import pytest
from hypothesis import strategies as st

from scorelite import core as _core
from tests.core.ask import Ask, integers
from tests.core.batches import OPTIONS, everything, rows, spoken
from tests.core.material import MARKED, WIDE, law, marked

SIZE = 12


def sides_of(core, texts, options):
    """Both sides of some texts; with times they are rows of a ctm file."""
    if not options.get("times"):
        return [core.texts(side) for side in texts]
    return [rows(core, side, random.Random(1)) for side in texts]


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("name", OPTIONS)
def test_pairs_are_aligned_as_texts_one_with_one(native, name, threads):
    options = OPTIONS[name]
    texts = spoken(11, WIDE if options.get("characters", -1) >= 0 else MARKED, SIZE)
    chance = random.Random(2)
    pairs = [(chance.randrange(SIZE), chance.randrange(SIZE)) for _ in range(150)]
    pairs += [(3, hyp) for hyp in range(SIZE)]
    rules = Ask(native).rules(**options)
    sides = sides_of(native, texts, options)
    columns = [integers(*column) for column in zip(*pairs, strict=True)]
    actual = native.align(rules, *sides, threads, pairs=(columns[0], columns[1]))
    taken = [side.take(column) for side, column in zip(sides, columns, strict=True)]
    assert everything(actual) == everything(native.align(rules, *taken, threads))


def test_a_reference_is_the_same_after_another_one_with_marks(native):
    """Between 200,000 and 262,144 cells a bound of costs is looked for, while the words of a reference are kept."""
    words = [f"w{number}" for number in range(460)]
    texts = [" ".join(words), " ".join(["{ x / y }", *words[::-1]])]
    columns = integers(0, 1, 0), integers(0, 1, 0)
    batch = native.align(Ask(native).rules(), native.texts(texts), native.texts(texts), pairs=columns)
    assert [batch.slots(i) == batch.slots(0) for i in range(3)] == [True, False, True]
    assert {slot[0] for slot in batch.slots(2)} == {"C"}


@law(st.lists(marked(), min_size=1, max_size=4), st.lists(marked(), min_size=1, max_size=4), st.randoms())
def test_pairs_of_networks_are_aligned_as_texts_one_with_one(native, refs, hyps, chance):
    pairs = [(chance.randrange(len(refs)), chance.randrange(len(hyps))) for _ in range(6)]
    ask = Ask(native)
    columns = [integers(*column) for column in zip(*pairs, strict=True)]
    rules = ask.rules(optional=True, fragments=True)
    actual = native.align(rules, native.texts(refs), native.texts(hyps), pairs=(columns[0], columns[1]))
    assert everything(actual) == everything(
        ask.batch([refs[i] for i, _ in pairs], [hyps[j] for _, j in pairs], optional=True, fragments=True)
    )


def test_one_reference_is_aligned_with_many_hypotheses(native):
    hyps = ["a b c", "a x c", "b", ""]
    columns = integers(0, 0, 0, 0), integers(0, 1, 2, 3)
    batch = native.align(Ask(native).rules(), native.texts(["a b c"]), native.texts(hyps), pairs=columns)
    assert ["".join(slot[0] for slot in batch.slots(i)) for i in range(4)] == ["CCC", "CSC", "DCD", "DDD"]


def test_places_count_from_the_end_where_they_are_negative(native):
    batch = native.align(
        Ask(native).rules(), native.texts(["a", "b"]), native.texts(["b"]), pairs=(integers(-1), integers(0))
    )
    assert batch.slots(0)[0][0] == "C"


def test_messages_are_those_of_every_pair(native):
    long = "{ @ / b } " + "x" * 10001
    sides = native.texts(["a", long]), native.texts(["@", long])
    pairs = [(1, 0), (0, 0), (1, 1), (1, 0)]
    columns = [integers(*column) for column in zip(*pairs, strict=True)]
    actual = native.align(Ask(native).rules(), *sides, pairs=(columns[0], columns[1]))
    plain = native.align(Ask(native).rules(), *(side.take(column) for side, column in zip(sides, columns, strict=True)))
    assert actual.notices == plain.notices
    assert {notice[0] for notice in actual.notices} == {0, 2, 3}


def test_pairs_are_pickled_cut_and_joined(native):
    refs, hyps = spoken(5, size=4)
    columns = integers(0, 0, 3, 1, 3), integers(0, 1, 2, 2, 2)
    batch = native.align(Ask(native).rules(), native.texts(refs), native.texts(hyps), pairs=columns)
    if native.NAME == _core.NAME:
        assert everything(pickle.loads(pickle.dumps(batch))) == everything(batch)
    joined = batch.take(integers(4, 2)).join([batch, batch.take(integers(0))])
    assert [joined.slots(i) for i in range(8)] == [batch.slots(i) for i in (4, 2, 0, 1, 2, 3, 4, 0)]


def test_texts_that_no_utterance_aligns_are_not_pickled(native):
    texts = native.texts(["word " * 1000, "a"])
    batch = native.align(Ask(native).rules(), texts, texts, pairs=(integers(0, 1), integers(0, 1)))
    assert len(pickle.dumps(batch.take(integers(1)).__reduce__()[1][1][1:])) < 1000


def test_zero_pairs_make_an_empty_batch(native):
    ask = Ask(native)
    batch = native.align(ask.rules(), native.texts(["a"]), native.texts(["b"]), pairs=(b"", b""))
    assert len(batch) == 0
    assert everything(batch.join([ask.batch(["a"], ["b"])])) == everything(ask.batch(["a"], ["b"]))
    if native.NAME == _core.NAME:
        assert len(pickle.loads(pickle.dumps(batch))) == 0


def test_invalid_pairs_are_refused(native):
    texts, rules = native.texts(["a"]), Ask(native).rules()
    with pytest.raises(ValueError, match="2 references, but 1 hypotheses"):
        native.align(rules, texts, texts, pairs=(integers(0, 0), integers(0)))
    with pytest.raises(IndexError):
        native.align(rules, texts, texts, pairs=(integers(1), integers(0)))
    with pytest.raises((TypeError, ValueError)):
        native.align(rules, texts, texts, pairs=(integers(0),))
