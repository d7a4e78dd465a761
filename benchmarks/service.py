"""The service: CPU of its start and of a small request, 200 clients at once, and memory after many requests.

    pip install '.[serve]'
    python benchmarks/service.py [--requests 10000] [--clients 200] [--seconds 60]

CPU and memory are those of the service and its workers, from /proc; the clients are another process.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import subprocess
import time
from pathlib import Path

from words import SCORELITE

BODY = json.dumps({"ref": "the cat sat", "hyp": "the cat sat down"}).encode()
HEADERS = {"Content-Type": "application/json"}
START_GOAL, REQUEST_GOAL = 0.3, 0.001
MIB = 1 << 20


class Service:
    """A running service and its processes."""

    def __init__(self) -> None:
        self.process = subprocess.Popen([SCORELITE, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.host = self.process.stdout.readline().strip().removeprefix("http://").rstrip("/")

    def numbers(self) -> list[int]:
        """The process and its workers."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [self.process.pid, *map(int, children)]

    def seconds(self) -> float:
        """CPU seconds so far."""
        fields = [Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split() for number in self.numbers()]
        return sum(int(row[11]) + int(row[12]) for row in fields) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """MiB in use."""
        pages = sum(int(Path(f"/proc/{number}/statm").read_text().split()[1]) for number in self.numbers())
        return pages * os.sysconf("SC_PAGE_SIZE") / MIB


def ask(service: Service, number: int) -> None:
    """Sends small requests, one after another, over one connection."""
    connection = http.client.HTTPConnection(service.host)
    for _ in range(number):
        connection.request("POST", "/v1/score", BODY, HEADERS)
        reply = connection.getresponse()
        reply.read()
        assert reply.status == 200, reply.status
    connection.close()


async def crowd(host: str, clients: int, seconds: float) -> tuple[int, int, list[float]]:
    """Requests, errors, and seconds of each answer of many clients at once."""
    name, port = host.split(":")
    end = time.monotonic() + seconds
    head = f"POST /v1/score HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {len(BODY)}"
    errors, times = 0, []

    async def client() -> None:
        nonlocal errors
        reader, writer = await asyncio.open_connection(name, int(port))
        while time.monotonic() < end:
            begin = time.perf_counter()
            writer.write(head.encode() + b"\r\n\r\n" + BODY)
            answer = (await reader.readuntil(b"\r\n\r\n")).lower()
            size = next(line for line in answer.split(b"\r\n") if line.startswith(b"content-length"))
            await reader.readexactly(int(size.partition(b":")[2]))
            errors += not answer.startswith(b"http/1.1 200")
            times.append(time.perf_counter() - begin)
        writer.close()

    outcomes = await asyncio.gather(*(client() for _ in range(clients)), return_exceptions=True)
    return len(times), errors + sum(isinstance(outcome, BaseException) for outcome in outcomes), sorted(times)


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    service = Service()
    try:
        time.sleep(2)
        print(f"start               {service.seconds():8.3f} s CPU (goal {START_GOAL})")
        ask(service, 200)
        before, memory = service.seconds(), service.memory()
        ask(service, options.requests)
        used = (service.seconds() - before) / options.requests
        print(f"small request       {used * 1e3:8.3f} ms CPU (goal {REQUEST_GOAL * 1e3:g})")
        print(f"memory              {memory:8.1f} MiB, after {options.requests} requests {service.memory():.1f} MiB")
        number, errors, times = asyncio.run(crowd(service.host, options.clients, options.seconds))
        middle, late = times[len(times) // 2], times[int(len(times) * 0.99)]
        print(f"{options.clients} clients at once {number:8} requests in {options.seconds:g} s, {errors} errors,")
        print(f"                    median {middle * 1e3:.0f} ms, 99 % below {late * 1e3:.0f} ms")
    finally:
        service.process.terminate()
        service.process.wait()


if __name__ == "__main__":
    main()
