"""The description in OpenAPI: it is complete and valid, and a generator makes a client of it that works."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from scorelite.compat.benchmarkstt.api.rpc import interface
from scorelite.scoring.common.measure import Measure
from scorelite.scoring.kws.measures import MEASURES as OF_KEYWORDS
from scorelite.scoring.service.methods import METHODS
from scorelite.scoring.service.openapi import document
from scorelite.scoring.words.measures import MEASURES as OF_WORDS
from tests.peers import peer
from tests.service.conftest import Service


def references(value: Any) -> Iterator[str]:
    """Every `$ref` below a value."""
    if isinstance(value, dict):
        yield from ([value["$ref"]] if "$ref" in value else [])
        for part in value.values():
            yield from references(part)
    elif isinstance(value, list):
        for part in value:
            yield from references(part)


def test_every_route_is_described_and_every_reference_leads_somewhere(service: Service) -> None:
    actual = service.request("GET", "/openapi.json").json
    assert actual == document(interface())
    assert set(actual["paths"]) == {*(f"/v1/{method.name}" for method in METHODS), "/api"}
    for reference in references(actual):
        assert reference.removeprefix("#/components/schemas/") in actual["components"]["schemas"]


@pytest.mark.parametrize(("method", "measures"), [("score", OF_WORDS), ("kws", OF_KEYWORDS)])
def test_every_measure_is_described(method: str, measures: Sequence[Measure]) -> None:
    (record,) = [record for record in METHODS if record.name == method]
    assert {measure.name for measure in measures} <= set(record.result)


def test_the_guide_and_the_help_name_every_method() -> None:
    from scorelite.scoring.cli.command_line import parser
    from tests.conftest import ROOT

    guide = (ROOT / "docs" / "guides" / "service.md").read_text(encoding="utf-8")
    rows = re.findall(r"`/v1/(\w+)`", guide)
    assert rows == [method.name for method in METHODS], "docs/guides/service.md names each, in this order"
    actions = [action for action in parser("serve")._actions if action.choices]
    shown = actions[0].choices["serve"].format_help()  # type: ignore[index,call-overload]
    for method in METHODS:
        assert f"/v1/{method.name}" in shown


def test_the_description_is_valid() -> None:
    peer("openapi_spec_validator").validate(document(interface()))


CLIENT = """
import sys
from made.api.default import align, json_rpc, score
from made.client import Client
from made.models import AlignRequest, JsonRpcRequest, JsonRpcRequestJsonrpc, ScoreForm, ScoreRequest
from made.types import File
import io
with Client(base_url=sys.argv[1]) as client:
    print(align.sync(client=client, body=AlignRequest(ref="a b", hyp="a c")).operations)
    print(score.sync(client=client, body=ScoreRequest(ref=["a b", "c"], hyp=["a b", "d"], normalise="basic")).sentences)
    print(align.sync(client=client, body=AlignRequest(ref="a", hyp="b", policy="no")).status)
    sides = {name: File(io.BytesIO(b"a (u-1)\\n"), f"{name}.trn") for name in ("ref", "hyp")}
    print(score.sync(client=client, body=ScoreForm(**sides)).wer)
    request = JsonRpcRequest(JsonRpcRequestJsonrpc.VALUE_0, "version", id="x")
    print(json_rpc.sync(client=client, body=request).result)
"""


def test_a_generated_client_works(service: Service, tmp_path: Path) -> None:
    peer("openapi_python_client")
    (tmp_path / "openapi.json").write_bytes(service.request("GET", "/openapi.json").body)
    command = ["generate", "--path", "openapi.json", "--output-path", "made", "--meta", "none"]
    made = subprocess.run(
        [sys.executable, "-m", "openapi_python_client", *command],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        text=True,
    )
    assert (tmp_path / "made" / "client.py").exists(), made.stderr
    done = subprocess.run(
        [sys.executable, "-c", CLIENT, service.address.rstrip("/")],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        check=False,
        text=True,
    )
    assert (done.stdout.split(), done.stderr) == (["CS", "2", "422", "0.0", "1.1"], "")


@pytest.mark.slow
def test_mutated_requests_are_never_an_error_of_the_service(service: Service) -> None:
    from tests.service.mutated import wrong_answers

    wrong, states = wrong_answers(service.host, 300, 7)
    assert wrong == []
    assert {200, 400, 422} <= set(states)
