"""Keywords in sclite's dress: sys, raw, pra, dtl and sgml of a job counted by hand, and sums equal to KWSEval's."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest

from scorelite import formats
from scorelite.formats.errors import UsageError
from scorelite.scoring import kws
from scorelite.scoring.compat.programs.f4de import choices, options
from tests.kws.conftest import Command, control, system

np = pytest.importorskip("numpy")

GOLD = Path(os.environ.get("SCORELITE_GOLD") or "/nowhere") / "kws"
FILES = ("--ecf", "e.xml", "--rttm", "r.rttm", "--kwlist", "k.xml", "--kwslist", "s.xml")
NAMES = ("e.xml", "r.rttm", "k.xml", "s.xml")

# Searched are 150 s. bread: 2 targets, one found, one rejected; a false alarm where red was missed: 1/148.
# fresh bread: its one target is found. red: its one target is missed; a false alarm inside fresh bread: 1/149.
# zz: never said; its false alarm does not count.
BREAD = 1 - (1 / 2 + 999.9 / 148)
RED = 1 - (1 + 999.9 / 149)
SYS = """


                     KEYWORD SUMMARY PERCENTAGES by KEYWORD

,---------------------------------------------------------------------------------.
|                                      s.xml                                      |
|---------------------------------------------------------------------------------|
| KEYWORD         | # Targ # Det | Corr   Miss    FA     Err |   PFA       TWV    |
|-----------------+--------------+---------------------------+--------------------|
| K1: bread       |     2      3 | 50.0   50.0   50.0  100.0 | 0.00676    -6.2561 |
|-----------------+--------------+---------------------------+--------------------|
| K2: fresh bread |     1      1 |100.0    0.0    0.0    0.0 | 0.00000     1.0000 |
|-----------------+--------------+---------------------------+--------------------|
| K3: red         |     1      2 |  0.0  100.0  100.0  200.0 | 0.00671    -6.7107 |
|-----------------+--------------+---------------------------+--------------------|
| K4: zz          |     0      1 |    0*     0*     1*     1*| 0.00667      -     |
|=================================================================================|
| Sum/Avg         |     4      6 | 50.0   50.0   50.0  100.0 | 0.00449    -3.9889 |
|=================================================================================|
|      Mean       |  1.3     2.0 | 50.0   50.0   50.0  100.0 | 0.00449    -3.9889 |
|      S.D.       |  0.6     1.0 | 50.0   50.0   50.0  100.0 | 0.00389     4.3265 |
|     Median      |  1.0     2.0 | 50.0   50.0   50.0  100.0 | 0.00671    -6.2561 |
`---------------------------------------------------------------------------------'

* No targets for this/these row(s).  Counts supplied rather than percents;
  they are not part of the rows below, unless keywords without targets are included.
- Not defined: no targets, or no searched time.
"""


@pytest.fixture
def bakery(tmp_path: Path) -> dict[str, str]:
    """Two recordings, four keywords, seven detections."""
    attribute = "<kwinfo><attr><name>Words</name><value>{}</value></attr></kwinfo>"
    words = {"K1": "bread", "K2": "fresh bread", "K3": "red", "K4": "zz"}
    rows = "".join(
        f'<kw kwid="{key}"><kwtext>{text}</kwtext>{attribute.format(len(text.split()))}</kw>\n'
        for key, text in words.items()
    )
    head = '<kwlist ecf_filename="e" language="x" encoding="UTF-8" compareNormalize="lowercase" version="1">'
    texts = {
        "e.xml": control(("f", "1", "0", "100", "cts"), ("g", "1", "0", "50", "bnews")),
        "r.rttm": (
            "LEXEME f 1 10 .4 Fresh lex s <NA>\nLEXEME f 1 10.5 .4 bread lex s <NA>\n"
            "LEXEME f 1 20 .3 red lex s <NA>\nLEXEME g 1 5 .4 bread lex t <NA>\n"
        ),
        "k.xml": f"{head}\n{rows}</kwlist>\n",
        "s.xml": system(
            (
                "K1",
                [
                    ("f", "1", "10.5", ".4", ".9", "YES"),
                    ("f", "1", "20", ".3", ".8", "YES"),
                    ("g", "1", "5", ".4", ".3", "NO"),
                ],
            ),
            ("K2", [("f", "1", "10", ".9", ".7", "YES")]),
            ("K3", [("f", "1", "10.2", ".35", ".6", "YES"), ("g", "1", "30", ".3", ".2", "NO")]),
            ("K4", [("g", "1", "40", ".5", ".6", "YES")]),
        ),
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return {name: str(tmp_path / name) for name in texts}


@pytest.fixture
def result(bakery: dict[str, str]) -> kws.KwsResult:
    return kws.score_files(*(bakery[name] for name in NAMES)).result


def test_sys_shows_percents_by_keyword(result: kws.KwsResult) -> None:
    lines = result.report("sys", title="s.xml").splitlines()
    assert [line.rstrip() for line in lines] == SYS.splitlines()
    assert result.atwv == pytest.approx((BREAD + 1 + RED) / 3)


def cells(report: str) -> dict[str, list[str]]:
    """Cells of a table in sclite's boxes by the name of their row; marks behind numbers are dropped."""
    cells = {}
    for line in report.splitlines():
        name, *rest = line.strip().strip("|").split("|")
        if line.strip().startswith("|") and rest and not name.startswith(("-", "=")):
            cells[name.strip()] = " ".join(rest).replace("*", " ").split()
    return cells


def test_raw_shows_counts_by_keyword(result: kws.KwsResult) -> None:
    assert cells(result.report("raw")) == {
        "KEYWORD": ["#", "Targ", "#", "Det", "Corr", "Miss", "FA", "Err", "Rej", "PFA", "TWV"],
        "K1: bread": ["2", "3", "1", "1", "1", "2", "0", "0.00676", f"{BREAD:.4f}"],
        "K2: fresh bread": ["1", "1", "1", "0", "0", "0", "0", "0.00000", "1.0000"],
        "K3: red": ["1", "2", "0", "1", "1", "2", "1", "0.00671", f"{RED:.4f}"],
        "K4: zz": ["0", "1", "0", "0", "1", "1", "0", "0.00667", "-"],
        "Sum": ["4", "6", "2", "2", "2", "4", "1", "0.00449", f"{(BREAD + 1 + RED) / 3:.4f}"],
        "Mean": ["1.3", "2.0", "0.7", "0.7", "0.7", "1.3", "0.3", "0.00449", f"{(BREAD + 1 + RED) / 3:.4f}"],
        "S.D.": ["0.6", "1.0", "0.6", "0.6", "0.6", "1.2", "0.6", "0.00389", "4.3265"],
        "Median": ["1.0", "2.0", "1.0", "1.0", "1.0", "2.0", "0.0", "0.00671", f"{BREAD:.4f}"],
    }


@pytest.mark.parametrize(
    ("kind", "first", "second"),
    [("recording", "f", "g"), ("channel", "f/1", "g/1"), ("source", "cts", "bnews")],
)
def test_rows_of_places_have_the_value_of_their_own_trials(
    result: kws.KwsResult, kind: str, first: str, second: str
) -> None:
    actual = cells(result.report("raw", rows=kind))
    # In f 100 s hold a hit of each of bread (1 false alarm) and fresh bread, and red, which is missed (1 false alarm).
    value = ((1 - 999.9 / 99) + 1 + (0 - 999.9 / 99)) / 3
    assert actual[first] == ["3", "4", "2", "1", "2", "3", "0", "0.00673", f"{value:.4f}"]
    assert actual[second] == ["1", "2", "0", "1", "0", "1", "1", "0.00000", "0.0000"]
    assert actual["Sum"] == cells(result.report("raw"))["Sum"]


def test_rows_of_attributes_have_their_keywords(result: kws.KwsResult) -> None:
    actual = cells(result.report("raw", rows="attribute"))
    assert actual["Words: 1"][:7] == ["3", "5", "1", "2", "2", "4", "1"]
    assert actual["Words: 1"][-1] == f"{(BREAD + RED) / 2:.4f}"
    assert actual["Words: 2"] == ["1", "1", "1", "0", "0", "0", "0", "0.00000", "1.0000"]


def test_pra_shows_every_occurrence_and_detection_by_time(result: kws.KwsResult) -> None:
    text = result.report("pra", title="s.xml")
    assert text.startswith(
        "\n\n\t\tDUMP OF SYSTEM ALIGNMENT STRUCTURE\n\nSystem name:   s.xml\n\nRecordings: \n    0:  f/1"
    )
    assert text.endswith(
        """
Recording and channel   0:  f/1   #trials: 5
id: (f/1)
Scores: (#C #D #I #R) 2 1 2 0
REF:   fresh_bread ***    bread  red    *****
HYP:   fresh_bread red    bread  ***    bread
R_T1:  10.000             10.500 20.000
R_T2:  10.900             10.900 20.300
H_T1:  10.000      10.200 10.500        20.000
H_T2:  10.900      10.550 10.900        20.300
Score: .7          .6     .9            .8
Dec:   YES         YES    YES           YES
Eval:  C           I      C      D      I

Recording and channel   1:  g/1   #trials: 3
id: (g/1)
Scores: (#C #D #I #R) 0 1 1 1
REF:   bread   *****  **
HYP:   (bread) (red)  zz
R_T1:  5.000
R_T2:  5.400
H_T1:  5.000   30.000 40.000
H_T2:  5.400   30.300 40.500
Score: .3      .2     .6
Dec:   NO      NO     YES
Eval:  D       R      I


"""
    )


def test_pra_is_cut_at_the_width(result: kws.KwsResult) -> None:
    lines = result.report("pra", width=30).splitlines()
    assert max(len(line) for line in lines if line.startswith(("REF:", "HYP:", "R_T", "H_T"))) <= 30
    whole = result.report("pra")
    for head in ("REF:", "HYP:", "Score:", "Eval:"):
        joined = " ".join(line.removeprefix(head) for line in lines if line.startswith(head)).split()
        assert joined == " ".join(re.findall(f"^{head}(.*)$", whole, re.MULTILINE)).split()


def test_dtl_shows_rates_the_worst_keywords_and_confusions(result: kws.KwsResult) -> None:
    text = result.report("dtl", title="s.xml")
    for line in (
        " recordings                                          2\n",
        "   with false alarms                     50.0%   (   1)\n",
        "Percent Total Error       =  100.0%   (   4)\n",
        "Percent Correct           =   50.0%   (   2)\n",
        "Ref. keywords             =           (   4)\n",
        "Hyp. keywords             =           (   4)\n",
        "Actual (ATWV)             =    -3.9889\n",
        (
            "   1:   -6.7107  ->  K3: red   (1 target, 1 missed, 1 false alarm)\n"
            "   2:   -6.2561  ->  K1: bread   (2 targets, 1 missed, 1 false alarm)\n"
        ),
        (
            "CONFUSION PAIRS                  Total                 (1)\n\n"
            "   1:    1  ->  red ==> bread   (75 % alike)\n     -------\n         1\n"
        ),
        (
            "OVERLAPPING KEYWORDS             Total                 (1)\n\n"
            "   1:    1  ->  fresh bread ==> red   (43 % alike)\n     -------\n         1\n"
        ),
        "INSERTIONS                       Total                 (0)\n",
        "DELETIONS                        Total                 (1)\n\n   1:    1  ->  bread\n",
        "SUBSTITUTIONS                    Total                 (1)\n\n   1:    1  ->  red\n",
        "FALSELY RECOGNIZED               Total                 (1)\n\n   1:    1  ->  bread\n",
    ):
        assert line in text


def test_keywords_of_one_text_add_up_in_lists() -> None:
    ref = [("a", 1.0, 1.5), ("a", 9.0, 9.5)]
    result = kws.evaluate(ref, [("K1", 20.0, 20.5), ("K2", 30.0, 30.5)], {"K1": "a", "K2": "a"}, 60)
    text = result.report("dtl")
    assert "INSERTIONS                       Total                 (1)\n\n   1:    2  ->  a\n" in text
    assert "DELETIONS                        Total                 (1)\n\n   1:    4  ->  a\n" in text


def test_sgml_holds_every_trial_in_the_grammar_of_sclite(result: kws.KwsResult) -> None:
    data = result.report("sgml", title="s.xml", ref_name="r.rttm", hyp_name="s.xml")
    lines = data.splitlines()
    assert lines[0].startswith(
        '<SYSTEM title="s.xml" ref_fname="r.rttm" hyp_fname="s.xml" creation_date="" format="2.4"'
    )
    assert lines[1:4] == [
        '<SPEAKER id="f/1">',
        (
            '<PATH id="(f/1)" word_cnt="5" file="f" channel="1" sequence="0" '
            'word_aux="r_t1+t2,h_t1+t2,h_conf,h_decision,kwid">'
        ),
        (
            'C,"fresh bread","fresh bread",10.000+10.900,10.000+10.900,.7,YES,K2:'
            'I,,"red",,10.200+10.550,.6,YES,K3:'
            'C,"bread","bread",10.500+10.900,10.500+10.900,.9,YES,K1:'
            'D,"red",,20.000+20.300,,,,K3:'
            'I,,"bread",,20.000+20.300,.8,YES,K1'
        ),
    ]
    assert lines[8] == (
        'D,"bread",,5.000+5.400,5.000+5.400,.3,NO,K1:C,,,,30.000+30.300,.2,NO,K3:I,,"zz",,40.000+40.500,.6,YES,K4'
    )
    sides = {
        side: [
            (segment.session, segment.channel, [(item.value, item.start) for item in segment.items])
            for segment in formats.read(bytes(data), format="sgml", side=side).segments
        ]
        for side in ("ref", "hyp")
    }
    assert sides["ref"] == [
        ("f", "1", [("fresh bread", 10), ("bread", 10.5), ("red", 20)]),
        ("g", "1", [("bread", 5)]),
    ]
    assert sides["hyp"] == [
        ("f", "1", [("fresh bread", 10), ("red", 10.2), ("bread", 10.5), ("bread", 20)]),
        ("g", "1", [("zz", 40)]),
    ]


def test_names_with_a_meaning_in_sgml_are_escaped() -> None:
    result = kws.evaluate([("a", 1.0, 1.5)], [("a", 1.0, 1.5)], {'x,y:"<z>"': "a"}, {"": 60.0})
    text = kws.evaluate({'<i>"': [("a&b", 1, 2)]}, {}, {"é:,": "a&b"}, {'<i>"': 60}).report("sgml")
    assert "x%2Cy%3A%22%3Cz%3E%22" in result.report("sgml")
    assert '<SPEAKER id="&lt;i&gt;&quot;/1">' in text
    assert 'D,"a&amp;b",,1.000+2.000,,,,%C3%A9%3A%2C\n' in text
    assert [item.value for item in formats.read(text.encode(), format="sgml", side="ref").segments[0].items]


@pytest.mark.parametrize("name", ["sys", "raw", "pra", "dtl", "sgml"])
def test_the_command_writes_the_reports_of_the_result(
    run: Command, bakery: dict[str, str], result: kws.KwsResult, name: str, tmp_path: Path
) -> None:
    names = {"title": "s.xml", "ref_name": "r.rttm", "hyp_name": "s.xml"}
    assert run("kws", *FILES, "--report", name).stdout == bytes(result.report(name, **names))
    assert run("kws", *FILES, "--report", name, "--out", "x.").returncode == 0
    assert (tmp_path / f"x.{name}").read_bytes() == bytes(result.report(name, **names))


def test_groups_have_tables_of_their_own(run: Command, bakery: dict[str, str]) -> None:
    done = run(
        "kws", *FILES, "--report", "cond.raw", "--rows", "recording", "--by-source", "cts", "--by-source", "bnews"
    )
    assert done.returncode == 0
    assert re.findall(r"by RECORDING in (\w+)", done.stdout.decode()) == ["bnews", "cts"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--report", "sys", "--rows", "word"), "unknown value 'word'"),
        (("--rows", "source"), "--rows has no effect without --report sys or raw"),
        (("--report", "sys", "--width", "80"), "--width has no effect without --report pra"),
        (("--report", "pra", "--width", "-1"), "width is -1; expected 1 or more"),
        (("--report", "sys", "--form", "html"), "--form has no effect without --report sum or bsum"),
        (("--report", "sys", "--json"), "--json and --report exclude each other"),
        (("--keywords",), "--keywords has no effect without --json"),
        (("--out", "x"), "--out has no effect without --report"),
    ],
)
def test_options_without_effect_are_named(
    run: Command, bakery: dict[str, str], arguments: tuple[str, ...], words: str
) -> None:
    done = run("kws", *FILES, *arguments)
    assert done.returncode == 2
    assert words in done.stderr.decode()


def test_rows_that_cannot_be_leave_no_report_behind(run: Command, basic: dict[str, str], tmp_path: Path) -> None:
    done = run("kws", *FILES, "--report", "raw,sys", "--rows", "attribute", "--out", "x.")
    assert done.returncode == 2
    assert b"the keyword list has none" in done.stderr
    assert not list(tmp_path.glob("x.*"))
    with pytest.raises(UsageError, match="score without pooled"):
        kws.score_files(*(basic[name] for name in NAMES), pooled=True).result.report("sys", rows="attribute")


def gold_cases() -> list[Path]:
    return sorted(path for path in GOLD.glob("*") if path.is_dir())


def gold_result(case: Path) -> kws.KwsResult:
    parsed = options.parse(shlex.split((case / "cmd.txt").read_text(encoding="utf-8"))[1:])
    settings = choices.settings_of(parsed, ())
    files = (case / name for name in ("ecf.xml", "ref.rttm", "kwlist.xml", "kwslist.xml"))
    return kws.score_files(*files, settings=settings).result


def bsum(case: Path) -> dict[str, list[str]]:
    """Rows of KWSEval's report by keyword: counts, value and rates by column."""
    lines = (case / "out" / "bsum.txt").read_text(encoding="utf-8").split("\n\n\n")[1].splitlines()
    table = [[cell.strip() for cell in line.split("|")] for line in lines if "|" in line]
    heads = next(row for row in table if "#Targ" in row)
    wanted = [heads.index(name) for name in ("#Targ", "#Corr", "#Miss", "#FA", "PFA", "TWV")]
    return {row[0].split()[-1]: [row[place] for place in wanted] for row in table if len(row) == len(heads) and row[0]}


@pytest.mark.skipif(not GOLD.is_dir(), reason="SCORELITE_GOLD does not name the folder of golden cases")
@pytest.mark.parametrize("case", [path for path in gold_cases() if (path / "out" / "bsum.txt").exists()], ids=str)
def test_rows_and_sums_are_those_of_kwseval(case: Path) -> None:
    result, theirs = gold_result(case), bsum(case)
    ours = cells(result.report("raw"))

    def shown(row: list[str]) -> list[str]:
        targets, _, correct, misses, alarms, *_, alarm, value = row
        return [targets, correct, misses, alarms, alarm, value]

    evaluated = {key: row for key, row in theirs.items() if row[0] and key not in ("Totals", "Means", "TWV")}
    by_id = {name.partition(":")[0]: shown(row) for name, row in ours.items()}
    assert evaluated
    for key, row in evaluated.items():
        expected = [cell if cell != "NA" else "-" for cell in row]
        if row[0] == "0":  # KWSEval shows 0 for a rate of a keyword without targets
            assert by_id[key][:4] == expected[:4]
        else:
            assert by_id[key] == expected
    total = shown(ours["Sum"])
    assert total[:4] == theirs["Totals"][:4]
    assert total[5] == theirs["TWV"][5]
    assert total[4] == theirs["Means"][4]
    for kind in ("recording", "channel", "source"):
        rows = [row for name, row in cells(result.report("raw", rows=kind)).items()]
        sums = [sum(int(row[place]) for row in rows[1:-4]) for place in range(7)]
        assert sums == [int(cell) for cell in ours["Sum"][:7]]


@pytest.mark.skipif(not GOLD.is_dir(), reason="SCORELITE_GOLD does not name the folder of golden cases")
@pytest.mark.parametrize("case", gold_cases()[:3], ids=str)
def test_a_row_of_a_recording_is_the_score_of_that_recording_alone(case: Path) -> None:
    files = [case / name for name in ("ecf.xml", "ref.rttm", "kwlist.xml", "kwslist.xml")]
    actual = cells(kws.score_files(*files).result.report("raw", rows="recording"))
    names = list(actual)[1:-4]
    assert names
    for name in names:
        alone = kws.score_files(*files, files=[f"{re.escape(name)}/.*"]).result
        assert actual[name][-1] == ("-" if alone.atwv is None else f"{alone.atwv:.4f}")
