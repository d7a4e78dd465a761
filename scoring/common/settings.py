"""One frozen record of everything that can move a number, and its printed signature."""

from __future__ import annotations

from ... import core
from ...formats.errors import UsageError, check_flags
from ...formats.guessed import Answering
from ...formats.values import dataclass, field_names, replace
from .other_names import unknown_setting
from .tie_policy import SCLITE, Policy, policy_of
from .version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, Literal

    from ..normalise.catalogue import Wanted
    from ..normalise.chain import Chain
    from ..normalise.equivalents import Equivalents
    from .keywords import Keywords, Unit
    from .published import Average, Published

# Bits of the core's `characters`.
_NO_ASCII = 1
_DROP_HYPHENS = 2
# Other names of units.
_UNITS: dict[str, Unit] = {"char": "character", "chars": "character", "characters": "character", "words": "word"}
_MEANT = {
    "mixed": ", or normalise='mixed-units' (--normalise mixed-units)",
    **dict.fromkeys(("grapheme", "graphemes"), ": characters are code points; graphemes between blanks are words"),
    **dict.fromkeys(("phone", "phones", "phoneme", "phonemes"), ": phones between blanks are words"),
}


@dataclass(frozen=True, slots=True)
class Settings(Answering):
    """How texts become words and how words are compared. Results with equal signatures are comparable.

    >>> print(Settings(policy="kaldi_wer", case_sensitive=True).signature)  # doctest: +ELLIPSIS
    scorelite:...|policy:kaldi_wer|unit:word|case:kept|markup:no|optional:no|fragments:no
    """

    policy: Policy | str = SCLITE
    """SCLITE, KALDI_WER, KALDI_ALIGN, RAPIDFUZZ, a `Policy` of your own, a name, or numbers such as "4/3/3:SID"."""
    case_sensitive: bool = False
    """Without it A-Z and a-z are equal, as in sclite; letters beyond ASCII always keep their case."""
    unit: Unit = "word"
    """`character` compares the characters of words, without the blanks between them (sclite's -c)."""
    keep_ascii: bool = False
    """With characters: words of ASCII stay whole (sclite's -c NOASCII)."""
    drop_hyphens: bool = False
    """With characters: hyphens are dropped (sclite's -c DH)."""
    optional_words: bool = False
    """A word in parentheses may be missing without an error (sclite's -D)."""
    fragments: bool = False
    """A word that begins or ends with a hyphen matches by its other end (sclite's -F)."""
    markup: bool = False
    """Texts follow sclite's grammar: { a / b / @ }, word;tag, escapes. Otherwise they are bare words."""
    normalise: Wanted | None = None
    """A normaliser for both sides: a name such as "whisper-en", a rule file, a chain, or several of these."""
    equivalents: Any = None
    """Words that may stand for others: a file of rules, words by word as {"gonna": ["going to"]}, or several."""
    equivalents_side: Literal["ref", "hyp", "both"] = "ref"
    """The side whose words may be read otherwise."""
    equivalents_branches: Literal["free", "whole"] = "free"
    """Whether what stands for words may have errors, or is taken only as a whole."""
    like: str | None = None
    """A published convention, such as "kaldi", whose settings these are."""

    def __post_init__(self) -> None:
        if self.markup == "sclite":  # type: ignore[comparison-overlap]  # as signatures write it
            raise UsageError("markup is 'sclite'; expected True, which signatures show as markup:sclite, or False")
        check_flags(self)
        if self.like is not None:
            self._take_published()
        object.__setattr__(self, "policy", policy_of(self.policy))
        if self.normalise is not None:
            # Imported only now: tables of rules are large, and most runs need none.
            from ..normalise.catalogue import scored_chain_of

            object.__setattr__(self, "normalise", scored_chain_of(self.normalise, alternatives=True))
        if self.equivalents is not None:
            from ..normalise.equivalent_sources import equivalents_of

            object.__setattr__(self, "equivalents", equivalents_of(self.equivalents))
        if self.equivalents_side not in ("ref", "hyp", "both"):
            raise UsageError(f"equivalents_side is {self.equivalents_side!r}; expected 'ref', 'hyp' or 'both'")
        if self.equivalents_branches not in ("free", "whole"):
            raise UsageError(f"equivalents_branches is {self.equivalents_branches!r}; expected 'free' or 'whole'")
        if isinstance(self.unit, str):
            object.__setattr__(self, "unit", _UNITS.get(self.unit, self.unit))
        if self.unit not in ("word", "character"):
            meant = _MEANT.get(str(self.unit), "")
            raise UsageError(f"unit {self.unit!r} is unknown; expected 'word' or 'character'{meant}")
        if self.unit == "word" and (self.keep_ascii or self.drop_hyphens):
            raise UsageError("keep_ascii= (--keep-ascii) and drop_hyphens= (--drop-hyphens) need unit='character' (-c)")

    def _take_published(self) -> None:
        """Takes the settings of a published convention, unless others were given."""
        from .published import published

        usual = Settings()
        if all(getattr(self, name) == getattr(usual, name) for name in field_names(Settings) if name != "like"):
            for name, value in published("words", self.like).settings.items():  # type: ignore[arg-type]
                object.__setattr__(self, name, value)

    @property
    def signature(self) -> str:
        """Settings in one line, to be printed with a number so that others can reproduce it."""
        unit = self.unit + "+noascii" * self.keep_ascii + "+dh" * self.drop_hyphens
        parts = {
            "scorelite": __version__,
            "policy": policy_of(self.policy).label,
            "unit": unit,
            "case": "kept" if self.case_sensitive else "folded",
            "markup": "sclite" if self.markup else "no",
            "optional": "free" if self.optional_words else "no",
            "fragments": "match" if self.fragments else "no",
        }
        if self.chain:
            parts["normalise"] = self.chain.label
        if self.compounds:
            parts["compounds"] = self.compounds
        if self.rules_of_words:
            branches = self.equivalents_branches
            parts["equivalents"] = f"{self.rules_of_words.label}/side={self.equivalents_side}/branches={branches}"
        if self.convention is not None:
            parts["like"] = self.convention.name
        return "|".join(f"{key}:{value}" for key, value in parts.items())

    @property
    def chain(self) -> Chain | None:
        """The chain that normalises both sides, if there is one."""
        chain: Chain | None = self.normalise  # type: ignore[assignment]  # made in `__post_init__`
        return chain

    @property
    def convention(self) -> Published | None:
        """The published convention of `like`, while the settings are unchanged."""
        if self.like is None:
            return None
        from .published import published

        record = published("words", self.like)
        return record if record.has(self) else None

    @property
    def average(self) -> Average:
        """The average that the published convention has: pooled, mean or median of the rates of utterances."""
        return "pooled" if self.convention is None else self.convention.average

    @property
    def rules_of_words(self) -> Equivalents | None:
        """The rules of equivalents, if there are any."""
        rules: Equivalents | None = self.equivalents  # made in `__post_init__`
        return rules

    @property
    def compounds(self) -> str:
        """The way in which compounds of words match: merged, joined, or empty, as the normaliser demands."""
        return self.chain.scoring.compounds if self.chain and self.unit == "word" else ""

    def without_compounds(self) -> Settings:
        """The settings with a chain that merges no compounds."""
        if self.chain is None:
            return self
        return replace(self, normalise=replace(self.chain, scoring=replace(self.chain.scoring, compounds="")))

    def to_dict(self) -> dict[str, str | bool]:
        """Settings by name.

        >>> Settings().to_dict()["policy"]
        'sclite'
        """
        values = {name: getattr(self, name) for name in field_names(Settings)}
        for name in ("normalise", "equivalents", "equivalents_side", "equivalents_branches", "like"):
            del values[name]
        named: dict[str, str | bool] = {"normalise": self.chain.label} if self.chain else {}
        if self.like is not None:
            named["like"] = self.like
        if self.rules_of_words:
            named["equivalents"] = self.rules_of_words.label
            named |= {name: getattr(self, name) for name in ("equivalents_side", "equivalents_branches")}
        return {**values, "policy": policy_of(self.policy).label, **named}

    def charset(self) -> core.Charset:
        """The encoding for the core: UTF-8 where characters are compared, else bytes, which lets wrong ones through."""
        return core.Charset("utf-8" if self.unit == "character" else "ascii", {}, {})

    def rules(self, *, sort_times: bool = False, overlap: bool = False) -> core.Rules:
        """Settings as the core takes them; `sort_times` puts errors between two matches in the order of their times.

        `overlap` pairs only words whose times overlap.
        """
        characters = _NO_ASCII * self.keep_ascii + _DROP_HYPHENS * self.drop_hyphens
        policy = policy_of(self.policy)
        return core.Rules(
            self.charset(),
            sensitive=self.case_sensitive,
            optional=self.optional_words,
            fragments=self.fragments,
            characters=characters if self.unit == "character" else -1,
            markup=self.markup,
            costs=policy.whole_costs,
            ties=policy.ties,
            sort_times=sort_times,
            overlap=overlap,
            whole=self.rules_of_words is not None and self.equivalents_branches == "whole",
            wild=self.rules_of_words is not None and "any-words" in self.rules_of_words.made,
            slash=self.rules_of_words is not None,
            long_words=True,
        )

    def counts(self, refs: Sequence[str], hyps: Sequence[str]) -> list[tuple[int, int, int, int]]:
        """Correct, substitutions, deletions and insertions of each pair of texts.

        >>> Settings().counts(["the cat sat", "hey"], ["a cat", "hey you"])
        [(1, 1, 1, 0), (1, 0, 0, 1)]
        """
        numbers = (
            memoryview(core.align(self.rules(), core.texts(refs), core.texts(hyps), 1).counts()).cast("i").tolist()
        )
        return list(zip(*[iter(numbers)] * 4, strict=True))


def refuse_unknown(values: Iterable[str], known: Sequence[str] = ()) -> None:
    """Raises UsageError for a name that is no setting; the message names the `known` ones, which the caller takes."""
    names = field_names(Settings)
    unknown = [name for name in values if name not in names]
    if unknown:
        raise unknown_setting(unknown[0], known or names)


def settings_of(values: Keywords, known: Sequence[str] = ()) -> Settings:
    """Settings from keywords; an unknown keyword is an error that names the `known` ones, which the caller takes.

    A normaliser may have a policy of its own, which is taken where none is named.

    >>> settings_of({"normalise": "leaderboard-en"}).policy.name
    'kaldi_wer'
    """
    refuse_unknown(values, known)
    if values.get("like") is not None:
        # Imported only now: few scores are like a published one.
        from .published import with_published

        values = with_published("words", values, Settings)  # type: ignore[assignment]
    settings = Settings(**values)
    if "policy" not in values and settings.chain and settings.chain.scoring.policy:
        return replace(settings, policy=settings.chain.scoring.policy)
    return settings
