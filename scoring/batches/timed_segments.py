"""Two files of segments with times, of any size: segments of equal recording, channel and times are paired."""

from __future__ import annotations

from collections.abc import Sequence

from ...formats.schema import Corpus
from ...formats.values import replace
from ..common.results import listed
from ..words.notices.odd_rows import of_characters
from ..words.pairing.by_id import refusal
from ..words.timed_scores import SegmentIds, score_segments, segment_ids, unequal_segments
from .channels import Piece, Places
from .merged import Merged
from .timed import Fold, Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_SIDES = "reference", "hypothesis"


class SegmentFold(Fold):
    """The sum of two files of segments while it grows.

    Segments that can be paired have one channel, so they are in one part; segments of one side alone and repeated ones
    are gathered, because messages name those of all parts in the order of the file.
    """

    def __init__(self, rules: Rules, facts: dict[str, Any]) -> None:
        super().__init__(rules, facts)
        self._sizes = [0, 0]
        self._alone: tuple[list[tuple[int, str]], ...] = [], []
        self._repeated: tuple[list[tuple[int, str]], ...] = [], []

    def _check_names(self, ref: Places, hyp: Places, numbers: int) -> None:
        """Lets channels of one side pass: their segments are refused, if so, by their ids."""

    def _score_extra(self, hyp: Piece) -> None:
        side = self._read(hyp, 1)
        self._look(side, 1)
        nothing = Corpus(path=self._facts["ref_name"], format="stm")
        self._note(1, segment_ids(nothing, side, self._rules.settings)[1], (), self._lines(hyp, side))

    def _score(self, ref: Piece, hyp: Piece) -> None:
        rules = self._rules
        sides = self._read(ref, 0), self._read(hyp, 1)
        for place, side in enumerate(sides):
            self._look(side, place)
        ids = segment_ids(*sides, rules.settings)
        lines = self._lines(ref, sides[0]), self._lines(hyp, sides[1])
        self._note(0, ids[0], ids[1].ids, lines[0])
        self._note(1, ids[1], ids[0].ids, lines[1])
        if self._is_refused():
            return  # the remaining parts are read for the names in the message
        result = score_segments(*sides, ids, rules.settings, rules.missing, rules.threads)
        known = set(ids[1].ids) if rules.missing == "skip" else set(ids[0].ids)
        order = [lines[0][place] for key, place in zip(ids[0].ids, ids[0].places, strict=True) if key in known]
        self._add(result, order, tuple(of_characters(*sides)))

    def _lines(self, piece: Piece, side: Corpus) -> list[int]:
        """The lines of the segments in the file."""
        return piece.lines_of(side.table.lines)

    def _note(self, place: int, own: SegmentIds, others: Sequence[str], lines: Sequence[int]) -> None:
        """Gathers segments of one side alone, and repeated ones, with their lines."""
        self._sizes[place] += len(own.ids)
        if own.ids == others and len({*others}) == len(others):
            return
        known, seen = {*others}, set()
        for key, row in zip(own.ids, own.places, strict=True):
            if key not in known:
                self._alone[place].append((lines[row], key))
            if key in seen:
                self._repeated[place].append((lines[row], key))
            seen.add(key)

    def _is_refused(self) -> bool:
        """Whether the segments so far are refused."""
        rule = self._rules.missing
        lacking, extra = self._alone
        return any(self._repeated) or (bool(lacking) and rule == "error") or (bool(extra) and rule != "skip")

    def _refuse(self) -> None:
        """Raises the problem of all segments."""
        for name, repeated in zip(_SIDES, self._repeated, strict=True):
            if repeated:
                what = listed(_in_order(repeated), "repeated id")
                raise unequal_segments(f"the {name} has {what}; every id must be unique")
        lacking, extra = map(_in_order, self._alone)
        raise unequal_segments(refusal(self._sizes[0], self._sizes[1], lacking, extra, self._rules.missing))

    def _sum(self, extra: Sequence[str]) -> Merged:
        if self._is_refused():
            self._refuse()
        lacking, alone = map(_in_order, self._alone)
        found = super()._sum(alone)
        return replace(found, missing=tuple(lacking))


def _in_order(found: Sequence[tuple[int, str]]) -> list[str]:
    """Ids in the order of their lines."""
    return [key for _, key in sorted(found)]
