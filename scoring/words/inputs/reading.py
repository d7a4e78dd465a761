"""The way in which files are read: formats, encodings, columns and tiers; and files that were read before."""

from __future__ import annotations

from functools import partial

from .... import formats
from ....formats.engine import ahead
from ....formats.engine.reports import refuse_report
from ....formats.engine.tiers import ALL_TIERS, Tiers, choice_of, refuse_levels
from ....formats.errors import FormatError, check_flags
from ....formats.schema import Corpus
from ....formats.values import dataclass
from ...notices.tiers import with_tiers_noted
from .columns import NO_COLUMNS, TABLES, Columns, escaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .taken import Taken


PRINTED = "[printed]"
"""The suffix that signatures give a format whose words were read in their printed form."""


class Kept:
    """Files that were opened and read before, by their paths: several hypotheses share a reference."""

    __slots__ = ("_corpora", "_sources")

    def __init__(self) -> None:
        self._sources: dict[str, formats.Source] = {}
        self._corpora: dict[tuple[str, str, str | None, tuple[str, ...]], Corpus] = {}

    def source(self, path: str, how: Reading) -> formats.Source:
        """The file at a path, opened once."""
        if path not in self._sources:
            self._sources[path] = how.open(path)
        return self._sources[path]

    def corpus(
        self, source: formats.Source, record: formats.Format, place: int, text: str | None, how: Reading
    ) -> Corpus:
        """The content of a file, read once as this format and column; that of a file opened elsewhere is not kept."""
        if source not in self._sources.values():
            return how.content(source, record, place, text)
        key = source.name, record.name, text, how.tiers.of_side(place, record.name)
        if key not in self._corpora:
            self._corpora[key] = how.content(source, record, place, text)
        return self._corpora[key]


@dataclass(frozen=True, slots=True)
class Reading:
    """The way in which files are read: their formats, how their bytes become text, and which columns hold texts."""

    ref_format: str | None = None
    hyp_format: str | None = None
    encoding: str | None = None
    errors: str = "strict"
    literal: bool = False
    """Whether marks in texts are letters."""
    printed: bool = False
    """Whether words are read in their printed form, where a format keeps punctuation next to its words."""
    tiers: Tiers = ALL_TIERS
    """The tiers that are read of formats that have several."""
    columns: Columns = NO_COLUMNS
    threads: int = 1
    kept: Kept | None = None
    """References that several hypotheses share; None where there is one hypothesis."""

    def __post_init__(self) -> None:
        check_flags(self)

    def signed(self, format: str, place: int, taken: Sequence[Taken] = ()) -> str:
        """The format of a side as signatures show it: with the column, or the form of words, that the caller chose.

        A column that was taken though others hold texts, too, stands in parentheses: `csv(text)`.

        >>> Reading(printed=True).signed("aws", 1), Reading(printed=True).signed("trn", 0)
        ('aws[printed]', 'trn')
        """
        form = PRINTED if self.printed and format and formats.by_name(format).printed else ""
        if names := self.tiers.of_side(place, format):
            return f"{format}[{','.join(map(escaped, names))}]"
        chosen = next((f"({escaped(side.column)})" for side in taken if side.place == place and side.is_choice), "")
        return self.columns.signed(format, place) + chosen + form

    def open(self, target: formats.Target, place: int = 0) -> formats.Source:
        """The file of a side, opened; records in a form that is none of our formats are lines of JSON."""
        return self.with_lines(self.as_it_is(target), place)

    def as_it_is(self, target: formats.Target) -> formats.Source:
        """The file, opened."""
        content, name = ahead.content_of(target)
        return formats.Source(content, encoding=self.encoding, errors=self.errors, name=name)

    def with_lines(self, source: formats.Source, place: int = 0) -> formats.Source:
        """The file of a side, or its records as lines of JSON where it has them in another form."""
        named = (self.ref_format, self.hyp_format)[place]
        if named is None:
            refuse_report(source)
        if named not in (None, "jsonl") or source.start()[:1] not in (b"[", b"{"):
            return source
        # Imported only now: most files are not JSON.
        from ....formats.records import as_lines

        return as_lines(source)

    def open_reference(self, target: formats.Target) -> formats.Source:
        """The reference, opened once for all hypotheses."""
        return self.open(target) if self.kept is None or not isinstance(target, str) else self.kept.source(target, self)

    def read(self, source: formats.Source, record: formats.Format, place: int, text: str | None = None) -> Corpus:
        """The content of a side, a file of this format; `text` names the column of texts."""
        content = self.content if self.kept is None else partial(self.kept.corpus, how=self)
        return content(source, record, place, text)

    def _ids(self, source: formats.Source, record: formats.Format) -> str | None:
        """The column of ids of a table that the caller named."""
        from .column_names import names_of

        return self.columns.id_among(partial(names_of, source, record))

    def content(self, source: formats.Source, record: formats.Format, place: int, text: str | None) -> Corpus:
        """The content of a side, a file of this format, read now."""
        options: dict[str, Any] = {"side": text} if record.both_sides and text else {}
        side = ("ref", "hyp")[place]
        if self.literal and "alternations" in record.carries:
            options["markup"] = False
        if self.printed and record.printed:
            options["punctuation"] = True
        if names := self.tiers.of_side(place, record.name):
            options["tiers"] = names
        if record.name in TABLES:
            options |= {
                role: name for role, name in (("text", text), ("id", self._ids(source, record))) if name is not None
            }
        try:
            with self.tiers.reading(place):
                corpus = record.read(source, **options)
        except FormatError as error:
            from ....formats.engine.broken import advised

            if error.more:
                raise  # the file is of another format
            column = f"{side}_column=NAME (--{side}-column NAME)"
            raise advised(error, record.name, "convert with skip_broken=True (--skip-broken)", column) from None
        refuse_levels(corpus, choice_of(place))
        return corpus if names else with_tiers_noted(corpus, choice_of(place), as_words=True)
