"""Time and memory of the error page: 100,000 utterances of three systems, written and looked at in headless Chromium.

    python -m benchmarks.page [--utterances 100000] [--repeat 5] [--folder FOLDER]

Needs chromium and playwright. Words are drawn at random by Zipf's law, which is harder to deflate than real text. Each
figure is the best of all repetitions, each in a browser of its own; memory is that of all processes of the browser.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import resource
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import scorelite
from scorelite.scoring.report.words.page import render

SYSTEMS = {"base": 0.08, "small": 0.10, "tiny": 0.12}
VOCABULARY = 50_000
# Actions in the page: a name, and the script that does it and resolves when the rows are drawn; facets follow.
ACTIONS = {
    "sort by rate": "change({sort: '-rate.0'})",
    "sort by id": "change({sort: 'id'})",
    "filter by word pair": "change({sort: '', kind: 'S', ref: pair[0], hyp: pair[1]})",
    "errors of this pair in context": "change({view: 'errors'})",
    "all errors in context": "change({kind: '', ref: null, hyp: null})",
    "utterances again": "change({view: 'utterances'})",
    "regular expression, single words": "change({search: '/^un.*a$|ba$/'})",
    "regular expression, texts, first": "change({scope: 'texts', search: '/ba .*ka/'})",
    "regular expression, texts": "change({search: '/be .*ka/'})",
    "one speaker": "change({search: '', scope: 'words', groups: {speaker: 'spk07'}})",
    "first better than last": "change({groups: {}, than: '0<2'})",
    "all again": "change({than: ''})",
    "charts": "change({view: 'charts'})",
}


def words() -> Iterator[str]:
    """Made-up words, none twice."""
    for length in itertools.count(1):
        for syllables in itertools.product("bdfgklmnprstvw", "aeiou", repeat=length):
            yield "".join(syllables)


def texts(count: int) -> tuple[list[str], dict[str, list[str]]]:
    """References, and what each system heard."""
    chance = random.Random(7)
    vocabulary = list(itertools.islice(words(), VOCABULARY))
    weights = list(itertools.accumulate(1 / (k + 2.7) for k in range(VOCABULARY)))
    refs = [chance.choices(vocabulary, cum_weights=weights, k=chance.randint(5, 35)) for _ in range(count)]
    others = iter(chance.choices(vocabulary, cum_weights=weights, k=sum(map(len, refs))))

    def heard(word: str, share: float) -> list[str]:
        drawn = chance.random()
        if drawn >= share:
            return [word]
        return [] if drawn < share * 0.2 else [next(others)] if drawn < share * 0.8 else [word, next(others)]

    said = {
        name: [" ".join(itertools.chain.from_iterable(heard(word, share) for word in text)) for text in refs]
        for name, share in SYSTEMS.items()
    }
    return [" ".join(text) for text in refs], said


def timed(action: Callable[[], Any]) -> tuple[float, Any]:
    """CPU seconds of an action, and its result."""
    begin = time.process_time()
    answer = action()
    return time.process_time() - begin, answer


def written(count: int, repeat: int, path: Path) -> None:
    """Writes the page and prints what that took."""
    refs, said = texts(count)
    ids = [f"spk{place % 50:02d}-{place:07d}" for place in range(count)]
    seconds, results = timed(lambda: [scorelite.score(refs, hyps, ids=ids, markup=False) for hyps in said.values()])
    print(f"{'scoring, CPU s':<44}{seconds:10.2f}")

    def write() -> None:
        with path.open("wb") as file:
            file.writelines(render(results, list(said)))

    print(f"{'writing, CPU s':<44}{min(timed(write)[0] for _ in range(repeat)):10.2f}")
    size, number = path.stat().st_size, results[0].counts.reference
    print(f"{'file, MB (bytes a reference word)':<44}{size / 1e6:10.2f}  ({size / number:.2f})")
    print(f"{'memory of the program at most, MB':<44}{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000:10.0f}")


def memory() -> float:
    """Proportional memory of the browser's processes, MB: not of this one, nor of the driver."""
    total, pending = 0.0, [os.getpid()]
    while pending:
        each = pending.pop()
        try:
            name = Path(f"/proc/{each}/comm").read_text()
            lines = Path(f"/proc/{each}/smaps_rollup").read_text().splitlines() if name.startswith("chrom") else []
            pending += [
                int(child)
                for task in Path(f"/proc/{each}/task").iterdir()
                for child in (task / "children").read_text().split()
            ]
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1000
    return total


def looked_at(path: Path) -> dict[str, float]:
    """Opens the page in a new browser, does everything, and says what that took."""
    from playwright.sync_api import sync_playwright

    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    figures: dict[str, float] = {}
    with sync_playwright() as program:
        browser = program.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        shown = browser.new_page(viewport={"width": 1280, "height": 900})
        (path.parent / "empty.html").write_text("<!DOCTYPE html><title>empty</title>")
        shown.goto((path.parent / "empty.html").as_uri())
        shown.wait_for_timeout(1000)
        empty = memory()
        shown.goto(path.as_uri())
        shown.locator("html[data-ready]").wait_for(state="attached", timeout=120_000)
        shown.evaluate("recounted")
        paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN"
        usable = "performance.getEntriesByName('usable')[0]?.startTime ?? NaN"
        figures["first paint, ms"], figures["table usable, ms"], figures["all decoded, ms"] = shown.evaluate(
            f"[{paint}, {usable}, Number(document.documentElement.dataset.ready)]"
        )
        shown.wait_for_timeout(2000)
        figures["memory over an empty page, MB"] = memory() - empty
        # The pointer comes before a click and makes the columns ready; the focus, before typing, starts a worker.
        shown.hover("#list thead")
        shown.wait_for_function("rankOf.size > 3")
        shown.evaluate("document.getElementById('query').focus()")
        shown.evaluate("window.pair = Array.from(document.querySelectorAll('#facets tbody bdi'), b => b.textContent)")
        for name, action in ACTIONS.items():
            if "scope: 'texts'" in action:
                # A reader comes to the list of scopes before choosing one: meanwhile the texts are made.
                shown.focus("#scope")
                shown.wait_for_timeout(500)
            figures[f"{name}, ms"], figures[f"{name}: facets, ms"] = shown.evaluate(
                f"async () => {{ const begin = performance.now(); await {action}; const rows = performance.now();"
                "await recounted; return [rows - begin, performance.now() - rows]; }"
            )
        figures["scrolled frames, 95 % within ms"] = scrolled(shown)
        figures["memory after all this, MB"] = memory() - empty
        shown.wait_for_timeout(18_000)
        figures["memory 18 s later, MB"] = memory() - empty
        browser.close()
    return figures


def scrolled(shown: Any) -> float:
    """Milliseconds between frames while the list scrolls, of which 95 % are no longer."""
    times = shown.evaluate(
        """async () => {
          await change({view: 'utterances'});
          const list = document.getElementById('list'), times = [];
          let last = performance.now();
          for (let k = 0; k < 120; ++k) {
            list.scrollTop += 90;
            await new Promise(requestAnimationFrame);
            const now = performance.now();
            times.push(now - last);
            last = now;
          }
          return times.sort((a, b) => a - b);
        }"""
    )
    return float(times[int(0.95 * len(times))])


def main() -> None:
    """Reads the command line and measures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--utterances", type=int, default=100_000)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--folder", help="where the page is kept; default: a temporary folder")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        path = Path(options.folder or folder).resolve() / "errors.html"
        written(options.utterances, options.repeat, path)
        rounds = [looked_at(path) for _ in range(options.repeat)]
        for name in rounds[0]:
            print(f"{name:<44}{min(each[name] for each in rounds):10.0f}")


if __name__ == "__main__":
    main()
