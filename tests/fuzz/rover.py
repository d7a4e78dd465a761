"""Command lines of rover with words of several recognisers, from two to seven."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.fuzz import sctk
from tests.fuzz.case import IDENTICAL, Case, Command, Kind, Verdict, different, explained
from tests.fuzz.harm import harmed
from tests.fuzz.run import Outcome, run_ours, shown_difference
from tests.fuzz.talk import joined

_METHODS = ["meth1", "maxconf", "avgconf", "oracle", "putat", "meth1a", "maxconfa"]
_WORDS = [b"a", b"b", b"The", b"the", b"uh", b"it's", b"@", b"%sync%time1", b"x;t", b"w*", b"a\\;b", b"{c", b";d"]
_HURTFUL = [b"", b" ", b"nan", b"-1", b"\t", b"; note", b";; note", b"&&1.5", b"1e3", b"f", b"\n", b"NA", b"*"]


def make(chance: Random) -> Case:
    """A command line with its files."""
    words = _WORDS[: chance.choice((2, 3, 5, 6, 7, 8, len(_WORDS)))]
    sure = chance.choice((True, True, False, None))
    systems: list[list[bytes]] = [[] for _ in range(chance.choice((2, 2, 3, 3, 4, 5, 7)))]
    errors = chance.choice((0.0, 0.1, 0.3, 0.3, 0.6))
    for place in range(chance.choice((1, 1, 2, 3))):
        for channel in chance.choice(((b"A",), (b"A",), (b"A", b"B"))):
            where = b"%b%d %b" % (chance.choice((b"F", b"f")), place, channel)
            for rows, heard in zip(systems, _speech(chance, words, len(systems), errors, sure), strict=True):
                if chance.random() < 0.98:
                    rows += [where + b" " + row for row in heard]
    if not systems[0]:
        # Without any words NIST's rover prints for ever.
        systems[0].append(b"f0 A 0 1 " + words[0])
    files = [(f"h{number}", joined(rows)) for number, rows in enumerate(systems)]
    if chance.random() < 0.1:
        name, text = chance.choice(files)
        changed = harmed(text, chance, _HURTFUL)
        files = [(key, changed if key == name else data) for key, data in files]
    kind = ("ctm",) if chance.random() < 0.97 else chance.choice(((), ("trn",), ("x",)))
    groups: list[tuple[str, ...]] = [("-h", name, *kind) for name, _ in files]
    if chance.random() < 0.02:
        groups.append(("-h", "missing", "ctm"))
    if chance.random() < 0.98:
        groups.append(
            ("-o", chance.choice(("o/voted", "o/voted", "missing/voted")) if chance.random() < 0.2 else "voted")
        )
    if chance.random() < 0.98:
        groups.append(("-m", chance.choice(_METHODS) if chance.random() < 0.98 else "best"))
    for share, flag, values in (
        (0.7, "-a", ("0", "0.5", "0.3", "1", "0.99", "2", "x")),
        (0.6, "-c", ("0", "0.5", "0.7", "1", "-1")),
        (0.2, "-f", ("0", "1", "2")),
        (0.05, "-l", ("80",)),
    ):
        if chance.random() < share:
            groups.append((flag, chance.choice(values)))
    for share, flag in ((0.2, "-s"), (0.25, "-T"), (0.01, "-x"), (0.01, "none")):
        if chance.random() < share:
            groups.append((flag,))
    return Case((*files, ("o/x", b"")), (Command("rover", tuple(groups)),))


def _speech(chance: Random, words: list[bytes], count: int, errors: float, sure: bool | None) -> list[list[bytes]]:
    """Rows without file and channel of what each system heard of the same speech."""
    speech: list[list[bytes]] = [[] for _ in range(count)]
    at = 0.0
    for _ in range(chance.choice((1, 2, 5, 12, 40))):
        at += chance.choice((0.0, 0.0, 0.0, 0.2, 1.0, 1.5, 3.0))
        length = chance.choice((0.1, 0.25, 0.3, 0.0))
        word = chance.choice(words)
        for rows in speech:
            value, luck = word, chance.random()
            if luck < errors / 2:
                value = chance.choice(words)
            elif luck < errors * 0.75:
                continue
            begin = at + (chance.choice((-0.1, 0.05)) if chance.random() < errors / 2 else 0.0)
            rows.append(b"%.2f %.2f %b" % (max(0.0, begin), length, value) + _confidence(chance, sure))
            if luck > 1 - errors / 4:
                rows.append(b"%.2f %.2f %b" % (at + length, 0.05, chance.choice(words)) + _confidence(chance, sure))
        at += length
    return speech


def _confidence(chance: Random, sure: bool | None) -> bytes:
    if sure is False or (sure is None and chance.random() < 0.5):
        return b""
    return b" " + chance.choice((b"%.3f" % chance.random(), b"%.3f" % chance.random(), b"1.0", b"0", b"0.5", b"NA"))


def lacks() -> str:
    """Says where NIST's program should be, if it is not there."""
    from scorelite.scoring.compat.programs.sctk.rover import program  # noqa: F401

    return sctk.lacks("rover")


def check(case: Case, where: Path) -> Verdict:
    """Ours beside NIST's: every byte of output and files, and the exit code."""
    ours = run_ours(case, case.commands[0], where)
    if isinstance(ours.code, str):
        return different(f"exception: {ours.code}", ours.err.decode("utf-8", "backslashreplace"))
    theirs = sctk.answer("rover", case, where, 2)
    if theirs == ours:
        return IDENTICAL
    reason = sctk.no_answer("rover", theirs) or _listed(theirs, ours) or sctk.unstable("rover", case, where, theirs)
    if reason:
        return explained(reason) if ours.code in (0, 1) else different(f"exit code {ours.code} where {reason}")
    return different(f"answers differ: {', '.join(theirs.differing(ours))}", shown_difference(theirs, ours))


def _listed(theirs: Outcome, ours: Outcome) -> str:
    """A place in docs/explanation/differences.md that explains the difference, if there is one."""
    return ""


KIND = Kind("rover", "NIST's rover: every byte of its output, its file, its exit code", 6, make, check, lacks)
