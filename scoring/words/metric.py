"""A metric: counts of many updates, as training loops and evaluations in batches want them."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Mapping
from threading import Lock
from typing import TYPE_CHECKING

from ... import core
from ...formats.errors import MismatchError, UsageError
from ...formats.values import dataclass, field_names, replace
from ..common.answers import Answers
from ..common.counts import Addable, Counts
from ..common.other_names import OTHER_NAMES, by_keyword, known_keywords, renamed, understood
from ..common.results import check_signatures, check_threads
from ..common.settings import Settings, settings_of
from ..notices.notice import of_counts
from .api import score
from .ids import Lengths, are_ids, format_of_ids, id_counts, ids_to_leave_out
from .notices.one_sided import of_empty_references
from .totals import Totals
from .utterance_table import UtteranceTable

if TYPE_CHECKING:
    from typing import Any, TypeVar

    from typing_extensions import Unpack

    from ..common.keywords import Keywords

    Own = TypeVar("Own", bound="Metric")

_STATE = ("signature", "counts")


@dataclass(frozen=True, slots=True)
class _Counted:
    """Counts of utterances, four int32 each: correct, substitutions, deletions, insertions; and how they were made."""

    settings: Settings
    counts: bytes
    ids: str = ""
    """The name of ids in signatures; empty of texts."""

    @property
    def totals(self) -> Totals:
        """The sums, with the table of utterances."""
        rows = len(self.counts) // 16
        ((sentences, *sums, wrong),) = core.count_totals(self.counts, bytes(4 * rows), 1)
        counts, table = Counts(*sums), UtteranceTable(self.counts)
        return Totals(
            counts=counts,
            sentences=sentences,
            sentence_errors=wrong,
            settings=self.settings,
            table=table,
            ref_format=self.ids,
            hyp_format=self.ids,
            notices=(*of_empty_references(table, counts), *of_counts(counts)),
        )

    @property
    def is_bare(self) -> bool:
        """Whether there is no word on either side, which texts and ids have in common."""
        return not self.counts.strip(b"\0")

    def check_alike(self, other: _Counted) -> None:
        """Refuses to add what was counted in another way."""
        if (self.settings, self.ids) == (other.settings, other.ids):
            return
        if bool(self.ids) != bool(other.ids):
            before, now = ("ids", "texts") if self.ids else ("texts", "ids")
            raise MismatchError(f"this metric has counted {before}; expected a separate metric for {now}")
        check_signatures(self.totals.signature, other.totals.signature)


class Metric(Addable):
    """Adds up scores over calls of `update(refs, hyps)`, exactly; that of torchmetrics has the hypotheses first.

    It keeps the counts of each utterance, sixteen bytes, and no texts. Keywords are those of `score`, and `ignore`: the
    ids that are no part of an utterance, such as padding. Several threads may update a metric: each update counts as a
    whole or not at all.

    >>> metric = Metric(normalise="basic")
    >>> metric.update(["The cat sat."], ["the cat sat down"])
    >>> metric.update("good day", "good way")
    >>> metric
    <Metric: WER 40.0 % [ 2 / 5: 1 substitution, 0 deletions, 1 insertion ]>
    >>> result = metric.compute()
    >>> result.wer, result.mer, result.ser, result.counts.reference
    (0.4, 0.3333333333333333, 1.0, 5)
    >>> tokens = Metric(ignore=-100)
    >>> tokens.update([[7, 8, 9], [5, -100, -100]], [[7, 9, -100], [5, -100, -100]])
    >>> tokens.compute().counts
    Counts(correct=3, substitutions=0, deletions=1, insertions=0)
    """

    ANSWERS = Answers("attributes of metrics")

    @by_keyword("no name: a metric has all rates, as metric.compute().wer")
    def __init__(self, *, threads: int = 1, ignore: int | Iterable[int] = (), **keywords: Unpack[Keywords]) -> None:
        check_threads(threads)
        settings: Any = renamed(keywords, OTHER_NAMES)
        self._threads = threads
        self._ignored = ids_to_leave_out(ignore)
        self._settings = settings_of(settings)
        self._counts = array("i")
        self._kind = _Counted(self._settings, b"")
        self._lock = Lock()

    @property
    def settings(self) -> Settings:
        """The settings: everything that can move a number."""
        return self._settings

    @property
    def signature(self) -> str:
        """The settings in one line: metrics with equal signatures can be added."""
        return self._kind.totals.signature

    @understood
    def update(self, refs: Any, hyps: Any, *, ref_lengths: Any = None, hyp_lengths: Any = None) -> None:
        """Adds texts or ids, equally many on both sides; a rejected call adds nothing.

        Texts are two strings, lists of texts or of lists of words, or mappings from id to text. Ids are arrays with a
        row for each utterance, of numpy, of torch and others with DLPack, Arrow arrays of lists, or lists of these or
        of numbers; they are read where they lie. Lengths say how much of a row counts.
        """
        self._add(self._counted(refs, hyps, Lengths(ref_lengths, hyp_lengths)))

    @understood
    def __call__(self, refs: Any, hyps: Any, *, ref_lengths: Any = None, hyp_lengths: Any = None) -> Totals:
        """Adds texts or ids as `update` does, and gives back the score of these alone.

        >>> metric = Metric()
        >>> metric("a b", "a b").wer, metric("a b", "a").wer, metric.compute().wer
        (0.0, 0.5, 0.25)
        """
        counted = self._counted(refs, hyps, Lengths(ref_lengths, hyp_lengths))
        self._add(counted)
        return counted.totals

    @known_keywords
    def compute(self) -> Totals:
        """The score of everything so far: counts, rates, intervals and tables, but no texts and alignments.

        Without reference words, rates are None.

        >>> print(Metric().compute().wer)
        None
        """
        return self._all().totals

    def reset(self) -> None:
        """Forgets all counts and keeps the settings."""
        self._replace(_Counted(self._settings, b""))

    def merge(self: Own, *others: Metric | Mapping[str, Any]) -> Own:
        """Adds other metrics, or their states, to this one, and returns it.

        >>> first, other = Metric(), Metric()
        >>> first.update("a b", "a b")
        >>> other.update("c d", "c")
        >>> first.merge(other.state_dict()).compute().wer
        0.25
        """
        parts = [self._part(other) for other in others]
        first, *more = [part for part in (self._all(), *parts) if not part.is_bare] or [self._kind]
        for part in more:
            first.check_alike(part)
        for part in parts:
            self._add(part)
        return self

    def state_dict(self) -> dict[str, Any]:
        """The signature, and correct, substitutions, deletions and insertions of one utterance after the other.

        A text and whole numbers: JSON, pickle and `torch.save` keep them as they are.

        >>> metric = Metric()
        >>> metric.update(["a b", "c"], ["a x", "c"])
        >>> metric.state_dict()["counts"]
        [1, 1, 0, 0, 1, 0, 0, 0]
        """
        counted = self._all()
        return {"signature": counted.totals.signature, "counts": array("i", counted.counts).tolist()}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Replaces the counts by a state; one with other settings is rejected."""
        self._replace(self._read(state))

    def __add__(self, other: Metric) -> Metric:
        """A metric of both; neither changes."""
        return self.__copy__().merge(other) if isinstance(other, Metric) else NotImplemented

    def __copy__(self: Own) -> Own:
        """A metric of its own with the same counts."""
        copied = self.__class__.__new__(self.__class__)
        copied.__setstate__(self.__getstate__())
        return copied

    def __deepcopy__(self: Own, memo: object) -> Own:
        return self.__copy__()

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the lock; counts are an array, which machines of another byte order can read."""
        with self._lock:
            return {**vars(self), "_lock": None, "_counts": self._counts[:]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _lock=Lock())

    def __repr__(self) -> str:
        return f"<Metric: {self.compute()._headline()}>"

    def _counted(self, refs: Any, hyps: Any, lengths: Lengths) -> _Counted:
        """The counts of some utterances."""
        if are_ids("refs", refs) or are_ids("hyps", hyps) or self._ignored or lengths:
            counts = id_counts(refs, hyps, lengths, self._ignored, self._settings, self._threads)
            return _Counted(self._settings, counts, format_of_ids(self._ignored))
        for name, side in (("refs", refs), ("hyps", hyps)):
            if isinstance(side, os.PathLike) or hasattr(side, "columns") or hasattr(side, "column_names"):
                raise UsageError(f"{name} is of type {type(side).__name__}; expected texts (score() reads files)")
        if isinstance(refs, str) and isinstance(hyps, str):
            refs, hyps = [refs], [hyps]
        keywords: Any = {name: getattr(self._settings, name) for name in field_names(Settings)}
        result = score(refs, hyps, threads=self._threads, **keywords)
        return _Counted(result.settings, result.table.counts)

    def _add(self, part: _Counted) -> None:
        """Adds counts, which must be of the kind of those before."""
        with self._lock:
            if not part.is_bare:
                if any(self._counts):
                    self._kind.check_alike(part)
                self._kind = _Counted(part.settings, b"", part.ids)
            self._counts.frombytes(part.counts)

    def _part(self, other: Metric | Mapping[str, Any]) -> _Counted:
        """The counts of another metric, or of a state, with the settings of this one."""
        if isinstance(other, (list, tuple)):
            raise UsageError("a list of metrics; expected first.merge(*others)")
        if not isinstance(other, Metric):
            return self._read(other)
        check_signatures(self._settings.signature, other._settings.signature)
        return other._all()

    def _read(self, state: Mapping[str, Any]) -> _Counted:
        """The counts of a state."""
        if not isinstance(state, Mapping) or {*state} != {*_STATE} or not isinstance(state["signature"], str):
            raise UsageError("a state needs 'signature' and 'counts', and nothing else; expected one from state_dict()")
        kinds = [
            _Counted(settings, b"", ids)
            for settings in (self._settings, self._settings.without_compounds())
            for ids in ("", format_of_ids(self._ignored))
        ]
        by_signature = {kind.totals.signature: kind for kind in kinds}
        if state["signature"] not in by_signature:
            check_signatures(self.signature, state["signature"])
        try:
            counts = array("i", state["counts"])
        except (TypeError, ValueError, OverflowError) as error:
            raise UsageError(f"a state whose counts cannot be read ({error}); expected whole numbers") from None
        if len(counts) != len(state["counts"]) or len(counts) % 4 or min(counts, default=0) < 0:
            raise UsageError(f"a state of {len(counts)} counts; expected four of 0 or more for each utterance")
        return replace(by_signature[state["signature"]], counts=counts.tobytes())

    def _all(self) -> _Counted:
        with self._lock:
            return _Counted(self._kind.settings, self._counts.tobytes(), self._kind.ids)

    def _replace(self, counted: _Counted) -> None:
        counts = array("i")
        counts.frombytes(counted.counts)
        with self._lock:
            self._counts, self._kind = counts, _Counted(counted.settings, b"", counted.ids)
