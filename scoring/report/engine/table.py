"""Tables of the reference: cells in boxes, merged columns, and a memory of earlier tables."""

from __future__ import annotations

from .numbers import rounded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Cells = Sequence[bytes]

PAGE_WIDTH = 80

_BLANK = ord(" ")
_DASH = ord("-")
_DOUBLE = ord("=")
_CENTRE = ord("c")
_RIGHT = ord("r")
_MERGED = ord("a")


def centred(text: bytes, width: int = PAGE_WIDTH) -> bytes:
    """A text centred in a line; an odd blank goes after it.

    >>> centred(b"abc", 8)
    b'  abc   '
    """
    blanks = max(0, width - len(text))
    return b" " * (blanks // 2) + text + b" " * (blanks - blanks // 2)


def text_cell(text: str) -> bytes:
    """Text as a cell; a blank keeps two slashes apart, at which the engine would break the line."""
    return text.replace("//", "/ /").encode("utf-8", "surrogateescape")


def shown_size(text: bytes) -> int:
    """The characters of a text as a viewer counts them.

    >>> len("dɔɡ".encode()), shown_size("dɔɡ".encode())
    (5, 3)
    """
    if text.isascii():
        return len(text)
    # Imported only now: most tables are of ASCII, and `sclite` starts in a few milliseconds.
    from ....formats.engine.layout import characters

    return characters(text.decode("utf-8", "surrogateescape"))


class TableMemory:
    """Memory that the tables of a process share: cells, separators, and whether tables are centred.

    The reference never clears a cell. It measures a merged column by the cell that an earlier row or table left there,
    so the width of a table depends on earlier tables. It counts bytes; tables that it does not have count characters.
    """

    __slots__ = ("cells", "centring", "separators", "size")

    def __init__(self, size: Callable[[bytes], int] = len) -> None:
        self.size = size
        self.cells: list[list[bytes]] = []
        self.separators: list[list[int]] = []
        self.centring = False


class _Format:
    """Columns of a kind of row: c, l, r or a (merged into the column to its left), each followed by a separator."""

    __slots__ = ("columns", "doubled", "filled", "slot")

    def __init__(self, text: bytes, slot: int, memory: TableMemory) -> None:
        columns = bytearray()
        separators: list[int] = []
        for byte in text:
            if byte in b"|=":
                separators[-1] = byte
            else:
                columns.append(byte)
                separators.append(_BLANK)
        self.slot = slot
        self.doubled = separators.count(ord("="))
        self.columns = bytes(columns)
        self.filled = [column for column, kind in enumerate(columns) if kind != _MERGED]
        if slot == len(memory.separators):
            memory.separators.append([])
        # Separators after the last column stay as an earlier format of this slot set them.
        memory.separators[slot][: len(separators)] = separators

    def span(self, column: int) -> int:
        """The number of columns that are merged into this one."""
        following = self.columns[column + 1 :]
        return len(following) - len(following.lstrip(b"a"))


class _Field:
    """Place of a cell: a text field with padding on both sides."""

    __slots__ = ("after", "before", "column", "last", "separator", "text")

    def __init__(self, column: int, last: int, text: int, extra: int, separator: int) -> None:
        self.column = column
        self.last = last
        self.text = text
        self.before = extra // 2
        self.after = extra - extra // 2
        self.separator = separator


class _Layout:
    """Layout of the rows of one format, once sizes are known."""

    __slots__ = ("_fields", "_kinds", "_patterns", "_size")

    def __init__(self, kind: _Format, size: list[int], pad: int, slack: int, memory: TableMemory) -> None:
        self._size = memory.size
        self._fields = list(_fields(kind, size, pad, slack, memory.separators[kind.slot]))
        self._kinds = [kind.columns[field.column] for field in self._fields]
        self._patterns: dict[tuple[int, ...], bytes] = {}

    def lines(self, cells: list[bytes]) -> list[bytes]:
        """Lines of one row: as many as the pieces of its tallest cell."""
        texts = [cells[field.column] for field in self._fields]
        line = self._line(texts)
        if b"//" not in line:
            return [line]
        lines = []
        while True:
            pieces = [_piece(text, field.text, self._size) for text, field in zip(texts, self._fields, strict=True)]
            lines.append(self._line([piece for piece, _ in pieces]))
            texts = [rest for _, rest in pieces]
            if not any(texts):
                return lines

    def _line(self, texts: list[bytes]) -> bytes:
        lengths = tuple(map(self._size, texts))
        pattern = self._patterns.get(lengths)
        if pattern is None:
            pattern = self._patterns[lengths] = self._pattern(lengths)
        return pattern % tuple(texts)

    def _pattern(self, lengths: Sequence[int]) -> bytes:
        """The pattern of a line; rows whose texts have equal lengths share it."""
        line = b"|"
        for field, kind, length in zip(self._fields, self._kinds, lengths, strict=True):
            blanks = field.text - length
            left = blanks // 2 if kind == _CENTRE else blanks if kind == _RIGHT else 0
            line += b" " * (field.before + left) + b"%b" + b" " * (field.after + blanks - left)
            line += _drawn_separator(field.separator)
        return line + b"|"

    def rule(self, character: int, above: list[int]) -> bytes:
        """A rule across the table, which crosses separators of the row above."""
        line = bytearray(b"|")
        for field in self._fields:
            line += bytes([character]) * (field.text + field.before + field.after)
            separator = field.separator
            if character == _BLANK:
                line += _drawn_separator(separator)
            elif separator:
                crossed = separator in b"|=" and field.last < len(above) and above[field.last] in b"|="
                joint = b"+" if crossed and character == _DASH else bytes([character])
                line += joint + joint if separator == _DOUBLE else joint
        return bytes(line + b"|")


class Table:
    """One table: rules and rows are added in order, then rendered."""

    __slots__ = ("_after", "_before", "_formats", "_kinds", "_memory", "_rows")

    def __init__(self, memory: TableMemory) -> None:
        self._memory = memory
        self._formats: dict[bytes, _Format] = {}
        self._kinds: list[_Format] = []
        self._rows: list[_Format] = []
        self._before: dict[int, bytes] = {}
        self._after: dict[int, bytes] = {}

    def rule(self, character: bytes) -> None:
        """Adds a rule of this character before the next row; a blank rule shows only separators."""
        row = len(self._rows)
        self._before[row] = self._before.get(row, b"") + character

    def rule_after(self, character: bytes) -> None:
        """Adds a rule of this character after the next row."""
        row = len(self._rows)
        self._after[row] = self._after.get(row, b"") + character

    def row(self, format_text: bytes, cells: Sequence[bytes]) -> None:
        """Adds a row: a cell for every column that is not merged; missing cells are empty, surplus cells dropped."""
        kind = self._formats.get(format_text)
        if kind is None:
            kind = self._formats[format_text] = _Format(format_text, len(self._kinds), self._memory)
            self._kinds.append(kind)
        remembered, number = self._memory.cells, len(self._rows)
        if number == len(remembered):
            remembered.append([])
        place, columns = remembered[number], len(kind.columns)
        if len(place) < columns:
            place.extend([b""] * (columns - len(place)))
        if len(cells) == columns == len(kind.filled):
            place[:columns] = cells
        else:
            for index, column in enumerate(kind.filled):
                place[column] = cells[index] if index < len(cells) else b""
        self._rows.append(kind)

    def fill(self, title: bytes, layout: bytes, heads: Cells, rows: Iterable[Cells], total: Cells) -> None:
        """Adds a title, heads, and rows with rules between them; their total after a double rule."""
        self.row(b"c", [title])
        self.rule(b"-")
        self.row(layout, heads)
        for cells in rows:
            self.rule(b"-")
            self.row(layout, cells)
        self.rule(b"=")
        self.row(layout, total)

    def render(self, pad: int) -> bytes:
        """The table as text, with `pad` blanks on both sides of every column."""
        sizes = self._sizes(pad)
        widths = [_width(kind, sizes[len(kind.columns)], pad) for kind in self._kinds]
        width = max(widths)
        memory = self._memory
        indent = b" " * ((PAGE_WIDTH - width) // 2) if memory.centring and width < PAGE_WIDTH else b""
        layouts = [
            _Layout(kind, sizes[len(kind.columns)], pad, width - used, memory)
            for kind, used in zip(self._kinds, widths, strict=True)
        ]
        lines = [b"," + b"-" * (width - 2) + b"."]
        rules: dict[tuple[int, int, int], bytes] = {}
        previous = -1
        for number, kind in enumerate(self._rows):
            layout = layouts[kind.slot]
            for character in self._before.get(number, b""):
                key = (character, previous, kind.slot)
                if key not in rules:
                    rules[key] = layout.rule(character, memory.separators[previous] if previous >= 0 else [])
                lines.append(rules[key])
            lines += layout.lines(memory.cells[number])
            # The reference joins rules after a row in another way, but only rows without separators have any.
            lines += [layout.rule(character, []) for character in self._after.get(number, b"")]
            previous = kind.slot
        lines.append(b"`" + b"-" * (width - 2) + b"'")
        return indent + (b"\n" + indent).join(lines) + b"\n"

    def _sizes(self, pad: int) -> dict[int, list[int]]:
        """Text sizes of columns; formats with equal numbers of columns share them."""
        sizes = {len(kind.columns): [0] * len(kind.columns) for kind in self._kinds}
        # A merged column is measured as well, by the cell that another row or table left there.
        measured = [[column for column in range(len(kind.columns)) if not kind.span(column)] for kind in self._kinds]
        remembered, size_of = self._memory.cells, self._memory.size
        for number, kind in enumerate(self._rows):
            cells, size = remembered[number], sizes[len(kind.columns)]
            for column in measured[kind.slot]:
                cell = cells[column]
                length = _longest(cell, size_of) if b"//" in cell else size_of(cell)
                if length > size[column]:
                    size[column] = length
        for number, kind in enumerate(self._rows):
            if _MERGED in kind.columns:
                _widen(kind, remembered[number], sizes[len(kind.columns)], pad, size_of)
        return sizes


def _longest(cell: bytes, size_of: Callable[[bytes], int]) -> int:
    """Length of the longest piece between `//`; the reference does not count a blank after `//`."""
    first, *others = cell.split(b"//")
    return max([size_of(first)] + [size_of(piece) - piece.startswith(b" ") for piece in others])


def _widen(kind: _Format, cells: list[bytes], size: list[int], pad: int, size_of: Callable[[bytes], int]) -> None:
    """Distributes the excess length of merged cells over their columns."""
    for column in kind.filled:
        span = kind.span(column)
        if span:
            last = column + span
            room = sum(size[column : last + 1]) + span * (1 + 2 * pad)
            excess = _longest(cells[column], size_of) - room
            if excess > 0:
                for each in range(column, last):
                    share = int(rounded(excess / (span + 1), 0))
                    size[each] += share
                    excess -= share
                size[last] += excess


def _width(kind: _Format, size: list[int], pad: int) -> int:
    """Width that a format needs, borders included."""
    columns = len(kind.columns)
    return 2 + sum(size) + 2 * pad * columns + columns - 1 + kind.doubled


def _fields(kind: _Format, size: list[int], pad: int, slack: int, separators: list[int]) -> Iterator[_Field]:
    """Fields of a format, which share its slack to the width of the table from left to right."""
    columns, filled = len(kind.columns), 0
    for column in kind.filled:
        last = column + kind.span(column)
        share = slack if last == columns - 1 else int(rounded(slack / columns * (last + 1), 0))
        text = sum(size[column : last + 1]) + (last - column) * (1 + 2 * pad)
        yield _Field(column, last, text, 2 * pad + share - filled, 0 if last == columns - 1 else separators[last])
        filled = share


def _drawn_separator(separator: int) -> bytes:
    """The separator between two cells; empty after the last one."""
    if separator == _DOUBLE:
        return b"||"
    return bytes([separator]) if separator else b""


def _piece(text: bytes, width: int, size_of: Callable[[bytes], int]) -> tuple[bytes, bytes]:
    """The next piece of a cell, and the rest: cut at `//`, or at the last blank that fits into the width."""
    first, slashes, rest = text.partition(b"//")
    if slashes and size_of(first) <= width:
        return first, rest
    if size_of(text) <= width:
        return text, b""
    end = text.rfind(b" ", 0, width + 1)
    # A piece is too long only if the blank after a `//` was not measured: there is a blank to break at.
    return text[:end], text[end + 1 :]
