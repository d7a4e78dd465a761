"""Options, their arguments, and the messages about wrong ones, which are the reference's."""

from __future__ import annotations

import pytest

from scorelite.scoring.compat.programs.sctk.arguments import CommandLineError
from scorelite.scoring.compat.programs.sctk.sclite.command_line import Command, parse
from scorelite.scoring.compat.programs.sctk.sclite.usage import usage
from tests.compat.programs.sctk.sclite.conftest import Command as Run


def parsed(line: str, warnings: list[bytes] | None = None, release: str = "2.4.12") -> Command:
    return parse(line.encode().split(), release, (warnings if warnings is not None else []).append)


REFUSALS = [
    ("-r", "Not enough Ref arguments"),
    ("-r -h", "Req'd Ref File name"),
    ("-h", "Not enough Hyp arguments"),
    ("-h -r", "Req'd Hyp File name"),
    ("-r r", "Input not specified, use transcription input or piped input"),
    ("-h h", "Input not specified, use transcription input or piped input"),
    ("-o sum", "Input not specified, use transcription input or piped input"),
    ("-P -h h", "Hypothesis input(s) specified, but no reference file"),
    ("-P -r r", "Reference input specified, but no Hypothesis input(s)."),
    ("-r none -h h -i rm", "Reference file 'none' does not exist"),
    ("-r r -h h trn -h none -i rm", "Hypothesis file 'none' does not exist"),
    ("-r r txt -h h -i rm", "Reference file format 'txt' not acceptable"),
    ("-r r -h h stm -i rm", "Hypothesis file format 'stm' not acceptable"),
    ("-r r -h h", "Required utterance id (option -i) for transcript mode"),
    ("-r r ctm -h h", "Required utterance id (option -i) for transcript mode"),
    ("-r r -h h -i", "Not enough ID arguments"),
    ("-r r -h h -i -s", "Utterance id type '-s' not acceptable"),
    ("-r r -h h -i RM", "Utterance id type 'RM' not acceptable"),
    ("-l", "Not enough Line Width arguments"),
    ("-f", "Not enough Feedback arguments"),
    ("-O", "Output directory not specified"),
    ("-n", "Output name not specified"),
    ("-w", "Word Weight list file not specified"),
    ("-o", "Not enough Report arguments"),
    ("-C", "Not enough Confidence Report arguments"),
    ("-L model", "-L option used, but SLM toolkit not compiled into sctk\n"),
    ("-d", "Alignments via diff have been disabled"),
    ("-c WORDS", "Unrecognized character alignment option 'WORDS'"),
    ("-e", "Argument required for character encoding\n"),
    ("-e -s", "Argument required for character encoding\n"),
    ("-e latin", "Unrecognized character encoding option 'latin'"),
    ("-e utf-8 klingon", "Optional case conversion localization failed /klingon/\n"),
    ("-m both", "Unrecognized -m option 'both'"),
    ("-r r -h h -i rm -m", "-m flag requires stm format reference file"),
    ("-r r stm -h h txt -m", "-m flag requires ctm format hypothesis file"),
    ("-P -m", "-m flag requires stm format reference file"),
    ("-r r -h h -i rm -T", "Time-mediated alignments require the reference file to be in CTM format"),
    ("-r r ctm -h h -i rm -T", "Time-mediated alignments require the hypothesis file to be in CTM format"),
    ("-r r stm -h h txt -c", "Unable to do character alignments using diff\n"),
    ("-S", "Not enough Inferred Segmentation arguments"),
    ("-S algo1", "Not enough Inferred Segmentation arguments"),
    ("-S -s r", "No Inferred Segmentation algorithm"),
    ("-S algo3 r", "Unrecognize inferred segmentation algorithm 'algo3'"),
    ("-S algo1 -s", "No Inferred Segmentation lexicon"),
    ("-S algo1 none", "Inferred Segmentation lexicon 'none' does not exist"),
    ("-S algo1 r ASCII", "Unrecognized Inferred Segmentation flag 'ASCII'"),
    ("-r r -h h -i rm -w unity -c", "Flags '-c' and '-w' are mutually exclusive\n"),
    ("-r r -h h -i rm -w unity -S algo1 r", "Flags '-S' and '-w' are mutually exclusive\n"),
    ("-r r ctm -h h ctm -w unity -T", "Flags '-T' and '-w' are mutually exclusive\n"),
    (
        "-r r -h h -i rm -o wws",
        "-o wws option specified without a word weight file (via -w) or LM file (via -L) specified\n",
    ),
    ("-r r -h h -i rm -p -o sum stdout", "Error: output can not be both to stdout and a pipe"),
]


@pytest.mark.parametrize(("line", "reason"), REFUSALS)
def test_a_wrong_command_line_is_refused_with_the_references_reason(command: Run, line: str, reason: str) -> None:
    message = usage("2.4.12") + b"\nsclite: Error, " + reason.encode() + b"\n\n"
    assert command(line) == (1, b"", message)


def test_no_argument_at_all_is_refused(command: Run) -> None:
    assert command() == (1, b"", usage("2.4.12") + b"\nsclite: Error, Arguments reguired\n\n")


@pytest.mark.parametrize("word", ["-x", "--", "-", "-rr", "-of", "--help"])
def test_an_unknown_option_is_named_on_standard_output(command: Run, word: str) -> None:
    assert command(word) == (1, b"Illegal argument: " + word.encode() + b"\n", usage("2.4.12"))


def test_the_usage_text_of_master_differs_in_one_line() -> None:
    assert usage("2.4.12") == usage("2.4.10")
    new, old = usage("master").splitlines(), usage("2.4.12").splitlines()
    assert [pair for pair in zip(new, old, strict=True) if pair[0] != pair[1]] == [
        (
            b"                'babel_turkish', or 'babel_vietnamese', 'ukranian'",
            b"                'babel_turkish', or 'babel_vietnamese'",
        )
    ]


def test_the_first_word_that_is_not_an_option_ends_the_options(command: Run) -> None:
    outcome = command("-r r -h h trn title extra -i rm")
    assert outcome.err.endswith(b"\nsclite: Error, Required utterance id (option -i) for transcript mode\n\n")
    assert command("-i rm -r r -h h trn title extra --no-such-option -o none").code == 0


def test_an_empty_word_ends_the_options_too(command: Run) -> None:
    assert command("-i", "rm", "-r", "r", "-h", "h", "-s", "", "--no-such-option").code == 0


@pytest.mark.usefixtures("folder")
class TestWhatIsAskedFor:
    BASE = "-r r -h h -i rm "

    def test_without_any_output_option_it_is_the_summary_on_standard_output_with_feedback(self) -> None:
        command = parsed(self.BASE)
        assert (command.reports, command.to_stdout, command.feedback) == ({b"sum"}, True, 1)

    def test_standard_output_silences_the_feedback_unless_that_was_asked_for(self) -> None:
        assert parsed(self.BASE + "-o sum stdout").feedback == 0
        assert parsed(self.BASE + "-o sum stdout -f 2").feedback == 2
        assert parsed(self.BASE + "-o sum").feedback == 1
        assert parsed(self.BASE + "-f 3 -p").feedback == 0

    def test_a_report_named_twice_is_switched_off(self) -> None:
        assert parsed(self.BASE + "-o sum pra sum").reports == {b"pra"}
        assert parsed(self.BASE + "-o all pralign").reports == {b"sum", b"rsum"}
        assert parsed(self.BASE + "-o sum -s -o sum").reports == set()
        assert not parsed(self.BASE + "-o stdout stdout").to_stdout

    def test_none_switches_off_the_reports_named_before(self) -> None:
        command = parsed(self.BASE + "-o all stdout none dtl")
        assert (command.reports, command.to_stdout) == ({b"dtl"}, False)

    def test_unknown_reports_are_named_and_ignored(self) -> None:
        warnings: list[bytes] = []
        command = parsed(self.BASE + "-o sum det -C det sum none hist", warnings)
        assert (command.reports, command.confidence_reports) == ({b"sum"}, {b"hist"})
        assert warnings == [b"Unknown report 'det'\n", b"Unknown confidence report 'sum'\n"]

    def test_the_confidence_option_alone_switches_the_default_report_off(self) -> None:
        command = parsed(self.BASE + "-C none")
        assert (command.reports, command.confidence_reports, command.feedback) == (set(), set(), 1)

    def test_a_hypothesis_has_format_and_title(self) -> None:
        command = parsed("-r r -h h -h r trn -h h trn T -i rm")
        assert command.hypotheses == [(b"h", b"trn", b"h"), (b"r", b"trn", b"r"), (b"h", b"trn", b"T")]

    def test_the_last_of_repeated_options_wins(self) -> None:
        command = parsed("-r none ctm -r r -h h ctm -l 50 -l 60 -n a -n b -m ref hyp -m hyp -r r stm -h h ctm")
        assert (command.ref_name, command.ref_format, command.width, command.name) == (b"r", b"stm", 60, b"b")
        assert command.reduce == {b"hyp"}

    def test_m_alone_means_the_reference(self) -> None:
        assert parsed("-r r stm -h h ctm -m").reduce == {b"ref"}

    def test_a_number_ends_at_the_first_other_character(self) -> None:
        command = parsed(self.BASE + "-l 12x -f abc")
        assert (command.width, command.feedback) == (12, 0)

    def test_a_segmentation_named_twice_is_switched_off(self) -> None:
        assert parsed(self.BASE + "-S algo1 r").segment == 1
        assert parsed(self.BASE + "-S algo1 r ASCIITOO -S algo1 h").segment == 0

    def test_values_of_some_options_may_look_like_options(self) -> None:
        command = parsed(self.BASE + "-O -o -n -n -w -w")
        assert (command.directory, command.name, command.weights) == (b"-o", b"-n", b"-w")

    @pytest.mark.parametrize(
        ("name", "encoding"),
        [("gb", "gb"), ("EUC", "gb"), ("Utf-8", "utf-8"), ("ext_ascii", "ext_ascii"), ("ASCII", "ascii")],
    )
    def test_encodings_have_names_in_any_case(self, name: str, encoding: str) -> None:
        assert parsed(self.BASE + "-e " + name).encoding == encoding

    def test_a_profile_folds_the_names_that_follow_it(self) -> None:
        assert parsed(self.BASE + "-e utf-8 BABEL_TURKISH -e ASCII").encoding == "ascii"
        with pytest.raises(CommandLineError, match="Unrecognized character encoding option 'ascii'"):
            parsed(self.BASE + "-e utf-8 babel_turkish -e ascii")

    def test_no_release_but_master_has_ukrainian(self) -> None:
        assert parsed(self.BASE + "-e utf-8 Ukrainian", release="master").profile == b"ukrainian"
        for release in ("2.4.10", "2.4.12"):
            with pytest.raises(CommandLineError, match="localization failed /ukrainian/"):
                parsed(self.BASE + "-e utf-8 ukrainian", release=release)
