"""Two files of words or segments with times, of any size, scored some channels at a time.

One pass finds the places of all channels in both files; then the lines of some channels are read, whatever their order,
in the order in which the reference names them. Memory does not grow with the files, but by some bytes for each run of
lines of one channel.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import core, formats
from ...formats.engine.pieces import Stream, moved
from ...formats.errors import FormatError, MismatchError
from ...formats.schema import Corpus, Table
from ...formats.schema.words import Words
from ...formats.values import dataclass, replace
from ..common.arrays import counts_table
from ..common.results import listed
from ..notices.notice import MISSED, SIDES
from ..notices.took_part import Part, TookPart, milliseconds
from ..words.alignment import Carried
from ..words.for_reports import tags_of
from ..words.information import rows_of, summed_groups
from ..words.inputs.reading import Reading
from ..words.notices.odd_rows import Watched, of_characters, of_watched
from ..words.notices.one_sided import missed
from ..words.pairing.by_id import refusal, without_pairs
from ..words.pairing.by_segment import SegmentIds, segment_ids, unequal_segments
from ..words.pairing.rules import TimedRules
from ..words.pairing.unpaired import Unpaired
from ..words.result import Result
from ..words.timed_scores import score_segments, score_timed
from ..words.timed_words import is_confident
from ..words.utterance_table import UtteranceTable, folded, place_name
from .channels import Channels, Piece, Places
from .merged import Merged, combined, merged_of_result
from .sums_by_group import Sums, sums_of_groups

# Bytes of both sides that are scored at once, and sums that are added at once.
_PART = 4 << 20
_MANY = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(TimedRules):
    """The way in which channels are read and paired."""

    how: Reading
    records: tuple[formats.Format, formats.Format]
    speakers: str | None


class Fold:
    """The sum of two files while it grows."""

    def __init__(self, rules: Rules, facts: dict[str, Any]) -> None:
        self._rules = rules
        self._facts = facts
        self._parts: list[Merged] = []
        self._missing: list[str] = []
        self._watched = Watched(), Watched()
        self._confident = [True, True]
        self._left_out = Part()
        self._seen: dict[str, int] = {}
        self._rows = 0
        self._encodings: tuple[str | None, ...] = ()

    def run(self, streams: tuple[Stream, Stream], folder: str) -> Merged | None:
        """The sum of all utterances; None where a file has no lines of a channel."""
        channels = Channels(self._rules.settings.case_sensitive)
        self._encodings = tuple(stream.encoding(self._rules.how.encoding) for stream in streams)
        ref = Places(streams[0], channels, folder)
        count = len(channels)
        hyp = Places(streams[1], channels, folder)
        if not ref.spelled or not hyp.spelled:
            return None
        extra = [place_name(*_pair(hyp.spelled[number])) for number in range(count, len(channels))]
        self._check_names(ref, hyp, len(channels))
        sizes = np.zeros(len(channels), np.int64)
        for side in (ref, hyp):
            sizes += side.sizes(len(channels))
        part_of = (np.cumsum(sizes) - sizes) // _PART
        # Channels of the hypothesis alone are only looked at, in parts of their own.
        part_of[count:] += 1
        parts = int(part_of[-1]) + 1
        runs = [side.divided(part_of, parts) for side in (ref, hyp)]
        for pair in zip(*runs, strict=True):
            if len(pair[0]):
                self._score(ref.read(pair[0]), hyp.read(pair[1]))
            elif len(pair[1]):
                self._score_extra(hyp.read(pair[1]))
        return self._sum(extra)

    def _read(self, piece: Piece, place: int) -> Corpus:
        """The lines of a side; problems are told with their lines in the file."""
        rules, name = self._rules, (self._facts["ref_name"], self._facts["hyp_name"])[place]
        if not piece.data and rules.records[place].name == "ctm":
            nothing = Words("plain" if rules.how.literal else "sclite", name)
            return Corpus(Table.rows(nothing), format="ctm", path=name)
        source = formats.Source(piece.data, encoding=self._encodings[place], errors=rules.how.errors, name=name)
        try:
            return rules.how.read(source, rules.records[place], place)
        except FormatError as error:
            raise moved(error, piece.line_of) from None

    def _look(self, corpus: Corpus, place: int) -> None:
        """Notes what notices tell of a side."""
        self._watched[place].add(corpus)
        words = corpus.table.words
        if words is not None and words.words:
            self._confident[place] &= is_confident(words)

    def _score_extra(self, hyp: Piece) -> None:
        """Looks at channels of the hypothesis alone."""
        side = self._read(hyp, 1)
        self._look(side, 1)
        if (rows := side.table.words) is not None:
            self._left_out += Part(all_items=len(rows.words), all_milliseconds=milliseconds(rows.duration))

    def _score(self, ref: Piece, hyp: Piece) -> None:
        """Scores some channels."""
        rules = self._rules
        sides = self._read(ref, 0), self._read(hyp, 1)
        for place, side in enumerate(sides):
            self._look(side, place)
        try:
            result = score_timed(*sides, rules)
        except FormatError as error:
            raise moved(error, ref.line_of) from None
        self._missing += result.missing
        self._add(result, self._order(sides[0], ref, result), sides)

    def _add(self, result: Result, order: Sequence[int], sides: tuple[Corpus, Corpus]) -> None:
        """Adds the scores of some channels, whose utterances have these numbers."""
        self._parts.append(self._summed(result, order, sides))
        if len(self._parts) >= _MANY:
            self._parts = [combined(self._parts)]

    def _order(self, ref: Corpus, piece: Piece, result: Result) -> list[int]:
        """Numbers by which utterances stand in the order in which whole files have them: as their lines."""
        table = ref.table
        if table.words is not None:
            begin, self._rows = self._rows, self._rows + len(result.table)
            return list(range(begin, self._rows))
        fold = str if self._rules.settings.case_sensitive else folded
        left_out = set(map(fold, result.missing)) if self._rules.missing == "skip" else set()
        rows = zip(table.sessions, table.channels, table.ignored, table.lines, strict=True)
        return piece.lines_of(
            [
                line
                for session, channel, ignored, line in rows
                if not ignored and (not left_out or fold(place_name(session, channel)) not in left_out)
            ]
        )

    def _summed(self, result: Result, order: Sequence[int], sides: tuple[Corpus, Corpus]) -> Merged:
        """The sums of some channels."""
        counts = counts_table(result.table.counts).T
        speakers = result.speakers(self._rules.speakers)
        places = core.texts([f"{number:019}\t{name}" for number, name in zip(order, self._ids(result), strict=True)])
        by_name, groups = _numbered(speakers)
        tags = tags_of(result)
        labels = _sums([f"{speaker}\t{tag}" for speaker, tag in zip(speakers, tags, strict=True)], places, counts)
        information = {}
        if result.utterances.carried().hyp_confidence:
            rows = rows_of(result.utterances.batch)
            information = dict(zip(by_name, summed_groups(rows, groups, len(by_name)), strict=True))
        timeline = result.table.timeline
        assert timeline is not None
        empty = replace(timeline.taken(()), carried=Carried())
        names = "outside", "outside_rule", "overlap_rule", "ignored_segments", "ignored_words"
        total = merged_of_result(
            result,
            {**self._facts, **{name: getattr(result, name) for name in names}},
            (by_name, groups),
            places,
            table=UtteranceTable(b"", None, True, empty),
            keys=b"",
            labels=labels if any(tags) else {},
            information=information,
        )
        return replace(total, notices=(*total.notices, *of_characters(*sides, total.settings.chain)))

    def _ids(self, result: Result) -> list[str]:
        """The ids of utterances, whose numbers go on from those of the channels before."""
        timeline = result.table.timeline
        assert timeline is not None
        ids = []
        fold = str if self._rules.settings.case_sensitive else folded
        digits = 3 if timeline.windows else 4
        for name, session in zip(timeline.speakers, timeline.sessions, strict=True):
            shown = name or session
            number = self._seen[fold(shown)] = self._seen.get(fold(shown), -1) + 1
            ids.append(f"{shown}-{number:0{digits}}")
        return result.folded(ids)

    def _check_names(self, ref: Places, hyp: Places, numbers: int) -> None:
        """Refuses channels of one side alone, unless that is allowed; ignored segments need no hypothesis."""
        rule = self._rules.missing
        lacking, extra = (
            sorted(side.spelled.keys() - other.spelled.keys()) for side, other in ((ref, hyp), (hyp, ref))
        )
        if rule == "skip" or not (extra or (lacking and rule == "error")):
            return
        spoken: set[tuple[str, str]] = set()
        for side, absent, place in ((ref, lacking, 0), (hyp, extra, 1)):
            for piece in side.pieces(absent, numbers, _PART):
                corpus = self._read(piece, place)
                if not place:
                    spoken |= _spoken(corpus)
        fold = str if self._rules.settings.case_sensitive else folded
        wanted = {fold(" ".join(name)) for name in spoken}
        names = [name for number in lacking if fold(" ".join(name := _pair(ref.spelled[number]))) in wanted]
        others = [_pair(hyp.spelled[number]) for number in extra]
        unpaired = Unpaired(names, len(ref.spelled), others, len(hyp.spelled), self._facts["ref_name"])
        if not unpaired.are_allowed(rule):
            raise MismatchError(unpaired.message(rule))

    def _sum(self, extra: Sequence[str]) -> Merged:
        total = combined(self._parts)
        timeline = total.table.timeline
        assert timeline is not None
        confident = [here and watched.rows > 0 for here, watched in zip(self._confident, self._watched, strict=True)]
        words = not timeline.windows
        carried = Carried(words, words and confident[0], self._rules.records[1].name == "ctm", confident[1])
        took_part = total.took_part + TookPart(hyp=self._left_out)
        noted = (notice for notice in total.notices if not notice.name.startswith(MISSED))
        return replace(
            total,
            took_part=took_part,
            missing=tuple(self._missing),
            extra=tuple(extra),
            table=replace(total.table, timeline=replace(timeline, carried=carried)),
            notices=(*noted, *missed(took_part, total.outside_rule), *of_watched(*self._watched)),
            information=total.information if confident[1] else {},
        )


def _pair(name: bytes) -> tuple[str, str]:
    """Session and channel of a name as it is written."""
    session, _, channel = name.decode("utf-8", "surrogateescape").partition(" ")
    return session, channel


def _spoken(corpus: Corpus) -> set[tuple[str, str]]:
    """Channels in which something is scored."""
    table = corpus.table
    if table.words is not None:
        return {*table.words.names}
    rows = zip(table.sessions, table.channels, table.ignored, strict=True)
    return {(session, channel) for session, channel, ignored in rows if not ignored}


def _numbered(values: Sequence[str]) -> tuple[list[str | None], Sequence[int]]:
    """The different values, and the number of each among them."""
    numbers: dict[str | None, int] = {}
    numbered = [numbers.setdefault(value, len(numbers)) for value in values]
    return list(numbers), numbered


def _sums(values: Sequence[str], places: core.Side, counts: np.ndarray[Any, Any]) -> Sums:
    names, groups = _numbered(values)
    return sums_of_groups(names, np.array(groups, np.int32), places, counts)


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
        self._note(
            1,
            segment_ids(nothing, side, self._rules.settings)[1],
            (),
            self._lines(hyp, side),
        )

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
        result = score_segments(*sides, ids, rules)
        scored_ids = set(ids[1].ids) if rules.missing == "skip" else set(ids[0].ids)
        order = [lines[0][place] for key, place in zip(ids[0].ids, ids[0].places, strict=True) if key in scored_ids]
        self._add(result, order, sides)

    def _lines(self, piece: Piece, side: Corpus) -> list[int]:
        """The lines of the segments in the file."""
        return piece.lines_of(side.table.lines)

    def _note(self, place: int, side: SegmentIds, others: Sequence[str], lines: Sequence[int]) -> None:
        """Gathers segments of one side alone, and repeated ones, with their lines."""
        self._sizes[place] += len(side.ids)
        if side.ids == others and len({*others}) == len(others):
            return
        in_other, seen = {*others}, set()
        for key, row in zip(side.ids, side.places, strict=True):
            if key not in in_other:
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
        for name, repeated in zip(SIDES, self._repeated, strict=True):
            if repeated:
                what = listed(_in_order(repeated), "repeated id")
                raise unequal_segments(f"the {name} has {what}; expected unique ids")
        lacking, extra = map(_in_order, self._alone)
        if self._sizes == [len(lacking), len(extra)]:
            raise unequal_segments(without_pairs(lacking, extra))
        raise unequal_segments(refusal(self._sizes[0], self._sizes[1], lacking, extra, self._rules.missing))

    def _sum(self, extra: Sequence[str]) -> Merged:
        if self._is_refused():
            self._refuse()
        lacking, alone = map(_in_order, self._alone)
        total = super()._sum(alone)
        return replace(total, missing=tuple(lacking))


def _in_order(numbered: Sequence[tuple[int, str]]) -> list[str]:
    """Ids in the order of their lines."""
    return [key for _, key in sorted(numbered)]
