"""Writing of a corpus: text is encoded, `.gz` is packed, and the bytes go to a file, to stdout or to an open file."""

from __future__ import annotations

import codecs
import os
import zlib
from collections.abc import Iterable
from itertools import islice
from typing import BinaryIO, TypeAlias

from ..errors import UsageError
from ..source import codec
from .output import OutputFile, write_file, write_stdout

# A path, `-` for stdout, or an open binary file.
Output: TypeAlias = "str | os.PathLike[str] | BinaryIO"

_CHUNKS, _ENCODED = 256, 1 << 18
# U+FEFF at the start of a file is its byte order mark; elsewhere it is a character of the text.
_MARK = "\ufeff"


def write_text(target: Output, chunks: Iterable[str], *, encoding: str | None = None, errors: str = "strict") -> None:
    """Writes text to a path, to `-` (stdout) or to an open binary file; a path that ends in `.gz` is compressed."""
    write_bytes(target, encoded(chunks, encoding, errors))


def write_bytes(target: Output, chunks: Iterable[bytes]) -> None:
    """Writes bytes to a path, to `-` (stdout) or to an open binary file; a path that ends in `.gz` is compressed."""
    if not isinstance(target, (str, os.PathLike)):
        target.writelines(chunks)
        return
    path = os.fspath(target)
    if path == "-":
        write_stdout(chunks)
    else:
        write_file(path, _packed(chunks) if path.endswith(".gz") else chunks)


def write_folder(
    folder: str, files: Iterable[tuple[str, Iterable[str]]], *, encoding: str | None = None, errors: str = "strict"
) -> None:
    """Writes the files of a folder; they get their names only when all of them are complete."""
    opened: list[OutputFile] = []
    is_new = not os.path.isdir(folder)
    try:
        for name, chunks in files:
            os.makedirs(folder, exist_ok=True)
            opened.append(OutputFile(os.path.join(folder, name)))
            opened[-1].fill(encoded(chunks, encoding, errors))
        for file in opened:
            file.publish()
    except BaseException:
        for file in opened:
            file.discard()
        if is_new and os.path.isdir(folder) and not os.listdir(folder):
            os.rmdir(folder)
        raise


def encoded(chunks: Iterable[str], encoding: str | None = None, errors: str = "strict") -> Iterable[bytes]:
    """The bytes of a text in an encoding, utf-8 by default; an error for characters that it lacks.

    >>> b"".join(encoded(["gr\\u00f6", "sse"], "latin-1"))
    b'gr\\xf6sse'
    """
    name = codec(encoding or "utf-8")
    encoder = codecs.getincrementalencoder(name)(errors)
    pieces = iter(chunks)
    is_start, count = True, 1
    while some := list(islice(pieces, count)):
        chunk = "".join(some)
        # Chunks may be small or large: many small ones are encoded together.
        count = min(2 * count, _CHUNKS) if len(chunk) < _ENCODED else 1
        if is_start and chunk.startswith(_MARK) and name == "utf-8":
            chunk = _MARK + chunk  # a reader takes the first one for the byte order mark
        is_start = False
        if "\0" in chunk:
            raise UsageError("a NUL character in a text; expected text without it, since no text file can hold it")
        try:
            yield encoder.encode(chunk)
        except UnicodeEncodeError as error:
            character = f"U+{ord(error.object[error.start]):04X}"
            raise UsageError(
                f"{character} cannot be written in {name}; choose another encoding, such as utf-8"
            ) from None


def _packed(chunks: Iterable[bytes]) -> Iterable[bytes]:
    """Gzip data without name and date, so that equal texts give equal bytes."""
    packer = zlib.compressobj(6, zlib.DEFLATED, 31)
    for chunk in chunks:
        if packed := packer.compress(chunk):
            yield packed
    yield packer.flush()
