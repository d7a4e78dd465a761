"""Words or detections as rows of a table: keyword (or text), file, start, end or duration, and a score.

keyword,file,start,end,score         csv, tsv, JSON lines or Parquet; other usual names of columns do as well
coffee,kitchen,7.0,7.5,0.93
"""

from __future__ import annotations

from math import isfinite, nan

from ...formats.engine.columns import shown_names
from ...formats.engine.further_columns import further_columns
from ...formats.engine.side_rows import numeral_reader, rows_of
from ...formats.errors import Problems, Where, fail
from ...formats.record import Format
from ...formats.schema import Corpus, Label, Segment, text_of
from ...formats.source import Source
from ...formats.values import replace

TABLES = ("csv", "tsv", "jsonl", "parquet")
_KEYWORDS = ("keyword", "kw", "term", "word", "label")
_SCORES = ("score", "confidence", "conf", "probability")
_EXPECTED = "rows with columns keyword, file, start, end (or duration) and, of detections, score"


def read_rows(source: Source, record: Format, *, scored: bool) -> Corpus:
    """The rows of a table as segments of one label; `scored` rows are detections, which need a score."""
    heads: list[str] = []
    for _, cells in rows_of(source, _EXPECTED, heads.extend):
        heads = heads or [*cells]
    keyword = next((name for name in _KEYWORDS if name in heads), None)
    score = next((name for name in _SCORES if name in heads), None)
    if scored and score is None:
        fail(Where(source.name, 1), f"no column of scores among {shown_names(heads) or 'none'}", _EXPECTED)
    corpus = record.read(source, **({"text": keyword} if keyword else {}))
    scores = further_columns(corpus)[score] if scored and score else [None] * len(corpus)
    numeral, problems = numeral_reader(source), Problems()
    scores = [score and numeral(score) for score in scores]
    segments = [_row(*row, scored, problems) for row in zip(corpus.segments, scores, strict=True)]
    problems.check()
    return replace(corpus, segments=segments)


def _row(segment: Segment, score: str | None, scored: bool, problems: Problems) -> Segment:
    """The segment with its text as one label, which has the score."""
    where = segment.where or Where("", 1)
    if segment.start is None or segment.end is None:
        problems.add(where, "no start and end", "both in seconds, or start and duration")
    number = _number(score or "")
    if scored and not isfinite(number):
        problems.add(where, f"score {score!r}", "a number")
    confidence = number if scored else None
    label = Label(text_of(segment), segment.start, segment.end, confidence, where=where)
    return replace(segment, text=None, labels=(label,))


def _number(text: str) -> float:
    """The number that a cell holds; not a number for anything else.

    >>> _number("0.5"), _number("high")
    (0.5, nan)
    """
    try:
        return float(text)
    except ValueError:
        return nan
