"""Several systems: corrected p-values, blocks of the bootstrap, exact tests by speaker."""

from __future__ import annotations

import pytest

from scorelite.formats.errors import UsageError
from scorelite.scoring import score
from scorelite.scoring.compare import of_result, tournament
from scorelite.scoring.compare.scores import Scores

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
    with pytest.raises(UsageError, match="does not say which session said an utterance"):
        tournament(systems, level=0.05, replications=10, blocks="session")


def test_an_unknown_correction_is_refused() -> None:
    with pytest.raises(UsageError, match="correction 'bonferoni' is unknown; expected one of: none, holm, bh"):
        tournament([], level=0.05, replications=10, correction="bonferoni")
