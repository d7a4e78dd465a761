"""Steps that fold phones into classes."""

from __future__ import annotations

from .chain import Step
from .characters import BLANKS
from .tables import built_in


def timit39() -> tuple[Step, ...]:
    """Steps that make 39 classes of TIMIT's 61 phones."""
    return built_in("en", "timit39"), BLANKS
