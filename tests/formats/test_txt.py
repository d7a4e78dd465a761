"""The txt format: one utterance in each line, without markup."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import formats
from scorelite.formats import txt
from scorelite.formats.schema import Corpus, Segment
from scorelite.formats.source import Source
from tests.formats.check import check_format, read_or_refuse, written


def test_txt_passes_what_every_format_passes(tmp_path: Path) -> None:
    broken = {
        b"one\ntw\xffo\n": (
            "<bytes>:2:3: invalid byte 0xFF; expected text in utf-8, or the encoding of the file, such as "
            "encoding='cp1252', cp1250 or cp1251\n  tw\ufffdo\n    ^"
        ),
        b"one line\n\0 among others\n": "<bytes>:2:1: a NUL byte; expected text in utf-8",
        b"\x1f\x8b\x08": (
            "<bytes>:1:1: broken gzip data: only 0 bytes could be unpacked; expected a complete gzip file"
        ),
    }
    check_format(txt.FORMAT, "a {b} (c)\n\n;; größe\n".encode(), broken, tmp_path)


def test_ids_are_line_numbers_and_blank_lines_are_utterances() -> None:
    corpus = txt.read(Source(b"a\n\n  b c \r\nlast"))
    assert corpus.ids() == ["1", "2", "3", "4"]
    assert corpus.texts() == ["a", "", "b c", "last"]


def test_of_an_alternation_the_first_branch_is_written() -> None:
    corpus = formats.read(b"a { b c / d } { @ / e } (uh) f;noun g\\;h (x-1)\n")
    assert written(corpus, txt.FORMAT) == b"a b c (uh) f g;h\n"


def test_a_line_end_inside_a_text_is_refused() -> None:
    with pytest.raises(formats.UsageError, match="line end inside the text of 'x'; expected a blank in its place"):
        written(Corpus((Segment(id="x", text="a\nb"),)), txt.FORMAT)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\n"))))
def test_every_text_survives_a_round_trip(lines: list[str]) -> None:
    corpus = Corpus(tuple(Segment(id=str(number), text=line.strip(" \t\v\f")) for number, line in enumerate(lines, 1)))
    data = b"".join(f"{line}\n".encode() for line in lines)
    if data.startswith((b"\xef\xbb\xbf", b"\x1f\x8b")):
        return  # a byte order mark, or the begin of a gzip file
    again = txt.read(Source(data, encoding="utf-8"))
    assert again == corpus
    assert txt.read(Source(written(again, txt.FORMAT), encoding="utf-8")) == corpus


@given(st.binary())
def test_random_bytes_give_a_corpus_or_a_format_error(data: bytes) -> None:
    read_or_refuse(data, "txt")
