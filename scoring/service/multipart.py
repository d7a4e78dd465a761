"""Forms with files, multipart/form-data of RFC 7578, whose body is already in memory."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote

from .answers import Refusal

_MOST_PARTS = 100
_BOUNDARY = re.compile(r'(?i);\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^\s;",]{1,70}))')
_NAME = re.compile(r'(?i);\s*name\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^\s;]+))')
_FILENAME = re.compile(r'(?i);\s*filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^\s;]+))')
_FILENAME_UTF8 = re.compile(r"(?i);\s*filename\*\s*=\s*utf-8'[^']*'([^\s;]+)")


@dataclass(frozen=True, slots=True)
class Part:
    """A field of a form; a file has a name of its own, which is None for a text."""

    name: str
    filename: str | None
    data: bytes


def parts(kind: str, body: bytes) -> Iterator[Part]:
    """The fields of a form; `kind` is the content type, which names the boundary.

    >>> body = b'--x\\r\\nContent-Disposition: form-data; name="ref"\\r\\n\\r\\na b\\r\\n--x--\\r\\n'
    >>> list(parts("multipart/form-data; boundary=x", body))
    [Part(name='ref', filename=None, data=b'a b')]
    """
    boundary = _boundary(kind, body)
    pieces = (b"\r\n" + body).split(b"\r\n--" + boundary)
    if len(pieces) < 2 or not pieces[-1].startswith(b"--"):
        raise Refusal(400, "the form does not end with its boundary; expected a complete multipart/form-data body")
    if len(pieces) > _MOST_PARTS + 2:
        raise Refusal(422, f"the form has more than {_MOST_PARTS} fields")
    for piece in pieces[1:-1]:
        head, gap, data = piece.partition(b"\r\n\r\n")
        if not gap:
            raise Refusal(400, "a field of the form has no empty line between its headers and its content")
        yield _part(head.decode("utf-8", "replace"), data)


def _boundary(kind: str, body: bytes) -> bytes:
    match = _BOUNDARY.search(kind)
    if match is not None:
        return (match[1] or match[2]).encode("latin-1", "replace")
    # Clients that openapi-python-client makes leave it out of the header; a form begins with it.
    first, end, _ = body.partition(b"\r\n")
    if not end or not first.startswith(b"--") or not 2 < len(first) <= 72:
        raise Refusal(400, "the content type multipart/form-data names no boundary")
    return first[2:]


def _part(head: str, data: bytes) -> Part:
    disposition = next(
        (line for line in head.split("\r\n") if line.lower().startswith("content-disposition:")), ""
    ).partition(":")[2]
    name = _NAME.search(disposition)
    if name is None:
        raise Refusal(400, "a field of the form has no name; expected Content-Disposition: form-data; name=...")
    encoded, plain = _FILENAME_UTF8.search(disposition), _FILENAME.search(disposition)
    filename = unquote(encoded[1]) if encoded else None if plain is None else _unquoted(plain)
    return Part(_unquoted(name), filename, data)


def _unquoted(match: re.Match[str]) -> str:
    text = match[2] if match[1] is None else re.sub(r"\\(.)", r"\1", match[1])
    return text.replace("%22", '"').replace("%0D", "\r").replace("%0A", "\n")
