"""MPL2: subtitles with tenths of seconds.

    [4][22]Good|/day.

A line in italics begins with a slash. As in the library pysubs2, the details of a cue are those of SubStation Alpha.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, pairwise, repeat
from operator import gt

from .engine.cues import Markup, subtitles
from .engine.substation import with_breaks
from .errors import Problems, UsageError, Where
from .schema import Attributes, Corpus
from .schema.filling import filled
from .source import Source

_CUE = re.compile(r"\[(-?[0-9]{1,9})\]\[(-?[0-9]{1,9})\](.*)")
_OVERRIDE, _SETTING = re.compile(r"\{[^{}]*\}"), re.compile(r"\{[^}]*\}")
_MARKS = frozenset("{}\\|")
_DRAWING = re.compile(r"\\p[1-9]")
# Tenths of seconds have at most nine digits below this time.
_LATEST = 1e8


def read(source: Source) -> Corpus:
    """Reads cues.

    >>> corpus = read(Source(b"[4][22]Good|day.\\n"))
    >>> corpus.segments[0].text, corpus.segments[0].end
    ('Good day.', 2.2)
    """
    problems = Problems()
    starts, ends = array("d"), array("d")
    texts, attributes = list[str](), list[Attributes]()
    number = 0
    for lines in source.runs_of_lines(1 << 13):
        matches = list(map(_CUE.fullmatch, lines))
        columns = list(zip(*map(re.Match.groups, filter(None, matches)), strict=True)) or [(), (), ()]
        begins, stops = ([int(tenths) / 10 for tenths in column] for column in columns[:2])
        is_wrong = any(line.strip() for line, match in zip(lines, matches, strict=True) if match is None)
        if is_wrong or min(begins, default=0) < 0 or any(map(gt, begins, stops)):
            _complain(lines, matches, number, source.name, problems)
        number += len(lines)
        starts.extend(begins)
        ends.extend(stops)
        more_texts, more_attributes = _MARKUP.read(_as_substation(columns[2]))
        texts += more_texts
        attributes += more_attributes
    problems.check()
    table = filled(source.name, len(starts), start=starts, end=ends, text=texts, attributes=attributes)
    return Corpus(table, format="mpl2", path=source.name)


def _complain(
    lines: Sequence[str], matches: Sequence[re.Match[str] | None], before: int, path: str, problems: Problems
) -> None:
    """Adds the problems of lines, which stand behind `before` others."""
    for number, (line, match) in enumerate(zip(lines, matches, strict=True), before + 1):
        where = Where(path, number)
        if match is None:
            if line.strip():
                problems.add(where, "no times", "[4][22]text", line)
            continue
        start, end = int(match[1]) / 10, int(match[2]) / 10
        if start < 0:
            problems.add(where, f"begin is {start:g} s", "a begin at or after 0 s", line)
        elif end < start:
            problems.add(where, f"end {end:g} s is before begin {start:g} s", "an end at or after the begin", line)


def _as_substation(texts: Sequence[str]) -> list[str]:
    """Texts with the codes of SubStation Alpha in place of those of MPL2."""
    lists = list(map(str.split, texts, repeat("|")))
    lines = list(map(str.strip, chain.from_iterable(lists)))
    if "/" in "".join(lines):
        lines = [f"{{\\i1}}{line[1:].strip()}{{\\i0}}" if line[:1] == "/" else line for line in lines]
    bounds = pairwise(accumulate(map(len, lists), initial=0))
    return list(map("\\N".join, [lines[first:last] for first, last in bounds]))


def _bare(texts: Sequence[str]) -> Sequence[str]:
    return with_breaks(map(_OVERRIDE.sub, repeat(""), texts))


def _marked(texts: Sequence[str]) -> Sequence[str]:
    joined = "".join(texts)
    if any(map(joined.__contains__, "{}\\|/")):
        wrong = next((text for text in texts if text[:1] == "/" or not _MARKS.isdisjoint(text)), None)
        if wrong is not None:
            raise UsageError(f"mpl2 has no way to write the text {wrong!r}: some of it would be read as markup")
    return list(map(str.replace, texts, repeat("\n"), repeat("\\N")))


_MARKUP = Markup("mpl2", _bare, "{}\\|/\t\v\f\r", "\\N", _marked)


def write(corpus: Corpus) -> Iterator[str]:
    """Yields a file; every segment needs times."""
    starts, ends, texts = _MARKUP.cues(corpus, latest=_LATEST)
    columns = ([tenths // 100 for tenths in map(round, [time * 1000 for time in times])] for times in (starts, ends))
    plain = map(_SETTING.sub, repeat(""), texts)
    lines = map(str.replace, with_breaks(plain), repeat("\n"), repeat("|"))
    rows = zip(map("[{}][{}] {}\n".format, *columns, lines), map("".join, map(_SETTING.findall, texts)), strict=True)
    yield "".join([line for line, settings in rows if not settings or _DRAWING.search(settings) is None])


def sniff(lines: Sequence[str]) -> bool:
    """Whether every line begins with two times in brackets."""
    data = [line for line in lines if line.strip()]
    return bool(data) and all(map(_CUE.fullmatch, data))


FORMAT = subtitles("mpl2", (".mpl",), "MPL2: tenths of seconds and text", (read, write, sniff))
