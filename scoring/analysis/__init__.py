"""Analyses of errors: what is wrong, for whom, and where, as sums over the columns of one alignment."""

from __future__ import annotations

# Names with "as" are those that methods of results call: a result has them all.
from .analysis import Analysis
from .audit import Audit, Site
from .audit import audit as audit
from .audit import spans as spans
from .breakdown import Breakdown, Breakdowns
from .catalogue import ANALYSES, analyse
from .changes import Changes, RowChange, changes
from .classes import Classes, ClassRow
from .classes import classes as classes
from .confidence import Bin, Confidence
from .confidence import confidence as confidence
from .diacritics import DiacriticRow, Diacritics
from .diacritics import diacritics as diacritics
from .explain import Explained, Explanation
from .explain import explain_each as explain_each
from .explain_diarisation import TurnConvention as TurnConvention
from .explain_diarisation import TurnRates as TurnRates
from .explain_diarisation import explain_diarisation as explain_diarisation
from .explain_words import Convention, explain_all
from .explain_words import WordRates as WordRates
from .explain_words import explain as explain
from .failures import Failure, FailureRow, Failures
from .failures import failures as failures
from .join import given_groups as given_groups
from .join import joined_columns as joined_columns
from .lagging import Lag
from .latency import DelayRow, LagRow, Latency, latency
from .mark import Mark
from .mdd import MispronunciationRow, Mispronunciations
from .mdd import mdd as mdd
from .measures import MeasureRow, Measures, Value
from .measures import measured as measured
from .nbest import NBest, NBestRow
from .nbest import nbest as nbest
from .of_meetings import of_meetings as of_meetings
from .of_meetings import words_of_meetings as words_of_meetings
from .of_recordings import by_group as by_group
from .punctuation import Capitals, MarkPair, MarkRow, Punctuation
from .punctuation import punctuation as punctuation
from .references import ReferenceRow, References
from .references import references as references
from .rules import RuleRow, Rules, TakenReading
from .rules import rules as rules
from .slices import Cell, Slice, Slices
from .slices import slices as slices
from .streams import Stability
from .tally import Tally
from .time_differences import TimeDifferences
from .times import Placed, TimeRow, Times
from .times import times as times
from .writing import Writing, WritingRow
from .writing import writing as writing

TYPE_CHECKING = False

__all__ = [
    "ANALYSES",
    "Analysis",
    "Audit",
    "Bin",
    "Breakdown",
    "Breakdowns",
    "Capitals",
    "Cell",
    "Changes",
    "ClassRow",
    "Classes",
    "Confidence",
    "Convention",
    "DiacriticRow",
    "Diacritics",
    "Explained",
    "Explanation",
    "Failure",
    "FailureRow",
    "Failures",
    "DelayRow",
    "Lag",
    "LagRow",
    "Latency",
    "TimeDifferences",
    "Stability",
    "latency",
    "Mark",
    "Site",
    "MarkPair",
    "MarkRow",
    "MeasureRow",
    "Measures",
    "MispronunciationRow",
    "Mispronunciations",
    "NBest",
    "NBestRow",
    "Placed",
    "Punctuation",
    "RowChange",
    "ReferenceRow",
    "References",
    "RuleRow",
    "Rules",
    "Slice",
    "Slices",
    "TimeRow",
    "Times",
    "TakenReading",
    "Tally",
    "Value",
    "Writing",
    "WritingRow",
    "analyse",
    "changes",
    "explain_all",
]

# Type checkers see the names above, and so refuse one that is not there.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from ..common.other_names import elsewhere

        answer = "" if name.startswith("_") else elsewhere(name, __all__, "scorelite.analysis")
        raise AttributeError(f"module 'scorelite.analysis' has no attribute {name!r}{answer}")
