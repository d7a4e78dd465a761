"""Places of utterances on which a judge gives verdicts: lines of JSON, each of which waits for a verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...formats.errors import UsageError
from ..words.notices.paired import JOINED
from .delivery import deliver_lines, dumped

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from ..words.result import Result


def deliver_places(places: Iterable[Mapping[str, Any]], path: str) -> None:
    """Writes places into a file."""
    deliver_lines((dumped(place).decode().rstrip("\n") for place in places), path)


def check_utterances(result: Result, ref: str, wanted: str) -> None:
    """Refuses places for verdicts where these cannot name utterances of the reference; `wanted` is the option."""
    timeline = result.table.timeline
    if wanted and timeline is not None and not timeline.windows:
        raise UsageError(
            f"{wanted} needs utterances, because verdicts refer to them; {ref} has only words with times; expected a "
            "reference of utterances, such as stm"
        )
    if wanted and any(JOINED in notice.text for notice in result.notices):
        raise UsageError(
            f"{wanted} needs utterances, because verdicts refer to them; {ref} was {JOINED}; expected a reference of "
            "utterances with times (stm, srt), and hypotheses with the same times or with words with times; "
            "or equal ids (trn)"
        )
