"""Kaldi's archives of texts."""

from __future__ import annotations

_OTHER_BLANKS = (b"\t", b"\v", b"\f", b"\r")


def archive(data: bytes, /) -> tuple[list[bytes], list[bytes], bytes] | None:
    """Keys and texts of an archive whose lines are a key, a blank and a text, and the rest without newline; else None.

    >>> archive(b"u1 one two\\nu2 \\nu3 thr")
    ([b'u1', b'u2'], [b'one two', b''], b'u3 thr')
    >>> archive(b"u1\\n")
    """
    if any(blank in data for blank in _OTHER_BLANKS):
        return None
    *lines, rest = data.split(b"\n")
    ends = [line.find(b" ") for line in lines]
    if ends and min(ends) <= 0:
        return None
    keys = [line[:end] for line, end in zip(lines, ends)]  # noqa: B905
    return keys, [line[end + 1 :] for line, end in zip(lines, ends)], rest  # noqa: B905
