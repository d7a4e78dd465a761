"""Command `sclite`: the program of NIST's SCTK under its own name."""

from __future__ import annotations

import os
import sys

from . import sctk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn


def main(arguments: Sequence[str | bytes] | None = None) -> int:
    """Runs the command; returns its exit code."""
    return sctk.main("sclite", sys.argv[1:] if arguments is None else arguments)


def run() -> NoReturn:
    """Runs the command as a process, which exits without freeing its objects."""
    # All output is flushed.
    os._exit(main())


if __name__ == "__main__":
    run()
