"""CPU seconds of the measures of meetings, beside MeetEval where it is installed.

    python benchmarks/meetings.py REF.stm HYP.stm [--measures cp,tcp,orc] [--collar 5]

Every run is a process of its own and includes reading both files.
"""

from __future__ import annotations

import argparse
import importlib.util
import resource
import subprocess
import sys

FUNCTIONS = {
    "cp": "cpwer",
    "tcp": "tcpwer",
    "orc": "orcwer",
    "tcorc": "tcorcwer",
    "mimo": "mimower",
    "greedy-orc": "greedy_orcwer",
    "greedy-tcorc": "greedy_tcorcwer",
    "di-cp": "greedy_dicpwer",
    "di-tcp": "greedy_ditcpwer",
}
TIMED = ("tcp", "tcorc", "greedy-tcorc", "di-tcp")


def spent(words: list[str]) -> str:
    """CPU seconds of a command, or the end of its message."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        return done.stderr.strip().splitlines()[-1][:40]
    return f"{after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime:.2f} s"


def main() -> None:
    """Prints a row for each measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ref")
    parser.add_argument("hyp")
    parser.add_argument("--measures", default="cp,tcp,greedy-tcorc")
    parser.add_argument("--collar", type=int, default=5)
    options = parser.parse_args()
    for measure in options.measures.split(","):
        collar = ["--collar", str(options.collar)] if measure in TIMED else []
        ours = [sys.executable, "-m", "scorelite", "meetings", options.ref, options.hyp, "--measure", measure, *collar]
        row = f"{measure:<14} scorelite {spent(ours)}"
        if importlib.util.find_spec("meeteval"):
            arguments = ["-r", options.ref, "-h", options.hyp, *collar]
            words = [sys.executable, "-m", "meeteval.wer", FUNCTIONS[measure], *arguments]
            row += f", meeteval {spent([*words, '--average-out', '-', '--per-reco-out', '-'])}"
        print(row, flush=True)


if __name__ == "__main__":
    main()
