"""Analyses of errors: what is wrong, for whom, and where, as sums over the columns of one alignment."""

from __future__ import annotations

from .analysis import Analysis
from .breakdown import Breakdown
from .catalogue import ANALYSES, analyse
from .classes import Classes, ClassRow, classes
from .join import joined_columns as joined_columns
from .marks import Mark
from .slices import Cell, Slice, Slices, slices

__all__ = [
    "ANALYSES",
    "Analysis",
    "Breakdown",
    "Cell",
    "ClassRow",
    "Classes",
    "Mark",
    "Slice",
    "Slices",
    "analyse",
    "classes",
    "slices",
]
