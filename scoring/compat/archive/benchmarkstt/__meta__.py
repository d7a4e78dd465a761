"""The release of BenchmarkSTT whose behaviour these modules have."""

from __future__ import annotations

__author__ = "EBU"
__version__ = "1.1"
