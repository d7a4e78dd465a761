"""The files of `meeteval.io`: lines of each format, and segments as mappings."""

from scoring.compat.meeteval.io.ctm import CTM, CTMGroup, CTMLine
from scoring.compat.meeteval.io.keyed_text import KeyedText
from scoring.compat.meeteval.io.rttm import RTTM, RTTMLine
from scoring.compat.meeteval.io.seglst import SegLST, asseglst
from scoring.compat.meeteval.io.smart import dump, load
from scoring.compat.meeteval.io.stm import STM, STMLine
from scoring.compat.meeteval.io.uem import UEM, UEMLine

__all__ = [
    "CTM",
    "RTTM",
    "STM",
    "UEM",
    "CTMGroup",
    "CTMLine",
    "KeyedText",
    "RTTMLine",
    "STMLine",
    "SegLST",
    "UEMLine",
    "asseglst",
    "dump",
    "load",
]
