"""Transcript files (trn) as sclite reads them."""

from __future__ import annotations

from array import array

from .charset import WHITE, Charset
from .columns import integers
from .not_pickled import NotPickled
from .side import FoldedText, Side
from .text import TextError

# Bytes of the reference's buffer for a line, at first.
_BUFFER = 1000


def _pieces(lines: list[bytes], last: bytes) -> list[bytes]:
    """The lines that the reference sees where there are zero bytes.

    It reads a line into a buffer, which it doubles and fills further while its string fills it: a zero byte ends that
    string, and what did not fit the buffer becomes the next line. The buffer never shrinks. Of the last line, which has
    no newline, only what a zero byte left in a full buffer is a line.
    """
    pieces = []
    buffer = _BUFFER
    for rest in (*(line + b"\n" for line in lines), last):
        while rest:
            end = rest.find(b"\0") if 0 in rest else len(rest)
            while buffer - 1 < len(rest) and end >= buffer - 1:
                buffer *= 2
            if rest[-1:] != b"\n" and (len(rest) < buffer - 1 or 0 not in rest[: buffer - 1]):
                break
            pieces.append(rest[: buffer - 1].removesuffix(b"\n"))
            rest = rest[buffer - 1 :]
    return pieces


class Trn(NotPickled):
    """One transcript file as sclite reads it: ids, texts, comments and warnings."""

    def __init__(self, data: bytes, charset: Charset, *, sensitive: bool, threads: int = 1) -> None:
        self._charset = charset
        self._sensitive = sensitive
        self._ids: list[bytes] = []
        self._texts: list[bytes] = []
        self._unfolded: list[bytes] = []
        self.events: list[tuple[str, bytes]] = []
        self.error: tuple[str, bytes] | None = None
        lines = data.split(b"\n")
        # A last line without newline: the reference stops at the end of the file before it looks at the line.
        last = lines.pop()
        self.incomplete = last != b""
        if 0 in data:
            lines = _pieces(lines, last)
        for line in lines:
            try:
                self._read(line + b"\n")
            except TextError as error:
                self.error = ("text", str(error).encode("utf-8", "surrogateescape"))
            if self.error is not None:
                break

    def _read(self, line: bytes) -> None:
        if 0 in line:
            line = line[: line.index(0)]  # strings of the reference end at a zero byte
        if line.startswith(b";;"):
            self._compare_comment(line)
            self.events.append(("comment", line))
            return
        if line.startswith(b"**"):
            return
        if line[:1] in (b";", b"*"):
            # Only a warning: the line is still data.
            self.events.append(("warning", line))
        start = len(line) - len(line.lstrip(WHITE))
        if start == len(line):
            return
        self._charset.size(line, start)
        folded = line if self._sensitive else self._charset.fold(line)
        split = _split_id(folded)
        if split is None:
            self.error = ("id", folded)
            return
        self._ids.append(split[1])
        self._texts.append(split[0])
        unfolded = _split_id(line)
        self._unfolded.append(split[0] if unfolded is None else unfolded[0])

    def _compare_comment(self, line: bytes) -> None:
        """Compare a comment with the beginnings of definitions, as the reference does, which reads it as characters."""
        for definition in (b";; LABEL ", b";; CATEGORY "):
            if line.startswith(definition):
                return
            place = next(i for i, byte in enumerate(definition) if line[i : i + 1] != bytes((byte,)))
            if place < len(line):
                self._charset.size(line, place)

    def __len__(self) -> int:
        return len(self._ids)

    def id(self, i: int, /) -> bytes:
        """The utterance id with its parentheses, empty if the line has none."""
        return self._ids[i]

    def text(self, i: int, /) -> bytes:
        """The text before the id."""
        return self._texts[i]

    def ids(self, /) -> list[bytes]:
        """All utterance ids in file order."""
        return list(self._ids)

    def match(self, ref: Trn, /) -> tuple[bytes | None, list[bytes]]:
        """For every utterance its place (int64) in the reference, or -1; and ids repeated there with other texts.

        In place of the places None if both files have the same ids in one order, each of them once.
        """
        wanted = set(self._ids)
        if self._ids == ref._ids and len(wanted) == len(self._ids):
            return None, []
        first: dict[bytes, int] = {}
        conflicts = []
        for i, name in enumerate(ref._ids):
            if name not in wanted:
                continue
            if name not in first:
                first[name] = i
            elif not ref._texts[first[name]].startswith(ref._texts[i]):
                # A text that is a prefix of the first one counts as equal.
                conflicts.append(name)
        return array("q", [first.get(name, -1) for name in self._ids]).tobytes(), conflicts

    def duplicated(self, /) -> bool:
        """Whether an id occurs more than once in this file."""
        return len(set(self._ids)) != len(self._ids)

    def speakers(self, kind: str, /) -> tuple[list[bytes], bytes, list[bytes]]:
        """Speakers in order of appearance, the speaker (int32) of each utterance, and the ids that name no speaker."""
        if kind not in ("wsj", "rm", "swb", "spu_id", "sp"):
            raise ValueError(f"unknown kind of utterance id {kind!r}")
        numbers: dict[bytes, int] = {}
        of_utterance = array("i")
        unnamed = []
        speaker = b""
        for name in self._ids:
            named = _speaker(name, kind)
            if named is not None:
                speaker = named
            elif kind != "wsj":
                unnamed.append(name)
            of_utterance.append(numbers.setdefault(speaker, len(numbers)))
        return list(numbers), of_utterance.tobytes(), unnamed

    def side(self, index: bytes | None = None, /) -> Side:
        """The texts of the utterances at these places (int64), or of all."""
        chosen = range(len(self._texts)) if index is None else integers("q", index)
        return Side([FoldedText(self._texts[i], self._unfolded[i]) for i in chosen])


def _split_id(line: bytes) -> tuple[bytes, bytes] | None:
    """Text and id: the id reaches from the last ( to the last ); None if the line has only one of the two."""
    left, right = line.rfind(b"("), line.rfind(b")")
    if left < 0 and right < 0:
        return line, b""
    if left < 0 or right < 0:
        return None
    return line[:left], line[left : right + 1]


def _speaker(name: bytes, kind: str) -> bytes | None:
    if kind == "sp":
        return name
    if kind == "wsj":
        # For an empty id the reference reads the id before, which is still in its buffer.
        return name[1:4] if name else None
    end = name.find(b"-")
    if end < 0:
        end = name.find(b"_")
    return None if end < 0 else name[1:end]
