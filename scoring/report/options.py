"""What a report may be told beside the scores."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scoring.report.table import TableMemory


class ReportOptions:
    """Line width, the release of the reference that is reproduced, and what its tables remember."""

    __slots__ = ("_tables", "release", "width")

    def __init__(self, *, width: int = 1000, release: str = "2.4.12", tables: TableMemory | None = None) -> None:
        self.width = width
        self.release = release
        self._tables = tables

    @property
    def tables(self) -> TableMemory:
        """The cells that outlive a table; one memory per process, made when the first table is drawn."""
        if self._tables is None:
            from scoring.report.table import TableMemory

            self._tables = TableMemory()
        return self._tables
