"""Options of reports."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scoring.report.engine.table import TableMemory


class ReportError(Exception):
    """A report that cannot be made; `message` is the reference's text with its newline."""

    def __init__(self, message: bytes) -> None:
        super().__init__(message.decode("utf-8", "replace").rstrip("\n"))
        self.message = message


class ReportOptions:
    """Line width, release of the reference to be reproduced, and memory of its tables.

    A renderer prints nothing: it appends whole lines for stderr to `notices`, which the caller prints.
    """

    __slots__ = ("_tables", "notices", "release", "width")

    def __init__(self, *, width: int = 1000, release: str = "2.4.12", tables: TableMemory | None = None) -> None:
        self.width = width
        self.release = release
        self._tables = tables
        self.notices: list[bytes] = []

    @property
    def tables(self) -> TableMemory:
        """The memory of tables: one for each process, made when the first table is drawn."""
        if self._tables is None:
            from scoring.report.engine.table import TableMemory

            self._tables = TableMemory()
        return self._tables
