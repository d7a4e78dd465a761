"""Seeded texts for the benchmarks: a reference, and a hypothesis with a given share of errors.

    python benchmarks/data.py FOLDER

writes A (100,000 utterances of about 20 words), B (1,000,000 of about 8), C (one pair of 15,000 words, 20 % errors),
D (one of 100,000, 10 %), F (2,000 of 1,000 words), AM and CM: A and C with alternations, optional words and fragments
in the reference; and the timed S (2,000 segments of 50 words with confidences), L (one of 3,000 words), LL (one of
100,000), T (20,000 words without a pause), TR (with rare ones) and TP (with many).
"""

from __future__ import annotations

import functools
import itertools
import random
import sys
from collections.abc import Callable
from multiprocessing import get_context
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
# name: segments, words of a segment, how often speech pauses, whether words have confidences
TIMED = {
    "S": (2_000, 50, 0.08, True),
    "L": (1, 3_000, 0.08, False),
    "LL": (1, 100_000, 0.08, False),
    "T": (1, 20_000, 0.0, False),
    "TR": (1, 20_000, 0.0005, False),
    "TP": (1, 20_000, 0.08, False),
}
LABELS = """\
;; CATEGORY "0" "" ""
;; LABEL "O" "Overall" "Everything"
;; CATEGORY "1" "Condition" ""
;; LABEL "F0" "Baseline" "Clean speech"
;; CATEGORY "2" "Speaker" ""
;; LABEL "MALE" "Men" "Male speakers"
"""
VOCABULARY = 20_000


def apart(make: Callable[..., object], *arguments: object) -> None:
    """Makes data in another process: the peak memory of a command begins with that of the process that starts it."""
    process = get_context("fork").Process(target=make, args=arguments)
    process.start()
    process.join()
    if process.exitcode:
        sys.exit("the data could not be made")


def words(random_: random.Random) -> list[str]:
    """A vocabulary in which frequent words are short."""
    words: dict[str, None] = {}
    while len(words) < VOCABULARY:
        frequent = len(words) < 3000
        syllables = 1 if len(words) < 300 else random_.choice((1, 2, 2) if frequent else (2, 3, 4))
        word = "".join(random_.choice("bcdfghjklmnprstvwz") + random_.choice("aeiou") for _ in range(syllables))
        words.setdefault(word + (random_.choice("nrst") if random_.random() < 0.35 else ""))
    return list(words)


def marked(word: str, other: str, share: float, random_: random.Random) -> str:
    """The word, or at random an alternation, an optional word or a fragment of it."""
    chance = random_.random()
    if chance < share / 3:
        return f"{{ {word} / {other} }}"
    if chance < 2 * share / 3:
        return f"({word})"
    return word[:2] + "-" if chance < share else word


def write(name: str, folder: Path) -> None:
    """Writes NAME.ref.trn and NAME.hyp.trn, and without ids NAME.ref.txt and NAME.hyp.txt."""
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


@functools.cache
def timed_vocabulary() -> tuple[list[str], list[float]]:
    """The vocabulary of texts with times, and how often each word and all before it are said."""
    weights = itertools.accumulate(1 / (rank + 1) for rank in range(VOCABULARY))
    return words(random.Random("timed")), list(weights)


def timed_words(random_: random.Random, count: int, pauses: float, begin: float) -> list[tuple[str, float, float]]:
    """Words of continuous speech with their begin times and durations."""
    vocabulary, weights = timed_vocabulary()
    words = []
    for word in random_.choices(vocabulary, cum_weights=weights, k=count):
        duration = random_.choice((0.12, 0.2, 0.28, 0.4))
        words.append((word, begin, duration))
        begin += duration + (0.3 if random_.random() < pauses else 0.0)
    return words


def recognized(
    ref: list[tuple[str, float, float]], errors: float, random_: random.Random
) -> list[tuple[str, float, float, float]]:
    """A recogniser's output: substituted, deleted and inserted words, shifted times, and confidences."""
    rows = []
    for word, begin, duration in ref:
        chance = random_.random()
        said = [word] if chance > errors * 0.6 else [random_.choice(ref)[0]]
        if errors * 0.6 < chance < errors:
            said = [] if chance < errors * 0.8 else [random_.choice(ref)[0], word]
        for place, other in enumerate(said):
            part = duration / len(said)
            early = random_.choice((-0.03, -0.02, -0.01, 0.01, 0.02, 0.03))
            confidence = min(1.0, max(0.0, random_.gauss(0.9 if other == word else 0.5, 0.15)))
            rows.append((other, max(0.0, begin + place * part + early), part + 0.04, confidence))
    return rows


def write_timed(name: str, folder: Path) -> None:
    """Writes NAME.stm, NAME.ctm (the hypothesis) and NAME.ref.ctm; ten speakers, 200 segments to a file."""
    segments, count, pauses, confidences = TIMED[name]
    random_ = random.Random(f"{name} timed")
    with (
        (folder / f"{name}.stm").open("w") as stm,
        (folder / f"{name}.ref.ctm").open("w") as ref_rows,
        (folder / f"{name}.ctm").open("w") as hyp_rows,
    ):
        stm.write(LABELS)
        end = 0.0
        for segment in range(segments):
            file = f"talk{segment // 200:03d} A"
            begin = end + 0.5 if segment % 200 else 0.0
            ref = timed_words(random_, count, pauses, begin)
            end = ref[-1][1] + ref[-1][2]
            text = " ".join(word for word, _, _ in ref)
            stm.write(f"{file} speaker{segment % 10} {begin:.2f} {end:.2f} <o,f0,male> {text}\n")
            for word, start, length in ref:
                ref_rows.write(f"{file} {start:.2f} {length:.2f} {word}\n")
            for word, start, length, confidence in recognized(ref, 0.10, random_):
                tail = f" {confidence:.4f}" if confidences else ""
                hyp_rows.write(f"{file} {start:.2f} {length:.2f} {word}{tail}\n")


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    for corpus in CORPORA:
        write(corpus, target)
    for corpus in TIMED:
        write_timed(corpus, target)
