"""One batch of a corpus: texts in Arrow columns become counts in Arrow columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...formats.errors import MismatchError, UsageError
from ...formats.values import dataclass, replace
from .. import _core as core
from ..common.results import Missing, check_missing, listed
from ..common.settings import Settings
from ..words.scored import Pairs, scored
from ..words.speakers import KINDS, speakers_of
from ..words.tables import COUNTS
from ..words.totals import Totals
from .columns import OWN, arrow, column, fingerprint, nothing, strings, template, texts
from .confidences import check_words, information_columns

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .keywords import BatchKeywords

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
        if not isinstance(self.settings, Settings):
            raise UsageError(f"settings is of type {type(self.settings).__name__}; expected scoring.Settings(...)")
        for name in (*self.groups, *self.keep):
            if name in OWN:
                raise UsageError(f"groups= or keep= names {name!r}, a column of the counts; rename it in the batch")
        repeated = {name for name in self.keep if name in self.groups}
        if repeated:
            raise UsageError(f"column {min(repeated)!r} is in both groups= and keep=; expected it in one of them")
        check_missing(self.missing)
        if self.confidences is not None:
            check_words(self.settings)
        if self.speakers not in KINDS:
            speakers_of((), self.speakers)  # refuses an unknown kind


def score_batch(batch: Any, settings: Settings = _DEFAULT, **keywords: Unpack[BatchKeywords]) -> Any:
    """Scores a pyarrow RecordBatch or Table; gives one of the same kind with the counts of each utterance.

    `id`, `ref` and `hyp` name columns of texts. Speakers are those of the column `speaker`, else those that ids name as
    `speakers` says (see `words/speakers.py`). Columns of `groups` and `keep` go along with the counts; `merge`
    sums by the first. A null in `hyp` is a missing hypothesis: "error", "skip" the utterance, or "delete" to count its
    words as deletions. `confidences` names a column with a list of numbers for each utterance, one for each word of the
    hypothesis; `merge` sums what they tell, for normalized cross entropy. `operations=True` adds the alignment: a
    letter (C, S, D, I) for each step.

    >>> import pyarrow
    >>> batch = pyarrow.record_batch({"id": ["anna-1"], "ref": ["the cat sat"], "hyp": ["a cat"]})
    >>> found = score_batch(batch, operations=True)
    >>> [found.column(name)[0].as_py() for name in ("id", "speaker", "substitutions", "deletions", "operations")]
    ['anna-1', 'anna', 1, 1, 'SCD']
    """
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
    aligned, settings = _aligned(refs, hyps, how)
    keys = texts(ids, how.id)
    pyarrow = arrow()
    found = {"id": strings(ids, how.id)}
    if how.session is not None:
        found["session"] = strings(column(batch, how.session, "session"), how.session)
    found["speaker"] = _speakers(batch, keys, found["id"], how)
    found |= {name: strings(column(batch, name, "groups"), name) for name in how.groups}
    found |= {name: column(batch, name, "keep") for name in how.keep}
    numbers = np.frombuffer(aligned.counts(), np.int32).reshape(-1, 4)
    found |= {name: pyarrow.array(numbers[:, place].copy()) for place, name in enumerate(COUNTS)}
    found["reference"] = pyarrow.array(numbers[:, :3].sum(axis=1, dtype=np.int32))
    found["hypothesis"] = pyarrow.array(numbers[:, [0, 1, 3]].sum(axis=1, dtype=np.int32))
    found["key"] = pyarrow.array(np.frombuffer(core.text_keys(keys), np.int64))
    about = nothing(settings, {"missing_rule": how.missing, **how.facts}, lacking)
    found["signature"] = pyarrow.array(np.full(len(numbers), fingerprint(about.signature)))
    steps = aligned.letters() if how.confidences is not None or how.operations else (b"", b"")
    if how.confidences is not None:
        values = column(batch, how.confidences, "confidences")
        found |= information_columns(values, how.confidences, found["hypothesis"].to_numpy(), steps)
    if how.operations:
        letters, places = map(pyarrow.py_buffer, steps)
        operations = pyarrow.LargeStringArray.from_buffers(len(numbers), places, letters)
        found["operations"] = operations.cast(pyarrow.string())
    return pyarrow.record_batch(found).replace_schema_metadata(_metadata(about))


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


def _aligned(refs: Any, hyps: Any, how: Scoring) -> tuple[core.Batch, Settings]:
    """The alignments of all utterances, and the settings that texts allowed."""
    settings = how.settings
    if how.settings.chain is not None:
        pairs = Pairs(_listed(refs, how.ref), _listed(hyps, how.hyp))
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
    pyarrow = arrow()
    if how.speaker is not None:
        return strings(column(batch, how.speaker, "speaker"), how.speaker)
    if how.speakers != "spu_id":
        return pyarrow.array(speakers_of(ids.to_pylist(), how.speakers), pyarrow.string())
    known, numbers = core.text_prefixes(keys, _MARKS)
    places = np.frombuffer(numbers, np.int32)
    spellings = pyarrow.array([name.decode() for name in known], pyarrow.string())
    return spellings.take(pyarrow.array(places, mask=places < 0))
