"""Opening, decoding and writing files, and the messages of failures."""

from __future__ import annotations

import gzip
import io
import os
import sys
from pathlib import Path

import pytest

from scorelite import formats
from scorelite.formats.engine.output import write_file
from scorelite.formats.engine.writing import write_text
from scorelite.formats.schema import Corpus, Segment
from scorelite.formats.source import SideFile, Source, codec

TEXT = "größe 大小\n"


@pytest.mark.parametrize(
    ("encoding", "given"),
    [
        ("utf-8", None),
        ("utf-8-sig", None),
        ("utf-16", None),
        ("utf-32", None),
        ("utf-8-sig", "utf-8"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16-le"),
        ("gb18030", "gb18030"),
        ("gb18030", "gb"),
    ],
)
def test_text_is_decoded(encoding: str, given: str | None) -> None:
    assert Source(TEXT.encode(encoding), encoding=given).text == TEXT


@pytest.mark.parametrize(("encoding", "text"), [("latin-1", "größe"), ("euc_jp", "大小"), ("koi8-r", "слово")])
def test_other_encodings_are_asked_for(encoding: str, text: str) -> None:
    assert Source(text.encode(encoding), encoding=encoding).text == text


@pytest.mark.parametrize("marked", ["utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("given", ["cp1252", "utf-16-le", "gb18030"])
def test_a_byte_order_mark_decides_whatever_encoding_is_named(marked: str, given: str) -> None:
    assert Source(TEXT.encode(marked), encoding=given).text == TEXT


@pytest.mark.slow
def test_a_byte_order_mark_decides_for_all_pieces_of_a_file(tmp_path: Path) -> None:
    path, goal = tmp_path / "a.trn", tmp_path / "a.csv"
    rows = "".join(f"größe {number} (a-{number})\n" for number in range(300_000))
    path.write_bytes(rows.encode("utf-8-sig"))
    formats.convert(path, goal, encoding="cp1252")
    last = goal.read_text(encoding="utf-8").splitlines()[-1]
    assert last == "a-299999,größe 299999"


def test_an_unknown_encoding_is_named() -> None:
    with pytest.raises(formats.UsageError, match="encoding 'klingon' is unknown"):
        Source(b"", encoding="klingon")
    with pytest.raises(formats.UsageError, match="encoding 'base64' is unknown"):
        codec("base64")


def test_wrong_bytes_are_reported_once_a_line_with_their_columns() -> None:
    with pytest.raises(formats.FormatError) as caught:
        _ = Source("ä".encode() + b"\xff\xfe\nfine\n\xe4x\n").text
    assert [str(problem.where) for problem in caught.value.problems] == ["<bytes>:1:2", "<bytes>:3:1"]
    assert [problem.what for problem in caught.value.problems] == ["invalid byte 0xFF", "invalid byte 0xE4"]


def test_a_file_beside_the_scored_ones_is_told_what_reaches_it() -> None:
    with pytest.raises(formats.FormatError, match="text in utf-8, as `iconv -f ENCODING -t utf-8` makes it"):
        _ = SideFile("größe".encode("latin-1")).text


def test_a_character_that_is_cut_at_the_end_is_reported() -> None:
    with pytest.raises(formats.FormatError, match="<bytes>:2:2: invalid byte 0xC3"):
        _ = Source(b"a\nb\xc3").text


def test_a_wrong_byte_in_utf_16_is_reported() -> None:
    with pytest.raises(formats.FormatError, match="<bytes>:2:2: invalid byte"):
        _ = Source("a\nb".encode("utf-16") + b"\x00\xdc\x61\x00").text


def test_wrong_bytes_pass_where_that_is_asked_for() -> None:
    source = Source(b"a\xffb\n", errors="surrogateescape")
    buffer = io.BytesIO()
    write_text(buffer, [source.text], errors="surrogateescape")
    assert buffer.getvalue() == b"a\xffb\n"
    with pytest.raises(formats.UsageError, match="errors: 'ignore' is unknown"):
        Source(b"", errors="ignore")


def test_nul_bytes_and_binary_files_are_refused() -> None:
    with pytest.raises(formats.FormatError, match="<bytes>:2:3: a NUL byte; expected text"):
        _ = Source(b"one\ntw\0o\n" + b"text " * 50).text
    with pytest.raises(formats.FormatError, match="looks like a binary file"):
        _ = Source(b"\x7fELF" + bytes(range(32)) * 8).text
    with pytest.raises(formats.FormatError, match="UTF-16 without a byte order mark"):
        _ = Source("some text".encode("utf-16-le")).text


def test_a_nul_character_in_utf_16_is_refused() -> None:
    with pytest.raises(formats.FormatError, match="<bytes>:2:2: a NUL character; expected text in utf-16"):
        _ = Source("one\nt\0wo".encode("utf-16")).text


def test_of_a_long_line_the_part_around_the_place_is_shown() -> None:
    with pytest.raises(formats.FormatError) as caught:
        _ = Source(b"x" * 500 + b"\xff" + b"y" * 500).text
    message, shown, caret = str(caught.value).split("\n")
    assert message.startswith("<bytes>:1:501: ")
    assert shown == "  ..." + "x" * 50 + "\ufffd" + "y" * 49 + "..."
    assert shown[caret.index("^")] == "\ufffd"


def test_the_caret_stands_under_its_character_after_tabs_and_wide_characters() -> None:
    with pytest.raises(formats.FormatError) as caught:
        _ = Source("a\t大".encode() + b"\xff").text
    assert str(caught.value).split("\n")[2] == "   \t  ^"


def test_what_cannot_be_opened_raises_pythons_own_errors(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Source(tmp_path / "nothing")
    with pytest.raises(OSError, match=r"directory|denied"):
        Source(tmp_path).lines()
    with pytest.raises(formats.UsageError, match="cannot read from a int"):
        Source(3)  # type: ignore[arg-type]
    with pytest.raises(formats.UsageError, match="must be binary"):
        Source(io.StringIO("text"))  # type: ignore[arg-type]


def test_open_files_and_standard_input_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Source(io.BytesIO(b"a")).text == "a"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"from a pipe")))
    source = Source("-")
    assert (source.text, source.name) == ("from a pipe", "<stdin>")
    with pytest.raises(formats.UsageError, match=r"standard input \(-\) is read twice"):
        Source("-")


def test_lines_end_only_at_newlines() -> None:
    assert Source("a\x0bb\u2028c\r\nd\re\n\nf".encode()).lines() == ["a\x0bb\u2028c", "d\re", "", "f"]
    assert Source(b"").lines() == []


def test_gzip_is_unpacked_whatever_the_name() -> None:
    assert Source(gzip.compress(b"a") + gzip.compress(b"b")).text == "ab"


@pytest.mark.parametrize("cut", [3, 12, 20, -1])
def test_broken_gzip_is_refused(cut: int) -> None:
    with pytest.raises(formats.FormatError, match="broken gzip data"):
        Source(gzip.compress(b"some text that is long enough to be packed")[:cut])


def test_a_gzip_bomb_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorelite.formats.packed.GZIP_HARMLESS", 1 << 16)
    with pytest.raises(formats.LimitError, match="likely decompression bomb"):
        Source(gzip.compress(bytes(50 << 20)))
    assert len(Source(gzip.compress(b"word " * 5000)).data) == 25000


def test_a_failed_write_leaves_the_old_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.trn"
    path.write_bytes(b"old (a)\n")
    corpus = Corpus((Segment(id="a", text="new"), Segment(id="", text="broken")))
    with pytest.raises(formats.UsageError):
        formats.write(corpus, path)
    assert path.read_bytes() == b"old (a)\n"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.trn"]


def test_a_write_keeps_mode_and_link(tmp_path: Path) -> None:
    path, link = tmp_path / "a", tmp_path / "b"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_file(str(link), [b"new"])
    assert link.is_symlink()
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_devices_are_written_in_place() -> None:
    write_file(os.devnull, [b"x"])


def test_a_missing_folder_is_named_as_asked_for(tmp_path: Path) -> None:
    path = str(tmp_path / "no" / "a.txt")
    with pytest.raises(FileNotFoundError) as caught:
        write_file(path, [b"x"])
    assert caught.value.filename == path


def test_a_character_that_the_encoding_lacks_is_named() -> None:
    with pytest.raises(formats.UsageError, match=r"U\+5927 cannot be written in iso8859-1"):
        write_text(io.BytesIO(), ["größe 大"], encoding="latin-1")


def test_utf_16_is_written_with_one_mark() -> None:
    buffer = io.BytesIO()
    write_text(buffer, ["ab\n"] * 10000, encoding="utf-16")
    assert buffer.getvalue() == ("ab\n" * 10000).encode("utf-16")
