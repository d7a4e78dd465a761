"""A chain of steps: normalises texts, and signs itself by name and version or by a hash of its rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from typing import Protocol

from scoring.normalise.change import Change


class Step(Protocol):
    """One step of a chain. It changes every text alone: the result never depends on the other texts."""

    @property
    def name(self) -> str:
        """The name in the log."""

    def lines(self) -> Iterator[str]:
        """Lines that describe all rules of the step: what the hash in a signature is made of."""

    def apply(self, texts: Sequence[str], *, log: bool) -> tuple[Sequence[str], Sequence[Change]]:
        """The new texts and, with `log`, the changes: for each text in the order in which they were made."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Steps in their order. Chains add up.

    >>> Chain((), "a@1") + Chain((), "b@2")
    Chain(steps=(), label='a@1+b@2')
    """

    steps: tuple[Step, ...]
    label: str = ""
    """The name for the signature; without one, a hash of the rules."""

    def __post_init__(self) -> None:
        if not self.label:
            object.__setattr__(self, "label", f"rules:{self.digest}")

    @property
    def digest(self) -> str:
        """The first 8 hexadecimal digits of the SHA-256 hash of all rules."""
        lines = (f"{text}\n" for step in self.steps for text in (step.name, *step.lines()))
        return sha256("".join(lines).encode("utf-8", "surrogatepass")).hexdigest()[:8]

    def __add__(self, other: Chain) -> Chain:
        return Chain(self.steps + other.steps, f"{self.label}+{other.label}")

    def apply(self, texts: Sequence[str], *, log: bool = False) -> tuple[Sequence[str], Sequence[Change]]:
        """The normalised texts and, with `log`, all changes.

        >>> Chain(()).apply(["Hello"])
        (['Hello'], ())
        """
        logs = []
        for step in self.steps:
            texts, changes = step.apply(texts, log=log)
            logs.append(changes)
        return texts, logs[0] if len(logs) == 1 else tuple(chain.from_iterable(logs))
