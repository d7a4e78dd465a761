"""Protocols of results: of words, keywords, segments and meetings."""

from __future__ import annotations

from typing import Any, ClassVar, Protocol, TypeVar

Own = TypeVar("Own")


class Reported(Protocol):
    """A result whose reports can be found: WING names its folder below `scorelite.scoring.report`."""

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


class Parted(Protocol):
    """A result of recordings or sessions, each with a score of its own."""

    @property
    def signature(self) -> str: ...
    @property
    def parts(self) -> tuple[Any, ...]: ...
    @property
    def missing(self) -> tuple[str, ...]: ...
    @property
    def extra(self) -> tuple[str, ...]: ...
    @property
    def ref_name(self) -> str: ...
    @property
    def hyp_name(self) -> str: ...
