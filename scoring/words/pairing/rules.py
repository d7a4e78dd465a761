"""Rules for words and segments with times that do not fit together."""

from __future__ import annotations

from ....formats.errors import UsageError
from ....formats.values import dataclass
from ...common.settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal, TypeAlias

    from ...common.results import Missing

Outside: TypeAlias = "Literal['attach', 'skip', 'error']"
Overlap: TypeAlias = "Literal['error', 'earlier']"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedRules:
    """The settings of a score by time, and the rules for what does not fit together."""

    settings: Settings
    missing: Missing = "error"
    outside: Outside = "attach"
    overlap: Overlap = "error"
    threads: int = 1


def choices(things: str, names: str, has_extra: bool, missing: Missing) -> Iterator[str]:
    """The last lines of a message about ids or channels that only one side has: the ways to treat them."""
    if has_extra and missing == "delete":
        yield (
            f"  missing='delete' (--missing delete) allows {things} without a hypothesis, not {things} without a "
            "reference"
        )
    yield (
        f"Fix the {names}, or choose: missing='delete' (--missing delete) counts the words of {things} without a "
        f"hypothesis as deletions; missing='skip' (--missing skip) scores only {things} that both sides have"
    )


def with_paths_as_ids(*formats: str) -> str:
    """The end of a message about texts next to a manifest of NeMo: how its paths become ids; empty for others."""
    paths = "; id_column='audio_filepath' (--id-column audio_filepath) pairs by the paths of the manifest"
    return paths if "nemo" in formats else ""


def check_rules(outside: str, overlap: str) -> None:
    """Rejects unknown rules for words outside segments and for overlapping segments."""
    if outside not in ("attach", "skip", "error"):
        raise UsageError(f"outside {outside!r} is unknown; expected 'attach', 'skip' or 'error'")
    if overlap not in ("error", "earlier"):
        raise UsageError(f"overlap {overlap!r} is unknown; expected 'error' or 'earlier'")
