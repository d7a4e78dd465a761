"""Trials by block: how often each keyword was hit, missed or found in vain, and with which scores."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...formats.errors import quantity
from .material import Bools, Floats, Ints, Texts
from .settings import KwsSettings
from .totals import Columns, Totals

POOLED = "Pooled"
_KINDS = 5


@dataclass(frozen=True, slots=True, eq=False)
class Trials:
    """Counts of each block (a keyword, or all of them pooled) and the scores of all detections, as columns."""

    name: str
    settings: KwsSettings
    blocks: tuple[str, ...]
    """Ids in order."""
    texts: tuple[str | None, ...]
    total: int
    """Number of trials of each block."""
    duration: float | None
    """Searched seconds; None where segments are trials."""
    hits: Ints
    target_rejections: Ints
    """References whose detection the system rejected."""
    omissions: Ints
    """References without a detection."""
    false_alarms: Ints
    rejections: Ints
    """Detections without a reference that the system rejected."""
    score_block: Ints
    score: Floats
    score_target: Bools
    score_yes: Bools
    score_texts: Texts
    """Scores as the system output has them."""

    def __len__(self) -> int:
        return len(self.blocks)

    def __repr__(self) -> str:
        return f"<Trials of {quantity(len(self), 'keyword')}>"

    @property
    def targets(self) -> Ints:
        """Number of references."""
        return self.hits + self.target_rejections + self.omissions

    @property
    def misses(self) -> Ints:
        """References that were not found: omitted or rejected."""
        return self.target_rejections + self.omissions

    @property
    def non_targets(self) -> Ints:
        """Number of detections without a reference."""
        return self.false_alarms + self.rejections

    @property
    def detections(self) -> Ints:
        """Number of detections."""
        return self.hits + self.target_rejections + self.non_targets

    @property
    def evaluated(self) -> Bools:
        """Whether each block takes part in means and totals."""
        if self.settings.include_empty:
            return np.ones(len(self.blocks), dtype=np.bool_)
        return self.targets > 0

    @property
    def opportunities(self) -> Ints:
        """Number of trials at which a false alarm is possible; negative with more references than trials."""
        return self.total - self.targets

    def text_of(self, score: int) -> str:
        """Score as the system output has it; of several spellings of one number the first in order of characters."""
        spellings = np.unique(self.score_texts[self.score == self.score[score]])
        text = spellings[0] if len(spellings) else self.score_texts[score]
        return bytes(text).decode("ascii")


def trials_of(totals: Totals) -> Trials:
    """Trials of a set by keyword, or pooled."""
    columns = totals.columns
    blocks, texts, block = _blocks(totals)
    counts = np.bincount(block * _KINDS + _kinds(columns), minlength=_KINDS * len(blocks)).reshape(-1, _KINDS)
    hits, target_rejections, omissions, false_alarms, rejections = counts.T
    scored = columns.scored
    return Trials(
        totals.name,
        totals.settings,
        blocks,
        texts,
        totals.count,
        totals.duration,
        hits,
        target_rejections,
        omissions,
        false_alarms,
        rejections,
        block[scored],
        columns.score[scored],
        columns.target[scored],
        columns.yes[scored],
        columns.score_text[scored],
    )


def _kinds(columns: Columns) -> Ints:
    """Hit 0, rejected target 1, omission 2, false alarm 3, rejection 4."""
    target, scored, yes = columns.target, columns.scored, columns.yes
    return np.where(target, np.where(yes, 0, np.where(scored, 1, 2)), np.where(yes, 3, 4))


def _blocks(totals: Totals) -> tuple[tuple[str, ...], tuple[str | None, ...], Ints]:
    """Ids and texts of the blocks, and the block of each trial."""
    keyword = totals.columns.keyword.astype(np.int64)
    if not totals.pooled:
        return tuple(entry.id for entry in totals.entries), tuple(entry.text for entry in totals.entries), keyword
    always = {entry.id for entry in totals.entries if entry.always}
    blocks = tuple(sorted(always | ({POOLED} if len(keyword) else set())))
    number = blocks.index(POOLED) if len(keyword) else 0
    return blocks, (None,) * len(blocks), np.full(len(keyword), number, dtype=np.int64)
