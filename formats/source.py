"""The input end: `Source` opens, unpacks and decodes a file. The output end is in `engine/writing.py`."""

from __future__ import annotations

import codecs
import errno
import os
import re
import sys
from itertools import repeat

from .. import core
from .errors import LimitError, Problems, UsageError, Where, fail
from .packed import GZIP_MAGIC, is_document, is_packed, is_workbook, refuse_packed, unpacked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO, NoReturn, Protocol, TypeAlias

if TYPE_CHECKING:

    class Frame(Protocol):
        """A data frame of pandas or polars, or a table of pyarrow."""

        def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...


# A path, `-` (stdin), the bytes themselves, an open binary file, or a data frame.
Target: TypeAlias = "str | os.PathLike[str] | bytes | BinaryIO | Frame"

# Lists of more lines would fill the memory of most machines.
MAXIMUM_LINES = 1 << 27
_HEAD = 4096
# The beginning of binary files that are read.
BINARY_TEXTGRID = b"ooBinaryFile\x08TextGrid"
_BINARY = (b"PAR1", BINARY_TEXTGRID, GZIP_MAGIC)
_POINTER = b"version https://git-lfs.github.com/spec/"
EBU_STL = rb"[0-9]{3}STL([0-9]{2})\.01"
"""The code page and the frame rate with which a binary file of EBU STL begins."""
# SubViewer's files have the suffix of MicroDVD's.
SUBVIEWER = (
    rb"(?:\xef\xbb\xbf)?\s*(?:\[INFORMATION\][ \t]*\r?\n|"
    rb"[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{2},[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{2}[ \t]*\r?\n)"
)
# Labels of xwaves: behind the head a line #, then rows of end, colour and label, of which two have one colour.
XLABEL = (
    rb"(?:[^\n]{0,200}\n){0,40}?[ \t]*#[ \t]*\r?\n\s*[0-9]+\.[0-9]+[ \t]+([0-9]{1,3})[ \t]+\S[^\n]*\n"
    rb"(?:\s*\Z|\s*[0-9]+\.[0-9]+[ \t]+\1[ \t])"
)

# UTF-32 comes first: its little-endian mark begins with the mark of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Codecs for names of hosts and for source code, which hold no plain text.
_PARTIAL = frozenset(
    {"idna", "punycode", "unicode_escape", "unicode-escape", "raw_unicode_escape", "raw-unicode-escape"}
)
# Names that sclite gives to encodings, in addition to Python's.
_ALIASES = {"ext_ascii": "latin-1", "gb": "gb18030", "euc": "euc_jp"}


class Source:
    """A file with its bytes and its text: what they show decides, then `encoding`, else it is UTF-8.

    `errors="surrogateescape"` keeps invalid bytes, so that they can be written back unchanged. A folder has no bytes:
    `folder` is its path, and `beside` opens its files. `format` names that of bytes that were made, which no name of a
    file shows. Workbooks are read as csv (`book.xlsx#NAME` is a sheet) and documents of Word as text, with `notices`,
    folders of Parquet parts as one.
    """

    __slots__ = ("_is_utf8", "_text", "data", "encoding", "errors", "folder", "format", "name", "notices")

    def __init__(
        self,
        target: Target,
        *,
        encoding: str | None = None,
        errors: str = "strict",
        name: str = "",
        format: str = "",
    ) -> None:
        if errors not in ("strict", "surrogateescape"):
            skips = "; skip_broken=True (--skip-broken) leaves out broken cues and lines"
            raise UsageError(
                f"errors: {errors!r} is unknown; expected 'strict' or 'surrogateescape'"
                f"{skips if errors in ('skip', 'ignore') else ''}"
            )
        self.encoding = None if encoding is None else codec(encoding)
        self.errors = errors
        self.format = format
        self.notices: list[str] = []
        self.folder: Path | None = None
        self._text: str | None = None
        self._is_utf8: bool | None = None
        if isinstance(target, (str, os.PathLike)) and os.path.isdir(target):
            from pathlib import Path

            from .parquet_parts import joined, parts_in

            self.name, self.data = os.fspath(target), b""
            if parts := parts_in(self.name):
                self.data = joined(self.name, parts)
            else:
                self.folder = Path(target)
            return
        self.name, self.data = _load(target, self.encoding)
        self.name = name or self.name
        self.data = unpacked(self.data, self.name)
        if is_workbook(self.data):
            from .workbooks import as_csv, named_sheet

            self.data, self.notices = as_csv(self.data, *named_sheet(self.name))
            self.format = "csv"
        elif is_document(self.data):
            from .documents import as_text

            self.data, self.format, self.notices = as_text(self.data, self.name)
        if self.encoding is not None:
            self.encoding = encoding_shown(self.data) or self.encoding
        if self.data.startswith(_POINTER):
            fail(Where(self.name, 1, 1), "a pointer of Git LFS", "the file itself, which `git lfs pull` fetches")

    def beside(self, name: str) -> Source | None:
        """A file of the folder, with the encoding of the folder; None where it does not exist."""
        path = os.path.join(self.folder or self.name, name)
        return Source(path, encoding=self.encoding, errors=self.errors) if os.path.isfile(path) else None

    @property
    def text(self) -> str:
        """The decoded text; an invalid byte raises a FormatError with its place."""
        if self.folder is not None:
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), self.name)
        if self._text is None:
            self._text = self._decoded()
        return self._text

    @property
    def is_utf8(self) -> bool:
        """Whether the bytes are UTF-8, without a byte order mark, a NUL or another declared encoding."""
        if self._is_utf8 is None:
            self._is_utf8 = self.folder is None and self.encoding in (None, "utf-8") and core.is_strict_text(self.data)
        return self._is_utf8

    def start(self, size: int = 256) -> bytes:
        """The first characters in UTF-8, without a byte order mark and the blanks before them."""
        is_wide = (self.encoding or "").startswith(("utf-16", "utf-32"))
        if self.folder is None and (is_wide or any(self.data.startswith(mark) for mark, _ in _MARKS)):
            return self.text[:size].encode("utf-8", "surrogateescape").lstrip()
        return self.data[:size].lstrip()

    def check_line_ends(self) -> None:
        """Rejects a file whose lines end with carriage returns alone, as on old Macs: all of it would be one line."""
        if b"\n" in self.data or b"\r" not in self.data or "\n" in self.text or "\r" not in self.text.strip("\r"):
            return
        what = "a carriage return, but no newline in the whole file"
        place = Where(self.name, 1, self.text.index("\r") + 1)
        fail(place, what, "a newline at the end of each line: tr '\\r' '\\n'", self.text)

    def lines(self) -> list[str]:
        """The lines without line ends; a line ends at a newline, or at a carriage return and a newline."""
        return next(self.runs_of_lines(len(self.text)), [])

    def count_lines(self) -> int:
        """The number of lines; an error for more than lists can hold."""
        ends = self.text.count("\n")
        if ends > MAXIMUM_LINES:
            raise LimitError(f"{self.name}: more than {MAXIMUM_LINES} lines; split the file")
        return ends + (self.text[-1:] not in ("", "\n"))

    def runs_of_lines(self, size: int = 1 << 16) -> Iterator[list[str]]:
        """The lines in lists of at least `size` characters, which saves memory."""
        text, begin = self.text, 0
        self.check_line_ends()
        self.count_lines()
        while begin < len(text):
            end = text.find("\n", begin + size) + 1 or len(text)
            part = text[begin:end]
            lines = part.split("\n")
            if "\r" in part:
                lines = list(map(str.removesuffix, lines, repeat("\r")))
            if not lines[-1]:
                lines.pop()
            yield lines
            begin = end

    def head(self, lines: int = 200) -> list[str]:
        """The first lines, for the detection of the format."""
        text, end = self.text, -1
        for _ in range(lines):
            end = text.find("\n", end + 1)
            if end < 0:
                return [line.removesuffix("\r") for line in text.split("\n")]
        return [line.removesuffix("\r") for line in text[:end].split("\n")]

    def _decoded(self) -> str:
        data, encoding = self.data, self.encoding
        refuse_packed(data, self.name)
        for mark, marked in _MARKS:
            if data.startswith(mark) and encoding in (None, marked):
                encoding = marked
                if marked == "utf-8":
                    data = data[len(mark) :]
                break
        encoding = encoding or _declared(data) or "utf-8"
        if b"\0" in data and not encoding.startswith(("utf-16", "utf-32")):
            _refuse_nul(data, self.name, encoding)
        try:
            text = data.decode(encoding, self.errors)
        except UnicodeDecodeError as error:
            self._refuse_bytes(data, encoding, error)
        except UnicodeError as error:
            fail(Where(self.name, 1), f"{error}", self._expected(encoding))
        if "\0" in text:
            before = text[: text.index("\0")]
            place = Where(self.name, before.count("\n") + 1, len(before) - before.rfind("\n"))
            fail(place, "a NUL character", f"text in {encoding}")
        return text

    def _expected(self, encoding: str) -> str:
        """The advice on bytes that are no text in this encoding."""
        others = "encoding='cp1252' (--encoding cp1252), cp1250 or cp1251"
        return f"text in {encoding}, or the encoding of the file, such as {others}"

    def _refuse_bytes(self, data: bytes, encoding: str, error: UnicodeDecodeError) -> NoReturn:
        """Reports the first invalid byte of every line that has one."""
        expected = self._expected(encoding)
        problems = Problems()
        if encoding.startswith(("utf-16", "utf-32")):
            before = data[: error.start].decode(encoding, "replace")
            place = Where(self.name, before.count("\n") + 1, len(before) - before.rfind("\n"))
            fail(place, f"invalid byte 0x{data[error.start]:02X}", expected)
        for number, line in enumerate(data.split(b"\n"), 1):
            try:
                line.decode(encoding)
            except UnicodeDecodeError as wrong:
                column = len(line[: wrong.start].decode(encoding)) + 1
                what = f"invalid byte 0x{line[wrong.start]:02X}"
                problems.add(Where(self.name, number, column), what, expected, line.decode(encoding, "replace"))
        problems.check()
        raise error  # an encoding whose state spans lines: report Python's own message


class SideFile(Source):
    """A file other than the scored ones, such as marks or rules; `encoding=` does not apply to it."""

    __slots__ = ()

    def _expected(self, encoding: str) -> str:
        return f"text in {encoding}, as `iconv -f ENCODING -t utf-8` makes it of a file in another encoding"


_READ: list[BinaryIO] = []
"""The stdin that was read last."""


def is_one_file(first: Target, second: Target) -> bool:
    """Whether two paths lead to the same file; stdin and bytes in memory are none."""
    if not isinstance(first, (str, os.PathLike)) or not isinstance(second, (str, os.PathLike)):
        return False
    try:
        return os.path.samefile(first, second)
    except (OSError, ValueError):
        return False


def stdin() -> BinaryIO:
    """The bytes of stdin, which can be read once; an OSError that names it where it is closed."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard input")
    if sys.stdin.buffer in _READ:
        raise UsageError("standard input (-) is read twice; expected a file name for one of the inputs")
    _READ[:] = [sys.stdin.buffer]
    return sys.stdin.buffer


def codec(encoding: str) -> str:
    """The name that Python gives to an encoding.

    >>> codec("UTF8"), codec("ext_ascii"), codec("gb")
    ('utf-8', 'iso8859-1', 'gb18030')
    """
    try:
        info = codecs.lookup(_ALIASES.get(encoding.lower(), encoding))
        "a".encode(info.name)  # refuses codecs such as base64, which encode no text
        if info.name in _PARTIAL:
            raise LookupError(encoding)
    except (LookupError, ValueError):
        names = "utf-8, utf-16, latin-1, gb18030, euc_jp, koi8-r ..."
        raise UsageError(f"encoding {encoding!r} is unknown; expected one of Python's, such as {names}") from None
    return "utf-8" if info.name == "utf-8-sig" else info.name


def encoding_shown(data: bytes) -> str | None:
    """The encoding that bytes show, whatever others of the same call have: that of a byte order mark, or UTF-8.

    >>> encoding_shown("\u5929".encode()), encoding_shown("\u5929\u6c14".encode("gb18030")), encoding_shown(b"sky")
    ('utf-8', None, None)
    """
    if marked := next((marked for mark, marked in _MARKS if data.startswith(mark)), None):
        return marked
    if data.isascii() or b"\0" in data:
        return None
    try:
        data.decode()
    except UnicodeDecodeError:
        return None
    return "utf-8"


def encoding_note(name: str, named: str | None, encoding: str | None) -> tuple[str, ...]:
    """The note on a file that is read in another encoding than the named one, because it shows its own."""
    if named is None or encoding is None or codec(named).startswith(encoding):
        return ()
    return (f"{name} is {encoding.upper()} and is read as such, not as {codec(named)}",)


def _declared(data: bytes) -> str:
    """The encoding that the XML declaration of the data names; empty where there is none."""
    if not data.startswith(b"<?xml"):
        return ""

    head = data[: data.find(b"?>") + 1][:200]
    match = re.search(rb"""\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']""", head)
    if match is None:
        return ""
    try:
        encoding = codec(match[1].decode("ascii"))
    except UsageError:
        return ""
    return (
        "" if encoding.startswith(("utf-16", "utf-32")) else encoding
    )  # the declaration would not be readable as bytes


def _refuse_nul(data: bytes, name: str, encoding: str) -> NoReturn:
    offset = data.index(b"\0")
    head = data[:_HEAD]
    what = "a NUL byte"
    if sum(byte < 32 and byte not in b"\t\n\f\r" for byte in head) * 10 > len(head):
        what = "a NUL byte; this looks like a binary file, or like UTF-16 without a byte order mark"
    line = data.count(b"\n", 0, offset) + 1
    before = data[data.rfind(b"\n", 0, offset) + 1 : offset]
    fail(Where(name, line, len(before.decode(encoding, "replace")) + 1), what, f"text in {encoding}")


def _content(file: BinaryIO, name: str, encoding: str | None) -> bytes:
    """The bytes of a file; one that is not text is rejected by its beginning, before gigabytes of it are read."""
    head = file.read(_HEAD)
    is_wide = (encoding or "").startswith(("utf-16", "utf-32")) or any(head.startswith(mark) for mark, _ in _MARKS)
    is_known = head.startswith(_BINARY) or is_packed(head) or re.match(EBU_STL, head)
    if b"\0" in head and not is_wide and not is_known:
        _refuse_nul(head, name, encoding or "utf-8")
    if not file.seekable():
        return head + file.read()
    file.seek(0)
    return file.read()  # without a copy of the beginning, and so of all


def _load(target: Target, encoding: str | None) -> tuple[str, bytes]:
    if isinstance(target, (bytes, bytearray)):
        return "<bytes>", bytes(target)
    if isinstance(target, (str, os.PathLike)):
        name = os.fspath(target)
        if name == "-":
            return "<stdin>", stdin().read()
        path = name
        if "#" in name:
            from .workbooks import named_sheet

            path, _ = named_sheet(name)
        with open(path, "rb") as file:
            return name, _content(file, name, encoding)
    # Imported only now: most inputs are files.
    from .objects import file_of

    if (held := file_of(target)) is not None:
        return held
    if hasattr(target, "read"):
        data = target.read()
        if not isinstance(data, bytes):
            raise UsageError("an open file must be binary; open it with mode 'rb'")
        return str(getattr(target, "name", "<file>")), data
    raise UsageError(
        f"cannot read from a {type(target).__name__}; expected a path, '-', bytes, a binary file, a data frame or "
        "another object that docs/guides/python.md lists"
    )
