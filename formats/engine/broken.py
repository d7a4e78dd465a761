"""Files with broken cues or lines: the others are read, and each place that was left out is listed."""

from __future__ import annotations

import re
from types import MappingProxyType

from ..errors import FormatError, Problem, Where, quantity
from ..schema import NOTICE, Corpus
from ..source import Source
from ..values import dataclass, replace
from .cues import cue_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ..record import Format

OF_CUES = ("srt", "vtt", "sbv")
OF_LINES = ("ctm", "stm", "rttm", "mdtm", "trn", "kaldi", "jsonl", "nemo", "lhotse", "csv", "tsv", "mpl2", "microdvd")
_TABLES = ("csv", "tsv")
_PASSES = 100
"""So often a file is read: a reader reports up to 20 problems at once."""
_BEGIN_OF_CUE = re.compile(r"[0-9]:[0-9]{2}.*[0-9]:[0-9]{2}|^(?:NOTE|STYLE|REGION)\b")


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A broken cue or line that was left out."""

    where: Where
    what: str
    first: int
    last: int
    """The first and the last line that were left out, counted from 1."""

    def __str__(self) -> str:
        lines = f"line {self.first}" if self.first == self.last else f"lines {self.first} to {self.last}"
        return f"{self.where}: {self.what}; left out {lines}"


def read_rest(
    source: Source, record: Format, options: Mapping[str, Any] = MappingProxyType({}), passes: int = _PASSES
) -> tuple[Corpus, tuple[LeftOut, ...]]:
    """Reads a file without its broken cues or lines; raises the first error where nothing else could be read.

    >>> from scorelite.formats.registry import by_name
    >>> corpus, left = read_rest(Source(b"f 1 0 1 a\\nf 1 x 1 b\\n", name="f.ctm"), by_name("ctm"))
    >>> len(corpus), str(left[0])
    (1, "f.ctm:2:5: begin 'x' is not a number; left out line 2")
    """
    try:
        return record.read(source, **options), ()
    except FormatError as error:
        first = latest = error
    if record.name not in OF_CUES + OF_LINES:
        raise first
    lines: list[str | None] = [*cue_lines(source)]
    left: list[LeftOut] = []
    for _ in range(passes):
        removed = _remove(lines, latest.problems, record.name)
        if not removed:
            break
        left += removed
        text = "".join([f"{line}\n" for line in lines if line is not None])
        try:
            rest = Source(text.encode("utf-8", "surrogateescape"), name=source.name, errors=source.errors)
            corpus = record.read(rest, **options)
        except FormatError as error:
            latest = error
        else:
            if not len(corpus):
                break
            return corpus, tuple(sorted(left, key=lambda each: each.first))
    raise first


def with_notice(corpus: Corpus, left: Sequence[LeftOut]) -> Corpus:
    """The corpus with a notice of the places that were left out."""
    if not left:
        return corpus
    shown = ", ".join([str(each.where.line) for each in left[:10]]) + ", ..." * (len(left) > 10)
    text = f"{summary(corpus.format, len(left))} (line{'s' * (len(left) > 1)} {shown})"
    return replace(corpus, meta=(*corpus.meta, (f"{corpus.format}{NOTICE}", text)))


def summary(format: str, number: int) -> str:
    """The number of the cues or lines that were left out.

    >>> summary("srt", 2)
    '2 broken cues left out'
    """
    return f"{quantity(number, 'broken cue' if format in OF_CUES else 'broken line')} left out"


def advised(
    error: FormatError,
    format: str,
    fix: str = "skip_broken=True (--skip-broken)",
    column: str = "text=NAME (--option text=NAME)",
) -> FormatError:
    """The error with the option that helps: the name of a column, or what leaves out broken cues or lines."""
    what = error.problems[0].what
    lines = {problem.where.line for problem in error.problems}
    is_whole = format in _TABLES or format not in OF_LINES or min(lines) == 1  # and no row that lacks what others have
    if what.startswith("no column") and is_whole:
        is_unnamed = what.startswith("no column of texts")
        return FormatError(error.problems, error.more, f"{column} reads another column") if is_unnamed else error
    are_all = error.more > 0 and max(lines) - min(lines) < len(lines)  # as far as problems are listed
    if format not in OF_CUES + OF_LINES or what.startswith("invalid byte") or are_all:
        return error
    left_out = "cues" if format in OF_CUES else "lines"
    return FormatError(error.problems, error.more, f"{fix} leaves out broken {left_out}")


def _remove(lines: list[str | None], problems: Sequence[Problem], format: str) -> list[LeftOut]:
    """Removes the lines of broken cues or rows, and lists them.

    They become blank, so that the others keep their numbers, or None in ctm, which has no blank lines.
    """
    texts = [line or "" for line in lines]
    places = [place for place, line in enumerate(lines) if line is not None]
    removed = []
    for problem in problems:
        if problem.where.line > len(places) or not texts[place := places[problem.where.line - 1]].strip():
            continue  # removed with the problem before it, or a problem of the whole file
        begin, end = _cue_at(texts, place) if format in OF_CUES else (place, place + 1)
        if format in _TABLES and (not any(map(str.strip, texts[:place])) or texts[place].count('"') % 2):
            return []  # names of columns, or a row of several lines
        for number in range(begin, end):
            texts[number] = ""
            lines[number] = None if format == "ctm" else ""
        removed.append(LeftOut(replace(problem.where, line=place + 1), problem.what, begin + 1, end))
    return removed


def _cue_at(lines: Sequence[str], place: int) -> tuple[int, int]:
    """The lines of a broken cue: its paragraph, and those below that begin no cue, for a text may have blank lines."""
    begin = end = place
    while begin and lines[begin - 1].strip():
        begin -= 1
    below = place
    while below < len(lines) and (below == place or not any(map(_BEGIN_OF_CUE.search, lines[below : below + 2]))):
        end = below
        while end < len(lines) and lines[end].strip():
            end += 1
        below = end
        while below < len(lines) and not lines[below].strip():
            below += 1
    return begin, end
