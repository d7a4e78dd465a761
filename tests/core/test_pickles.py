"""Sides, rules and batches travel: pickled by one core they load in either, cut and joined they are what they were."""

from __future__ import annotations

import copy
import pickle
import random
import struct
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context

import pytest
from hypothesis import strategies as st

from scorelite import core as _core
from tests.core.ask import Ask, integers
from tests.core.batches import OPTIONS, batch_for, everything, rows, spoken
from tests.core.material import Speech, law, marked, plain


@pytest.fixture(params=OPTIONS, scope="module")
def options(request):
    return OPTIONS[request.param]


@pytest.fixture
def load(monkeypatch):
    """Loads a pickle with another core than the one that runs."""

    def loaded(core, data):
        for name in _core.__all__:
            monkeypatch.setattr(_core, name, getattr(core, name))
        value = pickle.loads(data)
        monkeypatch.undo()
        return value

    return loaded


def test_a_pickled_batch_is_the_same_batch(native, options, load):
    for seed in range(2):
        batch = batch_for(Ask(native), seed, options)
        assert everything(load(native, pickle.dumps(batch))) == everything(batch)


def test_a_state_has_the_same_bytes_on_every_machine(native):
    """Numbers with their lowest byte first, whatever the order of the machine, and as long on 32 bits as on 64."""
    ask = Ask(native)
    times = [struct.pack("<3d", *numbers) for numbers in ((1.5, 0.25, 0.5), (300.0, 2.0, 0.125))]
    side = ask.rows(("a", 1.5, 0.25, 0.5), ("b", 300.0, 2.0, 0.125))
    assert side.__reduce__()[1][1] == (b"\x01\x01\x04\x02\x01a" + times[0] + b"\x01b" + times[1],)
    batch = native.align(ask.rules(), native.texts(["a b", "c"]), native.texts(["a d", "c e"]))
    assert batch.__reduce__()[1][1][-1] == bytes.fromhex("010002020400020c0000")


def test_a_batch_can_be_copied():
    batch = batch_for(Ask(_core), 1, {})
    assert everything(copy.deepcopy(batch)) == everything(copy.copy(batch)) == everything(batch)


def _aligned(texts):
    ask = Ask(_core)
    return ask.batch(*texts)


@pytest.mark.slow
def test_batches_come_back_from_other_processes():
    parts = [spoken(seed) for seed in range(3)]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        actual = list(pool.map(_aligned, parts))
    whole = _aligned([[text for part in parts for text in part[side]] for side in (0, 1)])
    assert everything(actual[0].join(actual[1:])) == everything(whole)


def test_ready_made_alignments_are_pickled_too(native, load):
    ask = Ask(native)
    slots = [ask.slots("a;x b { c / d }", "a x (e)"), [], ask.slots("a", "a")]
    batch = native.batch_of(ask.charset("utf-8", {65: 97}, {97: 65}), True, slots)
    assert everything(load(native, pickle.dumps(batch))) == everything(batch)
    taken = batch.take(integers(2, 0, 2))
    assert [taken.slots(i) for i in range(3)] == [slots[2], slots[0], slots[2]]
    assert [batch.join([taken]).slots(i) for i in range(6)] == [*slots, slots[2], slots[0], slots[2]]


def test_an_alignment_costs_two_bits_a_step_beside_its_texts(native):
    speech = Speech(3, ["word", "other", "third"])
    refs = [" ".join([speech.text() for _ in range(9)]) for _ in range(200)]
    hyps = [speech.heard(ref) for ref in refs]
    batch = Ask(native).batch(refs, hyps)
    steps = sum(len(batch.slots(i)) for i in range(len(batch)))
    size = len(pickle.dumps(batch)) - sum(map(len, refs)) - sum(map(len, hyps))
    assert size < steps / 4 + 200 * 8 + 1000


def test_alternations_cost_little_more(native):
    refs, hyps = ["{ a b / c } " + "x " * 400], ["c " + "x " * 400]
    batch = Ask(native).batch(refs, hyps)
    assert len(batch.__reduce__()[1][1][3]) < 401 / 4 + 20


def test_sides_and_rules_and_transcripts_are_pickled(native, load):
    ask = Ask(native)
    charset = ask.charset("utf-8", {0xC9: 0xE9}, {0xE9: 0xC9})
    data = "É b (a-1)\n;; comment\n{ x / Y } (a-2)\nlast".encode()
    trn = native.Trn(data, charset, sensitive=False)
    again = load(native, pickle.dumps(trn))
    assert (again.ids(), again.events, again.error, again.incomplete) == (trn.ids(), trn.events, None, True)
    assert again.text(0) == "é b ".encode()
    sides = [trn.side(), native.texts(["a b", ["A;b", b"\xc3\xa9"], ""]), rows(native, ["a b", ""], random.Random(1))]
    for side in sides:
        copied = load(native, pickle.dumps(side))
        assert copied.__reduce__()[1] == side.__reduce__()[1]
        rules = native.Rules(charset, segment=2, ascii_too=True)
        assert native.align(rules, copied, side).slots(0) == native.align(rules, side, side).slots(0)
    rules = native.Rules(charset, weights={b"a": 2.0}, lexicon=[b"ab"], optional=True, sensitive=True)
    batch = native.align(load(native, pickle.dumps(rules)), native.texts(["(a) b"]), native.texts(["c"]))
    assert batch.slots(0) == native.align(rules, native.texts(["(a) b"]), native.texts(["c"])).slots(0)


def test_rules_copy_their_arguments(native, load):
    weights, lexicon = {b"a": 2.0}, [b"ab"]
    rules = native.Rules(Ask(native).charset(), weights=weights, lexicon=lexicon)
    weights[b"a"] = 3.0
    lexicon.clear()
    options = load(native, pickle.dumps(rules)).__reduce__()[1][2]
    assert (options["weights"], options["lexicon"]) == ({b"a": 2.0}, (b"ab",))


# --- cut and joined --------------------------------------------------------------------------------


def test_parts_are_the_alignments_at_their_places(native, options):
    batch = batch_for(Ask(native), 7, options)
    for index in ([], [3], [24, 0, 3, 3, -1], list(range(25))):
        taken = batch.take(integers(*index))
        assert [taken.slots(i) for i in range(len(taken))] == [batch.slots(i) for i in index]
    with pytest.raises(IndexError):
        batch.take(integers(25))


@law(st.lists(st.tuples(plain, plain), max_size=8), st.lists(st.integers(0, 8), max_size=3), st.booleans())
def test_a_batch_cut_anywhere_and_joined_is_the_whole(native, pairs, cuts, travels):
    _check_cuts(native, pairs, cuts, travels, {})


@pytest.mark.slow
@law(st.lists(st.tuples(marked(), marked()), max_size=6), st.lists(st.integers(0, 6), max_size=3), st.booleans())
def test_a_batch_of_networks_cut_anywhere_and_joined_is_the_whole(native, pairs, cuts, travels):
    _check_cuts(native, pairs, cuts, travels, {"optional": True, "fragments": True})


def _check_cuts(core, pairs, cuts, travels, options):
    ask = Ask(core)
    batch = ask.batch([ref for ref, _ in pairs], [hyp for _, hyp in pairs], **options)
    ends = [0, *sorted(min(cut, len(pairs)) for cut in cuts), len(pairs)]
    parts = [batch.take(integers(*range(*span))) for span in pairwise(ends)]
    if travels and core.NAME == _core.NAME:
        parts = pickle.loads(pickle.dumps(parts))
    assert everything(parts[0].join(parts[1:])) == everything(batch)


def test_a_joined_batch_can_be_cut_joined_and_pickled_again(native, options, load):
    first, two = (batch_for(Ask(native), seed, options) for seed in (1, 2))
    places = [30, 2, 49, 2, 0]
    joined = first.join([two]).take(integers(*places)).join([first])
    assert [joined.slots(i) for i in range(5)] == [(first, two)[i // 25].slots(i % 25) for i in places]
    assert everything(load(native, pickle.dumps(joined))) == everything(joined)


def test_an_empty_batch_takes_part(native):
    ask = Ask(native)
    empty, single = ask.batch([], []), ask.batch(["a"], ["b"])
    assert everything(empty.join([single])) == everything(single.join([empty])) == everything(single)
    assert len(empty.join([])) == len(empty.take(b"")) == 0


def test_notices_go_with_their_utterances(native):
    ask = Ask(native)
    batch = ask.batch(["a", "{ @ / b } " + "x" * 10001, "a"], ["a", "@", "a"])
    assert {notice[0] for notice in batch.notices} == {1}
    assert {notice[0] for notice in batch.take(integers(0, 2, 1, 1)).notices} == {2, 3}
    assert {notice[0] for notice in batch.take(integers(0)).join([batch, batch]).notices} == {2, 5}
    assert batch.take(integers(1)).notices == [(0, *notice[1:]) for notice in batch.notices]


def test_batches_of_different_rules_are_not_joined(native):
    ask = Ask(native)
    batch = ask.batch(["a"], ["b"])
    for options in (
        {"sensitive": True},
        {"encoding": "utf-8"},
        {"characters": 0},
        {"weights": {b"a": 1.0}},
        {"costs": (1, 1, 1)},
        {"ties": "SDI"},
        {"lexicon": [b"a"]},
        {"default_weight": 1.0},
    ):
        with pytest.raises(ValueError, match="batches of different rules cannot be joined"):
            batch.join([ask.batch(["a"], ["b"], **options)])
    with pytest.raises(ValueError, match="ready-made alignments cannot be joined with those of texts"):
        batch.join([native.batch_of(ask.charset(), False, [])])
    with pytest.raises(TypeError, match="a Batch expected"):
        batch.join(["a"])


# --- damage ----------------------------------------------------------------------------------------


def test_damaged_states_of_batches_are_refused_or_read_as_what_they_say(native, options):
    chance = random.Random(5)
    batch = batch_for(Ask(native), 3, options, size=8)
    rules, ref, hyp, state = batch.__reduce__()[1][1]
    assert everything(native.batch_from(rules, ref, hyp, state)) == everything(batch)
    for cut in range(len(state)):
        with pytest.raises(ValueError, match="damaged or cut short|version"):
            native.batch_from(rules, ref, hyp, state[:cut])
    with pytest.raises(ValueError, match="damaged"):
        native.batch_from(rules, ref, hyp, state + b"\0")
    for _ in range(150):
        _read(lambda: everything(native.batch_from(rules, ref, hyp, _changed(state, chance))))


def _read(loading):
    """The readable part of a damaged state, or the message that refuses it."""
    try:
        return loading()
    except ValueError as error:
        message = str(error)
    assert "the pickled state" in message
    return message


def _changed(state, chance):
    changed = bytearray(state)
    for _ in range(chance.randint(1, 3)):
        changed[chance.randrange(len(changed))] = chance.choice((0, 1, 2, 127, 128, 255, chance.randrange(256)))
    return bytes(changed)


def test_a_state_has_to_fit_its_texts(native):
    ask = Ask(native)
    first, two = ask.batch(["a b c"], ["a c"]), ask.batch(["a b"], ["a c"])
    rules, ref, hyp, _ = first.__reduce__()[1][1]
    with pytest.raises(ValueError, match="damaged"):
        native.batch_from(rules, ref, hyp, two.__reduce__()[1][1][3])
    with pytest.raises(ValueError, match="damaged"):
        native.batch_from(rules, ref, native.texts([]), first.__reduce__()[1][1][3])


@law(st.binary(max_size=40))
def test_no_bytes_break_the_states_of_sides(native, data):
    for state in (data, b"\1" + data, b"\1\3" + data):
        side = _read(lambda: native.side_from(state))  # noqa: B023
        if not isinstance(side, str):
            assert len(native.align(Ask(native).rules(), side, side).counts()) == 16 * len(side)
            assert native.side_from(side.__reduce__()[1][1][0]).__reduce__()[1] == side.__reduce__()[1]


def test_states_of_sides_that_promise_too_much_are_refused(native):
    for state in (
        b"",
        b"\2",
        b"\1",
        b"\1\xff\xff\xff\xff\xff\xff\xff\xff\x7f",
        b"\1\1\0\xff\x7f",
        b"\1\1\3\xff\x7f",
        b"\1\1\7\0",
    ):
        with pytest.raises(ValueError, match="the pickled state"):
            native.side_from(state)


def test_unknown_pickled_objects_are_refused():
    with pytest.raises(ValueError, match="the pickled state is of 'eval'"):
        _core.restored("eval", (), {})
