"""Kaldi's per_utt (wer_details/per_utt), read only: the aligned words of both sides, of which one is read.

    u1 ref  good  day  ***
    u1 hyp  good  way   x
    u1 op    C     S    I
    u1 #csid 1 1 1 0

The line `op` shows which words stand for missing ones, whatever the symbol is. The option `side` chooses the words:
"hyp" (default) or "ref".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .engine.both_sides import BothSides, check_side, counted, results
from .errors import Where, fail
from .schema import Corpus
from .schema.markup import words
from .source import Source

KINDS = ("ref", "hyp", "op", "#csid")
_WANTED = "an id, ref, hyp, op or #csid, and words"
_ALL = "one line each for ref, hyp and op, as wer_per_utt_details.pl writes them"


def read(source: Source, *, side: str = "hyp") -> Corpus:
    r"""Reads the words of one side.

    >>> read(Source(b"u1 ref  a  b\nu1 hyp  a  ***\nu1 op   C   D\nu1 #csid 1 0 0 1\n")).texts()
    ['a']
    """
    check_side(side)
    texts = BothSides(source)
    errors = size = 0
    for name, (number, lines) in entries(source.name, source.lines()).items():
        where = Where(source.name, number)
        lacking = [kind for kind in KINDS[:3] if kind not in lines]
        if lacking:
            fail(where, f"{name} has no line {lacking[0]}", _ALL)
        ref, hyp, ops = (words(lines[kind]) for kind in KINDS[:3])
        if not len(ref) == len(hyp) == len(ops):
            sizes = f"ref {len(ref)}, hyp {len(hyp)}, op {len(ops)}"
            fail(where, f"the lines of {name} differ in length ({sizes})", "as many words on each")
        if not set(ops) <= set("CSID"):
            fail(where, f"{name} has the operation {min(set(ops) - set('CSID'))!r}", "C, S, I or D")
        errors += len(ops) - ops.count("C")
        size += len(ops) - ops.count("I")
        texts.add(
            name,
            " ".join(word for word, op in zip(ref, ops, strict=True) if op != "I"),
            " ".join(word for word, op in zip(hyp, ops, strict=True) if op != "D"),
            number,
        )
    return texts.corpus("kaldi-per-utt", side, counted(errors, size))


def entries(path: str, lines: Iterable[str]) -> dict[str, tuple[int, dict[str, str]]]:
    r"""The first line's number and the lines by kind, of every utterance.

    >>> entries("per_utt", ["u1 ref  a  b\n", "u1 #csid 2 0 0 0\n"])
    {'u1': (1, {'ref': 'a  b\n', '#csid': '2 0 0 0\n'})}
    """
    by_id: dict[str, tuple[int, dict[str, str]]] = {}
    for number, line in enumerate(lines, 1):
        key, kind, rest = (*line.split(None, 2), "", "", "")[:3]
        if not key:
            continue
        if kind not in KINDS:
            fail(Where(path, number), "not a line of per_utt", _WANTED, line)
        _, kinds = by_id.setdefault(key, (number, {}))
        if kind in kinds:
            fail(Where(path, number), f"a second {kind} line for {key}", "one", line)
        kinds[kind] = rest
    return by_id


def sniff(lines: Sequence[str]) -> bool:
    """Whether the first lines are ref, hyp and op of one utterance."""
    starts = [(*line.split(None, 2), "")[:2] for line in lines if line.strip()][:3]
    return [kind for _, kind in starts] == ["ref", "hyp", "op"] and len({key for key, _ in starts}) == 1


FORMAT = results("kaldi-per-utt", "Kaldi's wer_details/per_utt: aligned words of reference and hypothesis", read, sniff)
