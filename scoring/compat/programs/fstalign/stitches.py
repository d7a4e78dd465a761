"""Steps of an alignment with what is known of them: the word heard, and the row of the reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .....formats.values import replace
from .path import DELETED, GLOBAL, INSERTED, NOTHING, Stretch
from .sides import Heard, Row

__all__: list[str] = []

_NO_ROW = Row()
_SILENT = Heard("")
_LOWER = "LC"


@dataclass(slots=True)
class Stitch:
    """A step: its words, the label of its class or synonym, what happened, the word heard, and the row."""

    ref: str
    hyp: str
    label: str
    comment: str = ""
    heard: Heard = _SILENT
    row: Row = _NO_ROW

    @property
    def is_insertion(self) -> bool:
        """Whether the reference has no word there."""
        return self.comment.startswith("ins")

    @property
    def is_deletion(self) -> bool:
        """Whether the hypothesis has no word there."""
        return self.comment.startswith("del")

    @property
    def is_substitution(self) -> bool:
        """Whether the words differ."""
        return self.comment.startswith("sub")


def stitched(stretches: Sequence[Stretch], heard: Sequence[Heard]) -> list[Stitch]:
    """The steps of an alignment with the words heard."""
    words = iter(heard)
    made = []
    for label, ref, hyp in _steps(stretches):
        stitch = Stitch(ref, hyp, label, _comment(ref, hyp))
        if hyp not in (DELETED, NOTHING):
            stitch.heard = next(words, _SILENT)
        made.append(stitch)
    return made


def _comment(ref: str, hyp: str) -> str:
    if hyp == DELETED:
        return "del"
    if ref == INSERTED:
        return "ins"
    return f"sub({hyp})" if ref != hyp else ""


def _steps(stretches: Sequence[Stretch]) -> Iterator[tuple[str, str, str]]:
    """Label and words of each step; a class without words has a step if its label says so."""
    for stretch in stretches:
        yield from ((stretch.label, ref, hyp) for ref, hyp in stretch.pairs)
        if not stretch.pairs and "FALLBACK" in stretch.label:
            yield stretch.label, NOTHING, NOTHING


def join_rows(stitches: Sequence[Stitch], rows: Sequence[Row]) -> None:
    """Gives each step its row; a class or synonym of several steps shares its rows among them."""
    labels, classes = [stitch.label for stitch in stitches], [row.class_label for row in rows]
    at = place = 0
    while at < len(stitches) and place < len(rows):
        stitch = stitches[at]
        if stitch.is_insertion:
            at += 1
            continue
        last, end = at + 1, place + 1
        if "_SYN_" in stitch.label:
            last = _end(labels, at)
            end = place + int(stitch.label.partition("_SYN_")[2].partition("-")[0])
        elif stitch.label != GLOBAL or classes[place]:
            last, end = _end(labels, at), _end(classes, place)
        _share(stitches[at:last], rows[place:end])
        at, place = last, end


def _end(labels: Sequence[str], first: int) -> int:
    """The place behind the labels that are equal to the one at some place."""
    end = first + 1
    while end < len(labels) and labels[end] == labels[first]:
        end += 1
    return end


def _share(steps: Sequence[Stitch], rows: Sequence[Row]) -> None:
    """Shares rows among the steps of a class, as far as their numbers allow."""
    first, last = rows[0], rows[-1]
    if len(steps) == len(rows):
        made, how = [*rows], ",direct" if len(rows) > 1 else ""
    elif len(rows) == 1:
        inner = replace(first, punctuation="", prepunctuation="", case=_LOWER, confidence="")
        made = [replace(inner, case=first.case), *[inner] * (len(steps) - 2), replace(first, case=_LOWER)]
        how = ",push_last"
    elif len(steps) == 1:
        made, how = [replace(first, punctuation=last.punctuation)], ",split_worst"
    else:
        inner = Row(speaker=first.speaker, case=_LOWER, tags=first.tags, wer_tags=first.wer_tags)
        made, how = [first, *[inner] * (len(steps) - 2), last], ",split_worst"
    for step, row in zip(steps, made, strict=True):
        step.row = row
        step.comment += how
