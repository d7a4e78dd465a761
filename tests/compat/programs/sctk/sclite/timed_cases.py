"""Command lines for words with times, and the program that makes their golden outcomes in golden_times.json.

    python -m tests.compat.programs.sctk.sclite.timed_cases /usr/lib/sctk/bin/sclite

makes this file again, with Debian's sclite of release 2.4.10.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

GOLDEN = Path(__file__).with_name("golden_times.json")
RELEASE = "2.4.10"
DATES = re.compile(rb'(creation_date=|Creation date: )"[^"]*"')

STM = """\
;; CATEGORY "0" "" ""
;; LABEL "O" "Overall" "All of it"
;; CATEGORY "1" "Place" ""
;; LABEL "IN" "In//doors" "Recorded in a room"
;; LABEL "OUT" "Out//doors" "Recorded in the street"
talk A anna 0.00 2.50 <o,in> the cat { sat / is sitting } on (uh) the mat
talk A bert 2.50 3.50 <o,out> a dog;noun;x b- barked
talk A anna 3.50 4.00 <o,in> IGNORE_TIME_SEGMENT_IN_SCORING
talk A bert 4.00 6.75 <o,in> one two @ three
talk B carl 0.25 1.75 <O,OUT> Yes { @ / no } maybe
other A anna 10.125 12.5 <o,in>
"""
CTM = """\
;; made by hand
talk A 0.10 0.20 The 0.95
talk A 0.40 0.30 cat 0.9
talk A 0.80 0.25 is 0.55
talk A 1.10 0.30 Sitting 0.25
talk A 1.60 0.20 the NA
talk A 2.00 0.40 hat;noun 0.3
talk A 2.45 0.10 a 1.0
talk A 2.70 0.30 dog 0.85
talk A &&3.10 0.20 bark* 0.5 1
talk A 3.60 0.20 hmm 0.1
talk A * * <ALT_BEGIN>
talk A 4.20 0.20 one 0.75
talk A * * <ALT>
talk A 4.20 0.10 won 0.2
talk A 4.30 0.10 ton 0.2
talk A * * <ALT_END>
talk A 4.60 0.20 three 0.99999999
talk A 9.00 0.20 four 0
talk B 0.30 0.30 yes 0.8
other A 11.00 1.00 what 0.0625
"""
PLAIN_STM = "f A s 0 1 a b c\nf A t 1 2 d e\nf B s 0 2 x y z\n"
PLAIN_CTM = "f A .1 .2 a\nf A .5 .2 b\nf A .8 .4 c\nf A 1.2 .2 d\nf B .1 .2 x\nf B .5 .5 z\n"
MARKED_CTM = (
    "f A .1 .2 a\nf A * * <ALT_BEGIN>\nf A .3 .2 b\nf A * * <ALT>\nf A * * <ALT_END>\nf A 1.6 .2 d\n"
    "f A * * <ALT_BEGIN>\nf A 2.5 .2 e\nf A * * <ALT>\nf A 3 .2 q\nf A * * <ALT_END>\nf A 3.5 .2 e\nf B .1 .1 x\n"
)
TWO = "f A .1 .2 a\nf A .5 .3 b\nf A 1 .2 c\nf B .1 .2 d\nf B .6 .2 e\ng A 0 1 x\n"
TWO_HYP = "f A .1 .2 a 0.5\nf A .6 .3 q 0.25\nf A 1 .2 c 1\nf B .7 .2 e 0.125\nf B .9 .2 f 0\ng A 0 1 x 0.75\n"


def conversation(seed: int, words: int, pauses: float, marks: float = 0.0) -> tuple[str, str]:
    """Rows of a conversation and of a hypothesis, long enough to be chopped."""
    random_ = random.Random(seed)
    ref, hyp = [], []
    time = 0.0
    for _ in range(words):
        length = random_.choice((0.1, 0.2, 0.25, 0.4))
        word = random_.choice("abcd")
        rows = [f"f A {time:.2f} {length:.2f} {word}"]
        if random_.random() < marks:
            rows = ["f A * * <ALT_BEGIN>", *rows, "f A * * <ALT>", *rows[:1], "f A * * <ALT_END>"]
        ref += rows
        if random_.random() < 0.9:
            begin = max(0.0, time + random_.choice((0, 0, 0.05, -0.05)))
            hyp.append(f"f A {begin:.2f} {length:.2f} {random_.choice((word, word, word, 'e'))}")
        time += length + (random_.choice((0.05, 0.3, 1.2)) if random_.random() < pauses else 0.0)
    return "\n".join(ref) + "\n", "\n".join(hyp) + "\n"


def _doubtful_rows(random_: random.Random) -> str:
    """Words of which some are wrong, and a fifth have a confidence that is NaN."""
    rows = []
    for place in range(24):
        word = "a" if random_.random() < 0.7 else "b"
        sure = "nan" if random_.random() < 0.2 else f"{random_.random():.2f}"
        rows.append(f"f A {place / 4} .2 {word} {sure}\n")
    return "".join(rows)


class Case(NamedTuple):
    """Command line and its input files; `stdin` names one of the files."""

    argv: str
    ref: str | bytes = PLAIN_STM
    hyp: str | bytes = PLAIN_CTM
    more: Mapping[str, str | bytes] = {}
    stdin: str = ""

    def files(self) -> dict[str, bytes]:
        """Input files by name."""
        texts = {"r": self.ref, "h": self.hyp, **self.more}
        return {name: text if isinstance(text, bytes) else text.encode() for name, text in texts.items()}


ALL = "sum rsum pra prf dtl snt spk lur sgml nl.sgml"
S = "-r r stm -h h ctm"
C = "-r r ctm -h h ctm"
CASES: dict[str, Case] = {
    "all reports": Case(f"{S} -D -F -o {ALL} -O o", STM, CTM),
    "the line of Kaldi's recipes": Case(f"{S} -s -n name -f 0 -D -F -o sum rsum prf dtl sgml -e utf-8", STM, CTM),
    "the same by characters": Case(
        f"{S} -s -n name -f 0 -F -c NOASCII DH -o sum rsum prf dtl sgml -e utf-8", STM.replace("cat", "ça-t"), CTM
    ),
    "confidence files": Case(f"{S} -C det bhist hist sbhist -O o -n c -D", STM, CTM),
    "confidence files without confidences": Case(f"{S} -C det hist"),
    "confidence files without confidences and without feedback": Case(f"{S} -C bhist hist -f 0 -O o"),
    "confidences out of range": Case(
        f"{S} -o sum -C hist bhist -O o", PLAIN_STM, PLAIN_CTM.replace("a\n", "a 1.5\n").replace("b\n", "b -0.25\n")
    ),
    "confidences that are not numbers among others": Case(
        f"{S} -o sum -C det hist bhist sbhist -O o",
        PLAIN_STM,
        "".join(f"f A {k / 4} .2 a {sure}\n" for k, sure in enumerate(("9", "nan", "0", "0.9", "nan", "0.1", "0.5"))),
    ),
    "confidences of which a fifth are not numbers": Case(
        f"{S} -o sum -C det sbhist -O o", f"f A s 0 6 {'a ' * 24}\n", _doubtful_rows(random.Random(24))
    ),
    "weights": Case(f"{S} -w w -o wws prf sgml stdout -F", STM, CTM, {"w": "a 1\nthe 0.5\ncat 2\n"}),
    "one weight for all": Case(f"{S} -w unity -o wws pra stdout -D", STM, CTM),
    "characters": Case(f"{S} -c -o prf sum stdout", STM, CTM),
    "inferred segmentation of the hypothesis": Case(
        f"{S} -S algo1 l -o prf stdout -c", "f A s 0 9 ab c\n", "f A 1 1 a\nf A 3 1 bc\n", {"l": "ab\nb\nc\n"}
    ),
    "inferred segmentation of the reference": Case(
        f"{S} -S algo2 l ASCIITOO -o sgml stdout", "f A s 0 9 abc\n", "f A 1 1 ab\nf A 3 1 c\n", {"l": "b\nab\n"}
    ),
    "feedback 2": Case(f"{S} -f 2 -o none", STM, CTM),
    "feedback 4 and short lines": Case(f"{S} -f 4 -l 40 -o pra stdout"),
    "words at the very end of a segment": Case(
        f"{S} -o pra stdout", "f A s 0 1 a b\nf A s 1 2 c\n", "f A .9 .2 a\nf A .99 .02 b\nf A .5 1.0 c\nf A .1 .1 d\n"
    ),
    "words outside of all segments": Case(
        f"{S} -o prf stdout", "f A s 3 4 a\nf A s 5 6 b\n", "f A 0 .1 x\nf A 3.5 .1 a\nf A 4.5 .1 y\nf A 9 .1 b\n"
    ),
    "a block without rows": Case(f"{S} -o pra stdout -f 1", hyp="f B .1 .2 x\n"),
    "rows that end before the segments": Case(f"{S} -o rsum stdout -f 1", hyp="f A .1 .2 a\n"),
    "rows of more blocks": Case(f"{S} -o sum stdout -f 1", hyp=PLAIN_CTM + "g A 0 1 x\n"),
    "rows in another order": Case(f"{S} -o sum stdout -f 0", hyp="f B 0 1 x\nf A 0 1 a\n"),
    "no rows": Case(f"{S} -o prf stdout -f 1", hyp=""),
    "no segments": Case(f"{S} -o prf stdout -f 1", ref=""),
    "-m ref": Case(f"{S} -m -o pra stdout -f 1", hyp="f A 1.2 .2 d\nf B .1 .2 x\n"),
    "-m hyp": Case(
        f"{S} -m hyp -o pra stdout -f 1", "f A s 1 2 a b\nf A s 3 4 c\n", "f A 0 1 a\nf A .5 .1 b\nf A 9 1 z\n"
    ),
    "-m both": Case(f"{S} -m ref hyp -o pra stdout -f 11", hyp=PLAIN_CTM.replace(".1 .2 x", "5 .2 x")),
    "-m with alternations": Case(f"{S} -m hyp -o prf stdout -f 10", hyp=MARKED_CTM),
    "-m and ignored segments": Case(
        f"{S} -m -o none -f 0",
        "f A s 0 1 ignore_time_segment_in_scoring\nf A s 5 6 a\nf A s 1 2 xIgnoreTimeSegmentInScoringy\nf A s 2 3 b\n",
        "f A .5 .1 a\nf A 2.5 .1 b\n",
    ),
    "alternations": Case(f"{S} -o sgml pra stdout", hyp=MARKED_CTM),
    "alternations that are never closed": Case(
        f"{S} -o sgml stdout",
        hyp=MARKED_CTM.replace("f A * * <ALT_END>\n", "", 2).replace("f B", "f A 1 1 <alt_end>\nf B"),
    ),
    "an end of no alternation": Case(f"{S} -o sgml stdout", hyp="f A .1 .1 <ALT_END>\n" + PLAIN_CTM),
    "comments and half marks": Case(
        f"{S} -o lur stdout -f 1",
        ';; c\n; f A 0 1 a\n* f A 0 1 b\n** d\n \n;; LABEL "a" "b" "c"\nf A s 0 1 <a> x\n',
        ';; LABEL "d" "e" "f"\n; one mark\n; f A 0 1 a\nf A 0.1 1 x\n',
    ),
    "a last comment without newline": Case(f"{S} -o pra stdout -f 1", "f A s 0 1 a\n;; A s 1 2 b", "f A 0 .1 a\n"),
    "categories beyond the tenth": Case(
        f"{S} -o none", "".join(f';; CATEGORY "{k}" "" ""\n' for k in range(12)) + PLAIN_STM
    ),
    "an undefined label": Case(f"{S} -o lur stdout", "f A s 0 1 <x> a\n", "f A 0 1 a\n"),
    "a blank row": Case(f"{S} -o sum stdout -f 1", hyp="f A .1 .2 a\n\nf A 1 1 b\n"),
    "a blank row far down": Case(
        f"{C} -o none -f 1", *["".join(f"f{k} A {j} 1 a\n" for k in range(3) for j in range(2500)) + "\n"] * 2
    ),
    "a confidence that comes late": Case(
        f"{S} -o sum lur -O o",
        "".join(f"f{k} A s 0 9 a b\n" for k in range(3)),
        "".join(f"f{k} A {j / 1000} 0 a{' 0.5' if k == 2 else ''}\n" for k in range(3) for j in range(2600)),
    ),
    "long fields": Case(f"{S} -s -o sgml stdout", hyp=f"f A .1 .2 {'x' * 501}\nf A .2 {'0' * 499}.5 b\n"),
    "CRLF": Case(f"{S} -o prf stdout", PLAIN_STM.replace("\n", "\r\n"), PLAIN_CTM.replace("\n", "\r\n")),
    "a BOM": Case(f"{S} -e utf-8 -o pra stdout", "\ufeff" + PLAIN_STM),
    "tabs and runs of blanks": Case(f"{S} -o prf stdout", PLAIN_STM.replace(" ", " \t "), PLAIN_CTM.replace(" ", "\t")),
    "other white space": Case(f"{S} -o sgml stdout", "f A s 0 1 a\vb\fc\n", "f A\f 0 1 a\nf A 0 1 b\vc\n"),
    "no newline at the end": Case(f"{S} -o pra stdout", PLAIN_STM[:-1], PLAIN_CTM[:-1]),
    "NUL": Case(f"{S} -o pra stdout", b"f A s 0 1 a\0b c\n", b"f A 0 1 a\0 0.5\nf A .5 .1 b\n"),
    "numbers of all kinds": Case(
        f"{S} -o prf stdout",
        "f A s 0x10 1e2x a b\nf A s 1234567.891 1_0 c\nf A t -1 inf d\n",
        "f A 0x8 .5 a 1e-3\nf A 1_0 - b +2\nf A -5 1e400 c na\nf A 1,5 .. d 0x.8p1\n",
    ),
    "unreadable characters in a row": Case(
        f"{S} -e utf-8 -o none -f 1", b"f A s 0 1 a\nf B s 0 1 b\n", b"f A 0 1 a\nf B 0 1 \xffB x\n"
    ),
    "unreadable characters in a segment": Case(
        f"{S} -e utf-8 -s -o none -f 1", b"f A s 0 1 a\nf A s 1 2 b \xffB\nf A s 2 3 c\n", b"f A 0 1 a\n"
    ),
    "unreadable characters in a comment": Case(
        f"{S} -e utf-8 -o sum stdout -f 0", b";; \xff\nf A s 0 1 a\n", b"f A 0 1 a\n"
    ),
    "double bytes": Case(
        f"{S} -e gb -c -o prf stdout", b"f A s 0 1 \xb0\xa1\xb0\xa2 B\n", b"f A 0 1 \xb0\xa1b\nf A 0 1 \xb0 A 1\n"
    ),
    "letters of a profile": Case(
        f"{S} -e utf-8 babel_turkish -o sgml stdout",
        "f A s 0 1 IGNORE Iı İi\nf A s 1 2 ignore_time_segment_in_scoring\n",
        "f A 0 1 ıgnore\nf A 0 1 ıı\nf A 0 1 ii\n",
    ),
    "two hypotheses": Case(f"{S} -h i ctm Two -o sgml sum stdout", more={"i": "f A 0 1 a\n"}),
    "words of two files": Case(f"{C} -o {ALL} -O o", TWO, TWO_HYP),
    "times of two files": Case(f"{C} -T -o prf sgml sum -O o -f 1", TWO, TWO_HYP),
    "characters of rows": Case(f"{C} -c -S algo1 h -o prf stdout", TWO, TWO_HYP),
    "weights of rows": Case(f"{C} -w unity -o wws sgml stdout -D -F", TWO.replace("a\n", "(a)\n"), TWO_HYP),
    "a hypothesis that ends early": Case(f"{C} -o sum -f 1", TWO + "g A 1 1 y\n", TWO_HYP[: TWO_HYP.index("g")]),
    "a reference that ends early": Case(f"{C} -o sum -f 1", TWO[: TWO.index("g")], TWO_HYP + "g A 1 1 y\n"),
    "files in another order": Case(f"{C} -o sum -f 1", TWO, TWO_HYP.replace("g A", "e A")),
    "a channel less in the hypothesis": Case(f"{C} -o sum -f 1", TWO, "f A 0 1 a\ng A 0 1 x\n"),
    "a channel less in the reference": Case(f"{C} -o sum -f 1", "f A 0 1 a\ng A 0 1 x\n", TWO_HYP),
    "a third channel": Case(f"{C} -o pra stdout", TWO.replace("g A", "f C"), TWO_HYP.replace("g A", "f C")),
    "a last channel of one word": Case(f"{C} -o pra stdout", "f A 0 1 a\nf B 0 1 b\n", "f A 0 1 a\nf B 0 1 b\n"),
    "no channels with equal names": Case(f"{C} -o prf stdout", TWO, TWO_HYP.replace("f B", "f Q")),
    "chunks": Case(f"{C} -o pra -f 1 -O o", *conversation(1, 150, 0.1)),
    "chunks by time": Case(f"{C} -T -o pra -O o", *conversation(2, 150, 0.3)),
    "chunks almost without pauses": Case(f"{C} -T -o pra -O o", *conversation(3, 180, 0.02)),
    "chunks with alternations": Case(f"{C} -T -D -o pra -O o", *conversation(4, 120, 0.1, 0.1)),
    "chunks of a long hypothesis": Case(
        f"{C} -o pra -O o", "f A 0 1 a\nf A 1 1 b\n", "".join(f"f A {k / 2} .5 {'abc'[k % 3]}\n" for k in range(130))
    ),
    "alignments of segments as input": Case(f"-P -o {ALL} -O o -f 1", more={"p": "S"}, stdin="p"),
    "alignments of rows as input": Case(f"-P -o {ALL} -O o -f 0 -C det hist", more={"p": "C"}, stdin="p"),
}
# Alignments for stdin, taken from the golden file.
PIPED = {"S": "all reports", "C": "words of two files"}


def masked(data: bytes) -> bytes:
    """Text with its dates masked."""
    return DATES.sub(rb'\1"DATE"', data)


def prepared(case: Case, golden: Mapping[str, Any], folder: Path) -> bytes:
    """Writes the input files; returns the bytes for stdin."""
    (folder / "o").mkdir()
    files = case.files()
    if case.stdin:
        files[case.stdin] = golden[PIPED[files[case.stdin].decode()]]["files"]["o/h.sgml"].encode("latin-1")
    for name, text in files.items():
        (folder / name).write_bytes(text)
    return files.get(case.stdin, b"")


def outcome(case: Case, folder: Path, code: int, out: bytes, err: bytes) -> dict[str, Any]:
    """Outcome of a run in the form of the golden file."""
    made = {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}
    contents = {name: masked(path.read_bytes()).decode("latin-1") for name, path in sorted(made.items())}
    files = {name: text for name, text in contents.items() if name not in case.files()}
    return {"code": code, "out": masked(out).decode("latin-1"), "err": masked(err).decode("latin-1"), "files": files}


def make(program: str) -> None:
    """Makes the golden file."""
    golden: dict[str, Any] = {}
    for name, case in CASES.items():
        with tempfile.TemporaryDirectory() as folder:
            stdin = prepared(case, golden, Path(folder))
            argv = [program, *case.argv.split()]
            done = subprocess.run(argv, cwd=folder, input=stdin, capture_output=True, check=False)
            assert done.returncode in (0, 1), (name, done.returncode)
            golden[name] = outcome(case, Path(folder), done.returncode, done.stdout, done.stderr)
    GOLDEN.write_text(json.dumps(golden, indent=0) + "\n")


if __name__ == "__main__":
    make(sys.argv[1])
