"""Analyses of errors: what is wrong, for whom, and where, as sums over the columns of one alignment."""

from __future__ import annotations

from .analysis import Analysis
from .audit import Audit, Site, audit
from .breakdown import Breakdown
from .catalogue import ANALYSES, analyse
from .classes import Classes, ClassRow, classes
from .confidence import Bin, Confidence, confidence
from .diacritics import DiacriticRow, Diacritics, diacritics
from .failures import Failure, FailureRow, Failures, failures
from .join import joined_columns as joined_columns
from .lagging import Lag
from .latency import DelayRow, LagRow, Latency, latency
from .mark import Mark
from .measures import MeasureChange, MeasureRow, Measures, measured
from .milliseconds import Milliseconds
from .punctuation import Capitals, MarkPair, MarkRow, Punctuation, punctuation
from .slices import Cell, Slice, Slices, slices
from .streams import Stability
from .times import Placed, TimeRow, Times, times
from .writing import Writing, WritingRow, writing

__all__ = [
    "ANALYSES",
    "Analysis",
    "Audit",
    "Bin",
    "Breakdown",
    "Capitals",
    "Cell",
    "ClassRow",
    "Classes",
    "Confidence",
    "DiacriticRow",
    "Diacritics",
    "Failure",
    "FailureRow",
    "Failures",
    "DelayRow",
    "Lag",
    "LagRow",
    "Latency",
    "Milliseconds",
    "Stability",
    "latency",
    "Mark",
    "Site",
    "MarkPair",
    "MarkRow",
    "MeasureChange",
    "MeasureRow",
    "Measures",
    "Placed",
    "Punctuation",
    "Slice",
    "Slices",
    "TimeRow",
    "Times",
    "Writing",
    "WritingRow",
    "analyse",
    "audit",
    "classes",
    "confidence",
    "diacritics",
    "failures",
    "measured",
    "punctuation",
    "slices",
    "times",
    "writing",
]
