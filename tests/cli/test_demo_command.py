"""`scorelite demo` writes the files of the examples, and never over another file."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import ROOT, Run


def test_the_files_of_the_examples_are_written_and_can_be_scored(scorelite: Run, tmp_path: Path) -> None:
    for _ in range(2):
        done = scorelite("demo", cwd=tmp_path)
        assert (done.returncode, done.stdout) == (0, b"")
        assert b"try scorelite score demo/ref.trn demo/hyp.trn" in done.stderr
    for name in ("demo", "demo_kws"):
        written = {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}
        files = (ROOT / "resources" / name).iterdir()
        assert written == {path.name: path.read_bytes() for path in files if path.is_file()}
    assert scorelite("score", "demo/ref.trn", "demo/hyp.trn", cwd=tmp_path).returncode == 0


def test_another_file_of_the_same_name_is_kept(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "mine_kws").mkdir()
    (tmp_path / "mine_kws" / "ref.rttm").write_text("mine\n", encoding="utf-8")
    done = scorelite("demo", "mine", cwd=tmp_path)
    assert done.returncode == 2
    assert b"mine_kws/ref.rttm: a different file of this name exists" in done.stderr
    assert not (tmp_path / "mine").exists()
    assert (tmp_path / "mine_kws" / "ref.rttm").read_text(encoding="utf-8") == "mine\n"
