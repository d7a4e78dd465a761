"""Command lines of sclite with their files: transcripts, segments with times, chunks of words, piped alignments."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

from tests.fuzz import sctk
from tests.fuzz.case import IDENTICAL, Case, Command, Kind, Verdict, different, explained
from tests.fuzz.harm import harmed
from tests.fuzz.run import Outcome, run_ours, shown_difference
from tests.fuzz.talk import Talk, joined

_REPORTS = ["sum", "rsum", "pra", "prf", "dtl", "snt", "spk", "sgml", "nl.sgml", "lur"]
_HURTFUL = [b"{ a / b }", b"{", b"}", b"{ }", b"{ / }", b"@", b"(x-1)", b"<ALT>", b"<ALT_BEGIN>", b"<ALT_END>", b"*"]
_HURTFUL += [
    b";; note",
    b"; a",
    b"** b",
    b"* a",
    b"x" * 41,
    b"nan",
    b"-1",
    b"1e9",
    b"1e1",
    b"<o,zz>",
    b"\t",
    b"a b",
    b".5",
]
_WORDS = ["-r", "-h", "-i", "-e", "-c", "-S", "-m", "-o", "-C", "-x", "-", "", "ref", "none", "trn", "ctm", "stm", "-s"]
_WORDS += [
    "utf-8",
    "generic",
    "DH",
    "NOASCII",
    "0",
    "1",
    "stdout",
    "sum",
    "unity",
    "A Title",
    "-f",
    "-F",
    "-D",
    "-T",
    "-p",
]
_HEADS = [b";; a comment", b"** information", b"", b"  "]
_WEIGHTS = b";; 'Headings' 'Word Spelling' 'T1'\n;; Default missing weight '%b'\na %b\nb 0.5\nab 3\na=b 2\n"
_LABELS = [b';; CATEGORY "0" "" ""', b';; LABEL "O" "Overall" "All of it"', b';; CATEGORY "1" "Condi//tion" "x"']
_LABELS += [b';; LABEL "F0" "Base//line" "Clean speech"', b';; LABEL "F1" "Spont" "Spontaneous"']


# --- options ------------------------------------------------------------------------------------------


def _options(talk: Talk, *, labels: bool = False) -> list[tuple[str, ...]]:
    """Options beside the files, in groups."""
    chance = talk.chance
    groups = talk.encoding_options()
    for share, group in ((0.3, ("-s",)), (0.4, ("-D",)), (0.4, ("-F",))):
        if chance.random() < share:
            groups.append(group)
    special = chance.random()
    if special < 0.15:
        groups.append(("-c", *chance.sample(["NOASCII", "DH"], chance.randint(0, 2))))
    elif special < 0.25:
        groups.append(("-w", chance.choice(("unity", "weights"))))
    elif special < 0.29:
        groups.append(("-S", chance.choice(("algo1", "algo2")), "lexicon", *(["ASCIITOO"] if special < 0.27 else [])))
    if chance.random() < 0.3:
        groups.append(("-l", str(chance.choice((60, 80, 100, 132, 200, 1000)))))
    if chance.random() < 0.6:
        groups.append(("-f", str(chance.choice((0, 0, 1, 2)))))
    reports = chance.sample([name for name in _REPORTS if labels or name != "lur"], chance.randint(1, 4))
    reports += ["all"] * (chance.random() < 0.2)
    reports += ["wws"] * (chance.random() < (0.5 if 0.15 <= special < 0.25 else 0.01))
    printed = chance.random() < 0.6
    groups.append(("-o", *reports, *(["stdout"] if printed else [])))
    if not printed and chance.random() < 0.7:
        groups.append(("-O", "o"))
    if not printed and chance.random() < 0.05:
        groups.append(("-p",))
    if chance.random() < 0.1:
        groups.append(("-n", "name"))
    return groups


def _case(talk: Talk, groups: list[tuple[str, ...]], stdin: str = "", **texts: bytes) -> Case:
    chance = talk.chance
    files = [*texts.items(), ("o/x", b"")]
    if any("weights" in group for group in groups):
        files.append(("weights", _WEIGHTS % (chance.choice((b"0", b"2.5")), chance.choice((b"1", b"0", b"7.25")))))
    if any("lexicon" in group for group in groups):
        files.append(("lexicon", joined(sorted({word for word in talk.words if b" " not in word}))))
    return Case(tuple(files), (Command("sclite", tuple(groups), stdin),))


# --- files --------------------------------------------------------------------------------------------


def _sprinkled(lines: list[bytes], chance: Random) -> list[bytes]:
    sprinkled = []
    for line in lines:
        if chance.random() < 0.03:
            sprinkled.append(chance.choice(_HEADS) if chance.random() < 0.9 else b"; a")
        sprinkled.append(line)
    return sprinkled


def transcripts(talk: Talk) -> Case:
    """Two transcripts, now and then a third one."""
    chance = talk.chance
    kind = chance.choice(["spu_id", "spu_id", "wsj", "rm", "swb", "sp"])
    names = [
        b"%b%b%03d"
        % (chance.choice((b"s%d", b"spk%02d", b"LongName%d")) % speaker, chance.choice((b"-", b"_")), number)
        for speaker in range(chance.randint(1, 5))
        for number in range(chance.choice((1, 3, 8)))
    ]
    texts = [talk.text(chance.choice((12, 12, 60))) for _ in names]
    sides = []
    for number in range(chance.choice((1, 1, 1, 2))):
        lines = [b"%b (%b)" % (b" ".join(talk.heard(text)), name) for text, name in zip(texts, names, strict=True)]
        if chance.random() < 0.1:
            lines = [b"%b (%b)" % (talk.text(), name) for name in names]
        if chance.random() < 0.2:
            chance.shuffle(lines)
        sides.append((f"hyp{number or ''}", joined(_sprinkled(lines, chance))))
    ref = joined(_sprinkled([b"%b (%b)" % pair for pair in zip(texts, names, strict=True)], chance))
    groups: list[tuple[str, ...]] = [("-r", "ref"), ("-h", "hyp", "trn", *(["A//title"] if kind == "rm" else []))]
    groups += [("-h", name, "trn") for name, _ in sides[1:]] + [("-i", kind)] + _options(talk)
    return _case(talk, groups, ref=ref, **dict(sides))


def segments(talk: Talk) -> Case:
    """Segments with times, and words with times."""
    chance = talk.chance
    labels = chance.random() < 0.4
    stm = list(_LABELS) if labels else []
    ctm: list[bytes] = []
    sure = chance.random() < 0.4
    for channel in [b"f%d %b" % (number, side) for number in range(chance.randint(1, 3)) for side in (b"A", b"1")]:
        if chance.random() < 0.3:
            continue
        at = 0.0
        for _ in range(chance.randint(1, 6)):
            text = talk.text()
            if chance.random() < 0.05:
                text = chance.choice((b"IGNORE_TIME_SEGMENT_IN_SCORING", b"ignore_time_segment_in_scoring"))
            words = talk.heard(text)
            end = at + max(0.5, 0.25 * len(words))
            label = chance.choice((b"<O,F0>", b"<O,F1>", b"<O>")) if labels else chance.choice((b"", b"", b"<x>"))
            speaker = b"spk%d" % chance.randint(0, 3)
            stm.append(b" ".join(filter(None, (channel, speaker, b"%.2f %.2f" % (at, end), label, text))))
            ctm += _rows(talk, channel, at, end, words, sure)
            at = end + chance.choice((0, 0, 0, 1.5, -0.25))
    groups: list[tuple[str, ...]] = [("-r", "ref", "stm"), ("-h", "hyp", "ctm"), *_options(talk, labels=labels)]
    if chance.random() < 0.2:
        groups.append(("-m", *chance.sample(["ref", "hyp"], chance.randint(0, 2))))
    if sure and chance.random() < 0.3:
        groups.append(("-C", *chance.sample(["det", "bhist", "hist", "sbhist"], chance.randint(1, 4))))
    return _case(talk, groups, ref=joined(stm), hyp=joined(ctm))


def _rows(talk: Talk, channel: bytes, start: float, end: float, words: list[bytes], sure: bool) -> list[bytes]:
    """Words between two times, evenly spread, a few of them moved or offered as alternatives."""
    chance = talk.chance
    step = (end - start) / max(1, len(words))
    rows = []

    def row(at: float, word: bytes) -> bytes:
        length = chance.choice((step, step * 0.75, 0.0, 0.1))
        rest = b" " + chance.choice((b"%.3f" % chance.random(), b"1.0", b"0", b"NA")) if sure else b""
        return b"%b %.3f %.3f %b%b" % (channel, max(0.0, at), length, word, rest)

    for number, word in enumerate(words):
        at = start + number * step + (chance.choice((-0.3, 0.3)) if chance.random() < 0.05 else 0)
        if chance.random() < 0.05:
            rows.append(b"%b * * <ALT_BEGIN>" % channel)
            for branch in range(count := chance.randint(1, 3)):
                rows += [row(at + 0.05 * place, talk.word()) for place in range(chance.randint(0, 2))]
                rows.append(b"%b * * %b" % (channel, b"<ALT>" if branch < count - 1 else b"<ALT_END>"))
        else:
            rows.append(row(at, word))
    return rows


def chunks(talk: Talk) -> Case:
    """Words with times on both sides; they are cut into chunks of about fifty words."""
    chance = talk.chance
    sides: tuple[list[bytes], list[bytes]] = ([], [])
    for channel in [b"f%d %b" % (number, side) for number in range(chance.randint(1, 2)) for side in (b"A", b"B")]:
        at = 0.0
        rows: tuple[list[tuple[float, bytes]], list[tuple[float, bytes]]] = ([], [])
        for _ in range(chance.choice((2, 5, 30, 49, 50, 51, 120))):
            length, word = chance.choice((0.1, 0.2, 0.25, 0.4)), talk.word()
            rows[0].append((at, b"%.2f %b" % (length, word)))
            if chance.random() < 0.9:
                moved = max(0.0, at + chance.choice((0, 0, 0.05, -0.05)))
                rows[1].append((moved, b"%.2f %b" % (length, word if chance.random() < 0.8 else talk.word())))
            at += length + (chance.choice((0.05, 0.3, 1.2)) if chance.random() < 0.3 else 0)
        for side, channel_rows in zip(sides, rows, strict=True):
            side += [b"%b %.2f %b" % (channel, start, rest) for start, rest in sorted(channel_rows or rows[0])]
        if chance.random() < 0.3:
            break
    groups: list[tuple[str, ...]] = [("-r", "ref", "ctm"), ("-h", "hyp", "ctm"), *_options(talk)]
    if chance.random() < (0.02 if any("-w" in group for group in groups) else 0.5):
        groups.insert(2, ("-T",))
    return _case(talk, groups, ref=joined(sides[0]), hyp=joined(sides[1]))


def broken(talk: Talk) -> Case:
    """Any of these, with damage to its files or its command line."""
    chance = talk.chance
    case = chance.choice((transcripts, transcripts, segments, chunks))(talk)
    for name, content in case.files:
        if name != "o/x" and chance.random() < 0.6:
            case = case.with_file(name, harmed(content, chance, _HURTFUL))
    if chance.random() < 0.15:
        groups = list(case.commands[0].groups)
        place = chance.randrange(len(groups))
        groups[place] = tuple(word if chance.random() < 0.5 else chance.choice(_WORDS) for word in groups[place])
        chance.shuffle(groups)
        case = Case(case.files, (Command("sclite", tuple(groups)),))
    return case


def piped(talk: Talk) -> Case:
    """Alignments in SGML, sometimes with damage, that are read again from standard input."""
    chance = talk.chance
    paths = []
    for speaker in range(chance.randint(1, 3)):
        paths.append(b'<SPEAKER id="s%d">' % speaker)
        for number in range(chance.randint(1, 4)):
            words = [_aligned(talk) for _ in range(chance.choice((0, 1, 3, 8)))]
            paths.append(b'<PATH id="(s%d-%d)" word_cnt="%d" sequence="%d">' % (speaker, number, len(words), number))
            paths += [b":".join(words), b"</PATH>"]
        paths.append(b"</SPEAKER>")
    head = b'<SYSTEM title="hyp" ref_fname="ref" hyp_fname="hyp" creation_date="x" format="2.4" frag_corr="FALSE" '
    head += b'opt_del="FALSE" weight_ali="FALSE" weight_filename="">'
    text = joined([head, *paths, b"</SYSTEM>"])
    if chance.random() < 0.3:
        text = harmed(
            text, chance, [*_HURTFUL, b'"', b":", b"C,", b"<PATH>", b"</PATH>", b"</SPEAKER>", b'word_cnt="1"']
        )
    return _case(talk, [("-P",), *_options(talk)], "alignments", alignments=text)


def _aligned(talk: Talk) -> bytes:
    first, two = (talk.chance.choice(talk.words) for _ in range(2))
    return {b"C": b'C,"%b","%b"' % (first, first), b"S": b'S,"%b","%b"' % (first, two), b"D": b'D,"%b",' % first}.get(
        talk.chance.choice((b"C", b"S", b"D", b"I")), b'I,,"%b"' % first
    )


# --- the check ----------------------------------------------------------------------------------------

_MAKERS: Mapping[Callable[[Talk], Case], int] = {transcripts: 8, segments: 5, chunks: 3, broken: 6, piped: 1}


_PATH = re.compile(rb"^(<PATH[^\n]*)\n([^<\n][^\n]*)", re.MULTILINE)
_COUNT = re.compile(rb'word_cnt="([0-9]{1,9})')
_STEP = re.compile(rb"(?:^|:)[CSDI],")
_STARS = re.compile(rb"\*{41,}")
# From which first byte on a character has how many bytes, highest first.
_SIZES = {"utf-8": ((0xF0, 4), (0xE0, 3), (0xC0, 2), (0, 1)), "gb": ((0x80, 2), (0, 1))}


def make(chance: Random) -> Case:
    """A command line of sclite with its files."""
    maker = chance.choices(list(_MAKERS), list(_MAKERS.values()))[0]
    return maker(Talk(chance))


def lacks() -> str:
    """Says where NIST's program should be, if it is not there."""
    from scorelite.scoring.cli import sclite  # noqa: F401

    return sctk.lacks("sclite")


def check(case: Case, where: Path) -> Verdict:
    """Ours beside NIST's: every byte of output and files, and the exit code."""
    command = case.commands[0]
    ours = run_ours(case, command, where)
    if isinstance(ours.code, str):
        return different(f"exception: {ours.code}", ours.err.decode("utf-8", "backslashreplace"))
    theirs = sctk.answer("sclite", case, where)
    if theirs == ours:
        return IDENTICAL
    reason = (
        sctk.no_answer("sclite", theirs) or _listed(case, theirs, ours) or sctk.unstable("sclite", case, where, theirs)
    )
    if reason:
        return explained(reason) if ours.code in (0, 1) else different(f"exit code {ours.code} where {reason}")
    return different(f"answers differ: {', '.join(theirs.differing(ours))}", shown_difference(theirs, ours))


def _listed(case: Case, theirs: Outcome, ours: Outcome) -> str:
    """A place in docs/explanation/differences.md that explains the difference, if there is one."""
    words = case.commands[0].words
    if "-P" in words:
        alignments = case.file("alignments")
        if any(map(sctk.lacks_an_end, re.findall(rb"^<[^\n]*", alignments, re.MULTILINE))):
            return "a tag without its end: NIST's sclite goes on with bytes of earlier lines"
        if any(_count(tag) < len(_STEP.findall(steps)) for tag, steps in _PATH.findall(alignments)):
            return "more words than word_cnt: NIST's sclite writes beyond an array"
    if all(_has_other_stars(theirs.part(name), ours.part(name)) for name in theirs.differing(ours)):
        return "a word of more than 40 bytes is inserted or deleted"
    if "utf-8" in words and b"UTF-8 parsing of character size failed" in theirs.err:
        return "bytes that are no UTF-8: NIST's sclite stops in the middle of its work"
    lines = [line for _, content in case.files for line in content.split(b"\n")]
    if "utf-8" in words and any(b"{" in line and not _is_text(line) for line in lines):
        return "a broken character swallows the blank before a brace, which then stands inside a word"
    sizes = _SIZES["utf-8" if "utf-8" in words else "gb"]
    if {"utf-8", "gb", "euc"} & set(words) and any(_is_cut(word, sizes) for line in lines for word in line.split()):
        return "a character is cut short by the end of its word"
    return ""


def _count(tag: bytes) -> int:
    """The number of words that a tag declares; 0 without one."""
    match = _COUNT.search(tag)
    return int(match[1]) if match else 0


def _has_other_stars(theirs: bytes, ours: bytes) -> bool:
    """Whether two outputs differ only in stars, or in lines in which ours has more than 40 stars in a row."""
    if _blank_stars(theirs) == _blank_stars(ours):
        return True
    lines = theirs.split(b"\n"), ours.split(b"\n")
    pairs = list(zip(*lines, strict=False))
    return len(lines[0]) == len(lines[1]) and all(first == other or b"*" * 41 in other for first, other in pairs)


def _blank_stars(data: bytes) -> bytes:
    return _STARS.sub(lambda match: b" " * len(match[0]), data)


def _is_text(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _is_cut(word: bytes, sizes: Sequence[tuple[int, int]]) -> bool:
    """Whether the last character of a word needs more bytes than there are; `sizes` go by the first byte."""
    place = 0
    while place < len(word):
        place += next(size for least, size in sizes if word[place] >= least)
    return place > len(word)


KIND = Kind("sclite", "NIST's sclite: every byte of its output, its files, its exit code", 30, make, check, lacks)
