"""Scores of speech recognition from Python, equal to those of sclite.

>>> import scorelite
>>> print(scorelite.score(["the cat sat", "good day"], ["the cat sat down", "good way"]))
WER 40.0 % [ 2 / 5: 1 substitution, 0 deletions, 1 insertion ]
SER 100.0 % [ 2 / 2 utterances ]
>>> print(scorelite.align("the cat sat", "the cat sat down"))
REF:  the cat sat ****
HYP:  the cat sat DOWN
Eval:             I
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..formats.errors import FormatError, LimitError, MismatchError, ScoreliteError, UsageError
    from .common.counts import Counts
    from .common.policy import KALDI_ALIGN, KALDI_WER, SCLITE, Policy
    from .common.settings import Settings
    from .common.version import __version__ as __version__
    from .segments.api import score_segment_files, score_segments
    from .segments.result import SegmentResult
    from .words.alignment import Alignment, align
    from .words.api import score, score_files
    from .words.result import Result, Utterance
    from .words.step import Pair
    from .words.totals import Totals
    from .words.vote import vote

__all__ = [
    "score",
    "score_files",
    "score_segments",
    "score_segment_files",
    "vote",
    "align",
    "Result",
    "Totals",
    "Utterance",
    "SegmentResult",
    "Alignment",
    "Pair",
    "Counts",
    "Settings",
    "Policy",
    "SCLITE",
    "KALDI_WER",
    "KALDI_ALIGN",
    "ScoreliteError",
    "FormatError",
    "MismatchError",
    "UsageError",
    "LimitError",
]

# Imported on first use: the command `sclite` imports this package at every start and needs none of these names.
_HOMES = {
    "__version__": "scorelite.scoring.common.version",
    "align": "scorelite.scoring.words.alignment",
    "score": "scorelite.scoring.words.api",
    "score_files": "scorelite.scoring.words.api",
    "score_segments": "scorelite.scoring.segments.api",
    "score_segment_files": "scorelite.scoring.segments.api",
    "SegmentResult": "scorelite.scoring.segments.result",
    "Result": "scorelite.scoring.words.result",
    "Totals": "scorelite.scoring.words.totals",
    "vote": "scorelite.scoring.words.vote",
    "Utterance": "scorelite.scoring.words.result",
    "Alignment": "scorelite.scoring.words.alignment",
    "Pair": "scorelite.scoring.words.step",
    "Counts": "scorelite.scoring.common.counts",
    "Settings": "scorelite.scoring.common.settings",
    "Policy": "scorelite.scoring.common.policy",
    "SCLITE": "scorelite.scoring.common.policy",
    "KALDI_WER": "scorelite.scoring.common.policy",
    "KALDI_ALIGN": "scorelite.scoring.common.policy",
    "ScoreliteError": "scorelite.formats.errors",
    "FormatError": "scorelite.formats.errors",
    "MismatchError": "scorelite.formats.errors",
    "UsageError": "scorelite.formats.errors",
    "LimitError": "scorelite.formats.errors",
}


# Type checkers see the imports above, and so refuse a name that is not there.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name not in _HOMES:
            raise AttributeError(f"module 'scorelite.scoring' has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(_HOMES[name]), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
