"""Command lines of md-eval.pl with turns, words and metadata of several recordings."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

from tests.fuzz import sctk
from tests.fuzz.case import IDENTICAL, Case, Command, Kind, Verdict, different, explained
from tests.fuzz.harm import harmed
from tests.fuzz.run import Outcome, run_ours, run_program, shown_difference
from tests.fuzz.talk import joined

_PROGRAM = "md-eval.pl"
_WORDS = ("yes", "no", "um", "uh-huh", "twenty-one", "a-b-", "th-", "-", "go", "Gone", "know")
_WORD_TYPES = ("lex", "lex", "lex", "fp", "frag", "un-lex", "for-lex", "alpha")
_METADATA = {
    "SU": ("statement", "question", "backchannel", "unannotated"),
    "EDIT": ("repetition", "restart", "complex"),
    "FILLER": ("filled_pause", "discourse_marker"),
    "IP": ("edit", "filler"),
}
_HURTFUL = [b"", b" ", b"-1", b"1e1", b"*", b"<NA>", b"x", b"; note", b"# note", b"\n", b".5", b"SPKR-INFO"]
_CALLED = re.compile(rb"\Acommand line \(run on [^)]*\) Version: 22  \S+")
_MOMENT = re.compile(rb"beg/dur/end = +[\d.]+/  0\.000/.*\n")
# Warnings about turns come in the order of a hash.
_WARNING = re.compile(rb"^WARNING: .*\n(?:    .*\n)?", re.M)
_NUMBER = re.compile(rb" *-?\d+\.\d+")
_VALUES = (
    (0.4, "-c", ("0.25", "0.1", "0.5", "0", ".25", "1", "x")),
    (0.2, "-a", ("f", "c", "fc", "fcgs", "gs")),
    (0.1, "-A", ("f", "fc", "c")),
    (0.15, "-l", ("0.2", "1", "2", "3")),
    (0.1, "-t", ("0.1", "2")),
    (0.1, "-T", ("0.1", "2", "0")),
    (0.1, "-Y", ("FRAG", "FRAG_UNLEX", "MIN", "NONE", "", "nope")),
    (0.03, "-Z", ("", "NONE")),
    (0.05, "-p", ("1", "20")),
    (0.05, "-P", ("0.5", "20")),
    (0.15, "-M", ("map", "missing/map")),
)


def make(chance: Random) -> Case:
    """A command line with its files."""
    step = chance.choice((1.0, 0.5, 0.25, 0.01, 0.01))
    types = chance.choice((("unknown",), ("unknown",), ("adult_male", "adult_female"), ("child", "adult_male")))
    rich = chance.random() < 0.4
    ref: list[bytes] = []
    hyp: list[bytes] = []
    uem: list[bytes] = []
    for place in range(chance.choice((1, 1, 2, 3))):
        for channel in chance.choice((("1",), ("1",), ("1", "2"), ("A",))):
            where = f"{chance.choice(('f', 'F', 'f.a'))}{place} {channel}"
            _speak(chance, where, step, (ref, hyp), types)
            if rich:
                _talk(chance, where, (ref, hyp))
            if chance.random() < 0.7:
                begin = chance.choice((0, 1, 2.5))
                uem.append(f"d/{where.replace(' ', '.x ', 1)} {begin} {begin + chance.choice((2, 5, 9))}".encode())
                if chance.random() < 0.3:
                    uem.append(f"{where} {begin + 9} {begin + 14}".encode())
    files = [("ref", joined(ref)), ("sys", joined(hyp)), ("uem", joined(uem))]
    files += [("glm", b"* note\ngo => went away\nyes => yeah / [x]\n"), ("list", b"sys\n")]
    if chance.random() < 0.08:
        name, text = chance.choice(files[:3])
        changed = harmed(text, chance, _HURTFUL)
        files = [(key, changed if key == name else data) for key, data in files]
    groups: list[tuple[str, ...]] = [("-r", "ref")]
    groups.append(("-S", "list") if chance.random() < 0.05 else ("-s", "sys"))
    for share, flag, values in _VALUES:
        if chance.random() < share:
            groups.append((flag, chance.choice(values)))
    for share, flag in ((0.25, "-1"), (0.4, "-m"), (0.3, "-v"), (0.03, "-n"), (0.02, "-q"), (0.01, "-h")):
        if chance.random() < share:
            groups.append((flag,))
    for flag in ("-w", "-W", "-o", "-x", "-d", "-D", "-e") if rich else ():
        if chance.random() < 0.25:
            groups.append((flag,))
    for share, group in ((0.4, ("-u", "uem")), (0.1, ("-g", "glm"))):
        if chance.random() < share:
            groups.append(group)
    return Case(tuple(files), (Command(_PROGRAM, tuple(groups)),))


def _speak(
    chance: Random, where: str, step: float, sides: tuple[list[bytes], list[bytes]], types: tuple[str, ...]
) -> None:
    """Turns of both sides."""
    at = chance.choice((0.0, 0.0, 1.5))
    speakers = [f"s{number}" for number in range(chance.choice((1, 2, 2, 3, 4)))]
    others = [f"x{number}" for number in range(chance.choice((1, 2, 2, 3, 5)))]
    if types != ("unknown",):
        for side, names in zip(sides, (speakers, others), strict=True):
            side += [f"SPKR-INFO {where} <NA> <NA> <NA> {chance.choice(types)} {name} <NA>".encode() for name in names]
    for _ in range(chance.choice((0, 1, 3, 6, 12))):
        length = round(chance.uniform(0, 4) / step) * step
        speaker = chance.choice(speakers)
        sides[0].append(_row("SPEAKER", where, at, length, speaker))
        if chance.random() < 0.9:
            shift = round(chance.uniform(-0.5, 0.5) / step) * step * (chance.random() < 0.6)
            name = chance.choice(others) if chance.random() < 0.3 else others[speakers.index(speaker) % len(others)]
            sides[1].append(_row("SPEAKER", where, max(0.0, at + shift), length, name))
        if chance.random() < 0.1:
            kind, subtype = chance.choice((("NOSCORE", "<na>"), ("NON-LEX", "laugh"), ("NON-LEX", "cough")))
            sides[0].append(_row(kind, where, at + step, chance.choice((0.2, 0.5, 0.0)), "<NA>", subtype))
        at += round(chance.choice((length, length, length + 0.5, length / 2)) / step) * step


def _talk(chance: Random, where: str, sides: tuple[list[bytes], list[bytes]]) -> None:
    """Words and metadata of both sides."""
    at = 0.0
    for _ in range(chance.choice((1, 4, 10, 25))):
        at += chance.choice((0.0, 0.0, 0.1, 1.0))
        length = chance.choice((0.2, 0.3, 0.4))
        for number, side in enumerate(sides):
            if number and chance.random() < 0.15:
                continue
            word = chance.choice(_WORDS[: chance.choice((2, 5, len(_WORDS)))])
            shift = chance.choice((0.0, 0.02, 0.05)) * number
            name = chance.choice(("s0", "s0", "s1")) if not number else "x0"
            side.append(_row("LEXEME", where, at + shift, length, name, chance.choice(_WORD_TYPES), word))
        at += length
    for kind, subtypes in _METADATA.items():
        begin = 0.0
        while begin < at and chance.random() < 0.85:
            length = chance.choice((0.0,)) if kind == "IP" else chance.choice((0.3, 0.7, 1.4, 2.9))
            for number, side in enumerate(sides):
                if chance.random() < 0.85:
                    shift = chance.choice((0.0, 0.0, 0.1, -0.2, 0.6)) * number
                    subtype = subtypes[chance.randrange(len(subtypes)) if chance.random() < 0.5 else 0]
                    name = "x0" if number else "s0"
                    side.append(_row(kind, where, max(0.0, begin + shift), length, name, subtype))
            begin += length + chance.choice((0.0, 0.4, 1.1))


def _row(
    kind: str, where: str, begin: float, length: float, name: str, subtype: str = "<NA>", word: str = "<NA>"
) -> bytes:
    return f"{kind} {where} {begin:.2f} {length:.2f} {word} {subtype} {name} <NA>".encode()


def lacks() -> str:
    """Says where NIST's program should be, if it is not there."""
    from scorelite.scoring.compat.programs.sctk.md_eval import program  # noqa: F401

    return sctk.lacks(_PROGRAM)


def check(case: Case, where: Path) -> Verdict:
    """Ours beside NIST's: every byte of output and files but the last digits of sums; codes of failures are free."""
    ours = _comparable(run_ours(case, case.commands[0], where))
    if isinstance(ours.code, str):
        return different(f"exception: {ours.code}", ours.err.decode("utf-8", "backslashreplace"))
    theirs = _comparable(sctk.answer(_PROGRAM, case, where, 10))
    if _same(theirs, ours):
        return IDENTICAL
    reason = sctk.no_answer(_PROGRAM, theirs)
    if not reason:
        for seed in range(1, 9):
            again = _comparable(sctk.answer(_PROGRAM, case, where, 10, PERL_HASH_SEED=str(seed)))
            if _same(again, ours):
                return explained("the answer depends on the order of a hash")
            if not _same(again, theirs):
                reason = "the answer depends on the order of a hash"
    if not reason and _same(_without_moments(theirs), _without_moments(ours)):
        reason = "a stretch of 0.000 seconds is a rounding"
    if not reason and any(_same(_comparable(_settled(case, where, *rules)), ours) for rules in product(_TYPES, _TYPES)):
        reason = "events at one time are in the order that a rule gives which contradicts itself"
    if not reason and _share_as_much(case, where):
        reason = "another of several mappings of speakers that share as many seconds"
    if reason:
        return explained(reason)
    return different(f"answers differ: {', '.join(theirs.differing(ours))}", shown_difference(theirs, ours))


# Of two begins, or two ends, at one time: that of a region goes before that of a zone and of a word, or behind it.
_TYPES = (b"($b->{TYPE} cmp $a->{TYPE})", b"($a->{TYPE} cmp $b->{TYPE})")


def _settled(case: Case, where: Path, begins: bytes, ends: bytes) -> Outcome:
    """The outcome of NIST's program with rules of order for its events that do not contradict themselves."""
    text = sctk.program(_PROGRAM).read_bytes()
    for first, other in ((b"BEG", b"END"), (b"END", b"BEG")):
        rule = b'($b->{EVENT} eq "%b") <=> ($a->{EVENT} eq "%b") || ' % (first, first)
        rule += b'($a->{EVENT} eq "END" ? %b : %b)' % (ends, begins)
        text = text.replace(b'$a->{EVENT} eq "%b"))}' % other, rule + b"))}")
    program = where / "settled-md-eval.pl"
    program.write_bytes(text)
    program.chmod(0o755)
    return run_program(program, case, case.commands[0], where, 10)


def _share_as_much(case: Case, where: Path) -> bool:
    """Whether both map speakers otherwise in a recording, but as many of them, who share as many seconds."""
    words = Command(_PROGRAM, (*case.commands[0].groups, ("-M", "told-map")), case.commands[0].stdin)
    told = replace(case, commands=(words,))
    maps = [
        outcome.files.get("told-map", b"")
        for outcome in (sctk.answer(_PROGRAM, told, where, 10), run_ours(told, words, where))
    ]
    if maps[0] == maps[1] or not all(maps):
        return False
    first, other = map(_shared, maps)
    return first.keys() == other.keys() and all(
        (first[key][0], round(first[key][1], 3)) == (other[key][0], round(other[key][1], 3)) for key in first
    )


def _shared(rows: bytes) -> dict[bytes, tuple[int, float]]:
    """The number of mapped pairs and their seconds, by recording and channel."""
    shared: dict[bytes, tuple[int, float]] = {}
    for row in rows.splitlines()[1:]:
        place, _, _, mapped, seconds = row.rsplit(b",", 4)
        count, total = shared.get(place, (0, 0.0))
        if mapped == b"mapped":
            count, total = count + 1, total + float(seconds)
        shared[place] = count, total
    return shared


def _comparable(outcome: Outcome) -> Outcome:
    """An outcome without date, names of programs and messages but warnings, and with 1 for all codes of failure."""
    code = outcome.code if isinstance(outcome.code, str) else int(outcome.code != 0)
    warnings = b"" if code else b"".join(sorted(_WARNING.findall(outcome.err)))
    # With -w a time is that of a word, as it is written, or a number.
    err = outcome.err if isinstance(code, str) else re.sub(rb"( at time \d+)\.0+\n", rb"\1\n", warnings)
    return Outcome(code, _CALLED.sub(b"", outcome.out), err, outcome.files)


def _without_moments(outcome: Outcome) -> Outcome:
    return Outcome(outcome.code, _MOMENT.sub(b"", outcome.out), outcome.err, outcome.files)


def _same(theirs: Outcome, ours: Outcome) -> bool:
    if (theirs.code, set(theirs.files)) != (ours.code, set(ours.files)):
        return False
    return all(_near(theirs.part(name), ours.part(name)) for name in ("out", "err", *theirs.files))


def _near(first: bytes, other: bytes) -> bool:
    """Whether texts are equal but for one unit in the last digits of decimals: sums in the order of a hash."""
    if first == other:
        return True
    if _NUMBER.sub(b"#", first) != _NUMBER.sub(b"#", other):
        return False
    pairs = zip(_NUMBER.findall(first), _NUMBER.findall(other), strict=True)
    return all(abs(float(mine) - float(theirs)) < 1.01 * 10.0 ** -len(mine.split(b".")[1]) for mine, theirs in pairs)


KIND = Kind("md-eval", "NIST's md-eval.pl: its output and its map of speakers", 4, make, check, lacks)
