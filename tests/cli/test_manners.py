"""Manners of the command line: short messages with suggestions, exit codes, silent pipes, help that fits."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.cli import links, main
from tests.conftest import ROOT, Run

OWN = [name for name in main.COMMANDS if name not in ("kaldi", "sctk")]
SCRIPT = ROOT / "scoring" / "cli" / "bin" / "scorelite"


@pytest.mark.parametrize("name", OWN)
def test_a_typing_error_in_an_option_is_answered_with_one_line_of_usage_and_the_nearest(
    name: str, scorelite: Run
) -> None:
    done = scorelite(name, "--jsno" if name != "convert" else "--stirct", "a", "b")
    usage, message = done.stderr.decode().splitlines()
    wrong, meant = ("--stirct", "--strict") if name == "convert" else ("--jsno", "--json")
    assert (done.returncode, done.stdout) == (2, b"")
    assert usage.startswith(f"usage: scorelite {name} ")
    expected = f"unknown option {wrong}; did you mean {meant}? (scorelite {name} --help lists them)"
    assert message == f"scorelite {name}: {expected}"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["scroe", "a", "b"], "scorelite: unknown command 'scroe'; did you mean score? (expected one of: score, "),
        (["--verson"], "scorelite: unknown option --verson; did you mean --version?"),
        (["score", "a", "b", "--rep", "pra"], "scorelite score: unknown option --rep; did you mean --report?"),
        (["score", "a", "b", "-Z"], "scorelite score: unknown option -Z (scorelite score --help lists them)"),
        (["score", "a", "b", "-sZD"], "scorelite score: unknown option -Z "),
        (["score", "--reprot", "pra"], "scorelite score: unknown option --reprot; did you mean --report?"),
        (["score", "a", "b", "c"], "scorelite score: unexpected 'c'; expected only REF HYP"),
        (["score", "a", "b", "--report", "praa"], "unknown value 'praa'; did you mean pra? (expected one of: "),
        (["score", "a", "b", "--ref-format", "ctmm"], "unknown value 'ctmm'; did you mean ctm? (see --help)"),
        (["segments", "a", "b", "--collar", "x"], "argument --collar: 'x' is not a number"),
        (["segments", "a", "b", "--width", "1.5"], "argument --width: '1.5' is not a whole number"),
        (["kaldi"], "scorelite kaldi: the following arguments are required: PROGRAM"),
        (["kaldi", "--hepl"], "scorelite kaldi: unknown option --hepl; did you mean --help?"),
    ],
)
def test_a_wrong_command_line_ends_with_a_message_of_the_command(
    arguments: list[str], message: str, scorelite: Run
) -> None:
    done = scorelite(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert len(done.stderr.splitlines()) == 2
    assert message in done.stderr.decode()


@pytest.mark.parametrize("words", [["-1"], ["--", "-x"]])
def test_words_that_only_look_like_options_are_operands(words: list[str], scorelite: Run) -> None:
    assert b"No such file or directory" in scorelite("score", "missing.trn", *words).stderr


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("name", ["", *main.COMMANDS])
def test_help_fits_the_terminal(
    name: str, width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    with pytest.raises(SystemExit):
        main.main([*filter(None, [name]), "--help"])
    # A word that is longer than the line cannot be broken: its line holds nothing else.
    wide = [line for line in capsys.readouterr().out.splitlines() if len(line) > width and len(line.split()) > 1]
    assert wide == []


PIPED = {
    "help": ["--help"],
    "version": ["--version"],
    "formats": ["formats", "--json"],
    "score": ["score", "r.trn", "r.trn", "--report", "pra"],
    "convert": ["convert", "--from", "trn", "--to", "trn", "r.trn", "-"],
    "kaldi": ["kaldi", "compute-wer", "ark:k", "ark:k"],
    "kwseval": ["kws", "-f", "-"],
}


@pytest.mark.skipif(os.name != "posix", reason="pipes are closed otherwise elsewhere")
@pytest.mark.parametrize("program", ["scorelite", "sclite"])
@pytest.mark.parametrize("words", PIPED.values(), ids=PIPED)
def test_a_reader_that_ends_early_gets_no_message(words: list[str], program: str, tmp_path: Path) -> None:
    (tmp_path / "r.trn").write_text("a b (u-1)\n")
    (tmp_path / "k").write_text("u1 a b\n")
    if program == "sclite":
        words = ["-r", "r.trn", "trn", "-h", "r.trn", "trn", "-i", "rm", "-o", "sum", "stdout"]
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, str(SCRIPT.with_name(program)), *words]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, cwd=tmp_path, env=environment, check=False)
    os.close(writer)
    message = done.stderr if "kaldi" not in words else done.stderr.partition(b"\n")[2]  # it says its command line
    assert (done.returncode, message) == (141, b"")


@pytest.mark.skipif(os.name != "posix", reason="links to scripts are for POSIX systems")
@pytest.mark.parametrize(
    ("name", "words", "expected"),
    [
        ("compute-wer", ["ark:k", "ark:k"], b"%WER 0.00 [ 0 / 2, 0 ins, 0 del, 0 sub ]\n"),
        ("wer_per_utt_details.pl", ["--nosuch"], b""),
        ("sclite", ["-r", "r", "trn", "-h", "r", "trn", "-i", "rm"], b"sclite: 2.10 TK Version 1.3\n"),
        ("my-scorelite", ["formats", "srt"], b"subtitles\n"),
    ],
)
def test_a_link_is_the_program_of_its_name(name: str, words: list[str], expected: bytes, tmp_path: Path) -> None:
    (tmp_path / "k").write_text("u1 a b\n")
    (tmp_path / "r").write_text("a b (u-1)\n")
    (tmp_path / name).symlink_to(SCRIPT)
    done = subprocess.run(
        [sys.executable, name, *words],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    assert done.stdout.startswith(expected)
    assert name.partition(".")[0].encode() in done.stderr or done.returncode == 0
    assert bool(links.words_of(name)) == (name != "my-scorelite")
