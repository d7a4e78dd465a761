"""The modules of evaluate: values by hand, and evaluate itself if it is installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scorelite.compat import evaluate as ours
from tests.fuzz.run import call
from tests.peers import peer

SAID = ["this is the prediction", "there is an other sample"]
TEXTS = ["this is the reference", "there is another one"]


def test_rates_are_those_of_the_guides_of_evaluate() -> None:
    assert ours.load("wer").compute(predictions=SAID, references=TEXTS) == 0.5
    assert ours.load("cer").compute(predictions=SAID, references=TEXTS) == 0.34146341463414637


@pytest.mark.parametrize(
    ("predictions", "references", "joined", "rate"),
    [
        (["were               wolf"], ["were   wolf"], False, 0.0),
        (["My hovercraft is full", " of eels"], ["My hovercraft", "is full of eels"], True, 2 / 28),
        ([" 能吞虾玻璃而 不霜身体啦"], ["我能吞下玻璃而不伤身体"], False, 5 / 11),
    ],
)
def test_blanks_are_counted_as_under_the_jiwer_of_its_time(
    predictions: list[str], references: list[str], joined: bool, rate: float
) -> None:
    metric = ours.load("cer")
    assert metric.compute(predictions=predictions, references=references, concatenate_texts=joined) == rate


def test_batches_gather_until_they_are_computed() -> None:
    metric = ours.load("wer")
    metric.add_batch(predictions=["a"], references=["b"])
    metric.add(prediction="a", reference="a")
    assert metric.compute() == 0.5
    assert metric.compute(predictions=["a"], references=["a"]) == 0.0


@pytest.mark.parametrize(
    ("keywords", "kind", "text"),
    [
        ({"predictions": ["a", "b"], "references": ["a"]}, ValueError, "Mismatch in the number of predictions"),
        ({"predictions": [1], "references": ["a"]}, ValueError, "don't match the expected format"),
        ({"predictions": ["a"]}, TypeError, "NoneType"),
        ({"predictions": [None], "references": ["a"]}, ValueError, "input None was expected to be a string"),
        ({"predictions": ["a"], "references": [""]}, ZeroDivisionError, "division by zero"),
    ],
)
def test_wrong_calls_end_as_there(keywords: dict[str, Any], kind: type[Exception], text: str) -> None:
    with pytest.raises(kind, match=text):
        ours.load("wer").compute(**keywords)


def test_other_modules_are_refused() -> None:
    with pytest.raises(FileNotFoundError, match="no module 'bleu' of evaluate; expected 'wer' or 'cer'"):
        ours.load("bleu")


def test_evaluate_loads_linked_modules_without_a_network(tmp_path: Path) -> None:
    peer("evaluate")
    code = (
        "import evaluate;"
        f"print(evaluate.load('wer').compute(predictions={SAID}, references={TEXTS}),"
        f"evaluate.load('links/cer').compute(predictions={SAID}, references={TEXTS}))"
    )
    environment = {"HOME": str(tmp_path), "HF_HOME": str(tmp_path / "hf"), "HF_HUB_OFFLINE": "1"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_HOME", environment["HF_HOME"])
        patch.delenv("HF_MODULES_CACHE", raising=False)
        assert call("scorelite", ["link", "links", "evaluate"], tmp_path)[0] == 0
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, check=False, text=True)
    assert done.stdout.split() == ["0.5", "0.34146341463414637"], done.stderr
