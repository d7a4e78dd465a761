"""ContextASR-Bench's scripts: counted by hand, its answers, and its functions where a folder has them."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest

import scorelite
from scorelite.scoring.compat.contextasr import calculate_wer, extract_entities, extract_entities_fuzzy
from tests.analysis.gold import cases

from . import loaded, ours

WORDS = ["new", "newer", "york", "yorker", "times", "a", "ann", "anna", "lee", "paris"]
PREPARED = {
    "uniq_id": "u1",
    "language": "English",
    "norm_text": "anna lee reads the new york times",
    "match_entities": ["anna lee", "new york times"],
    "asr_info": {
        "small": {
            "norm_asr_text": "anna lee reads new york time",
            "match_entities": ["anna lee"],
            "fuzzy_match_entities": ["anna lee", "new york time"],
        }
    },
}


def test_the_metrics_are_written_behind_each_system(tmp_path: Path) -> None:
    (tmp_path / "prepared.jsonl").write_text(f"{json.dumps(PREPARED)}\n")
    assert ours(["contextasr", "calculate_metrics", "prepared.jsonl", "metrics.jsonl"], tmp_path) == (0, b"", b"")
    made = json.loads((tmp_path / "metrics.jsonl").read_text())
    small = made["asr_info"]["small"]
    assert small["wer_info"] == {"wer": 2 / 7, "I": 0, "D": 1, "S": 1, "T": 7}
    assert small["ne_wer_info"] == {"wer": 0.2, "I": 0, "D": 0, "S": 1, "T": 5}
    assert small["ne_fnr_info"] == {"fnr": 0.5, "H": 1, "T": 2}
    assert made | {"asr_info": {}} == PREPARED | {"asr_info": {}}
    code, out, _ = ours(["contextasr", "view_metric_result", "metrics.jsonl"], tmp_path)
    assert code == 0
    assert out == (
        b"Aggregated Results - Chinese:\n\nAggregated Results - English:\n\nModel: small\n"
        b"  WER: 28.57%\n  NE-WER: 20.00%\n  NE-FNR: 50.00%\n"
    )


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["calculate_metrics", "a"], 1, b"AssertionError: python3 caculate_metrics.py <input_jsonl> <output_jsonl>"),
        (["view_metric_result", "a.txt"], 1, b"AssertionError: Input file is not a valid jsonl file!"),
        (["view_metric_result"], 1, b""),
    ],
)
def test_errors_are_those_of_the_scripts(words: list[str], code: int, said: bytes, tmp_path: Path) -> None:
    done = ours(["contextasr", *words], tmp_path)
    assert (done[0], done[2]) == (code, said)


def test_a_text_without_words_writes_nothing(tmp_path: Path) -> None:
    (tmp_path / "prepared.jsonl").write_text(f"{json.dumps(PREPARED | {'norm_text': ''})}\n")
    code, _, said = ours(["contextasr", "calculate_metrics", "prepared.jsonl", "metrics.jsonl"], tmp_path)
    assert (code, said) == (1, b"ZeroDivisionError: division by zero")
    assert not (tmp_path / "metrics.jsonl").exists()


def test_entities_and_rates_are_those_of_the_benchmark() -> None:
    for case in cases("contextasr"):
        named = extract_entities(case["ref"], case["entities"])
        said = extract_entities(case["hyp"], case["entities"], Counter(named))
        alike = extract_entities_fuzzy(case["hyp"], case["entities"])
        assert (named, said, alike) == (case["target"], case["match"], case["fuzzy"])
        assert calculate_wer(case["hyp"].split(), case["ref"].split()) == (case["wer"], *case["IDS"])
        rate = calculate_wer(" ".join(alike).split(), " ".join(named).split())
        assert rate == (case["ne_wer"], *case["ne_IDS"])


def test_classes_count_entities_by_position(tmp_path: Path) -> None:
    path = tmp_path / "texts.jsonl"
    path.write_text('{"uniq_id": "u1", "entity_list": ["anna lee"]}\n{"uniq_id": "u2", "entity_list": []}\n')
    result = scorelite.score(
        {"u1": "anna lee saw anna lee", "u2": "anna lee"}, {"u1": "anna lee saw anna x lee", "u2": "anna"}
    )
    row = result.classes(f"contextasr:{path}")["entities"]
    assert (row.words, row.counts.errors, row.occurrences, row.hits) == (4, 1, 2, 1)


@pytest.mark.parametrize("seed", range(20))
def test_functions_are_those_of_the_benchmark(seed: int) -> None:
    for needed in ("regex", "contractions", "editdistance"):
        pytest.importorskip(needed)
    original = loaded("ContextASR-Bench/evaluation/utils.py")
    draw = random.Random(seed)
    for _ in range(100):
        ref, hyp = (draw.choices(WORDS, k=draw.randint(0, 25)) for _ in range(2))
        texts = [" ".join(ref), " ".join(hyp)]
        entities = [" ".join(draw.choices(WORDS, k=draw.randint(1, 6))) for _ in range(draw.randint(1, 4))]
        entities.append(" ".join(ref[:3]) or "a")
        for text in texts:
            assert extract_entities(text, entities) == original.extract_entities(text, entities)
            assert extract_entities_fuzzy(text, entities) == original.extract_entities_fuzzy(text, entities)
        assert calculate_wer(hyp, ref) == original.calculate_wer(hyp, ref)
