"""Files read ahead: bytes and utterances are those of the file, and a failure is met by the thread that asks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorelite.formats.engine import ahead

TEXT = b"a b (s-1)\nc (s-2)\n"


@pytest.fixture(autouse=True)
def nothing_ahead() -> Iterator[None]:
    yield
    ahead._files.clear()


@pytest.mark.parametrize("started", [True, False])
def test_bytes_and_utterances_are_those_of_the_file(
    started: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not started:
        monkeypatch.setattr(ahead, "start_new_thread", lambda *_: None)
    path = str(tmp_path / "a.trn")
    Path(path).write_bytes(TEXT)
    ahead.begin([path])
    data, name = ahead.content_of(path)
    assert (data, name) == (TEXT, path)
    assert isinstance(data, bytes)
    spans = ahead.spans_of(path, data)
    assert spans is not None
    assert spans.texts() == ["a b", "c"]
    assert ahead.content_of(path) == (path, "")  # forgotten: who opens it again reads it again


def test_only_transcripts_that_exist_are_read_ahead(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(TEXT)
    (tmp_path / "folder.trn").mkdir()
    paths = [str(tmp_path / name) for name in ("a.txt", "folder.trn", "none.trn", "nul\0.trn")]
    ahead.begin(paths)
    assert [ahead.content_of(path) for path in paths] == [(path, "") for path in paths]


def test_a_third_file_is_not_read_ahead(tmp_path: Path) -> None:
    paths = [str(tmp_path / name) for name in ("a.trn", "b.trn", "c.trn")]
    for path in paths:
        Path(path).write_bytes(TEXT)
    ahead.begin(paths)
    assert [ahead.content_of(path)[0] for path in paths] == [TEXT, TEXT, paths[2]]


def test_utterances_of_other_bytes_are_not_those_read_ahead(tmp_path: Path) -> None:
    path = str(tmp_path / "a.trn")
    Path(path).write_bytes(TEXT)
    ahead.begin([path])
    assert ahead.spans_of(path, b"other (s-1)\n") is None


def test_a_file_that_vanishes_is_an_error_where_it_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.trn"
    path.write_bytes(TEXT)
    begun: list[ahead._File] = []
    monkeypatch.setattr(ahead, "start_new_thread", lambda _, arguments: begun.append(*arguments))
    ahead.begin([str(path)])
    path.unlink()
    ahead._read(begun[0])
    with pytest.raises(FileNotFoundError, match=r"a\.trn"):
        ahead.content_of(str(path))
