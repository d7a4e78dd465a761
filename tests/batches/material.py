"""A corpus of utterances with speakers, made of a seed."""

from __future__ import annotations

import random
from typing import Any

import pytest

pyarrow = pytest.importorskip("pyarrow")
WORDS = ["the", "cat", "sat", "on", "a", "mat", "and", "looked", "at", "it", "for", "long", "Ää", "ß", "你好"]


def corpus(size: int = 200, seed: int = 1) -> Any:
    """A table of id, ref, hyp and two further columns; ids are in order."""
    draw = random.Random(seed)
    refs = [draw.choices(WORDS, k=draw.randrange(9)) for _ in range(size)]
    spoken = [[word for word in words if draw.random() > 0.1] for words in refs]
    hyps = [[word if draw.random() > 0.2 else draw.choice(WORDS) for word in words] for words in spoken]
    ids = sorted(f"{draw.choice(['anna', 'ben', 'carl_2', 'dora'])}-{number:05}" for number in range(size))
    return pyarrow.table(
        {
            "id": ids,
            "ref": [" ".join(words) for words in refs],
            "hyp": [" ".join(words) for words in hyps],
            "noise": [draw.choice(["low", "high", None]) for _ in range(size)],
            "seconds": [float(len(words)) for words in refs],
        }
    )


def parts(table: Any, number: int, seed: int = 1) -> list[Any]:
    """The rows of a table divided into so many tables at random, some of which may be empty, in any order."""
    draw = random.Random(seed)
    rows = list(range(len(table)))
    draw.shuffle(rows)
    cuts = sorted(draw.randrange(len(rows) + 1) for _ in range(number - 1))
    bounds = zip([0, *cuts], [*cuts, len(rows)], strict=True)
    return [table.take(pyarrow.array(rows[begin:end], pyarrow.int64())) for begin, end in bounds]
