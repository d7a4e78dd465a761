"""The metrics: word and character error rate, counts of differences, differences as text, and BEER."""

from __future__ import annotations

import json
import logging
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ...... import core
from ..diff.core import RatcliffObershelp
from ..diff.formatter import format_diff
from ..files import opened
from . import Metric

logger = logging.getLogger("benchmarkstt.metrics")

_LEVENSHTEIN = (1, 1, 1), "SID"


class OpcodeCounts(NamedTuple):
    """Numbers of words that are equal, replaced, inserted and deleted."""

    equal: int
    replace: int
    insert: int
    delete: int


class Words(list[str]):
    """Words instead of items: what the command line hands to the metrics of this file."""


def traversible(schema: Any, key: str | None = None) -> list[Any]:
    """One field of all items, by default the words."""
    if isinstance(schema, Words):
        return schema
    return [item["item" if key is None else key] for item in schema]


def get_opcode_counts(opcodes: Iterable[tuple[str, int, int, int, int]]) -> OpcodeCounts:
    """Sums of opcodes; of a replacement of unequal lengths, the surplus is inserted or deleted.

    >>> get_opcode_counts([("replace", 0, 2, 0, 3)])
    OpcodeCounts(equal=0, replace=2, insert=1, delete=0)
    """
    counts = dict.fromkeys(OpcodeCounts._fields, 0)
    for tag, a_start, a_end, b_start, b_end in opcodes:
        rows, columns = a_end - a_start, b_end - b_start
        if tag in ("equal", "replace"):
            both = min(rows, columns)
            counts[tag] += both
            rows, columns = rows - both, columns - both
        counts["delete"] += rows
        counts["insert"] += columns
    return OpcodeCounts(**counts)


def get_differ(a: Any, b: Any, differ_class: Any) -> Any:
    """The differ of the words of two lists of items."""
    if isinstance(differ_class, str):
        raise TypeError(f"differ_class: {differ_class!r} is no class; leave this argument out")
    return (RatcliffObershelp if differ_class is None else differ_class)(traversible(a), traversible(b))


def _rate(ref: Sequence[Any], hyp: Sequence[Any]) -> float:
    """The smallest number of edits by the length of the reference. Of nothing, it is an int: 0, or 1 of something."""
    if not len(ref):
        return 1 if len(hyp) else 0
    counts = array("i", core.symbol_counts([ref], [hyp], *_LEVENSHTEIN, False))
    return sum(counts[1:]) / len(ref)


class WordDiffs(Metric):
    """
    Present differences on a per-word basis

    :param dialect: how they are shown: ansi (default on the command line), html, json, list, rst or text
    :example dialect: 'html'
    :param differ_class: a class that finds the differences; only from Python
    """

    def __init__(self, dialect: str | None = None, differ_class: Any = None) -> None:
        self._dialect = dialect
        self._differ_class = differ_class

    def compare(self, ref: Any, hyp: Any) -> Any:
        """The differences as text, or in the dialect `list` as a list."""
        opcodes = get_differ(ref, hyp, self._differ_class).get_opcodes()
        words = traversible(ref), traversible(hyp)
        return format_diff(*words, opcodes, self._dialect, lambda part: f" {' '.join(part)}")


class WER(Metric):
    """
    Word error rate: errors by the number of reference words

    In the modes strict and hunt, errors are found by gestalt matching, as Python's difflib does it: not the fewest.
    Strict counts each error as one, hunt counts insertions and deletions half. The mode levenshtein counts the fewest
    errors.

    :param mode: 'strict' (default), 'hunt' or 'levenshtein'.
    :param differ_class: a class that finds the differences; only from Python
    """

    MODE_STRICT = "strict"
    MODE_HUNT = "hunt"
    MODE_LEVENSHTEIN = "levenshtein"

    DEL_PENALTY: float = 1
    INS_PENALTY: float = 1
    SUB_PENALTY: float = 1

    def __init__(self, mode: str | None = None, differ_class: Any = None) -> None:
        self._mode = mode
        self._differ_class = differ_class
        if mode == self.MODE_HUNT:
            self.DEL_PENALTY = self.INS_PENALTY = 0.5
        elif mode not in (None, self.MODE_STRICT, self.MODE_LEVENSHTEIN):
            logger.warning("wer: no mode %r; counted as strict; expected strict, hunt or levenshtein", mode)

    def compare(self, ref: Any, hyp: Any) -> float:
        """The rate. Of an empty reference, it is the int 0, or 1 if there is a hypothesis."""
        if self._mode == self.MODE_LEVENSHTEIN:
            return _rate(traversible(ref), traversible(hyp))
        counts = get_opcode_counts(get_differ(ref, hyp, self._differ_class).get_opcodes())
        errors = counts.replace * self.SUB_PENALTY + counts.delete * self.DEL_PENALTY + counts.insert * self.INS_PENALTY
        total = counts.equal + counts.replace + counts.delete
        return errors / total if total else 1 if errors else 0


class CER(Metric):
    """
    Character error rate: the fewest edits of characters by the number of reference characters

    The words of each side are joined without blanks before.

    :param mode: 'levenshtein' (default).
    :param differ_class: not used
    """

    MODE_LEVENSHTEIN = "levenshtein"

    def __init__(self, mode: str | None = None, differ_class: Any = None) -> None:
        self._mode = self.MODE_LEVENSHTEIN if mode is None else mode

    def compare(self, ref: Any, hyp: Any) -> float:
        """The rate. Of an empty reference, it is the int 0, or 1 if there is a hypothesis."""
        if self._mode != self.MODE_LEVENSHTEIN:
            raise NotImplementedError("CER is only implemented for Levenshtein distance")
        return _rate("".join(traversible(ref)), "".join(traversible(hyp)))


class DiffCounts(Metric):
    """
    Get the amount of differences between reference and hypothesis

    :param mode: any but 'levenshtein', and without effect
    :param differ_class: a class that finds the differences; only from Python
    """

    MODE_LEVENSHTEIN = "levenshtein"

    def __init__(self, mode: str | None = None, differ_class: Any = None) -> None:
        self._mode = mode
        self._differ_class = differ_class

    def compare(self, ref: Any, hyp: Any) -> OpcodeCounts:
        """The counts."""
        if self._mode == self.MODE_LEVENSHTEIN:
            raise NotImplementedError("diffcounts is not implemented for Levenshtein distance")
        return get_opcode_counts(get_differ(ref, hyp, self._differ_class).get_opcodes())


class BEER(Metric):
    """
    Bag of entities error rate: for each entity, the difference of its counts by its count in the reference

    The file is a JSON object with a weight >= 0 for each entity. Weights are divided by their sum. The value w_av_beer
    is the sum of weighted differences by the number of all entities in the reference.

    :param entities_file: a JSON object with the weight of each entity
    """

    def __init__(self, entities_file: str | None = None) -> None:
        self._error_message: str | None = None
        self._entities: list[Any] | None = None
        if entities_file is None:
            return
        try:
            with opened(entities_file, "utf-8") as file:
                weights = json.load(file)
        except (OSError, json.JSONDecodeError) as error:
            self._error_message = str(error)
            return
        if not isinstance(weights, dict):
            raise AttributeError(
                f"{entities_file}: not a JSON object; expected an object with a weight for each entity"
            )
        self._entities = list(weights)
        self.set_weight(list(weights.values()))

    def get_weight(self) -> list[float]:
        """The weights, whose sum is 1 or 0."""
        return self._weight

    def set_weight(self, weight: Iterable[float]) -> None:
        """Sets the weights; negative ones are 0."""
        weights = [max(value, 0) for value in weight]
        total = sum(weights)
        self._weight = [value / total for value in weights] if total > 0 else weights

    def get_entities(self) -> list[Any] | None:
        """The entities."""
        return self._entities

    def set_entities(self, entities: list[Any]) -> None:
        """Sets the entities."""
        self._entities = entities

    def compute_beer(self, list_hypothesis_entity: list[str], list_reference_entity: list[str]) -> dict[str, Any]:
        """The result for the entities that were found."""
        counts, expected = Counter(list_hypothesis_entity), Counter(list_reference_entity)
        total = len(list_reference_entity)
        result: dict[str, Any] = {}
        weighted: float = 0
        for place, entity in enumerate(self._entities or ()):
            often = expected[entity]
            rate: float = 0
            # What only the hypothesis has is not counted.
            if often:
                missed = abs(often - counts[entity])
                rate = round(missed / often, 3)
                weighted += missed * self._weight[place]
            result[entity] = {"beer": rate, "occurrence_ref": often}
        result["w_av_beer"] = {"beer": round(weighted / total, 3) if total else 0, "occurrence_ref": total}
        return result

    def compare(self, ref: Any, hyp: Any) -> dict[str, Any]:
        """The rates by entity, or what is wrong with the file."""
        if self._entities is None:
            return {"Error": self._error_message or "Missing .json input file"}
        expected, occurring = (self._found(traversible(side)) for side in (ref, hyp))
        return self.compute_beer(occurring, expected)

    def _found(self, words: list[str]) -> list[str]:
        """All entities in a text."""
        places = defaultdict(list)
        for place, word in enumerate(words):
            places[word].append(place)
        entities = []
        for entity in self._entities or ():
            parts = "".join(entity).split(" ")
            entities += [" ".join(parts)] * _occurrences(parts, words, places.get(parts[0], []))
        return entities


def _occurrences(parts: list[str], words: list[str], starts: list[int]) -> int:
    """How often the parts follow each other. As in the original, the search goes on behind a word that does not fit."""
    count = resume = 0
    for start in starts:
        if start < resume:
            continue
        size = 1
        while size < len(parts) and start + size < len(words) and words[start + size] == parts[size]:
            size += 1
        count += size == len(parts)
        resume = start + size + (size < len(parts))
    return count
