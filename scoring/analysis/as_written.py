"""The texts of a result before normalisation, and their alignment, made once for all analyses that look at it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...formats.errors import UsageError
from ...formats.schema.markup import first_branches, parse, render
from ..words.alignment import words_of
from ..words.api import score
from ..words.result import Saved
from .steps import Steps

if TYPE_CHECKING:
    from ..words.alignment import Text
    from ..words.result import Result

_MARKS = b"{}/\\;*@()"
"""Letters that mean something to sclite's grammar."""


class AsWritten:
    """Both sides as they were written, and their steps; those of the result itself where they are the same."""

    def __init__(self, steps: Steps) -> None:
        self._all = steps
        self.sides: tuple[list[str], list[str]] = written_texts(steps.result)
        # Whether an alternation was cut to its first branch, which need not be the one that was scored.
        given = _given(steps.result)
        self._cut: bool = any("{" in "".join([text for text in side if type(text) is str]) for side in given)
        self._whole = ["\n".join(side) for side in self.sides]
        data = [side.encode("utf-8", "surrogatepass") for side in self._whole]
        self.has_capitals: bool = any(text.lower() != text for text in data)
        """Whether there is a capital of ASCII, which is all that alignments without case fold."""
        self._is_scored: bool = _is_bare(steps.result) and not (
            steps.result.settings.markup
            and (self._cut or any(bytes((mark,)) in text for text in data for mark in _MARKS))
        )
        self._aligned: dict[bool, Steps] = {}

    def has(self, letters: str) -> bool:
        """Whether one of these letters stands on either side."""
        return any(letter in whole for whole in self._whole for letter in letters)

    def steps(self, *, case_sensitive: bool) -> Steps:
        """The steps of the texts as they were written, by the policy of the result."""
        settings = self._all.result.settings
        if self._is_scored and (case_sensitive == settings.case_sensitive or not self.has_capitals):
            return self._all
        key = case_sensitive and self.has_capitals
        if key not in self._aligned:
            self._aligned[key] = Steps(score(*self.sides, policy=settings.policy, case_sensitive=key))
        return self._aligned[key]


def as_written(steps: Steps) -> AsWritten:
    """The texts behind some steps as they were written."""
    if steps.written is None:
        steps.written = AsWritten(steps)
    made: AsWritten = steps.written
    return made


def _is_bare(result: Result) -> bool:
    """Whether a result is of texts as they are, of which nothing but case, policy and marks changes the alignment."""
    settings = result.settings
    odd = settings.fragments or settings.optional_words or settings.equivalents is not None or settings.unit != "word"
    return not odd and settings.chain is None and result.before is None and result.table.timeline is None


def written_texts(result: Result) -> tuple[list[str], list[str]]:
    """Both sides as they were before normalisation; for an alternation, its first branch."""
    refs, hyps = (_written(side, is_marked=result.settings.markup) for side in _given(result))
    return refs, hyps


def _given(result: Result) -> tuple[Sequence[Text], Sequence[Text]]:
    """Both sides before normalisation, with their marks."""
    before = result.before
    if before is None:
        if result.settings.normalise:
            raise UsageError("no texts before normalisation: sums of results have none; analyse the parts, and add up")
        return result.utterances.refs, result.utterances.hyps
    if isinstance(before, Saved):
        raise UsageError("no texts before normalisation: a saved result has none; score the files again")
    return before.refs.given, before.hyps.given


def _written(texts: Sequence[Text], *, is_marked: bool) -> list[str]:
    made = [text if isinstance(text, str) else " ".join(words_of(text)) for text in texts]
    if not is_marked or not any("{" in text for text in made):
        return made
    return first_branches(made) or [render(parse(text, "sclite"), "plain") for text in made]
