"""Everything that can move a number but the files themselves, in one record: a signature prints it and is read back."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from ...formats.errors import UsageError, short
from ...formats.values import dataclass, field_names
from ..common.settings import Settings
from ..common.signed import chain_of, unlike
from ..common.version import __version__
from .declared import BY_NAME
from .inputs.reading import PRINTED
from .verdicts import Verdicts, verdicts_of

_UNITS = {"noascii": "keep_ascii", "dh": "drop_hyphens"}
_FLAGS = {
    "case": ("case_sensitive", {"folded": False, "kept": True}),
    "markup": ("markup", {"no": False, "sclite": True}),
    "optional": ("optional_words", {"no": False, "free": True}),
    "fragments": ("fragments", {"no": False, "match": True}),
}
"""The parts of a signature that are one of two values, with the settings that they show."""
_RULES = ("missing", "outside", "overlap")
_YES = "yes"
_OF_FILES = ("equivalents", "verdicts")
"""The parts of which a signature holds a few digits alone."""
_SETTINGS = ("policy", "unit", *_FLAGS, "normalise", "compounds", *_OF_FILES, "like")
_KNOWN = ("scorelite", *_SETTINGS, *_RULES, "ref", "hyp", "printed", "average")
_AVERAGES = ("pooled", "mean", "median")


@dataclass(frozen=True, slots=True)
class Convention:
    """The settings of a score and its rules for unmatched words and ids, to compare with those of another score.

    >>> ours = Convention.parse("policy:sclite|unit:word|case:folded|markup:no|optional:no|fragments:no")
    >>> theirs = Convention.parse("policy:kaldi_wer|unit:word|case:kept|markup:no|optional:no|fragments:no")
    >>> list(ours.unlike(theirs))
    [('policy', 'sclite', 'kaldi_wer'), ('case', 'folded', 'kept')]
    """

    settings: Settings = Settings()
    missing: str = "error"
    """The rule for ids of one side."""
    outside: str = ""
    overlap: str = ""
    """The rules for words outside all segments, and for segments that overlap; empty without times."""
    printed: bool = False
    """Whether words are compared in their printed form, where a format has both forms."""
    verdicts: Verdicts | None = None
    """The verdicts by which the reference is corrected."""
    average: str = "pooled"
    """Which number it is: `wer`, or the mean or median of utterance rates, `mean_utterance_wer` and its sister."""

    @classmethod
    def parse(
        cls, signature: str, *, normalise: Any = None, equivalents: Any = None, verdicts: Any = None
    ) -> Convention:
        """The convention of a signature, as `result.signature`, JSON and summaries have it.

        Rules from files are a few digits in a signature: `normalise`, `equivalents` and `verdicts` give them again.
        Formats of files are not a part of a convention. A UsageError where the signature is of another version of a
        normaliser, of other rules or verdicts than those given, or of something else than words.
        """
        parts = dict(_split(signature))
        given = {"normalise": normalise, "equivalents": equivalents, "verdicts": verdicts}
        for name, value in given.items():
            if value is not None and name not in parts:
                raise UsageError(f"{name}= has no effect on a signature without {name}: {short(signature, 200)}")
        settings: dict[str, Any] = {"policy": parts.get("policy", "sclite")}
        unit, *details = parts.get("unit", "word").split("+")
        settings |= {"unit": unit, **{_UNITS[detail]: True for detail in details if detail in _UNITS}}
        for part, (name, values) in _FLAGS.items():
            shown = parts.get(part, next(iter(values)))
            _check_value(part, shown, values)
            settings[name] = values[shown]
        for rule in _RULES:
            if rule in parts:
                _check_value(rule, parts[rule], BY_NAME[rule].values)
        if "printed" in parts:
            _check_value("printed", parts["printed"], [_YES])
        _check_value("average", parts.get("average", "pooled"), _AVERAGES)
        if "like" in parts:
            settings["like"] = parts["like"]
        if "normalise" in parts:
            settings["normalise"] = chain_of(parts["normalise"], normalise)
        for name in _OF_FILES:
            if name in parts and given[name] is None:
                raise UsageError(
                    f"{name}:{parts[name]} in a signature come from a file, which it does not hold; expected {name}= "
                    f"(--{name})"
                )
        if "equivalents" in parts:
            _, *choices = parts["equivalents"].split("/")
            settings["equivalents"] = equivalents
            settings |= {f"equivalents_{key}": value for key, _, value in (each.partition("=") for each in choices)}
        chosen = Settings(**settings)
        if "compounds" not in parts:  # texts with marks have merged none
            chosen = chosen.without_compounds()
        made = cls(
            chosen,
            missing=parts.get("missing", "error"),
            outside=parts.get("outside", ""),
            overlap=parts.get("overlap", ""),
            printed="printed" in parts or any(parts.get(side, "").endswith(PRINTED) for side in ("ref", "hyp")),
            verdicts=None if verdicts is None else verdicts_of(verdicts),
            average=parts.get("average", "pooled"),
        )
        _check(made, parts)
        return made

    @property
    def signature(self) -> str:
        """The settings and rules in one line, without formats of files.

        >>> Convention(missing="skip").signature.partition("|fragments:")[2]
        'no|missing:skip'
        """
        parts = dict(self._rules())
        if self.printed:
            parts["printed"] = _YES
        if self.verdicts is not None:
            parts["verdicts"] = self.verdicts.label
        if self.average != "pooled":
            parts["average"] = self.average
        return "|".join([self.settings.signature, *(f"{name}:{value}" for name, value in parts.items())])

    def _rules(self) -> Iterator[tuple[str, str]]:
        for name in _RULES:
            if rule := getattr(self, name):
                yield name, rule

    def keywords(self) -> dict[str, Any]:
        """The keywords of `score` and `score_files` that score by this convention.

        >>> import scorelite
        >>> result = scorelite.score(["A b"], ["a c"], policy="kaldi_wer", case_sensitive=True)
        >>> scorelite.score(["A b"], ["a c"], **Convention.parse(result.signature).keywords()) == result
        True
        """
        chosen = {name: getattr(self.settings, name) for name in field_names(Settings)}
        if chosen["like"] is None:
            del chosen["like"]
        if chosen["equivalents"] is None:
            chosen = {name: value for name, value in chosen.items() if not name.startswith("equivalents")}
        files = {"printed": True} if self.printed else {}
        judged = {} if self.verdicts is None else {"verdicts": self.verdicts}
        return {**chosen, **dict(self._rules()), **files, **judged}

    def unlike(self, other: Convention) -> Iterator[tuple[str, str, str]]:
        """The parts of both signatures that differ: the part, its value here, and its value there; empty for none."""
        mine, theirs = (dict(_split(each.signature)) for each in (self, other))
        yield from unlike(mine, theirs)


def _split(signature: str) -> Iterator[tuple[str, str]]:
    """The parts of a signature of words, and their values."""
    seen = set()
    for part in signature.strip().split("|"):
        key, colon, value = part.partition(":")
        if not colon or key not in _KNOWN:
            expected = "one of a score of words, such as scorelite:0.1.0|policy:sclite|unit:word|case:folded"
            raise UsageError(f"{short(part)!r} is not a part of a signature; expected {expected}")
        if key in seen:
            raise UsageError(f"{key} is in a signature twice: {short(signature, 200)}")
        seen.add(key)
        yield key, value


def _check_value(part: str, value: str, values: Collection[str]) -> None:
    """Rejects a value that a part of a signature does not have."""
    if value not in values:
        raise UsageError(f"{part} is {value!r} in a signature; expected {' or '.join(values)}")


def _check(made: Convention, parts: dict[str, str]) -> None:
    """Rejects a signature of other rules than those that are made of it."""
    ours = dict(_split(made.signature))
    for part in ("normalise", "compounds", "policy", "unit", "like", *_OF_FILES):
        there, here = parts.get(part, ""), ours.get(part, "")
        if there and there != here:
            what = f"{part}:{there} in a signature, where scorelite {__version__} makes {part}:{here or 'nothing'}"
            raise UsageError(f"{what}; expected the version that printed it")
