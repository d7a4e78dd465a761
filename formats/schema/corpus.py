"""The content of a file: segments, regions and comments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat

from ..guessed import Answering
from ..values import dataclass, field
from .items import Attributes, Grammar
from .markup import first_branches
from .table import OF_CORPORA, Segment, Table, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import overload

NOTICE = ":notice"
"""The end of the names in `meta` of what a reader accepted; the format does not write it."""


@dataclass(frozen=True, slots=True)
class Region(Answering):
    """A stretch of a recording to score, as in UEM and ECF files."""

    session: str
    channel: str
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Comment(Answering):
    """A line that is not data, and the number of segments before it."""

    text: str
    before: int


@dataclass(frozen=True, slots=True)
class Corpus(Answering):
    """The content of one file; its segments become a `Table`."""

    segments: Sequence[Segment] = ()
    regions: Sequence[Region] = ()
    comments: tuple[Comment, ...] = ()
    meta: Attributes = ()
    format: str = field(default="", compare=False)
    path: str = field(default="", compare=False)
    original: object = field(default=None, compare=False, repr=False)
    """The file that the corpus was read from, from which its format writes unchanged parts."""
    ANSWERS = OF_CORPORA

    def __post_init__(self) -> None:
        object.__setattr__(self, "segments", Table.of(self.segments))

    @property
    def table(self) -> Table:
        """The segments as columns."""
        return self.segments  # type: ignore[return-value]  # made so above

    if not TYPE_CHECKING:

        def __add__(self, other: object) -> object:
            raise TypeError("corpora cannot be added; expected scorelite.Corpus([*first, *second])")

    def __len__(self) -> int:
        return len(self.segments)

    def __iter__(self) -> Iterator[Segment]:
        return iter(self.segments)

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int) -> Segment: ...

        @overload
        def __getitem__(self, index: slice) -> Sequence[Segment]: ...

    def __getitem__(self, index: int | slice) -> Segment | Sequence[Segment]:
        if isinstance(index, str):
            raise TypeError(f"segments have places; expected [each for each in corpus if each.id == {index!r}]")
        return self.segments[index]

    def notices(self) -> list[str]:
        """Notices of the reader: what it accepted although the format does not allow it, as other programs do."""
        return [text for key, text in self.meta if key.endswith(NOTICE)]

    def ids(self) -> Sequence[str]:
        """The ids of all segments, in order."""
        return self.table.ids()

    def grammars(self) -> set[Grammar]:
        """The grammars in which the texts are written."""
        return self.table.grammars()

    def texts(self) -> Sequence[str]:
        """The texts of all segments, in order; labels are written in the segment's grammar."""
        return self.table.texts()


def rows(corpus: Corpus, *, is_plain: bool = False) -> Iterator[tuple[str, str, Grammar]]:
    """Id, text and grammar of every segment; with `is_plain`, texts lose their marks where no closer look is needed."""
    grammar = corpus.table.grammar
    if grammar is not None:
        texts = corpus.texts()
        bare = first_branches(texts) if is_plain and grammar == "sclite" else None
        if bare is not None:
            texts, grammar = bare, "plain"
        return zip(corpus.ids(), texts, repeat(grammar), strict=False)
    return ((segment.id, text_of(segment), segment.grammar) for segment in corpus.segments)
