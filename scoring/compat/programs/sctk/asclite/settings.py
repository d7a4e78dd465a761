"""Settings of a run of asclite, as its command line gives them."""

from __future__ import annotations

from dataclasses import dataclass, field

from .model import Marks


@dataclass(slots=True)
class Input:
    """A file of the command line."""

    name: bytes = b""
    kind: bytes = b"trn"
    title: bytes = b""


@dataclass(slots=True)
class Settings:
    """Everything that options set. Numbers stay text where the log repeats them."""

    reference: Input | None = None
    hypotheses: list[Input] = field(default_factory=list)
    utterances: bytes = b"spu_id"
    case: bool = False
    fragments: bool = False
    optional: bytes = b"none"
    prune: int = -1
    near: int = -1
    speakers: bytes | None = None
    adaptive: bool = False
    spelling: bool = False
    by_time: bool = False
    generic: bool = False
    most_speakers: int = 4
    least_speakers: int = 0
    only_group: int | None = None
    memory: bytes = b"1"
    hardest: bytes | None = None
    easiest: bytes | None = None
    compression: bool = False
    forced_compression: bool = False
    gaps: bool = True
    uem: bytes | None = None
    uem_side: bytes = b"both"
    overlap_side: bytes | None = None
    folder: bytes = b""
    level: int = 4
    reports: list[bytes] = field(default_factory=list)

    def marks(self, side: bytes) -> Marks:
        """Marks in the words of a side: `ref`, `hyp`, or one that is still being read, which counts as `hyp`."""
        return Marks(self.optional in (b"both", side), self.fragments, self.case)

    @property
    def optional_references(self) -> bool:
        return self.optional in (b"both", b"ref")

    @property
    def optional_hypotheses(self) -> bool:
        """Whether optional words of hypotheses are free; `both` means references only."""
        return self.optional == b"hyp"
