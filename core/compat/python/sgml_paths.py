"""Utterances of SGML alignments as they are usually written, which save time in the native core alone."""

from __future__ import annotations


def sgml_paths(data: bytes, place: int, declared: bytes, forms: bytes, /) -> tuple[int, bytes, bytes, bytes, bytes]:
    """Where the utterances end, where each begins, their lines; none here: callers read line by line."""
    return place, b"", b"", b"", b""
