"""Conventions: what a signature prints is read back, and two of them are compared part by part."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite
from scorelite import Convention, UsageError
from scorelite.scoring.words.verdicts import read_verdicts
from tests.conftest import ROOT

DEMO = ROOT / "resources" / "demo"
FLAGS = ("case_sensitive", "optional_words", "fragments", "markup")
KEYWORDS = st.fixed_dictionaries(
    {},
    optional={
        "policy": st.sampled_from(["sclite", "kaldi_wer", "kaldi_align", "rapidfuzz", "5/3/3:IDS", "4/3/3:SDI"]),
        "unit": st.sampled_from(["word", "character"]),
        "normalise": st.sampled_from(
            ["basic", "whisper-en", "leaderboard-en", ["basic", "repeats"], "arabic-marks", "lower,rm(.?!,)"]
        ),
        **{name: st.booleans() for name in FLAGS},
    },
)


@given(KEYWORDS, st.booleans(), st.booleans())
def test_what_a_signature_prints_is_read_back(keywords: dict[str, Any], keeps: bool, drops: bool) -> None:
    if keywords.get("unit") == "character":
        keywords |= {"keep_ascii": keeps, "drop_hyphens": drops}
    refs, hyps = ["The cat { sat / sits }", "co-op uh-"], ["the Cat sat", "(uh) coop"]
    result = scorelite.score(refs, hyps, **keywords)
    convention = Convention.parse(result.signature)
    assert convention.signature == result.signature
    again = scorelite.score(refs, hyps, **convention.keywords())
    assert (again.signature, again.table) == (result.signature, result.table)


@pytest.mark.parametrize(("ref", "hyp"), [("ref.trn", "hyp.trn"), ("ref.stm", "hyp.ctm")])
def test_files_are_scored_again_by_the_signature_of_their_json(ref: str, hyp: str) -> None:
    result = scorelite.score_files(DEMO / ref, DEMO / hyp, missing="skip", normalise="basic")
    signature = json.loads(result.to_json())["signature"]
    keywords = Convention.parse(signature).keywords()
    assert scorelite.score_files(DEMO / ref, DEMO / hyp, **keywords).signature == signature


def test_rules_of_files_are_given_again(tmp_path: Path) -> None:
    rules, verdicts = tmp_path / "rules.txt", tmp_path / "verdicts.jsonl"
    rules.write_text("gonna | going to\n", encoding="utf-8")
    place = {"id": "u", "begin": 0, "end": 1, "ref": "we", "alt": "he", "verdict": "both right"}
    verdicts.write_text(json.dumps(place) + "\n", encoding="utf-8")
    (tmp_path / "r.trn").write_text("we gonna go (u)\n", encoding="utf-8")
    (tmp_path / "h.trn").write_text("he going to go (u)\n", encoding="utf-8")
    files = tmp_path / "r.trn", tmp_path / "h.trn"
    result = scorelite.score_files(*files, equivalents=rules, equivalents_side="both", verdicts=verdicts)
    assert result.errors == 0
    with pytest.raises(UsageError, match=r"equivalents:\w+/side=both/branches=free in a signature come from a file"):
        Convention.parse(result.signature)
    convention = Convention.parse(result.signature, equivalents=rules, verdicts=verdicts)
    assert scorelite.score_files(*files, **convention.keywords()) == result
    other = tmp_path / "other.txt"
    other.write_text("gonna | about to\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"equivalents:\S+ in a signature, where scorelite \S+ makes equivalents:"):
        Convention.parse(result.signature, equivalents=other, verdicts=verdicts)
    verdicts.write_text(json.dumps({**place, "verdict": "hypothesis wrong"}) + "\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"verdicts:\S+ in a signature, where scorelite \S+ makes verdicts:"):
        Convention.parse(result.signature, equivalents=rules, verdicts=verdicts)


def test_verdicts_and_printed_forms_are_differences(tmp_path: Path) -> None:
    file = tmp_path / "verdicts.jsonl"
    place = {"id": "u", "begin": 0, "end": 1, "ref": "we", "alt": "he", "verdict": "both right"}
    file.write_text(json.dumps(place) + "\n", encoding="utf-8")
    verdicts = read_verdicts(file)
    ours, theirs = Convention(verdicts=verdicts), Convention(printed=True)
    assert list(ours.unlike(theirs)) == [("verdicts", verdicts.label, ""), ("printed", "", "yes")]
    for convention, files in (ours, {"verdicts": file}), (theirs, {}):
        assert Convention.parse(convention.signature, **files) == convention


PLAIN = "policy:sclite|unit:word|case:folded|markup:no|optional:no|fragments:no"


@pytest.mark.parametrize(
    ("signature", "message"),
    [
        ("cp|policy:kaldi_wer|case:kept", "'cp' is not a part of a signature; expected one of a score of words"),
        (PLAIN.replace("folded", "odd"), "case is 'odd' in a signature; expected folded or kept"),
        (
            f"{PLAIN}|normalise:rules:36f9be14",
            "stands for rules of a user, which it does not hold; expected normalise=",
        ),
        (f"{PLAIN}|normalise:basic@0", "normalise:basic@0 in a signature, where scorelite"),
        (f"{PLAIN}|failures:run=5", "'failures:run=5' is not a part of a signature"),
        (PLAIN.replace("sclite", "mine"), "policy 'mine' is unknown"),
        (f"{PLAIN}|policy:kaldi_wer", "policy is in a signature twice"),
        (f"{PLAIN}|missing:maybe", "missing is 'maybe' in a signature; expected error or skip or delete"),
        (f"{PLAIN}|printed:no", "printed is 'no' in a signature; expected yes"),
    ],
)
def test_a_signature_that_cannot_be_read_back_is_an_error(signature: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Convention.parse(signature)


def test_what_a_signature_does_not_have_is_not_given() -> None:
    with pytest.raises(UsageError, match="equivalents= has no effect on a signature without equivalents"):
        Convention.parse(PLAIN, equivalents={"a": ["b"]})


def test_two_conventions_are_compared_part_by_part() -> None:
    ours, theirs = Convention(missing="skip"), Convention.parse(PLAIN.replace("folded", "kept"))
    assert list(ours.unlike(theirs)) == [("case", "folded", "kept"), ("missing", "skip", "error")]
    assert list(ours.unlike(ours)) == []
