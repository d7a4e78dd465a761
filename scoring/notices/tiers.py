"""Notice about the tiers of a file of which nobody chose any: all of them are scored."""

from __future__ import annotations

import os
from shlex import quote

from ...formats.engine.silence import labels_without_speech
from ...formats.engine.tiers import WITH_TIERS, tier_names
from ...formats.schema import NOTICE, Corpus
from ...formats.values import replace
from ..common.results import listed

_EXMARALDA = "exb"
_ROLES = _TOGETHER, _AS_SPEAKERS, _AS_ONE = "are scored together", "are scored as speakers", "is scored as one speaker"
# A meeting has so many speakers at most; other tiers hold words.
_MOST_LABELS = 20
# Classes recur so often on average; words of a short recording hardly do.
_CLASSES = 5
_OF_WORDS = ("word", "text", "ort", "trans", "phone", "digit")


def with_tiers_noted(corpus: Corpus, choice: str, *, as_speakers: bool = False, as_words: bool = False) -> Corpus:
    """The corpus with a notice of its reader if it has several tiers; `choice` is the way to choose some.

    With `as_speakers`, EXMARaLDA's tiers pass without one: they name their speakers, and comments are not read.
    The only tier has one if it holds other labels than those that are scored, `as_speakers` or `as_words`.

    >>> from ...formats.schema import Segment
    >>> both = Corpus((Segment(speaker="PAR", text="hi"), Segment(speaker="Comment", text="tired")), format="eaf")
    >>> print(*with_tiers_noted(both, "ref_tier=NAME").notices())
    2 tiers (PAR, Comment) are scored together; ref_tier=NAME chooses
    """
    if corpus.format not in WITH_TIERS or (as_speakers and corpus.format == _EXMARALDA):
        return corpus
    names = list(dict.fromkeys(tier_names(corpus.table)))
    if len(names) < 2:
        text = _of_one_tier(corpus) if as_speakers else _of_classes(corpus) if as_words else ""
        return replace(corpus, meta=(*corpus.meta, (corpus.format + NOTICE, text))) if text else corpus
    noun = "speaker" if corpus.format == _EXMARALDA else "tier"
    text = f"{listed(names, noun)} {_AS_SPEAKERS if as_speakers else _TOGETHER}; {choice} chooses"
    return replace(corpus, meta=(*corpus.meta, (corpus.format + NOTICE, text)))


def _of_one_tier(corpus: Corpus) -> str:
    """The notice of the only tier if its labels may be speakers; empty for others.

    Such labels are few, of one word each, and stand next to silence or recur.
    """
    labels, are_recurring = _labels(corpus)
    if not labels or not are_recurring:
        return ""
    target = f"{os.path.splitext(os.path.basename(corpus.path))[0]}.audacity.txt"
    return (
        f"the only tier, with {listed(labels, 'label')}, {_AS_ONE}; `scorelite convert {quote(corpus.path)} "
        f"{quote(target)}` writes labels that are scored as speakers"
    )


def _of_classes(corpus: Corpus) -> str:
    """The notice of the only tier if its labels may be classes of sounds or acts; empty for words.

    >>> from ...formats.schema import Segment
    >>> acts = [Segment(speaker="acts", text=text) for text in ("q", "ack") * 5]
    >>> print(*with_tiers_noted(Corpus(acts, format="textgrid"), "tier=NAME", as_words=True).notices())
    the only tier, 'acts', has 2 labels (q, ack), which are scored as words; `scorelite segments REF HYP` compares \
labels by their times
    """
    labels, _ = _labels(corpus)
    tier = next(iter(tier_names(corpus.table)), "")
    if not labels or _CLASSES * len(labels) > len(corpus) or any(name in tier.casefold() for name in _OF_WORDS):
        return ""
    return (
        f"the only tier, {tier!r}, has {listed(labels, 'label')}, which are scored as words; `scorelite segments REF "
        "HYP` compares labels by their times"
    )


def _labels(corpus: Corpus) -> tuple[list[str], bool]:
    """The different labels without silence, if they are few of one word each, and whether they recur or are silent."""
    texts = corpus.texts()
    silent = labels_without_speech(texts)
    labels = [label for label in dict.fromkeys(texts) if label not in silent]
    if not 2 <= len(labels) <= _MOST_LABELS or any(len(label.split()) != 1 for label in labels):
        return [], False
    return labels, bool(silent) or 2 * len(labels) <= len(texts)


def is_of_tiers(text: str) -> bool:
    """Whether a notice is that of `with_tiers_noted`.

    >>> is_of_tiers("a.eaf: 2 tiers (PAR, Comment) are scored as speakers; ref_tier=NAME chooses")
    True
    """
    return any(f" {role}; " in text for role in _ROLES)
