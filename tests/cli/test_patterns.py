"""Patterns of files that no shell replaced, as those of Windows' command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Run


@pytest.fixture(autouse=True)
def _folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("ref", "hyp"):
        (tmp_path / folder).mkdir()
        for name in "ab":
            (tmp_path / folder / f"{name}.txt").write_text("good day\n")


@pytest.mark.parametrize("command", ["score", "show", "meetings", "segments"])
@pytest.mark.parametrize("pattern", ["ref/*.txt", "re*"])
def test_a_pattern_in_place_of_a_reference_is_refused_with_its_folder(
    command: str, pattern: str, scorelite: Run
) -> None:
    done = scorelite(command, pattern, "hyp/*.txt")
    assert done.returncode == 2
    assert f"{pattern}: No such file or directory; expected the name of a file, or in place of REF and HYP" in (
        done.stderr.decode()
    )
    assert "folders, such as ref (" in done.stderr.decode()


def test_a_pattern_that_matches_nothing_is_said_to(scorelite: Run) -> None:
    done = scorelite("score", "ref/*.trn", "hyp/*.trn")
    assert (done.returncode, done.stderr) == (
        2,
        b"scorelite: ref/*.trn: No such file or directory; the pattern matches no file\n",
    )


def test_check_reads_the_files_that_a_pattern_matches(scorelite: Run) -> None:
    done = scorelite("check", "ref/*.txt")
    assert (done.returncode, [line.partition(":")[0] for line in done.stdout.decode().splitlines()]) == (
        0,
        ["ref/a.txt", "ref/b.txt"],
    )
    assert b"ref/*.trn: the pattern matches no file" in scorelite("check", "ref/*.trn").stderr
