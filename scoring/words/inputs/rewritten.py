"""A file with other texts in some of its utterances, and with everything else as it is, byte for byte."""

from __future__ import annotations

import codecs
import json
import re
from bisect import bisect_right
from html import escape
from itertools import product
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ....formats.errors import FormatError
from ....formats.registry import by_name
from ....formats.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ....formats.schema import Corpus

_MARKED = (
    (b"", "utf-8"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""The encodings of files without a named one, by byte order mark."""

_Change: TypeAlias = "tuple[int, str, str]"
"""The first line of an utterance, or 0 where a format has no lines; its text, and the text that it gets."""


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
    is_quoted = file.endswith('"', 0, place)
    return _doubled(text) if is_quoted or not re.search('[",;\t]', text) else f'"{_doubled(text)}"'


def _json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _xml(text: str) -> str:
    return escape(text, quote=False)


_WAYS = (
    _Way((_json, json.dumps), lambda text, file, place: json.dumps(text) if file.isascii() else _json(text)),
    _Way((str,), lambda text, file, place: text),
    _Way((_doubled,), _cell),
    _Way((_xml,), lambda text, file, place: _xml(text)),
)


def rewritten(source: Source, corpus: Corpus, anew: bytes, read: Callable[[Source], Corpus]) -> bytes | None:
    """The bytes of a file with the texts that `anew`, a file of the format written from scratch, has.

    `corpus` is what the file has now, and `read` reads a file as it was read. None where that cannot be done: where a
    text does not stand on the lines of its utterance, or where words have times of their own.
    """
    with_texts = by_name(corpus.format).with_texts
    if with_texts is not None:
        return with_texts(source, corpus, _read(anew, source, read) or ())
    texts = _read(anew, source, read)
    if texts == corpus.texts() and source.folder is None:
        return source.data
    mark, encoding = _encoding_of(source)
    if encoding is None or texts is None or corpus.table.has_labels() or len(texts) != len(corpus):
        return None
    # Records of an array have no lines: those of the corpus are of the lines of JSON that were made of it.
    lines = [0] * len(texts) if source.start()[:1] == b"[" and corpus.format == "jsonl" else corpus.table.lines
    changes = list(zip(lines, corpus.texts(), texts, strict=True))
    for way, find in product(_WAYS, (str.find, str.rfind)):
        text = _with_texts(source.text, changes, way, find)
        try:
            made = b"" if text is None else mark + text.encode(encoding, source.errors)
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


def _encoding_of(source: Source) -> tuple[bytes, str | None]:
    """The byte order mark and the encoding that give the bytes of a file from its text; None where none does."""
    named = () if source.encoding is None else ((b"", source.encoding),)
    for mark, encoding in () if source.folder is not None else (*named, *_MARKED):
        if source.data.startswith(mark) and mark + source.text.encode(encoding, source.errors) == source.data:
            return mark, encoding
    return b"", None


def _with_texts(file: str, changes: Sequence[_Change], way: _Way, find: Callable[..., int]) -> str | None:
    """The text of a file in which utterances have other texts; None where one does not stand on its lines."""
    begins = [0, *(end.end() for end in re.finditer("\n" if "\n" in file else "\r", file))]
    used = sorted({line for line, _, _ in changes})
    if used and used[-1] > len(begins):
        return None  # the format has other ends of lines, too
    parts: list[str] = []
    last = behind = 0
    for line, old, said in sorted(changes, key=itemgetter(0)):
        if line and old == said:
            continue
        # Some formats have no lines: there texts follow each other.
        following = bisect_right(used, line)
        end = begins[used[following] - 1] if line and following < len(used) else len(file)
        # An empty text stands at an end of its lines, not after them.
        while file[end - 1 : end] in ("\n", "\r"):
            end -= 1
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
