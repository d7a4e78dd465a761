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
    "stm": {"normalise": 16},
    "mdtm": {"read": 29, "write": 32, "normalise": 82},
    "vtt": {"read": 446, "write": 257, "score": 1426, "normalise": 624},
    "ass": {"read": 32, "write": 47, "score": 62, "normalise": 75},
    "ssa": {"read": 32, "write": 47, "score": 62, "normalise": 75},
    "microdvd": {"read": 26, "write": 29, "score": 49, "normalise": 68},
    "stl": {"read": 29, "write": 29, "score": 55, "normalise": 71},
    "aws": {"read": 204, "write": 7910, "score": 470, "normalise": 404},
    "whisper": {"write": 1306, "score": 19},
    "whisperx": {"read": 116, "write": 2215, "score": 246, "normalise": 120},
    "faster-whisper": {"write": 1272, "score": 19},
    "kaldi-json": {"read": 70, "write": 1337, "score": 243, "normalise": 247},
    "vosk": {"read": 148, "write": 1277, "score": 408, "normalise": 347},
    "google": {"read": 199, "write": 1509, "score": 512, "normalise": 399},
    "azure": {"read": 237, "write": 3789, "score": 536, "normalise": 437},
    "deepgram": {"write": 1147, "normalise": 120},
    "assemblyai": {"read": 177, "write": 2727, "score": 417, "normalise": 377},
    "speechmatics": {"write": 3281, "score": 34, "normalise": 131},
    "revai": {"read": 248, "write": 1865, "score": 611, "normalise": 448},
    "watson": {"read": 439, "write": 3039, "score": 991, "normalise": 639},
    "gentle": {"write": 850, "score": 34, "normalise": 120},
    "lhotse": {"read": 1347, "write": 733, "score": 2798, "normalise": 1524},
    "nemo": {"write": 266},
    "textgrid": {"read": 212, "write": 244, "score": 957, "normalise": 389},
    "textgrid-short": {"read": 212, "write": 244, "score": 957, "normalise": 389},
    "jsonl": {"write": 419, "score": 14},
    "ttml": {"read": 2257, "score": 5047, "normalise": 2434},
    "ebu-tt": {"read": 2257, "score": 5047, "normalise": 2434},
    "ebu-tt-d": {"read": 2236, "score": 5005, "normalise": 2413},
    "imsc": {"read": 2257, "score": 5047, "normalise": 2434},
    "rttm": {"read": 15, "write": 39, "score": 3834, "normalise": 564},
    "kaldi-data": {"read": 39, "write": 31, "score": 75, "normalise": 81},
    "eaf": {"read": 1162, "write": 185, "score": 2440, "normalise": 1340},
    "trs": {"read": 100, "write": 42, "score": 197, "normalise": 142},
    "audacity": {"read": 32, "write": 30, "score": 62, "normalise": 75},
    "mpl2": {"read": 41, "write": 49, "score": 80, "normalise": 82},
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
