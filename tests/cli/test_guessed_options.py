"""Options that people guess, command by command: each has an answer, and the answer names what exists."""

from __future__ import annotations

import argparse
import ast
import re
from contextlib import suppress
from pathlib import Path

import pytest

from scorelite.scoring.cli.command_line import EVERY, parser
from scorelite.scoring.cli.main import main
from scorelite.scoring.cli.other_words import answered, answers_of, expecting, instead_of
from scorelite.scoring.normalise.catalogue import NORMALISERS
from tests.conftest import ROOT, Run

(COMMANDS,) = (each.choices for each in parser(EVERY)._actions if isinstance(each, argparse._SubParsersAction))
OPTIONS = {name: {*command._option_string_actions} for name, command in COMMANDS.items()}
OF_OTHER_PROGRAMS = ("benchmarkstt", "benchmarkstt-tools", "jiwer", "kaldi", "sctk", "toolkits")
"""Commands whose options are those of other programs."""
ANSWERS = ROOT / "resources" / "answers"
_OPTION = re.compile(r"(?<![\w/-])--?[a-z][a-z-]*\b")
ANSWERED = [name for name in COMMANDS if answers_of(name)]


@pytest.mark.parametrize("command", ANSWERED)
def test_answers_are_about_options_that_a_command_lacks(command: str) -> None:
    assert not OPTIONS[command] & {*answers_of(command)}


def _unknown(text: str, command: str) -> list[str]:
    """The options and reports that a text names and that its command lacks: the one that it names, or this one."""
    found = []
    for part in re.split(r"[;,:] |`", text):
        named = re.search(r"scorelite ([\w-]+)", part)
        owner = command if named is None else named[1]
        if owner not in OPTIONS or owner in OF_OTHER_PROGRAMS or "pandoc " in part:
            continue
        found += [f"{owner} {name}" for name in _OPTION.findall(part) if name not in OPTIONS[owner]]
        reports = COMMANDS[owner]._option_string_actions.get("--report")
        for value in re.findall(r"--report ([a-z]+)", part):
            if reports is not None and reports.choices and value not in (*reports.choices, "or"):
                found.append(f"{owner} --report {value}")
    return found


@pytest.mark.parametrize("command", COMMANDS)
def test_answers_name_options_that_exist(command: str) -> None:
    known = OPTIONS[command]
    for name in {*answered(command)} - known:
        answer = instead_of(name, command, known)
        assert _unknown(answer, command) == [], (name, answer)
    # Each answer of the command's own is given: none names what it lacks.
    assert all(instead_of(name, command, known) == expecting(answer) for name, answer in answers_of(command).items())


def test_commands_in_messages_name_options_that_exist() -> None:
    texts = [line for name in ("names.txt", "options.txt") for line in (ANSWERS / name).read_text().splitlines()]
    for path in (ROOT / "scoring").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                texts.append("".join(part.value if isinstance(part, ast.Constant) else "X" for part in node.values))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.append(node.value)
    found = [command for text in texts for command in re.findall(r"scorelite [a-z]+ [^`;\n]*", text)]
    commands = [command for command in found if "KWSEval" not in command]  # whose own options kws has, too
    assert len(commands) > 500
    assert {command: unknown for command in commands if (unknown := _unknown(command, ""))} == {}


@pytest.mark.parametrize("command", ANSWERED)
def test_a_guess_is_answered_in_a_line(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    name, answer = next(iter(answers_of(command).items()))
    with pytest.raises(SystemExit) as ended:
        main([command, "ref.x", "hyp.x", name, "1"])
    usage, message = capsys.readouterr().err.splitlines()
    assert (ended.value.code, usage[:6]) == (2, "usage:")
    shown, page = message.split(" (")
    assert shown == f"scorelite {command}: unknown option {name}{expecting(answer)}"
    assert page in (
        f"scorelite {command} --help lists all options)",
        f"scorelite {command} --help-all lists all options)",
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("segments r.rttm h.rttm --ref-uem r.uem", "--ref-uem; did you mean --uem?"),
        ("segments r.rttm h.rttm --score-overlap-only", "--score-overlap-only; did you mean --overlap?"),
        ("score r.trn h.trn --csv-output x", "--csv-output; did you mean --output or --csv?"),
    ],
)
def test_an_option_that_is_a_word_of_a_guess_is_meant(
    line: str, expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(line.split())
    assert f"unknown option {expected} (" in capsys.readouterr().err


@pytest.mark.parametrize("line", ["normalise --list", "normalisers"])
def test_all_normalisers_are_listed(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(line.split())
    rows = capsys.readouterr().out.splitlines()
    assert (ended.value.code, len(rows)) == (0, len(NORMALISERS))
    assert all(row.startswith(f"{each.name} ") for row, each in zip(rows, NORMALISERS, strict=True))


def test_normalisers_are_listed_by_words(scorelite: Run) -> None:
    rows = scorelite("normalisers", "Arabic").stdout.decode().splitlines()
    assert [row.split()[0] for row in rows] == ["arabic-marks", "arabic-hamza", "arabic-tanween", "arabic-tanween-all"]
    refused = scorelite("normalisers", "fr")
    assert refused.returncode == 2
    assert b"no normaliser has 'fr' in its name or summary; `scorelite normalisers` lists all" in refused.stderr


def test_the_format_of_a_file_is_detected_by_check(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "a.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\nhi\n")
    assert scorelite("detect", "a.srt", cwd=tmp_path).stdout.startswith(b"a.srt: srt, 1 segment")
    assert b"--style; expected --subtitles NAME" in scorelite("check", "a.srt", "--style", "netflix").stderr


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("align a.txt b.ctm out.srt", "expected only TEXT [TIMES], and the output as -o OUT"),
        ("score a.trn b.trn c.trn --markdown", "scorelite compare --ref a.trn b.trn c.trn"),
    ],
)
def test_an_output_is_named(line: str, expected: str, tmp_path: Path, scorelite: Run) -> None:
    for name in ("a.trn", "b.trn", "c.trn"):
        (tmp_path / name).write_text("yes (a-1)\n")
    refused = scorelite(*line.split())
    assert (refused.returncode, expected in refused.stderr.decode()) == (2, True)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("compare r.trn h.trn --pvalue", "--pvalue: every test shows p"),
        (
            "score r.trn h.trn --sheet A",
            "--sheet: the name of the sheet stands behind that of the book: 'BOOK.xlsx#SHEET'",
        ),
        (
            "score r.trn h.trn --skip-rows 3",
            "--skip-rows: the first row has the names of columns; remove the rows above",
        ),
        ("show r.trn h.trn --agent", "--agent; expected scorelite score REF HYP --by COLUMN, for the rates"),
        ("score r.trn h.trn --output-encoding utf-16", "--output-encoding: all output is UTF-8"),
        ("score r.trn h.trn --exclude a", "--exclude; expected a REF without these ids, and --missing skip"),
        ("score r.trn h.trn --exclude-speaker x", "scorelite convert REF OUT --only-speaker NAME first, of each that"),
        ("score r.trn h.trn --case-insensitive", "--case-insensitive: case is ignored unless -s is given"),
        ("score r.trn h.trn --junit-xml x.xml", "expected --verdict junit=FILE, with a limit ("),
        ("score r.trn h.trn --redact", "expected --equivalents redactions"),
        ("score r.trn h.trn --visualize", "--visualize; expected --page FILE ("),
        ("compare --ref r.trn h.trn i.trn --holm", "expected --correction"),
        ("segments r.rttm h.rttm --by session", "argument --by: unknown value 'session'; expected --per-file"),
        ("score r.trn h.trn --word-list n.txt", "--word-list; expected --entities FILE"),
        ("score r.trn h.trn --length-bins 5", "--length-bins; expected --by words:0-5-10-20"),
        ("convert a.trn b.trn --out-dir x", "--out-dir; expected a folder as OUT, with --to NAME"),
        ("convert a.srt b.srt --sync 1", "--sync; expected --shift SECONDS moves times"),
        ("audit r.trn h.trn --top 5", "--top; expected --shown"),
        ("check a.rttm --uem a.uem", "--uem: a UEM is a FILE like others"),
        ("segments r.rttm h.rttm -u a.uem", "-u; expected --uem"),
        ("segments r.rttm h.rttm --per-speaker", "--per-speaker; expected --report sys --rows class"),
        ("meetings r.stm h.stm --printed", "expected scorelite convert HYP OUT.json --to seglst --printed first"),
        ("kws --ecf e --by keyword", "--by; expected --csv FILE, with a row for each keyword"),
        ("kws t.csv -o x", "-o; expected > FILE"),
        ("compare a.json b.json --confusions", "--confusions; expected --top N"),
        ("compare a.json b.json --max-relative-increase 3", "--max-relative-increase: limits are points of percent"),
        ("cite", "unknown command 'cite'; expected CITATION.cff and docs/citing.md"),
        ("gui", "unknown command 'gui'; expected scorelite score REF HYP --page FILE, which a browser shows"),
        ("score r.trn h.trn --ignore-ids", "lines of two txt files are paired in order"),
        ("compare --ref r.trn h.trn i.trn --by-line", "lines of two txt files are paired in order"),
        ("score r.trn h.trn --strip-suffix .wav", "expected --strip-id REGEX"),
        ("score r.trn h.trn --measure wer", "--measure: the summary has all rates of words, -c those of characters"),
        ("score r.trn h.trn --hyp-channel 1", "expected --channel NAME, or --channel OLD=NEW for another name"),
        ("meetings r.stm h.stm --measures cp", "expected --measure NAME"),
        ("meetings r.stm h.stm --session x", "--strip-id REGEX removes a prefix or suffix of sessions"),
        ("segments r.rttm h.rttm --measures der", "expected --measure NAME"),
        ("segments r.rttm h.rttm --by domain", "unknown value 'domain'; expected --slice COLUMN"),
        ("segments r.rttm h.rttm --by-domain", "expected --slice COLUMN, with --slices FILE"),
        ("score r.trn h.trn --page p.html --anonymise", "expected --normalise FILE, of rules such as maria,[NAME]"),
        ("compare --ref r.trn h.trn i.trn --no-text", "expected --json without --page has no texts"),
        ("convert r.stm o.stm --anonymise", "expected --speaker-map FILE"),
        ("meetings r.stm h.stm --anonymize", "expected scorelite convert IN OUT --speaker-map FILE"),
        ("segments r.rttm h.rttm --osd", "expected --measure overlaps"),
        (
            "meetings r.stm h.stm --measure SA-WER",
            "'SA-WER' is none of them: papers call several rates so; expected cp",
        ),
        ("score r.trn h.trn --lm-weight 10", "expected scorelite score FOLDER, of a Kaldi decoding"),
        ("score r.trn h.trn --best", "the best scoring of a Kaldi decoding; of n-best lists --with nbest=FILE"),
        (
            "score r.trn h.trn --dataset x",
            "expected the data set as REF: a table, or the folder that save_to",
        ),
        ("score r.trn h.trn --matrix", "expected --report dtl, or as csv --report confusions"),
        ("score r.trn h.trn --mode strict", "--missing skip for present"),
        ("segments r.rttm h.rttm --only-overlap", "expected --overlap only ("),
        ("segments r.rttm h.rttm --session x", "expected scorelite convert IN OUT --channel NAME --session NAME"),
        (
            "segments r.rttm h.rttm --speaker_count",
            "unknown option --speaker_count: the summary has it",
        ),
        ("score r.trn h.trn --ref_fields x", "--ref-column"),
        ("score r.trn h.trn --show-alignments", "--report pra"),
        ("compare r.trn h.trn --n-samples 5", "--replications N"),
        (
            "score r.trn h.trn --column-of-ids x",
            "see --ref-column, --hyp-column, --id-column (scorelite score --help-all",
        ),
        ("score r.trn h.trn --phoneme", "phonemes between blanks are scored as words"),
        ("segments r.rttm h.rttm --ignore_overlaps", "--overlap exclude"),
        ("score r.stm h.ctm --ignore_overlaps", "--overlap earlier where segments of a channel overlap"),
        ("compare --ref r.trn a.trn b.trn --only-regressions", "--top N"),
        ("score r.trn h.trn --hide-correct", "scorelite show REF HYP --from-rate 0.1"),
        ("show r.trn h.trn --latex", "scorelite score REF HYP --latex"),
        (
            "meetings r.stm h.stm --match-names",
            """awk '{$1 = $1 "-" $3} 1' makes a session of each speaker of an stm""",
        ),
        ("show r.trn h.trn --hide-correct", "expected --from-rate 0.1"),
        ("convert a.srt b.srt --joined-lines", "see --max-lines"),
        ("check a.srt --max-line 42", "expected --max-chars N, of each line, or --max-lines N, of each cue"),
        ("convert a.srt b.srt --max-line 42", "expected --max-chars N, of each line, or --max-lines N, of each cue"),
        ("check a.srt --max-line-chars 42", "expected --max-chars N"),
        ("convert a.srt b.srt --line-width 42", "expected --max-chars N"),
    ],
)
def test_an_option_of_the_same_meaning_is_named(line: str, expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(line.split())
    assert expected in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("dedup a", "unknown command 'dedup'; expected scorelite check FILE"),
        ("clean a", "unknown command 'clean'; expected scorelite normalise IN OUT --normalise NAME"),
        ("score r.trn h.trn --with causes", "no analysis 'causes'; expected writing"),
    ],
)
def test_a_guessed_command_or_analysis_is_answered(
    line: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in "rh":
        (tmp_path / f"{name}.trn").write_text("good day (u-1)\n")
    with suppress(SystemExit):
        assert main(line.split()) == 2
    assert expected in capsys.readouterr().err


def test_the_answer_on_names_that_count_gives_the_errors_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    turns = [("ben", "good day to you"), ("carla", "hello and welcome"), ("dan", "yes")]
    heard = [("carla", "good day to you"), ("ben", "hello and welcome")]
    for name, side in (("ref.stm", turns), ("hyp.stm", heard)):
        lines = [f"t 1 {speaker} {at} {at + 1} {text}" for at, (speaker, text) in enumerate(side)]
        fields = [line.split(" ") for line in lines]
        Path(name).write_text("".join(" ".join([f"{each[0]}-{each[2]}", *each[1:]]) + "\n" for each in fields))
    assert main(["meetings", "ref.stm", "hyp.stm", "--measure", "wer", "--missing", "delete"]) == 0
    # Four words for three, three words for four, and one that is missing.
    assert "WER 112.5 % [ 9 / 8:" in capsys.readouterr().out
