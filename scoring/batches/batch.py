"""One batch of a corpus: texts in Arrow columns become counts in Arrow columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import core
from ...formats.errors import MismatchError, UsageError, check_flags, quantity, unknown
from ...formats.optional import library
from ...formats.values import dataclass, field_names, replace
from ..common.arrow import has_metadata
from ..common.counts import Counts
from ..common.results import Missing, check_missing, check_names, check_signatures, check_threads, listed
from ..common.settings import Settings
from ..words.pairs import Pairs
from ..words.result import Result
from ..words.scored import scored
from ..words.scores import HIGHEST_CONFIDENCE, LOWEST_CONFIDENCE
from ..words.speakers import KINDS, speakers_of
from ..words.tables import COUNTS, INFORMATION
from ..words.totals import Totals
from ..words.utterance_table import UtteranceTable

if TYPE_CHECKING:
    from typing import TypedDict

    from typing_extensions import Unpack

    class BatchKeywords(TypedDict, total=False):
        """The fields of `Scoring` but the settings."""

        id: str
        ref: str
        hyp: str
        speaker: str | None
        speakers: str
        session: str | None
        groups: Sequence[str]
        keep: Sequence[str]
        missing: Missing
        confidences: str | None
        operations: bool
        threads: int


_MARKS = b"-_"
_DEFAULT = Settings()
_NO_FACTS: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Scoring:
    """The way in which batches are scored: settings, names of columns, and what else is said about the counts."""

    settings: Settings = _DEFAULT
    id: str = "id"
    ref: str = "ref"
    hyp: str = "hyp"
    speaker: str | None = None
    """A column; None where ids name the speakers."""
    speakers: str = "spu_id"
    """The kind of speakers that ids name."""
    session: str | None = None
    groups: Sequence[str] = ()
    """Columns of texts by whose values counts are summed."""
    keep: Sequence[str] = ()
    missing: Missing = "error"
    confidences: str | None = None
    """A column of lists of numbers, one for each word of the hypothesis."""
    operations: bool = False
    threads: int = 1
    facts: Mapping[str, Any] = _NO_FACTS
    """Further fields of the totals, such as the names of files."""

    def __post_init__(self) -> None:
        check_flags(self)
        if not isinstance(self.settings, Settings):
            raise UsageError(f"settings is of type {type(self.settings).__name__}; expected scorelite.Settings(...)")
        for name in (*self.groups, *self.keep):
            if name in OWN:
                raise UsageError(
                    f"groups= or keep= names {name!r}, which is a column of the counts; rename it in the batch"
                )
        repeated = {name for name in self.keep if name in self.groups}
        if repeated:
            raise UsageError(f"column {min(repeated)!r} is in both groups= and keep=; expected it in one of them")
        check_missing(self.missing)
        check_threads(self.threads)
        if self.confidences is not None:
            check_words(self.settings)
        if self.speakers not in KINDS:
            speakers_of((), self.speakers)  # refuses an unknown kind


_SETTINGS = frozenset(field_names(Settings))
_KEYWORDS = tuple(name for name in field_names(Scoring) if name not in ("settings", "facts"))


def score_batch(batch: Any, settings: Settings = _DEFAULT, **keywords: Unpack[BatchKeywords]) -> Any:
    """Scores a pyarrow RecordBatch or Table; returns the same kind with the counts of each utterance.

    `id`, `ref` and `hyp` name columns of texts. Speakers are those of the column `speaker`, else those in the ids, as
    `speakers` names them. Columns of `groups` and `keep` are kept; `merge` sums by the first. `missing` decides about a
    null in `hyp`: "error", "skip" the utterance, or "delete" to count its words as deletions. `confidences` names a
    column with a list of numbers, one for each word of the hypothesis. `operations=True` adds the alignment: a letter
    (C, S, D, I) for each step.

    >>> import pyarrow
    >>> batch = pyarrow.record_batch({"id": ["anna-1"], "ref": ["the cat sat"], "hyp": ["a cat"]})
    >>> table = score_batch(batch, operations=True)
    >>> [table.column(name)[0].as_py() for name in ("id", "speaker", "substitutions", "deletions", "operations")]
    ['anna-1', 'anna', 1, 1, 'SCD']
    """
    for name in keywords:
        if name in _SETTINGS:
            raise UsageError(f"{name}= is a setting; expected settings=scorelite.Settings({name}=...)")
        if name not in _KEYWORDS:
            raise unknown("keyword", name, _KEYWORDS)
    return scored_table(batch, Scoring(settings, **keywords))


def scored_table(batch: Any, how: Scoring) -> Any:
    """The counts of a table or of a record batch."""
    pyarrow = arrow()
    if isinstance(batch, pyarrow.RecordBatch):
        return _scored(batch, how)
    if not isinstance(batch, pyarrow.Table):
        raise UsageError(f"a batch of type {type(batch).__name__}; expected a pyarrow RecordBatch or Table")
    return scored_batches(batch.to_batches(), batch.schema, how)


def scored_batches(batches: Iterable[Any], schema: Any, how: Scoring) -> Any:
    """A table of the counts of record batches of one schema."""
    pyarrow = arrow()
    parts = [_scored(part, how) for part in batches]
    if not parts:
        empty = [pyarrow.array([], field.type) for field in schema]
        parts = [_scored(pyarrow.record_batch(empty, schema=schema), how)]
    abouts = [template(part, None) for part in parts]
    whole = replace(abouts[0], missing=tuple([name for about in abouts for name in about.missing]))
    plain = [part.replace_schema_metadata(None) for part in parts]
    return pyarrow.Table.from_batches(plain).replace_schema_metadata(_metadata(whole))


def _metadata(about: Totals) -> Any:
    return about.to_arrow().schema.metadata


def _scored(batch: Any, how: Scoring) -> Any:
    batch, (ids, refs, hyps), lacking = _met(batch, how)
    aligned, settings = _aligned(ids, refs, hyps, how)
    keys = texts(ids, how.id)
    pyarrow = arrow()
    columns = {"id": strings(ids, how.id)}
    if how.session is not None:
        columns["session"] = strings(column(batch, how.session, "session"), how.session)
    columns["speaker"] = _speakers(batch, keys, columns["id"], how)
    columns |= {name: strings(column(batch, name, "groups"), name) for name in how.groups}
    columns |= {name: column(batch, name, "keep") for name in how.keep}
    numbers = np.frombuffer(aligned.counts(), np.int32).reshape(-1, 4)
    columns |= {name: pyarrow.array(numbers[:, place].copy()) for place, name in enumerate(COUNTS)}
    columns["reference"] = pyarrow.array(numbers[:, :3].sum(axis=1, dtype=np.int32))
    columns["hypothesis"] = pyarrow.array(numbers[:, [0, 1, 3]].sum(axis=1, dtype=np.int32))
    columns["key"] = pyarrow.array(np.frombuffer(core.text_keys(keys), np.int64))
    about = nothing(settings, {"missing_rule": how.missing, **how.facts}, lacking)
    columns["signature"] = pyarrow.array(np.full(len(numbers), fingerprint(about.signature)))
    steps = aligned.letters() if how.confidences is not None or how.operations else (b"", b"")
    if how.confidences is not None:
        values = column(batch, how.confidences, "confidences")
        columns |= information_columns(values, how.confidences, columns["hypothesis"].to_numpy(), steps)
    if how.operations:
        letters, places = map(pyarrow.py_buffer, steps)
        operations = pyarrow.LargeStringArray.from_buffers(len(numbers), places, letters)
        columns["operations"] = operations.cast(pyarrow.string())
    return pyarrow.record_batch(columns).replace_schema_metadata(_metadata(about))


def _met(batch: Any, how: Scoring) -> tuple[Any, tuple[Any, Any, Any], tuple[str, ...]]:
    """The batch without utterances that are to be skipped, its texts, and the ids of those without a hypothesis."""
    ids, refs, hyps = (column(batch, getattr(how, keyword), keyword) for keyword in ("id", "ref", "hyp"))
    for name, values in ((how.id, ids), (how.ref, refs)):
        if values.null_count:
            row = values.is_null().index(True).as_py()
            raise UsageError(f"row {row} of column {name!r} is null; expected a text in every row")
    if not hyps.null_count:
        return batch, (ids, refs, hyps), ()
    absent = hyps.is_null()
    lacking = tuple(ids.filter(absent).to_pylist())
    if how.missing == "error":
        raise MismatchError(
            f"{listed(lacking, 'reference')} without a hypothesis (null in column {how.hyp!r}); missing='delete' "
            "(--missing delete) counts their words as deletions, missing='skip' (--missing skip) leaves them out"
        )
    if how.missing == "skip":
        met = hyps.is_valid()
        return batch.filter(met), (ids.filter(met), refs.filter(met), hyps.filter(met)), lacking
    return batch, (ids, refs, hyps), lacking


def _aligned(ids: Any, refs: Any, hyps: Any, how: Scoring) -> tuple[core.Batch, Settings]:
    """The alignments of all utterances, and the settings that texts allowed."""
    settings = how.settings
    if how.settings.chain is not None or how.settings.equivalents is not None:
        names = _listed(ids, how.id) if how.settings.equivalents is not None else None
        pairs = Pairs(_listed(refs, how.ref), _listed(hyps, how.hyp), names)
        result = scored(pairs, how.settings, how.threads)
        return result.utterances.batch, result.settings
    try:
        return core.align(settings.rules(), texts(refs, how.ref), texts(hyps, how.hyp), how.threads), settings
    except core.TextError as error:
        raise UsageError(f"a text cannot be read: {error}") from None


def _listed(values: Any, name: str) -> list[str]:
    """The texts of a column as Python has them; null is an empty text."""
    return ["" if text is None else text for text in strings(values, name).to_pylist()]


def _speakers(batch: Any, keys: core.Side, ids: Any, how: Scoring) -> Any:
    """The speaker of each utterance; null where an id names none."""
    if how.speaker is not None:
        return strings(column(batch, how.speaker, "speaker"), how.speaker)
    return named_speakers(keys, ids.to_pylist, how.speakers)


def named_speakers(keys: core.Side, ids: Callable[[], Sequence[str]], kind: str) -> Any:
    """The speakers that ids name, as an Arrow column; null where an id names none."""
    pyarrow = arrow()
    if kind != "spu_id":
        return pyarrow.array(speakers_of(ids(), kind), pyarrow.string())
    prefixes, numbers = core.text_prefixes(keys, _MARKS)
    places = np.frombuffer(numbers, np.int32)
    spellings = pyarrow.array([name.decode() for name in prefixes], pyarrow.string())
    return spellings.take(pyarrow.array(places, mask=places < 0))


OWN = ("id", "session", "speaker", *COUNTS, "reference", "hypothesis", "key", "signature", *INFORMATION, "operations")
"""Names of the columns of counts; groups and columns that are kept have names of their own."""


def arrow() -> Any:
    """The module pyarrow."""
    return library("pyarrow", purpose="Arrow tables", install="'scorelite[arrow]'")


def column(batch: Any, name: str, keyword: str) -> Any:
    """A column of a record batch, checked; a batch without it is refused."""
    if batch.schema.names.count(name) != 1:
        lack = "no" if name not in batch.schema.names else "more than one"
        shown = ", ".join(map(repr, batch.schema.names)) or "no columns"
        raise UsageError(f"{lack} column {name!r} among {shown}; expected one: {keyword}= names another")
    column = batch.column(batch.schema.names.index(name))
    try:
        column.validate(full=True)
    except arrow().ArrowInvalid as error:
        raise UsageError(f"column {name!r} is broken: {' '.join(str(error).split())[:200]}") from None
    return column


def texts(values: Any, name: str) -> core.Side:
    """The texts of a column, which are not copied."""
    pyarrow = arrow()
    if pyarrow.types.is_null(values.type):
        values = values.cast(pyarrow.string())
    try:
        return core.arrow_texts(values)
    except TypeError:
        raise UsageError(f"column {name!r} holds values of type {values.type}; expected texts") from None


def strings(values: Any, name: str) -> Any:
    """A column of texts as one of type string, whatever encoding of texts it has."""
    try:
        return values.cast(arrow().string())
    except arrow().ArrowException:
        raise UsageError(f"column {name!r} holds values of type {values.type}; expected texts") from None


def fingerprint(signature: str) -> int:
    """A number for a signature, which tables carry in every row: engines lose the metadata of tables.

    >>> fingerprint("scorelite:1|policy:sclite") == fingerprint("scorelite:1|policy:kaldi")
    False
    """
    return int.from_bytes(blake2b(signature.encode("utf-8", "surrogateescape"), digest_size=8).digest(), "big") >> 1


def nothing(settings: Settings, facts: dict[str, Any], missing: Sequence[str] = ()) -> Totals:
    """Totals without an utterance: what a table of counts says beside its rows."""
    table = UtteranceTable(b"", (), made_up=False)
    return Totals(
        counts=Counts(), sentences=0, sentence_errors=0, settings=settings, table=table, missing=tuple(missing), **facts
    )


def facts_of(totals: Totals) -> dict[str, Any]:
    """Fields of totals that tables keep beside their rows."""
    names = "missing_rule", "ref_name", "hyp_name", "ref_format", "hyp_format", "verdicts", "speaker_map", "version"
    return {name: getattr(totals, name) for name in names}


def template(batch: Any, settings: Settings | None, missing: Missing | None = None) -> Totals:
    """Everything about a batch of counts but its rows."""
    if not has_metadata(batch):
        if settings is None:
            raise UsageError(
                "this batch has no metadata of scorelite (some engines drop it); expected settings=, as in score_batch"
            )
        return nothing(_of_texts(settings), {"missing_rule": missing or "error"})
    empty = batch.slice(0, 0)
    totals = Totals.from_arrow(empty if isinstance(empty, arrow().Table) else arrow().Table.from_batches([empty]))
    if settings is not None or missing is not None:
        facts = {**facts_of(totals), "missing_rule": missing or totals.missing_rule}
        check_signatures(nothing(_of_texts(settings or totals.settings), facts).signature, totals.signature)
    return totals


def _of_texts(settings: Settings) -> Settings:
    """The settings that scored texts have: where equivalents read words otherwise, texts have alternations."""
    return settings if settings.equivalents is None else replace(settings, markup=True)


def check_words(settings: Settings) -> None:
    """Refuses settings with which the words that are scored are not those of the texts."""
    reasons = (
        (settings.unit != "word", f"unit={settings.unit!r} (-c)", "words"),
        (settings.markup, "markup=True (--markup)", "bare words"),
        (settings.optional_words, "optional_words=True (--optional-words)", "words that all are scored"),
        (settings.chain is not None, "normalise= (--normalise)", "texts as they were recognised"),
        (
            settings.equivalents is not None and settings.equivalents_side != "ref",
            f"equivalents_side={settings.equivalents_side!r} (--equivalents-side)",
            "readings of references, which leave words as they were recognised",
        ),
    )
    for is_given, name, expected in reasons:
        if is_given:
            raise UsageError(f"confidences= does not go with {name}; expected {expected}, each with its confidence")


def information_columns(
    values: Any, name: str, words: np.ndarray[Any, Any], steps: tuple[bytes, bytes]
) -> dict[str, Any]:
    """The columns of information for a column with a list of confidences for each utterance.

    `words` counts those of each hypothesis; `steps` are the letters of all alignments and their places.
    """
    pyarrow = arrow()
    letters, places = steps
    column = np.full(len(letters), np.nan)
    column[np.frombuffer(letters, np.uint8) != ord("D")] = _checked(values, name, words)
    information = core.information_rows(letters, column.tobytes(), places, LOWEST_CONFIDENCE, HIGHEST_CONFIDENCE)
    types = (np.float64, np.float64, np.int32, np.int32)
    rows = (np.frombuffer(values, kind) for values, kind in zip(information, types, strict=True))
    return {column: pyarrow.array(row.astype(np.float64)) for column, row in zip(INFORMATION, rows, strict=True)}


def _checked(values: Any, name: str, words: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """All confidences in one array: a number for each word of each utterance."""
    pyarrow = arrow()
    try:
        values = values.cast(pyarrow.large_list(pyarrow.float64()))
    except pyarrow.ArrowException:
        raise UsageError(f"column {name!r} holds values of type {values.type}; expected lists of numbers") from None
    lengths = values.value_lengths().fill_null(0).to_numpy()
    different = np.flatnonzero(lengths != words)
    if len(different):
        row = int(different[0])
        raise UsageError(
            f"row {row} of column {name!r} has {quantity(int(lengths[row]), 'confidence')} for "
            f"{quantity(int(words[row]), 'word')} of the hypothesis; expected one each"
        )
    numbers: np.ndarray[Any, Any] = values.flatten().to_numpy(zero_copy_only=False)
    strange = np.flatnonzero(np.isnan(numbers))
    if len(strange):
        row = int(np.searchsorted(np.cumsum(lengths), strange[0], "right"))
        raise UsageError(f"row {row} of column {name!r} has a confidence that is null or NaN; expected numbers")
    return numbers


def finish(
    table: Any,
    settings: Settings | None = None,
    *,
    id: str = "id",
    ref: str = "ref",
    hyp: str = "hyp",
    operations: str = "operations",
    threads: int = 1,
) -> Result:
    """The result of a table or record batch with ids, texts and operations: it has every report, and the page.

    Rows are any of those of `score_batch(..., operations=True, keep=["ref", "hyp"])`, in any order. `settings` are
    those of `score_batch`; they are only needed with a normaliser or equivalents, or if an engine lost the metadata of
    tables. Operations that do not fit the words of their row are rejected.

    >>> import pyarrow
    >>> from scorelite.scoring.batches import score_batch
    >>> batch = pyarrow.table({"id": ["a-1", "a-2"], "ref": ["the cat sat", "hey"], "hyp": ["the cat", "hey"]})
    >>> table = score_batch(batch, operations=True, keep=["ref", "hyp"])
    >>> str(finish(table.slice(0, 1)).utterances[0].alignment).split()[-1]
    'D'
    """
    pyarrow = arrow()
    if not isinstance(table, (pyarrow.Table, pyarrow.RecordBatch)):
        raise UsageError(f"a table of type {type(table).__name__}; expected a pyarrow RecordBatch or Table")
    about = template(table, settings)
    named = ((id, "id"), (ref, "ref"), (hyp, "hyp"), (operations, "operations"))
    ids, refs, hyps, letters = (_texts(table, name, keyword) for name, keyword in named)
    if settings is None:
        _check_known(about.settings)
    pairs = Pairs(refs, hyps, tuple(check_names("the table", ids)), steps=letters)
    return scored(pairs, settings or about.settings, threads, **facts_of(about))


def _check_known(settings: Settings) -> None:
    """Refuses the settings of a table that has no more than the name of what writes its texts anew."""
    for what, named in (("normaliser", settings.chain), ("equivalents", settings.equivalents)):
        if named is not None:
            raise UsageError(f"tables only store the name of their {what}; expected settings=, as in score_batch")


def _texts(table: Any, name: str, keyword: str) -> Sequence[str]:
    """A column of texts, none of them null but hypotheses, which are missing ones."""
    whole = table.combine_chunks() if hasattr(table, "combine_chunks") else table
    batches = whole.to_batches() if hasattr(whole, "to_batches") else [whole]
    texts: list[str] = []
    for batch in batches or [arrow().RecordBatch.from_pylist([], table.schema)]:
        values = strings(column(batch, name, keyword), name)
        if values.null_count and keyword != "hyp":
            row = values.is_null().index(True).as_py()
            raise UsageError(f"row {row} of column {name!r} is null; expected a text in every row")
        texts += ["" if text is None else text for text in values.to_pylist()]
    return texts
