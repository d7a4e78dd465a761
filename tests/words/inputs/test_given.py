"""Shapes of texts that `score` takes: those with one meaning are understood, others are rejected with the fix."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest

import scorelite
from scorelite.formats import MismatchError, UsageError
from tests.peers import peer

REFS = ["the cat sat on", "good day to you"]
HYPS = ["the cat sat down", "good day to you"]
IDS = ["a", "b"]


def pairs(texts: list[str]) -> list[tuple[str, str]]:
    return list(zip(IDS, texts, strict=True))


@pytest.mark.parametrize(
    ("ref", "hyp"),
    [
        ([[text] for text in REFS], [[text] for text in HYPS]),
        ([(text,) for text in REFS], HYPS),
        (pairs(REFS), pairs(HYPS)),
        ([*map(list, pairs(REFS))], dict(pairs(HYPS))),
        (dict(pairs(REFS)).items(), dict(pairs(HYPS)).items()),
        ({"text": REFS}, {"text": HYPS}),
        ({"id": IDS, "text": REFS}, {"id": IDS[::-1], "text": HYPS[::-1]}),
        ({"a": [REFS[0]], "b": [REFS[1]]}, dict(pairs(HYPS))),
        ([text.replace(" ", "  ").split(" ") for text in REFS], HYPS),
        ([text.encode().split() for text in REFS], HYPS),
    ],
)
def test_shapes_with_one_meaning_are_read_so(ref: object, hyp: object) -> None:
    assert scorelite.score(ref, hyp).wer == 1 / 8  # type: ignore[arg-type]  # shapes that types do not name


def test_ids_of_pairs_and_batches_are_those_of_the_result() -> None:
    for shape in (pairs(REFS), {"id": IDS, "text": REFS}):
        result = scorelite.score(shape, dict(pairs(HYPS)))  # type: ignore[arg-type]
        assert [utterance.id for utterance in result] == IDS


def test_an_id_that_is_repeated_in_a_batch_is_refused() -> None:
    with pytest.raises(MismatchError, match="refs has a more than once"):
        scorelite.score({"id": ["a", "a"], "text": REFS}, {"id": IDS, "text": HYPS})
    assert scorelite.wer({"a": ["good day"]}, {"a": "good way"}) == 0.5


def test_lists_of_two_words_stay_words() -> None:
    result = scorelite.score([("good", "day"), ("bad", "day")], [("good", "day"), ("sad", "day")])
    assert (result.counts.reference, result.wer) == (4, 0.25)


def test_arrays_of_arrow_and_numpy_hold_texts() -> None:
    arrow = peer("pyarrow")
    numpy = pytest.importorskip("numpy")
    assert scorelite.wer(arrow.array(REFS), arrow.chunked_array([HYPS])) == 1 / 8
    assert scorelite.wer([*arrow.array(REFS)], numpy.array(HYPS)) == 1 / 8
    assert scorelite.wer(numpy.array("the cat"), numpy.array("the dog")) == 0.5


@pytest.mark.parametrize(
    "side", [[["the cat", "sat"]], {"a": ["the cat", "sat"]}, [[b"the cat", b"sat"]], [["a\tb", "c"]]]
)
def test_words_that_hold_a_blank_are_refused(side: object) -> None:
    with pytest.raises(
        UsageError, match=r"refs\[0\]\[0\] is .*, which holds a blank, unlike a word; expected .*references\(other\)"
    ):
        scorelite.score(side, {"a": "the cat sat"} if isinstance(side, dict) else ["the cat sat"])  # type: ignore[arg-type]


def test_names_of_two_folders_are_no_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("gold", "heard"):
        (tmp_path / name).mkdir()
    with pytest.raises(UsageError, match="refs and hyps name folders, 'gold' and 'heard', where texts are expected"):
        scorelite.score("gold", "heard")
    assert scorelite.score("gold", "silver").counts.errors == 1


def test_names_of_files_are_no_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("data", "exp", "ref.words"):
        Path(name).write_text("good day\n")
    sides = (["a.trn", "b.trn"], ["c.trn", "d.trn"]), ("data", "exp"), ("ref.words", "data"), (["data"], ["exp"])
    for refs, hyps in sides:
        with pytest.raises(UsageError, match=r"refs names files, such as .*; scorelite.score_files\(ref, hyp\) scores"):
            scorelite.wer(refs, hyps)
    Path("x").mkdir()
    Path("x", "text").write_text("good day\n")
    with pytest.raises(UsageError, match="refs names files, such as 'data/test/text'"):
        scorelite.score("data/test/text", "exp/decode/text")  # none of them exists
    assert scorelite.score("and/or 1/2/2024", "and/or").counts.errors == 1
    assert scorelite.score("1/2/2024", "k/a/t").wer == 1
    with pytest.raises(UsageError, match="hyps names files, such as 'x/text'"):
        scorelite.wer("good day", "x/text")
    with pytest.raises(
        UsageError, match=r"refs names files, such as 'a.txt', .*; scorelite.retime\(text, times\) gives"
    ):
        scorelite.align("a.txt", "b.ctm")
    assert scorelite.align("e.g.", "i.e.").counts.errors == 1


def test_names_of_json_are_files_though_several_formats_share_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ref.jsonl").write_text('{"id": "a", "text": "good day"}\n')
    Path("hyp.json").write_text('[{"id": "a", "text": "good way"}]')
    assert scorelite.score("ref.jsonl", "hyp.json").wer == 0.5
    assert scorelite.wer("ref.jsonl", "hyp.json") == 0.5


def test_words_that_are_also_names_of_files_stay_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("data").write_text("x")
    assert scorelite.wer("data", "date") == 1.0
    assert scorelite.wer(["data", "a b"], ["data", "a b"]) == 0.0
    assert scorelite.wer("e.g.", "either/or") == 1.0
    assert scorelite.wer(["/"], ["/"]) == 0.0


def test_words_of_one_pair_are_checked_alike() -> None:
    assert scorelite.align(["the", "", "cat"], "the cat").counts.errors == 0
    with pytest.raises(UsageError, match=r"hyp\[1\] is 'cat sat', which holds a blank"):
        scorelite.align("the cat", ["the", "cat sat"])


@dataclass
class Spoken:
    """A segment as faster-whisper yields it."""

    text: str
    start: float = 0.0
    end: float = 1.0


def test_segments_of_a_recogniser_are_the_text_of_one_recording_or_a_text_each() -> None:
    segments = [Spoken(" good day"), Spoken(" to you")]
    assert scorelite.wer("good day to you", segments) == 0
    assert scorelite.wer(iter(segments), "good day to you") == 0
    assert scorelite.wer("good day", segments[0], normalise="basic") == 0
    assert scorelite.wer(["good day", "to you"], segments) == 0
    assert scorelite.wer({"a": "good day to you"}, {"a": iter(segments)}, normalise="basic") == 0
    with pytest.raises(MismatchError, match="2 hypotheses; expected one hypothesis for each reference"):
        scorelite.wer(["good day to you"], segments)
    assert scorelite.wer(["good", "day"], ["good", "day"]) == 0


def test_elements_whose_text_is_not_all_of_their_words_are_no_texts() -> None:
    element = ElementTree.fromstring("<p>good <b>day</b></p>")
    with pytest.raises(UsageError):
        scorelite.wer(["good day"], [[element]])


@pytest.mark.parametrize(("ref", "hyp"), [("open the file", "report.csv"), ("notes.json", "he said notes")])
def test_a_text_that_reads_like_a_name_is_a_text_where_the_other_side_is_one(ref: str, hyp: str) -> None:
    assert scorelite.score(ref, hyp).utterances[0].hyp == hyp


def test_no_file_is_read_where_the_other_side_is_a_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret.txt").write_text("the password")
    monkeypatch.chdir(tmp_path)
    for name in ("secret.txt", str(tmp_path / "secret.txt")):
        for sides in (("the cat sat", name), (name, "the cat sat")):
            with pytest.raises(UsageError, match="names a file, and the other side is a text; expected two files"):
                scorelite.score(*sides)
    result = scorelite.score({"1": "the cat sat"}, {"1": "secret.txt"})
    assert result.utterances[0].hyp == "secret.txt"
