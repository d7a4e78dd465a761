"""Batches: the alignments of many utterances, and what reports ask of them."""

from __future__ import annotations

from array import array
from collections import Counter
from itertools import accumulate

from ..work import NeedsNativeCore
from .columns import integers
from .not_pickled import NotPickled
from .report import BlockWriter, counted, sgml_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any, TypeVar

    from .charset import Charset
    from .words import Slot, Word

    Kind = TypeVar("Kind", bound=tuple[Any, ...])
    # A message of the reference: utterance, "stdout" or "stderr", line.
    Notice = tuple[int, str, bytes]


# An end is the sum of a begin and a duration; further digits of it are noise.
_DIGITS = 9
# The places of numbers in a word.
_FIELDS = {"begin": 3, "end": 4, "confidence": 5, "weight": 6}
_DATA = ("ref_start", "ref_end", "ref_confidence", "hyp_start", "hyp_end", "hyp_confidence")


def count_totals(counts: bytes, groups: bytes, n: int, /) -> list[tuple[int, int, int, int, int, int]]:
    """The totals of groups as of a batch; `counts` are four int32 per utterance.

    >>> count_totals(array("i", [2, 1, 0, 0, 3, 0, 0, 0]).tobytes(), array("i", [0, 0]).tobytes(), 1)
    [(2, 5, 1, 0, 0, 1)]
    """
    numbers, of = integers("i", counts), integers("i", groups)
    if len(numbers) % 4:
        raise ValueError("counts that are not four for each utterance")
    if 4 * len(of) != len(numbers):
        raise ValueError(f"{len(of)} groups for {len(numbers) // 4} utterances; expected one each")
    sums = [[0] * 6 for _ in range(n)]
    for place, group in enumerate(of):
        if group >= n:
            raise ValueError(f"group {group}; expected less than {n}")
        if group < 0:
            continue
        row = numbers[4 * place : 4 * place + 4]
        for k, number in enumerate((1, *row, int(any(row[1:])))):
            sums[group][k] += number
    return [(a, b, c, d, e, f) for a, b, c, d, e, f in sums]


def count_sizes(counts: bytes, /) -> list[tuple[int, int, int]]:
    """Errors, reference words, and the number of utterances that have so many; `counts` are four int32 per utterance.

    >>> count_sizes(array("i", [2, 1, 0, 0, 3, 0, 0, 0, 2, 1, 0, 0]).tobytes())
    [(0, 3, 1), (1, 3, 2)]
    """
    numbers = integers("i", counts)
    if len(numbers) % 4:
        raise ValueError("counts that are not four for each utterance")
    sizes: dict[tuple[int, int], int] = {}
    for place in range(0, len(numbers), 4):
        right, wrong, lost, more = numbers[place : place + 4]
        size = wrong + lost + more, right + wrong + lost
        sizes[size] = sizes.get(size, 0) + 1
    return [(errors, words, sizes[errors, words]) for errors, words in sorted(sizes)]


def batch_of(charset: Charset, sensitive: bool, paths: Sequence[Sequence[Slot]], /) -> Batch:
    """A batch of ready-made alignments."""
    for path in paths:
        for op, ref, hyp in path:
            needed = {"C": (ref, hyp), "S": (ref, hyp), "D": (ref,), "I": (hyp,)}.get(op, (None,))
            if None in needed:
                raise ValueError(f"a step {op!r}; expected C, S, D or I, and the words of such a step")
    return Batch(charset, sensitive, [list(path) for path in paths], [])


def _word_fields(
    op: str, word: Word | None, other: Word | None, written: Iterator[str] | None, carried: int
) -> tuple[str | None, float | None, float | None, float | None]:
    """A word, its begin, end and confidence; None where the side has no word, as beside an unsaid "(uh)"."""
    if word is None or (op == "C" and not word[0] and other is not None and other[0]):
        return None, None, None, None
    if written is None:
        value = word[0].decode("utf-8", "surrogateescape")
    else:
        try:
            value = next(written)
        except StopIteration:
            raise ValueError("fewer words than the alignment has") from None
    if not carried & 1:
        return value, None, None, None
    return value, word[3], round(word[4], _DIGITS), word[5] if carried & 2 else None


class Batch(NotPickled):
    """The alignments of many utterances."""

    def __init__(self, charset: Charset, sensitive: bool, paths: list[list[Slot]], notices: list[Notice]) -> None:
        self._charset = charset
        self._sensitive = sensitive
        self._paths = paths
        # Messages of the reference while it aligns: utterance, "stdout" or "stderr", line.
        self.notices = notices

    def __len__(self) -> int:
        return len(self._paths)

    def slots(self, i: int, /) -> list[Slot]:
        """The aligned pairs of utterance i."""
        return list(self._paths[i])

    def operations(self, i: int, /) -> str:
        """The operations of utterance i, one letter a step."""
        return "".join([slot[0] for slot in self._paths[i]])

    def letters(self, /) -> tuple[bytes, bytes]:
        """The operations of all utterances in one text, and the places (int64) between which those of each stand."""
        texts = [self.operations(i) for i in range(len(self))]
        return "".join(texts).encode(), array("q", accumulate(map(len, texts), initial=0)).tobytes()

    def pairs(
        self,
        i: int,
        kind: type[Kind],
        refs: Sequence[str] | None,
        hyps: Sequence[str] | None,
        carried: int,
        /,
    ) -> tuple[Kind, ...]:
        """The steps of utterance i as tuples of a kind: operation, words, and begin, end and confidence of either word.

        `refs` and `hyps` are the words as they were written; None for those of the core. Bits of `carried` say which
        numbers words have: times and confidences of the reference, then those of the hypothesis.
        """
        slots = self._paths[i]
        written = iter(refs) if refs is not None else None, iter(hyps) if hyps is not None else None
        pairs = []
        for op, ref, hyp in slots:
            ref_word, *ref_data = _word_fields(op, ref, hyp, written[0], carried)
            hyp_word, *hyp_data = _word_fields(op, hyp, ref, written[1], carried >> 2)
            pairs.append(tuple.__new__(kind, (op, ref_word, hyp_word, *ref_data, *hyp_data)))
        return tuple(pairs)

    def json(self, i: int, refs: Sequence[str] | None, hyps: Sequence[str] | None, carried: int, /) -> str | None:
        """The steps of utterance i as JSON; None if a written word has no UTF-8.

        A step is a list of the operation, both words and, where words have any, their times and confidences by name.
        """
        import json

        rows: list[list[object]] = []
        for pair in self.pairs(i, tuple, refs, hyps, carried):
            data = {name: value for name, value in zip(_DATA, pair[3:], strict=True) if value is not None}
            rows.append([*pair[:3], data] if data else [*pair[:3]])
        try:
            "".join([*(refs or ()), *(hyps or ())]).encode()
        except UnicodeEncodeError:
            return None
        return json.dumps(rows, ensure_ascii=False)

    def take(self, index: bytes, /) -> Batch:
        """The alignments of the utterances at these places (int64), in this order."""
        paths = []
        notices: list[Notice] = []
        for number, place in enumerate(integers("q", index)):
            paths.append(self._paths[place])
            notices += [(number, stream, text) for of, stream, text in self.notices if of == place % len(self)]
        return Batch(self._charset, self._sensitive, paths, notices)

    def join(self, others: Iterable[Batch], /) -> Batch:
        """The alignments of this batch and behind them those of others."""
        raise NeedsNativeCore

    def counts(self, /) -> bytes:
        """Four int32 per utterance: correct, substitutions, deletions, insertions."""
        return array("i", [number for path in self._paths for number in counted(path)]).tobytes()

    def totals(self, groups: bytes, n: int, /) -> list[tuple[int, int, int, int, int, int]]:
        """Per group: utterances, correct, substitutions, deletions, insertions, utterances with an error."""
        return count_totals(self.counts(), groups, n)

    def listings(self, order: bytes, /) -> list[tuple[int, int, bytes]]:
        """Confusions, insertions, deletions, substituted words, and words that were said instead of these.

        Each list is its number of entries, their sum, and lines: the most frequent first, equal ones in the order of
        their bytes.
        """
        pairs, inserted, deleted = self.tally(order)
        confused, refs, hyps = Counter[bytes](), Counter[bytes](), Counter[bytes]()
        for (ref, hyp), number in pairs.items():
            confused[ref + b" ==> " + hyp] += number
            refs[ref] += number
            hyps[hyp] += number
        return [_listing(counts) for counts in (confused, inserted, deleted, refs, hyps)]

    def tally(self, order: bytes, /) -> tuple[dict[tuple[bytes, bytes], int], dict[bytes, int], dict[bytes, int]]:
        """How often each pair was substituted, each word inserted, each word deleted."""
        pairs: dict[tuple[bytes, bytes], int] = {}
        inserted: dict[bytes, int] = {}
        deleted: dict[bytes, int] = {}
        for i in integers("q", order):
            for op, a, b in self._paths[i]:
                if op == "S" and a is not None and b is not None:
                    pairs[a[0], b[0]] = pairs.get((a[0], b[0]), 0) + 1
                elif op == "I" and b is not None:
                    inserted[b[0]] = inserted.get(b[0], 0) + 1
                elif op == "D" and a is not None:
                    deleted[a[0]] = deleted.get(a[0], 0) + 1
        return pairs, inserted, deleted

    def signs(self, /) -> bytes | None:
        """The bytes of both sides' texts, as given, but small letters of ASCII, digits, blanks and apostrophes."""
        raise NeedsNativeCore

    def texts(self, order: bytes, /) -> tuple[list[bytes], list[bytes], list[bytes]]:
        """Per utterance its operations, and the aligned words of either side with blanks between them."""
        raise NeedsNativeCore

    def numbers(self, order: bytes, field: str, /) -> tuple[bytes, bytes, bytes]:
        """Operations, and two float64 columns: what the words of both sides have there, NaN where there is no word.

        The field is "begin", "end", "confidence" or "weight". The empty word beside an optional one that was not said
        has only a weight.
        """
        if field not in _FIELDS:
            raise ValueError(f"unknown field {field!r}")
        place = _FIELDS[field]
        operations = bytearray()
        columns = array("d"), array("d")
        for i in integers("q", order):
            for op, ref, hyp in self._paths[i]:
                operations += op.encode()
                for column, word in zip(columns, (ref, hyp), strict=True):
                    if word is None or not (word[0] or place == 6):
                        column.append(float("nan"))
                    else:
                        column.append(word[3:][place - 3])
        return bytes(operations), columns[0].tobytes(), columns[1].tobytes()

    def blocks(
        self, order: bytes, heads: Sequence[bytes], tails: Sequence[bytes] | None, width: int, aux: int, /
    ) -> bytes:
        """For each utterance its head, the scores, its tail, the alignment in lines of a width, and a blank line."""
        writer = BlockWriter(self._charset, self._sensitive, width, aux)
        parts = []
        for k, i in enumerate(integers("q", order)):
            path = self._paths[i]
            parts.append(heads[k])
            parts.append(b"Scores: (#C #S #D #I) %d %d %d %d\n" % counted(path))
            if tails is not None:
                parts.append(tails[k])
            writer.write(parts, path)
            parts.append(b"\n")
        return b"".join(parts)

    def sgml(self, order: bytes, heads: Sequence[bytes], outer: bytes, inner: bytes, aux: int, /) -> bytes:
        """For each utterance its head, its words in one line, and the end of a PATH element."""
        parts = []
        for i, head in zip(integers("q", order), heads, strict=True):
            parts += [head, sgml_line(self._paths[i], outer, inner, aux), b"\n</PATH>\n"]
        return b"".join(parts)


def step_firsts(batch: Batch, /) -> bytes:
    """The places (int64) between which the steps of each utterance stand."""
    return batch.letters()[1]


def _listing(counts: Mapping[bytes, int]) -> tuple[int, int, bytes]:
    words = sorted(counts, key=lambda word: (-counts[word], word))
    lines = [b"%4d: %4d  ->  %b\n" % (place, counts[word], word) for place, word in enumerate(words, 1)]
    return len(words), sum(counts.values()), b"".join(lines)
