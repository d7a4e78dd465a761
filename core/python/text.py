"""Texts that cannot be read."""

from __future__ import annotations


class TextError(ValueError):
    """Text that cannot be read: bytes that are no characters, or alternations nested too deep."""
