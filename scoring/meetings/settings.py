"""Settings of meetings: everything that can move a number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, cast, get_args

from ...formats.errors import UsageError, check_flags
from ..common.published import published
from ..common.results import check_amount
from ..common.tie_policy import KALDI_WER, Policy, policy_of
from ..normalise.catalogue import Wanted, scored_chain_of
from ..normalise.chain import Chain

Timing: TypeAlias = Literal[
    "character_based", "character_based_points", "equidistant_intervals", "equidistant_points", "full_segment", "none"
]
Unit: TypeAlias = Literal["word", "character"]
Sort: TypeAlias = Literal["segment", "word", "checked", "kept"]


@dataclass(frozen=True, slots=True)
class MeetingSettings:
    """How words get times, how segments are ordered, and how words are compared.

    >>> print(MeetingSettings(collar=5).signature(timed=False))
    policy:kaldi_wer|case:kept|sort:segment/segment
    """

    collar: float | None = None
    """Seconds that words of the hypothesis are widened by on each side; measures with times need it."""
    ref_timing: Timing = "character_based"
    hyp_timing: Timing = "character_based_points"
    """How the words of a segment share its time; `none`: every segment is a single word."""
    ref_sort: Sort = "segment"
    hyp_sort: Sort = "segment"
    """`segment` sorts by start, `word` sorts words by theirs, `checked` sorts segments and refuses words in another
    order, `kept` leaves the order as it is. Segments without times are never sorted."""
    policy: Policy | str = KALDI_WER
    case_sensitive: bool = True
    unit: Unit = "word"
    """What is aligned: words, or the characters of words, without the spaces between these."""
    markup: bool = False
    """Texts have alternations, as in { a / b / @ }; the measures wer, cp and tcp read them."""
    optional_words: bool = False
    """A word in parentheses may be missing without an error; the measures wer, cp and tcp know them."""
    fragments: bool = False
    """A word that begins or ends with a hyphen matches by its other end; the measures wer, cp and tcp know them."""
    normalise: Wanted | None = None
    """A normaliser for both sides: a name such as "whisper-en", a rule file, a chain, or several of these."""
    memory: int = 1 << 30
    """Bytes that the search for an optimum may take."""
    time: float | None = None
    """Seconds that a session may take: 60 where an optimum is searched for, no limit where segments move greedily."""

    like: str | None = None
    """A published convention, such as "chime-8", whose settings these are."""

    def __post_init__(self) -> None:
        check_flags(self)
        object.__setattr__(self, "policy", policy_of(self.policy))
        if self.normalise is not None:
            object.__setattr__(self, "normalise", scored_chain_of(self.normalise))
        if self.collar is not None:
            check_amount("collar", self.collar)
            object.__setattr__(self, "collar", float(self.collar))
        choices = {"ref_timing": Timing, "hyp_timing": Timing, "ref_sort": Sort, "hyp_sort": Sort, "unit": Unit}
        for name, kinds in choices.items():
            if getattr(self, name) not in get_args(kinds):
                raise UsageError(f"{name} is {getattr(self, name)!r}; expected one of: {', '.join(get_args(kinds))}")
        if not isinstance(self.memory, int) or self.memory < 1:
            raise UsageError(f"memory is {self.memory!r}; expected a number of bytes >= 1")
        if self.time is not None:
            check_amount("time", self.time)

    @property
    def rules(self) -> tuple[tuple[int, int, int], str]:
        """The costs and ties of the policy, as the core takes them."""
        policy = cast("Policy", self.policy)  # of one that is named, the policy itself
        return policy.whole_costs, policy.ties

    @property
    def marks(self) -> bool:
        """Whether texts have marks, which only some measures read."""
        return self.markup or self.optional_words or self.fragments

    @property
    def chain(self) -> Chain | None:
        """The chain that normalises both sides, if there is one."""
        return cast("Chain | None", self.normalise)

    def signature(self, timed: bool) -> str:
        """The settings that move a number of a measure with or without times, in one line."""
        case = "kept" if self.case_sensitive else "folded"
        unit = "" if self.unit == "word" else f"|unit:{self.unit}"
        marks = {"markup:sclite": self.markup, "optional:free": self.optional_words, "fragments:match": self.fragments}
        unit += "".join(f"|{name}" for name, is_given in marks.items() if is_given)
        common = f"policy:{policy_of(self.policy).label}|case:{case}|sort:{self.ref_sort}/{self.hyp_sort}{unit}"
        if self.chain:
            common += f"|normalise:{self.chain.label}"
        like = "" if self.like is None or not published("meetings", self.like).has(self) else f"|like:{self.like}"
        times = f"|collar:{self.collar}|timing:{self.ref_timing}/{self.hyp_timing}" if timed else ""
        return f"{common}{times}{like}"
