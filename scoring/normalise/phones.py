"""Steps that fold phones into classes."""

from __future__ import annotations

import re
from functools import partial

from .chain import Step
from .characters import BLANKS
from .operation import Function
from .tables import built_in

_STRESSED = re.compile(r"(?<!\S)([A-Za-z]{2})[012](?!\S)")


def without_stress() -> tuple[Step, ...]:
    """The step that leaves out the digits of stress behind vowels of ARPAbet."""
    return (Function("stress", "AH for AH0, AH1 and AH2", partial(_STRESSED.sub, r"\1")),)


def timit39() -> tuple[Step, ...]:
    """Steps that make 39 classes of TIMIT's 61 phones."""
    return built_in("en", "timit39"), BLANKS
