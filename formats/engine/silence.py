"""Silence: labels that annotators, aligners and detectors write for it, and segments that are mostly silent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ..schema import NOTICE, Corpus
from ..values import replace
from .gaps import kept
from .tiers import WITH_TIERS

SIGNS = frozenset(("<sil>", "<p:>", "<p>", "<pause>", "h#", "#h", "non-speech"))
"""Labels that are no words of any language."""
_WORDS = frozenset(("silence", "silent", "pause"))
_LABELS = SIGNS | _WORDS | {"sil", "nonspeech", "non_speech"}
# Aligners write a short pause so; without their longer one, it may stand for speech or a speaker.
_SHORT, _LONG = "sp", "sil"
# Where a word is spoken, it is not as common as silence among turns.
_COMMON = 10
# A segment that lasts longer, in seconds, has at least a character of text for each second.
_MINUTE = 60.0


def is_mostly_silent(seconds: float, text: str) -> bool:
    """Whether a segment lasts so long that its text fills little of it.

    >>> is_mostly_silent(3600, "Good day."), is_mostly_silent(50, "Good day."), is_mostly_silent(3600, "")
    (True, False, False)
    """
    return bool(text) and seconds > _MINUTE and seconds > len(text)


def labels_without_speech(labels: Iterable[str]) -> set[str]:
    """The labels that stand for silence, of all labels of turns.

    >>> sorted(labels_without_speech(["anna", "Silence", "sp"])), sorted(labels_without_speech(["anna", "sil", "sp"]))
    (['Silence'], ['sil', 'sp'])
    """
    folded = {label: label.casefold() for label in labels}
    of_silence = _LABELS | {_SHORT} if _LONG in folded.values() else _LABELS
    return {label for label, form in folded.items() if form in of_silence}


def without_silence(corpus: Corpus) -> Corpus:
    """The corpus of tiers or of Audacity's labels without labels of silence, with a notice on them.

    The word `silence` may be spoken, too: it is a label only where it is common, and where others are.
    """
    if corpus.format not in (*WITH_TIERS, "audacity"):
        return corpus
    table = corpus.table
    labels = [text or speaker for text, speaker in zip(table.texts(), table.speakers, strict=True)]
    numbers = Counter(labels)
    silent = {
        label
        for label in labels_without_speech(numbers)
        if label.casefold() not in _WORDS or _COMMON * numbers[label] >= len(labels)
    }
    if not silent or silent == numbers.keys():
        return corpus
    shown = ", ".join(map(repr, sorted(silent)))
    notice = f"labels of silence ({shown}) are left out: nobody speaks there"
    spoken = kept(corpus, [place for place, label in enumerate(labels) if label not in silent])
    return replace(spoken, meta=(*spoken.meta, (f"{corpus.format}{NOTICE}", notice)))
