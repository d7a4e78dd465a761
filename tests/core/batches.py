"""Batches of random texts under all options, and all that they can be asked for."""

from __future__ import annotations

import random
from array import array
from itertools import pairwise

from tests.core.ask import floats, integers
from tests.core.material import MARKED, WIDE, Speech

# How texts are read: the paths of the aligner, and what changes the words that it sees.
OPTIONS = {
    "plain": {},
    "kaldi": {"costs": (1, 1, 1), "ties": "IDS", "markup": False},
    "optional": {"optional": True, "fragments": True},
    "characters": {"characters": 0, "encoding": "utf-8"},
    "runs": {"characters": 3, "optional": True, "encoding": "utf-8"},
    "weights": {"weights": {b"a": 1.5, b"b": 0.25}, "default_weight": 1.0},
    "times": {"times": True, "sort_times": True},
    "overlaps": {"overlap": True},
    "segments": {"segment": 1, "lexicon": [b"ab", b"b", b"ba"]},
    "segments of references": {"segment": 2, "lexicon": [b"ab", b"b", b"ba"], "ascii_too": True},
}


OPTIONS_OF_BOTH = {name: options for name, options in OPTIONS.items() if name != "overlaps"}
"""Those that the pure-Python core has, too."""


def everything(batch):
    """All that a batch can be asked for."""
    order = integers(*range(len(batch)))
    heads = [b"%d\n" % i for i in range(len(batch))]
    return (
        [batch.slots(i) for i in range(len(batch))],
        batch.counts(),
        batch.tally(order),
        batch.listings(order),
        *(batch.numbers(order, field) for field in ("begin", "end", "weight")),
        batch.blocks(order, heads, None, 40, 63),
        sorted(batch.notices),
    )


def spoken(seed, vocabulary=MARKED, size=25):
    speech = Speech(seed, vocabulary, alternations=0.2)
    refs = [speech.text() for _ in range(size)]
    return refs, [speech.heard(ref) for ref in refs]


def batch_for(ask, seed, options, size=25):
    """A batch of random texts under these options; with times they are rows of a ctm file."""
    options = dict(options)
    refs, hyps = spoken(seed, WIDE if options.get("characters", -1) >= 0 else MARKED, size)
    rules = ask.rules(**options)
    if not options.get("times") and not options.get("overlap"):
        return ask.core.align(rules, ask.core.texts(refs), ask.core.texts(hyps))
    sides = [rows(ask.core, texts, random.Random(seed)) for texts in (refs, hyps)]
    return ask.core.align(rules, *sides)


def batch_of(ask, seed, options):
    """Utterances drawn for options by their name, or ready lists with empty words."""
    if options != "lists":
        return batch_for(ask, seed, OPTIONS[options])
    chance = random.Random(seed)
    refs, hyps = ([chance.choices(["", "a", "b"], k=chance.randint(0, 9)) for _ in range(25)] for _ in range(2))
    return ask.batch(refs, hyps)


def texts_of(steps, hyp):
    """The words of each utterance on a side."""
    words = [steps.words()[number] for number in array("i", steps.numbers(hyp))]
    return [words[begin:end] for begin, end in pairwise(array("q", steps.firsts(hyp)))]


def rows(core, texts, chance):
    """Texts as rows of a ctm file, with an alternation now and then."""
    words, first = [], [0]
    for text in texts:
        for word in text.replace("{", "").replace("}", "").replace("/", "").split():
            several = chance.random() < 0.2
            words += [b"<ALT_BEGIN>", word.encode(), b"<ALT>", b"@", b"<ALT_END>"] if several else [word.encode()]
        first.append(len(words))
    columns = [floats(*(round(chance.random() * 9, 2) for _ in words)) for _ in range(3)]
    return core.rows(words, *columns, integers(*first))
