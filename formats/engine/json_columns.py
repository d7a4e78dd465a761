"""Lists of words in vendors' JSON, read column by column where their elements are written alike.

A program writes each word with the same members, blanks and line ends, so that the text of a list is a template with
other values in it. Such a list is cut out of the text and split at the pieces of its template; the rest of the document
is read as JSON. Wherever there is a doubt, the list stays, and the reader of single values looks at all of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise, repeat
from math import inf
from operator import add, itemgetter, le

from ..errors import ScoreliteError
from ..schema import Attributes, Corpus, Written
from ..schema.markup import words
from ..source import MAXIMUM_LINES, Source
from ..values import dataclass, replace
from .fields import number, number_text, sum_text
from .json_source import MAXIMUM_SIZE, Document, Doubt, Json, Rows, Run, Step, detail, element, loads, places, text_json
from .json_words import AFTER, DISPLAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

Path: TypeAlias = "tuple[Step, ...]"
Columns: TypeAlias = "dict[str, list[str]]"
_Pair: TypeAlias = "tuple[list[str] | None, list[str] | None]"
# The texts of begins and ends from columns; None where one is no time.
Times: TypeAlias = "Callable[[Columns], tuple[list[str], list[str]] | None]"

_MARK = "\0"
_ESCAPED_MARK = "\\u0000"
# A plain number of JSON without sign and exponent, unless it is long, the inner part of a text, and a single value.
_NUMBER = r"(?:0|[1-9][0-9]{0,149})(?:\.[0-9]{1,149}|)"
# Characters stand in runs: `re` needs memory for each round of a group.
_INNER = r'[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*'
_VALUE = re.compile(rf'"({_INNER})"|({_NUMBER})(?![0-9.eE+-])|(true|false|null)')
_BARE = r'( ?(?!")[^"\\\x00-\x20]*(?:\\u(?!00[0-2])[0-9a-fA-F]{4}[^"\\\x00-\x20]*)*)'  # one word
_UNREAD = "unread"
_NUMBERS, _TEXTS = frozenset({"start", "end", "length", "confidence"}), frozenset({"value", "display"})
_DIGITS = b"0123456789"
_ALIKE = bytes.maketrans(b"23456789", b"11111111")
# Points become line ends, between which a number has digits.
_POINTS_AS_ENDS = bytes.maketrans(b".", b"\n")
_BLANKS = " \t\n\r"
_SPACE = rf"[{_BLANKS}]*"
_BETWEEN = re.compile(rf"{_SPACE},{_SPACE}")
_BEHIND = rf"{_SPACE}(,{_SPACE}|\])"
# An object with objects in it, but for deeper ones and those with very many members.
_STRING = r'"[^"\\]*(?:\\.[^"\\]*)*"'
_LEAF = rf'\{{[^{{}}"]*(?:{_STRING}[^{{}}"]*){{0,100}}\}}'
_FLAT = rf'\{{[^{{}}"]*(?:(?:{_STRING}|{_LEAF})[^{{}}"]*){{0,100}}\}}'
_BEHIND_ONE = 20  # items
_BRACKETS = 100
_WHOLE = 17  # digits of a whole number, whose sum with another one is exact too
_BLOCK = 150  # half of the digits of a number that are always read alike
_TRIED = 1000  # lists whose first elements are looked at
_LAYOUTS = 4  # templates of one file
_LONG = 10_000  # characters of a word with all of its members
_SAMPLED = 8  # elements of a list


@dataclass(frozen=True, slots=True)
class Shape:
    """The words of a format: where their lists are, and the role of each member.

    Paths of lists have `*` for any step. Roles are value, start, end, length, confidence, display, channel, speaker and
    unread; members without a role become attributes. A word has all `fixed` members, each with one of a few values.
    """

    key: str
    lists: tuple[Path, ...]
    roles: Mapping[Path, str]
    fixed: Mapping[Path, frozenset[str]]
    inner: Path = ()
    """Path of an object inside of a word, whose further members are kept together."""
    lead: str = ""
    """Text before the value of a word."""
    quoted: frozenset[str] = frozenset()
    """Roles whose numbers may be written as texts."""
    times: Times | None = None
    """Makes the times of another unit."""


@dataclass(frozen=True, slots=True)
class _Template:
    """The text of a word cut at its values: one piece more than there are values."""

    pieces: tuple[str, ...]
    paths: tuple[Path, ...]
    quoted: tuple[bool, ...]
    constants: tuple[tuple[Path, str], ...]
    """Values true, false and null, which are part of the pieces."""
    order: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    """A list of a text: the places of its first element and of its brackets, and its rows."""

    first: int
    begin: int
    end: int
    rows: Rows


def corpus_of(
    source: Source, format: str, shapes: Sequence[Shape], build: Callable[[Document], Corpus], *, many: bool = False
) -> Corpus:
    """The corpus of a file, from columns where words are written alike. Problems are told by the reader of values."""
    try:
        document = _document(source, format, shapes, many)
        if document is not None:
            return build(document)
    except (Doubt, ScoreliteError, ValueError, RecursionError):
        pass
    return build(Document.of(source, format, many=many))


def lines_alike(source: Source) -> dict[str, list[Json]] | None:
    """The members of all lines, by key, of a file whose lines are written alike; None for any other file."""
    text = source.text.removesuffix("\n")
    try:
        value, end = element(text, 0)
        if not isinstance(value, dict) or len(text) > MAXIMUM_SIZE or any(key.startswith("/") for key in value):
            return None
        if "\r" in text or "\n" in text[:end] or text.count("\n") >= MAXIMUM_LINES:
            return None  # a value has one line of its own
        key = next((key for key, member in value.items() if type(member) is str), "")
        shape = Shape("", (), {(key,): "value"}, {})
        template = _template(text[:end], shape)
    except ValueError:
        return None
    read = None if template is None else _columns([text], template, "\n")
    if template is None or read is None:
        return None
    columns, (size,) = read
    found: dict[Path, list[Json]] = {path: [loads(written)] * size for path, written in template.constants}
    for path, is_text, column in zip(template.paths, template.quoted, columns, strict=True):
        checked = _checked(column, is_text, "", shape)
        if checked is None:
            return None
        found[path] = list(checked) if is_text else list(map({one: loads(one) for one in set(checked)}.get, checked))
    return {str(path[0]): found[path] for path in template.order}


def spans(offsets: Sequence[Json], lengths: Sequence[Json]) -> tuple[list[float], list[float]] | None:
    """Begins and ends of utterances, from begins and lengths; None where a number might have a problem."""
    known: dict[tuple[str, str], tuple[float, float]] = {}
    starts: list[float] = []
    ends: list[float] = []
    for offset, length in zip(offsets, lengths, strict=True):
        key = str(offset), str(length)
        times = known.get(key)
        if times is None:
            for value in (offset, length):
                if type(value) not in (int, Written) or not 0 <= float(str(value)) < inf or number(str(value)) is None:
                    return None
            start = Written(key[0])
            times = known[key] = start, Written(sum_text(number_text(start or 0.0), key[1]))
        starts.append(times[0])
        ends.append(times[1])
    return starts, ends


def _document(source: Source, format: str, shapes: Sequence[Shape], many: bool) -> Document | None:
    """The document with rows in place of lists of words; None where there is no such list."""
    text = source.text
    if len(text) > MAXIMUM_SIZE or _MARK in text or _has_escaped(text, _ESCAPED_MARK):
        return None
    wanted: list[set[int] | None] = [None] * len(shapes)
    for _ in range(2):
        rows: list[Rows] = []
        cut, sizes = text, [0]
        for shape, places_of in zip(shapes, wanted, strict=True):
            cut = _cut(cut, shape, format, rows, places_of)
            sizes.append(len(rows))
        if not rows:
            return None
        document = Document.of_rows(cut, source.name, format, rows, many=many)
        reached = {id(found) for shape in shapes for path in shape.lists for found in _at(document.value, path)}
        if len(reached) == len(rows):
            return document
        # Lists elsewhere are kept as values for writing: they stay in the text.
        wanted = [
            {place for place, found in enumerate(rows[first:last]) if id(found) in reached}
            for first, last in pairwise(sizes)
        ]
    return None


def _at(value: Json, path: Path) -> Iterator[Json]:
    """The values at a path, in which `*` stands for any step."""
    if not path:
        if isinstance(value, Rows):
            yield value
    elif isinstance(value, (list, dict)):
        step, rest = path[0], path[1:]
        if step == "*":
            for member in value.values() if isinstance(value, dict) else value:
                yield from _at(member, rest)
        elif isinstance(value, dict) and step in value:
            yield from _at(value[str(step)], rest)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            yield from _at(value[step], rest)


def _has_escaped(text: str, escaped: str) -> bool:
    """Whether a text has these characters, the first of which is a backslash: the search for that one alone is fast."""
    return "\\" in text and escaped in text


def _cut(text: str, shape: Shape, format: str, rows: list[Rows], wanted: set[int] | None) -> str:
    """The text with a mark in place of every list that is read as columns; the rows of these are added."""
    if _has_escaped(text, f'\\"{shape.key}"'):
        return text
    openings = [match.end() for match in re.finditer(rf'"{shape.key}"{_SPACE}:{_SPACE}\[{_SPACE}(?=[\[{{])', text)]
    found: list[_Found] = []
    for _ in range(_LAYOUTS):
        template = _template_of(text, openings, shape)
        if template is None:
            break
        done = _alike(text, openings, template, shape, format)
        if done is None:
            done = _one_by_one(text, openings, template, shape, format)
        found += done
        read = {one.first for one in done}
        openings = [at for at in openings if at not in read]
        if not read or not openings:
            break
    found.sort(key=lambda one: one.begin)
    pieces, until = [], 0
    for place, one in enumerate(found):
        if wanted is None or place in wanted:
            pieces += [text[until : one.begin], f'{{"\\u0000": {len(rows)}}}']
            rows.append(one.rows)
            until = one.end
    return "".join([*pieces, text[until:]])


# --- the template of a word --------------------------------------------------------------------------------


def _template_of(text: str, openings: Sequence[int], shape: Shape) -> _Template | None:
    """The most frequent template of the first elements of a list; None where no list has words."""
    done = 0
    for at in openings[:_TRIED]:
        if at < done:
            continue  # inside of another list
        found: list[_Template] = []
        for _ in range(_SAMPLED):
            _, done = element(text, at)
            template = _template(text[at:done], shape) if done - at < _LONG else None
            if template is not None:
                found.append(template)
            between = _BETWEEN.match(text, done)
            if between is None:
                break
            at = between.end()
        if found:
            return max(found, key=found.count)
    return None


def _template(written: str, shape: Shape) -> _Template | None:
    """The template of a word; None where a member is none that can be read as a column."""
    pieces: list[str] = []
    paths: list[Path] = []
    quoted: list[bool] = []
    constants: list[tuple[Path, str]] = []
    seen: list[Path] = []
    begin = 0
    known = [*shape.roles, *shape.fixed]
    for path, offset in places(written):
        if written[offset] in "[{":
            if not any(other[: len(path)] == path for other in known):
                return None
            continue
        match = _VALUE.match(written, offset)
        if match is None or not (path in known or len(path) == 1 or path[:-1] == shape.inner):
            return None
        seen.append(path)
        if path in shape.fixed:
            if match[1] not in shape.fixed[path]:
                return None
            if path not in shape.roles:
                constants.append((path, match[0]))
        elif match[3]:
            if match[3] != "null" and path in shape.roles:
                return None
            constants.append((path, match[3]))
        else:
            is_text = match[1] is not None
            pieces.append(written[begin : offset + is_text])
            begin = match.end() - is_text
            paths.append(path)
            quoted.append(is_text)
    roles = [role for path in paths if (role := shape.roles.get(path, _UNREAD)) != _UNREAD]
    whole = set(shape.roles) == set(paths) if written[0] == "[" else set(shape.fixed).issubset(seen)
    if not whole or roles.count("value") != 1 or len(set(roles)) < len(roles) or len(set(seen)) < len(seen):
        return None
    return _Template((*pieces, written[begin:]), tuple(paths), tuple(quoted), tuple(constants), tuple(seen))


# --- lists --------------------------------------------------------------------------------------------------


def _alike(text: str, openings: Sequence[int], template: _Template, shape: Shape, format: str) -> list[_Found] | None:
    """The lists of words that are all written alike, read at once; None where some element is written otherwise."""
    first, between = template.pieces[0], _between(text, openings, template)
    if _has_others(text, openings, shape):
        return None
    closings = _Closings(text, template, between)
    inner: list[str] = []
    places_of: list[tuple[int, int, int]] = []
    for at in openings:
        if text.startswith(first, at):
            until, end = closings.behind(at + len(first))
            if not end or (places_of and at < places_of[-1][2]):
                return None
            inner.append(_on_one_line(text[at:until], template, between))
            places_of.append((at, text.rindex("[", 0, at), end))
    read = _columns(inner, template, between)
    words_of = None if read is None else _words(read[0], template, shape, format)
    if read is None or words_of is None:
        return None
    found, row = [], 0
    for size, brackets in zip(read[1], places_of, strict=True):
        found.append(_Found(*brackets, Rows(partial(_slice, words_of, row, row + size))))
        row += size
    return found


class _Closings:
    """The brackets that close lists of words."""

    __slots__ = ("_many_lines", "_sign", "_tails", "_text", "_word")

    def __init__(self, text: str, template: _Template, between: str) -> None:
        last = template.pieces[-1]
        # The last piece may also stand before a bracket inside of a word.
        tails = [re.escape(piece[len(last) :].lstrip()[1:]) for piece in template.pieces if piece.startswith(last)]
        self._tails = re.compile("|".join(filter(None, tails)) or "(?!)")
        self._text = text
        self._word = last
        self._many_lines = "\n" in between
        # Brackets inside of words are many: one closes a list on a line of its own, or directly behind a word.
        blank = between.partition(",")[2][:1]
        has_brackets = any("]" in piece for piece in template.pieces)
        self._sign = last[-1] + (blank if blank in ("\n", "\r") else "]") if has_brackets else "]"

    def behind(self, begin: int) -> tuple[int, int]:
        """The ends of the last word and of the list, of the list that closes first behind a place; 0, 0 for none."""
        at = begin
        while (at := self._bracket(at)) >= 0:
            until = at
            while until > begin and self._text[until - 1] in _BLANKS:
                until -= 1
            at += 1
            if self._is_word(begin, until) and not self._tails.match(self._text, at):
                return until, at
        return 0, 0

    def _bracket(self, at: int) -> int:
        """The place of the next bracket that may close a list; -1 for none."""
        place = self._text.find(self._sign, at)
        return place if place < 0 else self._text.find("]", place + len(self._sign) - 1)

    def _is_word(self, begin: int, until: int) -> bool:
        """Whether the last piece of a word ends here, perhaps with blanks before its last character."""
        text, word = self._text, self._word
        if text.endswith(word, begin, until):
            return True
        if not self._many_lines or not text.endswith(word[-1], begin, until):
            return False
        behind = until - 1
        while behind > begin and text[behind - 1] in _BLANKS:
            behind -= 1
        bare = word[:-1].rstrip(_BLANKS)
        blanks, wanted = text[behind : until - 1], word[len(bare) : -1]
        return text.endswith(bare, begin, behind) and (blanks.startswith(wanted) if bare else wanted in blanks)


def _on_one_line(written: str, template: _Template, between: str) -> str:
    """The text of words in which those on several lines, as `dump` writes long ones, stand on one line."""
    newline = between[between.find("\n") :]
    inner = newline + "  "
    if "\n" not in between or "{\n" not in written or any("\n" in piece for piece in template.pieces):
        return written
    first, *others = template.pieces
    *middle, last = [piece.replace(', "', f',{inner}"') for piece in others]
    if any("\n" not in piece for piece in middle):
        return written  # `dump` has a blank behind every comma
    begin = first.replace("{", "{" + inner, 1).replace(', "', f',{inner}"')
    long = "([^\n]*)".join(map(re.escape, [begin, *middle, f"{last[:-1]}{newline}}}"]))
    return re.sub(long, lambda match: first + "".join(map(add, match.groups(), others)), written)


def _between(text: str, openings: Sequence[int], template: _Template) -> str:
    """The text between two words."""
    for at in openings:
        if text.startswith(template.pieces[0], at):
            match = _BETWEEN.match(text, element(text, at)[1])
            if match is not None:
                return match[0]
    return ", "


def _has_others(text: str, openings: Sequence[int], shape: Shape) -> bool:
    """Whether the second element of the first list is surely no word."""
    match = _BETWEEN.match(text, element(text, openings[0])[1]) if openings and shape.fixed else None
    return match is not None and _is_no_word(element(text, match.end())[0], shape)


def _slice(words_of: _Words, first: int, last: int) -> list[Run | Json]:
    return [words_of.run(first, last)]


def _columns(lists: Sequence[str], template: _Template, between: str) -> tuple[list[list[str]], Sequence[int]] | None:
    """The values of the words of some lists between the pieces of their template, by place, and the number of words of
    each list; None where a text is no row of words."""
    holes = _holes(template)
    word = re.compile(_with_holes(template, holes) + re.escape(between))
    columns: list[list[str]] = [[] for _ in holes]
    sizes: list[int] = []
    for written in lists:
        # Every value, with what is between one word and the next before its first value: nothing.
        cells = word.split(written + between)
        if len(cells) == 1 or any(cells[:: len(holes) + 1]):
            return None
        sizes.append(len(cells) // (len(holes) + 1))
        for place, column in enumerate(columns, 1):
            column += cells[place :: len(holes) + 1]
    return (columns, sizes) if sizes else None


def _holes(template: _Template) -> list[str]:
    """The patterns of the values of a word."""
    return [rf"({_INNER})" if is_text else rf"({_NUMBER})" for is_text in template.quoted]


def _with_holes(template: _Template, holes: Sequence[str]) -> str:
    """The pattern of a word, from the patterns of its values."""
    return "".join([re.escape(piece) + hole for piece, hole in zip(template.pieces, [*holes, ""], strict=True)])


def _one_by_one(text: str, openings: Sequence[int], template: _Template, shape: Shape, format: str) -> list[_Found]:
    """The lists that have words among other values."""
    found: list[_Found] = []
    done = 0
    for at in openings:
        if at >= done:
            one, done = _mixed(text, at, template, shape, format)
            if one is not None:
                found.append(one)
    return found


def _mixed(text: str, at: int, template: _Template, shape: Shape, format: str) -> tuple[_Found | None, int]:
    """A list of words and other values, read one by one, and its end; None where no element is a word of the
    template."""
    holes = _holes(template)
    holes[next(place for place, path in enumerate(template.paths) if shape.roles.get(path) == "value")] = _BARE
    whole = _with_holes(template, holes)
    # Items between a word and the next one are read together with it.
    item = rf"(?:(?!{re.escape(template.pieces[0])}){_FLAT}{_SPACE},{_SPACE})" if shape.fixed else "(?!)"
    word = re.compile(rf"{whole}{_SPACE}(?:,{_SPACE}({item}{{0,{_BEHIND_ONE}}})|(\]))")
    behind = re.compile(_BEHIND).match
    first = at
    begin = text.rindex("[", 0, at)
    rows: list[tuple[str | None, ...]] = []
    single: list[tuple[int, Json]] = []
    is_last = False
    while not is_last:
        match = None
        for match in iter(word.scanner(text, at).match, None):  # type: ignore[attr-defined]
            row = match.groups()
            rows.append(row)
            if row[-1] is not None:
                is_last = True
                break
        if match is None:
            value, end = element(text, at)
            single.append((len(rows), value))
            match = behind(text, end)
            if match is None:
                raise Doubt
            is_last = match[1] == "]"
        at = match.end()
    if not rows:
        return None, at
    *columns, texts, _ = map(list, zip(*rows, strict=True))
    words_of = _words(columns, template, shape, format)
    if words_of is None:
        return None, at
    items, single = _items(texts, single, shape)
    words_of.append(texts, items)
    distinct = [item for listed in items.values() for item in listed]
    return _Found(first, begin, at, Rows(partial(_spliced, words_of, single, distinct))), at


def _items(
    texts: list[str | None], single: list[tuple[int, Json]], shape: Shape
) -> tuple[dict[str, list[Json]], list[tuple[int, Json]]]:
    """The items of every text behind a word that surely are no words, and the values that have to be looked at one by
    one, each with the number of words before it. Texts of these are cleared."""
    items: dict[str, list[Json]] = {}
    unsure: set[str] = set()
    for text in filter(None, set(texts)):
        listed = f"[{text.rstrip()[:-1]}]"
        found, end = element(listed, 0)
        if end < len(listed) or not isinstance(found, list) or text.count("[") > _BRACKETS:
            raise Doubt
        items[text] = found
        if not all(_is_no_word(item, shape) for item in found):
            unsure.add(text)
    rows = {count - 1 for count, _ in single if count}
    if unsure:
        rows.update(row for row, text in enumerate(texts) if text in unsure)
    more: list[tuple[int, Json]] = []
    for row in rows:
        more += [(row + 1, item) for item in items.get(texts[row] or "", ())]
        texts[row] = ""
    kept = {text: found for text, found in items.items() if text not in unsure}
    return kept, sorted([*more, *single], key=itemgetter(0)) if more else single


def _is_no_word(item: Json, shape: Shape) -> bool:
    """Whether an item has another value of a fixed member than words have."""
    if not isinstance(item, dict):
        return False
    found = [(item.get(str(path[0])), wanted) for path, wanted in shape.fixed.items() if len(path) == 1]
    return any(isinstance(value, str) and value not in wanted for value, wanted in found)


def _spliced(words_of: _Words, single: Sequence[tuple[int, Json]], items: Sequence[Json]) -> list[Run | Json]:
    """Runs of words, and the values between them, each with the number of words before it; `items` go with the first
    run."""
    parts: list[Run | Json] = []
    done = 0
    for row, value in single:
        if row > done:
            parts.append(words_of.run(done, row))
            done = row
        parts.append(value)
    if done < len(words_of):
        parts.append(words_of.run(done, len(words_of)))
    place, run = next((place, part) for place, part in enumerate(parts) if isinstance(part, Run))
    parts[place] = replace(run, others=items)
    return parts


# --- labels from columns -------------------------------------------------------------------------------------


class _Words:
    """Words in columns whose values were checked; labels are made when they are asked for."""

    __slots__ = ("_attributes", "_columns", "_format", "_made", "_size", "_times", "_values")

    def __init__(
        self,
        format: str,
        columns: Columns,
        values: list[str],
        times: _Pair,
        attributes: list[Attributes] | None,
    ) -> None:
        self._format = format
        self._columns = columns
        self._values = values
        self._times = times
        self._attributes = attributes
        self._size = len(values)
        self._made: Run | None = None

    def __len__(self) -> int:
        return self._size

    def append(self, texts: Sequence[str | None], items: Mapping[str, list[Json]]) -> None:
        """Adds the items that stand behind words, by their text."""
        if items:
            known: dict[str, Attributes] = {
                text: (detail(self._format, AFTER, listed),) for text, listed in items.items()
            }
            found = [known.get(text or "", ()) for text in texts]
            before = self._all_attributes()
            self._attributes = found if before is None else list(map(add, before, found))
            self._columns.pop("display", None)

    def run(self, first: int, last: int) -> Run:
        """Some of the words."""
        if self._made is None:
            self._made = self._make()
        return self._made if last - first == self._size else self._made.part(first, last)

    def _make(self) -> Run:
        columns, size = self._columns, self._size
        starts, ends = self._times
        if starts and ends and not all(map(le, map(float, starts), map(float, ends))):
            raise Doubt
        confidences = columns.get("confidence")
        nobody = [""] * size
        names = columns.get("channel", nobody), columns.get("speaker", nobody)
        return Run(self._values, (starts, ends, confidences), self._all_attributes(), *names)

    def _all_attributes(self) -> list[Attributes] | None:
        """The attributes of every word, with its printed form where this differs."""
        forms = self._columns.get("display")
        if forms is None or forms == self._values:
            return self._attributes
        found: Iterable[Attributes] = self._attributes or repeat((), self._size)
        return [
            more if not form or form == value else (*more, (DISPLAY, form))
            for more, form, value in zip(found, forms, self._values, strict=False)
        ]


def _words(found: Sequence[list[str]], template: _Template, shape: Shape, format: str) -> _Words | None:
    """The words of columns; None where a value might be a problem, or a word has blanks in it."""
    cells = dict(zip(template.paths, found, strict=True))
    quoted = dict(zip(template.paths, template.quoted, strict=True))
    columns: Columns = {}
    for path, column in cells.items():
        role = shape.roles.get(path, "")
        checked = _checked(column, quoted[path], role, shape)
        if checked is None:
            return None
        cells[path] = checked
        columns[role] = checked
    times = (columns.get("start"), columns.get("end")) if shape.times is None else shape.times(columns)
    values, lead = columns["value"], shape.lead
    if lead:
        if not all(map(str.startswith, values, repeat(lead))):
            return None
        values = [value[len(lead) :] for value in values]
    if times is None or not _are_single(values):
        return None
    return _Words(format, columns, values, times, _attributes(cells, quoted, template, shape, format))


def _are_single(values: list[str]) -> bool:
    """Whether every value is one word."""
    joined = "".join(values)
    if joined.isprintable() and " " not in joined:
        return all(values)
    return words(" ".join(values)) == values


def _checked(column: list[str], is_text: bool, role: str, shape: Shape) -> list[str] | None:
    """The values of a column, without escapes; None where one is not of its role."""
    if role in _NUMBERS and is_text:
        if role not in shape.quoted:
            return None
        if shape.times is None:
            return column if _are_numbers("\n" + "\n".join(column) + "\n") else None
    elif role in _TEXTS and not is_text:
        return None
    if not is_text or "\\" not in "".join(column):
        return column
    decoded = loads('["' + '","'.join(column) + '"]')
    return decoded if isinstance(decoded, list) else None  # type: ignore[return-value]


def _are_numbers(lines: str) -> bool:
    """Whether all lines after the first one are plain numbers of JSON; False where one is long."""
    data = lines.encode("utf-8", "replace")
    if data.translate(None, _DIGITS + b".\n") or b"\n\n" in data.translate(_POINTS_AS_ENDS):
        return False
    shapes = data.translate(_ALIKE)
    if b"\n00" in shapes or b"\n01" in shapes or b".." in data.translate(None, _DIGITS):
        return False
    # A long number covers one of these blocks.
    return all(b"\n" in data[at : at + _BLOCK] for at in range(0, len(data) - _BLOCK, _BLOCK))


def without_unit(column: list[str], unit: str) -> list[str] | None:
    """The numbers of texts that end in a unit; None where one does not, or is no plain number.

    >>> without_unit(["1.5s", "2s"], "s"), without_unit(["1.5s", "s"], "s")
    (['1.5', '2'], None)
    """
    joined = "\n".join(column) + "\n"
    if joined.count(f"{unit}\n") < len(column) or joined.count("\n") > len(column):
        return None
    joined = joined.replace(f"{unit}\n", "\n")
    return joined.splitlines() if _are_numbers("\n" + joined) else None


def is_whole(column: list[str]) -> bool:
    """Whether all numbers of a column are whole and not too long."""
    return "".join(column).isdigit() and max(map(len, column)) <= _WHOLE


def in_seconds(column: list[str], places: int) -> list[str]:
    """The seconds of whole units, of which there are 10 to the power of `places` in a second.

    >>> in_seconds(["1500", "7"], 3)
    ['1.500', '0.007']
    """
    return [
        f"{text[:-places]}.{text[-places:]}" if len(text) > places else f"0.{text.rjust(places, '0')}"
        for text in column
    ]


def _attributes(
    cells: Mapping[Path, list[str]], quoted: Mapping[Path, bool], template: _Template, shape: Shape, format: str
) -> list[Attributes] | None:
    """The members of every word that have no role, as attributes; None where there are none."""
    constants = dict(template.constants)
    size = len(next(iter(cells.values())))
    single: list[Iterable[tuple[str, str]]] = []
    inner: list[Iterable[str]] = []
    for path in template.order:
        key = path[-1]
        if path in shape.roles and path not in constants:
            continue
        if not isinstance(key, str) or key.startswith("/"):
            raise Doubt
        if path in constants:
            texts: Iterable[str] = repeat(constants[path], size)
        else:
            texts = map(text_json, cells[path]) if quoted[path] else cells[path]
        if len(path) == 1:
            single.append(zip(repeat(f"{format}:{key}"), texts, strict=False))
        else:
            inner.append(map(f"{text_json(key)}: ".__add__, texts))
    if inner:
        objects = map(", ".join, zip(*inner, strict=True))
        single.append([(f"{format}:/alternative", f"{{{written}}}") for written in objects])
    return list(zip(*single, strict=True)) if single else None
