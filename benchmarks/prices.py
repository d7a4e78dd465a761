"""Prices of formats and of unusual rows: CPU time a byte, compared with `score` of the same words as trn.

All is measured in one process.

    pip install .
    python benchmarks/prices.py [--words 200000] [--rounds 5] [FORMAT ...]

The first table has a line for each format: reading, scoring, normalising and converting (to trn) a plain file, as
multiples of the time a byte that `score` takes for trn. The second one has a line for each kind of unusual row: the
time of `score` with one such row in the file, with one in a hundred, and with nothing else, as multiples of the time
for the plain file. Each figure is the least of some rounds, which take turns.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

# This folder has files named as packages, and is searched first.
sys.path = [entry for entry in sys.path if Path(entry or ".").resolve() != Path(__file__).resolve().parent]

from scorelite import formats  # noqa: E402
from scorelite.scoring.cli.main import main as scorelite  # noqa: E402

Job = Callable[[], object]
Words = Sequence[str]
Row = Callable[[int, Words], str]
UTTERANCE = 10
GOALS = {"stm": 2.0, "ctm": 2.0, "jsonl": 2.0}
GOAL, GOAL_ONE, GOAL_HUNDREDTH, GOAL_ALL = 1.5, 1.05, 1.3, 15.0


def _recording(row: int) -> str:
    return f"rec{row // 100:04d}"


def _begin(row: int) -> float:
    return row % 100 * 3 + 0.1


def _id(row: int) -> str:
    return f"spk{row % 20:02d}-{row:06d}"


def trn(row: int, words: Words) -> str:
    return f"{' '.join(words)} ({_id(row)})\n"


def stm(row: int, words: Words) -> str:
    return f"{_recording(row)} 1 spk{row % 20:02d} {_begin(row):.2f} {_begin(row) + 2.5:.2f} {' '.join(words)}\n"


def ctm(row: int, words: Words, more: str = "0.9") -> str:
    begins = (_begin(row) + 0.2 * place for place in range(len(words)))
    return "".join(
        f"{_recording(row)} 1 {begin:.2f} 0.18 {word} {more}\n" for begin, word in zip(begins, words, strict=True)
    )


def rttm(row: int, words: Words) -> str:
    names = f"{_recording(row)} 1", f"lex spk{row % 20:02d}"
    begins = (_begin(row) + 0.2 * place for place in range(len(words)))
    return "".join(
        f"LEXEME {names[0]} {begin:.2f} 0.18 {word} {names[1]} 0.9\n" for begin, word in zip(begins, words, strict=True)
    )


def kaldi(row: int, words: Words) -> str:
    return f"{_id(row)} {' '.join(words)}\n"


def csv(row: int, words: Words) -> str:
    return f"{_id(row)},{' '.join(words)}\n"


def tsv(row: int, words: Words) -> str:
    return f"{_id(row)}\t{' '.join(words)}\n"


def jsonl(row: int, words: Words, **members: object) -> str:
    return json.dumps({"id": _id(row), "text": " ".join(words), **members}) + "\n"


def nemo(row: int, words: Words) -> str:
    return json.dumps({"audio_filepath": f"wav/{_id(row)}.wav", "duration": 2.5, "text": " ".join(words)}) + "\n"


def braces(words: Words) -> list[str]:
    """The words with an alternation of the first two."""
    return ["{", words[0], "/", words[1], "}", *words[2:]]


def alternation(row: int, words: Words) -> str:
    """Rows of ctm with an alternation of the first two words."""
    begin, middle, end = (f"{_recording(row)} 1 * * <{mark}>\n" for mark in ("ALT_BEGIN", "ALT", "ALT_END"))
    first, second, *rest = ctm(row, words).splitlines(keepends=True)
    return "".join([begin, first, middle, second, end, *rest])


@dataclass(frozen=True)
class Format:
    """A format: its rows, the kinds of unusual ones, and the format of the references."""

    row: Row
    unusual: dict[str, Row]
    suffix: str
    reference: str = ""
    head: str = ""
    options: tuple[str, ...] = ()


FORMATS = {
    "trn": Format(
        trn,
        {
            "braces": lambda row, words: trn(row, braces(words)),
            "optional word": lambda row, words: trn(row, [f"({words[0]})", *words[1:]]),
            "tab": lambda row, words: trn(row, words).replace(" ", "\t", 1),
            "umlaut": lambda row, words: trn(row, ["\u00e4" + words[0], *words[1:]]),
        },
        "trn",
    ),
    "stm": Format(
        stm,
        {
            "braces": lambda row, words: stm(row, braces(words)),
            "label": lambda row, words: stm(row, ["<o,f0>", *words]),
            "comment": lambda row, words: f";; {row}\n" + stm(row, words),
            "exponent": lambda row, words: stm(row, words).replace(".10 ", ".10e0 "),
        },
        "stm",
    ),
    "ctm": Format(
        ctm,
        {
            "alternation": alternation,
            "comment": lambda row, words: f";; {row}\n" + ctm(row, words),
            "exponent": lambda row, words: ctm(row, words, "9e-1"),
            "type": lambda row, words: ctm(row, words, "0.9 lex"),
        },
        "ctm",
        "stm",
    ),
    "kaldi": Format(
        kaldi,
        {"two blanks": lambda row, words: kaldi(row, words).replace(" ", "  ", 2)},
        "txt",
        options=("--ref-format", "kaldi", "--hyp-format", "kaldi"),
    ),
    "csv": Format(
        csv,
        {
            "quotes": lambda row, words: f'{_id(row)},"{" ".join(words)}"\n',
            "line end": lambda row, words: f'{_id(row)},"{" ".join(words[:5])}\n{" ".join(words[5:])}"\n',
        },
        "csv",
        head="id,text\n",
    ),
    "tsv": Format(tsv, {}, "tsv", head="id\ttext\n"),
    "jsonl": Format(
        jsonl,
        {
            "further member": lambda row, words: jsonl(row, words, note=row),
            "nested member": lambda row, words: jsonl(row, words, meta={"a": [1, {"b": None}]}),
            "escape": lambda row, words: jsonl(row, words).replace("w", "\\u0077", 3),
            "empty line": lambda row, words: jsonl(row, words) + "\n",
        },
        "jsonl",
    ),
    "nemo": Format(nemo, {}, "nemo.jsonl", options=("--ref-format", "nemo", "--hyp-format", "nemo")),
    "rttm": Format(rttm, {}, "rttm", "stm"),
}


def command(*arguments: str) -> Job:
    """A command of scorelite, in this process; an error ends the benchmark."""

    def run() -> None:
        with (
            contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO(), "utf-8")),
            contextlib.redirect_stderr(io.StringIO()) as errors,
        ):
            code = scorelite(list(arguments))
        if code:
            raise SystemExit(f"{' '.join(arguments)}: {errors.getvalue()}")

    return run


def seconds(job: Job) -> float:
    """The CPU seconds of a job."""
    before = time.process_time()
    job()
    return time.process_time() - before


def least(jobs: Sequence[Job], rounds: int) -> list[float]:
    """The least seconds of each job; the jobs take turns."""
    return [min(times) for times in zip(*[[*map(seconds, jobs)] for _ in range(rounds)], strict=True)]


class Prices:
    """Makes the files and measures them."""

    def __init__(self, words: int, rounds: int) -> None:
        chance = random.Random(4711)
        vocabulary = [f"w{number}" for number in range(3000)]
        self._rounds = rounds
        self._refs = [chance.choices(vocabulary, k=UTTERANCE) for _ in range(words // UTTERANCE)]
        self._hyps = [
            [word if chance.random() > 0.1 else chance.choice(vocabulary) for word in row] for row in self._refs
        ]

    def plain(self, name: str, base: float = 0.0) -> list[float]:
        """Reading, scoring, normalising and converting, in multiples of `base` seconds a byte."""
        layout = FORMATS[name]
        ref, hyp = self.files(name)
        given = ("--from", name) if layout.options else ()
        jobs = [
            partial(formats.read, hyp, format=name if given else None),
            command("score", ref, hyp, *layout.options),
            command("normalise", "-q", *given, "--to", name, "--normalise", "basic", hyp, f"n.{layout.suffix}"),
            command("convert", "-q", *given, hyp, "converted.trn"),
        ]
        sizes = [os.path.getsize(path) for path in (ref, hyp)]
        both = sum(sizes), sizes[1]
        times = least(jobs, self._rounds)
        return [took / both[place != 1] / (base or 1.0) for place, took in enumerate(times)]

    def unusual(self, name: str, kind: str) -> list[float]:
        """The time of `score` with unusual rows: one, one in a hundred, all; in multiples of the plain file."""
        layout = FORMATS[name]
        ref, hyp = self.files(name)
        jobs = [command("score", ref, hyp, *layout.options)]
        for every in (len(self._hyps), 100, 1):
            path = f"{kind}-{every}.{layout.suffix}".replace(" ", "-")
            self._write(path, layout, layout.unusual[kind], every)
            jobs.append(command("score", ref, path, *layout.options))
        plain, *others = least(jobs, self._rounds)
        return [took / plain for took in others]

    def files(self, name: str) -> tuple[str, str]:
        """The references and the plain hypotheses."""
        layout = FORMATS[name]
        reference = FORMATS[layout.reference or name]
        ref, hyp = f"r.{reference.suffix}", f"h.{layout.suffix}"
        lines = [reference.row(row, words) for row, words in enumerate(self._refs)]
        Path(ref).write_text(reference.head + "".join(lines), "utf-8")
        self._write(hyp, layout, layout.row, 1)
        return ref, hyp

    def _write(self, path: str, layout: Format, unusual: Row, every: int) -> None:
        lines = [
            (unusual if row % every == every // 2 else layout.row)(row, words) for row, words in enumerate(self._hyps)
        ]
        Path(path).write_text(layout.head + "".join(lines), "utf-8")


def _verdict(value: float, goal: float) -> str:
    return f"{value:.2f}" + (f" (goal {goal:g})" if value > goal else "")


def main() -> int:
    """Measures and prints both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("formats", nargs="*", metavar="FORMAT", help=f"one of {', '.join(FORMATS)} (default: all)")
    parser.add_argument("--words", type=int, default=200_000, help="words of each side (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each measurement (default: %(default)s)")
    options = parser.parse_args()
    if unknown := set(options.formats) - set(FORMATS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}; expected some of {', '.join(FORMATS)}")
    names = options.formats or list(FORMATS)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        prices = Prices(options.words, options.rounds)
        prices.plain("trn")  # the first run loads the modules
        base = prices.plain("trn")[1]
        print("| format | read | score | normalise | convert |\n|---|---|---|---|---|")
        for name in names:
            read, score, normalise, convert = prices.plain(name, base)
            shown = _verdict(score, GOALS.get(name, GOAL))
            print(f"| {name} | {read:.2f} | {shown} | {normalise:.2f} | {convert:.2f} |", flush=True)
        print("\n| format | unusual row | one | one in a hundred | all |\n|---|---|---|---|---|")
        goals = GOAL_ONE, GOAL_HUNDREDTH, GOAL_ALL
        for name in names:
            for kind in FORMATS[name].unusual:
                shown = " | ".join(map(_verdict, prices.unusual(name, kind), goals))
                print(f"| {name} | {kind} | {shown} |", flush=True)
        os.chdir("/")
    return 0


if __name__ == "__main__":
    sys.exit(main())
