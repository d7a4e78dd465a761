"""Files of results that hold the words of reference and hypothesis of each utterance, of which one side is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..errors import UsageError, Where, fail, quantity, short
from ..record import Format, read_only
from ..schema import Attributes, Corpus, Made, Table
from ..source import Source
from .json import detail

SIDES = ("ref", "hyp")
COUNTS = "counts"
"""The name in `meta` of what a file that holds alignments counts itself."""


def check_side(side: str) -> None:
    """Rejects a side that is none."""
    if side not in SIDES:
        raise UsageError(f"side {side!r} is unknown; expected 'ref' or 'hyp'")


def counted(errors: int, words: int) -> str:
    """The counts of a file that holds alignments.

    >>> counted(1, 4)
    '1 error in 4 words'
    """
    return f"{quantity(errors, 'error')} in {quantity(words, 'word')}"


class BothSides:
    """The texts of both sides, gathered utterance by utterance."""

    __slots__ = ("_path", "_rows")

    def __init__(self, source: Source) -> None:
        self._path = source.name
        self._rows: dict[str, tuple[str, str]] = {}

    def add(self, name: str, ref: str, hyp: str, line: int = 1) -> None:
        """Adds an utterance; a repeated id is rejected."""
        if name in self._rows:
            fail(Where(self._path, line), f"a second utterance {short(name)}", "every id once")
        self._rows[name] = ref, hyp

    def corpus(self, format: str, side: str, counts: str = "", stated: Attributes = ()) -> Corpus:
        """The texts of one side; those of the other one are kept for manifests of NeMo, which hold both."""
        refs, hyps = ([pair[place] for pair in self._rows.values()] for place in range(len(SIDES)))

        def attributes() -> Sequence[Attributes]:
            if side == "ref":
                return [(detail("nemo", "pred_text", text),) for text in hyps]
            key = detail("nemo", "/text", "pred_text")
            return [(key, detail("nemo", "text", text)) for text in refs]

        texts = refs if side == "ref" else hyps
        kept = Made(len(texts), attributes) if texts else None
        table = Table(len(texts), grammar="plain", path=self._path, id=[*self._rows], text=texts, attributes=kept)
        meta = (*(((f"{format}:{COUNTS}", counts),) if counts else ()), *stated)
        return Corpus(table, meta=meta, format=format, path=self._path)


def results(name: str, summary: str, read: Callable[..., Corpus], sniff: Callable[[Sequence[str]], bool]) -> Format:
    """The record of a format of results, which is known by its content alone and is read only."""
    return Format(
        name=name,
        suffixes=(),
        summary=summary,
        carries=frozenset({"ids"}),
        read=read,
        write=read_only,
        sniff=sniff,
        family="toolkits",
        both_sides=True,
    )
