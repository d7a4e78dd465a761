"""The measures of words: a file each with its record, in the order of summaries."""

from __future__ import annotations

from ..measure import Measure
from .mean import MEAN
from .mer import MER
from .nce import NCE
from .ser import SER
from .wer import WER

MEASURES: tuple[Measure, ...] = (WER, MER, SER, MEAN, NCE)
