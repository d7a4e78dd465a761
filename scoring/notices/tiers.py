"""Notice about the tiers of a file of which nobody chose any: all of them are scored."""

from __future__ import annotations

from ...formats.engine.tiers import WITH_TIERS, tier_names
from ...formats.schema import NOTICE, Corpus
from ...formats.values import replace
from ..common.results import listed

_EXMARALDA = "exb"
_ROLES = _TOGETHER, _AS_SPEAKERS = "are scored together", "are scored as speakers"


def with_tiers_noted(corpus: Corpus, choice: str, *, as_speakers: bool = False) -> Corpus:
    """The corpus with a notice of its reader if it has several tiers; `choice` is the way to choose some.

    With `as_speakers`, EXMARaLDA's tiers pass without one: they name their speakers, and comments are not read.

    >>> from ...formats.schema import Segment
    >>> both = Corpus((Segment(speaker="PAR", text="hi"), Segment(speaker="Comment", text="tired")), format="eaf")
    >>> print(*with_tiers_noted(both, "ref_tier=NAME").notices())
    2 tiers (PAR, Comment) are scored together; ref_tier=NAME chooses
    """
    if corpus.format not in WITH_TIERS or (as_speakers and corpus.format == _EXMARALDA):
        return corpus
    names = list(dict.fromkeys(tier_names(corpus.table)))
    if len(names) < 2:
        return corpus
    noun = "speaker" if corpus.format == _EXMARALDA else "tier"
    text = f"{listed(names, noun)} {_AS_SPEAKERS if as_speakers else _TOGETHER}; {choice} chooses"
    return replace(corpus, meta=(*corpus.meta, (corpus.format + NOTICE, text)))


def is_of_tiers(text: str) -> bool:
    """Whether a notice is that of `with_tiers_noted`.

    >>> is_of_tiers("a.eaf: 2 tiers (PAR, Comment) are scored as speakers; ref_tier=NAME chooses")
    True
    """
    return any(f" {role}; " in text for role in _ROLES)
