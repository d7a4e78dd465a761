"""Normalisation before scoring: both sides through one chain, and which rules moved how many errors."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from formats.errors import UsageError
from scoring import _core as core
from scoring.counts import Counts
from scoring.normalise.chain import Chain, Step
from scoring.normalise.change import Change
from scoring.settings import Settings
from scoring.words.alignment import Text


@dataclass(frozen=True, slots=True)
class Before:
    """References and hypotheses as they were before normalisation."""

    refs: Sequence[Text]
    hyps: Sequence[Text]


@dataclass(frozen=True, slots=True)
class Moved:
    """One rule and the errors that it moved: fewer where the number is negative."""

    rule: str
    changes: int
    errors: Fraction

    def to_dict(self) -> dict[str, str | int | float]:
        """Fields by name.

        >>> Moved("lower", 3, Fraction(-3, 2)).to_dict()
        {'rule': 'lower', 'changes': 3, 'errors': -1.5}
        """
        return {"rule": self.rule, "changes": self.changes, "errors": float(self.errors)}


@dataclass(frozen=True, slots=True)
class Effect:
    """Counts without normalisation, and every rule that changed a text, the one that moved most errors first.

    Steps are applied one after another, and the pairs are scored after each. The errors that a step moved in one
    utterance are shared equally by the changes that it made there, on both sides. So all rules together moved the whole
    difference.
    """

    raw: Counts
    moved: tuple[Moved, ...]


def normalised(texts: Sequence[Text], settings: Settings, threads: int = 1) -> Sequence[Text]:
    """The texts after normalisation; a list of words stays one."""
    if settings.chain is None:
        return texts
    return _applied(settings.chain, texts, settings, threads=threads)[0]


def changes(before: Before, settings: Settings) -> Iterator[tuple[str, Change]]:
    """Every change with its side, "ref" or "hyp"."""
    for side, texts in (("ref", before.refs), ("hyp", before.hyps)):
        if settings.chain is not None:
            yield from ((side, change) for change in _applied(settings.chain, texts, settings, log=True)[1])


def change_lines(before: Before, settings: Settings, ids: Sequence[str]) -> Iterator[bytes]:
    """A line of JSON for every change: side, id, and the fields of the change."""
    for side, change in changes(before, settings):
        found: dict[str, Any] = {"side": side, "id": ids[change.utterance], **change.to_dict()}
        yield json.dumps(found, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"


def effect(before: Before, settings: Settings, threads: int = 1) -> Effect:
    """Counts of the texts as they were, and the errors that each rule moved."""
    chain = settings.chain or Chain(())
    refs, hyps = before.refs, before.hyps
    raw, errors = _scored(refs, hyps, settings, threads)
    moved: dict[str, Fraction] = defaultdict(Fraction)
    made: Counter[str] = Counter()
    for step in chain.steps:
        (refs, ref_log), (hyps, hyp_log) = (_step(step, side, settings) for side in (refs, hyps))
        found: dict[int, list[str]] = defaultdict(list)
        for change in (*ref_log, *hyp_log):
            found[change.utterance].append(change.rule)
            made[change.rule] += 1
        if not found:
            continue
        _, after = _scored(refs, hyps, settings, threads)
        for place, rules in found.items():
            for rule in rules:
                moved[rule] += Fraction(after[place] - errors[place], len(rules))
        errors = after
    rows = [Moved(rule, number, moved[rule]) for rule, number in made.items()]
    return Effect(raw, tuple(sorted(rows, key=lambda row: (-abs(row.errors), -row.changes, row.rule))))


def _step(step: Step, texts: Sequence[Text], settings: Settings) -> tuple[Sequence[Text], Sequence[Change]]:
    return _applied(Chain((step,), step.name), texts, settings, log=True)


def _scored(refs: Sequence[Text], hyps: Sequence[Text], settings: Settings, threads: int) -> tuple[Counts, list[int]]:
    """Counts of all pairs, and the errors of each."""
    batch = core.align(replace(settings, normalise=None).rules(), core.texts(refs), core.texts(hyps), threads)
    ((_, *counts, _),) = batch.totals(bytes(4 * len(batch)), 1)
    numbers = memoryview(batch.counts()).cast("i")
    return Counts(*counts), [sum(numbers[k + 1 : k + 4]) for k in range(0, len(numbers), 4)]


def _applied(
    chain: Chain, texts: Sequence[Text], settings: Settings, *, log: bool = False, threads: int = 1
) -> tuple[Sequence[Text], Sequence[Change]]:
    lists = set(map(type, texts)) != {str}
    plain: Sequence[str] = [_plain(text) for text in texts] if lists else texts  # type: ignore[assignment]
    if settings.markup:
        _check_marks(plain)
    result, log_of = chain.apply(plain, log=log, threads=threads)
    if not lists:
        return result, log_of
    # Words that were given one by one stay words, so that nothing in them is read as a mark.
    kept = (new.split() if isinstance(old, (list, tuple)) else new for old, new in zip(texts, result, strict=True))
    return list(kept), log_of


def _plain(text: Text) -> str:
    if isinstance(text, str):
        return text
    if isinstance(text, bytes):
        return text.decode("utf-8", "surrogateescape")
    return " ".join(_plain(word) if isinstance(word, (str, bytes)) else _refused(word) for word in text)


def _refused(word: object) -> str:
    raise UsageError(f"{word!r} is not a word; normalise= (--normalise) works on texts without alternatives")


def _check_marks(texts: Sequence[str]) -> None:
    for text in texts:
        if "{" in text:
            raise UsageError(
                f"the text {text[:60]!r} has alternatives in braces, which a normaliser would take for text; expected "
                "texts without them, or markup=False (--no-markup)"
            )
