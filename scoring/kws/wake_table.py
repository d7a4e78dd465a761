"""Clips with scores of wake words: a table with a row for each clip, or wekws' scores by frame with its list of clips.

id,score,label,seconds               csv, tsv, JSON lines or Parquet; the label is 1 or 0
c1,0.93,hey lite,1.4                 ... or the keyword, empty or another text for clips without it
id,keyword,score,label,seconds       several keywords
c1 hey_lite 0.01 0.90 0.95           wekws: scores by frame, and with labels= lines of
{"key": "c1", "txt": "hey_lite", "duration": 1.4}
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...formats.engine.columns import shown_names
from ...formats.engine.json_lines import json_lines
from ...formats.engine.side_rows import numeral_reader, rows_of
from ...formats.errors import Problems, UsageError, Where, fail, short
from ...formats.roles import PATHS, ROLES, plain
from ...formats.source import SideFile
from .wake_clips import Clip

if TYPE_CHECKING:
    from ...formats.source import Target

_COLUMNS = {
    "id": ("utterance", "clip", "clip_id", *ROLES["id"], *PATHS),
    "keyword": ("keyword", "kw"),
    "score": ("score", "scores"),
    "label": ("label", "txt"),
    "seconds": ("seconds", "duration"),
}
_NEEDED = ("id", "score", "label", "seconds")
_EXPECTED = "a table with columns id, score, label and seconds (csv, tsv, JSON lines), or scores by frame as wekws "
_EXPECTED += "writes them, with its list of clips in labels=FILE (--labels FILE)"
_OF_DETECTIONS = (
    "detections with times as kwslist= (--kwslist FILE), along with reference, keywords and searched regions"
)
_SCORES = "a number, or a number for each frame"
_SECONDS = "the length of the clip in seconds"
_LABELS = 'lines such as {"key": "c1", "txt": "hey_lite", "duration": 1.4}'
_LIMIT = 1e300
"""Above it differences of two numbers are not finite."""
_YES, _NO = ("1", "true", "1.0"), ("0", "false", "0.0")
ONLY = "keyword"
"""The name of the keyword of a table that names none."""


class _Row(NamedTuple):
    """A row of a table."""

    where: Where
    line: str | None
    id: str
    keyword: str
    scores: tuple[float, ...]
    label: str
    seconds: float


def read_clips(target: Target, labels: Target | None = None) -> dict[str, list[Clip]]:
    """The clips of each keyword: of a table, or with `labels` of wekws' scores by frame.

    >>> clips = read_clips(b"id,score,label,seconds\\na,0.9,1,1.5\\nb,0.2,0,3600\\n")
    >>> clips["keyword"][1].seconds, clips["keyword"][0].is_positive
    (3600.0, True)
    """
    if labels is not None:
        return _of_frames(SideFile(target), SideFile(labels))
    source = SideFile(target)
    rows = _table(source)
    named = {row.keyword for row in rows} - {""}
    texts = {_folded(row.label) for row in rows} - {""}
    is_about_rows = texts <= {*_YES, *_NO} and not texts & {_folded(name) for name in named}
    if is_about_rows and (texts or not named):
        return _judged(rows)
    if not named:
        names = [*dict.fromkeys(row.label for row in rows if row.label)]
        if len(texts) > 1:
            many = f"labels {', '.join(map(short, names[:3]))}"
            fail(rows[0].where, f"{many}, and no column keyword", "1 and 0, or a column that says what a score is of")
        rows = [row._replace(keyword=names[0]) for row in rows]
    return _named(rows)


def _table(source: SideFile) -> list[_Row]:
    """The rows of a table; all problems of cells are reported at once."""
    problems = Problems()
    lines = source.lines() if source.data[:4] != b"PAR1" else []
    rows: list[_Row] = []
    found: Mapping[str, str] = {}
    seen: dict[tuple[str, str], int] = {}
    numeral = numeral_reader(source)
    for number, cells in rows_of(source, _EXPECTED, lambda head: _roles(head, source.name)):
        if not found or not cells.keys() >= {*found.values()}:
            found = _roles([*cells], source.name, number)
        for column in {found["score"], found["seconds"]} & cells.keys():
            cells[column] = numeral(cells[column] or "")
        row = _row(source.name, number, lines[number - 1] if number <= len(lines) else None, cells, found, problems)
        if row is None:
            continue
        if (before := seen.setdefault((row.id, row.keyword), number)) != number:
            what = f"{short(row.id)} again, as in line {before}"
            problems.add(row.where, what, "one row for each clip, or for each clip and keyword", row.line)
        rows.append(row)
    problems.check()
    if not rows:
        fail(Where(source.name, 1), "no rows", _EXPECTED)
    return rows


def _roles(names: Sequence[str], path: str, line: int = 1) -> dict[str, str]:
    """The column of each role."""
    written = {plain(name): name for name in names}
    found = {role: written[name] for role, usual in _COLUMNS.items() for name in usual[::-1] if name in written}
    if lacking := [role for role in _NEEDED if role not in found]:
        expected = _OF_DETECTIONS if "start" in written else _EXPECTED
        fail(Where(path, line), f"columns {shown_names(names)}, without {', '.join(lacking)}", expected)
    return found


def _row(
    path: str, number: int, line: str | None, cells: dict[str, str | None], roles: Mapping[str, str], problems: Problems
) -> _Row | None:
    """One row; None after a problem."""
    texts = {role: (cells.get(column) or "").strip() for role, column in roles.items()}
    keyword = texts.get("keyword", "")

    def report(role: str, expected: str) -> None:
        shown = short(texts[role])
        what = f"{role} {shown!r}" if shown else f"no {role}"
        problems.add(Where(path, number, _column_of(line, cells, roles[role])), what, expected, line)

    if not texts["id"]:
        report("id", "an id for each clip")
        return None
    # A row without keyword and score is a clip in which nothing was detected.
    is_silent = "keyword" in roles and not keyword and not texts["score"]
    scores = () if is_silent else _numbers(texts["score"])
    if scores is None:
        report("score", _SCORES)
        return None
    seconds = _numbers(texts["seconds"])
    if not seconds or len(seconds) > 1 or seconds[0] < 0:
        report("seconds", _SECONDS)
        return None
    if "keyword" in roles and not keyword and not is_silent:
        report("keyword", "the keyword that the score is of, or neither")
        return None
    return _Row(Where(path, number), line, texts["id"], keyword, scores, texts["label"], seconds[0])


def _column_of(line: str | None, cells: Mapping[str, str | None], column: str) -> int:
    """The place of a cell in its line, from 1."""
    if line is None:
        return 1
    if line.lstrip()[:1] == "{":
        return max(line.find(json.dumps(column, ensure_ascii=False)), 0) + 1
    place = 0
    for name, cell in cells.items():
        place = max(line.find(cell or "", place), place)
        if name == column:
            break
        place += len(cell or "") + 1
    return place + 1


def _numbers(text: str) -> tuple[float, ...] | None:
    """Finite numbers between blanks, or in a list of JSON; None for anything else.

    >>> _numbers("0.5 1"), _numbers("[0.5, 1]"), _numbers(""), _numbers("nan")
    ((0.5, 1.0), (0.5, 1.0), None, None)
    """
    plain = text.strip("[]").replace(",", " ") if text[:1] == "[" else text
    try:
        numbers = tuple(map(float, plain.split()))
    except ValueError:
        return None
    return numbers if numbers and all(abs(number) < _LIMIT for number in numbers) else None


def _judged(rows: Sequence[_Row]) -> dict[str, list[Clip]]:
    """Clips with labels 1 and 0, which are about the keyword of their row."""
    problems = Problems()
    clips: dict[str, list[Clip]] = {}
    for row in rows:
        label = _folded(row.label)
        if label not in (*_YES, *_NO):
            problems.add(row.where, "no label", "1 for a clip with the keyword, 0 for one without it", row.line)
        elif row.scores:
            clip = Clip(np.array(row.scores), label in _YES, row.seconds)
            clips.setdefault(row.keyword or ONLY, []).append(clip)
        else:
            problems.add(row.where, "no keyword and no score", "labels that name keywords", row.line)
    problems.check()
    return clips


def _named(rows: Sequence[_Row]) -> dict[str, list[Clip]]:
    """Clips whose labels name keywords: each counts for every keyword, without a row of it as not detected."""
    by_id: dict[str, _Row] = {}
    scores: dict[str, dict[str, tuple[float, ...]]] = {}
    names: dict[str, str] = {}
    keywords = {_folded(row.keyword) for row in rows}
    problems = Problems()
    for row in rows:
        first = by_id.setdefault(row.id, row)
        if (_folded(first.label), first.seconds) != (_folded(row.label), row.seconds):
            what = f"{short(row.id)} with another label or length than in line {first.where.line}"
            problems.add(row.where, what, "one label and one length for each clip", row.line)
        if _folded(row.label) in _YES and _folded(row.label) not in keywords:
            problems.add(row.where, f"label {row.label}", "the name of a keyword, as other labels are", row.line)
        if row.keyword:
            scores.setdefault(names.setdefault(_folded(row.keyword), row.keyword), {})[row.id] = row.scores
    problems.check()
    return {
        name: [
            Clip(np.array(own.get(key, ()), float), _folded(row.label) == _folded(name), row.seconds)
            for key, row in by_id.items()
        ]
        for name, own in scores.items()
    }


def _of_frames(source: SideFile, labels: SideFile) -> dict[str, list[Clip]]:
    """The clips of wekws' list with scores by frame; each has scores of every keyword."""
    problems = Problems()
    scores: dict[str, dict[str, tuple[float, ...]]] = {}
    for number, line in enumerate(source.lines(), 1):
        fields = line.split(maxsplit=2)
        if not fields:
            continue
        where = Where(source.name, number)
        numbers = _numbers(fields[2]) if len(fields) == 3 else None
        if numbers is None:
            place = where if len(fields) < 3 else Where(source.name, number, line.find(fields[2]) + 1)
            problems.add(place, "no scores", "an id, a keyword, and a number for each frame", line)
        elif fields[0] in scores.setdefault(fields[1], {}):
            problems.add(where, f"{short(fields[0])} again", "one line for each clip and keyword", line)
        else:
            scores[fields[1]][fields[0]] = numbers
    problems.check()
    if not scores:
        fail(Where(source.name, 1), "no scores", "lines of wekws: an id, a keyword, and a number for each frame")
    clips: dict[str, list[Clip]] = {name: [] for name in scores}
    listed: set[str] = set()
    for where, line, row in json_lines(labels.name, labels.lines(), _LABELS):
        if not isinstance(row, dict) or not {"key", "txt", "duration"} <= row.keys():
            problems.add(where, "no key, txt and duration", _LABELS, line)
            continue
        key, label, seconds = str(row["key"]), _folded(str(row["txt"])), _numbers(str(row["duration"]))
        if not seconds or len(seconds) > 1 or seconds[0] < 0:
            problems.add(where, f"duration {short(str(row['duration']))!r}", _SECONDS, line)
        elif key in listed:
            problems.add(where, f"{short(key)} again", "one line for each clip", line)
        elif lacking := [name for name, own in scores.items() if key not in own]:
            problems.add(where, f"{short(key)} has no scores of {short(lacking[0])} in {source.name}", "them", line)
        else:
            for name, own in scores.items():
                clips[name].append(Clip(np.array(own[key]), label == _folded(name), seconds[0]))
        listed.add(key)
    problems.check()
    if strangers := [key for own in scores.values() for key in own if key not in listed]:
        raise UsageError(
            f"{source.name}: {short(strangers[0])} is not listed in {labels.name}; expected all clips there"
        )
    return clips


def _folded(text: str) -> str:
    return text.casefold()
