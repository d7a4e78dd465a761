"""Parquet files: columns that are kept, and text that they cannot hold."""

from __future__ import annotations

import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import scorelite
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


def test_columns_of_categories_numbers_and_dates_are_groups(tmp_path: Path) -> None:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    columns: dict[str, Any] = {
        "sex": arrow.array(["f", "m"]).dictionary_encode(),
        "day": [datetime.date(2026, 1, 2), datetime.date(2026, 1, 3)],
        "snr": [Decimal("1.50"), Decimal("2.00")],
        "sound": [b"a", b"b"],
    }
    sides = {"id": ["a", "b"], "text": ["good day", "to all"]}
    parquet.write_table(arrow.table({**sides, "pred_text": sides["text"], **columns}), tmp_path / "one.parquet")
    parquet.write_table(arrow.table({**sides, **columns}), tmp_path / "ref.parquet")
    parquet.write_table(arrow.table(sides), tmp_path / "hyp.parquet")
    for paths in (["one.parquet"], ["ref.parquet", "hyp.parquet"]):
        result = scorelite.score_files(*(tmp_path / path for path in paths))
        groups = {name: [*result.group_counts(name)] for name in ("sex", "day", "snr")}
        assert groups == {"sex": ["f", "m"], "day": ["2026-01-02", "2026-01-03"], "snr": ["1.50", "2.00"]}
        with pytest.raises(UsageError, match="no group 'sound'"):
            result.group_counts("sound")
