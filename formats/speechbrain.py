"""Alignments of SpeechBrain (`wer_test.txt`, or compute_wer.py --print-alignments), read only: the words of both sides,
of which one is read.

    u-1, %WER 50.00 [ 1 / 2, 0 ins, 0 del, 1 sub ]
    good ; day
     =   ;  S
    good ; way

The option `side` chooses the words: "hyp" (default) or "ref". `<eps>` stands for a missing word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .engine.both_sides import BothSides, check_side, counted, results
from .errors import Where, fail
from .schema import Corpus
from .source import Source

_RULE = "=" * 80
_GAP, _MISSING = " ; ", "<eps>"
_UTTERANCE = re.compile(r"(.+), %WER \S+ \[ (\d+) / (\d+), \d+ ins, \d+ del, \d+ sub \]\s*")
_STEPS = re.compile(r"[\s;=SDI]*")
_WANTED = "an id with its rate, and lines of reference, steps and hypothesis, as SpeechBrain writes them"


def read(source: Source, *, side: str = "hyp") -> Corpus:
    r"""Reads the words of one side.

    >>> head = b"%WER 50.00 [ 1 / 2, 0 ins, 0 del, 1 sub ]\n====\nALIGNMENTS\n" + b"=" * 80 + b"\n"
    >>> read(Source(head + b"u-1, %WER 50.00 [ 1 / 2, 0 ins, 0 del, 1 sub ]\na ; b\n= ; S\na ; x\n")).texts()
    ['a x']
    """
    check_side(side)
    texts = BothSides(source)
    lines = [*source.lines()]
    errors = size = 0
    place = next((place for place, line in enumerate(lines) if line.strip() == "ALIGNMENTS"), len(lines))
    while place < len(lines):
        if (match := _UTTERANCE.fullmatch(lines[place])) is None:
            place += 1
            continue
        where = Where(source.name, place + 1)
        rows = lines[place + 1 : place + 4]
        rows = rows[: rows.index(_RULE)] if _RULE in rows else rows
        if match[3] == match[2] == "0" and not "".join(rows).strip():
            rows = ["", "", ""]  # both sides are empty
        if len(rows) < 3 or not _STEPS.fullmatch(rows[1]):
            fail(where, f"no alignment of {match[1]}", _WANTED, lines[place])
        ref, hyp = (" ".join(_words(row, rows[1])) for row in (rows[0], rows[2]))
        texts.add(match[1], ref, hyp, place + 1)
        errors, size = errors + int(match[2]), size + int(match[3])
        place += 1 + len(rows)
    return texts.corpus("speechbrain", side, counted(errors, size))


def _words(row: str, steps: str) -> Iterator[str]:
    """The words of a row, cut where the row of steps is: a word may be a semicolon itself."""
    begin = 0
    while begin <= len(steps):
        end = steps.find(_GAP, begin)
        word = row[begin : end if end >= 0 else None].strip()
        if word and word != _MISSING:
            yield word
        if end < 0:
            return
        begin = end + len(_GAP)


def sniff(lines: Sequence[str]) -> bool:
    """Whether a rate comes first, and alignments below it."""
    return bool(lines) and lines[0].startswith("%WER ") and "ALIGNMENTS" in [line.strip() for line in lines[:10]]


FORMAT = results("speechbrain", "alignments of SpeechBrain: words of reference and hypothesis", read, sniff)
