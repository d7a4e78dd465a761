"""Normalisation before scoring: both sides through one chain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain as each
from typing import Protocol

from ....formats.errors import UsageError, quantity
from ....formats.schema.spans import SpanTexts
from ....formats.values import dataclass
from ...common.settings import Settings
from ...normalise.chain import Chain
from ...normalise.log import columns_of
from ...normalise.origins import Origins
from ...notices.idle_rules import of_rules
from ...notices.notice import Notice
from ..alignment import Text
from .texts import texts_of


class Side(Protocol):
    """One side before normalisation, as texts that are each normalised alone."""

    @property
    def texts(self) -> Sequence[str]:
        """The texts of all utterances."""

    @property
    def given(self) -> Sequence[Text]:
        """The utterances as they were."""

    @property
    def logged(self) -> bool:
        """Whether the changes are needed to write the results."""

    @property
    def plain(self) -> bool:
        """Whether all utterances are texts without times and without marks."""

    def owners(self) -> Sequence[int]:
        """The utterance of each text."""

    def optional(self) -> frozenset[int]:
        """The texts that are an optional word each."""

    def written(self, results: Sequence[str], origins: Origins | None) -> Sequence[Text]:
        """The utterances with the results of all texts; without origins, only their words are right."""

    def chosen(self, results: Sequence[str], places: Sequence[int]) -> Sequence[Text] | None:
        """Some utterances with the results of their texts, only whose words are right; None where it takes more."""


@dataclass(frozen=True, slots=True)
class Before:
    """References and hypotheses as they were before normalisation."""

    refs: Side
    hyps: Side
    markup: bool = False
    """Whether they have marks; of equivalents, settings read marks that these texts have not."""

    def __repr__(self) -> str:
        return f"<Before: {quantity(len(self.refs.given), 'utterance')}>"

    @property
    def plain(self) -> bool:
        """Whether all utterances are texts without times and without marks, in which compounds can be merged."""
        return self.refs.plain and self.hyps.plain


def before_of(refs: Sequence[Text], hyps: Sequence[Text], settings: Settings) -> Before:
    """Both sides as texts; where the settings read marks, each alternative and each optional word is one."""
    return Before(side_before(refs, settings), side_before(hyps, settings), settings.markup)


def side_before(texts: Sequence[Text], settings: Settings) -> Side:
    """A side as texts that the chain of the settings may change."""
    rule = settings.chain.scoring.alternatives if settings.chain else ""
    if rule and not settings.markup:
        raise UsageError(
            f"{rule}: a rule that makes alternatives, but marks are read as letters; expected a format with "
            "marks such as trn without markup=False (--no-markup), or rules without { a / b }"
        )
    if hasattr(texts, "confident"):
        # Imported only now: texts without times need nothing of it.
        from .times import timed_texts

        return timed_texts(texts, alternatives=bool(rule))  # type: ignore[arg-type]
    return texts_of(texts, markup=settings.markup, alternatives=rule)


def normalised(side: Side, settings: Settings, threads: int = 1) -> Sequence[Text]:
    """The utterances of a side after normalisation; a list of words stays one."""
    chain = settings.chain or Chain(())
    if isinstance(side.texts, SpanTexts):
        made = side.texts.rewritten(lambda spans: chain.rewritten(spans, threads))
        if made is not None:
            return side.written(made, None)
    results, changes = chain.apply(side.texts, log=side.logged, threads=threads)
    return side.written(results, Origins(chain, side.texts, changes) if side.logged else None)


def of_idle_rules(before: Before, settings: Settings) -> Iterator[Notice]:
    """Notices about rules of files that changed neither side."""
    chain = settings.chain or Chain(())
    sides = before.refs.texts, before.hyps.texts

    def used() -> set[str]:
        return {rule for texts in sides for rule in columns_of(chain.apply(texts, log=True)[1])[1]}

    return of_rules(chain, used, each(*sides))
