"""Rows of stm files read as a table of columns."""

from __future__ import annotations

from .ctm_table import plain_numbers, single_precision

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Files, channels, speakers; begins and ends in single precision (float64); labels and texts.
    StmTable = tuple[list[bytes], list[bytes], list[bytes], bytes, bytes, list[bytes], list[bytes]]

_FIELDS = 7


def stm_table(text: bytes, /) -> StmTable | None:
    """The columns of an stm file whose rows all have a label, a text and plain numbers, without comments; else None.

    >>> stm_table(b"f 1 s 0 1.5 <o> one two\\n")[5:]
    ([b'<o>'], [b'one two'])
    """
    rows = [line.split(None, _FIELDS - 1) for line in text.split(b"\n") if line[:2] != b";;"]
    if text[-1:] != b"\n" or rows.pop() or {*map(len, rows)} != {_FIELDS}:
        return None
    files, channels, speakers, begins, ends, labels, texts = (list(column) for column in zip(*rows, strict=True))
    begin, end = plain_numbers(begins), plain_numbers(ends)
    if begin is None or end is None:
        return None
    if any(label[:1] != b"<" for label in labels) or any(name[:1] in (b";", b"*") for name in set(files)):
        return None
    return files, channels, speakers, single_precision(begin), single_precision(end), labels, texts
