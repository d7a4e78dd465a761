"""Spans: the utterances of a strict transcript file, for the doors that want no object a line.

The twin has them from the reader of the format: that reader is the definition of what the native core does.
"""

from __future__ import annotations

from array import array

from .columns import integers
from .side import Side

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ....formats.schema import Corpus

# Heads of files that name their encoding.
_HEADS = (b"\xef\xbb\xbf", b"<?xml")


class Spans:
    """Ids and texts of a file of lines."""

    __slots__ = ("_corpus",)

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus

    def __len__(self) -> int:
        return len(self._corpus)

    def id(self, i: int, /) -> str:
        """The id of an utterance."""
        return self._corpus.ids()[i]

    def text(self, i: int, /) -> str:
        """The text of an utterance."""
        return self._corpus.texts()[i]

    def line(self, i: int, /) -> int:
        """The line of an utterance, from 1."""
        where = self._corpus.segments[i].where
        assert where is not None
        return where.line

    def ids(self, places: bytes | None = None, /) -> list[str]:
        """All ids in file order, or those at these places (int64)."""
        found = list(self._corpus.ids())
        return found if places is None else [found[place] for place in integers("q", places)]

    def texts(self, /) -> list[str]:
        """All texts in file order."""
        return list(self._corpus.texts())

    def places(self, other: Spans, /) -> bytes | None:
        """The place of every utterance in another file (int64), -1 if missing; None if both have the same ids in one
        order."""
        own, others = self._corpus.ids(), other._corpus.ids()
        if own == others:
            return None
        known = {key: place for place, key in enumerate(others)}
        return array("q", [known.get(key, -1) for key in own]).tobytes()

    def side(self, /) -> Side:
        """The texts of all utterances."""
        return Side([text.encode() for text in self._corpus.texts()])

    def keys(self, /) -> Side:
        """The ids of all utterances as texts of the core."""
        return Side([key.encode() for key in self._corpus.ids()])

    @property
    def comments(self) -> list[tuple[str, int]]:
        """Comment lines, and the number of utterances before each."""
        return [(comment.text, comment.before) for comment in self._corpus.comments]

    @property
    def marked(self) -> list[int]:
        """The utterances whose text has a brace."""
        return [place for place, text in enumerate(self._corpus.texts()) if "{" in text or "}" in text]

    @property
    def ascii(self) -> bool:
        """Whether the file is ASCII."""
        texts = (*self._corpus.ids(), *self._corpus.texts(), *(comment.text for comment in self._corpus.comments))
        return all(map(str.isascii, texts))


def trn_spans(data: bytes, /) -> Spans | None:
    """The utterances of a transcript file in UTF-8 without a problem, braces aside; None for other files."""
    if data.startswith(_HEADS):
        return None
    # The readers of formats cost more than the start of sclite, which has its own.
    from ....formats import trn
    from ....formats.errors import ScoreliteError
    from ....formats.source import Source

    try:
        return Spans(trn.read(Source(data, encoding="utf-8"), markup=False))
    except ScoreliteError:
        return None
