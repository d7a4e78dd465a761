"""Operations for one reference program alone in pure Python, under the file names of the native ones."""

from __future__ import annotations

from .chunks import ctm_chunks as ctm_chunks
from .chunks import ctm_cuts as ctm_cuts
from .native_only import beam_distances as beam_distances
from .native_only import glibc_sums as glibc_sums
from .native_only import joint_columns as joint_columns
from .native_only import joint_reached as joint_reached
from .native_only import joint_steps as joint_steps
from .native_only import rows_in_order as rows_in_order
from .native_only import shared_silences as shared_silences
from .native_only import slot_tags as slot_tags
from .native_only import speaker_stretches as speaker_stretches
from .native_only import stretch_sums as stretch_sums
from .native_only import unusual_ctm_rows as unusual_ctm_rows
from .native_only import voted_rows as voted_rows
from .native_only import without_collars as without_collars
from .sgml_paths import sgml_paths as sgml_paths
