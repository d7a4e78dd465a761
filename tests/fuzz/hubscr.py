"""Command lines of hubscr.pl with their files: every byte of output and files beside SCTK's, in every language."""

from __future__ import annotations

import os
import re
from pathlib import Path
from random import Random

from tests.fuzz import align2html, asclite
from tests.fuzz.case import IDENTICAL, Case, Command, Kind, Verdict, different, explained
from tests.fuzz.glm import rules
from tests.fuzz.harm import harmed
from tests.fuzz.run import DEBIAN_RELEASE, Outcome, release_of_sctk, run_ours, run_program, shown_difference
from tests.fuzz.talk import joined

_DEBIAN = Path("/usr/lib/sctk/bin")
_LANGUAGES = ["english", "english", "english", "spanish", "italian", "mandarin", "arabic", "german"]
_WORDS = ["a", "ab", "b", "uh", "um", "don't", "a-b", "well-known", "x-", "gonna", "the", "cat", "dog", "I'm", "grey"]
_REFERENCE_WORDS = ["(uh)", "(a b)", "{ a / b }", "{ a / @ }", "(%HESITATION)", "x--y", "U.S."]
_ODD = [b"(", b")", b"{", b"}", b"/", b"@", b";;", b"<ALT>", b"*", b"_a", b"a1", b"-1", b"\t", b"1e3", b"<o>", b"  "]
_PROGRAMS = re.compile(
    rb"[^\s'\"]*/((?:hubscr|csrfilt|def_art|acomp|hamzaNorm|tanweenFilt|md-eval|rttmValidator)\.(?:pl|sh))(?![\w/])"
)
_DATES = re.compile(rb"run on \d{4} \w{3} \d+ at \d\d:\d\d:\d\d")
_LEXICAL = re.compile(rb"perl -nae '[^\n]*' +\|")
# Which program failed, and its command line.
_FAILED = re.compile(rb"Error: (SCLITE|SC_STATS|ALIGN2HTML|ASCLITE|MDEVAL) execution failed\n      Command: (.*)")
_HYPOTHESIS = re.compile(r"(?: -h |< |-a )(\S+?)(?:\.sgml|\.aligninfo\.csv)?(?: |$)")
_COMPARISONS = (
    ".raw", ".sys", ".lur", ".es", ".res", ".unified", ".plt", ".dat", ".mean", ".median", ".00", ".01", ".02"
)  # fmt: skip
_NO_END = b"CPU time limit exceeded"
_FAULTS = re.compile(rb"(?:^      (?:ERROR|WARNING).*\n)+", re.M)
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
    heard = []
    for place, word in enumerate(words):
        if chance.random() < 0.1:
            continue
        word = chance.choice(_WORDS) if chance.random() < 0.2 else word
        rest = f" {chance.random():.3f}" if sure else ""
        rest += chance.choice((" lex", " fp")) if rest and chance.random() < 0.05 else ""
        heard.append(f"{head} {at + 0.4 * place:.2f} 0.30 {word}{rest}".encode())
    return heard


def make(chance: Random) -> Case:
    """One command line with its files."""
    return _meeting(chance) if chance.random() < 0.25 else _speech(chance)


def _meeting(chance: Random) -> Case:
    """Speakers who overlap, scored by asclite, also in rttm and with a map of speakers."""
    while True:
        made = dict(asclite.make(chance).files)
        if not made["r"].startswith((b"SPEAKER", b"LEXEME", b";;", b"m0", b"m1")):
            continue
        heard = b"rttm" if made["h"].startswith((b"SPEAKER", b"LEXEME")) else b"ctm"
        told = b"rttm" if made["r"].startswith((b"SPEAKER", b"LEXEME")) else b"stm"
        break
    made = {name: _distinct(data) for name, data in made.items()}
    rules = b";;\n* name 'x'\n* max_nrules = '900'\n" + _rules(chance)
    files = [("g.glm", rules), ("ref", made["r"])]
    names = []
    for number in range(chance.choice((1, 1, 1, 2))):
        name = chance.choice((f"h{number}", f"d/h{number}"))
        files.append((name, _turns(made["h"], chance) if heard == b"rttm" else made["h"]))
        names.append(name if chance.random() < 0.8 else f"{name}\\#sys{number}")
    groups: list[tuple[str, ...]] = [("-a",), ("-g", "g.glm"), ("-l", "english"), ("-r", "ref")]
    groups += [("-f", "rttm")] if heard == b"rttm" else []
    groups += [("-F", "rttm")] if told == b"rttm" else []
    hubs = ("sastt", "sastt", "hub5") if heard == b"rttm" else ("hub5", "rt-stt")
    groups.append(("-h", chance.choice(hubs)))
    for share, words in (
        (0.6, ("-V",)), (0.3, ("-v",)), (0.4, ("-G",)), (0.2, ("-o", chance.choice("1234"))), (0.1, ("-C",)),
        (0.1, ("-m", chance.choice(("1", "1:2", "2:1", "x")))), (0.1, ("-B", "8192")), (0.1, ("-n", "ROOT")),
        (0.1, ("-u", "uem")), (0.02, ("-M", "g.glm")),
    ):  # fmt: skip
        if chance.random() < share:
            groups.append(words)
            if words[0] == "-u":
                files.append(("uem", b"m0 1 0 100\nm1 1 0 100\nm0 A 0 9\nm0 B 0 9\nm1 A 0 9\nm1 B 0 9\n"))
    return Case(tuple(files), (Command("hubscr.pl", (*groups, tuple(names))),))


def _distinct(data: bytes) -> bytes:
    """Rows of RTTM of which no two have one type and begin: rttmSort.pl writes such rows in the order of a hash."""
    distinct = {}
    for row in data.splitlines():
        fields = tuple(row.split()[:4])
        distinct[fields if fields[:1] in ((b"SPEAKER",), (b"LEXEME",)) else (row, len(distinct))] = row
    return joined(list(distinct.values()))


def _turns(words: bytes, chance: Random) -> bytes:
    """Words of a system in RTTM, in one turn for each, with the speakers' names declared."""
    rows, speakers = [], {}
    for row in words.splitlines():
        fields = row.split()
        if len(fields) == 9 and fields[0] == b"LEXEME":
            speakers[b" ".join((fields[1], fields[2], b"<NA> <NA> <NA> unknown", fields[7]))] = True
            rows.append(b" ".join((b"SPEAKER", *fields[1:5], b"<NA> <NA>", fields[7], b"<NA>")))
    declared = [b"SPKR-INFO " + speaker + b" <NA>" for speaker in speakers if chance.random() < 0.98]
    return joined([*declared, *rows, *words.splitlines()])


def _speech(chance: Random) -> Case:
    """Recordings in any language, without overlaps."""
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
    command = case.commands[0]
    with release_of_sctk(DEBIAN_RELEASE):
        ours = run_ours(case, Command("scorelite", (("sctk", command.program), *command.groups), command.stdin), where)
    if isinstance(ours.code, str):
        return different(f"exception: {ours.code}", ours.err.decode("utf-8", "backslashreplace"))
    path = f"{_DEBIAN}:{os.environ['PATH']}"
    theirs = run_program(_DEBIAN / command.program, case, command, where, PATH=path, LC_ALL="C")
    if _compared(theirs) == _compared(ours):
        return IDENTICAL
    reason = _explanation(case, theirs, ours, where)
    return (
        explained(reason)
        if reason
        else different(
            f"answers differ: {', '.join(_compared(theirs).differing(_compared(ours)))}",
            shown_difference(_compared(theirs), _compared(ours)),
        )
    )


def _compared(outcome: Outcome) -> Outcome:
    # The order of rttmValidator's lines is that of a hash.
    out = _FAULTS.sub(_in_order, _masked(_LEXICAL.sub(b"LEX |", outcome.out)))
    code = outcome.code if isinstance(outcome.code, str) else int(outcome.code != 0)
    return Outcome(code, out, b"", {name: _file(name, data) for name, data in outcome.files.items()})


def _in_order(match: re.Match[bytes]) -> bytes:
    return b"".join(sorted(match[0].splitlines(keepends=True)))


def _masked(data: bytes) -> bytes:
    return _DATES.sub(b"run on DATE", _PROGRAMS.sub(rb"\1", data))


def _file(name: str, data: bytes) -> bytes:
    """A file without dates, without what asclite tells of its lattice, and with the meaning of its drawings."""
    if name.endswith(".aligninfo.csv"):
        return asclite.comparable(Outcome(0, b"", data, {})).err
    if ".alignments/" in name:
        return align2html.shown(name.partition(".alignments/")[2], data)
    # stm2rttm.pl writes speakers in the order of a hash.
    return b"\n".join(sorted(data.split(b"\n"))) if name.endswith(".filt.rttm") else _masked(data)


def _explanation(case: Case, theirs: Outcome, ours: Outcome, where: Path) -> str:
    """The row of docs/explanation/differences.md that explains a difference, if nothing else differs."""
    differing = set(_compared(theirs).differing(_compared(ours)))
    if ours.code and b"no text was filtered" in ours.err:
        filtered = [data for name, data in theirs.files.items() if name.endswith(".filt")]
        # rttm files have no blanks in words.
        if any(b"*err: get rules2 returned err code" in data.lower().replace(b"_", b" ") for data in filtered):
            return "rules that cannot be used: NIST's csrfilt.sh prints the message as text"
    if any(name.endswith(".filt") for name in differing) and _dies_of_rules(case, where):
        return "NIST's rfilter1 dies inside csrfilt.sh: no rules"
    failed = _FAILED.search(theirs.err)
    if failed is None:
        return ""
    program, line = failed[1], failed[2].partition(b" at /")[0].decode()
    if program == b"SC_STATS":
        if {name for name in differing if not name.endswith((".sts", *_COMPARISONS))} - {"code", "out"}:
            return ""
        if b"SC_STATS execution failed" in ours.err:
            return "sc_stats: a label that no line declares: NIST's leaves an empty file"
        return "NIST's sc_stats dies by a signal" if _dies(case, theirs, line, where) else ""
    name = _HYPOTHESIS.search(line)
    if name is None or {other for other in theirs.files if not other.startswith(name[1])} & differing:
        return ""
    if program == b"ALIGN2HTML" and any(message in theirs.err for message in (*align2html.DEATHS, _NO_END)):
        return "NIST's align2html.pl dies within a page, or never ends"
    # Ours may go on and end in a later program.
    ends = [b"Error: " + each + b" execution failed" for each in (program, b"SC_STATS")]
    ended = ours.code == 0 or any(end in ours.err for end in ends)
    if program in (b"SCLITE", b"ASCLITE") and ended and _dies(case, theirs, line, where):
        return f"NIST's {program.decode().lower()} dies by a signal"
    return ""


def _dies(case: Case, theirs: Outcome, line: str, where: Path) -> bool:
    """Whether the command that failed within NIST's hubscr.pl dies by a signal on the files that it was given."""
    files = {**dict(case.files), **theirs.files}
    before, piped, command = line.partition(" 2> ")[0].rpartition("|")
    words, _, stdin = command.partition("<")
    if piped:
        stdin = "piped"
        files[stdin] = b"".join(files[name] for name in before.split()[1:])
    program, *rest = words.split()
    again = Command(program, (tuple(rest),), stdin.strip())
    return isinstance(run_program(_DEBIAN / program, Case(tuple(files.items())), again, where).code, str)


def _dies_of_rules(case: Case, where: Path) -> bool:
    """Whether NIST's rfilter1 dies by a signal on the rules, for one of the formats and purposes."""
    groups = dict(group for group in case.commands[0].groups if len(group) == 2)
    rules_file = groups.get("-g")
    if rules_file not in dict(case.files):
        return False
    files = Case((*case.files, ("piped", b"zzz\n")))
    path = f"{_DEBIAN}:{os.environ['PATH']}"
    for purpose in ("ref", "hyp"):
        again = Command("csrfilt.sh", (("-i", "txt", "-t", purpose, rules_file),), "piped")
        again_run = run_program(_DEBIAN / "csrfilt.sh", files, again, where, PATH=path, LC_ALL="C")
        if not again_run.out and b"Segmentation fault" in again_run.err:
            return True
    return False


KIND = Kind("hubscr", "SCTK's hubscr.pl: every byte of its output and files", 2, make, check, lacks)
