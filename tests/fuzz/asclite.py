"""Command lines of asclite: speakers who overlap, in stm, rttm and trn, against ctm, rttm and trn."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from tests.fuzz import sctk
from tests.fuzz.case import IDENTICAL, Case, Command, Kind, Verdict, different, explained
from tests.fuzz.harm import harmed
from tests.fuzz.run import Outcome, run_ours, shown_difference
from tests.fuzz.talk import joined

_WORDS = [b"a", b"b", b"The", b"the", b"ab", b"(uh)", b"th-", b"-he", b"it's", b"c", b"(a)", b"x_y"]
_STM_ONLY = [b"{ a / b }", b"{ a b / @ }", b"{ the / { a / b c } }", b"@", b"{ (uh) / @ }", b"a/b"]
_HURTFUL = [b"", b" ", b"nan", b"-1", b"\t", b";; note", b"1e3", b"f", b"\n", b"<NA>", b"{", b"}", b"/", b'"', b"inf"]
_SPEAKERS = [b"A", b"B", b"C", b"d"]
# Lines about blocks of the original's compressed lattice.
_INSIDE = re.compile(rb"^\[  DEBUG  \] (?:Compressed|Cleaning).*\n", re.M)
_OURS = re.compile(rb"^scorelite: asclite: \d+ groups? of segments .*\n", re.M)
# Fields that a row must have.
_LEAST = {"stm": 5, "ctm": 5, "rttm": 9}
_SHIFTING = (1, 5, 9, 14, 15, 16, 20, 25, 26)

Row = tuple[float, float, bytes, bytes]  # begin, end, speaker, word


def make(chance: Random) -> Case:
    """A command line with its files."""
    kinds = chance.choice((("stm", "ctm"),) * 6 + (("rttm", "rttm"), ("rttm", "rttm"), ("stm", "rttm"), ("trn", "trn")))
    words = _WORDS[: chance.choice((2, 3, 4, 6, 9, 11, 12))]
    if kinds[0] == "trn":
        files = _transcripts(chance, words)
    else:
        files = _meeting(chance, words, *kinds)
    if chance.random() < 0.1:
        place = chance.randrange(2)
        files[place] = (files[place][0], harmed(files[place][1], chance, _HURTFUL))
    groups: list[tuple[str, ...]] = [("-r", "r", kinds[0]), ("-h", "h", kinds[1])]
    if chance.random() < 0.3:
        groups[1] = (*groups[1], chance.choice(("title", "a/b")))
    groups += _options(chance)
    if chance.random() < 0.15:
        files.append(("u", _uem(chance)))
        groups.append(("-uem", "u", *chance.choice(((), ("ref",), ("hyp",), ("both",)))))
    if kinds[1] == "rttm" and chance.random() < 0.4:
        files.append(("map", _map(chance)))
        groups.append(("-spkr-align", "map"))
    chance.shuffle(groups)
    return Case((*files, ("o/x", b"")), (Command("asclite", tuple(groups)),))


def _options(chance: Random) -> list[tuple[str, ...]]:
    groups: list[tuple[str, ...]] = []
    for share, flag, values in (
        (0.2, "-overlap-limit", ("1", "2", "3")),
        (0.05, "-overlap-min", ("1", "2")),
        (0.1, "-time-prune", ("0", "100", "1000")),
        (0.2, "-word-time-align", ("0", "100", "1000")),
        (0.1, "-memory-limit", ("0.0000002", "1", "3")),
        (0.1, "-difficulty-limit", ("0.0000002", "0.000001", "1")),
        (0.03, "-min-difficulty-limit", ("0.0000001",)),
        (0.02, "-only-SG", ("40", "63", "x")),
        (0.4, "-D", ("ref", "hyp", "both")),
        (0.5, "-f", ("0", "3", "5", "5", "6", "6", "7", "x")),
        (0.05, "-O", ("o", "missing")),
        (0.05, "-spkrautooverlap", ("ref", "hyp", "both")),
        (0.02, "-threads", ("1", "2", "0")),
        (0.02, "-l", ("80",)),
        (0.02, "-i", ("spu_id", "wsj")),
    ):
        if chance.random() < share:
            groups.append((flag, chance.choice(values)))
    for share, flag in (
        (0.4, "-F"), (0.15, "-s"), (0.2, "-noisg"), (0.2, "-adaptive-cost"), (0.05, "-wordalign-cost"), (0.02, "-D"),
        (0.05, "-time-base-cost"), (0.05, "-force-memory-compression"), (0.01, "-x"), (0.01, "none"), (0.01, "-uem"),
    ):  # fmt: skip
        if chance.random() < share:
            groups.append((flag,))
    reports = chance.sample(("sum", "rsum", "sgml"), chance.choice((1, 2, 3)))
    if chance.random() < 0.6:
        reports.append("stdout")
    if chance.random() < 0.95:
        groups.append(("-o", *reports))
    return groups


def _speech(chance: Random, words: list[bytes]) -> tuple[list[list[Row]], list[Row]]:
    """Turns of several speakers, who overlap, and what a system heard of them."""
    turns: list[list[Row]] = []
    heard: list[Row] = []
    at = 0.0
    speakers = _SPEAKERS[: chance.choice((1, 2, 2, 3, 4))]
    ends = dict.fromkeys(speakers, 0.0)
    for _ in range(chance.choice((1, 2, 4, 6, 9))):
        at = max(0.0, at + chance.choice((-2.0, -1.0, -0.5, 0.0, 0.0, 0.5, 1.5)))
        speaker = chance.choice(speakers)
        at = max(at, ends[speaker])
        row: list[Row] = []
        for _ in range(chance.choice((0, 1, 2, 3, 4))):
            length = chance.choice((0.2, 0.3, 0.5))
            word = chance.choice(words)
            row.append((at, at + length, speaker, word))
            heard += _heard(chance, row[-1], words, speakers)
            at += length + chance.choice((0.0, 0.0, 0.3))
        end = max(at, (row[-1][1] if row else at + 0.4))
        ends[speaker] = end
        turns.append([(row[0][0] if row else at, end, speaker, b""), *row])
    return turns, sorted(heard, key=lambda each: each[0]) if chance.random() < 0.9 else heard


def _heard(chance: Random, row: Row, words: list[bytes], speakers: list[bytes]) -> list[Row]:
    begin, end, speaker, word = row
    luck = chance.random()
    heard = []
    if luck > 0.15:
        shift = chance.choice((0.0, 0.0, 0.05, -0.1))
        heard.append((max(0.0, begin + shift), end + shift, speaker, chance.choice(words) if luck < 0.35 else word))
    if luck > 0.9:
        late = chance.choice((0.0, 0.4, 2.0))
        heard.append((end + late, end + late + 0.1, chance.choice(speakers), chance.choice(words)))
    return heard


def _meeting(chance: Random, words: list[bytes], left: str, right: str) -> list[tuple[str, bytes]]:
    rows: list[bytes] = []
    heard: list[bytes] = []
    confident = chance.choice((True, True, False, None))
    for place in range(chance.choice((1, 1, 1, 2))):
        for channel in chance.choice(((b"1",), (b"1",), (b"A", b"B"))):
            where = b"m%d %b" % (place, channel)
            turns, spoken = _speech(chance, words)
            for turn in turns:
                rows += _stm_row(chance, where, turn) if left == "stm" else _rttm_rows(chance, where, turn, confident)
            for row in spoken:
                heard.append(
                    _ctm_row(chance, where, row, confident)
                    if right == "ctm"
                    else _lexeme(chance, where, row, confident)
                )
    if right == "ctm" and heard and chance.random() < 0.1:
        heard[chance.randrange(len(heard)) :] = _alternatives(chance, heard, words)
    if left == "stm" and chance.random() < 0.2:
        rows = [b';; CATEGORY "0" "" ""', b';; LABEL "F" "Female" "all women"', *rows]
    return [("r", joined(rows)), ("h", joined(heard))]


def _alternatives(chance: Random, rows: list[bytes], words: list[bytes]) -> list[bytes]:
    last = rows[-1].split()
    head = b" ".join(last[:4]) + b" "
    made = [b"<ALT_BEGIN>", chance.choice(words), b"<ALT>", chance.choice(words), chance.choice(words), b"<ALT_END>"]
    return [head + word for word in made] + [head + b"tail"] * chance.choice((1, 1, 0))


def _stm_row(chance: Random, where: bytes, turn: list[Row]) -> list[bytes]:
    begin, end, speaker, _ = turn[0]
    texts = [word for _, _, _, word in turn[1:]]
    if chance.random() < 0.15:
        texts.insert(chance.randrange(len(texts) + 1), chance.choice(_STM_ONLY))
    if chance.random() < 0.03:
        texts = [b"IGNORE_TIME_SEGMENT_IN_SCORING"]
    label = b" " + chance.choice((b"<o,F0,M>", b"<F>")) if chance.random() < 0.5 else b""
    return [b"%b %b %.2f %.2f%b %b" % (where, speaker, begin, end, label, b" ".join(texts))]


def _rttm_rows(chance: Random, where: bytes, turn: list[Row], confident: bool | None) -> list[bytes]:
    begin, end, speaker, _ = turn[0]
    head = b"SPEAKER %b %.2f %.2f <NA> <NA> %b <NA>" % (where, begin, end - begin, speaker)
    return [head, *(_lexeme(chance, where, row, confident) for row in turn[1:])]


def _confidence(chance: Random, confident: bool | None) -> bytes:
    if confident is False or (confident is None and chance.random() < 0.5):
        return b""
    return chance.choice((b"%.3f" % chance.random(), b"%.3f" % chance.random(), b"1.0", b"0", b"0.5"))


def _lexeme(chance: Random, where: bytes, row: Row, confident: bool | None) -> bytes:
    begin, end, speaker, word = row
    kind = chance.choice((b"lex",) * 8 + (b"fp", b"frag", b"un-lex", b"for-lex", b"alpha", b"misc"))
    score = _confidence(chance, confident) or b"<NA>"
    return b"LEXEME %b %.2f %.2f %b %b %b %b" % (where, begin, end - begin, word, kind, speaker, score)


def _ctm_row(chance: Random, where: bytes, row: Row, confident: bool | None) -> bytes:
    begin, end, _, word = row
    return (b"%b %.2f %.2f %b %b" % (where, begin, end - begin, word, _confidence(chance, confident))).rstrip()


def _transcripts(chance: Random, words: list[bytes]) -> list[tuple[str, bytes]]:
    left, right = [], []
    for speaker in _SPEAKERS[: chance.choice((1, 2, 3))]:
        for number in range(chance.choice((1, 2, 3))):
            texts = [chance.choice([*words, *_STM_ONLY[1:]]) for _ in range(chance.choice((0, 1, 3, 6)))]
            other = [chance.choice(words) if chance.random() < 0.3 else text for text in texts if chance.random() > 0.1]
            name = b"(%b%b%d)" % (speaker, chance.choice((b"_", b"-")), number)
            left.append(b" ".join((*texts, name)))
            right.append(b" ".join((*(text for text in other if text[:2] != b"{ "), name)))
    if chance.random() < 0.1:
        right.append(b"extra (Z_1)")
    chance.shuffle(right)
    return [("r", joined(left)), ("h", joined(right))]


def _uem(chance: Random) -> bytes:
    rows = [b"m0 1 0 %b" % chance.choice((b"100", b"3", b"4.5")), b"m%b 1 0 100" % chance.choice((b"1", b""))]
    return joined([*rows, *(b"m%d %b 0 100" % (place, channel) for place in (0, 1) for channel in (b"A", b"B"))])


def _map(chance: Random) -> bytes:
    rows = [b"File,Channel,RefSpeaker,SysSpeaker,isMapped,timeOverlap"]
    for place in (0, 1):
        for channel in (b"1", b"A", b"B"):
            others = chance.sample(_SPEAKERS, len(_SPEAKERS))
            for speaker, other in zip(_SPEAKERS, others, strict=True):
                kind = chance.choice((b"mapped", b"mapped", b"notmapped"))
                rows.append(b"m%d,%b,%b,%b,%b,1.0000" % (place, channel, speaker, other, kind))
    return joined(rows)


def lacks() -> str:
    """Says where NIST's program should be, if it is not there."""
    from scorelite.scoring.compat.programs.sctk.asclite import program  # noqa: F401

    return sctk.lacks("asclite")


def check(case: Case, where: Path) -> Verdict:
    """Ours beside NIST's: every byte of output and files, the exit code, and the log but for a few lines."""
    ours = run_ours(case, case.commands[0], where)
    if isinstance(ours.code, str):
        return different(f"exception: {ours.code}", ours.err.decode("utf-8", "backslashreplace"))
    theirs = sctk.answer("asclite", case, where, 5)
    left, right = comparable(theirs), comparable(ours)
    if left == right:
        return IDENTICAL
    reason = sctk.no_answer("asclite", theirs)
    shorter = _without_unset(case)
    if not reason and shorter != case and _alike(shorter, where):
        reason = "a row lacks fields which no row before gave: NIST's asclite goes on with memory that it never set"
    if reason:
        return explained(reason)
    return different(f"answers differ: {', '.join(left.differing(right))}", shown_difference(left, right))


def _alike(case: Case, where: Path) -> bool:
    ours = run_ours(case, case.commands[0], where)
    return comparable(sctk.answer("asclite", case, where, 5)) == comparable(ours)


def _without_unset(case: Case) -> Case:
    """The case without rows that lack fields which no row before gave: NIST's asclite reads memory that it never set.

    A row keeps what it lacks from the row before; in RTTM only from one of its own type right before it.
    """
    for side in ("-r", "-h"):
        name, kind = next(group[1:3] for group in case.commands[0].groups if group[0] == side)
        if kind in _LEAST:
            case = case.with_file(name, b"\n".join(_complete(case.file(name).split(b"\n"), kind)))
    return case


def _complete(lines: list[bytes], kind: str) -> list[bytes]:
    complete, counted, last = [], 0, b""
    for line in lines:
        if kind == "rttm":
            mark_of_line = next((mark for mark in (b"SPEAKER", b"LEXEME") if line.startswith(mark)), b"")
            counts, counted, last = (
                bool(mark_of_line),
                counted if mark_of_line in (b"", last) else 0,
                mark_of_line or last,
            )
        else:
            counts = line[:1] != b";"
        size = len(line.split())
        if not counts or max(size, counted) >= _LEAST[kind]:
            complete.append(line)
        if counts:
            counted = max(counted, size)
    return complete


def comparable(outcome: Outcome) -> Outcome:
    """An outcome without lines about the inside of the lattice; listed words in any order and without numbers."""
    rows, rest = [], []
    for line in _OURS.sub(b"", _INSIDE.sub(b"", outcome.err)).split(b"\n"):
        if line.startswith(b"[ALIGNMENT] ") and b",SegGrpID," not in line:
            fields = line.split(b",")
            rows.append(b",".join(b"" if place in _SHIFTING else field for place, field in enumerate(fields)))
        else:
            rest.append(line)
    return Outcome(outcome.code, outcome.out, b"\n".join(rest + sorted(rows)), outcome.files)


KIND = Kind("asclite", "NIST's asclite: its reports, its exit code and its log", 6, make, check, lacks)
