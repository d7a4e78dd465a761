"""The columns of tables that a user names for references, hypotheses and ids."""

from __future__ import annotations

from ....formats.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PREDICTION = "pred_text"
"""The column of what was recognised, in manifests."""
TABLES = ("csv", "tsv", "jsonl", "parquet", "hf-dataset", "nemo")


@dataclass(frozen=True, slots=True)
class Columns:
    """Names of columns of tables; None for the usual ones."""

    ref: str | None = None
    hyp: str | None = None
    id: str | None = None

    def named(self, place: int) -> str | None:
        """The column of texts of a side: 0 for the reference, 1 for the hypothesis."""
        return (self.ref, self.hyp)[place]

    def signed(self, format: str, place: int) -> str:
        """The format of a side as signatures show it: with the column that the caller chose.

        >>> Columns(hyp="model|b").signed("csv", 1), Columns().signed("csv", 1)
        ('csv[model%7Cb]', 'csv')
        """
        column = self.named(place) if format in TABLES else None
        return format if column is None else f"{format}[{escaped(column)}]"

    def id_among(self, names: Callable[[], Sequence[str]]) -> str | None:
        """The column of ids among the columns of a table: of several names with commas, the first that it has.

        >>> Columns(id="utt,file").id_among(lambda: ["file", "text"]), Columns(id="n").id_among(lambda: ["text"])
        ('file', 'n')
        """
        if self.id is None or "," not in self.id:
            return self.id
        present = names()
        wanted = (self.id, *map(str.strip, self.id.split(",")))
        numbers = (name for name in wanted if name.isdecimal())
        return next((name for name in wanted if name in present), next(numbers, self.id))

    def wanted(self) -> list[str]:
        """The names of all columns that are named."""
        return [name for name in (self.ref, self.hyp, self.id) if name is not None]


def format_in(signed: str) -> str:
    """The name of the format in a part of a signature.

    >>> format_in("csv[model]"), format_in("csv(text)"), format_in("trn")
    ('csv', 'csv', 'trn')
    """
    return signed.partition("[")[0].partition("(")[0]


def escaped(column: str) -> str:
    """The name of a column as a part of a signature."""
    return column.replace("|", "%7C").replace("+", "%2B")


NO_COLUMNS = Columns()
