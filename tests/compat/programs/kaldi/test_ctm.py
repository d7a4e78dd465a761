"""Kaldi's scripts for ctm: words of utterances placed in recordings, and overlaps of utterances."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.run import call

_SEGMENTS = b"u1 r1 10 20\nu2 r1 18 30\nu3 r2 0 5\n"
_FILES = b"r1 f1 A\nr2 f2 B\n"
_WORDS = b"u1 1 0.5 1 hi 0.9\nu1 1 8.5 1.0 end 0.5\nu2 1 0.2 0.5 end .4\nu2 1 1.5 .5 more .3\nu3 1 4.9 1 out\n"
# Written by convert_ctm.pl.
_PLACED = b"f1 A 10.50 1.00 hi 0.9\nf1 A 18.50 1.00 end 0.5\nf1 A 18.20 0.50 end .4\nf1 A 19.50 0.50 more .3\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, data in (("segments", _SEGMENTS), ("reco2file_and_channel", _FILES), ("ctm", _WORDS)):
        (tmp_path / name).write_bytes(data)
    return tmp_path


def kaldi(folder: Path, program: str, *words: str, stdin: str = "") -> tuple[int, bytes, bytes]:
    return call("scorelite", ["kaldi", program, *words], folder, stdin)


def test_words_are_placed_in_their_recordings(folder: Path) -> None:
    warning = b"Warning: word appears to be past end of recording; line is f2 B 4.90 1.00 out\n"
    expected = 0, _PLACED + b"f2 B 4.90 1.00 out\n", warning
    assert kaldi(folder, "convert_ctm.pl", "segments", "reco2file_and_channel", "ctm") == expected
    assert kaldi(folder, "convert_ctm", "segments", "reco2file_and_channel", stdin=str(folder / "ctm")) == expected


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["segments"], 1, b"Usage: convert_ctm.pl"),
        (["nope", "reco2file_and_channel", "ctm"], 2, b"opening segments file nope"),
        (["reco2file_and_channel", "reco2file_and_channel", "ctm"], 25, b"Bad line in segments file: r1 f1 A\n"),
        (["segments", "segments", "ctm"], 25, b"Bad line in reco2file_and_channel file: u1 r1 10 20\n"),
        (["segments", "reco2file_and_channel", "segments"], 25, b"Unexpected ctm format: u1 r1 10 20\n"),
        (["segments", "reco2file_and_channel", "nope"], 1, b"Can't open nope: No such file or directory\n"),
        (["segments", "reco2file_and_channel", "other"], 25, b"Utterance-id u9 not defined in segments file segments"),
        (["--skip-unknown", "segments", "reco2file_and_channel", "other"], 1, b""),
    ],
)
def test_errors_have_the_codes_of_the_script(words: list[str], code: int, message: bytes, folder: Path) -> None:
    (folder / "other").write_bytes(b"u9 1 0 1 x\n")
    actual = kaldi(folder, "convert_ctm", *words)
    assert actual[:2] == (code, b"")
    assert actual[2].startswith(message)


def test_an_overlap_is_divided_in_its_middle(folder: Path) -> None:
    # Written by resolve_ctm_overlaps.py.
    expected = b"u1 1 0.5 1.0 hi 0.9\nu1 1 8.5 1.0 end 0.5\nu2 1 1.5 0.5 more .3\nu3 1 4.9 1.0 out\n"
    assert kaldi(folder, "resolve_ctm_overlaps.py", "segments", "ctm", "-") == (0, expected, b"")
    assert kaldi(folder, "resolve_ctm_overlaps", "segments", "ctm", "out") == (0, b"", b"")
    assert (folder / "out").read_bytes() == expected


def test_an_utterance_inside_another_one_is_left_out(folder: Path) -> None:
    (folder / "segments").write_bytes(b"a r 0 10\nb r 2 5\nc r 9 12\n")
    (folder / "ctm").write_bytes(b"a 1 1 1 x\nb 1 0 1 y\nc 1 0 0.5 z\nc 1 2 1 w\n")
    expected = b"a 1 1.0 1.0 x\nc 1 0.0 0.5 z\nc 1 2.0 1.0 w\n"
    assert kaldi(folder, "resolve_ctm_overlaps", "segments", "ctm", "-")[1] == expected


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (b"u9 1 0 1 x\n", b"ctm:1: the segments file has no utterance u9"),
        (b"u1 1 0 1 x\nu1 1 0\n", b"ctm:2: not a word; expected utterance, channel, begin, duration and word"),
    ],
)
def test_a_row_that_cannot_be_placed_is_named(rows: bytes, message: bytes, folder: Path) -> None:
    (folder / "ctm").write_bytes(rows)
    assert kaldi(folder, "resolve_ctm_overlaps", "segments", "ctm", "-") == (1, b"", message + b"\n")
    assert kaldi(folder, "resolve_ctm_overlaps", "segments", "ctm")[0] == 2
