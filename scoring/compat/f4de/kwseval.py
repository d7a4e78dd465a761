"""The command line of NIST's KWSEval: its options, its order of work, its files and its words on the way."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from formats.errors import FormatError, ScoreliteError, UsageError
from formats.source import write_file

if TYPE_CHECKING:
    from scoring.kws.api import Conditions, Job, KwsSettings
    from scoring.report.kws.sum import Scored
    from scoring.report.kws.table import Table

# Names of options, and what they take: nothing, s a text, f a number, o perhaps a text; * may come again.
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
_TYPES = ("txt", "csv", "html")


class OptionError(Exception):
    """A word of the command line that cannot be meant."""


@dataclass(slots=True)
class Options:
    """What was said on the command line, under the first names of the options."""

    texts: dict[str, str] = field(default_factory=dict)
    lists: dict[str, list[str]] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)

    def text(self, name: str, default: str = "") -> str:
        """A text that was given, or a default."""
        return self.texts.get(name, default)

    def all(self, name: str) -> list[str]:
        """All texts of an option that may come again."""
        return self.lists.get(name, [])


def parse(arguments: Sequence[str]) -> Options:
    """Reads a command line; names may be cut short as long as they are clear.

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
            continue  # a word that belongs to no option is passed over
        names = _resolved(match[1])
        name, kind = names.split("|")[0], _GRAMMAR[names]
        _take(options, name, kind, match[1], match[2], rest)
    return options


def _resolved(word: str) -> str:
    """The option that a word means."""
    exact = [names for names in _GRAMMAR if word in names.split("|")]
    if exact:
        return exact[0]
    meant = [names for names in _GRAMMAR if any(name.startswith(word) for name in names.split("|"))]
    if not meant:
        raise OptionError(f"Unknown option: {word} (options that KWSEval has not need --kwlist and --kwslist)")
    if len(meant) > 1:
        names = sorted(name for names in meant for name in names.split("|") if name.startswith(word))
        raise OptionError(f"Option {word} is ambiguous ({', '.join(names)})")
    return meant[0]


def _take(options: Options, name: str, kind: str, word: str, given: str | None, rest: list[str]) -> None:
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


def run(arguments: Sequence[str], usage: Callable[[], str]) -> int:
    """Works off one command line; 0, or 1 where something is wrong, or 255 where KWSEval would die of it."""
    from scoring.kws.measures import DivisionError

    try:
        options = parse(arguments)
    except OptionError as error:
        sys.stderr.write(f"{error}\n")
        return 255
    if not arguments or "help" in options.flags:
        _say(usage())
        return 0
    try:
        _work(options)
    except DivisionError as error:
        return _died(str(error))
    except FormatError as error:
        text = str(error.problems[0]).partition("\n")[0]
        deadly = "has no word to look for" in text or "wrong byte" in text
        return _died(text) if deadly else _failed(text)
    except (ScoreliteError, ValueError) as error:
        return _failed(str(error))
    except OSError as error:
        name = f"{os.fsdecode(error.filename)}: " if error.filename is not None else ""
        return _failed(f"{name}{error.strerror or error}")
    return 0


def _failed(text: str) -> int:
    _say(f"[ERROR] {text}")
    return 1


def _died(text: str) -> int:
    sys.stdout.flush()
    sys.stderr.write(f"{text}\n")
    return 255


def _say(text: str) -> None:
    sys.stdout.write(text.encode("utf-8", "replace").decode("utf-8") + "\n")
    sys.stdout.flush()


def _work(options: Options) -> None:
    root = options.text("file-root")
    if re.search(r"/[^/]+$", root):
        root += "."
    settings, conditions = _checked(options)
    job = _scored(options, settings, conditions, root)
    # KWSEval says it when it meets a keyword that has no trial at all, as none has if all are one.
    unused = int((job.main.targets + job.main.detections == 0).sum())
    if settings.pooled:
        unused = len({unit.keyword for unit in job.aligned.material.units})
    for name in job.skipped * unused:
        _say(f"[Warning] No ECF segments available for group : {name}, (group duration is 0)")
    _say("Computing requested DET curves and reports")
    _reports(options, job, root)


def _checked(options: Options) -> tuple[KwsSettings, Conditions]:
    """What holds before a file is opened."""
    from scoring.kws.conditions import Conditions

    flags = options.flags
    reports = flags & {
        "osummary-report",
        "block-summary-report",
        "Osummary-conditional-report",
        "Block-summary-conditional-report",
        "csv-of-alignment",
        "DET-conditional-curve",
    }
    for needed, name, what in (
        (True, "file-root", "Must include a file root"),
        (True, "rttmfile", "An RTTM file must be set"),
        (True, "termfile", "A KWList file must be set"),
        (reports, "ecffile", "An ECF file must be set"),
        (reports, "sysfile", "An STDList file must be set"),
    ):
        if needed and not options.text(name).strip():
            raise UsageError(what)
    try:
        conditions = Conditions(
            source_types=named(options.all("YSourcetype")),
            terms=named(options.all("Term")),
            queries=options.all("query"),
            by_targets="Group-by-targ" in flags,
            by_oov="words-oov" in flags,
        )
    except UsageError:
        raise UsageError("Cannot specify more than one condition (-Y, -q, -T, -G) for the conditional report") from None
    settings = _settings(options)
    _check_choices(options)
    return settings, conditions


def _check_choices(options: Options) -> None:
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
    """Groups as `name:a,b`, or `a,b`, which is then its own name."""
    groups: dict[str, list[str]] = {}
    for text in texts:
        parts = text.split(":")
        groups[parts[0]] = (parts[0] if len(parts) == 1 else parts[1]).split(",")
    return groups


def _settings(options: Options) -> KwsSettings:
    from scoring.kws.settings import PREFILTERS, KwsSettings

    known = {name.lower(): name for name in PREFILTERS}
    prefilters = []
    for name in options.all("xprefilterText"):
        if name.lower() not in known:
            raise UsageError(f"Error: -zprefilterText option /{name}/ not defined.  Aborting.")
        prefilters.append(known[name.lower()])
    for name in set(prefilters) - {"charsplit"}:
        if "charsplit" not in prefilters:
            _say(f"Warning: -zprefilterText {name} ignored because -z charsplit not used")
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
        segments="gsegment-based-alignment" in options.flags,
        prefilters=tuple(dict.fromkeys(prefilters)),
        strict_f4de=True,
    )


def _scored(options: Options, settings: KwsSettings, conditions: Conditions, root: str) -> Job:
    """Reads the files in KWSEval's order, and aligns."""
    from formats.ecf import read_ecf
    from formats.kwlist import read_kwlist
    from formats.kwslist import read_kwslist
    from formats.source import Source
    from scoring.kws.api import read_transcript, score

    ecf = read_ecf(Source(_announced(options.text("ecffile"), "ECF", "ECF")))
    found = read_kwslist(Source(_announced(options.text("sysfile"), "STD", "KWSList File")), strict=True)
    keywords = read_kwlist(Source(_announced(options.text("termfile"), "TERM", "KWList File")), strict=True)
    rttm = read_transcript(_announced(options.text("rttmfile"), "RTTM", "RTTM File"), keywords, settings)
    _say(f"Performing {'Segment' if settings.segments else 'Occurrence'} Alignment")
    job = score(ecf, rttm, keywords, found, settings, conditions, options.all("Namefile"))
    if "csv-of-alignment" in options.flags:
        from scoring.report.kws.alignment import rows

        name = "alignment.csv" if root == "-" else f"{root}alignment.csv"
        write_file(name, _encoded(job, rows(job.aligned)))
    return job


def _announced(path: str, short: str, long: str) -> str:
    if not os.path.isfile(path):
        what = "file does not exist" if not os.path.exists(path) else "is not a file"
        raise UsageError(f"Problem with {short} File ({path}): {what}")
    _say(f"Loading {long} {path}")
    return path


def _reports(options: Options, job: Job, root: str) -> None:
    from scoring.report.kws.blocks import blocks
    from scoring.report.kws.sum import KwsReportOptions, Scored, header, summary

    flags = options.flags
    articulated = "articlulatedDET" in flags
    if articulated:
        _say("Building Articulated DETs")
    main = [Scored(job.main, articulated)]
    subsets = [Scored(trials, articulated) for trials in job.subsets]
    folder = "dets/" if root == "-" else f"{root}dets/"
    if flags & {"det-curve", "DET-conditional-curve"}:
        os.makedirs(folder, exist_ok=True)
    for wanted, name, title, sets, curves in (
        ("osummary-report", "sum", "Summary Report", main, "det-curve"),
        ("block-summary-report", "bsum", "Block Summary Report", main, ""),
        ("Osummary-conditional-report", "cond.sum", "Conditional Summary Report", subsets, "DET-conditional-curve"),
        ("Block-summary-conditional-report", "cond.bsum", "Conditional Block Summary Report", subsets, ""),
    ):
        if wanted not in flags:
            continue
        if not sets:
            _say("  No Conditional Summary Report will be generated.  No conditional DET Curves found")
            continue
        path = "-" if root == "-" else f"{root}{name}"
        _say(f"{title}: {path}")
        pictures = f"{folder}{name}" if curves in flags else ""
        report_options = KwsReportOptions(
            # The conditional report by keyword knows nothing of further measures.
            () if name == "cond.bsum" else tuple(options.all("zGlobalMeasures")),
            "ExcludeCountsFromReports" not in flags,
            "zincludeRowTotals" in flags,
            pictures,
        )
        if pictures:
            _curves(options, sets, pictures)
        if name.endswith("bsum"):
            table = blocks(sets, report_options, rejections="gsegment-based-alignment" in flags)
        else:
            table = summary(sets, report_options)
        _write(options, job, header(sets, f"{pictures}.png" if pictures else ""), table, path)
    if "Clean-DETs-folder" in flags:
        _clean(folder)


def _write(options: Options, job: Job, head: Table, table: Table, path: str) -> None:
    """A report in all forms that were asked for."""
    forms: dict[str, Iterator[str]] = {}
    wanted = {name.lower() for name in options.all("ytypes-of-report-output") or ["TXT"]}
    if "csv" in wanted:
        forms["csv"] = table.csv()
    if "txt" in wanted:
        forms["txt"] = _joined(head.text(), "\n\n", table.text())
    if "html" in wanted:
        forms["html"] = _joined(head.html(), "<br><br>", table.html())
    for form, chunks in forms.items():
        if path == "-":
            sys.stdout.flush()
            sys.stdout.buffer.writelines(_encoded(job, chunks))
            sys.stdout.buffer.flush()
        else:
            write_file(f"{path}.{form}", _encoded(job, chunks))
            _say(f"Wrote: {path}.{form}")


def _joined(first: Iterator[str], between: str, second: Iterator[str]) -> Iterator[str]:
    yield from first
    yield between
    yield from second


def _encoded(job: Job, chunks: Iterable[str]) -> Iterator[bytes]:
    encoding = "latin-1" if job.aligned.material.bytewise else "utf-8"
    return (chunk.encode(encoding) for chunk in chunks)


def _curves(options: Options, sets: Sequence[Scored], path: str) -> None:
    """The data of each curve, and pictures where there is a library to draw them."""
    from scoring.report.kws import det as kws_det

    lines = "".join(kws_det.value_lines(sets[0].trials.settings.beta)).encode()
    write_file(f"{path}.isometriclines", [lines])
    for number, (name, item) in enumerate(_drawn(sets, path)):
        write_file(f"{name}.dat.1", (chunk.encode() for chunk in kws_det.curve(item)))
        write_file(f"{name}.dat.2", (chunk.encode() for chunk in kws_det.points(item)))
        if number:  # KWSEval makes this file, which is always empty, for every curve but the first
            write_file(f"{name}.dat.3", [kws_det.RATIO_HEAD.encode()])
        write_file(f"{name}.isometriclines", [lines])
        if "zIsoRatioDAF" in options.flags:
            _iso(options, item, name)
    _draw(sets, path)


def _drawn(sets: Sequence[Scored], path: str) -> Iterator[tuple[str, Scored]]:
    """The sets that have a curve, with how the names of their files begin."""
    from scoring.report.kws.sum import PictureNames

    names = PictureNames()
    return ((f"{path}.{names.name(item.trials.name)}", item) for item in sets if item.has_scores)


def _draw(sets: Sequence[Scored], path: str) -> None:
    """The pictures that the reports name."""
    from scoring.report.kws import plot as kws_plot

    try:
        write_file(f"{path}.png", [kws_plot.det(sets, "png")])
        for name, item in _drawn(sets, path):
            write_file(f"{name}.png", [kws_plot.det([item], "png")])
            write_file(f"{name}.thresh.png", [kws_plot.thresholds(item, "png")])
    except UsageError as error:
        sys.stderr.write(f"{error}\n")


def _iso(options: Options, item: Scored, name: str) -> None:
    from scoring.kws.iso import DEFAULT_RATIOS, iso_points
    from scoring.report.kws import det as kws_det

    if item.sweep is None:
        return
    ratios: Sequence[str] = DEFAULT_RATIOS
    if "iso-lines" in options.texts:  # without a value the option asks for no line at all
        ratios = list(filter(None, options.text("iso-lines").split(",")))
    found = iso_points(item.trials, item.steps, item.sweep, ratios)
    if not found:
        return
    path = f"{name}.srl.isoratio.SystemResponseStats.daf.tsv"
    _say(f"Writing IsoRatio Stats to {path} - coeff({','.join(point.ratio_text for point in found)})")
    write_file(path, (chunk.encode() for chunk in kws_det.iso_system(found)))
    blocks = f"{name}.srl.isoratio.BlockResponseStats.daf.tsv"
    write_file(blocks, (chunk.encode() for chunk in kws_det.iso_blocks(item, found)))


def _clean(folder: str) -> None:
    """Leaves only pictures in the folder of curves."""
    for name in sorted(os.listdir(folder)):
        if not name.startswith(".") and not name.lower().endswith((".png", ".svg")):
            os.unlink(os.path.join(folder, name))
