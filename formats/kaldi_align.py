"""Output of Kaldi's `align-text`: a key, then pairs of words with semicolons between them; one side is read.

u1 a a ; b <eps> ; <eps> c
"""

from __future__ import annotations

from collections.abc import Sequence

from .errors import Problems, UsageError, Where
from .record import Format, read_only
from .schema import Corpus, Segment
from .schema.markup import words
from .source import Source


def read(source: Source, *, side: str = "hyp") -> Corpus:
    """Reads one side of the alignments: `side` is `ref` or `hyp`.

    >>> corpus = read(Source(b"u1 a a ; b <eps> ; <eps> c\\n"))
    >>> corpus.ids(), corpus.texts()
    (['u1'], ['a c'])
    """
    if side not in ("ref", "hyp"):
        raise UsageError(f"side {side!r} is unknown; expected 'ref' or 'hyp'")
    problems = Problems()
    segments: dict[str, Segment] = {}
    for place, line in enumerate(source.lines(), 1):
        key, *fields = words(line) or [""]
        if not key:
            continue
        where = Where(source.name, place)
        pairs = [fields[begin : begin + 2] for begin in range(0, len(fields), 3)]
        if len(fields) % 3 != (2 if fields else 0) or any(mark != ";" for mark in fields[2::3]):
            problems.add(where, "no pairs of words", "key ref hyp ; ref hyp ...", line)
        elif key in segments:
            problems.add(where, f"utterance id {key!r} is used twice", "a different id for every utterance", line)
        else:
            said = [pair[side == "hyp"] for pair in pairs]
            text = " ".join(word for word in said if word != "<eps>")
            segments[key] = Segment(id=key, text=text, where=where)
    problems.check()
    return Corpus(tuple(segments.values()), format="kaldi-align", path=source.name)


def sniff(lines: Sequence[str]) -> bool:
    """Whether every line is a key with pairs of words, and one line has several pairs."""
    starts = [line.split(None, 4) for line in lines]
    if any(len(start) > 3 and start[3] != ";" for start in starts):  # seen before long lines are cut into words
        return False
    rows = [line.split() for line in lines if line.strip()]
    sound = all(len(row) in (1, 3 * (len(row) // 3)) and all(mark == ";" for mark in row[3::3]) for row in rows)
    return sound and any(len(row) > 3 for row in rows)


FORMAT = Format(
    name="kaldi-align",
    suffixes=(),
    summary="output of Kaldi's align-text; one side is read",
    carries=frozenset({"ids"}),
    read=read,
    write=read_only,
    sniff=sniff,
    family="Kaldi",
)
