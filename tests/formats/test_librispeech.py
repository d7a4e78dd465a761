"""Folders and joined files of LibriSpeech: the ids of utterances name the format, whatever the files are called."""

from __future__ import annotations

from pathlib import Path

import pytest

import scorelite
from scorelite import FormatError

FOLDER = Path(__file__).parent / "samples" / "librispeech"
TEXTS = ["GO DO YOU HEAR", "BUT IN LESS THAN", "HELLO THERE"]
IDS = ["84-121123-0000", "84-121123-0001", "84-121124-0000"]


@pytest.mark.parametrize("below", ["", "84", "84/121123"])
def test_the_transcripts_below_a_folder_are_one_corpus(below: str) -> None:
    corpus = scorelite.read(FOLDER / below)
    assert (corpus.format, corpus.ids(), corpus.texts()) == ("librispeech", IDS, TEXTS)


@pytest.mark.parametrize("name", ["all", "all.txt", "all.lst"])
def test_one_file_of_all_transcripts_is_read_with_its_ids(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text("".join(f"{key} {text}\n" for key, text in zip(IDS, TEXTS, strict=True)))
    corpus = scorelite.read(path)
    assert (corpus.format, corpus.ids()) == ("kaldi", IDS)
    assert scorelite.score_files(FOLDER, path).wer == scorelite.score_files(path, FOLDER).wer == 0


def test_a_single_number_of_a_phone_is_no_id(tmp_path: Path) -> None:
    path = tmp_path / "ref.txt"
    path.write_text("800-555-1234 is the number\nis it\n")
    assert scorelite.read(path).format == "txt"


def test_a_folder_of_other_texts_is_no_folder_of_librispeech(tmp_path: Path) -> None:
    (tmp_path / "talk.trans.txt").write_text("good day\n")
    with pytest.raises(FormatError, match=r"no file such as 84-121123.trans.txt; expected a folder of LibriSpeech"):
        scorelite.read(tmp_path, format="librispeech")


def test_an_id_that_stands_twice_is_reported_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "84-121123.trans.txt"
    path.write_text("84-121123-0000 GO\n84-121123-0000 DO\n")
    with pytest.raises(FormatError, match=r"84-121123.trans.txt:2:1: utterance id '84-121123-0000' is used twice"):
        scorelite.read(tmp_path)
