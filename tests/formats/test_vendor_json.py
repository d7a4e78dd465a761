"""The JSON of vendors: lossless round trips, detection, and messages with places."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from scorelite import formats
from scorelite.formats.engine.json import MAXIMUM_DEPTH, loads
from scorelite.formats.engine.json_text import dump, inline
from scorelite.formats.registry import FORMATS
from scorelite.formats.schema import Corpus, Label, Segment, Written
from scorelite.formats.source import Source
from tests.formats.check import check_format, written
from tests.formats.lossless import check_lossless, check_robust, same, values

_OTHERS = (
    "espnet",
    "seglst",
    "silero",
    "label-studio",
    "funasr",
    "nemo-diar",
    "nemo-timestamps",
    "parakeet",
    "video-indexer",
)
SAMPLES = sorted(path for path in (Path(__file__).parent / "samples").glob("*.json") if path.stem not in _OTHERS)

BROKEN = {
    "aws": {
        (
            b'{"results": {"items": [{"type": "pronunciation", "sta'
            b'rt_time": "a",\n "alternatives": [{"content": "x"}]}]}}'
        ): (
            "<bytes>:1:64: /results/items/0/start_time: 'a' is not a number; expected seconds, "
            "or a clock time such as 00:00:01.500\n"
            '  {"results": {"items": [{"type": "pronunciation", "start_time": "a",\n'
            "                                                                 ^"
        ),
        b'{"results": {"transcripts": []}}': (
            "<bytes>:1:13: /results: no 'items'; expected a list under that key\n"
            '  {"results": {"transcripts": []}}\n'
            "              ^"
        ),
        b'{"Transcript": [{"Items": [{"Type": "pronunciation", "Content": "x",\n"BeginOffsetMillis": "1"}]}]}': (
            "<bytes>:2:22: /Transcript/0/Items/0/BeginOffsetMillis: is text; expected milliseconds\n"
            '  "BeginOffsetMillis": "1"}]}]}\n'
            "                       ^"
        ),
        b'{"jobName": "a", "jobName": "b"}': (
            "<bytes>:1:29: /jobName: the key 'jobName' is repeated in one object; expected every key once\n"
            '  {"jobName": "a", "jobName": "b"}\n'
            "                              ^"
        ),
    },
    "whisper": {
        b'{"segments": [{"start": "0", "end": 1, "text": "a"}]}': (
            "<bytes>:1:25: /segments/0/start: is text; expected seconds\n"
            '  {"segments": [{"start": "0", "end": 1, "text": "a"}]}\n'
            "                          ^"
        ),
        b'{"segments": [\n{"start": 2.0, "end": 1.0, "text": "a"}]}': (
            "<bytes>:2:1: /segments/0: end 1.0 is before begin 2.0; expected end >= begin\n"
            '  {"start": 2.0, "end": 1.0, "text": "a"}]}\n'
            "  ^"
        ),
        b'{"text": "a", "segments": [}': (
            "<bytes>:1:28: /segments: invalid JSON: expecting value; expected JSON\n"
            '  {"text": "a", "segments": [}\n'
            "                             ^"
        ),
    },
    "whisperx": {
        b'{"segments": [{"words": [{"word": 5}]}]}': (
            "<bytes>:1:35: /segments/0/words/0/word: is a number; expected text\n"
            '  {"segments": [{"words": [{"word": 5}]}]}\n'
            "                                    ^"
        ),
        b'{"word_segments": []}': (
            "<bytes>:1:1: no 'segments'; expected a list under that key\n  {\"word_segments\": []}\n  ^"
        ),
        b'{"segments": {}}': (
            '<bytes>:1:14: /segments: is an object; expected a list\n  {"segments": {}}\n               ^'
        ),
    },
    "faster-whisper": {
        b'[{"start": -1, "end": 1.0, "text": "a"}]': (
            "<bytes>:1:12: /0/start: -1 is negative; expected seconds >= 0\n"
            '  [{"start": -1, "end": 1.0, "text": "a"}]\n'
            "             ^"
        ),
        b"[5]": ("<bytes>:1:2: /0: is a number; expected an object\n  [5]\n   ^"),
        b'"x"': ('<bytes>:1:1: is text; expected an object\n  "x"\n  ^'),
    },
    "kaldi-json": {
        b'{"retval": {"words": [\n{"word": "a", "start": true}]}}': (
            "<bytes>:2:24: /retval/words/0/start: is true or false; expected seconds\n"
            '  {"word": "a", "start": true}]}}\n'
            "                         ^"
        ),
        b'{"retval": []}': ('<bytes>:1:12: /retval: is a list; expected an object\n  {"retval": []}\n             ^'),
        b'{"words": [{"start": 1}]}': (
            "<bytes>:1:12: /words/0: no 'word'; expected text under that key\n"
            '  {"words": [{"start": 1}]}\n'
            "             ^"
        ),
    },
    "vosk": {
        b'{"text": "a"}\n{"result": [{"word": "a", "start": "x"}], "text": "a"}': (
            "<bytes>:2:36: /1/result/0/start: is text; expected seconds\n"
            '  {"result": [{"word": "a", "start": "x"}], "text": "a"}\n'
            "                                     ^"
        ),
        b'{"result": [{"start": 1}]}': (
            "<bytes>:1:13: /result/0: no 'word'; expected text under that key\n"
            '  {"result": [{"start": 1}]}\n'
            "              ^"
        ),
        b'{"text": "a"} x': (
            '<bytes>:1:15: invalid JSON: expecting value; expected JSON\n  {"text": "a"} x\n                ^'
        ),
    },
    "google": {
        b'{"results": [{"alternatives": [{"words": [{"word": "a", "startTime": "1.3"}]}]}]}': (
            "<bytes>:1:70: /results/0/alternatives/0/words/0/startTime: '1.3' is not a duration"
            "; expected seconds such as '1.300s'\n"
            '  {"results": [{"alternatives": [{"words": [{"word": "a", "startTime": "1.3"}]}]}]}\n'
            "                                                                       ^"
        ),
        b'{"results": [{"alternatives": 1}]}': (
            "<bytes>:1:31: /results/0/alternatives: is a number; expected a list\n"
            '  {"results": [{"alternatives": 1}]}\n'
            "                                ^"
        ),
        b'{"response": {}}': (
            "<bytes>:1:14: /response: no 'results'; expected a list under that key\n"
            '  {"response": {}}\n'
            "               ^"
        ),
    },
    "azure": {
        b'{"recognizedPhrases": [{"offset": "1s"}]}': (
            "<bytes>:1:35: /recognizedPhrases/0/offset: '1s' is not a duration; "
            "expected a duration such as 'PT1M2.5S'\n"
            '  {"recognizedPhrases": [{"offset": "1s"}]}\n'
            "                                    ^"
        ),
        b'{"recognizedPhrases": [{"offsetInTicks": -5, "nBest": [{"words": [{}]}]}]}': (
            "<bytes>:1:42: /recognizedPhrases/0/offsetInTicks: -5 is negative"
            "; expected ticks >= 0\n"
            '  {"recognizedPhrases": [{"offsetInTicks": -5, "nBest": [{"words": [{}]}]}]}\n'
            "                                           ^\n"
            "<bytes>:1:67: /recognizedPhrases/0/nBest/0/words/0: no 'word'; expected text under that key\n"
            '  {"recognizedPhrases": [{"offsetInTicks": -5, "nBest": [{"words": [{}]}]}]}\n'
            "                                                                    ^"
        ),
        b'{"combinedRecognizedPhrases": []}': (
            "<bytes>:1:1: no 'recognizedPhrases'; expected a list under that key\n"
            '  {"combinedRecognizedPhrases": []}\n'
            "  ^"
        ),
    },
    "deepgram": {
        b'{"results": {"channels": [{"alternatives": [{"words": [{"word": "a", "start": 2, "end": 1}]}]}]}}': (
            "<bytes>:1:56: /results/channels/0/alternatives/0/words/0: end 1 is before begin 2"
            "; expected end >= begin\n"
            '  {"results": {"channels": [{"alternatives": [{"words": [{"word": "a", "start": 2, "end": 1}]}]}]}}\n'
            "                                                         ^"
        ),
        b'{"results": {"channels": [{}]}}': (
            "<bytes>:1:27: /results/channels/0: no 'alternatives'; expected a list under that key\n"
            '  {"results": {"channels": [{}]}}\n'
            "                            ^"
        ),
        b'{"results": null}': (
            "<bytes>:1:1: no 'results'; expected an object under that key\n  {\"results\": null}\n  ^"
        ),
    },
    "assemblyai": {
        b'{"words": [{"text": "a", "start": "1"}]}': (
            "<bytes>:1:35: /words/0/start: is text; expected milliseconds\n"
            '  {"words": [{"text": "a", "start": "1"}]}\n'
            "                                    ^"
        ),
        b'{"words": [{"text": "a", "start": 0.5, "end": -1}]}': (
            "<bytes>:1:35: /words/0/start: 0.5 is no whole number"
            "; expected milliseconds, as AssemblyAI writes them, not seconds\n"
            '  {"words": [{"text": "a", "start": 0.5, "end": -1}]}\n'
            "                                    ^\n"
            "<bytes>:1:47: /words/0/end: -1 is negative; expected milliseconds >= 0\n"
            '  {"words": [{"text": "a", "start": 0.5, "end": -1}]}\n'
            "                                                ^"
        ),
        b'{"status": "queued", "text": null}': (
            '<bytes>:1:1: no \'text\'; expected text under that key\n  {"status": "queued", "text": null}\n  ^'
        ),
    },
    "elevenlabs": {
        b'{"words": [{"text": "a", "start": "1", "type": "word"}, {"start": 2}]}': (
            "<bytes>:1:35: /words/0/start: is text; expected seconds\n"
            '  {"words": [{"text": "a", "start": "1", "type": "word"}, {"start": 2}]}\n'
            "                                    ^\n"
            "<bytes>:1:57: /words/1: no 'text'; expected text under that key\n"
            '  {"words": [{"text": "a", "start": "1", "type": "word"}, {"start": 2}]}\n'
            "                                                          ^"
        ),
        b'{"transcripts": [{"language_code": "eng"}]}': (
            "<bytes>:1:18: /transcripts/0: no 'text'; expected text under that key\n"
            '  {"transcripts": [{"language_code": "eng"}]}\n'
            "                   ^"
        ),
        b'{"language_code": "eng"}': (
            '<bytes>:1:1: no \'text\'; expected text under that key\n  {"language_code": "eng"}\n  ^'
        ),
    },
    "speechmatics": {
        (b'{"results": [{"type": "word", "start_time": null, "end_time": NaN, "alternatives": [{"content": "a"}]}]}'): (
            "<bytes>:1:63: /results/0/end_time: NaN is not a finite number; expected seconds\n"
            '  ...[{"type": "word", "start_time": null, "end_time": NaN, "alternatives": [{"content": "a"}]}]}\n'
            "                                                       ^"
        ),
        b'{"results": [{"start_time": 1}]}': (
            "<bytes>:1:14: /results/0: no 'type'; expected text under that key\n"
            '  {"results": [{"start_time": 1}]}\n'
            "               ^"
        ),
        b'{"results": [{"type": "word", "alternatives": [{"content": []}]}]}': (
            "<bytes>:1:60: /results/0/alternatives/0/content: is a list; expected text\n"
            '  {"results": [{"type": "word", "alternatives": [{"content": []}]}]}\n'
            "                                                             ^"
        ),
    },
    "revai": {
        b'{"monologues": [{"elements": [{"type": "text", "value": "a", "ts": 1e999}]}]}': (
            "<bytes>:1:68: /monologues/0/elements/0/ts: 1e999 is not a finite number; expected seconds\n"
            '  {"monologues": [{"elements": [{"type": "text", "value": "a", "ts": 1e999}]}]}\n'
            "                                                                     ^"
        ),
        b'{"monologues": [{"speaker": 0}]}': (
            "<bytes>:1:17: /monologues/0: no 'elements'; expected a list under that key\n"
            '  {"monologues": [{"speaker": 0}]}\n'
            "                  ^"
        ),
        b'{"monologues": [{"elements": [{"value": "a"}]}]}': (
            "<bytes>:1:31: /monologues/0/elements/0: no 'type'; expected text under that key\n"
            '  {"monologues": [{"elements": [{"value": "a"}]}]}\n'
            "                                ^"
        ),
    },
    "watson": {
        b'{"results": [{"alternatives": [{"timestamps": [["a", 1]]}]}]}': (
            "<bytes>:1:48: /results/0/alternatives/0/timestamps/0: 2 values"
            "; expected a word, its start and its end\n"
            '  {"results": [{"alternatives": [{"timestamps": [["a", 1]]}]}]}\n'
            "                                                 ^"
        ),
        b'{"results": [{"alternatives": [{"timestamps": [[1, 1, 2]], "word_confidence": [["a", "b"]]}]}]}': (
            "<bytes>:1:49: /results/0/alternatives/0/timestamps/0/0: not a word; expected text\n"
            '  {"results": [{"alternatives": [{"timestamps": [[1, 1, 2]], "word_confidence": [["a", "b"]]}]}]}\n'
            "                                                  ^\n"
            "<bytes>:1:86: /results/0/alternatives/0/word_confidence/0/1: is text; expected a confidence\n"
            '  {"results": [{"alternatives": [{"timestamps": [[1, 1, 2]], "word_confidence": [["a", "b"]]}]}]}\n'
            "                                                                                       ^"
        ),
        b'{"results": [{"alternatives": []}], "speaker_labels": [{"to": 1}]}': (
            "<bytes>:1:56: /speaker_labels/0: no 'from'; expected seconds under that key\n"
            '  {"results": [{"alternatives": []}], "speaker_labels": [{"to": 1}]}\n'
            "                                                         ^"
        ),
    },
    "gladia": {
        b'{"result": {"transcription": {"full_transcript": ""}}}': (
            "<bytes>:1:30: /result/transcription: no 'utterances'; expected a list under that key\n"
            '  {"result": {"transcription": {"full_transcript": ""}}}\n'
            "                               ^"
        ),
        b'{"utterances": [{"start": 0, "end": 1, "words": [{"word": 5, "start": 0, "end": 1}]}]}': (
            "<bytes>:1:59: /utterances/0/words/0/word: is a number; expected text\n"
            '  {"utterances": [{"start": 0, "end": 1, "words": [{"word": 5, "start": 0, "end": 1}]}]}\n'
            "                                                            ^"
        ),
    },
    "soniox": {
        b'{"text": "a"}': ('<bytes>:1:1: no \'tokens\'; expected a list under that key\n  {"text": "a"}\n  ^'),
        b'{"tokens": [{"text": "a", "start_ms": 9, "end_ms": 5}]}': (
            "<bytes>:1:13: /tokens/0: end 5 is before begin 9; expected end >= begin\n"
            '  {"tokens": [{"text": "a", "start_ms": 9, "end_ms": 5}]}\n'
            "              ^"
        ),
    },
    "gentle": {
        b'{"words": [{"word": "a", "start": 1, "end": 0.5}]}': (
            "<bytes>:1:12: /words/0: end 0.5 is before begin 1; expected end >= begin\n"
            '  {"words": [{"word": "a", "start": 1, "end": 0.5}]}\n'
            "             ^"
        ),
        b'{"transcript": "a"}': (
            '<bytes>:1:1: no \'words\'; expected a list under that key\n  {"transcript": "a"}\n  ^'
        ),
        b'{"words": [{"case": "success"}], "transcript": 1}': (
            "<bytes>:1:12: /words/0: no 'word'; expected text under that key\n"
            '  {"words": [{"case": "success"}], "transcript": 1}\n'
            "             ^\n"
            "<bytes>:1:48: /transcript: is a number; expected text\n"
            '  {"words": [{"case": "success"}], "transcript": 1}\n'
            "                                                 ^"
        ),
    },
}


def name_of(path: Path) -> str:
    return path.stem.partition("_")[0]


def words(corpus: Corpus) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """Speaker and words with times of every segment, as they print."""
    return [
        (
            segment.speaker,
            [(item.value, str(item.start), str(item.end)) for item in segment.items if isinstance(item, Label)],
        )
        for segment in corpus.segments
    ]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_nothing_of_a_file_is_lost_and_no_other_format_claims_it(path: Path) -> None:
    check_lossless(formats.by_name(name_of(path)), path.read_text(encoding="utf-8"))


@pytest.mark.sweep(8)
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_damaged_file_ends_with_a_message(path: Path) -> None:
    check_robust(formats.by_name(name_of(path)), path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", BROKEN)
def test_vendor_formats_pass_what_every_format_passes(name: str, tmp_path: Path) -> None:
    record = formats.by_name(name)
    sample = (Path(__file__).parent / "samples" / f"{name}.json").read_text(encoding="utf-8")
    canonical = written(record.read(Source(sample.encode())), record)
    assert same(values(canonical.decode()), values(sample))
    check_format(record, canonical, BROKEN[name], tmp_path)


def test_every_vendor_format_has_broken_samples() -> None:
    assert {record.name for record in FORMATS if record.family == "vendor JSON"} == set(BROKEN)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_changed_corpus_is_written_changed(path: Path) -> None:
    record = formats.by_name(name_of(path))
    corpus = record.read(Source(path))
    first = Segment(channel="3", speaker="anna", start=Written("7.5"), end=Written("9.25"), labels=(Label("new"),))
    changed = Corpus((*corpus.segments, first), meta=corpus.meta, format=record.name)
    again = record.read(Source(written(changed, record)))
    assert [label.value for label in again.segments[-1].items if isinstance(label, Label)][-1] == "new"
    assert len(again.segments) >= 1
    if "speakers" in record.carries and record.name not in ("watson", "aws", "kaldi-json"):  # whose labels need times
        assert again.segments[-1].speaker == "anna"


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_options_are_followed_where_source_and_target_are_answers_of_the_same_service(
    path: Path, tmp_path: Path
) -> None:
    record = formats.by_name(name_of(path))
    speakers = {segment.speaker: f"{segment.speaker}x" for segment in formats.read(path) if segment.speaker}
    shift = None if path.stem == "watson_plain" else 0.5
    formats.convert(path, tmp_path / "out.json", target_format=record.name, shift=shift, speakers=speakers)
    before, after = (record.read(Source(file)) for file in (path, tmp_path / "out.json"))
    moved = [start + (shift or 0) for start in _starts(before)]
    assert _starts(after) == pytest.approx(moved)
    assert [segment.speaker for segment in after] == [speakers.get(segment.speaker, "") for segment in before]


def _starts(corpus: Corpus) -> list[float]:
    """The begins of segments and words, where they are known."""
    times = [time for segment in corpus for time in (segment.start, *(word.start for word in segment.labels or ()))]
    return [time for time in times if time is not None]


def test_names_of_channels_that_deepgram_numbers_are_reported_as_dropped(tmp_path: Path) -> None:
    sample = Path(__file__).parent / "samples" / "deepgram.json"
    for channel, dropped in ((None, ()), ({"1": "B"}, ("channels",)), ("0", ("channels",))):
        outcome = formats.convert(sample, tmp_path / "x.deepgram.json", channel=channel)
        assert outcome == dropped


@pytest.mark.parametrize("name", BROKEN)
def test_words_with_times_pass_through_every_vendor_format(name: str) -> None:
    record = formats.by_name(name)
    labels = (
        Label("good", Written("0.25"), Written("0.5"), Written("0.75"), attributes=(("display", "Good,"),)),
        Label("day", Written("0.5"), Written("1.125"), Written("1")),
    )
    segment = Segment(speaker="anna", start=Written("0.25"), end=Written("1.125"), labels=labels)
    again = record.read(Source(written(Corpus((segment,)), record)))
    assert [(w[0], float(w[1]), float(w[2])) for w in words(again)[0][1]] == [("good", 0.25, 0.5), ("day", 0.5, 1.125)]
    read = again.segments[0].items[0]
    assert isinstance(read, Label)
    assert read.confidence == (0.75 if "confidence" in record.carries else None)
    assert again.segments[0].speaker == ("anna" if "speakers" in record.carries else "")
    assert (again.segments[0].start, again.segments[0].end) == (
        (0.25, 1.125) if "segment times" in record.carries else (None, None)
    )
    # A format with marks between words cannot hold printed forms in another case.
    display = "good," if name in ("aws", "speechmatics", "revai") else "Good,"
    assert dict(read.attributes).get("display") == (display if "printed forms" in record.carries else None)


def test_amazon_punctuation_is_the_printed_form() -> None:
    path = Path(__file__).parent / "samples" / "aws.json"
    corpus = formats.read(path)
    assert corpus.texts() == ["Hi I'm in New York", "Yes"]
    printed = formats.by_name("aws").read(Source(path), punctuation=True)
    assert printed.texts() == ["Hi, I'm in New York.", "Yes!"]
    assert [segment.speaker for segment in corpus.segments] == ["spk_0", "spk_1"]
    assert corpus.segments[0].session == "talk"


def test_an_opening_mark_belongs_to_the_word_behind_it() -> None:
    def word(content: str) -> dict[str, object]:
        return {"type": "pronunciation", "alternatives": [{"content": content}]}

    def mark(content: str) -> dict[str, object]:
        return {"type": "punctuation", "alternatives": [{"content": content}]}

    items = [mark("¿"), word("Qué"), mark("?"), mark("¡"), word("Sí"), mark("!")]
    text = json.dumps({"results": {"transcripts": [], "items": items}})
    corpus = formats.by_name("aws").read(Source(text.encode()), punctuation=True)
    assert corpus.texts() == ["¿Qué? ¡Sí!"]
    assert same(values(written(corpus, formats.by_name("aws")).decode()), values(text))
    corpus = formats.by_name("aws").read(Source(text.encode()))
    assert same(values(written(corpus, formats.by_name("aws")).decode()), values(text))


def test_marks_of_speechmatics_join_words_or_stand_alone() -> None:
    def item(content: str, attaches: str = "") -> dict[str, object]:
        more = {"type": "punctuation", "attaches_to": attaches} if attaches else {"type": "word"}
        return {**more, "start_time": 0, "end_time": 1, "alternatives": [{"content": content, "confidence": 1.0}]}

    def read(*items: dict[str, object]) -> str:
        text = json.dumps({"format": "2.9", "results": items})
        corpus = formats.by_name("speechmatics").read(Source(text.encode()), punctuation=True)
        assert same(values(written(corpus, formats.by_name("speechmatics")).decode()), values(text))
        return " ".join(corpus.texts())

    assert read(item("Yes"), item(",", "previous"), item("*", "next"), item("great")) == "Yes, *great"
    assert read(item("for"), item("-", "both"), item("sure"), item("&", "none"), item("stuff")) == "for-sure & stuff"
    assert read(item("-", "both"), item("a"), item("-", "both"), item("b"), item(".", "previous")) == "a-b."
    corpus = formats.read(
        json.dumps({"results": [item("for"), item("-", "both"), item("sure")]}).encode(), format="speechmatics"
    )
    assert corpus.texts() == ["for sure"]


def test_spaces_and_events_of_elevenlabs_are_no_words_and_times_are_seconds() -> None:
    corpus = formats.read(Path(__file__).parent / "samples" / "elevenlabs.json")
    assert corpus.format == "elevenlabs"
    assert words(corpus) == [
        ("speaker_0", [("Good", "0.1", "0.4"), ("evening.", "0.5", "0.9")]),
        ("speaker_1", [("Welcome", "2.0", "2.5"), ("back.", "2.6", "3")]),
    ]
    items = [{"text": "a", "start": 1, "end": 2, "type": "word"}, {"text": "b", "start": 3, "end": 4, "type": "word"}]
    labels = Label("a", Written("1"), Written("2")), Label("b", Written("3"), Written("4"))
    whole = json.loads(written(Corpus((Segment(labels=labels),)), formats.by_name("elevenlabs")))
    assert whole == {
        "text": "a b",
        "words": [items[0], {"text": " ", "start": 2, "end": 3, "type": "spacing"}, items[1]],
    }


@pytest.mark.parametrize(
    "words_in_file",
    [
        '{"text": "a", "start": 0, "end": 1}, {"text": " ", "start": 1, "end": 2, "type": "spacing"}',
        '{"text": "a", "start": 0, "end": 1, "type": "word", "logprob": -1}, {"start": 1, "end": 2, "type": "spacing"}',
    ],
)
def test_other_forms_of_elevenlabs_are_read(words_in_file: str) -> None:
    corpus = formats.read(f'{{"text": "a", "words": [{words_in_file}]}}'.encode())
    assert (corpus.format, words(corpus)) == ("elevenlabs", [("", [("a", "0", "1")])])


def test_marks_of_revai_join_words() -> None:
    text = json.dumps(
        {
            "monologues": [
                {
                    "speaker": 0,
                    "elements": [
                        {"type": "text", "value": "co", "ts": 0.1, "end_ts": 0.2, "confidence": 0.9},
                        {"type": "punct", "value": "-"},
                        {"type": "text", "value": "founder", "ts": 0.2, "end_ts": 0.5, "confidence": 0.9},
                        {"type": "punct", "value": ","},
                        {"type": "punct", "value": " "},
                        {"type": "text", "value": "30", "ts": 0.5, "end_ts": 0.55, "confidence": 0.9},
                        {"type": "text", "value": "%", "ts": 0.55, "end_ts": 0.6, "confidence": 0.9},
                        {"type": "punct", "value": " "},
                        {"type": "text", "value": "yes", "ts": 0.6, "end_ts": 0.7, "confidence": 0.9},
                        {"type": "punct", "value": "."},
                    ],
                }
            ]
        }
    )
    corpus = formats.by_name("revai").read(Source(text.encode()), punctuation=True)
    assert (corpus.texts(), words(corpus)[0][1][0]) == (["co-founder, 30% yes."], ("co-founder,", "0.1", "0.5"))
    assert same(values(written(corpus, formats.by_name("revai")).decode()), values(text))
    assert formats.read(text.encode(), format="revai").texts() == ["co founder 30 % yes"]
    bare = text.replace('{"type": "punct", "value": " "}, ', "")
    assert formats.by_name("revai").read(Source(bare.encode()), punctuation=True).texts() == ["co- founder, 30 % yes."]


def test_the_last_result_of_google_counts_alone_where_the_others_have_transcripts_alone() -> None:
    words = [{"word": word, "startTime": "0s", "endTime": "1s", "speakerTag": tag} for tag, word in enumerate("ab", 1)]
    results = [{"alternatives": [{"transcript": "a b"}]}, {"alternatives": [{"words": words}]}]
    corpus = formats.read(json.dumps({"results": results}).encode(), format="google")
    assert [segment.speaker for segment in corpus.segments] == ["1", "2"]


def test_the_last_result_of_google_counts_alone_where_it_repeats_the_others() -> None:
    corpus = formats.read(Path(__file__).parent / "samples" / "google_speakers.json")
    assert words(corpus) == [("1", [("hi", "0", "0.500")]), ("2", [("yes", "1", "1.500")])]


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("good day", ["good", "day", "bye"]),
        ("good day.", ["good", "day", "bye"]),  # the repetition may lack the mark
        ("本日|ホンジツ", ["本日|ホンジツ", "bye"]),
    ],
)
def test_the_last_result_of_google_counts_alone_where_it_repeats_the_others_and_has_a_transcript_of_its_own(
    first: str, last: list[str]
) -> None:
    before = [{"word": word, "startTime": "0s", "endTime": "1s"} for word in first.split()]
    repeated = [{"word": word, "startTime": "0s", "endTime": "1s", "speakerTag": 1 + (word == "bye")} for word in last]
    results = [
        {"alternatives": [{"transcript": first, "words": before}]},
        {"alternatives": [{"transcript": " bye", "words": repeated}]},
    ]
    corpus = formats.read(json.dumps({"results": results}).encode(), format="google")
    assert [segment.speaker for segment in corpus.segments] == ["1", "2"]
    assert corpus.texts() == [" ".join(last[:-1]), "bye"]


def test_every_result_of_google_may_repeat_those_before_it() -> None:
    results = [
        {"alternatives": [{"transcript": text, "words": [{"word": word, "speakerTag": 1} for word in listed]}]}
        for text, listed in (("a b", "ab"), ("c", "abc"), ("d", "abcd"))
    ]
    corpus = formats.read(json.dumps({"results": results}).encode(), format="google")
    assert corpus.texts() == ["a b c d"]


def test_results_of_google_without_words_last_from_the_end_of_the_result_before_to_their_own(tmp_path: Path) -> None:
    words = [{"word": "hi", "startTime": "0.2s", "endTime": "0.5s"}]
    results: list[dict[str, object]] = [
        {"alternatives": [{"transcript": "hi", "words": words}], "resultEndTime": "1.5s", "channelTag": 1},
        {"alternatives": [{"transcript": "there"}], "resultEndTime": "2.5s", "channelTag": 1},
        {"alternatives": [{"transcript": "good day"}], "resultEndTime": "2.2s", "channelTag": 2},
        {"alternatives": [{"transcript": "bye"}], "resultEndTime": "2s", "channelTag": 2},  # earlier than the last one
    ]
    (tmp_path / "a.json").write_text(json.dumps({"results": results}))
    corpus = formats.read(tmp_path / "a.json", format="google")
    spans = [(segment.start, segment.end) for segment in corpus.segments]
    assert spans == [(None, None), (1.5, 2.5), (0.0, 2.2), (None, None)]
    formats.convert(tmp_path / "a.json", tmp_path / "b.json", target_format="google", shift=1.0)
    moved = json.loads((tmp_path / "b.json").read_bytes())["results"]
    assert [result["resultEndTime"] for result in moved] == ["1.5s", "3.5s", "3.2s", "2s"]


def test_results_of_google_that_say_the_same_words_are_no_repetition() -> None:
    words = [{"word": "yes", "speakerTag": 1}]
    results = [{"alternatives": [{"transcript": "yes", "words": words}]}] * 2
    corpus = formats.read(json.dumps({"results": results}).encode(), format="google")
    assert corpus.texts() == ["yes", "yes"]


@pytest.mark.parametrize("name", ["whisper", "faster-whisper"])
def test_words_of_whisper_that_no_blank_begins_belong_to_the_word_before(name: str) -> None:
    spoken = [" L", "'esquelet", " costa", " 10", ",000", "%", " peut", "-\u00eatre", " -"]
    words = [
        {"word": word, "start": place, "end": place + 0.5, "probability": 1 - place / 10}
        for place, word in enumerate(spoken)
    ]
    segment = {"start": 0, "end": 9, "text": "".join(spoken), "no_speech_prob": 0.1, "words": words}
    answer = {"text": segment["text"], "segments": [segment], "language": "ca"} if name == "whisper" else [segment]
    corpus = formats.read(json.dumps(answer).encode(), format=name)
    assert corpus.texts() == ["L'esquelet costa 10,000% peut-\u00eatre -"]
    (read,) = corpus.segments
    times = [(item.start, item.end, item.confidence) for item in read.items if isinstance(item, Label)]
    assert times[:3] == [(0, 1.5, 0.9), (2, 2.5, 0.8), (3, 5.5, 0.5)]
    assert same(values(written(corpus, formats.by_name(name)).decode()), values(json.dumps(answer)))
    # Chinese has no blanks at all: its words stay.
    segment["words"] = [{"word": word, "start": 0, "end": 1} for word in ("\u4eca", "\u5929", "!")]
    corpus = formats.read(json.dumps(answer).encode(), format=name)
    assert corpus.texts() == ["\u4eca \u5929 !"]


def test_words_of_whisper_timestamped_have_texts_and_confidences() -> None:
    corpus = formats.read(Path(__file__).parent / "samples" / "whisper_timestamped.json")
    assert (corpus.format, words(corpus)) == ("whisper", [("", [("Good", "0.1", "0.5"), ("day", "0.5", "0.9")])])
    (segment,) = corpus.segments
    assert [item.confidence for item in segment.items if isinstance(item, Label)] == [0.93, 0.89]


def of_cpp(*rows: tuple[str, int, int], tokens: Sequence[tuple[str, int, int]] = ()) -> bytes:
    """A file of whisper.cpp; all tokens are those of its first segment."""
    timed = [{"offsets": {"from": begin, "to": end}, "text": text} for text, begin, end in rows]
    if tokens:
        timed[0]["tokens"] = [
            {"text": text, "offsets": {"from": begin, "to": end}, "id": 1, "p": 1 - end / 2000}
            for text, begin, end in tokens
        ]
    head = {"systeminfo": "AVX = 1", "model": {"type": "base"}, "params": {"language": "en"}}
    return json.dumps({**head, "result": {"language": "en"}, "transcription": timed}, indent="\t").encode()


def _answer(texts: list[str], words: list[str]) -> bytes:
    """An answer of OpenAI's service: segments of ten seconds, and words of a second each without punctuation."""
    segments = [{"id": row, "start": row * 10.0, "end": row * 10 + 9.5, "text": text} for row, text in enumerate(texts)]
    timed = [{"word": word, "start": place + 0.0, "end": place + 0.5} for place, word in enumerate(words)]
    return json.dumps({"task": "transcribe", "text": "".join(texts), "segments": segments, "words": timed}).encode()


@pytest.mark.parametrize(
    ("texts", "words", "expected"),
    [
        ([" Hi, you.", " Yes!"], ["Hi", "you", "Yes"], [["Hi, 0.0 0.5", "you. 1.0 1.5"], ["Yes! 2.0 2.5"]]),
        ([" Well-known - (no)"], ["Well", "known", "no"], [["Well-known 0.0 1.5", "- 1.5 1.5", "(no) 2.0 2.5"]]),
        ([" 10,000 \u00fcber"], ["10", "000", "\u00fcber"], [["10,000 0.0 1.5", "\u00fcber 2.0 2.5"]]),
        (["\u4f60\u597d\u3002", ""], ["\u4f60", "\u597d"], [["\u4f60\u597d\u3002 0.0 1.5"], []]),
    ],
)
def test_words_of_an_answer_time_the_texts_of_its_segments(
    texts: list[str], words: list[str], expected: list[list[str]]
) -> None:
    corpus = formats.read(_answer(texts, words), format="whisper")
    found = [[f"{label.value} {label.start} {label.end}" for label in segment.items] for segment in corpus.segments]
    assert found == expected
    assert list(corpus.table.texts()) == [text.strip() for text in texts]
    assert not corpus.notices()


@pytest.mark.parametrize("words", [["Hi"], ["Hi", "you", "Yes", "no"], ["Hi", "we", "Yes"], ["you", "Hi", "Yes"]])
def test_other_words_than_those_of_the_segments_are_reported_and_not_used(words: list[str]) -> None:
    corpus = formats.read(_answer([" Hi, you.", " Yes!"], words), format="whisper")
    assert [segment.text for segment in corpus.segments] == ["Hi, you.", "Yes!"]
    assert corpus.notices() == ["the words of the file are not those of its segments, so their times are not used"]
    changed = Corpus(corpus.segments[:1], meta=corpus.meta, format=corpus.format)
    assert "so their times" not in "".join(formats.by_name("whisper").write(changed))


@pytest.mark.parametrize("named", ["in items", "in channels alone"])
def test_channels_of_aws_are_those_of_items_or_of_the_lists_they_stand_in(named: str) -> None:
    answer = json.loads((Path(__file__).parent / "samples" / "aws_channels.json").read_text())
    results = answer["results"]
    if named == "in channels alone":
        channels = results["channel_labels"]["channels"]
        for item in [*results["items"], *[item for channel in channels for item in channel["items"]]]:
            item.pop("channel_label", None)
    corpus = formats.read(json.dumps(answer).encode(), format="aws")
    assert [(segment.channel, segment.items[0].value) for segment in corpus.segments] == [  # type: ignore[union-attr]
        ("ch_0", "Hello"),
        ("ch_1", "Sorry"),
    ]


def test_turns_of_call_analytics_have_the_roles_of_their_participants() -> None:
    path = Path(__file__).parent / "samples" / "aws_call.json"
    corpus = formats.read(path)
    assert [(s.session, s.speaker, s.start, s.end) for s in corpus.segments] == [
        ("call-7", "AGENT", 0.04, 1.5),
        ("call-7", "CUSTOMER", 1.6, 2.5),
    ]
    assert corpus.texts() == ["Good day sir", "[PII]"]
    sir = corpus.segments[0].items[2]
    assert (sir.start, sir.end, sir.confidence) == (0.7, 1.5, 0.75)
    printed = formats.by_name("aws").read(Source(path), punctuation=True)
    assert printed.texts()[0] == "Good day, sir."


def test_chunks_that_end_before_they_begin_leave_the_text_without_times() -> None:
    chunks: list[dict[str, Any]] = [
        {"timestamp": [28.0, 0.0], "text": " a"},
        {"timestamp": [2.0, 3.0], "text": " b"},
    ]
    answer = json.dumps({"text": " A, b.", "chunks": chunks}).encode()
    corpus = formats.read(answer, format="whisper")
    assert [(segment.text, segment.start, segment.end) for segment in corpus] == [("A, b.", None, None)]
    (notice,) = corpus.notices()
    assert notice == (
        "timestamps of chunks run backwards (28.0 to 0.0 at /chunks/0/timestamp): the text is read without times"
    )
    for target in ("srt", "ctm"):
        with pytest.raises(formats.UsageError, match="times.*the text is read without times"):
            formats.convert(answer, BytesIO(), source_format="whisper", target_format=target)
    alone = formats.read(json.dumps({"chunks": chunks}).encode(), format="whisper")
    assert alone.texts() == ["a b"]
    chunks[0]["timestamp"] = [28.0, 30.0]  # words, of which the last ends before the first begins
    (notice,) = formats.read(json.dumps({"chunks": chunks}).encode(), format="whisper").notices()
    assert "28.0 to 3.0 at /chunks/1/timestamp" in notice
    chunks[0]["timestamp"] = [28.0, None]  # up to the next chunk, which begins before
    assert formats.read(json.dumps({"chunks": chunks}).encode(), format="whisper").texts() == ["a b"]
    chunks[0]["timestamp"] = [1.0, "x"]
    with pytest.raises(formats.FormatError):
        formats.read(json.dumps({"text": " a b", "chunks": chunks}).encode(), format="whisper")


def test_tokens_of_soniox_are_joined_to_words_of_one_speaker() -> None:
    tokens: list[dict[str, object]] = [
        {"text": "Hel", "start_ms": 100, "end_ms": 200, "confidence": 0.9, "speaker": "1"},
        {"text": "lo", "start_ms": 200, "end_ms": 300, "confidence": 0.8, "speaker": "1"},
        {"text": ".", "start_ms": 300, "end_ms": 310, "confidence": 0.95, "speaker": "1"},
        {"text": "<end>", "start_ms": 310, "end_ms": 310},
        {"text": "Yes", "start_ms": 400, "end_ms": 500, "speaker": "2"},
        {"text": " ", "start_ms": 500, "end_ms": 510, "speaker": "2"},
        {"text": " Oui", "speaker": "2", "translation_status": "translation"},
        {"text": " no", "start_ms": 600, "end_ms": 700, "speaker": "2"},
    ]
    corpus = formats.read(json.dumps({"text": "", "tokens": tokens}).encode())
    assert corpus.format == "soniox"
    found = [
        (segment.speaker, [(label.value, label.start, label.end, label.confidence) for label in segment.items])
        for segment in corpus.segments
    ]
    assert found == [
        ("1", [("Hello.", 0.1, 0.31, 0.8)]),
        ("2", [("Yes", 0.4, 0.5, None), ("no", 0.6, 0.7, None)]),
    ]


@pytest.mark.parametrize("around", ["result", "payload", ""])
def test_utterances_of_gladia_are_found_in_answers_and_calls(around: str) -> None:
    words = [{"word": "Hi", "start": 0.1, "end": 0.5}, {"word": " you.", "start": 0.5, "end": 0.9}]
    rows = [
        {"text": "Hi you.", "start": 0.1, "end": 0.9, "speaker": speaker, "channel": speaker, "words": words}
        for speaker in (0, 1)
    ]
    inside: dict[str, object] = {"transcription": {"full_transcript": "Hi you. Hi you.", "utterances": rows}}
    corpus = formats.read(json.dumps({around: inside} if around else inside).encode())
    assert corpus.format == "gladia"
    found = [
        (segment.speaker, segment.channel, [label.value for label in segment.items]) for segment in corpus.segments
    ]
    assert found == [("0", "0", ["Hi", "you."]), ("1", "1", ["Hi", "you."])]


def test_whisper_cpp_counts_in_milliseconds() -> None:
    corpus = formats.read(of_cpp((" Good evening.", 0, 1200), (" Bye.", 2500, 3500)))
    assert corpus.format == "whisper"
    assert [(each.text, each.start, each.end) for each in corpus.segments] == [
        ("Good evening.", 0, 1.2),
        ("Bye.", 2.5, 3.5),
    ]
    assert formats.read(of_cpp()).texts() == []


def test_tokens_of_whisper_cpp_are_words_where_they_make_the_text() -> None:
    tokens = [("[_BEG_]", 0, 0), (" Good", 100, 500), (" even", 500, 700), ("ing", 700, 1000), (".", 1000, 1000)]
    corpus = formats.read(of_cpp((" Good evening.", 0, 1200), tokens=tokens))
    assert words(corpus) == [("", [("Good", "0.1", "0.5"), ("evening.", "0.5", "1.0")])]
    assert [item.confidence for item in corpus.segments[0].items if isinstance(item, Label)] == [0.75, 0.5]
    (segment,) = formats.read(of_cpp((" Good evening.", 0, 1200), tokens=tokens[:3])).segments
    assert (segment.text, segment.labels) == ("Good evening.", None)


def test_words_that_whisper_cpp_breaks_are_whole_again() -> None:
    broken = [(" Good", 0, 1), (" even", 1, 2), ("ing", 2, 3), (",", 3, 4), (" you.", 4, 5), ("[Music]", 5, 6)]
    assert formats.read(of_cpp(*broken)).texts() == ["Good", "evening,", "you.", "[Music]"]
    assert formats.read(of_cpp(("\u4eca", 0, 1), ("\u5929", 1, 2))).texts() == ["\u4eca", "\u5929"]


@pytest.mark.parametrize("time", ["9" * 400, "NaN", '"1"', "-1"])
def test_a_wrong_time_of_whisper_cpp_is_reported_at_its_place(time: str) -> None:
    data = of_cpp((" Good evening.", 0, 7777)).replace(b"7777", time.encode())
    with pytest.raises(formats.FormatError) as caught:
        formats.read(data)
    (problem,) = caught.value.problems
    assert "/transcription/0/offsets/to" in problem.what
    lines = data.decode().split("\n")
    assert lines[(problem.where.line or 0) - 1][(problem.where.column or 0) - 1 :].startswith(time)


def test_a_file_of_whisper_cpp_without_offsets_is_refused() -> None:
    with pytest.raises(formats.FormatError, match="expected a transcript of Whisper, or of whisper.cpp with 'offsets'"):
        formats.read(b'{"systeminfo": "", "transcription": [{"text": " Hi"}]}')


def test_a_finished_job_of_watson_is_read_as_one_response() -> None:
    corpus = formats.read(Path(__file__).parent / "samples" / "watson_job.json")
    assert (corpus.format, words(corpus)) == (
        "watson",
        [("0", [("good", "0.1", "0.5")]), ("1", [("day", "0.5", "0.9")]), ("", [("bye", "2.0", "2.4")])],
    )


def test_labels_of_speakers_before_the_results_of_watson_show_the_format() -> None:
    label = '{"from": 0.1,\n "to": 0.5,\n "speaker": 0,\n "confidence": 0.4}'
    results = '[{"alternatives": [{"transcript": "a ", "timestamps": [["a", 0.1, 0.5]]}]}]'
    labels = ",\n".join([label] * 100)
    response = f'{{"speaker_labels": [{labels}],\n"results": {results}}}'
    for text in (response, f'{{"status": "completed",\n"results": [{response}]}}'):
        assert formats.read(text.encode()).format == "watson"


def test_a_word_of_several_words_is_cut_and_joined() -> None:
    corpus = formats.read(Path(__file__).parent / "samples" / "speechmatics.json", punctuation=True)
    last = corpus.segments[-1]
    assert [(item.value, item.start, item.end) for item in last.items if isinstance(item, Label)] == [
        ("17th", 1.6, 2.9),
        ("of", 1.6, 2.9),
        ("January", 1.6, 2.9),
    ]
    assert "17th of January" in written(Corpus((last,)), formats.by_name("deepgram")).decode()


def test_numbers_keep_their_digits() -> None:
    start = b'{"text": " a", "segments": [{"start": 0.10, "end": 1.5e0, "text": " a", "t": -0}], "n": 1'
    text = start + b"0" * 30 + b"}\n"
    after = written(formats.read(text, format="whisper"), formats.by_name("whisper"))
    for number in (b"0.10", b"1.5e0", b"-0", b"1" + b"0" * 30):
        assert re.search(rb": " + number + rb"[,}\n]", after)


@pytest.mark.parametrize("depth", [MAXIMUM_DEPTH + 1, 100_000])
def test_deep_nesting_is_refused_and_not_a_crash(depth: int) -> None:
    with pytest.raises(formats.FormatError, match="nested too deeply; expected at most 100 levels"):
        formats.read(b'{"text": "", "a": ' + b"[" * depth + b"]" * depth + b"}", format="whisper")


def test_nesting_under_a_repeated_key_is_told_first() -> None:
    deep = "[" * MAXIMUM_DEPTH + "]" * MAXIMUM_DEPTH
    for text, problem in (
        (f'{{"a": [{deep}], "a": 1}}', "nested too deeply"),
        (f'{{"a": {deep}, "a": 1}}', "repeated"),
    ):
        with pytest.raises(formats.FormatError, match=problem):
            formats.read(text.encode(), format="aws")


def test_colons_in_texts_and_keys_repeat_no_key() -> None:
    text = '{"a:b": "x: \\" : y\\\\", "text": "10:30", "segments": [{"start": 0, "end": 1, "text": "10:30"}]}'
    assert formats.read(text.encode(), format="whisper").texts() == ["10:30"]


def test_too_large_a_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorelite.formats.engine.json.MAXIMUM_SIZE", 10)
    with pytest.raises(formats.LimitError, match="<bytes>: 12 characters of JSON; expected at most 10"):
        formats.read(b'{"text": ""}', format="whisper")


def test_an_empty_file_has_nothing_in_it() -> None:
    with pytest.raises(formats.FormatError) as caught:
        formats.read(b"\n", format="whisper")
    assert str(caught.value) == "<bytes>:2:1: an empty file; expected JSON\n  \n  ^"


def test_up_to_twenty_problems_are_reported_at_once() -> None:
    many = json.dumps({"segments": [{"start": "x"}] * 30}).encode()
    with pytest.raises(formats.FormatError) as caught:
        formats.read(many, format="whisper")
    assert len(caught.value.problems) == 20
    assert caught.value.more


def test_what_is_written_is_read_as_the_same() -> None:
    value = {"a": [1, Written("2.50"), None, True, "\ud800 \n ü"], "b": {"c": [], "d": {}}, "e": "x" * 200}
    assert loads("".join(dump(value))) == value
    assert loads(inline(value)) == value
    assert json.loads("".join(dump(value)))["a"][4] == "\ud800 \n ü"


def test_azure_counts_in_milliseconds_where_it_has_no_ticks() -> None:
    text = (
        '{"recognizedPhrases": [{"channel": 0, "offsetMilliseconds": 760, "durationMilliseconds": 1320, "nBest": '
        '[{"lexical": "hello world", "words": [{"word": "hello", "offsetInTicks": 7600000.0, "durationInTicks": 5e6}, '
        '{"word": "world", "offsetMilliseconds": 1500, "durationMilliseconds": 500}]}]}]}'
    )
    (segment,) = formats.read(text.encode()).segments
    assert (segment.start, segment.end) == (0.76, 2.08)
    assert [(label.start, label.end) for label in segment.items if isinstance(label, formats.Label)] == [
        (0.76, 1.26),
        (1.5, 2.0),
    ]


def test_azure_answers_at_once_and_in_real_time_are_read() -> None:
    folder = Path(__file__).parent / "samples"
    fast, live = formats.read(folder / "azure_fast.json"), formats.read(folder / "azure_realtime.json")
    assert (fast.format, fast.texts(), live.format, live.texts()) == (
        "azure",
        ["I think.", "Good."],
        "azure",
        ["hello there", "yes"],
    )
    assert [(segment.channel, segment.speaker, segment.start, segment.end) for segment in fast.segments] == [
        ("0", "1", 0.24, 1.44),
        ("0", "2", 2.0, 2.2),
    ]
    assert words(live)[0] == ("0", [("hello", "0.09", "0.29"), ("there", "0.29", "0.65")])
    printed = formats.by_name("azure").read(Source(folder / "azure_realtime.json"), punctuation=True)
    assert printed.texts() == ["Hello there.", "Yes."]
    one = json.dumps(json.loads((folder / "azure_realtime.json").read_text())[0])
    assert formats.read(one.encode()).texts() == ["hello there"]
    old = json.dumps(
        {"AudioFileResults": [{"CombinedResults": [], "SegmentResults": [{**json.loads(one), "ChannelNumber": "0"}]}]}
    )
    (segment,) = formats.read(old.encode()).segments
    assert (segment.channel, segment.start, [item.value for item in segment.items if isinstance(item, Label)]) == (
        "0",
        0.09,
        ["hello", "there"],
    )
    silent = '{"durationMilliseconds": 3, "combinedPhrases": [{"text": ""}], "phrases": []}'
    assert formats.read(silent.encode()).texts() == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"phrases": [\n{"text": "a b", "offsetMilliseconds": -1}]}', "2:39: /phrases/0/offsetMilliseconds: -1 is"),
        ('{"phrases": [{"words": [\n{"text": "a"},\n{"text": 5}]}]}', "3:10: /phrases/0/words/1/text: is a number"),
        ('{"phrases": [\n5]}', "2:1: /phrases/0: is a number; expected an object"),
        ('[{"NBest": [{"Lexical": "a", "Words": [\n{"Offset": 3}]}]}]', "2:1: /0/NBest/0/Words/0: no 'Word'"),
        ('{"NBest": [\n{"Lexical": []}]}', "2:13: /NBest/0/Lexical: is a list; expected text"),
        (
            '{"AudioFileResults": [{"SegmentResults": [\n{"Duration": "x"}]}]}',
            "2:14: /AudioFileResults/0/SegmentResults/0/Duration: is text; expected ticks",
        ),
    ],
)
def test_a_problem_of_each_kind_of_answer_of_azure_is_reported_at_its_place(text: str, problem: str) -> None:
    with pytest.raises(formats.FormatError, match=re.escape(f"<bytes>:{problem}")):
        formats.by_name("azure").read(Source(text.encode()))


def test_candidates_of_azure_in_real_time_are_written_as_those_of_batch_transcription(tmp_path: Path) -> None:
    sample = Path(__file__).parent / "samples" / "azure_realtime.json"
    formats.convert(sample, tmp_path / "out.azure.json", shift=1)
    first, _ = json.loads((tmp_path / "out.azure.json").read_text())["recognizedPhrases"]
    assert [(best["lexical"], best["display"], best["confidence"]) for best in first["nBest"]] == [
        ("hello there", "Hello there.", 0.95),
        ("hullo", "hullo", 0.26),
    ]
    assert first["nBest"][0]["words"][0] == {
        "word": "hello",
        "offset": "PT1.09S",
        "duration": "PT0.2S",
        "offsetInTicks": 10900000,
        "durationInTicks": 2000000,
    }


def test_what_a_service_leaves_out_or_sets_to_null_is_no_problem() -> None:
    for name, text in (
        ("revai", '{"monologues": [{"elements": [{"type": "punct", "value": ".", "ts": null, "end_ts": null}]}]}'),
        ("google", '{"results": [{"languageCode": "en-us"}, {"alternatives": [{}]}]}'),
        (
            "google",
            '{"results": [{"alternatives": [{"words": [{"startTime": {}, "endTime": {"nanos": 5}, "word": "b"}]}]}]}',
        ),
        ("deepgram", '{"results": {"channels": [{"alternatives": [{"transcript": "", "words": []}]}]}}'),
        ("assemblyai", '{"status": "completed", "text": "", "words": [], "utterances": null}'),
        ("watson", '{"result_index": 0, "results": [{"final": true, "alternatives": [{"transcript": "a "}]}]}'),
        ("aws", '{"results": {"transcripts": [{"transcript": ""}], "items": []}}'),
        ("nemo", '{"audio_filepath": "a.wav", "duration": 14, "text": "x", "offset": null, "speaker": null}'),
        ("lhotse", '{"id": "a", "recording_id": "a", "start": 0, "duration": 1, "channel": [0, 1], "gender": "f"}'),
        ("seglst", '[{"session_id": "S02", "speaker": "P05", "start_time": "40.600", "end_time": "41", "words": "a"}]'),
    ):
        corpus = formats.read(text.encode(), format=name)
        assert json.loads(written(corpus, formats.by_name(name))) == json.loads(text), name


def test_assemblyai_keeps_segments_without_speakers_or_times_of_words_beside_those_with_them() -> None:
    record = formats.by_name("assemblyai")
    timed = Segment(start=0.0, end=1.0, labels=(Label("a", 0.0, 1.0),))
    for others in (Segment(text="b c"), Segment(text="b c", start=1.0, end=2.0)):
        for speaker in ("", "anna"):
            corpus = Corpus((replace(timed, speaker=speaker), others))
            again = formats.read(written(corpus, record), format="assemblyai")
            assert " ".join(again.texts()) == "a b c"


def test_a_turn_of_kaldi_json_ends_with_the_last_word_whose_end_is_known() -> None:
    labels = (Label("a", 1.0, 2.0), Label("b"))
    record = formats.by_name("kaldi-json")
    again = json.loads(written(Corpus((Segment(speaker="anna", labels=labels),)), record))
    (turn,) = again["retval"]["segmentation"]["segments"]
    assert (turn["start"], turn["duration"]) == (1.0, 1.0)


def test_a_refused_number_names_its_segment_and_its_word() -> None:
    record = formats.by_name("whisper")
    for segment, message in (
        (Segment(id="u-1", start=-5.0, end=1.0, text="a"), "segment 'u-1': a time is -5.0 s; expected seconds >= 0"),
        (Segment(session="t", speaker="x", labels=(Label("a", 2e11, 3e11),)), "word 'a' of segment 't x': a time is"),
        (
            Segment(labels=(Label("a", 0.0, 1.0, float("inf")),)),
            "word 'a' of a segment without a name: a confidence is",
        ),
    ):
        with pytest.raises(formats.UsageError, match=message):
            written(Corpus((segment,)), record)


def test_partial_results_of_vosk_behind_the_last_one_are_kept() -> None:
    corpus = formats.read(b'{"text": "a"}\n{"partial": "b c"}\n', format="vosk")
    assert corpus.texts() == ["a"]
    edited = replace(corpus, segments=(replace(corpus.segments[0], text="z"),))
    assert written(edited, formats.by_name("vosk")) == b'{"text": "z"}\n{"partial": "b c"}\n'


@pytest.mark.parametrize(
    ("text", "known"),
    [
        (b'{"text": "hello"}', "whisper"),
        (b'{"text": ""}\n', "whisper"),
        (b'{\n  "text": "hello",\n  "segments": []\n}\n', "whisper"),
        (b'{"text":"hi","language":"en","duration":1.5,"segments":[{"start":0,"end":1,"text":"hi"}]}', "whisper"),
        (b'{"task":"transcribe","text":"hi","words":[{"word":"hi","start":0.0,"end":0.5}]}', "whisper"),
        (b'{\n  "text" : "hello"\n}', "vosk"),
        (b'{\n  "text" : "hello"\n}\n{\n  "text" : ""\n}\n', "vosk"),
        (b'{"text": "hello", "speaker": "anna"}', "jsonl"),
        (b'{"text": "a"}\n{"text": "b"}\n', "jsonl"),
        (b'{"text": "hello", "mood": "good"}', None),
        (b'{"text": ["hello"]}', None),
    ],
)
def test_a_text_alone_is_known_by_its_neighbours_and_spelling(text: bytes, known: str | None) -> None:
    source = formats.Source(text, name="answer.json")
    if known is None:
        with pytest.raises(formats.UsageError, match="neither suffix nor content shows the format"):
            formats.detect(source)
    else:
        assert formats.detect(source).name == known


def test_an_empty_list_of_segments_hides_no_text() -> None:
    text = b'{"text": " good day", "segments": [], "language": "en"}'
    corpus = formats.read(text, format="whisper")
    assert corpus.texts() == ["good day"]
    assert written(corpus, formats.by_name("whisper")) == text + b"\n"
    silence = formats.read(b'{"text": "", "segments": []}', format="whisper")
    assert len(silence.segments) == 0


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("assemblyai", '{"text": "good day", "words": [], "utterances": []}'),
        ("assemblyai", '{"text": "good day", "words": [], "utterances": [{"text": "good day", "words": []}]}'),
        ("aws", '{"results": {"transcripts": [{"transcript": "good day"}], "items": []}}'),
        ("aws", '{"Transcript": [{"Content": "good day", "Items": []}]}'),
        ("azure", '{"recognizedPhrases": [{"nBest": [{"lexical": "good day", "words": []}]}]}'),
        ("azure", '{"phrases": [{"text": "good day", "words": []}]}'),
        ("azure", '[{"NBest": [{"Lexical": "good day", "Words": []}]}]'),
        ("deepgram", '{"results": {"channels": [{"alternatives": [{"transcript": "good day", "words": []}]}]}}'),
        ("elevenlabs", '{"language_code": "en", "text": "good day", "words": []}'),
        ("faster-whisper", '[{"start": 0, "end": 1, "text": "good day", "words": []}]'),
        ("gentle", '{"transcript": "good day", "words": []}'),
        ("gladia", '{"full_transcript": "good day", "utterances": []}'),
        ("gladia", '{"full_transcript": "good day", "utterances": [{"text": "good day", "words": []}]}'),
        ("google", '{"results": [{"alternatives": [{"transcript": "good day", "words": []}]}]}'),
        ("kaldi-json", '{"punct": "good day", "words": []}'),
        (
            "lhotse",
            '{"id": "a", "recording_id": "", "start": 0, "duration": 1, "text": "good day", "alignment": {"word": []}}',
        ),
        ("soniox", '{"text": "good day", "tokens": []}'),
        ("vosk", '{"text": "good day", "result": []}'),
        (
            "watson",
            '{"result_index": 0, "results": [{"alternatives": [{"transcript": "good day", "timestamps": []}]}]}',
        ),
        ("whisper", '{"text": "good day", "segments": [], "words": []}'),
        ("whisper", '{"text": "good day", "segments": [{"text": "good day", "words": []}]}'),
        ("whisperx", '{"segments": [{"text": "good day", "words": []}]}'),
    ],
)
def test_an_empty_list_of_words_hides_no_text(name: str, text: str) -> None:
    corpus = formats.read(f"{text}\n".encode(), format=name)
    assert corpus.texts() == ["good day"]
    assert loads(written(corpus, formats.by_name(name)).decode()) == loads(text)
    again = formats.read(written(replace(corpus, original=None), formats.by_name(name)), format=name)
    assert again.texts() == ["good day"]


@pytest.mark.parametrize("around", ["{}", '{{"done": true, "response": {}}}'])
@pytest.mark.parametrize("inside", ["{}", '{{"inlineResult": {}}}'])
def test_a_batch_of_google_with_one_recording_is_read_as_its_answer(around: str, inside: str) -> None:
    words = '[{"word": "good", "startOffset": "0s", "endOffset": "1s"}, {"word": "day"}]'
    answer = f'{{"results": [{{"alternatives": [{{"transcript": "good day", "words": {words}}}]}}]}}'
    recording = inside.format(f'{{"transcript": {answer}}}')
    text = around.format(f'{{"results": {{"gs://b/a.wav": {recording}}}}}').encode()
    corpus = formats.read(text)
    assert (corpus.format, corpus.texts()) == ("google", ["good day"])
    assert loads(written(corpus, formats.by_name("google")).decode()) == loads(text.decode())
    two = around.format(f'{{"results": {{"gs://b/a.wav": {recording}, "gs://b/b.wav": {recording}}}}}').encode()
    with pytest.raises(formats.FormatError) as caught:
        formats.read(two)
    where = ".response.results" if "response" in around else ".results"
    assert caught.value.problems[0].expected == (
        f"one recording, as jq '{where}[\"gs://b/a.wav\"].transcript' writes it to a file of its own"
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"a": 1, "a": 2}', "the key 'a' is repeated in one object"),
        ('[{"a": 1, "a": 2}, }', "the key 'a' is repeated in one object"),
        ('[{"a": 1, "a": 2, }', "invalid JSON"),
        ('{"a:b": "c: d", "a": "\\\\", "e": ":"}', "'segments'"),
    ],
)
def test_a_repeated_key_is_told_before_what_is_wrong_behind_its_object(text: str, problem: str) -> None:
    with pytest.raises(formats.FormatError) as caught:
        formats.read(text.encode(), format="whisperx")
    assert problem in caught.value.problems[0].what


def test_a_repeated_key_is_found_in_its_own_one_of_several_results() -> None:
    text = b'{"text": "good"}\n{"text": "day"}\n{"text": "a", "text": "b"}\n{"text": '
    with pytest.raises(formats.FormatError) as caught:
        formats.read(text, format="vosk")
    where = caught.value.problems[0].where
    assert (where.line, where.column) == (3, 23)
    assert caught.value.problems[0].what == "/text: the key 'text' is repeated in one object"


@pytest.mark.parametrize("is_array", [True, False])
def test_several_answers_of_a_recogniser_are_rows_of_a_table(is_array: bool, tmp_path: Path) -> None:
    rows = [{"text": text, "chunks": [{"timestamp": [0.0, 1.0], "text": text}]} for text in ("good day", "yes")]
    path = tmp_path / ("a.json" if is_array else "a.jsonl")
    path.write_text(json.dumps(rows) if is_array else "".join(f"{json.dumps(row)}\n" for row in rows))
    corpus = formats.read(path)
    assert (corpus.format, corpus.texts()) == ("jsonl", ["good day", "yes"])
    formats.convert(path, tmp_path / "a.txt")
    assert (tmp_path / "a.txt").read_text() == "good day\nyes\n"


def test_an_answer_of_chunks_on_lines_of_their_own_is_one_answer() -> None:
    text = b'{"text": "a b", "chunks": [\n{"timestamp": [0, 1], "text": "a"},\n{"timestamp": [1, 2], "text": "b"}]}'
    assert formats.read(text).format == "whisper"


@pytest.mark.parametrize("name", ["whisperx", "faster-whisper"])
def test_a_segment_without_aligned_words_keeps_its_text(name: str) -> None:
    segments = (
        '{"start": 0.5, "end": 1.0, "text": " No.", "words": [{"word": "No.", "start": 0.5, "end": 1.0}]}, '
        '{"start": 1.5, "end": 2.0, "text": " 58 %", "words": []}, {"start": 3.0, "end": 4.0, "text": "", "words": []}'
    )
    text = f'{{"segments": [{segments}]}}\n'.encode()
    corpus = formats.read(text, format=name)
    assert corpus.texts() == ["No.", "58 %", ""]
    assert loads(written(corpus, formats.by_name(name)).decode()) == loads(text.decode())
    again = formats.read(written(replace(corpus, original=None), formats.by_name(name)), format=name)
    assert again.texts() == corpus.texts()


def _of_speakers(speakers: Sequence[str | int | None], segment: str | None) -> bytes:
    """A file of WhisperX with one segment from 0 to 9 s; word n is spoken from n to n + 0.5 s."""
    words: list[dict[str, Any]] = [
        {"word": text, "start": place, "end": place + 0.5, "score": 0.9} for place, text in enumerate("abcd")
    ]
    for word, speaker in zip(words, speakers, strict=True):
        word.update({"speaker": speaker} if speaker is not None else {})
    whole = {"start": 0, "end": 9, "text": "a b c d", "avg_logprob": -0.5, "words": words}
    whole.update({"speaker": segment} if segment else {})
    return json.dumps({"segments": [whole], "word_segments": words, "language": "en"}).encode()


@pytest.mark.parametrize(
    ("speakers", "segment", "expected"),
    [
        ("AAAA", "A", [("A", "a b c d", 0, 9)]),
        ("AABB", "A", [("A", "a b", 0, 1.5), ("B", "c d", 2, 9)]),
        ("ABBA", "A", [("A", "a", 0, 0.5), ("B", "b c", 1, 2.5), ("A", "d", 3, 9)]),
        ("BBBB", "A", [("B", "a b c d", 0, 9)]),
        (("A", None, "B", None), "B", [("A", "a b", 0, 1.5), ("B", "c d", 2, 9)]),
        ((None, "B", "B", "A"), "A", [("B", "a b c", 0, 2.5), ("A", "d", 3, 9)]),
        ((None, None, None, None), "A", [("A", "a b c d", 0, 9)]),
        ((0, 0, 1, 1), None, [("0", "a b", 0, 1.5), ("1", "c d", 2, 9)]),
    ],
)
def test_a_segment_of_whisperx_is_cut_where_the_speaker_of_its_words_changes(
    speakers: Sequence[str | int | None], segment: str | None, expected: list[tuple[str, str, float, float]]
) -> None:
    data = _of_speakers(speakers, segment)
    corpus = formats.read(data, format="whisperx")
    assert [(each.speaker, text, each.start, each.end) for each, text in zip(corpus, corpus.texts(), strict=True)] == (
        expected
    )
    assert not corpus.notices()
    assert loads(written(corpus, formats.by_name("whisperx")).decode()) == loads(data.decode())
    again = formats.read(written(replace(corpus, original=None), formats.by_name("whisperx")), format="whisperx")
    assert [(each.speaker, each.start, each.end) for each in again] == [(who, *times) for who, _, *times in expected]
    assert again.texts() == corpus.texts()
    assert again.meta == corpus.meta
    assert [label.attributes for each in again for label in each.items] == [
        label.attributes for each in corpus for label in each.items
    ]


def test_a_cut_of_whisperx_beside_words_without_times_or_out_of_order_never_ends_before_it_begins() -> None:
    words = [
        {"word": "a", "speaker": "A"},
        {"word": "b", "start": 5, "end": 6, "speaker": "B"},
        {"word": "c", "speaker": "C"},
        {"word": "d", "start": 2, "end": 3, "speaker": "A"},
    ]
    for times, expected in (
        ({"start": 1, "end": 4}, [(1, 1), (5, 6), (6, 6), (2, 4)]),
        ({}, [(None, None), (5, 6), (6, 6), (2, None)]),
    ):
        data = json.dumps([{**times, "text": "a b c d", "words": words}]).encode()
        corpus = formats.read(data, format="whisperx")
        assert [(each.start, each.end) for each in corpus] == expected
        assert [each.speaker for each in corpus] == [*"ABCA"]
        again = formats.read(written(replace(corpus, original=None), formats.by_name("whisperx")), format="whisperx")
        assert again.texts() == [*"abcd"]


def test_a_list_of_segments_of_whisperx_is_read_and_written_as_a_list() -> None:
    word = '{"word": "Yes,", "start": 0.5, "end": 1.0, "score": 0.5, "speaker": "A"}'
    text = f'[{{"start": 0.5, "end": 1.0, "text": " Yes,", "words": [{word}], "speaker": "A"}}]\n'.encode()
    corpus = formats.read(text)
    assert (corpus.format, corpus.texts(), corpus.segments[0].speaker) == ("whisperx", ["Yes,"], "A")
    assert loads(written(replace(corpus, original=None), formats.by_name("whisperx")).decode()) == loads(text.decode())


@pytest.mark.parametrize(
    "text",
    [
        '[{"start": 0, "end": 1, "text": " Hi", "words": [{"word": " Hi", "start": 0, "probability": 0.5}]}]',
        '{"segments": [{"start": 0.0, "end": 1.0, "text": " Hi", "avg_logprob": -0.5}], "language": "en"}',
        '{"segments": [{"start": 0, "end": 1, "text": " Hi", "words": [{"word": " Hi", "probability": 0.5}]}]}',
        '{"metadata": {"language_probability": 0.9}, "segments": [{"start": 0, "end": 1, "text": " Hi"}]}',
    ],
)
def test_segments_of_faster_whisper_are_known_by_their_members(text: str) -> None:
    corpus = formats.read(text.encode())
    assert (corpus.format, corpus.texts()) == ("faster-whisper", ["Hi"])


def test_many_partial_results_may_stand_before_the_first_result_of_vosk() -> None:
    text = '{\n  "partial" : ""\n}\n' * 300 + '{\n  "text" : "good day"\n}\n'
    corpus = formats.read(text.encode())
    assert (corpus.format, corpus.texts()) == ("vosk", ["good day"])


def _chunks(*rows: tuple[float, float | None, str]) -> bytes:
    chunks = [{"timestamp": [begin, end], "text": text} for begin, end, text in rows]
    return json.dumps({"text": "".join(text for _, _, text in rows), "chunks": chunks}).encode()


def test_the_last_chunk_of_a_pipeline_without_an_end_is_five_seconds_long_and_reported() -> None:
    corpus = formats.read(_chunks((0.0, 2.0, " hello there"), (2.0, None, " how are you")))
    assert [(each.start, each.end) for each in corpus.segments] == [(0.0, 2.0), (2.0, 7.0)]
    assert corpus.notices() == ["the last chunk has no end: it is read as 5 s long"]
    among = formats.read(_chunks((0.0, None, " hello there"), (2.0, 3.0, " how are you")))
    assert [(each.start, each.end) for each in among.segments] == [(0.0, 2.0), (2.0, 3.0)]
    assert among.notices() == []


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("Hello, there. Isn't it?", ["Hello", "there", "Isn't", "it"], "Hello, there. Isn't it?"),
        ("(Well-known \u2013 3.5 U.S. dollars!)", ["Well", "known", "3", "5", "U", "S", "dollars"], None),
        (
            "\u4eca\u5929\uff0c\u597d\u3002Ja.",
            ["\u4eca", "\u5929", "\u597d", "Ja"],
            "\u4eca \u5929\uff0c \u597d\u3002 Ja.",
        ),
        ("Hello, you.", ["Hello", "there"], "Hello there"),
        ("Hello, you.", ["Hello"], "Hello"),
    ],
)
def test_the_text_of_an_answer_without_segments_has_the_times_of_its_words(
    text: str, words: list[str], expected: str | None, tmp_path: Path
) -> None:
    timed = [{"word": word, "start": place, "end": place + 0.5} for place, word in enumerate(words)]
    answer = {"task": "transcribe", "language": "english", "duration": 9.0, "text": text, "words": timed}
    (tmp_path / "a.json").write_text(json.dumps(answer))
    corpus = formats.read(tmp_path / "a.json")
    shown = text if expected is None else expected
    assert corpus.texts() == [shown]
    assert [item.start is not None for item in corpus.segments[0].items] == [True] * len(shown.split())
    assert bool(corpus.notices()) == (expected in ("Hello there", "Hello"))
    formats.convert(tmp_path / "a.json", tmp_path / "a.srt")
    assert " ".join(formats.read(tmp_path / "a.srt").texts()) == shown


def test_words_of_segments_that_are_not_those_of_their_text_are_reported() -> None:
    segment = {"start": 0.0, "end": 2.0, "text": " a dog.", "words": [{"word": " a", "start": 0.0, "end": 1.0}]}
    answer = {
        "text": " a dog. A-b c",
        "segments": [segment, {**segment, "text": " A-b", "words": []}],
        "language": "en",
    }
    corpus = formats.read(json.dumps(answer).encode(), format="whisper")
    assert corpus.notices() == ["1 segment with other words in the list than in the text: the list is read"]
    segment["words"] = [{"word": " a", "start": 0.0, "end": 1.0}, {"word": " dog", "start": 1.0, "end": 2.0}]
    assert formats.read(json.dumps({**answer, "segments": [segment]}).encode(), format="whisper").notices() == []


def test_an_answer_of_voxtral_has_segments_with_speakers() -> None:
    segments = [
        {"text": " Hi you.", "start": 0.8, "end": 2.5, "type": "transcription_segment", "speaker_id": "speaker_1"},
        {"text": " Yes.", "start": 2.6, "end": 3.5, "type": "transcription_segment", "speaker_id": None},
    ]
    answer = {"model": "voxtral-mini-2602", "text": " Hi you. Yes.", "language": "en", "segments": segments}
    corpus = formats.read(json.dumps(answer).encode())
    assert corpus.format == "whisper"
    assert [(each.text, each.start, each.end, each.speaker) for each in corpus.segments] == [
        ("Hi you.", 0.8, 2.5, "speaker_1"),
        ("Yes.", 2.6, 3.5, ""),
    ]


@pytest.mark.parametrize("speaker", [',"speaker":"SPEAKER_01"', ""])
def test_whisperx_without_alignment_is_known_by_its_members(speaker: str) -> None:
    data = f'{{"segments":[{{"start":0.1,"end":1.9,"text":" Hello there."{speaker}}}],"language":"en"}}'.encode()
    corpus = formats.read(data)
    (segment,) = corpus.segments
    assert (corpus.format, segment.start, segment.end, segment.text) == ("whisperx", 0.1, 1.9, "Hello there.")
    assert segment.speaker == ("SPEAKER_01" if "speaker" in speaker else "")


@pytest.mark.parametrize(("second", "speakers"), [("UU", ["", ""]), ("S1", ["UU", "S1"])])
def test_a_speaker_whom_speechmatics_does_not_know_is_nobody_where_channels_are_told_apart(
    second: str, speakers: list[str]
) -> None:
    results = [
        {
            "type": "word",
            "start_time": place,
            "end_time": place + 1,
            "channel": f"channel_{place + 1}",
            "alternatives": [{"content": "hi", "confidence": 1.0, "speaker": speaker}],
        }
        for place, speaker in enumerate(("UU", second))
    ]
    corpus = formats.read(json.dumps({"results": results}).encode(), format="speechmatics")
    assert [segment.speaker for segment in corpus.segments] == speakers


def test_transcripts_of_several_channels_of_elevenlabs_are_one_corpus(tmp_path: Path) -> None:
    answer = {
        "transcripts": [
            {
                "language_code": "eng",
                "text": text,
                "channel_index": place,
                "words": [{"text": text, "start": place, "end": place + 1, "type": "word", "speaker_id": "speaker_0"}],
            }
            for place, text in enumerate(("hello", "hi"))
        ],
        "transcription_id": "x",
    }
    corpus = formats.read(json.dumps(answer).encode())
    shown = [(segment.channel, segment.speaker, segment.items[0].value) for segment in corpus.segments]
    assert (corpus.format, shown) == ("elevenlabs", [("0", "speaker_0", "hello"), ("1", "speaker_0", "hi")])
    check_lossless(formats.by_name("elevenlabs"), json.dumps(answer))
    made = Corpus(tuple(replace(segment, attributes=()) for segment in corpus.segments))
    again = formats.read(written(made, formats.by_name("elevenlabs")), format="elevenlabs")
    assert [(segment.channel, segment.speaker, segment.items[0].value) for segment in again.segments] == shown


def test_confidences_of_a_call_may_be_quoted() -> None:
    text = (Path(__file__).parent / "samples" / "aws_call.json").read_text()
    quoted = re.sub(r'("Type": "pronunciation", "Confidence": )([0-9.]+)', r'\1"\2"', text)
    assert quoted != text
    numbers, texts = (formats.read(each.encode(), format="aws") for each in (text, quoted))
    assert [*map(str, numbers.segments)] == [*map(str, texts.segments)]


def test_entities_of_speechmatics_are_read_as_they_were_said_and_printed_as_they_are_written() -> None:
    def word(content: str, start: float) -> dict[str, Any]:
        return {"type": "word", "start_time": start, "end_time": start + 0.5, "alternatives": [{"content": content}]}

    entity = word("$25", 0.5) | {
        "type": "entity",
        "spoken_form": [word("twenty", 0.5), word("five", 1), word("dollars", 1.5)],
    }
    data = json.dumps({"results": [word("I", 0), entity, word("pay", 2)]}).encode()
    assert formats.read(data, format="speechmatics").texts() == ["I twenty five dollars pay"]
    assert formats.read(data, format="speechmatics", punctuation=True).texts() == ["I $25 pay"]


@pytest.mark.parametrize(("name", "key"), [("watson", "final"), ("google", "isFinal")])
def test_interim_results_are_left_out_where_some_are_final(name: str, key: str) -> None:
    def answer(*finals: bool) -> bytes:
        results = [
            {key: final, "alternatives": [{"transcript": f"part {place} "}]} for place, final in enumerate(finals)
        ]
        return json.dumps({"results": results}).encode()

    corpus = formats.read(answer(False, True, False), format=name)
    assert [text.strip() for text in corpus.texts()] == ["part 1"]
    assert [*corpus.notices()] == ["2 interim results not read: the final ones have their words"]
    assert [text.strip() for text in formats.read(answer(False), format=name).texts()] == ["part 0"]
