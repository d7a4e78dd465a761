"""`scorelite compare`: verdicts, exit codes, and the three forms of output."""

from __future__ import annotations

import json
import os
from pathlib import Path
from threading import Thread

import pytest

from tests.conftest import Run


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    (tmp_path / "ref.ark").write_text("u1 a b\nu2 c d e\n")
    (tmp_path / "old.ark").write_text("u1 a b\nu2 c d x\n")
    (tmp_path / "new.ark").write_text("u1 a y\nu2 c d x\n")
    (tmp_path / "third.ark").write_text("u1 a b\nu2 c d e\n")
    (tmp_path / "wer").write_text("%WER 20.00 [ 1 / 5, 0 ins, 0 del, 1 sub ]\n%SER 50.00 [ 1 / 2 ]\n")
    return tmp_path


def test_a_file_of_kaldi_beside_texts_scored_now(texts: Path, scorelite: Run) -> None:
    same = scorelite("compare", "wer", "--ref", "ref.ark", "--hyp", "old.ark")
    assert (same.returncode, same.stdout.splitlines()[0]) == (0, b"identical")
    other = scorelite("compare", "wer", "--ref", "ref.ark", "--hyp", "new.ark")
    assert (other.returncode, other.stdout.splitlines()[0]) == (1, b"different")


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ((), 1),
        (("--max-wer-increase", "19"), 1),
        (("--max-wer-increase", "20"), 0),
        (("--significant",), 0),
        (("--significant", "--level", "1.5"), 2),
        (("--exact",), 1),
    ],
)
@pytest.mark.usefixtures("texts")
def test_tolerances_decide_the_exit_code(options: tuple[str, ...], code: int, scorelite: Run) -> None:
    done = scorelite("compare", "--ref", "ref.ark", "old.ark", "new.ark", *options)
    assert done.returncode == code, done.stderr


@pytest.mark.usefixtures("texts")
def test_better_is_within_any_tolerance_and_still_different_without(scorelite: Run) -> None:
    assert scorelite("compare", "--ref", "ref.ark", "new.ark", "old.ark", "--max-wer-increase", "0").returncode == 0
    assert scorelite("compare", "--ref", "ref.ark", "new.ark", "old.ark").returncode == 1


@pytest.mark.usefixtures("texts")
def test_json_says_all_of_it(scorelite: Run) -> None:
    done = scorelite("compare", "--ref", "ref.ark", "old.ark", "new.ark", "--json")
    document = json.loads(done.stdout)
    assert document["verdict"] == "different"
    assert document["increase"] == pytest.approx(20)
    assert document["utterances"] == [
        {
            "id": "u1",
            "more_errors": 1,
            "a": document["utterances"][0]["a"],
            "b": document["utterances"][0]["b"],
            "ref": "a b",
            "hyp_a": "a b",
            "hyp_b": "a y",
        }
    ]
    assert document["words"] == [{"ref": "b", "hyp": "y", "a": 0, "b": 1}]
    assert set(document["tests"]) == {"bootstrap", "mapsswe", "mcnemar"}


@pytest.mark.usefixtures("texts")
def test_markdown_is_made_of_tables(scorelite: Run) -> None:
    done = scorelite("compare", "--ref", "ref.ark", "old.ark", "new.ark", "--markdown")
    lines = done.stdout.decode().splitlines()
    assert lines[0] == "### different"
    assert "| `u1` | 2 0 0 0 | 1 1 0 0 | +1 |" in lines


@pytest.mark.usefixtures("texts")
def test_several_systems_make_a_table(scorelite: Run) -> None:
    done = scorelite("compare", "--ref", "ref.ark", "old.ark", "new.ark", "third.ark")
    assert done.returncode == 1
    rows = done.stdout.decode().splitlines()[1:4]
    assert [row.split()[-1] for row in rows] == ["third.ark", "old.ark", "new.ark"]
    document = json.loads(scorelite("compare", "--ref", "ref.ark", "old.ark", "new.ark", "third.ark", "--json").stdout)
    assert len(document["pairs"]) == 3


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("wer",),
        ("wer", "nowhere"),
        ("wer", "ref.ark"),
        ("--ref", "ref.ark", "old.ark"),
        ("--ref", "ref.ark", "old.ark", "old.ark"),
        ("--hyp", "old.ark", "wer"),
        ("wer", "wer", "--ref", "ref.ark", "--hyp", "old.ark"),
        ("wer", "wer", "--significant"),
        ("--ref", "ref.ark", "old.ark", "new.ark", "third.ark", "--significant"),
        ("wer", "wer", "--top", "0"),
    ],
)
@pytest.mark.usefixtures("texts")
def test_what_cannot_be_meant_is_bad_input(arguments: tuple[str, ...], scorelite: Run) -> None:
    done = scorelite("compare", *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr


def test_a_tolerance_that_is_no_number_is_refused(scorelite: Run) -> None:
    done = scorelite("compare", "a", "b", "--max-wer-increase", "nan")
    assert done.returncode == 2
    assert b"'nan' is not a number; expected percent points, such as 0.2" in done.stderr


def test_a_reference_from_a_pipe_is_read_once_and_serves_every_hypothesis(texts: Path, scorelite: Run) -> None:
    ref = (texts / "ref.ark").read_bytes()
    files = ("old.ark", "new.ark", "--ref-format", "kaldi")
    by_stdin = scorelite("compare", "--ref", "-", *files, stdin=ref)
    assert by_stdin.returncode == 1
    assert by_stdin.stdout == scorelite("compare", "--ref", "ref.ark", *files).stdout
    os.mkfifo(texts / "pipe")
    Thread(target=(texts / "pipe").write_bytes, args=(ref,), daemon=True).start()
    assert scorelite("compare", "--ref", "pipe", *files).stdout == by_stdin.stdout
    both = scorelite("compare", "--ref", "-", "-", "new.ark", "--ref-format", "kaldi", stdin=ref)
    assert (both.returncode, b"only one of them can be stdin" in both.stderr) == (2, True)
