"""The base of the results of all wings, with their reports, and checks of keywords and parts."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import ItemsView, Iterable, KeysView, Sequence, Set
from os.path import splitext

from ...core.file_names import RECORDINGS
from ...formats.errors import MismatchError, UsageError, quantity, short
from ...formats.guessed import Answering
from .lazy import BUILT_ON_RESULTS
from .other_names import by_keyword

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, Literal, TypeAlias, TypeVar

    Own = TypeVar("Own")

Missing: TypeAlias = "Literal['error', 'skip', 'delete']"
_SHOWN = 5
_INFINITY = float("inf")
# Of the largest float.
_BITS = 1023
# One side's times are so many times the other's only where they have another unit.
_OTHER_UNIT = 50
# Seconds of a collar that no words or turns need.
_LONG_COLLAR = 60


class Immutable(Answering):
    """A value that is its own copy, because nothing in it ever changes."""

    __slots__ = ()

    def __copy__(self: Own) -> Own:
        return self

    def __deepcopy__(self: Own, memo: object) -> Own:
        return self


class Report(str):
    """The text of a report; `bytes(report)` is what its file holds, invalid characters of the scored files included."""

    __slots__ = ()

    def __bytes__(self) -> bytes:
        return self.encode("utf-8", "surrogateescape")

    def __str__(self) -> str:
        return bytes(self).decode("utf-8", "replace")


_LOADERS = ("load", "open", "read", "from_file", "from_json", "from_dict")


class _Loaded(type):
    """The type of results, none of whose classes reads files."""

    if not TYPE_CHECKING:

        def __getattr__(cls, name: str) -> object:
            expected = "; expected scorelite.load(path)" if name in _LOADERS else ""
            raise AttributeError(f"type object {cls.__name__!r} has no attribute {name!r}{expected}")


class Reported(Immutable, metaclass=_Loaded):
    """A result that has reports."""

    __slots__ = ()
    WING: ClassVar[str]
    """The folder of its reports below `scorelite.scoring.report`."""

    @staticmethod
    def _reports() -> Any:
        """Reports of results."""
        return BUILT_ON_RESULTS["report"]()

    @staticmethod
    def _comparisons() -> Any:
        """Comparisons of results."""
        return BUILT_ON_RESULTS["compare"]()

    @staticmethod
    def _analyses() -> Any:
        """Analyses of results."""
        return BUILT_ON_RESULTS["analysis"]()

    @by_keyword("a name, and Path(path).write_bytes(bytes(result.report(name))) for a file")
    def report(self, name: str = "sys", **options: Any) -> Report:
        """The text of a report by its name; `bytes(result.report(name))` is what its file holds.

        Keywords are those of the wing's reports, such as `width` of listings.

        Of words: `speakers` says where an id names its speaker, if the files do not say who speaks (see
        `words/speakers.py`). Of segments: `rows` of a table are `class` (or speaker) or `file`.
        """
        return Report(self._reports().report(self, name, **options).decode("utf-8", "surrogateescape"))


def check_threads(threads: object) -> None:
    """Refuses a number of threads that is not a whole number >= 1.

    >>> check_threads(-1)
    Traceback (most recent call last):
    scorelite.formats.errors.UsageError: threads is -1; expected a whole number >= 1
    """
    if not isinstance(threads, int) or isinstance(threads, bool) or threads < 1:
        raise UsageError(f"threads is {threads!r}; expected a whole number >= 1")


def check_order(name: str, values: object, expected: str = "a list") -> None:
    """Refuses what is no collection, and a set, which has another order in each run of Python; views of dictionaries
    have an order.

    >>> check_order("refs", {"a", "b"})
    Traceback (most recent call last):
    scorelite.formats.errors.UsageError: refs is a set, and sets have no order; expected a list
    """
    if isinstance(values, Set) and not isinstance(values, (KeysView, ItemsView)):
        raise UsageError(f"{name} is a set, and sets have no order; expected {expected}")
    if not isinstance(values, Iterable):
        raise UsageError(f"{name} is of type {type(values).__name__}; expected {expected}")


def check_names(name: str, names: Iterable[object]) -> list[str]:
    """Names of utterances, of which numbers become text; anything else and a name that stands twice are refused.

    >>> check_names("ids", ["a", 2])
    ['a', '2']
    """
    check_order(name, names)
    texts: list[Any] = list(names)
    if {*map(type, texts)} - {str}:
        others = (each for each in texts if not isinstance(each, str))
        if odd := [each for each in others if isinstance(each, bool) or not hasattr(each, "__index__")]:
            raise UsageError(f"{name} has {odd[0]!r}; expected texts or whole numbers")
        texts = list(map(str, texts))
    if len({*texts}) < len(texts):
        twice = next(text for text, times in Counter(texts).items() if times > 1)
        raise MismatchError(f"{name} has {short(twice)} more than once; expected a unique id for each pair")
    return texts


def check_amount(name: str, value: object) -> None:
    """Refuses a setting that is not a finite number >= 0.

    >>> check_amount("collar", 10**400)
    Traceback (most recent call last):
    scorelite.formats.errors.UsageError: collar is an integer of 1329 bits; expected a number >= 0, below 1e308
    """
    if isinstance(value, int) and value.bit_length() > _BITS:
        # Python refuses to print integers of thousands of digits.
        raise UsageError(f"{name} is an integer of {value.bit_length()} bits; expected a number >= 0, below 1e308")
    if not isinstance(value, (int, float)) or not 0 <= value < _INFINITY:
        raise UsageError(f"{name} is {value!r}; expected a number >= 0")


def other_unit(ref: float, hyp: float) -> str:
    """A remark on the last times of both sides, if one may be in milliseconds, frames or samples; empty for none.

    >>> other_unit(2.8, 2800.0), other_unit(2.8, 3.0)
    ('times of the hypothesis go up to 2800, those of the reference to 2.8: are both in seconds?', '')
    """
    if min(ref, hyp) <= 0 or max(ref, hyp) < _OTHER_UNIT * min(ref, hyp):
        return ""
    (less, lower), (more, upper) = sorted([(ref, "reference"), (hyp, "hypothesis")])
    return f"times of the {upper} go up to {more:g}, those of the {lower} to {less:g}: are both in seconds?"


def long_collar(collar: float) -> str:
    """A remark on a collar that is longer than a minute, as one in milliseconds is; empty for others.

    >>> long_collar(5000), long_collar(5.0)
    ('the collar is 5000 s, longer than a minute: is it in seconds?', '')
    """
    return f"the collar is {collar:g} s, longer than a minute: is it in seconds?" if collar > _LONG_COLLAR else ""


def check_missing(missing: str) -> None:
    """Refuses an unknown rule for references without hypotheses and hypotheses without references."""
    if missing not in ("error", "skip", "delete"):
        raise UsageError(f"missing {missing!r} is unknown; expected 'error', 'skip' or 'delete'")


def check_signatures(first: str, second: str) -> None:
    """Refuses to add results of different signatures."""
    if first != second and len({_without_compounds(signature) for signature in (first, second)}) == 1:
        raise MismatchError(
            "some texts have marks such as { a / b }, or times, and compounds are merged only in the others; expected "
            "markup=False (--no-markup), which reads marks as letters, or a normaliser that merges no compounds"
        )
    if first != second:
        raise MismatchError(
            f"results with different settings cannot be added:\n  {first}\n  {second}\n"
            "Score both with the same settings and version"
        )


def _without_compounds(signature: str) -> str:
    return re.sub(r"\|compounds:\w+", "", signature)


def check_units(noun: str, repeated: Sequence[str]) -> None:
    """Refuses to add results that have a unit in common; `repeated` are the names of those."""
    if repeated:
        raise MismatchError(
            f"results with {noun}s in common cannot be added: {listed(repeated, noun)}; "
            f"keep each {noun} in one result, or rename it"
        )


def one_recording_each(ref: tuple[str, str], hyp: tuple[str, str]) -> str:
    """A remark on a pair of two names: each a recording and its file.

    >>> one_recording_each(("talk", "ref.stm"), ("take 2", "hyp.stm"))
    'one recording each: talk (ref.stm) with take 2 (hyp.stm)'
    """
    first, second = (f"{short(name)} ({path})" if path else short(name) for name, path in (ref, hyp))
    return f"one recording each: {first} with {second}"


def alike_names(refs: Iterable[str], hyps: Iterable[str]) -> list[tuple[str, str]]:
    """Names of both sides that are equal without case, folders and the suffix of a recording.

    >>> alike_names(["wavs/a.wav", "b"], ["A", "b.x"])
    [('wavs/a.wav', 'A')]
    """
    of_hyps = {_stem(name): name for name in hyps}
    return [(name, of_hyps[_stem(name)]) for name in refs if _stem(name) in of_hyps]


def renames(refs: Iterable[str], hyps: Iterable[str]) -> str:
    """The command that renames recordings of the hypothesis, of which alike ones have other names; empty without any.

    >>> renames(["m1", "m2"], ["audio/m1.wav", "x"])
    '`scorelite convert HYP OUT --session audio/m1.wav=m1`'
    """
    pairs = [f"{old}={new}" for new, old in alike_names(refs, hyps)]
    shown = "".join([f" --session {shlex.quote(pair)}" for pair in pairs[:_SHOWN]])
    return f"`scorelite convert HYP OUT{shown}{' ...' * (len(pairs) > _SHOWN)}`" if pairs else ""


def _stem(name: str) -> str:
    stem, suffix = splitext(name.replace("\\", "/").rpartition("/")[2].casefold())
    return stem if suffix in RECORDINGS else stem + suffix


def listed(names: Sequence[str], noun: str) -> str:
    """A count with the first five names: `7 utterances (a, b, c, d, e, ...)`.

    >>> listed(["a"], "utterance"), listed(["a", "b"], "hypothesis")
    ('1 utterance (a)', '2 hypotheses (a, b)')
    >>> listed([""], "session")
    '1 session (without a name)'
    """
    shown = [short(name) or "without a name" for name in names[:_SHOWN]]
    if len(names) > _SHOWN:
        shown.append("...")
    return f"{quantity(len(names), noun)} ({', '.join(shown)})"
