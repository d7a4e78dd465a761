"""Programs of SCTK beside NIST's: CPU time (user + system) of both in one run, as ratios.

    pip install .
    python benchmarks/sctk.py [--rounds 3] [--folder FOLDER] [--only NAME ...]

The data are made from a seed: 100,000 transcripts of 16 words with 200 rules; 20,000 segments of 10 words with 200
rules; 5 systems of 20,000 words, without a pause and with one after every tenth word; 10 systems of 20,000 utterances
and 40 speakers; 200 recordings of 500 turns; two speakers who say 80 words each at once, 2,000 in all. Goals:
csrfilt.sh 10 x, md-eval.pl 100 x, the others 20 x. NIST's rover takes two minutes where there is no pause. NIST's
programs are looked for in SCTK_BIN (default: Debian's folder). Without the native core nothing is measured.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SCTK = Path(os.environ.get("SCTK_BIN") or "/usr/lib/sctk/bin")
VOCABULARY = 5_000
LABELS = ';; CATEGORY "0" "" ""\n;; LABEL "o" "Overall" "Everything"\n'
GOALS = {"csrfilt.sh": 10, "hubscr.pl": 20, "rover": 20, "sc_stats": 20, "md-eval.pl": 100, "asclite": 20}


_OVERLAPS = "-F -D -r overlaps.stm stm -h overlaps.ctm ctm"


def make(folder: Path) -> None:
    """Writes the rules, the transcripts, the segments and the recognised words."""
    chance = random.Random(3)
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(chance.choice(letters) for _ in range(chance.randint(2, 9))) for _ in range(VOCABULARY)]
    words += ["well-known", "don't", "(uh)"] * 20
    plain = [word.upper() for word in words if word.isalpha()]
    with (folder / "rules.glm").open("w") as file:
        file.write(";;\n* name 'benchmark'\n* max_nrules = '2500'\n")
        for number in range(200):
            left = chance.choice(plain) if number % 2 else f"{chance.choice(plain)} {chance.choice(plain)}"
            file.write(f"[{left}] => [{chance.choice(plain)}] / [ ] __ [ ]\n")
    with (folder / "text.trn").open("w") as file:
        for number in range(100_000):
            file.write(f"{' '.join(chance.choices(words, k=16))} (s{number % 50}-{number})\n")
    with (folder / "ref.stm").open("w") as stm, (folder / "hyp.ctm").open("w") as ctm:
        stm.write(LABELS)
        for number in range(20_000):
            name, at = f"f{number // 200:03d} 1", number % 200 * 5.0
            said = chance.choices(words, k=10)
            stm.write(f"{name} s{number % 40} {at:.2f} {at + 5:.2f} <o> {' '.join(said)}\n")
            for place, word in enumerate(said):
                heard = chance.choice(words) if chance.random() < 0.15 else word
                if chance.random() < 0.95:
                    row = f"{name} {at + 0.5 * place:.2f} 0.45 {heard.strip('()')} {chance.random():.3f}\n"
                    ctm.write(row)


def make_systems(folder: Path) -> None:
    """Writes words of five systems for rover, and alignments of ten systems for sc_stats."""
    chance = random.Random(5)
    said = [str(chance.randrange(VOCABULARY)) for _ in range(200_000)]

    def heard(word: str, wrong: float) -> str:
        return str(chance.randrange(VOCABULARY)) if chance.random() < wrong else word

    for name, pause in (("even", 0.0), ("pauses", 2.0)):
        for system in range(5):
            with (folder / f"{name}{system}.ctm").open("w") as file:
                for place, word in enumerate(said[:20_000]):
                    if chance.random() < 0.95:
                        begin = 0.4 * place + pause * (place // 10) + 0.05 * chance.random()
                        file.write(f"r 1 {begin:.2f} 0.30 {heard(word, 0.1)} {chance.random():.3f}\n")
    rows = [(said[10 * number : 10 * number + 10], f"(s{number % 40}-{number})") for number in range(20_000)]
    (folder / "ref.trn").write_text("".join([f"{' '.join(words)} {name}\n" for words, name in rows]))
    with (folder / "systems.sgml").open("wb") as alignments:
        for system in range(10):
            hyp = [f"{' '.join([heard(word, 0.1 + system / 100) for word in words])} {name}\n" for words, name in rows]
            (folder / "hyp.trn").write_text("".join(hyp))
            command = [sys.executable, "-m", "scorelite", "sctk", "sclite", "-r", "ref.trn", "-h", "hyp.trn", "trn"]
            command += [f"system{system}", "-i", "rm", "-o", "sgml", "stdout", "-f", "0"]
            subprocess.run(command, cwd=folder, stdout=alignments, check=True)


def make_turns(folder: Path) -> None:
    """Writes who speaks when, and what a system heard of it."""
    chance = random.Random(7)
    with (folder / "ref.rttm").open("w") as ref, (folder / "sys.rttm").open("w") as hyp:
        for recording in range(200):
            at = 0.0
            for _ in range(500):
                at += chance.uniform(0, 0.8)
                length, speaker = chance.uniform(0.3, 5), chance.randrange(4)
                heard = chance.randrange(4) if chance.random() < 0.1 else speaker
                for file, begin, name in ((ref, at, f"r{speaker}"), (hyp, at + chance.uniform(0, 0.2), f"s{heard}")):
                    file.write(f"SPEAKER f{recording:03d} 1 {begin:.2f} {length:.2f} <NA> <NA> {name} <NA>\n")
                at += length


def make_overlaps(folder: Path) -> None:
    """Writes two speakers who speak at once, and the one stream that a system heard."""
    chance = random.Random(9)
    with (folder / "overlaps.stm").open("w") as stm, (folder / "overlaps.ctm").open("w") as ctm:
        for group in range(12):
            begin = group * 50.0
            heard = []
            for speaker, shift in (("A", 0.0), ("B", 0.25)):
                said = [f"w{chance.randrange(200)}" for _ in range(80)]
                stm.write(f"m 1 {speaker} {begin:.2f} {begin + 45:.2f} {' '.join(said)}\n")
                heard += [(begin + shift + 0.5 * place, word) for place, word in enumerate(said)]
            for at, word in sorted(heard):
                heard_word = f"w{chance.randrange(200)}" if chance.random() < 0.2 else word
                if chance.random() < 0.9:
                    ctm.write(f"m 1 {at:.2f} 0.20 {heard_word}\n")


def seconds(command: list[str], folder: Path, stdin: Path | None, path: str) -> float:
    """CPU time of a command and of its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(stdin or os.devnull, "rb") as source:
        environment = {**os.environ, "PATH": path}
        quiet = subprocess.DEVNULL
        subprocess.run(command, cwd=folder, stdin=source, stdout=quiet, stderr=quiet, check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _hypotheses(name: str) -> list[str]:
    return [word for system in range(5) for word in ("-h", f"{name}{system}.ctm", "ctm")]


def main() -> int:
    """Prints a line of a table for each program."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--folder", type=Path, help="where the data are made, and kept")
    options.add_argument("--only", nargs="+", choices=GOALS, default=list(GOALS), metavar="NAME", help="programs")
    chosen = options.parse_args()
    version = subprocess.run(
        [sys.executable, "-m", "scorelite", "--version"], capture_output=True, text=True, check=True
    )
    if "native core" not in version.stdout:
        options.error(f"{version.stdout.strip()}; expected the native core: 'pip install .' with a C++17 compiler")
    folder = chosen.folder or Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "hyp.ctm").exists():
        make(folder)
    if not (folder / "systems.sgml").exists():
        make_systems(folder)
    if not (folder / "sys.rttm").exists():
        make_turns(folder)
    if not (folder / "overlaps.stm").exists():
        make_overlaps(folder)
    ours = folder / "bin"
    subprocess.run([sys.executable, "-m", "scorelite", "link", str(ours)], check=True)
    scored = ["-V", "-g", "rules.glm", "-l", "english", "-h", "hub5", "-r", "ref.stm", "hyp.ctm"]
    vote = ["-m", "meth1", "-a", "0.5", "-c", "0.6", "-f", "0", "-o", "voted.ctm"]
    jobs = (
        ("csrfilt.sh", ["-dh", "-i", "trn", "rules.glm"], folder / "text.trn"),
        ("hubscr.pl", scored, None),
        ("hubscr.pl", scored[1:], None),
        ("rover", [*_hypotheses("pauses"), *vote], None),
        ("rover", [*_hypotheses("even"), *vote], None),
        ("sc_stats", ["-p", "-t", "std4"], folder / "systems.sgml"),
        ("asclite", [*_OVERLAPS.split(), "-o", "rsum", "-f", "0"], None),
        ("md-eval.pl", ["-c", "0.25", "-r", "ref.rttm", "-s", "sys.rttm"], None),
    )
    print("| program | CPU s | NIST's | ratio | goal |\n|---|--:|--:|--:|--:|")
    for name, words, stdin in jobs:
        if name not in chosen.only:
            continue
        times = []
        for programs in (ours, SCTK):
            path = f"{programs}{os.pathsep}{os.environ['PATH']}"
            command = [str(programs / name), *words]
            times.append(min(seconds(command, folder, stdin, path) for _ in range(chosen.rounds)))
        shown = f"{name} {' '.join(words[:2])}"
        print(
            f"| {shown} | {times[0]:.2f} | {times[1]:.2f} | {times[1] / times[0]:.1f} x | {GOALS[name]} x |", flush=True
        )
    if chosen.folder is None:
        shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
