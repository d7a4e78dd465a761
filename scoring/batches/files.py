"""Totals in Parquet files: written whole or not at all, and summed in memory that does not grow with their number."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeAlias, TypeVar

import numpy as np

from ... import core
from ...formats.engine.folder_tree import without_clutter
from ...formats.engine.output import TemporaryFolder, write_file
from ...formats.errors import LimitError, MismatchError, UsageError
from ...formats.optional import library
from ...formats.parquet_parts import parts_in
from ...formats.registry import by_suffix
from ...formats.values import replace
from ..common.arrow import metadata_of, wing_of
from ..common.counts import Counts
from ..common.folders import matched
from ..common.results import listed
from ..kws.result import KwsResult
from ..segments.totals import Totals as LabelTotals
from ..words.result import Result
from ..words.saved import load
from ..words.tables import COUNTS, INFORMATION
from ..words.totals import Totals
from .batch import arrow, fingerprint, named_speakers, template
from .merged import SPEAKER, Merged, combined, keys_of, merged_of, repeated_keys, summed
from .sums_by_group import WIDTH, Sum, Sums

Found = TypeVar("Found")

_SHARD = b"scorelite.shard"
_HAS_MORE = "beside"
_FOLLOWING = ("reference", "hypothesis", "errors", "wer", "cer")
_ROWS = 1 << 16
# As many keys are sorted at once; as many batches are added at once.
_KEYS = 1 << 22
_MANY = 64


def parquet() -> Any:
    """The module pyarrow.parquet."""
    return library("pyarrow.parquet", purpose="Parquet files", install="'scorelite[parquet]'")


def table_file(file: Any, **options: Any) -> Any:
    """A Parquet file that pyarrow reads without threads of its own: it fails where the system allows no more."""
    return parquet().ParquetFile(file, pre_buffer=False, **options)


def write_totals(path: str, table: Any, shard: dict[str, str], beside: bytes = b"") -> None:
    """Writes a table of counts to a file that is complete under its name, or not there; an OSError names it.

    `beside` is what else belongs to these rows, such as analyses.
    """
    shard |= {_HAS_MORE: "yes"} if beside else {}
    about = {**(table.schema.metadata or {}), _SHARD: json.dumps(shard).encode()}
    # What follows from the counts is not written.
    table = table.drop_columns([name for name in _FOLLOWING if name in table.schema.names])
    table = table.replace_schema_metadata(about)
    few = [name for name in table.schema.names if name in (SPEAKER, "signature", "session")]
    sink = io.BytesIO()
    with parquet().ParquetWriter(sink, table.schema, use_dictionary=few, write_statistics=False) as writer:
        writer.write_table(table)
        if "key" in table.schema.names and not _is_timed(table.schema):
            writer.add_key_value_metadata(footer_of(summed(table, template(table, None), ()), sink.getbuffer()))
        if beside:
            about = {**_stamp(sink.getbuffer()), "beside": beside.decode()}
            writer.add_key_value_metadata({_BESIDE: json.dumps(about).encode()})
    write_file(path, [sink.getbuffer()])  # type: ignore[list-item]  # bytes that are not copied


def stored_beside(file: Any) -> bytes:
    """The bytes that `write_totals` wrote beside the rows of a file; refused for rows that somebody else wrote."""
    reader = table_file(file)
    about = json.loads((reader.metadata.metadata or {}).get(_BESIDE, b"{}"))
    # Programs that change rows leave out what stands behind these, but not what the schema says.
    has_some = _HAS_MORE in json.loads((reader.schema_arrow.metadata or {}).get(_SHARD, b"{}"))
    if has_some and not (about and _as_written(file, about)):
        raise UsageError("rows that do not belong to its analyses; expected the file unchanged")
    return str(about.get("beside", "")).encode()


def has_rows(path: str) -> bool:
    """Whether a file of totals has an utterance."""
    with Broken(path), opened(path) as file:
        return bool(table_file(file).metadata.num_rows)


def shard_of(path: str) -> dict[str, str]:
    """The shard that a file of totals was made of; empty for any other file, and for none."""
    try:
        shard: dict[str, str] = json.loads((parquet().read_schema(path).metadata or {}).get(_SHARD, b"{}"))
    except (OSError, ValueError):
        return {}
    return shard


def counted(totals: Totals, speakers: str | None = None) -> Any:
    """The table of totals with the columns that `score_batch` adds; `speakers` are those that ids name."""
    table = totals.to_arrow()
    if totals.table.timeline is None:
        table = table.set_column(table.schema.names.index(SPEAKER), SPEAKER, _speakers(totals, speakers))
    if totals.table.made_up and totals.table.timeline is None:
        raise UsageError("utterances have no ids to distinguish them; expected ids, or id_column= (--id-column)")
    key = arrow().array(keys_of(table).view(np.int64))
    signature = arrow().array(np.full(len(table), fingerprint(totals.signature)))
    return table.append_column("key", key).append_column("signature", signature)


def _speakers(totals: Totals, kind: str | None) -> Any:
    """The speaker of each utterance without times, as reports name it; null where nothing names one."""
    if kind is None and totals.usual_speakers() is None:
        return arrow().array(totals.speakers(), arrow().string())
    ids, others = totals.table.names(), dict(totals.speaker_map)
    named = named_speakers(core.texts(ids), lambda: ids, kind or "spu_id")
    return arrow().array([others.get(name, name) for name in named.to_pylist()], named.type) if others else named


def merge_files(paths: Sequence[str]) -> Totals:
    """The sum of files of totals; an utterance in two of them is refused by its id and the names of both.

    Files with times are added as totals, in memory that grows with the number of utterances.
    """
    if not paths:
        raise UsageError("no files of totals; expected one or more")
    with Broken(paths[0]), opened(paths[0]) as file:
        timed = _is_timed(table_file(file).schema_arrow)
    if timed:
        return Totals.merged([read_totals(path, Totals.from_arrow) for path in paths])
    parts: list[Merged] = []
    for path in paths:
        with Broken(path):
            parts += _sums(path)
        if len(parts) >= _MANY:
            parts = [combined(parts)]
    total = combined(parts)
    _check_ids(paths, total.sentences)
    return total


def _is_timed(schema: Any) -> bool:
    """Whether a table of this schema has totals with times."""
    return metadata_of(schema.empty_table(), Totals.WING)["table"]["timeline"] is not None


class Broken:
    """A context in which errors about the content of a file name the file."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, (UsageError, MismatchError)):
            raise type(error)(f"{self._path}: {error}") from None
        if isinstance(error, OSError) and error.errno is not None:
            return  # such an error names the file itself
        if isinstance(error, (ValueError, OSError)):
            said = " ".join(str(error).split())[:200]
            raise UsageError(f"{self._path}: a broken Parquet file: {said}; expected a complete one") from None


def read_totals(path: str, read: Callable[[Any], Found]) -> Found:
    """The totals that a function makes of the table in a file; its errors name the file."""
    with Broken(path), opened(path) as file:
        return read(table_file(file).read(use_threads=False))


def _sums(path: str) -> Iterator[Merged]:
    wanted = ("id", SPEAKER, *COUNTS, *INFORMATION, "signature")
    with opened(path) as file:
        reader = table_file(file)
        empty = template(reader.schema_arrow.empty_table(), None)
        names = reader.schema_arrow.names
        stored = sums_in(file, reader.metadata.metadata, empty)
        if stored is not None:
            yield stored
            return
        columns = [name for name in wanted if name in names]
        batches = reader.iter_batches(_ROWS, columns=columns, use_threads=False)
        parts = [summed(batch, replace(empty, missing=()), ()) for batch in batches]
    table = reader.schema_arrow.empty_table()
    yield combined([summed(table, empty, ()), *parts])


def _check_ids(paths: Sequence[str], rows: int) -> None:
    """Refuses ids that stand twice: equal keys are searched, and the ids of these are compared."""
    rounds = max(1, -(-rows // _KEYS))
    runs = _sorted_runs(keys_of(batch) for path in paths for batch in batches_of(path, ["key"]))
    if rounds == 1:
        for keys in runs:
            _refuse(paths, repeated_keys(keys))
        return
    # Keys spread evenly over all numbers: each file has those of one of so many ranges of equal width.
    bounds = np.array([(place << 64) // rounds for place in range(1, rounds)], np.uint64)
    with TemporaryFolder() as folder:
        files = [os.path.join(folder, str(place)) for place in range(rounds)]
        for keys in runs:
            for path, part in zip(files, np.split(keys, np.searchsorted(keys, bounds)), strict=True):
                append(path, part.tobytes())
        for path in files:
            keys = np.fromfile(path, np.uint64)
            keys.sort()
            _refuse(paths, repeated_keys(keys))


def _sorted_runs(batches: Iterable[np.ndarray[Any, Any]]) -> Iterator[np.ndarray[Any, Any]]:
    """All keys as sorted arrays, each but the last of at least `_KEYS`."""
    buffered: list[np.ndarray[Any, Any]] = []
    size = 0
    for keys in batches:
        buffered.append(keys)
        size += len(keys)
        if size >= _KEYS:
            yield np.sort(np.concatenate(buffered))
            buffered, size = [], 0
    yield np.sort(np.concatenate([np.empty(0, np.uint64), *buffered]))


def _refuse(paths: Sequence[str], keys: np.ndarray[Any, Any]) -> None:
    """Refuses ids that stand twice among those with these keys."""
    if not len(keys):
        return
    places: dict[str, list[str]] = {}
    for path in paths:
        for batch in batches_of(path, ["id", "key"]):
            for row in np.flatnonzero(np.isin(keys_of(batch), keys)).tolist():
                places.setdefault(batch.column("id")[row].as_py(), []).append(path)
    twice = sorted(name for name, places_of_id in places.items() if len(places_of_id) > 1)
    if twice:
        first, second = places[twice[0]][:2]
        if first == second:
            raise MismatchError(f"{first}: {listed(twice, 'utterance')} counted twice; expected a unique id for each")
        raise MismatchError(
            f"{listed(twice, 'utterance')} counted twice: {twice[0]} is in {first} and in {second}; leave out one of "
            "the files, or rename the ids"
        )


def batches_of(path: str, columns: Sequence[str]) -> Iterator[Any]:
    """Some columns of the rows of a file, a part at a time."""
    with Broken(path), opened(path) as file:
        reader = table_file(file)
        # Without keys, as in a table that was written anew, they are made of the ids.
        wanted = columns if "key" in reader.schema_arrow.names else ["id"]
        yield from reader.iter_batches(_ROWS, columns=list(wanted), use_threads=False)


SUMS = b"scorelite.sums"
_BESIDE = b"scorelite.beside"
_PIECE = 1 << 20
# A file with more speakers is summed from its rows, for its footer would be as large as these.
_MOST_SPEAKERS = 1 << 12
# A Parquet file ends with the size of its footer and four letters.
_END = 8


def footer_of(total: Merged, rows: memoryview) -> dict[bytes, bytes]:
    """The metadata for the footer behind these bytes of a file, whose rows have these sums.

    There is none for many speakers, nor with confidences, whose sums are made of the rows.
    """
    speakers = total.sums[SPEAKER]
    if len(speakers) > _MOST_SPEAKERS or total.information:
        return {}
    about = {
        **_stamp(rows),
        SPEAKER: [[name, sums.first, *sums.row] for name, sums in speakers.items()],
        "histogram": [[*pair, number] for pair, number in total.histogram.items()],
    }
    return {SUMS: json.dumps(about, separators=(",", ":")).encode()}


def _stamp(rows: memoryview) -> dict[str, Any]:
    """The size and the digest of rows, by which a footer knows them again."""
    return {"bytes": rows.nbytes, "digest": sha256(rows).hexdigest()}


def sums_in(file: Any, metadata: Mapping[bytes, bytes], empty: Totals) -> Merged | None:
    """The sums in the footer of an open file; None where there are none, or rows were written by somebody else.

    `metadata` is that of the file, and `empty` everything about its totals but the rows.
    """
    try:
        about = json.loads(metadata.get(SUMS, b"{}"))
        if not about or not _as_written(file, about):
            return None
        sums: Sums = {name: Sum(first, tuple(map(int, row))) for name, first, *row in about[SPEAKER]}
        histogram = {(int(errors), int(words)): int(number) for errors, words, number in about["histogram"]}
        whole = [sum(column) for column in zip(*(each.row for each in sums.values()), strict=True)] or [0] * WIDTH
        numbers = {"counts": Counts(*whole[1:5]), "sentences": whole[0], "sentence_errors": whole[5]}
    except (LookupError, TypeError, ValueError):
        return None  # not a footer of ours: the rows say everything
    return merged_of(empty.ordered(), **numbers, sums={SPEAKER: sums}, histogram=histogram, keys=None)


def _as_written(file: Any, about: Mapping[str, Any]) -> bool:
    """Whether the footer stands behind the bytes that it was written for."""
    end = file.seek(-_END, os.SEEK_END)
    left = end - int.from_bytes(file.read(4), "little")
    if left != about["bytes"]:
        return False
    digest = sha256()
    file.seek(0)
    while left and (piece := file.read(min(left, _PIECE))):
        digest.update(piece)
        left -= len(piece)
    return bool(digest.hexdigest() == about["digest"])


def opened(path: str) -> Any:
    """A binary file to read from, as a context."""
    if not is_remote(path):
        return open(path, "rb")
    return _fsspec().open(path, "rb")


def target(path: str) -> Any:
    """A file as readers take it: its path, or the bytes of a file of another machine under its name."""
    return _Named(path) if is_remote(path) else path


class _Named(io.BytesIO):
    """The bytes of a file of another machine."""

    def __init__(self, path: str) -> None:
        with opened(path) as file:
            super().__init__(file.read())
        self.name = path


def append(path: str, data: bytes) -> None:
    """Appends to a temporary file; where that fails, the error says how another folder is chosen."""
    try:
        with open(path, "ab") as file:
            file.write(data)
    except OSError as error:
        folder = os.path.dirname(path)
        raise LimitError(
            f"cannot write temporary files in {folder}: {error.strerror}; expected space for a copy of the input; the "
            "environment variable TMPDIR chooses another folder"
        ) from None


def expanded(paths: list[str]) -> list[str]:
    """The paths, with patterns replaced by the files that they match and folders by their files, sorted."""
    matching: list[str] = []
    for path in paths:
        matched = _matched(path)
        if not matched:
            raise UsageError(f"{path}: no file matches; expected files, folders or patterns of files")
        matching += matched
    return matching


def _matched(path: str) -> list[str]:
    if is_remote(path):
        system, place = _fsspec().core.url_to_fs(path)
        if any(mark in path for mark in "*?["):
            names = without_clutter(system.glob(place))
        elif system.isdir(place):
            names = without_clutter(name for name in system.ls(place, detail=False) if not system.isdir(name))
        else:
            names = [place]
        return [system.unstrip_protocol(name) for name in names]
    if os.path.isdir(path):
        if parts := parts_in(path):
            return parts
        names = without_clutter(os.path.join(path, name) for name in os.listdir(path))
        return [name for name in names if os.path.isfile(name)]
    return matched(path)


def is_remote(path: str) -> bool:
    """Whether a path is one of fsspec."""
    return "://" in path


def _fsspec() -> Any:
    return library("fsspec", purpose="paths such as s3://bucket/shard", install="fsspec")


_PARQUET = b"PAR1"
_KINDS: dict[str, Any] = {kind.WING: kind for kind in (LabelTotals, KwsResult)}
AnySum: TypeAlias = "Totals | LabelTotals | KwsResult"


def sum_of(paths: Sequence[str]) -> AnySum:
    """The sum of files that the first one decides the wing of; a unit in two of them is refused by name."""
    if not paths:
        raise UsageError("no files of totals; expected one or more")
    with Broken(paths[0]), opened(paths[0]) as file:
        start = file.read(len(_PARQUET))
        if start[:1] != b"{" and start != _PARQUET:
            others = ""
            if (record := by_suffix(paths[0])) is not None:
                subtitles = "`scorelite convert PART PART OUT --join` joins subtitles"
                others = f"; {subtitles if record.cues else '`scorelite vote HYP HYP -o OUT` combines hypotheses'}"
            raise UsageError(
                "no Parquet file; expected totals of shards, as scorelite score --shards writes them, or results of "
                f"scorelite score --json --utterances{others}"
            )
        file.seek(0)
        wing = None if start != _PARQUET else wing_of(table_file(file).schema_arrow)
    if wing is None:
        return Result.merged([load(path) for path in paths])
    kind = _KINDS.get(wing)
    if kind is None:
        return merge_files(paths)
    parts = [read_totals(path, kind.from_arrow) for path in paths]
    _refuse_repeated(zip(paths, (part.recordings for part in parts), strict=True))
    total: AnySum = kind.merged(parts)
    return total


def _refuse_repeated(parts: Iterable[tuple[str, Iterable[str]]]) -> None:
    """Refuses a recording that is in two files of totals; each part is the name of a file, and its recordings."""
    seen: dict[str, str] = {}
    for path, recordings in parts:
        names = list(recordings)
        if twice := sorted(name for name in names if name in seen):
            raise MismatchError(
                f"{listed(twice, 'recording')} counted twice: {twice[0]} is in {seen[twice[0]]} and in {path}; leave "
                "out one of the files, or rename the recordings"
            )
        seen |= dict.fromkeys(names, path)
