"""The scripts of ContextASR-Bench: WER, and the rates NE-WER and NE-FNR of the entities that a text names.

`prepare_asr_result_for_metrics.py` prepares the texts, `calculate_metrics.py` counts, `view_metric_result.py` adds up.
NE-WER aligns the entities alone, those of the hypothesis found by their likeness: `--with classes=contextasr:FILE`
counts by position.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from .... import core
from ....formats.engine.output import write_file
from ..programs.editdistance import distance_le_than
from .contextasr_texts import merge_single_letters, simple_tokenize

if TYPE_CHECKING:
    from typing import Any

__all__ = ["calculate_wer", "extract_entities", "extract_entities_fuzzy", "merge_single_letters", "simple_tokenize"]

_COSTS, _TIES = (1, 1, 1), "SDI"
_SUMS = ("total_errors", "total_tokens", "ne_total_errors", "ne_total_entities", "total_h", "ne_total_target")


def extract_entities(
    text: str, entities_list: Sequence[str], entity2count: Mapping[str, int] | None = None
) -> list[str]:
    """The entities that a text names, in its order; each at most as often as `entity2count` says.

    >>> extract_entities("anna lee saw anna", ["anna", "anna lee", "paris"])
    ['anna', 'anna lee', 'anna']
    """
    words = text.split()
    phrases = [(entity.split(), entity) for entity in entities_list]
    named: Counter[str] = Counter()
    found = []
    for place in range(len(words)):
        for phrase, entity in phrases:
            if place + len(phrase) > len(words) or words[place : place + len(phrase)] != phrase:
                continue
            if not entity2count or named[entity] < entity2count.get(entity, 0):
                named[entity] += 1
                found.append((place, len(phrase), entity))
    return [entity for _, _, entity in sorted(found, key=lambda each: each[:2])]


def extract_entities_fuzzy(text: str, entities_list: Sequence[str]) -> list[str]:
    """The parts of a text that are like an entity, fewer than half of whose words are wrong, in its order.

    >>> extract_entities_fuzzy("the new york time said so", ["new york times", "so"])
    ['new york time', 'so']
    """
    words = text.split()
    found = {
        place: None for entity in entities_list if (phrase := entity.split()) for place in _alike(words, phrase, entity)
    }
    return [said for _, said in sorted(found, key=lambda each: (each[0], len(each[1].split())))]


def _alike(words: Sequence[str], phrase: Sequence[str], entity: str) -> Iterator[tuple[int, str]]:
    """The places in a text that are like an entity, and their words; they do not overlap."""
    size, most = len(phrase), (len(phrase) + 1) // 2 - 1
    lengths = [size, *range(size - 1, max(1, size - most) - 1, -1), *range(size + 1, size + most + 1)]
    begin = 0
    while begin < len(words):
        said = _nearest(words, begin, phrase, lengths, most)
        if not said:
            begin += 1
            continue
        place, begin = begin, begin + len(said)
        text = " ".join(said)
        _, inside, behind = text.partition(entity)
        if inside:
            begin -= len(behind.split())
        yield place, entity if inside else text


def _nearest(
    words: Sequence[str], begin: int, phrase: Sequence[str], lengths: Sequence[int], most: int
) -> Sequence[str]:
    """The words from a place on that differ from a phrase in at most so many; the first of some lengths that do."""
    for length in lengths:
        if begin + length > len(words):
            break
        window = words[begin : begin + length]
        if window == phrase or (most and distance_le_than(window, phrase, most)):
            return window
    return ()


def calculate_wer(asr_text: Sequence[str], target_text: Sequence[str]) -> tuple[float, int, int, int]:
    """The rate of errors in a text, given as words, and its insertions, deletions and substitutions.

    >>> calculate_wer("a dog sat".split(), "the cat sat down".split())
    (0.75, 0, 1, 2)
    """
    counts = memoryview(core.symbol_counts([target_text], [asr_text], _COSTS, _TIES, False)).cast("i")
    _, substitutions, deletions, insertions = counts[:4]
    errors = substitutions + deletions + insertions
    return (errors / len(target_text) if target_text else 0), insertions, deletions, substitutions


def _prepare(arguments: Sequence[str]) -> Iterator[str]:
    """`prepare_asr_result_for_metrics.py IN OUT`: texts to compare, and their entities; prints what it leaves out."""
    source, target = _paths(arguments, 2, "python3 caculate_metrics.py <input_jsonl> <output_jsonl>")
    made: list[bytes] = []
    failed = 0
    with open(source, encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            unnamed = _prepared(row)
            if unnamed:
                yield unnamed
                failed += 1
            else:
                made.append(f"{json.dumps(row, ensure_ascii=False)}\n".encode())
    yield f"Failed cnt: {failed}\n"
    write_file(target, made)


def _prepared(row: dict[str, Any]) -> str:
    """Adds the texts to compare and the entities that they name; a line about the first one that is not named."""
    language = "zh" if row["language"] == "Chinese" else "en"
    text = row["norm_text"] = simple_tokenize(row["text"], language)
    entities = []
    for entity in row["entity_list"]:
        entities.append(simple_tokenize(entity, language))
        if entities[-1] not in text:
            return f"{row['uniq_id']} {entity} -> {entities[-1]} {text}\n"
    row["norm_entity_list"], row["match_entities"] = entities, extract_entities(text, entities)
    named = Counter(row["match_entities"])
    row["asr_info"] = heard = row.pop("asr_info")
    for each in heard.values():
        said = each["norm_asr_text"] = simple_tokenize(each["asr_text"], language)
        each["match_entities"] = extract_entities(said, entities, named)
        each["fuzzy_match_entities"] = extract_entities_fuzzy(said, entities)
    return ""


def _calculate(arguments: Sequence[str]) -> Iterator[str]:
    """`calculate_metrics.py IN OUT`: the counts of each system for each prepared text."""
    source, target = _paths(arguments, 2, "python3 caculate_metrics.py <input_jsonl> <output_jsonl>")
    with open(source, encoding="utf-8") as lines:
        counted = [f"{json.dumps(_counted(json.loads(line)), ensure_ascii=False)}\n".encode() for line in lines]
    write_file(target, counted)
    return iter(())


def _paths(arguments: Sequence[str], number: int, usage: str) -> Sequence[str]:
    if len(arguments) != number:
        raise AssertionError(usage)
    return arguments


def _counted(row: dict[str, Any]) -> dict[str, Any]:
    """A prepared text with the counts of each system."""
    words, entities = row["norm_text"].split(), row["match_entities"]
    named = " ".join(entities).split()
    for heard in row["asr_info"].values():
        heard["wer_info"] = _info(heard["norm_asr_text"].split(), words)
        heard["ne_wer_info"] = _info(" ".join(heard["fuzzy_match_entities"]).split(), named)
        hits = len(heard["match_entities"])
        heard["ne_fnr_info"] = {"fnr": 1 - hits / len(entities), "H": hits, "T": len(entities)}
    return row


def _info(heard: Sequence[str], words: Sequence[str]) -> dict[str, float]:
    if not words:
        raise ZeroDivisionError("division by zero")
    rate, insertions, deletions, substitutions = calculate_wer(heard, words)
    return {"wer": rate, "I": insertions, "D": deletions, "S": substitutions, "T": len(words)}


def _view(arguments: Sequence[str]) -> Iterator[str]:
    """`view_metric_result.py FILE`: the rates of each system by language."""
    if len(arguments) != 1:
        yield "Usage: python view_metric_result.py <input.jsonl>\n"
        raise SystemExit(1)
    if not arguments[0].endswith(".jsonl"):
        raise AssertionError("Input file is not a valid jsonl file!")
    sums: dict[str, dict[str, Counter[str]]] = {}
    with open(arguments[0], encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            for system, heard in row["asr_info"].items():
                by_language = sums.setdefault(system, {})
                by_language.setdefault(row.get("language", "UNKNOWN"), Counter()).update(_summed(heard))
    for blank, language in (("", "Chinese"), ("\n", "English")):
        yield f"{blank}Aggregated Results - {language}:\n"
        for system in sorted(sums):
            if language in sums[system]:
                yield from _rates(system, sums[system][language])


def _summed(heard: Mapping[str, Any]) -> dict[str, int]:
    words, entities, found = (heard[name] for name in ("wer_info", "ne_wer_info", "ne_fnr_info"))
    errors = [sum(info[name] for name in "IDS") for info in (words, entities)]
    return dict(zip(_SUMS, (errors[0], words["T"], errors[1], entities["T"], found["H"], found["T"]), strict=True))


def _rates(system: str, sums: Mapping[str, int]) -> Iterator[str]:
    """The lines of a system; rates are rounded twice, as the script does."""
    errors, words, wrong, named, hits, entities = (sums[name] for name in _SUMS)
    rates = {
        "WER": errors / words if words else 0,
        "NE-WER": wrong / named if named else 0,
        "NE-FNR": 1 - hits / entities if entities else 0,
    }
    yield f"\nModel: {system}\n"
    for name, rate in rates.items():
        yield f"  {name}: {round(rate, 4) * 100:.2f}%\n"


PROGRAMS = {
    "prepare_asr_result_for_metrics.py": _prepare,
    "calculate_metrics.py": _calculate,
    "view_metric_result.py": _view,
}
