"""Lexicons of inferred word segmentation."""

from __future__ import annotations

import os
from pathlib import Path

from scorelite import core
from scorelite.scoring.compat.programs.sctk.sclite import lexicon


def test_the_first_word_of_a_line_counts_behind_any_blanks(tmp_path: Path) -> None:
    path = tmp_path / "words"
    path.write_bytes(" \tä b\n  é\tc\n".encode())
    words, complaints = lexicon.load(os.fsencode(path), core.Charset("utf-8", {}, {}))
    assert sorted(words) == ["ä".encode(), "é".encode()]
    assert not complaints
