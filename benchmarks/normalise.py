"""Normalisers beside Python packages that do the same: CPU time as ratios, memory, growth, and what they cost a score.

    pip install . whisper-normalizer text2num
    python benchmarks/normalise.py [--rounds 3] [--peers PYTHON]

The texts are made from a seed: sentences of 16 words with numbers, money and contractions, of few distinct words and of
50,000; and 20,000 texts of nothing but number words, and of words and amounts of money. `--peers` is the Python that
has the packages, if this one has not. The time to import a package and to build a normaliser is left out on both
sides. A goal that is missed is marked.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import data

SENTENCES = 100_000
COMMON = """the a of to in and that it was he for on are with as his they at be this from have or by hot but some what
there we can out other were all your when up use word how said an each she which do their time if will way about it's
won't can't let's we'll you've isn't he'd i'm doctor's colour grey centre organised travelled theatre okay uh um mr"""
NUMBERS = "one two three four five six seven eight nine ten twenty thirty forty hundred thousand first second"
OURS = """
import json, resource, sys, time
from scorelite.scoring.normalise import chain_of
texts = open(sys.argv[1], encoding="utf-8").read().split("\\n")
chain, log = chain_of(sys.argv[2]), sys.argv[3] == "log"
chain.apply(texts[:10], log=log)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
begin = time.process_time()
result = chain.apply(texts, log=log)
print(json.dumps([time.process_time() - begin, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024]))
"""
THEIRS = """
import json, resource, sys, time
texts = open(sys.argv[1], encoding="utf-8").read().split("\\n")
if sys.argv[2] == "text2num":
    from text_to_num import alpha2digit
    function = lambda text: alpha2digit(text, "en")
else:
    from whisper_normalizer.{} import {} as made
    function = made()
function(texts[0])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
begin = time.process_time()
result = [function(text) for text in texts]
print(json.dumps([time.process_time() - begin, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024]))
"""
ENGLISH = THEIRS.format("english", "EnglishTextNormalizer")
BASIC = THEIRS.format("basic", "BasicTextNormalizer")
# name, texts, the package's program and name, the goal as a ratio
JOBS = (
    ("whisper-en", "few", ENGLISH, "whisper-normalizer", 50.0),
    ("whisper-en", "many", ENGLISH, "whisper-normalizer", 30.0),
    ("whisper-en", "numbers", ENGLISH, "whisper-normalizer", 30.0),
    ("whisper-en", "money", ENGLISH, "whisper-normalizer", 30.0),
    ("whisper-basic", "few", BASIC, "whisper-normalizer", 20.0),
    ("whisper-basic", "many", BASIC, "whisper-normalizer", 20.0),
    ("numbers-en", "few", ENGLISH, "text2num", 0.0),
)
MOST_FOR_LOG = 2.0
MOST_FOR_SCORE = {"whisper-en": 0.6, "leaderboard-en": 0.8}


def make(folder: Path) -> None:
    """Writes the texts: few and many distinct words, and half of each for the growth."""
    chance = random.Random(17)
    letters = "abcdefghijklmnoprstuvw"
    rare = ["".join(chance.choices(letters, k=chance.randint(3, 9))) for _ in range(50_000)]
    common = COMMON.split()
    for name, words in (("few", common), ("many", common + rare)):
        texts = [_sentence(chance, words) for _ in range(SENTENCES)]
        (folder / name).write_text("\n".join(texts), "utf-8")
        (folder / f"{name}-half").write_text("\n".join(texts[: SENTENCES // 2]), "utf-8")
    texts = [" ".join(chance.choices(NUMBERS.split()[:-2] + ["million"], k=20)) for _ in range(SENTENCES // 5)]
    (folder / "numbers").write_text("\n".join(texts), "utf-8")
    (folder / "numbers-half").write_text("\n".join(texts[: len(texts) // 2]), "utf-8")

    texts = [" ".join(_amount(chance, common) for _ in range(16)) for _ in range(SENTENCES // 5)]
    (folder / "money").write_text("\n".join(texts), "utf-8")
    (folder / "money-half").write_text("\n".join(texts[: len(texts) // 2]), "utf-8")


def _amount(chance: random.Random, words: list[str]) -> str:
    first, second = chance.choices(NUMBERS.split()[:-4], k=2)
    amounts = (
        f"${chance.randrange(1, 10)},{chance.randrange(1000):03}.{chance.randrange(100):02}",
        f"${chance.randrange(1000)}.{chance.randrange(100):02}",
        f"£{chance.randrange(1000)}",
        f"{first} pounds {second}",
        f"{first} hundred dollars and {second} cents",
    )
    return chance.choice(amounts if chance.random() < 0.5 else words)


def _sentence(chance: random.Random, words: list[str]) -> str:
    chosen = chance.choices(words, k=16)
    if chance.random() < 0.3:
        chosen[3:6] = [*chance.choices(NUMBERS.split(), k=2), "dollars"]
    if chance.random() < 0.2:
        chosen[8] = chance.choice((f"${chance.randrange(1000)}.{chance.randrange(100):02}", "1,250", "50%", "10:30"))
    return f"{chosen[0].capitalize()} {' '.join(chosen[1:9])}, {' '.join(chosen[9:])}."


def least(python: str, program: str, words: list[str], rounds: int) -> tuple[float, float]:
    """The least CPU time of some rounds, and the memory of the last one in MiB."""
    runs = []
    for _ in range(rounds):
        done = subprocess.run([python, "-c", program, *words], check=True, capture_output=True, text=True)
        runs.append(json.loads(done.stdout))
    return min(seconds for seconds, _ in runs), runs[-1][1]


def verdict(missed: bool) -> str:
    """The last column of a row."""
    return "MISSED" if missed else "ok"


def report(folder: Path, rounds: int, peers: str) -> bool:
    """Prints one row for each job; whether a goal was missed."""
    missed = False
    print("| normaliser | texts | scorelite | MiB | half the texts | package | CPU s | ratio | goal | |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for name, texts, program, package, goal in JOBS:
        ours, memory = least(sys.executable, OURS, [str(folder / texts), name, ""], rounds)
        half, _ = least(sys.executable, OURS, [str(folder / f"{texts}-half"), name, ""], rounds)
        theirs, _ = least(peers, program, [str(folder / texts), package], 1)
        late = theirs / ours < goal
        missed |= late
        shown = f"{ours:.3f} | {memory:.0f} | {half:.3f} | {package} | {theirs:.2f} | {theirs / ours:.1f} x"
        print(f"| {name} | {texts} | {shown} | {f'{goal:g} x' if goal else ''} | {verdict(late)} |", flush=True)
    for name in ("whisper-en", "leaderboard-en"):
        plain, _ = least(sys.executable, OURS, [str(folder / "few"), name, ""], rounds)
        logged, memory = least(sys.executable, OURS, [str(folder / "few"), name, "log"], rounds)
        late = logged > MOST_FOR_LOG * plain
        missed |= late
        shown = f"{logged:.3f} | {memory:.0f} | | without log | {plain:.3f} | {logged / plain:.2f} x as long"
        print(f"| {name}, all changes | few | {shown} | at most {MOST_FOR_LOG:g} x | {verdict(late)} |", flush=True)
    return missed


def report_score(folder: Path, rounds: int) -> bool:
    """Prints what a normaliser costs the score of 100,000 pairs of about 20 words; whether it is too much."""
    data.write("A", folder)
    plain, missed = _least(folder, rounds), False
    for name, most in MOST_FOR_SCORE.items():
        seconds = _least(folder, rounds, "--normalise", name)
        late = seconds - plain > most
        print(f"| score of A | {seconds:.2f} s with {name}, {plain:.2f} s without |", end=" ")
        print(f"{seconds - plain:+.2f} s | at most +{most} s | {verdict(late)} |")
        missed |= late
    return missed


def _least(folder: Path, rounds: int, *options: str) -> float:
    """The least time of several scores of A with these options."""
    command = [sys.executable, "-m", "scorelite", "score", "A.ref.trn", "A.hyp.trn", *options]
    return min(_spent(command, folder) for _ in range(rounds))


def _spent(command: list[str], folder: Path) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    """Runs all jobs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--peers", default=sys.executable, metavar="PYTHON")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make(folder)
        missed = report(folder, options.rounds, options.peers)
        return int(report_score(folder, options.rounds) or missed)


if __name__ == "__main__":
    sys.exit(main())
