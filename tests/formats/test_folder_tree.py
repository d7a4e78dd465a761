"""Files of a folder and those below it: their order, and the bound on their number."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorelite import formats
from scorelite.formats.engine import folder_tree
from scorelite.formats.engine.folder_tree import files_below
from scorelite.formats.errors import LimitError, UsageError
from scorelite.formats.registry import by_name
from scorelite.scoring.batches.files import expanded
from scorelite.scoring.cli.output_folders import plan
from scorelite.scoring.words.leaderboard import score_table
from tests.conftest import Run


def test_files_below_a_folder_are_sorted_and_links_to_folders_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    for name in ("c.txt", "b/a.txt", "a.txt", "b/x.bin"):
        (tmp_path / name).write_text("x")
    (tmp_path / "b" / "up").symlink_to(tmp_path)
    names = [str(Path(path).relative_to(tmp_path)) for path in files_below(tmp_path, lambda name: name[-3:] == "txt")]
    assert names == ["a.txt", "b/a.txt", "c.txt"]


CLUTTER = (".DS_Store", "~$talk.docx", ".~lock.talk.docx#", "Thumbs.db", "desktop.ini")


def test_what_offices_and_systems_leave_in_folders_is_passed_over(tmp_path: Path, scorelite: Run) -> None:
    for side in ("ref", "hyp"):
        (tmp_path / side).mkdir()
        (tmp_path / side / "talk.txt").write_text("good day\n")
    for name in CLUTTER:
        (tmp_path / "ref" / name).write_bytes(b"\1\0\2")
    done = scorelite("score", "ref", "hyp", cwd=tmp_path)
    assert (done.returncode, b"WER      0.0 %" in done.stdout) == (0, True)
    for command in (
        ("check", "ref"),
        ("convert", "ref", "out/", "--to", "jsonl"),
        ("convert", "ref/*", "some/", "--to", "jsonl"),
    ):
        assert scorelite(*command, cwd=tmp_path).returncode == 0, command
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["talk.hf.jsonl"]
    assert (
        expanded([str(tmp_path / "ref")])
        == expanded([str(tmp_path / "ref" / "*")])
        == [str(tmp_path / "ref" / "talk.txt")]
    )


def test_clutter_between_folders_does_not_hide_what_a_tree_is(tmp_path: Path) -> None:
    folder = tmp_path / "84" / "121"
    folder.mkdir(parents=True)
    (folder / "84-121.trans.txt").write_text("84-121-0000 GOOD DAY\n")
    (tmp_path / ".DS_Store").write_bytes(b"\1\0\2")
    assert formats.read(tmp_path).format == "librispeech"


def test_a_tree_of_very_many_files_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        (tmp_path / f"{number}.txt").write_text("a\n")
    monkeypatch.setattr(folder_tree, "MOST_ENTRIES", 2)
    message = "more than 2 files and folders in it and below; expected a folder of results"
    with pytest.raises(LimitError, match=message):
        plan([str(tmp_path)], "out", by_name("trn"), None)
    with pytest.raises(LimitError, match=message):
        score_table([tmp_path])
    monkeypatch.setattr(folder_tree, "MOST_ENTRIES", 3)
    assert len(plan([str(tmp_path)], "out", by_name("trn"), None)) == 3


def test_an_option_that_a_format_does_not_have_is_refused_when_a_file_is_read() -> None:
    with pytest.raises(UsageError, match="srt has no option 'frame_rate'; it has: none"):
        formats.read(b"1\n00:00:01,000 --> 00:00:02,000\na\n", format="srt", frame_rate=25)
    assert len(formats.read(b"{0}{25}a\n", format="microdvd", frame_rate=25).segments) == 1
