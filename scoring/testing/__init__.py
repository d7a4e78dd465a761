"""Assertions for tests of recognisers: `from scorelite.testing import assert_wer`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .rates import assert_cer as assert_cer
    from .rates import assert_wer as assert_wer

if not TYPE_CHECKING:
    from ..common.lazy import lazy

    __all__, __getattr__, __dir__ = lazy(__name__, {"rates": "assert_wer assert_cer"})
