"""`scorelite segments`: what it prints, what it refuses, and what it makes of files that do not match."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("numpy")
pytest.importorskip("scipy")

from scorelite import score_files
from scorelite.formats.errors import MismatchError, UsageError
from scorelite.scoring.cli.main import main
from scorelite.scoring.common.version import __version__
from scorelite.scoring.segments.api import score_segment_files, score_segments
from scorelite.scoring.segments.measures import NAMES as MEASURES
from tests.conftest import Run

REF = """\
SPEAKER talk 1 0.00 6.00 <NA> <NA> anna <NA> <NA>
SPEAKER talk 1 5.00 4.00 <NA> <NA> ben <NA> <NA>
SPEAKER walk 1 0.00 4.00 <NA> <NA> carl <NA> <NA>
"""
HYP = """\
SPEAKER talk 1 0.20 5.00 <NA> <NA> s1 <NA> <NA>
SPEAKER talk 1 5.20 4.30 <NA> <NA> s2 <NA> <NA>
SPEAKER more 1 10.00 1.00 <NA> <NA> s3 <NA> <NA>
"""


Command = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Command:
    """Runs the command in this process: a new one would spend a second on imports, a hundred times over."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> subprocess.CompletedProcess[bytes]:
        capfdbinary.readouterr()
        code = main(["segments", *arguments])
        return subprocess.CompletedProcess(arguments, code, *capfdbinary.readouterr())

    return run


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "ref.rttm").write_text(REF, encoding="utf-8")
    (tmp_path / "hyp.rttm").write_text(HYP, encoding="utf-8")
    (tmp_path / "all.uem").write_text("talk 1 1.0 5.0\n", encoding="utf-8")
    return tmp_path


def test_summary_says_what_was_scored(files: Path, scorelite: Run) -> None:
    done = scorelite("segments", "ref.rttm", "hyp.rttm", "--measure", "diarisation")
    assert done.stderr == b""
    assert done.stdout.decode() == (
        "ref  ref.rttm\nhyp  hyp.rttm\n2 recordings\n"
        "1 recording (walk) without a hypothesis: all missed\n"
        "1 recording (more) without a reference: left out\n"
        "0.50 s of hypothesis speech (3.6 % of the reference) before or after all labels of the reference: "
        "not scored; --convention pyannote counts them as false alarms, --uem FILE names the scored time\n\n"
        "DER                    37.1 %\nseconds               14.00\n"
        "correct                62.9 %\nconfused                0.0 %\n"
        "missed                 37.1 %\nfalse alarm             0.0 %\n"
        "JER                    40.6 %\n"
        "speaker count          50.0 % of recordings are right\n"
        "count error            0.50 speakers, mean of recordings\n\n"
        f"scorelite:{__version__}|diarisation|md-eval|collar:0s each side|overlap:include|missing:delete\n"
    )


def test_table_has_a_row_for_every_speaker(files: Path, command: Command) -> None:
    done = command("ref.rttm", "hyp.rttm", "--measure", "diarisation", "--report", "sys")
    lines = [line.strip() for line in done.stdout.decode().splitlines()]
    assert "| talk anna = s1 |    6.00 | 83.3    0.0    16.7   0.0 |  16.7      - |" in lines
    assert "| Sum            |   14.00 | 62.9    0.0    37.1   0.0 |  37.1   40.6 |" in lines


def test_listing_shows_every_stretch(files: Path, command: Command) -> None:
    done = command("ref.rttm", "hyp.rttm", "--measure", "diarisation", "--report", "pra")
    assert done.stdout.decode().startswith(
        "id: (talk)\n"
        "Scores: (#C #S #D #I) 8.80 0.00 1.20 0.00\n"
        "Time:  0.00 0.20 5.00     5.20     6.00 9.00\n"
        "REF:   anna anna anna+ben anna+ben ben  ****\n"
        "HYP:   **** anna anna     ben      ben  ben\n"
        "Eval:  D         D        D             -\n"
    )


def verdicts(measure: str, **settings: object) -> tuple[str, str]:
    """The numbers and the verdicts of a listing."""
    refs = {"t": [("music", 0.0, 5.0), ("speech", 5.0, 9.0)]}
    hyps = {"t": [("music", 0.0, 6.0), ("speech", 6.0, 9.0), ("noise", 9.0, 10.0), ("noise", 10.0, 11.0)]}
    lines = score_segments(refs, hyps, measure=measure, **settings).report("pra").splitlines()
    return lines[1].removeprefix("Scores: (#C #S #D #I) "), " ".join(lines[5].split()[1:]) if len(lines) > 5 else ""


# Numbers and verdicts, counted by hand.
LISTED = {
    "classes": ("8.00 1.00 0.00 2.00", "S I I"),
    "events": ("2 0 0 2", "I I"),
    "diarisation": ("8.00 1.00 0.00 0.00", "S - -"),
    "detection": ("9.00 - 0.00 0.00", "- -"),
    "overlaps": ("0.00 - 0.00 0.00", ""),
    "sound-segments": ("8 1 0 2", "S I I"),
    "sound-events": ("1 0 1 3", "D I I I"),
    "boundaries": ("0 0 1 3", "D I I I"),
    "clusters": ("8.00 3.00 - -", "S I I"),
}


@pytest.mark.parametrize("measure", MEASURES)
def test_a_listing_shows_what_the_measure_has_counted(measure: str) -> None:
    assert verdicts(measure) == LISTED[measure]


def test_a_listing_marks_what_is_outside_of_the_regions() -> None:
    assert verdicts("classes", regions={"t": [(0.0, 5.5), (9.5, 11.0)]})[1] == "S - - - I I"


def test_listing_wraps_at_the_width() -> None:
    rows = [("abcdefgh", float(number), number + 1.0) for number in range(20)]
    listed = score_segments({"t": rows}, {"t": rows}).report("pra", width=40)
    assert max(len(line) for line in listed.split("\n") if line[:4] in ("Time", "REF:", "HYP:")) <= 40
    assert listed.count("REF:") == 7


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("report", ["sys", "pra", "lengths", "page", "json", "summary"])
def test_every_measure_has_every_output(measure: str, report: str, files: Path, command: Command) -> None:
    options = {"json": ["--json"], "summary": [], "page": ["--page", "p.html"]}.get(report, ["--report", report])
    done = command("ref.rttm", "hyp.rttm", "--measure", measure, *options)
    assert (done.returncode, done.stderr) == (0, b"")
    if report == "json":
        document = json.loads(done.stdout)
        assert document["measure"] == measure
        assert [part["name"] for part in document["recordings"]] == ["talk", "walk"]


def test_stdin_is_scored_as_the_file_is(files: Path, scorelite: Run) -> None:
    wanted = scorelite("segments", "ref.rttm", "hyp.rttm").stdout.replace(b"ref.rttm", b"<stdin>")
    assert b"diarisation" in wanted
    assert scorelite("segments", "-", "hyp.rttm", stdin=(files / "ref.rttm").read_bytes()).stdout == wanted


def test_words_that_are_compared_with_segments_are_said(files: Path, command: Command) -> None:
    (files / "ref.stm").write_text("talk 1 ann 0 2 good day to you\ntalk 1 ann 2 4 how do you do\n")
    (files / "hyp.ctm").write_text("talk 1 0.0 0.5 good\ntalk 1 0.5 0.5 day\n")
    notice = b"words of hyp.ctm are compared with segments of ref.stm; `scorelite convert hyp.ctm hyp.stm`"
    assert notice in command("ref.stm", "hyp.ctm", "--measure", "boundaries").stdout
    assert notice not in command("hyp.ctm", "hyp.ctm", "--measure", "boundaries").stdout


def test_turns_of_one_speaker_at_once_are_said_where_pyannote_counts_them_twice(files: Path, command: Command) -> None:
    (files / "own.csv").write_text("start,end,speaker\n0,2,ann\n1,3,ann\n")
    options = "own.csv", "own.csv", "--measure", "der"
    notice = b"1 turn of the reference overlaps one of the same speaker"
    assert notice in command(*options, "--convention", "pyannote").stdout
    assert notice not in command(*options).stdout


def test_what_speakers_say_is_no_class_without_a_hint(files: Path, command: Command) -> None:
    (files / "said.csv").write_text("start,end,text\n0,1,good day to you\n1,2,how do you do\n")
    assert b"to compare who speaks when, use the measure diarisation" in command("said.csv", "said.csv").stdout


def test_names_that_are_on_one_side_only_are_worth_a_hint(files: Path, command: Command) -> None:
    done = command("ref.rttm", "hyp.rttm", "--measure", "classes")
    assert b"the sides have no value in common" in done.stdout


def test_two_files_of_turns_are_scored_by_who_speaks(files: Path, command: Command) -> None:
    assert b"|diarisation|" in command("ref.rttm", "hyp.rttm").stdout
    assert b"|diarisation|" in command("ref.rttm", "hyp.rttm", "--collar", "0.25").stdout
    assert b"--merge has no effect on --measure diarisation" in command("ref.rttm", "hyp.rttm", "--merge", "1").stderr
    assert b"|classes|" in command("ref.rttm", "hyp.rttm", "--merge", "1", "--measure", "classes").stdout
    (files / "events.csv").write_text("session,start,end,text\ntalk,0,1,music\n")
    assert b"|classes|" in command("events.csv", "events.csv").stdout


@pytest.mark.parametrize("data", ["", ";; nobody spoke\n\n"])
def test_a_file_of_turns_without_any_is_scored_by_who_speaks(data: str, files: Path, command: Command) -> None:
    (files / "none.rttm").write_text(data, "utf-8")
    printed = command("ref.rttm", "none.rttm").stdout.decode()
    assert "DER                   100.0 %" in printed
    assert "missed                100.0 %" in printed


def test_regions_of_a_uem_file_are_all_that_is_scored(files: Path) -> None:
    result = score_segment_files(files / "ref.rttm", files / "hyp.rttm", uem=files / "all.uem", measure="diarisation")
    assert [part.name for part in result.parts] == ["talk"]
    assert result.total.scored == 4.0


@pytest.mark.parametrize(("missing", "names"), [("delete", ["talk", "walk"]), ("skip", ["talk"])])
def test_recordings_without_a_hypothesis(missing: str, names: list[str], files: Path) -> None:
    result = score_segment_files(files / "ref.rttm", files / "hyp.rttm", missing=missing)
    assert [part.name for part in result.parts] == names
    assert (result.missing, result.extra) == (("walk",), ("more",))


def test_recordings_without_a_hypothesis_may_be_an_error(files: Path) -> None:
    with pytest.raises(MismatchError, match=r"1 recording \(walk\) of the reference without a hypothesis"):
        score_segment_files(files / "ref.rttm", files / "hyp.rttm", missing="error")


def test_recordings_that_have_nothing_in_common_are_refused() -> None:
    with pytest.raises(MismatchError, match=r"no recording of the reference \(talk, walk\)"):
        score_segment_files(REF.encode(), HYP.replace("talk", "other").encode())


def test_channels_count_where_a_recording_has_several() -> None:
    ref = REF + "SPEAKER talk 2 0.00 1.00 <NA> <NA> dora <NA> <NA>\n"
    result = score_segment_files(ref.encode(), ref.encode())
    assert [part.name for part in result.parts] == ["talk/1", "talk/2", "walk/1"]
    assert result.error_rate == 0.0


def test_one_recording_without_a_name_is_the_one_of_the_other_side(tmp_path: Path) -> None:
    (tmp_path / "a.srt").write_text("1\n00:00:00,000 --> 00:00:02,000\nmusic\n\n", encoding="utf-8")
    ref = b"SPEAKER talk 1 0.0 2.0 <NA> <NA> music <NA> <NA>\n"
    result = score_segment_files(ref, tmp_path / "a.srt")
    assert (result.parts[0].name, result.error_rate) == ("talk", 0.0)


def test_a_recording_without_a_name_is_the_one_that_its_file_is_called_by(tmp_path: Path, command: Command) -> None:
    (tmp_path / "b.lab").write_text("0 4 anna\n")
    rows = [f"SPEAKER {name} 1 0 4 <NA> <NA> anna <NA> <NA>\n" for name in "ab"]
    (tmp_path / "both.rttm").write_text("".join(rows))
    done = command("b.lab", "both.rttm", "--measure", "der", "--json")
    assert [part["name"] for part in json.loads(done.stdout)["recordings"]] == ["b"]
    done = command("both.rttm", "b.lab", "--measure", "der", "--json")
    assert [part["missed"] for part in json.loads(done.stdout)["recordings"]] == [4.0, 0.0]
    (tmp_path / "c.lab").write_text("0 4 anna\n")
    done = command("c.lab", "both.rttm", "--measure", "der")
    assert b"reference (without a name) is in the hypothesis (a, b)" in done.stderr
    assert b"`scorelite convert IN OUT.rttm --session NAME` renames them" in done.stderr


def test_channels_of_other_names_are_renamed_as_the_message_says(
    tmp_path: Path, command: Command, scorelite: Run
) -> None:
    (tmp_path / "call.stm").write_text("call A agent 0.5 1.5 good day\ncall B customer 2 3 hello there\n")
    items = "".join(
        f'{{"start_time": "{start}", "end_time": "{start + 0.5}", "channel_label": "{name}", "type": "pronunciation", '
        f'"alternatives": [{{"content": "{word}"}}]}} '
        for name, start, word in (
            ("ch_0", 0.5, "good"),
            ("ch_0", 1.0, "day"),
            ("ch_1", 2.0, "hello"),
            ("ch_1", 2.5, "there"),
        )
    ).replace("} {", "}, {")
    labels = '{"channels": [{"channel_label": "ch_0", "items": []}, {"channel_label": "ch_1", "items": []}]}'
    results = f'{{"transcripts": [{{"transcript": ""}}], "channel_labels": {labels}, "items": [{items}]}}'
    (tmp_path / "call.json").write_text(f'{{"jobName": "job", "results": {results}}}')
    done = command("call.stm", "call.json", "--measure", "diarisation")
    assert b"no channel of the reference (A, B) is in the hypothesis (ch_0, ch_1)" in done.stderr
    advice = re.search(rb"`scorelite (convert [^`]*)`", done.stderr)
    assert advice is not None
    assert scorelite(*shlex.split(advice[1].decode()), cwd=tmp_path).returncode == 0
    done = command("call.stm", "call.renamed.stm", "--measure", "diarisation")
    assert b"DER                     0.0 %" in done.stdout


def test_words_with_times_are_labels() -> None:
    ctm = b"talk 1 0.0 0.5 up\ntalk 1 1.0 0.5 down\n"
    hyp = ctm.replace(b"down", b"left")
    result = score_segment_files(ctm, hyp, ref_format="ctm", hyp_format="ctm", measure="events")
    assert result.total.substituted == {("down", "left"): 1}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--collar", "-1"], "--collar is -1.0; expected a number >= 0"),
        (["--report", "pra", "--width", "0"], "--width is 0; expected 1 or more"),
        (["--measure", "sound-segments", "--resolution", "1e-320"], "resolution is 1e-320 seconds: too fine for 9.5"),
        (["--measure", "sound-segments", "--resolution", "0"], "--resolution is 0.0; expected seconds > 0"),
    ],
)
def test_settings_that_cannot_be_are_refused(arguments: list[str], said: str, files: Path, command: Command) -> None:
    options = arguments if "--measure" in arguments else ["--measure", "diarisation", *arguments]
    done = command("ref.rttm", "hyp.rttm", *options)
    assert (done.returncode, done.stderr.decode())[:1] == (2,)
    assert done.stderr.decode().startswith(f"scorelite: {said}")


def test_times_that_cannot_be_have_their_place(files: Path, command: Command) -> None:
    (files / "bad.rttm").write_text(REF.replace("6.00", "nan"), encoding="utf-8")
    done = command("bad.rttm", "hyp.rttm")
    assert done.returncode == 2
    assert done.stderr.startswith(b"bad.rttm:1:")


def test_an_unknown_setting_is_an_error() -> None:
    with pytest.raises(UsageError, match=r"measure 'diarisation' has no setting 'colar'; did you mean collar"):
        score_segments({}, {}, measure="diarisation", colar=1.0)
    with pytest.raises(UsageError, match=r"measure 'clusters' has no setting 'collar'; it has none"):
        score_segments({}, {}, measure="clusters", collar=1.0)
    with pytest.raises(UsageError, match=r"measure 'nonsense' is unknown; expected one of: .*classes"):
        score_segments({}, {}, measure="nonsense")


def test_an_option_without_effect_on_the_measure_is_refused(files: Path, command: Command) -> None:
    done = command("ref.rttm", "hyp.rttm", "--measure", "sound-events", "--merge", "0.1")
    assert (done.returncode, done.stdout) == (2, b"")
    expected = b"--merge has no effect on --measure sound-events; its options: --collar, --length-part, --onset-only"
    assert expected in done.stderr


def test_empty_files_are_an_error(tmp_path: Path, command: Command) -> None:
    for name in ("ref.rttm", "hyp.rttm"):
        (tmp_path / name).write_bytes(b"")
    for measure in MEASURES:
        done = command("ref.rttm", "hyp.rttm", "--measure", measure, "--report", "sys")
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.startswith(b"scorelite: nothing was scored: ref.rttm and hyp.rttm have no recording")


TEXTGRID = """\
File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0
xmax = 4
tiers? <exists>
size = 2
item []:
    item [1]:
        class = "IntervalTier"
        name = "sounds"
        xmin = 0
        xmax = 4
        intervals: size = 2
        intervals [1]:
            xmin = 0
            xmax = 3
            text = "car"
        intervals [2]:
            xmin = 3
            xmax = 4
            text = "bird"
    item [2]:
        class = "IntervalTier"
        name = "remarks"
        xmin = 0
        xmax = 4
        intervals: size = 1
        intervals [1]:
            xmin = 0
            xmax = 4
            text = "windy"
"""


def test_a_tier_may_be_chosen_on_either_side(tmp_path: Path, command: Command) -> None:
    (tmp_path / "ref.TextGrid").write_text(TEXTGRID, encoding="utf-8")
    (tmp_path / "hyp.TextGrid").write_text(TEXTGRID.replace('"sounds"', '"found"'), encoding="utf-8")
    done = command("ref.TextGrid", "hyp.TextGrid", "--ref-tier", "sounds", "--hyp-tier", "found", "--json")
    assert [json.loads(done.stdout)["total"][name] for name in ("correct", "error_rate")] == [4.0, 0.0]
    done = command("ref.TextGrid", "ref.TextGrid", "--tier", "sounds", "--tier", "remarks", "--json")
    assert json.loads(done.stdout)["total"]["correct"] == 8.0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["ref.TextGrid", "ref.TextGrid", "--tier", "noise"], "ref.TextGrid has no tier 'noise'"),
        (["ref.rttm", "hyp.rttm", "--tier", "noise"], "--tier noise has no effect on rttm, which has no tiers"),
    ],
)
def test_a_tier_that_is_not_there_is_an_error(arguments: list[str], said: str, files: Path, command: Command) -> None:
    (files / "ref.TextGrid").write_text(TEXTGRID, encoding="utf-8")
    done = command(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert said in done.stderr.decode()


def test_a_tier_that_one_side_lacks_leads_to_the_option_of_this_side(tmp_path: Path, command: Command) -> None:
    (tmp_path / "ref.TextGrid").write_text(TEXTGRID, encoding="utf-8")
    (tmp_path / "hyp.TextGrid").write_text(TEXTGRID.replace('"sounds"', '"found"'), encoding="utf-8")
    done = command("ref.TextGrid", "hyp.TextGrid", "--tier", "sounds")
    assert done.stderr.decode().endswith("'found', 'remarks'; --hyp-tier NAME chooses one of this file\n")


def test_regions_of_other_recordings_are_an_error(files: Path, command: Command) -> None:
    (files / "other.uem").write_text("elsewhere 1 0 5\n", encoding="utf-8")
    done = command("ref.rttm", "hyp.rttm", "--uem", "other.uem")
    assert done.returncode == 2
    expected = (
        b"regions belong to other recordings: 1 recording (elsewhere); the reference has 2 recordings (talk, walk)"
    )
    assert expected in done.stderr


def test_parts_of_names_of_recordings_are_removed_on_both_sides_and_in_regions(files: Path, command: Command) -> None:
    (files / "mix.rttm").write_text(REF.replace("talk", "talk.Mix").replace("walk", "walk.Mix"), encoding="utf-8")
    (files / "mix.uem").write_text("talk.Mix 1 0 5\n", encoding="utf-8")
    hint = "  --strip-id '[.]Mix$' removes the difference: talk in the reference, talk.Mix in the "
    for arguments, where in ((("mix.rttm",), "hypothesis"), (("ref.rttm", "--uem", "mix.uem"), "regions")):
        refused = command("ref.rttm", *arguments)
        assert (refused.returncode, f"{hint}{where}\n" in refused.stderr.decode()) == (2, True)
        assert b"DER                     0.0 %" in command("ref.rttm", *arguments, "--strip-id", "[.]Mix$").stdout
    idle = command("ref.rttm", "hyp.rttm", "--strip-id", "[.]wav$")
    assert b"--strip-id has no effect: '[.]wav$' matches no part of 'talk', 'walk'" in idle.stderr


def test_parts_of_names_of_files_without_recordings_are_removed(tmp_path: Path) -> None:
    (tmp_path / "ref").mkdir()
    (tmp_path / "hyp").mkdir()
    for name in ("s_01", "s_02"):
        (tmp_path / f"ref/{name}.txt").write_text("0.0\t4.0\tdog\n")
        (tmp_path / f"hyp/{name}_final.txt").write_text("0.0\t4.0\tdog\n")
    folders = tmp_path / "ref", tmp_path / "hyp"
    with pytest.raises(MismatchError, match=r"strip_id='_final\$' removes the difference: s_01 in the reference"):
        score_segment_files(*folders)
    assert score_segment_files(*folders, strip_id="_final$").error_rate == 0
    (tmp_path / "both.rttm").write_text(REF)
    Path(tmp_path / "talk_final.txt").write_text("0.0\t4.0\tanna\n")
    sides = tmp_path / "both.rttm", tmp_path / "talk_final.txt"
    result = score_segment_files(*sides, measure="diarisation", strip_id="_final$")
    assert result.parts[0].hyp


def test_parts_of_names_of_rows_in_memory_are_removed() -> None:
    rows = [("anna", 0.0, 4.0)]
    sides = {"a": rows, "b": rows}, {"a.Mix": rows, "b.Mix": rows}
    regions = {"a.Mix": [(0.0, 2.0)]}
    assert score_segments(*sides, regions=regions, strip_id="[.]Mix$").error_rate == 0
    with pytest.raises(UsageError, match=r"makes 'a.Mix' and 'b.Mix' one name, 'Mix'"):
        score_segments(*sides, strip_id="^[ab].(?=M)")
    with pytest.raises(UsageError, match="strip_id= is of type int; expected a text"):
        score_segments(*sides, strip_id=8)  # type: ignore[arg-type]


def test_rows_that_are_not_to_be_scored_are_left_out(files: Path, command: Command) -> None:
    rows = REF + "NOSCORE talk 1 2.0 1.0 <NA> <NA> <NA> <NA>\nNON-LEX talk 1 7.0 0.5 <NA> laugh anna <NA>\n"
    (files / "marked.rttm").write_text(rows, encoding="utf-8")
    scored = {}
    for name in ("ref.rttm", "marked.rttm"):
        for convention in ("md-eval", "pyannote"):
            options = ["--measure", "diarisation", "--convention", convention, "--json"]
            scored[name, convention] = json.loads(command(name, "ref.rttm", *options).stdout)["total"]["scored"]
    # A second is not to be scored; the noise and the silence around it, as far as a turn goes, 1.5 seconds.
    assert scored["ref.rttm", "md-eval"] - scored["marked.rttm", "md-eval"] == pytest.approx(2.5, abs=1e-6)
    assert scored["ref.rttm", "pyannote"] == scored["marked.rttm", "pyannote"]


def test_the_package_offers_what_scores_segments() -> None:
    from scorelite import scoring

    rows = {"talk": [("anna", 0.0, 4.0)]}
    assert scoring.score_segments(rows, rows, measure="diarisation").error_rate == 0.0
    assert scoring.score_segment_files is score_segment_files
    assert scoring.SegmentResult.__name__ in scoring.__all__


def test_lengths_of_labels_are_listed_by_side_and_value(files: Path, command: Command) -> None:
    done = command("ref.rttm", "hyp.rttm", "--report", "lengths")
    lines = [line.strip() for line in done.stdout.decode().splitlines()]
    assert "| REF ben  |     1 |    4.00 | 4.00   4.00 | 4.00     4.00   0.00 |" in lines
    document = json.loads(command("ref.rttm", "hyp.rttm", "--json").stdout)["lengths"]
    assert document["ref"]["anna"]["mean"] == 6.0
    assert sorted(document["hyp"]) == ["s1", "s2"]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (("a", 1.0), "expected rows of value, start and end"),
        (("a", "x", 2.0), "expected rows of value, start and end"),
        ((1, 0.0, 2.0), "t: the value of a label is 1; expected text"),
        ((None, 0.0, 2.0), "t: the value of a label is None; expected text"),
        (("a", 3.0, 2.0), "t: label 'a' ends at 2.0, before it starts at 3.0"),
    ],
)
@pytest.mark.parametrize("measure", MEASURES)
def test_rows_that_are_none_are_an_error(row: tuple[object, ...], said: str, measure: str) -> None:
    for refs, hyps in (({"t": [row]}, {}), ({"t": [("a", 0.0, 1.0)]}, {"t": [row]})):
        with pytest.raises(UsageError, match=re.escape(said)):
            score_segments(refs, hyps, measure=measure)


@pytest.mark.parametrize("region", [(3.0, 1.0), (float("nan"), 1.0), (0.0, 1.0, 2.0), 5.0])
@pytest.mark.parametrize("measure", MEASURES)
def test_regions_that_are_none_are_an_error(region: object, measure: str) -> None:
    rows = {"t": [("a", 0.0, 1.0)]}
    with pytest.raises(UsageError, match="^t: (a region|expected regions)"):
        score_segments(rows, rows, regions={"t": [region]}, measure=measure)


def test_recordings_whose_channels_differ_are_said(files: Path, command: Command) -> None:
    said = b"2 recordings (talk: channel 1 and A, walk: channel 1 and A) with another channel in the hypothesis"
    (files / "other.rttm").write_text(REF.replace(" 1 ", " A "))
    (files / "none.rttm").write_text(REF.replace(" 1 ", " <NA> "))
    done = command("ref.rttm", "other.rttm")
    assert (done.returncode, said + b": compared by name only" in done.stdout) == (0, True)
    assert said.decode() in json.loads(command("ref.rttm", "other.rttm", "--json").stdout)["notices"][0]
    for name in ("ref.rttm", "none.rttm"):
        assert b"with another channel" not in command("ref.rttm", name).stdout


def test_labels_without_a_value_are_said_or_refused(files: Path, command: Command) -> None:
    for name in ("anna", "ben"):
        (files / f"{name}.mdtm").write_text(f"talk 1 0 3 speaker NA unknown {name}\n")
    (files / "a.srt").write_text("1\n00:00:00,000 --> 00:00:02,000\nhi\n")
    done = command("anna.mdtm", "ben.mdtm", "--by", "text")
    assert done.returncode == 2
    assert done.stderr == b"scorelite: anna.mdtm: segments without texts; expected --by speaker\n"
    done = command("a.srt", "a.srt", "--by", "speaker")
    assert b"labels have no values: only times were compared" in done.stdout
    assert b"no label has" not in command("anna.mdtm", "ben.mdtm").stdout


def test_one_recording_each_is_a_pair_whatever_its_name() -> None:
    row = b"SPEAKER talk 1 0.0 4.0 <NA> <NA> anna <NA> <NA>\n"
    other = row.replace(b"talk", b"take_2").replace(b"4.0", b"3.0")
    result = score_segment_files(row, other, measure="diarisation")
    assert result.der == 0.25
    assert "one recording each: talk (<bytes>) with take_2 (<bytes>)" in result.notices
    with pytest.raises(MismatchError, match="no recording of the reference"):
        score_segment_files(row + row.replace(b"talk", b"walk"), other, measure="diarisation")


def test_csv_has_a_row_for_each_recording(scorelite: Run, tmp_path: Path) -> None:
    rows = [f"SPEAKER {name} 1 0 {end} <NA> <NA> x <NA> <NA>\n" for name, end in (("a", 4), ("b", 2))]
    (tmp_path / "r.rttm").write_text("".join(rows), encoding="utf-8")
    (tmp_path / "h.rttm").write_text(rows[0].replace(" 4 ", " 3 ") + rows[1], encoding="utf-8")
    done = scorelite("segments", "r.rttm", "h.rttm", "--csv", cwd=tmp_path)
    head, *lines = done.stdout.decode().splitlines()
    der = head.split(",").index("der")
    assert [(line.split(",")[0], float(line.split(",")[der])) for line in lines] == [("a", 0.25), ("b", 0.0)]
    assert scorelite("segments", "r.rttm", "h.rttm", "--csv", "rows.csv", cwd=tmp_path).stdout.startswith(
        b"ref  r.rttm"
    )
    assert (tmp_path / "rows.csv").read_bytes() == done.stdout
    assert scorelite("segments", "r.rttm", "h.rttm", "--csv", "--json", cwd=tmp_path).returncode == 2


def test_labels_of_audacity_lab_and_silero_are_scored_as_labels_and_as_speakers(command: Command) -> None:
    """By hand: 2.5 of 4.5 s of speech are found, 2.5 s too many; as speakers, ann 2 s of 3 and ben 1 s of 1."""
    Path("ref.lab").write_text("0.0 2.5 speech\n3.0 5.0 speech\n")
    Path("hyp.json").write_text('[{"start": 0.5, "end": 3.5}, {"start": 5.0, "end": 7.0}]')
    found = json.loads(command("ref.lab", "hyp.json", "--json").stdout)["total"]
    assert (found["correct"], found["deletions"], found["insertions"]) == (2.5, 2.0, 2.5)
    Path("ref.rttm").write_text("SPEAKER a 1 0 3 <NA> <NA> ann <NA>\nSPEAKER a 1 3 1 <NA> <NA> ben <NA>\n")
    for name, blank in (("hyp.audacity", "\t"), ("hyp.txt", "\t"), ("hyp.lab", " ")):
        Path(name).write_text("0.0 2.0 Ann_Lee\n3.0 4.0 x\n".replace(" ", blank))
        turns = json.loads(command("ref.rttm", name, "--measure", "der", "--json").stdout)
        assert (turns["total"]["missed"], turns["total"]["der"]) == (1.0, 0.25)
        assert turns["recordings"][0]["mapping"] == {"ann": "Ann_Lee", "ben": "x"}


def test_tables_of_sound_events_are_read_as_desed_and_sed_eval_have_them(command: Command) -> None:
    """A row without times names a recording without events; `offset` is the end only next to `onset`."""
    head = "filename\tonset\toffset\tevent_label\n"
    Path("ref.tsv").write_text(head + "a.wav\t0.0\t2.0\tDog\na.wav\t5.0\t6.0\tSpeech\nb.wav\t\t\t\n")
    Path("hyp.tsv").write_text(head + "a.wav\t0.1\t2.1\tDog\na.wav\t5.5\t6.0\tSpeech\nb.wav\t1\t2\tCat\n")
    result = json.loads(command("ref.tsv", "hyp.tsv", "--measure", "sound-events", "--json").stdout)
    names = ("hits", "deletions", "insertions")
    assert [tuple(result["total"][name] for name in names)] == [(1, 1, 2)]
    assert [recording["name"] for recording in result["recordings"]] == ["a", "b"]
    Path("ref.csv").write_text("file,offset,duration,text\nc.wav,1.0,2.0,Dog\n")
    Path("hyp.csv").write_text("file,onset,offset,text\nc.wav,1.0,3.0,Dog\n")
    assert json.loads(command("ref.csv", "hyp.csv", "--json").stdout)["total"]["error_rate"] == 0


TIERS = (
    '"ooTextFile" "TextGrid" 0 2 <exists> 2 "IntervalTier" "words" 0 2 3 0 0.5 "good" 0.5 1.2 "day" 1.2 2 "" '
    '"IntervalTier" "phones" 0 2 2 0 0.5 "g" 0.5 2 "d"'
)


def test_tiers_that_are_scored_together_are_named_and_an_option_for_both_sides_needs_tiers_on_one(
    command: Command,
) -> None:
    Path("a.TextGrid").write_text(TIERS)
    Path("a.ctm").write_text("a 1 0.0 0.5 good\na 1 0.5 0.7 day\n")
    files = ("a.TextGrid", "a.ctm", "--measure", "boundaries")
    together = json.loads(command(*files, "--json").stdout)
    assert together["notices"] == ["a.TextGrid: 2 tiers (words, phones) are scored together; --ref-tier NAME chooses"]
    for option in ("--tier", "--ref-tier"):
        words = json.loads(command(*files, option, "words", "--json").stdout)
        assert (words["total"]["reference"], words["total"]["recall"], words["notices"]) == (1, 1.0, [])
    both = json.loads(command(*files, "--tier", "words", "--tier", "phones", "--json").stdout)
    assert (both["total"]["reference"], both["notices"]) == (2, [])
    for line in ((*files, "--hyp-tier", "words"), ("a.ctm", "a.ctm", "--tier", "words")):
        assert b"tier words has no effect on ctm, which has no tiers" in command(*line).stderr
    speakers = json.loads(command("a.TextGrid", "a.TextGrid", "--measure", "der", "--json").stdout)
    said = "a.TextGrid: 2 tiers (words, phones) are scored as speakers"
    assert speakers["notices"] == [f"{said}; --ref-tier NAME chooses", f"{said}; --hyp-tier NAME chooses"]


def test_folders_are_scored_as_one_file_of_all_recordings(command: Command) -> None:
    """By hand: half of talk, and in walk, where nobody speaks, a second too much; its files name no recording."""
    for folder in ("ref", "hyp"):
        Path(folder).mkdir()
    Path("ref/talk.rttm").write_text("SPEAKER talk 1 0 2 <NA> <NA> anna <NA>\n")
    Path("hyp/talk.lab").write_text("0 1 x\n")
    Path("ref/walk.lab").write_text("")
    Path("hyp/walk.lab").write_text("3 4 x\n")
    found = json.loads(command("ref", "hyp", "--measure", "der", "--convention", "pyannote", "--json").stdout)
    assert {each["name"]: (each["missed"], each["false_alarm"]) for each in found["recordings"]} == {
        "talk": (1.0, 0.0),
        "walk": (0.0, 1.0),
    }
    assert found["total"]["der"] == 1.0
    Path("one.rttm").write_text("SPEAKER talk 1 0 2 <NA> <NA> anna <NA>\nSPEAKER walk 1 3 1 <NA> <NA> ben <NA>\n")
    assert json.loads(command("one.rttm", "hyp", "--measure", "der", "--json").stdout)["total"]["der"] == 1 / 3
    Path("ref/other.rttm").write_text("SPEAKER talk 1 0 2 <NA> <NA> anna <NA>\n")
    twice = b"ref/other.rttm and ref/talk.rttm both have the recording 'talk'; expected each in one file"
    assert twice in command("ref", "hyp", "--measure", "der").stderr
    Path("empty").mkdir()
    assert b"empty: a folder without files; expected a file for each recording" in command("empty", "hyp").stderr


def test_recordings_that_are_called_as_files_of_others_come_with_what_makes_them_equal(
    tmp_path: Path, command: Command
) -> None:
    rows = [f"SPEAKER {name} 1 0 4 <NA> <NA> anna <NA> <NA>\n" for name in ("m1", "m2", "a/m1.wav", "m2.wav")]
    (tmp_path / "r.rttm").write_text("".join(rows[:2]))
    (tmp_path / "h.rttm").write_text("".join(rows[2:]))
    done = command("r.rttm", "h.rttm", "--measure", "der")
    both = b"--strip-id '^.*/|[.]wav$' removes the difference: m1 in the reference, a/m1.wav in the hypothesis"
    assert (done.returncode, both in done.stderr) == (2, True)
    (tmp_path / "h.rttm").write_text("".join(rows[1:3]))
    done = command("r.rttm", "h.rttm", "--measure", "der")
    assert (
        b"1 recording (m1) without a hypothesis: all missed\n1 recording (a/m1.wav) without a reference" in done.stdout
    )
    assert b"`scorelite convert HYP OUT --session a/m1.wav=m1` renames them\n" in done.stdout


def test_turns_of_a_table_are_scored_as_diarisation(command: Command) -> None:
    Path("r.rttm").write_text("SPEAKER t 1 0 2 <NA> <NA> a <NA> <NA>\nSPEAKER t 1 2 2 <NA> <NA> b <NA> <NA>\n")
    for name, heads in (("t.csv", "start,end,speaker"), ("t.tsv", "Start\tEnd\tSpeaker")):
        mark = "," if name == "t.csv" else "\t"
        Path(name).write_text(f"{heads}\n0{mark}2{mark}b\n2{mark}4{mark}a\n")
        assert json.loads(command("r.rttm", name, "--json").stdout)["total"]["der"] == 0
    Path("text.csv").write_text("start,end,speaker,text\n0,2,b,hello\n2,4,a,yes\n")
    assert json.loads(command("text.csv", "text.csv", "--json").stdout)["measure"] == "classes"


def test_speakers_of_other_files_next_to_turns_are_scored_as_diarisation(command: Command) -> None:
    Path("r.rttm").write_text("SPEAKER t 1 0 2 <NA> <NA> a <NA> <NA>\nSPEAKER t 1 2 2 <NA> <NA> b <NA> <NA>\n")
    Path("t.csv").write_text("start,end,speaker,text\n0,2,b,hello\n2,4,a,yes\n")
    Path("t.audacity.txt").write_text("0\t2\tx\n2\t4\ty\n")
    words = [{"word": "hi", "start": 0, "end": 2}], [{"word": "no", "start": 2, "end": 4}]
    rows = [
        {"start": 2 * place, "end": 2 * place + 2, "text": each[0]["word"], "words": each, "speaker": f"S{place}"}
        for place, each in enumerate(words)
    ]
    Path("t.whisperx.json").write_text(json.dumps({"segments": rows, "word_segments": []}))
    for name in ("t.csv", "t.audacity.txt", "t.whisperx.json"):
        for sides in (("r.rttm", name), (name, "r.rttm")):
            document = json.loads(command(*sides, "--json").stdout)
            assert (document["measure"], document["total"]["der"]) == ("diarisation", 0)


def test_tiers_of_speakers_and_turns_in_rttm_are_scored_as_diarisation(command: Command) -> None:
    tiers = ((name, 2 * place) for place, name in enumerate(("Anna", "Ben")))
    of_speakers = " ".join(f'"IntervalTier" "{name}" 0 4 1 {start} {start + 2} "good day"' for name, start in tiers)
    Path("t.TextGrid").write_text(f'"ooTextFile" "TextGrid" 0 4 <exists> 2 {of_speakers}')
    Path("h.rttm").write_text("SPEAKER t 1 0 2 <NA> <NA> S1 <NA> <NA>\nSPEAKER t 1 2 2 <NA> <NA> S2 <NA> <NA>\n")
    assert main(["convert", "t.TextGrid", "t.eaf"]) == 0
    for name in ("t.TextGrid", "t.eaf"):
        document = json.loads(command(name, "h.rttm", "--json").stdout)
        assert (document["measure"], document["total"]["der"]) == ("diarisation", 0)


def test_tables_of_times_alone_are_segments_without_names(command: Command) -> None:
    Path("t.rttm").write_text("SPEAKER t 1 0 2 <NA> <NA> a <NA> <NA>\nSPEAKER t 1 3 2 <NA> <NA> b <NA> <NA>\n")
    tables = {"start,end": "0,2\n3,4", "file,start,duration": "t,0,2\nt,3,1"}
    for head, rows in tables.items():
        Path("h.csv").write_text(f"{head}\n{rows}\n")
        document = json.loads(command("t.rttm", "h.csv", "--measure", "detection", "--json").stdout)
        assert document["total"]["error_rate"] == 0.25
    Path("h.csv").write_text("start,end,remark\n0,2,x\n")
    assert b"no column of texts among 'start', 'end', 'remark'" in command("t.rttm", "h.csv").stderr
    Path("h.csv").write_text("start,end\n0,2\n3,\n")
    assert b"h.csv:3" in command("t.rttm", "h.csv").stderr


def test_what_a_reader_leaves_out_is_told(command: Command) -> None:
    Path("m.csv").write_text("Begin,End,Label,Type,Speaker\n0,1,the,words,a\n1,2,cat,words,a\n0,0.5,dh,phones,a\n")
    notice = "m.csv: words are read from 'Label', and rows of phones are left out"
    assert notice in command("m.csv", "m.csv", "--measure", "boundaries").stdout.decode()


def test_a_tier_chooses_the_phones_of_an_aligners_table(command: Command) -> None:
    table = "Begin,End,Label,Type,Speaker\n0,1,a,words,s\n0,0.25,AH0,phones,s\n0.25,1,T,phones,s\n"
    phones = '"IntervalTier" "phones" 0 1 2 0 0.5 "AH0" 0.5 1 "T"'
    words = '"IntervalTier" "words" 0 1 1 0 1 "a"'
    for folder in ("refs", "hyps"):
        Path(folder).mkdir()
    for ref, hyp in (("m.TextGrid", "h.csv"), ("refs/m.TextGrid", "hyps/m.csv")):
        Path(hyp).write_text(table)
        Path(ref).write_text(f'"ooTextFile" "TextGrid" 0 1 <exists> 2 {words} {phones}')
    for sides in (("m.TextGrid", "h.csv"), ("refs", "hyps")):
        document = json.loads(command(*sides, "--tier", "phones", "--json").stdout)
        assert document["total"]["error_rate"] == 0.25
        assert not [notice for notice in document["notices"] if "left out" in notice]
        shown = command(*sides, "--ref-tier", "words").stdout.decode()
        assert ("rows of phones are left out" in shown, "correct               100.0 %" in shown) == (True, True)
    done = command("m.TextGrid", "h.csv", "--ref-tier", "phones", "--hyp-tier", "Phones")
    assert b"h.csv has no tier 'Phones'; its tiers are: 'words', 'phones'" in done.stderr


def test_labels_that_no_clock_can_hold_are_refused(command: Command) -> None:
    Path("a.rttm").write_text("SPEAKER t 1 0 1e308 <NA> <NA> a <NA> <NA>\n")
    done = command("a.rttm", "a.rttm", "--measure", "classes")
    assert (done.returncode, b"too long for a sum of their times" in done.stderr) == (2, True), done.stderr


def test_speakers_with_what_they_say_are_scored_as_diarisation(tmp_path: Path, scorelite: Run) -> None:
    said = [("anna", 0.0, 2.0, "good day to you"), ("ben", 2.0, 4.0, "hello and welcome")]
    rows = "".join(f"talk 1 {name} {start} {end} {text}\n" for name, start, end, text in said)
    (tmp_path / "ref.stm").write_text(rows)
    keys = ("speaker", "start_time", "end_time", "words")
    (tmp_path / "hyp.seglst.json").write_text(
        json.dumps([{"session_id": "talk", **dict(zip(keys, row, strict=True))} for row in said])
    )
    done = scorelite("segments", "ref.stm", "hyp.seglst.json", cwd=tmp_path)
    assert "DER                     0.0 %" in done.stdout.decode()
    # Labels of one word are classes.
    (tmp_path / "ref.stm").write_text("talk 1 x 0 2 music\ntalk 1 x 2 4 speech\n")
    assert "error rate" in scorelite("segments", "ref.stm", "ref.stm", cwd=tmp_path).stdout.decode()


def test_regions_may_lie_in_the_folder_of_what_they_limit(tmp_path: Path, scorelite: Run) -> None:
    turn = "SPEAKER {} 1 {} 2.0 <NA> <NA> anna <NA> <NA>\n"
    for name in ("ref/a.rttm", "ref/b.rttm", "hyp/a.rttm", "hyp/b.rttm"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        begin = 1.0 if name == "hyp/b.rttm" else 0.0
        (tmp_path / name).write_text(turn.format(Path(name).stem, begin))
    for name in "ab":
        (tmp_path / "ref" / f"{name}.uem").write_text(f"{name} 1 0 1.5\n")
    done = scorelite("segments", "ref", "hyp", cwd=tmp_path).stdout.decode()
    within = scorelite("segments", "ref", "hyp", "--uem", "ref", cwd=tmp_path).stdout.decode()
    assert "seconds                4.00" in done
    assert "seconds                3.00" in within


def test_rows_of_files_may_be_asked_for_as_csv(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "a.rttm").write_text("SPEAKER t 1 0 2 <NA> <NA> anna <NA> <NA>\n")
    done = scorelite("segments", "a.rttm", "a.rttm", "--by", "recording", "--csv", cwd=tmp_path).stdout.decode()
    assert done.splitlines()[1].startswith("t,")


@pytest.mark.parametrize("form", ['{"output": %s, "status": "succeeded"}', "%s"])
def test_turns_of_an_answer_of_pyannote_ai_are_scored_as_diarisation(form: str, command: Command) -> None:
    turns = [("A", 0.0, 6.0, {"A": 90}), ("B", 5.0, 9.0, {"B": 80})]
    rows = [{"speaker": name, "start": begin, "end": end, "confidence": sure} for name, begin, end, sure in turns]
    Path("hyp.json").write_text(form % json.dumps({"diarization": rows}))
    Path("one.rttm").write_text("".join(row for row in REF.splitlines(keepends=True) if "talk" in row))
    assert b"DER                     0.0 %" in command("one.rttm", "hyp.json").stdout


def test_an_array_of_turns_is_scored_as_diarisation(command: Command) -> None:
    Path("hyp.json").write_text(json.dumps([{"speaker": "A", "start": 0.0, "end": 4.0}]))
    Path("one.rttm").write_text("SPEAKER walk 1 0.0 4.0 <NA> <NA> carl <NA> <NA>\n")
    assert b"DER                     0.0 %" in command("one.rttm", "hyp.json").stdout


def grid(*tiers: tuple[str, list[tuple[float, float, str]]]) -> str:
    """A TextGrid in the short form."""
    text = f'"ooTextFile"\n"TextGrid"\n0\n6\n<exists>\n{len(tiers)}\n'
    for name, rows in tiers:
        text += f'"IntervalTier"\n"{name}"\n0\n6\n{len(rows)}\n'
        text += "".join(f'{start}\n{end}\n"{label}"\n' for start, end, label in rows)
    return text


def test_silence_in_the_tiers_of_speakers_is_left_out(tmp_path: Path) -> None:
    tiers = (
        ("anna", [(0.0, 1.0, "silence"), (1.0, 3.0, "speech"), (3.0, 6.0, "silence")]),
        ("ben", [(0.0, 3.0, "silence"), (3.0, 5.0, "speech"), (5.0, 6.0, "silence")]),
    )
    (tmp_path / "a.TextGrid").write_text(grid(*tiers), encoding="utf-8")
    (tmp_path / "a.rttm").write_text(
        "SPEAKER a 1 1 2 <NA> <NA> x <NA> <NA>\nSPEAKER a 1 3 2 <NA> <NA> y <NA> <NA>\n", encoding="utf-8"
    )
    result = score_segment_files(tmp_path / "a.TextGrid", tmp_path / "a.rttm", measure="diarisation")
    assert result.error_rate == 0.0
    assert any("labels of silence ('silence') are left out" in notice for notice in result.notices)


def test_the_only_tier_with_labels_like_speakers_is_named(tmp_path: Path, command: Command) -> None:
    rows = [(0.0, 1.0, "silence"), (1.0, 3.0, "spk1"), (3.0, 5.0, "spk2"), (5.0, 6.0, "silence")]
    (tmp_path / "a.TextGrid").write_text(grid(("turns", rows)), encoding="utf-8")
    (tmp_path / "a.rttm").write_text(
        "SPEAKER a 1 1 2 <NA> <NA> x <NA> <NA>\nSPEAKER a 1 3 2 <NA> <NA> y <NA> <NA>\n", encoding="utf-8"
    )
    said = command("a.TextGrid", "a.rttm", "--measure", "diarisation").stdout.decode()
    assert "the only tier, with 2 labels (spk1, spk2), is scored as one speaker" in said
    advised = re.search("`scorelite (convert a.TextGrid a.audacity.txt)`", said)
    assert advised
    assert main(advised[1].split()) == 0
    assert (
        "DER                     0.0 %"
        in command("a.audacity.txt", "a.rttm").stdout.decode()
        + command("a.audacity.txt", "a.rttm", "--measure", "diarisation").stdout.decode()
    )


def test_the_summary_of_boundaries_says_that_ends_are_compared(files: Path, command: Command) -> None:
    said = command("ref.rttm", "ref.rttm", "--measure", "boundaries").stdout.decode()
    assert re.search(r"^compared +ends of labels except the last$", said, re.MULTILINE)


def test_the_manifest_of_a_diarisation_leads_to_the_files_of_turns(files: Path, command: Command) -> None:
    rows = [{"audio_filepath": f"{name}.wav", "text": "-", "rttm_filepath": f"ref/{name}.rttm"} for name in "ab"]
    (files / "manifest.json").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    for options in ((), ("--collar", "0.25"), ("--measure", "diarisation")):
        done = command("manifest.json", "hyp.rttm", *options)
        assert b"rttm_filepath, such as ref/a.rttm; expected their folder ref\n" in done.stderr


def test_short_turns_of_both_sides_are_left_out_before_scoring(tmp_path: Path, command: Command) -> None:
    # The turns of 0.24 s of ben and of 0.2 s of s3 go; 1.15 - 0.9 is as long as the shortest that stay.
    turn = "SPEAKER talk 1 {} <NA> <NA> {} <NA> <NA>\n".format
    ref = turn("0.90 0.25", "anna") + turn("2 4", "anna") + turn("6 0.24", "ben")
    (tmp_path / "ref.rttm").write_text(ref)
    (tmp_path / "hyp.rttm").write_text(turn("0.90 0.25", "s1") + turn("2 3", "s1") + turn("5.5 0.2", "s3"))
    done = command("ref.rttm", "hyp.rttm", "--min-duration", "0.25")
    removed = b"shorter than 0.25 s and left out: 1 of 3 labels of the reference and 1 of 3 labels of the hypothesis\n"
    assert removed in done.stdout
    # A second of 4.25 is missed.
    assert b"DER                    23.5 %\nseconds                4.25\n" in done.stdout
    assert b"|min-duration:0.25s|" in done.stdout
    everything = command("ref.rttm", "hyp.rttm", "--min-duration", "25")
    assert b"--min-duration 25 leaves out every label; expected fewer seconds" in everything.stderr
    classes = command("ref.rttm", "ref.rttm", "--measure", "classes", "--min-duration", "0.25", "--json")
    assert json.loads(classes.stdout)["total"]["total"] == pytest.approx(4.25)
    assert (
        b"--min-duration has no effect on --measure clusters"
        in command("ref.rttm", "hyp.rttm", "--measure", "clusters", "--min-duration", "0.25").stderr
    )


def test_short_labels_of_rows_in_memory_are_left_out() -> None:
    refs, hyps = {"t": [("a", 0.0, 4.0), ("b", 4.0, 4.2)]}, {"t": [("a", 0.0, 3.0)]}
    assert score_segments(refs, hyps, measure="diarisation", min_duration=0.25).error_rate == 0.25
    with pytest.raises(UsageError, match="min_duration is -1; expected"):
        score_segments(refs, hyps, min_duration=-1)


def tier(name: str, *intervals: tuple[float, float, str]) -> str:
    times = '            xmin = {}\n            xmax = {}\n            text = "{}"\n'.format
    rows = "".join(f"        intervals [{place}]:\n{times(*each)}" for place, each in enumerate(intervals, 1))
    head = f'        class = "IntervalTier"\n        name = "{name}"\n        xmin = 0\n        xmax = 10\n'
    return f"{head}        intervals: size = {len(intervals)}\n{rows}"


def textgrid(*tiers: str) -> str:
    head = 'File type = "ooTextFile"\nObject class = "TextGrid"\n\nxmin = 0\nxmax = 10\ntiers? <exists>\n'
    items = "".join(f"    item [{place}]:\n{each}" for place, each in enumerate(tiers, 1))
    return f"{head}size = {len(tiers)}\nitem []:\n{items}"


def test_tiers_of_words_and_phones_are_no_speakers(tmp_path: Path, command: Command) -> None:
    words = tier("words", (0, 1, "the"), (1, 2, "cat"))
    phones = tier("phones", (0, 0.4, "DH"), (0.4, 1, "AH"), (1, 1.5, "K"), (1.5, 2, "T"))
    (tmp_path / "mfa.TextGrid").write_text(textgrid(words, phones))
    (tmp_path / "h.rttm").write_text("SPEAKER mfa 1 0.00 2.00 <NA> <NA> s1 <NA> <NA>\n")
    done = command("mfa.TextGrid", "h.rttm", "--measure", "diarisation")
    assert (done.returncode, done.stdout) == (2, b"")
    assert (
        b"tier 'phones' divides the segments of tier 'words', as phones divide words; expected one tier" in done.stderr
    )
    assert (
        b"DER                     0.0 %"
        in command("mfa.TextGrid", "h.rttm", "--measure", "diarisation", "--ref-tier", "words").stdout
    )


def test_a_tier_of_classes_that_is_scored_as_words_is_noted(tmp_path: Path) -> None:
    acts = [(float(second), second + 1.0, "ask" if second % 3 else "tell") for second in range(10)]
    paths = [tmp_path / "a.TextGrid", tmp_path / "b.TextGrid"]
    for name, noted in (("acts", True), ("words", False)):
        for path in paths:
            path.write_text(textgrid(tier(name, *acts)))
        texts = "\n".join(map(str, score_files(*paths).notices))
        assert ("the only tier, 'acts', has 2 labels (tell, ask), which are scored as words" in texts) == noted
