"""Files scored from places in their bytes: results, errors and pickles are those of files read into strings."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from scorelite import formats, scoring
from scorelite.formats.engine import lines
from scorelite.formats.errors import ScoreliteError
from scorelite.formats.schema import spans
from tests.conftest import ROOT

REF = "the { cat / dog } sat (a-1)\nde zwaan é (a-2)\n;; note\n\nx y z (b-1)\n(b-2)\n"
HYP = "the dog sat (a-1)\nx z (b-1)\nmore (b-2)\nde zwan é (a-2)"
SAMPLE = (ROOT / "tests" / "formats" / "samples" / "trn.trn").read_bytes()


def mutated(data: bytes, chance: random.Random) -> bytes:
    """The bytes with a few of them replaced, removed or repeated."""
    changed = bytearray(data)
    for _ in range(chance.randrange(4)):
        place = chance.randrange(len(changed))
        changed[place : place + chance.randrange(3)] = chance.choice(
            (b"(", b")", b"{", b"\n", b"", b" (a-1)\n", b"\xff", b"\0", b"\t")
        )
    return bytes(changed)


def outcome(ref: bytes, hyp: bytes, **keywords: object) -> object:
    """The result of a score, or the text of its error."""
    try:
        result = scoring.score_files(ref, hyp, ref_format="trn", hyp_format="trn", **keywords)  # type: ignore[arg-type]
    except ScoreliteError as error:
        return str(error)
    return result, result.to_dict(utterances=True), str(result), result.report("pra")


@pytest.mark.parametrize(
    "keywords",
    [
        {},
        {"markup": False},
        {"missing": "skip"},
        {"missing": "delete"},
        {"normalise": "basic-en"},
        {"errors": "surrogateescape"},
        {"threads": 2},
    ],
    ids=str,
)
def test_scores_and_errors_are_those_of_strings(keywords: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(str(keywords))
    pairs = [(REF.encode(), HYP.encode()), (SAMPLE, SAMPLE)]
    pairs += [(mutated(ref, chance), mutated(hyp, chance)) for ref, hyp in pairs for _ in range(15)]
    actual = [outcome(ref, hyp, **keywords) for ref, hyp in pairs]
    monkeypatch.setattr(lines, "has_halves", lambda source: True)
    assert actual == [outcome(ref, hyp, **keywords) for ref, hyp in pairs]


def test_a_result_makes_strings_when_they_are_looked_at() -> None:
    result = scoring.score_files(REF.encode(), HYP.encode(), ref_format="trn", hyp_format="trn")
    utterances = result.utterances
    assert isinstance(utterances.refs, spans.SpanTexts)
    assert isinstance(result.table.ids, spans.SpanIds)
    assert result.table.ids == ("a-1", "a-2", "b-1", "b-2")
    assert utterances.refs[0] == "the { cat / dog } sat"
    assert [utterances.hyps[1], *utterances.hyps[2:], utterances.hyps[-1]] == ["de zwan é", "x z", "more", "more"]
    assert [utterance.id for utterance in utterances] == [*utterances.ids()]
    with pytest.raises(IndexError):
        utterances.hyps[4]


def test_texts_taken_twice_are_those_of_the_first_taking() -> None:
    texts = formats.read(b"a (u-1)\nb (u-2)\nc (u-3)\n", format="trn").texts()
    assert isinstance(texts, spans.SpanTexts)
    assert [*texts.taken([2, 0]).taken([1, 0, 1])] == ["a", "c", "a"]


def test_results_are_pickled_and_added(tmp_path: Path) -> None:
    score: Callable[[str, str], scoring.Result] = lambda ref, hyp: scoring.score_files(  # noqa: E731
        ref.encode(), hyp.encode(), ref_format="trn", hyp_format="trn"
    )
    first, two = score(REF, HYP), score("x (c-1)\n", "y (c-1)\n")
    again = pickle.loads(pickle.dumps(first))
    assert (again, hash(again.table)) == (first, hash(first.table))
    assert type(again.table.ids) is tuple
    total = first + two
    assert total.table.ids == ("a-1", "a-2", "b-1", "b-2", "c-1")
    assert total.counts == first.counts + two.counts
