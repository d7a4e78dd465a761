"""All tables of time and memory in one run: files scored and converted, wings, formats, aligners, and how they grow.

    pip install '.[kws,segments]' -r benchmarks/requirements.txt spy-der kaldialign
    python benchmarks/tables.py [--data FOLDER] [--rounds 3]

Each table is that of a script of its own, which can be run alone. Takes about half an hour on an idle machine.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

# Tables and their scripts.
TABLES = (
    ("Files, wings and their growth", "wings.py"),
    ("Conversions, tables and formats", "formats.py"),
    ("Aligners and their growth", "words.py"),
)


def main() -> int:
    """Prints all tables; 1 if one of the scripts failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("bench-data"))
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    failed = 0
    for title, script in TABLES:
        print(f"\n## {title}\n", flush=True)
        argv = [sys.executable, str(Path(__file__).with_name(script)), "--data", str(options.data)]
        failed |= subprocess.run([*argv, "--rounds", str(options.rounds)]).returncode != 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
