"""Operations of the core for one reference program alone; those for words, times and counts stand in `core` itself.

`__all__` is the one list of names, as in `core`: `native/` beside this file has each of them.
"""

# ruff: noqa: F405 (type checkers find the names in the twin)

from __future__ import annotations

from .. import names_of_core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .native_only import *  # noqa: F403
    from .python import *  # noqa: F403

__all__ = [
    "beam_distances",
    "ctm_chunks",
    "ctm_cuts",
    "glibc_sums",
    "joint_columns",
    "joint_reached",
    "joint_steps",
    "rows_in_order",
    "sgml_paths",
    "shared_silences",
    "slot_tags",
    "speaker_stretches",
    "stretch_sums",
    "unusual_ctm_rows",
    "voted_rows",
    "without_collars",
]


def _twin() -> object:
    from . import python

    return python


if not TYPE_CHECKING:
    globals().update(names_of_core(__all__, _twin))
