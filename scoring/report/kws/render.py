"""Reports of keyword results, by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ....formats.errors import UsageError
from ...kws.result import KwsResult
from .. import File, check_name, module_of
from .options import KwsReportOptions


def render(result: KwsResult, name: str, **options: Any) -> Iterator[File]:
    """Yields the report of one result in files: a suffix such as b".sum.txt", and its bytes in pieces."""
    return render_sets([result], name, _options(options))


def render_sets(sets: Sequence[KwsResult], name: str, options: KwsReportOptions) -> Iterator[File]:
    """Yields a report over several sets of trials, such as the groups of a job."""
    check_name("kws", name)
    files: Iterator[File] = module_of("kws", name).render(sets, options)
    return files


def _options(values: dict[str, Any]) -> KwsReportOptions:
    options = tuple(KwsReportOptions.__dataclass_fields__)
    unknown = [name for name in values if name not in options]
    if unknown:
        raise UsageError(f"report option {unknown[0]!r} is unknown; expected one of: {', '.join(options)}")
    return KwsReportOptions(**values)
