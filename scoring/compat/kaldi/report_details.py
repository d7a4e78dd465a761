"""The tables of Kaldi's wer_details folder: every utterance, every speaker, every pair of words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.counts import Counts

# Wider words stand out of their column.
WIDEST_WORD = 16
_HEADINGS = ("#SENT", "#WORD", "Corr", "Sub", "Ins", "Del", "Err", "S.Err")


@dataclass(frozen=True, slots=True)
class Shown:
    """Which lines of an utterance are written."""

    ref: bool = True
    hyp: bool = True
    ops: bool = True
    csid: bool = True


def utterance(key: str, pairs: Sequence[tuple[str, str]], special: str, lines: Shown) -> str:
    """The lines of one utterance; the special symbol stands where a word is missing.

    >>> print(utterance("u1", [("a", "a"), ("bcd", "*")], "*", Shown()), end="")
    u1 ref  a  bcd
    u1 hyp  a   *
    u1 op   C   D
    u1 #csid 1 0 0 1
    """
    operations = [operation(ref, hyp, special) for ref, hyp in pairs]
    widths = [max(len(ref), len(hyp), 1) for ref, hyp in pairs]
    rows = (
        ("ref  ", [ref for ref, _ in pairs], lines.ref),
        ("hyp  ", [hyp for _, hyp in pairs], lines.hyp),
        ("op   ", operations, lines.ops),
    )
    found = [f"{key} {name}{'  '.join(map(centred, cells, widths))}\n" for name, cells, wanted in rows if wanted]
    if lines.csid:
        # Insertions stand before deletions here, and nowhere else.
        counted = " ".join(str(operations.count(letter)) for letter in "CSID")
        found.append(f"{key} #csid {counted}\n")
    return "".join(found)


def operation(ref: str, hyp: str, special: str) -> str:
    """What happened to a word; a missing hypothesis is looked for first."""
    return "D" if hyp == special else "I" if ref == special else "S" if ref != hyp else "C"


def centred(word: str, width: int) -> str:
    """The word in the middle; an odd blank stands to its left."""
    right = (width - len(word)) // 2
    return " " * (width - len(word) - right) + word + " " * right


@dataclass(frozen=True, slots=True)
class Speaker:
    """What was counted for a speaker."""

    counts: Counts
    sentences: int
    wrong: int

    def __add__(self, other: Speaker) -> Speaker:
        return Speaker(self.counts + other.counts, self.sentences + other.sentences, self.wrong + other.wrong)


def speakers(found: Mapping[str, Speaker], name_width: int, width: int) -> Iterator[str]:
    """The table of speakers: of each the numbers, and the percentages if there are words."""
    yield f"{'SPEAKER':{name_width}} id  " + " ".join(f"{name:>{width}}" for name in _HEADINGS) + "\n"
    for name in sorted(found):
        yield from _speaker(name, found[name], name_width, width)
    yield from _speaker("SUM", sum(found.values(), Speaker(Counts(), 0, 0)), name_width, width)


def _speaker(name: str, found: Speaker, name_width: int, width: int) -> Iterator[str]:
    counts, words = found.counts, found.counts.reference
    numbers = (counts.correct, counts.substitutions, counts.insertions, counts.deletions, counts.errors)
    whole = (found.sentences, words, *numbers, found.wrong)
    yield f"{name:{name_width}} raw " + " ".join(f"{number:{width}d}" for number in whole) + "\n"
    if words:
        shares = [100 * number / words for number in numbers] + [100.0 * found.wrong / found.sentences]
        cells = [f"{number:{width}d}" for number in whole[:2]] + [f"{share:{width}.2f}" for share in shares]
        yield f"{name:{name_width}} sys " + " ".join(cells) + "\n"


def operations(pairs: Mapping[tuple[str, str], int], special: str) -> Iterator[str]:
    """How often each word was met by each other word, sorted by the words."""
    if not pairs:
        return
    width = min(WIDEST_WORD, max(max(len(ref), len(hyp)) for ref, hyp in pairs))
    digits = max(len(str(count)) for count in pairs.values())
    for (ref, hyp), count in sorted(pairs.items()):
        if ref == hyp:
            kind = "correct"
        elif ref == special:
            kind = "insertion"
        else:
            kind = "deletion" if hyp == special else "substitution"
        yield f"{kind:14}{ref:>{width}}    {hyp:>{width}}    {count:{digits}d}\n"
