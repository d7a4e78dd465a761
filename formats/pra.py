"""sclite's alignments (`-o pra`), read only: the words of both sides, of which one is read.

    id: (anna-001)
    Scores: (#C #S #D #I) 1 1 0 1
    REF:  good DAY *
    HYP:  good WAY X
    Eval:      S   I

sclite writes errors in capitals where case does not count; these become small letters. Of alternations it writes the
branch that was recognised. The option `side` chooses the words: "hyp" (default) or "ref".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase

from .engine.both_sides import BothSides, check_side, counted, results
from .errors import Where, fail
from .schema import Corpus
from .schema.markup import words
from .source import Source

_TITLE = "DUMP OF SYSTEM ALIGNMENT STRUCTURE"
_ID = re.compile(r"id: \((.+)\)\s*")
_SCORES = re.compile(r"Scores: \(#C #S #D #I\) (\d+) (\d+) (\d+) (\d+)\s*")
_TEXT = re.compile(r"(?:>> )?(REF|HYP):(.*)", re.DOTALL)
_OTHER = re.compile(r"Labels:|File:|Channel:|Attributes:|Ref times:|Speaker sentences\s|\s*$")
_FRAGMENT = re.compile(r"(?<!\S)\(?(\w[\w']*)-\)?(?!\S)")
_SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)
_WANTED = "id:, Scores: (#C #S #D #I), REF: and HYP:, as sclite writes them"


def read(source: Source, *, side: str = "hyp") -> Corpus:
    r"""Reads the words of one side.

    >>> head = b"DUMP OF SYSTEM ALIGNMENT STRUCTURE\n"
    >>> read(Source(head + b"id: (u1)\nScores: (#C #S #D #I) 1 0 0 1\nREF: a *\nHYP: a B\n")).texts()
    ['a b']
    """
    check_side(side)
    texts = BothSides(source)
    utterances: list[_Utterance] = []
    for number, line in enumerate(source.lines(), 1):
        where = Where(source.name, number)
        if match := _ID.fullmatch(line):
            utterance = _Utterance(match[1], where)
            utterances.append(utterance)
        elif not utterances:
            continue  # the head with the speakers
        elif match := _SCORES.fullmatch(line):
            utterance.counts = tuple(map(int, match.groups()))
        elif match := _TEXT.fullmatch(line):
            utterance.sides[match[1]] += words(match[2])
            utterance.shown[match[1]] = line
        elif "Eval:" in line[:8]:
            utterance.matches_fragments |= _matches_fragment(utterance.shown["REF"], utterance.shown["HYP"], line)
        elif line.startswith("Attributes:"):
            utterance.is_sensitive = "Case_sens" in line
        elif not _OTHER.match(line):
            fail(where, "not a line of sclite's alignments", _WANTED, line)
    errors = size = 0
    for utterance in utterances:
        utterance.add_to(texts)
        correct, wrong, deletions, insertions = utterance.counts
        errors += wrong + deletions + insertions
        size += correct + wrong + deletions
    stated = tuple(
        (f"pra:{name}", "1")
        for name, is_set in (
            ("opt_del", any(utterance.lacks_optional for utterance in utterances)),
            ("frag_corr", any(utterance.matches_fragments for utterance in utterances)),
            ("case_sense", any(utterance.is_sensitive for utterance in utterances)),
        )
        if is_set
    )
    return texts.corpus("pra", side, counted(errors, size), stated)


class _Utterance:
    """The lines of an utterance."""

    __slots__ = ("counts", "is_sensitive", "lacks_optional", "matches_fragments", "name", "shown", "sides", "where")

    def __init__(self, name: str, where: Where) -> None:
        self.name = name
        self.where = where
        self.counts: tuple[int, ...] = ()
        self.is_sensitive = False
        self.lacks_optional = False
        self.matches_fragments = False
        self.shown = {"REF": "", "HYP": ""}
        self.sides: dict[str, list[str]] = {"REF": [], "HYP": []}

    def add_to(self, texts: BothSides) -> None:
        """Adds the words of both sides, without the asterisks that stand for missing ones."""
        if not self.counts:
            fail(self.where, f"{self.name} has no line with its counts", _WANTED)
        correct, wrong, deletions, insertions = self.counts
        ref = self._words("REF", correct + wrong + deletions, insertions)
        hyp = self._words("HYP", correct + wrong + insertions, deletions)
        texts.add(self.name, ref, hyp, self.where.line)

    def _words(self, side: str, size: int, gaps: int) -> str:
        shown = self.sides[side]
        starred = sum(not word.strip("*") for word in shown)
        if gaps and starred > gaps:
            what = f"{self.name} has words of asterisks in {side} next to those that stand for missing words"
            fail(self.where, what, "the transcripts that were scored")
        kept = [word for word in shown if not gaps or word.strip("*")]
        # An optional word such as (uh) may have a blank next to it and be correct (-D).
        optional = sum(word.startswith("(") for word in self.sides["HYP" if side == "REF" else "REF"])
        if starred < gaps or not size - optional <= len(kept) <= size:
            what = f"{self.name} has other words in {side} than its counts say ({' '.join(map(str, self.counts))})"
            fail(self.where, what, _WANTED)
        self.lacks_optional |= len(kept) < size
        text = " ".join(kept)
        return text if self.is_sensitive else text.translate(_SMALL)


def _matches_fragment(ref: str, hyp: str, errors: str) -> bool:
    """Whether a fragment of the reference stands above another word that begins so and is no error (-F)."""
    for fragment in _FRAGMENT.finditer(ref):
        place = slice(*fragment.span())
        other = hyp[place].rstrip().lower()
        begins_so = other.startswith(fragment[1].lower()) and other != fragment[0].lower()
        if begins_so and not errors[place].strip():
            return True
    return False


def sniff(lines: Sequence[str]) -> bool:
    """Whether the first line that is not blank is the title of sclite's alignments."""
    return next((line for line in lines if line.strip()), "").strip() == _TITLE


FORMAT = results("pra", "alignments of sclite (-o pra): words of reference and hypothesis", read, sniff)
