"""The readable definitions of native operations: those of the pure-Python core, and those that only tests need."""

# ruff: noqa: F403

from __future__ import annotations

from scorelite.core.compat.python import *

from .beam import beam_distances as beam_distances
from .ctm_cuts import ctm_cuts as ctm_cuts
from .diarised import speaker_stretches as speaker_stretches
from .diarised import stretch_sums as stretch_sums
from .diarised import without_collars as without_collars
from .glibc_rand import glibc_sums as glibc_sums
from .joint import joint_columns as joint_columns
from .joint import joint_reached as joint_reached
from .joint import joint_steps as joint_steps
from .rover import shared_silences as shared_silences
from .rover import slot_tags as slot_tags
from .rover import voted_rows as voted_rows
from .row_checks import rows_in_order as rows_in_order
from .row_checks import unusual_ctm_rows as unusual_ctm_rows
from .sgml_paths import sgml_paths as sgml_paths
