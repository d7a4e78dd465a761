"""Uses of the public interface that type checkers must refuse, line by line; nothing here is ever called.

A comment names the rule of mypy and the rule of pyright by which its line is refused.
"""

# ruff: noqa

from __future__ import annotations

from pathlib import Path

from scorelite import formats
import scorelite
from scorelite import scoring
from scorelite.scoring import batches, kws


def names() -> None:
    from scorelite.scoring import nonsense  # mypy: attr-defined, pyright: reportAttributeAccessIssue

    formats.corpus  # mypy: attr-defined, pyright: reportAttributeAccessIssue
    scorelite.nonsense  # mypy: attr-defined, pyright: reportAttributeAccessIssue
    scorelite.compat.nonsense  # mypy: attr-defined, pyright: reportAttributeAccessIssue


def texts() -> None:
    scoring.score(b"a", ["a"])  # mypy: arg-type, pyright: reportArgumentType
    scorelite.wer(3, ["a"])  # mypy: arg-type, pyright: reportArgumentType
    scorelite.wer("a", "b", unit="letter")  # mypy: arg-type, pyright: reportArgumentType
    scoring.score([1], [2])  # mypy: list-item, pyright: reportArgumentType
    scoring.score({1: "a"}, {1: "a"})  # mypy: dict-item, pyright: reportArgumentType
    scoring.score(["a"], ["a"], ["u-1"])  # mypy: call-arg, pyright: reportCallIssue
    scoring.score()  # mypy: call-arg, pyright: reportCallIssue


def settings() -> None:
    scoring.score(["a"], ["a"], case_sensitve=True)  # mypy: call-arg, pyright: reportCallIssue
    scoring.score(["a"], ["a"], policy=3)  # mypy: arg-type, pyright: reportArgumentType
    scoring.score(["a"], ["a"], unit="letter")  # mypy: arg-type, pyright: reportArgumentType
    scoring.score(["a"], ["a"], normalise=len)  # mypy: arg-type, pyright: reportArgumentType
    scoring.score(["a"], ["a"], missing="ignore")  # mypy: arg-type, pyright: reportArgumentType
    scoring.score(["a"], ["a"], threads="2")  # mypy: arg-type, pyright: reportArgumentType
    scoring.align("a", "b", sensitive=True)  # mypy: call-arg, pyright: reportCallIssue
    scoring.align("a", None)  # mypy: arg-type, pyright: reportArgumentType
    scoring.Settings(polcy="sclite")  # mypy: call-arg, pyright: reportCallIssue
    scoring.Settings(unit="letter")  # mypy: arg-type, pyright: reportArgumentType
    scoring.Policy("mine", (1, 1), "SDI", "short of a cost")  # mypy: arg-type, pyright: reportArgumentType


def results() -> None:
    result = scoring.score(["a"], ["a"])
    float(result)  # mypy: arg-type, pyright: reportArgumentType
    result.werr  # mypy: attr-defined, pyright: reportAttributeAccessIssue
    result.counts.correct = 3  # mypy: misc, pyright: reportAttributeAccessIssue
    text: bytes = result.report("sum")  # mypy: assignment, pyright: reportAssignmentType
    rate: float = result.wer  # mypy: assignment, pyright: reportAssignmentType


def files() -> None:
    batches.score_batch(None, missing="often")  # mypy: arg-type, pyright: reportArgumentType
    batches.merge()  # mypy: call-arg, pyright: reportCallIssue
    kws.evaluate(ref=[], hyp=[], keywords=["a"])  # mypy: call-arg, pyright: reportCallIssue
    kws.evaluate(ref=[], hyp=[], keywords=[1], duration=100)  # mypy: list-item, pyright: reportArgumentType
    formats.read(3)  # mypy: arg-type, pyright: reportArgumentType
    formats.write("a (u-1)", "a.trn")  # mypy: arg-type, pyright: reportArgumentType
    scorelite.align("a", "b", polcy="sclite")  # mypy: call-arg, pyright: reportCallIssue
    scoring.score_files()  # mypy: call-arg, pyright: reportCallIssue
    scoring.score_files("r.trn", "h.trn", outside="drop")  # mypy: arg-type, pyright: reportArgumentType
    scoring.score_files("r.trn", 3)  # mypy: arg-type, pyright: reportArgumentType
    scoring.score_segments([("music", 0.0, 5.0)], [])  # mypy: arg-type, pyright: reportArgumentType
    formats.convert("a.trn", Path("a.stm"), strict="yes")  # mypy: arg-type, pyright: reportArgumentType
