"""The JSON-RPC interface as a WSGI application: answers, refusals, the explorer, and what WSGI demands."""

from __future__ import annotations

import io
import json
from typing import Any
from wsgiref.util import setup_testing_defaults
from wsgiref.validate import validator

import pytest

from scorelite.compat.benchmarkstt.api.gunicorn import application
from scorelite.compat.benchmarkstt.cli.entrypoints.api import create_app

VERSION = {"jsonrpc": "2.0", "method": "version", "id": 1}


def test_a_client_calls_methods() -> None:
    client = create_app().test_client()
    reply = client.post("/api", data=json.dumps(VERSION))
    assert (reply.status_code, reply.json["result"]) == (200, "1.1")
    assert reply.headers["X-Content-Type-Options".lower()] == "nosniff"
    params = {"ref": "Hello OLD friend", "hyp": "hello old foe", "config": "[normalization]\nlowercase\n"}
    reply = client.post("/api", json.dumps({**VERSION, "method": "benchmark.wer", "params": params}))
    assert reply.json["result"] == {"wer": pytest.approx(1 / 3)}
    assert client.post("/api", json.dumps({"jsonrpc": "2.0", "method": "version"})).status_code == 204


def test_states_of_refusals() -> None:
    client = create_app("/rpc").test_client()
    asked = [client.get("/"), client.get("/rpc"), client.post("/api"), client.post("/rpc")]
    assert [reply.status_code for reply in asked] == [404, 405, 404, 400]
    assert client.post("/rpc", headers={"Host": "rebound.example"}).status_code == 400
    assert client.post("/rpc", headers={"Origin": "http://evil.example"}).status_code == 403
    large = client.post("/rpc", b" " * (1 << 21))
    assert (large.status_code, large.json["error"]["code"]) == (413, -32000)
    params = {"text": "a", "file": "/etc/hosts"}
    refused = client.post("/rpc", json.dumps({**VERSION, "method": "normalization.config", "params": params}))
    assert (refused.status_code, refused.json["error"]["code"]) == (400, -32602)


@pytest.mark.parametrize("path", ["/api", "/explorer", "/explorer.js", "/elements.js", "/service.css", "/openapi.json"])
def test_the_explorer_is_shown_where_it_is_asked_for(path: str) -> None:
    assert application.test_client().get(path).status_code == 200
    assert create_app().test_client().get(path).status_code == (405 if path == "/api" else 404)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT"])
def test_the_application_is_as_wsgi_demands(method: str) -> None:
    body = json.dumps(VERSION).encode() if method == "POST" else b""
    environ: dict[str, Any] = {"REQUEST_METHOD": method, "PATH_INFO": "/api", "SCRIPT_NAME": "", "QUERY_STRING": ""}
    setup_testing_defaults(environ)
    environ.update({"HTTP_HOST": "127.0.0.1", "CONTENT_LENGTH": str(len(body)), "wsgi.input": io.BytesIO(body)})
    told: list[str] = []
    answered = validator(application)(environ, lambda status, headers, failed=None: told.append(status))
    actual = b"".join(answered)
    answered.close()  # type: ignore[attr-defined]
    assert told == ["405 Method Not Allowed" if method == "PUT" else "200 OK"]
    assert (actual == b"") == (method == "HEAD")
