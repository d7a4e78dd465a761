"""One case: input files and command lines, what its check found, and the folder in which a difference is kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Literal, TypeAlias

State: TypeAlias = Literal["identical", "explained", "different"]
Groups: TypeAlias = "tuple[tuple[str, ...], ...]"

_RECORD = "case.json"
_TOLD = "README.txt"


@dataclass(frozen=True, slots=True)
class Command:
    """A command line in groups of words that belong together, and the file that is its standard input."""

    program: str
    groups: Groups
    stdin: str = ""

    @property
    def words(self) -> list[str]:
        """The command line without the program's name."""
        return [word for group in self.groups for word in group]

    def __str__(self) -> str:
        line = " ".join([self.program, *map(_quoted, self.words)])
        return f"{line} < {self.stdin}" if self.stdin else line


@dataclass(frozen=True, slots=True)
class Case:
    """Input files by name, command lines that are run in their folder, and what else the check has to know."""

    files: tuple[tuple[str, bytes], ...]
    commands: tuple[Command, ...] = ()
    facts: tuple[tuple[str, Any], ...] = ()

    def fact(self, name: str, default: Any = None) -> Any:
        """A fact by its name."""
        return dict(self.facts).get(name, default)

    def file(self, name: str) -> bytes:
        """The content of a file."""
        return dict(self.files)[name]

    def with_file(self, name: str, content: bytes) -> Case:
        """The case with another content of one file."""
        return replace(self, files=tuple((key, content if key == name else data) for key, data in self.files))

    def fill(self, folder: Path) -> None:
        """Writes the files into a folder."""
        for name, content in self.files:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The finding of a check: why a difference is explained, or what differs and how."""

    state: State
    reason: str = ""
    detail: str = ""


IDENTICAL = Verdict("identical")


def explained(reason: str) -> Verdict:
    """Two answers that differ, or one that is missing, for a reason in docs/explanation/reliability.md."""
    return Verdict("explained", reason)


def different(reason: str, detail: str = "") -> Verdict:
    """Two answers that differ, or one that must not be."""
    return Verdict("different", reason, detail)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of case: how to make one, how to check it, and its share among all kinds."""

    name: str
    summary: str
    share: int
    make: Callable[[Random], Case]
    check: Callable[[Case, Path], Verdict]
    lacks: Callable[[], str] = lambda: ""
    """Says what is not installed, so that the kind cannot run; empty if it can."""
    parts: tuple[bytes, ...] = (b"\n", b" ", b"")
    """What separates the parts of its files that may go when a difference is made smaller; empty: every byte is one."""


def chance_of(kind: str, seed: int, number: int) -> Random:
    """The only source of chance of a case: the same kind, seed and number give the same case."""
    return Random(f"{kind}/{seed}/{number}")


def save(case: Case, verdict: Verdict, folder: Path, *, kind: str, origin: str) -> None:
    """Keeps a case in a folder of its own, with a text that says what differs and how to run it again."""
    folder.mkdir(parents=True, exist_ok=True)
    case.fill(folder)
    record = {
        "kind": kind,
        "files": [name for name, _ in case.files],
        "commands": [
            {"program": command.program, "groups": command.groups, "stdin": command.stdin} for command in case.commands
        ],
        "facts": dict(case.facts),
    }
    (folder / _RECORD).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    lines = [
        f"{kind}: {verdict.reason}",
        f"found by: {origin}",
        f"run again: python -m tests.fuzz --again {folder}",
        *(f"command: {command}" for command in case.commands),
        *(f"{name}: {value}" for name, value in case.facts),
        "",
        verdict.detail,
    ]
    (folder / _TOLD).write_text("\n".join(lines) + "\n", encoding="utf-8", errors="backslashreplace")


def load(folder: Path) -> tuple[str, Case]:
    """The kind and the case that a folder keeps."""
    record = json.loads((folder / _RECORD).read_text(encoding="utf-8"))
    files = tuple((name, (folder / name).read_bytes()) for name in record["files"])
    commands = tuple(
        Command(entry["program"], tuple(map(tuple, entry["groups"])), entry["stdin"]) for entry in record["commands"]
    )
    return record["kind"], Case(files, commands, tuple(record["facts"].items()))


def groups_of(*parts: str | Iterable[str]) -> Groups:
    """Groups of words: a text is split at blanks, anything else is one group as it is."""
    return tuple(tuple(part.split()) if isinstance(part, str) else tuple(part) for part in parts)


def _quoted(word: str) -> str:
    plain = word and all(letter.isalnum() or letter in "-_./:=,+%@" for letter in word)
    return word if plain else "'" + word.replace("'", "'\\''") + "'"
