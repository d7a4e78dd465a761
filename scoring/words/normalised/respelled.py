"""Compounds of normalised texts: where words are only split or joined, a hypothesis is spelled as the reference."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import pairwise

from .... import core
from ....formats.schema.spans import SpanTexts
from ....formats.values import dataclass
from ...common.settings import Settings
from ...common.tie_policy import policy_of
from ...normalise.log import Change, Log
from ..alignment import Text, side_of, words_of

RULE = "merged compounds"


@dataclass(frozen=True, slots=True)
class Compounds:
    """The pairs that have compounds, with both sides spelled alike."""

    numbers: Sequence[int]
    """The number of each of these pairs."""
    refs: Sequence[str]
    hyps: Sequence[str]
    letters: bytes
    """The steps of all of them, one pair after the other."""
    places: bytes
    """The places (int64) between which the steps of each stand."""
    changes: tuple[Sequence[Change], Sequence[Change]]
    """Changes of references and of hypotheses."""

    def errors(self) -> dict[int, int]:
        """The errors of each pair by its number."""
        bounds = pairwise(array("q", self.places))
        errors = (end - begin - self.letters.count(b"C", begin, end) for begin, end in bounds)
        return dict(zip(self.numbers, errors, strict=True))


def compounds_of(refs: Sequence[Text], hyps: Sequence[Text], settings: Settings) -> Compounds:
    """Looks for compounds: adjacent words of one side match one word of the other at no cost.

    >>> compounds = compounds_of(["a", "white paper"], ["b", "whitepaper"], Settings(policy="kaldi_wer"))
    >>> compounds.numbers.tolist(), compounds.hyps, compounds.letters
    ([1], ['white paper'], b'CC')
    """
    return _compounds(side_of(_as_texts(refs)), side_of(_as_texts(hyps)), settings)


def _compounds(ref: core.Side, hyp: core.Side, settings: Settings) -> Compounds:
    policy = policy_of(settings.policy)
    joins, folds = settings.compounds == "joined", not settings.case_sensitive
    rows, texts, letters, places, changes = core.respelled(ref, hyp, joins, folds, policy.whole_costs, policy.ties)
    logs = Log(*changes[0], [RULE]), Log(*changes[1], [RULE])
    return Compounds(array("q", rows), *texts, letters, places, logs)


def respelled(
    refs: Sequence[Text], hyps: Sequence[Text], settings: Settings, threads: int = 1
) -> tuple[Sequence[Text], Sequence[Text], core.Batch]:
    """Both sides with compounds spelled alike, and their alignment.

    >>> _, hyps, batch = respelled(["white paper"], ["whitepaper"], Settings(policy="kaldi_wer"))
    >>> hyps, batch.operations(0)
    (['white paper'], 'CC')
    """
    refs, hyps = _as_texts(refs), _as_texts(hyps)
    ref, hyp, rules = side_of(refs), side_of(hyps), settings.rules()
    new = _compounds(ref, hyp, settings)
    batch = core.align(rules, ref, hyp, threads)
    if not new.numbers:
        return refs, hyps, batch
    batch = batch.join([core.followed(rules, core.texts(new.refs), core.texts(new.hyps), new.letters, new.places)])
    order = array("q", range(len(refs)))
    for place, number in enumerate(new.numbers, len(refs)):
        order[number] = place
    return _with(refs, new.numbers, new.refs), _with(hyps, new.numbers, new.hyps), batch.take(order.tobytes())


def _as_texts(side: Sequence[Text]) -> Sequence[Text]:
    """The side with a text for each list of words."""
    if isinstance(side, SpanTexts):
        return side
    return [text if isinstance(text, str) else " ".join(words_of(text)) for text in side]


def _with(texts: Sequence[Text], numbers: Sequence[int], new: Sequence[str]) -> Sequence[Text]:
    """All texts, with new ones of these numbers."""
    if isinstance(texts, SpanTexts):
        return texts.replaced(numbers, new)
    changed = list(texts)
    for number, text in zip(numbers, new, strict=True):
        changed[number] = text
    return changed
