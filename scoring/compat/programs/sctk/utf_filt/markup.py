"""Markup of a transcript as events: elements begin and end, and text between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .grammar import ELEMENTS, ENTITIES, MARKS, SEPARATOR

Attributes = dict[bytes, bytes | None]

_NAME = rb"[A-Za-z][A-Za-z0-9_.-]*"
_TAG = re.compile(rb"<(/?)(" + _NAME + rb")")
_ATTRIBUTE = re.compile(rb"\s*(" + _NAME + rb")\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([A-Za-z0-9_.-]+))")
_REFERENCE = re.compile(rb"&(?:#([0-9]{1,7})|(" + _NAME + rb"));?")
_TEXT = re.compile(rb"\s+|[" + re.escape(b"".join(MARKS)) + rb"]|[^\s" + re.escape(b"".join(MARKS)) + rb"]+")
_LAST_CHARACTER = 0x10FFFF


@dataclass(frozen=True, slots=True)
class Begin:
    """The begin of an element; attributes that are not given are None."""

    name: bytes
    attributes: Attributes


@dataclass(frozen=True, slots=True)
class End:
    """The end of an element that is not empty."""

    name: bytes


@dataclass(frozen=True, slots=True)
class Text:
    """Text without white space and marks."""

    data: bytes


class Markup:
    """A transcript as events, with the first fault of its markup.

    >>> markup = Markup(b"<turn speaker=a>")
    >>> [type(event).__name__ for event in markup.events()], markup.fault
    (['Begin', 'End'], b'line 1: turn is not expected here')
    """

    __slots__ = ("_data", "_open", "fault")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._open: list[bytes] = []
        self.fault = b""

    def events(self) -> Iterator[Begin | End | Text]:
        """Events in the order of the file."""
        place, data = 0, self._data
        pending: list[bytes] = []
        while place < len(data):
            mark = data.find(b"<", place)
            mark = len(data) if mark < 0 else mark
            yield from self._text(data[place:mark], place, pending)
            place = mark
            if place == len(data):
                break
            tag = _TAG.match(data, place)
            if tag is None:
                place = self._other(place, pending)
                continue
            yield from _flushed(pending)
            if tag[1]:
                yield from self._ended(tag[2].upper(), place)
                place = _after(data, tag.end())
            else:
                attributes, end = self._attributes(tag)
                yield self._begun(tag[2].upper(), attributes, place)
                place = end
        yield from _flushed(pending)
        if self._open:
            self._blame(len(data), b"missing end of " + self._open[-1].lower())
        elif not data.strip():
            self._blame(0, b"the file is empty")
        while self._open:
            yield End(self._open.pop())

    def _blame(self, place: int, what: bytes) -> None:
        if not self.fault:
            self.fault = b"line %d: %b" % (self._data.count(b"\n", 0, place) + 1, what)

    def _other(self, place: int, pending: list[bytes]) -> int:
        """Goes past what begins with `<` and is no tag: comments, instructions, and the character itself."""
        data = self._data
        if data.startswith(b"<!--", place):
            end = data.find(b"-->", place + 4)
            return len(data) if end < 0 else end + 3
        if data[place + 1 : place + 2] in (b"?", b"!"):
            return _after(data, place)
        if self._open[-1:] == [b"TURN"]:
            pending.append(b"<")
        else:
            self._blame(place, b"text outside of a turn")
        return place + 1

    def _begun(self, name: bytes, attributes: Attributes, place: int) -> Begin:
        element = ELEMENTS.get(name)
        allowed = ELEMENTS[self._open[-1]].inside if self._open else (b"UTF",)
        if name not in allowed:
            self._blame(place, name.lower() + b" is not expected here")
        if element is None:
            return Begin(name, attributes)
        values: Attributes = {}
        for key, attribute in element.attributes.items():
            value = attributes.pop(key, None)
            if value is None and attribute.required:
                self._blame(place, b"%b without %b" % (name.lower(), key.lower()))
            if attribute.values and value is not None:
                value = b" ".join(value.upper().split())
                if value not in attribute.values:
                    expected = b", ".join(attribute.values).lower()
                    self._blame(place, b"%b is '%b'; expected one of: %b" % (key.lower(), value.lower(), expected))
            values[key] = value
        if attributes:
            self._blame(place, b"%b has no %b" % (name.lower(), next(iter(attributes)).lower()))
        if not element.empty:
            self._open.append(name)
        return Begin(name, values)

    def _ended(self, name: bytes, place: int) -> Iterator[End]:
        element = ELEMENTS.get(name)
        if element is None or (not element.empty and name not in self._open):
            self._blame(place, b"the end of " + name.lower() + b", which is not open")
            return
        if element.empty:
            return
        while True:
            closed = self._open.pop()
            yield End(closed)
            if closed == name:
                return
            self._blame(place, b"missing end of " + closed.lower())

    def _attributes(self, tag: re.Match[bytes]) -> tuple[Attributes, int]:
        """Attributes of a tag, and where the tag ends."""
        data, place = self._data, tag.end()
        attributes: Attributes = {}
        while (attribute := _ATTRIBUTE.match(data, place)) is not None:
            value = next(group for group in attribute.groups()[1:] if group is not None)
            attributes[attribute[1].upper()] = self._value(value, place)
            place = attribute.end()
        end = _after(data, place)
        if data[place : end - 1].strip(b"\n\r\t /"):
            self._blame(place, b"'" + data[place : end - 1].strip()[:40] + b"' is not an attribute")
        return attributes, end

    def _value(self, value: bytes, place: int) -> bytes:
        value = value.replace(b"\r", b"").replace(b"\n", b" ").replace(b"\t", b" ")
        if b"&" not in value:
            return value
        return _REFERENCE.sub(lambda reference: self._character(reference, place), value)

    def _character(self, reference: re.Match[bytes], place: int) -> bytes:
        """The character that a reference stands for; nothing for an unknown one."""
        if reference[1] and 0 < int(reference[1]) <= _LAST_CHARACTER:
            code = int(reference[1])
            return bytes([code]) if code < 0x100 else chr(code).encode("utf-8", "surrogatepass")
        self._blame(place, b"unknown entity '" + reference[0] + b"'")
        return b""

    def _text(self, text: bytes, place: int, pending: list[bytes]) -> Iterator[Begin | Text]:
        """Events of text: in a turn marks and white space are elements."""
        if self._open[-1:] != [b"TURN"]:
            if text.strip():
                self._blame(place, b"text outside of a turn")
            return
        before = 0
        for reference in _REFERENCE.finditer(text) if b"&" in text else ():
            yield from _pieces(text[before : reference.start()], pending)
            before = reference.end()
            entity = ENTITIES.get(reference[2]) if reference[2] else None
            if entity is not None:
                yield from _flushed(pending)
                yield Begin(entity, {})
            elif reference[2] != b"IGNORE":
                pending.append(self._character(reference, place))
        yield from _pieces(text[before:], pending)


def _pieces(text: bytes, pending: list[bytes]) -> Iterator[Begin | Text]:
    for piece in _TEXT.findall(text):
        element = MARKS.get(piece) or (SEPARATOR if piece.isspace() else None)
        if element is None:
            pending.append(piece)
        else:
            yield from _flushed(pending)
            yield Begin(element, {})


def _flushed(pending: list[bytes]) -> Iterator[Text]:
    """Text that was gathered; it is one event up to the next element."""
    data = b"".join(pending)
    pending.clear()
    if data:
        yield Text(data)


def _after(data: bytes, place: int) -> int:
    """Where a tag that began before ends."""
    end = data.find(b">", place)
    return len(data) if end < 0 else end + 1
