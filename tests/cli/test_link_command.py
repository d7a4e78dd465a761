"""`scorelite link`: launchers that run, that overwrite no other files, and that can be removed again."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scorelite.scoring.cli import link, module_links, programs
from scorelite.scoring.cli.main import main
from tests.fuzz.run import call


def linked(folder: Path, *words: str) -> tuple[int | str, bytes, bytes]:
    return call("scorelite", ["link", *words], folder)


@pytest.mark.slow
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


def test_scripts_of_a_toolkit_are_linked_where_they_are_named(tmp_path: Path) -> None:
    assert linked(tmp_path, "tools", "wenet", "funasr") == (0, b"", b"")
    assert sorted(path.name for path in (tmp_path / "tools").rglob("*.py")) == [
        *("compute-cer.py", "compute-wer.py", "compute_wer.py", "compute_wer.py", "wer.py"),
    ]
    (tmp_path / "ref").write_bytes(b"u1 a\n")
    words = [sys.executable, str(tmp_path / "tools" / "compute-wer.py"), "--v=0", "ref", "ref"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, check=True)
    assert done.stdout == b"Overall -> 0.00 % N=1 C=1 S=0 D=0 I=0\n\n"
    assert b"speechbrain" in linked(tmp_path, "--list", "--all")[1]
    usual = linked(tmp_path, "--list")[1]
    assert b"speechbrain" not in usual
    assert usual.splitlines()[-1].endswith(b" more with --all")
    assert len(usual.splitlines()) < 20
    linked(tmp_path, "--remove", "tools")
    assert not any((tmp_path / "tools").rglob("*.py"))


def test_two_programs_of_one_name_are_refused(tmp_path: Path) -> None:
    code, _, err = linked(tmp_path, "tools", "funasr", "speechbrain")
    assert (code, os.listdir(tmp_path)) == (2, [])
    assert b"compute_wer.py is a program of speechbrain and of funasr; expected one of these names" in err


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


def imported(folder: Path, code: str) -> str:
    """The output of code in a Python that finds the modules of a folder first, and scorelite by them alone."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    words = [sys.executable, "-c", code]
    return subprocess.run(words, cwd=folder.parent, env=environment, capture_output=True, check=True, text=True).stdout


def test_modules_are_imported_under_the_names_of_the_originals(tmp_path: Path) -> None:
    assert linked(tmp_path, "links", "kaldialign", "editdistance") == (0, b"", b"")
    code = (
        "import kaldialign, editdistance, sys; from editdistance import bycython;"
        "from importlib.metadata import version;"
        "print(kaldialign.edit_distance('ab', 'b')['total'], editdistance.eval('ab', 'b'), bycython.eval_dp('ab', ''),"
        "version('kaldialign'), kaldialign.__version__, version('editdistance'),"
        "bycython is sys.modules['scorelite.scoring.compat.programs.editdistance.bycython'])"
    )
    assert imported(tmp_path / "links", code).split() == ["1", "1", "2", "0.12.0", "0.12.0", "0.8.1", "True"]
    assert "sclite" not in os.listdir(tmp_path / "links")


def test_a_module_that_is_a_program_runs(tmp_path: Path) -> None:
    said = b"jiwer: a module, for PYTHONPATH=lib; its program is `scorelite jiwer`\n"
    assert linked(tmp_path, "lib", "jiwer") == (0, b"", said)
    (tmp_path / "r.txt").write_text("good day\n")
    (tmp_path / "h.txt").write_text("good way\n")
    words = [sys.executable, "-m", "jiwer.cli", "-r", "r.txt", "-h", "h.txt"]
    variables = os.environ | {"PYTHONPATH": "lib"}
    done = subprocess.run(words, cwd=tmp_path, env=variables, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"0.5\n", b"")


def test_every_module_of_the_list_can_be_imported(tmp_path: Path) -> None:
    names = [module.name for module in module_links.MODULES if module.name != "evaluate"]
    linked(tmp_path, "links", "modules")
    for name in names:
        assert imported(tmp_path / "links", f"import {name}; print({name}.__file__)").startswith(str(tmp_path))


def test_modules_are_removed_with_what_python_has_put_beside_them(tmp_path: Path) -> None:
    linked(tmp_path, "links", "kaldialign", "editdistance", "sclite")
    (tmp_path / "links" / "editdistance" / "theirs.py").write_text("")
    (tmp_path / "links" / "kaldialign" / "__pycache__").mkdir()
    (tmp_path / "links" / "kaldialign" / "__pycache__" / "x.pyc").write_bytes(b"")
    assert linked(tmp_path, "--remove", "links")[0] == 0
    left = sorted(str(path.relative_to(tmp_path / "links")) for path in (tmp_path / "links").rglob("*"))
    assert left == ["editdistance", os.path.join("editdistance", "theirs.py")]


def test_a_module_of_somebody_else_stays(tmp_path: Path) -> None:
    (tmp_path / "links" / "kaldialign").mkdir(parents=True)
    (tmp_path / "links" / "kaldialign" / "__init__.py").write_text("theirs")
    code, _, err = linked(tmp_path, "links", "kaldialign")
    assert (code, b"--force overwrites it" in err) == (2, True)
    assert not (tmp_path / "links" / "kaldialign-0.12.0.dist-info").exists()


def test_a_check_says_what_is_linked_and_where_it_differs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    linked(tmp_path, "links", "editdistance")
    monkeypatch.setattr(module_links, "distributions", lambda name: [])
    code, out, _ = linked(tmp_path, "--check", "links")
    text = out.decode()
    assert code == 0
    assert "editdistance 0.8.1" in text
    assert "differs: -1 and -2 are two symbols" in text
    assert "not linked; scorelite link links kaldialign" in text
    assert "not first in PYTHONPATH" in text
    (tmp_path / "links" / "editdistance" / "bycython.py").write_bytes(module_links.MARK)
    code, out, _ = linked(tmp_path, "--check", "links", "editdistance")
    assert (code, b"written by another release" in out) == (1, True)


class Newer:
    """A distribution that is installed beside a linked module."""

    version = "0.13.0"

    def locate_file(self, path: str) -> str:
        return f"/somewhere/else/{path}"


def test_a_check_fails_where_a_link_hides_a_newer_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    linked(tmp_path, "links", "kaldialign")
    monkeypatch.setattr(module_links, "distributions", lambda name: [Newer()])
    code, out, _ = linked(tmp_path, "--check", "links", "kaldialign")
    assert (code, b"hides kaldialign 0.13.0, which is newer" in out) == (1, True)
