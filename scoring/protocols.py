"""The protocol of all results: of words, keywords, segments and meetings."""

from __future__ import annotations

from typing import Any, ClassVar, Protocol, TypeVar

Own = TypeVar("Own")


class Reported(Protocol):
    """A result whose reports can be found: WING names its folder below `scoring.report`."""

    WING: ClassVar[str]


class Scored(Reported, Protocol):
    """A result of words, keywords or segments: printable, addable, picklable, equal only to one of equal content.

    Adding results of different signatures, or with a unit (utterance, recording ...) in both, is a MismatchError.
    """

    @property
    def signature(self) -> str:
        """The settings in one line: results with one signature are comparable."""

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""

    def report(self, name: str) -> bytes:
        """The report of this name."""

    def __add__(self: Own, other: Own) -> Own: ...

    def _repr_html_(self) -> str: ...
