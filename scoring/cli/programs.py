"""The one table of programs that scorelite replaces: names, families, and the words of `scorelite` that run them."""

from __future__ import annotations

from collections.abc import Iterator

from ..compat.programs.kaldi.console import BINARIES, SCRIPTS
from ..compat.programs.sctk.programs import PROGRAMS
from ..compat.toolkits import PROGRAMS as TOOLKITS
from ..compat.toolkits import TITLES

_SUFFIXES = (".pl", ".sh", ".py")
# Programs that are sub-commands of their own names.
_COMMANDS = {"benchmarkstt": ("benchmarkstt", "benchmarkstt-tools"), "meeteval": ("meeteval-wer", "meeteval-io")}
_OWNERS = {"meeteval": "MeetEval", "benchmarkstt": "BenchmarkSTT"}


class Program:
    """A program: its name, its family, what it replaces, and the words of `scorelite` that run it."""

    __slots__ = ("family", "name", "summary", "words")

    def __init__(self, name: str, family: str, summary: str, *words: str) -> None:
        self.name = name
        self.family = family
        self.summary = summary
        self.words = words


def programs() -> Iterator[Program]:
    """All programs, family by family."""
    for name, (_, summary) in PROGRAMS.items():
        yield Program(name, "sctk", summary, "sctk", name)
    for name in (*BINARIES, *SCRIPTS.values()):
        yield Program(name, "kaldi", f"Kaldi's {name}", "kaldi", name)
    yield Program("KWSEval", "f4de", "NIST's KWSEval (F4DE)")
    for family, names in _COMMANDS.items():
        for name in names:
            yield Program(name, family, f"{_OWNERS[family]}'s {name}", name)


def toolkit_programs() -> Iterator[Program]:
    """The programs of toolkits, some of which have one name."""
    for family, names in TOOLKITS.items():
        for name in names:
            yield Program(name, family, f"{TITLES[family]}'s {name}", "toolkits", family, name)


def words_of(name: str) -> list[str]:
    """The sub-command and program that a name stands for; none for a name that no program has.

    >>> words_of("compute-wer"), words_of("csrfilt"), words_of("my-scorelite")
    (['kaldi', 'compute-wer'], ['sctk', 'csrfilt.sh'], [])
    >>> words_of("compute-wer.py")
    ['toolkits', 'wenet', 'compute-wer.py']
    """
    found = next((program for program in programs() if _bare(program.name) == _bare(name)), None)
    if found is None:
        return []
    # WeNet's compute-wer.py is not Kaldi's compute-wer.
    of_toolkits = (program for program in toolkit_programs() if program.name == name != found.name)
    return list(next(of_toolkits, found).words)


def _bare(name: str) -> str:
    return next((name.removesuffix(suffix) for suffix in _SUFFIXES if name.endswith(suffix)), name)
