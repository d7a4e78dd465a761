"""Several systems: corrected p-values, blocks of the bootstrap, exact tests by speaker."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorelite.formats.errors import UsageError
from scorelite.scoring import score, score_files
from scorelite.scoring.compare import compare, of_result, tournament
from scorelite.scoring.compare.scores import Scores
from scorelite.scoring.compare.significance import all_tests

_REF = {f"s{k % 4}-{k}": "a b c" for k in range(24)}


def _system(name: str, wrong: int) -> Scores:
    hyp = {key: "a x c" if k < wrong else text for k, (key, text) in enumerate(_REF.items())}
    return of_result(score(_REF, hyp), name)


def test_corrected_p_values_are_never_lower() -> None:
    systems = [_system(name, wrong) for name, wrong in (("one", 2), ("two", 8), ("three", 9))]
    plain, holm, bh = (
        tournament(systems, level=0.05, replications=200, correction=name) for name in ("none", "holm", "bh")
    )
    for before, strict, mild in zip(plain.matches, holm.matches, bh.matches, strict=True):
        assert before.p == (before.bootstrap.p, before.matched_pairs.p)
        assert all(a <= c <= b for a, b, c in zip(before.p, strict.p, mild.p, strict=True))
    assert holm.to_dict()["correction"] == "holm"


def test_blocks_are_drawn_as_a_whole() -> None:
    systems = [_system("one", 0), _system("two", 12)]
    by_utterance, by_speaker = (
        tournament(systems, level=0.05, replications=200, blocks=name).matches[0] for name in ("", "speaker")
    )
    assert by_speaker.bootstrap.better == 0.0
    assert by_speaker.exact == by_utterance.exact
    assert [(test.name, test.first, test.second) for test in by_speaker.exact] == [
        ("McNemar", 12, 0),
        ("sign test", 4, 0),
        ("Wilcoxon", 4, 0),
    ]
    with pytest.raises(UsageError, match="does not say which session an utterance belongs to; expected .* no blocks="):
        tournament(systems, level=0.05, replications=10, blocks="session")


def _of_table(heard: str) -> Scores:
    """Five texts, of which two are by ann, two by ben, and one by nobody; ids name other speakers."""
    speakers, texts = ("ann", "ann", "ben", "ben", ""), heard.split()
    rows = (f"x{place % 2}-{place},a,{text},{speakers[place]}\n" for place, text in enumerate(texts))
    return of_result(score_files(("id,text,hyp,speaker\n" + "".join(rows)).encode()))


def test_blocks_are_the_speakers_of_a_table_as_in_its_analyses() -> None:
    names, numbers = _of_table("a a a a a").blocks["speaker"]
    assert ([*names], numbers.tolist()) == (["ann", "ben", ""], [0, 0, 1, 1, 2])


def test_texts_of_nobody_are_no_block_and_no_speaker() -> None:
    first, other = _of_table("a a a a a"), _of_table("b b a a b")
    with pytest.raises(UsageError, match=r"1 of 5 utterances has no speaker, .*, or no blocks="):
        all_tests(first, other, 10, "speaker")
    assert [(test.name, test.first, test.second) for test in all_tests(first, other, 10).exact[1:]] == [
        ("sign test", 1, 0),
        ("Wilcoxon", 1, 0),
    ]


def test_equal_differences_of_all_segments_have_no_z() -> None:
    systems = [_system("one", 0), _system("two", 24)]
    tests = all_tests(*systems, 10)
    assert (tests.matched_pairs.z, tests.matched_pairs.p) == (None, 2 * 0.5**24)
    (match,) = tournament(systems, level=0.05, replications=10).to_dict()["pairs"]
    assert match["mapsswe"]["z"] is None
    comparison = replace(compare(*systems), matched_pairs=tests.matched_pairs)
    assert [*comparison.tests()] == ["matched pairs (MAPSSWE): 24 segments, equal differences: sign test, p < .001"]


def test_an_unknown_correction_is_refused() -> None:
    with pytest.raises(UsageError, match="correction 'bonferoni' is unknown; expected one of: none, holm, bh"):
        tournament([], level=0.05, replications=10, correction="bonferoni")
