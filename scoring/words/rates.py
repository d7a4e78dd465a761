"""The shortest ways: one rate of two texts, of lists of texts, or of files."""

from __future__ import annotations

from ...formats.errors import UsageError
from ..common.other_names import understood
from ..common.signatures import with_keywords
from .api import score
from .job import KEYWORDS, RECORDS
from .notices.gravest import warn_of_notices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from typing_extensions import Unpack

    from .api import Side
    from .keywords import FileKeywords
    from .result import Result


@with_keywords(KEYWORDS, *RECORDS)
@understood
def wer(refs: Side, hyps: Side | None = None, **settings: Unpack[FileKeywords]) -> float | None:
    """The word error rate as a fraction; None without reference words. With `like`, the average that it publishes.

    Letters beyond ASCII match only if written alike: é composed and decomposed differ without `normalise="nfc"`.

    Both sides are texts, lists, mappings or files, and keywords are those of `score`: `help(scorelite.score)`.

    >>> wer("the cat sat", "the cat sat down")
    0.3333333333333333
    """
    return _scored(refs, hyps, _all(settings)).main_rate


@with_keywords([name for name in KEYWORDS if name != "unit"], *RECORDS)
@understood
def cer(refs: Side, hyps: Side | None = None, **settings: Unpack[FileKeywords]) -> float | None:
    """The character error rate. Blanks between words do not count, as in sclite: `cer("a b", "ab")` is 0.

    `scorelite.compat.jiwer.cer` counts them: 0.33.

    A letter and its accent are one character only if composed: without `normalise="nfc"`, é may differ from é.

    Keywords are those of `score`.

    >>> cer(["the cat sat"], ["the cat sad"])
    0.1111111111111111
    """
    if "unit" in settings:
        raise UsageError(
            "cer() counts characters, and takes no unit; expected wer(refs, hyps) or score(refs, hyps) with it"
        )
    return _scored(refs, hyps, _all({**settings, "unit": "character"})).main_rate


@with_keywords(KEYWORDS, *RECORDS)
@understood
def mer(refs: Side, hyps: Side | None = None, **settings: Unpack[FileKeywords]) -> float | None:
    """The match error rate: errors per aligned pair, at most 1. Keywords are those of `score`."""
    return _scored(refs, hyps, _all(settings)).mer


@with_keywords(KEYWORDS, *RECORDS)
@understood
def wip(refs: Side, hyps: Side | None = None, **settings: Unpack[FileKeywords]) -> float | None:
    """Word information preserved: the correct part of the reference times that of the hypothesis.

    Keywords are those of `score`.

    >>> wip("the cat sat", "the cat sat down")
    0.75
    """
    return _scored(refs, hyps, _all(settings)).wip


@with_keywords(KEYWORDS, *RECORDS)
@understood
def wil(refs: Side, hyps: Side | None = None, **settings: Unpack[FileKeywords]) -> float | None:
    """Word information lost: 1 less `wip`. Keywords are those of `score`."""
    return _scored(refs, hyps, _all(settings)).wil


def _scored(refs: Side, hyps: Side | None, settings: Any) -> Result:
    """The result whose one number is returned, with its notices as warnings."""
    result = score(refs, hyps, **settings)
    errors, texts = result.counts.errors, (*result.utterances.refs, *result.utterances.hyps)
    has_capitals = bool(errors) and any(map(_has_capitals, texts))
    rate = result.counts.wer
    warn_of_notices(result.notices, rate, 4, has_capitals=has_capitals)  # `wer`, its decorator, its caller
    return result


def _has_capitals(text: object) -> bool:
    """Whether a text has capitals beyond ASCII."""
    return isinstance(text, str) and not text.isascii() and any("\x7f" < letter != letter.lower() for letter in text)


def _all(settings: FileKeywords) -> Any:
    """The keywords, which are those of lists or of files: `score` distinguishes them."""
    return settings
