"""Meetings before normalisation: the sessions after any chain, every change, and what each rule moved."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeAlias

from ..common.counts import Counts
from ..normalise.chain import Chain
from ..normalise.effect import Effect
from ..normalise.log import Change
from ..normalise.moved import moved_by, stages_of
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
    touching: bool = False
    """Whether segments count that touch a region, instead of those whose middle lies in one."""

    def changes(self) -> Iterator[dict[str, Any]]:
        """Every change, ready for JSON."""
        made = self.given.normalised(self.chain).changes
        return (change.to_dict() for change in made if change.session in self.names)

    def effect(self, count: Callable[[Sequence[Session]], Mapping[str, Counts]]) -> Effect:
        """Counts without normalisation, and the errors that each rule moved; `count` scores sessions."""

        def counted(all_sessions: Sequence[Session], names: Collection[str]) -> Mapping[str, Counts]:
            sessions = [session for session in all_sessions if session.name in names]
            if self.regions is not None:
                sessions = [session.within(self.regions[session.name], touching=self.touching) for session in sessions]
            return count(sessions)

        def after(chain: Chain) -> tuple[Sequence[Session], Iterator[tuple[str, Hashable, str]]]:
            normalised = self.given.normalised(chain)
            made = (
                (change.session, (change.side, change.change.utterance), change.change.rule)
                for change in normalised.changes
                if not change.change.is_of_blanks
            )
            return normalised.sessions, (row for row in made if row[0] in self.names)

        def errors(sessions: Sequence[Session], names: Collection[str]) -> dict[str, int]:
            return {name: counts.errors for name, counts in counted(sessions, names).items()}

        raw = counted(self.given.normalised(None).sessions, self.names)
        stages = stages_of(self.chain, after, errors)
        moved = moved_by(stages, {name: counts.errors for name, counts in raw.items()})
        return Effect(sum(raw.values(), Counts()), moved)
