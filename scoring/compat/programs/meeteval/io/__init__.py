"""The files of `meeteval.io`: lines of each format, and segments as mappings."""

from .ctm import CTM, CTMGroup, CTMLine
from .keyed_text import KeyedText
from .rttm import RTTM, RTTMLine
from .seglst import SegLST, asseglst
from .smart import dump, load
from .stm import STM, STMLine
from .uem import UEM, UEMLine

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
