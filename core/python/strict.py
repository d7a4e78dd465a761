"""Strict text files: the lines of a file in UTF-8 whose bytes name no other encoding."""

from __future__ import annotations

# Heads of files that name their encoding.
_HEADS = (b"\xef\xbb\xbf", b"<?xml")


def is_strict_text(data: bytes, /) -> bool:
    """Whether the bytes are UTF-8 without a zero byte, and their head names no encoding."""
    try:
        return not data.startswith(_HEADS) and "\0" not in data.decode()
    except UnicodeDecodeError:
        return False


def strict_lines(data: bytes) -> list[bytes]:
    """The lines of a file without their ends, which may have a carriage return."""
    lines = data.split(b"\n")
    return [line.removesuffix(b"\r") for line in (lines if lines[-1] else lines[:-1])]
