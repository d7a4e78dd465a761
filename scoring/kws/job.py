"""Scoring of files: the result of all trials, and the results of groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from formats.source import Target
from scoring.kws.alignment import Aligned, align
from scoring.kws.conditions import Conditions, Grouping
from scoring.kws.excerpts import Stretch
from scoring.kws.files import load
from scoring.kws.material import Inputs, material
from scoring.kws.result import KwsResult
from scoring.kws.segments import align_segments
from scoring.kws.settings import KwsSettings, settings_of
from scoring.kws.totals import MAIN, Group, Totals, gather


@dataclass(frozen=True)
class Job:
    """Files that were scored together."""

    main: Totals
    groups: tuple[Totals, ...] = ()
    skipped: tuple[str, ...] = ()
    """Groups of source types for which no second was searched."""
    searched: int = 0
    """Number of keywords that were searched."""

    @cached_property
    def result(self) -> KwsResult:
        """Scores of all trials."""
        return KwsResult(self.main)

    @cached_property
    def results(self) -> dict[str, KwsResult]:
        """Scores of each group by its name."""
        return {totals.name: KwsResult(totals) for totals in self.groups}

    def __reduce__(self) -> tuple[type[Job], tuple[object, ...]]:
        return Job, (self.main, self.groups, self.skipped, self.searched)


def score_files(
    ecf: Target,
    rttm: Target,
    kwlist: Target,
    kwslist: Target,
    *,
    settings: KwsSettings | None = None,
    conditions: Conditions | None = None,
    files: Sequence[str] = (),
    threshold: float = 0.5,
    **changes: Any,
) -> Job:
    """Scores a system output: control file, transcript, keywords and detections, in the formats that `load` reads.

    `files` are patterns of `file/channel` that limit the scoring. Further keywords are fields of `KwsSettings`.
    """
    chosen = settings_of(settings, changes)
    return score(load(ecf, rttm, kwlist, kwslist, chosen, threshold), chosen, conditions, files)


def score(
    inputs: Inputs, settings: KwsSettings, conditions: Conditions | None = None, files: Sequence[str] = ()
) -> Job:
    """Scores inputs that have been read."""
    gathered = material(inputs, settings)
    aligned = (align_segments if settings.segments else align)(gathered, settings, files)
    grouping = Grouping(aligned, settings, conditions or Conditions(), files)
    main = totals_of(aligned, settings, grouping.searched())
    groups, skipped = grouping.totals()
    return Job(main, tuple(groups), tuple(skipped), len(set(gathered.units.tolist())))


def totals_of(aligned: Aligned, settings: KwsSettings, searched: tuple[Stretch, ...]) -> Totals:
    """Totals of all trials; every keyword that was searched belongs to them, even without a trial."""
    always = frozenset(aligned.material.units.tolist())
    # With pooled segments KWSEval finds no trial of any keyword, and adds them all as empty blocks.
    pooled = settings.pooled and not (settings.segments and settings.convention.segments_pool_empty)
    if pooled or (settings.segments and settings.listed_only):
        always = frozenset()
    return gather(aligned, settings, Group(MAIN[settings.segments], searched, always=always, pooled=settings.pooled))
