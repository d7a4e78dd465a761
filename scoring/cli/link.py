"""`scorelite link`: launchers under the names of the programs that scorelite replaces, and packages of its modules."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations

from ...formats.engine.terminal import say
from ...formats.errors import UsageError, unknown
from .delivery import deliver
from .grammar import check_effects, refuse_together
from .module_links import MARK, MODULES, WITH_PROGRAMS, Module, checked, is_written
from .module_links import files as module_files
from .programs import Program, programs, toolkit_programs

_USUAL = frozenset(
    ("sclite", "csrfilt.sh", "hubscr.pl", "rover", "sc_stats", "asclite", "md-eval.pl", "compute-wer", "align-text")
    + ("wer_per_utt_details.pl", "KWSEval", "meeteval-wer", "compute-wer.py", "jiwer", "kaldialign", "evaluate")
)
"""The programs and modules that scripts call most."""
# Longer shebang lines, and those with blanks, are not understood by every system.
_LONGEST_SHEBANG = 120
_START = """\
import sys
sys.path.insert(0, {home!r})
import scorelite
del sys.path[0]
"""
_SCTK = "from scorelite.scoring.cli.sctk import launch\nlaunch({words[1]!r})\n"
_KWSEVAL = "from scorelite.scoring.cli.kws import kwseval\nsys.exit(kwseval(sys.argv[1:]))\n"
_OTHER = "from scorelite.scoring.cli.main import main\nsys.exit(main([*{words!r}, *sys.argv[1:]]))\n"

EPILOG = """\
examples:
  scorelite link ~/bin/scoring              all programs
  scorelite link tools/sctk/bin sctk        programs of one family
  scorelite link bin hubscr.pl compute-wer  only these two
  scorelite link tools wenet                scripts of a toolkit: python tools/compute-wer.py
  scorelite link links jiwer kaldialign     Python modules: PYTHONPATH=links python train.py
  scorelite link --check links              releases of the modules, and where ours differ
  scorelite link --list                     what scripts call most; all of it with --all
  scorelite link --remove ~/bin/scoring     remove the launchers and nothing else

Put the folder first in PATH, pass it to hubscr.pl as -p, or replace $KALDI_ROOT/tools/sctk/bin by a link to it.
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command."""
    parser.description = (
        "Writes launchers into a folder. With it first in PATH, scripts run unchanged; modules of Python are found "
        "with "
        "it first in PYTHONPATH."
    )
    parser.epilog = EPILOG
    parser.add_argument("folder", nargs="?", metavar="DIR", help="folder for the launchers; created if it is missing")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="families, programs or modules (default: all programs)"
    )
    parser.add_argument(
        "--list", action="store_true", help="list the programs that scripts call most, or those of the named families"
    )
    parser.add_argument("--all", action="store_true", help="with --list: all programs and modules")
    parser.add_argument("--force", action="store_true", help="overwrite files that are not launchers of scorelite")
    parser.add_argument("--remove", action="store_true", help="remove launchers instead of writing them")
    parser.add_argument(
        "--check",
        action="store_true",
        help="print which release a module follows, what is installed, and where ours differs",
    )


def run(options: argparse.Namespace) -> None:
    """Lists, writes, checks or removes launchers."""
    for names in combinations(("list", "remove", "force", "check"), 2):
        refuse_together(options, names)
    if options.list:
        # The first word is a name here: there is no folder.
        listed = [name for name in (options.folder, *options.names) if name]
        chosen = _chosen(listed) if listed else [*programs(), *_chosen_by_name()]
        shown = chosen if listed or options.all else [entry for entry in chosen if entry.name in _USUAL]
        lines = [f"{entry.name:<24} {entry.family:<12} {entry.summary}\n" for entry in shown]
        if len(shown) < len(chosen):
            lines.append(f"{len(chosen) - len(shown)} more with --all\n")
        deliver(map(str.encode, lines), None)
        return
    check_effects(options, [("all", options.list, "--list")])
    if not options.folder:
        raise UsageError("no folder; expected scorelite link DIR [FAMILY|NAME ...], or scorelite link --list")
    if options.check:
        _check(options.folder, _chosen(options.names or ["modules"]))
        return
    chosen = _chosen(options.names)
    if options.remove:
        _remove(options.folder, chosen if options.names else [*chosen, *_chosen_by_name()])
    else:
        _write(options.folder, chosen, force=options.force)
        _lead_to_programs(options.folder, chosen)


def _chosen(names: list[str]) -> list[Program | Module]:
    """The programs and modules of these names and families; all programs without any."""
    entries: list[Program | Module] = [*programs()]
    if not names:
        return entries
    entries += _chosen_by_name()
    choices = {entry.family for entry in entries} | {entry.name for entry in entries}
    for name in names:
        if name not in choices:
            raise unknown("program, module or family", name, sorted(choices), "scorelite link --list --all shows all")
    return [entry for entry in entries if entry.name in names or entry.family in names]


def _chosen_by_name() -> list[Program | Module]:
    """The programs and modules that are linked only where they are named."""
    return [*toolkit_programs(), *MODULES]


def _write(folder: str, chosen: list[Program | Module], *, force: bool) -> None:
    """Writes all launchers and modules, or none if a file of somebody else is in the way."""
    files = [pair for entry in chosen for pair in _files(folder, entry)]
    _check_names(chosen)
    if not force:
        for path, _ in files:
            if os.path.lexists(path) and not is_written(path):
                raise UsageError(f"{path} exists and is not a launcher of scorelite; --force overwrites it")
    if os.path.lexists(folder) and not os.path.isdir(folder):
        raise UsageError(f"{folder}: not a folder; expected one for the launchers")
    os.makedirs(folder, exist_ok=True)
    for path, content in files:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if os.path.islink(path) or (os.path.lexists(path) and not os.path.isfile(path)):
            # Writing would follow the link; a folder is an error here.
            os.unlink(path)
        deliver([content], path)
        if content.startswith(b"#!"):
            os.chmod(path, 0o777 & ~_umask())


def _lead_to_programs(folder: str, chosen: list[Program | Module]) -> None:
    """Says which command is the program of a module, whose folder has the name that a launcher would need."""
    for entry in chosen:
        if isinstance(entry, Module) and entry.name in WITH_PROGRAMS:
            say(f"{entry.name}: a module, for PYTHONPATH={folder}; its program is `scorelite {entry.name}`\n")


def _check_names(chosen: list[Program | Module]) -> None:
    """Refuses two programs of one name."""
    families: dict[str, str] = {}
    for entry in chosen:
        other = families.setdefault(entry.name, entry.family)
        if other != entry.family:
            raise UsageError(f"{entry.name} is a program of {other} and of {entry.family}; expected one of these names")


def _remove(folder: str, chosen: list[Program | Module]) -> None:
    """Removes launchers and modules; other files of these names stay."""
    if not os.path.isdir(folder):
        raise UsageError(f"{folder}: not a folder; expected the folder that scorelite link wrote launchers into")
    for entry in chosen:
        paths = [path for path, _ in _files(folder, entry) if is_written(path)]
        for path in paths:
            os.unlink(path)
        if isinstance(entry, Module):
            for place in {os.path.dirname(path) for path in paths}:
                shutil.rmtree(os.path.join(place, "__pycache__"), ignore_errors=True)
                with suppress(OSError):
                    os.rmdir(place)  # stays where somebody else has put a file into it


def _check(folder: str, chosen: list[Program | Module]) -> None:
    """Says what each module stands for; exits with 1 if one is stale or hides a newer one."""
    if not os.path.isdir(folder):
        raise UsageError(f"{folder}: not a folder; expected the folder that scorelite link wrote modules into")
    answers = [checked(folder, entry, _start()) for entry in chosen if isinstance(entry, Module)]
    deliver(("\n".join(lines).encode() + b"\n" for lines, _ in answers), None)
    if not all(well for _, well in answers):
        sys.exit(1)


def _start() -> str:
    """The code that finds this scorelite."""
    front = sys.modules[__name__.partition(".")[0]].__file__ or ""
    return _START.format(home=os.path.dirname(os.path.dirname(os.path.abspath(front))))


def _files(folder: str, entry: Program | Module) -> Iterator[tuple[str, bytes]]:
    """Files of a launcher with their contents; on Windows a command file that calls Python comes with it."""
    if isinstance(entry, Module):
        yield from module_files(folder, entry, _start())
        return
    path = os.path.join(folder, entry.name)
    call = _SCTK if entry.family == "sctk" else _OTHER if entry.words else _KWSEVAL
    code = os.fsencode(_start() + call.format(words=entry.words))
    yield path, _shebang(os.fsencode(sys.executable)) + MARK + code
    if os.name == "nt":
        yield (
            f"{path}.cmd",
            b"@rem " + MARK[2:].rstrip() + b'\r\n@"' + os.fsencode(sys.executable) + b'" "%~dpn0" %*\r\n',
        )


def _shebang(python: bytes) -> bytes:
    """The first line of a script for this Python; where the system would not understand it, two lines for sh.

    A script that is called as `perl hubscr.pl` is handed by perl to what its first line names, unless perl's own name
    is in it.
    """
    if b" " not in python and b"perl" not in python and len(python) <= _LONGEST_SHEBANG:
        return b"#!" + python + b"\n"
    quoted = python.replace(b"'", b"'\\''")
    return b"#!/bin/sh\n'''exec' '" + quoted + b"' \"$0\" \"$@\"\n' '''\n"


def _umask() -> int:
    """Mode bits that the user does not want new files to have."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
