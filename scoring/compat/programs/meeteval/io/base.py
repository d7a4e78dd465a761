"""Lines of files, and files as lists of lines."""

from __future__ import annotations

import dataclasses
import operator
import sys
from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import groupby
from typing import Any, ClassVar, TypeVar

from .opened import content, files_of, put
from .seglst import BaseABC, SegLST, asseglst, named_groups

Own = TypeVar("Own", bound="Base")
OwnLine = TypeVar("OwnLine", bound="BaseLine")


@dataclasses.dataclass(frozen=True)
class BaseLine:
    """One line of a file."""

    @classmethod
    def parse(cls: type[OwnLine], line: str) -> OwnLine:
        """The line of a text."""
        raise NotImplementedError(cls)

    @classmethod
    def from_dict(cls: type[OwnLine], segment: dict[str, Any]) -> OwnLine:
        """The line of a segment."""
        raise NotImplementedError(cls)

    def to_seglst_segment(self) -> dict[str, Any]:
        """The line as a segment."""
        raise NotImplementedError(self)

    def serialize(self) -> str:
        """The line as text."""
        return " ".join(str(getattr(self, field.name)) for field in dataclasses.fields(self))

    def has_intersection(self, other: BaseLine) -> bool:
        """Whether a region and a line of one file share time."""
        if "UEMLine" not in (type(self).__name__, type(other).__name__):
            raise NotImplementedError(self, other)
        span, another = _span(self), _span(other)
        if span[0] != another[0]:
            raise AssertionError(f"lines of two files: {span[0]} and {another[0]}")
        return bool(span[1] < another[2] and another[1] < span[2])

    def replace(self: OwnLine, **kwargs: Any) -> OwnLine:
        """The line with other values."""
        return dataclasses.replace(self, **kwargs)


def _span(line: Any) -> tuple[str, Any, Any]:
    end = line.end_time if hasattr(line, "end_time") else line.begin_time + line.duration
    return line.filename, line.begin_time, end


class Base(BaseABC):
    """The lines of a file."""

    lines: list[Any]
    line_cls: ClassVar[Any]
    comment: ClassVar[str | None] = None
    """What a line begins with that is left out."""

    def __init__(self, data: list[Any]) -> None:
        self.lines = data

    @classmethod
    def load(cls: type[Own], file: Any, parse_float: Any = Decimal) -> Own:
        """The lines of one or several files."""
        return cls([line for each in files_of(file) for line in cls.parse(content(each), parse_float=parse_float)])

    @classmethod
    def parse(cls: type[Own], s: str, parse_float: Any = Decimal) -> Own:
        """The lines of a text, without comments."""
        lines = (line for line in s.split("\n") if line.strip())
        if cls.comment is not None:
            lines = (line for line in lines if not line.strip().startswith(cls.comment))
        return cls([cls.line_cls.parse(line, parse_float) for line in lines])

    @classmethod
    def merge(cls: type[Own], *o: Own) -> Own:
        """The lines of several files of one format."""
        if any(type(each) is not cls for each in o):
            raise AssertionError(f"{[type(each).__name__ for each in o]}; expected {cls.__name__} alone")
        return cls([line for each in o for line in each.lines])

    def dump(self, file: Any) -> None:
        """Writes the lines to a file."""
        put(self.dumps(), file)

    def dumps(self) -> str:
        """The lines as text."""
        return "".join(f"{line.serialize()}\n" for line in self.lines)

    def __getitem__(self, item: Any) -> Any:
        if isinstance(item, int):
            return self.lines[item]
        if isinstance(item, slice):
            return self.__class__(self.lines[item])
        raise NotImplementedError(type(item), item)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)

    def __add__(self: Own, other: Own) -> Own:
        return self.__class__(self.lines + other.lines) if type(self) is type(other) else NotImplemented

    def groupby(self: Own, key: Any) -> dict[Any, Own]:
        """Files of the lines that agree in a field or in several, or in what a function says of them."""
        chosen = _key(key)
        groups = groupby(sorted(self.lines, key=chosen), key=chosen)
        return named_groups({name: self.__class__(list(group)) for name, group in groups})

    def grouped_by_filename(self: Own) -> dict[str, Own]:
        """The lines of each recording."""
        return self.groupby("filename")

    def grouped_by_speaker_id(self: Own) -> dict[str, Own]:
        """The lines of each speaker."""
        return self.groupby("speaker_id")

    def sorted(self: Own, key: Any = None, reverse: bool = False) -> Own:
        """The lines in the order of a field, of several, or of what a function says."""
        return self.__class__(sorted(self.lines, key=None if key is None else _key(key), reverse=reverse))

    def sorted_by_begin_time(self: Own, reverse: bool = False) -> Own:
        """The lines in the order of their begins."""
        return self.sorted("begin_time", reverse=reverse)

    def filter(self: Own, filter_fn: Callable[[Any], Any]) -> Own:
        """The lines of which a function is true."""
        return self.__class__(list(filter(filter_fn, self.lines)))

    def filter_by_uem(self: Own, uem: Any, verbose: bool = False) -> Own:
        """The lines that share time with the region of their recording, and those of recordings without one."""
        regions = {line.filename: line for line in uem}
        touched = [
            line for line in self.lines if line.filename not in regions or regions[line.filename].has_intersection(line)
        ]
        self._say(len(touched), verbose)
        return self.__class__(touched)

    def cut_by_uem(self: Own, uem: Any, verbose: bool = False) -> Own:
        """The lines within the region of their recording, which begins at 0; others are cut or left out."""
        regions = {line.filename: line for line in uem}
        cut = []
        for line in self.lines:
            region = regions.get(line.filename)
            if region is None:
                cut.append(line)
            elif region.has_intersection(line):
                begin = max(line.begin_time - region.begin_time, 0)
                end = min(line.end_time - region.begin_time, region.end_time - region.begin_time)
                cut.append(line.replace(begin_time=begin, end_time=end))
        self._say(len(cut), verbose)
        return self.__class__(cut)

    def _say(self, count: int, verbose: bool) -> None:
        if verbose:
            print(f"Applied uem and reduced STM from {len(self)} to {count} lines.", file=sys.stderr)

    def filenames(self) -> set[str]:
        """The names of the recordings."""
        return {line.filename for line in self.lines}

    def to_seglst(self) -> SegLST:
        """The lines as segments."""
        return SegLST([line.to_seglst_segment() for line in self.lines])

    def map(self: Own, fn: Callable[[Any], Any]) -> Own:
        """The lines that a function makes of these."""
        return self.__class__([fn(line) for line in self.lines])

    @classmethod
    def new(cls: type[Own], s: Any, **defaults: Any) -> Own:  # type: ignore[override]
        """The lines of segments; `defaults` are for members that a segment lacks."""
        return cls([cls.line_cls.from_dict({**defaults, **segment}) for segment in asseglst(s)])


def _key(key: Any) -> Any:
    if isinstance(key, str):
        return operator.attrgetter(key)
    return operator.attrgetter(*key) if isinstance(key, (tuple, list)) else key
