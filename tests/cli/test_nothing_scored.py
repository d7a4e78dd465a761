"""Commands that score nothing end with a message and an exit code other than 0."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conftest import ROOT, Run

RTTM = b"SPEAKER talk 1 0.0 1.0 <NA> <NA> anna <NA> <NA>\n"
FILES = {
    "empty": b"",
    "empty.trn": b"",
    "other.trn": b"a b (x-1)\n",
    "ref.trn": b"a b (a-1)\n",
    "people.csv": b"id,sex\na-1,f\n",
    "silent.trn": b" (a-1)\n",
    "empty.rttm": b"",
    "ref.rttm": RTTM,
}
KWS = ("--ecf", "ecf.xml", "--kwlist", "kwlist.xml", "--kwslist", "kwslist.xml")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    for path in (ROOT / "resources" / "demo_kws").iterdir():
        shutil.copy(path, tmp_path / path.name.replace("ref.rttm", "said.rttm"))
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "words",
    [
        "score empty empty",
        "score empty.trn empty.trn --json",
        "score silent.trn silent.trn",
        "score empty.trn empty.trn --slices people.csv --slice sex",
        "score ref.trn other.trn --missing skip --report sum",
        "segments empty.rttm empty.rttm",
        "segments empty.rttm empty.rttm --measure diarisation --json",
        "segments ref.rttm ref.rttm --measure diarisation --overlap only",
        "compare --ref empty.trn empty empty.trn",
    ],
)
def test_nothing_scored_is_an_error(scorelite: Run, words: str) -> None:
    done = scorelite(*words.split())
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"scorelite: nothing was scored: " in done.stderr


def test_shards_without_words_are_an_error_that_names_sides(scorelite: Run, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.tsv").write_text(f"id\tref\thyp\n{name}-1\t\t\n")
    done = scorelite("score", "a.tsv", "b.tsv", "--shards", "-o", "totals")
    assert done.returncode == 2
    assert b"nothing was scored: the reference (tsv) and the hypothesis (tsv) have no words" in done.stderr


@pytest.mark.usefixtures("folder")
def test_keywords_that_nobody_said_are_an_error(scorelite: Run) -> None:
    done = scorelite("kws", *KWS, "--rttm", "empty.rttm")
    assert done.returncode != 0
    assert done.stdout == b""
    assert done.stderr.startswith(b"scorelite: nothing was scored: no keyword of kwlist.xml was said in empty.rttm")
    assert scorelite("kws", *KWS, "--rttm", "said.rttm").returncode == 0


def test_keyword_spotting_without_files_is_an_error(scorelite: Run) -> None:
    done = scorelite("kws")
    assert done.returncode != 0
    assert b"--ecf" in done.stderr


@pytest.mark.usefixtures("folder")
def test_one_empty_side_is_scored(scorelite: Run) -> None:
    assert b"100.0 %" in scorelite("score", "ref.trn", "silent.trn").stdout
    assert scorelite("segments", "ref.rttm", "empty.rttm", "--measure", "diarisation").returncode == 0


def test_the_conversion_of_nothing_is_said(scorelite: Run, folder: Path) -> None:
    done = scorelite("convert", "empty.trn", "out.txt")
    assert (done.returncode, done.stderr) == (0, b"trn -> txt: nothing was converted: the source is empty\n")
    assert (folder / "out.txt").read_bytes() == b""


@pytest.mark.parametrize("options", [("--page",), ("--json", "-o"), ("--report", "pra", "-o")])
@pytest.mark.parametrize("side", ["ref.trn", "./hyp.trn", "link.trn"])
def test_a_report_never_replaces_what_it_was_made_of(
    side: str, options: tuple[str, ...], scorelite: Run, tmp_path: Path
) -> None:
    (tmp_path / "ref.trn").write_text("a b (u-1)\n")
    (tmp_path / "hyp.trn").write_text("a c (u-1)\n")
    (tmp_path / "link.trn").symlink_to("ref.trn")
    done = scorelite("score", "ref.trn", "hyp.trn", *options, side)
    assert (done.returncode, done.stdout) == (2, b"")
    assert f"{side} is an input too; expected another file".encode() in done.stderr
    assert (tmp_path / "ref.trn").read_text() == "a b (u-1)\n"


def test_two_outputs_are_two_files(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "ref.trn").write_text("a b (u-1)\n")
    done = scorelite("score", "ref.trn", "ref.trn", "--page", "out", "--json", "-o", "out")
    assert done.returncode == 2
    assert b"out is another output too" in done.stderr


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("words", ["meetings talk.stm t.rttm", "score t.rttm talk.stm", "score talk.stm t.rttm"])
def test_turns_in_place_of_words_name_the_command_that_compares_them(
    scorelite: Run, tmp_path: Path, words: str
) -> None:
    (tmp_path / "talk.stm").write_text("talk 1 anna 0.0 1.0 good day\n")
    (tmp_path / "ref.rttm").rename(tmp_path / "t.rttm")
    done = scorelite(*words.split())
    assert (done.returncode, done.stdout) == (2, b"")
    message, command = done.stderr.decode().rstrip().split(": scorelite ")
    assert message.startswith("scorelite: t.rttm has no words, but speakers with times; expected a file with words, or")
    assert b"\nDER                     0.0 %" in scorelite(*command.split()).stdout


def test_labels_that_are_points_end_with_what_makes_them_events(scorelite: Run, tmp_path: Path) -> None:
    head = "speaker,start,end,text\n"
    points, late = [("H*", 0.5), ("L-", 1.2)], [("H*", 0.52), ("L-", 1.4)]
    for length, names in ((0.0, ("ref", "hyp")), (0.1, ("longer-ref", "longer-hyp"))):
        for name, rows in zip(names, (points, late), strict=True):
            text = "".join(f"tones,{at},{at + length:.2f},{label}\n" for label, at in rows)
            (tmp_path / f"{name}.csv").write_text(head + text)
    done = scorelite("segments", "ref.csv", "hyp.csv", "--by", "text")
    assert done.returncode == 2
    assert b"every label of ref.csv and hyp.csv is a point, which lasts no time" in done.stderr
    advised = b"--measure sound-events --collar 0.05"
    assert advised in done.stderr
    done = scorelite("segments", "longer-ref.csv", "longer-hyp.csv", *advised.decode().split())
    assert b"correct                50.0 %" in done.stdout
