"""The measures of keywords: a file each with its record, in the order of summaries."""

from __future__ import annotations

from ..measure import Measure
from .atwv import ATWV
from .map import MAP
from .mtwv import MTWV
from .otwv import OTWV
from .stwv import STWV

MEASURES: tuple[Measure, ...] = (ATWV, MTWV, OTWV, STWV, MAP)
