"""The pure-Python core: the names of the native one, and the same answers."""

from __future__ import annotations

from scoring._core.python.core import AS_WRITTEN as AS_WRITTEN
from scoring._core.python.core import NAME as NAME
from scoring._core.python.core import Batch as Batch
from scoring._core.python.core import Charset as Charset
from scoring._core.python.core import Rules as Rules
from scoring._core.python.core import Side as Side
from scoring._core.python.core import Slot as Slot
from scoring._core.python.core import TextError as TextError
from scoring._core.python.core import Trn as Trn
from scoring._core.python.core import Word as Word
from scoring._core.python.core import align as align
from scoring._core.python.core import all_text as all_text
from scoring._core.python.core import archive as archive
from scoring._core.python.core import batch_of as batch_of
from scoring._core.python.core import ctm_chunks as ctm_chunks
from scoring._core.python.core import ctm_table as ctm_table
from scoring._core.python.core import glibc_sums as glibc_sums
from scoring._core.python.core import pairs as pairs
from scoring._core.python.core import rows as rows
from scoring._core.python.core import steps as steps
from scoring._core.python.core import symbol_counts as symbol_counts
from scoring._core.python.core import texts as texts
from scoring._core.python.core import twister_sums as twister_sums
