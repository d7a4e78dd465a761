"""A part of a side that was not scored is named where it is more than a fiftieth."""

from __future__ import annotations

import json
import pickle

import pytest

from scorelite import MismatchError, Totals, scoring
from scorelite.scoring.notices.took_part import Part, TookPart, notices_of
from tests.words.notices.test_times import HYPS, REFS, ctm, scored, stm


def told(ref: bytes, hyp: bytes, ref_format: str = "stm", **settings: str) -> list[str]:
    return [notice.text for notice in scored(ref, hyp, ref_format, **settings).notices]


def test_half_of_a_hypothesis_is_named() -> None:
    for ref_format, ref in (("stm", stm(REFS)), ("ctm", ctm(REFS))):
        (text,) = told(ref, ctm(HYPS[:20]), ref_format)
        assert text.endswith("before the start or after the end of the hypothesis: is the hypothesis cut off?")
    assert not told(stm(REFS), ctm(HYPS[:39]))  # a recogniser may miss the last utterance


def test_half_of_a_reference_is_named() -> None:
    assert "is the reference cut off?" in " ".join(told(stm(REFS[:20]), ctm(HYPS)))


def test_words_far_from_all_segments_are_named_and_words_near_one_are_not() -> None:
    gaps = b"".join(f"talk 1 anna {8 * place} {8 * place + 3.5} {text}\n".encode() for place, text in enumerate(REFS))
    near, far = (
        "".join(
            f"talk 1 {8 * place + 0.25 * number:.2f} 0.2 {word}\n"
            for place, text in enumerate(HYPS)
            for number, word in enumerate(text.split()[:2])
        )
        + "".join(f"talk 1 {8 * place + away:.2f} 0.1 y\n" for place in range(39))
        for away in (3.6, 6.0)
    )
    assert "outside hypothesis" not in [notice.name for notice in scored(gaps, near.encode()).notices]
    assert "outside hypothesis" in [notice.name for notice in scored(gaps, far.encode()).notices]


def test_texts_that_were_left_out_and_empty_references_are_named() -> None:
    refs = {str(place): text for place, text in enumerate(REFS)}
    hyps = {str(place): text for place, text in enumerate(HYPS)}
    del hyps["3"]
    (notice,) = scoring.score(refs, hyps, missing="skip").notices
    assert notice.text == "1 of 40 utterances of the reference have no hypothesis (2.5 %): left out"
    empty = ["" if place % 4 == 0 else text for place, text in enumerate(REFS)]
    assert "empty references" in [notice.name for notice in scoring.score(empty, HYPS).notices]
    assert not scoring.score([*REFS, ""], [*HYPS, "uh"]).notices


def test_files_of_several_folders_with_one_name_are_never_joined() -> None:
    ref, hyp = (
        "".join(
            json.dumps({"audio_filepath": f"{place}/a.wav", "duration": 2.0, key: text}) + "\n"
            for place, text in enumerate(texts)
        ).encode()
        for key, texts in (("text", REFS), ("text", HYPS))
    )
    with pytest.raises(MismatchError, match="40 files of the reference are called 'a', such as"):
        scoring.score_files(ref, hyp, ref_format="nemo", hyp_format="nemo")
    by_path = scoring.score_files(ref, hyp, ref_format="nemo", hyp_format="nemo", id_column="audio_filepath")
    assert by_path.sentences == 40


def test_the_record_adds_up_and_is_kept() -> None:
    parts = [scored(stm(REFS, name=name), ctm(HYPS[:20], name=name)) for name in ("a", "b")]
    total = sum(parts)
    assert total.took_part == parts[0].took_part + parts[1].took_part
    assert "beyond reference" in [notice.name for notice in total.notices]
    words = sum(len(text.split()) for text in REFS)
    assert total.to_dict()["took_part"]["ref"] == {
        "seconds": {"scored": 280.0, "all": 280.0},
        "items": {"scored": 2 * words, "all": 2 * words},
    }
    totals = parts[0].totals()
    for kept in (pickle.loads(pickle.dumps(totals)), Totals.from_arrow(totals.to_arrow())):
        assert kept.took_part == parts[0].took_part


def test_less_than_a_fiftieth_is_not_worth_a_line() -> None:
    whole = Part(items=1000, all_items=1000, outside=19, beyond=19)
    assert not [*notices_of(TookPart(whole, whole))]
    assert TookPart.of_numbers([[1], [2]]) == TookPart()
    assert TookPart.of_numbers(TookPart(whole, whole).numbers()) == TookPart(whole, whole)


def test_texts_without_times_have_no_part_in_json() -> None:
    assert "took_part" not in scoring.score(["good day"], ["good bay"]).to_dict()
