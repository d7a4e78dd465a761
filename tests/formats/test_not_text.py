"""Files that are packed, of an office, or of other columns: what they are, and the fix."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import zipfile
from pathlib import Path

import pytest

from scorelite import formats, scoring
from scorelite.formats import FormatError, Source, UsageError
from tests.peers import peer

TEXT = b"good day (u0)\n"


def zipped(name: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(name, "content")
    return file.getvalue()


PACKED = {  # by name: the bytes hold the time of packing, and no two workers would agree on the names of the tests
    "bzip2": (bz2.compress(TEXT), "bzip2 data; expected the file unpacked: bunzip2"),
    "xz": (lzma.compress(TEXT), "xz data; expected the file unpacked: unxz"),
    "zip": (zipped("a.trn"), "a zip archive; expected the file in it: unzip"),
    "spreadsheet": (zipped("xl/workbook.xml"), "a workbook that cannot be read"),
    "document": (zipped("word/document.xml"), "a document that cannot be read"),
    "open document": (
        zipped("mimetypeapplication/vnd.oasis.opendocument.text"),
        "a document of a word processor; expected docx",
    ),
    "pdf": (b"%PDF-1.7\n", "a PDF; expected plain text"),
    "gzip within gzip": (gzip.compress(gzip.compress(TEXT)), "gzip data within gzip data"),
    "gzip cut off": (gzip.compress(TEXT * 1000)[:-20], "broken gzip data: only [0-9]{4,} bytes could be unpacked"),
    "gzip without its sum": (gzip.compress(TEXT)[:-8] + b"x" * 8, "broken gzip data"),
}


@pytest.mark.parametrize("kind", PACKED)
def test_packed_files_are_named(tmp_path: Path, kind: str) -> None:
    data, message = PACKED[kind]
    (tmp_path / "a.trn").write_bytes(data)
    with pytest.raises(FormatError, match=f"a.trn:1:1: {message}"):
        formats.read(tmp_path / "a.trn")


def test_members_of_gzip_are_one_text() -> None:
    assert Source(gzip.compress(b"a\n") + gzip.compress(b"b\n") + b"\0\0").text == "a\nb\n"
    assert Source(b"PK is a text, and BZ, too").text.startswith("PK")


def test_a_binary_file_is_refused_by_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "huge.trn"
    with open(path, "wb") as file:
        file.truncate(1 << 40)  # a sparse file, of which more cannot be read
    with pytest.raises(FormatError, match=r"huge.trn:1:1: a NUL byte; this looks like a binary file"):
        formats.read(path)


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        ('{\n  "id": "u0",\n  "text": "a"\n}\n{\n  "id": "u1",\n  "text": "b"\n}\n', "jq -c ."),
        ('{"u0": "good day"}', "jq -c 'to_entries[] | {id: .key, text: .value}'"),
        ('{"data": [{"id": "u0", "said": "good day"}]}', "jq -c '.data[]'"),
        (json.dumps([{"id": "u0", "tags": ["a"]}]), "to_json(path, orient='records', lines=True)"),
    ],
)
def test_json_of_no_format_comes_with_the_command_that_makes_lines(tmp_path: Path, text: str, fix: str) -> None:
    (tmp_path / "h.json").write_text(text)
    with pytest.raises(UsageError, match="format of this JSON; expected one object a line") as caught:
        formats.read(tmp_path / "h.json")
    assert fix in str(caught.value)


def test_frames_that_cannot_be_read_say_why() -> None:
    pandas = peer("pandas")
    with pytest.raises(UsageError, match="a data frame that cannot be read: Duplicate column names"):
        scoring.score(pandas.DataFrame([["a", "x", "y"]], columns=["id", "text", "text"]))
    with pytest.raises(UsageError, match=r"column 'text' holds lists; expected texts, such as frame\['text'\].map"):
        scoring.score(pandas.DataFrame({"id": ["a"], "text": [["x", "y"]], "pred_text": [["x"]]}))
