"""Analyses of errors: what is wrong, for whom, and where, as sums over the columns of one alignment."""

from __future__ import annotations

from .analysis import Analysis
from .audit import Audit, Site, audit, spans
from .breakdown import Breakdown, Breakdowns
from .catalogue import ANALYSES, analyse
from .changes import Changes, RowChange, changes
from .classes import Classes, ClassRow, classes
from .confidence import Bin, Confidence, confidence
from .diacritics import DiacriticRow, Diacritics, diacritics
from .explain import Explained, Explanation, explain_each
from .explain_diarisation import TurnConvention, TurnRates, explain_diarisation
from .explain_words import Convention, WordRates, explain, explain_all
from .failures import Failure, FailureRow, Failures, failures
from .join import joined_columns as joined_columns
from .lagging import Lag
from .latency import DelayRow, LagRow, Latency, latency
from .mark import Mark
from .mdd import MispronunciationRow, Mispronunciations, mdd
from .measures import MeasureRow, Measures, Value, measured
from .nbest import NBest, NBestRow, nbest
from .of_meetings import of_meetings as of_meetings
from .of_meetings import words_of_meetings as words_of_meetings
from .punctuation import Capitals, MarkPair, MarkRow, Punctuation, punctuation
from .references import ReferenceRow, References, references
from .rules import RuleRow, Rules, TakenReading, rules
from .slices import Cell, Slice, Slices, slices
from .streams import Stability
from .tally import Tally
from .time_differences import TimeDifferences
from .times import Placed, TimeRow, Times, times
from .writing import Writing, WritingRow, writing

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
    "audit",
    "changes",
    "classes",
    "confidence",
    "diacritics",
    "TurnConvention",
    "TurnRates",
    "WordRates",
    "explain",
    "explain_diarisation",
    "explain_all",
    "explain_each",
    "failures",
    "mdd",
    "measured",
    "nbest",
    "punctuation",
    "references",
    "rules",
    "slices",
    "spans",
    "times",
    "writing",
]
