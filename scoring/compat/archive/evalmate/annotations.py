"""Labels, label lists and corpora under the names that evalmate's users know from audiomate."""

from __future__ import annotations

import os
import re
import wave
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import total_ordering
from itertools import pairwise
from pathlib import Path

from .....formats.errors import Where, fail
from .....formats.source import Source

INFINITY = float("inf")


@total_ordering
@dataclass(slots=True, eq=False, repr=False)
class Label:
    """A value that holds from start to end; labels are equal if times and values are, where case does not count.

    >>> Label("Up", 1, 2) == Label("up", 1, 2), Label("a")
    (True, Label(a, 0, inf))
    """

    value: str
    start: float = 0
    end: float = INFINITY
    meta: object = None

    @property
    def duration(self) -> float:
        """Seconds from start to end."""
        return self.end - self.start

    def _key(self) -> tuple[float, float, str]:
        return self.start, self.end, self.value.lower()

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Label) else NotImplemented

    def __lt__(self, other: Label) -> bool:
        return self._key() < other._key() if isinstance(other, Label) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"Label({self.value}, {self.start}, {self.end})"


class LabelList:
    """The labels of one utterance, by start, end and value; of equal labels only the first is kept.

    >>> [label.value for label in LabelList(labels=[Label("b", 2, 3), Label("a", 0, 1)])]
    ['a', 'b']
    """

    def __init__(self, idx: str = "default", labels: Iterable[Label] | None = None) -> None:
        self.idx = idx
        self.labels: list[Label] = []
        self.update(labels or ())

    def add(self, label: Label) -> None:
        """Adds a label, which must end after its start."""
        if not label.start < label.end:
            raise ValueError(f"a label must end after its start: {label}")
        place = bisect_left(self.labels, label)
        if self.labels[place : place + 1] != [label]:
            self.labels.insert(place, label)

    def addl(self, value: str, start: float = 0, end: float = INFINITY, meta: object = None) -> None:
        """Adds a label of this value and these times."""
        self.add(Label(value, start, end, meta))

    def update(self, labels: Iterable[Label]) -> None:
        """Adds labels, each of which must end after its start."""
        for label in labels:
            self.add(label)

    def join(self, delimiter: str = " ", overlap_threshold: float = 0.1) -> str:
        """The values of all labels by their starts; labels that overlap by the threshold or more are a ValueError.

        >>> LabelList(labels=[Label("b", 3.95, 6), Label("a", 0, 4)]).join(" - ")
        'a - b'
        """
        for label, following in pairwise(self.labels):
            if label.end - following.start >= overlap_threshold or label.end <= 0:
                raise ValueError(
                    f"the labels {label.value!r} and {following.value!r} overlap; expected labels one after the other"
                )
        return delimiter.join(label.value for label in self.labels)

    def label_values(self) -> list[str]:
        """All values, sorted."""
        return sorted({label.value for label in self.labels})

    def label_count(self) -> dict[str, int]:
        """The number of labels of each value."""
        return dict(Counter(label.value for label in self.labels))

    def __iter__(self) -> Iterator[Label]:
        return iter(self.labels)

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, index: int) -> Label:
        return self.labels[index]

    def __eq__(self, other: object) -> bool:
        return (self.idx, self.labels) == (other.idx, other.labels) if isinstance(other, LabelList) else NotImplemented

    def __repr__(self) -> str:
        return f"LabelList({self.idx!r}, {self.labels!r})"


@dataclass(eq=False)
class Utterance:
    """A stretch of a recording, and its label lists by name."""

    idx: str
    file: str = ""
    start: float = 0
    end: float = INFINITY
    issuer: str = ""
    label_lists: dict[str, LabelList] = field(default_factory=dict)

    @property
    def duration(self) -> float:
        """Seconds from start to end; an open end is the end of the recording, if that is a WAV file that exists."""
        if 0 <= self.end < INFINITY:
            return self.end - self.start
        try:
            with wave.open(self.file, "rb") as sound:
                return sound.getnframes() / sound.getframerate() - self.start
        except (OSError, EOFError, wave.Error, ZeroDivisionError):
            return INFINITY


class Corpus:
    """Utterances by name, as in a folder of audiomate's default layout."""

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self.path = path
        self.utterances: dict[str, Utterance] = {}

    @classmethod
    def load(cls, path: str | os.PathLike[str], reader: str = "default") -> Corpus:
        """Reads files.txt, utterances.txt, utt_issuers.txt and every labels_NAME.txt of a folder."""
        if reader != "default":
            raise ValueError(f"reader {reader!r} is unknown; expected 'default'")
        folder, corpus = Path(path), cls(path)
        files = {name: str(folder / rest) for _, name, rest in _rows(folder / "files.txt")}
        for where, name, rest in _rows(folder / "utterances.txt"):
            # An utterance without times is the whole file.
            file, start, end = (*rest.split()[:3], *("", "0", "-1")[len(rest.split()) :])
            times = _times(start, end)
            if file not in files or times is None:
                fail(where, f"{rest!r} is not a stretch of a file", "a file of files.txt, start and end", rest)
            corpus.utterances[name] = Utterance(name, files[file], *_checked("an utterance", _opened(*times), where))
        if (folder / "utt_issuers.txt").is_file():
            for _, name, rest in _rows(folder / "utt_issuers.txt"):
                if name in corpus.utterances:
                    corpus.utterances[name].issuer = rest
        for source in sorted(folder.glob("labels_*.txt")):
            idx = source.stem.removeprefix("labels_")
            for where, name, rest in _rows(source):
                if name not in corpus.utterances:
                    fail(where, f"utterance {name!r} is unknown", "one of utterances.txt", f"{name} {rest}")
                start, end, value = (rest.split(" ", 2) + ["", ""])[:3]
                times = _times(start, end)
                label = Label(value, *_checked("a label", _opened(*times), where)) if times else Label(rest)
                corpus.utterances[name].label_lists.setdefault(idx, LabelList(idx)).add(label)
        return corpus


def read_label_list(path: str | os.PathLike[str]) -> LabelList:
    """The labels of an Audacity label file: start, end and value, separated by tabs; times may have a decimal comma."""
    labels, source = LabelList(), Source(path)
    for number, line in enumerate(source.text.splitlines(), 1):
        # A line that begins with a backslash has the marked frequencies.
        if line.strip() and not line.startswith("\\"):
            start, end, value = (line.split("\t", 2) + ["", ""])[:3]
            # As in audiomate, characters that no number has are ignored.
            times = _times(*(re.sub(r"[^0-9.-]", "", field.replace(",", ".")) for field in (start, end)))
            where = Where(source.name, number)
            if times is None:
                fail(where, "no start and end", "start, end and value, separated by tabs", line)
            labels.add(Label(value.strip(), *_checked("a label", times, where)))
    return labels


def read_label_file(path: str | os.PathLike[str]) -> list[list[float | str]]:
    """The rows of an Audacity label file: start, end, value."""
    return [[label.start, label.end, label.value] for label in read_label_list(path)]


def write_label_list(path: str | os.PathLike[str], label_list: LabelList) -> None:
    """Writes an Audacity label file."""
    lines = [f"{label.start}\t{label.end}\t{label.value}\n" for label in label_list]
    Path(path).write_text("".join(lines), encoding="utf-8")


def _rows(path: Path) -> Iterator[tuple[Where, str, str]]:
    """First word and rest of every line."""
    source = Source(path)
    for number, line in enumerate(source.text.splitlines(), 1):
        if line.strip():
            name, _, rest = line.strip().partition(" ")
            yield Where(source.name, number), name, rest.strip()


def _times(start: str, end: str) -> tuple[float, float] | None:
    try:
        return float(start), float(end)
    except ValueError:
        return None


def _opened(start: float, end: float) -> tuple[float, float]:
    """The times, where a negative end is open."""
    return max(start, 0.0), INFINITY if end < 0 else end


def _checked(what: str, times: tuple[float, float], where: Where) -> tuple[float, float]:
    if not times[0] < times[1]:
        fail(where, f"{what} from {times[0]} to {times[1]}", "one that ends after its start")
    return times
