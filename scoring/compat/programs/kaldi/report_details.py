"""Tables of Kaldi's wer_details folder: by utterance, by speaker, by pair of words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ....common.counts import Counts, Summed

# Wider words extend beyond their column.
WIDEST_WORD = 16
_HEADINGS = ("#SENT", "#WORD", "Corr", "Sub", "Ins", "Del", "Err", "S.Err")


@dataclass(frozen=True, slots=True)
class Shown:
    """Choice of the lines written for an utterance."""

    ref: bool = True
    hyp: bool = True
    ops: bool = True
    csid: bool = True


def utterance(key: str, pairs: Sequence[tuple[str, str]], special: str, lines: Shown) -> str:
    """Lines of one utterance; the special symbol replaces a missing word.

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
    shown = [f"{key} {name}{'  '.join(map(centred, cells, widths))}\n" for name, cells, wanted in rows if wanted]
    if lines.csid:
        # Only here insertions come before deletions.
        counted = " ".join(str(operations.count(letter)) for letter in "CSID")
        shown.append(f"{key} #csid {counted}\n")
    return "".join(shown)


def operation(ref: str, hyp: str, special: str) -> str:
    """Operation on a word; a missing hypothesis is tested first."""
    return "D" if hyp == special else "I" if ref == special else "S" if ref != hyp else "C"


def centred(word: str, width: int) -> str:
    """Word centred in a column; an odd blank goes to its left."""
    right = (width - len(word)) // 2
    return " " * (width - len(word) - right) + word + " " * right


@dataclass(frozen=True, slots=True)
class Speaker(Summed):
    """Counts of a speaker."""

    counts: Counts
    sentences: int
    wrong: int


def speakers(by_name: Mapping[str, Speaker], name_width: int, width: int) -> Iterator[str]:
    """Table of speakers with counts, and with percentages for a speaker who has words."""
    yield f"{'SPEAKER':{name_width}} id  " + " ".join(f"{name:>{width}}" for name in _HEADINGS) + "\n"
    for name in sorted(by_name):
        yield from _speaker(name, by_name[name], name_width, width)
    yield from _speaker("SUM", sum(by_name.values(), Speaker(Counts(), 0, 0)), name_width, width)


def _speaker(name: str, speaker: Speaker, name_width: int, width: int) -> Iterator[str]:
    counts, words = speaker.counts, speaker.counts.reference
    numbers = (counts.correct, counts.substitutions, counts.insertions, counts.deletions, counts.errors)
    whole = (speaker.sentences, words, *numbers, speaker.wrong)
    yield f"{name:{name_width}} raw " + " ".join(f"{number:{width}d}" for number in whole) + "\n"
    if words:
        shares = [100 * number / words for number in numbers] + [100.0 * speaker.wrong / speaker.sentences]
        cells = [f"{number:{width}d}" for number in whole[:2]] + [f"{share:{width}.2f}" for share in shares]
        yield f"{name:{name_width}} sys " + " ".join(cells) + "\n"


def operations(pairs: Mapping[tuple[str, str], int], special: str) -> Iterator[str]:
    """Table of word pairs with their counts, sorted by words."""
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
