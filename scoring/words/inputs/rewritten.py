"""A file with other texts in some of its utterances, and with everything else as it is, byte for byte."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from itertools import product
from operator import itemgetter
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from ....formats.errors import FormatError
from ....formats.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from ....formats.schema import Corpus

    Form: TypeAlias = Callable[[str], str]


def _doubled(text: str) -> str:
    return text.replace('"', '""')


def _quoted(text: str) -> str:
    return f'"{_doubled(text)}"'


def _json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _ascii(text: str) -> str:
    return json.dumps(text)[1:-1]


# How a text stands in files, and how another one is written in its place: as it is, in a cell with quotes, in JSON, in
# JSON of ASCII, in XML; and in a cell that gets quotes.
_FORMS: tuple[tuple[Form, Form], ...] = (
    (str, str),
    (_doubled, _doubled),
    (_json, _json),
    (_ascii, _ascii),
    (escape, escape),
    (str, _quoted),
)
_ENCODINGS = ("utf-8", "utf-8-sig", "utf-16")


def rewritten(source: Source, corpus: Corpus, anew: bytes, read: Callable[[Source], Corpus]) -> bytes | None:
    """The bytes of a file with the texts that `anew`, a file of the format written from scratch, has.

    `corpus` is what the file has now, and `read` reads a file of its format. None where that cannot be done: where a
    text does not stand on the lines of its utterance, or where words have times of their own.
    """
    encoding = _encoding_of(source)
    texts = None if encoding is None or corpus.table.has_labels() else _read(anew, source, read)
    if encoding is None or texts is None or len(texts) != len(corpus):
        return None
    for form, find in product(_FORMS, (str.find, str.rfind)):
        text = _with_texts(source.text, corpus, texts, form, find)
        try:
            made = b"" if text is None else text.encode(encoding, source.errors)
        except UnicodeEncodeError:
            return None
        if made and _read(made, source, read) == texts:
            return made
    return None


def _read(data: bytes, source: Source, read: Callable[[Source], Corpus]) -> Sequence[str] | None:
    """The texts of a file that is read as another one was; None where it has an error."""
    try:
        return read(Source(data, encoding=source.encoding, errors=source.errors)).texts()
    except FormatError:
        return None


def _encoding_of(source: Source) -> str | None:
    """The encoding, with its byte order mark, that gives the bytes of a file from its text; None where none does."""
    for encoding in _ENCODINGS if source.encoding is None else (source.encoding,):
        if source.folder is None and source.text.encode(encoding, source.errors) == source.data:
            return encoding
    return None


def _with_texts(
    text: str, corpus: Corpus, new: Sequence[str], form: tuple[Form, Form], find: Callable[..., int]
) -> str | None:
    """The text of a file in which utterances have other texts; None where one does not stand on its lines."""
    begins = [0, *(end.end() for end in re.finditer("\n", text))]
    lines = corpus.table.lines
    used = sorted({*lines})
    parts: list[str] = []
    last = behind = 0
    for line, old, said in sorted(zip(lines, corpus.texts(), new, strict=True), key=itemgetter(0)):
        following = bisect_right(used, line)
        end = begins[used[following] - 1] if line and following < len(used) else len(text)
        # Some formats have no lines: there texts stand one behind the other.
        if line and old == said:
            continue
        place = find(text, form[0](old), max(behind, begins[line - 1] if line else 0), end)
        if place < 0 and old != said:
            return None
        if place >= 0:
            behind = place + len(form[0](old))
        if old != said:
            parts += [text[last:place], form[1](said)]
            last = behind
    return "".join([*parts, text[last:]])
