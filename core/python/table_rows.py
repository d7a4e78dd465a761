"""Rows of tables: fields with a separator."""

from __future__ import annotations

from array import array

from .spans import Spans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


_BLANKS = " \t\n\v\f\r"


class TableRows:
    """Rows of a table."""

    def __init__(self) -> None:
        self.names: list[str] = []
        """The names of the columns."""
        self.lines_read = array("q")
        self._rows: list[Sequence[str]] = []
        self._line = 1

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def lines(self) -> bytes:
        """The line with which each row begins, from 1 (int64)."""
        return self.lines_read.tobytes()

    def add(self, fields: Sequence[str], /) -> None:
        """Adds the row that is read now, from its fields."""
        if len(fields) != len(self.names):
            raise ValueError("a row of other fields; expected one for each name")
        self._rows.append(fields)
        self.lines_read.append(self._line)

    def spans(self, text: int, id: int, path: bool, /) -> tuple[Spans, bool]:
        """The texts of a column, without blanks around them, with the ids of another column, or of none for -1.

        And whether all ids are different and none is empty. With `path`, ids are names of files without folders and
        suffixes.
        """
        # Not imported at the start of sclite, which needs no tables.
        from ..file_names import file_stems

        texts = [fields[self._checked(text)].strip(_BLANKS) for fields in self._rows]
        if id < 0:
            return Spans([""] * len(texts), texts), False
        ids: Sequence[str] = [fields[self._checked(id)] for fields in self._rows]
        if path:
            ids = file_stems(ids)
        are_keys = "" not in ids and len({*ids}) == len(ids) and not any("\n" in name for name in ids)
        return Spans(list(ids), texts), are_keys

    def coded(self, column: int, /) -> tuple[list[str], bytes]:
        """The different fields of a column, and the place of that of each row among them (int32)."""
        place = self._checked(column)
        codes: dict[str, int] = {}
        of_rows = array("i", [codes.setdefault(fields[place], len(codes)) for fields in self._rows])
        return list(codes), of_rows.tobytes()

    def _checked(self, column: int) -> int:
        if not 0 <= column < len(self.names):
            raise ValueError(f"column {column}; expected one below {len(self.names)}")
        return column


def read_table(
    data: bytes, separator: bytes, row: Callable[[TableRows, int, str], None], every: bool | None = None, /
) -> TableRows | None:
    """The rows of a table of fields with a separator below a line of names, as Python's module csv reads them strictly.

    Each row is handed to row(rows, number, text), which may add it. The native core takes most rows, unless `every` row
    is to be handed over. Where quotes are wrong, all that is left is handed over.

    >>> def add(rows, number, text):
    ...     rows.add(text.split(","))
    >>> rows = read_table(b"id,text\\na,hi\\n", b",", add)
    >>> rows.names, rows.spans(1, 0, False)[0].ids()
    (['id', 'text'], ['a'])
    """
    import csv
    import io

    if len(separator) != 1:
        raise ValueError("a separator of one byte expected")
    lines = list(io.StringIO(data.decode("utf-8", "surrogatepass"), newline=""))
    reader = csv.reader(lines, delimiter=separator.decode(), strict=True)
    rows = TableRows()
    begin = 0
    try:
        for fields in reader:
            rows._line = begin + 1
            if rows.names:
                row(rows, begin + 1, "".join(lines[begin : reader.line_num]).removesuffix("\n").removesuffix("\r"))
            rows.names = rows.names or fields
            begin = reader.line_num
    except csv.Error:
        row(rows, begin + 1, "".join(lines[begin:]))
    return rows
