"""The parts of reports that grow with the words: lines of an alignment, and words in SGML."""

from __future__ import annotations

from collections.abc import Iterator

from .charset import Charset
from .words import Slot, Word

# Bits of `aux`: which facts about a word are shown beside it; and whether wrong words keep their case.
REF_TIMES, REF_CONFIDENCE, HYP_TIMES, HYP_CONFIDENCE, REF_WEIGHT, HYP_WEIGHT, AS_WRITTEN = 1, 2, 4, 8, 16, 32, 64


def counted(path: list[Slot]) -> tuple[int, int, int, int]:
    """The numbers of correct words, substitutions, deletions and insertions of an alignment."""
    ops = [slot[0] for slot in path]
    return ops.count("C"), ops.count("S"), ops.count("D"), ops.count("I")


class BlockWriter:
    """Writes alignments in lines: words of the reference above those of the hypothesis, padded to one width."""

    def __init__(self, charset: Charset, sensitive: bool, width: int, aux: int) -> None:
        self._charset = charset
        self._as_written = sensitive or bool(aux & AS_WRITTEN)
        self._width = width
        self._aux = aux

    def write(self, parts: list[bytes], path: list[Slot]) -> None:
        """Append the lines of one alignment."""
        least = 7 if self._aux & ~AS_WRITTEN else 0
        widths = [max(least, *(1 if word is None else len(word[0]) for word in slot[1:])) for slot in path]
        start = 0
        while start < len(path):
            length, end = 9 if start else 6, start
            while length < self._width and end < len(path):
                length += 1 + widths[end]
                end += 1
            if end < len(path):
                # The word that reached the width goes to the next line. Where that leaves none on this line the
                # reference writes for ever; here such a word gets a line of its own.
                end = max(end - 1, start + 1)
            prefix = b"\n>> " if start else b""
            for label, texts in self._lines(path[start:end]):
                cells = [b"%-*s " % (w, text) for w, text in zip(widths[start:end], texts, strict=True)]
                parts.append(prefix + label + b"".join(cells) + b"\n")
                prefix = b">> " if start else b""
            start = end

    def _lines(self, path: list[Slot]) -> Iterator[tuple[bytes, list[bytes]]]:
        """The lines of one block: label and cells, not yet padded."""
        aux = self._aux
        yield b"REF:  ", [self._shown(slot, 1) for slot in path]
        if aux & REF_TIMES:
            yield b"R_T1: ", [_number(slot[1], 0, b"%.2f") for slot in path]
            yield b"R_T2: ", [_number(slot[1], 1, b"%.2f") for slot in path]
        if aux & REF_CONFIDENCE:
            yield b"RCNF: ", [_number(slot[1], 2, b"%.4f") for slot in path]
        yield b"HYP:  ", [self._shown(slot, 2) for slot in path]
        if aux & HYP_TIMES:
            yield b"H_T1: ", [_number(slot[2], 0, b"%.2f") for slot in path]
            yield b"H_T2: ", [_number(slot[2], 1, b"%.2f") for slot in path]
        if aux & HYP_CONFIDENCE:
            yield b"CONF: ", [_number(slot[2], 2, b"%.4f") for slot in path]
        if aux & REF_WEIGHT:
            yield b"R_WE: ", [_number(slot[1], 3, b"%.4f") for slot in path]
        if aux & HYP_WEIGHT:
            yield b"H_WE: ", [_number(slot[2], 3, b"%.4f") for slot in path]
        yield b"Eval: ", [b"" if slot[0] == "C" else slot[0].encode() for slot in path]

    def _shown(self, slot: Slot, side: int) -> bytes:
        """A word as a report shows it: in capitals if it is wrong, stars where there is none."""
        word, other = (slot[1], slot[2]) if side == 1 else (slot[2], slot[1])
        if word is None:
            return b"*" * (0 if other is None else len(other[0]))
        return word[0] if self._as_written or slot[0] == "C" else self._charset.upper(word[0])


def sgml_line(path: list[Slot], outer: bytes, inner: bytes, aux: int) -> bytes:
    """The words of a PATH element: `outer` between words, `inner` between the fields of a word."""
    words = []
    for op, a, b in path:
        fields = [op.encode(), _sgml_word(a), _sgml_word(b)]
        for bit, word, field in (
            (REF_TIMES, a, 0),
            (HYP_TIMES, b, 0),
            (REF_CONFIDENCE, a, 2),
            (HYP_CONFIDENCE, b, 2),
            (REF_WEIGHT, a, 3),
            (HYP_WEIGHT, b, 3),
        ):
            if aux & bit:
                fields.append(_sgml_number(word, field))
        words.append(inner.join(fields))
    return outer.join(words)


def _number(word: Word | None, field: int, form: bytes) -> bytes:
    """Begin, end, confidence or weight of a word."""
    return b"" if word is None else form % (word[3:][field],)


def _sgml_word(word: Word | None) -> bytes:
    if word is None:
        return b""
    fields = [word[0].replace(b";", b"\\;")]
    if word[1] is not None or word[2] is not None:
        fields += [(tag or b"").replace(b";", b"\\;") for tag in word[1:3]]
    return b'"' + b";".join(fields) + b'"'


def _sgml_number(word: Word | None, field: int) -> bytes:
    if word is None:
        return b""
    numbers = word[3:]
    return b"%f" % numbers[field] if field else b"%.3f+%.3f" % numbers[:2]
