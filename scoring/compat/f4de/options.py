"""Option grammar of NIST's KWSEval: names that may be cut short, values, and what they mean as settings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from formats.errors import UsageError
from scoring.kws.conditions import Conditions
from scoring.kws.convention import KWSEVAL
from scoring.kws.settings import PREFILTERS, KwsSettings

# Names of options and their values: none, s for a text, f for a number, o for an optional text, * for repeatable.
_GRAMMAR = {
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
_MEASURES = ("MAP", "MAPpct", "Optimum", "Supremum")
_REPORTS = {
    "osummary-report",
    "block-summary-report",
    "Osummary-conditional-report",
    "Block-summary-conditional-report",
    "csv-of-alignment",
    "DET-conditional-curve",
}


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


def _resolved(word: str) -> str:
    """Option that a word means."""
    exact = [names for names in _GRAMMAR if word in names.split("|")]
    if exact:
        return exact[0]
    meant = [names for names in _GRAMMAR if any(name.startswith(word) for name in names.split("|"))]
    if not meant:
        raise OptionError(f"Unknown option: {word} (scorelite's own options need --kwlist and --kwslist)")
    if len(meant) > 1:
        names = sorted(name for names in meant for name in names.split("|") if name.startswith(word))
        raise OptionError(f"Option {word} is ambiguous ({', '.join(names)})")
    return meant[0]


def _take(options: Options, names: str, word: str, given: str | None, rest: list[str]) -> None:
    """Takes the value of an option, from behind `=` or from the next word."""
    name, kind = names.split("|")[0], _GRAMMAR[names]
    if not kind:
        if given is not None:
            raise OptionError(f"Option {word} does not take an argument")
        options.flags.add(name)
        return
    if given is None:
        if kind == "o":
            given = rest.pop(0) if rest and not rest[0].startswith(("-", "+")) else ""
        elif not rest:
            raise OptionError(f"Option {word} requires an argument")
        else:
            given = rest.pop(0)
    if kind == "f" and not _FLOAT.fullmatch(given):
        raise OptionError(f'Value "{given}" invalid for option {word} (real number expected)')
    if kind.endswith("*"):
        options.lists.setdefault(name, []).append(given)
    else:
        options.texts[name] = given


def check(options: Options) -> None:
    """Refuses a command line that lacks a file or has a value that no option takes, as KWSEval does at its start."""
    reports = options.flags & _REPORTS
    for needed, name, message in (
        (True, "file-root", "Must include a file root"),
        (True, "rttmfile", "An RTTM file must be set"),
        (True, "termfile", "A KWList file must be set"),
        (reports, "ecffile", "An ECF file must be set"),
        (reports, "sysfile", "An STDList file must be set"),
    ):
        if needed and not options.text(name).strip():
            raise UsageError(message)


def check_choices(options: Options) -> None:
    """Refuses a value that is not among those of its option."""
    plots = options.text("measureThreshPlots", "true")
    if plots not in ("true", "trueWithSE"):
        raise UsageError(f"Error: argument for -measureThreshPlots must be either (true|trueWithSE), not {plots}")
    for measure in options.all("zGlobalMeasures"):
        if measure not in _MEASURES:
            raise UsageError(f"Error: Requested global measure /{measure}/ not ({'|'.join(_MEASURES)})")
    for coefficient in filter(None, options.text("iso-lines").split(",")):
        if not re.fullmatch(r"\d+(\.\d+)?", coefficient):
            raise UsageError("The coefficient for the iso-line if not a proper floating-point")


def named(texts: Iterable[str]) -> dict[str, list[str]]:
    """Groups given as `name:a,b`, or as `a,b`, which is then also the name."""
    groups: dict[str, list[str]] = {}
    for text in texts:
        parts = text.split(":")
        groups[parts[0]] = (parts[0] if len(parts) == 1 else parts[1]).split(",")
    return groups


def conditions_of(options: Options) -> Conditions:
    """Groups of the conditional reports."""
    try:
        return Conditions(
            source_types=named(options.all("YSourcetype")),
            terms=named(options.all("Term")),
            queries=options.all("query"),
            by_targets="Group-by-targ" in options.flags,
            by_oov="words-oov" in options.flags,
        )
    except UsageError:
        raise UsageError("Cannot specify more than one condition (-Y, -q, -T, -G) for the conditional report") from None


def prefilters_of(options: Options) -> tuple[tuple[str, ...], list[str]]:
    """Prefilters, and a warning for each that has no effect."""
    known = {name.lower(): name for name in PREFILTERS}
    found = []
    for name in options.all("xprefilterText"):
        if name.lower() not in known:
            raise UsageError(f"Error: -zprefilterText option /{name}/ not defined.  Aborting.")
        found.append(known[name.lower()])
    idle = sorted(set(found) - {"charsplit"}) if "charsplit" not in found else []
    warnings = [f"Warning: -zprefilterText {name} ignored because -z charsplit not used" for name in idle]
    return tuple(dict.fromkeys(found)), warnings


def settings_of(options: Options, prefilters: tuple[str, ...]) -> KwsSettings:
    """Settings of the scoring, in KWSEval's convention."""
    numbers = {
        "Cost": options.text("koefcorrect", "0.1000"),
        "Value": options.text("Koefincorrect", "1"),
        "Ptarg": options.text("prob-of-term", "0.0001"),
        "TrialsPerSecond": options.text("number-trials-per-sec", "1"),
    }
    for name, number in numbers.items():
        if not float(number) > 0:
            raise UsageError(f"parameter '{name}' must > 0")
    return KwsSettings(
        gap=float(options.text("Find-threshold", "0.5")),
        tolerance=float(options.text("Similarity-threshold", "0.5")),
        cost=numbers["Cost"],
        value=numbers["Value"],
        prior=numbers["Ptarg"],
        trials_per_second=numbers["TrialsPerSecond"],
        include_empty="include-blocks-w-notargs" in options.flags,
        listed_only="just-system-terms" in options.flags,
        pooled="Pooled-DETs" in options.flags,
        corners="articlulatedDET" in options.flags,
        segments="gsegment-based-alignment" in options.flags,
        prefilters=prefilters,
        convention=KWSEVAL,
    )
