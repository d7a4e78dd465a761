"""Files that are packed, or of another program: what they are, and what to do about them."""

from __future__ import annotations

from .errors import LimitError, Where, fail

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn
    from zipfile import ZipFile

GZIP_MAGIC = b"\x1f\x8b"
# Text packs to a fifth of its size, repetitive text to a fiftieth; large data beyond this ratio are an attack.
GZIP_RATIO = 300
GZIP_HARMLESS = 32 << 20
_CHUNK = 1 << 20
_BEGINNINGS = (
    (b"BZh", "bzip2 data", "the file unpacked: bunzip2, or gzip, which is read as it is"),
    (b"\xfd7zXZ\0", "xz data", "the file unpacked: unxz, or gzip, which is read as it is"),
    (b"\x28\xb5\x2f\xfd", "zstd data", "the file unpacked: unzstd, or gzip, which is read as it is"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", "the file in it"),
    (b"\xd0\xcf\x11\xe0", "a document of an older Office", "csv or plain text: save it as one of these"),
    (b"%PDF-", "a PDF", "plain text: save it as text"),
)
_ZIP = b"PK\x03\x04"
_WORKBOOK, _WORD = b"xl/", b"word/"
_OPEN = b"mimetypeapplication/vnd.oasis.opendocument."
_SPREADSHEET, _DOCUMENT = (_WORKBOOK, _OPEN + b"spreadsheet"), (_WORD, _OPEN + b"text")


def is_packed(head: bytes) -> bool:
    """Whether data that begin so are those of an archive or of an office."""
    return head.startswith((_ZIP, *(begin for begin, _, _ in _BEGINNINGS)))


def refuse_packed(data: bytes, name: str) -> None:
    """Rejects data that begin as those of an archive or of an office do.

    >>> refuse_packed(b"%PDF-1.7", "a.pdf")
    Traceback (most recent call last):
    scorelite.formats.errors.FormatError: a.pdf:1:1: a PDF; expected plain text: save it as text
    """
    if data.startswith(_ZIP):
        if _has(data, _SPREADSHEET):
            fail(Where(name, 1), "a spreadsheet", "xlsx or csv: save it as one of these")
        if _has(data, _DOCUMENT):
            fail(Where(name, 1), "a document of a word processor", "docx or plain text: save it as one of these")
        fail(Where(name, 1), "a zip archive", "the file in it: unzip")
    for begin, what, expected in _BEGINNINGS:
        if data.startswith(begin):
            fail(Where(name, 1), what, expected)


def is_workbook(data: bytes) -> bool:
    """Whether data are a workbook of Excel."""
    return data.startswith(_ZIP) and _has(data, (_WORKBOOK,))


def is_document(data: bytes) -> bool:
    """Whether data are a document of Word."""
    return data.startswith(_ZIP) and _has(data, (_WORD,))


def _has(data: bytes, names: tuple[bytes, ...]) -> bool:
    """Whether the names of the parts of a zip archive, at its beginning and end, are among these."""
    head = data[:4096] + data[-65536:]
    return any(name in head for name in names)


def parts_of(data: bytes, name: str) -> ZipFile:
    """The parts of a workbook or a document; an error where they are much larger than the file."""
    # Imported only now: few files are packed.
    import io
    from zipfile import ZipFile

    parts = ZipFile(io.BytesIO(data))
    size = sum(part.file_size for part in parts.infolist())
    if size > max(GZIP_HARMLESS, GZIP_RATIO * len(data)):
        raise LimitError(f"{name}: {len(data)} bytes unpack to {size}: rejected as a likely decompression bomb")
    return parts


def unpacked(data: bytes, name: str) -> bytes:
    """The data, unpacked if they are gzip data."""
    if not data.startswith(GZIP_MAGIC):
        return data
    # Imported only now: few files are packed.
    import zlib

    limit = max(GZIP_HARMLESS, GZIP_RATIO * len(data))
    chunks, size = list[bytes](), 0
    rest = data
    while rest.startswith(GZIP_MAGIC):  # members that stand one after the other are one text
        member = zlib.decompressobj(zlib.MAX_WBITS | 16)
        while not member.eof:
            try:
                chunk = member.decompress(rest, _CHUNK)
            except zlib.error:
                _refuse_broken(name, size)
            if not chunk and not member.eof and not member.unconsumed_tail:
                _refuse_broken(name, size)
            rest = member.unused_data if member.eof else member.unconsumed_tail
            chunks.append(chunk)
            size += len(chunk)
            if size > limit:
                raise LimitError(
                    f"{name}: {len(data)} bytes of gzip unpack to more than {limit}: rejected as a likely "
                    "decompression bomb; "
                    "unpack the file first if you trust it"
                )
    if rest.strip(b"\0"):
        _refuse_broken(name, size)
    content = b"".join(chunks)
    if content.startswith(GZIP_MAGIC):
        fail(Where(name, 1), "gzip data within gzip data", "data that are packed once: gunzip")
    return content


def _refuse_broken(name: str, size: int) -> NoReturn:
    fail(Where(name, 1), f"broken gzip data: only {size} bytes could be unpacked", "a complete gzip file")
