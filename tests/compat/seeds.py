"""Golden cases of other libraries: JSON with names for what JSON cannot say."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any


def features(folder: Path) -> list[dict[str, Any]]:
    """The files of a system, each with its cases."""
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))]


def decoded(value: Any) -> Any:
    """The value that is meant."""
    if isinstance(value, list):
        return [decoded(item) for item in value]
    if isinstance(value, dict):
        if set(value) == {"$float"}:
            return float(value["$float"])
        if set(value) == {"$bytes_hex"}:
            return bytes.fromhex(value["$bytes_hex"])
        if set(value) == {"$pairs"}:
            return {tuple(key) if isinstance(key, list) else key: decoded(item) for key, item in value["$pairs"]}
        return {key: decoded(item) for key, item in value.items()}
    return value


def listed(value: Any) -> Any:
    """Our answer in the corpus's terms: tuples are lists, sets are sorted lists."""
    if isinstance(value, (list, tuple)):
        return [listed(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted(listed(item) for item in value)
    if isinstance(value, dict):
        return {key: listed(item) for key, item in value.items()}
    return value


def same(ours: Any, theirs: Any, tolerance: float = 0.0) -> bool:
    """Whether two answers agree; no number equals itself here."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        if "error" in theirs and isinstance(theirs["error"], dict):
            return "error" in ours and bool(ours["error"]["type"] == theirs["error"]["type"])
        return ours.keys() == theirs.keys() and all(same(ours[key], theirs[key], tolerance) for key in theirs)
    if isinstance(theirs, list) and isinstance(ours, list):
        return len(ours) == len(theirs) and all(same(a, b, tolerance) for a, b in zip(ours, theirs, strict=True))
    if isinstance(theirs, float) and isinstance(ours, float):
        return (
            (math.isnan(ours) and math.isnan(theirs)) or ours == theirs or math.isclose(ours, theirs, rel_tol=tolerance)
        )
    return type(ours) is type(theirs) and ours == theirs


def answer(work: Any) -> Any:
    """The value that a call returns, or the error that it raises."""
    try:
        return listed(work())
    except Exception as error:
        return {"error": {"type": type(error).__name__, "message": str(error)}}


def agrees(ours: Any, case: dict[str, Any]) -> bool:
    """Whether an answer is that of the corpus under the case's rule of comparison."""
    expected, rule = decoded(case["output"]), case["compare"]
    if isinstance(expected, dict) and "error" in expected:
        if not isinstance(ours, dict) or "error" not in ours:
            return False
        keys = ("type", "message") if rule.endswith("+message") else ("type",)
        return all(ours["error"][key] == expected["error"][key] for key in keys)
    tolerance = float(rule.removeprefix("float-rel-")) if rule.startswith("float-rel-") else 0.0
    return same(ours, expected, tolerance)
