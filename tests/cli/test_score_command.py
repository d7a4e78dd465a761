"""`scorelite score`: output, messages about bad input, and exit codes."""

from __future__ import annotations

import argparse
import gzip
import importlib.metadata
import inspect
import json
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scorelite import core, scoring
from scorelite.scoring.cli.command_line import parser
from scorelite.scoring.cli.commands import COMMANDS
from scorelite.scoring.cli.main import main
from scorelite.scoring.words.job import KEYWORDS
from scorelite.scoring.words.keywords import FileKeywords
from tests.conftest import ROOT, Run
from tests.terminal import on_terminal

DEMO = ROOT / "resources" / "demo"


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    """A folder with the demo set, in which the commands run."""
    for path in DEMO.iterdir():
        shutil.copy(path, tmp_path)
    return tmp_path


@pytest.mark.usefixtures("demo")
def test_the_summary_tells_rates_and_signature(scorelite: Run) -> None:
    done = scorelite("score", "ref.trn", "hyp.trn")
    assert (done.returncode, done.stderr) == (0, b"")
    version = scoring.__version__
    assert done.stdout.decode() == (
        "ref  ref.trn (trn)\n"
        "hyp  hyp.trn (trn)\n"
        "20 utterances, 153 reference words\n"
        "\n"
        "WER     11.8 %   18 errors\n"
        "        90.8 %   139 correct\n"
        "         4.6 %   7 substitutions\n"
        "         4.6 %   7 deletions\n"
        "         2.6 %   4 insertions\n"
        "MER     11.5 %   errors per aligned pair, at most 100 %\n"
        "SER     65.0 %   13 utterances with an error\n"
        "mean    15.4 %   of utterance rates (average:mean); median 12.5 % (average:median), "
        "35.0 % of utterances without error\n"
        "\n"
        f"scorelite:{version}|policy:sclite|unit:word|case:folded|markup:sclite|optional:no|fragments:no"
        "|missing:error|ref:trn|hyp:trn\n"
    )


@pytest.mark.usefixtures("demo")
def test_the_summary_says_where_case_is_folded_and_the_program_of_the_policy_keeps_it(scorelite: Run) -> None:
    summaries = [
        scorelite("score", "ref.trn", "hyp.trn", "--policy", "kaldi_wer", *more).stdout.decode()
        for more in ((), ("-s",))
    ]
    assert ["not to Kaldi's compute-wer; --case-sensitive" in summary for summary in summaries] == [True, False]


@pytest.mark.usefixtures("demo")
def test_json_is_what_the_interface_gives(scorelite: Run, demo: Path) -> None:
    done = scorelite("score", "ref.trn", "hyp.trn", "--json", "--utterances", "-s")
    expected = scoring.score_files(demo / "ref.trn", demo / "hyp.trn", case_sensitive=True).to_dict(utterances=True)
    document = json.loads(done.stdout)
    assert {**document, "ref": expected["ref"], "hyp": expected["hyp"]} == json.loads(json.dumps(expected))


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize("name", ["sum", "rsum", "pra", "dtl"])
def test_a_report_is_that_of_sclite(scorelite: Run, sclite: Run, name: str) -> None:
    ours = sclite("-r", "ref.trn", "trn", "-h", "hyp.trn", "trn", "-i", "spu_id", "-o", name, "stdout")
    done = scorelite("score", "ref.trn", "hyp.trn", "--report", name)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == ours.stdout


def test_reports_go_to_files(scorelite: Run, demo: Path) -> None:
    assert scorelite("score", "ref.trn", "hyp.trn", "--report", "spk", "-o", "out").returncode == 0
    assert sorted(path.name for path in demo.glob("out*")) == ["out.spk.anna", "out.spk.ben", "out.spk.chloe"]
    assert scorelite("score", "ref.trn", "hyp.trn", "--report", "pra", "-o", "x.pra").stdout == b""
    assert (demo / "x.pra").read_bytes().count(b"id: (") == 20
    assert scorelite("score", "ref.trn", "hyp.trn", "-o", "x").stdout == b""
    assert (demo / "x").read_text().startswith("ref  ref.trn (trn)\n")


def test_a_speakers_name_cannot_lead_into_another_folder(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "a.trn").write_bytes(b"x (../../evil-1)\n")
    assert scorelite("score", "a.trn", "a.trn", "--report", "spk", "-o", "out").returncode == 0
    assert [path.name for path in tmp_path.glob("out*")] == ["out.spk...%2F..%2Fevil"]


def test_a_hypothesis_may_come_from_a_pipe(scorelite: Run, demo: Path) -> None:
    data = gzip.compress((demo / "hyp.trn").read_bytes())
    done = scorelite("score", "ref.trn", "-", stdin=data)
    assert b"WER     11.8 %" in done.stdout
    assert b"hyp  <stdin> (trn)" in done.stdout


def test_ids_without_a_partner_end_the_run_unless_a_rule_is_given(scorelite: Run, demo: Path) -> None:
    lines = (demo / "hyp.trn").read_bytes().splitlines(keepends=True)
    (demo / "hyp.trn").write_bytes(b"".join(lines[2:]))
    done = scorelite("score", "ref.trn", "hyp.trn")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(
        b"scorelite: reference and hypothesis have different ids\n"
        b"  2 references (anna-001, anna-002) of 20 without a hypothesis\n"
    )
    skipped = scorelite("score", "ref.trn", "hyp.trn", "--missing", "skip").stdout
    assert b"18 utterances" in skipped
    assert b"2 with a reference but without a hypothesis: left out" in skipped
    deleted = scorelite("score", "ref.trn", "hyp.trn", "--missing", "delete").stdout
    assert b"20 utterances" in deleted
    assert b"2 with a reference but without a hypothesis: scored as deletions" in deleted
    extra = scorelite("score", "hyp.trn", "ref.trn", "--missing", "skip").stdout
    assert b"2 with a hypothesis but without a reference: left out" in extra


def test_a_broken_file_is_shown_with_its_place(scorelite: Run, demo: Path) -> None:
    (demo / "hyp.trn").write_bytes(b"fine (a-1)\nnot fine\n")
    done = scorelite("score", "ref.trn", "hyp.trn")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == (
        "hyp.trn:2:9: no utterance id; expected '(id)' at the end of the line\n"
        "  not fine\n"
        "          ^\n"
        "(convert with --skip-broken leaves out broken lines)\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["score", "nothing.trn", "nothing.trn"], "scorelite: nothing.trn: No such file or directory"),
        (
            ["score", ".", "hyp.trn"],
            "scorelite: . is a folder of files, but the hypothesis is one file; expected two folders",
        ),
        (["score", "-", "-"], "scorelite: ref and hyp are both standard input"),
        (["score", "ref.trn", "hyp.trn", "--encoding", "x"], "scorelite: encoding 'x' is unknown"),
        (["score", "ref.trn", "hyp.trn", "--keep-ascii"], "scorelite: --keep-ascii has no effect without -c"),
        (
            ["score", "ref.txt", "hyp.txt", "--report", "sum", "--speakers", "spu_id"],
            "scorelite: 20 of 20 ids name no speaker (1, 2, 3, 4, 5)",
        ),
        (["score", "ref.trn"], "scorelite: ref.trn: no hypothesis; expected a second file, or a table"),
        (["score", "ref.trn", "hyp.trn", "-j", "x"], "argument -j/--threads: 'x' is not a number of threads"),
        (["score", "ref.trn", "hyp.trn", "--width", "0"], "argument --width: '0' is not a line width"),
        ([], "scorelite --help describes the commands"),
    ],
)
@pytest.mark.usefixtures("demo")
def test_bad_calls_end_with_a_message_and_exit_code_2(scorelite: Run, arguments: list[str], message: str) -> None:
    done = scorelite(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert message in done.stderr.decode()
    assert b"Traceback" not in done.stderr


@pytest.mark.usefixtures("demo")
def test_output_that_cannot_be_written_ends_with_exit_code_1(scorelite: Run) -> None:
    done = scorelite("score", "ref.trn", "hyp.trn", "-o", "no/folder")
    assert (done.returncode, done.stderr) == (1, b"scorelite: cannot write no/folder: No such file or directory\n")


def test_a_speaker_that_is_too_long_for_the_name_of_a_file_is_told_in_a_short_line(
    scorelite: Run, tmp_path: Path
) -> None:
    name = "u" * 1_000_000
    (tmp_path / "a.trn").write_text(f"good day ({name}-1)\n")
    done = scorelite("score", tmp_path / "a.trn", tmp_path / "a.trn", "--report", "snt", "-o", tmp_path / "out")
    assert done.returncode == 1
    assert re.search(rb"cannot write .* \.\.\. u+: File name too long\n$", done.stderr)
    assert len(done.stderr) < 500


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_a_full_disk_is_told_in_one_line(demo: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "scorelite.scoring.cli.main",
        "score",
        str(demo / "ref.trn"),
        str(demo / "hyp.trn"),
    ]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (
        1,
        b"scorelite: cannot write to standard output: No space left on device\n",
    )


def test_colour_is_for_terminals_without_no_color(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "scorelite.scoring.cli.main",
        "score",
        str(DEMO / "ref.trn"),
        str(DEMO / "hyp.trn"),
    ]
    shown, plain, dumb = (
        on_terminal(command, tmp_path, environment) for environment in ({}, {"NO_COLOR": "1"}, {"TERM": "dumb"})
    )
    assert (shown[0], plain[0], dumb[0]) == (0, 0, 0)
    assert b"\x1b[1mWER     11.8 %\x1b[0m" in shown[1]
    assert b"\x1b" not in plain[1] + dumb[1]


def test_the_version_says_which_core_runs(scorelite: Run) -> None:
    done = scorelite("--version")
    assert done.returncode == 0
    assert done.stdout.decode().startswith(f"scorelite {scoring.__version__} ({core.NAME} core")
    chosen = scorelite("--version", environment={"SCORELITE_CORE": "python"})
    first, libraries, place = chosen.stdout.decode().splitlines()
    assert first == f"scorelite {scoring.__version__} (python core, chosen by SCORELITE_CORE)"
    assert f"numpy {importlib.metadata.version('numpy')}" in libraries
    assert place.startswith(f"Python {platform.python_version()}, ")


def test_every_command_has_help_with_an_example(scorelite: Run) -> None:
    assert b"examples:\n  scorelite score " in scorelite("--help").stdout
    for command in COMMANDS:
        done = scorelite(command, "--help")
        assert done.returncode == 0
        assert f"examples:\n  scorelite {command} ".encode() in done.stdout


def test_command_line_and_interface_have_the_same_parameters() -> None:
    options = parser("score").parse_args(["score", "r", "h"])
    output = {"run", "json", "utterances", "report", "output", "speakers", "width", "plot", "dark", "by", "changes"}
    output |= {"more", "markdown", "latex", "csv"}  # of tables of several scores
    output |= {"shards", "skip_broken", "stream"}  # of large corpora
    output |= {
        "analyses",
        "entities",
        "page",
        "title",
        "audio",
        "embed_audio",
        "max_wer",
        "max_ser",
        "max_group_wer",
        "verdict",
        "spans",
        "explain",
        "interval",
        "measures",
        "references",
        "slice",
        "slice_unit",
        "slices",
    }  # made of the result
    of_command = set(vars(options)) - output
    of_function = set(inspect.signature(scoring.score_files).parameters) - {"keywords"} | set(KEYWORDS)
    assert of_command == of_function
    assert set(KEYWORDS) == set(FileKeywords.__annotations__)
    assert isinstance(options, argparse.Namespace)


def test_an_interrupt_leaves_no_traceback(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("scorelite.scoring.cli.score.score_files", interrupted)
    assert main(["score", "a", "b"]) == 130
    assert capfd.readouterr().err == "scorelite: interrupted\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_an_interrupt_while_python_exits_leaves_no_traceback() -> None:
    code = """
import atexit, os, signal, sys, threading
atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))
sys.argv = ["scorelite", "--version"]
from scorelite.scoring.cli.main import run
run()
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (-signal.SIGINT, b"")
    assert done.stdout.startswith(b"scorelite ")


def test_functions_that_a_command_registers_are_called_when_it_ends() -> None:
    code = """
from scorelite.scoring.cli import main
def work():
    import atexit
    atexit.register(print, "called")
    return 3
main.main = work
main.run()
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (3, b"called\n", b"")


_ACCENTS = "id,text,hyp,accent\na,good day,good,us\nb,yes,yes,uk\nc,no,no,us\n"


def test_groups_are_a_table_the_largest_first(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text(_ACCENTS)
    done = scorelite("score", "x.csv", "--by", "accent", "--by", "id_")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"no group 'id_'; expected one of: speaker, accent" in done.stderr
    shown = scorelite("score", "x.csv", "--by", "accent").stdout.decode().splitlines()[-4:]
    assert shown == [
        "accent  utterances  words     WER     SER",
        "us               2      3  33.3 %  50.0 %",
        "uk               1      1   0.0 %   0.0 %",
        "mean of the rates of 2 groups: 16.7 %",
    ]


def test_groups_are_in_json(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text(_ACCENTS)
    groups = json.loads(scorelite("score", "x.csv", "--by", "accent", "--json").stdout)["groups"]
    rows = [(row["value"], row["utterances"], row["errors"]) for row in groups["accent"]]
    assert rows == [("us", 2, 1), ("uk", 1, 0)]


def test_equivalents_are_read_in_tables_of_manifests(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    for name, heard in (("one", "we are going to go"), ("two", "we are gone")):
        row = {"text": "we are gonna go", "pred_text": heard}
        (tmp_path / "models" / f"{name}.jsonl").write_text(json.dumps(row) + "\n")
    (tmp_path / "words.txt").write_text("gonna | going to\n")
    rates = scorelite("score", "models", "--equivalents", "words.txt", "--csv").stdout.decode().splitlines()[1]
    assert rates == "models,0.0000,0.5000,0.2500"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("models --printed", "--printed has no effect on jsonl, which stores only one form of each word"),
        ("models --title T", "--title has no effect without --page"),
        ("models --unit speaker", "--unit has no effect without --slice, --measures or --interval"),
        ("models --equivalents-branches whole", "--equivalents-branches has no effect without --equivalents"),
        ("both.csv --missing delete", "--missing delete has no effect on both.csv, whose rows hold both sides"),
        ("refs hyps --normalise basic --changes x", "--changes has no effect without one pair of files"),
    ],
)
def test_options_without_effect_are_refused_whatever_is_scored(
    scorelite: Run, tmp_path: Path, words: str, message: str
) -> None:
    for folder, row in (("models", '{"text": "a", "pred_text": "a"}'), ("refs", '{"text": "a"}'), ("hyps", "a")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / ("one.txt" if folder == "hyps" else "one.jsonl")).write_text(f"{row}\n")
    (tmp_path / "both.csv").write_text(_ACCENTS)
    done = scorelite("score", *words.split())
    assert (done.returncode, done.stdout) == (2, b"")
    assert message in done.stderr.decode()


@pytest.mark.native
def test_folders_in_which_some_files_have_marks_say_why_compounds_are_not_merged(
    scorelite: Run, tmp_path: Path
) -> None:
    for folder, first in (("refs", "{ a / b }"), ("hyps", "a")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "one.trn").write_text(f"{first} (u-1)\n")
        (tmp_path / folder / "two.trn").write_text("white paper (u-2)\n")
    done = scorelite("score", "refs", "hyps", "--normalise", "leaderboard-en")
    assert done.returncode == 2
    assert (
        b"some texts have marks such as { a / b }, or times, and compounds are merged only in the others" in done.stderr
    )
    assert scorelite("score", "refs", "hyps", "--normalise", "leaderboard-en", "--no-markup").returncode == 0


def test_names_of_files_cannot_steer_the_terminal_on_which_a_log_is_read(scorelite: Run, tmp_path: Path) -> None:
    name = "a\x1b[2J\x9b.trn"
    (tmp_path / name).write_bytes(b"good day (a-1)\n")
    (tmp_path / "r.trn").write_bytes(b"good day (a-1)\n")
    for words in (["score", "r.trn", name], ["score", "r.trn", name + "x"], ["check", name + "x"]):
        job = scorelite(*words)
        assert b"a\xe2\x90\x9b[2J<U+009B>.trn" in job.stdout + job.stderr
        assert b"\x1b" not in job.stdout + job.stderr


@pytest.mark.parametrize("speakers", [("a/b", "a_b"), ("..", "../x")])
def test_similar_names_of_speakers_have_a_report_each(
    scorelite: Run, tmp_path: Path, speakers: tuple[str, str]
) -> None:
    (tmp_path / "r.trn").write_text("".join(f"good day ({speaker}-1)\n" for speaker in speakers))
    assert scorelite("score", "r.trn", "r.trn", "--report", "spk", "-o", "out").returncode == 0
    reports = sorted(path.read_text().partition("\n")[0] for path in tmp_path.glob("out*"))
    assert reports == sorted(f"SCORING FOR SPEAKER: {speaker}" for speaker in speakers)
