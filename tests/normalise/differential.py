"""Normalisers of others beside their own packages, on seeded sentences; prints the number of different results.

    python -m tests.normalise.differential whisper-en --peer FOLDER --cases 1000000 --first 0

The peer of `whisper-en` and `whisper-basic` is the folder `whisper/normalizers` of openai-whisper's source archive,
that of `whisper-normalizer-en` the folder `whisper_normalizer` of its package, that of `leaderboard-en` the folder
`normalizer` of the Open ASR Leaderboard's repository, and that of `chime8` the folder `chime_utils/text_norm` of
chime-utils; `jiwer` and `jiwer-standardize` are compared with the package jiwer.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from types import ModuleType

from scorelite.scoring.normalise import normalise
from tests.normalise.material import CONTRACTED, SPELLED, sentences, words_of

_BATCH = 5000
_CLASSES = {
    "whisper-en": ("english", "EnglishTextNormalizer"),
    "whisper-normalizer-en": ("english", "EnglishTextNormalizer"),
    "whisper-basic": ("basic", "BasicTextNormalizer"),
    "leaderboard-en": ("normalizer", "EnglishTextNormalizer"),
    "leaderboard-multilingual": ("normalizer", "BasicMultilingualTextNormalizer"),
}


def cases(first: int) -> Iterator[str]:
    """Sentences without end: of all kinds, and in turns each number from 0 to 10^6 in words between two words."""
    rng = Random(first)
    number = first
    for sentence in sentences(first, 1 << 60):
        yield sentence
        yield f"{rng.choice(SPELLED)} {words_of(number % 1_000_001, rng)} {rng.choice(CONTRACTED)}"
        number += 1


def peer(name: str, folder: str) -> Callable[[str], str]:
    """The function of the package itself."""
    if name.startswith("jiwer"):
        jiwer = importlib.import_module("jiwer")
        transform = getattr(jiwer.transformations, "wer_standardize" if name != "jiwer" else "wer_default")
        return jiwer.Compose(transform.transforms[:-1])  # type: ignore[no-any-return]
    package = ModuleType("peer")  # without the package above it, which may need torch
    package.__path__ = [folder]
    sys.modules["peer"] = package
    if name.startswith("chime"):
        return importlib.import_module("peer.whisper_like").EnglishTextNormalizer()  # type: ignore[no-any-return]
    module, made = _CLASSES[name]
    options = {"remove_diacritics": False} if name == "leaderboard-multilingual" else {}  # as the leaderboard makes it
    return getattr(importlib.import_module(f"peer.{module}"), made)(**options)  # type: ignore[no-any-return]


def different(name: str, function: Callable[[str], str], texts: Iterator[str]) -> Iterator[tuple[str, str, str]]:
    """Texts on which both differ, with the results of the package and ours."""
    while batch := list(islice(texts, _BATCH)):
        ours = normalise(batch, name, log=False)[0]
        both = zip(batch, map(function, batch), ours, strict=True)
        yield from (answers for answers in both if answers[1] != answers[2])


def main() -> None:
    """Compares and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=[*_CLASSES, "chime8", "jiwer", "jiwer-standardize"])
    parser.add_argument("--peer", default="", metavar="FOLDER")
    parser.add_argument("--cases", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, help="the seed, and the first number in words")
    options = parser.parse_args()
    texts = islice(cases(options.first), options.cases)
    count = 0
    for count, answers in enumerate(different(options.name, peer(options.name, options.peer), texts), 1):
        if count <= 5:
            print(*map(repr, answers), sep="\n  ")
    print(f"{options.name}: {count} of {options.cases} different, from {options.first}")


if __name__ == "__main__":
    main()
