"""A pseudo-terminal for commands that behave differently on one."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest


def on_terminal(
    command: Sequence[str | bytes], folder: Path, environment: Mapping[str, str], *, errors: bool = False
) -> tuple[int, bytes]:
    """Exit code of a command and everything that it writes to a terminal: stdout, and with `errors` stderr.

    The terminal stays open beyond the command's end, marked by a NUL: closing it can lose what nobody has read yet.
    """
    pty = pytest.importorskip("pty")
    reader, writer = pty.openpty()
    on_terminal = b""
    with subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=writer,
        stderr=writer if errors else None,
        env={**os.environ, "TERM": "xterm", "NO_COLOR": "", **environment},
    ) as process:
        end = threading.Thread(target=lambda: (process.wait(), os.write(writer, b"\0")))
        end.start()
        while not on_terminal.endswith(b"\0"):
            on_terminal += os.read(reader, 1 << 16)
        end.join()
    os.close(writer)
    os.close(reader)
    return process.returncode, on_terminal[:-1]
