"""Notice about rules of a file that changed nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from ...formats.errors import quantity, short
from ..normalise.chain import Chain
from ..normalise.operation import Function, Table
from ..normalise.rule import hides_text
from .notice import IDLE, Notice

if TYPE_CHECKING:
    from ...formats.errors import Where
    from ..normalise.chain import Step
    from ..normalise.equivalents import Equivalents

_Rule: TypeAlias = "tuple[str, str, Where]"
"""The name of a rule of a file, the text that it searches for, and its place."""

_LISTED = 5
_COMMA = re.compile(r"[^\W\d],[^\W\d]")
# Larger files are made for all corpora, such as NIST's: of these it is odd if no rule changes anything.
_LARGE = 200


def of_rules(chain: Chain | None, used: Callable[[], Collection[str]], texts: Iterable[str]) -> Iterator[Notice]:
    """A notice for each file of replacements of which some changed none of these texts, and for `drop:a,b`.

    A large file is reported only if none of its rules changed anything.
    `used` gives the names of the rules that changed something; it is asked only where a file has replacements.
    """
    files: dict[str, dict[str, _Rule]] = {}
    numbers: dict[str, int] = {}
    for number, step in enumerate(chain.steps if chain else ()):
        for rule in step.placed() if hasattr(step, "placed") else ():
            name, _, place = rule
            files.setdefault(place.path, {})[name] = rule
            numbers.setdefault(place.path, number)
    with_commas = _with_commas(chain)
    if chain is None or not (files or with_commas):
        return
    names_used = used()
    for words in with_commas if "drop" not in names_used else ():
        fix = f"drop:{' '.join(words.replace(',', ' ').split())}"
        text = f"drop:{words} changed nothing: blanks separate words, normalise={fix!r} (--normalise {fix!r})"
        yield Notice(f"{IDLE}drop:{words}", text)
    for path, rules in files.items():
        idle = [rule for name, rule in rules.items() if name not in names_used]
        if idle and (len(rules) <= _LARGE or len(idle) == len(rules)):
            yield Notice(f"{IDLE}{path}", _text(path, idle, len(rules), texts, chain, numbers[path]))


def _with_commas(chain: Chain | None) -> list[str]:
    """The words of `drop` that have a comma between letters, where a list was probably meant."""
    steps = [step for step in chain.steps if isinstance(step, Function)] if chain else []
    return [step.search for step in steps if step.name == "drop" and _COMMA.search(step.search)]


def can_be_idle(chain: Chain) -> bool:
    """Whether a chain has rules that `of_rules` may report."""
    return bool(_with_commas(chain)) or any(hasattr(step, "placed") and any(step.placed()) for step in chain.steps)


def of_equivalents(rules: Equivalents, side: str, other: str) -> Notice:
    """The notice about equivalents of which no text has the words; `other` is the side that has some, or empty."""
    path = next((rule.where.path for rule in rules.rules if rule.where), "equivalents")
    shown = ", ".join(repr(short(" ".join(rule.words))) for rule in rules.rules[:_LISTED])
    number = len(rules.rules)
    where = f"in the {side}, " if other else ""
    text = (
        f"{path}: {where}no text has the words of {'the rule' if number == 1 else f'any of {number:,} rules'}: {shown}"
    )
    text += " ..." * (number > _LISTED)
    if other:
        text += f"; the {other} has: equivalents_side='both' (--equivalents-side both) lets either side be rewritten"
    return Notice(f"{IDLE}{path}", text)


def of_final_stars(starred: Mapping[str, Where | None], kind: str) -> Notice:
    """The notice about words that end with a star, of rules of a kind for texts that read it as a mark."""
    shown = [
        f"{short(repr(word))} ({where.path}:{where.line})" if where else short(repr(word))
        for word, where in starred.items()
    ]
    verb = "never matches" if len(shown) == 1 else "never match"
    fix = short(repr(next(iter(starred))[:-1]))
    text = f"{', '.join(shown[:_LISTED])}{' ...' * (len(shown) > _LISTED)} of the {kind} {verb}"
    mark = "a * at the end of a word is a mark in these texts"
    return Notice(f"{IDLE}stars of the {kind}", f"{text}: {mark}; expected one * fewer, such as {fix}")


def of_other_texts(names: Sequence[str]) -> Notice:
    """The notice about equivalents of single texts that are not scored."""
    shown = f"{', '.join(map(short, names[:_LISTED]))}{' ...' * (len(names) > _LISTED)}"
    return Notice(f"{IDLE}texts", f"equivalents of {quantity(len(names), 'text')} that are not scored: {shown}")


def of_left_words(chain: Chain, used: Collection[str], texts: Sequence[str]) -> Iterator[Notice]:
    """A notice for each table that changed words, and left some of them in these texts, next to punctuation."""
    for step in chain.steps:
        rules = [rule for rule in _between_blanks(step) if rule[0] in used]
        if rules and len(rules) <= _LARGE and (left := _next_to_signs(rules, "\n".join(texts))):
            _, search, place = left[0]
            path = place.path
            text = f"{path}: words of {quantity(len(left), 'rule')} remain next to punctuation, {_listed(left)}"
            yield Notice(f"{IDLE}left by {path}", f"{text}: {_beyond_signs(search)}")


def _text(path: str, idle: list[_Rule], rules: int, texts: Iterable[str], chain: Chain, number: int) -> str:
    """The text of the notice; rules whose text is there next to punctuation, or in another case, are named first.

    `number` is that of the first step of the file in the chain.
    """
    step = chain.steps[number]
    before, _ = Chain(chain.steps[:number]).apply([*texts], log=False)
    together = " ".join(" ".join(before).split())
    text = f"{path}: {len(idle):,} of {quantity(rules, 'rule')} changed nothing"
    if _between_blanks(step) and (found := _next_to_signs(idle, together)):
        return f"{text}; the texts have {_listed(found)} next to punctuation: {_beyond_signs(found[0][1])}"
    if found := [rule for rule in idle if rule[1].lower().strip() in together.lower()]:
        if all(search.strip() in together for _, search, _ in found):
            return f"{text}; the texts have {_listed(found)} inside words, where no rule matches, such as in brackets"
        return f"{text}; the texts have {_listed(found)} in another case or inside words; {step.OTHER_CASE}"  # type: ignore[union-attr]
    return f"{text}: {_listed(idle, in_texts=False)}"


def _between_blanks(step: Step) -> list[_Rule]:
    """The rules of files, as `placed` gives them, of a table whose rules match between blanks alone."""
    if isinstance(step, Table) and all(rule.before == rule.after == "blank" for rule in step.rules):
        return [*step.placed()]
    return []


def _listed(rules: Sequence[_Rule], *, in_texts: bool = True) -> str:
    """The first rules with their lines; the lines alone of those that redact what the texts do not have."""
    shown = [
        f"line {place.line}" if not in_texts and hides_text(name, place) else f"{short(search)!r} (line {place.line})"
        for name, search, place in rules[:_LISTED]
    ]
    return f"{', '.join(shown)}{' ...' * (len(rules) > _LISTED)}"


def _next_to_signs(rules: Iterable[_Rule], text: str) -> list[_Rule]:
    """The rules whose words stand in a text with a sign before or after them, and no letter or digit."""
    found = []
    for rule in rules:
        words = re.escape(rule[1])
        if re.search(rf"(?<!\w)(?:(?<=\S){words}(?!\w)|{words}(?=[^\s\w]))", text):
            found.append(rule)
    return found


def _beyond_signs(search: str) -> str:
    """The advice about words next to punctuation."""
    return (
        f"a rule matches between white space; \\b{search}\\b in a file *.regex.csv matches there, too, and "
        "normalise='basic' (--normalise basic) before the file removes punctuation and makes lower case"
    )
