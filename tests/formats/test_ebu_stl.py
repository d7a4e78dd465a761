"""Binary EBU STL: blocks, timecodes, tables of characters, and what is not read."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from scorelite import formats
from tests.conftest import Run

SAMPLE = Path(__file__).parent / "samples" / "ebu-stl.stl"
Time = tuple[int, int, int, int]


def head(rate: str = "25", table: str = "00", begin: str = "00000000", blocks: int = 1) -> bytes:
    start = f"850STL{rate}.011{table}09".encode()
    return start.ljust(238) + f"{blocks:05d}".encode().ljust(18) + begin.encode().ljust(768)


def block(text: bytes, begin: Time, end: Time, *, number: int = 1, extension: int = 0xFF, comment: int = 0) -> bytes:
    start = bytes([0]) + number.to_bytes(2, "little") + bytes([extension, 0, *begin, *end, 20, 2, comment])
    return start + text.ljust(112, b"\x8f")


def read(*blocks: bytes, **options: str) -> formats.Corpus:
    return formats.read(head(blocks=len(blocks), **options) + b"".join(blocks))


FIRST, SECOND = (0, 0, 1, 0), (0, 1, 2, 12)


def test_a_subtitle_has_its_times_its_lines_and_its_accents() -> None:
    text = b"\r\x0b\x0bL'\xc2et\xc2e, \x80\xcbca va\x81?\n\n\x8a\x8a\r\x0b\x0b\xa45 \xfb\xc1\xc8\xc8O"
    (segment,) = read(block(text, FIRST, SECOND)).segments
    assert (segment.start, segment.end, segment.text) == (1.0, 62.48, "L'été, ça va? $5 ßÖ")
    assert dict(segment.attributes) == {"lines": "L'été, ça va?\n$5 ßÖ", "italics": "2-3$1"}


def test_text_goes_on_in_further_blocks_and_comments_and_data_of_users_are_left_out() -> None:
    corpus = read(
        block(b"a" * 112, FIRST, SECOND, extension=0),
        block(b"\x99", FIRST, SECOND, extension=0xFE),
        block(b"b c", FIRST, SECOND),
        block(b"to the translator", FIRST, SECOND, number=2, comment=1),
        block(b"d", SECOND, SECOND, number=3),
    )
    assert corpus.texts() == ["a" * 112 + "b c", "d"]
    assert not corpus.notices()


@pytest.mark.parametrize(
    ("table", "data", "text"),
    [("01", b"\xbf\xe0\xd8\xd2\xd5\xe2", "Привет"), ("03", b"\xc1\xe1", "Αα"), ("04", b"\xf9\xec\xe5\xed", "שלום")],
)
def test_other_tables_of_characters(table: str, data: bytes, text: str) -> None:
    assert read(block(data, FIRST, SECOND), table=table).texts() == [text]


@pytest.mark.parametrize(("rate", "end"), [("25", 62.48), ("30", 62.4), ("23", 62.5)])
def test_frames_are_those_of_the_head(rate: str, end: float) -> None:
    assert read(block(b"a", FIRST, SECOND), rate=rate).segments[0].end == end


def test_the_start_of_the_programme_and_missing_blocks_are_reported() -> None:
    data = head(begin="10000000", blocks=3) + block(b"a", (10, 0, 1, 0), (10, 0, 2, 0))
    corpus = formats.read(data)
    assert corpus.segments[0].start == 36001.0
    start, count = corpus.notices()
    assert start.startswith("the programme starts at 10:00:00:00, and times are timecodes: ")
    assert "`scorelite convert IN OUT --shift -36000`" in start
    assert count == "the file has 1 block; its head names 3"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (head()[:500], "<bytes>:1:1: not a file of EBU STL; expected a head of 1024 bytes"),
        (head(table="07"), "<bytes>:1:1: the table of characters is '07'; expected 00 (Latin), 01 (Cyrillic)"),
        (head() + block(b"a", (0, 61, 0, 0), SECOND), "<bytes>:1:1: no timecode; expected hours, minutes"),
        (head() + block(b"a", (0, 0, 0, 25), SECOND), "frames below 25"),
        (head() + block(b"a", SECOND, FIRST), "<bytes>:1:1: end 1 s is before begin 62.48 s"),
        (head() + block(b"a", FIRST, SECOND) + b"broken", "<bytes>:2:1: only 6 bytes; expected blocks of 128 bytes"),
        (head() + block(b"a", FIRST, SECOND, extension=0), "the last block of a subtitle is missing"),
    ],
)
def test_a_damaged_file_is_refused_with_its_place(data: bytes, message: str) -> None:
    with pytest.raises(formats.FormatError) as caught:
        formats.read(data, format="ebu-stl")
    assert message in str(caught.value)


def test_blocks_of_padding_at_the_end_are_no_subtitles() -> None:
    assert len(formats.read(head() + block(b"a", FIRST, SECOND) + bytes(200))) == 1


def test_the_suffix_stl_is_read_as_what_the_file_is(tmp_path: Path, scorelite: Run) -> None:
    data = SAMPLE.read_bytes()
    for name, content in (("a.stl", data), ("a.stl.gz", gzip.compress(data)), ("a.bin", data)):
        (tmp_path / name).write_bytes(content)
        assert formats.read(tmp_path / name).format == "ebu-stl"
    done = scorelite("convert", "a.stl", "a.srt", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "<i>Où</i> est-il ?" in (tmp_path / "a.srt").read_text()
    with pytest.raises(
        formats.FormatError, match="1: a binary STL file of the EBU; expected STL text; the format ebu-"
    ):
        formats.read(tmp_path / "a.stl", format="stl")
