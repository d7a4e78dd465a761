"""The sum of files of totals, of whichever wing they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ...formats.errors import UsageError
from ..common.arrow import wing_of
from ..kws.result import KwsResult
from ..segments.totals import Totals as LabelTotals
from ..words.totals import Totals
from .files import Broken, merge_files, read_totals, table_file
from .labels import refuse_repeated
from .opened import opened

_PARQUET = b"PAR1"
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
    if wing == LabelTotals.WING:
        labels = [read_totals(path, LabelTotals.from_arrow) for path in paths]
        names = ([part.name for part in one.parts] for one in labels)
        refuse_repeated(zip(paths, names, strict=True))
        return LabelTotals.merged(labels)
    if wing == KwsResult.WING:
        results = [read_totals(path, KwsResult.from_arrow) for path in paths]
        refuse_repeated(zip(paths, (one.recordings for one in results), strict=True))
        return KwsResult.merged(results)
    return merge_files(paths)
