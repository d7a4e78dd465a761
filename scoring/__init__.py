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

from .common.lazy import BUILT_ON_RESULTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from ..formats.errors import (
        FormatError as FormatError,
    )
    from ..formats.errors import (
        LimitError as LimitError,
    )
    from ..formats.errors import (
        MismatchError as MismatchError,
    )
    from ..formats.errors import (
        ScoreliteError as ScoreliteError,
    )
    from ..formats.errors import (
        UsageError as UsageError,
    )
    from .analysis.latency import latency as latency
    from .common.counts import Counts as Counts
    from .common.settings import Settings as Settings
    from .common.tie_policy import KALDI_ALIGN as KALDI_ALIGN
    from .common.tie_policy import KALDI_WER as KALDI_WER
    from .common.tie_policy import RAPIDFUZZ as RAPIDFUZZ
    from .common.tie_policy import SCLITE as SCLITE
    from .common.tie_policy import Policy as Policy
    from .common.version import __version__ as __version__
    from .compare.outputs import compare_outputs as compare_outputs
    from .compare.runs import compare_runs as compare_runs
    from .meetings.rates import cpwer as cpwer
    from .meetings.rates import mimower as mimower
    from .meetings.rates import orcwer as orcwer
    from .meetings.rates import tcmimower as tcmimower
    from .meetings.rates import tcorcwer as tcorcwer
    from .meetings.rates import tcpwer as tcpwer
    from .meetings.rates import wder as wder
    from .report.signatures import parse_signature as parse_signature
    from .segments.api import score_segment_files as score_segment_files
    from .segments.api import score_segments as score_segments
    from .segments.rates import der as der
    from .segments.rates import jer as jer
    from .segments.result import SegmentResult as SegmentResult
    from .words.alignment import Alignment as Alignment
    from .words.alignment import align as align
    from .words.api import score as score
    from .words.convention import Convention as Convention
    from .words.files import score_files as score_files
    from .words.leaderboard import score_table as score_table
    from .words.metric import Metric as Metric
    from .words.rates import cer as cer
    from .words.rates import mer as mer
    from .words.rates import wer as wer
    from .words.rates import wil as wil
    from .words.rates import wip as wip
    from .words.resegment import resegment as resegment
    from .words.result import Result as Result
    from .words.retime import Retimed as Retimed
    from .words.retime import retime as retime
    from .words.saved import load as load
    from .words.step import Pair as Pair
    from .words.totals import Totals as Totals
    from .words.utterances import Utterance as Utterance
    from .words.vote import vote as vote


def _analysis() -> ModuleType:
    from . import analysis

    return analysis


def _compare() -> ModuleType:
    from . import compare

    return compare


def _report() -> ModuleType:
    from . import report

    return report


# Methods of results such as `report` and `compare` lead to packages that import results.
BUILT_ON_RESULTS.update(analysis=_analysis, compare=_compare, report=_report)

# Imported on first use: the command `sclite` imports this package at every start and needs none of these names.
# Type checkers see the imports above, and so refuse a name that is not there.
if not TYPE_CHECKING:
    from .common.lazy import lazy

    __all__, __getattr__, __dir__ = lazy(
        __name__,
        {
            "words.api": "score",
            "words.files": "score_files",
            "segments.api": "score_segments score_segment_files",
            "segments.rates": "der jer",
            "meetings.rates": "cpwer tcpwer orcwer tcorcwer mimower tcmimower wder",
            "words.rates": "wer cer mer wil wip",
            "compare.outputs": "compare_outputs",
            "compare.runs": "compare_runs",
            "words.vote": "vote",
            "words.alignment": "align Alignment",
            "words.convention": "Convention",
            "words.leaderboard": "score_table",
            "words.metric": "Metric",
            "words.result": "Result",
            "words.utterances": "Utterance",
            "analysis.latency": "latency",
            "words.resegment": "resegment",
            "words.retime": "Retimed retime",
            "words.totals": "Totals",
            "segments.result": "SegmentResult",
            "words.saved": "load",
            "words.step": "Pair",
            "report.signatures": "parse_signature",
            "common.counts": "Counts",
            "common.settings": "Settings",
            "common.tie_policy": "Policy SCLITE KALDI_WER KALDI_ALIGN RAPIDFUZZ",
            "common.version": "__version__",
            ".formats.errors": "ScoreliteError FormatError MismatchError UsageError LimitError",
        },
    )
