"""Shapes of growing files: a sample of a format in which one part is repeated, unchanged or with its numbers and names
counted on, and files of utterances and of words with times that scorelite converts.

Whatever a sample shows is repeated: lines, blocks of lines, elements and attributes of XML, members and items of JSON,
words, special characters. A new format is covered by its sample.
"""

from __future__ import annotations

import io
import json
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from scorelite import formats
from scorelite.formats import hf_dataset
from tests.formats.hostile import REPEATED, SPECIAL
from tests.formats.test_every_format import SAMPLES

Files = Mapping[str, bytes]
"""Names and contents; a format of one file has the name "" alone."""
Make = Callable[[int], Files]

_CLOCK = re.compile(r"(\d+):(\d\d):(\d\d)")
_NUMBER = re.compile(r"\d+")
_QUOTED = re.compile(r'(?<=[=:\[,] ")[A-Za-z][\w -]*(?=")|(?<=[=:\[,]")[A-Za-z][\w -]*(?=")')
_WORD = re.compile(r"[A-Za-z]\w*")
_TAG = re.compile(r"<(/?)([A-Za-z][\w:.-]*)[^<>]*?(/?)>")
_MARK = "\0here\0"


@dataclass(frozen=True, slots=True)
class Shape:
    """A way in which a file grows: its name, the bytes of about one repetition, and the file of n repetitions."""

    name: str
    unit: int
    make: Make


def is_text(record: formats.Format) -> bool:
    """Whether files of the format are texts, of which parts can be repeated."""
    return record.pack is None and not record.magic and record.name != hf_dataset.NAME


def shapes(name: str) -> Iterator[Shape]:
    """All shapes of a format."""
    record = formats.by_name(name)
    if record.writable:
        yield from _converted(record)
    if not is_text(record):
        return
    for path in sorted(path for path in SAMPLES.iterdir() if path.name.split(".")[0].split("_")[0] == name):
        if path.is_dir():
            yield from _folder(path)
        else:
            yield from _sample(path.read_text(encoding="utf-8"), path.name)
    for title, (kind, begin, part, end) in REPEATED.items():
        if kind == name:
            yield Shape(title, len(part), _around(begin, part, end))


def _around(begin: str, part: str, end: str, between: str = "", change: str = "same") -> Make:
    def make(number: int) -> Files:
        return {"": (begin + between.join(_repeated(part, number, change)) + end).encode()}

    return make


def _repeated(part: str, number: int, change: str) -> Iterator[str]:
    return (_CHANGES[change](part, place) for place in range(number))


def _counted(part: str, place: int) -> str:
    """The part with its times and numbers increased."""

    def clock(match: re.Match[str]) -> str:
        seconds = int(match[3]) + place
        hours = (int(match[1]) + seconds // 3600) % 100
        return f"{hours:0{len(match[1])}}:{(int(match[2]) + seconds // 60) % 60:02}:{seconds % 60:02}"

    if _CLOCK.search(part):
        return _CLOCK.sub(clock, part)
    return _NUMBER.sub(lambda match: f"{int(match[0]) + place:0{len(match[0])}}", part)


def _named(part: str, place: int) -> str:
    """The part with a number behind its names: values in quotes or, where there are none, the first words."""
    changed, count = _QUOTED.subn(lambda value: f"{value[0]}{place}", part)
    return changed if count else _WORD.sub(lambda word: f"{word[0]}{place}", part, count=2)


_CHANGES: Mapping[str, Callable[[str, int], str]] = {
    "same": lambda part, place: part,
    "numbers": _counted,
    "names": _named,
    "numbers and names": lambda part, place: _counted(_named(part, place), place),
}


def _changed(name: str, begin: str, part: str, end: str, between: str = "") -> Iterator[Shape]:
    """One shape for each way of counting on that changes the part."""
    seen: set[str] = set()
    for change in _CHANGES:
        second = _CHANGES[change](part, 1)
        if second not in seen:
            seen.add(second)
            yield Shape(
                f"{name}, {change}", len((part + between).encode()) + 4, _around(begin, part, end, between, change)
            )


def _sample(text: str, title: str) -> Iterator[Shape]:
    """Shapes of one text."""
    yield from _lines(text, title)
    for place, (begin, part, end) in enumerate(_elements(text)):
        yield from _changed(f"{title}, element {place}", begin, part, end)
    if title.endswith((".json", ".jsonl")):
        for place, (begin, part, end) in enumerate(_values(text)):
            yield from _changed(f"{title}, value {place}", begin, part, end, ", ")
    words = list(re.finditer(r"\w+", text))
    for place, match in enumerate((words[len(words) // 2], words[-1])):
        yield from _changed(f"{title}, word {place}", text[: match.start()], match[0] + " ", text[match.start() :])
    for part in SPECIAL:
        for cut in (len(text), words[len(words) // 2].end(), words[-1].end()):
            yield Shape(f"{title}, {part!r} at {cut}", len(part), _around(text[:cut], part, text[cut:]))


def _lines(text: str, title: str) -> Iterator[Shape]:
    """Lines and blocks of lines."""
    yield from _changed(f"{title}, all of it", "", text, "")
    lines = text.splitlines(keepends=True)
    if 1 < len(lines) <= 60:
        for place, line in enumerate(lines):
            yield from _changed(f"{title}, line {place + 1}", "".join(lines[:place]), line, "".join(lines[place + 1 :]))
    blocks = text.split("\n\n")
    if len(blocks) > 1:
        for place, block in enumerate(blocks):
            begin = "".join(each + "\n\n" for each in blocks[:place])
            yield from _changed(f"{title}, block {place + 1}", begin, block + "\n\n", "\n\n".join(blocks[place + 1 :]))


def _elements(text: str) -> Iterator[tuple[str, str, str]]:
    """Elements of XML, their attributes, and tags alone, each with what stands before and behind."""
    opened: list[tuple[str, int]] = []
    for match in _TAG.finditer(text):
        if match[1]:
            while opened:
                name, begin = opened.pop()
                if name == match[2]:
                    yield text[:begin], text[begin : match.end()], text[match.end() :]
                    break
        else:
            begin = match.end() - len(match[3]) - 1
            yield text[:begin], ' a0="1"', text[begin:]
            yield text[: match.start()], match[0], text[match.start() :]
            if not match[3]:
                opened.append((match[2], match.start()))


def _values(text: str) -> Iterator[tuple[str, str, str]]:
    """Items of lists and members of objects of JSON, or of the first line of JSON lines."""
    head, _, rest = (text, "", "") if text.lstrip().startswith("[") else text.partition("\n")
    try:
        document, behind = json.loads(head), "\n" + rest if rest else ""
    except ValueError:
        document, end = json.JSONDecoder().raw_decode(text)
        head, behind = text[:end], text[end:]
    for place in list(_containers(document)):
        if isinstance(place, list):
            part = json.dumps(place[-1]) if place else "[]"
            place.append(_MARK)
        else:
            part = f'"member0": {json.dumps(next(iter(place.values()), 1))}'
            place[_MARK] = None
        begin, _, end = json.dumps(document).partition(json.dumps(_MARK))
        place.pop() if isinstance(place, list) else place.pop(_MARK)
        yield begin, part, end.removeprefix(": null") + behind
    for part in ("[", '{"a": ', '{"a": [', "1", "\\u00e9", "\\ud83d\\ude00"):
        strings = re.search(r'": "()', head) if part.startswith("\\") else re.search(r": ()", head)
        if strings:
            yield head[: strings.end()], part, head[strings.end() :] + behind


def _containers(value: object) -> Iterator[list[object] | dict[str, object]]:
    if isinstance(value, (list, dict)):
        yield value
        for each in list(value.values()) if isinstance(value, dict) else value:
            yield from _containers(each)


def _folder(path: Path) -> Iterator[Shape]:
    """Each line of each file, and one line of every file at once."""
    files = (file for file in sorted(path.rglob("*")) if file.is_file())
    sample = {file.relative_to(path).as_posix(): file.read_text(encoding="utf-8") for file in files}
    for name, text in sample.items():
        for shape in _sample(text, name):

            def make(number: int, name: str = name, inner: Make = shape.make) -> Files:
                return {**{each: data.encode() for each, data in sample.items()}, name: inner(number)[""]}

            yield Shape(shape.name, shape.unit, make)
    for change in _CHANGES:

        def together(number: int, change: str = change) -> Files:
            return {
                name: "".join(_repeated(text.splitlines(keepends=True)[0], number, change)).encode()
                for name, text in sample.items()
            }

        yield Shape(f"all files, {change}", sum(map(len, together(1).values())) + 20, together)


def _utterances(number: int, speakers: int = 4, sessions: int = 1, words: int = 5) -> str:
    rows = []
    for place in range(number):
        text = " ".join(f"w{(place * 7 + word) % 997}" for word in range(words))
        session, turn = place % sessions, place // sessions
        rows.append((session, turn, f"s{session:06} 1 p{place % speakers} {turn * 2}.00 {turn * 2 + 1}.50 {text}\n"))
    return "".join(row for _, _, row in sorted(rows))


def _words(number: int) -> str:
    return "".join(f"talk 1 {place * 0.31:.2f} 0.25 word{place % 500} 0.9{place % 10}\n" for place in range(number))


_SOURCES: Mapping[str, tuple[str, Callable[[int], str]]] = {
    "segments": ("stm", _utterances),
    "speakers": ("stm", lambda n: _utterances(n, speakers=n)),
    "sessions": ("stm", lambda n: _utterances(n, sessions=n)),
    "words of a segment": ("stm", lambda n: _utterances(1, words=n)),
    "equal words": ("trn", lambda n: "same " * n + "(a-1)\n"),
    "letters": ("stm", lambda n: f"s 1 a 0 1 {'w' * n}\n"),
    "overlaps": ("stm", lambda n: "".join(f"s 1 p{i % 9} {n - i}.00 {3 * n - i}.00 a b\n" for i in range(n))),
    "equal times": ("stm", lambda n: "".join(f"s 1 p{i} 1.00 2.00 a b\n" for i in range(n))),
    "timed words": ("ctm", _words),
    "equal times of words": ("ctm", lambda n: "s 1 1.00 0.25 word 0.9\n" * n),
}


def _converted(record: formats.Format) -> Iterator[Shape]:
    """Files that are written by scorelite; content that the format cannot hold has no shape."""
    timed = "times" in record.carries
    for name, (kind, rows) in _SOURCES.items():

        def make(number: int, kind: str = kind, rows: Callable[[int], str] = rows) -> Files:
            source = rows(number).encode()
            with tempfile.TemporaryDirectory() as folder:
                target = Path(folder) / "made"
                if record.files is not None:
                    formats.convert(source, target, source_format=kind, target_format=record.name)
                    return {file.name: file.read_bytes() for file in target.iterdir()}
            buffer = io.BytesIO()
            formats.convert(
                source, buffer, source_format=kind, target_format=record.name, interpolate=kind == "stm" and timed
            )
            return {"": buffer.getvalue()}

        try:
            # What is packed is measured by the text that it holds.
            unit = len(rows(20) if record.pack is not None else b"".join(make(20).values())) // 20
        except formats.ScoreliteError:
            continue
        yield Shape(name, max(unit, 1), make)
