"""The shortest ways: one rate of two texts, lists of texts or files, a normalised text, two results compared."""

from __future__ import annotations

from collections.abc import Mapping

from .common.other_names import understood
from .normalise.catalogue import chain_of
from .words.api import score

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    from typing_extensions import Unpack

    from ..formats.source import Target
    from .normalise.catalogue import Wanted
    from .words.api import Side
    from .words.keywords import FileKeywords

    Words = TypeVar("Words", str, list[str])


@understood
def wer(refs: Side, hyps: Side, **settings: Unpack[FileKeywords]) -> float | None:
    """The word error rate as a fraction; None without reference words.

    >>> wer("the cat sat", "the cat sat down")
    0.3333333333333333
    """
    return score(refs, hyps, **_all(settings)).wer


@understood
def cer(refs: Side, hyps: Side, **settings: Unpack[FileKeywords]) -> float | None:
    """The character error rate: characters of words are compared, and blanks between words do not count.

    >>> cer(["the cat sat"], ["the cat sad"])
    0.1111111111111111
    """
    return score(refs, hyps, **_all({**settings, "unit": "character"})).wer


@understood
def mer(refs: Side, hyps: Side, **settings: Unpack[FileKeywords]) -> float | None:
    """The match error rate: errors per aligned pair, never above 1."""
    return score(refs, hyps, **_all(settings)).mer


@understood
def wip(refs: Side, hyps: Side, **settings: Unpack[FileKeywords]) -> float | None:
    """Word information preserved: the correct part of the reference times that of the hypothesis.

    >>> wip("the cat sat", "the cat sat down")
    0.75
    """
    return score(refs, hyps, **_all(settings)).wip


@understood
def wil(refs: Side, hyps: Side, **settings: Unpack[FileKeywords]) -> float | None:
    """Word information lost: 1 less `wip`."""
    return score(refs, hyps, **_all(settings)).wil


def der(refs: Target | Mapping[str, Any], hyps: Target | Mapping[str, Any], **settings: Any) -> float | None:
    """The diarisation error rate of two files, or of mappings from recordings to rows of speaker, start and end.

    >>> der({"talk": [("anna", 0.0, 4.0)]}, {"talk": [("x", 0.0, 3.0)]})
    0.25
    """
    from .segments.api import score_segment_files, score_segments

    way: Any = score_segments if isinstance(refs, Mapping) else score_segment_files
    rate: float | None = way(refs, hyps, measure="diarisation", **settings).error_rate
    return rate


def cpwer(refs: Target | Mapping[str, Any], hyps: Target | Mapping[str, Any], **settings: Any) -> float | None:
    """The cpWER of two files with speakers, or of mappings from sessions to rows of speaker and text.

    >>> cpwer({"talk": [("anna", "good day"), ("ben", "hi")]}, {"talk": [("1", "hi"), ("2", "good")]})
    0.3333333333333333
    """
    from .meetings import api

    way: Any = api.score if isinstance(refs, Mapping) else api.score_files
    rate: float | None = way(refs, hyps, measure="cp", **settings).error_rate
    return rate


def normalise(text: Words, wanted: Wanted) -> Words:
    """A text, or each text of a list, normalised by a built-in normaliser, a rule file, or several of these.

    `scorelite.scoring.normalise.normalise` gives every change beside the texts.

    >>> normalise("It's 5 o'clock!", "basic"), normalise(["Good DAY!"], "basic")
    ("it's 5 o'clock", ['good day'])
    """
    texts, _ = chain_of(wanted).apply([text] if isinstance(text, str) else list(text), log=False)
    return texts[0] if isinstance(text, str) else list(texts)


def _all(settings: FileKeywords) -> Any:
    """The keywords, which are those of lists or of files: `score` tells them apart."""
    return settings
