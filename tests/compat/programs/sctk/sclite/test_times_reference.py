"""Random segments and words with times, scored by the reference and by ours: equal bytes and files."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest

from tests.compat.programs.sctk.sclite.conftest import Compare

pytestmark = pytest.mark.reference

WORDS = ["a", "b", "c", "ab", "Uh", "(uh)", "x-", "-y", "the", "a;t1", "w*"]
REPORTS = ["sum", "rsum", "pra", "prf", "dtl", "snt", "spk", "sgml", "nl.sgml", "lur"]
LABELS = [';; LABEL "o" "Over//all" "All"', ';; LABEL "f0" "Base" "x"', ';; LABEL "f1" "Sp" "y"']


class Material:
    """Reference, hypothesis and options of one case."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.words = self.random.sample(WORDS, self.random.choice((3, 5, 9)))
        self.marks = self.random.choice((0.0, 0.0, 0.1))
        self.broken = self.random.choice((0.0, 0.0, 0.15))
        self.confident = self.random.choice((0.0, 0.0, 1.0, 0.5))
        self.ref: list[str] = []
        self.hyp: list[str] = []

    def word(self) -> str:
        return self.random.choice(self.words)

    def confidence(self) -> str:
        choices = (f"{self.random.random():.3f}", "1", "NA", "1.3", "0 x")
        return f" {self.random.choice(choices)}" if self.random.random() < self.confident else ""

    def alternation(self, place: str, time: float) -> list[str]:
        rows = [f"{place} * * <ALT_BEGIN>"]
        for _ in range(self.random.randint(1, 3)):
            rows += [f"{place} {time:.2f} .1 {self.word()}" for _ in range(self.random.randint(0, 2))]
            rows.append(f"{place} * * <ALT>")
        rows[-1] = f"{place} * * <ALT_END>"
        if self.random.random() < self.broken:
            rows.pop(self.random.randrange(len(rows)))
        return rows

    def heard(self, place: str, begin: float, length: str, word: str) -> list[str]:
        """Rows of the hypothesis for a word."""
        if self.random.random() < 0.1:
            return []
        if self.random.random() < self.marks:
            return self.alternation(place, begin)
        said = word if self.random.random() < 0.8 else self.word()
        return [f"{place} {begin:.2f} {length} {said}{self.confidence()}"]

    def segment(self, place: str, begin: float, labels: bool) -> float:
        """Writes a segment and its rows; returns its end."""
        text = [self.word() for _ in range(self.random.choice((0, 1, 2, 5, 9)))]
        end = begin + max(0.4, 0.3 * len(text))
        for number, word in enumerate(text):
            time = begin + 0.3 * number + self.random.choice((0.0, 0.0, 0.0, -0.4, 0.7))
            self.hyp += self.heard(place, time, self.random.choice((".1", ".3", "0", "-.1")), word)
        if text and self.random.random() < 0.2:
            text[0] = f"{{ {text[0]} / {self.word()} / @ }}"
        if self.random.random() < 0.08:
            text = ["Ignore_Time_Segment_In_Scoring"]
        label = self.random.choice(("<o,f0>", "<O,F1>", "<o>")) if labels else self.random.choice(("", "<x>"))
        self.ref.append(f"{place} spk{self.random.randint(0, 3)} {begin:.2f} {end:.3f} {label} {' '.join(text)}")
        return end

    def segments(self) -> list[str]:
        labels = self.random.random() < 0.5
        self.ref += LABELS if labels else []
        for file in range(self.random.randint(1, 3)):
            for channel in "AB"[: self.random.randint(1, 2)]:
                time, first = self.random.choice((0.0, 2.0)), len(self.hyp)
                for _ in range(self.random.randint(1, 5)):
                    time = self.segment(f"f{file} {channel}", time, labels) + self.random.choice((0.0, 0.0, 1.5))
                if self.random.random() < 0.1:
                    del self.hyp[first:]
        if self.random.random() < 0.15:
            comment = self.random.choice(("; a b 0 1 w", "* a b 0 1", ";; c"))
            self.ref.insert(self.random.randint(0, len(self.ref)), comment)
        options = [["-m", *self.random.sample(["ref", "hyp"], self.random.randint(0, 2))]] if self.chance(0.4) else []
        return ["-r", "ref", "stm", "-h", "hyp", "ctm", *self.options(options)]

    def rows(self) -> list[str]:
        for file in range(self.random.randint(1, 2)):
            for channel in "ABC"[: self.random.choice((1, 1, 2, 3))]:
                place, time = f"f{file} {channel}", 0.0
                pauses = self.random.choice((0.0, 0.05, 0.3))
                for _ in range(self.random.choice((1, 2, 30, 51, 120))):
                    length = self.random.choice((".1", ".25", ".4", "0"))
                    word = self.word()
                    rows = [f"{place} {time:.2f} {length} {word}"]
                    self.ref += self.alternation(place, time) if self.chance(self.marks) else rows
                    self.hyp += self.heard(place, max(0.0, time + self.random.choice((0.0, 0.05, -0.05))), length, word)
                    time += float(length) + (self.random.choice((0.05, 1.2)) if self.chance(pauses) else 0.0)
                self.hyp += rows
        return ["-r", "ref", "ctm", "-h", "hyp", "ctm", *self.options([["-T"]] if self.chance(0.5) else [])]

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def options(self, parts: list[list[str]]) -> list[str]:
        timed = ["-T"] in parts
        parts += [[option] for option in ("-s", "-D", "-F") if self.chance(0.35)]
        if self.chance(0.15) and not timed:
            # With -c and -D the reference may never end.
            parts = [part for part in parts if part != ["-D"]] + [self.random.choice((["-c"], ["-w", "unity"]))]
        if self.chance(0.6):
            parts.append(["-f", self.random.choice("0124")])
        if self.confident and self.chance(0.4):
            parts.append(["-C", *self.random.sample(["bhist", "hist", "sbhist"], 2)])
        self.random.shuffle(parts)
        reports = self.random.sample(REPORTS, self.random.randint(1, 3))
        parts += [["-o", *reports], self.random.choice((["stdout"], ["-O", "o"]))]
        return [word for part in parts for word in part]


def fill(folder: Path, material: Material) -> None:
    (folder / "o").mkdir(parents=True)
    (folder / "ref").write_text("".join(f"{line}\n" for line in material.ref))
    (folder / "hyp").write_text("".join(f"{line}\n" for line in material.hyp))


@pytest.mark.parametrize("kind", ["segments", "rows"])
@pytest.mark.sweep(2)
@pytest.mark.parametrize("first", range(0, 160, 20))
def test_the_reference_gives_the_same_outcome(kind: str, first: int, compare: Compare) -> None:
    for seed in range(first, first + 20):
        material = Material(seed)
        compare(getattr(material, kind)(), partial(fill, material=material))
