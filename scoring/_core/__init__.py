"""The core that runs: the native one if it was built, else its pure-Python twin; SCORELITE_CORE demands one of them.

`__all__` is the one list of names: both cores have exactly these, with the same parameters.
"""

# ruff: noqa: F405 (type checkers find the names in the twin)

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .python import *  # noqa: F403

__all__ = [
    "AS_WRITTEN",
    "NAME",
    "Batch",
    "Charset",
    "Program",
    "Rewriter",
    "Rules",
    "Side",
    "Slot",
    "Spans",
    "TextError",
    "TimedRows",
    "Trn",
    "Word",
    "align",
    "all_text",
    "archive",
    "arrow_texts",
    "batch_from",
    "batch_of",
    "batch_rows",
    "best_combination",
    "channel_runs",
    "combined",
    "compared",
    "count_totals",
    "ctm_chunks",
    "ctm_cuts",
    "ctm_rows",
    "ctm_table",
    "cut_rows",
    "det_curve",
    "error_segments",
    "filled",
    "first_pairs",
    "followed",
    "glibc_sums",
    "grouped_sums",
    "information",
    "information_rows",
    "interleaved",
    "joint_columns",
    "joint_reached",
    "joint_steps",
    "json_rows",
    "least_texts",
    "networks",
    "paired_segments",
    "paired_sums",
    "numbered",
    "opcodes",
    "page_columns",
    "pairs",
    "rows",
    "rows_in_order",
    "rttm_turns",
    "separated_rows",
    "sgml_paths",
    "shared_silences",
    "side_from",
    "slot_tags",
    "slot_votes",
    "sorted_confidences",
    "speaker_stretches",
    "speaker_turns",
    "steps",
    "stm_segments",
    "stm_table",
    "stm_words",
    "stream_bounds",
    "stream_costs",
    "stream_steps",
    "stretch_sums",
    "symbol_counts",
    "text_keys",
    "text_prefixes",
    "texts",
    "trn_spans",
    "twister_sums",
    "unusual_ctm_rows",
    "value_numbers",
    "voted_rows",
    "without_collars",
    "word_ends",
    "word_slots",
    "word_times",
]


def _choose() -> object:
    wanted = os.environ.get("SCORELITE_CORE", "")
    if wanted not in ("", "native", "python"):
        raise ImportError(f"SCORELITE_CORE is {wanted!r}; it may be native, python or unset")
    if wanted != "python":
        try:
            from . import _native  # type: ignore[attr-defined,import-not-found,unused-ignore]  # noqa: F401

            # Looked up by its name: asking the lazy package above for `_core` would load more than is needed.
            return sys.modules["scorelite.scoring._core._native"]
        except ModuleNotFoundError:
            # Only a core that was not built is replaced; one that cannot be loaded is an error that must be seen.
            if wanted == "native":
                raise ImportError("SCORELITE_CORE demands the native core, but it was not built") from None
    from . import python

    return python


def restored(name: str, arguments: tuple[object, ...], options: dict[str, object]) -> object:
    """An object of this core from the state that either core pickled; pickles name this function.

    >>> import pickle
    >>> len(pickle.loads(pickle.dumps(texts(["one", "two"]))))
    2
    """
    if name not in ("Charset", "Rewriter", "Rules", "Trn", "batch_from", "batch_of", "side_from"):
        raise ValueError(f"the pickled state is of {name!r}, which the core does not know")
    return globals()[name](*arguments, **options)


if not TYPE_CHECKING:
    _chosen = _choose()
    for _name in __all__:
        if not hasattr(_chosen, _name):
            raise ImportError(
                f"the native core {_chosen.__file__} lacks {_name!r}: it was built from other sources; "
                "rebuild it with 'pip install -e .', or set SCORELITE_CORE=python"
            )
        globals()[_name] = getattr(_chosen, _name)
