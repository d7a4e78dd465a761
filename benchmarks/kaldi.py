"""Kaldi's scores beside peers: CPU time (user + system) and memory, both measured in one run, as ratios.

    pip install . numpy -r benchmarks/requirements.txt
    python benchmarks/kaldi.py [--data FOLDER] [--rounds 3] [JOB ...]

The corpus is A of data.py: 100,000 utterances of about 20 words. Peers are kaldialign and jiwer; one that is not
installed is left out and said to be. Reading files counts for us where a job is named after a program, and never for
kaldialign.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

import data
import words
from words import Job

CORPUS = "A"
SPLIT = "refs, hyps = ([line.split() for line in side] for side in (refs, hyps))"
OURS = f"import scorelite.compat.kaldialign as kaldialign\n{SPLIT}"
THEIRS = f"import kaldialign\n{SPLIT}"
COMPUTE_WER = (
    (
        "from scorelite.scoring.compat.programs.kaldi import binaries\n"
        "from scorelite.scoring.compat.programs.kaldi.console import Program\n"
        "tables = [b'ark:' + name.replace('.txt', '.ark').encode() for name in sys.argv[1:3]]"
    ),
    "assert binaries.run(Program('compute-wer', lambda text: None), tables) == 0",
)
BATCH = "kaldialign.batch_error_rate(refs, hyps)"
BOOTSTRAP = "kaldialign.bootstrap_wer_ci(refs, hyps, replications=10000)"
# Each alignment is dropped at once. Keeping them all makes Python's garbage collector traverse every text twice: both
# sides pay equally for that, and more than for our alignments.
ALIGN = "for ref, hyp in zip(refs, hyps): kaldialign.align(ref, hyp, '*')"
KEEP = "[kaldialign.align(ref, hyp, '*') for ref, hyp in zip(refs, hyps)]"
MERGE = "for ref, hyp in zip(refs, hyps): kaldialign.align(ref, hyp, '*', merge_compounds=True)"

JOBS = (
    Job("compute-wer, files to summary", CORPUS, ours=COMPUTE_WER, peer="kaldialign", theirs=(THEIRS, BATCH), goal=5),
    Job("batch_error_rate", CORPUS, ours=(OURS, BATCH), peer="kaldialign", theirs=(THEIRS, BATCH), goal=1),
    Job("bootstrap_wer_ci", CORPUS, ours=(OURS, BOOTSTRAP), peer="kaldialign", theirs=(THEIRS, BOOTSTRAP), goal=3),
    Job("align", CORPUS, ours=(OURS, ALIGN), peer="kaldialign", theirs=(THEIRS, ALIGN), goal=4),
    Job("align, all kept", CORPUS, ours=(OURS, KEEP), peer="kaldialign", theirs=(THEIRS, KEEP), goal=1),
    Job("merge_compounds", CORPUS, ours=(OURS, MERGE), peer="kaldialign", theirs=(THEIRS, MERGE), goal=3),
)
COMMAND = Job("compute-wer, the command", CORPUS, peer="jiwer's command", goal=15)


def write_archives(folder: Path) -> None:
    """Writes the corpus as Kaldi's text archives."""
    for side in ("ref", "hyp"):
        with (folder / f"{CORPUS}.{side}.txt").open() as texts, (folder / f"{CORPUS}.{side}.ark").open("w") as archive:
            for number, text in enumerate(texts):
                archive.write(f"spk{number // 1000:04d}-utt{number:07d} {text}")


def report_command(folder: Path, rounds: int) -> None:
    """Runs our whole command, start included, and jiwer's."""
    archives, texts = ([str(folder / f"{CORPUS}.{side}.{kind}") for side in ("ref", "hyp")] for kind in ("ark", "txt"))
    ours = [words.SCORELITE, "kaldi", "compute-wer", *(f"ark:{name}" for name in archives)]
    jiwer = shutil.which("jiwer", path=str(Path(sys.executable).parent)) or shutil.which("jiwer")
    theirs = words.measure([jiwer, "-r", texts[0], "-h", texts[1]], rounds, False) if jiwer else None
    words.print_line(COMMAND, words.measure(ours, rounds, False), theirs)


def main() -> int:
    """Makes missing data and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jobs", nargs="*", help="jobs to run: beginnings of their names (default: all)")
    parser.add_argument("--data", type=Path, default=Path("bench-data"))
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    folder = options.data.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / f"{CORPUS}.hyp.txt").exists():
        data.write(CORPUS, folder)
    if not (folder / f"{CORPUS}.hyp.ark").exists():
        write_archives(folder)
    print("| job | beside | ours | theirs | ratio | goal |\n|---|---|---|---|---|---|")
    for job in (COMMAND, *JOBS):
        if options.jobs and not any(job.name.startswith(name) for name in options.jobs):
            continue
        if job is COMMAND:
            report_command(folder, options.rounds)
        else:
            words.report(job, folder, options.rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
