"""Definitions of labels and categories in comment lines."""

from __future__ import annotations

# Number of categories for which the reference has memory before it allocates more.
ROOM = 10
BEGINNINGS = {b";; LABEL ": b"LABEL", b";; CATEGORY ": b"CATEGORY"}
_WARNING = (
    b"Warning: The comment designation is now %b, the line below\n"
    b"         has only one %b character, this may be an error\n         %b\n"
)


def half_mark(line: bytes) -> bytes:
    """Warning about a line that begins with one comment mark instead of two."""
    mark = line[:1]
    return _WARNING % (mark * 2, b"comment" if mark == b";" else b"comment info", line)


class Definitions:
    """Labels and categories of one scoring in order of definition, without exact repetitions."""

    def __init__(self) -> None:
        self.labels: list[tuple[bytes, bytes, bytes]] = []
        self.categories: list[tuple[bytes, bytes, bytes]] = []
        self._defined: set[tuple[bytes, ...]] = set()
        self._room = ROOM

    def read(self, line: bytes) -> bytes:
        """Read a comment line; returns the reference's output to stdout.

        >>> definitions = Definitions()
        >>> definitions.read(b';; LABEL "F0" "Base//line" "Clean speech"'), definitions.labels
        (b'', [(b'F0', b'Base//line', b'Clean speech')])
        """
        for beginning, kind in BEGINNINGS.items():
            if line.startswith(beginning):
                fields = line.split(b'"')
                return self.add(kind, (fields[1], fields[3], fields[5]) if len(fields) >= 7 else None)
        return b""

    def add(self, kind: bytes, definition: tuple[bytes, bytes, bytes] | None) -> bytes:
        """Adds a definition, unless it is there already; returns the reference's output to stdout."""
        definitions, notice = self.labels, b""
        if kind == b"CATEGORY":
            definitions = self.categories
            if len(definitions) == self._room:
                # The reference prints that it allocates memory, even if nothing is added then.
                self._room *= 2
                notice = b"Expanding\n"
        if definition is not None and (kind, *definition) not in self._defined:
            self._defined.add((kind, *definition))
            definitions.append(definition)
        return notice
