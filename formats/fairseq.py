"""fairseq's generate-*.txt, read only: the texts of both sides, of which one is read.

    T-7     good day
    H-7     -0.34   g@@ ood way
    D-7     -0.34   good way

The option `side` chooses the texts: "hyp" (default) for D, the hypothesis without subwords, or for H in old files that
have no D; "ref" for T. Of several hypotheses of an utterance, the first is read, which fairseq scores. Sources (S),
scores (P), alignments (A) and lines of the log are not read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .engine.both_sides import BothSides, check_side, results
from .errors import Where, fail
from .schema import Corpus
from .source import Source

_LINE = re.compile(r"([THD])-(\d+)(?=\t|$)")
_SOURCE = re.compile(r"[ST]-\d+\t")
_HYPOTHESIS = re.compile(r"H-\d+\t-?[0-9.e-]+\t")
_WANTED = "T-1, a tab and a text, once; H-1 and D-1 with a score before the text"
_FIELDS = {"T": 2, "H": 3, "D": 3}


def read(source: Source, *, side: str = "hyp") -> Corpus:
    r"""Reads the texts of one side.

    >>> read(Source(b"T-7\tgood day\nH-7\t-0.3\tgood way\n")).texts()
    ['good way']
    """
    check_side(side)
    by_letter: dict[str, dict[str, str]] = {"T": {}, "H": {}, "D": {}}
    first: dict[str, int] = {}
    for number, line in enumerate(source.lines(), 1):
        match = _LINE.match(line)
        if match is None:
            continue
        letter, name = match.groups()
        fields = line.rstrip("\r\n").split("\t")
        if len(fields) != _FIELDS[letter] or (letter == "T" and name in by_letter["T"]):
            fail(Where(source.name, number), "not an utterance of fairseq", _WANTED, line)
        by_letter[letter].setdefault(name, " ".join(fields[-1].split()))
        first.setdefault(name, number)
    refs, hyps = by_letter["T"], by_letter["D"] or by_letter["H"]
    texts = BothSides(source)
    for name, line_of in first.items():
        if name not in refs or name not in hyps:
            lacking = "T" if name not in refs else "D" if by_letter["D"] else "H"
            fail(Where(source.name, line_of), f"{name} has no {lacking}-{name}", "T, and H or D, of every utterance")
        texts.add(name, refs[name], hyps[name])
    return texts.corpus("fairseq", side)


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are a source or reference, and a hypothesis with its score."""
    return any(map(_HYPOTHESIS.match, lines)) and any(map(_SOURCE.match, lines))


FORMAT = results("fairseq", "generate-*.txt of fairseq: texts of reference (T) and hypothesis (D or H)", read, sniff)
