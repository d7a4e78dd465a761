"""What a report may be told beside the scores."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scoring.report.engine.table import TableMemory


class ReportError(Exception):
    """A report that cannot be made; `message` is the reference's own text, with its newline."""

    def __init__(self, message: bytes) -> None:
        super().__init__(message.decode("utf-8", "replace").rstrip("\n"))
        self.message = message


class ReportOptions:
    """Line width, the release of the reference that is reproduced, and what its tables remember.

    A renderer prints nothing: it appends whole lines for the standard error to `notices`, and the caller prints them.
    """

    __slots__ = ("_tables", "notices", "release", "width")

    def __init__(self, *, width: int = 1000, release: str = "2.4.12", tables: TableMemory | None = None) -> None:
        self.width = width
        self.release = release
        self._tables = tables
        self.notices: list[bytes] = []

    @property
    def tables(self) -> TableMemory:
        """The cells that outlive a table; one memory per process, made when the first table is drawn."""
        if self._tables is None:
            from scoring.report.engine.table import TableMemory

            self._tables = TableMemory()
        return self._tables
