"""Command `scorelite kaldi`: each program's own command line, pipes, and Kaldi's exit codes."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.conftest import Run


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    (tmp_path / "ref").write_bytes(b"u1 a b\nu2 c\n")
    (tmp_path / "hyp").write_bytes(b"u2 c\nu1 b c\n")
    return tmp_path


def test_counting_and_aligning_break_ties_differently(texts: Path, scorelite: Run) -> None:
    counted = scorelite("kaldi", "compute-wer", "--text", "--mode=all", "ark:ref", "ark:hyp")
    assert counted.stdout.startswith(b"%WER 66.67 [ 2 / 3, 1 ins, 1 del, 0 sub ]\n")
    assert counted.stderr == b"compute-wer --text --mode=all ark:ref ark:hyp \n"
    aligned = scorelite("kaldi", "align-text", "ark:ref", "ark:hyp", "ark,t:-")
    assert aligned.stdout == b"u1 a b ; b c \nu2 c c \n"


@pytest.mark.parametrize("place", [0, 1, 2])
def test_two_hyphens_end_the_options_wherever_they_stand_first(place: int, texts: Path, scorelite: Run) -> None:
    words = ["ark:ref", "ark:hyp"]
    words.insert(place, "--")
    done = scorelite("kaldi", "compute-wer", "--text", *words)
    assert done.stdout.startswith(b"%WER 66.67 [ 2 / 3, 1 ins, 1 del, 0 sub ]\n")
    # Those behind the options are a word like others.
    assert scorelite("kaldi", "compute-wer", "--text", "--", *words).returncode == 1


def test_texts_come_from_commands_and_from_standard_input(texts: Path, scorelite: Run) -> None:
    done = scorelite("kaldi", "--allow-pipes", "compute-wer", "ark:cat ref |", "ark:-", stdin=b"u1 a b\nu2 c\n")
    assert done.stdout.startswith(b"%WER 0.00 [ 0 / 3,")


def test_shell_commands_run_only_where_that_is_allowed(texts: Path, scorelite: Run) -> None:
    (texts / "evil.scp").write_bytes(b"u1 touch done; cat ref |\n")
    jobs = (
        ("compute-wer", "scp:evil.scp", "ark:ref"),
        ("compute-wer", "ark:touch done; cat ref |", "ark:ref"),
        ("align-text", "ark:ref", "ark:ref", "ark:| touch done"),
        ("compute-wer-bootci", "scp:evil.scp", "ark:ref"),
    )
    for job in jobs:
        done = scorelite("kaldi", *job)
        assert (done.returncode, (texts / "done").exists()) == (2, False), job
        assert b"is a shell command" in done.stderr
        assert b"--allow-pipes" in done.stderr
        assert scorelite("kaldi", *job, environment={"SCORELITE_ALLOW_PIPES": "0"}).returncode == 2
        for arguments, environment in (
            (("--allow-pipes", *job), None),
            (job, {"SCORELITE_ALLOW_PIPES": "1"}),
        ):
            scorelite("kaldi", *arguments, environment=environment)
            (texts / "done").unlink()


def test_scp_names_files_and_places_in_them(texts: Path, scorelite: Run) -> None:
    (texts / "ref.scp").write_bytes(b"u1 ref:3\nu2 ref:10\n")
    done = scorelite("kaldi", "compute-wer", "scp:ref.scp", "ark:ref")
    assert done.stdout.startswith(b"%WER 0.00 [ 0 / 3,")


def test_alignments_are_written_to_files_with_their_places(texts: Path, scorelite: Run) -> None:
    scorelite("kaldi", "align-text", "ark:ref", "ark:hyp", "ark,scp:out.ark,out.scp")
    assert (texts / "out.ark").read_bytes() == b"u1 a b ; b c \nu2 c c \n"
    assert (texts / "out.scp").read_bytes() == b"u1 out.ark:3\nu2 out.ark:17\n"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("compute-wer",), 1),
        (("compute-wer", "--mode=some", "ark:ref", "ark:hyp"), 255),
        (("compute-wer", "ark:ref", "ark:nothing"), 255),
        (("compute-wer", "--text=perhaps", "ark:ref", "ark:hyp"), 255),
        (("compute-wer-bootci", "--replications=many", "ark:ref", "ark:hyp"), 255),
        (("compute-wer", "--help"), 0),
        (("align-text", "ark:ref", "ark:/dev/null", "ark:-"), 1),
        (("wer_per_utt_details", "--nonsense"), 2),
        (("wer_per_spk_details.pl", "no-such-file"), 2),
        (("nonsense",), 2),
    ],
)
@pytest.mark.usefixtures("texts")
def test_exit_codes(arguments: tuple[str, ...], code: int, scorelite: Run) -> None:
    done = scorelite("kaldi", *arguments)
    assert done.returncode == code
    assert done.stdout == b""
    assert done.stderr


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_broken_archive_kills_the_program_after_its_summary(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "ref").write_bytes(b"u1 a\nu2\r\n")
    done = scorelite("kaldi", "compute-wer", "ark:ref", "ark:ref")
    assert done.returncode == -signal.SIGABRT
    assert done.stdout.startswith(b"%WER 0.00 [ 0 / 1,")
    assert b"expected space after key u2, got character [character 13]" in done.stderr


@pytest.mark.parametrize(("broken", "place"), [("ref", 97), ("hyp", 102)])
def test_a_text_that_is_not_printable_is_named_with_kaldis_line(
    broken: str, place: int, texts: Path, scorelite: Run
) -> None:
    (texts / broken).write_bytes(b"u1 a \x01\nu2 c\n")
    done = scorelite("kaldi", "align-text", "ark:ref", "ark:hyp", "ark,t:-")
    assert done.returncode == 255
    side = b"1" if broken == "ref" else b"2"
    assert b"align-text.cc:%d) In text%s, the utterance u1 contains unprintable" % (place, side) in done.stderr


def test_an_archive_that_claims_to_be_sorted_must_be(texts: Path, scorelite: Run) -> None:
    (texts / "hyp").write_bytes(b"u1 a b\nu2 c\n")
    assert scorelite("kaldi", "compute-wer", "ark:ref", "ark,s:hyp").returncode == 0
    (texts / "hyp").write_bytes(b"u2 c\nu1 b c\n")
    done = scorelite("kaldi", "compute-wer", "ark:ref", "ark,s:hyp")
    assert done.returncode == 255
    assert b"ERROR" in done.stderr


def test_the_key_that_is_not_printable_is_the_one_named(texts: Path, scorelite: Run) -> None:
    (texts / "ref").write_bytes(b"u1 a b\nu\x012 c\n")
    done = scorelite("kaldi", "compute-wer", "ark:ref", "ark:hyp")
    assert done.returncode == 255
    assert b'Invalid key "u\x012"' in done.stderr


@pytest.mark.parametrize("symbol", ["a b", ""])
def test_a_special_symbol_that_is_no_token_aborts_only_where_it_is_written(
    symbol: str, texts: Path, scorelite: Run
) -> None:
    words = ("kaldi", "align-text", f"--special-symbol={symbol}", "ark:ref")
    (texts / "hyp").write_bytes(b"u1 b c\nu2 d\n")
    done = scorelite(*words, "ark:hyp", "ark,t:-")
    assert (done.returncode, done.stdout) == (0, b"u1 a b ; b c \nu2 c d \n")
    (texts / "hyp").write_bytes(b"u1 b c\nu2 d c\n")
    done = scorelite(*words, "ark:hyp", "ark,t:-")
    # All that stands before the symbol is written.
    assert (done.returncode, done.stdout) == (-signal.SIGABRT, b"u1 a b ; b c \nu2 ")
    assert done.stderr.endswith(b"kaldi-holder-inl.h:705) Assertion failed: (IsToken(*iter))\n")
    (texts / "none").write_bytes(b"u3 c\n")
    assert scorelite(*words, "ark:none", "ark,t:-").returncode == 1


@pytest.mark.parametrize(("separator", "code"), [("", -signal.SIGABRT), ("|", 0)])
def test_a_separator_that_is_no_token_aborts_where_a_text_has_two_words(
    separator: str, code: int, texts: Path, scorelite: Run
) -> None:
    words = ("kaldi", "align-text", f"--separator={separator}", "ark:ref", "ark:ref", "ark,t:-")
    assert scorelite(*words).returncode == code
    (texts / "ref").write_bytes(b"u2 c\n")
    assert scorelite(*words).stdout == b"u2 c c \n"


def test_the_output_of_alignments_is_opened_before_texts_are_compared(texts: Path, scorelite: Run) -> None:
    (texts / "hyp").write_bytes(b"u3 c\n")
    done = scorelite("kaldi", "align-text", "--special-symbol=", "ark:ref", "ark:hyp", "-")
    assert done.returncode == 255
    _, warning, error, *_ = done.stderr.splitlines()
    assert warning.endswith(b"util/kaldi-table-inl.h:1498) ClassifyWspecifier: invalid wspecifier -")
    assert b"util/kaldi-table-inl.h:1469) Failed to open table for writing with wspecifier: -: errno" in error
