"""Results of WeNet's compute-wer.py with --v=1, read only: the words of both sides, of which one is read.

    utt: u-1
    WER: 50.00 % N=2 C=1 S=1 D=0 I=0
    lab: good day
    rec: good way

The option `side` chooses the words: "hyp" (default) for `rec`, or "ref" for `lab`. Rates are not read.
"""

from __future__ import annotations

from collections.abc import Sequence

from .engine.both_sides import BothSides, check_side, results
from .errors import Where, fail
from .schema import Corpus
from .source import Source

_OTHERS = ("WER:", "===", "Overall ->", "Mandarin ->", "English ->", "Other ->", "Lattice ->", "Uncategorized ->")


def read(source: Source, *, side: str = "hyp") -> Corpus:
    r"""Reads the words of one side.

    >>> read(Source(b"utt: u-1\nWER: 50.00 % N=2\nlab: good day\nrec: good way\n")).texts()
    ['good way']
    """
    check_side(side)
    texts = BothSides(source)
    name, lab, opened = "", None, 0
    for number, line in enumerate(source.lines(), 1):
        label, _, rest = line.partition(":")
        if label == "utt" and not name and rest.strip():
            name, opened = rest.strip(), number
        elif label == "lab" and name and lab is None:
            lab = " ".join(rest.split())
        elif label == "rec" and lab is not None:
            texts.add(name, lab, " ".join(rest.split()), opened)
            name, lab = "", None
        elif line.strip() and not line.startswith(_OTHERS):
            fail(Where(source.name, number), "not a line of WeNet's results", "utt:, lab: and rec: in this order", line)
    if name:
        fail(Where(source.name, opened), f"{name} has no {'rec' if lab is not None else 'lab'}:", "lab: and rec:")
    return texts.corpus("wenet", side)


def sniff(lines: Sequence[str]) -> bool:
    """Whether the first lines are those of an utterance and its rate."""
    filled = [line for line in lines if line.strip()][:4]
    return [line.partition(":")[0] for line in filled] == ["utt", "WER", "lab", "rec"]


FORMAT = results("wenet", "results of WeNet's compute-wer.py: words of reference and hypothesis", read, sniff)
