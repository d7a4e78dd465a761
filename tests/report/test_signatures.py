"""Signatures of every wing are read back: their keywords print them again, or the signature is refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite
from scorelite import UsageError, kws, meetings, parse_signature
from scorelite.scoring.meetings.measures import MEASURES, measure_of

TALK = {"talk": [("anna", "Good day", 0.0, 1.0)]}
TURNS = {"talk": [("anna", 0.0, 1.0), ("ben", 1.0, 1.5)]}
AMOUNT = st.floats(0, 100, allow_nan=False)
OF_MEETINGS: dict[str, st.SearchStrategy[Any]] = {
    "policy": st.sampled_from(["rapidfuzz", "kaldi_wer", "1/1/1:IDS"]),
    "case_sensitive": st.booleans(),
    "unit": st.sampled_from(["word", "character"]),
    "ref_sort": st.sampled_from(["segment", "word", "kept"]),
    "normalise": st.sampled_from(["basic", ["basic", "repeats"]]),
    "missing": st.sampled_from(["error", "skip", "delete"]),
}
OF_SEGMENTS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "diarisation": {
        "collar": AMOUNT,
        "overlap": st.sampled_from(["include", "exclude", "only"]),
        "convention": st.sampled_from(["md-eval", "pyannote", "spy-der"]),
    },
    "detection": {"collar": AMOUNT, "convention": st.sampled_from(["md-eval", "pyannote", "spy-der"])},
    "events": {"start_within": AMOUNT, "every_overlap": st.booleans(), "insertion": AMOUNT, "non_overlap": AMOUNT},
    "sound-events": {"collar": AMOUNT, "length_part": AMOUNT, "onset": st.booleans()},
    "sound-segments": {"resolution": st.floats(0.5, 10)},
    "classes": {"merge": AMOUNT},
    "boundaries": {"collar": AMOUNT},
    "clusters": {},
}
OF_KEYWORDS: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys(("gap", "tolerance"), AMOUNT),
    **dict.fromkeys(("cost", "value", "trials_per_second"), st.floats(0.01, 100)),
    "prior": st.floats(0.0001, 0.9),
    **dict.fromkeys(("include_empty", "listed_only", "pooled", "corners"), st.booleans()),
    "normalise": st.just("basic"),
    "convention": st.sampled_from([*kws.CONVENTIONS.values()]),
}


@given(st.sampled_from([measure.name for measure in MEASURES]), st.fixed_dictionaries({}, optional=OF_MEETINGS))
def test_meetings_are_scored_again_by_their_signature(measure: str, settings: dict[str, Any]) -> None:
    if measure_of(measure).timed:
        settings["collar"] = 2.5
    signature = meetings.score(TALK, TALK, measure=measure, **settings).signature
    assert meetings.score(TALK, TALK, **parse_signature(signature).keywords()).signature == signature


@given(st.data(), st.sampled_from([*OF_SEGMENTS]))
def test_segments_are_scored_again_by_their_signature(data: st.DataObject, measure: str) -> None:
    settings = data.draw(st.fixed_dictionaries({}, optional=OF_SEGMENTS[measure]))
    signature = scorelite.score_segments(TURNS, TURNS, measure=measure, missing="skip", **settings).signature
    keywords = parse_signature(signature).keywords()
    assert scorelite.score_segments(TURNS, TURNS, **keywords).signature == signature


@given(st.fixed_dictionaries({}, optional=OF_KEYWORDS))
def test_keywords_are_scored_again_by_their_signature(settings: dict[str, Any]) -> None:
    def signature_by(keywords: dict[str, Any]) -> str:
        words, detections = [("good", 0.0, 0.5)], [("good", 0.1, 0.5, 0.9)]
        return kws.evaluate(words, detections, ["good"], 10_000_000, **keywords).signature

    signature = signature_by(settings)
    assert signature_by(parse_signature(signature).keywords()) == signature


def test_two_signatures_are_compared_part_by_part() -> None:
    words = [scorelite.score(["A"], ["a"], case_sensitive=case).signature for case in (False, True)]
    turns = [scorelite.score_segments(TURNS, TURNS, measure="diarisation", collar=size).signature for size in (0, 0.25)]
    differences = [
        list(parse_signature(one).unlike(parse_signature(other)))  # type: ignore[arg-type]
        for one, other in (words, turns)
    ]
    assert differences == [[("case", "folded", "kept")], [("collar", "0s each side", "0.25s each side")]]


@pytest.mark.parametrize(
    ("signature", "message"),
    [
        ("", "a part of a signature"),
        ("cp|cp", "a part of a signature"),
        ("cp|policy:best|case:kept", "best"),
        ("cp|policy:kaldi_wer|case:upper|sort:segment/segment", "case:upper in a signature, where"),
        ("cp|policy:kaldi_wer|policy:sclite", "policy is in a signature twice"),
        ("tcp|policy:kaldi_wer|case:kept|sort:segment/segment|collar:x", "collar is 'x'"),
        ("cp|policy:kaldi_wer|case:kept|sort:segment/segment|normalise:my.csv@12", "expected normalise="),
        ("diarisation|ours|collar:0s each side|overlap:include", "convention 'ours' is unknown"),
        ("diarisation|md-eval|collar:0s each side|overlap:include|extra:1", "extra:1 in a signature, where"),
        ("best|collar:1", "measure 'best' is unknown"),
        ("kws:ours|trials:1 per second", "kws is 'ours'"),
        ("kws:scorelite|trials:many", "trials is 'many'"),
        ("kws:scorelite|trials:1 per second|prefilters:all", "prefilter 'all'"),
    ],
)
def test_a_signature_that_cannot_be_kept_is_refused(signature: str, message: str) -> None:
    with pytest.raises(UsageError, match=message.replace(".", r"\.")):
        parse_signature(signature)


def test_keywords_without_effect_are_refused() -> None:
    signature = scorelite.score_segments(TURNS, TURNS, measure="clusters").signature
    for keywords in ({"normalise": "basic"}, {"equivalents": "x"}, {"verdicts": "x"}):
        with pytest.raises(UsageError, match="given for a signature of clusters, which has none"):
            parse_signature(signature, **keywords)  # type: ignore[arg-type]
