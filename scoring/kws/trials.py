"""The trials of one set: for each keyword how often it was hit, missed or found in vain, and with which scores."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from formats.errors import UsageError
from scoring.kws.alignment import Aligned
from scoring.kws.material import Bools, Floats, Ints
from scoring.kws.settings import KwsSettings

POOLED = "Pooled"


@dataclass(frozen=True, slots=True)
class Trials:
    """Counts of each block (a keyword, or all of them pooled) and the scores of all detections, as columns."""

    name: str
    settings: KwsSettings
    blocks: tuple[str, ...]
    """Ids in order."""
    texts: tuple[str | None, ...]
    total: int
    """How many trials each block has."""
    duration: float | None
    """The seconds that were searched; None where segments are trials."""
    hits: Ints
    target_rejections: Ints
    """References whose detection was decided NO."""
    omissions: Ints
    """References without a detection."""
    false_alarms: Ints
    rejections: Ints
    """Detections without a reference that were decided NO."""
    score_block: Ints
    score: Floats
    score_target: Bools
    score_yes: Bools
    score_row: Ints
    """The row of each score in the system output, for its text."""
    score_texts: np.typing.NDArray[np.bytes_]

    def __len__(self) -> int:
        return len(self.blocks)

    @property
    def targets(self) -> Ints:
        """The number of references."""
        return self.hits + self.target_rejections + self.omissions

    @property
    def misses(self) -> Ints:
        """References that were not found: omitted, or decided NO."""
        return self.target_rejections + self.omissions

    @property
    def non_targets(self) -> Ints:
        """The number of detections without a reference."""
        return self.false_alarms + self.rejections

    @property
    def detections(self) -> Ints:
        """The number of detections."""
        return self.hits + self.target_rejections + self.non_targets

    @property
    def evaluated(self) -> Bools:
        """Which blocks take part in means and totals."""
        if self.settings.include_empty:
            return np.ones(len(self.blocks), dtype=np.bool_)
        return self.targets > 0

    @property
    def opportunities(self) -> Ints:
        """The number of trials at which a false alarm is possible; negative where references are very many."""
        return self.total - self.targets

    def text_of(self, score: int) -> str:
        """A score as the system output has it."""
        return bytes(self.score_texts[self.score_row[score]]).decode("ascii")


def gather(
    aligned: Aligned,
    settings: KwsSettings,
    *,
    name: str,
    duration: float | None,
    rows: Ints | None = None,
    empty: Iterable[int] = (),
    pooled: bool = False,
) -> Trials:
    """The trials of some rows of an alignment; `empty` are keywords that belong to the set without a trial."""
    if duration is not None and not duration > 0:
        raise UsageError(f"{name}: the searched duration is {duration:.15g} s; expected more than 0")
    rows = np.arange(len(aligned)) if rows is None else rows
    keywords = aligned.material.keywords
    if pooled:
        blocks = sorted({*(keywords[number].id for number in empty), *([POOLED] if len(rows) else [])})
        texts: list[str | None] = [None] * len(blocks)
        block = np.full(len(rows), blocks.index(POOLED) if len(rows) else 0, dtype=np.int64)
    else:
        present = sorted({*np.unique(aligned.keyword[rows]).tolist(), *empty}, key=lambda number: keywords[number].id)
        blocks = [keywords[number].id for number in present]
        texts = [keywords[number].text for number in present]
        table = np.zeros(len(keywords) + 1, dtype=np.int64)
        table[present] = np.arange(len(present))
        block = table[aligned.keyword[rows]]
    target, scored = aligned.is_target[rows], aligned.has_score[rows]
    detection = aligned.detection[rows]
    yes = np.zeros(len(rows), dtype=np.bool_)
    yes[scored] = aligned.material.found.yes[detection[scored]]

    def counted(kind: Bools) -> Ints:
        return np.bincount(block[kind], minlength=len(blocks)).astype(np.int64)

    total = aligned.total if aligned.total is not None else settings.trials(duration or 0.0)
    return Trials(
        name=name,
        settings=settings,
        blocks=tuple(blocks),
        texts=tuple(texts),
        total=total,
        duration=duration,
        hits=counted(target & yes),
        target_rejections=counted(target & scored & ~yes),
        omissions=counted(target & ~scored),
        false_alarms=counted(~target & yes),
        rejections=counted(~target & ~yes),
        score_block=block[scored],
        score=aligned.material.found.scores[detection[scored]],
        score_target=target[scored],
        score_yes=yes[scored],
        score_row=detection[scored],
        score_texts=aligned.material.found.score_texts,
    )
