"""The pure-Python core, which scores words: the readable definition of what the native core does, with its answers.

Other operations need the native core: `core/native_only.pyi` has their types.

Everything here is about bytes: characters, words, networks of alternative words, the cheapest path through two
networks, and the lines in which a report shows that path. `__all__` of `core` is the list of the public names;
each is imported here from the file where it lives.
"""

from __future__ import annotations

from .alignment import align as align
from .batch import Batch as Batch
from .batch import batch_of as batch_of
from .batch import count_sizes as count_sizes
from .batch import count_totals as count_totals
from .batch import step_firsts as step_firsts
from .by_time import words_between_pauses as words_between_pauses
from .by_time import words_in_segments as words_in_segments
from .charset import Charset as Charset
from .draws import grouped_sums as grouped_sums
from .entropy import det_curve as det_curve
from .entropy import information_rows as information_rows
from .entropy import milliseconds as milliseconds
from .entropy import sorted_confidences as sorted_confidences
from .filled import filled as filled
from .holding import all_text as all_text
from .holding import holding as holding
from .left_to_formats import lengths as lengths
from .left_to_formats import separated_cells as separated_cells
from .normalise import Program as Program
from .opcodes import opcodes as opcodes
from .page import page_columns as page_columns
from .report import AS_WRITTEN as AS_WRITTEN
from .rewriter import Rewriter as Rewriter
from .rules import Rules as Rules
from .side import Side as Side
from .side import rows as rows
from .side import text_prefixes as text_prefixes
from .side import texts as texts
from .spans import Spans as Spans
from .spans import read_kaldi as read_kaldi
from .spans import read_trn as read_trn
from .spans import read_txt as read_txt
from .strict import is_strict_text as is_strict_text
from .table_rows import TableRows as TableRows
from .table_rows import read_table as read_table
from .text import TextError as TextError
from .timed_rows import TimedRows as TimedRows
from .timed_rows import ctm_rows as ctm_rows
from .timed_rows import cut_rows as cut_rows
from .timed_rows import read_ctm as read_ctm
from .timed_rows import read_stm as read_stm
from .trn import Trn as Trn
from .words import Slot as Slot
from .words import Word as Word

TYPE_CHECKING = False
if not TYPE_CHECKING:  # `native_only.pyi` has their types
    from .left_to_formats import alternations as alternations
    from .left_to_formats import plain_words as plain_words
    from .left_to_formats import read_json as read_json
    from .left_to_formats import rephrased as rephrased
    from .left_to_formats import stm_rows as stm_rows
    from .left_to_formats import take_words as take_words

NAME = "python"
