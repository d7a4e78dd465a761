"""Mutated requests to a running service: no answer of state 500, no traceback, and it answers afterwards.

scorelite serve --port 8080 &
python -m tests.service.mutated 127.0.0.1:8080 --requests 10000 --seed 1
"""

from __future__ import annotations

import argparse
import copy
import http.client
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from scorelite.scoring.service.methods import METHODS
from tests.conftest import PATIENCE, ROOT

_VALUES = (None, True, -1, 0, 1e308, 10**30, "", "\0", "\ud800", "a" * 5000, [], {}, [[]], [None], {"text": "a"}, "-")
_BYTES = (b"\0", b"\xff", b'"', b"\\", b"{", b"]", b"1e999", b"NaN", b"\r\n", b"--b", b"\xf0\x9f\x98\x80", b"{ a / b }")
_RPC = (
    ("metrics.wer", {"ref": "a b", "hyp": "a c"}),
    ("metrics.beer", {"ref": "a b", "hyp": "a c", "entities_file": "x"}),
    ("metrics.worddiffs", {"ref": "a b", "hyp": "a c", "dialect": "html"}),
    ("normalization.regex", {"text": "abc", "search": "(a)", "replace": "\\1"}),
    ("normalization.config", {"text": "abc", "file": "x"}),
    ("benchmark.cer", {"ref": "a B", "hyp": "a b", "config": "[normalization]\nlowercase\n", "return_logs": True}),
)


@dataclass(frozen=True, slots=True)
class Request:
    """A request: path, content type and body."""

    path: str
    kind: str
    body: bytes


def requests(number: int, seed: int) -> Iterator[Request]:
    """Mutated requests; one seed gives one list."""
    chance = random.Random(seed)
    seeds = list(_seeds())
    for _ in range(number):
        yield _mutated(chance.choice(seeds), chance)


def _seeds() -> Iterator[Request]:
    """Sound requests: the example of each method as JSON and as a form, files of all kinds, and JSON-RPC."""
    for one in METHODS:
        yield Request(f"/v1/{one.name}", "application/json", json.dumps(one.example).encode())
    for path in sorted((ROOT / "resources").glob("demo*/*")) + sorted((ROOT / "tests/formats/samples").glob("*")):
        if path.is_file() and path.stat().st_size < 20_000:
            yield _form("convert", path.name, {"to": b"stm"}, "content", path.read_bytes())
            yield _form("score", path.name, {"hyp": b"a b"}, "ref", path.read_bytes())
            yield _form("normalise", path.name, {"normalise": b"basic"}, "content", path.read_bytes())
    for rules in ("a,b\n", '"(a)","\\1"\n', '{"a": "b"}', "a | b ; c\n", "s/a/b/g\n"):
        for name in ("r.csv", "r.regex.csv", "r.json", "r.synonyms", "r.glm", "r.sed", "r.conf"):
            yield _form("normalise", name, {"content": b"a b c"}, "rules", rules.encode())
    for method, params in _RPC:
        request = {"jsonrpc": "2.0", "method": method, "params": params, "id": 1}
        yield Request("/api", "application/json", json.dumps(request).encode())


def _form(method: str, name: str, texts: dict[str, bytes], field: str, data: bytes) -> Request:
    body = b""
    for key, text in texts.items():
        body += f'--b\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n'.encode() + text + b"\r\n"
    head = f'--b\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'
    return Request(f"/v1/{method}", "multipart/form-data; boundary=b", body + head.encode() + data + b"\r\n--b--\r\n")


def _mutated(request: Request, chance: random.Random) -> Request:
    body = request.body
    if request.kind == "application/json" and chance.random() < 0.6:
        value = json.loads(body)
        for _ in range(chance.randint(1, 3)):
            _change(value, chance)
        body = json.dumps(value).encode()
    else:
        for _ in range(chance.randint(1, 6)):
            place = chance.randrange(len(body) + 1)
            match chance.randrange(4):
                case 0:
                    body = body[:place] + chance.choice(_BYTES) + body[place:]
                case 1:
                    body = body[:place] + body[place + chance.randint(1, 20) :]
                case 2:
                    body = body[:place] + body[place : place + 30] * chance.randint(2, 20) + body[place:]
                case 3:
                    body = body[:place] + bytes([chance.randrange(256)]) + body[place + 1 :]
    kind = (
        chance.choice(("", "text/plain", "multipart/form-data; boundary=c")) if chance.random() < 0.03 else request.kind
    )
    return Request(request.path, kind, body)


def _change(value: object, chance: random.Random) -> None:
    """Changes a member of an object, somewhere."""
    if isinstance(value, dict) and value:
        key = chance.choice(list(value))
        if isinstance(value[key], (dict, list)) and value[key] and chance.random() < 0.7:
            _change(value[key], chance)
        elif chance.random() < 0.2:
            del value[key]
        elif chance.random() < 0.2:
            value[chance.choice(("name", "text", "file", "base64", "x", "format", "rules", "policy", "unit"))] = "a"
        else:
            value[key] = copy.deepcopy(chance.choice(_VALUES))
    elif isinstance(value, list) and value:
        value[chance.randrange(len(value))] = copy.deepcopy(chance.choice(_VALUES))


def wrong_answers(host: str, number: int, seed: int) -> tuple[list[tuple[int, Request, bytes]], Counter[int]]:
    """Answers that must not be, with their requests, and how often each state was answered."""
    wrong, states = [], Counter[int]()
    connection = http.client.HTTPConnection(host, timeout=PATIENCE)
    for request in requests(number, seed):
        connection.request("POST", request.path, request.body, {"Content-Type": request.kind})
        reply = connection.getresponse()
        body = reply.read()
        states[reply.status] += 1
        is_rpc = request.path == "/api"
        if (reply.status >= 500 and not is_rpc) or b"Traceback" in body or reply.status == 503:
            wrong.append((reply.status, request, body))
        elif body:
            json.loads(body)
    connection.close()
    return wrong, states


def main() -> int:
    """Runs the requests; exit code 1 if an answer was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("host", help="host and port of the service")
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    wrong, states = wrong_answers(options.host, options.requests, options.seed)
    for status, request, body in wrong[:20]:
        print(status, request, body[:500])
    print(
        f"{options.requests} requests, seed {options.seed}: {len(wrong)} wrong; states {dict(sorted(states.items()))}"
    )
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
