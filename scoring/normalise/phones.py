"""Steps that fold phones into classes."""

from __future__ import annotations

import re
from functools import partial

from .chain import Step
from .characters import BLANKS
from .operation import Function
from .tables import built_in

_STRESSED = re.compile(r"(?<!\S)([A-Za-z]{2})[012](?!\S)")
_PHONE = r"([A-Z]{1,2}[012]?[*)`']*|sil|spn?|err)"
# A mispronounced phone in the annotations of L2-ARCTIC: canonical, spoken, and the kind of error.
_ANNOTATED = re.compile(rf"(?<!\S){_PHONE}, ?{_PHONE}, ?([sda])(?!\S)")


def spoken() -> tuple[Step, ...]:
    """The step that leaves of each annotated phone what was spoken: nothing of a deletion."""
    return (Function("spoken", "IY for IH,IY,s, nothing for T,sil,d", partial(_ANNOTATED.sub, _spoken)), BLANKS)


def canonical() -> tuple[Step, ...]:
    """The step that leaves of each annotated phone what should be spoken: nothing of an addition."""
    return (Function("canonical", "IH for IH,IY,s, nothing for sil,AH,a", partial(_ANNOTATED.sub, _canonical)), BLANKS)


def _spoken(match: re.Match[str]) -> str:
    return "" if match[3] == "d" else match[2]


def _canonical(match: re.Match[str]) -> str:
    return "" if match[3] == "a" else match[1]


def without_stress() -> tuple[Step, ...]:
    """The step that leaves out the digits of stress behind vowels of ARPAbet."""
    return (Function("stress", "AH for AH0, AH1 and AH2", partial(_STRESSED.sub, r"\1")),)


def timit39() -> tuple[Step, ...]:
    """Steps that make 39 classes of TIMIT's 61 phones."""
    return built_in("en", "timit39"), BLANKS
