"""Keyword scoring: CPU time (user + system), wall time and memory of `scorelite kws`, and how they grow.

    pip install '.[kws]'
    python benchmarks/kws.py [--data FOLDER] [SIZE ...]

A size is one of SIZES below. The data are made anew from a seed where they are not there. All reports are written: sum,
bsum, alignment and the points of the curve, as text. Goals: `office` in 3 s and 300 MiB, `large` in 90 s and 4 GiB.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from xml.sax.saxutils import quoteattr

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
FILE_SECONDS = 300
WORDS_PER_SECOND = 2.5
# name: keywords, hours, detections
SIZES = {
    "small": (50, 1, 20_000),
    "office": (200, 10, 210_000),
    "medium": (1_000, 50, 1_000_000),
    "large": (5_000, 200, 5_000_000),
}
GOALS = {"office": (3, 300), "large": (90, 4096)}
VOCABULARY = 5_000


def make(folder: Path, keywords: int, hours: int, detections: int) -> None:
    """Writes the four files: words with a falling frequency, keywords of one to three words, hits and false alarms."""
    random = np.random.default_rng(7)
    folder.mkdir(parents=True)
    files = hours * 3600 // FILE_SECONDS
    per_file = int(FILE_SECONDS * WORDS_PER_SECOND)
    share = 1 / np.arange(10, VOCABULARY + 10) ** 0.8
    words = random.choice(VOCABULARY, (files, per_file), p=share / share.sum())
    gaps = random.uniform(0.0, 0.1, (files, per_file))
    begins = np.round(np.arange(per_file) / WORDS_PER_SECOND + gaps, 2)
    with (folder / "ecf.xml").open("w") as file:
        file.write(f'<ecf source_signal_duration="{hours * 3600}" language="x" version="1">\n')
        for number in range(files):
            file.write(
                f'<excerpt audio_filename="f{number:05d}.sph" channel="1" tbeg="0" dur="{FILE_SECONDS}" '
                'source_type="cts"/>\n'
            )
        file.write("</ecf>\n")
    with (folder / "ref.rttm").open("w") as file:
        for number in range(files):
            rows = zip(begins[number].tolist(), words[number].tolist(), strict=True)
            file.writelines(f"LEXEME f{number:05d} 1 {begin} 0.3 w{word} lex s <NA>\n" for begin, word in rows)
    starts = random.integers(0, per_file - 3, keywords), random.integers(0, files, keywords)
    lengths = random.integers(1, 4, keywords)
    terms = [tuple(words[f, s : s + n].tolist()) for s, f, n in zip(*starts, lengths, strict=True)]
    with (folder / "kwlist.xml").open("w") as file:
        file.write('<kwlist ecf_filename="e" language="x" encoding="UTF-8" compareNormalize="lowercase" version="1">\n')
        for number, term in enumerate(terms):
            text = " ".join(f"w{word}" for word in term)
            file.write(f"<kw kwid={quoteattr(f'K{number:05d}')}><kwtext>{text}</kwtext></kw>\n")
        file.write("</kwlist>\n")
    _make_detections(folder / "kwslist.xml", random, words, begins, terms, detections)


def _make_detections(
    path: Path,
    random: np.random.Generator,
    words: np.ndarray,
    begins: np.ndarray,
    terms: list[tuple[int, ...]],
    detections: int,
) -> None:
    each = detections // len(terms)
    order = np.argsort(words, axis=None, kind="stable")
    bounds = np.searchsorted(words.ravel()[order], np.arange(VOCABULARY + 1))
    with path.open("w") as file:
        file.write('<kwslist kwlist_filename="k" language="x" system_id="s">\n')
        for number, term in enumerate(terms):
            hits = order[bounds[term[0]] : bounds[term[0] + 1]][: each // 2]
            places = np.concatenate([hits, random.integers(0, words.size, each - len(hits))])
            times = np.maximum(begins.ravel()[places] + random.normal(0, 0.1, each), 0)
            scores = random.beta(1.2, 1.6, each)
            scores[: len(hits)] = np.minimum(scores[: len(hits)] + 0.2, 1)
            file.write(f'<detected_kwlist kwid="K{number:05d}" search_time="1" oov_count="0">\n')
            file.writelines(
                f'<kw file="f{place // words.shape[1]:05d}" channel="1" tbeg="{begin:.2f}" dur="0.35" '
                f'score="{score:.6f}" decision="{"YES" if score >= 0.5 else "NO"}"/>\n'
                for place, begin, score in zip(places.tolist(), times.tolist(), scores.round(6).tolist(), strict=True)
            )
            file.write("</detected_kwlist>\n")
        file.write("</kwslist>\n")


def measure(folder: Path) -> tuple[float, float, float]:
    """CPU seconds, wall seconds and MiB of one run with all reports."""
    arguments = ["--ecf", "ecf.xml", "--rttm", "ref.rttm", "--kwlist", "kwlist.xml", "--kwslist", "kwslist.xml"]
    arguments += ["--report", "sum,bsum,alignment,det", "--measure", "MAP,Optimum,Supremum", "--out", "out/"]
    (folder / "out").mkdir(exist_ok=True)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.monotonic()
    code = (
        "import resource, sys\nfrom scorelite.scoring.cli.main import main\n"
        f"main(['kws', *{arguments!r}])\n"
        "sys.stderr.write(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    wall = time.monotonic() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, wall, int(done.stderr.split()[-1]) / 1024


def main() -> None:
    """Measures the sizes that were requested."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(tempfile.gettempdir()) / "scorelite-kws")
    parser.add_argument("sizes", nargs="*", metavar="SIZE", help=", ".join(SIZES))
    options = parser.parse_args()
    unknown = [name for name in options.sizes if name not in SIZES]
    if unknown:
        parser.error(f"size {unknown[0]!r} is unknown; expected some of {', '.join(SIZES)}")
    print("| size | keywords | hours | detections | CPU s | wall s | MiB | us per detection | goal |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name in options.sizes or SIZES:
        folder = options.data / name
        if not folder.exists():
            make(folder, *SIZES[name])
        cpu, wall, memory = measure(folder)
        keywords, hours, detections = SIZES[name]
        goal = "{} s, {} MiB".format(*GOALS[name]) if name in GOALS else ""
        print(
            f"| {name} | {keywords} | {hours} | {detections} | {cpu:.1f} | {wall:.1f} | {memory:.0f} "
            f"| {cpu / detections * 1e6:.1f} | {goal} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
