"""Honest jobs with times, as recognisers, diarisers and keyword searches have them, of which no notice is due.

Words come up to 0.2 s early or late, and up to 0.05 s as a whole; speakers overlap; some recordings are long. In
meetings, speakers are missed or confused, and segments split or joined.

python -m tests.fuzz.honest_times --count 2000 --seed 1
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from scorelite import formats, kws, meetings, scoring

# The names and beginnings of notices about times and about what took part.
SHIFTED = "with the times of the"
_OURS = (SHIFTED, "read as ends", " outside ", " after the end of ", "left out", "come", " no word in the reference")


@dataclass(frozen=True, slots=True)
class Turn:
    """The words of one speaker, each with its start and end."""

    speaker: str
    start: float
    end: float
    words: tuple[tuple[str, float, float], ...]


Recordings = dict[str, list[Turn]]


def recordings_of(rng: random.Random, *, overlaps: bool) -> Recordings:
    """References of one or several recordings, some of them long."""
    number = rng.choice([1, 1, 1, 2, 3, 8])
    turns = rng.choice([3, 6, 15, 40, 120, 300]) // (1 if number == 1 else 2) + 1
    vocabulary = [f"w{place}" for place in range(rng.choice([20, 200, 3000]))]
    weights = [1 / rank for rank in range(1, len(vocabulary) + 1)]
    speakers = [f"s{place}" for place in range(rng.choice([1, 2, 4]))]
    gap, longest = rng.choice([0.0, 0.3, 2.0]), rng.choice([3, 10, 25])
    padding = rng.choice([0.0, 0.1, 0.3])
    recordings: Recordings = {}
    for name in range(number):
        at, made = rng.choice([0.0, 0.5, 8.0, 700.0]), []
        for _ in range(turns):
            words, now = [], at + rng.random() * padding
            for word in rng.choices(vocabulary, weights, k=rng.randint(1, longest)):
                length = rng.uniform(0.1, 0.6)
                words.append((word, round(now, 2), round(now + length, 2)))
                now += length + (rng.random() * 0.5 if rng.random() < 0.1 else 0.0)
            end = now + rng.random() * padding
            made.append(Turn(rng.choice(speakers), round(at, 2), round(end, 2), tuple(words)))
            at = end + rng.random() * gap
            if overlaps and rng.random() < 0.3:
                at = max(made[-1].start + 0.1, at - rng.random() * 1.5)
        recordings[f"r{name}"] = made
    return recordings


@dataclass(frozen=True, slots=True)
class Recogniser:
    """Errors of a recogniser: of words, of single times, and of all times."""

    rng: random.Random
    rate: float
    ragged: float
    offset: float
    silent: float
    invented: float

    def heard(self, turns: Iterable[Turn]) -> list[tuple[str, float, float]]:
        """The words of a recording, with start and duration, in order of time."""
        rng, rows = self.rng, []
        for turn in turns:
            if rng.random() < self.silent:
                continue
            for word, start, end in turn.words:
                kind = rng.choice("SDI") if rng.random() < self.rate else "C"
                if kind == "D":
                    continue
                at = max(0.0, start + self.offset + rng.uniform(-self.ragged, self.ragged))
                size = max(0.02, (end - start) * rng.uniform(0.6, 1.2))
                rows.append(("x" if kind == "S" else word, round(at, 2), round(size, 2)))
                if kind == "I":
                    rows.append(("y", round(at + size, 2), 0.1))
            if rng.random() < self.invented:
                rows.append(("z", round(turn.end + 0.1, 2), 0.2))
        return sorted(rows, key=lambda row: row[1])


def recogniser_of(rng: random.Random, recordings: Recordings) -> Recogniser:
    """A recogniser of any quality; all its times are off no further than costs nothing."""
    before = [turn.words[0][1] - turn.start for turns in recordings.values() for turn in turns]
    loose = sum(before) / len(before) > 0.1
    return Recogniser(
        rng,
        rng.choice([0.0, 0.05, 0.1, 0.2, 0.4, 0.6]),
        rng.choice([0.0, 0.03, 0.1, 0.2]),
        rng.choice([0.0, 0.05, -0.05] if loose else [0.0, 0.02, -0.03]),
        rng.choice([0.0, 0.0, 0.05]),
        rng.choice([0.0, 0.01]),
    )


def stm(recordings: Recordings) -> bytes:
    """Segments of the reference."""
    return "".join(
        f"{name} 1 {turn.speaker} {turn.start:.2f} {turn.end:.2f} {' '.join(word for word, *_ in turn.words)}\n"
        for name, turns in recordings.items()
        for turn in turns
    ).encode()


def ctm(rows: dict[str, list[tuple[str, float, float]]], shift: float = 0.0) -> bytes:
    """Words with times."""
    return "".join(
        f"{name} 1 {at + shift:.2f} {size:.2f} {word}\n" for name, words in rows.items() for word, at, size in words
    ).encode()


def words_of(rng: random.Random, shift: float = 0.0) -> Sequence[str]:
    """Notices of words with times, against segments or words of the reference."""
    recordings = recordings_of(rng, overlaps=rng.random() < 0.3)
    heard = recogniser_of(rng, recordings)
    hyps = {name: heard.heard(turns) for name, turns in recordings.items()}
    settings = {"ref_format": "stm", "hyp_format": "ctm", "overlap": "earlier", "missing": "delete"}
    ref = stm(recordings)
    if rng.random() < 0.3:
        said = {name: [row for turn in turns for row in turn.words] for name, turns in recordings.items()}
        ref = ctm({name: sorted((w, s, e - s) for w, s, e in rows) for name, rows in said.items()})
        settings = {"ref_format": "ctm", "hyp_format": "ctm", "missing": "delete"}
    if not any(hyps.values()):
        return ()
    result = scoring.score_files(ref, ctm(hyps, shift), **settings)
    return [notice.text for notice in result.notices]


def labels_of(rng: random.Random, shift: float = 0.0) -> Sequence[str]:
    """Notices of speakers' turns."""
    recordings = recordings_of(rng, overlaps=rng.random() < 0.5)
    ragged, offset = rng.choice([0.0, 0.05, 0.2]), rng.choice([0.0, 0.02, -0.03])
    missed, confused = rng.choice([0.0, 0.05, 0.2]), rng.choice([0.0, 0.05, 0.3])
    measure = rng.choice(["diarisation", "diarisation", "classes", "events"])
    mark = "h" if measure == "diarisation" else ""
    refs, hyps = {}, {}
    for name, turns in recordings.items():
        refs[name] = [(turn.speaker, turn.start, turn.end) for turn in turns]
        rows = []
        for speaker, start, end in refs[name]:
            if rng.random() < missed:
                continue
            low, high = (time + offset + shift + rng.uniform(-ragged, ragged) for time in (start, end))
            chosen = f"x{rng.randrange(4)}" if rng.random() < confused else f"{mark}{speaker}"
            if high > max(low, 0.0):
                rows.append((chosen, max(0.0, low), high))
            if rng.random() < 0.05:
                rows.append(("noise", max(0.0, high), max(0.0, high) + 0.5))
        hyps[name] = rows
    settings = {"collar": rng.choice([0.0, 0.25])} if measure == "diarisation" else {}
    return scoring.score_segments(refs, hyps, measure=measure, **settings).notices


def keywords_of(rng: random.Random, shift: float = 0.0) -> Sequence[str]:
    """Notices of keyword search."""
    recordings = recordings_of(rng, overlaps=False)
    said = {name: [row for turn in turns for row in turn.words] for name, turns in recordings.items()}
    counts = Counter(word for rows in said.values() for word, *_ in rows)
    chosen = [word for word, _ in counts.most_common()[:: rng.choice([1, 3])]][:40]
    found = rng.choice([0.5, 0.8, 1.0])
    hyps = {}
    for name, rows in said.items():
        detections = []
        for word, start, end in rows:
            if word in chosen and rng.random() < found:
                at = max(0.0, start + shift + rng.uniform(-0.2, 0.2))
                detections.append((word, at, at + end - start, rng.uniform(0.4, 1.0)))
            elif rng.random() < 0.02:
                detections.append((rng.choice(chosen), start + shift, end + shift, rng.random()))
        hyps[name] = detections
    lengths = {name: max(turn.end for turn in turns) + 2.0 + max(shift, 0.0) for name, turns in recordings.items()}
    return kws.evaluate(said, hyps, chosen, lengths).notices


def latency_of(rng: random.Random, shift: float = 0.0) -> Sequence[str]:
    """Notices of a log of partial texts beside words with times."""
    recordings = recordings_of(rng, overlaps=False)
    delay, rate = rng.choice([0.2, 1.0, 5.0]), rng.choice([0.0, 0.1, 0.3])
    lines, rows = [], {}
    for name, turns in recordings.items():
        rows[name] = [(word, start, end - start) for turn in turns for word, start, end in turn.words]
        at = 0.0
        for segment, turn in enumerate(turns):
            words = [word if rng.random() >= rate else "x" for word, *_ in turn.words]
            for number, (_, _, end) in enumerate(turn.words, 1):
                at = max(at, end + delay + shift + rng.uniform(-0.15, 0.3))
                text, final = " ".join(words[:number]), number == len(words)
                lines.append({"id": name, "segment": segment, "at": at, "text": text, "final": final})
    measured = scoring.latency(lines, formats.read(ctm(rows), format="ctm"))
    return measured.notices


def meetings_of(rng: random.Random, shift: float = 0.0) -> Sequence[str]:
    """Notices of meetings: segments, or words with times, of several speakers."""
    recordings = recordings_of(rng, overlaps=rng.random() < 0.7)
    heard = recogniser_of(rng, recordings)
    diariser = _Diariser(rng, rng.choice([0.0, 0.05, 0.3]), rng.random() < 0.2, rng.choice([0.0, 0.3, 1.0, 3.0]))
    refs, hyps = {}, {}
    are_words = rng.random() < 0.3
    for name, turns in recordings.items():
        refs[name] = [(turn.speaker, " ".join(word for word, *_ in turn.words), turn.start, turn.end) for turn in turns]
        rows = [(diariser.named(turn.speaker), heard.heard([turn])) for turn in turns]
        words = [(speaker, word, at, at + size) for speaker, row in rows if speaker for word, at, size in row]
        hyps[name] = [
            (speaker, text, start + shift, end + shift)
            for speaker, text, start, end in (words if are_words else diariser.segments(words))
        ]
    measure = rng.choice(["cp", "cp", "tcp", "tcp", "tcp", "greedy-tcorc", "di-tcp"])
    settings = {} if measure == "cp" else {"collar": rng.choice([0.0, 0.25, 1.0, 5.0, 5.0])}
    return meetings.score(refs, hyps, measure=measure, **settings).notices


@dataclass(frozen=True, slots=True)
class _Diariser:
    """Errors of a diariser: confused speakers, one that it never finds, and pauses that divide segments."""

    rng: random.Random
    confused: float
    misses: bool
    pause: float

    def named(self, speaker: str) -> str:
        """The stream of a speaker; empty where the speaker is missed."""
        if self.misses and speaker == "s1":
            return ""
        return f"x{self.rng.randrange(4)}" if self.rng.random() < self.confused else f"x{speaker[1:]}"

    def segments(self, words: Iterable[tuple[str, str, float, float]]) -> list[tuple[str, str, float, float]]:
        """Words of one speaker, joined over short pauses."""
        segments: list[tuple[str, str, float, float]] = []
        for speaker, word, start, end in words:
            last = segments[-1] if segments else None
            if last and last[0] == speaker and start - last[3] <= self.pause and len(last[1]) < 300:
                segments[-1] = (speaker, f"{last[1]} {word}", last[2], max(last[3], end))
            else:
                segments.append((speaker, word, start, end))
        return segments


KINDS: dict[str, Callable[[random.Random, float], Sequence[str]]] = {
    "words": words_of,
    "labels": labels_of,
    "keywords": keywords_of,
    "latency": latency_of,
    "meetings": meetings_of,
}


def alarms(kind: str, seed: int, shift: float = 0.0) -> list[str]:
    """Notices of the job of a seed about times and about what took part; without a shift, each is a false alarm."""
    notices = KINDS[kind](random.Random(seed), shift)
    return [f"{kind} {seed}: {text}" for text in notices if any(part in text for part in _OURS)]


def main() -> int:
    """Runs many jobs; 1 if there is a false alarm."""
    parser = argparse.ArgumentParser(description="Honest jobs with times, of which no notice is due.")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=tuple(KINDS))
    parser.add_argument("--shift", type=float, default=0.0, help="seconds by which all hypotheses are late")
    options = parser.parse_args()
    kinds = [options.only] if options.only else list(KINDS)
    found: list[str] = []
    with_some: Counter[str] = Counter()
    for seed in range(options.seed * 1_000_000, options.seed * 1_000_000 + options.count):
        kind = kinds[seed % len(kinds)]
        told = alarms(kind, seed, options.shift)
        with_some[kind] += bool(told)
        found += told
    print(f"{options.count} jobs; with notices: {dict(with_some)}")
    print("\n".join(found))
    return bool(found)


if __name__ == "__main__":
    raise SystemExit(main())
