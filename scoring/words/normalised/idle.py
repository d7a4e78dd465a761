"""Notices about rules of files, of a normaliser or of equivalents, that changed nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from .... import core
from ...common.redactions import STAND_IN
from ...common.settings import Settings
from ...normalise.equivalents import ANY_WORDS, REDACTIONS, WILD, Equivalent, folded
from ...normalise.operation import Table
from ...notices.idle_rules import of_equivalents, of_final_stars, of_other_texts
from ...notices.notice import IDLE, Notice
from .both_sides import of_idle_rules

if TYPE_CHECKING:
    from ....formats.errors import Where
    from ...normalise.chain import Chain
    from ...normalise.equivalents import Equivalents
    from ..alignment import Text
    from .both_sides import Before

_REDACTIONS = "redactions such as [NAME], **** or [inaudible]"


def of_idle(
    before: Before | None,
    sides: tuple[Sequence[Text], Sequence[Text]],
    settings: Settings,
    names: Callable[[], Iterable[str]],
) -> Iterator[Notice]:
    """Notices about rules of the normaliser, and about equivalents, of which no text has the words.

    `names` gives those of utterances and recordings, whose words equivalents of single texts may be.
    """
    if before is not None:
        yield from of_idle_rules(before, settings)
        if before.markup and (stars := _with_final_stars(_of_files(settings.chain), _given(before), str)):
            yield of_final_stars(stars, "normaliser")
    rules = settings.rules_of_words
    if rules is None:
        return
    if ANY_WORDS in rules.made:
        yield from _of_any_words(REDACTIONS if REDACTIONS in rules.made else ANY_WORDS, before, sides[0])
    if rules.spans and not rules.of_parts:
        known = {*names()}
        if others := [name for name, spans in rules.spans.items() if spans and name not in known]:
            yield of_other_texts(others)
    if rules.rules:
        yield from _of_rules(rules, sides, settings)


def _of_rules(rules: Equivalents, sides: tuple[Sequence[Text], Sequence[Text]], settings: Settings) -> Iterator[Notice]:
    """Notices about equivalents of which the side that they are for has no word, or whose stars are read as marks."""
    fold = str if settings.case_sensitive else folded
    if settings.markup and (stars := _with_final_stars(_of_equivalents(rules.rules), sides, fold)):
        yield of_final_stars(stars, "equivalents")
    heads = [fold(rule.words[0]).encode("utf-8", "surrogatepass") for rule in rules.rules]
    held = [_holding(side, heads, settings.case_sensitive) for side in sides]
    has_ref, has_hyp = (places is None or bool(places) for places in held)
    if settings.equivalents_side == "ref" and not has_ref:
        yield of_equivalents(rules, "reference", "hypothesis" if has_hyp else "")
    elif settings.equivalents_side == "hyp" and not has_hyp:
        yield of_equivalents(rules, "hypothesis", "reference" if has_ref else "")
    elif not has_ref and not has_hyp:
        yield of_equivalents(rules, "", "")


def _given(before: Before) -> Sequence[Sequence[Text]]:
    """The texts of both sides as the files have them."""
    return before.refs.given, before.hyps.given


def _of_equivalents(rules: Iterable[Equivalent]) -> Iterator[tuple[str, Where | None]]:
    """The words of equivalents, with the places of their rules."""
    for rule in rules:
        for words in (rule.words, *rule.readings):
            for word in words:
                yield word, rule.where


def _of_files(chain: Chain | None) -> Iterator[tuple[str, Where | None]]:
    """The words that rules of files search for or write, with the places of these rules."""
    for step in chain.steps if chain else ():
        for rule in step.rules if isinstance(step, Table) else ():
            for word in f"{rule.search} {rule.replacement}".split() if rule.place else ():
                yield word, rule.place


def _with_final_stars(
    words: Iterable[tuple[str, Where | None]], sides: Sequence[Sequence[Text]], fold: Callable[[str], str]
) -> dict[str, Where | None]:
    """Words of rules that texts with marks have, but never match: there a star at the end of a word is a mark."""
    starred = {word: where for word, where in words if len(word) > 1 and word.endswith("*")}
    if not starred:
        return {}
    # A text without marks is a list of words here.
    marked = [text for side in sides for text in side if isinstance(text, str) and "*" in text]
    written = {word for text in marked for word in fold(text).split()}
    return {word: where for word, where in starred.items() if fold(word) in written}


def _holding(texts: Sequence[Text], words: list[bytes], case_sensitive: bool) -> bytes | None:
    """The places of texts that have one of these words; None where that is unknown."""
    places = core.holding(texts, words, b"", case_sensitive)
    # A file without marks that is scored with a marked one has lists of words.
    return core.holding([*map(_text, texts)], words, b"", case_sensitive) if places is None else places


def _text(text: Text) -> Text:
    """A list of words as one text; all else as it is."""
    if isinstance(text, (str, bytes)) or not isinstance(next(iter(text), ""), str):
        return text
    return " ".join(text)  # type: ignore[arg-type]  # a list has words of one kind


def _of_any_words(name: str, before: Before | None, refs: Sequence[Text]) -> Iterator[Notice]:
    """A notice where no reference has `<*>`, or a redaction, which a normaliser may have taken away."""
    if _holding(refs, [WILD.encode()], True) == b"":
        sign, stand_in = (WILD, WILD) if name == ANY_WORDS else (_REDACTIONS, STAND_IN)
        was_there = before is not None and any(stand_in in text for text in before.refs.texts)
        text = f"the normaliser removes {sign} from the reference" if was_there else f"no {sign} in the reference"
        yield Notice(f"{IDLE}{name}", f"{text}: {name} has no effect")
