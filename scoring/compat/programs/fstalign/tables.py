"""Files of fstalign beside its log: the alignment side by side, and the reference's nlp table with times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .....formats.values import dataclass
from ....normalise.equivalents import folded
from .numbers import single
from .path import DELETED, GLOBAL, INSERTED, NOTHING
from .stitches import Stitch

__all__: list[str] = []

_GAP = "***"
_COLUMNS = "token|speaker|ts|endTs|punctuation|prepunctuation|case|tags|wer_tags|oldTs|oldEndTs|ali_comment|confidence"
_FIRST_LINE = 2
_RULE = "-" * 60


def side_by_side(steps: Sequence[Stitch]) -> Iterator[str]:
    """The lines of the alignment, and below them the stretches of errors with their first lines."""
    yield f"{'ref_token':>20}\t{'hyp_token':20}\tIsErr\tClass\tWer_Tag_Entities\n"
    groups: list[tuple[int, list[Stitch]]] = []
    is_open = False
    for line, step in enumerate((step for step in steps if step.ref != NOTHING), _FIRST_LINE):
        is_error = step.ref != step.hyp
        label = "" if step.label == GLOBAL else step.label
        tags = "".join(f"###{tag}_{kind}###|" for tag, kind in step.row.wer_tags)
        yield f"{step.ref:>20}\t{step.hyp:20}\t{'ERR' * is_error}\t{label}\t{tags}\n"
        if is_error and not is_open:
            groups.append((line, []))
        if is_error:
            groups[-1][1].append(step)
        is_open = is_error
    yield f"{_RULE}\n{'Line':>20}\t{'Group':20}\n"
    for line, group in groups:
        told = " ".join(step.ref for step in group if step.ref != INSERTED) or _GAP
        heard = " ".join(step.hyp for step in group if step.hyp != DELETED) or _GAP
        yield f"{line:>20}\t{told} <-> {heard}\n"


@dataclass(frozen=True, slots=True)
class _Cells:
    """The cells of a row that the alignment decides."""

    token: str
    comment: str


def nlp_table(steps: Sequence[Stitch], *, with_insertions: bool) -> Iterator[str]:
    """The lines of the reference with the times of the words heard; what is aligned stands in `ali_comment`."""
    yield f"{_COLUMNS}\n"
    for step in steps:
        if step.is_insertion and not with_insertions:
            continue
        cells = _cells(step)
        if cells.token == NOTHING:
            continue
        row = step.row
        is_heard = step.hyp != DELETED
        times = [f"{single(time):.4f}" if is_heard else "" for time in (step.heard.begin, step.heard.end)]
        tags = ", ".join(f"'{tag}'" for tag, _ in row.wer_tags)
        fields = (
            *(cells.token, row.speaker, *times, row.punctuation, row.prepunctuation, row.case, row.tags),
            *(f"[{tags}]", row.ts, row.end_ts, cells.comment, row.confidence),
        )
        yield "|".join(fields) + "\n"


def _cells(step: Stitch) -> _Cells:
    """The word of a row: as it was written, if it is the one that was aligned."""
    written = step.row.token
    if folded(step.ref) == folded(written) or (written.startswith("<") and written.endswith(">")):
        return _Cells(written, step.comment)
    if step.is_insertion:
        return _Cells("", f"ins({step.hyp})")
    return _Cells(step.ref, step.comment)
