"""CPU time and memory of analyses and equivalents beside those of a plain score, as ratios.

    python benchmarks/analysis.py [--texts 100000] [--rounds 3]

Every job runs in processes of its own, with 20 words a text, at the number of texts and at twice it (growth): texts are
made first, and what is measured begins with the score, of files with their reading; memory is that of the process, with
the texts. Cutting a hypothesis at the segments of a reference is measured beside mweralign, where that is installed.
"""

from __future__ import annotations

import argparse
import importlib.util
import subprocess
import sys

WORDS = 20
# The texts of a job, and what is timed; `size` is the number of texts.
SETUP = """
import itertools, random, resource, sys, time
size, share, job = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3]
draw = random.Random(1)
vocabulary = [f"{draw.choice('bcdfgklmnprst')}{draw.choice('aeiou')}{number:x}" for number in range(20_000)]
weights = list(itertools.accumulate(1 / (rank + 1) for rank in range(len(vocabulary))))
def heard(words):
    for word in words:
        kind = draw.random()
        if kind > 0.04:
            said = "going to" if word == "gonna" and draw.random() < 0.5 else word
            yield said if kind > 0.09 else draw.choice(vocabulary)
def spoken(count):
    words = draw.choices(vocabulary, cum_weights=weights, k=count)
    if draw.random() < share:
        words[draw.randrange(count)] = "gonna"
    return words
texts = [spoken(20) for _ in range(size)]
refs = [" ".join(words) for words in texts]
hyps = [" ".join(heard(words)) for words in texts]
if job == "compounds":
    refs = [text.replace("gonna", f"well-{row}") for row, text in enumerate(refs)]
    hyps = [text.replace("gonna", f"well-{row}").replace("going to", f"well {row}") for row, text in enumerate(hyps)]
if job == "long":
    refs, hyps = [" ".join(refs)], [" ".join(hyps)]
def written(text):
    words = [word + "," if draw.random() < 0.06 else word for word in text.split()]
    return " ".join(words).capitalize() + "."
if job == "marks":
    refs, hyps = [written(text) for text in refs], [written(text) for text in hyps]
def of_csv(side):
    rows = (f"u{row:06d},s{row % 200:03d},{'fm'[row % 2]},{text}\\n" for row, text in enumerate(side))
    return "".join(["id,speaker,gender,text\\n", *rows]).encode()
def of_stm(side):
    rows = (f"r{row // 100} 1 s{row % 20} {row % 100}0 {row % 100}9 {text}\\n" for row, text in enumerate(side))
    return "".join(rows).encode()
def of_ctm(side):
    words = ((row, place, word) for row, text in enumerate(side) for place, word in enumerate(text.split()))
    starts = ((row, row % 100 * 10 + place * 0.4 + draw.random() / 10, word) for row, place, word in words)
    rows = (f"r{row // 100} 1 {start:.2f} 0.3 {word} {draw.random():.2f}\\n" for row, start, word in starts)
    return "".join(rows).encode()
makers = {"csv": of_csv, "stm": of_stm, "ctm": of_ctm}
if job in makers:
    forms = job, "ctm" if job == "stm" else job
    files = [makers[form](side) for form, side in zip(forms, (refs, hyps))]
    read = lambda: scorelite.score_files(*files, ref_format=forms[0], hyp_format=forms[1])
rules = {"gonna": ["going to"]}
several = {"gonna": ["going to"], "going to": ["gonna"], "to be": ["tobe"], "i am": ["i'm"], "am not": ["ain't"]}
listed = [vocabulary[5], vocabulary[700]]
import scorelite
few = "id,text,hyp,group\\n" + "".join(f"{row},a,{'ab'[row % 3 > 0]},{row % 2}\\n" for row in range(20))
imports = {"writing": None, "diacritics": None, "failures": None, "slices": "group"}
scorelite.score_files(few.encode()).analyse(imports)
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
start = time.process_time()
"""
FINISH = "print(time.process_time() - start, peak())"
PLAIN = "scorelite.score(refs, hyps).counts"
READ = "read().counts"
LISTS = '"classes": {"list": listed}'
ANALYSES = {
    "classes, of words": LISTS,
    "classes, of phrases": '"classes": {"list": [f"{listed[0]} {listed[1]}"]}',
    "failures": '"failures": None',
    "punctuation": '"punctuation": None',
    "writing": '"writing": None',
    "diacritics": '"diacritics": None',
    "classes, failures, punctuation": LISTS + ', "failures": None, "punctuation": None',
    "all of these": LISTS + ', "failures": None, "punctuation": None, "writing": None, "diacritics": None',
}
SEVERAL = LISTS + ', "failures": None, "punctuation": None'
FILES = {
    "csv": {"slices": '"slices": "gender"', "classes, failures, punctuation, slices": SEVERAL + ', "slices": "gender"'},
    "stm": {
        "confidence": '"confidence": None',
        "classes, failures, punctuation, confidence": SEVERAL + ', "confidence": None',
    },
    "ctm": {
        "times": '"times": None',
        "classes, failures, punctuation, confidence, times": SEVERAL + ', "confidence": None, "times": None',
    },
}
MARKED = {name: ANALYSES[name] for name in ("punctuation", "writing", "classes, failures, punctuation")}
KINDS = {"csv": "csv and csv", "stm": "stm and ctm", "ctm": "ctm and ctm"}
EQUIVALENTS = "scorelite.score(refs, hyps, equivalents=rules).counts"
SEVERAL_RULES = "scorelite.score(refs, hyps, equivalents=several).counts"
COMPOUNDS = 'scorelite.score(refs, hyps, equivalents="hyphens").counts'
SEGMENTS = {
    "scorelite": """
lines = "".join(f"{text} (a-{number})\\n" for number, text in enumerate(refs))
scorelite.resegment((" ".join(hyps) + "\\n").encode(), lines.encode())
""",
    "mweralign": """
from mweralign import align_texts
align_texts("\\n".join(refs), " ".join(hyps), is_tokenized=False)
""",
}


def measured(work: str, size: int, rounds: int, share: float = 0.0, job: str = "texts") -> tuple[float, float]:
    """The least CPU seconds and MiB of some runs of a job."""
    runs = []
    for _ in range(rounds):
        command = [sys.executable, "-c", f"{SETUP}\n{work}\n{FINISH}", str(size), str(share), job]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        seconds, mebibytes = map(float, done.stdout.split()[-2:])
        runs.append((seconds, mebibytes))
    return min(seconds for seconds, _ in runs), min(mebibytes for _, mebibytes in runs)


def line(name: str, work: str, plain: tuple[float, float], options: argparse.Namespace, **material: object) -> None:
    """Prints the line of a job: seconds, ratio, MiB, ratio, and seconds at twice the size by seconds."""
    seconds, mebibytes = plain if work in (PLAIN, READ) else measured(work, options.texts, options.rounds, **material)  # type: ignore[arg-type]
    twice, _ = measured(work, 2 * options.texts, options.rounds, **material)  # type: ignore[arg-type]
    ratios = f"{seconds / plain[0]:.2f} x | {mebibytes:.0f} | {mebibytes / plain[1]:.2f} x"
    print(f"| {name} | {seconds:.3f} | {ratios} | {twice / seconds:.1f} x |", flush=True)


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=int, default=100_000, help="texts of 20 words (default: 100000)")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each job, of which the best counts (default: 3)")
    options = parser.parse_args()
    print("| job | CPU s | of plain | MiB | of plain | twice the texts |\n|---|--:|--:|--:|--:|--:|")
    plain = measured(PLAIN, options.texts, options.rounds)
    line("plain score", PLAIN, plain, options)
    for name, chosen in ANALYSES.items():
        line(f"`--with`: {name}", f"scorelite.score(refs, hyps).analyse({{{chosen}}})", plain, options)
    bare = measured(PLAIN, options.texts, options.rounds, 0.0, "marks")
    line("texts with marks: plain score", PLAIN, bare, options, job="marks")
    for name, chosen in MARKED.items():
        work = f"scorelite.score(refs, hyps).analyse({{{chosen}}})"
        line(f"texts with marks, `--with`: {name}", work, bare, options, job="marks")
    for job, analyses in FILES.items():
        bare = measured(READ, options.texts, options.rounds, 0.0, job)
        line(f"{KINDS[job]}: score", READ, bare, options, job=job)
        for name, chosen in analyses.items():
            line(f"{KINDS[job]}, `--with`: {name}", f"read().analyse({{{chosen}}})", bare, options, job=job)
    for name, share in (("a tenth of the texts has one", 0.1), ("all texts have one", 1.0)):
        bare = measured(PLAIN, options.texts, options.rounds, share)
        line(f"equivalents: {name}", EQUIVALENTS, bare, options, share=share)
        line(f"equivalents that begin inside others: {name}", SEVERAL_RULES, bare, options, share=share)
        bare = measured(PLAIN, options.texts, options.rounds, share, "compounds")
        line(f"compounds with hyphens: {name}", COMPOUNDS, bare, options, share=share, job="compounds")
    options.texts //= WORDS  # one text of as many words as the others have texts
    bare = measured(PLAIN, options.texts, options.rounds, 1.0, "long")
    line("equivalents: one text, one in 20 words", EQUIVALENTS, bare, options, share=1.0, job="long")
    print("\n| segments of a reference | CPU s |\n|---|--:|")
    for name, work in SEGMENTS.items():
        if importlib.util.find_spec(name):
            seconds, _ = measured(work, max(options.texts // 10, 1), 1)
            print(f"| {name}: {max(options.texts // 10, 1) * WORDS:,} words | {seconds:.3f} |", flush=True)


if __name__ == "__main__":
    main()
