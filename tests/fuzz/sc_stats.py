"""Command lines of sc_stats with alignments of several systems, from none to nine."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.fuzz import sctk
from tests.fuzz.case import IDENTICAL, Case, Command, Kind, Verdict, different, explained
from tests.fuzz.harm import harmed
from tests.fuzz.run import Outcome, run_ours, shown_difference
from tests.fuzz.talk import joined

_TESTS = ["mapsswe", "mapsswe_seg", "sign", "wilc", "mcn", "anovar", "std4"]
_REPORTS = ["sum", "rsum", "es", "res", "prn", "lur"]
_GRAPHS = ["range", "grange", "grange2", "det"]
_WORDS = [b"a", b"b", b"the", b"uh", b"it's", b"interesting", b"x;t", b"\\;s", b"caf\xc3\xa9"]
_HURTFUL = [b'"', b":", b"C,", b"<PATH>", b"</PATH>", b"</SPEAKER>", b"<SYSTEM>", b'word_cnt="1"', b"", b"\xff"]
_LABELS = [b'<CATEGORY id="0" title="" desc="">', b'<CATEGORY id="1" title="Condi//tion" desc="x">']
_LABELS += [b'<LABEL id="O" title="Overall" desc="All of it">', b'<LABEL id="F0" title="Base//line" desc="Clean">']
_LABELS += [b'<LABEL id="F1" title="Spont" desc="Spontaneous speech">']
_AUX = {b"h_conf": b"%.6f", b"r_t1+t2": b"0.100+%.3f", b"h_t1+t2": b"0.250+%.3f", b"h_weight": b"%.4f"}


class _Material:
    """Speakers with utterances, and habits that all systems share."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.words = _WORDS[: chance.choice((2, 4, 6, len(_WORDS)))]
        shape = chance.choice((b"s%d", b"spk%02d", b"A-Long_Name%03d"))
        length = chance.choice((3, 8, 8, 25))
        self.speakers = {
            shape % number: [self._reference(length) for _ in range(chance.choice((1, 2, 5, 12)))]
            for number in range(chance.choice((1, 1, 2, 3, 4, 6, 9, 25)))
        }
        self.labels = chance.random() < 0.3
        self.aux = [chance.sample(sorted(_AUX), chance.randint(1, 3)), [b"h_conf"], [], []][chance.randrange(4)]
        self.odd = chance.random() < 0.25
        self.sensitive = chance.random() < 0.15
        self.located = chance.random() < 0.3

    def _reference(self, length: int) -> list[bytes]:
        return [self.chance.choice(self.words) for _ in range(self.chance.randint(0 if length == 3 else 1, length))]

    def system(self, name: bytes) -> list[bytes]:
        """One system as lines of SGML."""
        chance = self.chance
        head = b'<SYSTEM title="%b" ref_fname="ref" hyp_fname="hyp" creation_date="x" format="2.4" '
        head += b'frag_corr="FALSE" opt_del="FALSE" weight_ali="FALSE" weight_filename="">'
        lines = [head % name]
        if self.labels:
            for label in _LABELS:
                lines += [label, b"</%b>" % label[1:].partition(b" ")[0]]
        errors = chance.choice((0.0, 0.05, 0.2, 0.2, 0.5))
        speakers = list(self.speakers.items())
        if self.odd and chance.random() < 0.4:
            chance.shuffle(speakers)
        for speaker, references in speakers:
            if self.odd and chance.random() < 0.1:
                continue
            lines.append(b'<SPEAKER id="%b">' % speaker)
            for number, reference in enumerate(references):
                if self.odd and chance.random() < 0.08:
                    continue
                if self.odd and chance.random() < 0.05:
                    reference = [*reference, b"more"]
                lines += self._path(speaker, number, reference, errors)
            lines.append(b"</SPEAKER>")
        return [*lines, b"</SYSTEM>"]

    def _path(self, speaker: bytes, number: int, reference: list[bytes], errors: float) -> list[bytes]:
        chance = self.chance
        words = []
        for word in reference:
            while chance.random() < errors / 3:
                words.append(b'I,,"%b"' % chance.choice(self.words) + self._values(b"h"))
            kind = chance.random()
            if kind < errors / 2:
                words.append(b'S,"%b","%b"' % (word, chance.choice(self.words)) + self._values(b"hr"))
            elif kind < errors * 0.75:
                words.append(b'D,"%b",' % word + self._values(b"r"))
            else:
                words.append(b'C,"%b","%b"' % (word, word) + self._values(b"hr"))
        while chance.random() < errors / 3:
            words.append(b'I,,"%b"' % chance.choice(self.words) + self._values(b"h"))
        same = self.odd and chance.random() < 0.03
        tag = b'<PATH id="(%b-%03d)" word_cnt="%d"' % (speaker, 0 if same else number, len(words))
        if self.labels and chance.random() < 0.9:
            label = [b"<o,f0>", b"<o,f1>", b"<O>", b"<o,F0>"][number % 4]
            tag += b' labels="%b"' % label
        if self.located:
            tag += b' file="f" channel="A"'
        tag += b' sequence="%d"' % number
        if self.located:
            tag += b' R_T1="%.3f" R_T2="%.3f"' % (number, number + 1)
        tag += b' case_sense="1"' if self.sensitive else b""
        tag += b' word_aux="%b"' % b",".join(self.aux) if self.aux else b""
        return [tag + b">", b":".join(words), b"</PATH>"]

    def _values(self, sides: bytes) -> bytes:
        shown = (
            _AUX[name] % self.chance.choice((self.chance.random(), 0, 1, 0.5)) if name[0] in sides else b""
            for name in self.aux
        )
        return b"".join(b"," + value for value in shown)


def make(chance: Random) -> Case:
    """A command line with its alignments."""
    material = _Material(chance)
    count = chance.choice((0, 1, 2, 2, 2, 3, 3, 4, 6, 9))
    shape = chance.choice((b"sys%d", b"hyp%d.ctm", b"a-longer-name%d", b"out/sys%d"))
    lines = [line for number in range(count) for line in material.system(shape % number)]
    text = joined(lines)
    if chance.random() < 0.05:
        text = harmed(text, chance, _HURTFUL)
    groups: list[tuple[str, ...]] = []
    for share, flag, names, most in ((0.6, "-t", _TESTS, 3), (0.5, "-r", _REPORTS, 4), (0.35, "-g", _GRAPHS, 2)):
        if chance.random() < share:
            groups.append((flag, *chance.sample(names, chance.randint(1, most))))
    for share, flag in ((0.4, "-v"), (0.3, "-u"), (0.03, "-w"), (0.02, "-x"), (0.02, "none")):
        if chance.random() < share:
            groups.append((flag,))
    if chance.random() < 0.3:
        groups.append(("-n", chance.choice(("-", "-", "name", "none/name"))))
    if chance.random() < 0.3:
        groups.append(("-O", chance.choice(("o", "o", "missing"))))
    if chance.random() < 0.3:
        groups.append(("-e", chance.choice(("A Test", "", "long " * 12))))
    if chance.random() < 0.2:
        groups.append(("-l", chance.choice(("60", "80", "90", "132", "1000"))))
    if chance.random() < 0.25:
        groups.append(("-f", chance.choice(("0", "1", "2", "E"))))
    chance.shuffle(groups)
    if count or chance.random() < 0.3:
        groups.insert(0, ("-p",))
    return Case((("in", text), ("o/x", b"")), (Command("sc_stats", tuple(groups), "in"),))


def lacks() -> str:
    """Says where NIST's program should be, if it is not there."""
    from scorelite.scoring.compat.programs.sctk.sc_stats import program  # noqa: F401

    return sctk.lacks("sc_stats")


def check(case: Case, where: Path) -> Verdict:
    """Ours beside NIST's: every byte of output and files, and the exit code."""
    ours = run_ours(case, case.commands[0], where)
    if isinstance(ours.code, str):
        return different(f"exception: {ours.code}", ours.err.decode("utf-8", "backslashreplace"))
    theirs = sctk.answer("sc_stats", case, where)
    if theirs == ours:
        return IDENTICAL
    reason = sctk.no_answer("sc_stats", theirs) or _listed(case, theirs, ours)
    reason = reason or sctk.unstable("sc_stats", case, where, theirs)
    if reason:
        return explained(reason) if ours.code in (0, 1) else different(f"exit code {ours.code} where {reason}")
    return different(f"answers differ: {', '.join(theirs.differing(ours))}", shown_difference(theirs, ours))


def _listed(case: Case, theirs: Outcome, ours: Outcome) -> str:
    """A place in docs/explanation/differences.md that explains the difference, if there is one."""
    lines = case.file("in").split(b"\n")
    tags = [line for line in lines if line.startswith(b"<")]
    if any(b"\0" in line for line in lines) or any(map(sctk.lacks_an_end, tags)):
        return "a tag without its end: NIST's sc_stats goes on with bytes of earlier lines"
    words = case.commands[0].words
    if "-u" in words and not {"-t", "-g"} & {*words} and b"nothing to unify" in ours.err:
        return "-u without -t: NIST's sc_stats reads ranks that it never set, and mostly dies"
    speakers_of: list[set[bytes]] = []
    for line in tags:
        if line.startswith(b"<SYSTEM "):
            speakers_of.append(set())
        elif line.startswith(b"<SPEAKER ") and speakers_of:
            speakers_of[-1].add(line)
    systems = len(speakers_of)
    speakers = min(map(len, speakers_of), default=0)
    if "anovar" in words and "-v" in words and (speakers < systems or speakers < 2):
        return "fewer speakers than systems: NIST's analysis of variance reads behind its array"
    return ""


KIND = Kind("sc_stats", "NIST's sc_stats: every byte of its output, its files, its exit code", 6, make, check, lacks)
