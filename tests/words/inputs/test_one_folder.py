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
    with pytest.raises(UsageError, match="lines that begin with these names.*ref_format='kaldi'"):
        scorelite.score_files(txt, folder)
    stm = folder.with_name("ref.stm")
    stm.write_text("call1 1 a 0 1 good day\n")
    with pytest.raises(UsageError, match="a table whose ids are the names of these files"):
        scorelite.score_files(stm, folder)
    words = [{"word": "a", "start": 0, "end": 1, "punctuated_word": "a", "speaker": 0, "confidence": 1}]
    channel = {"alternatives": [{"transcript": "a", "words": words}]}
    (folder / "call1.json").write_text(json.dumps({"results": {"channels": [channel, channel]}}))
    with pytest.raises(UsageError, match=r"call1.json has 2 channels; expected a text of one channel in each file"):
        scorelite.score_files(ref, folder, id_column="call")


def test_the_command_takes_a_folder_and_its_format(folder: Path, scorelite: Run) -> None:
    arguments = ("score", str(folder.with_name("ref.csv")), str(folder), "--normalise", "basic")
    assert scorelite(*arguments, "--hyp-format", "vosk").stdout == scorelite(*arguments).stdout
    assert b"WER     33.3 %   2 errors" in scorelite(*arguments).stdout
