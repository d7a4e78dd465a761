"""Segments as mappings (SegLST), and how structures of texts become segments."""

from __future__ import annotations

import dataclasses
import json
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from difflib import get_close_matches
from typing import Any, TypedDict, TypeVar

from .opened import content, files_of, number, put

_Value = TypeVar("_Value")
_logger = logging.getLogger("meeteval")
# Marks a number that is written as it stands; no text holds it.
_MARK = "decimal:"


class SegLstSegment(TypedDict, total=False):
    """The keys that segments have in MeetEval."""

    session_id: str
    start_time: Any
    end_time: Any
    words: str | list[str]
    speaker: str
    segment_index: int
    channel: int
    confidence: float


class BaseABC:
    """A value that segments can be made of, and that can be made of segments."""

    @classmethod
    def new(cls, d: Any, **defaults: Any) -> Any:
        """The value of segments."""
        raise NotImplementedError(cls)

    def to_seglst(self) -> SegLST:
        """The segments of the value."""
        raise NotImplementedError


class _Groups(dict[Any, Any]):
    """Groups by name; an unknown name is an error that lists the nearest ones."""

    def __missing__(self, key: Any) -> Any:
        near = get_close_matches(str(key), list(map(str, self)), n=5, cutoff=0)
        raise KeyError(f"Invalid option {key!r}.\nClose matches: {near!r}.")


def named_groups(groups: Mapping[Any, _Value]) -> dict[Any, _Value]:
    """Groups by name, with an error that names the nearest."""
    return _Groups(groups)


def dumps(value: Any, indent: int | str) -> str:
    """JSON in which decimal numbers keep their digits.

    >>> dumps({"a": Decimal("3.90")}, 2)
    '{\\n  "a": 3.90\\n}'
    """
    return re.sub(rf'"{_MARK}([^"]*)"', r"\1", json.dumps(_marked(value), indent=indent))


def _marked(value: Any) -> Any:
    if isinstance(value, Decimal):
        return f"{_MARK}{value}"
    if isinstance(value, Mapping):
        return {key: _marked(part) for key, part in value.items()}
    return [_marked(part) for part in value] if isinstance(value, (list, tuple)) else value


class _Columns:
    """The values of a key of all segments."""

    def __init__(self, outer: SegLST) -> None:
        self._outer = outer

    def keys(self, *, all: bool = False) -> set[str]:
        """The keys that every segment has; with `all`, those that any has."""
        if not self._outer.segments:
            return set()
        sets = [set(segment) for segment in self._outer.segments]
        return set.union(*sets) if all else set.intersection(*sets)

    def __getitem__(self, key: Any) -> list[Any]:
        if isinstance(key, (list, tuple)):
            return [tuple(segment[name] for name in key) for segment in self._outer.segments]
        return [segment[key] for segment in self._outer.segments]

    def get(self, key: str, default: Any = None) -> list[Any]:
        """The values of a key, or the default where a segment has none."""
        return [segment.get(key, default) for segment in self._outer.segments]


@dataclasses.dataclass(frozen=True)
class SegLST(BaseABC):
    """Segments as mappings with the keys session_id, speaker, words, start_time, end_time and others.

    >>> SegLST([{"words": "a b", "speaker": "A"}]).T["words"]
    ['a b']
    """

    segments: list[dict[str, Any]]

    def __post_init__(self) -> None:
        if not isinstance(self.segments, list):
            raise TypeError(f"Expected a list of segments, but found {type(self.segments)}")

    @classmethod
    def load(cls, file: Any, parse_float: Any = Decimal) -> SegLST:
        """The segments of one JSON file or of several."""
        parsed = []
        for each in files_of(file):
            try:
                parsed.append(cls.parse(content(each), parse_float))
            except ArithmeticError as error:
                raise type(error)(f"{each}: {error}") from None
            except ValueError as error:
                raise ValueError(f"Unknown JSON format: {each}. Only SegLST format is supported.") from error
        return cls.merge(*parsed)

    @classmethod
    def parse(cls, s: str, parse_float: Any = Decimal) -> SegLST:
        """The segments of a JSON text."""
        loaded = json.loads(s, parse_float=lambda text: number(text, parse_float))
        if not isinstance(loaded, list):
            raise ValueError("Invalid JSON format for SegLST: Expected a list of segments, but found a dict.")
        for row in (loaded[:1], loaded[-1:]):
            if row and not (isinstance(row[0], dict) and "session_id" in row[0]):
                raise ValueError(
                    "Invalid JSON format for SegLST: Expected a list of segments (as dicts) with session_id, but found "
                    f"a list of {type(row[0])}."
                )
        for place, segment in enumerate(loaded):
            for name in ("start_time", "end_time"):
                if name in segment:
                    try:
                        segment[name] = number(segment[name], parse_float)
                    except ArithmeticError as error:
                        raise type(error)(f"/{place}/{name}: {error}") from None
        return cls(loaded)

    def dump(self, file: Any) -> None:
        """Writes the segments as JSON."""
        put(self.dumps(), file)

    def dumps(self) -> str:
        """The segments as JSON text."""
        return dumps(self.segments, "  ")

    @property
    def T(self) -> _Columns:  # noqa: N802  (its name in MeetEval)
        """The values of a key of all segments: `segments.T["words"]`."""
        return _Columns(self)

    def unique(self, key: Any) -> set[Any]:
        """The different values of a key."""
        return set(self.T[key])

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.segments)

    def __getitem__(self, item: Any) -> Any:
        return self.segments[item]

    def __len__(self) -> int:
        return len(self.segments)

    def __add__(self, other: SegLST) -> SegLST:
        return SegLST(self.segments + other.segments) if isinstance(other, SegLST) else NotImplemented

    def groupby(self, key: Any) -> dict[Any, SegLST]:
        """The segments of each value of a key."""
        chosen = _key(key)
        by_name: dict[Any, list[dict[str, Any]]] = {}
        for segment in self.segments:
            by_name.setdefault(chosen(segment), []).append(segment)
        return named_groups({name: SegLST(of_name) for name, of_name in by_name.items()})

    def sorted(self, key: Any) -> SegLST:
        """The segments in the order of a key."""
        return SegLST(sorted(self.segments, key=_key(key)))

    def map(self, fn: Callable[[dict[str, Any]], dict[str, Any]]) -> SegLST:
        """The segments that a function makes of these."""
        return SegLST([fn(segment) for segment in self.segments])

    def flatmap(self, fn: Callable[[dict[str, Any]], Iterable[dict[str, Any]]]) -> SegLST:
        """The segments of all lists that a function makes of these.

        >>> SegLST([{"words": "a b"}]).flatmap(lambda row: [{"words": word} for word in row["words"].split()]).segments
        [{'words': 'a'}, {'words': 'b'}]
        """
        return SegLST([made for segment in self.segments for made in fn(segment)])

    def filter(self, fn: Callable[[dict[str, Any]], Any]) -> SegLST:
        """The segments of which a function is true."""
        return SegLST([segment for segment in self.segments if fn(segment)])

    @classmethod
    def merge(cls, *t: SegLST) -> SegLST:
        """The segments of several."""
        return SegLST([segment for each in t for segment in each.segments])

    def to_seglst(self) -> SegLST:
        """The segments themselves."""
        return self

    @classmethod
    def new(cls, d: Any, **defaults: Any) -> SegLST:
        """The segments of any structure; `defaults` are for keys that a segment lacks."""
        segments = asseglst(d)
        return segments.map(lambda segment: {**defaults, **segment}) if defaults else segments

    def filter_by_uem(self, uem: Any) -> SegLST:
        """The segments that touch the region of their session, and those of sessions without one."""
        regions = {line.filename: (line.begin_time, line.end_time) for line in uem}

        def touches(segment: dict[str, Any]) -> bool:
            region = regions.get(segment["session_id"])
            return region is None or bool(region[0] <= segment["end_time"] and segment["start_time"] <= region[1])

        touched = self.filter(touches)
        _logger.info("Applied uem and reduced SegLST from %d to %d segments.", len(self), len(touched))
        return touched


def _key(key: Any) -> Callable[[dict[str, Any]], Any]:
    if callable(key):
        return key  # type: ignore[no-any-return]
    if isinstance(key, (tuple, list)):
        return lambda segment: tuple(segment[name] for name in key)
    return lambda segment: segment[key]


SESSION_LEVELS = ("session_id", "speaker", "segment_index")


class SegLSTKeyMissingError(ValueError):
    """A segment lacks a key that it needs."""


def asseglst(d: Any, *, required_keys: Iterable[str] = (), py_convert: Any = None) -> SegLST:
    """The segments of texts, lists, mappings, lists of segments, and values with `to_seglst`.

    >>> asseglst({"A": ["a b", "c"]}).segments[1]
    {'words': 'c', 'segment_index': 1, 'speaker': 'A'}
    """
    if hasattr(d, "to_seglst"):
        segments: SegLST = d.to_seglst()
    elif isinstance(d, list) and (not d or (isinstance(d[0], dict) and "words" in d[0])):
        segments = SegLST(d)
    elif not isinstance(d, (list, tuple, dict, str)):
        raise NotImplementedError(f"No conversion implemented for {type(d)}!")
    elif py_convert is not None:
        segments = py_convert(d).to_seglst()
    else:
        segments = SegLST(list(nested(d, ("speaker", "segment_index"), {})))
    missing = {*required_keys} - segments.T.keys() if len(segments) else ()
    if missing:
        raise SegLSTKeyMissingError(f"segments without {', '.join(sorted(missing))}")
    return segments


# The log lines of MeetEval.
_PARTIAL = (
    "`partial=True`, so the computation continues with the assumption that only the sub-set of sessions present in the "
    "reference should be evaluated."
)
_IGNORED = (
    "Please check if your system ignored recordings. It is recommended to output an empty transcript if silence was "
    "recognized in order to reliably detect errors."
)
_SILENCE = "The computation continues with the assumption that the system predicted silence for the missing recordings."


def apply_multi_file(
    fn: Callable[[SegLST, SegLST], _Value],
    reference: Any,
    hypothesis: Any,
    *,
    allowed_empty_examples_ratio: float = 0.1,
    partial: bool = False,
) -> dict[Any, _Value]:
    """The value that a function has for each session; the first level of a structure are sessions.

    Sessions that the hypothesis lacks are empty there; more of these than the ratio allows are an error, and so are
    sessions that the reference lacks, unless `partial` leaves them out.
    """
    refs, hyps = (
        dict(asseglst(data, required_keys=("session_id",), py_convert=sessions_of).groupby("session_id"))
        for data in (reference, hypothesis)
    )
    if not refs:
        raise RuntimeError("Empty reference.")
    extra, missing = [*(hyps.keys() - refs.keys())], [*(refs.keys() - hyps.keys())]
    if extra:
        few = "" if len(extra) <= 5 else " (showing first 5)"
        message = (
            f"{len(extra)} of {len(hyps)} session IDs are present in the hypothesis but missing in the reference.\n"
            f"Missing{few}: {extra[:5]}\n"
        )
        if not partial:
            raise RuntimeError(f"{message}If this is intentional, consider setting `partial=True`.")
        _logger.warning("%s%s", message, _PARTIAL)
    if missing:
        ratio = len(missing) / len(refs)
        message = f"Missing {ratio * 100:.3f} % = {len(missing)}/{len(refs)} of recordings in hypothesis."
        limit = f"{allowed_empty_examples_ratio * 100:3} %.\n{_IGNORED}\nMissing (showing first 5): {missing[:5]}"
        if ratio > allowed_empty_examples_ratio:
            raise RuntimeError(f"{message} This exceeds the threshold of {limit}")
        _logger.warning("%s An exception will be raised when this number exceeds %s\n%s", message, limit, _SILENCE)
    return {session: fn(rows, hyps.get(session, SegLST([]))) for session, rows in refs.items()}


def sessions_of(structure: Any) -> SegLST:
    """The segments of a structure whose levels are sessions, speakers and segments."""
    return SegLST(list(nested(structure, SESSION_LEVELS, {})))


def nested(data: Any, levels: tuple[str, ...], names: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The segments of texts in lists and mappings; `levels` are what these stand for."""
    if isinstance(data, str):
        if len(levels) > 1:
            raise ValueError(
                f"The structure contains fewer levels than keys provided: no {levels[0]} around the text {data!r}"
            )
        # The keys of inner levels come first.
        yield {"words": data, **dict.fromkeys(levels, 0), **dict(reversed(names.items()))}
    elif isinstance(data, Mapping) and "words" in data:
        yield {**data, **names, "words": text_of(data["words"])}
    elif not levels:
        yield {"words": text_of(data), **dict(reversed(names.items()))}
    elif isinstance(data, (Mapping, list, tuple)):
        for key, part in data.items() if isinstance(data, Mapping) else enumerate(data):
            yield from nested(part, levels[1:], {**names, levels[0]: key})
    else:
        raise TypeError(f"{type(data).__name__} is not known as segments; expected texts, lists, mappings or segments")


def text_of(words: Any) -> str:
    """The words of a segment as one text."""
    if isinstance(words, str):
        return words
    if isinstance(words, Iterable):
        return " ".join(map(str, words))
    raise TypeError(f"words are {type(words).__name__}; expected a text or a list of words")
