"""Both sides of fstalign: words of plain text, ctm and nlp files, rows of nlp files, and classes with candidates.

Words are compared in lower case, unless case counts. A stretch of rows with one label is a class, which is read as one
of its candidates; the words of the rows are one more.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any, NoReturn

from .....formats.ctm import read as read_ctm
from .....formats.errors import UsageError, Where, fail, short
from .....formats.nlp import word_rows
from .....formats.schema import Label
from .....formats.source import Source
from .....formats.values import dataclass

__all__: list[str] = []

UNKNOWN = "<unk>"
_CANDIDATES = '{"0": {"candidates": [{"verbalization": ["twenty", "twenty"]}]}}'
_SIDECAR = '{"0": {"entity_type": "YEAR"}}'
_FIELDS = {
    "token": "token",
    "speaker": "speaker",
    "ts": "ts",
    "endTs": "end_ts",
    "punctuation": "punctuation",
    "prepunctuation": "prepunctuation",
    "case": "case",
    "tags": "tags",
    "confidence": "confidence",
}
"""Columns of an nlp file and fields of a row."""
_FST = "an FST is not read here; take the text of its best path"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of an nlp file, as fstalign keeps it."""

    token: str = ""
    speaker: str = ""
    ts: str = ""
    end_ts: str = ""
    punctuation: str = ""
    prepunctuation: str = ""
    case: str = ""
    tags: str = ""
    wer_tags: tuple[tuple[str, str], ...] = ()
    """Ids and the types that the sidecar gives them."""
    confidence: str = ""

    @property
    def label(self) -> str:
        """The first label, as in `5:TIME`; nothing for none."""
        text = self.tags.strip("[] ").partition(",")[0].strip()
        return text.strip("'\"")

    @property
    def class_label(self) -> str:
        """The first label as it is named in the alignment."""
        return f"___{self.label.replace(':', '_')}___" if self.label else ""


@dataclass(frozen=True, slots=True)
class Heard:
    """A word of the hypothesis: as it was written, and its times."""

    written: str
    begin: float = 0.0
    end: float = 0.0


@dataclass(frozen=True, slots=True)
class Part:
    """A word of the reference, or the candidates of a class."""

    words: tuple[str, ...]
    label: str = ""
    others: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """How words are read: in the case in which they are written, and with marks as words of their own."""

    use_case: bool = False
    use_punctuation: bool = False

    def compared(self, word: str) -> str:
        """A word as it is compared."""
        return word if self.use_case else word.lower()


def file_kind(path: str) -> str:
    """The kind of a file by its suffix: nlp, ctm or text."""
    suffix = path.lower().rpartition(".")[2]
    if suffix == "fst":
        raise UsageError(f"{path}: {_FST}")
    return suffix if suffix in ("nlp", "ctm") else "text"


def heard(path: str, reading: Reading) -> list[Heard]:
    """The words of the hypothesis."""
    kind = file_kind(path)
    if kind == "nlp":
        return [Heard(row.token, *_times(row)) for row in _with_marks(rows_of(path, {}), reading)]
    return _of_ctm(path) if kind == "ctm" else [Heard(word) for word in Source(path).text.split()]


def _of_ctm(path: str) -> list[Heard]:
    items = (item for segment in read_ctm(Source(path), markup=False).segments for item in segment.items)
    return [Heard(item.value, item.start or 0.0, item.end or 0.0) for item in items if isinstance(item, Label)]


def _times(row: Row) -> tuple[float, float]:
    """The begin and the end of a row; one of them stands for a missing other."""
    begin, end = (float(text) if any(map(str.isdigit, text)) else None for text in (row.ts, row.end_ts))
    return (begin if begin is not None else end) or 0.0, (end if end is not None else begin) or 0.0


def rows_of(path: str, types: Mapping[str, str]) -> list[Row]:
    """The rows of an nlp file that have words; `types` are the ones of wer_tags by id."""
    spoken = word_rows(Source(path)).spoken()
    cells = {field: spoken.column(name) for name, field in _FIELDS.items() if name in spoken.columns}
    rows = (dict(zip(cells, texts, strict=True)) for texts in zip(*cells.values(), strict=True))
    tags = spoken.column("wer_tags") or repeat("")
    return [Row(**row, wer_tags=_typed(text, types)) for row, text in zip(rows, tags, strict=False)]


def _typed(tags: str, types: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The ids of a list of tags with their types."""
    ids = (tag.strip(" '\"") for tag in tags.strip("[] ").split(","))
    return tuple((tag, types.get(tag, "")) for tag in ids if tag)


def _with_marks(rows: Sequence[Row], reading: Reading) -> Iterator[Row]:
    """Rows of words, and of their marks where these are words."""
    for row in rows:
        yield row
        if reading.use_punctuation and row.punctuation:
            yield Row(row.punctuation, row.speaker)


def told(path: str, reading: Reading) -> list[Part]:
    """The words of a reference that has no rows."""
    return [Part((reading.compared(word.written),)) for word in heard(path, reading)]


def told_by_rows(
    rows: Sequence[Row], candidates: Mapping[str, Sequence[tuple[str, ...]]], reading: Reading
) -> list[Part]:
    """The words and classes of the rows of a reference; `candidates` by the number of the label."""
    parts: list[Part | _Class] = []
    classes: dict[str, list[_Class]] = {}
    last = ""
    for row in rows:
        if row.label and row.label == last:
            classes[row.label.partition(":")[0]][-1].words.append(reading.compared(row.token))
        elif row.label:
            made = _Class(row.class_label, [reading.compared(row.token)])
            classes.setdefault(row.label.partition(":")[0], []).append(made)
            parts.append(made)
        else:
            parts.append(Part((_noise(reading.compared(row.token)),)))
        if reading.use_punctuation and row.punctuation:
            parts.append(Part((row.punctuation,)))
        last = row.label
    made_of = {
        each.label: [tuple(map(reading.compared, words)) for words in candidates.get(number, ())]
        + [tuple(other.words) for other in listed]
        for number, listed in classes.items()
        for each in listed
    }
    return [part if isinstance(part, Part) else part.finished(made_of[part.label]) for part in parts]


class _Class:
    """A class whose rows are being read."""

    __slots__ = ("label", "words")

    def __init__(self, label: str, words: list[str]) -> None:
        self.label = label
        self.words = words

    def finished(self, candidates: Sequence[tuple[str, ...]]) -> Part:
        # Of candidates that are equally good, fstalign takes the first one; the words of the rows are the last one.
        first = next((words for words in candidates if words), tuple(self.words))
        return Part(first, self.label, tuple(other for other in dict.fromkeys(candidates) if other != first))


def _noise(word: str) -> str:
    """A word of a row; a code of noise with a colon is one that nobody knows."""
    return UNKNOWN if word.startswith("<") and word.endswith(">") and ":" in word else word


def rows_in_order(rows: Sequence[Row], reading: Reading) -> list[Row]:
    """The rows to which words are joined: that of a mark has the speaker alone."""
    marked = []
    for row in rows:
        marked.append(row)
        if reading.use_punctuation and row.punctuation:
            marked.append(Row(speaker=row.speaker))
    return marked


def candidates_of(path: str) -> dict[str, list[tuple[str, ...]]]:
    """The candidates of the file of normalisations, by the number of the label."""
    made = {}
    for number, row in _object(path, _CANDIDATES).items():
        listed = row.get("candidates") if isinstance(row, Mapping) else None
        texts = [each.get("verbalization") if isinstance(each, Mapping) else None for each in listed or ()]
        if not isinstance(listed, list) or not all(isinstance(text, list) for text in texts):
            _refuse(path, f"the tag {short(number)} has no candidates", _CANDIDATES)
        made[number] = [tuple(map(str, text)) for text in texts if text is not None]
    return made


def types_of(path: str) -> dict[str, str]:
    """The types of wer_tags of the sidecar, by id."""
    made = {}
    for number, row in _object(path, _SIDECAR).items():
        called = row.get("entity_type") if isinstance(row, Mapping) else None
        if not isinstance(called, str):
            _refuse(path, f"the tag {short(number)} has no entity_type", _SIDECAR)
        made[number] = called
    return made


def _object(path: str, expected: str) -> dict[str, Any]:
    source = Source(path)
    try:
        read = json.loads(source.text)
    except (ValueError, RecursionError) as error:
        fail(Where(path, getattr(error, "lineno", 1), getattr(error, "colno", 1)), f"not JSON: {error}", expected)
    if not isinstance(read, dict):
        _refuse(path, "no object", expected)
    return read


def _refuse(path: str, what: str, expected: str) -> NoReturn:
    fail(Where(path, 1), what, expected)
