"""Texts of a caller: shapes that mean texts in one way only are understood, all others are rejected.

An item of a list is a text or a list of words; a word is never empty and holds no blank.
"""

from __future__ import annotations

import os
from collections.abc import ItemsView, Iterable, Iterator, Mapping, Sequence
from io import IOBase
from itertools import chain

from .... import core, formats
from ....formats.errors import UsageError, short
from ....formats.schema import Corpus
from ...common.results import check_names, check_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Blanks of ASCII separate words; others, such as a no-break space, are letters.
_BLANKS = " \t\n\r\f\v"
_SINGLE = (str, bytes)
# Characters of a path that systems take.
_LONGEST = 4096
# A text may have two parts, such as and/or; more are names of folders and of a file.
_DEEP = 2
_NO_NAMES = ("", ".", "..")
# Libraries whose objects have a `text` that is not all of their words, or are files of a format; and our own segments.
_DOCUMENTS = ("lhotse", "lxml", "pysubs2", "scorelite", "xml")


# Several formats share these suffixes, so that they name none.
_JSON = (".json", ".jsonl", ".json.gz", ".jsonl.gz")


def is_file(side: object) -> bool:
    """Whether a side is a path, a corpus, an object of another library, or a string that names a file.

    A string names one that has no blanks and the suffix of a format, or of JSON.

    >>> is_file("talk.stm"), is_file("talk.json"), is_file("good day"), is_file("e.g."), is_file(["talk.stm"])
    (True, True, False, False, False)
    """
    if isinstance(side, str):
        is_known = side.lower().endswith(_JSON) or formats.by_suffix(side) is not None
        return is_known and not any(map(str.isspace, side))
    if isinstance(side, (os.PathLike, Corpus)):
        return True
    if isinstance(side, (list, tuple)) and isinstance(next(iter(side), ""), (str, list)):
        return False  # texts, as in most calls
    # Imported only now: most sides are texts or paths.
    from ....formats.objects import is_object

    return is_object(side)


def understood_side(name: str, side: Any) -> Any:
    """A list of texts, or a mapping from id to text, of a side in another shape that means one of these.

    >>> understood_side("refs", [["good day"], ["yes"]]), understood_side("refs", [("a", "good day"), ("b", "yes")])
    (['good day', 'yes'], {'a': 'good day', 'b': 'yes'})
    >>> understood_side("refs", {"id": ["a", "b"], "text": ["good day", "yes"]})
    {'a': 'good day', 'b': 'yes'}
    """
    if isinstance(side, IOBase):  # its lines are rows of a format, with ids and times
        raise UsageError(f"{name} is an open file; expected its path, or a list of texts")
    if isinstance(side, Mapping):
        return _of_mapping(name, side)
    if isinstance(side, ItemsView):
        return dict(side)
    if getattr(side, "ndim", 1) == 0 and hasattr(side, "item"):
        return side.item()  # an array of numpy without a dimension
    if hasattr(side, "to_pylist"):
        return side.to_pylist()
    if isinstance(side, _SINGLE) or not isinstance(side, Iterable):
        return side
    check_order(name, side, "a list of texts, or a mapping from id to text")
    values = side if isinstance(side, list) else list(side)
    if core.all_text(values):
        return values
    if values and all(map(_has_text, values)):
        return [value.text.strip() for value in values]
    kinds = {*map(type, values)}
    if any(map(_is_scalar, kinds)):
        values = [value.as_py() if _is_scalar(type(value)) else value for value in values]
    elif kinds and all(issubclass(kind, (list, tuple)) for kind in kinds):
        if _are_single_texts(values):
            return [item[0] for item in values]
        return _of_pairs(values) or values
    return values


def joined_segments(side: Any) -> Any:
    """The text of what a recogniser returns for one recording: an object with a `text`, or several, as faster-whisper
    yields its segments; anything else as it is.

    >>> from types import SimpleNamespace as Segment
    >>> joined_segments([Segment(text=" good day"), Segment(text=" to you")]), joined_segments(["good", "day"])
    ('good day to you', ['good', 'day'])
    """
    if isinstance(side, _SINGLE):
        return side
    if _has_text(side):
        return side.text.strip()
    if isinstance(side, Iterator):
        side = list(side)
    if isinstance(side, (list, tuple)) and side and all(map(_has_text, side)):
        return " ".join([segment.text.strip() for segment in side])
    return side


def _has_text(value: Any) -> bool:
    """Whether an object that is no document of a library has its text as a member."""
    kind = type(value)
    if kind in (str, bytes, list, tuple, dict) or kind.__module__.partition(".")[0] in _DOCUMENTS:
        return False
    return isinstance(getattr(value, "text", None), str)


def without_hypotheses(refs: object) -> UsageError:
    """The error about references alone, which may hold both sides."""
    expected = "hypotheses, or one table (file or data frame) with both sides"
    if isinstance(refs, Mapping) and len(refs) == 2:
        first, second = refs
        expected = f"score(sides[{first!r}], sides[{second!r}]) of a mapping of both sides"
    elif isinstance(refs, zip) or (isinstance(refs, list) and refs and isinstance(refs[0], tuple)):
        expected = "score(*zip(*pairs)) of pairs"
    return UsageError(f"hyps is missing; expected {expected}")


def _are_single_texts(values: Sequence[Sequence[Any]]) -> bool:
    """Whether each item is a list of one text, of which some have several words."""
    return all(len(item) == 1 for item in values) and any(_is_several(item[0]) for item in values)


def _is_scalar(kind: type) -> bool:
    """Whether values of a type are scalars of pyarrow."""
    return hasattr(kind, "as_py")


def _of_mapping(name: str, side: Mapping[Any, Any]) -> Any:
    """The texts of the columns of a batch, by their ids where it has these, or those in lists of one text each."""
    columns = [*side.values()]
    if not core.all_text(columns):
        columns = [*map(joined_segments, columns)]
        side = dict(zip(side, columns, strict=True))
    if not columns or not all(isinstance(column, (list, tuple)) for column in columns):
        return side
    # Imported only now: most mappings are from ids to texts.
    from ....formats.roles import HYPOTHESES, REFERENCES, ROLES, first_usual, text_column

    are_columns = {*side} <= {*HYPOTHESES, *REFERENCES, *chain.from_iterable(ROLES.values())}
    if not are_columns and _are_single_texts(columns):
        return {key: text for key, (text,) in side.items()}
    if not are_columns and are_words(columns):
        return side
    text = (first_usual(HYPOTHESES, side) if name == "hyps" else None) or text_column(side)
    if text is None or len({*map(len, columns)}) > 1:
        return side
    key = first_usual(ROLES["id"], side)
    return side[text] if key is None else dict(zip(check_names(name, side[key]), side[text], strict=True))


def _of_pairs(values: Sequence[Sequence[Any]]) -> dict[str, Any] | None:
    """Pairs of an id and a text by id; None where items are no such pairs."""
    if any(len(item) != 2 for item in values) or not any(_is_several(item[1]) for item in values):
        return None
    ids = [str(key) for key, _ in values if isinstance(key, (str, int)) and not _is_several(key)]
    if len({*ids}) < len(values) or not all(isinstance(text, _SINGLE) for _, text in values):
        return None
    return dict(zip(ids, [text for _, text in values], strict=True))


def checked_words(name: str, texts: list[Any]) -> list[Any]:
    """Texts whose words are not empty; a word that holds a blank is rejected."""
    kinds = {*map(type, texts)}
    if kinds.isdisjoint((list, tuple)) and not any(issubclass(kind, (list, tuple)) for kind in kinds):
        return texts
    listed = texts if kinds <= {list, tuple} else [text for text in texts if isinstance(text, (list, tuple))]
    if are_words(listed):
        return texts
    return [checked_text(f"{name}[{place}]", text) for place, text in enumerate(texts)]


def checked_text(name: str, text: Any) -> Any:
    """A text as it is, or a list of words without empty ones, which `"a  b".split(" ")` makes."""
    if not isinstance(text, (list, tuple)) or are_words([text]):
        return text
    for position, word in enumerate(text):
        if _is_several(word):
            shown = word if isinstance(word, str) else word.decode("utf-8", "replace")
            raise UsageError(
                f"{name}[{position}] is {short(shown)!r}, which holds a blank, unlike a word; expected the text "
                "itself, such as ' '.join(words), or its words, such as text.split(); of several references of a "
                "text, one list a score, and result.references(other), or one text with markup: "
                "'{ good day / hello there }'"
            )
    return [word for word in text if word or not isinstance(word, _SINGLE)]


def are_words(texts: Sequence[Sequence[Any]]) -> bool:
    """Whether lists hold words alone: texts that are not empty and hold no blank.

    >>> are_words([["a", "b"]]), are_words([["a", ""]]), are_words([["a b"]]), are_words([["a"], [b"b"]])
    (True, False, False, True)
    """
    try:
        joined = "\n".join(chain.from_iterable(texts))
    except TypeError:
        return all(word and not _is_several(word) for word in chain.from_iterable(texts))
    if any(blank in joined for blank in _BLANKS if blank != "\n"):
        return False
    number = sum(map(len, texts))
    return not number or (joined.count("\n") == number - 1 and "\n\n" not in f"\n{joined}\n")


def _is_several(word: object) -> bool:
    """Whether a text is not one word."""
    if isinstance(word, bytes):
        return any(blank in word for blank in _BLANKS.encode())
    return isinstance(word, str) and any(blank in word for blank in _BLANKS)


def check_no_paths(
    refs: Any,
    hyps: Any,
    expected: str = "scorelite.score_files(ref, hyp) scores two files, or those of two folders",
    folder: str = "",
) -> None:
    """Rejects names of files as texts: those of a format or with folders, or files or folders that exist on both sides.

    Names may be those of files in the `folder` of the table that has the texts.
    """
    if all(isinstance(side, str) and _is_name(side) and os.path.isdir(side) for side in (refs, hyps)):
        raise UsageError(f"refs and hyps name folders, {refs!r} and {hyps!r}, where texts are expected; {expected}")
    sides = [[side] if isinstance(side, str) else side for side in (refs, hyps)]
    sides = [side if isinstance(side, (list, tuple)) else [] for side in sides]
    exist = all(side and all(is_existing(item, folder) for item in side) for side in sides)
    for name, side in zip(("refs", "hyps"), sides, strict=True):
        if side and (exist or all(map(_is_path, side))):
            raise UsageError(f"{name} names files, such as {short(side[0])!r}, where texts are expected; {expected}")


def is_existing(item: object, folder: str = "") -> bool:
    """Whether a text names a file that exists; a name with blanks has a suffix."""
    if not isinstance(item, str) or not (_is_name(item) or "." in item):
        return False
    return os.path.isfile(item) or (folder != "" and os.path.isfile(os.path.join(folder, item)))


def _is_path(item: object) -> bool:
    """Whether a text ends as files of a format do, or names folders: two or more, or one with something in it."""
    if not isinstance(item, str) or not _is_name(item):
        return False
    if formats.by_suffix(item) is not None:
        return True
    *folders, name = item.split(os.sep)
    if not folders or name in _NO_NAMES:
        return False
    names = [*filter(None, folders), name]
    is_deep = len(names) > _DEEP and all(len(part) > 1 and any(map(str.isalpha, part)) for part in names)
    return is_deep or os.path.exists(item)


def _is_name(item: object) -> bool:
    """Whether a text may be the name of a file."""
    return isinstance(item, str) and 0 < len(item) < _LONGEST and not any(map(str.isspace, item)) and "\0" not in item
