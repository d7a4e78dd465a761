"""Lists of words with times in JSON of no tool are read with these times."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scorelite import read, score_files
from scorelite.scoring.cli.main import main

TIMES = [("Hello", 0.5, 0.9), ("there,", 1.0, 1.4), ("you.", 1.5, 1.9)]


def words(text: str = "word", start: str = "start", end: str = "end", scale: int = 1, **more: object) -> Any:
    return [{text: word, start: scale * begin, end: scale * close, **more} for word, begin, close in TIMES]


SEGMENT = {"start": 0.5, "end": 1.9, "text": "Hello there, you."}
SHAPES = {
    "segments": {"language": "en", "segments": [SEGMENT | {"id": 0, "words": words()}]},
    "a list of segments": [SEGMENT | {"words": words()}],
    "results": {"data": {"results": [SEGMENT | {"words": words("text", confidence=0.5)}]}},
    "words alone": {"words": words("text")},
    "a list of words": words(),
    "words next to their text": {"transcript": SEGMENT["text"], "words": words("w")},
    "an alignment": {"text": SEGMENT["text"], "model": "x", "alignment": words("text")},
    "milliseconds": {"segments": [{"startMs": 500, "endMs": 1900, "words": words("word", "start_ms", "end_ms", 1000)}]},
    "other names": {"segments": [{"text": SEGMENT["text"], "words": words("word", "startTime", "endTime")}]},
    "times in quotes": {
        "segments": [{"words": [{key: str(value) for key, value in word.items()} for word in words()]}]
    },
    "pieces of words": {
        "file": "a",
        "segments": [{"words": [{"word": f" {word}", "start": a, "end": b} for word, a, b in TIMES]}],
    },
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("indent", [None, 2])
def test_words_keep_their_times(shape: str, indent: int | None) -> None:
    labels = [
        label for segment in read(json.dumps(SHAPES[shape], indent=indent).encode()).segments for label in segment.items
    ]
    assert [(label.value, label.start, label.end) for label in labels] == TIMES


def test_speakers_of_segments_and_of_words_are_read() -> None:
    by_segment = {"turns": [SEGMENT | {"speaker": "anna", "words": words()}]}
    by_word = {"words": [*words(speaker="anna"), {"word": "Fine.", "start": 2.5, "end": 3, "speaker": "bert"}]}
    assert [segment.speaker for segment in read(json.dumps(by_segment).encode()).segments] == ["anna"]
    assert [segment.speaker for segment in read(json.dumps(by_word).encode()).segments] == ["anna", "bert"]


@pytest.mark.parametrize(
    "value",
    [
        {"id": "u1", "text": "Hello there, you.", "words": words()},
        [{"id": "u1", "text": "Hello there, you.", "words": words()}],
        {"segments": [SEGMENT], "words": words()},
        {"segments": [SEGMENT | {"words": words(start="from_clock", end="to_clock")}]},
    ],
)
def test_utterances_with_ids_and_segments_next_to_words_stay_texts(value: object) -> None:
    (segment,) = read(json.dumps(value).encode()).segments
    assert (segment.text, segment.labels) == ("Hello there, you.", None)


def test_subtitles_are_scored_with_such_a_file_by_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cues = "1\n00:00:00,400 --> 00:00:01,450\nHello there,\n\n2\n00:00:01,450 --> 00:00:02,000\nyou!\n"
    (tmp_path / "talk.srt").write_text(cues)
    (tmp_path / "talk.json").write_text(json.dumps(SHAPES["segments"], indent=1))
    result = score_files(tmp_path / "talk.srt", tmp_path / "talk.json")
    assert [utterance.counts.errors for utterance in result.utterances] == [0, 1]
    cut = tmp_path / "cut.stm"
    assert main(["align", str(tmp_path / "talk.json"), "--segments", str(tmp_path / "talk.srt"), "-o", str(cut)]) == 0
    assert [line.split()[-1] for line in cut.read_text().splitlines() if not line.startswith(";;")] == [
        "there,",
        "you.",
    ]


VENDORS: dict[str, tuple[Any, list[tuple[str, float, float, str, str]]]] = {
    "milliseconds without a name": (
        {"segments": [{"start": 0, "end": 3000, "text": "Hello there", "speaker": {"label": "1", "name": "ann"}}]},
        [("", 0, 3, "ann", "Hello there")],
    ),
    "begin and length": (
        {"results": {"utterances": [{"start_at": 4700, "duration": 2300, "msg": "Hello.", "spk": 0}], "ok": False}},
        [("", 4.7, 7, "0", "Hello.")],
    ),
    "sentences in a list of channels": (
        {"transcripts": [{"text": "Hello.", "sentences": [{"begin_time": 100, "end_time": 900, "text": "Hello."}]}]},
        [("", 0.1, 0.9, "", "Hello.")],
    ),
    "words that lack some of the text": (
        {"utterances": [{"start_time": 0, "end_time": 1700, "text": "Hello there you", "words": [
            {"text": "Hello", "start_time": 0, "end_time": 400}]}]},
        [("", 0, 1.7, "", "Hello there you")],
    ),
    "segments of several recordings": (
        {"audios": [{"path": f"{name}.opus", "segments": [
            {"sid": f"{name}_{number}", "begin_time": number, "end_time": number + 1.5, "text_tn": "GOOD DAY"}
            for number in (1, 4)]} for name in "ab"]},
        [(f"{name}_{number}", number, number + 1.5, "", "GOOD DAY") for name in "ab" for number in (1, 4)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("shape", VENDORS)
def test_segments_of_no_tool_have_ids_times_speakers_and_all_of_their_texts(shape: str) -> None:
    value, expected = VENDORS[shape]
    corpus = read(json.dumps(value).encode())
    found = [(part.id, part.start, part.end, part.speaker) for part in corpus.segments]
    assert [(*part, text) for part, text in zip(found, corpus.texts(), strict=True)] == expected


def test_words_as_lists_of_begin_end_and_text_are_read_in_milliseconds() -> None:
    value = {
        "segments": [{"start": 0, "end": 3000, "text": "Hello you", "words": [[0, 900, "Hello"], [900, 1900, "you"]]}]
    }
    (segment,) = read(json.dumps(value).encode()).segments
    assert [(word.value, word.start, word.end) for word in segment.items] == [("Hello", 0, 0.9), ("you", 0.9, 1.9)]


def test_columns_in_an_object_are_utterances(tmp_path: Path) -> None:
    path = tmp_path / "predictions.json"
    path.write_text(json.dumps({"references": ["a b", "c"], "predictions": ["a", "c"], "model": "x"}))
    result = score_files(path)
    assert (result.counts.errors, result.counts.reference) == (1, 3)
    path.write_text(json.dumps({"text": ["good day", "yes"]}))
    assert read(path).texts() == ["good day", "yes"]


def test_segments_are_found_in_lists_in_lists() -> None:
    sentences = [{"start": 500, "end": 2000, "text": "Hello there."}, {"start": 2100, "end": 3000, "text": "Good day."}]
    value = {"callTranscripts": [{"callId": "1", "transcript": [{"speakerId": "7", "sentences": sentences}]}]}
    segments = read(json.dumps(value).encode()).segments
    assert [(part.start, part.end, part.text) for part in segments] == [(0.5, 2, "Hello there."), (2.1, 3, "Good day.")]


def test_one_word_in_a_minute_of_silence_has_its_times_in_seconds() -> None:
    (segment,) = read(b'{"segments": [{"start": 0, "end": 60, "text": "Hi."}]}').segments
    assert (segment.start, segment.end) == (0, 60)
