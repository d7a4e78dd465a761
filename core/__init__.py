"""The core that runs: the native one if it was built, else the pure-Python one; SCORELITE_CORE demands one of them.

`__all__` is the one list of names: the native core has these and the names of `compat`, the pure-Python one those that
score words, with the same parameters.
"""

# ruff: noqa: F405 (type checkers find the names in the twin and in the stub)

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from .native_only import *  # noqa: F403
    from .python import *  # noqa: F403

__all__ = [
    "AS_WRITTEN",
    "NAME",
    "Batch",
    "Charset",
    "PlainWords",
    "Program",
    "Rewriter",
    "Rules",
    "Side",
    "Slot",
    "Spans",
    "JsonRows",
    "TableRows",
    "TextError",
    "TimedRows",
    "Trn",
    "Word",
    "WordForms",
    "WordSteps",
    "align",
    "all_text",
    "arrow_texts",
    "bare_turns",
    "batch_from",
    "batch_of",
    "batch_rows",
    "best_combination",
    "channel_runs",
    "combined",
    "compared",
    "count_sizes",
    "count_totals",
    "ctm_rows",
    "cut_rows",
    "det_curve",
    "error_segments",
    "filled",
    "first_pairs",
    "followed",
    "grouped_sums",
    "holding",
    "alternations",
    "id_counts",
    "information_rows",
    "interleaved",
    "is_strict_text",
    "read_json",
    "least_texts",
    "lengths",
    "mark_steps",
    "milliseconds",
    "near_pairs",
    "networks",
    "other_letters",
    "paired_segments",
    "paired_sums",
    "numbered",
    "opcodes",
    "page_columns",
    "pairs",
    "plain_words",
    "plainly_spaced",
    "read_ctm",
    "read_kaldi",
    "read_rttm",
    "read_stm",
    "read_table",
    "read_trn",
    "read_txt",
    "rephrased",
    "respelled",
    "rows",
    "separated_cells",
    "side_from",
    "slot_votes",
    "sorted_confidences",
    "step_errors",
    "step_firsts",
    "step_stretches",
    "steps",
    "stm_rows",
    "stream_bounds",
    "stream_costs",
    "stream_steps",
    "stretches",
    "symbol_counts",
    "take_words",
    "text_keys",
    "text_prefixes",
    "texts",
    "turns_of",
    "twister_sums",
    "value_numbers",
    "word_slots",
    "word_forms",
    "word_steps",
    "word_times",
    "words_between_pauses",
    "words_in_segments",
]


def _choose() -> object | None:
    """The native core; None if the twin is to run."""
    wanted = os.environ.get("SCORELITE_CORE", "")
    if wanted not in ("", "native", "python"):
        raise ImportError(f"SCORELITE_CORE is {wanted!r}; it may be native, python or unset", name=__name__)
    if wanted == "python":
        return None
    try:
        # Not `from . import _native`, which tells a core that was not built from no other mistake.
        from ._native import align  # type: ignore[import-not-found,unused-ignore]  # noqa: F401

        # Looked up by its name: asking the lazy package above for `core` would load more than is needed.
        return sys.modules["scorelite.core._native"]
    except ModuleNotFoundError:
        # Only a core that was not built is replaced; one that cannot be loaded is an error that must be seen.
        if wanted == "native":
            raise ImportError("SCORELITE_CORE demands the native core, but it was not built", name=__name__) from None
    return None


def _twin() -> object:
    from . import python, work

    work.warn_of_twin()
    return python


def names_of_core(names: Sequence[str], twin: Callable[[], object]) -> dict[str, object]:
    """These names with what the core that runs has for each: the native one, or else the twin, imported only then.

    In place of what the twin lacks stands a function that asks for the native core.
    """
    if _chosen is None:
        from .work import needs_native_core

        pure = twin()
        return {name: getattr(pure, name, needs_native_core) for name in names}
    core: Any = _chosen
    for name in names:
        if not hasattr(core, name):
            raise ImportError(
                f"the native core {core.__file__} lacks {name!r}: it was built from other sources; "
                "rebuild it with 'pip install -e .', or set SCORELITE_CORE=python",
                name=__name__,
            )
    return {name: getattr(core, name) for name in names}


def restored(name: str, arguments: tuple[object, ...], options: dict[str, object]) -> object:
    """An object of this core from the state that either core pickled; pickles name this function.

    >>> import pickle
    >>> len(pickle.loads(pickle.dumps(texts(["one", "two"]))))
    2
    """
    if name not in ("Charset", "Rewriter", "Rules", "Trn", "batch_from", "batch_of", "side_from"):
        raise ValueError(f"the pickled state is of {name!r}, which the core does not know")
    return globals()[name](*arguments, **options)


_chosen = _choose()
if not TYPE_CHECKING:
    globals().update(names_of_core(__all__, _twin))
