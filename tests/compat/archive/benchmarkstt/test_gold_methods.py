"""The methods of the JSON-RPC interface give the results that BenchmarkSTT's server gives, without a server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scorelite.compat.benchmarkstt.api.jsonrpc import InvalidParameters, get_methods
from tests.compat.archive.benchmarkstt.runs import fresh
from tests.compat.seeds import same

# Cases with another answer, and the reason; docs/explanation/differences.md tells users.
DIFFERENT = {
    "benchmarkstt.rpc_benchmark.022": "parameters are bound in the order that is shown",
    "benchmarkstt.rpc_lists.001": "own help",
    "benchmarkstt.rpc_lists.002": "own help",
}


def answers(case: dict[str, Any]) -> tuple[Any, Any] | None:
    """Our result or error, and the recorded one; None for what only a server decides."""
    expected = case["output"].get("json") if isinstance(case["output"], dict) else None
    try:
        request = json.loads(case["input"].get("body", ""))
    except ValueError:
        return None
    if not isinstance(request, dict) or not isinstance(expected, dict) or "quirk" in case.get("tags", ()):
        return None
    method = get_methods().get(request.get("method", ""))
    params = request.get("params", [])
    if method is None or request.get("jsonrpc") != "2.0" or isinstance(params, str):
        return None
    if {"file", "path", "entities_file"} & set(params):
        return None  # files of the recording server
    try:
        answers = {"result": method.call(params)}
    except InvalidParameters as error:
        answers = {"code": -32602, "data": str(error)}
    except Exception as error:
        answers = {"code": -32000, "data": f"{type(error).__name__}: {error}"}
    error = expected.get("error")
    return answers, {"result": expected["result"]} if "result" in expected else {k: error[k] for k in ("code", "data")}


@pytest.mark.parametrize("feature", ["rpc_basic", "rpc_benchmark", "rpc_lists", "rpc_metrics", "rpc_normalization"])
def test_methods(gold: Path, feature: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = gold / "seeds" / "benchmarkstt" / f"{feature}.json"
    if not path.exists():
        pytest.skip("the golden cases have none of BenchmarkSTT")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules.csv").write_text("hello,bye\n")
    wrong = {}
    for case in json.loads(path.read_text())["cases"]:
        with fresh():
            both = answers(case)
        if both and same(json.loads(json.dumps(both[0])), both[1]) == (case["id"] in DIFFERENT):
            wrong[case["id"]] = (case["input"].get("body"), *both)
    assert wrong == {}


def test_all_methods_are_there() -> None:
    groups = {
        "normalization": ("config", "file", "lowercase", "regex", "replace", "replacewords", "unidecode"),
        "metrics": ("beer", "cer", "diffcounts", "wer", "worddiffs"),
        "benchmark": ("beer", "cer", "diffcounts", "wer", "worddiffs"),
    }
    names = {f"{group}.{name}" for group, names_of_group in groups.items() for name in names_of_group}
    assert set(get_methods()) == names | {f"list.{group}" for group in groups} | {"version", "help"}


def test_parameters_are_bound_in_the_order_that_is_shown() -> None:
    method = get_methods()["normalization.replace"]
    assert [parameter.name for parameter in method.parameters] == ["text", "search", "replace", "return_logs"]
    assert method.call(["aba", "a", "c"]) == {"text": "cbc"}
    with pytest.raises(InvalidParameters, match="missing a required argument: 'replace'"):
        method.call(["aba", "a"])
