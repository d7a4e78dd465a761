"""ContextASR-Bench's scripts: counted by hand, its answers, and its functions where a folder has them."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest

import scorelite
from scorelite.compat.contextasr import (
    calculate_wer,
    extract_entities,
    extract_entities_fuzzy,
    merge_single_letters,
    simple_tokenize,
)
from scorelite.scoring.normalise.tables import rows_of
from tests.analysis.gold import cases
from tests.compat.toolkits import WORDS as ODD_WORDS
from tests.compat.toolkits import loaded, ours

WORDS = ["new", "newer", "york", "yorker", "times", "a", "ann", "anna", "lee", "paris"]
TEXTS = [*ODD_WORDS, "O'", "o'", "N", "s", "A's", "’", "re-run", "ー", "Σ", "to", "cause", "\x1c", "\u2028"]
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


def test_texts_are_prepared_and_those_that_do_not_name_an_entity_left_out(tmp_path: Path) -> None:
    raw = {
        "uniq_id": "u1",
        "language": "English",
        "text": "Anna Lee can't stop.",
        "entity_list": ["Anna Lee"],
        "asr_info": {"small": {"asr_text": "Anna Lea cannot stop, Anna Lee"}},
    }
    rows = [raw, raw | {"entity_list": ["Anna Lee", "Paris!"]}]
    (tmp_path / "raw.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    done = ours(["contextasr", "prepare_asr_result_for_metrics", "raw.jsonl", "prepared.jsonl"], tmp_path)
    assert done == (0, b"u1 Paris! -> paris anna lee cannot stop\nFailed cnt: 1\n", b"")
    (line,) = (tmp_path / "prepared.jsonl").read_text().splitlines()
    small = {
        "asr_text": "Anna Lea cannot stop, Anna Lee",
        "norm_asr_text": "anna lea cannot stop anna lee",
        "match_entities": ["anna lee"],
        "fuzzy_match_entities": ["anna lee"],
    }
    prepared = {"norm_text": "anna lee cannot stop", "norm_entity_list": ["anna lee"], "match_entities": ["anna lee"]}
    assert list(json.loads(line).items()) == [*(raw | {"asr_info": {}} | prepared).items()][:4] + [
        *prepared.items(),
        ("asr_info", {"small": small}),
    ]


@pytest.mark.parametrize(
    ("text", "lang", "prepared"),
    [
        ("I've seen O'Neill's re-run.", "en", "i have seen o neill s re run"),
        ("I’LL GO", "en", "i will go"),
        ("I'm'a go to cause y'all'd've", "en", "i am about to go to cause you all would have"),
        ("don't", "zh", "don t"),
        ("xI'm I'mx 你I'm好", "en", "xi mi mx 你 i am 好"),
        ("the O' Neill of o' N", "en", "the o neill of on"),
        ("the N C I S and A M A's of Xs", "en", "the ncis and amas of xs"),
        ("我有iPhone 15Pro，ー东京!", "zh", "我 有 iphone 15pro ー东 京"),
        ("a ΑΣ'Β", "zh", "a ας β"),
        ("IT'S i'd", "en", "it is i would"),
    ],
)
def test_texts_are_prepared_as_the_benchmark_does(text: str, lang: str, prepared: str) -> None:
    assert simple_tokenize(text, lang) == prepared


def test_behind_a_capital_that_grows_in_lower_case_the_benchmark_dies() -> None:
    with pytest.raises(IndexError):
        simple_tokenize("İİ don't", "en")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (
            ["prepare_asr_result_for_metrics"],
            1,
            b"AssertionError: python3 caculate_metrics.py <input_jsonl> <output_jsonl>",
        ),
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


@pytest.mark.parametrize("seed", range(20))
def test_texts_are_prepared_as_by_the_benchmark(seed: int) -> None:
    for needed in ("regex", "contractions", "editdistance"):
        pytest.importorskip(needed)
    original = loaded("ContextASR-Bench/evaluation/utils.py")
    contractions = [row[0] for row in rows_of("en", "contextasr-contractions")]
    draw = random.Random(seed)
    for _ in range(500):
        words = draw.choices(
            [*TEXTS, *contractions], (3,) * len(TEXTS) + (1,) * len(contractions), k=draw.randrange(12)
        )
        text = "".join(draw.choice((str, str.upper, str.title))(word) + draw.choice(("", " ", " ")) for word in words)
        assert merge_single_letters(text) == original.merge_single_letters(text)
        for lang in ("en", "zh"):
            try:
                expected = original.simple_tokenize(text, lang)
            except IndexError:
                with pytest.raises(IndexError):
                    simple_tokenize(text, lang)
            else:
                assert simple_tokenize(text, lang) == expected
