"""Manners of the command line: short messages with suggestions, exit codes, silent pipes, help that fits."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scorelite import scoring
from scorelite.scoring.cli import programs
from scorelite.scoring.cli.commands import COMMANDS
from scorelite.scoring.cli.main import main
from tests.conftest import ROOT, Run

SCRIPT = ROOT / "scoring" / "cli" / "bin" / "scorelite"


@pytest.mark.parametrize("name", ["score", "compare", "meetings", "segments"])
def test_help_of_commands_with_limits_says_that_an_exceeded_limit_is_exit_code_1(name: str, scorelite: Run) -> None:
    shown = " ".join(scorelite(name, "--help-all").stdout.decode().split())
    assert "--max-" in shown
    assert "1 a limit was exceeded" in shown.partition("exit codes: 0 ")[2]


# Programs whose command lines begin with options answer in their own words.
@pytest.mark.parametrize("name", [name for name in COMMANDS if not name.startswith(("benchmarkstt", "jiwer"))])
def test_a_typing_error_in_an_option_is_answered_with_one_line_of_usage_and_the_nearest(
    name: str, scorelite: Run
) -> None:
    done = scorelite(name, "--hepl", "a", "b")
    usage, message = done.stderr.decode().splitlines()
    assert (done.returncode, done.stdout) == (2, b"")
    assert usage.startswith(f"usage: scorelite {name} ")
    page = "--help-all" if "--help-all" in scorelite(name, "--help").stdout.decode() else "--help"
    expected = f"unknown option --hepl; did you mean --help? (scorelite {name} {page} lists all options)"
    assert message == f"scorelite {name}: {expected}"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["scroe", "a", "b"], "scorelite: unknown command 'scroe'; did you mean score? ("),
        (["--verson"], "scorelite: unknown option --verson; did you mean --version?"),
        (["score", "a", "b", "--rep", "pra"], "scorelite score: unknown option --rep; did you mean --report?"),
        (
            ["score", "a", "b", "-Z"],
            "scorelite score: unknown option -Z (scorelite score --help-all lists all options)",
        ),
        (["score", "a", "b", "-sZD"], "scorelite score: unknown option -Z "),
        (["score", "a", "b", "--strip-id", "-0$"], "--strip-id without a value, before -0$; expected '--strip-id=-0$'"),
        (["score", "--reprot", "pra"], "scorelite score: unknown option --reprot; did you mean --report?"),
        (["meetings", "a", "b", "c"], "scorelite meetings: unexpected 'c'; expected only REF HYP"),
        (["score", "a", "b", "--report", "praa"], "unknown value 'praa'; did you mean pra? (see --help)"),
        (["score", "a", "b", "--ref-format", "ctmm"], "unknown value 'ctmm'; did you mean ctm? (see --help)"),
        (["segments", "a", "b", "--collar", "x"], "argument --collar: 'x' is not a number of seconds\n"),
        (["segments", "a", "b", "--collar", "250ms"], "'250ms' is not a number of seconds; expected 0.25"),
        (["convert", "a", "b", "--pause", "2s"], "'2s' is not a number of seconds; expected 2"),
        (["segments", "a", "b", "--merge", "nan"], "argument --merge: 'nan' is not a number"),
        (["segments", "a", "b", "--measure=boundaries", "--collar", "inf"], "argument --collar: 'inf' is not a number"),
        (["segments", "a", "b", "--width", "1.5"], "argument --width: '1.5' is not a whole number"),
        (["kaldi"], "scorelite kaldi: the following arguments are required: PROGRAM"),
        (["formats", "ctmm"], "argument NAME: 'ctmm' is unknown; did you mean ctm? (scorelite formats lists all)"),
        (
            ["formats", "trn", "xyzzy"],
            "argument NAME: 'xyzzy' is unknown; expected one of: trn, stm, mdtm, ",
        ),
        (["kaldi", "compute-werr", "a"], "argument PROGRAM: 'compute-werr' is unknown; did you mean compute-wer? "),
        (["kaldi", "--allow-pipes", "best_wr"], "argument PROGRAM: 'best_wr' is unknown; did you mean best_wer? "),
        (["sctk", "sclit", "-r"], "argument PROGRAM: 'sclit' is unknown; did you mean sclite? (see --help)"),
        (["sctk", "--allow-pipes", "rover.sh"], "argument PROGRAM: 'rover.sh' is unknown; did you mean rover? "),
        (["meetings", "a", "b", "--measure", "cp,orcc"], "argument --measure: 'orcc' is unknown; did you mean orc? "),
        (["compare", "--ref", "a", "b", "c", "--ref-format", "ctmm"], "unknown value 'ctmm'; did you mean ctm? "),
        (
            ["score", "a", "b", "--policy", "sclit"],
            "policy 'sclit' is unknown; did you mean sclite? (",
        ),
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


@pytest.mark.parametrize(
    "words",
    [
        ["REF", "HYP", "--references", "OTHER"],
        ["REF", "--references", "OTHER", "--json", "HYP"],
        ["--references", "OTHER", "--json", "REF", "HYP"],
        ["REF", "--references", "OTHER", "--", "HYP"],
    ],
)
def test_an_option_with_several_values_ends_at_the_next_option(
    words: list[str], scorelite: Run, tmp_path: Path
) -> None:
    paths = {name: tmp_path / f"{name}.trn" for name in ("REF", "HYP", "OTHER")}
    for name, path in paths.items():
        path.write_text(f"a {name} (u)\n")
    options = [] if "--json" in words else ["--json"]
    job = scorelite("score", *options, *(paths.get(word, word) for word in words))
    assert job.stderr == b""
    assert json.loads(job.stdout)["analyses"]["references"]["rows"][2]["rate"] == 0.5


@pytest.mark.parametrize("words", [["-1"], ["--", "-x"]])
def test_words_that_only_look_like_options_are_operands(words: list[str], scorelite: Run) -> None:
    assert b"No such file or directory" in scorelite("score", "missing.trn", *words).stderr


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_fits_the_terminal(
    name: str, width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    with pytest.raises(SystemExit):
        main([*filter(None, [name]), "--help"])
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


@pytest.mark.sweep(4)
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
    assert bool(programs.words_of(name)) == (name != "my-scorelite")


@pytest.fixture
def files(tmp_path: Path) -> None:
    """Small files for every sub-command."""
    (tmp_path / "r.trn").write_text("a b c (u-1)\n")
    (tmp_path / "h.trn").write_text("a x c (u-1)\n")
    (tmp_path / "i.trn").write_text("a b (u-1)\n")
    (tmp_path / "r.txt").write_text("the cat\nsat\n")
    for name in ("r.stm", "h.stm"):
        (tmp_path / name).write_text("t 1 anna 0 4 a b\n")
    for name in ("r.ctm", "h.ctm"):
        (tmp_path / name).write_text("t 1 0 1 a\nt 1 1 1 b\n")
    for name in ("r.ark", "h.ark"):
        (tmp_path / name).write_text("u-1 the cat\nu-2 sat\n")
    (tmp_path / "a.wer").write_text("%WER 25.0 [ 1 / 4, 0 ins, 0 del, 1 sub ]\n")
    (tmp_path / "map").write_text("nobody somebody\n")
    (tmp_path / "known").write_text("anna anne\nu v\n")
    (tmp_path / "t.csv").write_text("id,text\n1,the cat\n")
    (tmp_path / "m.jsonl").write_text('{"text": "a b", "pred_text": "a c"}\n')
    for name in ("r.rttm", "h.rttm"):
        (tmp_path / name).write_text("SPEAKER t 1 0 4 <NA> <NA> anna <NA> <NA>\n")


WITHOUT_EFFECT = {
    "score r.trn h.trn --utterances": "--utterances has no effect without --json",
    "score r.trn h.trn --utterances --report pra": "--utterances has no effect without --json",
    "score r.trn h.trn --speakers sp": "--speakers has no effect without --report",
    "score r.trn h.trn --width 80": "--width has no effect without --report pra or prf",
    "score r.trn h.trn --width 80 --report sys": "--width has no effect without --report pra or prf",
    "score r.trn h.trn --drop-hyphens": "--drop-hyphens has no effect without -c",
    "score r.trn h.trn --outside skip": "--outside skip has no effect without a reference of seg",
    "score r.trn h.trn --overlap earlier": "--overlap earlier has no effect without a reference of seg",
    "score r.ctm h.ctm --outside skip": "--outside skip has no effect without a reference of seg",
    "score m.jsonl m.jsonl m.jsonl --with failures": (
        "--with has no effect without one file, or a reference and a hypothesis: this is a table of several scores"
    ),
    "score r.txt r.txt --session talk": "--session has no effect without segments or words with times",
    "score r.trn h.trn --session u=v": "--session has no effect without segments or words with times",
    "score r.ark h.ark --channel 1": "--channel has no effect without segments or words with times",
    "score r.txt r.txt --no-markup": "--no-markup has no effect on txt, which has no marks to read",
    "score r.trn h.trn --markup": "--markup has no effect with trn, whose marks are read anyway; expected two files",
    "score r.ark h.ark --no-markup": "--no-markup has no effect on kaldi, which has no marks",
    "score r.ark h.ark --no-markup --stream": "--no-markup has no effect on kaldi, which has no marks",
    "score r.trn h.trn --speaker-map map": "--speaker-map has no effect without a --report by speaker, --by speaker",
    "score r.trn h.trn --speaker-map map --report sys": "--speaker-map has no effect: the files have 1",
    "score r.trn h.trn --speaker-map known --report dtl": "--speaker-map has no effect without a --report by speaker",
    "score r.trn h.trn --speaker-map known --json --utterances": "--speaker-map has no effect on ids without a --repo",
    "score r.trn h.trn --speakers sp --report dtl": "--speakers has no effect without --report; "
    "dtl and confusions have no speakers",
    "show r.trn h.trn --speaker-map known": "--speaker-map has no effect on ids without --speaker",
    "score r.ctm h.ctm --session nosuch=x": "--session has no effect: the files have 1 recording ('t'), a",
    "score r.txt r.stm --session x": "--session has no effect on one recording compared with plain text",
    "score r.txt r.stm --channel x": "--channel has no effect on one recording compared with plain text",
    "score m.jsonl --hyp-format trn": "--hyp-format has no effect without a second file: one table holds",
    "score m.jsonl m.jsonl m.jsonl --page x": "--page has no effect without one file, or a reference and a hypothesis",
    "score m.jsonl m.jsonl --csv --stream": "--stream has no effect without one file, or a reference and a hypothesis",
    "score m.jsonl --markdown --no-markup": "--no-markup has no effect on jsonl, which has no marks to read",
    "score r.stm h.ctm --speaker-map map --report sys": "--speaker-map has no effect: the files have 1",
    "convert r.stm out.txt --interpolate": "--interpolate has no effect on txt, which holds no tim",
    "convert r.stm out.txt --session x": "--session has no effect on txt, which holds no recordings",
    "convert r.stm out.srt --channel x": "--channel has no effect on srt, which holds no channels",
    "convert r.stm out.txt --speaker-map known": "--speaker-map has no effect on txt, which holds no sp",
    "convert r.ctm out.stm --speaker-map known": "--speaker-map has no effect: the source has no names of",
    "convert r.stm out.rttm --speaker-map map": "--speaker-map has no effect: the source has 1 speaker (",
    "convert r.stm out.trn --session nosuch=x": "--session has no effect: the source has 1 recording ('t'",
    "convert t.csv out.csv --session x": "--session has no effect: the source has no column for recordings",
    "convert r.stm out.trn --pause 2": "--pause has no effect on trn, which holds no segments that are cut at",
    "convert r.stm out.srt --pause 2": "--pause has no effect: the source has segments with times, or no wor",
    "convert r.stm h.stm out --to stm --speaker-map map": "--speaker-map has no effect: the source has 1 ",
    "vote r.trn h.trn -o out.trn --tier a": "trn has no option --tier; it has: ",
    "convert t.csv out.trn --tier a": "t.csv: --tier is for tables of an aligner; expected no",
    "vote r.trn h.trn -o out.trn --option a=b": "trn has no option 'a'; it has: ",
    "vote r.trn h.trn -o out.trn --confidence highest": "--confidence highest has no effect with --alpha 1,",
    "vote r.trn h.trn -o out.trn --null-confidence 0.5": "--null-confidence 0.5 has no effect with",
    "segments r.rttm h.rttm --report lengths --uem x": "--uem has no effect on --report lengths, which counts all",
    "segments r.rttm h.rttm --report lengths --merge 1": "--merge has no effect on --report lengths",
    "compare --ref r.trn h.trn i.trn --level 0.1": "--level has no effect without --significant, or --ref and three",
    "segments r.rttm r.rttm --by text": "r.rttm: rows of speakers without texts; expected --by speaker",
    "segments r.rttm r.rttm --rows file": "--rows has no effect without --report sys or raw",
    "segments r.rttm r.rttm --rows file --report pra": "--rows has no effect without --report sys or raw",
    "segments r.rttm r.rttm --width 80 --report sys": "--width has no effect without --report pra",
    "segments r.rttm r.rttm --json --report sys": "--json and --report exclude each other",
    "segments r.rttm r.rttm --tier a --ref-tier b --hyp-tier c": "--tier has no effect without a side that",
    "segments r.rttm h.rttm --merge 1 --collar 1": "--merge has no effect on --measure diarisation",
    "compare r.trn h.trn --hyp i.trn": "--hyp has no effect without --ref",
    "compare r.trn h.trn --characters": "--characters has no effect without --ref",
    "compare r.trn h.trn --missing skip": "--missing has no effect without --ref",
    "compare r.trn h.trn --ref-format trn": "--ref-format has no effect without --ref",
    "compare r.trn h.trn --policy sclite": "--policy has no effect without --ref",
    "compare r.trn h.trn --level 0.1": "--level has no effect without --significant, or --ref and three or more hy",
    "compare a.wer a.wer --replications 9": "--replications has no effect without scores with errors by utterance",
    "compare --ref r.trn h.trn i.trn --json --top 3": "--top has no effect without two results and a list",
    "compare --ref r.trn r.trn h.trn i.trn --top 3": "--top has no effect without two results and a list",
    "compare a.wer a.wer --top 3": "--top has no effect: the scores do not both have",
    "meetings r.stm h.stm --collar 5": "--collar has no effect without a --measure with times, such as tcp",
    "meetings r.stm h.stm --measure orc --hyp-timing none": "--hyp-timing has no effect without a --measure with times",
    "meetings r.stm h.stm --memory 1G": "--memory has no effect without a --measure that searches",
    "meetings r.stm h.stm --time 5 --measure wer,cp": "--time has no effect without a --measure that searches",
    "meetings r.stm h.stm --width 50 --report sys": "--width has no effect without --report pra",
    "compare --ref r.trn r.trn h.trn i.trn --exact": "--exact is for two results; there are 3",
}


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("line", WITHOUT_EFFECT)
def test_an_option_without_effect_is_refused(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(line.split()) == 2
    done = capfdbinary.readouterr()
    assert not done.out
    message = done.err.decode().splitlines()[-1]
    assert message.startswith(f"scorelite: {WITHOUT_EFFECT[line]}")
    assert not [path for path in tmp_path.glob("out*") if path.is_file()]


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("name", "of_sclite"), [("sys", "sum"), ("raw", "rsum"), ("pralign", "pra")])
def test_reports_have_the_names_of_sclites_files_too(name: str, of_sclite: str, scorelite: Run) -> None:
    report = scorelite("score", "r.trn", "h.trn", "--report", name)
    assert report.stdout
    assert report.stdout == scorelite("score", "r.trn", "h.trn", "--report", of_sclite).stdout


@pytest.mark.usefixtures("files")
def test_the_report_all_is_what_sclite_writes_for_all(scorelite: Run, sclite: Run, tmp_path: Path) -> None:
    command = ("score", "r.trn", "h.trn", "--report", "all")
    options = ("-r", "r.trn", "trn", "-h", "h.trn", "trn", "-i", "spu_id", "-o", "all")
    assert scorelite(*command).stdout == b"".join(
        sclite(*options[:-1], name, "stdout", "-f", "0").stdout for name in ("sum", "rsum", "pralign")
    )
    assert scorelite(*command, "-o", "ours").returncode == sclite(*options, "-n", "theirs").returncode == 0
    for suffix in ("sys", "raw", "pra"):
        assert (tmp_path / f"ours.{suffix}").read_bytes() == (tmp_path / f"theirs.{suffix}").read_bytes()


@pytest.mark.usefixtures("files")
def test_plain_text_is_of_one_speaker(scorelite: Run) -> None:
    for name in ("sys", "raw", "spk", "snt", "pra", "sgml"):
        done = scorelite("score", "r.txt", "r.txt", "--report", name)
        assert (done.returncode, done.stderr) == (0, b"")
        assert name == "pra" or b"all" in done.stdout


@pytest.mark.usefixtures("files")
def test_a_score_of_characters_says_so(scorelite: Run) -> None:
    text = scorelite("score", "r.trn", "h.trn", "-c").stdout.decode()
    assert "1 utterance, 3 reference characters (blanks do not count)\n" in text
    assert "CER     33.3 %" in text
    assert "WER" not in text


@pytest.mark.usefixtures("files")
def test_a_comparison_of_characters_says_so(scorelite: Run) -> None:
    words = ("compare", "--ref", "r.trn", "h.trn", "i.trn")
    text = scorelite(*words, "-c").stdout.decode()
    assert "A  CER    33.3 %  h.trn (scored now)\n" in text
    assert "2 pairs of characters differ:\n" in text
    assert "WER" not in text
    assert "words" not in text.replace("other words were recognised", "")
    assert "|  | CER | source | kind |\n" in scorelite(*words, "-c", "--markdown").stdout.decode()
    assert json.loads(scorelite(*words, "-c", "--json").stdout)["counted"] == "character"
    three = (*words, "r.trn", "-c")
    assert b"  CER " in scorelite(*three).stdout
    assert b"| CER |" in scorelite(*three, "--markdown").stdout
    assert b"CER" not in scorelite(*words).stdout


@pytest.mark.usefixtures("files")
def test_words_are_not_compared_with_characters_nor_settings_with_others_without_a_word(scorelite: Run) -> None:
    for name, words in (("words", ()), ("characters", ("-c",)), ("kept", ("-s",))):
        assert scorelite("score", "r.trn", "h.trn", "--json", "-o", f"{name}.json", *words).returncode == 0
    done = scorelite("compare", "words.json", "characters.json")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == (
        b"scorelite: words.json counts words, characters.json characters; expected one unit (-c scores characters)\n"
    )
    done = scorelite("compare", "words.json", "kept.json")
    assert done.returncode == 0
    assert done.stderr == (
        b"scorelite: warning: words.json and kept.json were scored with different settings: case:folded against "
        b"case:kept\n"
    )
    assert scorelite("compare", "words.json", "words.json").stderr == b""


def test_numbers_for_people_have_separators_and_numbers_for_programs_have_not(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "r.txt").write_text("a b\n" * 1234)
    text = scorelite("score", "r.txt", "r.txt").stdout.decode()
    assert "1,234 utterances, 2,468 reference words\n" in text
    assert "   2,468 correct\n" in text
    assert b'"reference": 2468' in scorelite("score", "r.txt", "r.txt", "--json").stdout


@pytest.mark.usefixtures("files")
def test_diarization_is_diarisation(scorelite: Run) -> None:
    words = ("segments", "r.rttm", "h.rttm", "--measure")
    done = scorelite(*words, "diarization")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == scorelite(*words, "diarisation").stdout
    assert scoring.score_segments({}, {"t": [("a", 0.0, 1.0)]}, measure="diarization").measure == "diarisation"


def test_probabilities_below_a_thousandth_are_written_as_journals_do(scorelite: Run, tmp_path: Path) -> None:
    lines = [f"a b c d (u-{number})\n" for number in range(60)]
    (tmp_path / "r.trn").write_text("".join(lines))
    (tmp_path / "h.trn").write_text("".join(line.replace("b", "x") for line in lines))
    (tmp_path / "i.trn").write_text("".join(line.replace("b", "x").replace("d", "y") for line in lines))
    text = scorelite("compare", "--ref", "r.trn", "i.trn", "h.trn").stdout.decode()
    assert "more in 0.0 %; p = .002\n" in text
    assert "equal differences: sign test, p < .001\n" in text


@pytest.mark.parametrize("width", [50, 80])
def test_the_list_of_formats_fits_the_terminal(
    width: int, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert main(["formats"]) == 0
    assert max(map(len, capsysbinary.readouterr().out.decode().splitlines())) <= 80
    assert main(["formats", "ctm", "parquet"]) == 0
    whole = capsysbinary.readouterr().out.decode()
    monkeypatch.setenv("COLUMNS", str(width))
    assert main(["formats", "ctm", "parquet"]) == 0
    fitted = capsysbinary.readouterr().out.decode()
    assert max(map(len, fitted.splitlines())) <= width < max(map(len, whole.splitlines()))
    assert fitted.split() == whole.split()


def test_sides_that_look_swapped_are_suspected(scorelite: Run, tmp_path: Path) -> None:
    for name in ("ref.trn", "my_hyp.trn"):
        (tmp_path / name).write_text("a b (u-1)\n")
    done = scorelite("score", "my_hyp.trn", "ref.trn", "--json")
    assert done.returncode == 0
    assert done.stderr.decode() == (
        "scorelite: warning: REF and HYP look swapped: the reference is my_hyp.trn, the hypothesis "
        "ref.trn; "
        "expected REF before HYP\n"
    )
    assert scorelite("score", "ref.trn", "my_hyp.trn", "--json").stderr == b""
    assert b"look swapped" in scorelite("compare", "--ref", "my_hyp.trn", "ref.trn", "my_hyp.trn").stderr


@pytest.mark.parametrize(("ref", "hyp"), [("h1.trn", "ref.trn"), ("whisper.trn", "ref.trn"), ("a.h.trn", "a.r.trn")])
def test_names_of_files_tell_that_sides_are_swapped(scorelite: Run, tmp_path: Path, ref: str, hyp: str) -> None:
    for name in (ref, hyp):
        (tmp_path / name).write_text("a b (u-1)\n")
    assert b"look swapped" in scorelite("score", ref, hyp).stderr
    assert b"look swapped" not in scorelite("score", hyp, ref).stderr


@pytest.mark.parametrize(("ref", "hyp", "swapped"), [("t.ctm", "t.stm", True), ("ref.ctm", "hyp.stm", False)])
def test_a_ctm_is_no_reference_of_an_stm(scorelite: Run, tmp_path: Path, ref: str, hyp: str, swapped: bool) -> None:
    (tmp_path / ref).write_text("t 1 0 1 hello\n")
    (tmp_path / hyp).write_text("t 1 A 0 2 hello\n")
    assert (b"look swapped" in scorelite("score", ref, hyp).stdout) == swapped
    assert b"look swapped" not in scorelite("score", hyp, ref).stdout


def test_columns_that_look_swapped_are_suspected(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("id,reference,hypothesis\n1,a b,a c\n")
    done = scorelite("score", "t.csv", "--ref-column", "hypothesis", "--hyp-column", "reference").stdout.decode()
    assert (
        "the columns look swapped: the reference is column 'hypothesis', the hypothesis 'reference'; expected "
        "--ref-column reference\n"
    ) in done
    (tmp_path / "u.csv").write_text("id,reference,prediction\n1,a b,a c\n")
    done = scorelite("score", "u.csv", "--ref-column", "prediction", "--hyp-column", "reference")
    assert b"the columns look swapped" in done.stdout
    (tmp_path / "v.csv").write_text("id,reference,transcript\n1,a b,a c\n")
    done = scorelite("score", "v.csv", "--ref-column", "transcript", "--hyp-column", "reference")
    assert b"the columns look swapped" in done.stdout
    right = scorelite("score", "t.csv", "--ref-column", "reference", "--hyp-column", "hypothesis").stdout
    assert b"look swapped" not in right


ONE_FILE = {
    "segments": ("r.rttm", "SPEAKER r 1 0 1 <NA> <NA> A <NA> <NA>\n", ("segments", "r.rttm", "./r.rttm")),
    "meetings": ("r.stm", "r 1 A 0 1 hello\n", ("meetings", "r.stm", "./r.stm")),
    "compare": ("r.trn", "hello (a-1)\n", ("compare", "--ref", "r.trn", "./r.trn", "third")),
}


@pytest.mark.parametrize("command", ONE_FILE)
def test_one_file_as_both_sides_is_said(scorelite: Run, tmp_path: Path, command: str) -> None:
    name, content, words = ONE_FILE[command]
    (tmp_path / name).write_text(content)
    (tmp_path / "copy").write_text(content)
    (tmp_path / "third").write_text(content)
    done = scorelite(*words)
    assert (done.returncode, done.stderr.decode().count("are the same file")) == (0, 1)
    assert b"same file" not in scorelite(*("copy" if word == name else word for word in words)).stderr


def test_tiers_of_one_file_are_two_sides(scorelite: Run, tmp_path: Path) -> None:
    tier = (
        '        class = "IntervalTier"\n        name = "{}"\n        xmin = 0\n        xmax = 1\n'
        "        intervals: size = 1\n        intervals [1]:\n            xmin = 0\n            xmax = 1\n"
        '            text = "a"\n'
    )
    head = 'File type = "ooTextFile"\nObject class = "TextGrid"\n\nxmin = 0\nxmax = 1\n'
    head += "tiers? <exists>\nsize = 2\nitem []:\n"
    tiers = "".join(f"    item [{number}]:\n{tier.format(name)}" for number, name in enumerate("AB", 1))
    (tmp_path / "both.TextGrid").write_text(head + tiers)
    done = scorelite("segments", "both.TextGrid", "both.TextGrid", "--ref-tier", "A", "--hyp-tier", "B")
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("option", ["--help", "--help-all"])
def test_help_that_names_a_page_of_the_documentation_says_where_it_is(option: str, scorelite: Run) -> None:
    text = scorelite("score", option).stdout.decode()
    assert "(docs/guides/normalisation.md)" in text
    assert text.endswith("\ndocs/ is in https://github.com/scorelite/scorelite\n")
    assert "docs/ is in" not in scorelite("formats", option.removesuffix("-all")).stdout.decode()
