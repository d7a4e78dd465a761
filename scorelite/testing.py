"""Assertions for tests of recognisers: `from scorelite.testing import assert_wer`."""

from __future__ import annotations

from .scoring.words.assertions import assert_cer as assert_cer
from .scoring.words.assertions import assert_wer as assert_wer

__all__ = ["assert_cer", "assert_wer"]


def __getattr__(name: str) -> object:
    from .scoring.common.other_names import elsewhere

    answer = "" if name.startswith("_") else elsewhere(name, __all__, __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}{answer}")
