"""Causes of a high rate: what may be wrong with the input, tried on a sample, and said where most errors go away."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import prod

from ...formats.errors import argument
from ...formats.values import dataclass, replace
from .notice import SIDES, Explanation, would_be
from .sample import Sample

# What of the rate may stay if a cause explains it, and if its errors are certainly none of recognition, as those in
# each text of one side; and where one does not explain it, what may stay after each of several.
_MOST = 0.5
_SOME = 0.9
_STEP = 0.75
_STEPS = 3
# An attempt as good as this much more errors than the best is taken if it stands before it in the table: it is milder.
_AS_GOOD = 1.1
_NOTHING = 1e-9
# With fewer letters on both sides, accidents look like causes; so does what is in each of few texts, or of not so many.
_LETTERS = 40
_FEW, _MANY = 2, 20


@dataclass(frozen=True, slots=True)
class Attempt:
    """One other way to read a sample: normalised, by characters, or with other texts; or a fact that needs no rate."""

    condition: str
    """The beginning of a sentence that goes on with the rate; `{where}` becomes the side that has it."""
    normalise: str = ""
    """The normaliser that is the fix."""
    characters: bool = False
    """Whether the fix is to compare characters."""
    texts: tuple[Sequence[str], Sequence[str]] | None = None
    """Both sides as they would be after the fix, where the attempt knows them."""
    advice: str = ""
    """What to do about the files, where no option does it, or the question whether the normaliser is the fix."""
    most: float = 1.0
    """The part of the errors that it may take away."""
    fact: bool = False
    """Whether the condition is the whole sentence."""
    alone: bool = False
    """Whether nothing brings exactly this rate about, so that it is not added to what other attempts promise."""


@dataclass(frozen=True, slots=True)
class Cause:
    """A way in which a scorer is fed wrongly: its name, and the attempts that would show it in a sample."""

    name: str
    attempts: Callable[[Sample], Iterable[Attempt]]
    least: int = 5
    """The number of errors that show it; fewer may be gone by accident. One is enough of a way to write one word."""
    fewest: int = _FEW
    """The number of errors that it has to take away; fewer may be of its kind by accident."""
    high: float = 0.0
    """The rate from which on it is looked for."""
    most: float = _MOST
    """The part of the rate that may stay if it is to be reported."""
    certain: bool = False
    """Whether its errors are never of recognition, so that it is reported though other errors stay."""
    sole: bool = False
    """Whether no other cause is looked for where it is found: others would take its errors away, and mislead."""

    @property
    def limit(self) -> float:
        """The part of the rate that may stay: more where it is certain."""
        return _SOME if self.certain else self.most


@dataclass(frozen=True, slots=True)
class _Tried:
    cause: str
    attempt: Attempt
    texts: tuple[Sequence[str], Sequence[str]]
    rate: float
    left: float
    """The part of the errors, or of the rate, that stays: what is more."""
    limit: float
    """What may stay if this is to be reported."""


def explained(sample: Sample, causes: Sequence[Cause]) -> tuple[Explanation, ...]:
    """The cause of most errors of a sample, or those that explain most of them together; nothing where none does."""
    causes = [cause for cause in causes if sample.rate >= cause.high and _is_shown(sample, cause)]
    for sole in _tried(sample, [cause for cause in causes if cause.sole]):
        if sole.attempt.fact or sole.left <= sole.limit:
            return (_explanation(sample, [sole]),)
    steps: list[_Tried] = []
    facts: list[_Tried] = []
    certain: list[_Tried] = []
    samples = [sample]  # before each step, and after the last one
    while len(steps) < _STEPS and samples[-1].errors and samples[-1].rate:
        taken = {step.cause for step in steps}
        further = [cause for cause in causes if cause.name not in taken]
        tried = [each for each in _tried(samples[-1], further) if not steps or not each.attempt.alone]
        if not steps:
            facts = [each for each in tried if each.attempt.fact]
            certain = [each for each in tried if each.left <= each.limit == _SOME and not each.attempt.alone]
        helpful = [each for each in tried if each.left <= max(_STEP, each.limit)]
        if not helpful:
            break
        least = min(each.left for each in helpful)
        best = next(each for each in helpful if each.left <= _AS_GOOD * least + _NOTHING)
        steps.append(best)
        samples.append(samples[-1].changed(*best.texts, best.rate))
        if best.attempt.characters or best.attempt.alone:
            break
    # Steps that do not suffice together are left out, the last one first.
    while steps and prod(step.left for step in steps) > min(_MOST if facts else step.limit for step in steps):
        steps.pop()
    chosen = [steps] if steps else [facts[:1]] if facts else []
    known = {step.cause for each in chosen for step in each}
    # What the chosen steps do as well is not reported again, and next to a fact only what is certain by itself.
    left = [cause for cause in causes if cause.name not in known and (steps or not facts or cause.certain)]
    certain = [each for each in certain if _still_helps(each, samples[len(steps)], left)]
    return tuple([_explanation(sample, each) for each in (*chosen, *([each] for each in certain[:1]))])


def _still_helps(tried: _Tried, sample: Sample, causes: Sequence[Cause]) -> bool:
    """Whether the cause of an attempt, if it is one of these, still explains enough errors of a sample."""
    same = [cause for cause in causes if cause.name == tried.cause]
    return bool(sample.errors and sample.rate) and any(each.left <= _SOME for each in _tried(sample, same))


def _is_shown(sample: Sample, cause: Cause) -> bool:
    """Whether a sample has errors and letters enough to show a cause."""
    if not sample.is_whole or cause.least == 1:
        return True
    return sample.errors >= cause.least and sum(len(text) for side in sample.sides for text in side) >= _LETTERS


def _tried(sample: Sample, causes: Sequence[Cause]) -> Iterator[_Tried]:
    """Attempts on a sample that change something, with what is left of its errors; not those that must be worse."""
    errors, enough = sample.errors, _SOME
    for cause in causes:
        for attempt in cause.attempts(sample):
            if attempt.fact:
                yield _Tried(cause.name, attempt, sample.sides, sample.rate, 1.0, cause.limit)
                continue
            if 1 - attempt.most >= enough:
                continue
            if attempt.normalise and sample.chain and sample.chain.scoring.alternatives:
                continue  # nothing may run behind rules that make alternatives
            texts, settings = attempt.texts or sample.sides, sample.settings
            if attempt.normalise and attempt.texts is None:
                texts = _normalised(sample, attempt.normalise)
                if texts == (list(sample.refs), list(sample.hyps)):
                    continue
            if attempt.characters:
                settings = replace(settings, unit="character")
            rate, errors_now = sample.estimate(*texts, settings)
            # Characters are more than words: their rate stands for errors in words.
            left = rate * sample.longer_texts if attempt.characters else errors_now
            if sample.is_whole and left > 0 and errors - left < cause.fewest and not cause.certain:
                continue
            tried = _Tried(cause.name, attempt, texts, rate, max(rate / sample.rate, left / errors), cause.limit)
            # What leaves as much or more is not taken before this one.
            enough = min(enough, tried.left / _AS_GOOD)
            # Of what is taken at no rate, nobody asks which texts it changes.
            yield _placed(sample, tried) if tried.left <= _SOME else tried


def _placed(sample: Sample, tried: _Tried) -> _Tried:
    """An attempt with the side that it concerns, and the limit for a change of each of its texts."""
    changed = _changed(sample, tried.texts)
    condition = tried.attempt.condition.replace("{where}", _where(changed))
    limit = tried.limit
    if _is_in_each_text(sample, changed):
        limit = _SOME if len(sample.refs) >= _MANY else max(limit, _STEP)
    return replace(tried, attempt=replace(tried.attempt, condition=condition), limit=limit)


def _normalised(sample: Sample, name: str) -> tuple[Sequence[str], Sequence[str]]:
    # Imported only now: most scores have no cause, and the tables of rules are large.
    from ..normalise.catalogue import built_in

    chain = built_in(name)
    refs, hyps = (list(chain.apply(list(side))[0]) for side in sample.sides)
    return refs, hyps


def _changed(sample: Sample, texts: tuple[Sequence[str], Sequence[str]]) -> list[int]:
    """The number of texts of each side that are others now."""
    pairs = (zip(*side, strict=True) for side in zip(sample.sides, texts, strict=True))
    return [sum(old != new and old.split() != new.split() for old, new in side) for side in pairs]


def _where(changed: Sequence[int]) -> str:
    """The side that a change concerns, where it is nearly one alone."""
    for side, here, other in zip(SIDES, changed, changed[::-1], strict=True):
        if here and here >= 10 * other:
            return f" in the {side}"
    return ""


def _is_in_each_text(sample: Sample, changed: Sequence[int]) -> bool:
    """Whether nearly each text of one side is changed, and hardly one of the other: no recogniser does so."""
    few, many = sorted(changed)
    return len(sample.refs) > 2 * _FEW and 10 * few <= len(sample.refs) and 10 * many >= 9 * len(sample.refs)


def _explanation(sample: Sample, steps: Sequence[_Tried]) -> Explanation:
    """The explanation of one step, or of several one after another."""
    attempts = [step.attempt for step in steps]
    names = [attempt.normalise for attempt in attempts if attempt.normalise and not attempt.advice]
    arguments: dict[str, object] = {}
    options = [f"--normalise {quoted(name)}" for name in names]
    if names:
        arguments["normalise"] = names if len(names) > 1 else names[0]
    if attempts[-1].characters:
        arguments["unit"] = "character"
        options.append("-c")
    keyword = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
    option = " ".join(options)
    advice = "; ".join(attempt.advice for attempt in attempts if attempt.advice)
    rate = None if attempts[0].fact else steps[-1].rate
    if sample.rate_after and len(names) == len(attempts):
        rate = sample.rate_after(names)
    text = " and ".join(_closed(attempt) for attempt in attempts)
    if rate is not None:
        text += f" {would_be(rate, sample.rate, exact=sample.is_exact, measure=sample.MEASURE)}"
    fixes = "; ".join(filter(None, [argument(keyword, option), advice]))
    return Explanation(
        steps[0].cause,
        f"{text}: {fixes}",
        rate,
        sample.rate,
        sample.is_exact,
        keyword=keyword,
        option=option,
        advice=advice,
    )


def _closed(attempt: Attempt) -> str:
    """The condition of an attempt, with a comma after the example that it ends with, before the sentence goes on."""
    ends_with_example = ", such as " in attempt.condition and attempt.condition[-1] in "'\""
    return f"{attempt.condition}," if ends_with_example and not attempt.fact else attempt.condition


def quoted(name: str) -> str:
    """The name of a normaliser as shells take it; `shlex.quote` does the same and takes a millisecond to import."""
    if name.isascii() and all(letter.isalnum() or letter in "@%+=:,./-_" for letter in name):
        return name
    # In double quotes a backslash stays before a letter.
    if "'" in name and not any(letter in '$`"\\!' for letter in name.replace(r"=\s", "")):
        return f'"{name}"'
    return "'" + name.replace("'", "'\"'\"'") + "'"
