"""Timed files: rows of ctm files and segments of stm files that need no closer look.

The twin has them from the readers of the formats: these are the definition of what the native core does.
"""

from __future__ import annotations

import io
from array import array
from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ....formats.schema import Corpus, Table
    from ....formats.schema.words import Words

    # Texts by column, begins, ends (float64), whether segments are ignored (bytes), lines (int64), comments with the
    # number of segments before each, and segments with a brace.
    Segments = tuple[tuple[list[str], ...], bytes, bytes, bytes, bytes, list[tuple[str, int]], list[int]]

# Heads of files that name their encoding.
_HEADS = (b"\xef\xbb\xbf", b"<?xml")
# Longer numbers and those with signs or exponents need a closer look.
_TIME = r"[0-9.]{1,15}"
_CONFIDENCE = r"(?=.{0,15}$)(-?[0-9.]+|[Nn][Aa])?"
_MARK = "<[Aa][Ll][Tt].*"


class TimedRows:
    """Words with times of a ctm file."""

    __slots__ = ("_corpus", "_table")

    def __init__(self, corpus: Corpus, table: Words) -> None:
        self._corpus = corpus
        self._table = table

    def __len__(self) -> int:
        return len(self._table.words)

    def words(self, /) -> list[str]:
        """The words of all rows."""
        return list(self._table.words)

    def fields(self, number: int, first: int, last: int, /) -> list[str]:
        """A field of some rows as text, numbered from 0; empty where a row has none."""
        if number < 0 or not 0 <= first <= last <= len(self):
            raise ValueError("rows that do not exist; expected 0 to their number")
        names = [
            name for name, (a, b) in zip(self.names, pairwise(self._table.first), strict=True) for _ in range(a, b)
        ]
        rows = [(*name, *row) for name, row in zip(names, self._table.rows(), strict=True)]
        return [row[number] if number < len(row) else "" for row in rows[first:last]]

    def picked(self, number: int, rows: bytes, /) -> list[str]:
        """A field of the rows that a column of int64 names, as text; empty where a row has none."""
        column = self.fields(number, 0, len(self))
        return [column[row] for row in array("q", rows)]

    @property
    def names(self) -> list[tuple[str, str]]:
        """File and channel of every run of rows."""
        return list(self._table.names)

    @property
    def first(self) -> bytes:
        """The first row of every run, and the number of rows (int64)."""
        return self._table.first.tobytes()

    @property
    def lines(self) -> bytes:
        """The line of every row, from 1 (int64)."""
        return self._table.lines.tobytes()

    @property
    def begin(self) -> bytes:
        """Begins in seconds (float64)."""
        return self._table.begin.tobytes()

    @property
    def duration(self) -> bytes:
        """Durations in seconds (float64)."""
        return self._table.duration.tobytes()

    @property
    def confidence(self) -> bytes:
        """Confidences (float64), NaN where a row has none."""
        return self._table.confidence.tobytes()

    @property
    def comments(self) -> list[tuple[str, int]]:
        """Comment lines, and the number of runs before each."""
        return [(comment.text, comment.before) for comment in self._corpus.comments]


def ctm_rows(data: bytes, /) -> TimedRows | None:
    """The rows of a file of words with times that needs no closer look; None for other files."""
    from ....formats import ctm

    corpus = _read(ctm.read, data)
    if corpus is None:
        return None
    table = corpus.table.words
    assert table is not None
    if table.rest or _any_matches(_MARK, table.words):
        return None
    begins, durations, _, confidences = zip(*table.rows(), strict=True) if table.words else ((), (), (), ())
    plain = _all_match(_TIME, begins) and _all_match(_TIME, durations) and _all_match(_CONFIDENCE, confidences)
    return TimedRows(corpus, table) if plain else None


def cut_rows(
    first: bytes, begin: bytes, duration: bytes, pause: float, longest: float, /
) -> tuple[bytes, bytes, bytes, bytes]:
    """Segments of words with times, cut at pauses, before they get longer than `longest`, and where a word begins
    before its segment: the first row of each, the row that ends last (-1 where several end about there), its end, and
    the number of segments of each run of rows."""
    from ....formats.schema.words import cut_rows

    return cut_rows(first, begin, duration, pause, longest)


def channel_runs(data: bytes, /) -> tuple[list[bytes], bytes, bytes]:
    """Runs of lines that begin with the same two fields: both fields with a blank, the first byte of each run, and its
    number of lines (int64). Comments and blank lines belong to the run before them, or to the first.

    >>> names, begins, lines = channel_runs(b";; note\\na A 1\\na  A 2\\n\\nb A 1\\n")
    >>> names, array("q", begins).tolist(), array("q", lines).tolist()
    ([b'a A', b'b A'], [0, 22], [4, 1])
    """
    names: list[bytes] = []
    begins, lines = array("q"), array("q")
    place = 0
    for line in io.BytesIO(data):
        fields = [] if line[:1] == b";" else line.split(None, 2)[:2]
        name = b" ".join(fields)
        if not begins or (fields and name != names[-1] and names[-1]):
            names.append(name)
            begins.append(place)
            lines.append(0)
        elif fields:
            names[-1] = name
        lines[-1] += 1
        place += len(line)
    return names, begins.tobytes(), lines.tobytes()


def stm_segments(data: bytes, /) -> Segments | None:
    """The segments of a file that needs no closer look, braces aside: texts by column, begins, ends, whether they are
    ignored, lines, comments, and segments with a brace; None for other files."""
    from ....formats import stm
    from ....formats.engine.labels import label_of

    corpus = _read(stm.read, data)
    if corpus is None:
        return None
    table = corpus.table
    assert table.start is not None
    assert table.end is not None
    texts, times = list(table.written or ()), [list(column.texts()) for column in (table.start, table.end)]
    if not all(_all_match(_TIME, column) for column in times) or _is_escaped(data, table):
        return None
    if table.has("tags") and any("<" in text for text in texts):
        return None
    names = [list(column) for column in (table.sessions, table.channels, table.speakers)]
    comments = [(comment.text, comment.before) for comment in corpus.comments]
    marked = [place for place, text in enumerate(texts) if "{" in text or "}" in text]
    numbers = table.start.values.tobytes(), table.end.values.tobytes()
    columns = *numbers, bytes(table.ignored), array("q", table.lines).tobytes()
    return (*names, *times, list(map(label_of, table.tags)), texts), *columns, comments, marked


def _read(reader: object, data: bytes) -> Corpus | None:
    """The corpus of a format's reader; None for a file with a problem, or one that names its encoding."""
    from ....formats.errors import ScoreliteError
    from ....formats.source import Source

    if data.startswith(_HEADS):
        return None
    try:
        corpus: Corpus = reader(Source(data, encoding="utf-8"), markup=False)  # type: ignore[operator]
    except ScoreliteError:
        return None
    return corpus


# Compiled here, because most runs need no such file: `re` takes a fifth of the start.
def _all_match(pattern: str, texts: Iterable[str]) -> bool:
    import re

    return all(map(re.compile(pattern).fullmatch, texts))


def _any_matches(pattern: str, texts: Iterable[str]) -> bool:
    import re

    return any(map(re.compile(pattern, re.DOTALL).fullmatch, texts))


def _is_escaped(data: bytes, table: Table) -> bool:
    """Whether the text of some segment begins with an escaped label."""
    from ....formats.engine.fields import splitter

    text = data.decode()
    if "\\<" not in text:
        return False
    lines, split = text.split("\n"), splitter(text, 5)
    return any(field.startswith("\\<") for line in table.lines for field in split(lines[line - 1])[5:])
