"""Lists of LJSpeech, VITS, CSS10 and KSS, read only: a recording and its text, between bars, without a line of names.

    LJ001-0001|Printing, in 1440|Printing, in fourteen forty
    wavs/a-1.wav|12|good day
    band/a-2.wav|Um 4 Uhr.|um vier uhr|8.5

The id is the first field, or the name of its file. The text is the second of two fields and the third of more, which is
as it is spoken; durations and translations may follow.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..core.file_names import file_stems
from .errors import Problems, Where
from .record import Format, read_only
from .schema import NOTICE, Corpus, Table
from .source import Source

_SOUND = re.compile(r"\.(?:wav|flac|mp3|ogg|opus|m4a)$", re.IGNORECASE)
_LAYOUT = "id|text or id|text|text as it is spoken, in all lines"
_LEAST, _MOST = 2, 6
_SPOKEN = 2


def read(source: Source) -> Corpus:
    """Reads the text of each line.

    >>> corpus = read(Source(b"wavs/a-1.wav|good day\\n"))
    >>> corpus.ids(), corpus.texts()
    (['a-1'], ['good day'])
    """
    problems = Problems()
    ids, texts, lines = list[str](), list[str](), list[int]()
    size = 0
    for number, line in enumerate(source.lines(), 1):
        if not line.strip():
            continue
        fields = line.rstrip("\r\n").split("|")
        size = size or len(fields)
        if len(fields) != size or not _LEAST <= size <= _MOST or not _is_id(fields[0]):
            problems.add(Where(source.name, number), "not a line of a list with bars", _LAYOUT, line)
            continue
        ids.append(fields[0].strip())
        texts.append(" ".join(_text(fields).split()))
        lines.append(number)
    problems.check()
    names = [stem if _SOUND.search(name) else name for name, stem in zip(ids, file_stems(ids), strict=True)]
    table = Table(len(ids), grammar="plain", path=source.name, id=names, text=texts, lines=lines)
    read_as = f"the third of {size} fields is read as the text"
    notices = (("ljspeech" + NOTICE, read_as),) if size > _SPOKEN else ()
    return Corpus(table, meta=notices, format="ljspeech", path=source.name)


def _text(fields: Sequence[str]) -> str:
    return fields[min(_SPOKEN, len(fields) - 1)]


def _is_id(field: str) -> bool:
    return len(field.split()) == 1


def sniff(lines: Sequence[str]) -> bool:
    """Whether all lines, two or more, have as many fields between bars, the first ones different ids with a digit."""
    rows = [line.split("|") for line in lines if line.strip()]
    ids = {fields[0] for fields in rows}
    if len(rows) < 2 or len(ids) < len(rows) or not all(map(_is_id, ids)):
        return False
    sizes = {*map(len, rows)}
    texts = [_text(fields).strip() for fields in rows]
    has_words = any(" " in text or not text.isascii() for text in texts)
    return (
        len(sizes) == 1 and _LEAST <= min(sizes) <= _MOST and has_words and all(re.search(r"\d", name) for name in ids)
    )


FORMAT = Format(
    name="ljspeech",
    suffixes=(),
    summary="lists of LJSpeech, VITS, CSS10, KSS: id|text, or path|text",
    carries=frozenset({"ids"}),
    read=read,
    write=read_only,
    sniff=sniff,
    family="toolkits",
    needs=frozenset({"ids"}),
)
