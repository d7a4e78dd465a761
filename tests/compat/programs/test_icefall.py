"""icefall's files of a decoding: golden cases, and its own functions where a folder has them."""

from __future__ import annotations

import ast
import io
import logging
import typing
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from scorelite.compat import icefall
from tests.compat.toolkits import CASES, original, ours, sentences
from tests.peers import peer

TEXTS = [
    ("u1", ["the", "cat", "sat", "on", "the", "mat"], ["the", "cat", "sit", "on", "mat"]),
    ("u2", ["good", "day"], ["a", "good", "way", "to", "go"]),
    ("u3", [], ["noise"]),
    ("u4", ["gone", "again"], []),
    ("u5", ["你", "好"], ["你", "号"]),
    ("u6", ["a", "b"], ["b", "a"]),
]


def original_functions() -> dict[str, Any]:
    """The two functions of icefall/utils.py alone: the module needs torch and k2."""
    tree = ast.parse(original("icefall/icefall/utils.py").read_text(encoding="utf-8"))
    names = ("store_transcripts", "write_error_stats")
    chosen = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name in names]
    names_of_module = {**vars(typing), "kaldialign": peer("kaldialign"), "logging": logging, "defaultdict": defaultdict}
    names_of_module["Pathlike"] = str
    exec(compile(ast.Module(chosen, []), "icefall/utils.py", "exec"), names_of_module)
    return names_of_module


def written(write: Any, texts: list[Any], **options: bool) -> tuple[str, float, list[Any]]:
    """The text about copies of these texts, the rate, and the copies afterwards."""
    copies = list(texts)
    output = io.StringIO()
    rate = write(output, "test", copies, **options)
    return output.getvalue(), rate, copies


@pytest.mark.parametrize("compute_cer", [False, True])
@pytest.mark.parametrize("sclite_mode", [False, True])
def test_the_statistics_are_those_of_icefall(
    compute_cer: bool, sclite_mode: bool, caplog: pytest.LogCaptureFixture
) -> None:
    theirs = original_functions()["write_error_stats"]
    texts = list(sentences(2000, 7))
    options = {"compute_CER": compute_cer, "sclite_mode": sclite_mode}
    with caplog.at_level(logging.INFO):
        wanted = written(theirs, texts, **options)
        assert written(icefall.write_error_stats, texts, **options) == wanted
    first, second = caplog.messages
    assert first == second


@pytest.mark.parametrize("char_level", [False, True])
def test_the_transcripts_are_those_of_icefall(char_level: bool, tmp_path: Path) -> None:
    texts = list(sentences(200, 8))
    original_functions()["store_transcripts"](tmp_path / "theirs", texts, char_level)
    icefall.store_transcripts(tmp_path / "ours", texts, char_level)
    assert (tmp_path / "ours").read_bytes() == (tmp_path / "theirs").read_bytes()


def test_nothing_said_is_an_error_as_with_icefall() -> None:
    with pytest.raises(ZeroDivisionError, match="division by zero"):
        icefall.write_error_stats(io.StringIO(), "test", [("u1", [], ["a"])])


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("errs", {}),
        ("errs-characters", {"compute_CER": True}),
        ("errs-sclite", {"sclite_mode": True}),
    ],
)
def test_the_statistics_are_those_that_icefall_wrote(name: str, options: dict[str, bool], tmp_path: Path) -> None:
    recogs = CASES / "icefall" / "recogs.txt"
    golden = (CASES / "icefall" / f"{name}.txt").read_text(encoding="utf-8")
    icefall.store_transcripts(tmp_path / "recogs.txt", TEXTS)
    assert (tmp_path / "recogs.txt").read_bytes() == recogs.read_bytes()
    assert written(icefall.write_error_stats, TEXTS, **options)[0] == golden
    words = [f"--{option.replace('_', '-')}" for option in options]
    code, out, err = ours(["icefall", "write_error_stats", *words, str(recogs)], tmp_path)
    assert (code, out.decode(), err) == (0, golden, b"")


def test_the_log_line_has_the_counts(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        written(icefall.write_error_stats, TEXTS[:2])
        written(icefall.write_error_stats, TEXTS[:2], enable_log=False)
    assert caplog.messages == ["[test] %WER 75.00% [6 / 8, 3 ins, 1 del, 2 sub ]"]
