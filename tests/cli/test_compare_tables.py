"""`scorelite compare` of tables with both sides, and of folders of toolkits, without --ref."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Run

REFS = {"u1": "we saw a cat", "u2": "good day", "u3": "it is nine"}
HYPS = {"base": ["we saw cat", "good way", "it is nine"], "large": ["we saw a cat", "good way", "it is nine"]}


def _recogs(name: str, refs: dict[str, str] = REFS) -> str:
    rows = zip(refs.items(), HYPS[name], strict=True)
    return "".join(f"{key}:\tref={ref.split()}\n{key}:\thyp={hyp.split()}\n" for (key, ref), hyp in rows)


def _nemo(name: str, refs: dict[str, str] = REFS) -> str:
    rows = zip(refs.items(), HYPS[name], strict=True)
    lines = [{"audio_filepath": f"{key}.wav", "text": ref, "pred_text": hyp} for (key, ref), hyp in rows]
    return "".join(json.dumps(line) + "\n" for line in lines)


def _csv(name: str, refs: dict[str, str] = REFS) -> str:
    rows = zip(refs.items(), HYPS[name], strict=True)
    return "id,reference,hypothesis\n" + "".join(f"{key},{ref},{hyp}\n" for (key, ref), hyp in rows)


SHAPES = {"recogs-test.txt": _recogs, "predictions.json": _nemo, "results.csv": _csv}


@pytest.mark.parametrize("in_folders", [False, True], ids=["files", "folders"])
@pytest.mark.parametrize("file", SHAPES)
def test_two_tables_are_two_systems(scorelite: Run, tmp_path: Path, file: str, in_folders: bool) -> None:
    paths = []
    for name in HYPS:
        (tmp_path / name).mkdir()
        (tmp_path / name / file).write_text(SHAPES[file](name))
        paths.append(name if in_folders else f"{name}/{file}")
    done = scorelite("compare", *paths)
    assert (done.returncode, done.stderr) == (0, b"")
    first, a, b, *_ = done.stdout.decode().splitlines()
    assert first == "different: WER fell by 11.11 points (22.22 -> 11.11 %)"
    assert [line.split()[:3] for line in (a, b)] == [["A", "22.2", "%"], ["B", "11.1", "%"]]
    assert b"paired bootstrap" in done.stdout
    assert paths[0].encode() in done.stdout


def test_ids_of_hypotheses_with_another_suffix_are_paired_where_it_is_removed(scorelite: Run, tmp_path: Path) -> None:
    for name, suffix in (("ref", ""), ("old", ".wav"), ("new", "")):
        (tmp_path / f"{name}.trn").write_text(f"we saw it (u1{suffix})\ngood day (u2{suffix})\n")
    files = "--ref", "ref.trn", "old.trn", "new.trn"
    refused = scorelite("compare", *files)
    assert (refused.returncode, b"--strip-id '[.]wav$' removes the difference" in refused.stderr) == (2, True)
    assert scorelite("compare", *files, "--strip-id", "[.]wav$").stdout.startswith(b"identical")
    outputs = scorelite("compare", "old.trn", "new.trn", "--judge", "5", "--json", "--strip-id", "[.]wav$")
    assert json.loads(outputs.stdout)["differing"] == 0
    wrong = scorelite("score", "ref.trn", "old.trn", "--stream", "--strip-id", "[.]wav$")
    assert b"--strip-id needs the whole of both files" in wrong.stderr


def test_options_of_texts_apply_to_tables(scorelite: Run, tmp_path: Path) -> None:
    for name in HYPS:
        (tmp_path / f"{name}.json").write_text(_nemo(name))
    done = scorelite("compare", "base.json", "large.json", "--characters", "--page", "page.html", "--with", "failures")
    assert done.returncode == 0
    assert b"CER" in done.stdout
    assert (tmp_path / "page.html").exists()


def test_three_tables_are_ranked(scorelite: Run, tmp_path: Path) -> None:
    for name, system in (("a", "base"), ("b", "large"), ("c", "base")):
        (tmp_path / f"{name}.csv").write_text(_csv(system))
    done = scorelite("compare", "a.csv", "b.csv", "c.csv", "--json")
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)["systems"]) == 3


@pytest.mark.parametrize(
    ("refs", "message"),
    [
        ({**REFS, "u2": "good night"}, b"have different references, such as u2 with other words"),
        ({"v1": "we saw a cat", "u2": "good day", "u3": "it is nine"}, b"such as u1 in only one of them"),
    ],
)
def test_tables_with_different_references_are_not_compared(
    scorelite: Run, tmp_path: Path, refs: dict[str, str], message: bytes
) -> None:
    (tmp_path / "a.csv").write_text(_csv("base"))
    (tmp_path / "b.csv").write_text(_csv("large", refs))
    done = scorelite("compare", "a.csv", "b.csv")
    assert (done.returncode, done.stdout) == (2, b"")
    assert message in done.stderr


def test_a_folder_of_several_tables_names_them(scorelite: Run, tmp_path: Path) -> None:
    for name in HYPS:
        (tmp_path / name).mkdir()
        for part in ("clean", "other"):
            (tmp_path / name / f"recogs-{part}.txt").write_text(_recogs(name))
    done = scorelite("compare", "base", "large")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"base: 2 tables; expected one, or the name of one, such as base/recogs-clean.txt or base/recogs-other" in (
        done.stderr
    )


def test_a_data_folder_of_kaldi_is_scored_against_a_decoding_folder(scorelite: Run, tmp_path: Path) -> None:
    data, decode = tmp_path / "data", tmp_path / "decode"
    (decode / "scoring_kaldi" / "penalty_0.5").mkdir(parents=True)
    data.mkdir()
    (data / "text").write_text("".join(f"{key} {text}\n" for key, text in REFS.items()))
    (data / "utt2spk").write_text("".join(f"{key} {key}\n" for key in REFS))
    rows = zip(REFS, HYPS["base"], strict=True)
    (decode / "scoring_kaldi" / "penalty_0.5" / "9.txt").write_text("".join(f"{key} {text}\n" for key, text in rows))
    (decode / "scoring_kaldi" / "best_wer").write_text("%WER 22.22 [ 2 / 9, 0 ins, 1 del, 1 sub ] exp/wer_9_0.5\n")
    done = scorelite("score", "data", "decode", "--json")
    assert (done.returncode, json.loads(done.stdout)["errors"]) == (0, 2)


@pytest.mark.parametrize(
    ("best", "message"),
    [
        (None, b"no file scoring_kaldi/best_wer; expected a decoding folder in which local/score.sh wrote"),
        ("%WER 1.0\n", b"best_wer:1:1: no weight and penalty; expected a line that ends with wer_WEIGHT_PENALTY"),
        ("%WER 1.0 [ 1 / 100 ] wer_7_0.0\n", b"no file scoring_kaldi/penalty_0.0/7.txt"),
    ],
)
def test_a_decoding_folder_without_its_texts_is_reported(
    scorelite: Run, tmp_path: Path, best: str | None, message: bytes
) -> None:
    (tmp_path / "decode" / "scoring_kaldi").mkdir(parents=True)
    (tmp_path / "ref.txt").write_text("a\n")
    if best is not None:
        (tmp_path / "decode" / "scoring_kaldi" / "best_wer").write_text(best)
    done = scorelite("score", "ref.txt", "decode")
    assert (done.returncode, done.stdout) == (2, b"")
    assert message in done.stderr


@pytest.mark.parametrize(
    ("folder", "file", "pattern"),
    [
        ("decode", "decode/scoring_kaldi/penalty_0.5/{}.txt", "decode/scoring_kaldi/penalty_*/[0-9]*.txt"),
        ("decode/scoring", "decode/scoring/{}.tra", "decode/scoring/[0-9]*.tra"),
    ],
)
def test_texts_of_several_weights_are_ranked_by_the_command_of_the_message(
    scorelite: Run, tmp_path: Path, folder: str, file: str, pattern: str
) -> None:
    (tmp_path / "text").write_text("".join(f"{key} {text}\n" for key, text in REFS.items()))
    for weight, texts in ((7, HYPS["base"]), (8, REFS.values()), (9, HYPS["base"])):
        path = tmp_path / file.format(weight)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{key} {text}\n" for key, text in zip(REFS, texts, strict=True)))
    done = scorelite("score", "text", folder)
    command = done.stderr.decode().partition("`")[2].partition("`")[0]
    assert command.replace("--ref REF", "--ref text") == f"scorelite compare --ref text --hyp-format kaldi {pattern}"
    paths = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.glob(pattern))
    ranked = scorelite(*command.replace("--ref REF", "--ref text").split()[1:-1], *paths)
    assert ranked.stdout.decode().splitlines()[1].split()[:2] == ["1", "0.0"]
    assert ranked.stdout.decode().splitlines()[1].endswith(file.format(8))
