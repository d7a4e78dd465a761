"""Folders of files, one for each recording."""

from __future__ import annotations

from pathlib import Path

from scorelite.scoring.common.folders import files_in


def test_a_folder_without_files_of_its_own_has_those_below(tmp_path: Path) -> None:
    for name in ("ann/a.txt", "ann/b.txt", "bob/c.txt", "bob/.hidden", "bob/deep/b.txt"):
        path = tmp_path / "below" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("yes\n")
    assert [*files_in(tmp_path / "below")] == ["a", "ann/b", "c", "bob/deep/b"]
    (tmp_path / "below" / "d.txt").write_text("no\n")
    assert [*files_in(tmp_path / "below")] == ["d"]
