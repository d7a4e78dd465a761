"""Answers of the native core without a fault, and pairs that tell a core with one from it.

`python -m tests.mutation.answers make FILE` keeps the answers to pairs of the kind `searches` of the fuzz command,
which compares such pairs with a table of all cells; `... check FILE` fails at the first other answer.
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

from tests.fuzz import searches
from tests.fuzz.case import chance_of

SEED, SHORT_AND_LONG, LONG = 2030, 6000, 2000


def main(action: str, name: str) -> int:
    """Runs the command; returns its exit code."""
    from scorelite.core import _native  # type: ignore[attr-defined]

    if action == "make":
        cases = [searches.make(chance_of("searches", SEED, number)) for number in range(SHORT_AND_LONG)]
        cases += [searches.sized(chance_of("searches long", SEED, number), "long") for number in range(LONG)]
        Path(name).write_bytes(pickle.dumps([(case, searches.answers(case, _native)) for case in cases]))
        return 0
    for number, (case, expected) in enumerate(pickle.loads(Path(name).read_bytes())):
        if searches.answers(case, _native) != expected:
            print(f"FAILED case {number} has another answer")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
