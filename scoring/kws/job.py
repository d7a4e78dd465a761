"""Scoring of files: the result of all trials, and the results of groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ...formats.errors import UsageError, short
from ...formats.source import Source, Target
from ..common.other_names import files_needed
from ..normalise.effect import Effect
from .alignment import Aligned, align
from .conditions import Conditions, Grouping
from .excerpts import Stretch
from .files import limit_of, load
from .gathering import Group, gather
from .material import Inputs, material
from .normalised import changes_of, effect, normalised
from .notices import of_inputs
from .part import took_part_in
from .result import KwsResult
from .segments import align_segments
from .settings import KwsSettings, settings_of
from .times import of_times
from .totals import MAIN


@dataclass(frozen=True, slots=True)
class Job:
    """Files that were scored together."""

    result: KwsResult
    """Scores of all trials."""
    groups: tuple[KwsResult, ...] = ()
    skipped: tuple[str, ...] = ()
    """Groups of source types for which no second was searched."""
    searched: int = 0
    """Number of keywords that were searched."""
    before: Inputs | None = field(default=None, compare=False, repr=False)
    """What was scored, before normalisation; None without a normaliser."""
    files: tuple[str, ...] = ()
    """Patterns of `file/channel` that limit the scoring."""

    @property
    def results(self) -> dict[str, KwsResult]:
        """Scores of each group by its name."""
        return {group.name: group for group in self.groups}

    def normalisation(self) -> Effect:
        """The result without normalisation, and the misses and false alarms that each rule moved."""
        settings = self.result.settings

        def scored(inputs: Inputs) -> KwsResult:
            return _scored(inputs, settings, self.files)[0]

        return effect(self._normalised(), settings, scored)

    def changes(self) -> Iterator[dict[str, Any]]:
        """Every change that normalisation made, ready for JSON: keyword, or words with place, pieces and rule."""
        return changes_of(self._normalised(), self.result.settings)

    def _normalised(self) -> Inputs:
        if self.before is None:
            raise UsageError(
                "nothing was normalised; expected the result of a single run with normalise= (--normalise)"
            )
        return self.before


@files_needed
def score_files(
    ecf: Target,
    rttm: Target,
    kwlist: Target,
    kwslist: Target,
    *,
    settings: KwsSettings | None = None,
    conditions: Conditions | None = None,
    files: Sequence[str] = (),
    threshold: float | None = None,
    **changes: Any,
) -> Job:
    """Scores a system output: control file, transcript, keywords and detections, in the formats that `load` reads.

    `files` are patterns of `file/channel` that limit the scoring; detections without decisions are accepted if
    their score reaches `threshold`, by default 0.5. Further keywords are fields of `KwsSettings`.
    """
    chosen = settings_of(settings, changes)
    inputs = load(ecf, rttm, kwlist, kwslist, chosen, limit_of(threshold))
    job = score(inputs, chosen, conditions, files)
    if threshold is not None and job.result.origin.threshold is None:
        raise UsageError(
            f"threshold={threshold:g} (--threshold {threshold:g}) has no effect on {Source(kwslist).name}, which has "
            "the decisions of the system"
        )
    return job


def score(
    inputs: Inputs, settings: KwsSettings, conditions: Conditions | None = None, files: Sequence[str] = ()
) -> Job:
    """Scores inputs that have been read, after normalisation if the settings have a normaliser."""
    if not isinstance(inputs, Inputs):
        raise UsageError(f"inputs are {short(repr(inputs))}; expected what load() gives (score_files() takes files)")
    before = inputs if settings.chain is not None else None
    result, grouping, units = _scored(normalised_inputs(inputs, settings), settings, files, conditions)
    groups, skipped = grouping.results()
    return Job(result, tuple(groups), tuple(skipped), units, before, tuple(files))


def normalised_inputs(inputs: Inputs, settings: KwsSettings) -> Inputs:
    """Inputs with normalised keywords and words; as they are where the settings have no normaliser."""
    if settings.chain is None:
        return inputs
    return normalised(inputs, settings).inputs


def _scored(
    inputs: Inputs, settings: KwsSettings, files: Sequence[str], conditions: Conditions | None = None
) -> tuple[KwsResult, Grouping, int]:
    """The result of all trials, the groups, and the number of keywords that were searched."""
    gathered = material(inputs, settings)
    aligned = (align_segments if settings.segments else align)(gathered, settings, files)
    grouping = Grouping(aligned, settings, conditions or Conditions(), files)
    return result_of(aligned, settings, grouping.searched(), files), grouping, len(set(gathered.units.tolist()))


def result_of(
    aligned: Aligned, settings: KwsSettings, searched: tuple[Stretch, ...], files: Sequence[str] = ()
) -> KwsResult:
    """The result of all trials, with what is odd about the inputs."""
    result = _gathered(aligned, settings, searched)
    remarks = tuple(sorted(of_inputs(aligned.material.inputs)))
    result = replace(result, took_part=took_part_in(aligned, settings, files))
    if settings.segments:
        return replace(result, remarks=remarks)

    def atwv_of(inputs: Inputs) -> float | None:
        return _gathered(align(material(inputs, settings), settings, files), settings, searched).atwv

    return replace(result, remarks=remarks, causes=of_times(aligned, result.atwv, atwv_of))


def _gathered(aligned: Aligned, settings: KwsSettings, searched: tuple[Stretch, ...]) -> KwsResult:
    """The result of all trials; every keyword that was searched belongs to it, even without a trial."""
    always = frozenset(aligned.material.units.tolist())
    # With pooled segments KWSEval finds no trial of any keyword, and adds them all as empty blocks.
    pooled = settings.pooled and not (settings.segments and settings.convention.segments_pool_empty)
    if pooled or (settings.segments and settings.listed_only):
        always = frozenset()
    group = Group(MAIN[settings.segments], searched, always=always, pooled=settings.pooled)
    return gather(aligned, settings, group)
