"""Words of a segment's text as rows of a ctm file, which have one level of alternations."""

from __future__ import annotations

from collections.abc import Iterator

_WHITE = b" \t\n\v\f\r"
# Nested alternations can have very many paths; beyond this number only the first one is taken.
_MOST_WAYS = 256


def rows_of(text: bytes) -> list[bytes]:
    """Words of a text, with alternations between marks.

    >>> rows_of(b"a { b / c { d / @ } } e")
    [b'a', b'<ALT_BEGIN>', b'b', b'<ALT>', b'c', b'd', b'<ALT>', b'c', b'@', b'<ALT_END>', b'e']
    """
    if b"{" not in text:
        return text.split()
    rows: list[bytes] = []
    for ways in _items(text):
        if len(ways) == 1:
            rows += ways[0]
            continue
        mark = b"<ALT_BEGIN>"
        for way in ways:
            rows += [mark, *way]
            mark = b"<ALT>"
        rows.append(b"<ALT_END>")
    return rows


def _items(text: bytes) -> Iterator[list[list[bytes]]]:
    """Words and alternations of a text, each as the list of its paths."""
    place, size = 0, len(text)
    while True:
        while place < size and text[place] in _WHITE:
            place += 1
        if place == size:
            return
        begin = place
        if text[place] == 0x7B:
            place = _closing(text, place) + 1
            if place == 0:
                return  # an alternation that is not closed is lost
            ways = [way for part in _parts(text[begin + 1 : place - 1]) for way in _ways(part)]
            if ways:
                yield ways
        else:
            while place < size and text[place] not in _WHITE:
                place += 1
            yield [[text[begin:place]]]


def _closing(text: bytes, place: int) -> int:
    depth = 0
    for at in range(place, len(text)):
        depth += (text[at] == 0x7B) - (text[at] == 0x7D)
        if depth == 0:
            return at
    return -1


def _parts(text: bytes) -> Iterator[bytes]:
    begin = depth = 0
    for place, byte in enumerate(text + b"/"):
        depth += (byte == 0x7B) - (byte == 0x7D)
        if byte == 0x2F and (depth == 0 or place == len(text)):
            yield text[begin:place]
            begin = place + 1


def _ways(text: bytes) -> list[list[bytes]]:
    ways: list[list[bytes]] = [[]]
    for item in _items(text):
        if len(ways) * len(item) > _MOST_WAYS:
            item = item[:1]
        ways = [[*way, *more] for way in ways for more in item]
    return [way for way in ways if way]
