"""XML documents read part by part: elements are dropped once they are read, so memory does not grow with the tree.

A document that is not well-formed, is too deep or has a problem is read again as a tree, which knows all errors and the
paths of elements.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from ..errors import FormatError
from ..source import Source
from .xml_source import bare, body_of, check_depth, etree_library, lines_of, parser_options, root_of

if TYPE_CHECKING:
    from typing import TypeAlias

    from lxml import etree

    # "start" or "end", and the element.
    Event: TypeAlias = "tuple[str, etree._Element]"
Read = TypeVar("Read")

_BOTH = "start", "end"
_PIECE = 1 << 16
_MANY = 1 << 10
# The parser knows the lines of elements exactly up to 65535; from there on, each line with a tag ends a piece.
_COUNTED = 65_000
# A reference to an entity that is not declared, which a tree shows and events do not.
_REFERENCE = re.compile(r"&(?!#|amp;|lt;|gt;|quot;|apos;)")


class Parts(Protocol):
    """A document that can be gone through several times."""

    @property
    def root(self) -> etree._Element:
        """The root element with its attributes."""

    def batches(self, *names: str, whole: Collection[str] = ()) -> Iterator[list[Event]]:
        """Begins and ends of all elements, or of those with some names, many at a time.

        An element has its attributes and is below its parents; the text after its tag is complete if no names are
        given. What is inside elements with the names `whole` is kept until they have ended.
        """

    def elements(self, *names: str, first: bool = False) -> Iterator[etree._Element]:
        """The elements with some names in the order of their ends.

        With `first`, the document in UTF-8 is gone through again: that pass reads what comes after the last of them.
        """

    def lines(self, elements: Sequence[etree._Element]) -> list[int]:
        """The lines of elements that have begun or ended in the last batch."""


def read_parts(source: Source, read: Callable[[Parts], Read]) -> Read:
    """Reads a document part by part, or as a tree where that fails."""
    etree = etree_library()
    body, _ = body_of(source)
    if not _REFERENCE.search(body):
        parser = partial(etree.XMLPullParser, **parser_options(body))
        check = partial(check_depth, name=source.name)
        try:
            return read(Fed(parser, body.encode("utf-8"), check))
        except (FormatError, UnicodeEncodeError, etree.XMLSyntaxError):
            pass  # the tree knows more about the error
    return read(Tree(root_of(source)))


class Tree:
    """A document as a tree."""

    def __init__(self, root: etree._Element) -> None:
        self.root = root

    def batches(self, *names: str, whole: Collection[str] = ()) -> Iterator[list[Event]]:
        """Begins and ends of elements."""
        tags = any_space(*names) or None
        walked = etree_library().iterwalk(self.root, events=_BOTH, tag=tags)
        while batch := list(islice(walked, _MANY)):
            yield [event for event in batch if isinstance(event[1].tag, str)]

    def elements(self, *names: str, first: bool = False) -> Iterator[etree._Element]:
        """Elements."""
        return _ended(self.batches(*names))

    def lines(self, elements: Sequence[etree._Element]) -> list[int]:
        """The lines of elements."""
        return lines_of(elements)


def _runs_of(events: list[Event]) -> Iterator[list[Event]]:
    """Some events at a time: columns of many take many times the memory."""
    return (events[first : first + _MANY] for first in range(0, len(events), _MANY))


def _ended(batches: Iterable[list[Event]]) -> Iterator[etree._Element]:
    return (element for event, element in chain.from_iterable(batches) if event == "end")


class Fed:
    """A document that is fed to a parser in pieces.

    `parser` makes one, and `check` sees the tree of every piece.
    """

    def __init__(
        self,
        parser: Callable[..., Any],
        data: bytes,
        check: Callable[[etree._Element], None] = lambda root: None,
    ) -> None:
        self._parser = parser
        self._data = data
        self._check = check
        self._pull = _Pull(parser(_BOTH), fed(data), check)
        first = next(chain.from_iterable(self._pull.batches()), None)
        if first is None:
            raise etree_library().XMLSyntaxError("no element", 0, 1, 1)
        self.root = first[1]
        del self.root[:]

    def batches(self, *names: str, whole: Collection[str] = ()) -> Iterator[list[Event]]:
        """Begins and ends of elements."""
        root = str(self.root.tag)
        parser = self._parser(_BOTH, tag=(*any_space(*names), root) if names else None)
        self._pull = _Pull(parser, fed(self._data), self._check, whole, late=not names)
        return self._pull.batches(not names or bare(root) in names)

    def elements(self, *names: str, first: bool = False) -> Iterator[etree._Element]:
        """Elements; there are no more than tags that seem to have their names."""
        tags = re.compile(rf"<(?:[^\s<>/]*:)?(?:{'|'.join(names)})[\s/>]".encode())
        return islice(_ended(self.batches(*names, whole=names)), len(tags.findall(self._data)) if first else None)

    def lines(self, elements: Sequence[etree._Element]) -> list[int]:
        """The lines of elements."""
        return self._pull.lines(elements)


def any_space(*names: str) -> tuple[str, ...]:
    """The tags that match names in every namespace and in none."""
    return tuple(f"{{*}}{name}" for name in names)


class _Pull:
    """The events of a parser that is fed piece by piece, of which the root is one; `check` sees the tree of a piece.

    With `late`, an event comes when the next one is there, and with it the text between them.
    """

    def __init__(
        self,
        parser: Any,
        pieces: Iterable[tuple[bytes, int]],
        check: Callable[[etree._Element], None],
        whole: Collection[str] = (),
        late: bool = False,
    ) -> None:
        self._parser = parser
        self._pieces = pieces
        self._check = check
        self._whole = whole
        self._held = int(late)
        self._lines: dict[etree._Element, int] = {}

    def batches(self, with_root: bool = True) -> Iterator[list[Event]]:
        """Begins and ends of elements."""
        top: etree._Element | None = None
        events: list[Event] = []
        size = 0
        for data, number in self._pieces:
            self._parser.feed(data)
            new = list(self._parser.read_events())
            if new and top is None:
                top = new[0][1]
            if number >= _COUNTED:
                self._lines |= {element: number for event, element in new if event == "start"}
            events += new if with_root else [event for event in new if event[1] is not top]
            size += len(data)
            if size >= _PIECE and top is not None:
                size = 0
                held = events[len(events) - self._held :]
                del events[len(events) - self._held :]
                yield from _runs_of(events)
                events = held
                self._check(top)
                _prune(top, self._whole)
                if self._lines:
                    self._lines = {each: line for each, line in self._lines.items() if _is_below(each, top)}
        # An error where the document breaks off.
        self._parser.close()
        if top is not None:
            self._check(top)
        yield from _runs_of(events)

    def lines(self, elements: Sequence[etree._Element]) -> list[int]:
        """The lines of elements that have begun or ended in the last batch."""
        lines = lines_of(elements)
        if not self._lines:
            return lines
        counted = self._lines
        return [
            line if line < _COUNTED or element not in counted else counted[element]
            for line, element in zip(lines, elements, strict=True)
        ]


def _is_below(element: etree._Element, root: etree._Element) -> bool:
    parent = element.getparent()
    while parent is not None and parent is not root:
        parent = parent.getparent()
    return parent is not None


def _prune(element: etree._Element, whole: Collection[str]) -> None:
    """Drops the elements that the parser has finished; the last child of every element may not be complete."""
    while len(element) and bare(str(element.tag)) not in whole:
        del element[:-1]
        element = element[-1]


def fed(data: bytes) -> Iterator[tuple[bytes, int]]:
    """The pieces of a document that a parser is fed, each with the number of the line in which it ends."""
    place, line, counted = 0, 1, False
    while place < len(data):
        end = place + _PIECE
        counted = counted or line + data.count(b"\n", place, end) >= _COUNTED
        if counted:
            # Events come with the ends of tags: lines before the first are fed along with it.
            tag = data.find(b">", place, end)
            end = min(end, (tag >= 0 and data.find(b"\n", tag, end) + 1) or end)
        piece = data[place:end]
        place = end
        # A newline belongs to the line that it ends.
        yield piece, line + piece.count(b"\n", 0, -1)
        line += piece.count(b"\n")
