"""A chain of steps: normalises texts, and signs itself by name and version or by a hash of its rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import chain, groupby
from typing import TYPE_CHECKING

from ... import core
from ...formats.errors import LimitError
from ...formats.values import dataclass, field, replace
from .log import Change, Log
from .operation import Function, Operation, Table

if TYPE_CHECKING:
    from typing import Literal, Protocol, TypeAlias

    class OwnStep(Protocol):
        """A step that runs itself. It changes every text alone: the result never depends on the other texts."""

        @property
        def name(self) -> str:
            """The name in the log."""

        def lines(self) -> Iterator[str]:
            """Lines that describe all rules of the step: what the hash in a signature is made of."""

        def apply(self, texts: Sequence[str], *, log: bool) -> tuple[Sequence[str], Sequence[Change]]:
            """The new texts and, with `log`, the changes: for each text in the order in which they were made."""


CoreStep: TypeAlias = "Table | Operation | Function"
Step: TypeAlias = "CoreStep | OwnStep"


@dataclass(frozen=True, slots=True)
class Scoring:
    """The alignment that a normaliser is made for."""

    policy: str = ""
    """The policy where none is named."""
    compounds: Literal["", "merged", "joined"] = ""
    """`merged`: adjacent words of one side match one word of the other. `joined`: before that, differing stretches with
    equal letters become one word on both sides."""
    alternatives: str = field(default="", repr=False)
    """The place of a rule that makes alternatives, if there is one: braces that rules make are marks of sclite's."""
    followed: bool = field(default=False, repr=False)
    """Whether another chain runs after the rules that make alternatives, and so works on the marks."""

    def __add__(self, other: Scoring) -> Scoring:
        return Scoring(
            other.policy or self.policy,
            other.compounds or self.compounds,
            self.alternatives or other.alternatives,
            bool(self.alternatives) or other.followed,
        )


@dataclass(frozen=True, slots=True)
class Chain:
    """Steps in their order. Chains add up.

    >>> Chain((), "a@1") + Chain((), "b@2")
    Chain(steps=(), label='a@1+b@2', scoring=Scoring(policy='', compounds=''))
    """

    steps: tuple[Step, ...] = field(compare=False)
    label: str = ""
    """The name for the signature; without one, a hash of the rules. Chains of one label are equal."""
    scoring: Scoring = field(default=Scoring(), compare=False)
    """The way in which normalised texts are scored."""

    def __post_init__(self) -> None:
        if not self.label:
            object.__setattr__(self, "label", f"rules:{self.digest}")

    @property
    def digest(self) -> str:
        """The first 8 hexadecimal digits of the SHA-256 hash of all rules."""
        from hashlib import sha256

        lines = (f"{text}\n" for step in self.steps for text in (step.name, *step.lines()))
        return sha256("".join(lines).encode("utf-8", "surrogatepass")).hexdigest()[:8]

    def of_any_texts(self) -> Chain:
        """The chain without steps that depend on the position of texts in the list, such as spans of equivalents."""
        if not any(hasattr(step, "of_any_texts") for step in self.steps):
            return self
        steps = tuple(step.of_any_texts() if hasattr(step, "of_any_texts") else step for step in self.steps)
        return replace(self, steps=steps)

    def __add__(self, other: Chain) -> Chain:
        return Chain(self.steps + other.steps, f"{self.label}+{other.label}", self.scoring + other.scoring)

    def apply(
        self, texts: Sequence[str], *, log: bool = False, threads: int = 1
    ) -> tuple[Sequence[str], Sequence[Change]]:
        """The normalised texts and, with `log`, all changes.

        >>> Chain((Operation("blanks", "squeeze", (True,)),)).apply([" a  b"], log=True)
        (['a b'], [Change(utterance=0, start=0, end=1, before=' ', after='', rule='blanks'), \
Change(utterance=0, start=1, end=3, before='  ', after=' ', rule='blanks')])
        """
        logs: list[Sequence[Change]] = []
        for group in self._groups():
            if isinstance(group, tuple):
                program, names = _program(group)
                with _bounded(group):
                    texts, columns, pieces = program.run(texts, log, threads)
                logs.append(Log(columns, pieces, names))
            else:
                texts, changes = group.apply(texts, log=log)
                logs.append(changes)
        return texts, logs[0] if len(logs) == 1 else tuple(chain.from_iterable(logs))

    def rewritten(self, spans: core.Spans, threads: int = 1) -> tuple[core.Spans, bytes] | None:
        """Utterances with normalised texts, and a byte for each, 0 where no rule changed the text.

        None where the core does not know each step: only strings have these.
        """
        group, *more = [*self._groups()] or [()]
        if more or not isinstance(group, tuple):
            return None
        with _bounded(group):
            return _program(group)[0].rewritten(spans, threads)

    def stages(self, texts: Sequence[str]) -> Iterator[tuple[Sequence[str], Sequence[Change]]]:
        """The texts after each step, and the changes that it made.

        >>> steps = Operation("ends", "squeeze", (True,)), Operation("commas", "commas")
        >>> [texts for texts, changes in Chain(steps).stages([" 1,000"])]
        [['1,000'], ['1000']]
        """
        for group in self._groups():
            if not isinstance(group, tuple):
                texts, changes = group.apply(texts, log=True)
                yield texts, changes
                continue
            program, names = _program(group)
            with _bounded(group):
                _, all_columns, all_pieces = program.run(texts, True)
            first = 0
            for step in group:
                behind = first + len(step.names)
                texts, columns, pieces = program.stage(texts, all_columns, all_pieces, first, behind)
                yield texts, Log(columns, pieces, names)
                first = behind

    def _groups(self) -> Iterator[tuple[CoreStep, ...] | OwnStep]:
        """Steps that the core runs together, and those that run themselves."""
        for is_core, steps in groupby(self.steps, lambda step: isinstance(step, Table | Operation | Function)):
            if is_core:
                yield tuple(steps)  # type: ignore[arg-type]
            else:
                yield from steps  # type: ignore[misc]


def _too_long(step: Step, most: int) -> LimitError:
    place = next((f"{rule.place}: " for rule in step.rules if rule.place), "") if isinstance(step, Table) else ""
    return LimitError(f"{place}{step.name} makes more than {most} letters of one text; expected rules that end")


@contextmanager
def _bounded(group: tuple[CoreStep, ...]) -> Iterator[None]:
    """Names the rule with which a text grows too long."""
    try:
        yield
    except OverflowError as error:
        raise _too_long(group[error.args[0]], error.args[1]) from None


@lru_cache(maxsize=32)
def _program(steps: tuple[CoreStep, ...]) -> tuple[core.Program, list[str]]:
    """The program of steps that the core runs, and the names of their rules."""
    return core.Program([step.operation for step in steps]), [name for step in steps for name in step.names]
