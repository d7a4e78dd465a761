"""Interface of kaldialign: golden cases, and the library itself if it is installed."""

from __future__ import annotations

import random
from ast import literal_eval
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from scorelite.compat import kaldialign as ours
from scorelite.formats.errors import MismatchError
from scorelite.scoring.words import compounds
from scorelite.scoring.words.compounds import align as align_compounds
from tests.compat.seeds import agrees, answer, decoded, features, listed, same
from tests.peers import peer

FLAGS = [(sclite, merge) for merge in (False, True) for sclite in (False, True)]


def flag_sets(case: dict[str, Any]) -> list[dict[str, bool]]:
    names = [dict(part.split("=") for part in name.split(",")) for name in case["output"]]
    return [{key: value == "True" for key, value in flags.items()} for flags in names]


def call(case: dict[str, Any]) -> Any:
    case_input = decoded(case["input"])
    # Lists of lists are written by repr, because JSON has no tuples.
    case_input = {
        key: literal_eval(value) if isinstance(value, str) and value.startswith("[[") else value
        for key, value in case_input.items()
    }
    if case["call"].startswith("bootstrap"):
        systems = [case_input[name] for name in ("refs", "hyps", "hyps2") if name in case_input]
        return answer(lambda: ours.bootstrap_wer_ci(*systems, **case_input["kwargs"]))
    function = getattr(ours, case["call"].partition("(")[0])
    arguments = [case_input[key] for key in ("ref", "hyp", "refs", "hyps", "eps") if key in case_input]
    if isinstance(case["output"], dict) and "error" in case["output"]:
        return answer(partial(function, *arguments))
    return {
        ",".join(f"{name}={value}" for name, value in flags.items()): answer(partial(function, *arguments, **flags))
        for flags in flag_sets(case)
    }


def test_golden_cases_agree(gold: Path) -> None:
    checked = 0
    for feature in features(gold / "seeds" / "kaldialign"):
        for case in feature["cases"]:
            checked += 1
            assert agrees(call(case), case), case["id"]
    assert checked > 300


def pairs(seed: int, count: int, vocabulary: list[Any]) -> list[tuple[list[Any], list[Any]]]:
    generator = random.Random(seed)
    return [
        (
            generator.choices(vocabulary, k=generator.randint(0, 9)),
            generator.choices(vocabulary, k=generator.randint(0, 9)),
        )
        for _ in range(count)
    ]


VOCABULARIES = [
    ["a", "b", "ab", "ba", "aab", ""],
    ["x", "y\nz", "é", "\0", "Ä", "A"],
    [1, 2, 3, 12],
    [(1,), (2,)],
    [0.5, 1, True],
]


@pytest.mark.parametrize("vocabulary", VOCABULARIES, ids=str)
def test_the_library_itself_agrees(vocabulary: list[Any]) -> None:
    theirs = peer("kaldialign")
    for ref, hyp in pairs(1, 300, vocabulary):
        for flags in FLAGS:
            assert answer(lambda: ours.align(ref, hyp, vocabulary[0], *flags)) == answer(  # noqa: B023
                lambda: theirs.align(ref, hyp, vocabulary[0], *flags)  # noqa: B023
            ), (ref, hyp, flags)
            assert same(ours.edit_distance(ref, hyp, *flags), theirs.edit_distance(ref, hyp, *flags)), (ref, hyp, flags)
    refs, hyps = (list(side) for side in zip(*pairs(2, 60, vocabulary), strict=True))
    for flags in FLAGS:
        assert same(ours.batch_error_rate(refs, hyps, *flags), theirs.batch_error_rate(refs, hyps, *flags))
    for merge in (False, True):
        mine = ours.bootstrap_wer_ci(refs, hyps, refs[::-1], 200, 7, merge)
        assert same(mine, theirs.bootstrap_wer_ci(refs, hyps, refs[::-1], 200, 7, merge), 1e-13)


@pytest.mark.parametrize(
    "arguments",
    [
        (["a"], [1], "*"),
        (["a"], [None], "*"),
        ([1], [2], "*"),
        ([["a"]], [["b"]], "*"),
        (1, "a", "*"),
        (["a"], ["\ud800"], "*"),
    ],
)
def test_wrong_symbols_raise_what_the_library_raises(arguments: tuple[Any, ...]) -> None:
    theirs = peer("kaldialign")
    mine, its = answer(lambda: ours.align(*arguments)), answer(lambda: theirs.align(*arguments))
    if "error" in its:
        assert mine["error"]["type"] == its["error"]["type"]
    else:
        assert mine == its


@pytest.mark.parametrize(
    "options", [{"replications": 0}, {"seed": -1}, {"seed": 1 << 32}, {"seed": 0.5}, {"replications": 1.5}]
)
def test_wrong_numbers_raise_what_the_library_raises(options: dict[str, Any]) -> None:
    theirs = peer("kaldialign")
    mine = answer(lambda: ours.bootstrap_wer_ci([["a"]], [["b"]], **options))
    assert (
        mine["error"]["type"] == answer(lambda: theirs.bootstrap_wer_ci([["a"]], [["b"]], **options))["error"]["type"]
    )


def test_a_compound_is_one_pair() -> None:
    alignment = align_compounds(["a", "white", "paper", "b"], ["whitepaper", "c"], policy="sclite")
    assert listed([(pair.operation, pair.ref, pair.hyp) for pair in alignment]) == [
        ["D", "a", None],
        ["C", "white paper", "whitepaper"],
        ["S", "b", "c"],
    ]


def test_counts_with_compounds_are_those_of_the_alignments() -> None:
    sides = list(zip(*pairs(5, 100, ["a", "b", "ab", "ba", "aab"]), strict=True))
    for policy in ("sclite", "kaldi_wer", "kaldi_align"):
        for ref, hyp, actual in zip(*sides, compounds.counts(*sides, policy=policy), strict=True):
            steps = compounds.align(ref, hyp, policy=policy).operations
            assert (actual.substitutions, actual.deletions, actual.insertions) == tuple(map(steps.count, "SDI"))
            assert actual.reference == len(ref)
    with pytest.raises(MismatchError, match="1 reference, but 0 hypotheses"):
        compounds.counts([["a"]], [])
