"""BenchmarkSTT's JSON-RPC interface: its recorded answers, its files, and its limits."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from scorelite.compat.benchmarkstt.api import rpc
from scorelite.scoring.service.limits import Limits
from tests.service.conftest import Reply, Service, Start

# Cases that answer otherwise on purpose; docs/explanation/differences.md lists them.
DIFFERENT = {
    "rpc_benchmark.016": "a file outside is refused, and not read into the message",
    "rpc_normalization.014": "parameters by position stand in the order that is listed",
    "rpc_normalization.015": "parameters by position stand in the order that is listed",
    "rpc_normalization.029": "parameters by position stand in the order that is listed",
    "rpc_normalization.030": "`file` works",
    "rpc_normalization.034": "parameters by position stand in the order that is listed",
    "rpc_benchmark.022": "parameters by position stand in the order that is listed",
    "rpc_log_leak.002": "a value of another type is a wrong parameter",
    "rpc_metrics.029": "a value of another type is a wrong parameter",
    "rpc_lists.001": "docs are in our words",
    "rpc_lists.002": "docs are in our words",
    "rpc_server_options.005": "docs are in our words",
}
TOOLS = ("benchmarkstt-tools", "api")
VERSION = {"jsonrpc": "2.0", "method": "version", "id": 1}


def call(service: Service, request: object, path: str = "/api") -> Reply:
    body = request if isinstance(request, bytes) else json.dumps(request).encode()
    return service.request("POST", path, body, Content_Type="application/json")


def test_a_method_is_answered(service: Service) -> None:
    reply = call(service, VERSION)
    assert (reply.status, reply.headers["content-type"]) == (200, "application/json")
    assert reply.json == {"jsonrpc": "2.0", "result": "1.1", "id": 1}


def test_there_are_the_22_methods(service: Service) -> None:
    names = set(call(service, {**VERSION, "method": "help"}).json["result"])
    assert len(names) == 22
    assert {"version", "help", "list.metrics", "normalization.regex", "metrics.beer", "benchmark.wer"} <= names


@pytest.mark.parametrize(
    ("request_", "status", "code"),
    [
        (b"not json", 400, -32700),
        (b"", 400, -32700),
        (b"\xff", 400, -32700),
        (b"[" * 100_000, 400, -32700),
        ([], 400, -32600),
        ([VERSION, 5], 400, -32600),
        ([VERSION] * 1001, 413, -32600),
        ({**VERSION, "jsonrpc": "1.0"}, 400, -32600),
        ({**VERSION, "params": "x"}, 400, -32600),
        ({**VERSION, "id": [1]}, 400, -32600),
        ({**VERSION, "id": True}, 400, -32600),
        ({**VERSION, "more": 1}, 400, -32600),
        ({**VERSION, "method": "no"}, 404, -32601),
        ({**VERSION, "params": [1]}, 400, -32602),
        ({**VERSION, "method": "metrics.wer", "params": {"ref": "a"}}, 400, -32602),
        ({**VERSION, "method": "metrics.wer", "params": {"ref": "a " * 20_001, "hyp": "a"}}, 422, -32602),
        (
            {**VERSION, "method": "normalization.regex", "params": {"text": "a", "search": "(", "replace": ""}},
            500,
            -32000,
        ),
    ],
)
def test_an_error_has_its_code_and_its_state(request_: object, status: int, code: int, service: Service) -> None:
    reply = call(service, request_)
    assert (reply.status, reply.json["error"]["code"]) == (status, code)


def test_a_body_that_is_too_large_is_an_error_of_json_rpc(service: Service) -> None:
    reply = call(service, b" " * (1 << 21))
    assert (reply.status, reply.json["error"]["code"]) == (413, -32000)


def test_notifications_have_no_answer(service: Service) -> None:
    notification = {"jsonrpc": "2.0", "method": "version"}
    single, batch = call(service, notification), call(service, [notification, notification])
    assert [(reply.status, reply.body) for reply in (single, batch)] == [(204, b""), (200, b"")]
    mixed = call(service, [notification, VERSION, {**VERSION, "id": None}]).json
    assert [each["id"] for each in mixed] == [1, None]


@pytest.mark.slow
def test_an_expression_that_takes_too_long_is_an_error(service: Service) -> None:
    params = {"text": "a" * 40 + "!", "search": "(a+)+$", "replace": "b"}
    reply = call(service, {**VERSION, "method": "normalization.regex", "params": params})
    assert (reply.status, reply.json["error"]["code"]) == (500, -32000)
    assert "takes more than" in reply.json["error"]["data"]


def test_repetitive_texts_are_compared(service: Service) -> None:
    params = {"ref": "a b " * 500, "hyp": "a b c " * 500}
    assert call(service, {**VERSION, "method": "metrics.wer", "params": params}).status == 200


def test_recorded_answers_are_the_same(gold: Path, service: Service) -> None:
    seen = 0
    for path in sorted((gold / "seeds" / "benchmarkstt").glob("rpc_*.json")):
        for case in json.loads(path.read_text())["cases"]:
            name = case["id"].removeprefix("benchmarkstt.")
            case_input = case["input"]
            if "path" not in case_input or case_input["server_args"] or name in DIFFERENT or is_about_files(case_input):
                continue
            reply = call(service, (case_input.get("body") or "").encode(), case_input["path"])
            expected = case["output"]
            assert reply.status == expected["http_status"], name
            if expected.get("json") is not None:
                assert unordered(reply.json) == unordered(expected["json"]), name
            seen += 1
    assert seen > 40


def unordered(value: Any) -> Any:
    """The answers of a batch in the order of their ids."""
    return sorted(value, key=lambda each: str(each["id"])) if isinstance(value, list) else value


def is_about_files(case_input: dict[str, Any]) -> bool:
    """Whether a recorded call names files, whose content is not recorded."""
    return any(name in (case_input.get("body") or "") for name in (".csv", ".conf", ".txt", ".json"))


def test_without_the_option_no_file_is_read(start: Start, tmp_path: Path) -> None:
    (tmp_path / "ent.json").write_text('{"a": 1}')
    params = {"ref": "a", "hyp": "a", "entities_file": str(tmp_path / "ent.json")}
    reply = call(start(), {**VERSION, "method": "metrics.beer", "params": params})
    assert (reply.status, reply.json["error"]["code"]) == (400, -32602)


@pytest.mark.parametrize(
    "name",
    [
        *("../secret.csv", "/etc/passwd", "away/a.csv", "link.csv", "pipe.csv", "device.csv", "huge.csv", "deep", ""),
        *("../corpora-secret/a.csv", "a\0b", "\udc80.csv", "x" * 5000),
    ],
)
def test_files_outside_the_folder_are_refused(name: str, folder: Path, service: Service) -> None:
    config = f'[normalization]\nreplace "{name}"\n'
    requests = (
        ("normalization.config", {"text": "a", "file": name}),
        ("normalization.file", {"text": "a", "normalizer": "replace", "file": name}),
        ("benchmark.wer", {"ref": "a", "hyp": "b", "config": config}),
    )
    for method, params in requests:
        reply = call(service, {**VERSION, "method": method, "params": params})
        assert reply.json["error"]["code"] in (-32602, -32000), reply.json
        assert "secret" not in str(reply.json["error"]["data"]).replace(name, "")
        assert "root:" not in reply.body.decode()


def test_files_of_the_folder_are_read(folder: Path, service: Service) -> None:
    (folder / "rules.csv").write_text("a,b\n")
    (folder / "c.conf").write_text("[normalization]\nreplace rules.csv\n")
    for name in ("c.conf", "deep/../c.conf"):
        params = {"text": "a c", "file": name}
        reply = call(service, {**VERSION, "method": "normalization.config", "params": params})
        assert reply.json["result"] == {"text": "b c"}
    config = {"ref": "a", "hyp": "b", "config": "[normalization]\nreplace rules.csv\n"}
    assert call(service, {**VERSION, "method": "benchmark.wer", "params": config}).json["result"] == {"wer": 0}


def test_a_file_is_opened_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "once.json").write_text('{"a": 1}')
    opened, names = os.open, []

    def counted(path: str, *others: Any, **options: Any) -> int:
        names.append(os.path.basename(path))
        return opened(path, *others, **options)

    monkeypatch.setattr(os, "open", counted)
    params = {"ref": "a", "hyp": "b", "entities_file": "once.json"}
    request = {**VERSION, "method": "metrics.beer", "params": params}
    document = json.loads(rpc.answer(json.dumps(request).encode(), Limits(files=str(folder))).body)
    assert document["result"]["a"] == {"beer": 1.0, "occurrence_ref": 1}
    assert names.count("once.json") == 1


def test_the_folder_of_a_rule_file_may_be_named(folder: Path, service: Service) -> None:
    (folder / "deep" / "own.csv").write_text("a,b\n")
    for path, expected in (("deep", {"text": "b"}), ("../corpora-secret", None)):
        params = {"text": "a", "normalizer": "replace", "file": "own.csv", "path": path}
        reply = call(service, {**VERSION, "method": "normalization.file", "params": params})
        assert reply.json.get("result") == expected


@pytest.mark.slow
def test_the_program_of_benchmarkstt_serves_only_its_interface(start: Start, tmp_path: Path) -> None:
    (tmp_path / "myext.py").write_text(
        "from benchmarkstt.normalization import Normalizer\n"
        "class Shout(Normalizer):\n    def _normalize(self, text):\n        return text.upper()\n"
    )
    service = start("--with-explorer", "--entrypoint", "/rpc", "--load", "myext", program=TOOLS, folder=tmp_path)
    assert call(service, VERSION, "/rpc").json["result"] == "1.1"
    assert call(service, VERSION, "/api").status == 404
    assert service.post("score", ref="a", hyp="a").status == 404
    assert b"<title>" in service.request("GET", "/rpc").body
    config = {"ref": "a B", "hyp": "A b", "config": "[normalization]\nshout\n"}
    assert call(service, {**VERSION, "method": "benchmark.wer", "params": config}, "/rpc").json["result"] == {"wer": 0}


@pytest.mark.slow
def test_without_its_option_there_is_no_explorer(start: Start) -> None:
    service = start(program=TOOLS)
    assert call(service, VERSION).json["result"] == "1.1"
    assert service.request("GET", "/api").status == 405
    assert service.request("GET", "/explorer").status == 404


@pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"-Infinity", b"1e999"])
def test_a_number_that_json_does_not_have_is_invalid_json(number: bytes, service: Service) -> None:
    reply = call(service, b'{"jsonrpc": "2.0", "method": "version", "id": ' + number + b"}")
    assert (reply.status, reply.json["error"]["code"], reply.json["id"]) == (400, -32700, None)
    assert number.decode() in reply.json["error"]["data"]
