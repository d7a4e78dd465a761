"""The script score.py of is21_deep_bias: counted by hand, its published results, and itself where a folder has it."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import scorelite
from tests.compat.toolkits import original, ours, run

REFS = 'u1\tgo to oslo now\t["oslo"]\t["oslo", "rome"]\nu2\tgood day\t[]\t["bonn"]\n'
HYPS = "u1\tgo to also now oslo\nu2\trome day\n"
# Of u1, oslo is wrong and said once more; of u2, rome is no word of its list.
LINES = b"""\
WER: error_rate=50.0, ref_words=6, subs=2, ins=1, dels=0
U-WER: error_rate=20.0, ref_words=5, subs=1, ins=0, dels=0
B-WER: error_rate=200.0, ref_words=1, subs=1, ins=1, dels=0
"""
WORDS = ["fbai", "score", "--refs", "refs.tsv", "--hyps", "hyps.tsv"]


def write(folder: Path, refs: str = REFS, hyps: str = HYPS) -> None:
    (folder / "refs.tsv").write_text(refs, encoding="utf-8")
    (folder / "hyps.tsv").write_text(hyps, encoding="utf-8")


def test_rare_words_are_those_of_the_text(tmp_path: Path) -> None:
    write(tmp_path)
    assert ours(WORDS, tmp_path) == (0, LINES, b"Loaded 2 hypothesis utts from hyps.tsv")


def test_classes_read_the_same_file(tmp_path: Path) -> None:
    write(tmp_path)
    texts = ["go to oslo now", "good day"], ["go to also now oslo", "rome day"]
    result = scorelite.score(*texts, ids=["u1", "u2"], case_sensitive=True)
    classes = result.classes(f"bwer:{tmp_path / 'refs.tsv'}")
    assert (classes["B-WER"].rate, classes["rest"].rate) == (2.0, 0.2)


@pytest.mark.parametrize(
    ("refs", "hyps", "said"),
    [
        (REFS, "u1\ta\n", b"ValueError: u2 missing in hyps! Set `--lenient` flag to ignore this error."),
        ("u1\t \t[]\t[]\n", "u1\n", b"ValueError: Doesn't support empty ref AND hyp!"),
        ("u1\tgood day\t[]\t[]\n", "u1\tgood\n", b"AssertionError"),
    ],
)
def test_errors_are_those_of_the_script(refs: str, hyps: str, said: bytes, tmp_path: Path) -> None:
    write(tmp_path, refs, hyps)
    code, _, err = ours(WORDS, tmp_path)
    assert (code, err) == (1, said)


@pytest.mark.parametrize("seed", range(20))
def test_texts_are_those_of_the_script(seed: int, tmp_path: Path) -> None:
    script = original("fbai-speech/is21_deep_bias/score.py")
    draw = random.Random(seed)
    refs, hyps = [], []
    for place in range(40):
        words = draw.choices("abcdefgh", k=draw.randrange(1, 12))
        rare = draw.sample("abcdefghij", draw.randrange(4))
        heard = [draw.choice("abcdefgh") if draw.random() < 0.3 else word for word in words if draw.random() > 0.1]
        refs.append(f"u{place}\t{' '.join(words)}\t{json.dumps(rare)}\t[]\n")
        hyps.append(f"u{place}\t{' '.join(heard)}\n" if heard else f"u{place}\n")
    write(tmp_path, "".join(refs), "".join(hyps))
    assert ours(WORDS, tmp_path) == run([str(script), *WORDS[2:]], tmp_path)


def test_published_results_are_those_of_the_authors(tmp_path: Path) -> None:
    folder = original("fbai-speech/is21_deep_bias/score.py").parent
    results = sorted((folder / "results").glob("*.result"))
    assert len(results) == 44
    for path in results:
        name = path.name.removesuffix(".result")
        size = name.rpartition("biasing_")[2] if "biasing_" in name else "100.tsv"
        refs = folder / "ref" / f"{name.partition('.')[0]}.biasing_{size}"
        if not refs.is_file():  # lists of all sizes have the same rare words
            refs = refs.with_name(f"{name.partition('.')[0]}.biasing_100.tsv")
        words = ["fbai", "score.py", "--refs", str(refs), "--hyps", str(folder / "hyp" / name)]
        assert ours(words, tmp_path)[1] == path.read_bytes(), name
