"""Tables of manifests: numbers of the leaderboard's own program, names of files, averages, and cells that are safe."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from scorelite.formats.errors import FormatError, MismatchError, UsageError
from scorelite.scoring.cli.main import main
from scorelite.scoring.words.leaderboard import score_table

MANIFESTS = Path(__file__).parent / "golden" / "manifests"
EXPECTED = json.loads((MANIFESTS / "expected.json").read_text())


def manifest(path: Path, *rows: dict[str, object]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize("name", ["leaderboard-en", "leaderboard-multilingual"])
def test_numbers_are_those_of_the_leaderboard(name):
    board = score_table([MANIFESTS], normalise=name)
    actual = {}
    for entry in board.entries:
        counts = entry.result.counts
        actual[f"{entry.model} | {entry.dataset}"] = {
            "wer": entry.wer and round(100 * entry.wer, 2),
            # From Python 3.12 on, sums of floats are exact to more digits.
            "audio_length": pytest.approx(entry.seconds[0]),
            "inference_time": pytest.approx(entry.seconds[1]),
            "rtfx": None if entry.rtfx is None else round(entry.rtfx, 4),
            "ins": counts.insertions,
            "del": counts.deletions,
            "sub": counts.substitutions,
        }
    assert actual == EXPECTED[name]
    for model in board.models:
        rates = [value["wer"] for key, value in EXPECTED[name].items() if key.startswith(model)]
        assert board.average(model) == pytest.approx(sum(rates) / len(rates) / 100)


@pytest.mark.native
def test_one_manifest_alone_has_the_number_of_the_table(capsys):
    for path in sorted(MANIFESTS.glob("*.jsonl")):
        assert main(["score", str(path), "--normalise", "leaderboard-en", "--json"]) == 0
        document = json.loads(capsys.readouterr().out)
        (entry,) = score_table([path], normalise="leaderboard-en").entries
        assert round(100 * document["wer"], 2) == EXPECTED["leaderboard-en"][f"{entry.model} | {entry.dataset}"]["wer"]


@pytest.mark.native
def test_json_has_what_every_rule_moved(capsys):
    assert main(["score", str(MANIFESTS), "--normalise", "leaderboard-en", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["signature"].endswith("|normalise:leaderboard-en@d1e99b2|compounds:merged")
    for model in document["models"]:
        for data_set in model["datasets"]:
            moved = sum(rule["errors"] for rule in data_set["rules"])
            difference = data_set["counts"]["errors"] - data_set["without_normalisation"]["errors"]
            assert moved == pytest.approx(difference)


def test_table_csv_and_markdown(tmp_path, capsys):
    right = {"text": "a b", "pred_text": "a b", "duration": 10, "time": 0.5}
    wrong = {**right, "pred_text": "a"}
    first = manifest(tmp_path / "MODEL_o-m|x_DATASET_s1.jsonl", right, right)
    two = manifest(tmp_path / "MODEL_o-m|x_DATASET_=s2.jsonl", wrong, right)
    three = manifest(tmp_path / "MODEL_o-other_DATASET_s1.jsonl", wrong, wrong)
    names = [str(first), str(two), str(three)]
    assert main(["score", *names]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "average: the mean of the rates with two decimals, as on the Open ASR Leaderboard" in lines
    assert lines[0] == "averages are over different data sets: 1 of 2 models lack some"
    assert lines[1].split() == ["model", "s1", "=s2", "average", "RTFx"]
    assert lines[2].split() == ["o/m|x", "0.00", "25.00", "12.50", "20.00"]
    assert lines[3].split() == ["o/other", "50.00", "-", "50.00", "20.00"]
    assert main(["score", *names, "--csv"]) == 0
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert rows == [
        ["model", "s1", "'=s2", "average", "RTFx"],
        ["o/m|x", "0.0000", "0.2500", "0.1250", "20.00"],
        ["o/other", "0.5000", "", "0.5000", "20.00"],
    ]
    assert main(["score", *names, "--markdown", "-o", str(tmp_path / "out.md")]) == 0
    lines = (tmp_path / "out.md").read_text().splitlines()
    assert lines[:3] == [
        "| model | `s1` | `=s2` | average | RTFx |",
        "|---|---|---|---|---|",
        "| `o/m\\|x` | 0.00 | 25.00 | 12.50 | 20.00 |",
    ]


def test_rates_without_normalisation_and_changes_of_a_table(tmp_path, capsys):
    shouted = manifest(tmp_path / "MODEL_o-m_DATASET_s1.jsonl", {"text": "good, day", "pred_text": "good day"})
    wrong = manifest(tmp_path / "MODEL_o-m_DATASET_s2.jsonl", {"text": "a b c d", "pred_text": "a b c, e"})
    words = ["score", str(shouted), str(wrong), "--normalise", "basic"]
    assert main([*words, "--csv", "--changes", str(tmp_path / "log")]) == 0
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert rows[0] == ["model", "s1", "s2", "average", "without --normalise"]
    assert rows[1] == ["o/m", "0.0000", "0.2500", "0.1250", "0.5000"]
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    actual = [(line["dataset"], line["side"], line["before"]) for line in lines if line["rule"] == "punctuation"]
    assert actual == [("s1", "ref", "good, "), ("s2", "hyp", "c, ")]
    assert {line["model"] for line in lines} == {"o/m"}
    assert main([*words, "--markdown"]) == 0
    assert "- `-2.0   punctuation, 2 changes`" in capsys.readouterr().out
    assert main(["score", str(tmp_path), *words[3:]]) == 0
    assert "    -2.0   punctuation, 2 changes" in capsys.readouterr().out


def test_chunks_of_a_recording_are_one_row(tmp_path, capsys):
    rows = [
        {"text": "a b c d", "pred_text": " c d ", "parent_id": "p", "chunk_index": 1},
        {"text": "a b c d", "pred_text": None, "parent_id": "p", "chunk_index": 2},
        {"text": "a b c d", "pred_text": "a b", "parent_id": "p", "chunk_index": 0},
        {"text": "e", "pred_text": "e", "parent_id": "q", "chunk_index": 1},
    ]
    path = manifest(tmp_path / "x.jsonl", *rows)
    assert main(["score", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "2 utterances, 5 reference words" in shown
    assert "0 errors" in shown
    assert "the chunks of 1 recording (q) are not numbered 0, 1, 2" in shown


def test_names_of_files_without_the_convention(tmp_path):
    row = {"text": "a", "pred_text": "a"}
    manifest(tmp_path / "one" / "ami.jsonl", row)
    manifest(tmp_path / "two" / "ami.jsonl", row)
    board = score_table([tmp_path])
    assert [(entry.model, entry.dataset) for entry in board.entries] == [("one", "ami"), ("two", "ami")]
    assert board.rtfx("one") is None


def test_manifests_of_a_folder_may_end_in_json(tmp_path):
    row = {"text": "a", "pred_text": "a"}
    manifest(tmp_path / "one" / "ami.json", row)
    assert [entry.dataset for entry in score_table([tmp_path]).entries] == ["ami"]
    manifest(tmp_path / "one" / "tedlium.jsonl", row)
    (tmp_path / "one" / "config.json").write_text('{\n"beam": 4}\n')
    assert [entry.dataset for entry in score_table([tmp_path]).entries] == ["ami", "tedlium"]


def test_refused_tables(tmp_path, capsys):
    row = {"text": "a", "pred_text": "a"}
    first = manifest(tmp_path / "MODEL_a-b_DATASET_c.jsonl", row)
    two = manifest(tmp_path / "below" / "MODEL_a-b_DATASET_c.jsonl", row)
    with pytest.raises(MismatchError, match="both of model 'a/b' and data set 'c'"):
        score_table([first, two])
    with pytest.raises(UsageError, match="an empty file; expected a table with references"):
        score_table([manifest(tmp_path / "empty.jsonl")])
    (tmp_path / "nothing").mkdir()
    with pytest.raises(UsageError, match="no file in this folder or below it has both references and hypotheses"):
        score_table([tmp_path / "nothing"])
    broken = manifest(tmp_path / "broken.jsonl", row, {"text": "a", "pred_text": None}, {"text": 3, "pred_text": "x"})
    with pytest.raises(FormatError, match=r"broken.jsonl:3:\d+: /text: 3 is not text"):
        score_table([broken])
    null = manifest(tmp_path / "null.jsonl", row, {"text": "a", "pred_text": None})
    assert main(["score", str(first), str(null), "--markdown"]) == 0
    assert "null.jsonl: 1 text of the hypothesis is null: scored as empty" in capsys.readouterr().out
    (tmp_path / "a.trn").write_text("a (u-1)\n")
    assert main(["score", *[str(tmp_path / "a.trn")] * 3]) == 2
    assert "a.trn has one side alone, and three files or more are files that hold ref" in capsys.readouterr().err
    for options, message in (
        (["--csv", "--changes", "x"], "--changes has no effect without --normalise"),
        ([str(broken), "--csv", "--utterances"], "--utterances has no effect without one file"),
        (["--csv", "--missing", "skip"], "--missing skip has no effect on"),
        (["-", "-", "--csv"], "a table is made of files and folders"),
    ):
        assert main(["score", str(first), *options]) == 2
        assert message in capsys.readouterr().err
