"""The program texterrors: its text and JSON, and those of the original where that is installed."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.analysis.gold import cases
from tests.compat.toolkits import ours
from tests.peers import peer

WORDS = [
    "the",
    "night",
    "train",
    "Paris",
    "Über",
    "caffè",
    "don't",
    "10",
    "a",
    "new-york",
    "x.",
    "<unk>",
    "中文",
    "b>c",
]
TEXT = """\
"ref" is treated as reference, "hyp" as hypothesis. Errors are capitalized.
Per utt details:
u1
the NIGHT train to york  *\x20
    NITE                NOW
u2
anna SAID so
      *    \x20

WER: 37.5 (ins 1, del 1, sub 1 / 8)
SER: 100.0
CER: 34.3 (12 / 35)
OOV CER: 33.3
OOV WER: 50.0

Insertions:
now	1

Deletions (second number is word count total):
said	1	1

Substitutions (reference>hypothesis, second number is reference word count total):
night>nite	1	1
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ref").write_text("u1 the night train to york\nu2 anna said so\n")
    (tmp_path / "hyp").write_text("u1 the nite train to york <unk> now\nu2 anna so\n")
    (tmp_path / "oov").write_text("night\nyork\n")
    return tmp_path


def said_by_ours(words: list[str], folder: Path) -> tuple[int, str, str]:
    code, out, said = ours(["texterrors", "texterrors", *words], folder)
    return code, out.decode(), said.decode()


def test_errors_stand_below_their_words(folder: Path) -> None:
    code, out, said = said_by_ours(["--isark", "--cer", "--oov-list-f", "oov", "ref", "hyp"], folder)
    assert (code, out) == (0, TEXT)
    assert "the OOV-CER being slightly wrong" in said


def test_several_hypotheses_are_rows_of_a_table(folder: Path) -> None:
    (folder / "other").write_text("u1 the night train to york\n")
    words = ["--isark", "-s", "ref", "hyp", "other", "-o", "table"]
    assert said_by_ours(words, folder) == (0, "", "Missing hypothesis for utterance: u2")
    assert (folder / "table").read_text() == "Comparison:\nfile\tWER\tSER\nhyp\t37.5\t100.0\nother\t0.0\t0.0\n"


def test_the_best_of_several_hypotheses_counts(folder: Path) -> None:
    (folder / "many").write_text("u1 a\nu1 the night train to rome\nu2 anna said so\n")
    assert said_by_ours(["--isark", "--oracle-wer", "ref", "many"], folder) == (0, "Oracle WER: 0.125\n", "")


def test_its_answers_are_those_of_texterrors(tmp_path: Path) -> None:
    compared = [case for case in cases("texterrors") if not case["simple_entities"]]
    assert compared
    for case in compared:
        for name, texts in (("ref", case["refs"]), ("hyp", case["hyps"]), ("groups", case["groups"])):
            (tmp_path / name).write_text("".join(f"{key} {text}\n" for key, text in texts.items()))
        for name in ("oov", "keywords"):
            (tmp_path / name).write_text("".join(f"{word}\n" for word in case[name]))
        lists = ["--oov-list-f", "oov", "--keywords-f", "keywords", "--utt-group-map", "groups"]
        words = ["--isark", "--output-format", "json", "--cer", *lists, "ref", "hyp"]
        code, out, said = said_by_ours(words, tmp_path)
        assert code == 0, said
        assert json.loads(out) == case["json"] | {"reference_file": "ref", "hypothesis_file": "hyp"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--isark", "--use-chardiff", "ref", "hyp"], "--use-chardiff needs an alignment by letters or times"),
        (["-w", "ref", "hyp"], "-w needs its own list of common words, which is not offered here"),
        (["-y", "ref", "hyp", "hyp"], "-y needs two hypotheses in one alignment"),
        (["ref", "none"], "Input file not found: none"),
        (["--oracle-wer", "ref", "hyp"], "Oracle WER requires `--isark`"),
    ],
)
def test_what_cannot_be_done_is_refused(words: list[str], said: str, folder: Path) -> None:
    code, out, heard = said_by_ours(words, folder)
    assert (code, out) == (2, "")
    assert said in heard


def _said(rng: random.Random, words: list[str]) -> list[str]:
    heard = []
    for word in words:
        kind = rng.random()
        heard += [word if kind > 0.25 else rng.choice(WORDS)] * (kind > 0.12)
        heard += [rng.choice(WORDS)] * (kind > 0.9)
    return heard


@pytest.mark.parametrize("seed", range(12))
def test_its_output_is_that_of_texterrors(seed: int, tmp_path: Path) -> None:
    peer("texterrors")
    rng = random.Random(seed)
    refs = {f"u{place}": rng.choices(WORDS, k=rng.choice((0, 1, 3, 8, 30))) for place in range(rng.randint(1, 6))}
    for name in ("ref", "hyp", "hyp2"):
        texts = refs if name == "ref" else {key: _said(rng, words) for key, words in refs.items()}
        (tmp_path / name).write_text("".join(f"{key} {' '.join(words)}\n" for key, words in texts.items()))
    for name in ("oov", "keywords"):
        (tmp_path / name).write_text("\n".join(rng.sample(WORDS, 4)) + "\n")
    options = [
        ["--cer"],
        ["--oov-list-f", "oov"],
        ["--keywords-f", "keywords"],
        ["-s"],
        ["-c"],
        ["--num-top-errors", "2"],
    ]
    words = [word for option in options if rng.random() < 0.5 for word in option]
    words += ["--output-format", rng.choice(("text", "json")), "--isark", "ref", "hyp", *["hyp2"] * (seed % 3 == 0)]
    program = str(Path(sys.executable).with_name("texterrors"))
    done = subprocess.run([program, *words], cwd=tmp_path, capture_output=True, check=True)
    assert said_by_ours(words, tmp_path)[:2] == (0, done.stdout.decode())
