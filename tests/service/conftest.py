"""A running service, and requests to it."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import PATIENCE, ROOT

pytest.importorskip("starlette", reason="the service needs starlette: pip install 'scorelite[serve]'")
pytest.importorskip("uvicorn", reason="the service needs uvicorn: pip install 'scorelite[serve]'")

CODE = "import sys; from scorelite.scoring.cli.main import main; sys.exit(main())"


@dataclass(frozen=True)
class Reply:
    """An answer of the service."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The value of the body."""
        return json.loads(self.body)


class Service:
    """A process that serves."""

    def __init__(self, *options: str, program: Sequence[str] = ("serve",), folder: Path | None = None) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", CODE, *program, "--port", "0", *options],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address, self.process.communicate()[1]
        self.host = self.address.removeprefix("http://").rstrip("/")

    def request(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Reply:
        """The answer to a request; `Content_Type` is the header Content-Type."""
        connection = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        try:
            connection.request(method, path, body, {name.replace("_", "-"): text for name, text in headers.items()})
            request = connection.getresponse()
            return Reply(request.status, {name.lower(): text for name, text in request.getheaders()}, request.read())
        finally:
            connection.close()

    def post(self, name: str, **arguments: Any) -> Reply:
        """The answer of a method to arguments as JSON."""
        return self.request("POST", f"/v1/{name}", json.dumps(arguments).encode(), Content_Type="application/json")

    def raw(self, *pieces: bytes) -> bytes:
        """Everything that the service sends to pieces of a request until it closes the connection."""
        name, port = self.host.rsplit(":", 1)
        with socket.create_connection((name, int(port)), PATIENCE) as connection:
            for piece in pieces:
                connection.sendall(piece)
            with connection.makefile("rb") as answers:
                return answers.read()

    def form(self, name: str, *fields: tuple[str, str | None, bytes]) -> Reply:
        """The answer of a method to a form; a field has a name, the name of a file or None, and its content."""
        body = b""
        for field, filename, data in fields:
            shown = "" if filename is None else f'; filename="{filename}"'
            body += f'--b\r\nContent-Disposition: form-data; name="{field}"{shown}\r\n\r\n'.encode() + data + b"\r\n"
        return self.request("POST", f"/v1/{name}", body + b"--b--\r\n", Content_Type="multipart/form-data; boundary=b")

    def workers(self) -> list[int]:
        """The numbers of the worker processes."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        if not path.exists():
            pytest.skip("this system does not list the children of a process")
        return [int(number) for number in path.read_text().split()]

    def end(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """Ends the service by a signal: its exit code, and what it wrote to stderr."""
        self.process.send_signal(number)
        errors = self.process.communicate(timeout=PATIENCE)[1]
        return self.process.returncode, errors


Start = Callable[..., Service]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts services, which end with the test."""
    started: list[Service] = []

    def begin(*options: str, program: Sequence[str] = ("serve",), folder: Path | None = None) -> Service:
        started.append(Service(*options, program=program, folder=folder))
        return started[-1]

    yield begin
    for service in started:
        if service.process.poll() is None:
            service.process.kill()
        service.process.communicate()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the service may read, beside files that it may not."""
    top = tmp_path_factory.mktemp("service")
    inside = top / "corpora"
    (inside / "deep").mkdir(parents=True)
    (top / "corpora-secret").mkdir()
    for path in (inside / "ref.trn", inside / "deep" / "hyp.trn", top / "secret.trn", top / "corpora-secret" / "a.trn"):
        path.write_text("the cat sat (anna-1)\n")
    for name in ("huge.trn", "huge.csv"):
        with open(inside / name, "wb") as file:
            file.truncate(1 << 33)
    (inside / "large.trn").write_text("the cat sat (anna-1)\n" * 60_000)
    for path in (top / "secret.csv", top / "corpora-secret" / "a.csv"):
        path.write_text("a,b\n")
    (inside / "link.trn").symlink_to(top / "secret.trn")
    (inside / "link.csv").symlink_to(top / "secret.csv")
    (inside / "away").symlink_to(top / "corpora-secret")
    for name in ("device.trn", "device.csv"):
        try:
            os.mknod(inside / name, stat.S_IFCHR | 0o600, os.makedev(1, 5))
        except (AttributeError, OSError):
            (inside / name).mkdir()  # who may not make devices has a folder
    if hasattr(os, "mkfifo"):
        os.mkfifo(inside / "pipe.trn")
        os.mkfifo(inside / "pipe.csv")
    return inside


@pytest.fixture(scope="session")
def service(folder: Path) -> Iterator[Service]:
    """One service for all tests that leave it as it was; a busy machine may take its time."""
    running = Service("--files", str(folder), "--workers", "2", "--max-seconds", "600")
    yield running
    code, errors = running.end()
    assert (code, errors) == (0, "")
