"""splet.structures: turns of a session."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["Session", "Turn"]


@dataclass(slots=True)
class Turn:
    """A text, with a speaker and times where they are known."""

    text: str
    speaker: str | None = None
    start: float | None = None
    end: float | None = None
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def duration(self) -> float | None:
        """The seconds from start to end, if both are known."""
        return None if self.start is None or self.end is None else self.end - self.start


@dataclass(slots=True)
class Session:
    """The turns of a recording.

    >>> Session("m1", [Turn("hello", "A"), Turn("hi", "B"), Turn("bye", "A")]).text("A")
    'hello bye'
    """

    key: str
    turns: list[Turn] = field(default_factory=list)

    @classmethod
    def from_text(cls, key: str, text: str) -> Session:
        """A session of one turn."""
        return cls(key, [Turn(text)])

    @property
    def speakers(self) -> list[str]:
        """The speakers in the order in which they begin."""
        return list(dict.fromkeys(turn.speaker for turn in self.turns if turn.speaker is not None))

    def text(self, speaker: str | None = None, sep: str = " ") -> str:
        """The texts of all turns, or of those of a speaker."""
        return sep.join(turn.text for turn in self.turns if turn.text and speaker in (None, turn.speaker))

    def is_timed(self) -> bool:
        """Whether every turn has a start and an end."""
        return all(turn.duration is not None for turn in self.turns)
