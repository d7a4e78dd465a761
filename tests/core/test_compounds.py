"""Compounds in many texts: those in which words of one side are a word of the other, spelled alike."""

from __future__ import annotations

import subprocess
import sys
from array import array
from difflib import SequenceMatcher
from itertools import pairwise
from random import Random

import pytest

from tests.conftest import ROOT

WER = (1, 1, 1), "IDS"
POLICIES = [WER, ((4, 3, 3), "SID"), ((1, 1, 1), "SDI"), ((5, 2, 9), "DSIM")]


def respelled(core, refs, hyps, joins=False, folds=False, policy=WER):
    """By number: the new texts and the steps; and the changes of both sides."""
    sides = core.texts(refs), core.texts(hyps)
    rows, texts, letters, places, changes = core.respelled(*sides, joins, folds, *policy)
    numbers, bounds = array("q", rows), array("q", places)
    steps = [letters[a:b].decode() for a, b in pairwise(bounds)]
    assert bounds[0] == 0
    assert len(steps) == len(numbers)
    return dict(zip(numbers, zip(*texts, steps, strict=True), strict=True)), [listed(*change) for change in changes]


def listed(columns, pieces):
    numbers, at, changes = array("i", columns), 0, []
    for utterance, start, rule, old, new in zip(*[iter(numbers)] * 5, strict=True):
        assert rule == 0
        changes.append((utterance, start, pieces[at : at + old], pieces[at + old : at + old + new]))
        at += old + new
    assert at == len(pieces)
    return changes


def joined(ref, hyp):
    """Both sides with one word where they differ, but have equal letters."""
    made = [], []
    for kind, i, i_end, j, j_end in SequenceMatcher(None, ref, hyp).get_opcodes():
        parts = ref[i:i_end], hyp[j:j_end]
        alike = kind != "equal" and "".join(parts[0]) == "".join(parts[1])
        for side, part in zip(made, parts, strict=True):
            side.extend(["".join(part)] if alike else part)
    return made


def merged(core, ref, hyp, policy):
    """The hypothesis with its compounds as the reference has them, and the steps."""
    words, steps, i, j = [], "", 0, 0
    for rows, columns in core.steps(ref, hyp, *policy, True):
        is_compound = rows + columns > 2
        words += ref[i : i + rows] if is_compound else hyp[j : j + columns]
        kind = "D" if not columns else "I" if not rows else "S" if ref[i] != hyp[j] else "C"
        steps += "C" * rows if is_compound else kind
        i, j = i + rows, j + columns
    return words, steps


def pairs(chance, letters, longest, count):
    """Texts of random words, half of them the same with blanks elsewhere, and a few wrong letters."""
    for _ in range(count):
        words = ["".join(chance.choices(letters, k=chance.randint(1, longest))) for _ in range(chance.randrange(12))]
        ref = " ".join(words)
        hyp = "".join(
            letter
            for letter in ref
            for letter in ([" ", letter] if chance.random() < 0.1 else [letter])
            if letter != " " or chance.random() < 0.8
        )
        yield ref, " ".join(hyp.split()).replace(letters[0], letters[-1], chance.randrange(2))


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("joins", [False, True])
def test_texts_with_compounds_and_no_others_are_found_and_their_steps_are_those_of_the_aligner(core, policy, joins):
    chance = Random(8)
    for letters, longest in (("ab", 4), ("abcdefgh", 3), ("aaaaaaaab", 24), ("é漢a", 5)):
        both = list(pairs(chance, letters, longest, 60))
        expected = {}
        for number, (ref, hyp) in enumerate(both):
            left, right = joined(ref.split(), hyp.split()) if joins else (ref.split(), hyp.split())
            words, steps = merged(core, left, right, policy)
            if (left, words) != (ref.split(), hyp.split()):
                expected[number] = (" ".join(left), " ".join(words), steps)
        assert respelled(core, *zip(*both, strict=True), joins, False, policy)[0] == expected
        assert expected


@pytest.mark.parametrize("folds", [False, True])
@pytest.mark.parametrize("joins", [False, True])
def test_both_cores_spell_alike(native, twin, joins, folds):
    chance = Random(9)
    for letters in ("aAb", "éaÉ", "\udce9a", "\U0001f600ab", "\ufeffa"):
        refs, hyps = zip(*pairs(chance, letters, 4, 200), strict=True)
        found, changes = respelled(native, refs, hyps, joins, folds)
        assert (found, changes) == respelled(twin, refs, hyps, joins, folds)
        for texts, side in ((refs, 0), (hyps, 1)):
            assert replayed(texts, changes[side]) == [found.get(k, (*both, ""))[side] for k, both in each(refs, hyps)]


def each(refs, hyps):
    return enumerate(zip(refs, hyps, strict=True))


def replayed(texts, changes):
    result = list(texts)
    for number, start, before, after in changes:
        text = result[number]
        assert text[start : start + len(before)] == before
        result[number] = text[:start] + after + text[start + len(before) :]
    return result


def test_a_hypothesis_takes_the_words_of_the_reference_and_its_case(ask):
    refs, hyps = ["a White paper on", "on line"], ["a whitepaper On", "on line"]
    found, (of_refs, of_hyps) = respelled(ask.core, refs, hyps, folds=True)
    assert found == {0: ("a White paper on", "a White paper On", "CCCC")}
    assert (of_refs, of_hyps) == ([], [(0, 2, "whitepaper", "White paper")])
    assert respelled(ask.core, refs, hyps)[0] == {}


def test_words_of_equal_letters_are_joined_on_both_sides_and_one_word_stays(ask):
    found, changes = respelled(ask.core, ["die haus tür da", "ab c"], ["die haustür da", "a bc"], joins=True)
    assert found == {0: ("die haustür da", "die haustür da", "CCC"), 1: ("abc", "abc", "C")}
    assert changes == [[(0, 4, "haus tür", "haustür"), (1, 0, "ab c", "abc")], [(1, 0, "a bc", "abc")]]


def test_long_texts_with_one_compound_are_spelled_alike(ask):
    words = [f"w{number}x" for number in range(400)]
    hyp = [*words[:100], words[100] + words[101], *words[102:]]
    found, changes = respelled(ask.core, [" ".join(words)], [" ".join(hyp)])
    assert found == {0: (" ".join(words), " ".join(words), "C" * 400)}
    assert changes[1] == [(0, len(" ".join(words[:100])) + 1, "w100xw101x", "w100x w101x")]


def moved(chance, first, second):
    """Two stretches that change places, the second with pairs of words as one, and few errors."""
    words = [
        [f"{name}{chance.randrange(10**5):05}" for _ in range(count)] for name, count in (("a", first), ("b", second))
    ]
    both = ["".join(words[1][k : k + 2]) for k in range(0, second, 2)]
    hyp = [f"x{number}" if chance.random() < 0.02 else word for number, word in enumerate([*both, *words[0]])]
    return [*words[0], *words[1]], hyp


def spoken(chance, count):
    """Words that are often the same, and a hypothesis that splits and joins some of them, with some errors."""
    vocabulary = ["".join(chance.choices("abcdefgh", k=chance.randint(1, 6))) for _ in range(500)]
    ref, hyp = chance.choices(vocabulary, [1 / (k + 1) for k in range(500)], k=count), []
    for word in ref:
        draw = chance.random()
        if draw < 0.05:
            hyp.append(chance.choice(vocabulary))
        elif draw < 0.1:
            hyp += [word[:2], word[2:]] if len(word) > 2 else []
        elif draw < 0.15 and hyp:
            hyp[-1] += word
        else:
            hyp.append(word)
    return ref, hyp


@pytest.mark.slow
@pytest.mark.parametrize(
    ("policy", "sides"),
    [
        (WER, (moved, 610, 870)),
        pytest.param(((4, 3, 3), "SID"), (spoken, 1100), marks=pytest.mark.slow),
        pytest.param(((4, 3, 3), "SID"), (moved, 610, 870), marks=pytest.mark.slow),
        pytest.param(WER, (spoken, 1100), marks=pytest.mark.slow),
    ],
)
def test_compounds_of_long_texts_are_found_near_a_good_path_as_in_all_cells(native, twin, policy, sides):
    make, *sizes = sides
    ref, hyp = make(Random(3), *sizes)
    assert len(ref) * len(hyp) > 1 << 20  # so many cells are all filled
    steps = native.steps(ref, hyp, *policy, True)
    assert steps == twin.steps(ref, hyp, *policy, True)
    assert any(sum(step) > 2 for step in steps)


MEMORY = """
import resource
from random import Random
from scorelite import core
from tests.core.test_compounds import WER, spoken

def used():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024

sides = [core.texts([" ".join(side)]) for side in spoken(Random(3), 40_000)]
before = used()
rows, *_ = core.respelled(*sides, False, False, *WER)
print(used() - before, len(rows))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured in KiB on Linux only")
def test_compounds_of_long_texts_fill_few_cells(native):
    """Where cells are filled that best paths without compounds may pass, they take more than twice as much."""
    ran = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True, cwd=ROOT)
    mebibytes, size = map(int, ran.stdout.split())
    assert size == 8
    assert mebibytes < 60


def test_sides_of_words_or_of_different_lengths_are_refused(ask):
    core = ask.core
    with pytest.raises(ValueError, match="lists of words; expected texts"):
        core.respelled(core.texts([["a", "b"]]), core.texts(["a"]), False, False, *WER)
    with pytest.raises(ValueError, match="sides of different lengths"):
        core.respelled(core.texts(["a"]), core.texts([]), False, False, *WER)
