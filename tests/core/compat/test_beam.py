"""Edit distances in a beam: both cores, and the true distance where the beam is wide enough."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import strategies as st

from tests.core.material import law

TEXTS = st.lists(st.tuples(*[st.text("abc\U0001f600\ud83d", max_size=12)] * 2), max_size=4)


def distances(core, pairs, substitution=1, width=25):
    hyps, refs = [hyp for hyp, _ in pairs], [ref for _, ref in pairs]
    return array("d", core.beam_distances(hyps, refs, substitution, width)).tolist()


@law(TEXTS, st.sampled_from([0, 1, 2, 0.5, 7]), st.sampled_from([1, 2, 3, 25]), examples=300)
def test_distances_are_alike(native, twin, pairs, substitution, width):
    assert distances(native, pairs, substitution, width) == distances(twin, pairs, substitution, width)


@law(TEXTS)
def test_in_a_wide_beam_distances_are_true(core, pairs):
    for hyp, ref in pairs:
        rows = [[*range(len(ref) + 1)]]
        for letter in hyp:
            above, row = rows[-1], [rows[-1][0] + 1]
            for place, other in enumerate(ref):
                row.append(min(above[place] + (letter != other), above[place + 1] + 1, row[-1] + 1))
            rows.append(row)
        assert distances(core, [(hyp, ref)]) == [rows[-1][-1]]


def test_a_shift_beyond_the_beam_costs_more(core):
    text = "".join(chr(ord("a") + (7 * place + place // 26) % 26) for place in range(60))
    for shift in (24, 25, 26):
        pair = text + "-" * shift, "+" * shift + text
        to_the_right, to_the_left = distances(core, [pair, pair[::-1]])
        assert (to_the_right == 2 * shift) == (shift < 25)
        assert (to_the_left == 2 * shift) == (shift < 26)


def test_what_is_no_pair_of_texts_is_refused(core):
    with pytest.raises(ValueError, match="1 hypotheses, but 2 references"):
        core.beam_distances(["a"], ["a", "b"], 1, 25)
    with pytest.raises(TypeError, match="a text must be str"):
        core.beam_distances([b"a"], ["a"], 1, 25)
