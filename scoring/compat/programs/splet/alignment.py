"""splet.alignment: alignments of lists of tokens by the core.

With `costs="sclite"` the numbers are sclite's, also where SPLET's are not: a token in parentheses is an ordinary one
unless `optional_deletion_is_correct` (sclite's -D) makes it optional.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ..... import core
from .....formats.errors import UsageError, among
from .....formats.values import dataclass
from ....common.tie_policy import RAPIDFUZZ, SCLITE, Policy
from .summary import error_rate_from_counts

__all__ = ["COST_CHOICES", "AlignmentResult", "levenshtein_alignment"]

COST_CHOICES = {"sclite": SCLITE, "unit": Policy("unit", (1, 1, 1), SCLITE.ties)}
_BACKENDS = ("auto", "python", "rapidfuzz")
_NAMES = {"C": "hit", "S": "sub", "D": "del", "I": "ins"}
_LETTERS = {name: letter for letter, name in _NAMES.items()}


@dataclass(frozen=True, slots=True)
class AlignmentResult:
    """Counts and steps of an alignment; a step is "hit", "sub", "del" or "ins" with the token of either side."""

    hits: int
    substitutions: int
    deletions: int
    insertions: int
    ref_len: int
    hyp_len: int
    operations: list[tuple[str, str | None, str | None]]

    @property
    def errors(self) -> int:
        """Substitutions, deletions and insertions."""
        return self.substitutions + self.deletions + self.insertions

    @property
    def error_rate(self) -> float:
        """Errors per reference token; without any, 1.0 if there are errors, else 0.0."""
        return error_rate_from_counts(self.errors, self.ref_len)

    def to_string(self, width: int = 0) -> str:
        """The alignment in three lines.

        >>> levenshtein_alignment("a b".split(), "a cat".split()).to_string().split(chr(10))
        ['REF: a b  ', 'HYP: a cat', 'OP:  C S  ']
        """
        lines = ["REF:", "HYP:", "OP: "]
        for name, ref, hyp in self.operations:
            cells = "*" if ref is None else ref, "*" if hyp is None else hyp, _LETTERS[name]
            wide = max(width, *map(len, cells))
            lines = [f"{line} {cell.ljust(wide)}" for line, cell in zip(lines, cells, strict=True)]
        return "\n".join(lines)


def levenshtein_alignment(
    ref: Sequence[str],
    hyp: Sequence[str],
    backend: str = "python",
    costs: str = "sclite",
    optional_deletion_is_correct: bool = False,
) -> AlignmentResult:
    """Aligns two lists of tokens of any length; case matters.

    `backend="rapidfuzz"` has the ties of that package, which is not needed; other names have sclite's.

    >>> levenshtein_alignment("a b c".split(), "b a c".split()).operations[:2]
    [('del', 'a', None), ('hit', 'b', 'b')]
    """
    if costs not in COST_CHOICES:
        raise UsageError(f"unknown cost model {costs!r}{among(costs, COST_CHOICES)}")
    if backend not in _BACKENDS:
        raise UsageError(f"unknown backend {backend!r}{among(backend, _BACKENDS)}")
    if backend == "rapidfuzz" and costs != "unit":
        raise UsageError(f"backend 'rapidfuzz' has unit-cost alignments, not costs {costs!r}; expected costs='unit'")
    is_like_rapidfuzz = backend == "rapidfuzz" or (backend == "auto" and costs == "unit")
    rules = _rules(RAPIDFUZZ if is_like_rapidfuzz else COST_CHOICES[costs], optional_deletion_is_correct)
    ref, hyp = list(ref), list(hyp)
    batch = core.align(rules, _side(ref), _side(hyp))
    hits, substitutions, deletions, insertions = memoryview(batch.counts()).cast("i")
    steps = [(_NAMES[letter], left, right) for letter, left, right, *_ in batch.pairs(0, tuple, ref, hyp, 0)]
    # An optional token counts as a token of the reference on either side, as sclite counts it.
    length = hits + substitutions + deletions
    return AlignmentResult(hits, substitutions, deletions, insertions, length, len(hyp), steps)


@lru_cache
def _rules(policy: Policy, optional: bool) -> core.Rules:
    charset = core.Charset("ascii", {}, {})
    costs, ties = policy.whole_costs, policy.ties
    return core.Rules(charset, sensitive=True, optional=optional, markup=False, long_words=True, costs=costs, ties=ties)


def _side(tokens: list[str]) -> core.Side:
    # A lone surrogate is an ordinary character here.
    return core.texts([[token.encode("utf-8", "surrogatepass") for token in tokens]])
