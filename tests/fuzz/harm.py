"""Damage to files: lines, words and bytes that are lost, doubled, exchanged, or replaced by what hurts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

_BYTES = b" \t\n\r\0(){}[]<>/\\\"'&;:,.*@-+=%#|\x1a\x7f\x80\xc3\xe2\xff0aA"


def harmed(
    data: bytes, chance: Random, hurtful: Sequence[bytes], times: Sequence[int] = (1, 1, 2, 4), endings: bool = True
) -> bytes:
    """The data after a few accidents; `hurtful` are words and lines that may stand in them afterwards."""
    for _ in range(chance.choice(times)):
        accident = chance.choice(_ACCIDENTS)
        data = accident(data, chance, hurtful)
    if endings and chance.random() < 0.05:
        data = chance.choice((data.rstrip(b"\n"), data.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + data))
    return data


def _line(data: bytes, chance: Random, hurtful: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    place = chance.randrange(len(lines))
    other = chance.randrange(len(lines))
    changes: Mapping[str, Callable[[], None]] = {
        "double": lambda: lines.insert(place, lines[place]),
        "lose": lambda: lines.__delitem__(place),
        "cut": lambda: lines.__delitem__(slice(place, None)),
        "exchange": lambda: lines.__setitem__(slice(place, place + 1), [lines[other]]),
        "add": lambda: lines.insert(place, chance.choice((b"", b"  ", *hurtful))),
        "end": lambda: lines.__setitem__(place, lines[place] + chance.choice((b"\r", b" ", b"\t", b"\\"))),
        "case": lambda: lines.__setitem__(place, lines[place].swapcase()),
    }
    changes[chance.choice(list(changes))]()
    return b"\n".join(lines)


def _word(data: bytes, chance: Random, hurtful: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    place = chance.randrange(len(lines))
    words = lines[place].split(b" ")
    number = chance.randrange(len(words))
    what = chance.randrange(4)
    if what == 0:
        del words[number]
    elif what == 1:
        words.insert(number, chance.choice(hurtful))
    elif what == 2:
        words[number] = chance.choice(hurtful)
    else:
        words.insert(number, words[chance.randrange(len(words))])
    lines[place] = b" ".join(words)
    return b"\n".join(lines)


def _byte(data: bytes, chance: Random, _: Sequence[bytes]) -> bytes:
    place = chance.randrange(len(data) + 1)
    new = bytes([chance.choice(_BYTES) if chance.random() < 0.8 else chance.randrange(256)])
    return data[:place] + chance.choice((new, b"")) + data[place + chance.randrange(2) :]


def _stretch(data: bytes, chance: Random, hurtful: Sequence[bytes]) -> bytes:
    start = chance.randrange(len(data) + 1)
    end = min(len(data), start + chance.choice((1, 3, 10, 50)))
    what = chance.randrange(4)
    if what == 0:
        return data[:start] + data[end:]
    if what == 1:
        return data[:end] + data[start:end] * chance.choice((1, 2, 30)) + data[end:]
    if what == 2:
        return data[:start] + chance.choice(hurtful) + data[end:]
    return data[:start]


_ACCIDENTS = (_line, _word, _word, _byte, _byte, _stretch)
