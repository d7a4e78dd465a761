"""JSON that none of our formats has: arrays of records, and objects of texts or records by id."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorelite import formats, scoring
from scorelite.formats import FormatError
from scorelite.scoring import UsageError


def test_an_object_of_texts_by_id_is_scored_by_id(tmp_path: Path) -> None:
    ref, hyp = tmp_path / "ref.json", tmp_path / "hyp.json"
    ref.write_text('{"u1": "go now", "u2": "but no"}\n')
    hyp.write_text('{\n  "u2": "but yes",\n  "u1": "go now"\n}\n')
    result = scoring.score_files(ref, hyp)
    assert ([*result.table.names()], result.counts.errors, result.hyp_format) == (["u1", "u2"], 1, "jsonl")


def test_an_object_of_records_by_id_is_scored_by_id(tmp_path: Path) -> None:
    ref, hyp = tmp_path / "ref.json", tmp_path / "hyp.json"
    ref.write_text(
        '{"u1": {"wav": "1.wav", "wrd": "go now"}, "u2": {"wav": "2.wav", "wrd": "but no", "ali": [1, {}]}}\n'
    )
    hyp.write_text('{"u2": {"pred_text": "but yes"}, "u1": {"pred_text": "go now"}}\n')
    result = scoring.score_files(ref, hyp)
    assert ([*result.table.names()], result.counts.errors, result.hyp_format) == (["u1", "u2"], 1, "jsonl")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"u1": "a", "u1": "b"}', "the reference has 1 repeated id"),
        ('{"u1": {"text": "a"}, "u1": {"text": "b"}}', "the reference has 1 repeated id"),
        ('{"u1": {"text": "a"}, "u2": {"wav": "b"}}', "neither suffix nor content shows the format of this JSON"),
        (
            '{"error": {"code": 500, "body": "Internal error"}}',
            "neither suffix nor content shows the format of this JSON",
        ),
        (
            '{"answer": {"text": ""}, "prompt": {"text": "a"}}',
            "neither suffix nor content shows the format of this JSON",
        ),
        ('{"request": {"content": "a b"}, "status": 500}', "neither suffix nor content shows the format of this JSON"),
        (
            '{"request": {"text": "a b"}, "error": {"code": 7}}',
            "neither suffix nor content shows the format of this JSON",
        ),
        ('{"said": "a", "lang": "en"}', "neither suffix nor content shows the format of this JSON"),
        ('{"u1": "a", "u2": 3}', "neither suffix nor content shows the format of this JSON"),
        ('{"u1": "a"}', "neither suffix nor content shows the format of this JSON"),
        ('{"u1": ["a"], "model": "b"}', "neither suffix nor content shows the format of this JSON"),
        ('{"text": ["a"], "model": "b"}', "neither suffix nor content shows the format of this JSON"),
        ('{"turns": [{"text": "a"}], "lines": [{"text": "a"}]}', "neither suffix nor content shows the format"),
    ],
)
def test_other_objects_are_refused(content: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(content)
    with pytest.raises((UsageError, scoring.MismatchError), match=message):
        scoring.score_files(path, path)


@pytest.mark.parametrize(
    "content",
    [
        '{"transcript": "good morning all"}',
        '{\n  "success": true,\n  "duration": 12.8,\n  "transcription": "good morning all",\n  "error": null\n}\n',
        '{"model": "m", "text": "good morning all", "usage": {"tokens": [5]}}',
        '{"result": "good morning all"}',
        '{"request": {"engine": "v7"}, "response": {"status": 200, "transcript": "good morning all", "words": []}}',
        '{"result": "good morning all", "status": "ok"}',
        '{"lang": "en", "output": "good morning all", "provider": "groq"}',
        '{"data": {"text": "good morning all"}}',
        '{"results": {"transcript": "good morning all", "confidence": 0.9}}',
        '[{"transcription": "good morning all"}]',
        '{"text": "good morning all", "words": [{"text": "good"}, {"text": "morning"}, {"text": "all"}]}',
        '{"transcription": "good morning all", "alternatives": [{"transcript": "a"}, {"transcript": "b"}]}',
        '{"id": "c-1", "choices": [{"index": 0, "message": {"role": "assistant", "content": "good morning all"}}]}',
        '{"candidates": [{"content": {"parts": [{"text": "good morning all"}]}}]}',
        '{"object": "response", "output": [{"content": [{"type": "output_text", "text": "good morning all"}]}]}',
    ],
)
def test_a_text_alone_is_scored_as_the_text(content: str, tmp_path: Path) -> None:
    ref, hyp = tmp_path / "ref.txt", tmp_path / "hyp.json"
    ref.write_text("good morning everyone\n")
    hyp.write_text(content)
    assert scoring.score_files(ref, hyp).counts == scoring.Counts(2, 1, 0, 0)
    assert formats.read(hyp).segments[0].text == "good morning all"


@pytest.mark.parametrize(
    "content",
    [
        (
            '{"utterances": [{"start": 0, "end": 1.5, "transcript": "good morning", "speaker": 0}, '
            '{"start": 2, "end": 3, "transcript": "hello", "speaker": 1}]}'
        ),
        (
            '{"file": "call.wav", "segments": [{"start_time": 0, "end_time": 1.5, "text": "good morning"}, '
            '{"start_time": 2, "end_time": 3, "text": "hello"}], "words": [{"w": "good"}]}'
        ),
        (
            '{"full_text": "good morning hello", "cost": {"usd": 1}, "transcription": '
            '[{"start": 0, "end": 1.5, "text": "good morning"}, {"start": 2, "end": 3, "text": "hello"}]}'
        ),
        (
            '{"data": {"transcript": {"title": "Call", "sentences": [{"start_time": 0, "end_time": 1.5, '
            '"raw_text": "Good morning.", "text": "good morning"}, '
            '{"start_time": 2, "end_time": 3, "text": "hello"}]}}}'
        ),
        (
            '{"version": "1.0.0", "segments": [{"startTime": 0, "endTime": 1.5, "body": "good morning"}, '
            '{"startTime": 2, "endTime": 3, "body": "hello"}]}'
        ),
        (
            '{"Transcript": [{"Content": "good morning", "BeginOffsetMillis": 0, "EndOffsetMillis": 1500}, '
            '{"Content": "hello", "BeginOffsetMillis": 2000, "EndOffsetMillis": 3000}]}'
        ),
        (
            '{"utterances": [{"text": "good morning", "start_ms": 0, "end_ms": 1500}, '
            '{"text": "hello", "start_ms": 2000, "end_ms": 3000}]}'
        ),
    ],
)
def test_a_list_of_records_in_an_object_is_read_with_its_times(content: str, tmp_path: Path) -> None:
    path = tmp_path / "call.json"
    path.write_text(content)
    corpus = formats.read(path)
    assert [(part.start, part.end, part.text) for part in corpus.segments] == [
        (0.0, 1.5, "good morning"),
        (2.0, 3.0, "hello"),
    ]
    assert {part.session for part in corpus.segments} <= {"call", "call.wav", ""}


def test_an_object_with_both_texts_is_one_utterance(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"references": "go now", "predictions": "go on"}\n')
    assert scoring.score_files(path).counts == scoring.Counts(1, 1, 0, 0)


def test_lines_of_json_without_usual_names_are_lines_of_json(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"key": "u1", "said": "go now"}\n{"key": "u2", "said": "but no"}\n')
    with pytest.raises(UsageError, match=r"no column with a usual name for texts \(.*\) among 'key', 'said'; expected"):
        scoring.score_files(path, path)
    result = scoring.score_files(path, path, ref_column="said", hyp_column="said", id_column="key")
    assert (result.wer, result.utterances.ids()) == (0, ("u1", "u2"))


def test_half_of_a_character_in_an_array_is_refused_as_in_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(r'[{"ref": "a \ud800", "hyp": "a b"}]')
    with pytest.raises(UsageError, match="has half a character"):
        scoring.score_files(path)


def test_a_table_of_names_of_files_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"ref": "a.txt", "hyp": "b.txt"}\n{"ref": "c.txt", "hyp": "d.txt"}\n')
    with pytest.raises(UsageError, match=r"the cells of texts are names of files, such as 'a.txt'; expected texts"):
        scoring.score_files(path)
    path.write_text('{"ref": "ok.", "hyp": "ok"}\n')
    assert scoring.score_files(path).counts.errors == 1


def test_names_with_blanks_of_files_next_to_a_table_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("ref,hyp\nEpisode 01.txt,ep1.mp3.json\n")
    assert scoring.score_files(path).counts.reference == 2  # texts, as no such files exist
    for name in ("Episode 01.txt", "ep1.mp3.json"):
        (tmp_path / name).touch()
    with pytest.raises(UsageError, match=r"the cells of texts are names of files, such as 'Episode 01.txt'"):
        scoring.score_files(path)


def test_a_manifest_of_funasr_is_scored_by_its_keys(tmp_path: Path) -> None:
    ref, hyp = tmp_path / "train.jsonl", tmp_path / "text"
    ref.write_text(
        '{"key": "b", "source": "b.wav", "source_len": 9, "target": "go now", "target_len": 2}\n'
        '{"key": "a", "source": "a.wav", "source_len": 8, "target": "but no", "target_len": 2}\n'
    )
    hyp.write_text("a but no\nb go home\n")
    result = scoring.score_files(ref, hyp)
    assert ([*result.table.names()], result.counts.errors) == (["b", "a"], 1)


def test_a_column_of_objects_is_refused_with_the_text_in_it(tmp_path: Path) -> None:
    path = tmp_path / "nested.jsonl"
    answers = [{"results": [{"alternatives": [{"transcript": "yes"}]}]}, {"results": []}]
    rows = [{"id": str(place), "said": "yes", "answer": answer} for place, answer in enumerate(answers)]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    made = r"as jq -c '.answer = .answer.results\[0\].alternatives\[0\].transcript' makes them"
    with pytest.raises(UsageError, match=rf"column 'answer' holds objects; expected texts, {made}"):
        scoring.score_files(path, ref_column="said", hyp_column="answer")
    with pytest.raises(UsageError, match="no column with a usual name for references among 'id', 'said', 'answer'"):
        scoring.score_files(path, hyp_column="answer")


def test_milliseconds_may_be_quoted_and_what_is_no_number_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "call.json"
    path.write_text('{"utterances": [{"text": "good", "start_ms": "100", "end_ms": "1200"}]}')
    (segment,) = formats.read(path).segments
    assert (segment.start, segment.end) == (0.1, 1.2)
    path.write_text('{"utterances": [{"text": "good", "start_ms": "soon", "end_ms": 1200}]}')
    with pytest.raises(FormatError, match="'soon' is not a number"):
        formats.read(path)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ('{"err_code": "INVALID_AUTH", "err_msg": "Invalid credentials.", "request_id": "x"}', "Invalid credentials."),
        ('{"error": {"code": 429, "message": "Quota exceeded", "status": "RESOURCE_EXHAUSTED"}}', "Quota exceeded"),
        ('{"seconds": 2, "text": "", "error": "timeout"}', "timeout"),
        ('{"transcript": "", "error": {"message": "bad audio"}}', "bad audio"),
        ('{"text": null, "error": "timeout"}', "timeout"),
        ('{"detail": [{"loc": ["body"], "msg": "field required"}]}', "field required"),
        ('{"jobName": "a", "status": "FAILED", "failureReason": "The media is not valid"}', "The media is not valid"),
        ('{"id": "a", "status": "error", "text": null, "words": null, "error": "no audio"}', "no audio"),
    ],
)
def test_an_error_of_a_service_is_no_transcript(answer: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "talk.json").write_text(answer)
    with pytest.raises(scoring.ScoreliteError, match=f"talk.json.*: an error, not a transcript: {said}"):
        scoring.score_files(b"good morning\n", tmp_path / "talk.json")


def test_google_writes_nothing_but_the_bill_of_a_silent_recording(tmp_path: Path) -> None:
    (tmp_path / "talk.json").write_text('{\n "totalBilledTime": "6s",\n "requestId": "1"\n}\n')
    corpus = formats.read(tmp_path / "talk.json")
    assert (corpus.format, list(corpus.texts())) == ("google", [])


def test_turns_of_speakers_are_read_before_the_text_that_names_them(tmp_path: Path) -> None:
    turns = [{"speaker": "S1", "text": "good morning"}, {"speaker": "S2", "text": "hello"}]
    (tmp_path / "talk.json").write_text(json.dumps({"turns": turns, "text": "[S1] good morning\n[S2] hello"}))
    segments = formats.read(tmp_path / "talk.json").segments
    assert [(segment.speaker, segment.text) for segment in segments] == [("S1", "good morning"), ("S2", "hello")]


@pytest.mark.parametrize(
    "answer", ["[]", '{"response": {"transcript": "", "words": []}, "file": "a.wav"}', '{"result": ""}']
)
def test_an_answer_without_words_is_an_empty_text(answer: str, tmp_path: Path) -> None:
    (tmp_path / "talk.json").write_text(answer)
    assert scoring.score_files(b"good morning\n", tmp_path / "talk.json").counts.deletions == 2


@pytest.mark.parametrize("as_table", [False, True])
def test_errors_in_a_folder_are_missing_transcripts(as_table: bool, tmp_path: Path) -> None:
    ref, hyp = tmp_path / "ref", tmp_path / "hyp"
    ref.mkdir()
    hyp.mkdir()
    for name, text in (("a", "good morning"), ("b", "hello to you all")):
        (ref / f"{name}.txt").write_text(text)
    (hyp / "a.json").write_text('{"text": "good day"}')
    (hyp / "b.json").write_text('{"error": {"message": "quota exceeded"}}')
    if as_table:
        ref = tmp_path / "ref.csv"
        ref.write_text("id,text\na,good morning\nb,hello to you all\n")
    with pytest.raises(UsageError, match="b.json: an error, not a transcript: quota exceeded; missing='delete'"):
        scoring.score_files(ref, hyp)
    deleted, skipped = (scoring.score_files(ref, hyp, missing=missing) for missing in ("delete", "skip"))
    assert (deleted.counts.errors, deleted.counts.deletions) == (5, 4)
    assert (skipped.counts.errors, skipped.counts.reference, [*skipped.missing]) == (1, 2, ["b"])
