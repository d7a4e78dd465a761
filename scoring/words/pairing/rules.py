"""Rules for words and segments with times that do not fit together."""

from __future__ import annotations

from formats.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

Outside: TypeAlias = "Literal['attach', 'skip', 'error']"
Overlap: TypeAlias = "Literal['error', 'earlier']"


def check_rules(outside: str, overlap: str) -> None:
    """Refuses unknown rules for words outside segments and for overlapping segments."""
    if outside not in ("attach", "skip", "error"):
        raise UsageError(f"outside={outside!r} is unknown; expected 'attach', 'skip' or 'error'")
    if overlap not in ("error", "earlier"):
        raise UsageError(f"overlap={overlap!r} is unknown; expected 'error' or 'earlier'")
