"""The measure of two files where none is named: files of turns are scored as diarisation, all others by class."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterable

from ...formats import nemo, rttm
from ...formats.detection import detect
from ...formats.engine.folder_tree import without_clutter
from ...formats.engine.separated import separator_in
from ...formats.errors import UsageError
from ...formats.record import Format
from ...formats.records import as_lines
from ...formats.registry import by_name, by_suffix
from ...formats.roles import ROLES, are_turns, plain
from ...formats.source import Source, Target, stdin

_TABLES = ("csv", "tsv")


class _Held(io.BytesIO):
    """Stdin, which can be read twice."""

    name = "<stdin>"


def held(target: Target) -> Target:
    """Stdin in memory, for its content is looked at before it is read; any other target as it is."""
    return _Held(stdin().read()) if isinstance(target, str) and target == "-" else target


def usual_measure(ref: Target, hyp: Target, ref_format: str | None = None, hyp_format: str | None = None) -> str:
    """Diarisation for files of turns on both sides, whose speakers have free names; else classes.

    What speakers say, as in stm and SegLST, is no class. Next to turns in rttm, other files with speakers, such as
    those of recognisers and of ELAN, and labels of Audacity are turns, too.

    >>> turn = b"SPEAKER talk 1 0.0 4.0 <NA> <NA> anna <NA> <NA>"
    >>> [usual_measure(turn, turn, "rttm", name) for name in ("rttm", "whisperx", "ctm")]
    ['diarisation', 'diarisation', 'classes']
    >>> [usual_measure(turn, turn, name, "rttm") for name in ("rttm", "eaf", "ctm")]
    ['diarisation', 'diarisation', 'classes']
    """
    sides = (ref, ref_format), (hyp, hyp_format)
    have_turns = [_has_turns(*side) for side in sides]
    for mine, other in ((0, 1), (1, 0)):
        if have_turns[mine] and _name_of(*sides[mine]) == "rttm" and _names_speakers(*sides[other]):
            return "diarisation"
    return "diarisation" if all(have_turns) else "classes"


def _names_speakers(target: Target, name: str | None) -> bool:
    """Whether a file is of a format with speakers, or of Audacity's labels."""
    found = _name_of(target, name)
    return found == "audacity" or (bool(found) and "speakers" in by_name(found).carries)


def _name_of(target: Target, name: str | None) -> str:
    """The format of a file; empty for one that shows none, and for what is read once."""
    if name or not isinstance(target, (str, os.PathLike, bytes)):
        return name or ""
    try:
        return detect(Source(target, errors="surrogateescape")).name
    except (UsageError, OSError):
        return ""


def _has_turns(target: Target, name: str | None) -> bool:
    """Whether a file, or the first one of a folder, has turns: SPEAKER rows of rttm, a table of speakers without texts,
    or speakers with what they say.

    In an rttm without any rows nobody spoke.
    """
    if isinstance(target, (str, os.PathLike)):
        path = os.fspath(target)
        if os.path.isdir(path):
            paths = without_clutter(entry.path for entry in os.scandir(path) if entry.is_file())
            path = paths[0] if paths else ""
        if not os.path.isfile(path):
            return False
        target = path
    elif isinstance(target, io.BytesIO):
        file_name = str(getattr(target, "name", ""))
        record, content = by_name(name) if name else by_suffix(file_name), target.getvalue()
        if record is None and rttm.sniff(Source(content, errors="surrogateescape").head()):
            record = rttm.FORMAT
        return _are_turns(record, content)
    elif not isinstance(target, bytes):
        return False  # a stream is read once
    return _are_turns(by_name(name) if name else by_suffix(target), target)


def _are_turns(record: Format | None, target: Target) -> bool:
    if record is not None and record.name not in ("rttm", "stm", "seglst", "jsonl", *_TABLES):
        return False
    if record is not None and record.name == "seglst":
        return True
    source = Source(target, errors="surrogateescape")
    if record is None or record.name == "jsonl":
        members = _members(source) if source.start()[:1] in (b"[", b"{") else []
        return nemo.TURNS in members or _are_columns_of_turns(members)
    head = source.head()
    if record.name in _TABLES:
        first = head[0] if head else ""
        return _are_columns_of_turns(first.replace('"', "").split(separator_in(first)))
    if record.name == "stm":  # where most rows have one word, words are classes
        words = [len(line.split(None, 5)[-1].split()) for line in head if line.count(" ") and line[:2] != ";;"]
        return 2 * sum(number > 2 for number in words) > len(words)
    kinds = {fields[0].upper() for line in head if (fields := line.partition(";;")[0].split())}
    return not kinds or "SPEAKER" in kinds


def _are_columns_of_turns(columns: Iterable[str]) -> bool:
    names = {*map(plain, columns)}
    return are_turns(names) and not names.isdisjoint(ROLES["speaker"]) and "label" not in names


def _members(source: Source) -> list[str]:
    """The names of the members of the first record of a file of JSON."""
    head = as_lines(source).head()
    try:
        first: object = json.loads(head[0]) if head else None
    except ValueError:
        return []
    return [*first] if isinstance(first, dict) else []
