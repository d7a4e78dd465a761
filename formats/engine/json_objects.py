"""Objects of JSON, read member by member: a wrong member is a problem of the document, and nothing is read from it."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from ..errors import quantity
from ..schema import Attributes
from .clock_times import CLOCK_EXPECTED, no_clock_time, time_numeral
from .fields import number as number_of
from .json import Document, Json, Lines, is_nan, kind, number_problem, quoted_key
from .json_places import Step
from .json_text import inline

# A begin and an end, as they are written; None where one is missing.
Span = tuple["str | None", "str | None"]
SECONDS = "seconds"


class _Missing(dict[str, Json]):
    """The members of an object that is missing: none is expected of it."""


_MISSING = _Missing()


class JsonObject:
    """An object of a document. One that is missing is false, and has no members."""

    __slots__ = ("_document", "_is_odd", "_key", "_parent", "members")

    def __init__(
        self, document: Document, members: dict[Any, Json], parent: JsonObject | None = None, key: Step = ""
    ) -> None:
        self._document, self.members, self._parent, self._key = document, members, parent, key
        self._is_odd = False
        """Whether a known member may be NaN, which `rest` keeps."""

    def __bool__(self) -> bool:
        return self.members is not _MISSING

    def path(self, *keys: Step) -> tuple[Step, ...]:
        """The keys and indices from the top to this object, and from there to a member."""
        return keys if self._parent is None else self._parent.path(self._key, *keys)

    def report(self, what: str, expected: str = "", *keys: Step) -> None:
        """Reports a problem of this object, or of a member."""
        self._document.note(self.path(*keys), what, expected)

    def _missing(self, key: Step) -> JsonObject:
        """The object that a member is not."""
        return JsonObject(self._document, _MISSING, self, key)

    def _require(self, key: Step, expected: str) -> None:
        """Reports that a member is missing."""
        if self:
            self.report(f"no {key!r}", f"{expected} under that key")

    def _reject(self, key: str, value: Json, expected: str, *, required: bool) -> None:
        """Reports a member that is something else, or a missing one that is required."""
        if value is not None:
            self.report(f"is {kind(value)}", expected, key)
        elif required:
            self._require(key, expected)

    # --- members -----------------------------------------------------------------------------

    def has(self, key: str) -> bool:
        """Whether there is a member that is not null."""
        return self.members.get(key) is not None

    def text(self, key: str, *, required: bool = False) -> str:
        """A member that is a text."""
        value = self.members.get(key)
        if type(value) is str:
            return value
        self._reject(key, value, "text", required=required)
        return ""

    def name(self, key: str) -> str:
        """A member that is a name, written as a text or as a number."""
        value = self.members.get(key)
        if value is None or type(value) is str:
            return value or ""
        if type(value) is bytes:
            return value.decode()
        self.report(f"is {kind(value)}", "text or a number", key)
        return ""

    def number(
        self,
        key: Step,
        expected: str = "a number",
        *,
        least: float = -inf,
        required: bool = False,
        quoted: bool = False,
        finite: bool = True,
    ) -> str | None:
        """A member that is a number, as it is written; `quoted` ones may be texts.

        Where it need not be finite, NaN and infinity are none.
        """
        value = self.members.get(key)
        if value is None:
            if required:
                self._require(key, expected)
            return None
        text, problem = number_problem(value, quoted=quoted, least=least)
        if problem and not finite and is_nan(value):
            self._is_odd = True
            return None
        if problem:
            self.report(problem, f"{expected} >= 0" if problem.endswith(" is negative") else expected, key)
            return None
        return text

    def time(self, key: Step, expected: str = SECONDS, *, required: bool = False, quoted: bool = False) -> str | None:
        """A member that is a time, in seconds unless something else is expected; `quoted` ones may be clock times."""
        value = self.members.get(key)
        if type(value) is bytes and 0 < float(value) < inf:  # the usual case, made fast
            return value.decode()
        if quoted and type(value) is str and expected == SECONDS and number_of(value) is None:
            numeral = time_numeral(value)
            if numeral is None:
                self.report(no_clock_time(value), CLOCK_EXPECTED, key)
            return numeral
        return self.number(key, expected, least=0.0, required=required, quoted=quoted)

    def span(self, begin: Step, end: Step, expected: str = SECONDS, *, quoted: bool = False) -> Span:
        """Two members that are begin and end."""
        times = self.time(begin, expected, quoted=quoted), self.time(end, expected, quoted=quoted)
        self.check_order(*times)
        return times

    def check_order(self, start: str | None, end: str | None) -> None:
        """Reports an end before its begin."""
        if start is not None and end is not None and float(end) < float(start):
            self.report(f"end {end} is before begin {start}", "end >= begin")

    def confidence(self, key: str, *, quoted: bool = False) -> str | None:
        """A member that is a confidence; None where it is NaN or infinite."""
        value = self.members.get(key)
        if type(value) is bytes and 0 < float(value) < inf:  # the usual case, made fast
            return value.decode()
        return self.number(key, "a confidence", quoted=quoted, finite=False)

    # --- objects and lists -------------------------------------------------------------------

    def child(self, key: str, *, required: bool = False) -> JsonObject:
        """A member that is an object; a missing one where it is none."""
        value = self.members.get(key)
        if type(value) is dict:
            return JsonObject(self._document, value, self, key)
        self._reject(key, value, "an object", required=required)
        return self._missing(key)

    def values(self, key: str, *, required: bool = False) -> list[Json]:
        """A member that is a list."""
        value = self.members.get(key)
        if type(value) is list:
            return value
        self._reject(key, value, "a list", required=required)
        return []

    def children(self, key: str, *, required: bool = False) -> list[JsonObject]:
        """The elements of a member that is a list of objects."""
        values = self.values(key, required=required)
        return _objects(self._document, values, self._missing(key)) if values else []

    def element(self, key: str, place: int, number: int) -> JsonObject:
        """The element at a place of a member that is a list of objects; `number` is its index in the file."""
        (element,) = self.objects([self.values(key)[place]], key, number)
        return element

    def objects(self, values: Sequence[Json], key: str, number: int) -> list[JsonObject]:
        """Consecutive elements of a member that is a list of objects, of which the first has this index."""
        return _objects(self._document, values, self._missing(key), number)

    def first_child(self, key: str, *, required: bool = False) -> JsonObject:
        """The first element of a member that is a list of objects; a missing one where the list is empty."""
        children = self.children(key, required=required)
        return children[0] if children else self._missing(key)

    def arrays(self, key: str, sizes: Sequence[int], expected: str) -> list[JsonObject]:
        """The elements of a member that is a list of lists of these sizes, as objects whose keys are indices."""
        arrays: list[JsonObject] = []
        inside = self._missing(key)
        for place, value in enumerate(self.values(key)):
            if type(value) is not list:
                self.report(f"is {kind(value)}", "a list", key, place)
            elif len(value) not in sizes:
                self.report(quantity(len(value), "value"), expected, key, place)
            else:
                members: dict[Step, Json] = dict(enumerate(value))
                arrays.append(JsonObject(self._document, members, inside, place))
        return arrays

    def word(self) -> str:
        """The first element of an array, which has to be a text."""
        value = self.members.get(0)
        if type(value) is str:
            return value
        self.report("not a word", "text", 0)
        return ""

    def refuse_null(self, key: Step, expected: str) -> None:
        """Reports a member that is null."""
        if self.members.get(key) is None:
            self.report("is null", expected, key)

    # --- what the reader does not know -------------------------------------------------------

    def rest(self, handled: frozenset[str]) -> Attributes:
        """The members that the reader does not know, as attributes of the format; of others, null and NaN."""
        members = self.members
        if members.keys() <= handled and None not in members.values() and not self._is_odd:
            return ()
        return tuple(
            [
                (f"{self._document.format}:{quoted_key(key)}", inline(value))
                for key, value in members.items()
                if key not in handled or value is None or (self._is_odd and type(value) is bytes and is_nan(value))
            ]
        )

    def others(self, *handled: str) -> dict[str, Json]:
        """As `rest`, as an object."""
        return {
            quoted_key(key): value
            for key, value in self.members.items()
            if key not in handled or value is None or (type(value) is bytes and is_nan(value))
        }


def root_of(document: Document) -> JsonObject:
    """The top value, which has to be an object; raises at once if it is none."""
    roots = objects_of(document, [document.value], is_list=False)
    document.check()
    return roots[0]


def listed_in(document: Document) -> list[JsonObject]:
    """The elements of the top value, which has to be a list of objects."""
    if not isinstance(document.value, list):
        document.note((), f"is {kind(document.value)}", "a list")
        return []
    return objects_of(document, document.value)


def lines_in(document: Lines) -> list[JsonObject]:
    """The objects of all lines; a line that is no JSON has no members, and nothing is expected of it."""
    top = JsonObject(document, _MISSING)
    values = document.value if isinstance(document.value, list) else []
    whole = [_MISSING if document.is_broken(row) else value for row, value in enumerate(values)]
    return _objects(document, whole, top)


def objects_of(document: Document, values: Sequence[Json], *, is_list: bool = True) -> list[JsonObject]:
    """The top values of a document, which have to be objects; elements of a list, or one alone."""
    top = JsonObject(document, _MISSING)
    if is_list:
        return _objects(document, values, top)
    (value,) = values
    if type(value) is dict:
        return [JsonObject(document, value)]
    top.report(f"is {kind(value)}", "an object")
    return []


def _objects(document: Document, values: Sequence[Json], parent: JsonObject, first: int = 0) -> list[JsonObject]:
    """Elements of a list, which have to be objects; a missing one for each that is none."""
    objects: list[JsonObject] = []
    for place, value in enumerate(values, first):
        if isinstance(value, dict):
            objects.append(JsonObject(document, value, parent, place))
        else:
            parent.report(f"is {kind(value)}", "an object", place)
            objects.append(JsonObject(document, _MISSING, parent, place))
    return objects
