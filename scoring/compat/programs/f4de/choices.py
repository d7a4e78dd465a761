"""Settings, groups and choices that a command line of KWSEval asks for."""

from __future__ import annotations

import re

from .....formats.errors import UsageError
from ....kws.conditions import Conditions
from ....kws.convention import KWSEVAL
from ....kws.settings import PREFILTERS, KwsSettings
from .options import Options, named

_MEASURES = ("MAP", "MAPpct", "Optimum", "Supremum")
_REPORTS = {
    "osummary-report",
    "block-summary-report",
    "Osummary-conditional-report",
    "Block-summary-conditional-report",
    "csv-of-alignment",
    "DET-conditional-curve",
}


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
    spelling = {name.lower(): name for name in PREFILTERS}
    prefilters = []
    for name in options.all("xprefilterText"):
        if name.lower() not in spelling:
            raise UsageError(f"Error: -zprefilterText option /{name}/ not defined.  Aborting.")
        prefilters.append(spelling[name.lower()])
    idle = sorted(set(prefilters) - {"charsplit"}) if "charsplit" not in prefilters else []
    warnings = [f"Warning: -zprefilterText {name} ignored because -z charsplit not used" for name in idle]
    return tuple(dict.fromkeys(prefilters)), warnings


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
