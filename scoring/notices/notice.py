"""Notices: what a result's reader should know before believing the number, found by looking at both sides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from ...formats.errors import arguments_in
from ...formats.schema import Later
from ...formats.values import dataclass, field_names
from ..common.counts import Counts, percent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SIDES = ("reference", "hypothesis")
"""What notices call both sides."""
HIGH = 0.1
"""The rate from which on causes are looked for."""
# A side of words that are separated has so many times the words of one without blanks.
_OTHER_UNIT = 1.8
NOTHING_SCORED = "nothing scored"
"""The name of the notice that neither side has a word, so that there is no rate."""
_NOTHING = "nothing in common"
_MANY, _FEW = 10, 5
_UNBROKEN = "texts without blanks"
OF_COUNTS = NOTHING_SCORED, _NOTHING, _UNBROKEN
"""The names of the notices of counts, which say that a rate is of no use; their texts are alike in every row."""
ROWS, IDLE, COPIED, COPIED_COLUMN = "rows of ", "idle rules ", "copied file", "copied column"
"""The beginnings of the names of notices about rows of a table that nothing scored has, about rules that changed
nothing, and about a file, or a column, that is a copy of the other."""
REPEATED_ROWS = "repeated rows"
"""The name of the notice about ids of several rows with the same texts, as a merge makes them."""
MISSED = ("beyond ", "outside ", "left out ", "without a ", "empty references", "empty hypotheses")
"""The beginnings of the names of notices about what took no part in a score; those of a sum are made of its numbers."""
ONE_PAIR = "one recording each: "
"""The beginning of the text of the notice about the pair that one recording on each side is."""
_OF_ONE_PART = (ROWS, IDLE, COPIED, COPIED_COLUMN, *MISSED)
# What says more than notices whose names begin so.
_COVERED = {
    **dict.fromkeys(("both sides in the reference", "both sides in the hypothesis"), ("both sides of texts",)),
    "repeats": ("rows twice",),
    "twice": ("rows twice",),
    "characters": (_NOTHING, _UNBROKEN),
    **dict.fromkeys(("shift", "unit", "double", "ends", "late", "channels"), ("beyond",)),
    "punctuation": ("punctuation of one side", "capitals of one side"),
    **dict.fromkeys(("case", "heads"), ("capitals of one side",)),
    **dict.fromkeys(
        ("brackets", "silence", "words of one side"),
        (
            *("tags of a decoder of", "sounds in brackets of", "labels of silence of"),
            *("remarks in parentheses of", "pauses in parentheses of"),
        ),
    ),
    "tags of a decoder of one side": ("punctuation of one side",),
    "lost letters": ("replacement characters", "punctuation of one side"),
    "spoken form": ("punctuation of one side", "capitals of one side"),
    "beyond reference": ("empty hypotheses", "missing stretch"),
    "empty hypotheses": ("empty hypotheses of",),
    "beyond hypothesis": ("missing stretch",),
}


@dataclass(frozen=True, slots=True)
class Notice:
    """One remark on the input of a score; prints as its text.

    >>> print(Notice("same file", "reference and hypothesis are one file"))
    reference and hypothesis are one file
    """

    name: str
    """The kind of remark: a result has at most one of each."""
    text: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", arguments_in(self.text))

    @property
    def adds(self) -> bool:
        """Whether it holds for sums with other results, too: not what took no part, idle rules, one pair."""
        return not self.name.startswith(_OF_ONE_PART) and not self.text.startswith(ONE_PAIR)

    def __str__(self) -> str:
        return self.text

    def to_dict(self) -> dict[str, Any]:
        """Name and text, ready for JSON."""
        return {"name": self.name, "text": self.text}


@dataclass(frozen=True, slots=True)
class Explanation(Notice):
    """The cause of most errors, if it is not recognition: the rate without it, and how to get that rate.

    >>> import scorelite
    >>> refs, hyps = ["a good day", "we saw"], ["<eps> a <eps> good day <eps>", "<eps> we saw <eps>"]
    >>> (cause,) = scorelite.score(refs, hyps).causes()
    >>> cause.name, cause.rate, cause.instead, cause.keyword
    ('words of one side', 0.0, 1.0, "normalise='drop:<eps>'")
    """

    rate: float | None
    """The rate without the cause; None of a fact that no rate shows."""
    instead: float
    """The rate of the score."""
    exact: bool
    """Whether all utterances were tried, or a sample."""
    keyword: str = ""
    """The argument that brings the rate about, as Python writes it; empty where the files are wrong."""
    option: str = ""
    """The option of the command line that does."""
    advice: str = ""
    """What to do about the files, where no option helps."""

    def __post_init__(self) -> None:
        """The text is made with either the keyword or the option already."""

    @property
    def adds(self) -> bool:
        """Never: the parts of a sum have other rates."""
        return False

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        return {name: getattr(self, name) for name in field_names(Explanation)}


def would_be(rate: float, now: float, *, exact: bool, measure: str = "the rate") -> str:
    """The end of a sentence about a cause: the rate without it.

    >>> would_be(0.05, 0.125, exact=False)
    'the rate would be about 5.0 % instead of 12.5 %'
    """
    return f"{measure} would be {'' if exact else 'about '}{percent(rate)} instead of {percent(now)}"


def notice_of(fields: Mapping[str, Any]) -> Notice:
    """The notice of its `to_dict`; fields that another version has are left out.

    >>> notice_of(Notice("case", "two cases").to_dict()) == Notice("case", "two cases")
    True
    """
    kind = Explanation if "rate" in fields else Notice
    return kind(**{name: value for name, value in fields.items() if name in field_names(kind)})


class Deferred(Later[Notice]):
    """Notices that are searched for when somebody looks at them, so that scoring itself costs nothing more.

    The search for `causes` of errors is a long one, and its results are of no use in a sum.

    >>> notices = Deferred(lambda: (Notice("same object", "refs and hyps are one object"),))
    >>> len(notices), notices == (Notice("same object", "refs and hyps are one object"),)
    (1, True)
    """

    __slots__ = ("_made", "_make", "causes", "facts")

    def __init__(
        self, facts: Callable[[], tuple[Notice, ...]], causes: Callable[[], tuple[Notice, ...]] = tuple
    ) -> None:
        self.facts, self.causes = cache(facts), causes
        self._make: Callable[[], Sequence[Notice]] | None = lambda: merged((*self.facts(), *causes()))
        self._made: Sequence[Notice] = ()

    def __len__(self) -> int:
        return len(self.made())


def facts_of(notices: Sequence[Notice]) -> Sequence[Notice]:
    """Notices without the causes that nobody has searched for yet."""
    return merged(notices.facts()) if isinstance(notices, Deferred) else notices


def with_more(notices: Sequence[Notice], more: Iterable[Notice]) -> Sequence[Notice]:
    """Notices and further ones, one of each name; causes are still searched for when somebody looks.

    >>> [notice.text for notice in with_more(Deferred(lambda: (Notice("b", "y"),)), [Notice("a", "z")])]
    ['z', 'y']
    """
    added = tuple(more)
    if isinstance(notices, Deferred):
        return Deferred(lambda: (*notices.facts(), *added), notices.causes)
    return merged((*notices, *added))


def of_counts(
    counts: Counts, *, silent: int = _MANY, unbroken: tuple[bool, bool] = (False, False)
) -> tuple[Notice, ...]:
    """A notice if no side has words, if no word is correct of many on both, or if one has none, the other `silent`.

    Sides that are `unbroken` have no blanks between words, which is reported at every rate.

    >>> from scorelite.scoring.common.counts import Counts
    >>> len(of_counts(Counts(0, 12, 0, 0))), len(of_counts(Counts(1, 12, 0, 0))), len(of_counts(Counts(0, 3, 0, 0)))
    (1, 0, 0)
    >>> print(*of_counts(Counts(0, 0, 12, 0)))
    the hypothesis has no words: every word of the reference counts as deleted
    >>> print(*of_counts(Counts()))
    nothing was scored: neither side has words; expected words on at least one side
    """
    if counts.hypothesis == counts.reference == 0:
        text = "nothing was scored: neither side has words; expected words on at least one side"
        return (Notice(NOTHING_SCORED, text),)
    if counts.hypothesis == 0 and counts.reference >= silent:
        return (Notice(_NOTHING, "the hypothesis has no words: every word of the reference counts as deleted"),)
    if counts.reference == 0 and counts.hypothesis >= silent:
        return (Notice(_NOTHING, "the reference has no words: every word of the hypothesis counts as inserted"),)
    smaller, larger = sorted((counts.reference, counts.hypothesis))
    are_unlike = larger > _OTHER_UNIT * smaller
    if smaller and counts.errors and (unbroken[0] or (unbroken[1] and are_unlike)):
        fix = "unit='character' (-c) scores characters"
        texts = "texts"
        if are_unlike and unbroken != (True, True):
            texts = f"texts of the {'reference' if unbroken[0] else 'hypothesis'} alone"
        return (Notice(_UNBROKEN, f"{texts} have no blanks between words, so a phrase counts as one word: {fix}"),)
    if counts.correct or larger < _MANY or smaller < _FEW:
        return ()
    return (Notice(_NOTHING, "no word is correct: are both sides from the same recordings?"),)


def summed(notices: Iterable[Notice], counts: Counts) -> tuple[Notice, ...]:
    """The notices of a sum: those of its parts that hold for it as well, and that of its counts."""
    of_sums = NOTHING_SCORED, _NOTHING
    return merged([*(notice for notice in notices if notice.adds and notice.name not in of_sums), *of_counts(counts)])


def _order(notice: Notice) -> tuple[str, str]:
    return notice.name, notice.text


def _explains_most(notice: Notice) -> bool:
    return isinstance(notice, Explanation) and notice.rate is not None and 2 * notice.rate <= notice.instead


def merged(notices: Iterable[Notice]) -> tuple[Notice, ...]:
    """One notice of each name that no cause covers, sorted by name: whatever the order in which results are added.

    >>> [notice.text for notice in merged([Notice("b", "y"), Notice("a", "z"), Notice("b", "x")])]
    ['z', 'x']
    """
    by_name = {notice.name: notice for notice in sorted(notices, key=_order, reverse=True)}
    covered = tuple(prefix for name in by_name for prefix in _COVERED.get(name, ()))
    if any(map(_explains_most, by_name.values())):
        covered = (*covered, _NOTHING)  # the sides belong together
    return tuple(notice for name, notice in by_name.items() if not name.startswith(covered))[::-1]
