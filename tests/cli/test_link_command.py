"""`scorelite link`: launchers that run, that overwrite no other files, and that can be removed again."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scorelite.scoring.cli import link, programs
from scorelite.scoring.cli.main import main
from tests.fuzz.run import call


def linked(folder: Path, *words: str) -> tuple[int | str, bytes, bytes]:
    return call("scorelite", ["link", *words], folder)


def test_launchers_run_under_the_names_of_the_programs(tmp_path: Path) -> None:
    assert linked(tmp_path, "bin") == (0, b"", b"")
    assert sorted(os.listdir(tmp_path / "bin")) == sorted(entry.name for entry in programs.programs())
    (tmp_path / "g.glm").write_bytes(b";;\n[a] => [b]\n")
    (tmp_path / "ref").write_bytes(b"u1 a\n")
    environment = {"PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.defpath}"}

    def run(*words: str) -> bytes:
        return subprocess.run(
            words, cwd=tmp_path, env=environment, input=b"xa\n", capture_output=True, check=True
        ).stdout

    assert run(str(tmp_path / "bin" / "rfilter1"), "g.glm") == b"xb\n"
    assert b"%WER 0.00" in run(str(tmp_path / "bin" / "compute-wer"), "ark:ref", "ark:ref")
    assert b"--ecf" in run(str(tmp_path / "bin" / "KWSEval"))


def test_a_family_or_a_name_is_chosen(tmp_path: Path) -> None:
    linked(tmp_path, "bin", "kaldi", "sclite")
    assert {"sclite", "compute-wer", "best_wer.sh"} <= set(os.listdir(tmp_path / "bin"))
    assert not (tmp_path / "bin" / "rfilter1").exists()
    code, out, _ = linked(tmp_path, "--list", "f4de")
    assert (code, out.split()[:2]) == (0, [b"KWSEval", b"f4de"])
    assert b"meeteval-wer" in call("scorelite", ["link", "--list", "meeteval"], tmp_path)[1]


def test_files_of_others_are_kept(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "sclite").write_bytes(b"theirs")
    code, _, err = linked(tmp_path, "bin")
    assert (code, os.listdir(tmp_path / "bin")) == (2, ["sclite"])
    assert b"--force overwrites it" in err
    assert linked(tmp_path, "bin", "--force")[0] == 0
    assert linked(tmp_path, "bin")[0] == 0  # launchers are replaced by launchers
    (tmp_path / "bin" / "KWSEval").write_bytes(b"theirs")
    linked(tmp_path, "--remove", "bin")
    assert os.listdir(tmp_path / "bin") == ["KWSEval"]


def test_a_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "theirs").write_bytes(b"theirs")
    (tmp_path / "bin" / "sclite").symlink_to(tmp_path / "theirs")
    linked(tmp_path, "bin", "sclite", "--force")
    assert (tmp_path / "theirs").read_bytes() == b"theirs"
    assert not (tmp_path / "bin" / "sclite").is_symlink()


@pytest.mark.parametrize(
    "place", ["scorelite.scoring.cli.link.os.makedirs", "scorelite.scoring.cli.delivery.write_file"]
)
def test_a_full_disk_ends_with_the_exit_code_of_other_outputs(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(path: str, *_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)

    folder = tmp_path / "bin"
    if place.endswith("write_file"):
        folder.mkdir()
    monkeypatch.setattr(place, full)
    assert main(["link", str(folder), "sclite"]) == 1
    assert "No space left on device" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["bin", "sclit"], []])
def test_a_wrong_command_line_says_what_is_expected(words: list[str], tmp_path: Path) -> None:
    code, _, err = linked(tmp_path, *words)
    assert code == 2
    assert b"did you mean sclite?" in err or b"expected scorelite link DIR" in err


@pytest.mark.skipif(os.name == "nt", reason="shebang lines are for systems with sh")
def test_a_python_in_a_folder_with_a_blank_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "a folder"
    folder.mkdir()
    (folder / "python").symlink_to(sys.executable)
    monkeypatch.setattr(sys, "executable", str(folder / "python"))
    link._write(str(tmp_path / "bin"), link._chosen(["rfilter1"]), force=False)
    done = subprocess.run([str(tmp_path / "bin" / "rfilter1")], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (2, b"")


@pytest.mark.skipif(os.name == "nt" or shutil.which("perl") is None, reason="needs sh and perl")
def test_a_launcher_is_handed_on_by_perl_where_the_path_of_python_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "superlatives"
    folder.mkdir()
    (folder / "python").symlink_to(sys.executable)
    monkeypatch.setattr(sys, "executable", str(folder / "python"))
    link._write(str(tmp_path / "bin"), link._chosen(["def_art.pl"]), force=False)
    done = subprocess.run(["perl", str(tmp_path / "bin" / "def_art.pl")], capture_output=True, check=False)
    assert (done.returncode, done.stderr[:18]) == (255, b"Usage: def_art.pl ")
