"""Two files of any size scored in pieces: in one pass where their ids have one order, else by way of the disk.

As long as both files have the same ids in the same order, pieces are scored as they are read. From the first difference
on, utterances are divided by a number of their id into files small enough for the memory, and scored file by file.
"""

from __future__ import annotations

import marshal
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from ... import core, formats
from ...formats import parquet
from ...formats.engine.output import TemporaryFolder
from ...formats.engine.pieces import Stream, blocks, is_plain, is_wide, moved
from ...formats.errors import FormatError, MismatchError, UsageError
from ...formats.schema import Corpus
from ...formats.schema.coded import Value
from ...formats.values import dataclass, replace
from ..common.results import listed
from ..common.settings import Settings, settings_of
from ..words.alignment import Text
from ..words.files import texts_of
from ..words.inputs.columns import format_in
from ..words.inputs.corpora import has_ids, has_windows, has_word_times
from ..words.inputs.first_lines import of_lines
from ..words.inputs.further import columns_of
from ..words.inputs.sides import column_of, records_of, same_file
from ..words.inputs.swapped import swapped_notices
from ..words.job import Job
from ..words.notices.nulls import nulls_of, of_nulls
from ..words.pairing.by_id import refusal
from ..words.pairs import Pairs
from ..words.result import Result
from ..words.scored import scored
from ..words.speakers import speakers_of
from ..words.table_columns import TableColumns, of_rows
from .batch import nothing
from .files import append
from .merged import SPEAKER, Merged, combined, merged_of, merged_of_result, repeated_keys, sorted_keys, with_missed
from .timed_streams import Fold, Rules, SegmentFold


class WholeOnlyError(UsageError):
    """Files that can only be read as a whole."""


# Formats of one utterance a line that need no record of their own about where they may be cut.
_LINES = ("trn", "kaldi")
_KINDS = ("lines", "commas", "tabs")
_MARKS = b"-_"
_MANY = 64
# As many rows of a Parquet file are a piece.
_HEAD = 200
"""Rows of a Parquet file that show its columns."""
_ROWS = 1 << 14
# Bytes of both sides that are paired in memory at once, and the largest number of files that they are divided into.
_BUCKET = 12 << 20
_BUCKETS = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamJob(Job):
    """Two files, and everything that moves their numbers."""

    ref: str
    hyp: str
    speakers: str | None = None
    """The kind of speakers that ids name; None where files say who speaks."""
    look: Callable[[Result], None] | None = None
    """Called with the result of each piece."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some utterances of a side: their numbers in the file, ids and texts."""

    numbers: Sequence[int]
    ids: Sequence[str]
    texts: Sequence[Text]
    rows: Sequence[Mapping[str, Value]] = ()
    """The further columns of each one, such as gender; empty where there are none, or nobody looks at results."""

    def __len__(self) -> int:
        return len(self.ids)

    def cut(self, begin: int, end: int | None = None) -> Piece:
        """Some of the utterances."""
        return Piece(self.numbers[begin:end], self.ids[begin:end], self.texts[begin:end], self.rows[begin:end])

    def taken(self, rows: Sequence[int]) -> Piece:
        """The utterances in these rows."""
        columns = (self.numbers, self.ids, self.texts, *([self.rows] if self.rows else ()))
        return Piece(*([column[row] for row in rows] for column in columns))


def score_stream(job: StreamJob) -> Merged:
    """Scores two files in pieces; reports are those of `score_files`."""
    with Stream(job.ref) as ref, Stream(job.hyp) as hyp:
        sources, records = _checked((ref, hyp), job)
        if _are_timed(records):
            if job.look:
                raise WholeOnlyError(
                    "analyses of words with times cannot read files in pieces; expected whole files, or texts with ids"
                )
            return _score_timed((ref, hyp), records, job)
        chosen = [column_of(*side, job.how, place) for place, side in enumerate(zip(sources, records, strict=True))]
        taken = [each for _, taken_of_side in chosen for each in taken_of_side]
        notices = [notice for each in taken for notice in each.notices()]
        noted = _Noted(), _Noted()
        markup = job.settings.get("markup", any("alternations" in record.carries for record in records))
        if job.how.literal:
            markup = False
        sides = [
            _pieces(stream, records[place], job, _Side(place, markup, chosen[place][0], noted[place]))
            for place, stream in enumerate((ref, hyp))
        ]
        facts = {"missing_rule": job.missing, "ref_name": job.ref, "hyp_name": job.hyp}
        formats_of = (job.how.signed(record.name, place, taken) for place, record in enumerate(records))
        facts |= dict(zip(("ref_format", "hyp_format"), formats_of, strict=True))
        settings = settings_of({**job.settings, "markup": markup})
        scored = _Fold(job, settings, facts).run(*sides)
    if taken:
        from ..words.inputs.taken import check_not_copied, of_numbers

        check_not_copied(taken, scored.counts)
        notices += of_numbers(taken, scored.counts)
    notices += same_file(job.ref, job.hyp, job.how, taken, partial(_is_copy, job))
    notices += of_nulls(noted[0].nulls, noted[1].nulls)
    notices += of_lines(noted[0].first, noted[1].first, settings.chain)
    notices += swapped_notices(job.ref, job.hyp, job.how.columns, (scored.ref_format, scored.hyp_format))
    return scored.noted(notices)


def can_stream(job: StreamJob) -> bool:
    """Whether both files have formats that are read in pieces."""
    try:
        with Stream(job.ref) as ref, Stream(job.hyp) as hyp:
            _checked((ref, hyp), job)
    except UsageError:
        return False  # what is wrong with them is told where they are read as a whole
    return True


def _checked(
    streams: tuple[Stream, Stream], job: StreamJob
) -> tuple[tuple[formats.Source, formats.Source], tuple[formats.Format, formats.Format]]:
    """The first lines and the formats of both files, which can be read in pieces."""
    sources = _head(streams[0], job, 0), _head(streams[1], job, 1)
    records = records_of(sources, job.how)
    are_timed = _are_timed(records)
    if not is_plain(job.how.encoding) or (are_timed and any(map(is_wide, sources))):
        raise WholeOnlyError(
            f"{sources[0].name}, {sources[1].name}: UTF-16 and UTF-32 cannot be read in pieces; expected UTF-8"
        )
    if job.settings.get("markup") and not any("alternations" in record.carries for record in records):
        raise WholeOnlyError("markup=True (--markup) of formats without marks needs whole files")
    if any(map(str.isdecimal, job.how.columns.wanted())):
        raise WholeOnlyError("columns by number, of tables without a line of names, cannot be read in pieces")
    if not are_timed:
        _check_rules(job)
        for source, record in zip(sources, records, strict=True):
            _check(source.name, record)
    return sources, records


def _are_timed(records: tuple[formats.Format, formats.Format]) -> bool:
    """Whether segments or words with times are paired by time."""
    return (records[0].name, records[1].name) in (("stm", "ctm"), ("ctm", "ctm"), ("stm", "stm"))


def _check_rules(job: StreamJob) -> None:
    for name in ("outside", "overlap"):
        if getattr(job, name) is not None:
            raise WholeOnlyError(f"{name}= (--{name}) is for words with times in segments: an stm and a ctm file")


def _score_timed(
    streams: tuple[Stream, Stream], records: tuple[formats.Format, formats.Format], job: StreamJob
) -> Merged:
    """Scores words or segments with times, some channels at a time."""
    if records[0].name == records[1].name:
        _check_rules(job)
    settings = settings_of({**job.settings, "markup": job.settings.get("markup", True)})
    facts = {"missing_rule": job.missing, "ref_name": job.ref, "hyp_name": job.hyp}
    facts |= {"ref_format": records[0].name, "hyp_format": records[1].name}
    rules = Rules(
        settings=settings,
        missing=job.missing,
        outside=job.outside or "attach",
        overlap=job.overlap or "error",
        threads=job.threads,
        how=job.how,
        records=records,
        speakers=job.speakers,
    )
    with TemporaryFolder() as folder:
        fold = SegmentFold if records[1].name == "stm" else Fold
        scored = fold(rules, facts).run(streams, folder)
    if scored is None:
        raise WholeOnlyError(f"{job.ref} or {job.hyp} has no words; files that are read in pieces need words")
    copies = same_file(job.ref, job.hyp, job.how, (), partial(_is_copy, job))
    formats_of = scored.ref_format, scored.hyp_format
    return scored.noted((*copies, *swapped_notices(job.ref, job.hyp, job.how.columns, formats_of)))


def _is_copy(job: StreamJob) -> bool:
    """Whether both files have the same content."""
    from filecmp import cmp

    return os.path.isfile(job.ref) and os.path.isfile(job.hyp) and cmp(job.ref, job.hyp, shallow=False)


class _Noted:
    """Facts of a side that notices tell, counted while its pieces are read."""

    __slots__ = ("first", "nulls")

    def __init__(self) -> None:
        self.first = Corpus(())
        self.nulls = 0

    def look(self, corpus: Corpus) -> None:
        """Counts one more piece."""
        self.nulls += nulls_of(corpus)
        if not len(self.first.segments):
            self.first = corpus


@dataclass(frozen=True, slots=True)
class _Side:
    """The way in which one side is read."""

    place: int
    markup: bool
    column: str | None
    noted: _Noted


def _head(stream: Stream, job: StreamJob, place: int) -> formats.Source:
    """The first lines of a file, or all of a small one; of Parquet the first rows."""
    if _is_parquet(stream.name):
        *_, first = islice(parquet.pieces(stream.name, _HEAD), 2)  # a table without rows stands before them
        return formats.Source(first, name=stream.name)
    head = stream.head(job.how.encoding, job.how.errors)
    return head or job.how.open(stream.name, place)


def _check(path: str, record: formats.Format) -> None:
    can_stream = record.name in _LINES or record.streams in _KINDS or (record.name == "parquet" and _is_parquet(path))
    if not can_stream or record.needs & {"segment times"}:
        raise WholeOnlyError(
            f"{path}: {record.name} cannot be read in pieces; expected utterances with ids in trn, kaldi, csv, tsv, "
            "jsonl, parquet or nemo, or stm with ctm or stm, or ctm with ctm, which ref_format= (--ref-format) and "
            "hyp_format= (--hyp-format) name"
        )


def _is_parquet(path: str) -> bool:
    """Whether a file begins as Parquet does."""
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return file.read(4) == b"PAR1"


def _blocks(stream: Stream, record: formats.Format) -> Iterator[tuple[bytes, int]]:
    """The pieces of a file, and the number of lines that each repeats."""
    if record.name == "parquet":
        return ((piece, 0) for piece in parquet.pieces(stream.name, _ROWS))
    return blocks(stream, record.streams if record.streams in _KINDS else "lines")


def _pieces(stream: Stream, record: formats.Format, job: StreamJob, side: _Side) -> Iterator[Piece]:
    """The utterances of one side, some at a time."""
    lines = number = 0
    encoding = stream.encoding(job.how.encoding)
    for block, added in _blocks(stream, record):
        source = formats.Source(block, encoding=encoding, errors=job.how.errors, name=stream.name)
        try:
            corpus = job.how.read(source, record, side.place, side.column)
        except FormatError as error:
            raise moved(error, (lines - added).__add__) if lines else error from None
        if not len(corpus.segments):
            continue
        _check_piece(corpus, stream.name)
        side.noted.look(corpus)
        ids, texts = corpus.ids(), texts_of(corpus, side.markup)
        rows = () if job.look is None or side.place else _rows(columns_of(corpus, range(len(ids))))
        yield Piece(range(number, number + len(ids)), ids, texts, rows)
        number += len(ids)
        lines += len(ids) if record.name == "parquet" else block.count(b"\n") - added


def _rows(columns: TableColumns) -> Sequence[Mapping[str, Value]]:
    """The rows of columns; nothing without any."""
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _check_piece(corpus: Corpus, path: str) -> None:
    if not has_ids(corpus) or (has_windows(corpus) and corpus.segments) or has_word_times(corpus):
        raise WholeOnlyError(
            f"{path}: utterances have times, or no ids; expected ids and no times in files that are read in pieces"
        )


class _Fold:
    """The sum of a job while it grows."""

    def __init__(self, job: StreamJob, settings: Settings, facts: dict[str, Any]) -> None:
        self._job = job
        self._settings = settings
        self._facts = facts
        self._parts: list[Merged] = []
        self._lacking: list[tuple[int, str]] = []
        self._extra: list[tuple[int, str]] = []
        self._sizes = [0, 0]

    def run(self, refs: Iterator[Piece], hyps: Iterator[Piece]) -> Merged:
        """The sum of all utterances."""
        left, right = _Ahead(refs, self._sizes, 0), _Ahead(hyps, self._sizes, 1)
        while (number := min(len(left.fill()), len(right.fill()))) and self._same(left, right, number):
            self._score(left.take(number), right.take(number))
        if left.fill() or right.fill():
            self._by_disk(left, right)
        return self._sum()

    def _same(self, left: _Ahead, right: _Ahead, number: int) -> bool:
        return left.piece.ids[:number] == right.piece.ids[:number]

    def _score(self, refs: Piece, hyps: Piece) -> None:
        """Scores pairs, which have the ids of the references."""
        job = self._job
        if not len(refs):
            return
        result = scored(
            Pairs(refs.texts, hyps.texts, tuple(refs.ids), columns=of_rows(refs.rows)), self._settings, job.threads
        )
        if self._parts and result.settings.compounds != self._parts[0].settings.compounds:
            # A normaliser that merges compounds leaves them where texts have marks, of which some pieces have none.
            raise WholeOnlyError(
                f"{job.ref} or {job.hyp}: only some pieces have marks such as {{ a / b }}, and compounds are merged "
                "only in the others; expected files that are read as a whole, or markup=False (--no-markup)"
            )
        if job.look:
            job.look(result)
        ids = core.texts(refs.ids)
        order = core.texts([f"{number:019}\t{name}" for number, name in zip(refs.numbers, refs.ids, strict=True)])
        keys = np.sort(np.frombuffer(core.text_keys(ids), np.uint64)).tobytes()
        part = merged_of_result(result, self._facts, self._speakers(refs.ids, ids), order, keys=keys)
        self._parts.append(part)
        if len(self._parts) >= _MANY:
            self._parts = [self._combined()]

    def _speakers(self, ids: Sequence[str], keys: core.Side) -> tuple[list[str | None], np.ndarray[Any, Any]]:
        """Speakers, and for each utterance the number of its own; None is the speaker of ids that name none."""
        if self._job.speakers not in (None, "spu_id"):
            numbers: dict[str | None, int] = {}
            speakers_of_ids = [
                numbers.setdefault(name, len(numbers)) for name in speakers_of(ids, self._job.speakers or "")
            ]
            return list(numbers), np.array(speakers_of_ids, np.int32)
        prefixes, groups = core.text_prefixes(keys, _MARKS)
        names: list[str | None] = [name.decode("utf-8", "surrogateescape") for name in prefixes]
        places = np.frombuffer(groups, np.int32)
        return [*names, None], np.where(places < 0, np.int32(len(names)), places).astype(np.int32)

    def _combined(self) -> Merged:
        keys = sorted_keys(self._parts)
        if len(repeated := repeated_keys(keys)):
            self._refuse_repeated(repeated, 0)
        # The keys are most of the memory, so those of parts are dropped before those of the sum become bytes.
        parts, self._parts = [replace(part, keys=b"") for part in self._parts], []
        return replace(combined(parts), keys=keys.tobytes())

    def _refuse_repeated(self, keys: np.ndarray[Any, Any], place: int) -> None:
        """Refuses ids that stand twice, which are searched in the file at this place once more."""
        numbers: dict[str, int] = {}
        job = self._job
        path, name, kind = ((job.ref, "reference", "ref_format"), (job.hyp, "hypothesis", "hyp_format"))[place]
        with Stream(path) as stream:
            record = formats.by_name(format_in(self._facts[kind]))
            column, _ = column_of(_head(stream, job, place), record, job.how, place)
            for piece in _pieces(stream, record, job, _Side(place, self._settings.markup, column, _Noted())):
                piece_keys = _keys_of(piece.ids)
                for row in np.flatnonzero(np.isin(piece_keys, keys)).tolist():
                    numbers[piece.ids[row]] = numbers.get(piece.ids[row], 0) + 1
        names = [key for key, number in numbers.items() if number > 1]
        if names:
            raise MismatchError(f"the {name} has {listed(names, 'repeated id')}; expected unique ids")

    def _check_unpaired(self, total: Merged) -> None:
        """Refuses an id of one side alone that was paired before, in an earlier piece: it occurs twice."""
        total_keys = np.frombuffer(total.keys or b"", np.uint64)
        lacking = [] if self._job.missing == "delete" else self._lacking  # these are scored, and so found already
        for place, unpaired in enumerate((lacking, self._extra)):
            keys = np.unique(_keys_of([key for _, key in unpaired]))
            # Keys of the sum are sorted; of a search for all of them at once, numpy would keep a table.
            repeated = keys[np.searchsorted(total_keys, keys, "left") < np.searchsorted(total_keys, keys, "right")]
            if len(repeated):
                self._refuse_repeated(repeated, place)

    def _by_disk(self, left: _Ahead, right: _Ahead) -> None:
        """Pairs all utterances that are left, divided into files by a number of their ids."""
        sizes = (os.path.getsize(path) for path in (self._job.ref, self._job.hyp))
        number = min(_BUCKETS, 1 + sum(sizes) // _BUCKET)
        with TemporaryFolder() as folder:
            for side, ahead in (("ref", left), ("hyp", right)):
                files = [Path(folder, f"{side}{place}") for place in range(number)]
                for piece in ahead.rest():
                    _divide(piece, files)
            for place in range(number):
                self._pair(*(_gathered(Path(folder, f"{side}{place}")) for side in ("ref", "hyp")))

    def _pair(self, refs: Piece, hyps: Piece) -> None:
        """Scores the utterances of both sides that have one id, and keeps the ids of the others."""
        for side, name in ((refs, "reference"), (hyps, "hypothesis")):
            if len(set(side.ids)) < len(side):
                repeated = [key for key, number in Counter(side.ids).items() if number > 1]
                raise MismatchError(f"the {name} has {listed(repeated, 'repeated id')}; expected unique ids")
        places = {key: row for row, key in enumerate(hyps.ids)}
        ref_ids = set(refs.ids)
        lacking = [row for row, key in enumerate(refs.ids) if key not in places]
        self._lacking += [(refs.numbers[row], refs.ids[row]) for row in lacking]
        self._extra += [(number, key) for number, key in zip(hyps.numbers, hyps.ids, strict=True) if key not in ref_ids]
        met = [row for row, key in enumerate(refs.ids) if key in places]
        self._score(refs.taken(met), hyps.taken([places[refs.ids[row]] for row in met]))
        if self._job.missing == "delete":
            gone = refs.taken(lacking)
            self._score(gone, Piece(gone.numbers, gone.ids, [""] * len(gone)))

    def _sum(self) -> Merged:
        empty = merged_of(nothing(self._settings, self._facts), sums={SPEAKER: {}}, histogram={}, keys=b"")
        total = self._combined() if self._parts else empty
        self._check_unpaired(total)
        lacking, extra = ([key for _, key in sorted(numbered)] for numbered in (self._lacking, self._extra))
        rule = self._job.missing
        if (lacking and rule == "error") or (extra and rule != "skip"):
            raise MismatchError(refusal(self._sizes[0], self._sizes[1], lacking, extra, rule))
        return with_missed(replace(total, missing=tuple(lacking), extra=tuple(extra)))


class _Ahead:
    """The pieces of a side, of which some utterances are taken at a time; `sizes` counts those that were read."""

    def __init__(self, pieces: Iterator[Piece], sizes: list[int], place: int) -> None:
        self._pieces = pieces
        self._sizes = sizes
        self._place = place
        self.piece = Piece((), (), ())

    def fill(self) -> Piece:
        """The utterances that come next; empty at the end."""
        while not len(self.piece):
            following = next(self._pieces, None)
            if following is None:
                break
            self._sizes[self._place] += len(following)
            # Strings are made of a column at once, not one by one for each comparison.
            self.piece = replace(following, ids=list(following.ids))
        return self.piece

    def take(self, number: int) -> Piece:
        """The next utterances."""
        piece, self.piece = self.piece, Piece((), (), ())
        if number < len(piece):
            piece = replace(piece, texts=list(piece.texts))
            piece, self.piece = piece.cut(0, number), piece.cut(number)
        return piece

    def rest(self) -> Iterator[Piece]:
        """All that is left."""
        while len(self.fill()):
            yield self.take(len(self.piece))


def _keys_of(ids: Sequence[str]) -> np.ndarray[Any, Any]:
    return np.frombuffer(core.text_keys(core.texts(ids)), np.uint64)


def _divide(piece: Piece, files: Sequence[Path]) -> None:
    """Appends each utterance to the file of its id."""
    places = (_keys_of(piece.ids) % np.uint64(len(files))).astype(np.int64)
    order = np.argsort(places, kind="stable")
    bounds = np.searchsorted(places[order], np.arange(len(files) + 1)).tolist()
    rows = order.tolist()
    for path, begin, end in zip(files, bounds, bounds[1:], strict=False):
        if end > begin:
            part = piece.taken(rows[begin:end])
            append(str(path), marshal.dumps([*map(list, (part.numbers, part.ids, part.texts, part.rows))]))


def _gathered(path: Path) -> Piece:
    """The utterances of one of the files, in the order of their numbers; the file is removed."""
    columns: tuple[list[int], list[str], list[Text], list[Mapping[str, Value]]] = ([], [], [], [])
    if not path.exists():
        return Piece(*columns)
    with open(path, "rb") as file:
        while file.peek(1):
            for column, values in zip(columns, marshal.load(file), strict=True):
                column += values
    path.unlink()
    return Piece(*columns)
