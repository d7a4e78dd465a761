"""Seeded texts for the benchmarks: a reference, and a hypothesis with a given share of errors.

    python benchmarks/data.py FOLDER

writes A (100,000 utterances of about 20 words), B (1,000,000 of about 8), C (one pair of 15,000 words, 20 % errors),
D (one of 100,000, 10 %), F (2,000 of 1,000 words), and AM and CM: A and C with alternations, optional words and
fragments in the reference.
"""

from __future__ import annotations

import itertools
import random
import sys
from pathlib import Path

# name: utterances, shortest, longest, share of errors, share of marked words, the corpus whose words are taken
CORPORA = {
    "A": (100_000, 8, 32, 0.10, 0.0, "A"),
    "B": (1_000_000, 2, 14, 0.10, 0.0, "B"),
    "C": (1, 15_000, 15_000, 0.20, 0.0, "C"),
    "D": (1, 100_000, 100_000, 0.10, 0.0, "D"),
    "F": (2_000, 1_000, 1_000, 0.15, 0.0, "F"),
    "AM": (100_000, 8, 32, 0.10, 0.03, "A"),
    "CM": (1, 15_000, 15_000, 0.20, 0.01, "C"),
}
VOCABULARY = 20_000


def words(random_: random.Random) -> list[str]:
    """A vocabulary in which frequent words are short."""
    found: dict[str, None] = {}
    while len(found) < VOCABULARY:
        frequent = len(found) < 3000
        syllables = 1 if len(found) < 300 else random_.choice((1, 2, 2) if frequent else (2, 3, 4))
        word = "".join(random_.choice("bcdfghjklmnprstvwz") + random_.choice("aeiou") for _ in range(syllables))
        found.setdefault(word + (random_.choice("nrst") if random_.random() < 0.35 else ""))
    return list(found)


def marked(word: str, other: str, share: float, random_: random.Random) -> str:
    """The word or, now and then, an alternation, an optional word or a fragment of it."""
    chance = random_.random()
    if chance < share / 3:
        return f"{{ {word} / {other} }}"
    if chance < 2 * share / 3:
        return f"({word})"
    return word[:2] + "-" if chance < share else word


def write(name: str, folder: Path) -> None:
    """Writes NAME.ref.trn, NAME.hyp.trn and the same without ids as NAME.ref.txt and NAME.hyp.txt."""
    utterances, shortest, longest, errors, marks, like = CORPORA[name]
    random_, marker = random.Random(like), random.Random(f"{like} marks")
    vocabulary = words(random_)
    weights = list(itertools.accumulate(1 / (rank + 1) for rank in range(VOCABULARY)))
    files = [(folder / f"{name}.{side}.{kind}").open("w") for side in ("ref", "hyp") for kind in ("trn", "txt")]
    for number in range(utterances):
        length = random_.randint(shortest, longest)
        ref = random_.choices(vocabulary, cum_weights=weights, k=length)
        wrong = iter(random_.choices(vocabulary, cum_weights=weights, k=length))
        hyp = []
        for word, other in zip(ref, wrong, strict=True):
            chance = random_.random()
            if chance < errors * 0.6:
                hyp.append(other)
            elif chance < errors * 0.8:
                continue
            elif chance < errors:
                hyp += [other, word]
            else:
                hyp.append(word)
        if marks:
            ref = [marked(word, marker.choice(ref), marks, marker) for word in ref]
        for side, text in enumerate((" ".join(ref), " ".join(hyp) or vocabulary[0])):
            files[2 * side].write(f"{text} (spk{number // 1000:04d}-utt{number:07d})\n")
            files[2 * side + 1].write(text + "\n")
    for file in files:
        file.close()


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    for corpus in CORPORA:
        write(corpus, target)
