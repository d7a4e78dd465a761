"""Random command lines run by the reference and by ours: equal bytes, files and exit codes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.compat.programs.sctk.sclite.conftest import Compare

pytestmark = pytest.mark.reference

FILES = {
    "r": b';; LABEL "a" "b" "c"\na b c (s1-1)\n** info\nA { b / c } (d) (s1-2)\n\nx y z (s2-1)\nu v- w (s2-2)\n',
    "h": b"a b d (s1-1)\nA c (s1-2)\nX y (S2-1)\nu vu w (s2-2)\n",
    "i": b'a (s1-2)\n; q (s1-1)\n;; CATEGORY "a" "b" "c"\nx (s2-1)\n',
    "noid": b"a b\n",
    "under": b"a b (s1_1)\n",
    "plain": b"a b (s1)\nc d (s2)\n",
    "twice": b"a (s1-1)\na b (s1-1)\n",
    "extra": b"a (s1-1)\nb (s9-1)\nc (s8-1)\n",
    "half": b"a (s1-1\n",
    "utf": "Éa日 Ii (s1-1)\nçÇ ÉTÉ- (x) (s1-2)\n".encode(),
    "utfh": "éa日 ıi (s1-1)\nçç été (s1-2)\n".encode(),
    "bad": b"a \xffb (s1-1)\n",
    "weights": b";; 'Headings' 'Word Spelling' 'T1' 'T2'\n;; Default missing weight '2.5'\na 1 2\nb 0.5\nx=y 3\na 7\n",
    "lexicon": b"a\nb\nc\n",
    "unsorted": b"c 1\nb 2\n  a\n",
    "sub/h": b"a b d (s1-1)\n",
}
PAIRS = ["r h", "r h", "r h", "r i", "r sub/h", "r ./h", "utf utfh", "utf utfh", "r extra", "r twice", "twice twice"]
PAIRS += ["half h", "r half", "plain plain", "under under", "noid noid", "bad bad", "twice extra", "i i"]
REPORTS = ["sum", "rsum", "pra", "prf", "sgml", "nl.sgml", "lur", "snt", "spk", "dtl", "all", "wws", "none", "pralign"]
WORDS = ["-r", "-h", "-i", "-e", "-c", "-S", "-m", "-o", "-C", "-x", "-", "", "r", "none", "trn", "ctm", "txt", "rm"]
WORDS += ["utf-8", "generic", "DH", "algo1", "lexicon", "0", "1", "stdout", "sum", "unity", "A Title", "-f", "-L", "-d"]
# Options with their probabilities, and the words that may follow them.
OPTIONS: list[tuple[float, list[str]]] = [
    (0.5, ["-f 0", "-f 1", "-f 2", "-f 100"]),
    (0.3, ["-O o", "-O none", "-O ./o", "-O ."]),
    (0.2, ["-n name", "-n o/x"]),
    (0.2, ["-w unity", "-w weights", "-w none", "-w lexicon"]),
    (0.2, ["-e gb", "-e UTF-8", "-e utf-8 babel_turkish", "-e ext_ascii generic", "-e ascii", "-e utf-8 none"]),
    (0.15, ["-S algo1 lexicon", "-S algo2 lexicon ASCIITOO", "-S algo1 unsorted", "-S algo2 none"]),
    (0.15, ["-c", "-c NOASCII", "-c DH", "-c DH NOASCII"]),
    (0.1, ["-C det hist", "-C bhist sbhist", "-C none"]),
    (0.1, ["-l 60", "-l 100"]),
    (0.1, ["-h i", "-h i trn second//title"]),
    (0.2, ["-s"]),
    (0.2, ["-F"]),
    (0.2, ["-D"]),
    (0.08, ["-p"]),
]


def command_line(seed: int) -> list[str]:
    """Random command line, mostly a valid one."""
    rng = random.Random(seed)
    ref, hyp = rng.choice(PAIRS).split()
    parts = [["-r", ref, *rng.choice([[], ["trn"]])], ["-h", hyp, *rng.choice([[], ["trn"], ["trn", "title"]])]]
    parts.append(["-i", rng.choice(["spu_id", "rm", "swb", "wsj", "sp"])])
    if rng.random() < 0.7:
        parts.append(["-o", *rng.sample(REPORTS, rng.randint(0, 4)), *rng.choice([[], ["stdout"]])])
    parts += [rng.choice(choices).split() for probability, choices in OPTIONS if rng.random() < probability]
    # With -c and -D the reference may never end.
    if any(part[0] == "-c" for part in parts):
        parts = [part for part in parts if part != ["-D"]]
    rng.shuffle(parts)
    words = [word for part in parts for word in part]
    for _ in range(rng.choice([0, 0, 0, 1, 2])):
        words[rng.randrange(len(words))] = rng.choice(WORDS)
    return words


def fill(folder: Path) -> None:
    for sub in ("o", "sub"):
        (folder / sub).mkdir(parents=True)
    for name, content in FILES.items():
        (folder / name).write_bytes(content)


@pytest.mark.sweep(5)
@pytest.mark.parametrize("first", range(0, 400, 20))
def test_the_reference_gives_the_same_outcome(first: int, compare: Compare) -> None:
    for seed in range(first, first + 20):
        compare(command_line(seed), fill)
