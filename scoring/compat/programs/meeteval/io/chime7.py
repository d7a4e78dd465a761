"""Transcripts of the challenge CHiME-7: a JSON file a session, whose entries are segments.

python -m scorelite.compat.meeteval.io.chime7 to_stm dev/*.json --uem=dev/all.uem > dev.stm
python -m scorelite.compat.meeteval.io.chime7 to_rttm dev/*.json --uem=dev/all.uem > dev.rttm
python -m scorelite.compat.meeteval.io.chime7 dir_to_stms transcriptions --uemdir=uem
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import takewhile
from pathlib import Path
from statistics import median
from typing import Any, TextIO

from ......formats.errors import quantity
from ..ending import exit_code
from .rttm import RTTM, RTTMLine
from .stm import STM, STMLine
from .uem import UEM

__all__ = [
    "add_missing",
    "dir_to",
    "fix_json",
    "fix_rttm",
    "json_to_rttm",
    "json_to_stm",
    "stats",
    "to_rttm",
    "to_stm",
]

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


def dir_to(jsondir: Any, uemdir: Any = None, suffix: str = ".stm") -> None:
    """Writes the sessions of each folder in a folder to a file beside it, and prints its name.

    Of a folder `dev` with a file `dev/all.uem` in `uemdir`, the regions alone.
    """
    if suffix not in _WRITERS:
        raise AssertionError(suffix)
    if uemdir is not None and not any(Path(uemdir).glob("*/all.uem")):
        raise RuntimeError(f"Could not find any uem files with {Path(uemdir)}/*/all.uem")
    # The original takes names as the system lists them, in no order.
    for folder in sorted(path for path in Path(jsondir).glob("*") if not path.is_file()):
        jsons = sorted(map(str, folder.glob("*.json")))
        if not jsons:
            print(f"Ignore {folder}, because it contains no jsons.")
            continue
        uem = None if uemdir is None else Path(uemdir, folder.name, "all.uem")
        written = folder.with_suffix(suffix)
        with written.open("w", encoding="utf-8") as file:
            _WRITERS[suffix](*jsons, uem=uem if uem and uem.exists() else None, file=file)
        before, behind = _beginning(jsons), _beginning([name[::-1] for name in jsons])[::-1]
        names = ",".join(name[len(before) : len(name) - len(behind)] for name in jsons)
        print(f"Created {written} from {before}[{names}]{behind})")


def _beginning(names: Sequence[str]) -> str:
    """The letters with which all names begin."""
    return "".join(letters[0] for letters in takewhile(lambda column: len({*column}) == 1, zip(*names, strict=False)))


def fix_rttm(*rttms: Any, force: bool = False, dry: bool = False) -> None:
    """Writes the name of each RTTM file into its lines, where they have <NA>; with `force` whatever they have.

    `dry` prints the first lines instead.
    """
    for path in map(Path, rttms):
        lines = RTTM.load(path)
        names = sorted(lines.filenames())
        if len(names) != 1:
            raise AssertionError(f"lines of {quantity(len(names), 'recording')} in {path}, expected those of one")
        name = names[0]
        if name == path.stem:
            continue
        if force:
            print(f"Change {name} to {path.stem} for rttm_file")
        elif name != "<NA>":
            raise AssertionError(f"lines of {name!r} in {path}, expected '<NA>'; use --force to ignore this error")
        named = RTTM([line.replace(filename=path.stem) for line in lines])
        if dry:
            print("Would write:", *named.dumps().split("\n")[:10], "...", sep="\n")
        else:
            named.dump(path)


def add_missing(*jsons: Any, uem: Any = None) -> None:
    """Writes an RTTM and an STM file beside each session that has none."""
    regions = None if uem is None else UEM.load(uem)
    for path in map(Path, jsons):
        entries = _entries(path)
        for suffix, convert in _CONVERTERS.items():
            written = path.with_suffix(suffix)
            if written.exists():
                continue
            try:
                text = _text(convert, entries, path, regions)
            except KeyError as error:
                if suffix == ".rttm":
                    raise
                print(f"WARNING: Could not convert to stm, skipping {path}\n{error}")
                continue
            written.write_text(text, encoding="utf-8")
            print(f"Wrote {written}")


def stats(json: Any) -> None:
    """Prints the numbers of entries, speakers and sessions of a file, and how long its entries are."""
    entries = _entries(Path(json))
    print(f"Number of files: {len(entries)}")
    for name in ("speaker", "session_id"):
        print(f"Number of unique {name}s: {len({entry[name] for entry in entries})}")
    durations = [Decimal(entry["end_time"]) - Decimal(entry["start_time"]) for entry in entries]
    print(f"Max duration: {max(durations)}")
    print(f"Min duration: {min(durations)}")
    print(f"Mean duration: {sum(durations) / len(durations)}")
    print(f"Median duration: {median(durations)}")


def _entries(path: Path) -> list[dict[str, Any]]:
    return fix_json(json.loads(path.read_text("utf-8"), parse_float=Decimal))


def _text(convert: Callable[..., Any], entries: Sequence[Any], path: Path, regions: UEM | None) -> str:
    """The text of a converted session; what lies in its regions alone, where these are not None."""
    lines = convert(entries, path.stem)
    return str((lines if regions is None else lines.filter_by_uem(regions, verbose=True)).dumps())


def _write(convert: Callable[..., Any], jsons: Iterable[Any], uem: Any, file: TextIO | None) -> None:
    regions = None if uem is None else UEM.load(uem)
    for path in map(Path, jsons):
        (file or sys.stdout).write(_text(convert, _entries(path), path, regions))


_WRITERS = {".stm": to_stm, ".rttm": to_rttm}
_CONVERTERS: dict[str, Callable[..., Any]] = {".rttm": json_to_rttm, ".stm": json_to_stm}
_COMMANDS: dict[str, Callable[[argparse.Namespace], None]] = {
    "to_stm": lambda options: to_stm(*options.files, uem=options.uem),
    "to_rttm": lambda options: to_rttm(*options.files, uem=options.uem),
    "dir_to_stms": lambda options: dir_to(options.jsondir, options.uemdir, options.suffix or ".stm"),
    "dir_to_rttms": lambda options: dir_to(options.jsondir, options.uemdir, options.suffix or ".rttm"),
    "fix_rttm": lambda options: fix_rttm(*options.files, force=options.force, dry=options.dry),
    "stats": lambda options: stats(options.json),
    "add_missing": lambda options: add_missing(*options.files, uem=options.uem),
}


def _add_options(parser: argparse.ArgumentParser, command: str) -> None:
    """The arguments of a command."""
    if command.startswith("dir_to"):
        parser.add_argument("jsondir", help="a folder of folders, which have a file a session")
        parser.add_argument("-u", "--uemdir", help="a folder of folders of the same names, which have a file all.uem")
        parser.add_argument("-s", "--suffix", help="of the files that are written: .stm or .rttm")
    elif command == "stats":
        parser.add_argument("json", help="the file of a session")
    else:
        parser.add_argument("files", nargs="*", metavar="FILE", help="a file a session")
        if command == "fix_rttm":
            parser.add_argument("-f", "--force", action="store_true", help="change other names than <NA>, too")
            parser.add_argument("-d", "--dry", action="store_true", help="print what would be written")
        else:
            parser.add_argument("-u", "--uem", metavar="UEM", help="write what lies in these regions alone")


def main(words: Sequence[str] | None = None) -> int:
    """Runs a command with the names and options of MeetEval's; returns its exit code."""
    words = sys.argv[1:] if words is None else words
    parser = argparse.ArgumentParser(prog="chime7.py", description="Sessions of CHiME-7, a JSON file each.")
    names = [*_COMMANDS, *(name.replace("_", "-") for name in _COMMANDS if "_" in name)]
    parser.add_argument("command", choices=names, help=", ".join(_COMMANDS), metavar="COMMAND")
    if not words:
        parser.print_help()
        return 0
    command = parser.parse_args(words[:1]).command.replace("-", "_")
    of_command = argparse.ArgumentParser(prog=f"chime7.py {command}")
    _add_options(of_command, command)
    options = of_command.parse_intermixed_args(words[1:])
    return exit_code("chime7", command, lambda: _COMMANDS[command](options))


if __name__ == "__main__":
    sys.exit(main())
