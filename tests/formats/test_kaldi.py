"""Kaldi text: a key and words."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorelite import formats
from scorelite.formats import kaldi
from tests.formats.check import check_format

SAMPLE = "u1 good day\nu2\nspk-u3 the caf\u00e9 { a / b }\nu4 a\u00a0b\n".encode()
BROKEN = {
    b"u1 a\nu1 b\n": (
        "<bytes>:2:1: utterance id 'u1' is used twice, first on line 1; expected a different id for every utterance\n"
        "  u1 b\n"
        "  ^"
    ),
    b"u1 \xff\n": (
        "<bytes>:1:4: invalid byte 0xFF; expected text in utf-8, or the encoding of the file, such as "
        "encoding='cp1252', cp1250 or cp1251\n  u1 \ufffd\n     ^"
    ),
}


def test_kaldi_text_passes_what_every_format_has_to_pass(tmp_path: Path) -> None:
    check_format(kaldi.FORMAT, SAMPLE, BROKEN, tmp_path)


def test_white_space_is_that_of_c() -> None:
    corpus = formats.read("  u1\ta  b \r\n\n   \nu2 c\u00a0d".encode(), format="kaldi")
    assert corpus.ids() == ["u1", "u2"]
    assert corpus.texts() == ["a  b", "c\u00a0d"]


def test_files_of_a_data_folder_are_known_by_their_names(tmp_path: Path) -> None:
    for name, line in (("text", "u1 good day"), ("utt2spk", "u1 anna"), ("segments", "u1 r 0 1"), ("r.kaldi", "u2 a")):
        (tmp_path / name).write_text(f"{line}\n")
    assert formats.read(tmp_path / "text").ids() == ["u1"]
    assert formats.read(tmp_path / "r.kaldi").ids() == ["u2"]
    for name in ("utt2spk", "segments"):
        with pytest.raises(formats.UsageError, match=f"{name}: a part of a Kaldi data folder; expected the folder: "):
            formats.read(tmp_path / name)
    (tmp_path / "utt2spk").unlink()
    (tmp_path / "segments").unlink()
    assert formats.read(tmp_path / "text").texts() == ["u1 good day"]


def test_nothing_in_a_text_is_special() -> None:
    corpus = formats.read(b"u1 { a / b } ; (uh)\n", format="kaldi")
    assert corpus.grammars() == {"plain"}


@pytest.mark.parametrize("key", ["", "a b", "a\tb"])
def test_keys_that_cannot_be_written_are_refused(key: str) -> None:
    corpus = formats.Corpus((formats.Segment(id=key, text="x"),))
    with pytest.raises(formats.UsageError, match="cannot hold the id"):
        list(kaldi.write(corpus))


def test_a_line_of_other_blanks_is_no_id() -> None:
    assert formats.read(b"u1 go\n\x1c\nu2 but\n").format == "kaldi"
