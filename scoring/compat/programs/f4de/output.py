"""Files that KWSEval writes: reports, alignment, and the data of curves."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from .....formats.engine.output import write_file
from .....formats.errors import UsageError
from ....kws.iso import DEFAULT_RATIOS, iso_points
from ....kws.job import Job
from ....kws.result import KwsResult
from ....report.kws import det
from ....report.kws.alignment import rows
from ....report.kws.blocks import blocks
from ....report.kws.options import KwsReportOptions
from ....report.kws.sum import PictureNames, header, summary
from ....report.kws.table import Table
from .html import html
from .options import Options
from .reading import say

Draw = Callable[[Sequence[KwsResult], str], None]


@dataclass(frozen=True, slots=True)
class Output:
    """Files of one run; `root` begins their names, `-` sends reports to stdout."""

    options: Options
    root: str
    encoding: str
    draw: Draw
    """Draws the pictures of sets, whose names begin with a text."""

    @classmethod
    def of(cls, options: Options, draw: Draw, *, bytewise: bool) -> Output:
        """Output of a command line; texts that stand for bytes are written as these bytes."""
        root = options.text("file-root")
        return cls(options, root + "." * bool(re.search(r"/[^/]+$", root)), "latin-1" if bytewise else "utf-8", draw)

    def alignment(self, job: Job) -> None:
        """Writes alignment.csv if it is wanted."""
        if "csv-of-alignment" in self.options.flags:
            name = "alignment.csv" if self.root == "-" else f"{self.root}alignment.csv"
            write_file(name, self._encoded(rows(job.result)))

    def reports(self, job: Job) -> None:
        """Writes all reports and curves that are wanted."""
        flags = self.options.flags
        if "articlulatedDET" in flags:
            say("Building Articulated DETs")
        folder = "dets/" if self.root == "-" else f"{self.root}dets/"
        if flags & {"det-curve", "DET-conditional-curve"}:
            os.makedirs(folder, exist_ok=True)
        main, groups = [job.result], list(job.results.values())
        for wanted, name, title, sets, curves in (
            ("osummary-report", "sum", "Summary Report", main, "det-curve"),
            ("block-summary-report", "bsum", "Block Summary Report", main, ""),
            ("Osummary-conditional-report", "cond.sum", "Conditional Summary Report", groups, "DET-conditional-curve"),
            ("Block-summary-conditional-report", "cond.bsum", "Conditional Block Summary Report", groups, ""),
        ):
            if wanted not in flags:
                continue
            if not sets:
                say("  No Conditional Summary Report will be generated.  No conditional DET Curves found")
                continue
            say(f"{title}: {'-' if self.root == '-' else self.root + name}")
            self._report(name, sets, f"{folder}{name}" if curves in flags else "")
        if "Clean-DETs-folder" in flags:
            _clean(folder)

    def _report(self, name: str, sets: Sequence[KwsResult], pictures: str) -> None:
        """Writes one report in all forms, and the curves that belong to it."""
        flags = self.options.flags
        shown = KwsReportOptions(
            # The conditional report by keyword has no further measures.
            measures=() if name == "cond.bsum" else tuple(self.options.all("zGlobalMeasures")),
            counts="ExcludeCountsFromReports" not in flags,
            row_totals="zincludeRowTotals" in flags,
            pictures=pictures,
        )
        if pictures:
            self._curves(sets, pictures)
        if name.endswith("bsum"):
            table = blocks(sets, shown)
        else:
            table = summary(sets, shown)
        self._write(name, header(sets, f"{pictures}.png" if pictures else ""), table)

    def _write(self, name: str, head: Table, table: Table) -> None:
        _check_names(table)
        forms: dict[str, Iterator[str]] = {}
        wanted = {form.lower() for form in self.options.all("ytypes-of-report-output") or ["TXT"]}
        if "csv" in wanted:
            forms["csv"] = table.csv()
        if "txt" in wanted:
            forms["txt"] = _joined(head.text(), "\n\n", table.text())
        if "html" in wanted:
            forms["html"] = _joined(html(head), "<br><br>", html(table))
        for form, chunks in forms.items():
            if self.root == "-":
                sys.stdout.flush()
                sys.stdout.buffer.writelines(self._encoded(chunks))
                sys.stdout.buffer.flush()
            else:
                write_file(f"{self.root}{name}.{form}", self._encoded(chunks))
                say(f"Wrote: {self.root}{name}.{form}")

    def _encoded(self, chunks: Iterable[str]) -> Iterator[bytes]:
        return (chunk.encode(self.encoding) for chunk in chunks)

    def _curves(self, sets: Sequence[KwsResult], path: str) -> None:
        """Writes the data of each curve, and its pictures."""
        lines = "".join(det.value_lines(sets[0].settings.beta)).encode()
        write_file(f"{path}.isometriclines", [lines])
        for number, (name, item) in enumerate(drawn(sets, path)):
            write_file(f"{name}.dat.1", (chunk.encode() for chunk in det.curve(item)))
            write_file(f"{name}.dat.2", (chunk.encode() for chunk in det.points(item)))
            if number:  # KWSEval writes this file, which is always empty, for every curve but the first
                write_file(f"{name}.dat.3", [det.RATIO_HEAD.encode()])
            write_file(f"{name}.isometriclines", [lines])
            if "zIsoRatioDAF" in self.options.flags:
                self._iso(item, name)
        self.draw(sets, path)

    def _iso(self, item: KwsResult, name: str) -> None:
        """Writes the points at which a curve meets lines of constant ratio."""
        if item.curve is None:
            return
        ratios: Sequence[str] = DEFAULT_RATIOS
        if "iso-lines" in self.options.texts:  # without a value the option asks for no line
            ratios = list(filter(None, self.options.text("iso-lines").split(",")))
        points = iso_points(item.trials, item.steps, item.curve, ratios)
        if not points:
            return
        path = f"{name}.srl.isoratio.SystemResponseStats.daf.tsv"
        say(f"Writing IsoRatio Stats to {path} - coeff({','.join(point.ratio_text for point in points)})")
        write_file(path, (chunk.encode() for chunk in det.iso_system(points)))
        by_block = f"{name}.srl.isoratio.BlockResponseStats.daf.tsv"
        write_file(by_block, (chunk.encode() for chunk in det.iso_blocks(item, points)))


def _check_names(table: Table) -> None:
    """Refuses names of rows and columns at which KWSEval fails, because it joins their levels by `|`."""
    for what, names in (("col", table.columns()), ("row", table.rows())):
        texts = ["|".join(name) for name in names]
        for text in texts:
            if not all(text.split("|")):
                raise UsageError(f'Column/row header "{text}" contains empty items which is illegal')
            expected = texts[0].count("|") + 1
            if text.count("|") + 1 != expected:
                raise UsageError(f"Inconsistent number of {what} sublevels for id '{text}' not {expected}")


def _joined(first: Iterator[str], between: str, second: Iterator[str]) -> Iterator[str]:
    yield from first
    yield between
    yield from second


def drawn(sets: Sequence[KwsResult], path: str) -> Iterator[tuple[str, KwsResult]]:
    """Sets that have a curve, each with the begin of the names of its files."""
    names = PictureNames()
    return ((f"{path}.{names.name(item.name)}", item) for item in sets if item.has_scores)


def _clean(folder: str) -> None:
    """Deletes everything but pictures from the folder of curves."""
    for name in sorted(os.listdir(folder)):
        if not name.startswith(".") and not name.lower().endswith((".png", ".svg")):
            os.unlink(os.path.join(folder, name))
