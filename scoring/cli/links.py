"""Links to `scorelite` under the names of other programs, which decide what it does."""

from __future__ import annotations


def words_of(name: str) -> list[str]:
    """The sub-command and program that a name stands for; none for a name that no program has.

    >>> words_of("compute-wer"), words_of("my-scorelite")
    (['kaldi', 'compute-wer'], [])
    """
    from ..compat.sctk.programs import PROGRAMS
    from .kaldi import BINARIES

    if name in ("benchmarkstt", "benchmarkstt-tools", "meeteval-wer", "meeteval-io"):
        return [name]
    if any(name in (program, program.partition(".")[0]) for program in PROGRAMS):
        return ["sctk", name]
    if name in BINARIES:
        return ["kaldi", name]
    from ..compat.kaldi.scripts import SCRIPTS  # imports more than all others

    if name.removesuffix(".pl").removesuffix(".sh").removesuffix(".py") in SCRIPTS:
        return ["kaldi", name]
    return []
