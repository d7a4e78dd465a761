"""Fast reading of a KWSList whose detections all have one layout: cut at the quotes, a million at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Receives names of files and channels, texts and values of times and scores, and decisions.
Add: TypeAlias = "Callable[[list[list[bytes]], list[NDArray[Any]], NDArray[np.bool_]], None]"

_ROW = re.compile(rb"<kw(?:\s+[a-z]+=\"[^\"<]*\"){6}\s*/>(\s*)")
_NAME = re.compile(rb"(?:<kw)?\s+([a-z]+)=")
_DIGITS = b"0123456789.+-"
_SCORES = b"0123456789.+-eE"
# Bytes that are cut at once, and the widest column of texts.
_PIECE, _WIDEST = 1 << 20, 128
_QUOTE, _POINT, _ZERO = b'".0'
# Integers below ten to this power and these powers are exact doubles, so one division gives the nearest double.
_EXACT_DIGITS = 15


class Cutter:
    """Cuts lists of detections, short lists together for speed; `add` receives columns in the order of `attributes`."""

    __slots__ = ("_add", "_attributes", "_bodies", "_size")

    def __init__(self, add: Add, attributes: Sequence[bytes]) -> None:
        self._add = add
        self._attributes = attributes
        self._bodies: list[bytes] = []
        self._size = 0

    def take(self, data: bytes, start: int, end: int) -> bool:
        """Takes a list of detections; False where it cannot be cut."""
        while start < end:
            # No value holds a `<`, which begins a detection.
            stop = data.find(b"<", start + _PIECE, end)
            stop = end if stop < 0 else stop
            body = data[start:stop].strip()
            start = stop
            if body:
                self._bodies.append(body)
                self._size += len(body)
            if self._size > _PIECE and not self.flush():
                return False
        return True

    def flush(self) -> bool:
        """Cuts the lists taken so far; False where they cannot be cut."""
        bodies, self._bodies, self._size = self._bodies, [], 0
        return not bodies or _cut(bodies, self._attributes, self._add)


def _cut(bodies: list[bytes], attributes: Sequence[bytes], add: Add) -> bool:
    """Adds the detections of some lists; False where they differ from the layout of the first one.

    The layout: the same attributes in the same order, with the same blanks between them and between detections.
    """
    rows = [_ROW.match(body) for body in bodies]
    row = next((match for match in rows if match and match[1]), rows[0])
    if row is None:
        return False
    blank = row[1]
    pieces = row[0].removesuffix(blank).split(b'"')
    names = [match[1] if (match := _NAME.fullmatch(piece)) else b"" for piece in pieces[:-1:2]]
    if sorted(names) != sorted(attributes):
        return False
    data = blank.join(bodies) + blank
    size = data.count(b"<")
    text = np.frombuffer(data + bytes(_WIDEST), dtype=np.uint8)
    places = np.flatnonzero(text[: len(data)] == _QUOTE)
    if len(places) != 12 * size or b"&" in data or b"\0" in data:
        return False
    quotes = places.reshape(size, 12)
    if not _is_repeated(text, quotes, pieces, blank, len(data)):
        return False
    order = [names.index(name) for name in attributes]
    return _add_cut(text, [(quotes[:, 2 * place] + 1, quotes[:, 2 * place + 1]) for place in order], add)


def _is_repeated(
    text: NDArray[np.uint8], quotes: NDArray[np.int64], pieces: list[bytes], blank: bytes, size: int
) -> bool:
    """Whether the text between the values is equal for all detections."""
    between = [*pieces[2:-1:2], pieces[-1] + blank + pieces[0]]
    starts = [*quotes[:, 1:-1:2].T, quotes[:, -1]]
    # The text before the first detection and after the last one are the halves of the text between two.
    if bytes(text[: quotes[0, 0]]) != pieces[0] or bytes(text[quotes[-1, -1] + 1 : size]) != pieces[-1] + blank:
        return False
    for number, (piece, start) in enumerate(zip(between, starts, strict=True)):
        last = number == len(between) - 1
        start, end = (start[:-1], quotes[1:, 0]) if last else (start, quotes[:, 2 * number + 2])
        if (end - start != len(piece) + 1).any():
            return False
        if (_parts(text, start + 1, len(piece)) != np.frombuffer(piece, np.uint8)).any():
            return False
    return True


def _add_cut(text: NDArray[np.uint8], places: list[tuple[NDArray[np.int64], NDArray[np.int64]]], add: Add) -> bool:
    """Adds detections whose values begin and end at these places; False where a value is invalid."""
    cut = []
    for start, end in places:
        if (end - start).max() > _WIDEST:
            return False
        cut.append(_characters(text, start, end))
    names = [_texts(rows).tolist() for rows in cut[:2]]
    if not _readable(names[0]) or not all(map(_is_integer, set(names[1]))):
        return False
    values = [_values(rows, allowed) for rows, allowed in zip(cut[2:5], (_DIGITS, _DIGITS, _SCORES), strict=True)]
    begins, durations, scores = values
    decisions = _texts(cut[5])
    yes = decisions == b"YES"
    if begins is None or durations is None or scores is None or not (yes | (decisions == b"NO")).all():
        return False
    add(names, [_texts(cut[2]), begins, durations, _texts(cut[4]), scores], yes)
    return True


def _characters(text: NDArray[np.uint8], start: NDArray[np.int64], end: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Parts of a text as rows of characters, padded with NUL."""
    sizes = end - start
    rows = _parts(text, start, max(int(sizes.max()), 1))
    for place in range(int(sizes.min()), rows.shape[1]):
        rows[sizes <= place, place] = 0
    return rows


def _parts(text: NDArray[np.uint8], start: NDArray[np.int64], width: int) -> NDArray[np.uint8]:
    """Parts of one width of a text as rows of characters."""
    # Every place as an item of so many bytes, so that a part is copied at once.
    parts: NDArray[np.void] = np.ndarray((len(text) - width + 1,), f"V{width}", text, strides=(1,))
    return parts[start].view(np.uint8).reshape(-1, width)


def _texts(rows: NDArray[np.uint8]) -> NDArray[np.bytes_]:
    return rows.view(f"S{rows.shape[1]}").ravel()


def _values(rows: NDArray[np.uint8], allowed: bytes) -> NDArray[np.float64] | None:
    """The numbers in rows of characters; None where a row is not a number."""
    size, width = rows.shape
    whole, decimals, digits = (np.zeros(size, dtype=np.int64) for _ in range(3))
    points, odd = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.bool_)
    for place in range(min(width, _EXACT_DIGITS + 1)):
        character = rows[:, place]
        digit = character - np.uint8(_ZERO)  # characters below 0 wrap around to large numbers
        is_digit, is_point = digit < 10, character == _POINT
        whole = np.where(is_digit, whole * 10 + digit, whole)
        digits += is_digit
        decimals += is_digit & (points > 0)
        points += is_point
        odd |= ~is_digit & ~is_point & (character != 0)
    odd |= (digits == 0) | (digits > _EXACT_DIGITS) | (points > 1)
    if width > _EXACT_DIGITS + 1:
        odd |= rows[:, _EXACT_DIGITS + 1] != 0
    values: NDArray[np.float64] = whole / 10.0**decimals
    places = np.flatnonzero(odd)
    if len(places):
        texts = _texts(rows[places]).tolist()
        if b"".join(texts).translate(None, allowed) or not all(texts):
            return None
        try:
            values[places] = list(map(float, texts))
        except ValueError:  # such as `1.2.3`
            return None
    return values


def _is_integer(text: bytes) -> bool:
    return re.fullmatch(rb"[-+]?[0-9]+", text) is not None


def _readable(names: list[bytes]) -> bool:
    """Whether names are UTF-8 without blanks that XML would normalise."""
    joined = b" ".join(set(names))
    try:
        joined.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return not re.search(rb"[\t\r\n]", joined)
