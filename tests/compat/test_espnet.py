"""ESPnet's error calculator: the golden cases, and arrays in place of lists."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scoring.compat.espnet import ErrorCalculatorTransducer
from scoring.counts import Counts
from tests.compat.seeds import agrees, answer, decoded, features
from tests.conftest import ROOT

TOKENS = ["<blank>", "a", "b", "c", "<space>"]


def calculator(given: dict[str, Any], **options: Any) -> ErrorCalculatorTransducer:
    return ErrorCalculatorTransducer(
        None,
        None,
        given.get("token_list", TOKENS),
        given.get("sym_space", "<space>"),
        given.get("sym_blank", "<blank>"),
        given.get("report_cer", False),
        given.get("report_wer", False),
        **options,
    )


def call(case: dict[str, Any]) -> Any:
    given = decoded(case["input"])
    ours = calculator(given, search=lambda _: given["pred_ids_from_beam_search"])
    if "pred_ids_from_beam_search" in given:
        assert list(ours.convert_to_char(given["pred_ids_from_beam_search"], given["target"])) == [
            given["char_pred"],
            given["char_target"],
        ]
        return answer(lambda: dict(zip(("cer", "wer"), ours(None, given["target"]), strict=True)))
    if "pred" in given:
        return answer(
            lambda: dict(
                zip(("char_pred", "char_target"), ours.convert_to_char(given["pred"], given["target"]), strict=True)
            )
        )
    texts = given["char_pred"], given["char_target"]
    if "/" in case["call"]:
        return answer(lambda: {"cer": ours.calculate_cer(*texts), "wer": ours.calculate_wer(*texts)})
    return answer(lambda: (ours.calculate_cer if "calculate_cer" in case["call"] else ours.calculate_wer)(*texts))


def test_golden_cases_agree(gold: Path) -> None:
    checked = 0
    for feature in features(gold / "seeds" / "espnet"):
        for case in feature["cases"]:
            checked += 1
            assert agrees(call(case), case), case["id"]
    assert checked > 80


def test_arrays_are_as_good_as_lists() -> None:
    numpy = pytest.importorskip("numpy")
    ours = calculator({})
    assert ours.convert_to_char(numpy.array([[1, 4, 2]]), numpy.array([[1, 0, -1]])) == (["a b"], ["a "])


def test_every_utterance_has_its_counts() -> None:
    ours = calculator({})
    assert ours.counts_of_words(["a b", "c"], ["a c", "c d"]) == [Counts(1, 1, 0, 0), Counts(1, 0, 1, 0)]
    assert ours.counts_of_characters(["é"], ["e f"]) == [Counts(0, 1, 1, 0)]


def test_without_a_search_and_without_espnet_it_says_what_is_missing() -> None:
    if "espnet2" in sys.modules:
        pytest.skip("ESPnet is installed")
    with pytest.raises(ImportError, match="search="):
        calculator({})([[0]], [[1]])


def test_torch_is_not_imported() -> None:
    code = "import sys, scoring.compat.espnet; assert 'torch' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
