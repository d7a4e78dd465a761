"""Objects that are not pickled: pickles are read and written by the native core."""

from __future__ import annotations

from ..work import NeedsNativeCore


class NotPickled:
    """An object that is not pickled."""

    def __reduce__(self, /) -> tuple[object, ...]:
        raise NeedsNativeCore
