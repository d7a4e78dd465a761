"""Tables of models and data sets: from which files and folders they are made, and which options they take."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

import scorelite
from scorelite import scoring
from scorelite.scoring.cli.command_line import parser
from scorelite.scoring.words.leaderboard import score_table
from tests.conftest import Run

ROWS = (
    {"key": "x-1", "said": "Good, day", "heard": "good tay", "text": "A b c", "pred_text": "a B", "duration": 1},
    {"key": "x-2", "said": "one (two)", "heard": "one", "text": "we're 2 go-ing", "pred_text": "we are two"},
    {"key": "x-3", "said": "hi", "heard": "hi", "text": "Rolls-Royce", "pred_text": "rolls royce"},
)
# A value of each option that says how one file is read and scored.
OF_ONE_FILE = {
    "--markup": "",
    "--policy": "kaldi_wer",
    "--case-sensitive": "",
    "--characters": "",
    "--normalise": "basic",
    "--equivalents": "words.txt",
    "--equivalents-side": "both --equivalents words.txt",
    "--equivalents-branches": "whole --equivalents words.txt",
    "--no-markup": "",
    "--optional-words": "--ref-column said",
    "--fragments": "",
    "--keep-ascii": "-c",
    "--drop-hyphens": "-c",
    "--like": "open-asr-leaderboard-en",
    "--missing": "skip",
    "--threads": "2",
    "--ref-format": "jsonl",
    "--hyp-format": "jsonl",
    "--encoding": "latin-1",
    "--errors": "surrogateescape",
    "--printed": "",
    "--ref-column": "said",
    "--hyp-column": "heard",
    "--id-column": "key",
    "--strip-id": "^x-",
    "--session": "s",
    "--channel": "1",
    "--outside": "skip",
    "--overlap": "earlier",
    "--max-wer": "1",
}
# Operands, and options of output that only a table has, or that it has as one score does.
OF_TABLES = ("ref", "hyp", "more", "json", "markdown", "latex", "csv", "changes", "plot", "dark", "output", "interval")
# Shards are other tables than these: each is a part of one corpus.
OTHERS = ("help", argparse.SUPPRESS, "color", "shards", "skip_broken")
VALUES = {"verdict": "markdown=x", "plot": "errors=x.svg", "report": "pra", "slice": "speaker", "audio": "x --page p"}
VALUES |= {"embed_audio": "--audio x --page p", "title": "x --page p", "slice_unit": "speaker --slice room"}
VALUES |= {"max_group_wer": "5", "width": "80", "speakers": "spu_id"}
VALUES |= {"measures": "csv=x", "analyses": "failures", "explain": "5"}


def options() -> list[argparse.Action]:
    """The options of score."""
    root = parser("score")
    (commands,) = (action for action in root._actions if isinstance(action, argparse._SubParsersAction))
    return [*commands.choices["score"]._actions]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "words.txt").write_text("we're | we are\n")
    (tmp_path / "models").mkdir()
    for name in ("one", "two"):
        lines = "".join(json.dumps({**row, "speaker": "ann"}) + "\n" for row in ROWS)
        (tmp_path / "models" / f"{name}.jsonl").write_text(lines)
    return tmp_path


@pytest.mark.sweep(10)
@pytest.mark.parametrize("flag", OF_ONE_FILE)
def test_an_option_of_one_file_holds_for_a_table(flag: str, folder: Path, scorelite: Run) -> None:
    words = [flag, *OF_ONE_FILE[flag].split()]
    alone = scorelite("score", "models/one.jsonl", *words, "--json")
    table = scorelite("score", "models", *words, "--json")
    assert alone.returncode == table.returncode, table.stderr
    if alone.returncode == 2:
        assert alone.stderr == table.stderr
        return
    one, all_ = json.loads(alone.stdout), json.loads(table.stdout)
    name = "cer" if "cer" in one else "wer"
    rate, utterances, errors = one[name], one["sentences"], one["errors"]
    assert [model["model"] for model in all_["models"]] == ["one", "two"]
    for model in all_["models"]:
        (entry,) = model["datasets"]
        assert (entry[name], entry["counts"]["errors"]) == (pytest.approx(rate, abs=1e-4), errors)
        assert entry["utterances"] == utterances
    assert one["signature"].startswith(all_["signature"])


def test_each_option_of_one_score_is_refused_by_name_for_a_table(folder: Path, scorelite: Run) -> None:
    flags = {*OF_ONE_FILE}
    for action in options():
        if action.dest in (*OF_TABLES, *OTHERS) or not action.option_strings or flags & {*action.option_strings}:
            continue
        flag = max(action.option_strings, key=len)
        value = VALUES.get(action.dest, "" if action.nargs == 0 else "x")
        done = scorelite("score", "models", flag, *value.split())
        assert done.returncode == 2, flag
        message = done.stderr.decode()
        needed = ("--page has no effect", "--slice has no effect")
        assert any(text in message for text in (flag, *needed)), (flag, message)


def test_a_convention_gives_the_rate_of_one_file_in_a_table(folder: Path) -> None:
    for name in ("open-asr-leaderboard-en", "whisper-paper", "seed-tts-eval", "kaldi"):
        alone = scoring.score_files("models/one.jsonl", like=name)
        first, _ = score_table(["models"], like=name).entries
        assert first.result.main_rate == alone.main_rate
        assert f"like:{name}" in score_table("models", like=name).signature


def test_columns_are_guessed_or_named_in_tables_of_every_kind(folder: Path, scorelite: Run) -> None:
    (folder / "m").mkdir()
    (folder / "m" / "de.jsonl").write_text('{"reference": "a b", "prediction": "a"}\n')
    (folder / "m" / "en.csv").write_text("reference,prediction\na b,a b\n")
    (folder / "m" / "fr.tsv").write_text("reference\tprediction\na b\tx y\n")
    (folder / "m" / "notes.csv").write_text("model,average\nm,3.0\n")
    (folder / "m" / "README.txt").write_text("results of m\n")
    rows = scorelite("score", "m", "--csv").stdout.decode().splitlines()
    assert rows == ["model,de,en,fr,average", "m,0.5000,0.0000,1.0000,0.5000"]
    (folder / "m" / "de.jsonl").write_text('{"said": "a b", "heard": "a"}\n' * 2)
    assert b"no column with a usual name for references among 'said'" in scorelite("score", "m").stderr
    for name in ("en.csv", "fr.tsv"):
        path = folder / "m" / name
        path.write_text(path.read_text().replace("reference", "said").replace("prediction", "heard"))
    named = scorelite("score", "m", "--csv", "--ref-column", "said", "--hyp-column", "heard")
    assert named.stdout.decode().splitlines() == rows


def test_tables_of_a_folder_are_read_in_their_encoding(folder: Path, scorelite: Run) -> None:
    (folder / "m").mkdir()
    (folder / "m" / "a.csv").write_bytes("reference,prediction\ncaf\u00e9 b,caf\u00e9\n".encode("cp1252"))
    (folder / "m" / "b.json").write_text(
        '[\n {"reference": "a b", "prediction": "a b"},\n {"reference": "c", "prediction": "c"}\n]'
    )
    refused = scorelite("score", "m", "--csv")
    assert (refused.returncode, b"m/a.csv:2:" in refused.stderr) == (2, True), refused.stderr
    rows = scorelite("score", "m", "--csv", "--encoding", "cp1252").stdout.decode().splitlines()
    assert rows == ["model,a,b,average", "m,0.5000,0.0000,0.2500"]


def test_folders_of_toolkits_make_a_table(folder: Path, scorelite: Run) -> None:
    for name, words in (("greedy_search", "a x"), ("beam_search", "a b")):
        for data in ("test-clean", "test-other"):
            place = folder / "icefall" / name / f"recogs-{data}-{name}-epoch-9-avg-2.txt"
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(f"u-1:\tref=['a', 'b']\nu-1:\thyp={words.split()}\n")
            (place.parent / place.name.replace("recogs", "errs")).write_text("%WER = 50.00\n")
            espnet = folder / "espnet" / f"decode_{name}" / data
            for unit in ("score_cer", "score_wer"):
                (espnet / unit).mkdir(parents=True)
                (espnet / unit / "ref.trn").write_text("a b (u-1)\n")
                (espnet / unit / "hyp.trn").write_text(f"{words} (u-1)\n")
        kaldi = folder / "kaldi" / name / "decode_dev"
        (kaldi / "scoring_kaldi" / "penalty_0.5").mkdir(parents=True)
        (kaldi / "scoring_kaldi" / "best_wer").write_text("%WER 9.74 [ 39 / 400, 1 ins ] exp/wer_7_0.5\n")
        (kaldi / "scoring_kaldi" / "penalty_0.5" / "7.txt").write_text(f"u-1 {words}\n")
        (kaldi / "scoring_kaldi" / "test_filt.txt").write_text("u-1 a b\n")
    expected = {
        "icefall": [
            "| model | `test-clean` | `test-other` | average |",
            "| `beam_search-epoch-9-avg-2` | 0.00 |",
        ],
        "espnet": ["| model | `test-clean` | `test-other` | average |", "| `decode_beam_search` | 0.00 | 0.00 |"],
        "kaldi": ["| model | `decode_dev` | average |", "| `beam_search` | 0.00 |"],
    }
    patterns = {"icefall": "*/recogs-*", "espnet": "*/*/score_wer", "kaldi": "*/decode_*"}
    for name, (heads, row) in expected.items():
        whole = scorelite("score", name, "--markdown")
        lines = whole.stdout.decode().splitlines()
        assert lines[0] == heads, whole.stderr
        assert lines[2].startswith(row)
        assert "50.00" in lines[3]
        paths = sorted(str(path) for path in (folder / name).glob(patterns[name]))
        assert scorelite("score", *paths, "--markdown").stdout == whole.stdout
    one = scorelite("score", "kaldi/greedy_search/decode_dev", "--json")
    assert json.loads(one.stdout)["wer"] == 0.5
    pair = scorelite("score", "espnet/decode_greedy_search/test-clean/score_wer")
    assert b"WER     50.0 %   1 error" in pair.stdout


def test_folders_of_two_models_whose_results_have_one_name_are_rows_of_these_models(
    folder: Path, scorelite: Run
) -> None:
    for model, words in (("asr_conformer", "a b"), ("asr_rnnt", "a x")):
        for data in ("dev", "test"):
            place = folder / "exp" / model / "decode_valid.acc.ave" / data / "score_wer"
            place.mkdir(parents=True)
            (place / "ref.trn").write_text("a b (u-1)\n")
            (place / "hyp.trn").write_text(f"{words} (u-1)\n")
    lines = scorelite("score", "exp", "--markdown").stdout.decode().splitlines()
    assert lines[2:4] == ["| `asr_conformer` | 0.00 | 0.00 | 0.00 |", "| `asr_rnnt` | 50.00 | 50.00 | 50.00 |"]


def test_a_decoding_folder_says_what_kaldi_counted(folder: Path, scorelite: Run) -> None:
    place = folder / "exp" / "rnnt" / "decode_dev"
    (place / "scoring_kaldi" / "penalty_0.5").mkdir(parents=True)
    line = "%WER 50.00 [ 1 / 2, 0 ins, 0 del, 1 sub ] exp/rnnt/decode_dev/wer_7_0.5\n"
    (place / "scoring_kaldi" / "best_wer").write_text(line)
    (place / "scoring_kaldi" / "penalty_0.5" / "7.txt").write_text("u-1 THE day\n")
    (place / "scoring_kaldi" / "test_filt.txt").write_text("u-1 the day\n")
    said = b"best_wer of this folder has 50.00 %, 1 error in 2 words: Kaldi counts case; --policy kaldi_wer with"
    for command in (("score", "exp/rnnt/decode_dev"), ("score", "exp/rnnt/decode_dev", "--markdown")):
        assert said in scorelite(*command).stdout
        kaldis = scorelite(*command, "--policy", "kaldi_wer", "--case-sensitive")
        assert b"50.0" in kaldis.stdout
        assert b"best_wer of" not in kaldis.stdout


def test_a_table_in_latex(folder: Path, scorelite: Run) -> None:
    (folder / "m_1").mkdir()
    (folder / "m_1" / "a&b.csv").write_text("reference,prediction\na b,a\n")
    lines = scorelite("score", "m_1", "--latex").stdout.decode().splitlines()
    assert lines[:5] == [
        r"\begin{tabular}{lrr}",
        r"\hline",
        r"model & a\&b & average \\",
        r"\hline",
        r"m\_1 & 50.00 & 50.00 \\",
    ]
    assert lines[-1].startswith("% scorelite:")


def test_two_folders_of_files_have_a_row_for_each_file(folder: Path, scorelite: Run) -> None:
    for side, text in (("refs", "good day"), ("hyps", "good tay")):
        (folder / side).mkdir()
        for name in "ab":
            (folder / side / f"{name}.txt").write_text(f"{text}\n")
    rows = scorelite("score", "refs", "hyps", "--csv").stdout.decode().splitlines()
    shown = scorelite("score", "refs", "hyps", "--markdown").stdout.decode().splitlines()
    latex = scorelite("score", "refs", "hyps", "--latex").stdout.decode().splitlines()
    assert rows[1:] == ["a,2,1,1,0,0,0.5", "b,2,1,1,0,0,0.5"]
    assert shown[0] == "| name | reference | errors | substitutions | deletions | insertions | WER |"
    assert shown[2:4] == [f"| `{name}` | 2 | 1 | 1 | 0 | 0 | 50.00 |" for name in "ab"]
    assert latex[4:6] == [rf"{name} & 2 & 1 & 1 & 0 & 0 & 50.00 \\" for name in "ab"]


@pytest.mark.parametrize("option", ["--markdown", "--latex"])
def test_a_table_of_one_score_has_the_rows_of_csv(option: str, folder: Path, scorelite: Run) -> None:
    (folder / "r.csv").write_text("id,text,accent,sex\n1,a b c d,fr,m\n2,a b,,f\n3,e,de,m\n")
    (folder / "h.csv").write_text("id,text\n1,a b c x\n2,a b\n3,e\n")
    for by in ([], ["--by", "accent"], ["--by", "accent", "--by", "sex"]):
        csv = [line.split(",") for line in scorelite("score", "r.csv", "h.csv", "--csv", *by).stdout.decode().split()]
        lines = scorelite("score", "r.csv", "h.csv", option, *by).stdout.decode().splitlines()
        if option == "--markdown":
            rows = [line.strip("| ").replace("`", "").split(" | ") for line in lines[2 : 1 + len(csv)]]
        else:
            rows = [line.removesuffix(r" \\").split(" & ") for line in lines[4 : 3 + len(csv)]]
        assert [[cell if cell != "none" else "" for cell in row[:-1]] for row in rows] == [row[:-1] for row in csv[1:]]
        assert [f"{100 * float(row[-1]):.2f}" for row in csv[1:]] == [row[-1] for row in rows]
        assert "scorelite:" in lines[-1]


def test_two_files_that_hold_both_sides_are_two_scores_and_those_of_one_side_are_one(
    folder: Path, scorelite: Run
) -> None:
    for name in "ab":
        (folder / f"{name}.csv").write_text("id,reference,prediction\n1,a b,a\n")
        (folder / f"{name}.one.csv").write_text("id,text\n1,a b\n")
    assert b"| average |" in scorelite("score", "a.csv", "b.csv", "--markdown").stdout
    done = scorelite("score", "a.csv", "-", "--hyp-format", "kaldi", "--markdown", stdin=b"1 a b\n")
    assert b"| `<stdin>` | 2 | 0 |" in done.stdout
    assert b"| `b.one` | 2 | 0 |" in scorelite("score", "a.one.csv", "b.one.csv", "--markdown").stdout
    (folder / "g.csv").write_text("id,reference,prediction,accent\n1,a b,a,fr\n")
    assert b"| `fr` | 1 | 1 | 2 | 1 |" in scorelite("score", "g.csv", "--markdown", "--by", "accent").stdout


def test_python_has_the_table_and_names_that_lead_to_it(folder: Path) -> None:
    table = scorelite.score_table("models")
    assert [line.split()[0] for line in str(table).splitlines()] == ["model", "one", "two"]
    assert table.average("one") == table.entries[0].wer
    with pytest.raises(scorelite.UsageError, match=r"a folder of files; .* score_table\(folder\)"):
        scorelite.score_files("models")
    for name in ("leaderboard", "macro_average"):
        with pytest.raises(AttributeError, match=r"expected scorelite.score_table\(paths\)"):
            getattr(scorelite, name)


def test_tables_of_characters_are_compared_with_each_other_alone(folder: Path, scorelite: Run) -> None:
    for name, words in (("words", ()), ("characters", ("-c",)), ("again", ("-c",))):
        assert scorelite("score", "models", "--json", "-o", f"{name}.json", *words).returncode == 0
    rows = scorelite("compare", "characters.json", "again.json", "--csv").stdout.decode().splitlines()
    assert [row.split(",")[-1] for row in rows] == ["change", "0.0000", "0.0000"]
    done = scorelite("compare", "words.json", "characters.json")
    assert (done.returncode, done.stderr) == (
        2,
        b"scorelite: words.json counts words, characters.json characters; expected tables of one unit\n",
    )


def test_tables_of_two_months_are_compared_cell_by_cell(folder: Path, scorelite: Run) -> None:
    rows = ({"text": "good day to you", "pred_text": "good day you"}, {"text": "we saw it", "pred_text": "we saw it"})
    (folder / "models" / "two.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    scorelite("score", "models", "--json", "-o", "old.json")
    text = (folder / "models" / "one.jsonl").read_text()
    (folder / "models" / "one.jsonl").write_text(text.replace('"a B"', '"x"'))
    scorelite("score", "models", "--json", "-o", "new.json")
    done = scorelite("compare", "old.json", "new.json", "--csv")
    assert done.stdout.decode().splitlines() == [
        "model,dataset,before,after,change",
        "models,one,0.8571,1.1429,0.2858",
        "models,two,0.1429,0.1429,0.0000",
    ], done.stderr
    gated = scorelite("compare", "old.json", "new.json", "--max-wer-increase", "1")
    assert gated.returncode == 1
    assert gated.stdout.startswith(b"FAIL: highest rise of WER, of models on one, is +28.58 points, allowed 1.00\n")
    assert scorelite("compare", "new.json", "old.json", "--max-wer-increase", "1").returncode == 0
    heads, _, row, *_ = scorelite("compare", "old.json", "new.json", "--markdown").stdout.decode().splitlines()
    assert (heads, row) == (
        "| model | dataset | before | after | change |",
        "| `models` | `one` | 85.71 | 114.29 | +28.58 |",
    )
    scorelite("score", "models", "--json", "-o", "other.json", "--like", "kaldi")
    (folder / "models" / "two.jsonl").unlink()
    scorelite("score", "models", "--json", "-o", "less.json")
    other = scorelite("compare", "other.json", "less.json", "--max-wer-increase", "50")
    assert b"were scored with different settings: case:kept like:kaldi" in other.stderr
    assert other.stdout.startswith(b"FAIL: WER of models on two is missing")
    (folder / "a.json").write_text("{}")
    for words, message in (
        ("old.json a.json", "old.json is a table of several scores, which is compared with one other table; a.json"),
        ("old.json new.json --page p.html", "--page has no effect without two scores: these are tables of several"),
    ):
        done = scorelite("compare", *words.split())
        assert (done.returncode, message in done.stderr.decode()) == (2, True), done.stderr


def test_the_interval_of_a_model_is_that_of_its_files_as_one(tmp_path: Path, scorelite: Run) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    rows = [f"u{number},a b c,{'a x c' if number % 3 else 'a b c'}\n" for number in range(20)]
    (folder / "one.csv").write_text("id,ref,hyp\n" + "".join(rows[:12]))
    (folder / "two.csv").write_text("id,ref,hyp\n" + "".join(rows[10:]))  # two of the ids are in both files
    renamed = [row.replace("u", "v", 1) for row in rows[10:]]
    (tmp_path / "merged.csv").write_text("id,ref,hyp\n" + "".join(rows[:12] + renamed))
    (model,) = json.loads(scorelite("score", str(folder), "--interval", "200", "--json").stdout)["models"]
    merged = json.loads(scorelite("score", str(tmp_path / "merged.csv"), "--interval", "200", "--json").stdout)
    assert (model["pooled"], model["interval"]) == (merged["wer"], merged["interval"])
    lines = scorelite("score", str(folder), "--interval", "200").stdout.decode().splitlines()
    low, high = (f"{100 * merged['interval'][end]:.2f}" for end in ("low", "high"))
    assert [line.split() for line in lines[:2]] == [
        ["model", "one", "two", "average", "pooled", "low", "high"],
        ["model", "22.22", "23.33", "22.77", "22.73", low, high],
    ]
    assert "pooled, low, high: the rate of all files as one, and its 95 % interval, from 200 samples" in lines


def test_files_of_one_folder_with_the_same_references_are_models(tmp_path: Path, scorelite: Run) -> None:
    refs = ("good day", "we saw it", "no", "hello there")
    for data in ("calls", "news"):
        (tmp_path / data).mkdir()
        for model in ("large", "small"):
            rows = [{"id": f"{data}-{ref}", "ref": f"{ref} {data}", "hyp": f"{ref} {data}"} for ref in refs]
            rows[0]["hyp"] = "good day" if model == "small" else rows[0]["hyp"]
            lines = [f"{json.dumps(row)}\n" for row in rows]
            (tmp_path / data / f"{model}.jsonl").write_text("".join(lines))
    done = scorelite("score", str(tmp_path), "--csv")
    assert done.stdout.decode().splitlines() == [
        "model,calls,news,average",
        "large,0.0000,0.0000,0.0000",
        "small,0.0833,0.0833,0.0833",
    ]
    one = scorelite("score", str(tmp_path / "calls"), "--csv")
    assert one.stdout.decode().splitlines()[1:] == ["large,0.0000,0.0000", "small,0.0833,0.0833"]


@pytest.mark.parametrize("more", ["", "--markdown", "--latex", "--csv=-", "--json"])
def test_models_with_different_references_of_one_data_set_are_said(more: str, tmp_path: Path, scorelite: Run) -> None:
    for model, ref in (("a", "good day"), ("b", "good day"), ("c", "good days")):
        (tmp_path / "m" / model).mkdir(parents=True)
        for dataset in ("x", "y"):
            refs = (f"{ref} {dataset}", f"hi {dataset}")
            rows = [{"id": str(number), "reference": text, "hypothesis": "hi"} for number, text in enumerate(refs)]
            text = "".join(f"{json.dumps(row)}\n" for row in rows)
            (tmp_path / "m" / model / f"{dataset}.jsonl").write_text(text)
    done = scorelite("score", "m", *filter(None, [more]))
    said = (
        "not the same references: m/c/x.jsonl has others than m/a/x.jsonl in 1 utterance, so that the rates of their "
        "models are of different texts (in 2 files)"
    )
    assert said in (done.stdout + done.stderr).decode()
    (tmp_path / "m" / "c" / "x.jsonl").unlink()
    (tmp_path / "m" / "c" / "y.jsonl").unlink()
    done = scorelite("score", "m", *filter(None, [more]))
    assert b"not the same references" not in done.stdout + done.stderr
