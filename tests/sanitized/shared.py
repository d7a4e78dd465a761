"""Two threads that share results, batches, settings, policies, normalisers and indexes, and must answer like one."""

from __future__ import annotations

import pickle
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Barrier
from typing import Any

from scorelite import scoring
from scorelite.scoring import UsageError, kws, meetings
from scorelite.scoring.normalise import chain_of, normalise
from scorelite.scoring.report.words import NAMES
from tests.fuzz.run import masked
from tests.sanitized import files, names

_WORDS = [
    "the",
    "a",
    "cat",
    "dog",
    "sat",
    "on",
    "mat",
    "and",
    "two",
    "three",
    "can't",
    "well-known",
    "uh",
    "1990",
    "colour",
    "größe",
    "日本",
    "x",
]
_THREADS = 2
_ROUNDS = 3
# Sanitized code on a busy machine needs more than the minute of a search, whose answer is that of the time it had.
_LONG = {"time": 3600.0}


def texts(count: int, length: int, seed: int) -> dict[str, str]:
    """Utterances of random words by id."""
    chance = Random(seed)
    return {
        f"s{number % 7}-{number:04d}": " ".join(chance.choices(_WORDS, k=chance.randint(1, length)))
        for number in range(count)
    }


def jobs(folder: Path) -> Mapping[str, Callable[[], Any]]:
    """Calls by name, of the interface, of every name of the core, and of what reads files, which are in a folder."""
    return {**_interface(), **names.calls(), **files.calls(folder)}


def _interface() -> Mapping[str, Callable[[], Any]]:
    """Calls by name; all that they use is made here, once, and shared by the threads that make them."""
    ref, hyp = texts(400, 12, 1), texts(400, 12, 2)
    long_ref, long_hyp = (" ".join(texts(1, 4000, seed).popitem()[1].split() * 2) for seed in (3, 4))
    result = scoring.score(ref, hyp)
    parts = [scoring.score({key: ref[key]}, {key: hyp[key]}) for key in list(ref)[:40]]
    policy = replace(scoring.SCLITE, name="own", costs=(4, 3, 2))
    chain = chain_of("whisper-en")
    turns = {"m": [(f"p{n % 3}", text, float(n), n + 1.5) for n, text in enumerate(list(ref.values())[:12])]}
    heard = {"m": [(f"h{n % 3}", text, float(n), n + 1.5) for n, text in enumerate(list(hyp.values())[:12])]}
    timed = {"t": [(word, place * 0.5, place * 0.5 + 0.4) for place, word in enumerate(_WORDS * 9)]}
    found = {"t": [(word, start + 0.1, end, 0.5) for word, start, end in timed["t"][::2]]}
    keywords = kws.evaluate(timed, found, _WORDS, {"t": 90.0})
    spans = {"t": [(str(n % 4), n * 1.0, n + 1.0) for n in range(60)]}
    segments = scoring.score_segments(spans, {"t": [(str(n % 3), n * 1.0, n + 1.2) for n in range(60)]})
    return {
        "score": lambda: scoring.score(ref, hyp, threads=2).to_dict(),
        "score characters": lambda: scoring.score(ref, hyp, unit="character").to_dict(),
        "score with a policy": lambda: scoring.score(ref, hyp, policy=policy).to_dict(),
        "align": lambda: str(scoring.align(long_ref, long_hyp, policy=policy)),
        "normalise": lambda: (
            normalise(list(ref.values()), chain)[0],
            scoring.score(ref, hyp, normalise=chain).to_dict(),
        ),
        "sum": lambda: sum(parts).to_dict(),
        "meetings": lambda: [
            meetings.score(turns, heard, measure=measure, **more).to_dict()
            for measure, more in (("cp", {}), ("tcp", {"collar": 5}), ("orc", _LONG), ("mimo", _LONG), ("di-cp", {}))
        ],
        **{f"report {name}": lambda name=name: _report(result, name) for name in NAMES},
        "utterances": lambda: [str(utterance.alignment) for utterance in result.utterances],
        "pickle": lambda: pickle.loads(pickle.dumps(result)).to_dict(),
        **{
            f"{what.WING} {name}": lambda what=what, name=name: getattr(what, name)()
            for what in (result, keywords, segments)
            for name in ("to_dict", "_repr_html_", "__str__")
        },
    }


def _report(result: scoring.Result, name: str) -> bytes:
    try:
        return masked(bytes(result.report(name)))
    except UsageError as error:
        return str(error).encode()


def main(arguments: Sequence[str] | None = None) -> int:
    """Makes every call alone, then in several threads at once; returns 1 if an answer differs."""
    parser = ArgumentParser(prog="python -m tests.sanitized.shared", description=(__doc__ or "").strip())
    parser.add_argument("--only", default="", metavar="TEXT", help="only calls whose names begin so")
    parser.add_argument("--rounds", type=int, default=_ROUNDS, metavar="N", help=f"default: {_ROUNDS}")
    options = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        files.write(Path(folder))
        return _compare(Path(folder), options.only, options.rounds)


def _compare(folder: Path, only: str, rounds: int) -> int:
    def chosen() -> dict[str, Callable[[], Any]]:
        return {name: call for name, call in jobs(folder).items() if name.startswith(only)}

    alone = {name: repr(call()) for name, call in chosen().items()}
    if not alone:
        print(f"no call begins with {only!r}")
        return 1
    wrong = set()
    for _ in range(rounds):
        shared = chosen()  # made anew: what is made at the first look is made by two threads at once
        start = Barrier(_THREADS)

        def work(turn: int, shared: Mapping[str, Callable[[], Any]] = shared, start: Barrier = start) -> None:
            order = list(shared)
            for name in order if turn % 2 == 0 else order[::-1]:
                if repr(shared[name]()) != alone[name]:
                    wrong.add(name)
            start.wait()
            for name in order:
                start.wait()  # both make this call at once
                if repr(shared[name]()) != alone[name]:
                    wrong.add(name)

        with ThreadPoolExecutor(_THREADS) as pool:
            list(pool.map(work, range(_THREADS)))
    print(f"{len(alone)} calls in {_THREADS} threads, {rounds} times: {len(wrong)} with another answer {sorted(wrong)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
