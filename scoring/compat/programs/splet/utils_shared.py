"""splet.utils_shared: texts by utterance, from a Kaldi text, JSON lines or a folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .....formats.engine.json_lines import json_lines
from .....formats.errors import UsageError, Where, among, fail
from .....formats.source import Source
from .structures import Session, Turn

__all__ = ["IO_CHOICES", "session_loader_setup", "text_loader_setup"]

_EXPECTED = "an object with a key, and with a text or turns"


def text_loader_setup(path: str, io: str = "kaldi") -> dict[str, str]:
    """Texts by utterance: of a Kaldi text, of JSON lines, or of the files of a folder."""
    if io not in _READERS:
        raise UsageError(f"unknown io {io!r}{among(io, _READERS)}")
    return _READERS[io](path)


def session_loader_setup(path: str) -> dict[str, Session]:
    """Sessions of JSON lines with `turns`; a line with a `text` is a session of one turn."""
    sessions: dict[str, Session] = {}
    for where, line, record in json_lines(path, Source(path).lines(), _EXPECTED):
        if not isinstance(record, dict):
            fail(where, "no JSON object", _EXPECTED, line)
        key: Any = next((record[name] for name in ("key", "id", "utt_id") if record.get(name) is not None), None)
        is_key = isinstance(key, (str, int))
        if not is_key:
            fail(where, "the record has no 'key'", _EXPECTED, line)
        if key in sessions:
            fail(where, f"duplicate key {key!r}", "each key once", line)
        # A text without turns is the only turn of its session.
        rows = record.get("turns", [{"text": record["text"]}] if "text" in record else None)
        if not isinstance(rows, list):
            fail(where, "the record has neither 'turns' nor 'text'", _EXPECTED, line)
        if not all(isinstance(row, dict) and isinstance(row.get("text", ""), str) for row in rows):
            fail(where, "a text that is no string", _EXPECTED, line)
        sessions[key] = Session(key, [_turn(row) for row in rows])
    return sessions


def _turn(row: Mapping[str, Any]) -> Turn:
    extra = {name: value for name, value in row.items() if name not in ("text", "speaker", "start", "end")}
    return Turn(row.get("text", ""), row.get("speaker"), row.get("start"), row.get("end"), extra)


def _kaldi(path: str) -> dict[str, str]:
    """Texts with the blanks at their ends, which a CER counts; our format kaldi has texts without them."""
    texts: dict[str, str] = {}
    for number, line in enumerate(Source(path).lines(), 1):
        key, *text = line.split(maxsplit=1) or [""]
        if key in texts:
            fail(Where(path, number), f"duplicate utterance id {key!r}", "each id once", line)
        if key:
            texts[key] = "".join(text)
    return texts


def _jsonl(path: str) -> dict[str, str]:
    return {key: session.text() for key, session in session_loader_setup(path).items()}


def _folder(path: str) -> dict[str, str]:
    texts: dict[str, str] = {}
    names: dict[str, str] = {}
    for file in sorted(Path(path).iterdir()):
        if not file.is_file():
            continue
        if file.stem in names:
            raise UsageError(
                f"{path}: {names[file.stem]!r} and {file.name!r} both name utterance {file.stem!r}; expected one file"
            )
        names[file.stem] = file.name
        texts[file.stem] = Source(file).text.strip()
    return texts


_READERS = {"kaldi": _kaldi, "jsonl": _jsonl, "dir": _folder}
IO_CHOICES = tuple(_READERS)
