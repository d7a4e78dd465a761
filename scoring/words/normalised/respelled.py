"""Compounds of normalised texts: where words are only split or joined, a hypothesis is spelled as the reference."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from ....formats.values import dataclass
from ... import _core as core
from ...common.settings import Settings
from ...common.tie_policy import policy_of
from ...normalise.log import Change, Log
from ..alignment import Text, side_of, words_of

RULE = "merged compounds"


@dataclass(frozen=True, slots=True)
class Respelled:
    """Both sides with compounds spelled alike, their alignment, and what was changed."""

    refs: Sequence[Text]
    hyps: Sequence[Text]
    batch: core.Batch
    changes: tuple[Sequence[Change], Sequence[Change]]
    """Changes of references and of hypotheses."""


def respelled(refs: Sequence[Text], hyps: Sequence[Text], settings: Settings, threads: int = 1) -> Respelled:
    """Aligns the pairs with compounds: adjacent words of one side may match one word of the other at no cost.

    >>> result = respelled(["white paper"], ["whitepaper"], Settings(policy="kaldi_wer"))
    >>> result.hyps, result.batch.operations(0)
    (['white paper'], 'CC')
    """
    refs, hyps = _as_texts(refs), _as_texts(hyps)
    ref, hyp = side_of(refs), side_of(hyps)
    policy, rules = policy_of(settings.policy), settings.rules()
    joins, folds = settings.compounds == "joined", not settings.case_sensitive
    rows, new, letters, places, changes = core.respelled(ref, hyp, joins, folds, policy.whole_costs, policy.ties)
    logs = Log(*changes[0], [RULE]), Log(*changes[1], [RULE])
    if not rows:
        return Respelled(refs, hyps, core.align(rules, ref, hyp, threads), logs)
    numbers = array("q", rows)
    others, order = _others(numbers, len(refs))
    batch = core.align(rules, ref.take(others), hyp.take(others), threads)
    batch = batch.join([core.followed(rules, core.texts(new[0]), core.texts(new[1]), letters, places)])
    return Respelled(_with(refs, numbers, new[0]), _with(hyps, numbers, new[1]), batch.take(order), logs)


def _as_texts(side: Sequence[Text]) -> Sequence[Text]:
    """The side with a text for each list of words."""
    if hasattr(side, "side"):
        return side
    return [text if isinstance(text, str) else " ".join(words_of(text)) for text in side]


def _others(numbers: array[int], count: int) -> tuple[bytes, bytes]:
    """All numbers up to a count but these; and the place of each number where these come last."""
    apart = {*numbers}
    others = array("q", [number for number in range(count) if number not in apart])
    order = array("q", bytes(8 * count))
    for place, number in enumerate(others + numbers):
        order[number] = place
    return others.tobytes(), order.tobytes()


def _with(texts: Sequence[Text], numbers: Sequence[int], new: Sequence[Text]) -> list[Text]:
    """All texts, with new ones of these numbers."""
    changed = list(texts)
    for number, text in zip(numbers, new, strict=True):
        changed[number] = text
    return changed
