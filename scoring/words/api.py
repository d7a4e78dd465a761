"""Scores of texts in memory; two files, or a table of both sides, go to `files`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import isnan

from ... import core
from ...formats.errors import MismatchError, UsageError, quantity, short
from ...formats.schema import Corpus
from ...formats.values import replace
from ..common.other_names import understood
from ..common.results import Missing, check_names, check_order
from ..common.settings import settings_of
from ..common.signatures import with_keywords
from ..common.strip_id import StripId
from .alignment import Text, check_text
from .declared import SETTINGS
from .docstrings import with_list_of_keywords
from .files import score_files
from .inputs.given import (
    check_no_paths,
    checked_words,
    is_file,
    joined_segments,
    understood_side,
    without_hypotheses,
)
from .job import KEYWORDS, RECORDS
from .notices.nulls import of_nulls
from .pairing.by_id import Pairing, pair
from .pairing.of_corpora import arranged
from .pairs import Pairs
from .result import Result
from .scored import scored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol, TypeAlias, TypeVar

    from typing_extensions import Unpack

    from ...formats.source import Frame
    from .keywords import FileKeywords

    Call = TypeVar("Call", bound=Callable[..., Any])
    Item = TypeVar("Item", covariant=True)

    class Collected(Protocol[Item]):
        """A list, tuple or other collection, but not str or bytes: their `in` takes no arbitrary object."""

        def __contains__(self, value: object, /) -> bool: ...
        def __iter__(self) -> Iterator[Item]: ...
        def __len__(self) -> int: ...


Texts: TypeAlias = "Collected[Text] | Iterator[Text] | Mapping[str, Text]"
Side: TypeAlias = "Texts | str | os.PathLike[str] | Frame | Corpus"
"""One side of a score: texts, a single text, a file, a data frame, or a corpus."""

_OF_FILES = tuple(setting.name for setting in SETTINGS if setting.of_files)


@with_keywords(KEYWORDS, *RECORDS)
@understood
@with_list_of_keywords
def score(
    refs: Side, hyps: Side | None = None, *, ids: Iterable[str | int] | None = None, **keywords: Unpack[FileKeywords]
) -> Result:
    """Scores hypotheses against references: texts, lists of texts or of words, mappings from id to text, or files.

    Lists are paired item by item, mappings by id. Two strings are a pair of texts. Paths, strings that name a file of
    a known format, such as "ref.trn", and data frames are scored as `score_files` does: without `hyps`, one table holds
    both sides. `ids` are those of lists. Keywords are listed below; with missing="delete" references without a
    hypothesis count as deletions.

    >>> result = score(["the cat sat"], ["the cat"])
    >>> result.counts
    Counts(correct=2, substitutions=0, deletions=1, insertions=0)
    >>> score({"a": "x", "b": "y"}, {"b": "y"}, missing="delete").wer
    0.5
    """
    are_texts = _is_text_with_name(refs, hyps)
    if not are_texts and (is_file(refs) or is_file(hyps)):
        if ids is not None:
            raise UsageError("ids= is for lists; files have ids already")
        result = score_files(*map(_as_file, ("refs", "hyps"), (refs, hyps)), **keywords)  # type: ignore[arg-type]
        return _indexed(result, refs)
    if hyps is None:
        raise without_hypotheses(refs)
    if not are_texts:
        check_no_paths(refs, hyps)
    return score_texts(refs, hyps, ids=ids, **keywords)


def score_texts(
    refs: Side, hyps: Side, *, ids: Iterable[str | int] | None = None, **keywords: Unpack[FileKeywords]
) -> Result:
    """The result of `score` for texts, even for texts that read like names of files."""
    one_object, hyps = refs is hyps and not isinstance(refs, str), _in_order_of(refs, hyps)
    indexed = next((side for side in (refs, hyps) if hasattr(side, "iloc")), None)
    for name, side in (("refs", refs), ("hyps", hyps)):
        if isinstance(side, bytes):
            raise UsageError(f"{name} are bytes; expected a text, such as {name}.decode(), or a list of texts")
        if isinstance(side, float) and isnan(side):
            raise UsageError(f"{name} is NaN, a missing text; expected a text, such as '' for an empty one")
    (refs, ref_nulls), (hyps, hyp_nulls) = _without_nulls(refs), _without_nulls(hyps)
    if isinstance(refs, str):
        hyps = joined_segments(hyps)
    elif isinstance(hyps, str):
        refs = joined_segments(refs)
    refs, hyps = understood_side("refs", refs), understood_side("hyps", hyps)
    if isinstance(refs, str) and isinstance(hyps, str):
        refs, hyps = [refs], [hyps]
    missing, threads = keywords.pop("missing", "error"), keywords.pop("threads", 1)
    stripped = StripId(keywords.pop("strip_id", None))
    if of_files := [name for name in keywords if name in _OF_FILES]:
        raise UsageError(f"{of_files[0]}= is for files; refs and hyps are texts")
    chosen = settings_of(keywords, (*KEYWORDS, "ids"))
    if isinstance(refs, Mapping) or isinstance(hyps, Mapping):
        if not isinstance(refs, Mapping) or not isinstance(hyps, Mapping):
            raise UsageError("one of refs and hyps is a mapping; expected two mappings from id to text, or two lists")
        if ids is not None:
            raise UsageError("ids= is for lists; the ids of mappings are their keys")
        pairing = _paired(refs, hyps, missing, stripped)
        columns = arranged(_listed("refs", refs.values()), _listed("hyps", hyps.values()), pairing)
        pairs = Pairs(*columns, tuple(pairing.ids), one_object=one_object, of_files=False)
        absent: dict[str, Any] = {"missing": pairing.missing, "extra": pairing.extra, "missing_rule": missing}
        return scored(pairs, chosen, threads, **absent).noted(pairing.notices())
    if missing != "error":
        raise UsageError(
            f"missing={missing!r} (--missing {missing}) has no effect on lists, which are paired item by item; it is "
            "for mappings"
        )
    if stripped:
        raise UsageError(
            "strip_id= (--strip-id) has no effect on lists, which are paired item by item; it is for mappings"
        )
    sides = _listed("refs", refs), _listed("hyps", hyps)
    labels, numbered = _labels_of(indexed) if ids is None else (ids, False)
    pairs = Pairs(*sides, _ids_of(*sides, labels), numbered=numbered, one_object=one_object, of_files=False)
    return _indexed(scored(pairs, chosen, threads), indexed).noted(of_nulls(ref_nulls, hyp_nulls))


def _labels_of(side: object) -> tuple[list[str] | None, bool]:
    """The labels of the index of an object of pandas as ids, None without any, and whether they are numbers of rows."""
    if not hasattr(side, "iloc"):
        return None, False
    # Imported only now: most texts are in lists.
    from ...formats.frames import counts_rows, labels_of

    return labels_of(side), counts_rows(side)


def _indexed(result: Result, side: Any) -> Result:
    """The result of an object of pandas with its index, whose labels are ids where nobody gave any."""
    table = result.table
    if not hasattr(side, "iloc") or len(side) != len(table) or table.timeline is not None:
        return result
    ids = _labels_of(side)[0] if table.ids is None else table.ids
    return result.with_table(replace(table, ids=ids and tuple(ids), index=side.index))


def _paired(refs: Mapping[str, Any], hyps: Mapping[str, Any], missing: Missing, stripped: StripId) -> Pairing:
    """The pairs of two mappings, by ids, of which parts may be stripped."""
    sides = [check_names(name, side) for name, side in (("refs", refs), ("hyps", hyps))]
    if stripped:
        sides = [[*stripped.names(side, name).values()] for name, side in zip(("refs", "hyps"), sides, strict=True)]
        stripped.check()
    return pair(*sides, missing=missing, strippable=True)


def _ids_of(refs: Sequence[Text], hyps: Sequence[Text], given: Iterable[str | int] | None) -> tuple[str, ...] | None:
    """The ids of two lists of one length, if any are given."""
    if len(refs) != len(hyps):
        raise MismatchError(
            f"{quantity(len(refs), 'reference')}, but {quantity(len(hyps), 'hypothesis')}; expected one "
            "hypothesis for each reference, or mappings from id to text"
        )
    names = None if given is None else tuple(check_names("ids", given))
    if names is not None and len(names) != len(refs):
        shown = f"{quantity(len(names), 'id')} for {quantity(len(refs), 'reference')}"
        raise MismatchError(f"{shown}; expected one for each reference")
    return names


def _is_text_with_name(refs: object, hyps: object) -> bool:
    """Whether one side is a text and the other a text as well, though it reads like the name of a file; an error where
    there is such a file, which may be meant."""
    if not isinstance(refs, str) or not isinstance(hyps, str) or is_file(refs) == is_file(hyps):
        return False
    text, name = (hyps, refs) if is_file(refs) else (refs, hyps)
    if " " not in text or os.path.exists(text):
        return False
    if os.path.exists(name):
        raise UsageError(
            f"{short(name)!r} names a file, and the other side is a text; expected two files, or of texts "
            "score({'1': ref}, {'1': hyp}), which reads no file"
        )
    return True


def _as_file(name: str, side: object) -> object:
    """The side that is scored with a file or an object: a text with blanks is the text itself, lists are rejected."""
    if isinstance(side, str) and " " in side and not os.path.exists(side):
        return side.encode()
    if isinstance(side, (list, tuple, Mapping)) and not is_file(side):
        raise UsageError(
            f"{name} is a {type(side).__name__} of texts, the other side a file or an object; expected two of the same "
            "kind, such as lists of texts: [row['text'] for row in rows]"
        )
    return side


def _in_order_of(refs: object, hyps: Any) -> Any:
    """The hypotheses in the order of the references, where both are labelled by an index, as Series of pandas are."""
    index: Any = getattr(refs, "index", None)
    other: Any = getattr(hyps, "index", None)
    if not hasattr(index, "equals") or not hasattr(other, "equals") or index.equals(other):
        return hyps
    if len(index) != len(other) or not index.is_unique or not other.is_unique or not index.isin(other).all():
        raise MismatchError(
            "refs and hyps are Series whose indexes differ; expected one index with a unique label for each pair, "
            "or refs.tolist() and hyps.tolist(), which are paired by position"
        )
    return hyps.reindex(index)


def _without_nulls(side: Any) -> tuple[Any, int]:
    """A column of pandas, polars or pyarrow with an empty text for each null, as in a frame, and how many there are."""
    if hasattr(side, "isna") and hasattr(side, "fillna"):
        is_null = side.isna()
        nulls = int(is_null.sum())
        if nulls and not hasattr(side, "iloc"):  # the values of a column
            return ["" if null else text for text, null in zip(side, is_null, strict=True)], nulls
        return (side.astype(object).fillna("") if nulls else side), nulls  # a category has no empty text
    if hasattr(side, "null_count") and hasattr(side, "fill_null"):
        nulls = side.null_count() if callable(side.null_count) else side.null_count
        return (side.fill_null("") if nulls else side), nulls
    return side, 0


def _listed(name: str, texts: object) -> list[Text]:
    """The texts as a list; anything that is not a text is rejected."""
    if isinstance(texts, str):
        raise UsageError(f"{name} is a single text; expected a list of texts, or single texts on both sides")
    if not isinstance(texts, Iterable):
        raise UsageError(f"{name} is of type {type(texts).__name__}; expected a list of texts or of lists of words")
    check_order(name, texts, "a list of texts, or a mapping from id to text")
    values = list(texts)
    if core.all_text(values):
        return values
    if not all(issubclass(kind, (str, bytes, list, tuple)) for kind in set(map(type, values))):
        for place, text in enumerate(values):
            if not isinstance(text, (list, tuple)):
                check_text(f"{name}[{place}]", text)
    return checked_words(name, values)
