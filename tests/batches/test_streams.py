"""Files in pieces: counts and reports are those of both files as a whole, in whatever order their utterances are."""

from __future__ import annotations

import contextlib
import json
import os
import random

import pytest

from scorelite import scoring
from scorelite.formats.engine import pieces
from scorelite.formats.errors import LimitError
from scorelite.scoring.batches import streams
from scorelite.scoring.cli import score
from scorelite.scoring.cli.main import main
from scorelite.scoring.words.notices import explained
from tests.batches.material import corpus


def written(name, rows, column):
    """Writes one side in the format of the suffix."""
    if name.endswith(".parquet"):
        pyarrow = pytest.importorskip("pyarrow")
        table = pyarrow.table({"id": [row["id"] for row in rows], "text": [row[column] for row in rows]})
        pytest.importorskip("pyarrow.parquet").write_table(table, name)
        return name
    with open(name, "w", encoding="utf-8") as file:
        if name.endswith(".csv"):
            file.write("id,text\n")
        for row in rows:
            key, text = row["id"], row[column]
            line = {"trn": f"{text} ({key})", "kaldi": f"{key} {text}", "csv": f'{key},"{text}"'}
            line["jsonl"] = json.dumps({"id": key, "text": text})
            file.write(line[name.split(".")[-1]] + "\n")
    return name


@pytest.fixture(autouse=True)
def small(tmp_path, monkeypatch):
    """Pieces of a few utterances, and buckets of a few more."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pieces, "BLOCK", 700)
    monkeypatch.setattr(pieces, "_HEAD", 700)
    monkeypatch.setattr(streams, "_BUCKET", 2000)
    monkeypatch.setattr(streams, "_ROWS", 30)
    # The cause of a high rate is looked for in whole files alone.
    monkeypatch.setattr(explained, "HIGH", float("inf"))
    monkeypatch.setattr(explained, "explained", lambda *_: ())


@pytest.mark.sweep(5)
@pytest.mark.parametrize("order", ["equal", "random", "late difference"])
@pytest.mark.parametrize("suffix", ["trn", "kaldi", "csv", "jsonl", "parquet"])
def test_reports_are_those_of_whole_files(capsys, order, suffix):
    rows = corpus(200).to_pylist()
    draw = random.Random(2)
    ref = written(f"ref.{suffix}", draw.sample(rows, 200), "ref")
    hyp = written(f"hyp.{suffix}", rows, "hyp")
    if order == "equal":
        ref = written(f"ref.{suffix}", rows, "ref")
    elif order == "late difference":
        ref = written(f"ref.{suffix}", [*rows[:150], *rows[:149:-1]], "ref")
    kinds = ["--ref-format", suffix, "--hyp-format", suffix] if suffix == "kaldi" else []
    for report in ("sum", "rsum", "lur"):
        for name, more in (("whole", []), ("stream", ["--stream"])):
            assert main(["score", ref, hyp, *kinds, *more, "--report", report, "-o", name]) == 0
        assert open("whole", "rb").read() == open("stream", "rb").read()
    assert main(["score", ref, hyp, *kinds, "--stream", "--json"]) == 0
    actual = capsys.readouterr().out
    assert main(["score", ref, hyp, *kinds, "--json"]) == 0
    assert capsys.readouterr().out == actual


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "parquet"])
def test_columns_and_notices_are_those_of_whole_files(capsys, suffix):
    rows = [{"id": f"a-{row}", "text": "good day", "pred_text": "good way" if row % 30 else None} for row in range(90)]
    if suffix == "parquet":
        pyarrow = pytest.importorskip("pyarrow")
        pytest.importorskip("pyarrow.parquet").write_table(pyarrow.Table.from_pylist(rows), "hyp.parquet")
    with open(f"hyp.{suffix}", "a" if suffix == "parquet" else "w") as file:
        if suffix == "csv":
            file.write(
                "id,text,pred_text\n" + "".join(f"{row['id']},good day,{row['pred_text'] or ''}\n" for row in rows)
            )
        elif suffix == "jsonl":
            file.writelines(json.dumps(row) + "\n" for row in rows)
    written("ref.trn", [{"id": row["id"], "ref": row["text"]} for row in rows], "ref")
    for ref, hyp in (("ref.trn", f"hyp.{suffix}"), (f"hyp.{suffix}", f"hyp.{suffix}"), (f"hyp.{suffix}", "ref.trn")):
        actual = []
        for more in ([], ["--stream"]):
            # References of a table beside themselves are refused: its predictions are the hypothesis.
            assert main(["score", ref, hyp, "--json", *more]) == (2 if hyp == "ref.trn" else 0)
            actual.append(capsys.readouterr())
        assert actual[0] == actual[1]
    assert "every hypothesis equals its reference" in actual[0].err


@pytest.mark.parametrize("rule", ["error", "skip", "delete"])
def test_ids_of_one_side_follow_the_rule(capsys, rule):
    rows = corpus(200).to_pylist()
    extra = [] if rule == "delete" else rows[40:50]
    ref = written("ref.trn", [row for row in rows if row not in extra], "ref")
    hyp = written("hyp.trn", [*rows[:100], *rows[120:]], "hyp")
    codes, outputs = [], []
    for more in ([], ["--stream"]):
        codes.append(main(["score", ref, hyp, "--missing", rule, "--json", *more]))
        outputs.append(capsys.readouterr())
    assert codes == [2, 2] if rule == "error" else [0, 0]
    assert outputs[0].err == outputs[1].err
    if rule != "error":
        whole, actual = (json.loads(output.out) for output in outputs)
        for name in ("missing", "extra", "correct", "deletions", "signature", "sentences"):
            assert whole[name] == actual[name], name


@pytest.mark.parametrize("order", [False, True])
def test_repeated_ids_are_refused(capsys, order):
    rows = corpus(100).to_pylist()
    again = [*rows, rows[3]]
    ref = written("ref.trn", again, "ref")
    hyp = written("hyp.trn", again[::-1] if order else again, "hyp")
    assert main(["score", ref, hyp, "--stream"]) == 2
    assert f"the reference has 1 repeated id ({rows[3]['id']})" in capsys.readouterr().err


@pytest.mark.parametrize("rule", ["error", "skip", "delete"])
@pytest.mark.parametrize("side", ["reference", "hypothesis"])
def test_an_id_that_one_side_repeats_in_a_late_piece_is_refused(capsys, side, rule):
    rows = corpus(100).to_pylist()
    again = [*rows, rows[3]]
    ref = written("ref.trn", again if side == "reference" else rows, "ref")
    hyp = written("hyp.trn", again if side == "hypothesis" else rows, "hyp")
    assert main(["score", ref, hyp, "--stream", "--missing", rule]) == 2
    assert f"the {side} has 1 repeated id ({rows[3]['id']})" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_of_temporary_files_is_named(capsys, tmp_path, monkeypatch):
    rows = corpus(100).to_pylist()
    ref, hyp = written("ref.trn", rows, "ref"), written("hyp.trn", rows[::-1], "hyp")
    full = tmp_path / "full"
    full.mkdir()
    for number in range(streams._BUCKETS):
        (full / f"ref{number}").symlink_to("/dev/full")
    monkeypatch.setattr(streams, "TemporaryFolder", lambda: contextlib.nullcontext(str(full)))
    assert main(["score", ref, hyp, "--stream"]) == 2
    said = capsys.readouterr().err
    assert f"cannot write temporary files in {full}: No space left on device" in said
    assert "TMPDIR" in said


def test_two_columns_of_one_file_are_two_sides(capsys):
    with open("both.csv", "w") as file:
        file.write("id,said,heard\n" + "".join(f"a-{row},good day,good way\n" for row in range(100)))
    columns = ["--ref-column", "said", "--hyp-column", "heard"]
    assert main(["score", "both.csv", "both.csv", *columns, "--json", "--stream"]) == 0
    assert json.loads(capsys.readouterr().out)["substitutions"] == 100


def test_a_problem_of_a_late_piece_has_its_line(capsys):
    rows = corpus(100).to_pylist()
    ref = written("ref.trn", rows, "ref")
    hyp = written("hyp.trn", rows, "hyp")
    with open(hyp, "a") as file:
        file.write("no id here\n")
    assert main(["score", ref, hyp]) == 2
    whole = capsys.readouterr().err
    assert "hyp.trn:101:" in whole
    assert main(["score", ref, hyp, "--stream"]) == 2
    assert capsys.readouterr().err == whole


def test_the_line_that_names_the_separator_is_in_no_piece_a_row(capsys):
    with open("both.csv", "w") as file:
        file.write("sep=,\nid,said,heard\n" + "".join(f"a-{row},good day,good way\n" for row in range(100)))
    columns = ["--ref-column", "said", "--hyp-column", "heard"]
    assert main(["score", "both.csv", "both.csv", *columns, "--json", "--stream"]) == 0
    assert json.loads(capsys.readouterr().out)["substitutions"] == 100


def test_settings_hold_for_all_pieces():
    rows = corpus(100).to_pylist()
    ref, hyp = written("ref.trn", rows, "ref"), written("hyp.trn", rows[::-1], "hyp")
    for options, keywords in (
        (["-s"], {"case_sensitive": True}),
        (["-c"], {"unit": "character"}),
        (["--normalise", "whisper-basic"], {"normalise": "whisper-basic"}),
        (["--speakers", "one"], {}),
    ):
        assert main(["score", ref, hyp, "--stream", "--report", "sum", "-o", "found", *options]) == 0
        more = {"speakers": "one"} if "one" in options else {}
        assert open("found", "rb").read() == scoring.score_files(ref, hyp, **keywords).report("sum", **more).encode()


def test_a_summary_of_pieces_says_that_the_rate_without_normalisation_is_unknown(capsys):
    rows = corpus(30).to_pylist()
    both = (written("ref.trn", rows, "ref"), written("hyp.trn", rows, "hyp"))
    assert main(["score", *both, "--stream", "--normalise", "basic"]) == 0
    assert "The rate without --normalise is not known" in capsys.readouterr().out
    assert main(["score", *both, "--stream"]) == 0
    assert "without --normalise" not in capsys.readouterr().out


def test_large_files_are_read_in_pieces_where_that_is_possible(capsys, monkeypatch):
    rows = corpus(30).to_pylist()
    ref, hyp = written("ref.trn", rows, "ref"), written("hyp.trn", rows, "hyp")
    monkeypatch.setattr(score, "LARGE", 100)
    streamed = []
    run = streams.score_stream
    monkeypatch.setattr("scorelite.scoring.cli.streaming.score_stream", lambda job: streamed.append(job) or run(job))
    assert main(["score", ref, hyp]) == 0
    assert len(streamed) == 1
    assert main(["score", ref, hyp, "--report", "pra"]) == 0
    open("ref.txt", "w").write("the cat\n" * 20)
    assert main(["score", "ref.txt", "ref.txt"]) == 0
    assert len(streamed) == 1
    open("ref.ctm", "w").write("talk A 0 1 the\n" * 20)
    assert main(["score", "ref.ctm", "ref.ctm"]) == 0
    assert len(streamed) == 2


@pytest.mark.parametrize("reason", ["times", "late times", "full disk", "effects"])
def test_large_files_that_pieces_cannot_score_are_read_as_a_whole(capsys, monkeypatch, reason):
    rows = corpus(60).to_pylist()
    for name, column in (("ref.jsonl", "ref"), ("hyp.jsonl", "hyp")):
        with open(name, "w") as file:
            for place, row in enumerate(rows[::-1] if reason == "full disk" and column == "hyp" else rows):
                timed = reason == "times" or (reason == "late times" and place > 50)
                times = {"start": place, "end": place + 1} if timed else {}
                file.write(json.dumps({"id": row["id"], "text": row[column], **times}) + "\n")
    more = ["--normalise", "basic"] if reason == "effects" else []
    assert main(["score", "ref.jsonl", "hyp.jsonl", *more, "-o", "whole"]) == 0
    monkeypatch.setattr(score, "LARGE", 100)
    if reason == "full disk":
        monkeypatch.setattr(streams, "append", _no_room)
    assert main(["score", "ref.jsonl", "hyp.jsonl", *more, "-o", "found"]) == 0
    assert open("found").read() == open("whole").read()
    if reason != "effects":
        assert main(["score", "ref.jsonl", "hyp.jsonl", "--stream"]) == 2
        said = "utterances have times" if "times" in reason else "no room"
        assert said in capsys.readouterr().err


def _no_room(path, data):
    raise LimitError("no room")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ref.trn", "ref.trn", "--report", "pra"], "--report pra needs the whole of both files"),
        (["ref.trn", "ref.trn", "--plot", "det=det.svg"], "--plot needs the whole of both files"),
        (["ref.trn", "ref.trn", "--references", "hyp.trn"], "--references needs the whole of both files"),
        (["ref.trn", "ref.trn", "--verdicts", "v.jsonl"], "--verdicts needs the whole of both files"),
        (["ref.trn", "ref.trn", "--printed"], "--printed needs the whole of both files"),
        (["ref.trn"], "--stream is for two files"),
        (["ref.trn", "-"], "--stream is for two files"),
        (["ref.ctm", "ref.stm"], "ref.ctm: ctm cannot be read in pieces; expected utterances with ids"),
        (["ref.ctm", "ref.ctm", "--outside", "skip"], "--outside is for words"),
        (["ref.stm", "empty.ctm"], "ref.stm or empty.ctm has no words"),
        (["ref.stm", "ref.stm", "--outside", "skip"], "--outside is for words"),
        (["ref.txt", "ref.txt"], "ref.txt: txt cannot be read in pieces"),
        (
            ["ref.trn", "ref.trn", "--encoding", "utf-16-le"],
            "UTF-16 and UTF-32 cannot be read in pieces; expected UTF-8",
        ),
        (["wide.stm", "wide.stm"], "UTF-16 and UTF-32 cannot be read in pieces; expected UTF-8"),
    ],
)
def test_wrong_uses_are_refused(capsys, arguments, message):
    open("ref.trn", "w").write("a b (u-1)\n")
    open("ref.ctm", "w").write("talk A 0 1 the\n")
    open("ref.stm", "w").write("talk A anna 0 1 the\n")
    open("empty.ctm", "w").write(";; nothing\n")
    open("ref.txt", "w").write("the cat\n")
    open("wide.stm", "w", encoding="utf-16").write("talk A anna 0 1 the\n")
    if "utf-16-le" in arguments:
        open("ref.trn", "w", encoding="utf-16-le").write("a b (u-1)\n")
    assert main(["score", *arguments, "--stream"]) == 2
    assert message in capsys.readouterr().err


def test_compounds_that_are_merged_in_some_pieces_alone_need_the_whole(capsys, monkeypatch):
    marked = [{"id": f"a-{number}", "ref": "white paper", "hyp": "whitepaper"} for number in range(100)]
    marked[0] = {"id": "a-0", "ref": "{ white / red }", "hyp": "white"}
    ref, hyp = written("ref.trn", marked, "ref"), written("hyp.trn", marked, "hyp")
    job = [ref, hyp, "--normalise", "leaderboard-en", "--report", "sum"]
    assert main(["score", *job, "--stream"]) == 2
    assert "only some pieces have marks" in capsys.readouterr().err
    assert main(["score", *job, "-o", "whole"]) == 0
    monkeypatch.setattr(score, "LARGE", 100)
    assert main(["score", *job, "-o", "found"]) == 0
    assert open("found").read() == open("whole").read()


def test_notices_on_pieces_are_those_of_whole_files(capsys):
    rows = [
        {"id": f"a-{number}", "ref": "one two " * 20, "hyp": "one two " * 19 + "one\u00a0two"} for number in range(200)
    ]
    ref, hyp = written("ref.trn", rows, "ref"), written("hyp.trn", rows, "hyp")
    actual = []
    for more in ([], ["--stream"]):
        assert main(["score", ref, hyp, "--json", *more]) == 0
        actual.append(json.loads(capsys.readouterr().out))
    # Causes need the words of all pieces at once.
    of_whole = [notice for notice in actual[0]["notices"] if "rate" not in notice]
    assert actual[1]["notices"] == of_whole != []
    assert actual[1]["nce"] is None


@pytest.mark.parametrize("name", ["without a hypothesis", "without a reference", "empty references"])
def test_what_took_no_part_is_named_on_pieces_as_on_whole_files(capsys, name):
    rows = corpus(200).to_pylist()
    refs = rows[:100] if name == "without a reference" else rows
    hyps = rows[:100] if name == "without a hypothesis" else rows
    if name == "empty references":
        refs = [{**row, "ref": ""} if place % 4 == 0 else row for place, row in enumerate(rows)]
    ref, hyp = written("ref.trn", refs, "ref"), written("hyp.trn", hyps, "hyp")
    actual = []
    for more in ([], ["--stream"]):
        assert main(["score", ref, hyp, "--json", "--missing", "skip", *more]) == 0
        actual.append([notice for notice in json.loads(capsys.readouterr().out)["notices"] if "rate" not in notice])
    assert name in [notice["name"] for notice in actual[0]]
    assert actual[1] == actual[0]


def test_an_id_without_a_speaker_is_named_by_reports_of_pieces(capsys):
    rows = [{"id": f"u{place}", "ref": "a b", "hyp": "a"} for place in range(3)]
    names = [written(f"{side}.trn", rows, side) for side in ("ref", "hyp")]
    assert main(["score", *names, "--stream", "--report", "sum"]) == 2
    assert "3 ids without the name of a speaker (the first is u0)" in capsys.readouterr().err
