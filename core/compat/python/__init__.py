"""Operations for one reference program alone in pure Python, under the file names of the native ones."""

from __future__ import annotations

from .chunks import ctm_chunks as ctm_chunks
from .chunks import ctm_cuts as ctm_cuts
from .sgml_paths import sgml_paths as sgml_paths
