"""Meetings before normalisation: the sessions after any chain, every change, and what each rule moved."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeAlias

from ..common.counts import Counts
from ..normalise.chain import Chain
from ..normalise.change import Change
from ..normalise.effect import Effect, moved_by
from .sides import Session

Regions: TypeAlias = "Mapping[str, Sequence[tuple[float, float]]]"
"""Pairs of start and end in seconds, by session."""


@dataclass(frozen=True, slots=True)
class Made:
    """A change, and where it was made."""

    side: str
    session: str
    segment: int
    """The number of the segment, from 1: in the file, or in the session where there is no file."""
    change: Change

    def to_dict(self) -> dict[str, Any]:
        """Fields by name, ready for JSON; `text` is the number of the text, from 1."""
        fields = self.change.to_dict()
        number = int(fields.pop("utterance")) + 1
        return {"side": self.side, "session": self.session, "segment": self.segment, "text": number, **fields}


@dataclass(frozen=True, slots=True)
class Normalised:
    """Sessions after normalisation, the names of those that each side has, and every change."""

    sessions: Sequence[Session]
    names: tuple[Sequence[str], Sequence[str]]
    changes: Sequence[Made]


class Given(Protocol):
    """Meetings as they were given."""

    def normalised(self, chain: Chain | None) -> Normalised:
        """The sessions after a chain."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Sessions of rows in memory, each row a text."""

    sessions: tuple[Session, ...]
    names: tuple[Sequence[str], Sequence[str]]

    def normalised(self, chain: Chain | None) -> Normalised:
        """The sessions after a chain."""
        if chain is None:
            return Normalised(self.sessions, self.names, ())
        changes: list[Made] = []
        columns = []
        for name in ("ref", "hyp"):
            sides = [getattr(session, name) for session in self.sessions]
            owners = [
                (session.name, row + 1)
                for session, side in zip(self.sessions, sides, strict=True)
                for row in range(len(side))
            ]
            results, made = chain.apply([text for side in sides for text in side.texts], log=True)
            changes += [Made(name, *owners[change.utterance], change) for change in made]
            texts = iter(results)
            columns.append([replace(side, texts=tuple(next(texts) for _ in side.texts)) for side in sides])
        names = [session.name for session in self.sessions]
        return Normalised([Session(*row) for row in zip(names, *columns, strict=True)], self.names, changes)


@dataclass(frozen=True, slots=True)
class Before:
    """Meetings that were scored, as they were before normalisation."""

    given: Given
    chain: Chain
    names: frozenset[str]
    """The sessions that were scored."""
    regions: Regions | None = None

    def changes(self) -> Iterator[dict[str, Any]]:
        """Every change, ready for JSON."""
        made = self.given.normalised(self.chain).changes
        return (one.to_dict() for one in made if one.session in self.names)

    def effect(self, count: Callable[[Sequence[Session]], Mapping[str, Counts]]) -> Effect:
        """Counts without normalisation, and the errors that each rule moved; `count` scores sessions."""
        raw = self._counted(self.given.normalised(None), self.names, count)
        total = sum(raw.values(), Counts(0, 0, 0, 0))
        errors = {name: counts.errors for name, counts in raw.items()}
        return Effect(total, moved_by(self._stages(count), errors))

    def _counted(
        self, found: Normalised, names: Collection[str], count: Callable[[Sequence[Session]], Mapping[str, Counts]]
    ) -> Mapping[str, Counts]:
        sessions = [session for session in found.sessions if session.name in names]
        if self.regions is not None:
            sessions = [session.within(self.regions[session.name]) for session in sessions]
        return count(sessions)

    def _stages(
        self, count: Callable[[Sequence[Session]], Mapping[str, Counts]]
    ) -> Iterator[tuple[dict[str, list[str]], dict[str, int]]]:
        """The rules that each step applied, by session, and the errors of these sessions after it.

        Each time all steps up to this one run on what was given: words that join or split depend on all of them.
        """
        before: Counter[tuple[str, int]] = Counter()
        for number in range(1, len(self.chain.steps) + 1):
            found = self.given.normalised(Chain(self.chain.steps[:number], self.chain.label))
            made: Counter[tuple[str, int]] = Counter()
            rules: dict[str, list[str]] = defaultdict(list)
            for one in found.changes:
                text = one.side, one.change.utterance
                made[text] += 1
                # The changes of a text are in the order of the steps.
                if made[text] > before[text] and one.session in self.names:
                    rules[one.session].append(one.change.rule)
            before = made
            if rules:
                counts = self._counted(found, rules, count)
                yield rules, {name: each.errors for name, each in counts.items()}
