"""Option grammar of NIST's KWSEval: names that may be cut short, and their values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

# Names of options and their values: none, s for a text, f for a number, o for an optional text, * for repeatable.
GRAMMAR = {
    "ecffile": "s",
    "rttmfile": "s",
    "sysfile|stdfile": "s",
    "termfile": "s",
    "Find-threshold": "f",
    "Similarity-threshold": "f",
    "file-root": "s",
    "osummary-report": "",
    "block-summary-report": "",
    "Osummary-conditional-report": "",
    "Block-summary-conditional-report": "",
    "Term": "s*",
    "query": "s*",
    "Group-by-targ": "",
    "Namefile": "s*",
    "YSourcetype": "s*",
    "gsegment-based-alignment": "",
    "iso-lines": "o",
    "det-curve": "",
    "DET-conditional-curve": "",
    "Clean-DETs-folder": "",
    "csv-of-alignment": "",
    "ytypes-of-report-output": "s*",
    "koefcorrect": "f",
    "Koefincorrect": "f",
    "number-trials-per-sec": "f",
    "prob-of-term": "f",
    "Pooled-DETs": "",
    "version": "",
    "help": "",
    "words-oov": "",
    "include-blocks-w-notargs": "",
    "just-system-terms": "",
    "ID-System": "s",
    "xprefilterText": "s*",
    "articlulatedDET": "",
    "XmllintBypass": "",
    "ExcludePNGFileFromTxtTable": "",
    "ExcludeCountsFromReports": "",
    "measureThreshPlots": "s",
    "zIsoRatioDAF": "",
    "zincludeRowTotals": "",
    "zGlobalMeasures": "s*",
}
_FLOAT = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?")


class OptionError(Exception):
    """A word of the command line that is not an option or lacks its value."""


@dataclass(slots=True)
class Options:
    """Values on the command line, by the first name of each option."""

    texts: dict[str, str] = field(default_factory=dict)
    lists: dict[str, list[str]] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)

    def text(self, name: str, default: str = "") -> str:
        """Text that was given, or a default."""
        return self.texts.get(name, default)

    def all(self, name: str) -> list[str]:
        """All texts of a repeatable option."""
        return self.lists.get(name, [])


def parse(arguments: Sequence[str]) -> Options:
    """Reads a command line; names may be cut short as long as they are unambiguous.

    >>> parse(["-e", "x.xml", "-o", "-zG", "MAP"]).all("zGlobalMeasures")
    ['MAP']
    """
    options = Options()
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        if word == "--":
            break
        match = re.fullmatch(r"(?:--|-|\+)([^=]+)(?:=(.*))?", word, re.DOTALL)
        if not match:
            continue  # a word that belongs to no option is ignored
        _take(options, _resolved(match[1]), match[1], match[2], rest)
    return options


def is_option(word: str) -> bool:
    """Whether a word, without its dashes, may stand for options of KWSEval."""
    return any(name.startswith(word) for names in GRAMMAR for name in names.split("|"))


def _resolved(word: str) -> str:
    """Option that a word means."""
    exact = [names for names in GRAMMAR if word in names.split("|")]
    if exact:
        return exact[0]
    meant = [names for names in GRAMMAR if any(name.startswith(word) for name in names.split("|"))]
    if not meant:
        raise OptionError(f"Unknown option: {word} (scorelite's own options need --kwlist and --kwslist)")
    if len(meant) > 1:
        names = sorted(name for names in meant for name in names.split("|") if name.startswith(word))
        raise OptionError(f"Option {word} is ambiguous ({', '.join(names)})")
    return meant[0]


def _take(options: Options, names: str, word: str, value: str | None, rest: list[str]) -> None:
    """Takes the value of an option, from behind `=` or from the next word."""
    name, kind = names.split("|")[0], GRAMMAR[names]
    if not kind:
        if value is not None:
            raise OptionError(f"Option {word} does not take an argument")
        options.flags.add(name)
        return
    if value is None:
        if kind == "o":
            value = rest.pop(0) if rest and not rest[0].startswith(("-", "+")) else ""
        elif not rest:
            raise OptionError(f"Option {word} requires an argument")
        else:
            value = rest.pop(0)
    if kind == "f" and not _FLOAT.fullmatch(value):
        raise OptionError(f'Value "{value}" invalid for option {word} (real number expected)')
    if kind.endswith("*"):
        options.lists.setdefault(name, []).append(value)
    else:
        options.texts[name] = value


def named(texts: Iterable[str]) -> dict[str, list[str]]:
    """Groups given as `name:a,b`, or as `a,b`, which is then also the name."""
    groups: dict[str, list[str]] = {}
    for text in texts:
        parts = text.split(":")
        groups[parts[0]] = (parts[0] if len(parts) == 1 else parts[1]).split(",")
    return groups
