"""The texts of a result before normalisation, and their alignment, made once for all analyses that look at it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ... import core
from ...formats.errors import UsageError, arguments_in
from ...formats.registry import NAMES, by_name
from ...formats.schema.markup import first_branches, parse, render
from ...formats.schema.spans import SpanTexts
from ..normalise.equivalents import DIVISION, SLASH, without_stand_ins
from ..words.alignment import side_of, words_of
from ..words.api import score_texts
from ..words.timed_words import TimedWords
from .steps import Steps

if TYPE_CHECKING:
    from ..words.alignment import Text
    from ..words.result import Result

OF_ALIGNMENT = (
    *("policy", "case_sensitive", "unit", "keep_ascii", "drop_hyphens"),
    *("optional_words", "fragments", "markup"),
)
"""The settings that decide how texts are aligned after normalisation and without equivalents."""
_SETTINGS = (
    *OF_ALIGNMENT,
    *("normalise", "equivalents", "equivalents_side", "equivalents_branches"),
)
_PLAIN = b"abcdefghijklmnopqrstuvwxyz0123456789 '"
_CAPITALS = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_MARKS = frozenset(b"{}/\\;*@()")
"""Letters that mean something to sclite's grammar."""
_CUT = frozenset(b"{\\;*@")
"""Those of them that are no part of words."""


class AsWritten:
    """Both sides as they were written, and their steps; those of the result itself where they are the same."""

    def __init__(self, steps: Steps) -> None:
        result = steps.result
        self._all = steps
        self._aligned: dict[bool, Steps] = {}
        # Texts that were scored as they are need not be looked at one by one.
        signs = result.utterances.batch.signs() if _is_bare(result) else None
        self._signs: bytes | None = signs
        if signs is None:
            # Whether marks were left out: of an alternation, the other branches, one of which may have been scored.
            cut = any(_has_marks([text for text in side if type(text) is str]) for side in self._texts)
            seen = {
                byte for side in self._whole for byte in side.encode("utf-8", "surrogatepass").translate(None, _PLAIN)
            }
        else:
            cut, seen = not _CUT.isdisjoint(signs), {*signs}
        self.has_capitals: bool = not seen.isdisjoint(_CAPITALS)
        """Whether there is a capital of ASCII, which is all that alignments without case fold."""
        self._seen, self._is_cut = seen, result.marks_given() and cut
        self.is_plain: bool = not seen
        """Whether there is nothing but small letters of ASCII, digits, blanks and apostrophes."""
        odd = self._is_cut or (result.marks_given() and not seen.isdisjoint(_MARKS))
        self._is_scored: bool = _is_bare(result) and not odd

    @cached_property
    def sides(self) -> tuple[list[str], list[str]]:
        """The texts of both sides; for an alternation, its first branch."""
        refs, hyps = (_written(side, is_marked=self._all.result.marks_given()) for side in self._texts)
        return refs, hyps

    @cached_property
    def _texts(self) -> list[list[Text]]:
        given = texts_given(self._all.result)
        return [[*(side.as_written() if isinstance(side, TimedWords) else side)] for side in given]

    @cached_property
    def core_sides(self) -> tuple[core.Side, core.Side]:
        """The texts of both sides for the core; those of a file need not become strings."""
        given = texts_given(self._all.result)
        if not self._is_cut and all(isinstance(side, SpanTexts) for side in given):
            return side_of(given[0]), side_of(given[1])
        return core.texts(self.sides[0]), core.texts(self.sides[1])

    @cached_property
    def letters(self) -> list[str]:
        """The different letters of both sides, but for small ones of ASCII, digits, blanks and apostrophes."""
        others = core.other_letters(*self.core_sides)
        return [chr(byte) for byte in sorted(self._seen) if byte < 0x80] + [letter.decode() for letter in others]

    @cached_property
    def _whole(self) -> list[str]:
        return ["\n".join(side) for side in self.sides]

    def has(self, letters: str) -> bool:
        """Whether one of these letters stands on either side."""
        if self._signs is not None:
            letters = "".join(letter for letter in letters if letter.isascii() or letter.encode()[0] in self._signs)
        return any(letter in whole for letter in letters for whole in self._whole)

    @property
    def is_ascii(self) -> bool:
        """Whether all letters are of ASCII."""
        return max(self._seen, default=0) < 0x80

    def is_scored(self, *, case_sensitive: bool) -> bool:
        """Whether the result has the steps of the texts as they were written."""
        is_alike = case_sensitive == self._all.result.settings.case_sensitive or not self.has_capitals
        return self._is_scored and is_alike

    def steps(self, *, case_sensitive: bool) -> Steps:
        """The steps of the texts as they were written, by the policy of the result."""
        if self.is_scored(case_sensitive=case_sensitive):
            return self._all
        key = case_sensitive and self.has_capitals
        if key not in self._aligned:
            policy = self._all.result.settings.policy
            self._aligned[key] = Steps(score_texts(*self.sides, policy=policy, case_sensitive=key))
        return self._aligned[key]


def as_written(steps: Steps) -> AsWritten:
    """The texts of some steps as they were written."""
    if steps.written is None:
        steps.written = AsWritten(steps)
    made: AsWritten = steps.written
    return made


def unread(*signatures: str) -> list[str]:
    """The formats with punctuation next to the words, where nobody asked for words in their printed form.

    >>> unread("scorelite:0.1.0|ref:trn|hyp:aws"), unread("scorelite:0.1.0|ref:trn|hyp:aws[printed]")
    (['aws'], [])
    """
    parts = [part for signature in signatures for part in signature.split("|")]
    sides = [part.partition(":")[2] for part in parts if part.startswith(("ref:", "hyp:"))]
    names = [name for side in sides for name in side.split("+") if name in NAMES]
    return [name for name in dict.fromkeys(names) if by_name(name).printed]


def unread_note(formats: Sequence[str]) -> Iterator[str]:
    """A note about marks that were not read.

    >>> list(unread_note(["aws"]))
    ['without the punctuation that is stored next to the words of aws: printed=True reads it']
    """
    if formats:
        yield arguments_in(
            f"without the punctuation that is stored next to the words of {' and '.join(formats)}: "
            "printed=True (--printed) reads it"
        )


def _is_bare(result: Result) -> bool:
    """Whether a result is of texts as they are, of which nothing but case, policy and marks changes the alignment."""
    settings = result.settings
    odd = settings.fragments or settings.optional_words or settings.equivalents is not None or settings.unit != "word"
    return not odd and settings.chain is None and result.before is None and result.table.timeline is None


def texts_given(result: Result) -> tuple[Sequence[Text], Sequence[Text]]:
    """Both sides before normalisation, with their marks."""
    given = result.texts_given()
    if given is None:
        raise UsageError("a saved result has no texts from before normalisation; score the files again")
    return given


def scored_alike(result: Result, refs: Sequence[Text], hyps: Sequence[Text]) -> Result:
    """Other texts, scored with the settings of a result."""
    return score_texts(refs, hyps, **{name: getattr(result.settings, name) for name in _SETTINGS})


def _has_marks(texts: Sequence[str]) -> bool:
    """Whether a text has marks that are no part of its words: alternations, tags, escapes, stars or null words."""
    together = "".join(texts)
    return any(chr(mark) in together for mark in _CUT)


def _written(texts: list[Text], *, is_marked: bool) -> list[str]:
    if not {str}.issuperset(map(type, texts)):
        strings = iter(_written([text for text in texts if isinstance(text, str)], is_marked=is_marked))
        # Words that are given one by one have no marks.
        return [next(strings) if isinstance(text, str) else " ".join(words_of(text)) for text in texts]
    made: list[Any] = texts
    if not is_marked or not _has_marks(made):
        return made
    plain = first_branches(made) or [render(parse(text, "sclite"), "plain") for text in made]
    # Equivalents write some letters otherwise.
    both = zip(plain, made, strict=True)
    return [without_stand_ins(spoken.replace(DIVISION, SLASH)) if "{" in text else spoken for spoken, text in both]
