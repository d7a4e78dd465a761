"""Firefox without a window, driven by its own protocol, Marionette: no driver has to be installed."""

from __future__ import annotations

import base64
import json
import os
import shutil
import socket
import subprocess
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest

from tests.conftest import PATIENCE

_PAUSE = 0.05


def firefox_program() -> str:
    """The program; the test skips where there is none."""
    program = os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
    if not program:
        pytest.skip("no firefox was found (Debian: apt-get install firefox-esr; elsewhere: set FIREFOX)")
    return program


class Firefox:
    """A running Firefox with a fresh profile in a folder; `with` ends it.

    Commands are those of WebDriver. A message is its length, a colon, and JSON: [0, number, command, parameters] to
    Firefox, [1, number, error, result] from it.
    """

    def __init__(self, program: str, folder: Path) -> None:
        profile = folder / "profile"
        profile.mkdir()
        # Port 0: Firefox chooses a free one, and writes it into a file of its profile.
        (profile / "user.js").write_text('user_pref("marionette.port", 0);\n', encoding="ascii")
        self._number = 0
        self._process = subprocess.Popen(
            [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)],
            env={**os.environ, "HOME": str(folder)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            port = self._port(profile / "MarionetteActivePort")
            self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
            self._stream = self._socket.makefile("rb")
            self._message()
            self.version = self.ask("WebDriver:NewSession", capabilities={})["capabilities"]["browserVersion"]
            self.ask("WebDriver:SetTimeouts", script=1000 * PATIENCE, pageLoad=1000 * PATIENCE)
        except BaseException:
            self._end()
            raise

    def __enter__(self) -> Firefox:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stream.close()
        self._socket.close()
        self._end()

    def _end(self) -> None:
        self._process.kill()
        self._process.wait()

    def _port(self, path: Path) -> int:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self._process.poll() is None:
            if path.is_file() and (text := path.read_text(encoding="ascii")):
                return int(text)
            threading.Event().wait(_PAUSE)
        raise RuntimeError(f"Firefox did not start: exit code {self._process.poll()}")

    def _message(self) -> Any:
        size = b""
        while (digit := self._stream.read(1)) != b":":
            if not digit:
                raise RuntimeError("Firefox ended")
            size += digit
        return json.loads(self._stream.read(int(size)))

    def ask(self, command: str, **parameters: Any) -> Any:
        """The result of a command."""
        self._number += 1
        text = json.dumps([0, self._number, command, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self._message()
        if error:
            raise RuntimeError(f"{command}: {error['error']}: {error['message']}")
        return result

    def open(self, address: str) -> None:
        """Opens a page and waits until it is loaded."""
        self.ask("WebDriver:Navigate", url=address)

    def evaluate(self, body: str) -> Any:
        """The value that the body of an asynchronous function returns in the page."""
        script = (
            f"const end = arguments[arguments.length - 1]; (async () => {{ {body} }})()"
            ".then(value => end({ value }), error => end({ error: String(error) }));"
        )
        answer = self.ask("WebDriver:ExecuteAsyncScript", script=script, args=[])["value"]
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer.get("value")

    def picture(self) -> bytes:
        """A PNG of what is in sight."""
        return base64.b64decode(self.ask("WebDriver:TakeScreenshot", full=False)["value"])
