"""A corpus as an object of another library: the other way of `objects.py`, by the same formats."""

from __future__ import annotations

import io
import json
import os
import tempfile
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from .errors import UsageError, short, unknown
from .optional import library as imported
from .registry import by_name
from .schema import Corpus
from .targets import write_corpus

if TYPE_CHECKING:
    from typing import Any


class HasTable(Protocol):
    """A result of `score` and the like, which makes a table of itself."""

    def to_arrow(self) -> Any:
        """The rows as a table of pyarrow."""


_TABLES = ("datasets", "pandas", "polars", "pyarrow")


def to_library(corpus: Corpus | HasTable, library: str, *, format: str | None = None) -> Any:
    """A corpus as an object: of pandas, polars, pyarrow, datasets, lhotse, pyannote, textgrid, pysubs2 or lxml.

    "whisper" is a dictionary, "nemo" a list of rows. `format` is that of an element of lxml. A result of `score`
    becomes a table.

    >>> import scorelite
    >>> to_library(scorelite.read(b"good day (a-1)\\n"), "whisper")["text"]
    ' good day'
    """
    names = sorted([*_MAKERS, *_TABLES])
    if not isinstance(library, str):
        raise UsageError(f"library is {short(repr(library))}; expected one of: {', '.join(names)}")
    if library not in names:
        raise unknown("library", library, names, "docs/guides/python.md lists them")
    if format is not None and library != "lxml":
        raise UsageError(f"format={format!r} has no effect on {library!r}; it is for 'lxml'")
    if not isinstance(corpus, Corpus):
        if library not in _TABLES or not hasattr(corpus, "to_arrow"):
            raise UsageError(
                f"{type(corpus).__name__} is not a corpus; expected what read() gives, or a result of score()"
            )
        return _of_table(corpus.to_arrow(), library)
    if library in _TABLES:
        return _of_table(_arrow(corpus), library)
    return _MAKERS[library](corpus) if format is None else _element(corpus, format)


def _written(corpus: Corpus, format: str) -> bytes:
    """The bytes of a corpus in a format."""
    target = io.BytesIO()
    write_corpus(corpus, target, by_name(format), encoding=None, errors="strict")
    return target.getvalue()


def _json_lines(corpus: Corpus, format: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in _written(corpus, format).splitlines() if line]


def _arrow(corpus: Corpus) -> Any:
    parquet = imported("pyarrow.parquet", purpose="tables", install="'scorelite[parquet]'")
    file = parquet.ParquetFile(io.BytesIO(_written(corpus, "parquet")), pre_buffer=False)
    return file.read(use_threads=False)


def _of_table(table: Any, library: str) -> Any:
    """A table of pyarrow as one of another library."""
    if library == "pandas":
        imported("pandas", purpose="data frames", install="pandas")
        return table.to_pandas()
    if library == "polars":
        return imported("polars", purpose="data frames", install="polars").from_arrow(table)
    if library == "datasets":
        return imported("datasets", purpose="data sets", install="datasets").Dataset(table)
    return table


def _supervisions(corpus: Corpus) -> Any:
    lhotse = imported("lhotse", purpose="supervisions", install="lhotse")
    return lhotse.SupervisionSet.from_dicts(_json_lines(corpus, "lhotse"))


def _annotation(corpus: Corpus) -> Any:
    """An annotation; of several recordings, a dictionary from names to annotations."""
    core = imported("pyannote.core", purpose="annotations", install="pyannote.core")
    annotations: dict[str, Any] = {}
    for number, segment in enumerate(corpus.segments):
        if segment.start is None or segment.end is None:
            raise UsageError(f"segment {segment.id or number + 1} has no times, which an annotation needs")
        annotation = annotations.setdefault(segment.session, core.Annotation(uri=segment.session or None))
        annotation[core.Segment(segment.start, segment.end), number] = segment.speaker or segment.text
    if len(annotations) > 1:
        return annotations
    return next(iter(annotations.values()), core.Annotation())


def _tiers(corpus: Corpus) -> Any:
    """A TextGrid; the library reads files alone."""
    textgrid = imported("textgrid", purpose="tiers of Praat", install="textgrid")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "corpus.TextGrid")
        with open(path, "wb") as file:
            file.write(_written(corpus, "textgrid"))
        return textgrid.TextGrid.fromFile(path)


def _subtitles(corpus: Corpus) -> Any:
    """Subtitles with times to the millisecond; an event is named after its speaker."""
    pysubs2 = imported("pysubs2", purpose="subtitles", install="pysubs2")
    target = pysubs2.SSAFile()
    for number, segment in enumerate(corpus.segments, 1):
        if segment.start is None or segment.end is None:
            raise UsageError(f"segment {segment.id or number} has no times, which subtitles need")
        event = pysubs2.SSAEvent(start=round(segment.start * 1000), end=round(segment.end * 1000), name=segment.speaker)
        event.plaintext = segment.text
        target.append(event)
    return target


def _element(corpus: Corpus, format: str | None = None) -> Any:
    """The root of a corpus in a format of XML."""
    etree = imported("lxml.etree", purpose="elements", install="lxml")
    try:
        return etree.fromstring(_written(corpus, format or corpus.format or "ttml"))
    except etree.XMLSyntaxError:
        name = format or corpus.format
        raise UsageError(f"{name} is not an XML format; expected format='ttml' or another") from None


_MAKERS: dict[str, Callable[[Corpus], Any]] = {
    "lhotse": _supervisions,
    "lxml": _element,
    "nemo": lambda corpus: _json_lines(corpus, "nemo"),
    "pyannote": _annotation,
    "pysubs2": _subtitles,
    "textgrid": _tiers,
    "whisper": lambda corpus: json.loads(_written(corpus, "whisper")),
}
