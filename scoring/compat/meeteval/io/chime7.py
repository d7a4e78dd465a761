"""Transcripts of the challenge CHiME-7: a JSON file a session, whose entries are segments.

python -m scorelite.scoring.compat.meeteval.io.chime7 to_stm dev/*.json --uem=dev/all.uem > dev.stm
python -m scorelite.scoring.compat.meeteval.io.chime7 to_rttm dev/*.json --uem=dev/all.uem > dev.rttm
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, TextIO

from ..ending import exit_code
from .rttm import RTTM, RTTMLine
from .stm import STM, STMLine
from .uem import UEM

__all__ = ["fix_json", "json_to_rttm", "json_to_stm", "to_rttm", "to_stm"]

# Names in older files: what they are called, and what they were called.
_OLD_NAMES = {
    "speaker": "speaker_id",
    "start_time": "start_second",
    "end_time": "stop_second",
    "session_id": "subset",
}


def fix_json(json_content: Any) -> list[dict[str, Any]]:
    """The entries of a file; those whose speaker is `speaker_id` get the present names of their keys."""
    entries: list[dict[str, Any]] = list(json_content.values()) if isinstance(json_content, Mapping) else json_content
    for entry in entries:
        if "speaker" not in entry:
            for name, old in _OLD_NAMES.items():
                if name not in entry:
                    entry[name] = entry[old]
    return entries


def json_to_stm(json_content: Iterable[Mapping[str, Any]], filename: str) -> STM:
    """The entries of a session as STM.

    >>> entry = {"speaker": "P03", "start_time": "11.000", "end_time": "11.370", "words": "so ummm"}
    >>> json_to_stm([entry], "S05").dumps()
    'S05 1 P03 11.000 11.370 so ummm\\n'
    """
    return STM(
        [
            STMLine(
                entry.get("session_id", filename),
                "1",
                entry["speaker"],
                Decimal(entry["start_time"]),
                Decimal(entry["end_time"]),
                entry["words"],
            )
            for entry in json_content
        ]
    )


def json_to_rttm(json_content: Iterable[Mapping[str, Any]], filename: str) -> RTTM:
    """The entries of a session as RTTM."""
    lines = []
    for entry in json_content:
        start, end = Decimal(entry["start_time"]), Decimal(entry["end_time"])
        name = entry.get("session_id") or filename
        lines.append(
            RTTMLine(filename=name, channel="1", speaker_id=entry["speaker"], begin_time=start, duration=end - start)
        )
    return RTTM(lines)


def to_stm(*jsons: Any, uem: Any = None, file: TextIO | None = None) -> None:
    """Writes the sessions of files as STM, to stdout without `file`; of those in `uem` the regions alone."""
    _write(json_to_stm, jsons, uem, file)


def to_rttm(*jsons: Any, uem: Any = None, file: TextIO | None = None) -> None:
    """Writes the sessions of files as RTTM, to stdout without `file`; of those in `uem` the regions alone."""
    _write(json_to_rttm, jsons, uem, file)


def _write(convert: Any, jsons: Iterable[Any], uem: Any, file: TextIO | None) -> None:
    regions = None if uem is None else UEM.load(uem)
    for path in map(Path, jsons):
        entries = fix_json(json.loads(path.read_text("utf-8"), parse_float=Decimal))
        lines = convert(entries, path.stem)
        if regions is not None:
            lines = lines.filter_by_uem(regions, verbose=True)
        (file or sys.stdout).write(lines.dumps())


def main(words: Sequence[str] | None = None) -> int:
    """Runs a command with the names and options of MeetEval's; returns its exit code."""
    words = sys.argv[1:] if words is None else words
    parser = argparse.ArgumentParser(prog="chime7.py", description="Sessions of CHiME-7, a JSON file each, on stdout.")
    commands = {"to_stm": to_stm, "to-stm": to_stm, "to_rttm": to_rttm, "to-rttm": to_rttm}
    parser.add_argument("command", choices=commands, help="to_stm or to_rttm")
    parser.add_argument("jsons", nargs="*", metavar="JSON", help="a file a session")
    parser.add_argument("-u", "--uem", metavar="UEM", help="write what lies in these regions alone")
    if not words:
        parser.print_help()
        return 0
    options = parser.parse_intermixed_args(words)
    return exit_code("chime7", options.command, lambda: commands[options.command](*options.jsons, uem=options.uem))


if __name__ == "__main__":
    sys.exit(main())
