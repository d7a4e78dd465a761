"""Shards of labels with times and of keyword spotting: totals by recording whose sum is that of one process."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import random
import signal

import pytest

from scorelite import scoring
from scorelite.scoring import batches, kws
from scorelite.scoring.cli.main import main
from scorelite.scoring.segments.api import score_segments
from scorelite.scoring.segments.measures import NAMES
from scorelite.scoring.segments.totals import Totals

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")
RECORDINGS = [f"talk{number}" for number in range(6)]
WORDS = ["hello", "world", "good", "day"]
SIDES = ("ref", "hyp", "uem")


def turns(draw):
    """Rows of speaker, start and end, some of which overlap."""
    starts = sorted(draw.uniform(0, 60) for _ in range(15))
    return [(draw.choice("abc"), round(start, 3), round(start + draw.uniform(0.1, 6), 3)) for start in starts]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Folders with a file for each recording, and files of all of them."""
    monkeypatch.chdir(tmp_path)
    draw = random.Random(4)
    lines = {name: {} for name in ("ref.rttm", "hyp.rttm", "uem.uem", "said.ctm", "found.ctm")}
    for name in RECORDINGS:
        for side in ("ref", "hyp"):
            rows = [f"SPEAKER {name} 1 {b:.3f} {e - b:.3f} <NA> <NA> {who} <NA> <NA>\n" for who, b, e in turns(draw)]
            lines[f"{side}.rttm"][name] = "".join(rows)
        lines["uem.uem"][name] = f"{name} 1 2.500 55.250\n"
        words = [(draw.choice(WORDS), 3 + 2.0 * place) for place in range(20)]
        lines["said.ctm"][name] = "".join(f"{name} 1 {start:.2f} 0.50 {word}\n" for word, start in words)
        heard = [(draw.choice(WORDS) if draw.random() < 0.2 else word, start) for word, start in words]
        rows = [f"{name} 1 {start + 0.1:.2f} 0.40 {word} {draw.random():.4f}\n" for word, start in heard]
        lines["found.ctm"][name] = "".join(rows)
    for file, parts in lines.items():
        side, suffix = file.split(".")
        os.mkdir(side)
        for name, text in parts.items():
            open(f"{side}/{name}.{suffix}", "w").write(text)
        open(file, "w").write("".join(parts.values()))
    open("keywords.txt", "w").write("".join(f"{word}\n" for word in WORDS))
    return tmp_path


def output(capsys, *arguments):
    """The output of a command that must not fail."""
    assert main([*map(str, arguments)]) == 0
    return capsys.readouterr().out


def files():
    """The files of totals in a random order."""
    names = [f"totals/{name}" for name in sorted(os.listdir("totals"))]
    random.Random(2).shuffle(names)
    return names


KEYWORDS = ["kws", "--kwlist", "keywords.txt"]
WHOLE = [*KEYWORDS, "--ecf", "uem.uem", "--rttm", "said.ctm", "--kwslist", "found.ctm"]
PARTS = [*KEYWORDS, "--ecf", "uem", "--rttm", "said", "--kwslist", "found", "--shards"]


def test_decisions_of_systems_are_kept_by_shards(capsys):
    words = "".join(f'<kw kwid="K{place}"><kwtext>{word}</kwtext></kw>' for place, word in enumerate(WORDS))
    open("list.xml", "w").write(
        f'<kwlist ecf_filename="e" version="1" language="english" encoding="UTF-8" compareNormalize="">{words}</kwlist>'
    )
    os.mkdir("decided")
    actual = {}
    for name in RECORDINGS:
        for line in open(f"found/{name}.ctm"):
            _, _, start, duration, word, score = line.split()
            # Decided by the system, not by a threshold of 0.5.
            decision = "YES" if float(score) > 0.25 else "NO"
            row = (
                f'<kw file="{name}" channel="1" tbeg="{start}" dur="{duration}" score="{score}" decision="{decision}"/>'
            )
            actual.setdefault(name, []).append((WORDS.index(word), row))
    for path, names in [("decided.xml", RECORDINGS), *((f"decided/{name}.xml", [name]) for name in RECORDINGS)]:
        rows = [row for name in names for row in actual[name]]
        lists = "".join(
            f'<detected_kwlist kwid="K{place}" search_time="1" oov_count="0">'
            f"{''.join(row for row_place, row in rows if row_place == place)}</detected_kwlist>"
            for place in range(len(WORDS))
        )
        head = '<kwslist kwlist_filename="list.xml" language="english" system_id="x">'
        open(path, "w").write(f"{head}{lists}</kwslist>")
    common = ["kws", "--kwlist", "list.xml"]
    whole = output(
        capsys, *common, "--ecf", "uem.uem", "--rttm", "said.ctm", "--kwslist", "decided.xml", "--report", "sum"
    )
    output(capsys, *common, "--ecf", "uem", "--rttm", "said", "--kwslist", "decided", "--shards")
    assert output(capsys, "merge", *files(), "--report", "sum", "--name", "decided.xml") == whole


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    "options",
    [
        ("--measure", "diarisation", "--collar", "0.25", "--uem"),
        ("--measure", "classes", "--by", "speaker"),
        ("--measure", "events", "--by", "speaker"),
        ("--measure", "sound-segments", "--by", "speaker", "--uem"),
    ],
)
def test_shards_of_labels_have_the_reports_of_the_whole(capsys, options):
    more = [word for word in options if word != "--uem"]
    regions = (["--uem", "uem.uem"], ["--uem", "uem"]) if "--uem" in options else ([], [])
    whole = ["segments", "ref.rttm", "hyp.rttm", *more, *regions[0]]
    said = output(capsys, "segments", "ref", "hyp", "--shards", "-j", "2", *more, *regions[1])
    assert len(os.listdir("totals")) == len(RECORDINGS)
    named = ["merge", *files(), "--name", "hyp.rttm"]
    for report in (["sys"], ["raw"], ["sys", "--rows", "file"], ["raw", "--rows", "file"]):
        expected = output(capsys, *whole, "--report", *report)
        assert output(capsys, *named, "--report", *report) == expected
    expected = json.loads(output(capsys, *whole, "--json"))
    del expected["lengths"]
    document = json.loads(output(capsys, *named, "--json"))
    uem = "several files" if "--uem" in options else None
    assert document == {**expected, "ref": "hyp.rttm", "uem": uem}
    assert [line for line in said.splitlines() if line != f"uem  {uem}"] == output(capsys, *whole).splitlines()[
        3 if uem else 2 :
    ]


@pytest.mark.slow
def test_shards_of_keywords_have_the_reports_of_the_whole(capsys):
    assert output(capsys, *PARTS, "-j", "2") == output(capsys, *WHOLE)
    named = ["merge", *files(), "--name", "found.ctm"]
    for report in ("sys", "raw", "pra", "dtl", "sum", "bsum", "det"):
        assert output(capsys, *named, "--report", report) == output(capsys, *WHOLE, "--report", report), report
    # A file of detections has an order of its own, which the alignment follows; that of a sum is by keyword.
    aligned = [output(capsys, *command, "--report", "alignment").splitlines() for command in (named, WHOLE)]
    assert sorted(aligned[0]) == sorted(aligned[1])
    for rows in ("recording", "keyword"):
        expected = output(capsys, *WHOLE, "--report", "sys", "--rows", rows)
        assert output(capsys, *named, "--report", "sys", "--rows", rows) == expected
    for more in ([], ["--keywords"]):
        assert output(capsys, *named, "--json", *more) == output(capsys, *WHOLE, "--json", *more)


@pytest.mark.slow
def test_only_changed_shards_are_scored_again(capsys, monkeypatch):
    from scorelite.scoring.batches import shards

    written = []
    write = shards.write_totals
    monkeypatch.setattr(shards, "write_totals", lambda path, *more: (written.append(path), write(path, *more)))
    output(capsys, *PARTS)
    output(capsys, *PARTS)
    assert len(written) == len(RECORDINGS)
    open("found/talk2.ctm", "a").write("talk2 1 50.0 0.4 hello 0.9\n")
    output(capsys, *PARTS)
    assert len(written) == len(RECORDINGS) + 1
    assert "talk2" in written[-1]
    for more in (["--threshold", "0.6"], ["--cost", "0.2"]):
        output(capsys, *PARTS, *more)
    open("keywords.txt", "a").write("never said\n")
    output(capsys, *PARTS)
    assert len(written) == 4 * len(RECORDINGS) + 1
    output(capsys, "segments", "ref", "hyp", "--shards", "--measure", "diarisation", "-o", "other")
    output(capsys, "segments", "ref", "hyp", "--shards", "--measure", "diarisation", "-o", "other")
    assert len(written) == 5 * len(RECORDINGS) + 1


COMMANDS = (["segments", "ref", "hyp", "--shards", "--measure", "diarisation"], PARTS)


@pytest.mark.parametrize("command", COMMANDS, ids=["segments", "kws"])
def test_a_full_disk_leaves_no_part_and_a_restart_goes_on(capsys, monkeypatch, command):
    from scorelite.scoring.batches import files

    expected = output(capsys, *command, "-o" if command[0] == "segments" else "--out", "whole")
    write = files.write_file
    full = []

    def fill(path, chunks):
        if "talk2" in path and not full:
            full.append(path)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)
        write(path, chunks)

    monkeypatch.setattr(files, "write_file", fill)
    assert main(command) == 1
    said = capsys.readouterr().err
    assert "cannot write totals/talk2" in said
    assert "at least 2 of 6 shards are done; the same command scores the others" in said
    assert [name[:5] for name in sorted(os.listdir("totals"))] == ["talk0", "talk1"]
    assert output(capsys, *command) == expected


@pytest.mark.slow
@pytest.mark.skipif(multiprocessing.get_start_method() != "fork", reason="the workers have no changed function")
@pytest.mark.parametrize("command", COMMANDS, ids=["segments", "kws"])
def test_a_killed_worker_loses_nothing(capsys, monkeypatch, command):
    from scorelite.scoring.batches import shards

    expected = output(capsys, *command, "-o" if command[0] == "segments" else "--out", "whole")
    write = shards.write_totals

    def killed(path, *more):
        if "talk1" in path and not os.path.exists("killed"):
            open("killed", "w").close()
            os.kill(os.getpid(), signal.SIGKILL)  # as the system does where memory is short
        write(path, *more)

    monkeypatch.setattr(shards, "write_totals", killed)
    assert main([*command, "-j", "2"]) == 1
    assert "a process was killed, perhaps for lack of memory: at least " in capsys.readouterr().err
    assert os.path.exists("killed")
    assert output(capsys, *command, "-j", "2") == expected


@pytest.mark.parametrize(
    ("command", "copied", "broken"),
    [
        (["segments", "ref", "hyp", "--shards", "--measure", "diarisation"], ("ref", "hyp"), "ref/talk1.rttm"),
        (PARTS, ("said", "found", "uem"), "found/talk1.ctm"),
    ],
)
def test_recordings_count_once_and_broken_shards_are_named(capsys, command, copied, broken):
    whole = open(broken).read()
    open(broken, "w").write("talk1 1 not a time\n")
    assert main(command) == 2
    said = capsys.readouterr().err
    assert broken in said
    assert "1 of 6 shards could not be scored" in said
    assert main([*command, "--skip-broken"]) == 0
    assert "1 of 6 shards are left out" in capsys.readouterr().err
    open(broken, "w").write(whole)
    for folder in copied:
        (suffix,) = {name.partition(".")[2] for name in os.listdir(folder)}
        text = open(f"{folder}/talk3.{suffix}").read()
        open(f"{folder}/again.{suffix}", "w").write(f";; a copy\n{text}")
    assert main(command) == 2
    said = capsys.readouterr().err
    assert "1 recording (talk3) counted twice: talk3 is in totals/again-" in said
    assert "and in totals/talk3-" in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["segments", "ref", "hyp.rttm", "--shards"],
            "HYP hyp.rttm is not a folder; expected a folder with a file for",
        ),
        (["segments", "ref", "hyp", "--shards", "--report", "pra"], "--report pra needs labels"),
        (["segments", "ref", "hyp", "--shards", "--page", "x.html"], "--page has no effect without labels"),
        (["segments", "ref", "hyp", "--shards", "--uem", "uem.uem"], "--uem uem.uem is not a folder"),
        (["segments", "ref.rttm", "hyp.rttm", "-j", "2"], "--threads has no effect without --shards"),
        (["segments", "ref.rttm", "hyp.rttm", "--skip-broken"], "--skip-broken has no effect without --shards"),
        ([*WHOLE, "--shards"], "--rttm said.ctm is not a folder"),
        ([*PARTS, "--plot", "det=det.svg"], "--plot has no effect without whole files"),
        ([*PARTS, "--report", "sys,raw"], "expected one report of all trials"),
        ([*PARTS, "--out", "keywords.txt"], "--out keywords.txt is not a folder"),
        (["merge", "label.parquet", "--report", "sum"], "--report sum is not for totals of segments; expected one of"),
        (["merge", "label.parquet", "--report", "sys", "--rows", "keyword"], "--rows keyword is not for totals of seg"),
        (["merge", "label.parquet", "--interval"], "--interval has no effect without totals of words"),
        (["merge", "label.parquet", "--json", "--keywords"], "--keywords has no effect without totals of keywords"),
        (
            ["merge", "label.parquet", "trial.parquet"],
            "trial.parquet: this table has totals of kws; expected totals of segments",
        ),
        (["merge", "broken.parquet"], "broken.parquet: column 'score' holds '[1, 2]'; expected a score of the kind"),
    ],
)
def test_wrong_uses_are_refused(capsys, arguments, message):
    rows = {"talk": [("a", 0.0, 4.0)]}
    table = score_segments(rows, rows).totals().to_arrow("scores")
    parquet.write_table(table, "label.parquet")
    place = table.schema.get_field_index("score")
    parquet.write_table(table.set_column(place, "score", pyarrow.array(["[1, 2]"])), "broken.parquet")
    parquet.write_table(kws.evaluate([("x", 0.0, 1.0)], [], ["x"], 60).to_arrow("trials"), "trial.parquet")
    assert main(arguments) == 2
    assert message in capsys.readouterr().err


def test_a_map_of_names_that_no_shard_has_is_refused(capsys):
    for side in ("old", "new"):
        os.mkdir(side)
        for name in ("a", "b"):
            open(f"{side}/{name}.trn", "w").write(f"good day ({name}anna-1)\n")
    open("map", "w").write("aanna\tx\n")
    assert main(["score", "old", "new", "--shards", "--speaker-map", "map"]) == 0
    assert main(["score", "old", "new", "--shards", "--speaker-map", "map"]) == 0
    open("map", "w").write("carl\tx\n")
    capsys.readouterr()
    assert main(["score", "old", "new", "--shards", "--speaker-map", "map"]) == 2
    assert "--speaker-map has no effect: no shard has a speaker of its 1 old name (carl)" in capsys.readouterr().err


def test_an_expression_that_matches_no_id_of_a_shard_is_refused(capsys):
    for side, suffix in (("old", ""), ("new", ".wav")):
        os.mkdir(side)
        open(f"{side}/a.trn", "w").write(f"good day (a1{suffix})\n")
    assert main(["score", "old", "new", "--shards", "--strip-id", "[.]wav$"]) == 0
    capsys.readouterr()
    for side in ("old", "new"):
        open(f"{side}/a.trn", "w").write("good day (a1)\n")
    assert main(["score", "old", "new", "--shards", "--strip-id", "[.]wav$"]) == 2
    assert "--strip-id has no effect: '[.]wav$' matches no part of an id of a shard" in capsys.readouterr().err


@pytest.mark.parametrize("measure", NAMES)
def test_scores_survive_a_table_to_the_last_digit(measure):
    draw = random.Random(5)
    refs, hyps = ({name: turns(draw) for name in RECORDINGS} for _ in SIDES[:2])
    whole = score_segments(refs, hyps, measure=measure).totals()
    assert Totals.from_arrow(whole.to_arrow("scores")) == whole
    assert repr(Totals.from_arrow(whole.to_arrow("scores")).to_dict()) == repr(whole.to_dict())


def labels(refs, hyps, regions):
    """A table of labels; regions are the last times of recordings."""
    rows = [(name, "ref", *row) for name, rows_of_name in refs.items() for row in rows_of_name]
    rows += [(name, "hyp", *row) for name, rows_of_name in hyps.items() for row in rows_of_name]
    rows += [(name, "region", None, 0.0, end) for name, end in regions.items()]
    columns = ("recording", "side", "value", "start", "end")
    return pyarrow.table({name: [row[place] for row in rows] for place, name in enumerate(columns)})


@pytest.mark.parametrize("number", [1, 2, 6])
def test_batches_of_labels_are_folded_in_any_order(number):
    draw = random.Random(6)
    refs, hyps = ({name: turns(draw) for name in RECORDINGS} for _ in SIDES[:2])
    regions = {name: [(0.0, 50.0)] for name in RECORDINGS}
    whole = score_segments(refs, hyps, measure="diarisation", regions=regions).totals()
    tables = []
    for place in range(number):
        names = RECORDINGS[place::number]
        of_group = [{name: side[name] for name in names} for side in (refs, hyps, dict.fromkeys(RECORDINGS, 50.0))]
        tables.append(batches.score_labels(labels(*of_group), measure="diarisation"))
    draw.shuffle(tables)
    assert batches.merge_labels(tables) == whole
    assert tables[0]["missed"].to_pylist()[0] == whole.parts[0].score.time.missed or number > 1
    with pytest.raises(scoring.MismatchError, match="results with recordings in common"):
        batches.merge_labels([*tables, tables[0]])


def test_batches_of_detections_are_folded_in_any_order():
    draw = random.Random(7)
    said = {name: [(draw.choice(WORDS), 2.0 * row, 2.0 * row + 0.5) for row in range(20)] for name in RECORDINGS}
    actual = {name: [(*row, draw.random()) for row in rows if draw.random() < 0.8] for name, rows in said.items()}
    whole = kws.evaluate(said, actual, WORDS, dict.fromkeys(RECORDINGS, 60.0))
    tables = []
    for name in RECORDINGS:
        table = labels({name: said[name]}, {name: [row[:3] for row in actual[name]]}, {name: 60.0})
        scores = [None] * len(said[name]) + [row[3] for row in actual[name]] + [None]
        tables.append(batches.score_detections(table.append_column("score", pyarrow.array(scores)), WORDS))
    draw.shuffle(tables)
    total = batches.merge_detections(tables)
    assert total == whole
    assert total.to_dict(keywords=True) == whole.to_dict(keywords=True)
    table = labels({"talk0": said["talk0"]}, {}, {}).append_column("score", pyarrow.nulls(20, pyarrow.float64()))
    with pytest.raises(scoring.UsageError, match=r"1 recording \(talk0\) without a row of side 'region'"):
        batches.score_detections(table, WORDS)


def test_detections_outside_all_regions_do_not_count_and_time_in_two_regions_counts_once(tmp_path):
    (tmp_path / "e.uem").write_text("talk 1 0 60\ntalk 1 30 90\n")
    (tmp_path / "r.ctm").write_text("talk 1 10 1 yes\ntalk 1 100 1 yes\n")
    (tmp_path / "k.txt").write_text("yes\n")
    (tmp_path / "s.ctm").write_text("talk 1 10 1 yes 0.9\ntalk 1 200 1 yes 0.9\n")
    whole = kws.score_files(*(tmp_path / name for name in ("e.uem", "r.ctm", "k.txt", "s.ctm"))).result
    assert (whole.duration, whole.keywords["yes"].targets, whole.keywords["yes"].false_alarms) == (90.0, 1, 0)
    rows = [("region", None, 0.0, 60.0, None), ("region", None, 30.0, 90.0, None)]
    rows += [("ref", "yes", at, at + 1.0, None) for at in (10.0, 100.0)]
    rows += [("hyp", "yes", at, at + 1.0, 0.9) for at in (10.0, 200.0)]
    columns = dict(zip(("side", "value", "start", "end", "score"), map(list, zip(*rows, strict=True)), strict=True))
    table = pyarrow.table({"recording": ["talk"] * len(rows), **columns})
    actual = batches.merge_detections([batches.score_detections(table, ["yes"])])
    assert actual.to_dict(keywords=True) == whole.to_dict(keywords=True)
    broken = table.set_column(4, "end", pyarrow.array([None, 90.0, 11.0, 101.0, 11.0, 201.0]))
    with pytest.raises(scoring.UsageError, match="a stretch of 'talk' goes from 0.0 to None"):
        batches.score_detections(broken, ["yes"])
