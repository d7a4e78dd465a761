"""Command lines of hubscr.pl with their files: every byte of output and files beside SCTK's, in every language."""

from __future__ import annotations

import os
import re
from pathlib import Path
from random import Random

from tests.fuzz.case import IDENTICAL, Case, Command, Kind, Verdict, different, explained
from tests.fuzz.glm import rules
from tests.fuzz.harm import harmed
from tests.fuzz.run import Outcome, run_ours, run_program, shown_difference
from tests.fuzz.talk import joined

_DEBIAN = Path("/usr/lib/sctk/bin")
_LANGUAGES = ["english", "english", "english", "spanish", "italian", "mandarin", "arabic", "german"]
_WORDS = ["a", "ab", "b", "uh", "um", "don't", "a-b", "well-known", "x-", "gonna", "the", "cat", "dog", "I'm", "grey"]
_REFERENCE_WORDS = ["(uh)", "(a b)", "{ a / b }", "{ a / @ }", "(%HESITATION)", "x--y", "U.S."]
_ODD = [b"(", b")", b"{", b"}", b"/", b"@", b";;", b"<ALT>", b"*", b"_a", b"a1", b"-1", b"\t", b"1e3", b"<o>", b"  "]
_PROGRAMS = re.compile(rb"[^\s'\"]*/((?:hubscr|csrfilt|def_art|acomp|hamzaNorm|tanweenFilt)\.(?:pl|sh))(?![\w/])")
_LEXICAL = re.compile(rb"perl -nae '[^\n]*' +\|")
_LABELS = [b';; CATEGORY "0" "" ""', b';; LABEL "o" "Overall" "All of it"', b';; LABEL "f0" "Base" "Clean"']


def _rows(chance: Random, sure: bool) -> tuple[list[bytes], list[list[bytes]]]:
    """Rows of the reference and of one to three hypotheses."""
    stm: list[bytes] = list(_LABELS)
    systems: list[list[bytes]] = [[] for _ in range(chance.choice((1, 1, 2, 3)))]
    for source in range(chance.randint(1, 2)):
        for channel in chance.sample(["1", "2", "A"], chance.randint(1, 2)):
            at = 0.0
            for _ in range(chance.randint(1, 5)):
                words = [chance.choice(_WORDS) for _ in range(chance.randint(0, 6))]
                end = at + max(0.5, 0.4 * len(words))
                said = [chance.choice(_REFERENCE_WORDS) if chance.random() < 0.06 else word for word in words]
                label = chance.choice(("<o>", "<o,f0>", "<o>"))
                head = f"f{source} {channel} s{chance.randint(0, 2)} {at:.2f} {end:.2f} {label} "
                stm.append((head + " ".join(said)).encode())
                for rows in systems:
                    rows += _heard(chance, f"f{source} {channel}", at, words, sure)
                at = end
    return stm, systems


def _heard(chance: Random, head: str, at: float, words: list[str], sure: bool) -> list[bytes]:
    found = []
    for place, word in enumerate(words):
        if chance.random() < 0.1:
            continue
        word = chance.choice(_WORDS) if chance.random() < 0.2 else word
        rest = f" {chance.random():.3f}" if sure else ""
        rest += chance.choice((" lex", " fp")) if rest and chance.random() < 0.05 else ""
        found.append(f"{head} {at + 0.4 * place:.2f} 0.30 {word}{rest}".encode())
    return found


def make(chance: Random) -> Case:
    """One command line with its files."""
    language = chance.choice(_LANGUAGES)
    stm, systems = _rows(chance, chance.random() < 0.5)
    if chance.random() < 0.4:
        chance.shuffle(stm)
    files = [("g.glm", b";;\n* name 'x'\n* max_nrules = '900'\n" + _rules(chance)), ("ref.stm", joined(stm))]
    names = []
    for number, rows in enumerate(systems):
        if chance.random() < 0.3:
            chance.shuffle(rows)
        name = f"h{number}.ctm" if chance.random() < 0.8 else f"d/h{number}.ctm"
        data = joined(rows)
        files.append((name, harmed(data, chance, _ODD) if chance.random() < 0.1 else data))
        names.append(name if chance.random() < 0.8 else f"{name}\\#sys{number}")
    if chance.random() < 0.1:
        files[1] = ("ref.stm", harmed(files[1][1], chance, _ODD))
    groups: list[tuple[str, ...]] = [("-g", "g.glm"), ("-l", language), ("-r", "ref.stm")]
    groups.append(("-h", chance.choice(("hub4", "hub5", "rt-stt"))))
    groups += [(word,) for word, share in (("-V", 0.8), ("-v", 0.3)) if chance.random() < share]
    if language == "arabic":
        groups += [("-d",), *[(word,) for word in ("-H", "-T") if chance.random() < 0.5]]
    if language == "german":
        groups += [("-d",), ("-L", "lex")]
        files.append(("lex", b"a-b\nwell-known\ncat\ndog\nthe-grey\n"))
    if chance.random() < 0.2:
        groups.append(("-n", "ROOT"))
    return Case(tuple(files), (Command("hubscr.pl", (*groups, tuple(names))),))


def _rules(chance: Random) -> bytes:
    """Rules without what a header line or a comment mark of their own would change."""
    lines = rules(chance, True).split(b"\n")[1:]
    return joined([line for line in lines if b"=>" in line and line[:1] not in (b"*", b";")])


def lacks() -> str:
    """Says what is not installed."""
    return "" if (_DEBIAN / "hubscr.pl").exists() else f"{_DEBIAN} is not there"


def check(case: Case, where: Path) -> Verdict:
    """Ours beside NIST's: stdout, files and exit code; messages of Perl are free."""
    given = case.commands[0]
    before = os.environ.get("SCORELITE_SCTK")
    os.environ["SCORELITE_SCTK"] = "2.4.10"
    try:
        ours = run_ours(case, Command("scorelite", (("sctk", given.program), *given.groups), given.stdin), where)
    finally:
        os.environ.pop("SCORELITE_SCTK")
        if before is not None:
            os.environ["SCORELITE_SCTK"] = before
    if isinstance(ours.code, str):
        return different(f"exception: {ours.code}", ours.err.decode("utf-8", "backslashreplace"))
    path = f"{_DEBIAN}:{os.environ['PATH']}"
    theirs = run_program(_DEBIAN / given.program, case, given, where, PATH=path, LC_ALL="C")
    if _compared(theirs) == _compared(ours):
        return IDENTICAL
    reason = _explanation(theirs, ours)
    return (
        explained(reason)
        if reason
        else different(
            f"answers differ: {', '.join(_compared(theirs).differing(_compared(ours)))}",
            shown_difference(_compared(theirs), _compared(ours)),
        )
    )


def _compared(found: Outcome) -> Outcome:
    out = _LEXICAL.sub(b"LEX |", _PROGRAMS.sub(rb"\1", found.out))
    code = found.code if isinstance(found.code, str) else int(found.code != 0)
    return Outcome(code, out, b"", found.files)


def _explanation(theirs: Outcome, ours: Outcome) -> str:
    if ours.code and b"no text was filtered" in ours.err:
        return "rules that cannot be used: NIST's csrfilt.sh prints the message as text"
    if theirs.code and b"SCLITE execution failed" in theirs.err:
        if b"SCLITE execution failed" in ours.err:
            return "sclite fails in both, with other reports before"
        return "NIST's sclite dies on a hypothesis that ours scores"
    if b"SC_STATS execution failed" in theirs.err:
        return "NIST's sc_stats dies"
    return ""


KIND = Kind("hubscr", "SCTK's hubscr.pl: every byte of its output and files", 2, make, check, lacks)
