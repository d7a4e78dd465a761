"""Scores of speech recognition from Python, equal to those of sclite.

>>> import scoring
>>> print(scoring.score(["the cat sat", "good day"], ["the cat sat down", "good way"]))
WER 40.0 % [ 2 / 5: 1 substitution, 0 deletions, 1 insertion ]
SER 100.0 % [ 2 / 2 utterances ]
>>> print(scoring.align("the cat sat", "the cat sat down"))
REF:  the cat sat ****
HYP:  the cat sat DOWN
Eval:             I
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from formats.errors import FormatError, LimitError, MismatchError, ScoreliteError, UsageError
    from scoring.counts import Counts
    from scoring.policy import KALDI_ALIGN, KALDI_WER, SCLITE, Policy
    from scoring.segments.api import score_segment_files, score_segments
    from scoring.segments.result import SegmentResult
    from scoring.settings import Settings
    from scoring.version import __version__ as __version__
    from scoring.words.alignment import Alignment, align
    from scoring.words.api import score, score_files
    from scoring.words.result import Result, Utterance
    from scoring.words.step import Pair
    from scoring.words.totals import Totals
    from scoring.words.vote import vote

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
    "__version__": "scoring.version",
    "align": "scoring.words.alignment",
    "score": "scoring.words.api",
    "score_files": "scoring.words.api",
    "score_segments": "scoring.segments.api",
    "score_segment_files": "scoring.segments.api",
    "SegmentResult": "scoring.segments.result",
    "Result": "scoring.words.result",
    "Totals": "scoring.words.totals",
    "vote": "scoring.words.vote",
    "Utterance": "scoring.words.result",
    "Alignment": "scoring.words.alignment",
    "Pair": "scoring.words.step",
    "Counts": "scoring.counts",
    "Settings": "scoring.settings",
    "Policy": "scoring.policy",
    "SCLITE": "scoring.policy",
    "KALDI_WER": "scoring.policy",
    "KALDI_ALIGN": "scoring.policy",
    "ScoreliteError": "formats.errors",
    "FormatError": "formats.errors",
    "MismatchError": "formats.errors",
    "UsageError": "formats.errors",
    "LimitError": "formats.errors",
}


# Type checkers see the imports above, and so refuse a name that is not there.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name not in _HOMES:
            raise AttributeError(f"module 'scoring' has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(_HOMES[name]), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
