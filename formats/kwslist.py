"""KWSList: the detections of a keyword search system, as columns: millions of detections make few objects.

    <kwslist kwlist_filename="k.xml" language="english" system_id="x">
      <detected_kwlist kwid="KW-1" search_time="1.0" oov_count="0">
        <kw file="f" channel="1" tbeg="10.0" dur="0.5" score="0.9" decision="YES"/>
      </detected_kwlist>
    </kwslist>

Most files are written by programs, one element in each line with attributes in one order. These are read fast, by
cutting at the quotes; a file of any other layout is read by the XML parser with the schema, which reports all errors.

`read_kwslist` reads the list for keyword scoring; `read` gives a segment for each detection, with one label: the id of
the keyword, with the score as its confidence.
"""

from __future__ import annotations

import io
import re
from bisect import bisect_right
from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any

from .engine import nist_xml
from .engine.xml_source import etree_library
from .errors import FormatError, LimitError, Where, fail
from .record import Format, read_only
from .schema import Corpus, Label, OneByOne, Segment, Written
from .source import Source
from .values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

ATTRIBUTES = (b"file", b"channel", b"tbeg", b"dur", b"score", b"decision")
LONGEST_NUMBER = 100
# Detections that are gathered as texts before they become columns.
_ROWS = 1 << 16
# An invalid file up to this size is read again into a tree, which knows the lines of errors.
_TREE_SIZE = 256 << 20
_TAG = re.compile(rb"\s*<(/?)(kwslist|detected_kwlist)((?:\s+[a-z_]+=\"[^\"&<]*\")*)\s*(/?)>", re.ASCII)
_DECLARATION = re.compile(rb"(?:\xef\xbb\xbf)?(?:<\?xml version=\"1\.0\"(?: encoding=\"(?:UTF-8|utf-8)\")?\s*\?>)?")
_PAIR = re.compile(rb"([a-z_]+)=\"([^\"]*)\"")
_PLAIN = re.compile(r"\d+(\.\d+)?", re.ASCII)
_DECIMAL = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Listing:
    """The head of one list: its keyword and attributes; its detections are the rows from `first` up to `last`."""

    keyword: str
    search_time: str
    out_of_vocabulary: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class KwsList:
    """The output of a system; the texts of numbers are kept for reports."""

    listings: tuple[Listing, ...]
    file_names: tuple[str, ...]
    channel_names: tuple[str, ...]
    files: NDArray[np.int32]
    channels: NDArray[np.int32]
    begin_texts: NDArray[np.bytes_]
    begins: NDArray[np.float64]
    durations: NDArray[np.float64]
    score_texts: NDArray[np.bytes_]
    scores: NDArray[np.float64]
    yes: NDArray[np.bool_]
    language: str = ""
    system: str = ""
    minimum: float | None = None
    maximum: float | None = None
    path: str = ""
    source: Source | None = None

    def __len__(self) -> int:
        return len(self.scores)

    def where(self, row: int) -> Where:
        """The place of a detection in its file."""
        return self.places([row])[0]

    def places(self, rows: list[int]) -> list[Where]:
        """The places of some detections."""
        if self.source is None:
            return [Where(self.path, 1) for _ in rows]
        # Comments may hold text that looks like a detection: blank them, which keeps offsets.
        data = re.sub(rb"<!--.*?-->", lambda match: b" " * len(match[0]), self.source.data, flags=re.DOTALL)
        wanted = set(rows)
        last = max(rows, default=-1)
        places: dict[int, Where] = {}
        for row, match in enumerate(re.finditer(rb"<kw\s", data)):
            if row in wanted:
                places[row] = nist_xml.where(self.source, match.start())
            if row == last:
                break
        return [places.get(row, Where(self.path, 1)) for row in rows]


def read_kwslist(source: Source, *, strict: bool = False) -> KwsList:
    """Reads a system output; `strict` treats names as KWSEval does.

    >>> detected = read_kwslist(Source(b'<kwslist kwlist_filename="k" language="x" system_id="s">'
    ...     b'<detected_kwlist kwid="A" search_time="1" oov_count="0">'
    ...     b'<kw file="f.sph" channel="1" tbeg="1.0" dur=".5" score="0.9" decision="YES"/>'
    ...     b'</detected_kwlist></kwslist>'))
    >>> detected.file_names, detected.scores.tolist(), detected.where(0).column
    (('f',), [0.9], 113)
    """
    columns = _Columns(source)
    if not _read_plain(source, columns):
        nist_xml.refuse_harm(source)
        columns = _Columns(source)
        _read_any(source, columns)
    return columns.result()


def file_key(name: str) -> str:
    """The name of a recording: without its folder, and without `.sph` if that is its whole extension.

    >>> file_key("audio/a.sph"), file_key("a.b.sph"), file_key("c.wav")
    ('a', 'a.b.sph', 'c.wav')
    """
    name = name.rpartition("/")[2]
    bare = name.lstrip(".")
    stem, _, extension = bare.partition(".")
    return name[: len(name) - len(bare)] + stem if extension == "sph" and stem else name


class _Columns:
    """Gathers the columns, one list of detections at a time."""

    __slots__ = ("_channels", "_files", "_parts", "_rows", "_source", "head", "listings")

    def __init__(self, source: Source) -> None:
        self._source = source
        self._files: dict[bytes, int] = {}
        self._channels: dict[bytes, int] = {}
        self._parts: list[tuple[Any, ...]] = []
        self._rows = 0
        self.listings: list[Listing] = []
        self.head: dict[str, str] = {}

    def open(self, attributes: dict[str, str], size: int) -> None:
        """Adds a list: the attributes of its head, and its number of detections."""
        key, searched, unknown = (attributes[name] for name in ("kwid", "search_time", "oov_count"))
        self.listings.append(Listing(key, searched, unknown, self._rows, self._rows + size))
        self._rows += size

    def add(self, names: list[list[bytes]], numbers: list[NDArray[Any]], yes: NDArray[np.bool_]) -> None:
        """Adds detections: names of files and channels, texts and values of times and scores, and decisions."""
        files, channels = names
        self._parts.append((_numbered(files, self._files), _numbered(channels, self._channels), *numbers, yes))

    def add_texts(self, columns: list[list[bytes]]) -> None:
        """Adds detections given as texts of the six attributes."""
        import numpy as np

        names, channels, begins, durations, scores, decisions = columns
        if not names:
            return
        longest = max(len(text) for texts in (begins, durations, scores) for text in texts)
        if longest > LONGEST_NUMBER:
            raise LimitError(
                f"{self._source.name}: a number of {longest} characters; expected at most {LONGEST_NUMBER}"
            )
        values = [np.array(_floats(texts, self._source)) for texts in (begins, durations, scores)]
        numbers = [np.array(begins), values[0], values[1], np.array(scores), values[2]]
        self.add([names, channels], numbers, np.array([decision == b"YES" for decision in decisions], dtype=np.bool_))

    def result(self) -> KwsList:
        """The list, after the checks that the schema cannot make."""
        import numpy as np

        empty = np.zeros(0)
        kinds: tuple[Any, ...] = ("i4", "i4", "S1", "f8", "f8", "S1", "f8", "?")
        columns = [
            np.concatenate([part[place] for part in self._parts]) if self._parts else empty.astype(kind)
            for place, kind in enumerate(kinds)
        ]
        self._parts.clear()
        files, file_names = _merged(columns[0], [file_key(name.decode("utf-8")) for name in self._files])
        _, channels, begin_texts, begins, durations, score_texts, scores, yes = columns
        result = KwsList(
            tuple(self.listings),
            file_names,
            tuple(name.decode("utf-8") for name in self._channels),
            files,
            channels,
            begin_texts,
            begins,
            durations,
            score_texts,
            scores,
            yes,
            language=self.head["language"],
            system=self.head["system_id"],
            minimum=_optional(self.head.get("min_score")),
            maximum=_optional(self.head.get("max_score")),
            path=self._source.name,
            source=self._source,
        )
        _check_range(result)
        return result


def _floats(texts: list[bytes], source: Source) -> list[float]:
    """The values of texts; libxml2 accepts texts such as `0E`, which are not numbers."""
    try:
        return list(map(float, texts))
    except ValueError as error:
        text = next(text for text in texts if str(error).endswith(repr(text)))
        place = nist_xml.where(source, max(source.data.find(b'"' + text + b'"'), 0))
        fail(place, f"{text.decode()!r} is not a number", "a number")


def _check_range(result: KwsList) -> None:
    """Checks that all scores are within the range in the head of the file."""
    if (result.minimum is None) != (result.maximum is None):
        fail(Where(result.path, 1), "only one of min_score and max_score", "both or neither")
    if result.minimum is None or result.maximum is None:
        return
    outside = (result.scores < result.minimum) | (result.scores > result.maximum)
    if outside.any():
        row = int(outside.argmax())
        text = result.score_texts[row].decode()
        fail(
            result.where(row),
            f"score {text} is outside the range of the header",
            f"{result.minimum} to {result.maximum}",
        )


def _optional(text: str | None) -> float | None:
    return None if text is None else float(text)


def _numbered(names: list[bytes], numbers: dict[bytes, int]) -> NDArray[np.int32]:
    """A number for each name; new names are added to the known ones."""
    import numpy as np

    for name in [name for name in dict.fromkeys(names) if name not in numbers]:
        numbers[name] = len(numbers)
    return np.array([numbers[name] for name in names], dtype=np.int32)


def _merged(numbers: NDArray[np.int32], names: list[str]) -> tuple[NDArray[np.int32], tuple[str, ...]]:
    """The numbers and the names, with one number for equal names."""
    import numpy as np

    number_of: dict[str, int] = {}
    for name in names:
        number_of.setdefault(name, len(number_of))
    table = np.array([number_of[name] for name in names] or [0], dtype=np.int32)
    return table[numbers], tuple(number_of)


def _read_plain(source: Source, columns: _Columns) -> bool:
    """Reads a file of the usual layout; False for any other, and then the gathered columns are incomplete."""
    from .engine.kwslist_cut import Cutter

    data = source.data
    declared = _DECLARATION.match(data)
    place = declared.end() if declared else 0
    head = _TAG.match(data, place)
    if not head or head[2] != b"kwslist" or head[1] or head[4]:
        return False
    attributes = _attributes(head[3])
    if attributes is None or not _is_root(attributes):
        return False
    columns.head = attributes
    place = head.end()
    cutter = Cutter(columns.add, ATTRIBUTES)
    while tag := _TAG.match(data, place):
        if tag[1]:
            return tag[2] == b"kwslist" and not data[tag.end() :].strip() and cutter.flush()
        attributes = _attributes(tag[3])
        if tag[2] != b"detected_kwlist" or attributes is None or not _is_head(attributes):
            return False
        start = end = tag.end()
        if not tag[4]:
            end = data.find(b"</detected_kwlist>", start)
        place = end if tag[4] else end + len(b"</detected_kwlist>")
        if end < 0 or not cutter.take(data, start, end):
            return False
        columns.open(attributes, data.count(b"<", start, end))
    return False


def _attributes(text: bytes) -> dict[str, str] | None:
    """The attributes of a tag; None where one is repeated or is not UTF-8."""
    pairs = _PAIR.findall(text)
    try:
        attributes = {name.decode(): value.decode() for name, value in pairs}
    except UnicodeDecodeError:
        return None
    return (
        attributes
        if len(attributes) == len(pairs) and not re.search(rb"[\t\r\n]", b"".join(v for _, v in pairs))
        else None
    )


def _is_root(attributes: dict[str, str]) -> bool:
    limits = set(attributes) - {"kwlist_filename", "language", "system_id"}
    return (
        len(attributes) - len(limits) == 3
        and limits <= {"min_score", "max_score"}
        and all(_DECIMAL.fullmatch(attributes[name]) for name in limits)
    )


def _is_head(attributes: dict[str, str]) -> bool:
    count = attributes.get("oov_count", "")
    return (
        set(attributes) == {"kwid", "search_time", "oov_count"}
        and _DECIMAL.fullmatch(attributes["search_time"]) is not None
        and (count == "NA" or (count.isascii() and count.isdigit()))
    )


def _read_any(source: Source, columns: _Columns) -> None:
    """Reads any document that the schema allows."""
    etree = etree_library()
    options = {**nist_xml.safe_options(), "huge_tree": True}
    checker = nist_xml.schema("kwslist")
    events = etree.iterparse(io.BytesIO(source.data), events=("start", "end"), schema=checker, **options)
    try:
        try:
            whole = _gather(source, events, columns)
        except (KeyError, FormatError):
            # The schema reports an invalid number, once it has read the whole file.
            for _ in events:
                pass
            raise
    except etree.XMLSyntaxError as error:
        if len(source.data) <= _TREE_SIZE:
            nist_xml.document(source, "kwslist", huge=True)  # reports the errors with their places
        nist_xml.refuse(source, events.error_log, "a document valid by kwslist.xsd", str(error.msg))
    if not whole:  # iterparse ends without an error where the file breaks off
        nist_xml.document(source, "kwslist", huge=True)
        fail(Where(source.name, 1), "the document ends before its end tag", "well-formed XML")


def _gather(source: Source, events: Iterator[tuple[str, Any]], columns: _Columns) -> bool:
    """Fills the columns; True if the document is complete."""
    names = [name.decode() for name in ATTRIBUTES]
    body: list[list[bytes]] = [[] for _ in names]
    whole, size = False, 0
    for event, element in events:
        if event == "start":
            if element.tag == "kwslist":
                if element.getroottree().docinfo.doctype:
                    fail(
                        Where(source.name, 1),
                        "a document type declaration",
                        "none, because declarations can be harmful",
                    )
                columns.head = dict(element.attrib)
            continue
        if element.tag == "kw":
            size += 1
            for column, name in zip(body, names, strict=True):
                text = element.get(name, "")
                column.append((text if name == "file" else text.strip()).encode("utf-8"))
            # Elements are dropped at once: otherwise the tree would grow as large as the file.
            element.clear()
            while element.getprevious() is not None:
                del element.getparent()[0]
        elif element.tag == "detected_kwlist":
            columns.open(dict(element.attrib), size)
            size = 0
            element.clear()
        whole = element.tag == "kwslist"
        if whole or len(body[0]) == _ROWS:
            columns.add_texts(body)
            body = [[] for _ in names]
    return whole


def read(source: Source) -> Corpus:
    """Reads detections as segments.

    >>> corpus = read(Source(b'<kwslist kwlist_filename="k" language="x" system_id="s">'
    ...     b'<detected_kwlist kwid="A" search_time="1" oov_count="0">'
    ...     b'<kw file="f.sph" channel="1" tbeg="1.0" dur=".5" score="0.90" decision="YES"/>'
    ...     b'</detected_kwlist></kwslist>'))
    >>> segment = corpus.segments[0]
    >>> segment.session, segment.labels[0].value, segment.labels[0].end, segment.labels[0].confidence
    ('f', 'A', 1.5, 0.90)
    """
    return Corpus(Detections(read_kwslist(source)), format="kwslist", path=source.name)


class Detections(OneByOne[Segment]):
    """The detections of a file, kept as columns; a segment with one label is made on access."""

    __slots__ = ("_first", "_found")

    def __init__(self, kwslist: KwsList) -> None:
        self._found = kwslist
        self._first = [listing.first for listing in kwslist.listings]

    def _item(self, row: int) -> Segment:
        kwslist = self._found
        begin = _written(kwslist.begin_texts[row])
        end = Written(f"{kwslist.begins[row] + kwslist.durations[row]:.15g}")
        score = float(kwslist.scores[row])
        label = Label(
            kwslist.listings[bisect_right(self._first, row) - 1].keyword,
            begin,
            end,
            _written(kwslist.score_texts[row]) if isfinite(score) else None,
            kind="keyword",
            attributes=(("kwslist:decision", "YES" if kwslist.yes[row] else "NO"),),
        )
        session, channel = kwslist.file_names[kwslist.files[row]], kwslist.channel_names[kwslist.channels[row]]
        return Segment(session=session, channel=channel, start=begin, end=end, labels=(label,))

    def __len__(self) -> int:
        return len(self._found)


def _written(text: bytes) -> float:
    """A number with its text, if that is a plain decimal number; else the bare value."""
    plain = text.decode("ascii")
    return Written(plain) if _PLAIN.fullmatch(plain) else float(plain)


def sniff(lines: Sequence[str]) -> bool:
    """Whether the root element is that of a system output."""
    return nist_xml.root_name(lines) == "kwslist"


FORMAT = Format(
    name="kwslist",
    suffixes=(".kwslist", ".kwslist.xml"),
    summary="NIST detections of keywords: file, channel, times, score and decision",
    carries=frozenset({"channels", "confidence", "segment times", "sessions", "times"}),
    read=read,
    write=read_only,
    sniff=sniff,
    words="timed",
)
