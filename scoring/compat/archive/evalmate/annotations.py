"""Labels, label lists and corpora under the names that evalmate's users know from audiomate."""

from __future__ import annotations

import functools
import itertools
import operator
import os
import re
import wave
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from .....formats.errors import Problems, Where
from .....formats.source import Source

INFINITY = float("inf")
_Key: TypeAlias = "tuple[float, float, str]"
_START, _END = operator.attrgetter("start"), operator.attrgetter("end")


@functools.total_ordering
class Label:
    """A value that holds from start to end; labels are equal if times and values are, where case does not count.

    >>> Label("Up", 1, 2) == Label("up", 1, 2), Label("a")
    (True, Label(a, 0, inf))
    """

    __slots__ = ("end", "meta", "start", "value")

    def __init__(self, value: str, start: float = 0, end: float = INFINITY, meta: object = None) -> None:
        self.value = value
        self.start = start
        self.end = end
        self.meta = meta

    @property
    def duration(self) -> float:
        """Seconds from start to end."""
        return self.end - self.start

    def _key(self) -> _Key:
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
    """The labels of one utterance, by time; of equal labels only the first is kept.

    >>> [label.value for label in LabelList(labels=[Label("b", 2, 3), Label("a", 0, 1)])]
    ['a', 'b']
    """

    def __init__(self, idx: str = "default", labels: Iterable[Label] | None = None) -> None:
        self.idx = idx
        self._labels: list[Label] = []
        self._ordered = True
        self.update(labels or ())

    @property
    def labels(self) -> list[Label]:
        """All labels, by start, end and value."""
        return list(self._in_order())

    def _in_order(self) -> list[Label]:
        """The list itself, sorted and without repeated labels; it is put in order when somebody looks at it."""
        if not self._ordered:
            distinct: dict[_Key, Label] = {}
            for label in self._labels:
                distinct.setdefault(label._key(), label)
            self._labels = [distinct[key] for key in sorted(distinct)]
            self._ordered = True
        return self._labels

    def join(self, delimiter: str = " ", overlap_threshold: float = 0.1) -> str:
        """The values of all labels by their starts; labels that overlap by the threshold or more are a ValueError.

        >>> LabelList(labels=[Label("b", 3.95, 6), Label("a", 0, 4)]).join(" - ")
        'a - b'
        """
        ordered = self._in_order()
        for label, following in itertools.pairwise(ordered):
            if label.end - following.start >= overlap_threshold or label.end <= 0:
                raise ValueError(
                    f"the labels {label.value!r} and {following.value!r} overlap; expected labels one after the other"
                )
        return delimiter.join(label.value for label in ordered)

    def add(self, label: Label) -> None:
        """Adds a label, which must end after its start."""
        self.update([label])

    def addl(self, value: str, start: float = 0, end: float = INFINITY, meta: object = None) -> None:
        """Adds a label of this value and these times."""
        self.add(Label(value, start, end, meta))

    def update(self, labels: Iterable[Label]) -> None:
        """Adds labels, each of which must end after its start."""
        added = list(labels)
        starts = list(map(_START, added))
        if not all(map(operator.lt, starts, map(_END, added))):
            wrong = next(label for label in added if not label.start < label.end)
            raise ValueError(f"a label must end after its start: {wrong}")
        if self._labels:
            starts.insert(0, self._labels[-1].start)
        # Most lists are given by start, and need no sorting.
        self._ordered = self._ordered and all(map(operator.lt, starts, starts[1:]))
        self._labels += added

    def label_values(self) -> list[str]:
        """All values, sorted."""
        return sorted({label.value for label in self._labels})

    def label_count(self) -> dict[str, int]:
        """The number of labels of each value."""
        counts: dict[str, int] = {}
        for label in self:
            counts[label.value] = counts.get(label.value, 0) + 1
        return counts

    def __iter__(self) -> Iterator[Label]:
        return iter(self._in_order())

    def __len__(self) -> int:
        return len(self._in_order())

    def __getitem__(self, index: int) -> Label:
        return self._in_order()[index]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LabelList):
            return NotImplemented
        return self.idx == other.idx and self.labels == other.labels

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"LabelList({self.idx!r}, {self.labels!r})"


class Utterance:
    """A stretch of a recording, and its label lists by name."""

    def __init__(self, idx: str, file: str = "", start: float = 0, end: float = INFINITY) -> None:
        self.idx = idx
        self.file = file
        self.start = start
        self.end = end
        self.issuer = ""
        self.label_lists: dict[str, LabelList] = {}

    @property
    def duration(self) -> float:
        """Seconds from start to end; an open end is the end of the recording, if that is a WAV file that exists."""
        if self.end < 0 or self.end == INFINITY:
            return wave_duration(self.file) - self.start
        return self.end - self.start


def wave_duration(path: str) -> float:
    """The length of a WAV file; infinity for anything else."""
    try:
        with wave.open(path, "rb") as sound:
            return sound.getnframes() / sound.getframerate()
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
        folder, corpus, problems = Path(path), cls(path), Problems()
        files = {name: str(folder / rest) for _, name, rest in _rows(folder / "files.txt", required=True)}
        for where, name, rest in _rows(folder / "utterances.txt", required=True):
            fields = rest.split()
            times = [time for text in fields[1:3] if (time := _time(text)) is not None]
            if not fields or fields[0] not in files or len(times) < len(fields[1:3]):
                problems.add(where, f"{rest!r} is not a stretch of a file", "a file of files.txt, start and end", rest)
                continue
            # An utterance without times is the whole file.
            start, end = (*times, *(0.0, INFINITY)[len(times) :])
            if not (start < end or end < 0):
                problems.add(where, f"an utterance from {start} to {end}", "one that ends after its start", rest)
            corpus.utterances[name] = Utterance(name, files[fields[0]], start, INFINITY if end < 0 else end)
        for _, name, rest in _rows(folder / "utt_issuers.txt"):
            if name in corpus.utterances:
                corpus.utterances[name].issuer = rest
        for source in sorted(folder.glob("labels_*.txt")):
            corpus._read_labels(source, problems)
        problems.check()
        return corpus

    def _read_labels(self, path: Path, problems: Problems) -> None:
        idx = path.stem.removeprefix("labels_")
        for where, name, rest in _rows(path):
            if name not in self.utterances:
                problems.add(where, f"utterance {name!r} is unknown", "one of utterances.txt", f"{name} {rest}")
                continue
            labels = self.utterances[name].label_lists.setdefault(idx, LabelList(idx))
            _add(labels, _label(rest), problems, where, f"{name} {rest}")


def read_label_list(path: str | os.PathLike[str]) -> LabelList:
    """The labels of an Audacity label file: start, end and value, separated by tabs; times may have a decimal comma."""
    problems, labels = Problems(), LabelList()
    source = Source(path)
    for number, line in enumerate(source.text.splitlines(), 1):
        # A line that begins with a backslash has the marked frequencies.
        if not line.strip() or line.startswith("\\"):
            continue
        start, end, value = (line.split("\t", 2) + ["", ""])[:3]
        times = _clock(start), _clock(end)
        where = Where(source.name, number)
        if times[0] is None or times[1] is None:
            problems.add(where, "no start and end", "start, end and value, separated by tabs", line)
        else:
            _add(labels, Label(value.strip(), times[0], times[1]), problems, where, line)
    problems.check()
    return labels


def _add(labels: LabelList, label: Label, problems: Problems, where: Where, line: str) -> None:
    """Adds a label, or the problem with it."""
    if label.start < label.end:
        labels.add(label)
    else:
        problems.add(where, f"a label from {label.start} to {label.end}", "one that ends after its start", line)


def read_label_file(path: str | os.PathLike[str]) -> list[list[float | str]]:
    """The rows of an Audacity label file: start, end, value."""
    return [[label.start, label.end, label.value] for label in read_label_list(path)]


def write_label_list(path: str | os.PathLike[str], label_list: LabelList) -> None:
    """Writes an Audacity label file."""
    lines = [f"{label.start}\t{label.end}\t{label.value}\n" for label in label_list]
    Path(path).write_text("".join(lines), encoding="utf-8")


def _rows(path: Path, *, required: bool = False) -> Iterator[tuple[Where, str, str]]:
    """First word and rest of every line."""
    if not required and not path.is_file():
        return
    source = Source(path)
    for number, line in enumerate(source.text.splitlines(), 1):
        if line.strip():
            name, _, rest = line.strip().partition(" ")
            yield Where(source.name, number), name, rest.strip()


def _label(text: str) -> Label:
    """A label with its times if both are given; an end of -1 is open."""
    fields = text.split(" ", 2)
    start, end = (_time(fields[0]), _time(fields[1])) if len(fields) > 1 else (None, None)
    if start is None or end is None:
        return Label(text, 0.0, INFINITY)
    return Label(fields[2] if len(fields) > 2 else "", max(start, 0.0), INFINITY if end < 0 else end)


def _clock(text: str) -> float | None:
    """A time in seconds, made of digits, decimal separator and sign; as in audiomate, other characters are ignored."""
    return _time(re.sub(r"[^0-9.-]", "", text.replace(",", ".")))


def _time(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
