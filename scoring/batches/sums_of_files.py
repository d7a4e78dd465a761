"""The sum of files of totals, of whichever wing they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from ...formats.errors import MismatchError, UsageError
from ..common.arrow import wing_of
from ..common.results import listed
from ..kws.result import KwsResult
from ..segments.totals import Totals as LabelTotals
from ..words.totals import Totals
from .files import Broken, merge_files, read_totals, table_file
from .opened import opened

_PARQUET = b"PAR1"
_KINDS: dict[str, Any] = {kind.WING: kind for kind in (LabelTotals, KwsResult)}
Sum: TypeAlias = "Totals | LabelTotals | KwsResult"


def sum_of(paths: Sequence[str]) -> Sum:
    """The sum of files that the first one decides the wing of; a unit in two of them is refused by name."""
    if not paths:
        raise UsageError("no files of totals; expected one or more")
    with Broken(paths[0]), opened(paths[0]) as file:
        if file.read(len(_PARQUET)) != _PARQUET:
            raise UsageError("no Parquet file; expected totals of shards, as score, segments and kws write them")
        file.seek(0)
        wing = wing_of(table_file(file).schema_arrow)
    kind = _KINDS.get(wing)
    if kind is None:
        return merge_files(paths)
    parts = [read_totals(path, kind.from_arrow) for path in paths]
    _refuse_repeated(zip(paths, (part.recordings for part in parts), strict=True))
    found: Sum = kind.merged(parts)
    return found


def _refuse_repeated(parts: Iterable[tuple[str, Iterable[str]]]) -> None:
    """Refuses a recording that is in two files of totals; each part is the name of a file, and its recordings."""
    known: dict[str, str] = {}
    for path, recordings in parts:
        own = list(recordings)
        if twice := sorted(name for name in own if name in known):
            raise MismatchError(
                f"{listed(twice, 'recording')} counted twice: {twice[0]} is in {known[twice[0]]} and in {path}; leave "
                "one of the files out, or rename the recordings"
            )
        known |= dict.fromkeys(own, path)
