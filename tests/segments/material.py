"""Seeded random labels for comparisons with other programs."""

from __future__ import annotations

import random

Rows = list[tuple[str, float, float]]


def speakers(random_source: random.Random, prefix: str) -> Rows:
    """One to three speakers, each without overlap; several may speak at once."""
    rows: Rows = []
    for number in range(random_source.randrange(1, 4)):
        time = random_source.uniform(0, 5)
        while time < 40:
            length = round(random_source.uniform(0.2, 4), 3)
            rows.append((f"{prefix}{number}", round(time, 3), round(time + length, 3)))
            time += length + random_source.choice([random_source.uniform(0.01, 5), 0.0])
    return rows


def sequence(random_source: random.Random, names: str, *, overlap: float = 0.0) -> Rows:
    """Labels one after the other, with pauses, and with overlaps of up to some seconds."""
    rows: Rows = []
    time = 0.0
    while time < 40:
        length = random_source.uniform(0.05, 4)
        rows.append((random_source.choice(names), round(time, 3), round(time + length, 3)))
        time = max(0.0, time + length + random_source.choice([0.0, 0.0, random_source.uniform(-overlap, 2)]))
    return rows


def heard(random_source: random.Random, rows: Rows, names: str) -> Rows:
    """Labels as a system might detect them: some missing, some with another name, all with slightly other times."""
    heard: Rows = []
    for name, start, end in rows:
        if random_source.random() < 0.1:
            continue
        begin = round(max(0.0, start + random_source.uniform(-0.25, 0.25)), 3)
        finish = round(max(begin + 0.02, end + random_source.uniform(-0.25, 0.25)), 3)
        heard.append((name if random_source.random() < 0.8 else random_source.choice(names), begin, finish))
    return sorted(set(heard))
