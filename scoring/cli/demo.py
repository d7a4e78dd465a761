"""`scorelite demo`: the files of the examples, written into a folder."""

from __future__ import annotations

import argparse
import os

from ... import resources
from ...formats.errors import UsageError, quantity
from .delivery import deliver
from .messages import complain

EPILOG = """\
examples:
  scorelite demo           demo/ref.trn, demo_kws/kwlist.xml and others
  scorelite demo mine      mine/ref.trn, mine_kws/kwlist.xml and others

exit codes: 0 written; 1 output could not be written; 2 wrong command line, or a
different file of the same name exists
"""
_FOLDERS = {"demo": "", "demo_kws": "_kws"}


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command."""
    parser.description = "Writes the example files of the documentation."
    parser.epilog = EPILOG
    parser.add_argument("folder", metavar="FOLDER", nargs="?", default="demo", help="the folder; default: demo")


def run(options: argparse.Namespace) -> None:
    """Writes the files, unless a file of the same name holds something else."""
    files = {
        os.path.join(options.folder + suffix, name): f"{resources.__path__[0]}/{inner}/{name}"
        for inner, suffix in _FOLDERS.items()
        for name in sorted(os.listdir(f"{resources.__path__[0]}/{inner}"))
        if "." in name and not name.startswith(("_", "."))
    }
    contents = {path: _content(source) for path, source in files.items()}
    for path, content in contents.items():
        if os.path.exists(path) and (not os.path.isfile(path) or _content(path) != content):
            raise UsageError(f"{path}: a different file of this name exists; expected an empty folder")
    for path, content in contents.items():
        os.makedirs(os.path.dirname(path), exist_ok=True)
        deliver([content], path)
    ref, hyp = (os.path.join(options.folder, name) for name in ("ref.trn", "hyp.trn"))
    complain(f"{quantity(len(contents), 'file')} written; try scorelite score {ref} {hyp}", "scorelite demo:")


def _content(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()
