"""Pages of align2html.pl: alignments of asclite for random meetings, drawn by NIST's program and by ours."""

from __future__ import annotations

import html
import re
from collections import Counter
from pathlib import Path
from random import Random

from tests.fuzz import asclite, sctk
from tests.fuzz.case import IDENTICAL, Case, Command, Kind, Verdict, different, explained
from tests.fuzz.run import Outcome, call, run_ours, shown_difference

_LINK = re.compile(
    rb'jg\.setColor\("(\w+)"\);\njg\.setStroke\(([12])\);\njg\.drawLine\(-?\d+\*scale, -?\d+, -?\d+\*scale, -?\d+\);'
)
_WORD = re.compile(rb'jg\.drawStringRect\("(.*)", -?\d+\*scale \+ 1, ')
_KINDS = {
    (b"green", b"2"): b"corr", (b"red", b"2"): b"sub", (b"blue", b"2"): b"spkrerr",
    (b"black", b"1"): b"single", (b"green", b"1"): b"opt",
}  # fmt: skip
_OUR_LINK = re.compile(rb'<line class="t (\w+)"')
_OUR_WORD = re.compile(rb'<text class="t"[^>]*>(.*)</text></g>\n')
# Listed in docs/explanation/differences.md.
DEATHS = {
    b"Illegal division by zero": "align2html.pl divides by zero where a recording has no aligned word of the reference",
    b"Can't use an undefined value as an ARRAY": "align2html.pl dies where no group of a recording was aligned",
    b'Can\'t call method "GetDraw" on unblessed': "align2html.pl dies where some words before or after are elsewhere",
}


def make(chance: Random) -> Case:
    """A meeting aligned by our asclite, as a file, and the command line of align2html.pl."""
    while True:
        meeting = asclite.make(chance)
        groups = tuple(group for group in meeting.commands[0].groups if group[0] not in ("-f", "-o", "-O"))
        mapped = ("-m", "map") if any(name == "map" for name, _ in meeting.files) and chance.random() < 0.7 else ()
        words = [word for group in groups for word in group]
        log = _log(meeting, [*words, "-f", chance.choice(("6", "7")), "-o", "rsum"])
        if b"[ALIGNMENT] YES" in log:
            files = (*(each for each in meeting.files if each[0] == "map"), ("al.csv", log))
            return Case(files, (Command("align2html.pl", (("-a", "al.csv"), ("-o", "out"), mapped)),))


def _log(meeting: Case, words: list[str]) -> bytes:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        meeting.fill(Path(folder))
        return call("scorelite", ["sctk", "asclite", *words], Path(folder), "")[2]


def lacks() -> str:
    """Says where NIST's program should be, if it is not there."""
    return sctk.lacks("align2html.pl")


def check(case: Case, where: Path) -> Verdict:
    """Ours beside NIST's: tables to the byte, and what the drawings show."""
    command = case.commands[0]
    ours = run_ours(case, Command("scorelite", (("sctk", command.program), *command.groups)), where)
    if isinstance(ours.code, str):
        return different(f"exception: {ours.code}", ours.err.decode("utf-8", "backslashreplace"))
    theirs = sctk.answer("align2html.pl", case, where, 2)
    left, right = comparable(theirs), comparable(ours)
    if left == right:
        return IDENTICAL
    unending = sctk.no_answer("align2html.pl", theirs)
    if unending:
        return explained(unending)
    for message, reason in DEATHS.items():
        if message in theirs.err and theirs.code:
            return explained(reason)
    return different(f"answers differ: {', '.join(left.differing(right))}", shown_difference(left, right))


def comparable(outcome: Outcome) -> Outcome:
    """An outcome with the words and lines of each drawing in place of its page."""
    files = {name: shown(name.removeprefix("out/"), data) for name, data in outcome.files.items()}
    return Outcome(int(outcome.code != 0) if isinstance(outcome.code, int) else outcome.code, outcome.out, b"", files)


def shown(name: str, data: bytes) -> bytes:
    """A file as it is compared: of a drawing what it shows, nothing of a script or picture, all of a table."""
    if name.startswith("segmentgroup-"):
        return _summary(data)
    return b"" if name.startswith(("js/", "images/")) else data


def _summary(page: bytes) -> bytes:
    """Words and kinds of lines of a drawing, and the sentences below it."""
    if b"jg.clear" in page:
        kinds = Counter(_KINDS[link] for link in _LINK.findall(page) if link in _KINDS)
        words = _WORD.findall(page)
        mapped = re.findall(rb"^(.* <=> .*)<br>$", page, re.M)
    else:
        links = (kind.replace(b"del", b"single").replace(b"ins", b"single") for kind in _OUR_LINK.findall(page))
        kinds = Counter(links)
        words = [_plain(word) for word in _OUR_WORD.findall(page)]
        mapped = [_plain(line) for line in re.findall(rb"<li>(.* &lt;=&gt; .*)</li>", page)]
    lines = [b"%b %d" % pair for pair in sorted(kinds.items())]
    return b"\n".join([*lines, *sorted(filter(None, words)), *mapped, b"%d" % (b"WARNING: Some words" in page)])


def _plain(text: bytes) -> bytes:
    return html.unescape(text.decode()).encode()


KIND = Kind("align2html", "NIST's align2html.pl: tables, and the words and lines of drawings", 1, make, check, lacks)
