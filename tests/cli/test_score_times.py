"""`scorelite score` on files with times: the summary, and errors that end a run."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from pathlib import Path

import pytest

from scorelite import scoring
from tests.conftest import ROOT, Run

DEMO = ROOT / "resources" / "demo"


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    """A folder with the demo set, in which the commands run."""
    for name in ("ref.stm", "hyp.ctm"):
        shutil.copy(DEMO / name, tmp_path)
    return tmp_path


@pytest.mark.usefixtures("demo")
def test_the_summary_tells_what_was_left_out_and_what_confidences_tell(scorelite: Run) -> None:
    done = scorelite("score", "ref.stm", "hyp.ctm")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == (
        "ref  ref.stm (stm)\n"
        "hyp  hyp.ctm (ctm)\n"
        "20 utterances, 153 reference words\n"
        "1 ignored segment with 2 hypothesis words: left out\n"
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
        "NCE    0.418     information of confidences: 1 perfect, 0 none, below 0 misleading\n"
        "\n"
        f"scorelite:{scoring.__version__}|policy:sclite|unit:word|case:folded|markup:sclite|optional:no|fragments:no"
        "|missing:error|outside:attach|overlap:error|ref:stm|hyp:ctm\n"
    )


def test_words_in_no_segment_are_told(scorelite: Run, demo: Path) -> None:
    with (demo / "hyp.ctm").open("ab") as file:
        file.write(b"station A 500.0 0.1 late 0.5\n")
    done = scorelite("score", "ref.stm", "hyp.ctm")
    assert b"1 hypothesis word outside all segments: scored with the next segment (see --outside)\n" in done.stdout
    assert b"   5 insertions" in done.stdout
    done = scorelite("score", "ref.stm", "hyp.ctm", "--outside", "skip")
    assert b"1 hypothesis word outside all segments: left out (see --outside)\n" in done.stdout
    assert b"   4 insertions" in done.stdout
    done = scorelite("score", "ref.stm", "hyp.ctm", "--outside", "error")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"scorelite: 1 word (station A at 500.05) of the hypothesis outside all segments")


def test_a_missing_channel_ends_the_run_unless_a_rule_is_given(scorelite: Run, demo: Path) -> None:
    rows = (demo / "hyp.ctm").read_bytes().splitlines(keepends=True)
    (demo / "hyp.ctm").write_bytes(b"".join(row for row in rows if b" A " in row))
    done = scorelite("score", "ref.stm", "hyp.ctm")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"  1 channel (station B) of 2 in the reference without a word in the hypothesis\n" in done.stderr
    skipped = scorelite("score", "ref.stm", "hyp.ctm", "--missing", "skip").stdout
    assert b"1 of the channels with a reference but without a hypothesis: left out" in skipped
    assert b"14 utterances" in skipped
    deleted = scorelite("score", "ref.stm", "hyp.ctm", "--missing", "delete").stdout
    assert b"1 of the channels with a reference but without a hypothesis: scored as deletions" in deleted
    assert b"20 utterances" in deleted


def test_overlapping_segments_end_the_run_unless_a_rule_is_given(scorelite: Run, demo: Path) -> None:
    (demo / "ref.stm").write_bytes(b"station A a 0 30 x\nstation A b 29 60 y\nstation B c 0 99 z\n")
    done = scorelite("score", "ref.stm", "hyp.ctm")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(
        b"ref.stm:2:1: this segment of station A begins at 29.0, before the segment of line 1 ends"
    )
    assert scorelite("score", "ref.stm", "hyp.ctm", "--overlap", "earlier").returncode == 0


def test_a_broken_row_is_shown_with_its_place(scorelite: Run, demo: Path) -> None:
    (demo / "hyp.ctm").write_bytes(b"station A 0 1 fine\nstation A 0 -1 not\n")
    done = scorelite("score", "ref.stm", "hyp.ctm")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == (
        "hyp.ctm:2:13: duration '-1' is negative; "
        "expected file channel begin duration word [confidence [type [speaker]]]\n"
        "  station A 0 -1 not\n"
        "              ^\n"
        "(convert with --skip-broken leaves out broken lines)\n"
    )


def test_times_and_confidences_are_in_the_json(scorelite: Run, demo: Path) -> None:
    done = scorelite("score", "ref.stm", "hyp.ctm", "--json", "--utterances")
    document = json.loads(done.stdout)
    expected = scoring.score_files(demo / "ref.stm", demo / "hyp.ctm").to_dict(utterances=True)
    assert {**document, "ref": expected["ref"], "hyp": expected["hyp"]} == json.loads(json.dumps(expected))
    first = document["utterances"][0]
    assert (first["id"], first["session"], first["channel"], first["start"], first["tags"]) == (
        "anna-000",
        "station",
        "A",
        0.42,
        ["O", "S"],
    )
    assert first["alignment"][0] == ["C", "the", "the", {"hyp_start": 0.54, "hyp_end": 0.81, "hyp_confidence": 0.98}]
    assert (document["ignored_segments"], document["ignored_words"], document["outside"]) == (1, 2, 0)


def test_speakers_are_those_of_the_file_unless_others_are_asked_for(scorelite: Run, demo: Path) -> None:
    for options, names in (([], ["anna", "ben", "chloe"]), (["--speakers", "one"], ["all"])):
        assert scorelite("score", "ref.stm", "hyp.ctm", "--report", "spk", "-o", "out", *options).returncode == 0
        assert sorted(path.suffix[1:] for path in demo.glob("out.spk.*")) == names
        for path in demo.glob("out.spk.*"):
            path.unlink()


def test_rows_may_be_packed_piped_and_without_a_suffix(scorelite: Run, demo: Path) -> None:
    data = gzip.compress((demo / "hyp.ctm").read_bytes())
    shutil.move(demo / "ref.stm", demo / "stm")
    done = scorelite("score", "stm", "-", stdin=data)
    assert b"ref  stm (stm)\nhyp  <stdin> (ctm)\n20 utterances" in done.stdout


# --- names -------------------------------------------------------------------------------------------


def test_recordings_channels_and_speakers_are_named(tmp_path: Path) -> None:
    ref, hyp = b"talk A anna 0 1 the cat\ntalk B ben 0 1 sat\n", b"a.wav 1 0.2 0.1 the\na.wav 1 0.4 0.1 cat\n"
    with pytest.raises(scoring.MismatchError):
        scoring.score_files(ref, hyp, ref_format="stm", hyp_format="ctm")
    renamed = scoring.score_files(
        ref.replace(b"B", b"C"),
        hyp.replace(b"a.wav 1 0.4", b"a.wav 1 0.45") + b"b.wav C 0.2 0.1 sat\n",
        ref_format="stm",
        hyp_format="ctm",
        session={"a.wav": "talk", "b.wav": "talk"},
        missing="skip",
        speaker_map={"ben": "bea"},
    )
    assert [utterance.segment.speaker for utterance in renamed.utterances if utterance.segment] == ["bea"]
    whole = scoring.score_files(
        b"talk A anna 0 1 the cat\n", hyp, ref_format="stm", hyp_format="ctm", session="x", channel="1"
    )
    assert whole.wer == 0
    assert [utterance.segment.session for utterance in whole.utterances if utterance.segment] == ["x"]


def test_speakers_in_ids_are_mapped_in_reports() -> None:
    ref = b"a (s1-1)\nb (s1-2)\nc (s2-1)\n"
    result = scoring.score_files(ref, ref, speaker_map={"s1": "anna"})
    assert result.report("sum").count("| anna ") == result.report("sum").count("| s2 ") == 1


def test_names_are_options_of_the_command(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "ref.stm").write_bytes(b"talk 1 s1 0 1 the cat\ntalk 2 s1 0 1 sat\n")
    (tmp_path / "hyp.ctm").write_bytes(b"a.wav 1 0.2 0.1 the\na.wav 1 0.4 0.1 cat\nb.wav 2 0.2 0.1 sat\n")
    (tmp_path / "map").write_text("s1 anna\n")
    files = str(tmp_path / "ref.stm"), str(tmp_path / "hyp.ctm")
    assert scorelite("score", *files).returncode == 2
    for names in (("--session", "talk"), ("--session", "a.wav=talk", "--session", "b.wav=talk")):
        assert b"WER      0.0 %" in scorelite("score", *files, *names).stdout
    mapped = scorelite("score", *files, "--session", "x", "--speaker-map", str(tmp_path / "map"), "--report", "sum")
    assert re.search(rb"\| +anna +\|", mapped.stdout)
    wrong = scorelite("score", *files, "--session", "a", "--session", "b")
    message = b"scorelite: --session has two names: a, b; expected one, or OLD=NEW for each name\n"
    assert (wrong.returncode, wrong.stderr) == (2, message)
    joined = scorelite("score", *files, "--session", "a.wav=talk,b.wav=talk").stderr
    assert joined.endswith(b"expected --session a.wav=talk --session b.wav=talk\n")
    swapped = scorelite("score", *files, "--session", "talk", "--channel", "1=2", "--channel", "2=1")
    assert b"WER      0.0 %" in swapped.stdout
    for renamed in (("a", "b=c"), ("a=",), ("",), ("a=b", "a=c"), ("a=b", "a=b")):
        wrong = scorelite("score", *files, *(word for name in renamed for word in ("--session", name)))
        assert wrong.returncode == 2
        assert wrong.stderr.startswith(b"scorelite: --session: ")


def test_a_map_of_speakers_names_those_of_groups_and_of_tables(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "r.stm").write_text("t A s1 0 1 a b\nt A s2 1 2 c d\nt A s3 2 3 e f\n")
    (tmp_path / "r.trn").write_text("a b (s1-1)\nc d (s2-1)\ne f (s3-1)\n")
    (tmp_path / "map").write_text("s1 ann\ns3 ann\n")
    (tmp_path / "people.csv").write_text("speaker,gender\nann,f\ns2,m\n")
    (tmp_path / "r.csv").write_text("id,speaker,text,hyp\n1-1,s1,a b,a b\n2-1,s2,c d,c d\n3-1,s3,e f,e f\n")
    for sides in (("r.stm", "r.stm"), ("r.trn", "r.trn"), ("r.csv",)):
        files = ("score", *sides, "--speaker-map", "map", "--json")
        grouped = json.loads(scorelite(*files, "--by", "speaker").stdout)["groups"]["speaker"]
        assert [(row["value"], row["utterances"]) for row in grouped] == [("ann", 2), ("s2", 1)]
        sliced = json.loads(scorelite(*files, "--slices", "people.csv", "--slice", "gender").stdout)
        rows = sliced["analyses"]["slices"]["rows"]
        assert [(row["group"], row["units"], row["words"]) for row in rows] == [("f", 2, 4), ("m", 1, 2)]


def test_groups_of_speakers_without_any_speaker_say_what_has_some(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "r.cha").write_text("@Begin\n*MOT:\twhat is it ?\n*CHI:\ta ball .\n@End\n")
    (tmp_path / "h.txt").write_text("what is it a ball\n")
    last = scorelite("score", "r.cha", "h.txt", "--by", "speaker").stdout.decode().splitlines()[-1]
    assert last.startswith("no utterance has a speaker; expected a reference with speakers and times, and a")
