"""Shards on disk: totals of each, their sum, restarts, and everything that can go wrong on the way."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scorelite import scoring
from scorelite.scoring.batches import files, shards
from scorelite.scoring.cli.main import main
from tests.batches.material import corpus
from tests.conftest import PATIENCE, ROOT

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder with a corpus as a whole and as four shards."""
    monkeypatch.chdir(tmp_path)
    table = corpus(120)
    parquet.write_table(table, "whole.parquet")
    os.mkdir("in")
    for number in range(4):
        parquet.write_table(table.slice(30 * number, 30), f"in/part-{number}.parquet")
    return tmp_path


def totals():
    return sorted(os.listdir("totals"))


def score(*more):
    return main(["score", "in/*.parquet", "--shards", *more])


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_sum_of_shards_has_the_reports_of_the_whole(capsys, jobs):
    assert score("-j", jobs) == 0
    assert "120 utterances" in capsys.readouterr().out
    whole = scoring.score_files("whole.parquet").totals()
    names = [f"totals/{name}" for name in totals()]
    random.Random(1).shuffle(names)
    for report in ("sum", "rsum", "lur"):
        assert main(["merge", *names, "--report", report, "--name", "whole.parquet", "-o", "report"]) == 0
        assert open("report").read() == whole.report(report)
    assert main(["merge", "totals", "--json", "--name", "whole.parquet"]) == 0
    expected = whole.to_dict()
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps({**expected, "notices": []}))


def test_results_of_parts_that_were_scored_are_added(capsys):
    names = [f"in/part-{number}.parquet" for number in range(4)]
    for number, name in enumerate(names):
        assert main(["score", name, "--json", "--utterances", "-o", f"{number}.json"]) == 0
    whole = scoring.score_files("whole.parquet")
    saved = [f"{number}.json" for number in range(4)]
    assert main(["merge", *saved, "--json"]) == 0
    merged = json.loads(capsys.readouterr().out)
    assert {name: merged[name] for name in ("errors", "reference", "mean_utterance_wer")} == {
        "errors": whole.counts.errors,
        "reference": whole.counts.reference,
        "mean_utterance_wer": pytest.approx(whole.mean_utterance_wer),
    }
    assert main(["merge", saved[0], saved[0]]) == 2
    assert "utterances in common cannot be added: 30 utterances" in capsys.readouterr().err
    assert main(["score", names[0], "--json", "-o", "sums.json"]) == 0
    assert main(["merge", "sums.json", saved[1]]) == 2
    assert "sums.json holds no complete result; expected " in capsys.readouterr().err


def test_finished_shards_are_not_scored_again(capsys, monkeypatch):
    assert score() == 0
    before = {name: os.stat(f"totals/{name}").st_mtime_ns for name in totals()}
    table = parquet.read_table("in/part-2.parquet")
    parquet.write_table(table.slice(0, 29), "in/part-2.parquet")
    capsys.readouterr()
    scored = []
    write = files.write_totals
    monkeypatch.setattr(shards, "write_totals", lambda path, *more: (scored.append(path), write(path, *more)))
    assert score() == 0
    assert [os.path.basename(path)[:6] for path in scored] == ["part-2"]
    assert "119 utterances" in capsys.readouterr().out
    assert sorted(before) == totals()
    scored.clear()
    assert score("-s") == 0
    assert len(scored) == 4


def test_an_interval_does_not_depend_on_the_shards(capsys):
    assert score() == 0
    assert main(["score", "whole.parquet", "--shards", "-o", "one"]) == 0
    capsys.readouterr()
    actual = []
    for name in ("totals", "one"):
        assert main(["merge", name, "--interval", "200", "--json"]) == 0
        actual.append(json.loads(capsys.readouterr().out)["interval"])
    assert actual[0] == actual[1]
    assert actual[0]["low"] < scoring.score_files("whole.parquet").wer < actual[0]["high"]
    assert main(["merge", "one", "--interval"]) == 0
    assert "1.96 standard deviations of 1,000 bootstrap samples" in capsys.readouterr().out


@pytest.mark.parametrize("keys", [files._KEYS, 7])
def test_an_id_in_two_shards_is_refused(capsys, monkeypatch, keys):
    monkeypatch.setattr(files, "_KEYS", keys)
    table = parquet.read_table("whole.parquet")
    parquet.write_table(table.slice(5, 1), "in/again.parquet")
    assert score() == 2
    message = capsys.readouterr().err
    name = table["id"][5].as_py()
    assert f"1 utterance ({name}) counted twice: {name} is in totals" in message
    assert "again-" in message
    assert "part-0-" in message


def test_an_id_that_stands_twice_in_one_shard_is_refused_by_its_file(capsys):
    table = pyarrow.table({"id": ["a-1", "a-1"], "ref": ["x", "y"], "hyp": ["x", "y"]})
    parquet.write_table(table, "twice.parquet")
    assert main(["score", "twice.parquet", "--shards"]) == 2
    said = capsys.readouterr().err
    assert f"totals/{totals()[0]}: 1 utterance (a-1) counted twice" in said
    assert "leave one of the files out" not in said


def test_totals_without_keys_are_told_apart_by_their_ids(capsys):
    assert score() == 0
    first = f"totals/{totals()[0]}"
    parquet.write_table(parquet.read_table(first).drop_columns(["key"]), first)
    capsys.readouterr()
    assert main(["merge", "totals", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sentences"] == 120
    parquet.write_table(parquet.read_table(first), "totals/again.parquet")
    assert main(["merge", "totals"]) == 2
    assert "counted twice" in capsys.readouterr().err


@pytest.mark.parametrize("most", [files._MOST_SPEAKERS, 0])
def test_rows_that_somebody_changed_are_summed_anew(capsys, monkeypatch, most):
    monkeypatch.setattr(files, "_MOST_SPEAKERS", most)
    assert score() == 0
    first = f"totals/{totals()[0]}"
    table = parquet.read_table(first)
    assert (files.SUMS in parquet.read_metadata(first).metadata) == (most > 0)
    renamed = pyarrow.array(["zoe"] * 20)
    changed = table.slice(0, 20).set_column(table.schema.names.index("speaker"), "speaker", renamed)
    damaged = {**table.schema.metadata, files.SUMS: b"[1, {"}
    for metadata in (table.schema.metadata, damaged, {**damaged, files.SUMS: b'{"bytes": "many"}'}):
        parquet.write_table(changed.replace_schema_metadata(metadata), first)
        capsys.readouterr()
        assert main(["merge", "totals", "--report", "sum"]) == 0
        report = capsys.readouterr().out
        assert "| zoe" in report
        assert "|  110 " in report


def test_a_copy_of_a_shard_is_refused(capsys):
    parquet.write_table(parquet.read_table("in/part-1.parquet"), "in/copy.parquet")
    assert score() == 2
    assert "in/copy.parquet and in/part-1.parquet have the same content" in capsys.readouterr().err
    assert main(["score", "in/part-1.parquet", "in/part-1.parquet", "--shards"]) == 2
    assert "in/part-1.parquet is named twice" in capsys.readouterr().err


def test_broken_shards_are_named_and_skipped_only_on_request(capsys):
    whole = open("in/part-0.parquet", "rb").read()
    open("in/part-1.parquet", "wb").write(whole[: len(whole) // 2])
    table = parquet.read_table("in/part-2.parquet")
    parquet.write_table(table.drop_columns(["hyp"]), "in/part-2.parquet")
    assert score() == 2
    message = capsys.readouterr().err
    assert "scorelite: in/part-1.parquet: " in message
    assert "in/part-2.parquet: no column with a usual name for hypotheses among 'id', 'ref'" in message
    assert "2 of 4 shards could not be scored; the others are done; --skip-broken leaves them out" in message
    assert [name[:6] for name in totals()] == ["part-0", "part-3"]
    assert main(["score", "in/part-[12].parquet", "--shards"]) == 2
    assert "2 of 2 shards could not be scored; no totals were written\n" in capsys.readouterr().err
    assert score("--skip-broken") == 0
    actual = capsys.readouterr()
    assert "60 utterances" in actual.out
    assert "2 of 4 shards are left out: 2 were scored" in actual.err
    parquet.write_table(corpus(120).slice(30, 30), "in/part-1.parquet")
    parquet.write_table(table, "in/part-2.parquet")
    assert score() == 0
    assert "120 utterances" in capsys.readouterr().out


def test_a_full_disk_leaves_no_part_and_a_restart_goes_on(capsys, monkeypatch):
    write = files.write_file
    full = []

    def fill(path, chunks):
        if "part-2" in path and not full:
            full.append(path)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)
        write(path, chunks)

    monkeypatch.setattr(files, "write_file", fill)
    assert score() == 1
    message = capsys.readouterr().err
    assert "cannot write totals/part-2" in message
    assert "at least 2 of 4 shards are done; the same command scores the others" in message
    assert [name[:6] for name in totals()] == ["part-0", "part-1"]
    assert score() == 0
    assert "120 utterances" in capsys.readouterr().out


# The system may allow no more threads, and pyarrow fails where one of its own cannot start.
ALONE = """
import os, sys
from scorelite.scoring.cli.main import main

codes = main(["score", "in/*.parquet", "--shards", "-o", "alone"]), main(["merge", "alone"])
codes += (main(["score", "in/part-0.parquet"]),)
tasks = "/proc/self/task"
names = [open(f"{tasks}/{task}/comm").read() for task in os.listdir(tasks)]
print(codes, len([name for name in names if "jemalloc" not in name]), file=sys.stderr)
"""


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="threads are read from /proc")
def test_shards_need_no_threads_of_pyarrow():
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", ALONE]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.stderr == "(0, 0, 0) 1\n"


@pytest.mark.skipif(multiprocessing.get_start_method() != "fork", reason="the workers have no changed function")
def test_a_killed_worker_loses_nothing(capsys, monkeypatch):
    write = files.write_totals

    def killed(path, *more):
        if "part-1" in path and not os.path.exists("killed"):
            open("killed", "w").close()
            os.kill(os.getpid(), signal.SIGKILL)  # as the system does where memory is short
        write(path, *more)

    monkeypatch.setattr(shards, "write_totals", killed)
    assert score("-j", "2") == 1
    assert "a process was killed, perhaps for lack of memory: at least " in capsys.readouterr().err
    assert os.path.exists("killed")
    assert score("-j", "2") == 0
    assert "120 utterances" in capsys.readouterr().out


def test_two_folders_of_any_format_are_shards(capsys):
    table = corpus(40).to_pylist()
    for side in ("ref", "hyp"):
        os.mkdir(side)
        for number in range(2):
            rows = table[20 * number : 20 * number + 20]
            with open(f"{side}/{number}.trn", "w") as file:
                file.writelines(f"{row[side]} ({row['id']})\n" for row in rows)
            with open(f"{side}.trn", "a") as file:
                file.writelines(f"{row[side]} ({row['id']})\n" for row in rows)
    assert main(["score", "ref", "hyp", "--shards"]) == 0
    assert len(totals()) == 2
    assert main(["merge", "totals", "--report", "sum", "--name", "hyp.trn", "-o", "report"]) == 0
    assert open("report").read() == scoring.score_files("ref.trn", "hyp.trn").report("sum")


def test_shards_with_times_are_added_as_totals(capsys):
    os.mkdir("ref")
    os.mkdir("hyp")
    for name, confidence in (("one", 0.7), ("two", 0.1)):
        stm = f"{name} A anna 0 5 the cat\n{name} A ben 5 9 sat down\n"
        ctm = f"{name} A 1 1 the {confidence}\n{name} A 6 1 sat 0.9\n{name} A 8 1 up 0.3\n"
        for path, text in ((f"ref/{name}.stm", stm), (f"hyp/{name}.ctm", ctm)):
            open(path, "w").write(text)
            open(path[:3] + path[-4:], "a").write(text)
    assert main(["score", "ref", "hyp", "--shards"]) == 0
    assert "4 utterances, 8 reference words" in capsys.readouterr().out
    assert main(["merge", "totals", "--report", "sum", "--name", "hyp.ctm"]) == 0
    whole = scoring.score_files("ref.stm", "hyp.ctm")
    actual = capsys.readouterr().out
    assert actual == whole.report("sum")
    assert "NCE" in actual
    assert main(["merge", "totals", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["nce"] == whole.nce is not None
    assert main(["merge", "totals", "--interval", "200", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["interval"]["mean"] == whole.interval(200).mean


def test_missing_hypotheses_follow_the_rule(capsys):
    parquet.write_table(pyarrow.table({"id": ["z-1", "z-2"], "ref": ["a b", "c"], "hyp": [None, "c"]}), "in/z.parquet")
    assert score() == 2
    assert "in/z.parquet: 1 reference (z-1) without a hypothesis" in capsys.readouterr().err
    assert score("--missing", "delete", "--json") == 0
    assert json.loads(capsys.readouterr().out)["missing"] == ["z-1"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["score", "in", "--shards", "--report", "pra"], "--report pra needs alignments"),
        (["score", "in", "--shards", "--utterances"], "--utterances has no effect without words"),
        (["score", "in", "--shards", "--stream"], "--stream is for two files, --shards for tables"),
        (["score", "in", "--shards", "-o", "in"], "-o in is the folder of the shards; expected another folder"),
        (["score", "nothing*.parquet", "--shards"], "nothing*.parquet: no file matches"),
        (["score", "in", "--shards", "-o", "whole.parquet"], "-o whole.parquet is not a folder"),
        (["score", "-", "--shards"], "expected no '-' (stdin)"),
        (["score", "whole.parquet", "--skip-broken"], "--skip-broken has no effect without --shards"),
        (["merge", "whole.parquet"], "whole.parquet: this table has no metadata of scorelite's totals of words"),
        (["merge", "in", "--report", "prf"], "unknown value 'prf'"),
        (["merge", "nowhere.parquet"], "nowhere.parquet: No such file or directory"),
        (["merge", "in", "--interval", "0"], "'0' is not a number of samples; expected 1 to 1000000"),
    ],
)
def test_wrong_uses_are_refused(capsys, arguments, message):
    try:
        code = main(arguments)
    except SystemExit as error:
        code = error.code
    assert code == 2
    assert message in capsys.readouterr().err


def test_files_of_other_machines_need_fsspec(capsys):
    try:
        import fsspec
    except ModuleNotFoundError:
        assert main(["score", "memory://corpus/*.parquet", "--shards"]) == 2
        assert "need fsspec, which is not installed: pip install fsspec" in capsys.readouterr().err
        return
    memory = fsspec.filesystem("memory")
    for number in range(4):
        memory.pipe(f"/corpus/part-{number}.parquet", open(f"in/part-{number}.parquet", "rb").read())
    assert main(["score", "memory://corpus/*.parquet", "--shards"]) == 0
    assert "120 utterances" in capsys.readouterr().out


def test_columns_of_tables_may_have_the_names_of_columns_of_totals(capsys):
    open("one.csv", "w").write("id,text,pred_text,key,signature,errors,errors_\na,good day,good way,k,s,e,f\n")
    open("two.csv", "w").write("id,text,pred_text,key,signature,errors,errors_\nb,so,so,k,t,e,g\n")
    assert main(["score", "one.csv", "two.csv", "--shards", "--slice", "errors_"]) == 0
    assert "WER     33.3 %   1 error" in capsys.readouterr().out
    table = scoring.score_files("one.csv").totals().to_arrow()
    names = ("key_", "signature_", "errors", "errors_", "errors__")
    assert [table.column(name)[0].as_py() for name in names] == ["k", "s", 1, "e", "f"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--equivalents-side hyp", "--equivalents-side has no effect without --equivalents"),
        ("--title T", "--title has no effect without --page"),
        ("--outside attach", "--outside has no effect without a reference of segments with times"),
        ("--no-markup", "--no-markup has no effect on parquet, which has no marks to read"),
    ],
)
def test_options_without_effect_are_refused_as_for_the_whole(capsys, words, message):
    assert score(*words.split()) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("kind", [None, "spu_id", "wsj", "sp", "one"])
@pytest.mark.parametrize("suffix", ["jsonl", "csv", "parquet"])
def test_reports_of_shards_have_the_speakers_of_the_whole(
    suffix: str, kind: str | None, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    pyarrow, parquet, csv = (pytest.importorskip(name) for name in ("pyarrow", "pyarrow.parquet", "pyarrow.csv"))
    texts = [("p-0", "a b", "a c", "x"), ("p-1", "a", "a", "y"), ("q-2", "b b", "b", "x")]
    rows = [{"id": name, "text": ref, "pred_text": hyp, "speaker": who} for name, ref, hyp, who in texts]
    table = pyarrow.Table.from_pylist(rows)
    path = str(tmp_path / f"table.{suffix}")
    if suffix == "parquet":
        parquet.write_table(table, path)
    elif suffix == "csv":
        csv.write_csv(table, path)
    else:
        Path(path).write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    options = ["--report", "raw", *(["--speakers", kind] if kind else [])]
    assert main(["score", path, *options]) == 0
    whole = capfdbinary.readouterr().out
    assert main(["score", path, *options, "--shards", "-o", str(tmp_path / "totals")]) == 0
    assert capfdbinary.readouterr().out == whole
    assert main(["merge", str(tmp_path / "totals"), "--report", "raw", "--name", path]) == 0
    assert capfdbinary.readouterr().out == whole


def test_words_with_times_have_the_speakers_of_their_file_in_shards_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = [str(tmp_path / side) for side in ("ref", "hyp")]
    for folder in folders:
        Path(folder).mkdir()
        Path(folder, "t.stm").write_text("a 1 x 0 1 good day\n")
    assert main(["score", *folders, "--speakers", "one", "--shards", "-o", str(tmp_path / "totals")]) == 2
    assert "--speakers reads ids; leave it out for words with times" in capsys.readouterr().err
