"""A file with other texts in some of its utterances, and with everything else as it is, byte for byte."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from html import escape
from itertools import product
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from ....formats.errors import FormatError
from ....formats.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ....formats.schema import Corpus

_ENCODINGS = ("utf-8", "utf-8-sig", "utf-16")


class _Way(NamedTuple):
    """How a family of formats writes texts."""

    forms: tuple[Callable[[str], str], ...]
    """The forms that a text may have in a file."""
    write: Callable[[str, str, int], str]
    """The form of a text in a file from a place on."""


def _doubled(text: str) -> str:
    return text.replace('"', '""')


def _cell(text: str, file: str, place: int) -> str:
    """A text in a cell of a table, which gets quotes where it has none and needs them."""
    is_quoted = file[:place].endswith('"')
    return _doubled(text) if is_quoted or not re.search('[",;\t]', text) else f'"{_doubled(text)}"'


def _json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _ascii(text: str) -> str:
    return json.dumps(text)[1:-1]


def _xml(text: str) -> str:
    return escape(text, quote=False)


_WAYS = (
    _Way((str,), lambda text, file, place: text),
    _Way((_doubled,), _cell),
    _Way((_json, _ascii), lambda text, file, place: _ascii(text) if file.isascii() else _json(text)),
    _Way((_xml,), lambda text, file, place: _xml(text)),
)


def rewritten(source: Source, corpus: Corpus, anew: bytes, read: Callable[[Source], Corpus]) -> bytes | None:
    """The bytes of a file with the texts that `anew`, a file of the format written from scratch, has.

    `corpus` is what the file has now, and `read` reads a file of its format. None where that cannot be done: where a
    text does not stand on the lines of its utterance, or where words have times of their own.
    """
    encoding = _encoding_of(source)
    texts = None if encoding is None or corpus.table.has_labels() else _read(anew, source, read)
    if encoding is None or texts is None or len(texts) != len(corpus):
        return None
    for way, find in product(_WAYS, (str.find, str.rfind)):
        text = _with_texts(source.text, corpus, texts, way, find)
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


def _with_texts(file: str, corpus: Corpus, new: Sequence[str], way: _Way, find: Callable[..., int]) -> str | None:
    """The text of a file in which utterances have other texts; None where one does not stand on its lines."""
    begins = [0, *(end.end() for end in re.finditer("\n", file))]
    lines = corpus.table.lines
    used = sorted({*lines})
    parts: list[str] = []
    last = behind = 0
    for line, old, said in sorted(zip(lines, corpus.texts(), new, strict=True), key=itemgetter(0)):
        if line and old == said:
            continue
        # Some formats have no lines: there texts stand one behind the other.
        following = bisect_right(used, line)
        end = begins[used[following] - 1] if line and following < len(used) else len(file)
        bounds = max(behind, begins[line - 1] if line else 0), end
        places = ((find(file, form(old), *bounds), form(old)) for form in way.forms)
        place, form = next((each for each in places if each[0] >= 0), (-1, ""))
        if place >= 0:
            behind = place + len(form)
        elif old != said:
            return None
        if old != said:
            parts += [file[last:place], way.write(said, file, place)]
            last = behind
    return "".join([*parts, file[last:]])
