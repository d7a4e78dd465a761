"""The price of a job is its bytes, not its shape: calls of Python functions for each utterance of ten words.

Calls are counted over a file less a quarter of it, so that the start of a run does not count.
"""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest

from scorelite import formats, scoring
from scorelite.formats.engine.transform import fitted
from scorelite.formats.registry import FORMATS
from scorelite.formats.schema import Corpus, Label, Segment, Written
from scorelite.scoring import _core
from scorelite.scoring.normalise import chain_of
from scorelite.scoring.normalise.corpus import normalise_corpus

_MANY, _FEW = 80, 20
_MOST = 12
"""Calls for an utterance of ten words."""
_JOBS = ("read", "write", "score", "normalise")


def corpus_of(size: int) -> Corpus:
    """Utterances of ten words with times, of one recording."""
    chance = Random(size)
    segments = []
    for number in range(size):
        start = 3.0 * number
        labels = tuple(
            Label(
                f"w{chance.randrange(300)}",
                Written(f"{start + 0.2 * place:.2f}"),
                Written(f"{start + 0.2 * place + 0.18:.2f}"),
                Written("0.90"),
            )
            for place in range(10)
        )
        where = {"id": f"anna-{number:04d}", "session": "talk", "channel": "1", "speaker": "anna"}
        times = {"start": Written(f"{start:.2f}"), "end": Written(f"{start + 2.0:.2f}")}
        segments.append(Segment(**where, **times, labels=labels))  # type: ignore[arg-type]
    return Corpus(tuple(segments), format="sample", path="sample")


def calls(run: Callable[[Path], object], few: Path, many: Path) -> float:
    """The calls of a function for each utterance of the larger file."""

    def count(path: Path) -> int:
        profile = cProfile.Profile()
        profile.enable()
        run(path)
        profile.disable()
        return pstats.Stats(profile).total_calls  # type: ignore[attr-defined, no-any-return]

    run(few)
    return (count(many) - count(few)) / (_MANY - _FEW)


# What some jobs cost today, where it is more than it should be: a change may lower these, never raise them.
_TOO_MANY: dict[str, dict[str, int]] = {
    "stm": {"normalise": 17},
    "vtt": {"score": 25},
    "ass": {"read": 28, "score": 56, "normalise": 28},
    "ssa": {"read": 28, "score": 56, "normalise": 28},
    "stl": {"score": 25},
    "textgrid": {"write": 25, "score": 31, "normalise": 16},
    "textgrid-short": {"write": 25, "score": 31, "normalise": 16},
    "ttml": {"read": 147, "score": 302, "normalise": 152},
    "ebu-tt": {"read": 147, "score": 302, "normalise": 152},
    "ebu-tt-d": {"read": 141, "score": 291, "normalise": 146},
    "imsc": {"read": 147, "score": 302, "normalise": 152},
    "rttm": {"read": 16, "score": 41, "normalise": 242},
    "kaldi-data": {"score": 20},
    "eaf": {"read": 25, "score": 58, "normalise": 30},
    "trs": {"read": 60, "score": 120, "normalise": 60},
    "audacity": {"score": 27},
    "mpl2": {"read": 27, "write": 25, "score": 53, "normalise": 26},
}
# Formats without words have nothing to score.
_WORDLESS = frozenset({"mdtm", "uem"})


def limit(name: str, job: str) -> int:
    return _TOO_MANY.get(name, {}).get(job, _MOST)


@cache
def corpora() -> dict[int, Corpus]:
    return {size: corpus_of(size) for size in (_FEW, _MANY)}


@pytest.mark.parametrize("name", [entry.name for entry in FORMATS if entry.writable])
def test_a_job_costs_few_calls_for_each_utterance(name: str, tmp_path: Path) -> None:
    record = formats.by_name(name)
    suffix = record.suffixes[0] if record.suffixes else ""
    few, many = (tmp_path / f"{size}{suffix}" for size in (_FEW, _MANY))
    for path, corpus in zip((few, many), corpora().values(), strict=True):
        formats.write(fitted(corpus, record, interpolate=True)[0], path, format=name)
    read = {path: formats.read(path, format=name) for path in (few, many)}

    def write(path: Path) -> object:
        if record.pack is not None:
            return record.pack(read[path])
        return list(record.write(read[path])) if record.files is None else list(record.files(read[path]))

    jobs: dict[str, Callable[[Path], object]] = {
        "read": lambda path: formats.read(path, format=name),
        "write": write,
        "score": lambda path: scoring.score_files(str(path), str(path), ref_format=name, hyp_format=name),
        "normalise": lambda path: normalise_corpus(formats.read(path, format=name), chain_of("casefold")),
    }
    if name in _WORDLESS or _core._chosen is None:  # the twin takes words one by one
        del jobs["score"], jobs["normalise"]
    counted = {job: calls(run, few, many) for job, run in jobs.items()}
    dear = {job: (count, limit(name, job)) for job, count in counted.items() if count > limit(name, job)}
    assert dear == {}


def test_what_costs_too_much_today_is_dear_indeed() -> None:
    jobs = [(name, job, most) for name, row in _TOO_MANY.items() for job, most in row.items()]
    assert [row for row in jobs if row[2] <= _MOST or row[1] not in _JOBS] == []
