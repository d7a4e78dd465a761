"""SGML, alignments of sclite (`-o sgml`, `-o nl.sgml`), read only: the words of one side as segments.

    <SYSTEM title="talk" ref_fname="talk.ref" hyp_fname="talk.hyp" ...>
    <SPEAKER id="ann">
    <PATH id="(ann-001)" word_cnt="2" sequence="0">
    C,"the","the":S,"fox","ox"
    </PATH>

The option `side` chooses the words: "hyp" (default) or "ref". The attribute `sgml:result` of a word is C, S, D or I,
`sgml:other` the word of the other side.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from .engine.both_sides import COUNTS, check_side, counted
from .engine.fields import number
from .errors import Problems, Where
from .record import Format, read_only
from .schema import Attributes, Corpus, Label, Segment, Written
from .schema.markup import label_of
from .source import Source

_TAG = re.compile(r"<(/?)([A-Za-z_]+)((?:\s+[A-Za-z_0-9]+=\"[^\"]*\")*)\s*>")
_ATTRIBUTE = re.compile(r'([A-Za-z_0-9]+)="([^"]*)"')
_PAIR = re.compile(r'([CSDI]),("[^"]*")?,("[^"]*")?((?:,[^,:"]*)*)')
_ELEMENTS = frozenset({"SYSTEM", "SPEAKER", "PATH", "LABEL", "CATEGORY"})
_SIDES = {"ref": ("C", "S", "D"), "hyp": ("C", "S", "I")}


def read(source: Source, *, side: str = "hyp") -> Corpus:
    """Reads the words of one side.

    >>> head = b'<SYSTEM title="x">\\n<SPEAKER id="a">\\n<PATH id="(a-1)">\\n'
    >>> segment, = read(Source(head + b'C,"x","x":I,,"y"\\n</PATH>\\n</SPEAKER>\\n</SYSTEM>\\n')).segments
    >>> segment.id, [label.value for label in segment.items]
    ('a-1', ['x', 'y'])
    """
    check_side(side)
    reader = _Reader(source, side)
    reader.read()
    letters = reader.letters
    counts = counted(len(letters) - letters.count("C"), len(letters) - letters.count("I"))
    meta = (*reader.meta, (f"sgml:{COUNTS}", counts))
    return Corpus(tuple(reader.segments), meta=meta, format="sgml", path=source.name)


class _Reader:
    """Reads a file line by line."""

    def __init__(self, source: Source, side: str) -> None:
        self._source = source
        self._side = side
        self._problems = Problems()
        self._open: list[tuple[str, int]] = []
        self._speaker = ""
        self._path: dict[str, str] = {}
        self._labels: list[Label] = []
        self._lines: list[tuple[str, int]] = []
        self.segments: list[Segment] = []
        self.meta: list[tuple[str, str]] = []
        self.letters: list[str] = []
        """The results of all pairs: C, S, D or I."""

    def read(self) -> None:
        """Reads all lines; raises the problems that it finds."""
        place = 0
        for place, line in enumerate(self._source.lines(), 1):
            where = Where(self._source.name, place)
            if line.startswith("<"):
                self._tag(line, where)
            elif self._open and self._open[-1][0] == "PATH":
                self._lines.append((line, place))
            elif line.strip():
                self._problems.add(where, "text outside of a PATH", "<PATH ...>", line)
        for name, opened in self._open:
            self._problems.add(Where(self._source.name, opened), f"<{name}> is not closed", f"</{name}>")
        if not place:
            self._problems.add(Where(self._source.name, 1), "an empty file", "<SYSTEM ...>")
        self._problems.check()

    def _tag(self, line: str, where: Where) -> None:
        match = _TAG.match(line)
        name = match[2].upper() if match else ""
        if match is None or name not in _ELEMENTS:
            self._problems.add(where, "an unknown tag", "<SYSTEM ...>, <SPEAKER ...> or <PATH ...>", line)
            return
        if match[1]:
            if not self._open or self._open[-1][0] != name:
                self._problems.add(where, f"</{name}> without <{name}>", f"<{name} ...> before it", line)
                return
            self._open.pop()
            if name == "PATH":
                self._end(where)
            return
        attributes = dict(_ATTRIBUTE.findall(match[3]))
        if name in ("LABEL", "CATEGORY"):
            self._open += [] if line.rstrip().endswith(f"</{match[2]}>") else [(name, where.line)]
            return
        above = {"SYSTEM": "", "SPEAKER": "SYSTEM", "PATH": "SPEAKER"}[name]
        if (self._open[-1][0] if self._open else "") != above:
            self._problems.add(where, f"<{name}> in the wrong place", f"inside <{above}>" if above else "", line)
            self._problems.check()
        self._open.append((name, where.line))
        if name == "SYSTEM":
            self.meta += [(f"sgml:{key}", value) for key, value in attributes.items()]
        elif name == "SPEAKER":
            self._speaker = attributes.get("id", "")
        else:
            self._path, self._labels, self._lines = attributes, [], []

    def _all_words(self) -> None:
        """Adds the words of an utterance: pairs between colons or, in the other form, one field in each line."""
        auxiliary = [name for name in self._path.get("word_aux", "").split(",") if name]
        lines = self._lines
        if lines and lines[0][0] in ("C", "S", "D", "I"):
            width = 3 + len(auxiliary)
            while lines and not lines[-1][0]:
                lines.pop()
            groups = [lines[begin : begin + width] for begin in range(0, len(lines), width)]
            lines = [(",".join(line for line, _ in group), group[0][1]) for group in groups]
        for line, place in lines:
            self._words(line, Where(self._source.name, place), auxiliary)

    def _words(self, line: str, where: Where, auxiliary: Sequence[str]) -> None:
        at = 0
        while at < len(line):
            match = _PAIR.match(line, at)
            if match is None or (match.end() < len(line) and line[match.end()] != ":"):
                place = Where(where.path, where.line, at + 1)
                self._problems.add(place, "not an aligned pair", 'C,"word","word"', line)
                return
            self._pair(match, auxiliary, Where(where.path, where.line, at + 1))
            at = match.end() + 1

    def _pair(self, match: re.Match[str], auxiliary: Sequence[str], where: Where) -> None:
        result = match[1]
        self.letters.append(result)
        if result not in _SIDES[self._side]:
            return
        mine, other = (match[2], match[3]) if self._side == "ref" else (match[3], match[2])
        values = dict(zip(auxiliary, match[4].split(",")[1:], strict=False))
        letter = self._side[0]
        start, plus, end = values.get(f"{letter}_t1+t2", "").partition("+")
        confidence = values.get(f"{letter}_conf", "")
        written = (mine or '""')[1:-1]
        if not written:
            return  # an optional word of the other side that was not said
        label = label_of(written, where)
        timed = self._is_span(start, end, where) if plus else False
        attributes = label.attributes + _outcome(result, other)
        self._labels.append(
            Label(
                label.value,
                start=Written(start) if timed else None,
                end=Written(end) if timed else None,
                confidence=Written(confidence) if number(confidence) is not None else None,
                kind=label.kind,
                optional=label.optional,
                attributes=attributes,
                where=where,
            )
        )

    def _is_span(self, start: str, end: str, where: Where) -> bool:
        """Whether both are times; notes negative times and ends before begins."""
        begin, stop = number(start), number(end)
        if begin is None or stop is None:
            return False
        if not 0 <= begin <= stop:
            self._problems.add(where, f"times {start} and {end}", "seconds >= 0, the later time last")
        return True

    def _end(self, where: Where) -> None:
        self._all_words()
        path = self._path
        if path.get("case_sense") == "1" and ("sgml:case_sense", "1") not in self.meta:
            self.meta.append(("sgml:case_sense", "1"))
        start, end = path.get("R_T1", ""), path.get("R_T2", "")
        timed = self._is_span(start, end, where)
        labels = path.get("labels", "")
        self.segments.append(
            Segment(
                id=path.get("id", "").removeprefix("(").removesuffix(")"),
                session=path.get("file", ""),
                channel=path.get("channel", ""),
                speaker=self._speaker,
                start=Written(start) if timed else None,
                end=Written(end) if timed else None,
                tags=tuple(labels.strip("<>").split(",")) if labels else (),
                labels=tuple(self._labels),
                grammar="sclite",
                attributes=(("sgml:sequence", path["sequence"]),) if "sequence" in path else (),
                where=where,
            )
        )


@lru_cache(maxsize=4096)
def _outcome(result: str, other: str | None) -> Attributes:
    """The attributes of a pair, shared by all pairs with this result and this word on the other side."""
    return (("sgml:result", result),) if other is None else (("sgml:result", result), ("sgml:other", other[1:-1]))


def sniff(lines: Sequence[str]) -> bool:
    """Whether the first line opens a SYSTEM."""
    return bool(lines) and lines[0].startswith("<SYSTEM ") and "ref_fname=" in lines[0]


FORMAT = Format(
    name="sgml",
    suffixes=(".sgml", ".sgm"),
    summary="alignments of sclite; one side is read",
    carries=frozenset(
        {
            "channels",
            "confidence",
            "ids",
            "segment tags",
            "segment times",
            "sessions",
            "speakers",
            "times",
            "optional words",
            "fragments",
            "tags",
        }
    ),
    read=read,
    write=read_only,
    both_sides=True,
    sniff=sniff,
)
