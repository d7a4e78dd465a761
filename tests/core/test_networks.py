"""Networks given as arcs: the same alignments as the grammar of texts gives, and shapes that no text can write."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import strategies as st

from scorelite import core as _core
from tests.core.ask import Ask
from tests.core.material import PLAIN, law

# A word, None for the null word, or a tuple of branches, which are lists of the like.
words = st.sampled_from([*PLAIN, "(a)", "a-", None])
items = st.recursive(
    words,
    lambda inner: st.lists(st.lists(inner, min_size=1, max_size=2), min_size=1, max_size=3).map(tuple),
    max_leaves=6,
)
structures = st.lists(items, max_size=4)


def text_of(structure):
    """A structure in the grammar of texts."""
    written = []
    for item in structure:
        if isinstance(item, tuple):
            written.append("{ " + " / ".join(text_of(branch) for branch in item) + " }")
        else:
            written.append("@" if item is None else item)
    return " ".join(written)


def arcs_of(structure):
    """A structure as arcs, in the order of its text."""
    arcs = []
    nodes = iter(range(1, 1000))

    def add(sequence, node, end):
        for place, item in enumerate(sequence):
            target = end if place == len(sequence) - 1 else None
            if isinstance(item, tuple):
                for branch in item:
                    target = add(branch, node, target)
            else:
                target = next(nodes) if target is None else target
                arcs.append((node, target, item))
            node = target
        return node

    add(structure, 0, None)
    return arcs


def path(core, ref, hyp, **options):
    """Slots of a network against a text, or the other way round."""
    ask = Ask(core)
    sides = [side if isinstance(side, core.Side) else core.texts([side]) for side in (ref, hyp)]
    return core.align(ask.rules(**options), *sides).slots(0)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"optional": True, "fragments": True},
        {"characters": 0},
        {"costs": (1, 1, 1), "ties": "IDS"},
        {"times": True},
    ],
    ids=str,
)
@law(structures, structures)
def test_arcs_are_aligned_as_the_text_that_says_the_same(native, options, ref, hyp):
    written = path(native, text_of(ref), text_of(hyp), **options)
    of_arcs = path(native, native.networks([arcs_of(ref)]), native.networks([arcs_of(hyp)]), **options)
    assert of_arcs == written


def test_nodes_may_have_any_numbers_and_edges_may_skip_words(native):
    # a b c, where b may be skipped or be x y: no text says that with these ties.
    network = native.networks([[(0, 5, "a"), (5, 2, "b"), (5, 1, "x"), (1, 2, "y"), (5, 3, None), (2, 3, "c")]])
    for text in ("a b c", "a x y c", "a"):
        assert {slot[0] for slot in path(native, network, text)} == {"C"}
    assert "".join(slot[0] for slot in path(native, network, "a x c")) in ("CSC", "CCDC")


def test_the_first_of_equally_cheap_arcs_is_taken(native):
    for branches in ("xy", "yx"):
        network = native.networks([[(0, 1, branch) for branch in branches]])
        assert path(native, network, "z")[0][1][0] == branches[0].encode()


def test_words_of_arcs_are_literal_and_folded(native):
    network = native.networks([[(0, 1, "A;b"), (1, 2, "@"), (2, 3, b"{X}"), (3, 4, "")]])
    assert [slot[1][0] for slot in path(native, network, "")] == [b"a;b", b"@", b"{x}", b""]
    assert [slot[1][0] for slot in path(native, network, "", sensitive=True)] == [b"A;b", b"@", b"{X}", b""]


def test_the_null_word_is_no_word(native):
    network = native.networks([[(0, 1, None), (0, 2, "b"), (2, 1, "c")]])
    for costs in ((4, 3, 3), (1, 1, 1), (1, 5, 5)):
        slots = path(native, network, native.texts([["@"]]), costs=costs)
        assert [(op, ref, hyp[0]) for op, ref, hyp in slots] == [("I", None, b"@")]


@pytest.mark.parametrize("costs", [(1, 1, 1), (1000, 999, 998)])
def test_long_networks_with_null_words_are_aligned_cell_by_cell(native, costs):
    # Long enough for the bound on the cost of paths: a null word is left out, not put for a word.
    ref = " ".join(["{ @ / b c }", "d"] * 180)
    hyp = " ".join(["x", "d"] * 180)
    assert Ask(native).ops(ref, hyp, costs=costs) == "IC" * 180


def test_words_of_arcs_have_times_and_confidences(native):
    network = native.networks([[(0, 1, "a", 1.0, 0.5, 0.25), (0, 1, None, 1, 2, 0), (1, 2, "b")]])
    slots = path(native, network, "a b")
    assert slots[0][1][3:6] == (1.0, 1.5, 0.25)
    assert slots[1][1][3:6] == (0.0, 0.0, 0.0)


def test_words_without_characters_become_null_words(native):
    network = native.networks([[(0, 1, "a"), (1, 2, "--"), (2, 3, "b")]])
    assert [slot[0] for slot in path(native, network, "a b", characters=2)] == ["C", "C"]


def test_networks_are_pickled(native):
    side = native.networks([arcs_of([("a", ["b", "c"]), "d"]), [], [(0, 1, "a", 1.5, 2.5, 0.5), (0, 1, None)]])
    state = side.__reduce__()[1][1][0]
    again = native.side_from(state)
    assert again.__reduce__()[1] == side.__reduce__()[1]
    for i, text in enumerate(["b c d", "x", "a"]):
        taken = native.align(Ask(native).rules(), again, native.texts([text] * 3))
        assert taken.slots(i) == native.align(Ask(native).rules(), side, native.texts([text] * 3)).slots(i)
    if native.NAME == _core.NAME:
        batch = native.align(Ask(native).rules(), side, native.texts(["b d", "x", ""]))
        joined = pickle.loads(pickle.dumps(batch)).join([batch])
        assert [joined.slots(i) for i in range(6)] == [batch.slots(i % 3) for i in range(6)]


@pytest.mark.parametrize(
    ("arcs", "message"),
    [
        ([(1, 2, "a"), (0, 1, "b")], "network 1, arc 0: no arc before it leads to node 1"),
        ([(0, 1, "a"), (1, 0, "b")], "network 1, arc 1: an arc before it has left node 0"),
        ([(0, 0, "a")], "network 1, arc 0: an arc before it has left node 0"),
        ([(0, 1, "a"), (1, 2, "b"), (0, 1, "c")], "network 1, arc 2: an arc before it has left node 1"),
        ([(0, 1, "a"), (0, 2, "b")], "network 1 has 2 ends; expected 1"),
        ([(0, 7, "a")], "network 1, arc 0: node 7; expected 0 to 1, the number of arcs"),
        ([(0, -1, "a")], "node -1; expected 0 or more"),
        ([(0, 1)], "an arc of 2 fields; expected source, target and word"),
    ],
)
def test_arcs_that_are_no_network_are_refused(native, arcs, message):
    with pytest.raises(ValueError) as refused:  # noqa: PT011
        native.networks([[], arcs])
    assert message in str(refused.value)


def test_words_of_arcs_are_texts(native):
    with pytest.raises(TypeError, match="a word must be str, bytes or None"):
        native.networks([[(0, 1, 5)]])
    with pytest.raises(TypeError):
        native.networks([[("a", 1, "b")]])
