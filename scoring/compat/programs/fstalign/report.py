"""The log of fstalign's `wer`: one value for its text and its JSON, so that both have the same numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import reduce
from operator import add
from time import strftime
from typing import TYPE_CHECKING

from .grams import bigrams, unigrams
from .numbers import share, shown
from .path import Stretch
from .rates import (
    Capitals,
    Rate,
    around_changes,
    by_class,
    by_sentence,
    by_speaker,
    by_tag,
    capitals,
    rate_of,
)
from .stitches import Stitch

if TYPE_CHECKING:
    from .rates import Json

__all__: list[str] = []


def line(logger: str, text: str) -> str:
    """A line of the log."""
    return f"[+++] [{strftime('%H:%M:%S')}] [{logger}] {text}\n"


class Report:
    """The numbers of an alignment, as JSON and as lines of text."""

    def __init__(self) -> None:
        self.json: Json = {}
        self.lines: list[str] = []

    def _say(self, text: str, logger: str = "wer") -> None:
        self.lines.append(line(logger, text))

    def add_words(self, stretches: Sequence[Stretch], least: int) -> None:
        """Adds the rate of all words, those of classes and synonyms, and words and pairs of words."""
        total = reduce(add, map(rate_of, stretches), Rate())
        correct = total.words - total.deletions - total.substitutions
        heard = correct + total.insertions + total.substitutions
        rate = share(total.errors, total.words) if total.words or heard else 0.0
        precision, recall = (share(correct, whole) if whole else math.nan for whole in (heard, total.words))
        self._say(
            f"best WER: {total.errors}/{total.words} = {shown(rate, 4)} (Total words in reference: {total.words})"
        )
        self._say(f"best WER: INS:{total.insertions} DEL:{total.deletions} SUB:{total.substitutions}")
        self._say(f"best WER: Precision:{shown(precision, 6)} Recall:{shown(recall, 6)}")
        more = {"wer": rate, "precision": precision, "recall": recall, "meta": {}}
        self.json["bestWER"] = total.member() | more
        classes = by_class(stretches)
        self.json["classWER"] = _members(classes)
        if classes:
            self._say(" -- class label information found --")
        width = max(map(len, classes), default=0)
        for label, each in classes.items():
            self._say(f"class {label:{width}} WER: {each.text()}")
        for name, grams in (("unigrams", unigrams(stretches)), ("bigrams", bigrams(stretches))):
            if members := grams.members(least):
                self.json[name] = members

    def add_capitals(self, steps: Sequence[Stitch]) -> None:
        """Adds how well capitals are recognised."""
        matching, every = (capitals(steps, matching=only) for only in (True, False))
        self._say(f"case WER, (matching words only): {_of_capitals(matching)}")
        self._say(f"case WER, (all including substitutions): {_of_capitals(every)}")
        self.json["caseWER"] = {"matching": matching.member(), "all": every.member()}

    def add_changes(self, steps: Sequence[Stitch], window: int) -> None:
        """Adds the rate around changes of speakers."""
        rate = around_changes(steps, window)
        self._say(f"Calculating WER around speaker switches, using a window size of {window}", "fstalign")
        self._say(f"Speaker switch WER: {rate.text()} (Total reference words: {rate.words})")
        self._say(f"Speaker switch WER: INS:{rate.insertions} DEL:{rate.deletions} SUB:{rate.substitutions}")
        self.json["speakerSwitchWER"] = rate.member() | {"meta": {"windowSize": window}}

    def add_rows(self, steps: Sequence[Stitch]) -> None:
        """Adds the rates of speakers, tags and sentences."""
        speakers, tags = by_speaker(steps), by_tag(steps)
        for speaker, rate in speakers.items():
            self._say(f"speaker {speaker} WER: {rate.text()}")
        for tag, rate in tags.items():
            self._say(f"Wer Entity ID {tag} WER: {rate.text()}")
        self.json["speakerWER"] = _members(speakers)
        if tags:
            self.json["wer_tag"] = _members(tags)
        if sentences := [rate.member() for rate in by_sentence(steps)]:
            self.json["sentenceWer"] = sentences


def _members(rates: Mapping[str, Rate]) -> Json:
    return {name: rate.member() | {"meta": {}} for name, rate in rates.items()}


def _of_capitals(counts: Capitals) -> str:
    return f"Precision:{shown(counts.precision, 6)} Recall:{shown(counts.recall, 6)}"
