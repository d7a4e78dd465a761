"""All tables of time and memory in one run: every job beside its peer, how it grows, and what threads bring.

    pip install '.[kws,segments,parquet]' -r benchmarks/requirements.txt
    python benchmarks/tables.py [--data FOLDER] [--rounds 3] [--only ROW ...] [--again] [--output FILE]

Takes about twenty minutes on an idle machine. Finished rows are kept in FOLDER/rows.jsonl: a run that was interrupted
goes on where it stopped, `--again` measures the rows anew. `--only` takes beginnings of names. The tables are printed
and, with `--output`, written as Markdown. The tables of formats and of sclite are those of `formats.py` and `words.py`.
"""

from __future__ import annotations

import argparse
import functools
import json
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import threads
import wings
import words

# Rows with one of these are measured again by the next run.
PROBLEMS = ("we failed", "is not installed")


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its title, its head, and its rows by name, each with how it is made."""

    title: str
    head: str
    rows: dict[str, Callable[[], str]]


def tables(folder: Path, rounds: int) -> tuple[Table, ...]:
    """All tables."""
    root = folder / "wings"
    jobs = {job.name: functools.partial(wings.row_of, job, wings.SIZES, root, rounds) for job in wings.JOBS}
    pairs = {shape: functools.partial(words.growth_row, shape) for shape in words.SHAPES}
    wall = {f"-j: {job.name}": functools.partial(threads.line, job, folder, rounds) for job in threads.JOBS}
    vendors = {"vendor JSON": functools.partial(of_vendors, folder, rounds)}
    return (
        Table("Jobs, their peers and their growth (each size is four times the one before)", wings.HEAD, jobs),
        Table("One long pair", words.GROWTH_HEAD, pairs),
        Table("Vendors' JSON", "| job | beside | ours | theirs | factor | goal |\n|---|---|---|---|---|---|", vendors),
        Table("Two threads, wall-clock time", threads.HEAD, wall),
    )


def of_vendors(folder: Path, rounds: int) -> str:
    """The rows of all vendors."""
    argv = [sys.executable, str(Path(__file__).with_name("formats.py")), "--data", str(folder)]
    done = subprocess.run([*argv, "--rounds", str(rounds), "vendors"], capture_output=True, text=True, check=True)
    return "\n".join(done.stdout.splitlines()[2:])


def kept_rows(path: Path) -> dict[str, str]:
    """The rows of earlier runs by name."""
    if not path.exists():
        return {}
    return {row["name"]: row["row"] for row in map(json.loads, path.read_text("utf-8").splitlines())}


def document(all_tables: tuple[Table, ...], rows: dict[str, str]) -> Iterator[str]:
    """The lines of the Markdown page."""
    yield f"Python {platform.python_version()}, {platform.machine()}, {time.strftime('%Y-%m-%d')}."
    for table in all_tables:
        mine = [rows[name] for name in table.rows if name in rows]
        if mine:
            yield from ("", f"## {table.title}", "", table.head, *mine)


def main() -> int:
    """Measures the rows that are missing, and prints all tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("bench-data"))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", nargs="+", metavar="ROW", help="beginnings of names")
    parser.add_argument("--again", action="store_true", help="measure rows that are kept, too")
    parser.add_argument("--output", type=Path, metavar="FILE")
    options = parser.parse_args()
    folder = options.data.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    store = folder / "rows.jsonl"
    rows = kept_rows(store)
    chosen = tables(folder, options.rounds)
    for table in chosen:
        for name, make in table.rows.items():
            if options.only and not name.startswith(tuple(options.only)):
                continue
            if name in rows and not options.again:
                continue
            begin = time.monotonic()
            rows[name] = make()
            if not any(problem in rows[name] for problem in PROBLEMS):
                with store.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"name": name, "row": rows[name]}) + "\n")
            print(f"{time.monotonic() - begin:6.1f} s  {name}", file=sys.stderr, flush=True)
    text = "\n".join(document(chosen, rows))
    print(text)
    if options.output:
        options.output.write_text(f"{text}\n", encoding="utf-8")
    return int(any("we failed" in row for row in rows.values()))


if __name__ == "__main__":
    sys.exit(main())
