"""Parquet files: text that they cannot hold."""

from __future__ import annotations

import pytest

from scorelite.formats.errors import UsageError
from scorelite.formats.registry import by_name
from scorelite.formats.source import Source


def test_text_that_is_not_unicode_has_a_message() -> None:
    pytest.importorskip("pyarrow")
    parquet = by_name("parquet")
    assert parquet.pack is not None
    corpus = by_name("trn").read(Source(b"a \xff (s-1)\n", errors="surrogateescape"))
    with pytest.raises(UsageError, match="not Unicode.*expected text in UTF-8"):
        list(parquet.pack(corpus))
