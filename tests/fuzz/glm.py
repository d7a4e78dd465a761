"""Rules of a GLM: rfilter1 and csrfilt.sh beside SCTK's, with random rules and random texts of every format."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

from tests.fuzz.case import IDENTICAL, Case, Command, Kind, Verdict, different, explained
from tests.fuzz.harm import harmed
from tests.fuzz.run import Outcome, run_ours, run_program, shown_difference
from tests.fuzz.talk import joined

_DEBIAN = Path("/usr/lib/sctk/bin")
_WORDS = ["a", "ab", "b", "uh", "um", "don't", "a-b", "well-known", "x", "-x", "x-", "gonna", "going to", "O.K.", "é"]
_WORDS += ["É", "中国", "colour", "grey", "he's", "@", "%x", "w.", "(a)", "(b c)", "{ a / b }", "c-d-e-", "x--y", "a;b"]
_RIGHT = ["", "[]", "%HESITATION", "[%HESITATION]", "(%HESITATION)", "[{ a / b }]", "{ he is / he's }", "b c", '"q"']
_CONTEXTS = ["", "", "/ [ ] __ [ ]", "/ [ ] __ [ ]", "/ [ ] __ [ ]", " / [ ] _ [ ]  ", "/ b __ ", "/ __ [ b]", "/ x"]
_CONTEXTS += ['/ "a " __ " b"', "/[ ] __ [ ]", "/ [ ]__[ ]", "/ ] _ [", "/ [x _ y", "/ [;] _ [b]"]
_HEADS = ["* name 'x'", "* case_sensitive = 'F'", "* copy_no_hit = 'F'", '* MAX_NRULES = "9"', "* max_nrules = '2500'"]
_HEADS += [
    "* format = 'NIST1'",
    '* desc "case_sensitive yes"',
    "* nothing",
    ';; INPUT_DEPENDENT_APPLICATION = "stm|trn"',
]
_HEADS += [';; INPUT_DEPENDENT_APPLICATION = "ref"', ';; INPUT_DEPENDENT_APPLICATION = ".*"', "   ", "  ;; x"]
_ODD = [b"(", b")", b"()", b"((a))", b"<o>", b"<o,x>", b";;", b";", b"/", b"{", b"}", b"\t", b"\r", b"\0", b"_", b"["]
_ODD += [b"]", b"=>", b'"', b"a => b", b"[a] => [b] / [ ] __ [ ]", b"-", b"--", b"LEXEME", b"1", b".5", b"  ", b"\x0b"]

_NO_RULES = b"; *ERR: Get_rules2 returned err code =12"


def _side(chance: Random) -> str:
    word = " ".join(chance.choice(_WORDS) for _ in range(chance.choice((1, 1, 1, 2))))
    return chance.choice((word, f"[{word}]", f"[{word}]", f'"{word}"'))


def rules(chance: Random, upper: bool) -> bytes:
    """The content of a rules file; now and then damaged."""
    lines = [chance.choice((";;", ";;", ";;", ";; own rules", "* x", "", "a => b", "#"))]
    heads = chance.choice((0, 0, 1, 2))
    lines += [chance.choice(_HEADS) for _ in range(heads)]
    for _ in range(chance.choice((1, 3, 10, 30))):
        right = chance.choice(_RIGHT) if chance.random() < 0.6 else _side(chance)
        arrow = chance.choice((" => ", " => ", "=>", " =>", "=> ", "\t=>\t"))
        end = chance.choice(("", "", "", " ", ";; note", "  ;; a => b"))
        lines.append(f"{_side(chance)}{arrow}{right} {chance.choice(_CONTEXTS)}{end}")
        if chance.random() < 0.04:
            lines.append(chance.choice(_HEADS))
    text = "\n".join(lines).encode() + chance.choice((b"\n", b"\n", b""))
    text = text.upper() if upper else text
    return harmed(text, chance, _ODD) if chance.random() < 0.15 else text


def _line(chance: Random, style: str) -> str:
    words = [chance.choice(_WORDS) for _ in range(chance.choice((0, 1, 3, 8)))]
    if style == "ctm":
        rest = chance.choice(("", "", " 0.5", " NA", " -1.2", " 0.9 lex", " .5 lex spk"))
        return f"f {chance.choice('12')} {chance.random():.2f} .3 {chance.choice(_WORDS)}{rest}"
    if style == "rttm":
        kind = chance.choice(("LEXEME", "LEXEME", "NON-LEX", "SPKR-INFO"))
        return f"{kind} f 1 0.1 .3 {chance.choice(_WORDS)} {chance.choice(('lex', 'fp', 'frag', 'alpha'))} spk .5"
    text = chance.choice((" ", "  ", "\t")).join(words)
    if style == "stm":
        return f"f 1 s 0.1 {chance.random():.2f} {chance.choice(('', '<o>', '<o,f0,m> ', '<o, x>'))} {text}"
    return f"{text} ({chance.choice(('s-1', 's-2'))})" if style == "trn" else text


def texts(chance: Random, style: str) -> bytes:
    """The content of a file; now and then damaged."""
    lines = [_line(chance, style) for _ in range(chance.choice((1, 3, 10)))]
    if chance.random() < 0.2:
        lines.insert(chance.randrange(len(lines) + 1), chance.choice((";; note", ";;", "; a", ";;\ta  b ")))
    data = joined([line.encode() for line in lines])
    return harmed(data, chance, _ODD) if chance.random() < 0.25 else data


def make(chance: Random) -> Case:
    """One command line with its rules and its text."""
    if chance.random() < 0.4:
        groups: list[tuple[str, ...]] = [("g.glm",)]
        program, style = "rfilter1", "txt"
        groups += [("1",)] * (chance.random() < 0.1)
    else:
        program, style = "csrfilt.sh", chance.choice(("stm", "ctm", "trn", "txt", "rttm"))
        groups = [("-i", style)]
        groups += [(word,) for word in ("-dh", "-s", "-e") if chance.random() < 0.3]
        groups += [("-t", chance.choice(("ref", "hyp")))] * (chance.random() < 0.3)
        groups.append(("g.glm",))
    upper = program == "csrfilt.sh" and ("-s",) not in groups
    files = (("g.glm", rules(chance, upper)), ("in", texts(chance, style)))
    return Case(files, (Command(program, tuple(groups), "in"),))


def lacks() -> str:
    """Says what is not installed."""
    return "" if (_DEBIAN / "csrfilt.sh").exists() else f"{_DEBIAN} is not there"


def check(case: Case, where: Path) -> Verdict:
    """Ours beside NIST's: output and exit code; with rfilter1 the messages too."""
    command = case.commands[0]
    ours = run_ours(case, Command("scorelite", (("sctk", command.program), *command.groups), command.stdin), where)
    if isinstance(ours.code, str):
        return different(f"exception: {ours.code}", ours.err.decode("utf-8", "backslashreplace"))
    told = ours
    path = f"{_DEBIAN}:{os.environ['PATH']}"
    theirs = run_program(_DEBIAN / command.program, case, command, where, PATH=path, LC_ALL="C")
    if command.program == "csrfilt.sh":
        # Messages of Perl and of the shell are free; of a usage text only the last line counts.
        ours, theirs = (Outcome(side.code, _without_usage(side.out), b"", side.files) for side in (ours, theirs))
    if theirs == ours:
        return IDENTICAL
    reason = _explanation(command.program, theirs, told)
    if reason:
        return explained(reason)
    return different(f"answers differ: {', '.join(theirs.differing(ours))}", shown_difference(theirs, ours))


def _without_usage(text: bytes) -> bytes:
    return text.rstrip().rpartition(b"\n")[2] if text.startswith(b"Usage:") else text


def _explanation(program: str, theirs: Outcome, ours: Outcome) -> str:
    if isinstance(theirs.code, str):
        return f"NIST's program dies ({theirs.code}): no rules, or a format of rules that is unknown"
    if program == "csrfilt.sh" and theirs.code == 0 and b"no text was filtered" in ours.err:
        return "rules that cannot be used: NIST's csrfilt.sh prints the message as text"
    if program == "csrfilt.sh" and ours.code == 0 and theirs.out.lstrip().startswith(_NO_RULES):
        return "rules none of which is for the input: NIST's csrfilt.sh prints the message as text"
    if program == "csrfilt.sh" and not theirs.out:
        return "NIST's rfilter1 dies inside csrfilt.sh: no rules"
    return ""


KIND = Kind("glm", "SCTK's rfilter1 and csrfilt.sh: every byte, with random rules", 10, make, check, lacks)
