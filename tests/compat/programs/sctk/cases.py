"""Cases of NIST's sc_stats, rover and asclite with what the programs make of them.

    python -m tests.compat.programs.sctk.cases

writes golden_sc_stats.json, golden_rover.json and golden_asclite.json anew, with the programs of Debian's package sctk.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from tests.fuzz import asclite, rover, sc_stats, sctk
from tests.fuzz.case import Case, Command, chance_of
from tests.fuzz.run import Outcome

FOLDER = Path(__file__).parent
KINDS = {"sc_stats": sc_stats.KIND, "rover": rover.KIND, "asclite": asclite.KIND}
_CASES = 40
# Larger cases show nothing that small ones do not.
_MOST_BYTES = 9000


def load(name: str) -> list[tuple[Case, Outcome]]:
    """Cases of a program and what it made of them."""
    load = []
    for entry in json.loads((FOLDER / f"golden_{name}.json").read_text("utf-8")):
        files = tuple((key, text.encode("latin-1")) for key, text in entry["files"].items())
        command = Command(name, (tuple(entry["words"]),), entry["stdin"])
        made = {key: text.encode("latin-1") for key, text in entry["made"].items()}
        outcome = Outcome(entry["code"], entry["out"].encode("latin-1"), entry["err"].encode("latin-1"), made)
        load.append((Case(files, (command,)), outcome))
    return load


def _entry(case: Case, outcome: Outcome) -> dict[str, object]:
    command = case.commands[0]
    return {
        "words": command.words,
        "stdin": command.stdin,
        "files": {key: data.decode("latin-1") for key, data in case.files},
        "code": outcome.code,
        "out": outcome.out.decode("latin-1"),
        "err": outcome.err.decode("latin-1"),
        "made": {key: data.decode("latin-1") for key, data in outcome.files.items()},
    }


def _sign_test(entries: list[dict[str, object]]) -> dict[str, object]:
    """The sign test, with all of its tables, of systems with several speakers."""
    for entry in entries:
        text = entry["files"]["in"]  # type: ignore[index]
        if text.count("<SYSTEM") < 2 or text.count("<SPEAKER") < 6:
            continue
        command = Command("sc_stats", (("-p", "-v", "-n", "-", "-t", "sign"),), "in")
        case = Case((("in", text.encode("latin-1")),), (command,))
        with tempfile.TemporaryDirectory() as folder:
            outcome = sctk.answer("sc_stats", case, Path(folder), 2)
        if outcome.code == 0:
            return _entry(case, outcome)
    raise SystemExit("no entry has systems that the sign test takes")


def _write(name: str) -> None:
    kind = KINDS[name]
    kind.lacks()
    entries: list[dict[str, object]] = []
    number = 0
    with tempfile.TemporaryDirectory() as folder:
        while len(entries) < _CASES:
            case = kind.make(chance_of(name, 7, number))
            number += 1
            outcome = sctk.answer(name, case, Path(folder), 2)
            entry = _entry(case, outcome)
            steady = not isinstance(outcome.code, str) and not sctk.unstable(name, case, Path(folder), outcome)
            if steady and len(json.dumps(entry)) < _MOST_BYTES:
                entries.append(entry)
    if name == "sc_stats":
        entries.append(_sign_test(entries))
    (FOLDER / f"golden_{name}.json").write_text(json.dumps(entries, indent=0) + "\n", "utf-8")


if __name__ == "__main__":
    for name in KINDS:
        _write(name)
