"""The life of a service: workers that are killed, slow requests, signals, and what is missing."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.conftest import PATIENCE, ROOT, Run
from tests.service.conftest import CODE, Reply, Service, Start

SMALL = {"ref": "a", "hyp": "a"}


class Background:
    """A request in a thread, which a worker is busy with for minutes: every text takes a good part of a second."""

    def __init__(self, service: Service) -> None:
        self.replies: list[Reply] = []
        rules = {"text": '"(a+)+$",b\n', "name": "rules.regex.csv"}
        content = ["a" * 22 + "!"] * 1000
        self._thread = threading.Thread(
            target=lambda: self.replies.append(service.post("normalise", content=content, rules=rules))
        )
        self._thread.start()

    def reply(self) -> Reply:
        """The answer, when it is there."""
        self._thread.join()
        return self.replies[0]


def busy_worker(service: Service) -> int:
    """The number of the worker that uses the processor, when there is one."""

    def used(number: int) -> int:
        try:
            fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0
        return int(fields[11]) + int(fields[12])

    first = {number: used(number) for number in service.workers()}
    while True:
        assert service.request("GET", "/v1/health").status == 200
        for number in service.workers():
            if used(number) > first.setdefault(number, used(number)) + 30:
                return number


@pytest.mark.slow
def test_a_worker_that_is_killed_costs_one_answer(start: Start) -> None:
    service = start("--workers", "1", "--max-seconds", "500")
    assert service.post("align", **SMALL).status == 200
    request = Background(service)
    os.kill(busy_worker(service), signal.SIGKILL)
    reply = request.reply()
    assert (reply.status, reply.json["detail"]) == (503, "the worker process ended before it had answered")
    assert service.post("align", **SMALL).status == 200


@pytest.mark.slow
def test_an_idle_worker_that_is_killed_costs_nothing_in_the_end(start: Start) -> None:
    service = start("--workers", "1")
    assert service.post("align", **SMALL).status == 200
    for number in service.workers():
        os.kill(number, signal.SIGKILL)
    # A request that comes before the service has noticed is told so.
    assert service.post("align", **SMALL).status in (200, 503)
    assert service.post("align", **SMALL).status == 200


@pytest.mark.slow
def test_a_slow_request_does_not_delay_a_small_one(start: Start) -> None:
    service = start("--workers", "1", "--max-seconds", "500")
    request = Background(service)
    worker = busy_worker(service)
    for _ in range(5):
        assert service.post("align", **SMALL).status == 200
    assert not request.replies
    os.kill(worker, signal.SIGKILL)
    assert request.reply().status == 503


@pytest.mark.slow
def test_a_request_that_takes_too_long_is_ended(start: Start) -> None:
    service = start("--workers", "1", "--max-seconds", "2")
    while service.post("align", **SMALL).status != 200:
        pass  # the first worker starts slowly on a busy machine
    reply = Background(service).reply()
    assert (reply.status, reply.json["title"]) == (503, "Service Unavailable")
    assert "2 seconds" in reply.json["detail"]


@pytest.mark.sweep(1)
def test_a_connection_whose_headers_do_not_arrive_is_closed(start: Start) -> None:
    service = start("--max-seconds", "0.5")
    head = f"GET /v1/health HTTP/1.1\r\nHost: {service.host}\r\n".encode()
    assert service.raw() == b""
    assert service.raw(head) == b""
    slow = head.replace(b"GET /v1/health", b"POST /v1/align") + b"Content-Length: 5\r\n\r\n{"
    assert service.raw(slow).startswith(b"HTTP/1.1 408 ")
    assert service.post("align", **SMALL).status in (200, 503)


@pytest.mark.sweep(1)
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_service_and_its_workers(number: int, start: Start) -> None:
    service = start("--workers", "1")
    assert service.post("align", **SMALL).status == 200
    workers = service.workers()
    assert workers
    assert service.end(number) == (0, "")
    assert not [worker for worker in workers if Path(f"/proc/{worker}").exists()]


@pytest.mark.slow
def test_a_worker_ends_when_its_service_is_killed(start: Start) -> None:
    service = start("--workers", "1")
    assert service.post("align", **SMALL).status == 200
    ends = [os.pidfd_open(worker) for worker in service.workers()]
    service.process.kill()
    for end in ends:  # becomes readable when the process ends
        assert select.select([end], [], [], PATIENCE)[0]
        os.close(end)


def test_a_port_that_is_taken_is_an_error(scorelite: Run) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = scorelite("serve", "--port", str(port))
    assert done.returncode == 2
    assert f"cannot listen on 127.0.0.1, port {port}: ".encode() in done.stderr
    assert done.stderr.endswith(b"; --port 0 picks a free one\n")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--port", "70000"], "--port is 70000; expected 0 to 65535"),
        (["--max-words", "0"], "--max-words is 0; expected a number above 0"),
        (["--workers", "-1"], "--workers is -1; expected 0 or more"),
        (["--files", "nowhere"], "nowhere: not a folder; expected the folder whose files requests may name"),
        (["--host", "no.such.host.invalid"], "cannot listen on no.such.host.invalid"),
    ],
)
def test_a_wrong_option_is_named(options: list[str], message: str, scorelite: Run) -> None:
    done = scorelite("serve", *options)
    assert (done.returncode, done.stdout) == (2, b"")
    assert message in done.stderr.decode()
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("package", ["starlette", "uvicorn"])
def test_a_missing_package_is_named_with_the_extra(package: str, tmp_path: Path) -> None:
    code = f"import sys; sys.modules[{package!r}] = None; {CODE}"
    done = subprocess.run(
        [sys.executable, "-c", code, "serve", "--port", "0"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "pip install 'scorelite[serve]'" in done.stderr
    assert package in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_many_requests_at_once_are_all_answered(start: Start) -> None:
    service = start("--workers", "2")
    actual: list[int] = []

    def ask() -> None:
        actual.extend(service.post("align", **SMALL).status for _ in range(2))

    threads = [threading.Thread(target=ask) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert actual == [200] * 40
