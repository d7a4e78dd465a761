"""Compounds of normalised texts: where words are only split or joined, a hypothesis is spelled as the reference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ....formats.values import dataclass
from ... import _core as core
from ..._core.compat import opcodes
from ...common.settings import Settings
from ...common.tie_policy import policy_of
from ...normalise.log import Change
from ..alignment import Text, words_of
from ..utterance_table import folded

RULE = "merged compounds"


@dataclass(frozen=True, slots=True)
class Respelled:
    """Both sides with compounds spelled alike, their alignment, and what was changed."""

    refs: Sequence[Text]
    hyps: Sequence[Text]
    batch: core.Batch
    changes: tuple[tuple[Change, ...], tuple[Change, ...]]
    """Changes of references and of hypotheses."""


def respelled(refs: Sequence[Text], hyps: Sequence[Text], settings: Settings) -> Respelled:
    """Aligns the pairs with compounds: adjacent words of one side may match one word of the other at no cost.

    >>> result = respelled(["white paper"], ["whitepaper"], Settings(policy="kaldi_wer"))
    >>> result.hyps, result.batch.operations(0)
    (['white paper'], 'CC')
    """
    policy = policy_of(settings.policy)
    lists = [[_words(text, settings) for text in side] for side in (refs, hyps)]
    changes: tuple[list[Change], list[Change]] = [], []
    if settings.compounds == "joined":
        for place, (ref, hyp) in enumerate(zip(*lists, strict=True)):
            stretches = list(_stretches(ref, hyp))
            for side, which in zip((ref, hyp), (0, 1), strict=True):
                edits = [(*stretch[which], [word]) for *stretch, word in stretches]
                changes[which].extend(_edited(place, side, edits))
    paths = []
    for place, (ref, hyp) in enumerate(zip(*lists, strict=True)):
        steps = [] if ref == hyp else core.steps(ref, hyp, policy.whole_costs, policy.ties, True)
        changes[1].extend(_edited(place, hyp, _compounds(ref, steps)))
        paths.append(_path(ref, hyp, steps))
    words: dict[str, core.Word] = {}
    batch = core.batch_of(
        settings.charset(),
        settings.case_sensitive,
        [[(kind, _word(words, left), _word(words, right)) for kind, left, right in path] for path in paths],
    )
    left, right = ([" ".join(words) for words in side] for side in lists)
    return Respelled(left, right, batch, (tuple(changes[0]), tuple(changes[1])))


def _words(text: Text, settings: Settings) -> list[str]:
    words = words_of(text)
    return words if settings.case_sensitive else list(map(folded, words))


def _stretches(ref: Sequence[str], hyp: Sequence[str]) -> Iterator[tuple[tuple[int, int], tuple[int, int], str]]:
    """Differing stretches of both sides that have equal letters, and the word that they make."""
    for kind, i, i_end, j, j_end in opcodes(ref, hyp, True):
        word = "".join(ref[i:i_end])
        if kind != "equal" and word == "".join(hyp[j:j_end]):
            yield (i, i_end), (j, j_end), word


def _compounds(ref: Sequence[str], steps: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, list[str]]]:
    """Stretches of the hypothesis that are compounds, and the words of the reference there."""
    i = j = 0
    for rows, columns in steps:
        if rows + columns > 2:
            yield j, j + columns, list(ref[i : i + rows])
        i, j = i + rows, j + columns


def _edited(place: int, words: list[str], edits: Iterable[tuple[int, int, list[str]]]) -> list[Change]:
    """Replaces stretches of words; the changes, each with its place in the text that the changes before it left."""
    changes: list[Change] = []
    written: list[str] = []
    done = start = 0
    for begin, end, new in edits:
        kept = words[done:begin]
        start += sum(map(len, kept)) + len(kept)
        before, after = " ".join(words[begin:end]), " ".join(new)
        changes.append(Change(place, start, start + len(before), before, after, RULE))
        written += [*kept, *new]
        start += sum(map(len, new)) + len(new)
        done = end
    if changes:
        words[:] = [*written, *words[done:]]
    return changes


def _path(
    ref: Sequence[str], hyp: Sequence[str], steps: Sequence[tuple[int, int]]
) -> list[tuple[str, str | None, str | None]]:
    """The steps with their words, of a hypothesis whose compounds are spelled as the reference spells them."""
    if not steps:
        return [("C", word, word) for word in ref]
    path: list[tuple[str, str | None, str | None]] = []
    i = j = 0
    for rows, columns in steps:
        if rows + columns > 2:
            path += [("C", word, word) for word in ref[i : i + rows]]
            i, j = i + rows, j + rows
            continue
        left, right = ref[i] if rows else None, hyp[j] if columns else None
        path.append(("I" if left is None else "D" if right is None else "C" if left == right else "S", left, right))
        i, j = i + rows, j + columns
    return path


def _word(records: dict[str, core.Word], text: str | None) -> core.Word | None:
    if text is None:
        return None
    record = records.get(text)
    if record is None:
        record = records[text] = (text.encode("utf-8", "surrogateescape"), None, None, 0.0, 0.0, 0.0, 0.0)
    return record
