"""Analyses of errors: what is wrong, for whom, and where, as sums over the columns of one alignment."""

from __future__ import annotations

from .analysis import Analysis
from .breakdown import Breakdown
from .catalogue import ANALYSES, analyse
from .classes import Classes, ClassRow, classes
from .marks import Mark

__all__ = ["ANALYSES", "Analysis", "Breakdown", "ClassRow", "Classes", "Mark", "analyse", "classes"]
