"""The native core beside its pure-Python twin: the same command lines, byte for byte."""

from __future__ import annotations

from pathlib import Path
from random import Random

from scorelite.scoring.common.tie_policy import POLICIES
from tests.fuzz import sclite
from tests.fuzz.case import IDENTICAL, Case, Command, Kind, Verdict, different, explained
from tests.fuzz.harm import harmed
from tests.fuzz.run import Twin, needs_native_core, run_ours, shown_difference
from tests.fuzz.talk import Talk, joined

_TWIN = Twin()
_POLICIES = tuple(policy.name for policy in POLICIES)
_OUTPUTS = (["--json", "--utterances"], ["--json"], ["--report", "pra"], ["--report", "dtl"], ["--report", "sgml"], [])
_FLAGS = ("--case-sensitive", "--optional-words", "--fragments", "--no-markup")


def make(chance: Random) -> Case:
    """A command line of sclite, or of `scorelite score`, with its files."""
    return sclite.make(chance) if chance.random() < 0.6 else _scored(Talk(chance))


def _scored(talk: Talk) -> Case:
    """A command line of `scorelite score`, which knows more policies than sclite."""
    chance = talk.chance
    kind = chance.choice(("trn", "kaldi", "txt", "stm"))
    if kind == "stm":
        case = sclite.segments(talk)
        ref, hyp = case.file("ref"), case.file("hyp")
        groups = [("--ref-format", "stm", "--hyp-format", "ctm"), ("--overlap", "earlier")]
    else:
        form = {"trn": b"%(text)b (%(id)b)", "kaldi": b"%(id)b %(text)b", "txt": b"%(text)b"}[kind]
        texts = [talk.text(chance.choice((12, 60))) for _ in range(chance.choice((1, 3, 10)))]
        names = [b"s%d-%03d" % (number % 2, number) for number in range(len(texts))]
        heard = [b" ".join(talk.heard(text)) for text in texts]
        ref, hyp = (
            joined([form % {b"text": text, b"id": name} for text, name in zip(side, names, strict=True)])
            for side in (texts, heard)
        )
        groups = [("--ref-format", kind, "--hyp-format", kind), *([("--speakers", "one")] if kind == "txt" else [])]
    if chance.random() < 0.2:
        hyp = harmed(hyp, chance, [b"x", b"(s0-000)", b"{", b"1"])
    groups += [(flag,) for flag in _FLAGS if chance.random() < 0.3]
    groups.append(("--policy", chance.choice(_POLICIES)))
    if chance.random() < 0.3:
        groups.append(("--characters", *chance.sample(["--keep-ascii", "--drop-hyphens"], chance.randint(0, 2))))
    if chance.random() < 0.3:
        groups.append(("--missing", chance.choice(("skip", "delete"))))
    groups += [("--errors", "surrogateescape"), ("-j", chance.choice("12")), tuple(chance.choice(_OUTPUTS))]
    command = Command("scorelite", (("score", "ref", "hyp"), *filter(None, groups)))
    return Case((("ref", ref), ("hyp", hyp)), (command,))


def lacks() -> str:
    """Says that there is only one core, where that is so."""
    from scorelite import core

    sclite.lacks()
    return "" if core.NAME == "native" else "the native core was not built, or SCORELITE_CORE chooses the other one"


def check(case: Case, where: Path) -> Verdict:
    """Output, files and exit code of both cores."""
    command = case.commands[0]
    native, twin = run_ours(case, command, where), _TWIN.run(case, command, where)
    if needs_native_core(twin):
        return explained("only the native core does this")
    for outcome in (native, twin):
        if isinstance(outcome.code, str):
            return different(f"exception: {outcome.code}", outcome.err.decode("utf-8", "backslashreplace"))
    if native == twin:
        return IDENTICAL
    return different(f"answers differ: {', '.join(twin.differing(native))}", shown_difference(twin, native))


KIND = Kind("cores", "the native core and its pure-Python twin: the same bytes", 20, make, check, lacks)
