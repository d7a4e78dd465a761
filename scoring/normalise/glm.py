"""Rule files of NIST's SCTK (GLM): texts are changed as by csrfilt.sh, which puts them into upper case."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar

from ... import core
from ...formats.engine.glm_syntax import Glm, GlmError, GlmRule, read_glm, selected
from ...formats.errors import Problems, Where, fail
from ...formats.source import Source
from .chain import Chain, Scoring
from .fights import EXPECTED, circles
from .log import Change
from .operation import Function
from .rule_file import RuleFile

_LETTERS = {ord(letter): letter.upper() for letter in "abcdefghijklmnopqrstuvwxyz"}
_BRACKETED = re.compile(r"\(\s+[^()\s]+(?:\s+[^()\s]+)+")
_NEXT_WORD = re.compile(r"(?<=\s)(?=\S)")


@dataclass(frozen=True, slots=True)
class ContextRules:
    """Rules with contexts, applied together: at every place the first one that fits, its contexts read from the input.

    >>> rules = ContextRules("glm", ((b"UH", b"%HESITATION", b" ", b" "),))
    >>> rules.apply(["UH UHU"], log=True)
    (['%HESITATION UHU'], [Change(utterance=0, start=0, end=2, before='UH', after='%HESITATION', rule='glm: UH')])
    """

    OTHER_CASE: ClassVar[str] = (
        "texts are changed to upper case: write rules in upper case, or * case_sensitive = 'F' in the file"
    )

    name: str
    rules: tuple[tuple[bytes, bytes, bytes, bytes], ...]
    """Left side, replacement, and the texts that must stand before and behind, in UTF-8."""
    fold: bool = False
    copy: bool = True
    places: tuple[Where, ...] = field(default=(), compare=False)
    """The places of the rules in their file."""

    def lines(self) -> Iterator[str]:
        """Settings, then one line for each rule."""
        yield f"fold={self.fold} copy={self.copy}"
        yield from map(repr, self.rules)

    def placed(self) -> Iterator[tuple[str, str, Where]]:
        """The name in the log, the text and the place of each rule."""
        for (left, *_), place in zip(self.rules, self.places, strict=False):
            text = left.decode("utf-8", "surrogatepass")
            yield f"{self.name}: {text}", text, place

    def apply(self, texts: Sequence[str], *, log: bool) -> tuple[list[str], list[Change]]:
        """The new texts and, with `log`, the changes."""
        rewriter = _rewriter(self.rules, self.fold, self.copy)
        # Contexts may ask for a blank at both ends of a text; no text holds a newline in the middle of a match.
        padded = [b" %b " % text.encode("utf-8", "surrogatepass") for text in texts]
        if not log:
            changed = map(rewriter.rewrite, padded)
            return [text.decode("utf-8", "surrogatepass").strip(" ") for text in changed], []
        changes: list[Change] = []
        results = []
        for number, text in enumerate(padded):
            matches = memoryview(rewriter.matches(text)).cast("q").tolist()
            results.append(self._logged(number, text, matches, changes))
        return results, changes

    def _logged(self, number: int, text: bytes, matches: list[int], changes: list[Change]) -> str:
        """The new text, from the matches of one text; the changes are added to the log."""
        end = len(text) - 1
        result: list[str] = []
        done = 1
        size = 0

        def add(start: int, stop: int, after: str, rule: str) -> None:
            nonlocal done, size
            between = text[done:start].decode("utf-8", "surrogatepass")
            before = text[start:stop].decode("utf-8", "surrogatepass")
            place = size + len(between)
            if before != after:
                changes.append(Change(number, place, place + len(before), before, after, f"{self.name}: {rule}"))
            result.extend((between, after))
            size = place + len(after)
            done = max(done, stop)

        last = 1
        for rule, start, stop in zip(*[iter(matches)] * 3, strict=True):
            left, right = (part.decode("utf-8", "surrogatepass") for part in self.rules[rule][:2])
            # The blanks at both ends are no part of the text.
            start, stop = min(max(1, start), end), min(max(1, stop), end)
            if not self.copy and last < start:
                add(last, start, "", "text without a rule")
            add(start, stop, right, left)
            last = stop
        if not self.copy and last < end:
            add(last, end, "", "text without a rule")
        result.append(text[done:end].decode("utf-8", "surrogatepass"))
        return "".join(result)


@lru_cache(maxsize=32)
def _rewriter(rules: tuple[tuple[bytes, bytes, bytes, bytes], ...], fold: bool, copy: bool) -> core.Rewriter:
    return core.Rewriter(rules, fold=fold, copy=copy)


def _raised(text: str) -> str:
    return text.translate(_LETTERS)


def _spaced(text: str) -> str:
    return " ".join(text.replace("(", "( ").replace(")", " )").split())


def _closed(text: str) -> str:
    """The text with brackets around each single word and single blanks between words."""
    if "(" in text or ")" in text:
        text = _BRACKETED.sub(lambda match: ") ( ".join(_NEXT_WORD.split(match[0])).replace("( ) ( ", "( ", 1), text)
        text = re.sub(r"\(\s+", "(", re.sub(r"\s+\)", ")", text))
    return " ".join(text.split())


def read(source: Source) -> Chain:
    """The chain of a rule file: letters in upper case, blanks around brackets, the rules, single blanks."""
    data, wrong = selected(source.text.encode("utf-8"), (b"txt",))
    if wrong is not None:
        pattern = wrong.decode("utf-8", "replace")
        fail(
            Where(source.name, 1), f"{pattern!r} is not a regular expression", 'INPUT_DEPENDENT_APPLICATION = "stm|ctm"'
        )
    try:
        glm = read_glm(data, source.name.encode("utf-8", "surrogateescape"), limited=False)
    except GlmError as error:
        lines = data.decode("utf-8", "replace").split("\n")
        line = lines[error.line - 1] if error.line <= len(lines) else None
        fail(Where(source.name, error.line), error.reason, "rules such as [a] => [b] / [ ] __ [ ]", line)
    if glm.format != b"NIST1":
        fail(Where(source.name, 1), "an unknown format of rules", "* FORMAT = 'NIST1'")
    _refuse_first_rule(source.name, data)
    _refuse_undone(source.name, data, glm)
    _refuse_broken_alternatives(source.name, data, glm)
    parts = tuple(rule.parts for rule in glm.rules)
    places_of_rules = tuple(Where(source.name, rule.line) for rule in glm.rules)
    rules = ContextRules("glm", parts, not glm.case_sensitive, glm.copy_no_hit, places_of_rules)
    upper = Function("glm upper", "ASCII letters in upper case", _raised)
    spaced = Function("glm brackets", "blanks inside brackets, single blanks", _spaced)
    closed = Function("glm blanks", "each word in its own brackets, single blanks", _closed)
    places = (str(Where(source.name, rule.line)) for rule in glm.rules if b"{" in rule.parts[1])
    return Chain((upper, spaced, rules, closed), scoring=Scoring(alternatives=next(places, "")))


def _refuse_first_rule(name: str, data: bytes) -> None:
    """Refuses a rule in the first line, which NIST's programs skip: it only shows the mark of comments."""
    first = data.partition(b"\n")[0].decode("utf-8", "replace")
    if "=>" in first and first[:1] not in (";", "#", "*"):
        fail(Where(name, 1), "a rule in the first line, which only shows the mark of comments", ";; before it", first)


def _refuse_broken_alternatives(name: str, data: bytes, glm: Glm) -> None:
    """Refuses alternatives that are cut, or each in brackets of its own: these stand around all of them.

    Without square brackets, contexts begin behind the first slash; brackets inside of braces are letters of words.
    """
    lines = data.decode("utf-8", "replace").split("\n")
    for rule in glm.rules:
        right = rule.parts[1]
        what = "a replacement whose braces do not close" if right.count(b"{") != right.count(b"}") else ""
        if b"{" in right and (b"[" in right or b"]" in right):
            what = what or "a replacement with square brackets inside of its braces, which would be letters of words"
        if what:
            expected = "alternatives in square brackets, such as [gonna] => [{going to / gonna}]"
            fail(Where(name, rule.line), what, expected, lines[rule.line - 1])


def _refuse_undone(name: str, data: bytes, glm: Glm) -> None:
    """Refuses rules of equal contexts that undo each other; one that finds its own result again is used once only."""

    def key(text: bytes, rule: GlmRule) -> tuple[bytes, ...]:
        parts = (text.strip(), *rule.parts[2:])
        return parts if glm.case_sensitive else tuple(part.upper() for part in parts)

    firsts: dict[tuple[bytes, ...], int] = {}
    for number, rule in enumerate(glm.rules):
        firsts.setdefault(key(rule.parts[0], rule), number)
    leads = {
        number: [firsts[after]]
        for before, number in firsts.items()
        if (after := key(glm.rules[number].parts[1], glm.rules[number])) in firsts and after != before
    }
    problems = Problems()
    lines = data.decode("utf-8", "replace").split("\n")
    for circle in circles(leads):
        *others, last = (glm.rules[number] for number in sorted(circle))
        left, right = (part.decode("utf-8", "replace") for part in last.parts[:2])
        back = ", ".join(f"line {rule.line}" for rule in others[:3])
        what = f"{left!r} becomes {right!r}, which {back} {'undoes' if len(others) == 1 else 'undo'}"
        problems.add(Where(name, last.line), what, EXPECTED, lines[last.line - 1])
    problems.check()


RULES = RuleFile("glm", (".glm",), "rules of NIST's SCTK: [a] => [b] / [ ] __ [ ]", read)
