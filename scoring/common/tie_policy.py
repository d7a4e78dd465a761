"""Alignment policies: the costs of errors, and which of equally cheap steps is taken.

A policy is data that the aligners are handed as numbers. It decides as follows.

- The alignment is the cheapest one: every error costs what `costs` says, a match costs nothing. Only the ratio of the
  costs matters: 8/6/6 is the same policy as 4/3/3.
- Several alignments may be cheapest. Going back from the end of both texts, of the steps that still lead to a cheapest
  alignment the first one in `ties` is taken: S (a substitution or a match), I (an insertion), D (a deletion). With a
  fourth letter, M is a match and S a substitution alone.
- With `=` at both ends of `ties`, equal words at both ends of the texts are matched first, and a long pair (from about
  2,048 times 2,048 words on) is aligned in two halves, as RapidFuzz does. That is for costs of 1 and for plain texts.
- In texts without alternations and optional words only the sum of the costs of an insertion and a deletion counts, not
  their difference: all alignments of two texts have the same surplus of insertions over deletions.
- An optional word that is left out (`optional_words`, sclite's -D) costs two thirds of an insertion or deletion where a
  substitution costs more than either, as in sclite (2 of 3), else as much as any other word, as with Kaldi's costs.
- The null word `@` of an alternation costs 0.001, two of them paired cost 1, of costs that are whole numbers in lowest
  terms.
- A compound (`scorelite.scoring.words.compounds`) costs nothing.
- Word weights (sclite's -w) and alignment by time (-T) bring costs of their own: only `ties` matters there.
- Sums are exact, but for one quirk of sclite that decides between alternatives with null words: beside alternations and
  optional words, costs that are at most 4 in lowest terms are added in single precision.
"""

from __future__ import annotations

import re
from functools import lru_cache
from math import gcd

from ...formats.errors import UsageError, suggestion
from ...formats.values import dataclass

_MOST = 1_000_000
# Each letter once: three of them, or four, and `=` at both ends or at none.
_TIES = re.compile(r"(=?)(?!.*(\w).*\2)([SID]{3}|[SIDM]{4})\1")


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """The costs of errors, and the order of preference among equally cheap steps.

    Policies that align alike are equal, whatever their names.

    >>> Policy("mine", (1, 0.75, 0.75), "SDI").label
    '4/3/3:SDI'
    >>> Policy("mine", (8, 6, 6), "SID") == SCLITE
    True
    """

    name: str
    costs: tuple[float, float, float]
    """Costs of a substitution, an insertion and a deletion: numbers above 0 with up to 3 decimals.

    As whole numbers in lowest terms they go up to 1,000,000, so that sums stay exact.
    """
    ties: str
    """An order of S, I and D: of equally cheap last steps the first one here is taken; S stands for a match, too.

    With a fourth letter, M stands for a match; `=` at both ends matches equal ends first.
    """
    summary: str = ""
    """What the policy is like, as the end of a sentence: "scored `like Kaldi's compute-wer`"."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "costs", _checked(self.costs))
        if not isinstance(self.ties, str) or not _TIES.fullmatch(self.ties):
            expected = "S, I and D in some order, such as 'SID', or S, I, D and M, such as '=DSIM='"
            raise UsageError(f"ties {self.ties!r} of a policy; expected {expected}")
        if self.ties[0] == "=" and self.whole_costs != (1, 1, 1):
            raise UsageError(f"ties {self.ties!r} work with costs of 1, not {self.costs}; expected ties without '='")
        if max(self.whole_costs) > _MOST:
            shown = "/".join(map(str, self.whole_costs))
            raise UsageError(f"costs {self.costs} of a policy are {shown}; expected whole numbers up to {_MOST}")

    @property
    def whole_costs(self) -> tuple[int, int, int]:
        """The costs as whole numbers in lowest terms, as the aligners expect them.

        >>> Policy("mine", (0.5, 1, 1), "SID").whole_costs
        (1, 2, 2)
        """
        return _whole(self.costs)

    @property
    def label(self) -> str:
        """The policy in a signature: its name if it is one of `POLICIES`, else its numbers.

        >>> Policy("mine", (2, 2, 2), "SDI").label, Policy("sclite", (4, 3, 3), "IDS").label
        ('kaldi_align', '4/3/3:IDS')
        """
        numbers = "/".join(map(str, self.whole_costs)) + ":" + self.ties
        return next((policy.name for policy in POLICIES if policy == self), numbers)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Policy):
            return NotImplemented
        return (self.whole_costs, self.ties) == (other.whole_costs, other.ties)

    def __hash__(self) -> int:
        return hash((self.whole_costs, self.ties))


@lru_cache(maxsize=64)
def _whole(costs: tuple[float, float, float]) -> tuple[int, int, int]:
    substitution, insertion, deletion = (round(1000 * cost) for cost in costs)
    divisor = gcd(substitution, insertion, deletion)
    return substitution // divisor, insertion // divisor, deletion // divisor


def _checked(costs: object) -> tuple[float, float, float]:
    if not isinstance(costs, (tuple, list)) or len(costs) != 3:
        expected = "three, of a substitution, an insertion and a deletion, such as (4, 3, 3)"
        raise UsageError(f"costs {costs!r} of a policy; expected {expected}")
    substitution, insertion, deletion = map(_cost, ("substitution", "insertion", "deletion"), costs)
    return substitution, insertion, deletion


def _cost(kind: str, cost: object) -> float:
    """A cost as int or float. NaN fails every comparison, so it is refused, too."""
    try:
        value = 0.0 if isinstance(cost, (bool, str, bytes)) else float(cost)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        value = 0.0
    if not 0.001 <= value <= _MOST or round(1000 * value) / 1000 != value:
        raise UsageError(f"{kind} cost {cost!r} of a policy; expected a number above 0, with up to 3 decimals")
    return int(value) if value.is_integer() else value


SCLITE = Policy("sclite", (4, 3, 3), "SID", "like NIST's sclite")
KALDI_WER = Policy("kaldi_wer", (1, 1, 1), "IDS", "like Kaldi's compute-wer")
KALDI_ALIGN = Policy("kaldi_align", (1, 1, 1), "SDI", "like Kaldi's align-text")

RAPIDFUZZ = Policy("rapidfuzz", (1, 1, 1), "=DSIM=", "like RapidFuzz and jiwer")

POLICIES = (SCLITE, KALDI_WER, KALDI_ALIGN, RAPIDFUZZ)
OTHER_NAMES = {"jiwer": RAPIDFUZZ}
KEEP_CASE = {KALDI_WER: "Kaldi's compute-wer", KALDI_ALIGN: "Kaldi's align-text", RAPIDFUZZ: "jiwer"}
"""Policies of programs to which a and A are different letters."""


def policy_of(value: Policy | str) -> Policy:
    """The policy that a name or numbers stand for; a policy with the numbers of a known one is that one.

    >>> policy_of("kaldi_wer").ties
    'IDS'
    >>> policy_of("1/1/1:IDS").name
    'kaldi_wer'
    >>> policy_of("2/1/1:SID").whole_costs
    (2, 1, 1)
    """
    if isinstance(value, str):
        value = _named(value)
    elif not isinstance(value, Policy):
        raise UsageError(f"policy {value!r}; expected a Policy, or {_EXPECTED}")
    return next((policy for policy in POLICIES if policy == value), value)


_EXPECTED = (
    f"one of: {', '.join(policy.name for policy in POLICIES)}, or costs of a substitution, an insertion and a deletion "
    "with an order of ties, such as 4/3/3:SID"
)


def _named(text: str) -> Policy:
    for policy in POLICIES:
        if policy.name == text or policy is OTHER_NAMES.get(text):
            return policy
    numbers, colon, ties = text.rpartition(":")
    try:
        costs = tuple(float(number) if "." in number else int(number) for number in numbers.split("/"))
    except ValueError:
        costs = ()
    if not colon or not costs:
        near = suggestion(text, [listed_policy.name for listed_policy in POLICIES])
        expected = f"{near} (expected {_EXPECTED})" if near else f"; expected {_EXPECTED}"
        raise UsageError(f"policy {text!r} is unknown{expected}")
    policy = Policy(text, costs, ties)  # type: ignore[arg-type]  # Policy counts them
    return Policy(policy.label, policy.costs, ties, f"at costs of {'/'.join(map(str, policy.whole_costs))}")
