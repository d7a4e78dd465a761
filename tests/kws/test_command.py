"""The command `scorelite kws`: its own options, KWSEval's, reports, exit codes and messages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from scorelite.scoring.compat.programs.f4de import kwseval, options
from scorelite.scoring.kws import score_files
from tests.kws.conftest import Command, control, keyword_list, system
from tests.peers import peer

FILES = ("--ecf", "e.xml", "--rttm", "r.rttm", "--kwlist", "k.xml", "--kwslist", "s.xml")
THEIRS = ("-e", "e.xml", "-r", "r.rttm", "-t", "k.xml", "-s", "s.xml")

pytestmark = pytest.mark.usefixtures("basic")


def test_a_summary_says_the_values(run: Command) -> None:
    done = run("kws", *FILES)
    assert done.returncode == 0, done.stderr.decode()
    text = done.stdout.decode()
    assert "2 keywords scored, 3 targets, 100 s searched" in text
    assert re.search(r"ATWV  0\.7500 .*\nMTWV  0\.7500 .* 0?\.8\n", text)


def test_a_summary_says_that_split_channels_count_half(run: Command, tmp_path: Path) -> None:
    (tmp_path / "e.xml").write_text(control(("f", "1", "0", "100", "splitcts")))
    text = run("kws", *FILES).stdout.decode()
    assert "2 keywords scored, 3 targets, 50 s searched (splitcts counts half, as in KWSEval); 1" in text


def test_numbers_for_programs(run: Command) -> None:
    document = json.loads(run("kws", *FILES, "--json", "--keywords", "--by-targets").stdout)
    assert (document["atwv"], document["targets"], document["false_alarms"]) == (0.75, 3, 0)
    assert [item["id"] for item in document["keywords"]] == ["T1", "T2", "T3"]
    assert sorted(document["subsets"]) == ["HasTargets", "NoTargets"]


def test_two_systems_are_compared_number_by_number(run: Command, tmp_path: Path) -> None:
    for name, decision in (("a", "YES"), ("b", "NO")):
        text = (
            (tmp_path / "s.xml").read_text().replace('score=".8" decision="YES"', f'score=".8" decision="{decision}"')
        )
        (tmp_path / "s.xml").write_text(text)
        (tmp_path / f"{name}.json").write_bytes(run("kws", *FILES, "--json", "--keywords").stdout)
    done = run("compare", "a.json", "b.json")
    assert done.stdout.decode().splitlines()[1].split() == ["all", "atwv", "0.7500", "0.2500", "-0.5000"]
    rows = json.loads(run("compare", "a.json", "b.json", "--json").stdout)["rows"]
    changed = [(row["name"], row["number"], row["change"]) for row in rows if row["change"]]
    assert changed[-2:] == [("b c", "twv", -1.0), ("b c", "misses", 1)]
    refused = run("compare", "a.json", "b.json", "--max-wer-increase", "1")
    assert b"--max-wer-increase has no effect without two scores of words" in refused.stderr


def test_names_of_keywords_break_no_table_of_markdown(run: Command, tmp_path: Path) -> None:
    numbers = dict.fromkeys(("atwv", "mtwv", "otwv", "stwv", "map", "targets", "hits", "misses", "false_alarms"), 1)
    row = {"text": "a|b<i>", "twv": 0.5, "misses": 0, "false_alarms": 0}
    value = {"signature": "scorelite|kws:atwv", **numbers, "miss_rate": 0, "keywords": [row]}
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_text(json.dumps(value))
    lines = run("compare", "a.json", "b.json", "--markdown").stdout.decode().splitlines()
    assert lines[-1] == "| `a\\|b<i>` | false_alarms | 0 | 0 | +0 |"


def test_reports_go_to_files_or_to_standard_output(run: Command, tmp_path: Path) -> None:
    done = run("kws", *FILES, "--report", "sum,bsum,alignment,det", "--form", "txt,csv,html", "--out", "x.")
    assert done.returncode == 0
    assert done.stdout == b""
    names = {path.name for path in tmp_path.glob("x.*")}
    assert names == {f"x.{name}.{form}" for name in ("sum", "bsum") for form in ("txt", "csv", "html")} | {
        "x.alignment.csv",
        "x.det.txt",
    }
    assert run("kws", *FILES, "--report", "bsum").stdout == (tmp_path / "x.bsum.txt").read_bytes()


def test_the_two_ways_of_saying_it_give_the_same_reports(run: Command, tmp_path: Path) -> None:
    ours = run("kws", *FILES, "--report", "bsum", "--strict-f4de", "--cost", "0.1").stdout
    done = run("kws", *THEIRS, "-f", "x", "-b", "-k", "0.1")
    assert done.returncode == 0
    assert done.stdout.decode().splitlines()[-1] == "Wrote: xbsum.txt"
    assert (tmp_path / "xbsum.txt").read_bytes() == ours


def test_reports_of_kwseval_on_standard_output(run: Command) -> None:
    assert b"Keyword  T1" in run("kws", *THEIRS, "-f", "-", "-b").stdout


@pytest.mark.parametrize(
    ("arguments", "words", "code"),
    [
        (("-o",), "[ERROR] Must include a file root", 1),
        (("-f", "x", "-o", "-p", "0"), "[ERROR] parameter 'Ptarg' must > 0", 1),
        (("-f", "x", "-O", "-T", "T1", "-G"), "[ERROR] Cannot specify more than one condition", 1),
        (("-f", "x", "-o", "-zG", "FOO"), "[ERROR] Error: Requested global measure /FOO/", 1),
        (("-f", "x", "-o", "-x", "FOO"), "[ERROR] Error: -zprefilterText option /FOO/ not defined", 1),
        (("-f", "x", "-o", "-N", "f/["), "is not a regular expression", 1),
        (("-f", "nowhere/x", "-o"), "No such file or directory", 1),
        (("-f", "x", "--foo"), "Unknown option: foo", 255),
        (("-f", "x", "-i", "1"), "Option i is ambiguous (include-blocks-w-notargs, iso-lines)", 255),
        (("-f", "x", "-p", "y"), 'Value "y" invalid for option p', 255),
    ],
)
def test_wrong_command_lines_of_kwseval_are_named(
    run: Command, arguments: tuple[str, ...], words: str, code: int
) -> None:
    done = run("kws", *THEIRS, *arguments)
    assert done.returncode == code
    assert words in (done.stdout + done.stderr).decode()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--report", "foo"), "'foo' is unknown; expected one of: sys, raw, pra, dtl, sgml ... 14 in all: see --help"),
        (("--prior", "0"), "prior is 0.0; expected a number above 0"),
        (("--report", "cond.sum"), "there are no subsets"),
        (("--by-oov", "--by-targets"), "several ways to group trials; expected only one"),
        (("--plot", "det=x.doc"), "x.doc: a picture is written as .svg, .png or .pdf"),
        (("--plot", "x.svg"), "expected KIND=FILE, as in det=x.svg, of the kinds det, thresholds, histogram"),
        (("--by-term", "["), "is not a regular expression"),
        (("--by-term", "nosuch"), "--by-term nosuch: no keyword has this id"),
        (("--by-term", "a:T1", "--by-term", "b:x,y"), "--by-term x,y: no keyword has this id"),
        (("--by-attribute", "nosuch"), "--by-attribute nosuch: no keyword has this attribute"),
        (("--by-oov", "--report", "sum"), "--by-oov has no effect without --report cond.NAME"),
        (("--segments", "--trials-per-second", "2"), "--trials-per-second has no effect with --segments"),
        (("--check", "--json"), "--check and --json exclude each other"),
        (("--prefilter", "notASCII"), "--prefilter notASCII has no effect without charsplit"),
        (("--gap", "nan"), "argument --gap: 'nan' is not a number"),
        (("--report", "pra", "--width", "x"), "argument --width: 'x' is not a whole number"),
    ],
)
def test_wrong_command_lines_of_ours_are_named(run: Command, arguments: tuple[str, ...], words: str) -> None:
    done = run("kws", *FILES, *arguments)
    assert done.returncode == 2
    assert words in done.stderr.decode()


def test_a_report_that_cannot_be_leaves_no_other_behind(run: Command, tmp_path: Path) -> None:
    done = run("kws", *FILES, "--report", "sum,cond.sum", "--out", str(tmp_path / "x"))
    assert done.returncode == 2
    assert not list(tmp_path.glob("x*"))


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("s.xml", system(("T9", [])), "s.xml:2:1: keyword id 'T9' is not in the keyword list"),
        ("k.xml", keyword_list(("T1", " ")), "k.xml:2:1: keyword 'T1' has no word to search for"),
        ("k.xml", keyword_list(("T1", "a"), ("T1", "b")), "k.xml:3:1: keyword id 'T1' is already used on line 2"),
        ("e.xml", control(), "the searched duration is 0 s"),
        ("e.xml", "<ecf>", "e.xml:1:"),
        ("r.rttm", "LEXEME f 1\n", "r.rttm:1:11: 3 fields; expected "),
        ("e.xml", control(("f", "1", "0", "2", "cts")), "as many references as trials"),
    ],
)
def test_wrong_files_are_named_with_their_line(run: Command, tmp_path: Path, name: str, text: str, words: str) -> None:
    if "as many" in words:
        (tmp_path / "r.rttm").write_text("LEXEME f 1 0 .5 a lex s <NA>\nLEXEME f 1 1 .5 a lex s <NA>\n")
    (tmp_path / name).write_text(text)
    ours = run("kws", *FILES)
    assert ours.returncode == 2
    assert words in ours.stderr.decode()
    assert "Traceback" not in ours.stderr.decode()
    theirs = run("kws", *THEIRS, "-f", "x", "-o", "-b", "-c")
    assert theirs.returncode in (1, 255)
    assert words in (theirs.stdout + theirs.stderr).decode()


def test_a_list_of_plain_text_has_its_texts_as_ids(run: Command, tmp_path: Path) -> None:
    (tmp_path / "k.txt").write_text("T1 new york\nT2 budget\n")
    files = [str(tmp_path / "k.txt") if name.endswith("k.xml") else name for name in FILES]
    expected = (
        "s.xml:2:1: keyword id 'T1' is not in the keyword list, whose ids are its texts, such as 'T1 new york'; "
        "expected one of these, or a list with ids: a kwlist file, or csv with the columns id and text"
    )
    assert expected in run("kws", *files).stderr.decode()
    assert expected in run("kws", *files, "--check").stdout.decode()
    (tmp_path / "k.csv").write_text("id,text\nT1,new york\nT2,budget\nT3,hello\n")
    files = [name.replace("k.txt", "k.csv") for name in files]
    assert run("kws", *files, "--include-empty").returncode == 0


def test_decisions_that_fit_no_threshold_stop_the_summary_report_only(run: Command, tmp_path: Path) -> None:
    rows = [("f", "1", "10", ".5", ".3", "YES"), ("f", "1", "60", ".5", ".4", "NO")]
    (tmp_path / "s.xml").write_text(system(("T1", rows)))
    done = run("kws", *THEIRS, "-f", "x", "-o", "-b")
    assert done.returncode == 1
    assert b"[ERROR] in keyword 'T1' a NO has score .4 and a YES score .3" in done.stdout
    assert run("kws", *THEIRS, "-f", "x", "-b", "-c").returncode == 0
    assert b"warning: the decisions fit no single threshold" in run("kws", *FILES).stdout


def test_a_check_names_everything_with_its_place(run: Command, tmp_path: Path) -> None:
    rows = [
        ("f", "1", "10", ".5", ".9", "NO"),
        ("f", "1", "10", ".5", ".2", "NO"),
        ("f", "1", "99.9", ".5", ".1", "NO"),
        ("g", "1", "10", "0", ".8", "YES"),
        ("f", "1", "30", ".5", "NaN", "YES"),
    ]
    (tmp_path / "s.xml").write_text(system(("T1", rows), ("T9", []), ("T1", [])))
    (tmp_path / "k.xml").write_text(keyword_list(("T1", "a"), ("T2", "A"), ("T3", "b")))
    done = run("kws", *FILES, "--check")
    assert done.returncode == 1
    lines = done.stdout.decode().splitlines()
    assert lines == [
        "k.xml:3:1: keyword 'T2' has the text of 'T1'",
        "s.xml:9:1: keyword id 'T9' is not in the keyword list",
        "s.xml:11:1: keyword id 'T1' is already listed on line 2",
        "k.xml:3:1: keyword 'T2' is not listed by the system: all of it counts as missed",
        "k.xml:4:1: keyword 'T3' is not listed by the system: all of it counts as missed",
        "s.xml:6:1: the recording and channel are not in the control file",
        "s.xml:5:1: the time is not inside an excerpt: not scored",
        "s.xml:6:1: the duration is not above 0",
        "s.xml:7:1: the score is not a finite number",
        "s.xml:4:1: the same detection is given before",
        "s.xml:3:1: the decision fits no single threshold: most decisions fit one above 0.2",
        "11 problems",
    ]


def test_a_check_names_what_is_wrong_in_all_files_that_cannot_be_read(run: Command, tmp_path: Path) -> None:
    for name, old, new in (
        ("e.xml", 'dur="100"', 'dur="x"'),
        ("k.xml", "T3", "T1"),
        ("s.xml", "YES", "yes"),
        ("r.rttm", "LEXEME f 1 20", "LEXEME f 20"),
    ):
        text = (tmp_path / name).read_text()
        (tmp_path / name).write_text(text.replace(old, new, 1))
    done = run("kws", *FILES, "--check")
    assert done.returncode == 1
    places = re.findall(r"^([a-z]+\.\w+:\d+):\d+: ", done.stdout.decode(), re.MULTILINE)
    assert list(dict.fromkeys(places)) == ["e.xml:2", "k.xml:4", "r.rttm:2", "s.xml:3"]
    assert re.search(rb"\d problems\n$", done.stdout)


def test_a_sound_submission_has_no_problems(run: Command) -> None:
    done = run("kws", *FILES, "--check")
    assert (done.returncode, done.stdout) == (0, b"0 problems\n")


def test_help_names_both_grammars(run: Command) -> None:
    done = run("kws", "--help")
    assert done.returncode == 0
    assert b"--gsegment-based-alignment" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "--ecf, --rttm, --kwlist, --kwslist missing; expected all four files, or TABLE, the scores of wake words"),
        (("e.xml", "k.xml"), "k.xml"),
        (("--ecf", "e.xml", "--rttm", "r.rttm"), "--kwlist, --kwslist missing; expected all four files, or TABLE"),
        (("--ecf", "e.xml", "--rttm", "r.rttm", "--kwlst", "k.xml"), "unknown option --kwlst; did you mean --kwlist?"),
        ((*FILES, "-o"), "unknown option -o"),
    ],
)
def test_a_command_line_is_read_as_kwseval_does_only_with_its_options(
    run: Command, arguments: tuple[str, ...], message: str
) -> None:
    done = run("kws", *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert message in done.stderr.decode()


@pytest.mark.parametrize(
    "arguments", [("-f", "x"), ("--ecf", "e.xml", "-t", "k.xml"), ("--ecffile", "e.xml"), ("--term=k.xml",)]
)
def test_options_of_kwseval_alone_are_read_as_kwseval_does(run: Command, arguments: tuple[str, ...]) -> None:
    done = run("kws", *arguments)
    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout.startswith((b"[ERROR] Must ", b"[ERROR] An RTTM"))


def test_every_option_of_kwseval_can_be_cut_short() -> None:
    actual = options.parse(["-zG=MAP", "--ecff", "x", "-iso", "-inc", "word", "--", "-o"])
    assert actual.lists == {"zGlobalMeasures": ["MAP"]}
    assert actual.texts == {"ecffile": "x", "iso-lines": ""}
    assert actual.flags == {"include-blocks-w-notargs"}


@pytest.mark.slow
def test_curves_are_drawn_and_shown(run: Command, tmp_path: Path) -> None:
    peer("matplotlib")
    arguments = ("--plot", "det=det.svg", "--plot", "thresholds=t.png", "--plot", "histogram=h.pdf", "--page", "p.html")
    assert run("kws", *FILES, *arguments).returncode == 0
    first = (tmp_path / "det.svg").read_bytes()
    assert b">MTWV " in first
    assert (tmp_path / "h.pdf").read_bytes().startswith(b"%PDF-")
    assert (tmp_path / "t.png").read_bytes().startswith(b"\x89PNG")
    assert run("kws", *FILES, *arguments).returncode == 0
    assert (tmp_path / "det.svg").read_bytes() == first
    assert run("kws", *THEIRS, "-f", "d.", "-o", "-d").returncode == 0
    names = {path.name for path in (tmp_path / "d.dets").iterdir()}
    suffixes = ("png", "thresh.png", "dat.1", "dat.2", "isometriclines")
    assert names == {"sum.png", "sum.isometriclines", *(f"sum.Occurrence.{suffix}" for suffix in suffixes)}
    page = (tmp_path / "p.html").read_text(encoding="utf-8")
    assert "src=" not in page
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")


def test_a_set_without_detections_has_no_curve_and_no_picture(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kwseval, "_draw", lambda *_: None)
    groups = ("-T", "A:T1", "-T", "B:T2", "-T", "C:T3")
    assert run("kws", *THEIRS, "-f", "d.", "-O", "-D", *groups).returncode == 0
    names = sorted(path.name for path in (tmp_path / "d.dets").iterdir())
    data = ("dat.1", "dat.2", "isometriclines")
    # Only the second curve has the third file, in which there is nothing.
    assert names == sorted(
        [
            *(f"cond.sum.{name}.{suffix}" for name in "AB" for suffix in data),
            "cond.sum.B.dat.3",
            "cond.sum.isometriclines",
        ]
    )
    last = (tmp_path / "d.cond.sum.txt").read_text().splitlines()[-1]
    assert "C |" in last
    assert ".png" not in last


def test_the_line_of_constant_value_is_that_of_kwseval() -> None:
    from scorelite.scoring.kws.settings import KwsSettings
    from scorelite.scoring.report.kws.det import value_lines

    lines = "".join(value_lines(KwsSettings().beta)).splitlines()
    assert len(lines) == 157
    assert lines[0] == "-4.75343910607888 0.521526858236861"
    assert lines[-3:] == ["-3.21997893422464 -1.56267864385249", "-3.21553852416385 -1.64485362793551", ""]


def test_lines_of_constant_ratio_can_be_chosen_or_left_out(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kwseval, "_draw", lambda *_: None)
    folder = tmp_path / "d.dets"
    assert run("kws", *THEIRS, "-f", "d.", "-o", "-d", "-zI", "-iso", "").returncode == 0
    assert not list(folder.glob("*.tsv"))
    assert run("kws", *THEIRS, "-f", "d.", "-o", "-d", "-zI").returncode == 0
    assert len(list(folder.glob("*.tsv"))) == 2


def test_groups_of_pooled_keywords_have_no_texts(run: Command, tmp_path: Path) -> None:
    """As with KWSEval, which finds nothing of a keyword by its id where all are one."""
    assert run("kws", *THEIRS, "-f", "x", "-P", "-B", "-O", "-T", "a:T1").returncode == 0
    table = (tmp_path / "xcond.bsum.txt").read_text()
    assert "MetaData" not in table
    assert re.findall(r"T\d", table) == ["T1"]
    assert run("kws", *THEIRS, "-f", "x", "-P", "-O", "-G").returncode == 0
    assert "HasTargets" not in (tmp_path / "xcond.sum.txt").read_text()
    ours = run("kws", *FILES, "--pooled", "--by-targets", "--report", "cond.bsum").stdout.decode()
    assert "HasTargets" in ours
    assert "MetaData" in ours


def test_pooled_segments_show_all_keywords_as_empty(run: Command, tmp_path: Path) -> None:
    with (tmp_path / "r.rttm").open("a") as file:
        file.write("SPEAKER f 1 5 50 <NA> <NA> s <NA>\n")
    assert run("kws", *THEIRS, "-f", "x", "-P", "-g", "-b", "-inc").returncode == 0
    rows = re.findall(r"(T\d|Pooled) +\| +\d+ \|", (tmp_path / "xbsum.txt").read_text())
    assert rows == ["Pooled", "T1", "T2", "T3"]


def test_a_group_without_segments_is_an_error_of_kwseval_and_a_warning_of_ours(run: Command, tmp_path: Path) -> None:
    assert run("kws", *THEIRS, "-f", "x", "-g", "-o", "-Y", "none:nothing").returncode == 0
    # Only a keyword without trials makes KWSEval look at the group.
    (tmp_path / "k.xml").write_text(keyword_list(("T1", "a"), ("T2", "b c"), ("T3", "zz"), ("T4", "yy")))
    done = run("kws", *THEIRS, "-f", "x", "-g", "-o", "-Y", "none:nothing")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, b"[ERROR] parameter 'TotTrials' must > 0")
    with (tmp_path / "r.rttm").open("a") as file:
        file.write("SPEAKER f 1 5 50 <NA> <NA> s <NA>\n")
    ours = run("kws", *FILES, "--segments", "--by-source", "none:nothing")
    assert ours.returncode == 0
    assert b"warning: none: no recording of these source types was searched" in ours.stdout
    ours = run("kws", *FILES, "--segments", "--by-source", "none:nothing", "--json")
    assert json.loads(ours.stdout)["notices"] == ["none: no recording of these source types was searched"]


def test_totals_of_what_is_undefined_are_written_as_perl_writes_them(run: Command, tmp_path: Path) -> None:
    assert run("kws", *THEIRS, "-f", "x", "-O", "-T", "T3", "--zincludeRowTotals").returncode == 0
    assert "nan" not in (tmp_path / "xcond.sum.txt").read_text()


def test_a_group_of_a_leaked_detection_without_a_second_is_an_error_of_kwseval(run: Command, tmp_path: Path) -> None:
    (tmp_path / "e.xml").write_text(control(("f", "1", "0", "100", "cts"), ("g", "1", "0", "100", "bnews")))
    (tmp_path / "s.xml").write_text(system(("T3", [("g", "1", "70", ".5", ".7", "YES")])))
    done = run("kws", *THEIRS, "-f", "x", "-O", "-N", "f/1", "-Y", "bnews")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, b"[ERROR] parameter 'TotDur' must > 0")
    assert run("kws", *FILES, "--only", "f/1", "--by-source", "bnews").returncode == 0


def test_a_keyword_that_is_listed_twice_counts_its_references_once_unless_kwseval_counts(
    run: Command, tmp_path: Path
) -> None:
    twice = [("T1", [("f", "1", begin, ".5", ".9", "YES")]) for begin in ("10", "20")]
    (tmp_path / "s.xml").write_text(system(*twice))
    assert b"2 hits, 1 miss" in run("kws", *FILES).stdout
    assert b"2 hits, 3 misses" in run("kws", *FILES, "--strict-f4de").stdout


def test_a_bar_in_an_id_is_an_error_of_kwseval_alone(run: Command, tmp_path: Path) -> None:
    for name in ("k.xml", "s.xml"):
        text = (tmp_path / name).read_text()
        (tmp_path / name).write_text(text.replace('"T1"', '"T|1"'))
    done = run("kws", *THEIRS, "-f", "x", "-b")
    error = b"[ERROR] Inconsistent number of row sublevels for id 'Keyword|T|1' not 2"
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, error)
    done = run("kws", *FILES, "--report", "bsum,cond.bsum", "--form", "txt,csv,html", "--by-term", "a|b:T.*")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"         T|1  " in done.stdout


def test_formulas_in_csv_become_text_on_wish(run: Command, tmp_path: Path) -> None:
    (tmp_path / "k.xml").write_text(keyword_list(("=T1", "a"), ("T2", "b,@c"), ("T3", "-zz")))
    (tmp_path / "r.rttm").write_text("LEXEME f 1 10 .5 a lex s <NA>\nLEXEME f 1 40 .3 b,@c lex s <NA>\n")
    (tmp_path / "s.xml").write_text(system(("=T1", [("f", "1", "10", ".5", "-9", "YES")]), ("T2", []), ("T3", [])))
    words = ("kws", *FILES, "--report", "bsum,alignment", "--form", "csv")
    unchanged = run(*words).stdout.decode()
    quoted = run(*words, "--csv-formulas", "quote").stdout.decode()
    for cell in ("=T1,a,", "T2,b,@c,", ",-9,"):
        assert cell in unchanged
    for cell in (",'=T1,a,", ",T2,b,'@c,", ",-9,"):
        assert cell in quoted
    assert quoted.replace("'", "") == unchanged
    refused = run("kws", *FILES, "--report", "sum", "--csv-formulas", "quote")
    assert refused.returncode == 2
    assert b"--csv-formulas has no effect without --form csv or --report alignment" in refused.stderr


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (("", ""), b""),
        (('file="f"', 'file="g"'), b"warning: no detection is in the searched regions: "),
        (('tbeg="', 'tbeg="9'), b"warning: no detection is in the searched regions: "),
        (
            ("twice", ""),
            b"warning: 4 detections are listed twice: the copies count as false alarms (--check shows where)",
        ),
    ],
)
def test_detections_that_are_left_out_or_stand_twice_are_said(
    change: tuple[str, str], expected: bytes, run: Command, tmp_path: Path
) -> None:
    path = tmp_path / "s.xml"
    text = path.read_text()
    twice = change[0] == "twice"
    path.write_text(re.sub(r"(<kw [^>]*/>)", r"\1\1", text) if twice else text.replace(*change))
    said = run("kws", *FILES).stdout
    assert expected in said
    assert bool(expected) == (b"searched regions:" in said or b"listed twice" in said)


def test_a_transcript_that_holds_every_row_twice_is_said(run: Command, tmp_path: Path) -> None:
    path = tmp_path / "r.rttm"
    once = path.read_text()
    said = "occurrences are listed twice in the transcript: each copy needs a detection"
    assert said.encode() not in run("kws", *FILES).stdout
    assert json.loads(run("kws", *FILES, "--json").stdout)["notices"] == []
    path.write_text("".join(line * 2 for line in once.splitlines(keepends=True)))
    assert said.encode() in run("kws", *FILES).stdout
    (notice,) = json.loads(run("kws", *FILES, "--json").stdout)["notices"]
    assert said in notice
    done = run("kws", *FILES, "--check")
    assert done.returncode == 1
    assert b"r.rttm:2:1: the same word is given before, in line 1\n" in done.stdout


def test_ends_in_the_place_of_durations_and_another_unit_are_said(run: Command, tmp_path: Path) -> None:
    words = [(f"w{place % 3}", 2.0 * place, 2.0 * place + 0.4) for place in range(12)]

    def score(factor: float = 1, *, searched: float = 1, ref_ends: bool = False, hyp_ends: bool = False) -> str:
        rows = [(word, begin, end - begin) for word, begin, end in words]
        rttm = [
            f"LEXEME f 1 {begin:.3f} {begin + length if ref_ends else length:.3f} {word} lex s <NA>\n"
            for word, begin, length in rows
        ]
        scored_rows = [
            (word, "f", "1", f"{begin * factor:.3f}", f"{begin + length if hyp_ends else length * factor:.3f}")
            for word, begin, length in rows
        ]
        (tmp_path / "r.rttm").write_text("".join(rttm))
        (tmp_path / "e.xml").write_text(control(("f", "1", "0", f"{100 * searched:g}", "cts")))
        (tmp_path / "k.xml").write_text(keyword_list(*((f"w{place}", f"w{place}") for place in range(3))))
        rows_of = {
            key: [(*row[1:], "0.9", "YES") for row in scored_rows if row[0] == key] for key in ("w0", "w1", "w2")
        }
        (tmp_path / "s.xml").write_text(system(*rows_of.items()))
        return "".join(json.loads(run("kws", *FILES, "--json").stdout)["notices"])

    assert score() == ""
    assert score(ref_ends=True) == "every occurrence lasts as long as the time before it: are durations ends?"
    told = score(hyp_ends=True)
    assert told.startswith("with the durations of the detections read as ends ATWV would be 1.0000 instead of")
    assert told.endswith("every detection lasts as long as the time before it: are durations ends?")
    assert "regions go up to 100000, those of occurrences to 22.4: are both in seconds?" in score(searched=1000)
    assert "no detection is in the searched regions" in score(1000)


def test_the_notices_of_the_summary_are_in_json_and_in_python(run: Command, tmp_path: Path) -> None:
    path = tmp_path / "s.xml"
    path.write_text(re.sub(r"(<kw [^>]*/>)", r"\1\1", path.read_text()))
    (notice,) = json.loads(run("kws", *FILES, "--json").stdout)["notices"]
    assert notice == "4 detections are listed twice: the copies count as false alarms"
    job = score_files(*(str(tmp_path / name) for name in FILES[1::2]))
    assert job.result.notices == (notice,)
    assert sum([job.result]).to_dict()["notices"] == [notice]


def test_the_summary_says_which_scores_count_where_the_system_decides_nothing(run: Command, tmp_path: Path) -> None:
    (tmp_path / "h.ctm").write_text("a 1 1.0 0.5 cat 0.45\na 1 5.0 0.5 cat 0.9\n")
    (tmp_path / "r.ctm").write_text("a 1 1.0 0.5 cat\n")
    (tmp_path / "r.uem").write_text("a 1 0 10\n")
    (tmp_path / "k.txt").write_text("cat\n")
    files = [str(tmp_path / name) for name in ("r.uem", "r.ctm", "k.txt", "h.ctm")]
    arguments = [
        part for pair in zip(("--ecf", "--rttm", "--kwlist", "--kwslist"), files, strict=True) for part in pair
    ]
    for more, least in (((), "0.5"), (("--threshold", "0.4"), "0.4")):
        done = run("kws", *arguments, *more).stdout.decode()
        assert f"at scores of {least} and above (--threshold {least})\n" in done
        assert "at the decisions of the system" not in done
    assert "at the decisions of the system" in run("kws", *FILES).stdout.decode()


def test_a_threshold_beside_decisions_of_the_system_is_refused(run: Command) -> None:
    done = run("kws", *FILES, "--threshold", "0.9")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"--threshold 0.9 has no effect on s.xml, which has the decisions of the system" in done.stderr


def test_the_summary_counts_detections_of_keywords_that_never_occur(run: Command) -> None:
    line = "2 keywords scored, 3 targets, 100 s searched; 1 detection of keywords that never occur not counted\n"
    assert line in run("kws", *FILES).stdout.decode()
