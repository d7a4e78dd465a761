"""The function of the program `meeteval-io`; as in MeetEval, `python -m` on this module runs nothing."""

from __future__ import annotations

import sys

from ..conversion import run


def cli() -> None:
    """Runs the program with the command line of this process, and ends with its exit code."""
    sys.exit(run(sys.argv[1:]))
