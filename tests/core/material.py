"""Random texts for laws and comparisons: few words, many errors, so that nearly every alignment has ties."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

PLAIN = ["a", "b", "c", "ab", "ba"]
MARKED = ["a", "b", "ab", "(a)", "(ab)", "a-", "-b", "(a-)", "@", "-", "B", "a;n", "a\\;b", "b*"]
WIDE = ["é", "É", "日本", "日", "本a", "a-b", "ı", "I", "g̃a", "a"]


def law(*strategies, examples=60):
    """A `given` with so many examples under a profile with sixty, and more or fewer under another one."""

    def decorate(test):
        scaled = max(2, examples * settings.default.max_examples // 60)
        return settings(max_examples=scaled)(given(*strategies)(test))

    return decorate


words = st.lists(st.sampled_from(PLAIN), max_size=7)
plain = words.map(" ".join)


def _alternation(parts):
    return st.lists(parts, min_size=1, max_size=3).map(lambda branches: "{ " + " / ".join(branches) + " }")


def marked(vocabulary=MARKED):
    """Texts with nested alternations of these words."""
    word = st.sampled_from(vocabulary)
    item = st.recursive(
        word,
        lambda inner: _alternation(st.lists(inner, min_size=1, max_size=2).map(" ".join)),
        max_leaves=6,
    )
    return st.lists(item, max_size=4).map(" ".join)


class Speech:
    """A seeded source of texts, for comparisons of many at once."""

    def __init__(self, seed, vocabulary, alternations=0.0):
        self._random = random.Random(seed)
        self._vocabulary = vocabulary
        self._alternations = alternations

    def text(self, depth=0):
        number = self._random.choice((0, 1, 2, 3, 5, 9) if depth == 0 else (1, 1, 2, 3))
        return " ".join(self._item(depth) for _ in range(number))

    def _item(self, depth):
        if depth < 3 and self._random.random() < self._alternations:
            branches = [self.text(depth + 1) for _ in range(self._random.randint(1, 3))]
            return self._random.choice(("{ %s }", "{%s}")) % self._random.choice((" / ", "/")).join(branches)
        return self._random.choice(self._vocabulary)

    def heard(self, text):
        """A hypothesis for a text: some words lost, replaced or inserted."""
        heard = []
        for word in text.replace("{", " ").replace("}", " ").replace("/", " ").split():
            chance = self._random.random()
            if chance < 0.15:
                continue
            heard.append(self._random.choice(self._vocabulary) if chance < 0.35 else word)
            if chance > 0.9:
                heard.append(self._random.choice(self._vocabulary))
        return " ".join(heard)
