"""Pictures of the documentation, made by the program itself.

python -m tests.site.pictures

Drawings of alignments need nothing else; curves need matplotlib, and pages Chromium and playwright.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image

import scorelite
from scorelite import meetings
from scorelite.scoring.common.palette import KINDS, SURFACES

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "pictures"
DEMO = ROOT / "resources" / "demo"
REF, HYP = "the cat sat on the mat", "the cat sits on mat today"
SUBSTITUTION, INSERTION, DELETION = 4, 3, 3
CELL = 64
INK, QUIET, RULE, PAPER = (SURFACES[name].light for name in ("ink", "quiet", "rule", "paper"))


def _svg(width: float, height: float, title: str, parts: list[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" role="img">'
    body = "\n".join(parts)
    return f'{head}\n<title>{title}</title>\n<rect width="100%" height="100%" fill="{PAPER}"/>\n{body}\n</svg>\n'


def _text(x: float, y: float, text: str, colour: str = INK, rest: str = 'text-anchor="middle"') -> str:
    font = 'font-family="ui-monospace, monospace" font-size="16"'
    return f'<text x="{x:g}" y="{y:g}" {font} fill="{colour}" {rest}>{escape(text)}</text>'


def _box(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="4" fill="{fill}"/>'


def alignments() -> str:
    """Three utterances of the demo set with errors, the reference above the hypothesis."""
    result = scorelite.score_files(DEMO / "ref.trn", DEMO / "hyp.trn")
    parts: list[str] = []
    y, widest = 14.0, 0.0
    for name in ("anna-006", "ben-001", "chloe-006"):
        parts.append(_text(14, y + 18, name, QUIET, ""))
        x = 120.0
        for kind, ref, hyp in result[name].alignment.to_list():
            width = 10 * max(len(ref or "-"), len(hyp or "-")) + 14
            if kind != "C":
                parts.append(_box(x, y, width, 54, KINDS[kind].paper.light))
            colour = INK if kind == "C" else KINDS[kind].ink.light
            parts += [
                _text(x + width / 2, y + 20, ref or "-", colour),
                _text(x + width / 2, y + 44, hyp or "-", colour),
            ]
            x += width + 4
        widest, y = max(widest, x), y + 72
    x = 120.0
    for kind in KINDS.values():
        parts += [_box(x, y, 16, 16, kind.bar.light), _text(x + 24, y + 13, kind.name, QUIET, "")]
        x += 150
    return _svg(widest + 14, y + 30, "Three utterances, reference above hypothesis, errors in colour", parts)


def _table(ref: list[str], hyp: list[str]) -> list[list[int]]:
    """The lowest costs of every pair of beginnings."""
    costs = [[INSERTION * column for column in range(len(hyp) + 1)]]
    for row, word in enumerate(ref, 1):
        costs.append([DELETION * row])
        for column, other in enumerate(hyp, 1):
            diagonal = costs[row - 1][column - 1] + SUBSTITUTION * (word != other)
            costs[row].append(min(diagonal, costs[row - 1][column] + DELETION, costs[row][column - 1] + INSERTION))
    return costs


def _path(operations: str) -> Iterator[tuple[int, int, str]]:
    """The cells of an alignment and the steps that lead to them."""
    row = column = 0
    for step in operations:
        row, column = row + (step != "I"), column + (step != "D")
        yield row, column, step


def costs() -> str:
    """The table of costs of one pair of texts, and the path of its alignment."""
    ref, hyp = REF.split(), HYP.split()
    table, path = _table(ref, hyp), list(_path(scorelite.align(REF, HYP).operations))
    left, top = 90, 50

    def centre(row: int, column: int) -> tuple[float, float]:
        return left + CELL * (column + 0.5), top + CELL * (row + 0.5)

    parts = []
    for row, column, step in [(0, 0, "C"), *path]:
        x, y = centre(row, column)
        fill = "#dff0e3" if step == "C" else KINDS[step].paper.light
        parts.append(_box(x - CELL / 2 + 2, y - CELL / 2 + 2, CELL - 4, CELL - 4, fill))
    points = " ".join(f"{x:g},{y:g}" for x, y in (centre(row, column) for row, column, _ in [(0, 0, "C"), *path]))
    parts.append(f'<polyline points="{points}" fill="none" stroke="{RULE}" stroke-width="6"/>')
    for row, values in enumerate(table):
        for column, value in enumerate(values):
            on_path = (row, column) in {(0, 0), *((each[0], each[1]) for each in path)}
            x, y = centre(row, column)
            parts.append(_text(x, y + 6, str(value), INK if on_path else QUIET))
    heads = [_text(centre(0, column)[0], top - 14, word) for column, word in enumerate(hyp, 1)]
    heads += [_text(left - 8, centre(row, 0)[1] + 6, word, INK, 'text-anchor="end"') for row, word in enumerate(ref, 1)]
    width, height = left + CELL * (len(hyp) + 1) + 14, top + CELL * (len(ref) + 1) + 14
    return _svg(
        width, height, "The table of costs for two texts, and the path of the alignment through it", heads + parts
    )


DRAWINGS: dict[str, Callable[[], str]] = {"alignment.svg": alignments, "costs.svg": costs}


def _curves() -> None:
    timed = scorelite.score_files(DEMO / "ref.stm", DEMO / "hyp.ctm")
    timed.plot(str(FOLDER / "det.svg"), "det")
    lines = (DEMO / "hyp.trn").read_text(encoding="utf-8").splitlines(keepends=True)
    new = [line.replace("night service", "nightly service", 1) for line in lines]
    with TemporaryDirectory() as folder:
        systems = {"demo/hyp.trn": lines, "new.trn": new, "worst.trn": [line.replace("the", "a", 1) for line in new]}
        for name, texts in systems.items():
            path = Path(folder, name)
            path.parent.mkdir(exist_ok=True)
            path.write_text("".join(texts), encoding="utf-8")
        command = [sys.executable, "-m", "scorelite", "compare", "--ref", str(DEMO / "ref.trn"), *systems]
        command += ["--plot", f"errors={FOLDER / 'errors.png'}"]
        subprocess.run(
            command, cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True, stdout=subprocess.DEVNULL
        )


def _timeline() -> bytes:
    """The page of a meeting of two speakers."""
    ref = [
        ("anna", "good day to you all", 0.0, 2.2),
        ("ben", "hello there anna", 2.0, 3.4),
        ("anna", "shall we begin", 3.6, 5.0),
    ]
    ref += [
        ("ben", "yes let us begin with the first point", 5.1, 7.8),
        ("anna", "the first point is the budget", 8.0, 10.1),
    ]
    hyp = [("1", "good day to you", 0.1, 2.1), ("2", "hello there and a", 2.0, 3.5), ("1", "shall we begin", 3.6, 5.0)]
    hyp += [
        ("1", "yes let us begin", 5.1, 6.4),
        ("2", "with the first point", 6.4, 7.8),
        ("1", "the first point is the budget", 8.0, 10.0),
    ]
    result = meetings.score({"talk": ref}, {"talk": hyp}, measure="cp")
    page = result.page()
    assert page is not None
    return page


def _photograph(chromium: Any, page: bytes, name: str, clicked: str = "") -> None:
    window = chromium.new_page(viewport={"width": 1180, "height": 760})
    window.set_content(page.decode())
    window.wait_for_timeout(500)
    if clicked:
        window.get_by_text(clicked, exact=True).first.click()
        window.wait_for_timeout(500)
    window.screenshot(path=str(FOLDER / name))
    with Image.open(FOLDER / name) as image:
        image.convert("RGB").quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
            FOLDER / name, optimize=True
        )


def main() -> None:
    """Writes all pictures."""
    from playwright.sync_api import sync_playwright

    for name, draw in DRAWINGS.items():
        (FOLDER / name).write_text(draw(), encoding="utf-8")
    _curves()
    words = scorelite.score_files(DEMO / "ref.trn", DEMO / "hyp.trn").page()
    assert words is not None
    with sync_playwright() as program:
        path = os.environ.get("CHROMIUM") or shutil.which("chromium")
        chromium = program.chromium.launch(executable_path=path, args=["--no-sandbox"])
        _photograph(chromium, words, "page.png", "anna-006")
        _photograph(chromium, _timeline(), "timeline.png")
        chromium.close()


if __name__ == "__main__":
    main()
