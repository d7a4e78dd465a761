"""Files of hubscr.pl: reading, writing, and names of reports."""

from __future__ import annotations

import os
import re

from ......formats.engine.output import write_file
from .. import Failure, file_content
from .command_line import DIED

_IN_FOLDER = re.compile(rb"(\S+)/([^/]+)")


def output_options(name: bytes) -> bytes:
    """Options for the names of the reports: the folder apart, if there is one."""
    match = _IN_FOLDER.fullmatch(name)
    return b"-n " + name if match is None else b"-O " + match[1] + b" -n " + match[2]


def content(name: bytes) -> bytes:
    """The content of a file."""
    try:
        return file_content(name)
    except OSError as error:
        raise Failure(b"Error: " + name + b": " + os.fsencode(error.strerror or str(error)) + b"\n", DIED) from None


def write(name: bytes, data: bytes) -> None:
    """Writes a file."""
    try:
        write_file(os.fsdecode(name), [data])
    except OSError as error:
        raise Failure(b"Error: " + name + b": " + os.fsencode(error.strerror or str(error)) + b"\n", DIED) from None
