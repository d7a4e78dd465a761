"""Alignment of one reference with one hypothesis, word by word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ... import core
from ...formats.errors import UsageError, half_character, short
from ...formats.guessed import Answering
from ...formats.schema import Segment
from ...formats.schema.markup import BLANKS, words
from ...formats.values import dataclass
from ..common.answers import Answers
from ..common.counts import Counts
from ..common.display import HTML_BUDGET, LONGEST, display_width, escaped, html_size, padded, unhidden
from ..common.settings import Settings, settings_of
from ..common.tie_policy import Policy
from .inputs.given import check_no_paths, checked_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from typing_extensions import Unpack

    from ..common.keywords import Keywords
    from .step import Pair


Text: TypeAlias = "str | bytes | Sequence[str] | Sequence[bytes]"


@dataclass(frozen=True, slots=True)
class Carried:
    """Times and confidences that words have in addition to their text."""

    ref_times: bool = False
    ref_confidence: bool = False
    hyp_times: bool = False
    hyp_confidence: bool = False

    @property
    def bits(self) -> int:
        """The flags as bits, for the core; a confidence is only shown with times."""
        return self.ref_times + 2 * self.ref_confidence + 4 * self.hyp_times + 8 * self.hyp_confidence


_NOTHING = Carried()


# Steps of an alignment that a notebook shows.
_SHOWN = 300
_OTHER_BLANKS = BLANKS.replace(" ", "")
_NO_DATA = (None,) * 6
_WORDS = frozenset({str, bytes})
# Types of keywords that say everything by their value.
_SIMPLE = frozenset({bool, str, Policy})


class Alignment(Answering):
    """The steps from a reference to a hypothesis.

    >>> import scorelite
    >>> alignment = scorelite.align("a b c", "a x c d", policy="sclite")
    >>> alignment.operations
    'CSCI'
    >>> alignment.pairs[1]
    Pair(operation='S', ref='b', hyp='x')
    """

    __slots__ = ("_batch", "_pairs", "_place")
    ANSWERS = Answers("attributes of alignments")

    def __init__(self, pairs: Sequence[Pair] | None = None, *, batch: Aligned | None = None, place: int = 0) -> None:
        self._pairs = None if pairs is None else tuple(pairs)
        self._batch = batch
        self._place = place

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The steps, made on first use."""
        if self._pairs is None:
            self._pairs = () if self._batch is None else self._batch.pairs(self._place)
        return self._pairs

    def __len__(self) -> int:
        return len(self.operations)

    def __iter__(self) -> Iterator[Pair]:
        return iter(self.pairs)

    def __getitem__(self, place: int) -> Pair:
        return self.pairs[place]

    @property
    def operations(self) -> str:
        """One letter for each step."""
        if self._batch is not None:
            return self._batch.operations(self._place)
        return "".join([pair.operation for pair in self.pairs])

    @property
    def counts(self) -> Counts:
        """The number of steps of each kind."""
        return Counts(*map(self.operations.count, "CSDI"))

    def to_list(self) -> list[list[Any]]:
        """`[operation, ref, hyp]` for every step, ready for JSON; a fourth item has times and confidences by name."""
        return [[*pair[:3]] if pair[3:] == _NO_DATA else [*pair[:3], pair.data()] for pair in self.pairs]

    def to_json(self) -> str:
        """The JSON of `to_list`."""
        return _json(self.to_list()) if self._batch is None else self._batch.json(self._place)

    def __eq__(self, other: object) -> bool:
        return self.pairs == other.pairs if isinstance(other, Alignment) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.pairs)

    def __reduce__(self) -> tuple[object, ...]:
        return Alignment, (self.pairs,)

    def __repr__(self) -> str:
        return f"<Alignment: {self.counts}>"

    def _repr_html_(self) -> str:
        """Reference and hypothesis as rows of a table; wrong words are bold."""
        heads, places = ("REF", "HYP", "Eval"), (1, 2, 0)
        rows: list[list[str]] = [[], [], []]
        size = shown = 0
        for pair in self.pairs[:_SHOWN]:
            cells = [_cell(pair, place) for place in places]
            size += html_size("".join(cells))
            if size > 2 * HTML_BUDGET:
                break
            shown += 1
            for row, cell in zip(rows, cells, strict=True):
                row.append(cell)
        lines = [f"<tr><th>{head}</th>{''.join(row)}</tr>" for head, row in zip(heads, rows, strict=True)]
        more = f"<p>{len(self) - shown:,} more</p>" if len(self) > shown else ""
        return f"<table>{''.join(lines)}</table>{more}"

    def __str__(self) -> str:
        """Three lines: reference, hypothesis, and errors; wrong words are in capitals."""
        lines = ["REF: ", "HYP: ", "Eval:"]
        for pair in self.pairs:
            right = pair.operation == "C"
            cells = [_shown(pair.ref, pair.hyp, right), _shown(pair.hyp, pair.ref, right)]
            cells.append("" if right else pair.operation)
            columns = max(map(display_width, cells))
            for index, cell in enumerate(cells):
                lines[index] += " " + padded(cell, columns)
        return "\n".join(line.rstrip() for line in lines)


_OF_FILES = (
    "scorelite.retime(text, times) gives a text the timestamps of the other file (forced alignment), "
    "scorelite.score_files(ref, hyp)[0] is an alignment of two files"
)


def align(ref: Text, hyp: Text, **settings: Unpack[Keywords]) -> Alignment:
    """Aligns one pair of texts or lists of words; keywords are those of `Settings`.

    >>> print(align("one two three", "one three", policy="kaldi_align"))
    REF:  one TWO three
    HYP:  one *** three
    Eval:     D
    """
    # Names of normalisers may be those of files, which change.
    simple = "normalise" not in settings and _SIMPLE.issuperset(map(type, settings.values()))
    chosen, rules = _known_rules(**settings) if simple else _rules(**settings)  # type: ignore[arg-type]
    check_text("ref", ref)
    check_text("hyp", hyp)
    if isinstance(ref, str) and isinstance(hyp, str) and "." in ref + hyp:  # names of files have a suffix
        check_no_paths(ref, hyp, _OF_FILES)
    ref, hyp = checked_text("ref", ref), checked_text("hyp", hyp)
    try:
        batch = core.align(rules, core.texts([ref]), core.texts([hyp]))
    except core.TextError as error:
        raise UsageError(f"a text cannot be read: {error}") from None
    except UnicodeEncodeError as error:
        raise half_character(error) from None
    return Alignment(batch=Aligned(batch, [ref], [hyp], chosen))


def _rules(**settings: Unpack[Keywords]) -> tuple[Settings, core.Rules]:
    chosen = settings_of(settings)
    if chosen.equivalents is not None:
        raise UsageError("align does not support equivalents; use score, whose result has alignments, too")
    return chosen, chosen.rules()


# Settings are made once for many pairs: making them takes longer than aligning a short pair.
_known_rules = lru_cache(maxsize=16)(_rules)


class Aligned:
    """A batch of the core with its texts: the steps of one utterance are made when they are looked at."""

    __slots__ = ("_carried", "_hyps", "_refs", "_written", "batch", "operations")

    def __init__(
        self,
        batch: core.Batch,
        refs: Sequence[Text],
        hyps: Sequence[Text],
        settings: Settings,
        carried: Carried = _NOTHING,
    ) -> None:
        self.batch = batch
        self.operations = batch.operations
        """The operations of an utterance: one letter for each step."""
        self._refs = refs
        self._hyps = hyps
        self._carried = carried.bits
        # The core keeps folded words; bare words are shown as they were written.
        self._written = settings.unit == "word" and not settings.markup and not self._carried

    def pairs(self, place: int) -> tuple[Pair, ...]:
        """A pair for each step of an utterance."""
        return self.batch.pairs(place, _pair(), *self._words(place), self._carried)

    def json(self, place: int) -> str:
        """The steps of an utterance as JSON: that of `Alignment.to_list`."""
        text = self.batch.json(place, *self._words(place), self._carried)
        if text is None:  # a lone surrogate
            text = _json(Alignment(batch=self, place=place).to_list())
        return text

    def _words(self, place: int) -> tuple[list[str] | None, list[str] | None]:
        """The words of both sides as they were written; None where those of the core are shown."""
        if not self._written:
            return None, None
        return words_of(self._refs[place]), words_of(self._hyps[place])


@lru_cache(maxsize=1)
def _pair() -> type[Pair]:
    from .step import Pair  # only now: a summary has no steps, and needs no typing

    return Pair


def _json(steps: list[list[Any]]) -> str:
    from json import dumps

    return dumps(steps, ensure_ascii=False)


def decoded_word(word: bytes) -> str:
    """A word of the core as text; bytes that are no UTF-8 become surrogates."""
    return word.decode("utf-8", "surrogateescape")


def words_of(text: Text) -> list[str]:
    """The words of a text as they are written."""
    if isinstance(text, str):
        return words(text)
    if isinstance(text, bytes):
        return list(map(decoded_word, text.split()))
    return [decoded_word(word) if isinstance(word, bytes) else word for word in text]


def joined_words(text: Text) -> str:
    """A text as it is, a list of words with blanks between them."""
    return text if isinstance(text, str) else " ".join(words_of(text))


ENDS = ".,?!;:"
"""Signs after the words of printed texts."""


def have_none(texts: Sequence[Text], signs: str) -> bool:
    """Whether all are texts, and none has one of up to 8 signs of ASCII.

    >>> have_none(["a b"], "{}"), have_none(["a {b"], "{}"), have_none([["a"]], "{}")
    (True, False, False)
    """
    if lack := getattr(texts, "lack", None):
        return lack(signs)  # type: ignore[no-any-return]  # of words that were read: none becomes a string
    if (has := getattr(texts, "has", None)) and not has(signs):
        return True  # nor does the file have them
    return core.holding(texts, [], signs.encode(), True) is not None


def with_single_blanks(texts: Sequence[Text]) -> list[str]:
    """Texts with one blank between two words.

    >>> with_single_blanks(["a b", " a  b"]), with_single_blanks([["a", "b"], "a\\tb"])
    (['a b', 'a b'], ['a b', 'a b'])
    """
    if not have_none(texts, _OTHER_BLANKS):
        return [" ".join(words_of(text)) for text in texts]
    # All are strings without other blanks. A blank at the end of a text is next to another one here.
    if "  " not in " ".join(["", *filter(None, texts), ""]):  # type: ignore[list-item]
        return list(texts)  # type: ignore[arg-type]
    return [" ".join(words_of(text)) for text in texts]


def written(text: Text) -> str | list[str]:
    """A text as JSON has it: bytes as characters."""
    if isinstance(text, bytes):
        return text.decode("utf-8", "surrogateescape")
    return text if isinstance(text, str) else words_of(text)


def check_text(name: str, text: object) -> None:
    """Rejects a value that is neither a text nor a list of words."""
    if isinstance(text, (str, bytes)):
        return
    if not isinstance(text, (list, tuple)):
        raise UsageError(f"{name} is of type {type(text).__name__}; expected a string or a list of words{_hint(text)}")
    if _WORDS.issuperset(map(type, text)):
        return
    for position, word in enumerate(text):
        if not isinstance(word, (str, bytes)):
            raise UsageError(f"{name}[{position}] is of type {type(word).__name__}; expected a word{_ids(word)}")


def _hint(value: object) -> str:
    """The end of a message about a value in place of a text, where it is plain what somebody meant."""
    if value is None or (isinstance(value, float) and value != value):
        return ", such as '' for an empty text"
    if isinstance(value, Segment):
        return "; a corpus can be scored, such as scorelite.Corpus(segments)"
    return _ids(value)


def _ids(value: object) -> str:
    """The end of a message about a whole number, or an array, in place of a text or word."""
    return " (scorelite.Metric accepts ids)" if hasattr(value, "__index__") else ""


def _cell(pair: Pair, place: int) -> str:
    """The cell of a table for a word, or for an operation, of which only errors are shown."""
    is_right = pair.operation == "C"
    text = "" if is_right and not place else escaped(unhidden(short(pair[place] or "", LONGEST)))  # type: ignore[arg-type]  # one of three texts
    return f"<td>{text}</td>" if is_right or not text else f"<td><b>{text}</b></td>"


def _shown(word: str | None, other: str | None, right: bool) -> str:
    if word is None:
        return "" if right else "*" * display_width(other or "")
    return word if right else word.upper()


def side_of(texts: Sequence[Text]) -> core.Side:
    """Texts for the core; words with times (`TimedWords`) make a side of their own."""
    made = getattr(texts, "side", None)
    return made() if made is not None else core.texts(texts)
