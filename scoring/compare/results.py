"""Scores of results that were scored now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from ...formats.errors import UsageError
from ..common.paired_names import Names
from ..common.tie_policy import policy_of
from ..words.notices.paired import joined_in
from ..words.result import Result
from ..words.totals import Totals
from .alignments import Aligned
from .scores import NOW, CountTable, Groups, Scores

# Parts of a signature that may differ between results of one kind.
_NOT_COMPARED = ("scorelite", "policy", "unit", "ref", "hyp")


def of_result(result: Result, name: str = "") -> Scores:
    """Scores of a result of `scorelite.score` or `scorelite.score_files`."""
    utterances = result.utterances
    ids = result.table.ids
    names = Names(utterances.ids() if ids is None else ids)
    if names.repeated:
        raise UsageError("two utterances have the same id; expected unique ids for a comparison")
    return Scores(
        name or result.hyp_name,
        NOW,
        policy_of(result.settings.policy).label,
        counts=result.counts,
        raw=None if result.before is None else result.normalisation().raw,
        words=result.counts.reference,
        sentences=result.sentences,
        wrong=result.sentence_errors,
        files=result.files,
        utterances=CountTable(names, result.table.counts),
        steps=Aligned(names, utterances.batch),
        blocks=Blocks(result),
        counted=result.settings.unit,
        settings=compared_settings([*result.compared(), *_joined(result)]),
        result=result,
    )


class Blocks(Mapping[str, Groups]):
    """The speakers and the sessions of all utterances, as far as they are known; made when they are looked at."""

    def __init__(self, result: Totals) -> None:
        self._result = result

    @cached_property
    def _known(self) -> Mapping[str, Groups]:
        groups: dict[str, Groups] = {}
        for kind in ("speaker", "session"):
            try:
                groups[kind] = self._result.group_numbers(kind)
            except UsageError:
                continue  # ids that name no speaker, texts without recordings
        return groups

    def __getitem__(self, kind: str) -> Groups:
        return self._known[kind]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


def _joined(result: Result) -> Iterable[str]:
    """The setting of recordings that are one text each, which times or folders alone have."""
    if result.table.timeline is None and not result.files:
        return ()
    return joined_in((notice.name, notice.text) for notice in result.notices)


def compared_settings(parts: Iterable[str]) -> frozenset[str]:
    """The settings among the parts of a signature that are compared; versions and formats of files are not."""
    chosen = frozenset(part for part in parts if part and part.partition(":")[0] not in _NOT_COMPARED)
    if averages := sorted(part for part in chosen if part.startswith("average:")):
        raise UsageError(
            f"{averages[0]} in the signature of a result, but compare tests pooled rates; expected another like= "
            "(--like), or score for each system"
        )
    return chosen
