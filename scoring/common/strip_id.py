"""Names of ids, files and recordings without what an expression matches in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from operator import ne

from ...formats.errors import UsageError, short

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    from ...formats.schema import Corpus

    Value = TypeVar("Value")

_SHOWN = 5


class StripId:
    """The expression of strip_id=, and whether it matched a part of any name.

    >>> stripped = StripId("[.]wav$")
    >>> stripped.names(["a.wav", "b"], "ref.trn"), stripped.has_effect
    ({'a.wav': 'a', 'b': 'b'}, True)
    """

    __slots__ = ("_before", "has_effect", "pattern")

    def __init__(self, pattern: str | None = None) -> None:
        if pattern is not None and not isinstance(pattern, str):
            raise UsageError(f"strip_id= (--strip-id) is of type {type(pattern).__name__}; expected a text")
        self.pattern = pattern or ""
        self.has_effect = False
        self._before: dict[str, None] = {}

    def __bool__(self) -> bool:
        return bool(self.pattern)

    def names(self, all_names: Iterable[str], path: str) -> dict[str, str]:
        """New names by old ones; a UsageError where nothing is left of one, or two become one."""
        old = [*dict.fromkeys(all_names)]
        if not self.pattern:
            return dict(zip(old, old, strict=True))
        # Imported only now: few scores remove parts of names.
        from ..normalise.expressions import removed

        shown = f"the expression {self.pattern!r} of strip_id= (--strip-id)"
        names = dict(zip(old, removed(self.pattern, old, shown), strict=True))
        self.has_effect |= any(map(ne, names, names.values()))
        self._before |= dict.fromkeys(islice(filter(None, names), _SHOWN + 1))
        first: dict[str, str] = {}
        for name, new in names.items():
            if name and not new:
                raise UsageError(f"{path}: {shown} leaves nothing of {short(name)!r}")
            if new in first:
                both = f"{short(first[new])!r} and {short(name)!r}"
                raise UsageError(f"{path}: {shown} makes {both} one name, {short(new)!r}; expected different names")
            first[new] = name
        return names

    def keys(self, by_name: Mapping[str, Value], path: str) -> dict[str, Value]:
        """Values of a mapping under the new names."""
        names = self.names(by_name, path)
        return {names[name]: value for name, value in by_name.items()}

    def sessions(self, corpus: Corpus) -> Corpus:
        """A corpus with the new names of its recordings."""
        if not self.pattern:
            return corpus
        from ...formats.engine.renaming import renamed

        return renamed(corpus, session=self.names(corpus.table.sessions, corpus.path))

    def check(self) -> None:
        """Raises UsageError for an expression that matched no part of the names that it was given."""
        if self.pattern and not self.has_effect:
            few = ", ".join([repr(short(name)) for name in [*self._before][:_SHOWN]])
            few += ", ..." * (len(self._before) > _SHOWN)
            what = f"{self.pattern!r} matches no part of {few}" if few else "the files have no ids"
            raise UsageError(f"strip_id= (--strip-id) has no effect: {what}")
