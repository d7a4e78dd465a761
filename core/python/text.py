"""Texts that cannot be read."""

from __future__ import annotations


class TextError(ValueError):
    """Text that cannot be read: bytes that are no characters, or alternations nested too deep."""


# Heads of files that name their encoding.
_HEADS = (b"\xef\xbb\xbf", b"<?xml")


def is_strict_text(data: bytes) -> bool:
    """Whether the bytes are UTF-8 without a zero byte, and their head names no encoding."""
    try:
        return not data.startswith(_HEADS) and "\0" not in data.decode()
    except UnicodeDecodeError:
        return False


def strict_lines(data: bytes) -> list[bytes]:
    """The lines of a file without their ends, which may have a carriage return."""
    lines = data.split(b"\n")
    return [line.removesuffix(b"\r") for line in (lines if lines[-1] else lines[:-1])]
