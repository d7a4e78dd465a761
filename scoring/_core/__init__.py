"""The core that runs: the native one if it was built, else its pure-Python twin; SCORELITE_CORE demands one of them."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scoring._core.python import (
        AS_WRITTEN,
        NAME,
        Batch,
        Charset,
        Rules,
        Side,
        Slot,
        TextError,
        Trn,
        Word,
        align,
        all_text,
        archive,
        batch_of,
        ctm_chunks,
        ctm_table,
        glibc_sums,
        pairs,
        rows,
        steps,
        symbol_counts,
        texts,
        twister_sums,
    )

__all__ = [
    "AS_WRITTEN",
    "NAME",
    "Batch",
    "Charset",
    "Rules",
    "Side",
    "Slot",
    "TextError",
    "Trn",
    "Word",
    "align",
    "all_text",
    "archive",
    "batch_of",
    "ctm_chunks",
    "ctm_table",
    "glibc_sums",
    "pairs",
    "rows",
    "steps",
    "symbol_counts",
    "texts",
    "twister_sums",
]


def _choose() -> object:
    wanted = os.environ.get("SCORELITE_CORE", "")
    if wanted not in ("", "native", "python"):
        raise ImportError(f"SCORELITE_CORE is {wanted!r}; it may be native, python or unset")
    if wanted != "python":
        try:
            import scoring._core._native  # type: ignore[import-not-found]  # noqa: F401

            # Not by its name: looking for `_core` in the lazy package above would load more than is needed.
            return sys.modules["scoring._core._native"]
        except ModuleNotFoundError:
            # Only a core that was not built is replaced; one that cannot be loaded is an error worth seeing.
            if wanted == "native":
                raise ImportError("SCORELITE_CORE demands the native core, but it was not built") from None
    from scoring._core import python

    return python


if not TYPE_CHECKING:
    _chosen = _choose()
    for _name in __all__:
        # Types of records are tuples to everybody; the native core need not name them.
        globals()[_name] = getattr(_chosen, _name, tuple)
