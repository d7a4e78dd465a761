"""Pairs of texts, as a score is made of them."""

from __future__ import annotations

from collections.abc import Sequence

from ...formats.values import dataclass
from .alignment import Text
from .table_columns import NO_COLUMNS, TableColumns
from .utterance_table import Timeline


@dataclass(frozen=True, slots=True)
class Pairs:
    """References and hypotheses in one order."""

    refs: Sequence[Text]
    hyps: Sequence[Text]
    ids: Sequence[str] | None = None
    """None where nobody gave ids: utterances are numbered."""
    timeline: Timeline | None = None
    numbered: bool = False
    """Whether ids were made up, of speakers and numbers or of the numbers of rows."""
    one_object: bool = False
    """Whether the caller gave one object as both sides."""
    of_files: bool = True
    """Whether the texts were read from files, whose formats say which marks they have."""
    steps: Sequence[str] | None = None
    """The operations of each alignment, a letter a step, where they are known: nothing is searched again."""
    columns: TableColumns = NO_COLUMNS
    """Further columns of the reference's table."""

    @property
    def names(self) -> Sequence[str]:
        """Ids, or names of recordings, or numbers from 1."""
        if self.ids is not None:
            return self.ids
        if self.timeline is not None:
            return self.timeline.sessions
        return [str(number) for number in range(1, len(self.refs) + 1)]
