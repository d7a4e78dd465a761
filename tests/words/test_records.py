"""Files with both sides: arrays of records in JSON, results of toolkits, alignments; and reports without texts."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from scorelite import formats, scoring
from scorelite.formats import FormatError, UsageError
from scorelite.scoring import Counts
from tests.conftest import ROOT, Run

ROWS = [{"id": 1, "reference": "good day", "prediction": "good way"}, {"id": 2, "reference": "hi", "prediction": "hi"}]
RECOGS = "u-1:\tref=['GOOD', 'DAY']\nu-1:\thyp=['GOOD', 'WAY']\nu-2:\tref=[\"IT'S\"]\nu-2:\thyp=[]\n"


@pytest.mark.parametrize("indent", [None, 2])
def test_an_array_of_records_is_a_table(tmp_path: Path, indent: int | None) -> None:
    (tmp_path / "data.json").write_text(json.dumps(ROWS, indent=indent))
    result = scoring.score_files(tmp_path / "data.json")
    assert (result.wer, [each.id for each in result.utterances]) == (1 / 3, ["1", "2"])


def test_an_array_of_segments_stays_what_it_is(tmp_path: Path) -> None:
    segment = {"session_id": "m", "speaker": "a", "start_time": 0, "end_time": 1, "words": "good day"}
    (tmp_path / "a.json").write_text(json.dumps([segment]))
    assert scoring.score_files(tmp_path / "a.json", tmp_path / "a.json").ref_format == "seglst"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le"])
@pytest.mark.parametrize("name", ["data.json", "data.jsonl", "recogs-a.txt"])
def test_the_encoding_of_records_does_not_matter(tmp_path: Path, encoding: str, name: str) -> None:
    rows = [{"k": row["id"], "said": row["reference"], "heard": row["prediction"]} for row in ROWS]
    lines = "".join(f"{json.dumps(row)}\n" for row in rows)
    text = {"data.json": json.dumps(rows), "data.jsonl": lines, "recogs-a.txt": RECOGS}[name]
    (tmp_path / name).write_bytes(text.encode(encoding))
    columns = {} if name == "recogs-a.txt" else {"ref_column": "said", "hyp_column": "heard", "id_column": "k"}
    named = "utf-16-le" if encoding == "utf-16-le" else None
    result = scoring.score_files(tmp_path / name, encoding=named, **columns)
    assert result.counts.reference == 3


def test_an_array_is_a_table_beside_a_file_whose_format_is_named(tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text(json.dumps([{"id": row["id"], "text": row["reference"]} for row in ROWS]))
    (tmp_path / "h.txt").write_text("1 good way\n2 hi\n")
    for names in ({"hyp_format": "kaldi"}, {"hyp_format": "kaldi", "ref_format": "jsonl"}):
        assert scoring.score_files(tmp_path / "r.json", tmp_path / "h.txt", **names).wer == 1 / 3
    assert scoring.score_files(tmp_path / "h.txt", tmp_path / "r.json", ref_format="kaldi").wer == 1 / 3


def test_a_verdict_finds_the_lines_of_an_array(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "r.json").write_text(json.dumps(ROWS))
    job = scorelite("score", str(tmp_path / "r.json"), "--max-wer", "0", "--verdict", f"junit={tmp_path / 'v.xml'}")
    assert job.returncode == 1, job.stderr
    assert "good way" in (tmp_path / "v.xml").read_text()


def test_an_array_of_a_format_is_no_table(tmp_path: Path) -> None:
    (tmp_path / "a.stm").write_text("a 1 x 0 1 good day\n")
    (tmp_path / "a.faster-whisper.json").write_text('[{"start": 0.0, "end": 1.0, "text": " good day"}]')
    assert scoring.score_files(tmp_path / "a.stm", tmp_path / "a.faster-whisper.json").wer == 0
    (tmp_path / "a.json").write_text('[{"start": 0.0, "end": 1.0, "text": " good day", "no_speech_prob": 0.1}]')
    for named in ({}, {"ref_format": "stm"}):
        assert scoring.score_files(tmp_path / "a.stm", tmp_path / "a.json", **named).hyp_format == "faster-whisper"


def test_recogs_of_icefall_hold_both_sides(tmp_path: Path) -> None:
    (tmp_path / "recogs-test-clean.txt").write_text(RECOGS)
    result = scoring.score_files(tmp_path / "recogs-test-clean.txt")
    assert [(each.id, each.ref, each.hyp) for each in result.utterances] == [
        ("u-1", "GOOD DAY", "GOOD WAY"),
        ("u-2", "IT'S", ""),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (RECOGS.replace("'WAY']", "WAY]"), "recogs.txt:2:1: not an utterance of icefall"),
        (RECOGS.replace("hyp=[]", "hyp=[__import__('os')]"), "recogs.txt:4:1: not an utterance of icefall"),
        (RECOGS + "u-1:\tref=['A']\n", "recogs.txt:5:1: not an utterance of icefall"),
        (RECOGS.replace("u-2:\thyp=[]\n", ""), "recogs.txt:3:1: u-2 has no hyp"),
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "recogs.txt").write_text(text)
    with pytest.raises((FormatError, UsageError), match=message):
        scoring.score_files(tmp_path / "recogs.txt")


GENERATED = (
    "S-4\tguten tag\nT-4\tgood day\nH-4\t-0.3\tgo@@ od way\nD-4\t-0.3\tgood way\nH-4\t-0.5\tgood\nD-4\t-0.5\tgood\n"
)


def test_generated_texts_of_fairseq_hold_both_sides(tmp_path: Path) -> None:
    path = tmp_path / "generate-test.txt"
    path.write_text("2023-05-04 | INFO | fairseq_cli.generate | start\n" + GENERATED + "Generate test: WER: 50.0\n")
    assert [(each.id, each.ref, each.hyp) for each in scoring.score_files(path).utterances] == [
        ("4", "good day", "good way")
    ]
    path.write_text(GENERATED.replace("D-", "P-").replace("go@@ od", "good"))
    assert scoring.score_files(path).counts == Counts(1, 1, 0, 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GENERATED + "H-5\t-0.3\n", "generate.txt:7:1: not an utterance of fairseq"),
        (GENERATED + "T-4\tgood day\n", "generate.txt:7:1: not an utterance of fairseq"),
        (GENERATED + "T-5\tyes\n", "generate.txt:7:1: 5 has no D-5"),
        (GENERATED.replace("D-", "P-") + "T-5\tyes\n", "generate.txt:7:1: 5 has no H-5"),
        (GENERATED.replace("T-4", "T-5"), "generate.txt:2:1: 5 has no D-5"),
        (GENERATED + "H-5\t-0.3\tyes\nD-5\t-0.3\tyes\n", "generate.txt:7:1: 5 has no T-5"),
    ],
)
def test_a_text_of_fairseq_without_its_other_side_is_named(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "generate.txt").write_text(text)
    with pytest.raises(FormatError, match=message):
        scoring.score_files(tmp_path / "generate.txt")


PAIRS = "utt-1\nREF: good day\nHYP: good way\nWER: 50.0 %\n-----\nid: utt-2\nHyp:\nRef: it's\n"


def test_pairs_of_lines_hold_both_sides(tmp_path: Path) -> None:
    path = tmp_path / "results.txt"
    path.write_text(PAIRS)
    expected = [("utt-1", "good day", "good way"), ("utt-2", "it's", "")]
    assert [(each.id, each.ref, each.hyp) for each in scoring.score_files(path).utterances] == expected
    path.write_text("Reference: a\nHypothesis: a\n\nReference: b\nHypothesis: c\n")
    assert [each.id for each in scoring.score_files(path).utterances] == ["1", "2"]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("good day ||| good way\nit's |||\n", ["1", "2"]),
        ("u-1 ||| good day ||| good way\nu-2 ||| it's |||\n", ["u-1", "u-2"]),
        (
            (
                "10:00 INFO eval | ref: good day\n10:00 INFO eval | hyp: good way\n10:01 INFO loss of step 2: 0.1\n"
                "[INFO] ref: it's\n[INFO] hyp:\n"
            ),
            ["1", "2"],
        ),
    ],
)
def test_pairs_stand_between_bars_and_in_logs(tmp_path: Path, text: str, ids: list[str]) -> None:
    path = tmp_path / "results.txt"
    path.write_text(text)
    found = [(each.ref, each.hyp) for each in scoring.score_files(path).utterances]
    assert found == [("good day", "good way"), ("it's", "")]
    assert [each.id for each in scoring.score_files(path).utterances] == ids


def test_lists_of_the_n_best_are_no_pairs_between_bars(tmp_path: Path) -> None:
    path = tmp_path / "nbest.txt"
    path.write_text("0 ||| good day ||| -1.5\n0 ||| good way ||| -2.5\n")
    assert formats.read(path).format != "ref-hyp"


def test_members_of_an_object_become_columns_by_the_command_that_the_message_names(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(2 * '{"id": "a", "texts": {"gt": "good day", "asr": "good way"}}\n')
    with pytest.raises(UsageError, match=re.escape("; jq -c '. + .texts' makes columns of what 'texts' holds")):
        scoring.score_files(path)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (
            "a.md",
            "| ref | hyp |\n|---|---|\n| a b | a c |\n",
            "a table of Markdown; expected columns between tabs, as `sed",
        ),
        ("a.txt", "| ref | hyp |\n|:--|--:|\n| a b | a c |\n", "a table of Markdown"),
        ("a.html", "<table><tr><th>ref</th><th>hyp</th></tr></table>", "csv, as `pandas.read_html("),
        ("a.yaml", "- ref: a\n  hyp: b\n", "plain text or csv, as `pandas.DataFrame(yaml.safe_load("),
    ],
)
def test_tables_for_pages_and_settings_lead_to_csv(tmp_path: Path, name: str, text: str, message: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(UsageError, match=re.escape(message)):
        scoring.score_files(tmp_path / name)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (PAIRS + "good day\nREF: a\nHYP: a\n", "results.txt:9:1: neither a text nor an id; expected REF: and HYP:"),
        (PAIRS + "Scores: (#C #S #D #I) 3 1 0 0\n", "results.txt:9:1: neither a text nor an id"),
        (PAIRS + "REF: a\nHYP: a\n", "results.txt:9:1: ids for some of the pairs"),
        (PAIRS + "utt-3\nREF: a\nREF: b\n", "results.txt:11:1: a second REF: before the other side"),
        (PAIRS + "utt-3\nREF: a\n", "results.txt:9:1: a pair without its HYP:"),
        (PAIRS + "utt-1\nREF: a\nHYP: a\n", "results.txt:9:1: a second utterance utt-1"),
        (PAIRS.replace("good way", "*** way"), "results.txt:3:1: an aligned text: *** stands for a missing word"),
    ],
)
def test_a_line_that_is_no_part_of_a_pair_is_named(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "results.txt").write_text(text)
    with pytest.raises(FormatError, match=re.escape(message)):
        scoring.score_files(tmp_path / "results.txt")


RESULTS = {
    "results.txt": "u-1\nREF: GOOD DAY\nHYP: GOOD WAY\n\nu-2\nREF: IT'S\nHYP:\n",
    "recogs-a.txt": RECOGS,
    "wer": "utt: u-1\nWER: 50.00 % N=2 C=1 S=1 D=0 I=0\nlab: GOOD DAY\nrec: GOOD WAY\n\n"
    "utt: u-2\nWER: 100.00 % N=1 C=0 S=0 D=1 I=0\nlab: IT'S\nrec:     \n\nOverall -> 66.67 % N=3 C=1 S=1 D=1 I=0\n",
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_gives_its_own_side_beside_another_file(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(RESULTS[name])
    (tmp_path / "ref.trn").write_text("good day (u-1)\nit's (u-2)\n")
    (tmp_path / "text").write_text("u-1 good way\nu-2\n")
    as_hypothesis = scoring.score_files(tmp_path / "ref.trn", tmp_path / name)
    as_reference = scoring.score_files(tmp_path / name, tmp_path / "text")
    alone = scoring.score_files(tmp_path / name)
    assert [result.counts for result in (as_hypothesis, as_reference, alone)] == [Counts(1, 1, 1, 0)] * 3


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_converted_and_compared_as_its_hypotheses(tmp_path: Path, name: str, scorelite: Run) -> None:
    (tmp_path / name).write_text(RESULTS[name])
    (tmp_path / "ref.trn").write_text("good day (u-1)\nit's (u-2)\n")
    assert scorelite("convert", str(tmp_path / name), str(tmp_path / "out.trn")).returncode == 0
    assert (tmp_path / "out.trn").read_text() == "GOOD WAY (u-1)\n(u-2)\n"
    job = scorelite("compare", "--ref", str(tmp_path / "ref.trn"), str(tmp_path / name), str(tmp_path / "out.trn"))
    assert job.stdout.startswith(b"identical")


@pytest.mark.sweep(6)
@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("%WER 12.50 [ 3 / 24, 0 ins, 1 del, 2 sub ]\n%SER 50.00 [ 3 / 6 ]\n", "the rates of Kaldi's compute-wer"),
        (
            "tx@Awa\tAwa\t00:00:00.500\t0.5\t00:00:02.300\t2.3\t00:00:01.800\t1.8\ta b\n",
            "a table of tiers and times, as the tab-delimited export of ELAN",
        ),
        ("ANA\t\t0.000\t1.500\t1.500\tkani ndi galu\n", "the tab-delimited export of ELAN"),
        ("Tier\tBegin Time - ss.msec\tAnnotation\ntx\t0.000\tkani\n", "the tab-delimited export of ELAN"),
        (
            "# fe.sph\n\n3.76 5.54 A: and so\n\n5.52 7.20 B1: (( uh ))\n",
            "chfilt.pl -d -l english IN.txt -- - > OUT.stm`",
        ),
        ("\\_sh v3.0  400  Text\n\\id 001\n", "an interlinear text of Toolbox; expected a file of ELAN, which imports"),
        ("\ufeff\\id 1\n\\ref 1.1\n\\tx ni- na-\n\\mb ni- na-\n", "an interlinear text of Toolbox"),
        ("\\ref 1.1\n\\t ni na\n", "an interlinear text of Toolbox"),
        ('<?xml version="1.0"?>\n<document version="2"><interlinear-text/></document>', "of FieldWorks (FLEx)"),
        ("sw2001A-ms98-a-0001 0.000000 0.977625 [silence]\n", "a transcript of Switchboard, with id, begin and end"),
        ("B_0001:x y\nB_0002:z\n", "a list of JSUT or JVS, with an id and a colon before each text"),
        ("a/b/K_E00001.pcm :: a b\na/b/K_E00002.pcm :: c\n", "a list of KsponSpeech, with the name of a file"),
        ("\n\n    SYSTEM SUMMARY PERCENTAGES by SPEAKER\n", "a report of sclite"),
        ('{\n  "correct": 1,\n  "signature": "scorelite:0.1.0|unit:word"\n}\n', "a result of scorelite in JSON"),
    ],
)
@pytest.mark.parametrize("name", ["out", "out.txt", "out.json", "out.trn"])
def test_reports_of_rates_are_no_transcripts(tmp_path: Path, name: str, text: str, what: str, scorelite: Run) -> None:
    (tmp_path / name).write_text(text)
    (tmp_path / "ref.trn").write_text("good day (u-1)\n")
    paths = str(tmp_path / "ref.trn"), str(tmp_path / name)
    for words in (["score", *paths], ["convert", paths[1], "new.trn"]):
        job = scorelite(*words)
        assert (job.returncode, what.encode() in job.stderr) == (2, True), job
    job = scorelite("compare", "--ref", *paths, paths[0])
    assert what.encode() in job.stderr or b"%WER), and no hypothesis; expected: scorelite compare " in job.stderr


@pytest.mark.parametrize(
    ("heading", "option"),
    [("", "text=4"), ("Nr\tWer\tVon\tGesagt\tBis\n", "text=Gesagt"), ("a\tb\tc\ta b\te\n", "'text=a b'")],
)
def test_a_table_between_tabs_is_no_plain_text_unless_it_is_said(tmp_path: Path, heading: str, option: str) -> None:
    rows = "".join(f"{number}\tann\t{number}.5\tgood day again\t{number}.9\n" for number in range(3))
    path = tmp_path / "talk.txt"
    path.write_text(heading + rows)
    with pytest.raises(UsageError, match="a table, with 5 fields between tabs in each line") as caught:
        formats.read(path)
    assert f"--option {option}`" in str(caught.value)
    assert formats.read(path, format="txt").texts()[-1] == "2\tann\t2.5\tgood day again\t2.9"
    path.write_text(rows + "yes\n")
    assert formats.read(path).format == "txt"


def test_a_command_in_a_message_runs_nothing_that_the_name_of_a_file_holds(tmp_path: Path) -> None:
    path = tmp_path / "$(touch x) a.txt"
    path.write_text("a\tb\tc d\n" * 3)
    with pytest.raises(UsageError) as caught:
        formats.read(path)
    assert f"`scorelite convert '{path}' OUT.txt --from tsv --option text=3`" in str(caught.value)
    path.write_text(f"Nr\tVon\t{'n' * 100}\n1\t0.5\tgood day\n2\t1.5\tyes\n")
    with pytest.raises(UsageError, match=r"--option text=3`"):
        formats.read(path)


def test_rows_without_ids_are_paired_with_lines_by_a_conversion(tmp_path: Path) -> None:
    (tmp_path / "ref.tsv").write_text("1\ta.wav\tgood day\n2\tb.wav\tyes\n")
    (tmp_path / "hyp.txt").write_text("good day\nno\n")
    with pytest.raises(UsageError, match=r"`scorelite convert \S+ref.tsv OUT.txt` makes lines of the rows"):
        scoring.score_files(tmp_path / "ref.tsv", tmp_path / "hyp.txt", ref_column="3")


def test_a_list_of_errors_without_its_details_names_the_file_with_the_texts(tmp_path: Path) -> None:
    (tmp_path / "errs-test.txt").write_text("%WER = 3.50\nErrors: 1 insertions\n")
    with pytest.raises(FormatError, match=r"expected the texts, recogs-\*\.txt"):
        scoring.score_files(tmp_path / "errs-test.txt")


@pytest.mark.parametrize("word", ["NaN", "None", "null", "NA"])
def test_cells_that_hold_a_word_for_a_missing_text_are_noticed(tmp_path: Path, word: str) -> None:
    (tmp_path / "data.csv").write_text(f"id,reference,prediction\n1,good day,{word}\n2,hi,hi\n3,a b,{word}\n")
    (notice,) = [each for each in scoring.score_files(tmp_path / "data.csv").notices if "placeholders" in each.name]
    assert str(notice).startswith(f"2 texts of the hypothesis are {word!r}, which counts as a word")
    (tmp_path / "data.csv").write_text(f"id,reference,prediction\n1,good day,#N/A\n2,hi,hi\n3,a b,{word}\n")
    (notice,) = [each for each in scoring.score_files(tmp_path / "data.csv").notices if "placeholders" in each.name]
    assert f"are '#N/A' or {word!r}, which" in str(notice)
    (tmp_path / "data.csv").write_text(f"id,reference,prediction\n1,{word},{word}\n2,hi,hi\n")
    assert not [each for each in scoring.score_files(tmp_path / "data.csv").notices if "placeholders" in each.name]


@pytest.mark.parametrize(("kind", "line"), [("trn", "{text} ({id})\n"), ("kaldi", "{id} {text}\n")])
def test_texts_of_lines_that_are_a_word_for_a_missing_text_are_noticed(kind: str, line: str) -> None:
    sides = [
        "".join(line.format(id=f"u-{number}", text=text) for number, text in enumerate(texts)).encode()
        for texts in (("good day", "hi"), ("None", "hi"))
    ]
    result = scoring.score_files(*sides, ref_format=kind, hyp_format=kind)
    expected = "1 text of the hypothesis is 'None', which counts as a word; expected no words for a missing text"
    assert [str(notice) for notice in result.notices if "placeholders" in notice.name] == [expected]


def test_alignments_of_sclite_are_scored_and_shown_on_a_page(tmp_path: Path) -> None:
    demo = ROOT / "resources" / "demo"
    result = scoring.score_files(demo / "ref.trn", demo / "hyp.trn")
    (tmp_path / "a.sgml").write_text(result.report("sgml"))
    again = scoring.score_files(tmp_path / "a.sgml")
    assert again.counts == result.counts
    assert [each.id for each in again.utterances] == sorted(each.id for each in result.utterances)
    again.page(tmp_path / "errors.html")
    assert b"11.8" in (tmp_path / "errors.html").read_bytes()


PER_UTT = (
    "u1 ref  a  ***   b  c\nu1 hyp  a   x   ***  d\nu1 op   C   I    D   S\nu1 #csid 1 1 1 1\n"
    "u2 ref  ***\nu2 hyp  ***\nu2 op    C \nu2 #csid 1 0 0 0\n"
)


def test_alignments_of_kaldi_hold_both_sides(tmp_path: Path) -> None:
    (tmp_path / "per_utt").write_text(PER_UTT)
    result = scoring.score_files(tmp_path / "per_utt", policy="kaldi_align")
    assert [(each.id, each.ref, each.hyp) for each in result.utterances] == [
        ("u1", "a b c", "a x d"),
        ("u2", "***", "***"),
    ]
    assert any("itself counts 3 errors in 4 words" in notice.text for notice in result.notices)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (PER_UTT + "u3 a b\n", "per_utt:9:1: not a line of per_utt; expected an id, ref, hyp, op or #csid, and words"),
        (PER_UTT + "u1 ref a\n", "per_utt:9:1: a second ref line for u1; expected one"),
        (PER_UTT.replace("u1 op   C   I    D   S\n", "", 1) + "u4 op\n", "per_utt:1:1: u1 has no line op; expected "),
        (PER_UTT.replace("d\n", "d e\n"), r"1: the lines of u1 differ in length \(ref 4, hyp 5, op 4\); expected as "),
        (PER_UTT.replace("D   S", "D   X"), "per_utt:1:1: u1 has the operation 'X'; expected C, S, I or D"),
    ],
)
def test_a_damaged_line_of_kaldis_alignments_is_named(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "per_utt").write_text(text)
    with pytest.raises(FormatError, match=message):
        scoring.score_files(tmp_path / "per_utt", ref_format="kaldi-per-utt")


def test_the_worst_utterances_of_kaldis_alignments_are_shown(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "per_utt").write_text(PER_UTT)
    job = scorelite("show", "per_utt")
    assert job.returncode == 0, job.stderr
    assert job.stdout.startswith(b"u1  66.7 %  2 substitutions\nREF: a b c\nHYP: a x d\n")


PRA = """

\t\tDUMP OF SYSTEM ALIGNMENT STRUCTURE

System name:   hyp.trn

Speakers:\x20
    0:  a

Speaker sentences   0:  a   #utts: 3
id: (a-1)
Labels: <o,f>
File: talk
Channel: 1
Scores: (#C #S #D #I) 2 1 1 1
REF:  so *** GO   (UH)\x20
HYP:  so AND GOES ****\x20
Eval:    I   S    D   \x20

>> REF:  now\x20
>> HYP:  now\x20
>> Eval:    \x20

id: (a-2)
Scores: (#C #S #D #I) 1 1 0 0
Attributes: Case_sensitve\x20
REF:  Mary ***\x20
HYP:  Mary **\x20
Eval:      S  \x20

id: (a-3)
Scores: (#C #S #D #I) 0 0 0 1
REF:  ***\x20
HYP:  YES\x20
Eval: I  \x20


"""


def test_alignments_of_sclite_hold_both_sides(tmp_path: Path) -> None:
    (tmp_path / "hyp.trn.pra").write_text(PRA)
    result = scoring.score_files(tmp_path / "hyp.trn.pra")
    assert [(each.id, each.ref, each.hyp) for each in result.utterances] == [
        ("a-1", "so go (uh) now", "so and goes now"),
        ("a-2", "Mary ***", "Mary **"),
        ("a-3", "", "yes"),
    ]
    assert any("itself counts 5 errors in 6 words" in notice.text for notice in result.notices)


def test_sclites_alignments_are_scored_with_the_settings_that_they_state(tmp_path: Path) -> None:
    keywords = {"optional_words": True, "fragments": True, "case_sensitive": True}
    result = scoring.score(["(uh) A ope-"], ["a open"], ids=["s-1"], markup=True, **keywords)
    assert result.counts.errors == 1
    path = tmp_path / "a.sgml"
    path.write_text(result.report("sgml"))
    again = scoring.score_files(path)
    assert again.counts == result.counts
    assert {name: getattr(again.settings, name) for name in keywords} == keywords
    assert "the settings that it states: optional words (-D), fragments (-F), case (-s)" in str(again.notices)
    other = scoring.score_files(path, fragments=False)
    assert any("a.sgml itself counts 1 error in 3 words" in notice.text for notice in other.notices)
    (tmp_path / "a.pra").write_text(result.report("pra"))
    of_pra = scoring.score_files(tmp_path / "a.pra")
    assert of_pra.counts == result.counts
    assert {name: getattr(of_pra.settings, name) for name in keywords} == keywords


def test_the_alignments_that_score_writes_are_read_with_their_rate(tmp_path: Path, scorelite: Run) -> None:
    demo = ROOT / "resources" / "demo"
    for ref, hyp in (("ref.trn", "hyp.trn"), ("ref.stm", "hyp.ctm")):
        job = scorelite("score", str(demo / ref), str(demo / hyp), "--report", "pra")
        (tmp_path / "a.pra").write_bytes(job.stdout)
        direct = scoring.score_files(demo / ref, demo / hyp)
        assert scoring.score_files(tmp_path / "a.pra").counts == direct.counts


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (PRA.replace("Eval:  ", "Evaluation:  ", 1), "a.pra:18:1: not a line of sclite's alignments; expected id:"),
        (PRA.replace("2 1 1 1", "3 1 1 1"), "a.pra:11:1: a-1 has other words in REF than its counts say .3 1 1 1.; "),
        (PRA.replace("Scores: (#C #S #D #I) 0 0 0 1\n", ""), "a.pra:31:1: a-3 has no line with its counts; expected"),
        (PRA.replace("0 0 0 1\nREF:  ***", "0 1 0 1\nREF:  *** *"), "a-3 has words of asterisks in REF next to those"),
        (PRA.replace("id: (a-3)", "id: (a-1)"), "a.pra:31:1: a second utterance a-1; expected every id once"),
    ],
)
def test_a_damaged_alignment_of_sclite_is_named(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "a.pra").write_text(text)
    with pytest.raises(FormatError, match=message):
        scoring.score_files(tmp_path / "a.pra")
