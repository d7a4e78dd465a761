"""Reports of words: a module each, imported when its report is asked for, renders `WordScores` with `ReportOptions`."""

from __future__ import annotations

from .. import module_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ...words.scores import WordScores
    from .. import File
    from ..engine.table import TableMemory

    Renderer = Callable[[WordScores, "ReportOptions"], Iterator[File]]

# The reference writes reports in this order, in whatever order they are asked for.
NAMES = {
    "sum": "sum",
    "wws": "wws",
    "rsum": "raw",
    "snt": "snt",
    "spk": "spk",
    "dtl": "dtl",
    "lur": "lur",
    "pra": "pra",
    "prf": "prf",
    "sgml": "sgml",
    "nl.sgml": "nl_sgml",
    "confusions": "confusions",
}
# Further names: the suffixes of the files, and sclite's own name of pra.
ALIASES = {"sys": "sum", "raw": "rsum", "pralign": "pra"}
# Reports that need only counts, which totals keep, under all of their names.
OF_SUMS = ("sum", "sys", "rsum", "raw", "lur")
# Reports on all speakers together.
WITHOUT_SPEAKERS = ("dtl", "confusions")
# What sclite writes for `-o all`.
ALL = ("sum", "rsum", "pra")

# Kinds of pictures; the first is the default.
PICTURES = {
    "errors": "substituted, deleted and inserted words of each system",
    "rates": "the rate of each system with its 95 % interval",
    "groups": "the rate of each speaker, session or value of a column",
    "reliability": "confidence against the share of words that are right",
    "det": "right words lost against wrong words kept, at every threshold of confidence",
    "histogram": "confidences of right and of wrong words",
}


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

    def __init__(self, *, width: int = 1000, release: str = "2.4.12") -> None:
        self.width = width
        self.release = release
        self._tables: TableMemory | None = None
        self.notices: list[bytes] = []

    @property
    def tables(self) -> TableMemory:
        """The memory of tables: one for each process, made when the first table is drawn."""
        if self._tables is None:
            from ..engine.table import TableMemory

            self._tables = TableMemory()
        return self._tables


def renderer(name: str) -> Renderer:
    """The function that renders the report of this name."""
    renderer: Renderer = module_of("words", name).render
    return renderer
