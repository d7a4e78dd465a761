"""A table against a folder of recognisers' files: the names of the files are ids of the table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import scorelite
from scorelite import MismatchError, UsageError
from tests.conftest import Run

TABLE = 'id,text\ncall1,"Good day, all."\ncall2,we saw it\n'


def _vosk(words: str) -> str:
    listed = [
        {"word": word, "start": place, "end": place + 0.5, "conf": 0.9} for place, word in enumerate(words.split())
    ]
    return json.dumps({"result": listed, "text": words})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a JSON of each call, of which the second is in two parts, and hidden files."""
    made = tmp_path / "vosk"
    made.mkdir()
    (made / "call1.json").write_text(_vosk("good day"))
    (made / "call2.json").write_text(f"{_vosk('we saw')}\n{_vosk('him')}\n")
    (made / ".DS_Store").write_bytes(b"\0")
    (tmp_path / "ref.csv").write_text(TABLE)
    return made


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "nemo.json", "kaldi", "txt"])
def test_files_are_utterances_of_a_table_by_their_names(folder: Path, suffix: str) -> None:
    ref = folder.with_name(f"ref.{suffix}")
    if suffix == "jsonl":
        ref.write_text('{"id": "call1", "text": "good day all"}\n{"id": "call2", "text": "we saw it"}\n')
    elif suffix == "nemo.json":
        rows = (("call1", "good day all"), ("call2", "we saw it"))
        lines = [{"audio_filepath": f"/x/{name}.wav", "duration": 1.5, "text": text} for name, text in rows]
        ref.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    elif suffix in ("kaldi", "txt"):
        ref.write_text("call1 good day all\ncall2 we saw it\n")
    formats = {"ref_format": "kaldi"} if suffix == "kaldi" else {}
    result = scorelite.score_files(ref, folder, normalise="basic", **formats)
    assert [utterance.hyp for utterance in result] == ["good day", "we saw him"]
    assert (result.counts.deletions, result.counts.substitutions, result.hyp_format) == (1, 1, "vosk")
    other = scorelite.score_files(folder, ref, normalise="basic", **({"hyp_format": "kaldi"} if formats else {}))
    assert (other.counts.insertions, other.ref_format) == (1, "vosk")


def test_files_are_utterances_of_a_folder_that_is_one_corpus(folder: Path) -> None:
    for name, words in (("84-1-0000", "good day"), ("84-1-0001", "we saw him")):
        (folder / f"{name}.json").write_text(_vosk(words))
    for name in ("call1", "call2"):
        (folder / f"{name}.json").unlink()
    lines = "84-1-0000 GOOD DAY ALL\n84-1-0001 WE SAW IT\n"
    speech = folder.with_name("test-clean")
    (speech / "84" / "1").mkdir(parents=True)
    (speech / "84" / "1" / "84-1.trans.txt").write_text(lines)
    data = folder.with_name("data")
    data.mkdir()
    (data / "text").write_text(lines)
    (data / "wav.scp").write_text("84-1-0000 a.wav\n84-1-0001 b.wav\n")
    (data / "utt2spk").write_text("84-1-0000 84\n84-1-0001 84\n")
    for ref in (speech, data):
        result = scorelite.score_files(ref, folder, normalise="basic")
        assert [utterance.id for utterance in result] == ["84-1-0000", "84-1-0001"]
        assert (result.counts.deletions, result.counts.substitutions, result.hyp_format) == (1, 1, "vosk")


def test_files_without_a_row_and_rows_without_a_file_are_told_as_ids(folder: Path) -> None:
    (folder / "call3.json").write_text(_vosk("yes"))
    with pytest.raises(MismatchError, match=r"1 hypothesis \(call3\) of 3 without a reference"):
        scorelite.score_files(folder.with_name("ref.csv"), folder)
    assert scorelite.score_files(folder.with_name("ref.csv"), folder, missing="skip").extra == ("call3",)


def test_what_cannot_be_paired_is_refused_with_the_way(folder: Path) -> None:
    ref = folder.with_name("ref.csv")
    ref.write_text(TABLE.replace("id,", "call,"))
    with pytest.raises(UsageError, match=r"ref.csv has no ids; .* id_column='NAME' names another"):
        scorelite.score_files(ref, folder)
    assert scorelite.score_files(ref, folder, id_column="call", normalise="basic").errors == 2
    txt = folder.with_name("ref.txt")
    txt.write_text("call1 good day\ncall7 yes\n")
    with pytest.raises(
        UsageError, match="a file of recordings with times.*ids are the names of these.*ref_format='kaldi'"
    ):
        scorelite.score_files(txt, folder)
    words = [{"word": "a", "start": 0, "end": 1, "punctuated_word": "a", "speaker": 0, "confidence": 1}]
    channel = {"alternatives": [{"transcript": "a", "words": words}]}
    (folder / "call1.json").write_text(json.dumps({"results": {"channels": [channel, channel]}}))
    with pytest.raises(UsageError, match=r"has 2 channels \(0, 1\); expected a text of one .* channel='1'"):
        scorelite.score_files(ref, folder, id_column="call")


@pytest.mark.parametrize("suffix", ["stm", "csv"])
def test_files_are_the_recordings_of_one_file_with_times(folder: Path, suffix: str) -> None:
    ref = folder.with_name(f"times.{suffix}")
    (folder / "call2.json").write_text(_vosk("we saw him"))
    rows = [("call1", 0, 2, "good day"), ("call1", 2, 3, "all"), ("call2", 0, 3, "we saw it")]
    if suffix == "stm":
        ref.write_text("".join(f"{name} 1 anna {start} {end} {text}\n" for name, start, end, text in rows))
    else:
        lines = [f"{name},{start},{end},{text}\n" for name, start, end, text in rows]
        ref.write_text("".join(["session,start,end,text\n", *lines]))
    result = scorelite.score_files(ref, folder)
    assert [utterance.hyp for utterance in result] == ["good day", "", "we saw him"]
    assert (result.counts.deletions, result.counts.substitutions, result.hyp_format) == (1, 1, "vosk")
    ctms = folder.with_name("ctms")
    ctms.mkdir()
    for name, words in (("call1", "good day"), ("call2", "we saw him")):
        lines = [f"{name} 1 {0.5 * place} 0.4 {word}\n" for place, word in enumerate(words.split())]
        (ctms / f"{name}.ctm").write_text("".join(lines))
    assert scorelite.score_files(ref, ctms).counts == result.counts
    (ctms / "right.ctm").write_text("call1 2 0.5 0.4 day\n")  # another channel of the same recording
    joined = folder.with_name("joined.ctm")
    joined.write_text("".join(path.read_text() for path in sorted(ctms.iterdir())))
    sides = [scorelite.score_files(ref, hyp, missing="skip") for hyp in (ctms, joined)]
    assert sides[0].counts == sides[1].counts
    (ctms / "copy.ctm").write_text("call1 1 0.5 0.4 day\n")
    with pytest.raises(MismatchError, match="call1.ctm and .*copy.ctm both have the recording 'call1'"):
        scorelite.score_files(ref, ctms)


def test_a_recording_that_no_file_has_is_an_error_unless_its_words_are_deletions(folder: Path) -> None:
    stm = folder.with_name("ref.stm")
    stm.write_text("call1 1 a 0 1 good day\ncall2 1 a 0 3 we saw it\ncall3 1 a 0 1 yes\n")
    with pytest.raises(MismatchError, match=r"1 channel \(call3 1\) of 3 in the reference without a word"):
        scorelite.score_files(stm, folder)
    (folder / "call3.json").write_text('{"text": ""}')
    assert scorelite.score_files(stm, folder, missing="delete").missing == ("call3 1",)
    (folder / "call3.ctm").write_text("call3 1 0 1 yes\n")
    (folder / "call3.json").unlink()
    with pytest.raises(MismatchError, match="a folder with ctm, vosk; expected files of one format"):
        scorelite.score_files(stm, folder)


def test_the_named_channel_is_taken_of_files_with_several(folder: Path) -> None:
    words = [
        [{"word": word, "start": 0, "end": 1, "punctuated_word": word, "confidence": 1}] for word in ("good", "yes")
    ]
    channels = [{"alternatives": [{"transcript": spoken[0]["word"], "words": spoken}]} for spoken in words]
    for name in ("call1", "call2"):
        (folder / f"{name}.json").write_text(json.dumps({"results": {"channels": channels}}))
    ref = folder.with_name("ref.csv")
    for channel, word in (("0", "good"), ("1", "yes")):
        result = scorelite.score_files(ref, folder, channel=channel)
        assert [utterance.hyp for utterance in result] == [word, word]
        assert any(f"only channel {channel} is read" in str(notice) for notice in result.notices)
    with pytest.raises(UsageError, match=r"has 2 channels \(0, 1\)"):
        scorelite.score_files(ref, folder, channel="7")


def test_the_command_takes_a_folder_and_its_format(folder: Path, scorelite: Run) -> None:
    arguments = ("score", str(folder.with_name("ref.csv")), str(folder), "--normalise", "basic")
    assert scorelite(*arguments, "--hyp-format", "vosk").stdout == scorelite(*arguments).stdout
    assert b"WER     33.3 %   2 errors" in scorelite(*arguments).stdout


def test_the_text_of_a_data_folder_has_the_speakers_of_the_file_next_to_it(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("rec1-a a b\nrec1-b c\nrec2-a d e\n")
    (tmp_path / "wav.scp").write_text("rec1-a 1.wav\nrec1-b 2.wav\nrec2-a 3.wav\n")
    (tmp_path / "utt2spk").write_text("rec1-a ann\nrec1-b bob\nrec2-a ann\n")
    (tmp_path / "hyp").write_text("rec1-a a x\nrec1-b c\nrec2-a d e\n")
    result = scorelite.score_files(tmp_path / "text", tmp_path / "hyp", hyp_format="kaldi")
    assert {name: part.wer for name, part in result.by("speaker").items()} == {"ann": 0.25, "bob": 0.0}
    (tmp_path / "utt2spk").unlink()
    result = scorelite.score_files(tmp_path / "text", tmp_path / "hyp", hyp_format="kaldi")
    assert set(result.by("speaker")) == {"rec1", "rec2"}


def test_files_of_whisper_cpp_have_the_names_of_their_recordings(tmp_path: Path) -> None:
    made = tmp_path / "wcpp"
    made.mkdir()
    for name, words in (("call1.wav", " Good day all"), ("call2.mp3", " [BLANK_AUDIO]")):
        segments = [{"offsets": {"from": 0, "to": 2000}, "text": words}]
        (made / f"{name}.json").write_text(json.dumps({"result": {"language": "en"}, "transcription": segments}))
    (tmp_path / "text").write_text("call1 good day all\ncall2 we saw it\n")
    result = scorelite.score_files(tmp_path / "text", made)
    assert (result.table.ids, result.counts.correct, result.hyp_format) == (["call1", "call2"], 3, "whisper")
    assert any("'[BLANK_AUDIO]', the reference none: normalise='drop:[*]'" in str(notice) for notice in result.notices)
    assert scorelite.score_files(tmp_path / "text", made, normalise="drop:[*]").counts.deletions == 3
