"""Everything that can move a number but the files themselves, in one record: a signature prints it and is read back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...formats.errors import UsageError, short
from ...formats.values import dataclass, field_names
from ..common.settings import Settings
from ..common.version import __version__
from .inputs.sides import PRINTED

_UNITS = {"noascii": "keep_ascii", "dh": "drop_hyphens"}
_FLAGS = {
    "case": ("case_sensitive", {"folded": False, "kept": True}),
    "markup": ("markup", {"no": False, "sclite": True}),
    "optional": ("optional_words", {"no": False, "free": True}),
    "fragments": ("fragments", {"no": False, "match": True}),
}
"""The parts of a signature that are one of two values, with the settings that they show."""
_RULES = ("missing", "outside", "overlap")
_NOT_KEPT = {"equivalents": "equivalents", "verdicts": "verdicts"}
_KNOWN = ("scorelite", "policy", "unit", *_FLAGS, "normalise", "compounds", *_NOT_KEPT, *_RULES, "ref", "hyp")


@dataclass(frozen=True, slots=True)
class Convention:
    """The settings of a score and its rules for what does not fit together: two of them are the same, or are compared.

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
    verdicts: Any = None
    """The verdicts, or their file, by which the reference is corrected."""

    @classmethod
    def parse(
        cls, signature: str, *, normalise: Any = None, equivalents: Any = None, verdicts: Any = None
    ) -> Convention:
        """The convention of a signature, as `result.signature`, JSON and summaries have it.

        Rules from files are a few digits in a signature: `normalise`, `equivalents` and `verdicts` give them again.
        Formats of files are no part of a convention. A UsageError where the signature is of another version of a
        normaliser or of rules, or of something else than words.
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
            if shown not in values:
                raise UsageError(f"{part} is {shown!r} in a signature; expected {' or '.join(values)}")
            settings[name] = values[shown]
        if "normalise" in parts:
            settings["normalise"] = _names_of(parts["normalise"]) if normalise is None else normalise
        for name in _NOT_KEPT:
            if name in parts and given[name] is None:
                raise UsageError(
                    f"{name}:{parts[name]} in a signature are of a file, which it does not hold; expected {name}= "
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
            printed=any(parts.get(side, "").endswith(PRINTED) for side in ("ref", "hyp")),
            verdicts=verdicts,
        )
        _check(made, parts)
        return made

    @property
    def signature(self) -> str:
        """The settings and rules in one line, without formats of files.

        >>> Convention(missing="skip").signature.partition("|fragments:")[2]
        'no|missing:skip'
        """
        return "|".join([self.settings.signature, *(f"{name}:{rule}" for name, rule in self._rules())])

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
        if chosen["equivalents"] is None:
            chosen = {name: value for name, value in chosen.items() if not name.startswith("equivalents")}
        files = {"printed": True} if self.printed else {}
        judged = {} if self.verdicts is None else {"verdicts": self.verdicts}
        return {**chosen, **dict(self._rules()), **files, **judged}

    def unlike(self, other: Convention) -> Iterator[tuple[str, str, str]]:
        """The parts of both signatures that differ: the part, its value here, and its value there; empty for none."""
        mine, theirs = (dict(_split(each.signature)) for each in (self, other))
        for part in {**mine, **theirs}:
            if mine.get(part, "") != theirs.get(part, ""):
                yield part, mine.get(part, ""), theirs.get(part, "")


def _split(signature: str) -> Iterator[tuple[str, str]]:
    """The parts of a signature of words, and their values."""
    for part in signature.strip().split("|"):
        key, colon, value = part.partition(":")
        if not colon or key not in _KNOWN:
            expected = "one of a score of words, such as scorelite:0.1.0|policy:sclite|unit:word|case:folded"
            raise UsageError(f"{short(part)!r} is no part of a signature; expected {expected}")
        yield key, value


def _names_of(label: str) -> list[str]:
    """The names of normalisers in the part of a signature, without their versions."""
    names = [name.partition("@")[0] for name in label.split("+")]
    for name in names:
        if ":" in name or "." in name:
            raise UsageError(
                f"normalise:{label} in a signature is of rules of a user, which it does not hold; expected normalise= "
                "(--normalise)"
            )
    return names


def _check(made: Convention, parts: dict[str, str]) -> None:
    """Rejects a signature of other rules than those that are made of it."""
    ours = dict(_split(made.signature))
    for part in ("normalise", "compounds", "equivalents", "policy", "unit"):
        there, here = parts.get(part, ""), ours.get(part, "")
        if there and there != here:
            what = f"{part}:{there} in a signature, where scorelite {__version__} makes {part}:{here or 'nothing'}"
            raise UsageError(f"{what}; expected the version that printed it")
