"""Option --verdict: JUnit's XML, SARIF and a badge, counted by hand and held against the official schemas."""

from __future__ import annotations

import json
import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

from scorelite.scoring.common.gate import Gate, Place
from scorelite.scoring.common.limits import Verdict
from scorelite.scoring.report.verdict import badge, junit, prometheus, sarif
from tests.conftest import Run
from tests.peers import peer

REF = "a b c d (u-1)\ne f g h (u-2)\ni j (u-3)\n"
OLD = "a b c d (u-1)\ne f g x (u-2)\ni j (u-3)\n"
NEW = "i j (u-3)\ne x g x (u-2)\na b c y (u-1)\n"

# Of ten words one was wrong, and three are: u-1 in line 3 and u-2 in line 2 of new.trn have one error more each.
JUNIT = """\
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="scorelite" tests="1" failures="1" errors="0">
  <testsuite name="scorelite compare" tests="1" failures="1" errors="0" skipped="0">
    <properties>
      <property name="measure" value="WER"/>
      <property name="allowed" value="at most 0.50 points higher"/>
      <property name="before" value="0.1"/>
      <property name="after" value="0.3"/>
      INTERVAL
    </properties>
    <testcase classname="scorelite.compare" name="WER: at most 0.50 points higher">
      <failure type="limit" message="WER rose by 20.00 points (10.00 -&gt; 30.00 %), allowed 0.50">
new.trn:3: u-1: 1 error more (0 -&gt; 1); ref: a b c d; before: a b c d; after: a b c y
new.trn:2: u-2: 1 error more (1 -&gt; 2); ref: e f g h; before: e f g x; after: e x g x</failure>
    </testcase>
  </testsuite>
</testsuites>
"""
COMPARE = "compare --ref ref.trn old.trn new.trn --max-wer-increase 0.5"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name, text in (("ref", REF), ("old", OLD), ("new", NEW)):
        (tmp_path / f"{name}.trn").write_text(text)
    return tmp_path


def interval_of(root: ElementTree.Element) -> tuple[float, float]:
    values = {each.get("name"): each.get("value") for each in root.iter("property")}
    return float(values["low"] or "nan"), float(values["high"] or "nan")


@pytest.mark.slow
def test_junit_has_a_test_case_that_names_the_worst_utterances(files: Path, scorelite: Run) -> None:
    done = scorelite(*COMPARE.split(), "--verdict", "junit=verdict.xml")
    assert (done.returncode, done.stderr) == (1, b"")
    text = (files / "verdict.xml").read_text()
    low, high = interval_of(ElementTree.fromstring(text))
    assert 0 <= low < 0.3 < high <= 0.7
    lines = [line for line in text.splitlines(keepends=True) if 'name="low"' not in line]
    shown = ["      INTERVAL\n" if 'name="high"' in line else line for line in lines]
    assert "".join(shown) == JUNIT


def test_sarif_points_at_file_and_line(files: Path, scorelite: Run) -> None:
    assert scorelite(*COMPARE.split(), "--verdict", "sarif=verdict.sarif").returncode == 1
    (run,) = json.loads((files / "verdict.sarif").read_bytes())["runs"]
    results = [
        (
            result["ruleId"],
            result["level"],
            result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            result["locations"][0]["physicalLocation"].get("region"),
            result["message"]["text"].partition(";")[0],
        )
        for result in run["results"]
    ]
    assert results == [
        ("rate", "error", "new.trn", None, "WER rose by 20.00 points (10.00 -> 30.00 %), allowed 0.50"),
        ("utterance", "warning", "new.trn", {"startLine": 3}, "u-1: 1 error more (0 -> 1)"),
        ("utterance", "warning", "new.trn", {"startLine": 2}, "u-2: 1 error more (1 -> 2)"),
    ]
    assert run["properties"]["before"] == "0.1"


@pytest.mark.parametrize(
    ("arguments", "allowed"),
    [
        (f"{COMPARE[:-3]}20", "at most 20.00 points higher"),
        ("compare --ref ref.trn new.trn old.trn --significant", "higher by chance (level 0.05)"),
        ("score ref.trn new.trn --max-wer 30", "at most 30.00 %"),
    ],
)
@pytest.mark.usefixtures("files")
def test_a_kept_limit_is_a_test_that_passes_and_a_run_without_results(
    arguments: str, allowed: str, tmp_path: Path, scorelite: Run
) -> None:
    done = scorelite(*arguments.split(), "--verdict", "junit=j.xml", "--verdict", "sarif=s.json")
    assert (done.returncode, done.stderr) == (0, b"")
    root = ElementTree.parse(tmp_path / "j.xml").getroot()
    (case,) = root.iter("testcase")
    assert case.get("name") == f"WER: {allowed}"
    assert [each.tag for each in case] == ["system-out"]
    assert (root.get("tests"), root.get("failures")) == ("1", "0")
    assert json.loads((tmp_path / "s.json").read_bytes())["runs"][0]["results"] == []


def test_junit_has_a_case_for_each_group_with_a_limit(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "g.csv").write_text("id,text,hyp,sex\n1,a b,a x,f\n2,c d,c d,m\n3,e f,e f,m\n")
    line = "score g.csv --max-wer 50 --slice sex --max-group-wer 20 --verdict junit=j.xml"
    assert scorelite(*line.split()).returncode == 1
    root = ElementTree.parse(tmp_path / "j.xml").getroot()
    cases = {case.get("name"): [each.tag for each in case] for case in root.iter("testcase")}
    assert list(cases)[1:] == ["WER of sex m", "WER of sex f"]
    assert [cases["WER of sex m"], cases["WER of sex f"]] == [["system-out"], ["failure"]]
    assert (root.get("tests"), root.get("failures")) == ("3", "2")


@pytest.mark.usefixtures("files")
def test_a_baseline_in_json_and_texts_scored_now_give_the_lines_of_the_texts(tmp_path: Path, scorelite: Run) -> None:
    assert scorelite(*["score", "ref.trn", "old.trn", "--json", "--utterances", "-o", "base.json"]).returncode == 0
    arguments = "compare base.json --ref ref.trn --hyp new.trn --max-wer-increase 0 --verdict junit=j.xml"
    assert scorelite(*arguments.split()).returncode == 1
    assert "\nnew.trn:3: u-1: 1 error more (0 -&gt; 1)" in (tmp_path / "j.xml").read_text()


MARKDOWN = """\
### FAIL: WER rose by 20.00 points (10.00 -> 30.00 %), allowed 0.50

| file | before | WER | 95 % interval | allowed |
|---|---|---|---|---|
| `new.trn` | 10.0 % | 30.0 % | INTERVAL | at most 0.50 points higher |

| worst utterances | place | errors |
|---|---|---|
| `u-1` | `new.trn:3` | `1 error more (0 -> 1); ref: a b c d; before: a b c d; after: a b c y` |
| `u-2` | `new.trn:2` | `1 error more (1 -> 2); ref: e f g h; before: e f g x; after: e x g x` |
"""


@pytest.mark.usefixtures("files")
def test_markdown_and_json_have_the_rates_and_the_worst_utterances(tmp_path: Path, scorelite: Run) -> None:
    assert scorelite(*COMPARE.split(), "--verdict", "markdown=v.md", "--verdict", "json=v.json").returncode == 1
    document = json.loads((tmp_path / "v.json").read_bytes())
    low, high = document.pop("low"), document.pop("high")
    assert 0 <= low < 0.3 < high
    worst = [(place["id"], place["file"], place["line"]) for place in document.pop("worst")]
    assert worst == [("u-1", "new.trn", 3), ("u-2", "new.trn", 2)]
    reason = "WER rose by 20.00 points (10.00 -> 30.00 %), allowed 0.50"
    assert document == {
        "command": "compare",
        "measure": "WER",
        "file": "new.trn",
        "limit": {"passed": False, "reason": reason},
        "allowed": "at most 0.50 points higher",
        "before": 0.1,
        "after": 0.3,
    }
    shown = f"{100 * low:.1f} % to {100 * high:.1f} %"
    assert (tmp_path / "v.md").read_text() == MARKDOWN.replace("INTERVAL", shown)


def test_analyses_stand_in_markdown_and_json(tmp_path: Path, scorelite: Run) -> None:
    for name, text in (("ref", "a b c"), ("old", "a b c"), ("new", "a b d")):
        (tmp_path / f"{name}.trn").write_text("".join(f"{text} (u-{place})\n" for place in range(6)))
    files = [str(tmp_path / f"{name}.trn") for name in ("ref", "old", "new")]
    verdicts = [f"--verdict={kind}={tmp_path / kind}" for kind in ("markdown", "json")]
    scorelite("compare", "--ref", *files, "--with", "writing", "--max-wer-increase", "1", *verdicts)
    row = "| `words` | 0.0 % | 33.3 % | +33.3 | +33.3 to +33.3 | 0.002 | 0.002 | 6 |"
    assert row in (tmp_path / "markdown").read_text().splitlines()
    document = json.loads((tmp_path / "json").read_text())
    assert document["analyses"]["writing"]["rows"][-1]["b"] == pytest.approx(1 / 3)
    scorelite("score", files[0], files[2], "--with", "writing", *verdicts)
    assert "| `words` | 6 | 33.3 % | 100.0 % |" in (tmp_path / "markdown").read_text().splitlines()
    assert json.loads((tmp_path / "json").read_text())["analyses"]["writing"]["as_written"]["errors"] == 6


@pytest.mark.usefixtures("files")
def test_without_a_limit_markdown_and_json_have_the_rate(tmp_path: Path, scorelite: Run) -> None:
    arguments = "score ref.trn old.trn --verdict markdown=v.md --verdict json=v.json"
    assert scorelite(*arguments.split()).returncode == 0
    document = json.loads((tmp_path / "v.json").read_bytes())
    assert (document["after"], document["limit"], document["worst"]) == (0.1, None, [])
    heading, _, heads, *_ = (tmp_path / "v.md").read_text().splitlines()
    assert (heading, heads) == ("### WER 10.0 %", "| file | WER | 95 % interval |")


def write_meetings_and_segments(folder: Path) -> None:
    (folder / "ref.stm").write_text("m1 1 ann 0 4 a b c d\nm2 1 ann 0 4 a b c d\nm3 1 ann 0 4 a b c d\n")
    (folder / "hyp.stm").write_text("m1 1 x 0 4 a b c x\nm2 1 x 0 4 a x x x\nm3 1 x 0 4 a b c d\n")
    row = "SPEAKER {} 1 0 {} <NA> <NA> ann <NA> <NA>\n"
    (folder / "ref.rttm").write_text(row.format("f", 10) + row.format("g", 10))
    (folder / "hyp.rttm").write_text(row.format("f", 10) + row.format("g", 8))


def test_meetings_name_the_worst_sessions_and_segments_the_worst_recordings(tmp_path: Path, scorelite: Run) -> None:
    write_meetings_and_segments(tmp_path)
    arguments = "meetings ref.stm hyp.stm --max-wer 10 --verdict json=m.json --verdict junit=m.xml"
    done = scorelite(*arguments.split())
    assert done.returncode == 1, done.stderr
    meetings = json.loads((tmp_path / "m.json").read_bytes())
    assert (meetings["measure"], meetings["after"]) == ("cpWER", 4 / 12)
    assert meetings["low"] < 4 / 12 < meetings["high"]
    assert [(place["id"], place["text"]) for place in meetings["worst"]] == [
        ("m2", "3 errors (75.0 %)"),
        ("m1", "1 error (25.0 %)"),
    ]
    assert "\nhyp.stm: m2: 3 errors (75.0 %)\n" in (tmp_path / "m.xml").read_text()
    arguments = "segments ref.rttm hyp.rttm --max-rate 9 --verdict json=s.json --verdict sarif=s.sarif"
    assert scorelite(*arguments.split()).returncode == 1
    segments = json.loads((tmp_path / "s.json").read_bytes())
    assert (segments["measure"], segments["after"], segments["allowed"]) == ("DER", 0.1, "at most 9.00 %")
    assert [(place["id"], place["text"]) for place in segments["worst"]] == [("g", "DER 20.0 %")]
    texts = [each["message"]["text"] for each in json.loads((tmp_path / "s.sarif").read_bytes())["runs"][0]["results"]]
    assert texts == ["DER is 10.00 %, allowed 9.00 %", "g: DER 20.0 %"]


def test_words_with_times_point_at_the_line_of_the_reference(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "ref.stm").write_text(";; made by hand\nf 1 ann 0 4 a b c d\nf 1 ann 4 8 e f\n")
    (tmp_path / "hyp.ctm").write_text("f 1 0 1 a\nf 1 1 1 b\nf 1 2 1 c\nf 1 3 1 d\nf 1 5 1 x\n")
    assert scorelite(*["score", "ref.stm", "hyp.ctm", "--max-wer", "1", "--verdict", "sarif=s.json"]).returncode == 1
    _, worst = json.loads((tmp_path / "s.json").read_bytes())["runs"][0]["results"]
    assert worst["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "ref.stm"},
        "region": {"startLine": 3},
    }


@pytest.mark.parametrize("words", [("--session", "x"), ("--session", "t=x"), ("--channel", "B")])
def test_new_names_of_recordings_and_channels_keep_the_lines(
    words: tuple[str, ...], tmp_path: Path, scorelite: Run
) -> None:
    (tmp_path / "r.stm").write_text("t A s 0 2 good day\nt A s 2 4 to you\n")
    (tmp_path / "h.ctm").write_text("t A 0 1 good\nt A 1 1 day\nt A 2 1 to\n")
    scorelite("score", "r.stm", "h.ctm", *words, "--max-wer", "1", "--verdict", "json=v.json")
    (place,) = json.loads((tmp_path / "v.json").read_text())["worst"]
    assert (place["file"], place["line"]) == ("r.stm", 2)


def test_channels_that_the_hypothesis_alone_has_renamed_keep_the_lines_of_the_reference(
    tmp_path: Path, scorelite: Run
) -> None:
    (tmp_path / "r.stm").write_text("t 1 s 0 2 good day\nt 2 s 0 2 to you\n")
    (tmp_path / "h.ctm").write_text("t 0 0 1 good\nt 0 1 1 day\nt 1 0 1 to\n")
    scorelite(
        "score", "r.stm", "h.ctm", "--channel", "0=1", "--channel", "1=2", "--max-wer", "1", "--verdict", "json=v.json"
    )
    (place,) = json.loads((tmp_path / "v.json").read_text())["worst"]
    assert (place["file"], place["line"]) == ("r.stm", 2)


def test_columns_that_are_chosen_point_at_their_lines(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "ref.csv").write_text("nr,said\nu-1,a b\nu-2,c d\n")
    (tmp_path / "hyp.csv").write_text("nr,heard\nu-2,c x\nu-1,a b\n")
    columns = ("--ref-column", "said", "--hyp-column", "heard", "--id-column", "nr")
    done = scorelite("score", "ref.csv", "hyp.csv", *columns, "--max-wer", "5", "--verdict", "markdown=v.md")
    assert (done.returncode, done.stderr.count(b"unknown")) == (1, 0), done.stderr
    assert "`u-2` | `hyp.csv:2`" in (tmp_path / "v.md").read_text()


def test_a_table_of_both_sides_points_at_the_line_where_a_row_begins(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "data.csv").write_text('id,text,pred_text\nu1,"a\nb",a b\nu2,a b,a c\n')
    done = scorelite(*["score", "data.csv", "--max-wer", "1", "--verdict", "junit=j.xml"])
    assert done.returncode == 1, done.stderr
    assert "\ndata.csv:4: u2: 1 error; ref: a b; hyp: a c<" in (tmp_path / "j.xml").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("score ref.trn new.trn --verdict junit=j.xml", "--verdict has no effect without a limit for junit: --max-wer"),
        ("compare --ref ref.trn old.trn new.trn --verdict sarif=s", "a limit for sarif: --max-wer-increase, --signif"),
        ("compare --ref ref.trn old.trn new.trn ref.trn --verdict badge=b", "--verdict is for two results; there are"),
        ("score ref.trn new.trn --verdict xml=j.xml", "'xml=j.xml' is not a verdict; expected KIND=FILE, as in junit="),
        (
            "score ref.trn new.trn --verdict junit=j,badge=b",
            "holds several files; expected --verdict KIND=FILE for each",
        ),
        ("score ref.trn new.trn --verdict badge=", "'badge=' is not a verdict; expected KIND=FILE"),
        ("score ref.trn new.trn --verdict badge=ref.trn", "--verdict ref.trn is an input too; expected another file"),
        ("meetings ref.trn new.trn --verdict junit=j", "--verdict has no effect without a limit for junit: --max-wer"),
        ("meetings ref.trn new.trn --measure cp,orc --verdict badge=b", "without one --measure, and without --sources"),
        ("segments ref.trn new.trn --verdict sarif=s", "--verdict has no effect without a limit for sarif: --max-rate"),
        ("segments ref.trn new.trn --measure clusters --verdict badge=b", "without a --measure with an error rate"),
        ("score ref.trn new.trn --stream --verdict badge=b.svg", "--verdict needs the whole of both files"),
    ],
)
@pytest.mark.usefixtures("files")
def test_wrong_uses_are_refused(arguments: str, message: str, scorelite: Run) -> None:
    done = scorelite(*arguments.split())
    assert done.returncode == 2
    assert message in " ".join(done.stderr.decode().split())


@pytest.mark.parametrize(
    ("rate", "colour"),
    [
        (0.0, "#2b7a1f"),
        (0.05, "#2b7a1f"),
        (0.0501, "#5a7302"),
        (0.1, "#5a7302"),
        (0.2, "#8a6100"),
        (0.3, "#b04a00"),
        (0.3001, "#b3261e"),
        (None, "#5c5c5c"),
    ],
)
def test_the_colour_of_a_badge_without_a_limit_is_that_of_the_rate_bounds_included(
    rate: float | None, colour: str
) -> None:
    assert badge.colour(Gate("score", "WER", "h", rate)) == colour


def test_a_badge_shows_the_rate_and_the_colour_of_the_verdict(files: Path, scorelite: Run) -> None:
    assert scorelite(*["score", "ref.trn", "old.trn", "--verdict", "badge=b.svg"]).returncode == 0
    root = ElementTree.parse(files / "b.svg").getroot()
    assert [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")] == ["WER", "10.0 %"]
    assert scorelite(*["score", "ref.trn", "old.trn", "--max-wer", "9", "--verdict", "badge=b.svg"]).returncode == 1
    text = (files / "b.svg").read_text()
    assert badge.NOT_KEPT in text
    assert "<title>FAIL: WER is 10.00 %, allowed 9.00 %</title>" in text
    assert text.count("http") == text.count('xmlns="http')


def test_a_badge_in_a_json_file_is_an_endpoint_of_shields_io(files: Path, scorelite: Run) -> None:
    assert scorelite(*["score", "ref.trn", "old.trn", "--max-wer", "9", "--verdict", "badge=b.json"]).returncode == 1
    # The keys that https://shields.io/badges/endpoint-badge requires, and the colour of a limit that failed.
    endpoint = {"schemaVersion": 1, "label": "WER", "message": "10.0 %", "color": badge.NOT_KEPT}
    assert json.loads((files / "b.json").read_bytes()) == endpoint


def test_prometheus_collects_gauges_of_what_is_defined(files: Path, scorelite: Run) -> None:
    assert scorelite(*["score", "ref.trn", "old.trn", "--max-wer", "9", "--verdict", "prometheus=m.prom"]).returncode
    lines = (files / "m.prom").read_text().splitlines()
    assert lines[:3] == [
        "# HELP scorelite_rate Error rate, as a fraction.",
        "# TYPE scorelite_rate gauge",
        'scorelite_rate{command="score",measure="WER",file="old.trn"} 0.1',
    ]
    assert lines[-1] == 'scorelite_limit_kept{command="score",measure="WER",file="old.trn"} 0'
    # Quotes and backslashes are escaped, and what is undefined is missing.
    assert prometheus.render(Gate("score", "WER", 'a"b\\.trn', 0.5)).endswith('file="a\\"b\\\\.trn"} 0.5\n')
    assert prometheus.render(Gate("score", "WER", "h", None)) == ""


def test_every_command_adds_its_part_to_the_job_summary_of_github(
    files: Path, scorelite: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (files / "summary.md").write_text("# earlier step\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(files / "summary.md"))
    for hyp in ("old.trn", "new.trn"):
        arguments = ["score", "ref.trn", hyp, "--verdict", "markdown=summary.md", "--verdict", "markdown=own.md"]
        assert scorelite(*arguments).returncode == 0
    text = (files / "summary.md").read_text()
    assert [line for line in text.splitlines() if line.startswith("#")] == [
        "# earlier step",
        "### WER 10.0 %",
        "### WER 30.0 %",
    ]
    assert (files / "own.md").read_text().startswith("### WER 30.0 %")


ODD = Gate(
    "score",
    "WER",
    "some folder/hyp é.trn",
    None,
    allowed="at most 1.00 %",
    verdict=Verdict(False, 'WER is "undefined" & <odd>\x00'),
    worst=(Place("u<1>", "1 error; ref: \x1b[31m & \udcff", "some folder/hyp é.trn", 7),),
)


def test_odd_texts_and_paths_stay_inside_their_places() -> None:
    root = ElementTree.fromstring(junit.render(ODD).encode())
    (failure,) = root.iter("failure")
    assert failure.get("message") == 'WER is "undefined" & <odd>?'
    assert failure.text == "\nsome folder/hyp é.trn:7: u<1>: 1 error; ref: ?[31m & ?"
    results = json.loads(sarif.render(ODD))["runs"][0]["results"]
    uris = {each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for each in results}
    assert uris == {"some%20folder/hyp%20%C3%A9.trn"}


SCHEMAS = os.environ.get("SCORELITE_SCHEMAS", "")
NEEDS_SCHEMAS = pytest.mark.skipif(
    not SCHEMAS, reason="SCORELITE_SCHEMAS names no folder with sarif-schema-2.1.0.json and junit-10.xsd"
)


@NEEDS_SCHEMAS
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (COMPARE, 1),
        (f"{COMPARE[:-3]}50", 0),
        ("score ref.trn new.trn --max-wer 5", 1),
        ("score ref.trn new.trn --max-wer 50", 0),
        ("meetings ref.stm hyp.stm --max-wer 5", 1),
        ("segments ref.rttm hyp.rttm --max-rate 5", 1),
    ],
)
def test_both_files_are_valid_by_the_official_schemas(arguments: str, code: int, files: Path, scorelite: Run) -> None:
    jsonschema = peer("jsonschema")
    etree = peer("lxml.etree")
    write_meetings_and_segments(files)
    done = scorelite(*arguments.split(), "--verdict", "junit=j.xml", "--verdict", "sarif=s.json")
    assert done.returncode == code, done.stderr
    (files / "odd.xml").write_text(junit.render(ODD), encoding="utf-8")
    schema = etree.XMLSchema(etree.parse(str(Path(SCHEMAS) / "junit-10.xsd")))
    for name in ("j.xml", "odd.xml"):
        schema.assertValid(etree.parse(str(files / name)))
    rules = json.loads((Path(SCHEMAS) / "sarif-schema-2.1.0.json").read_bytes())
    for text in ((files / "s.json").read_text(), sarif.render(ODD)):
        jsonschema.validate(json.loads(text), rules)


def test_the_interval_of_a_verdict_begins_at_0_at_the_lowest(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "ref.trn").write_text("a b (u-1)\na b c d (u-2)\n")
    (tmp_path / "hyp.trn").write_text("a c (u-1)\na b c d (u-2)\n")
    assert scorelite(*["score", "ref.trn", "hyp.trn", "--max-wer", "90", "--verdict", "markdown=v.md"]).returncode == 0
    assert "| `hyp.trn` | 16.7 % | 0.0 % to " in (tmp_path / "v.md").read_text()
