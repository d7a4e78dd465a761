"""Notice about rules of a file that changed nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ...formats.errors import quantity, short
from ..normalise.chain import Chain
from .notice import Idle

if TYPE_CHECKING:
    from ...formats.errors import Where
    from ..normalise.equivalents import Equivalents

_LISTED = 5
# Larger files are made for all corpora, such as NIST's: of these it is odd if no rule changes anything.
_LARGE = 200


def of_rules(chain: Chain | None, used: Callable[[], Collection[str]], texts: Iterable[str]) -> Iterator[Idle]:
    """A notice for each file of replacements of which some changed none of these texts.

    A large file is reported only if none of its rules changed anything.
    `used` gives the names of the rules that changed something; it is asked only where a file has replacements.
    """
    files: dict[str, dict[str, tuple[str, Where]]] = {}
    other_case: dict[str, str] = {}
    for step in () if chain is None else chain.steps:
        for name, search, place in step.placed() if hasattr(step, "placed") else ():
            files.setdefault(place.path, {})[name] = search, place
            other_case[place.path] = getattr(step, "OTHER_CASE", "")
    if not files:
        return
    names_used = used()
    for path, rules in files.items():
        idle = [rule for name, rule in rules.items() if name not in names_used]
        if idle and (len(rules) <= _LARGE or len(idle) == len(rules)):
            yield Idle(f"{Idle.NAMES}{path}", _text(path, idle, len(rules), texts, other_case[path]))


def of_equivalents(rules: Equivalents, side: str, other: str) -> Idle:
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
    return Idle(f"{Idle.NAMES}{path}", text)


def of_final_stars(starred: Mapping[str, Where | None], kind: str) -> Idle:
    """The notice about words that end with a star, of rules of a kind for texts that read it as a mark."""
    shown = [
        f"{short(repr(word))} ({where.path}:{where.line})" if where else short(repr(word))
        for word, where in starred.items()
    ]
    verb = "never matches" if len(shown) == 1 else "never match"
    fix = short(repr(next(iter(starred))[:-1]))
    text = f"{', '.join(shown[:_LISTED])}{' ...' * (len(shown) > _LISTED)} of the {kind} {verb}"
    mark = "a * at the end of a word is a mark in these texts"
    return Idle(f"{Idle.NAMES}stars of the {kind}", f"{text}: {mark}; expected one * fewer, such as {fix}")


def of_other_texts(names: Sequence[str]) -> Idle:
    """The notice about equivalents of single texts that are not scored."""
    shown = f"{', '.join(map(short, names[:_LISTED]))}{' ...' * (len(names) > _LISTED)}"
    return Idle(f"{Idle.NAMES}texts", f"equivalents of {quantity(len(names), 'text')} that are not scored: {shown}")


def _text(path: str, idle: list[tuple[str, Where]], rules: int, texts: Iterable[str], other_case: str) -> str:
    """The text of the notice; rules whose text is there in another case are named first."""
    together = " ".join(" ".join(texts).lower().split())
    in_other_case = [rule for rule in idle if rule[0].lower().strip() in together]
    shown = [f"{short(search)!r} (line {place.line})" for search, place in (in_other_case or idle)[:_LISTED]]
    text = f"{path}: {len(idle):,} of {quantity(rules, 'rule')} changed nothing"
    if not in_other_case:
        return f"{text}: {', '.join(shown)}{' ...' * (len(idle) > _LISTED)}"
    return f"{text}; the texts have {', '.join(shown)} in another case or inside words; {other_case}"
