"""The pure-Python core: the readable definition of what the native core does, with its names and its answers.

Everything here is about bytes: characters, words, networks of alternative words, the cheapest path through two
networks, and the lines in which a report shows that path. `scoring._core.__all__` is the list of the public names;
each is imported here from the file where it lives.
"""

from __future__ import annotations

from scoring._core.python.alignment import align as align
from scoring._core.python.alignment import batch_from as batch_from
from scoring._core.python.alignment import followed as followed
from scoring._core.python.archives import archive as archive
from scoring._core.python.arrow import arrow_texts as arrow_texts
from scoring._core.python.arrow import least_texts as least_texts
from scoring._core.python.arrow import text_keys as text_keys
from scoring._core.python.arrow import text_prefixes as text_prefixes
from scoring._core.python.batch import Batch as Batch
from scoring._core.python.batch import batch_of as batch_of
from scoring._core.python.batch import count_totals as count_totals
from scoring._core.python.charset import Charset as Charset
from scoring._core.python.chunks import ctm_chunks as ctm_chunks
from scoring._core.python.chunks import ctm_cuts as ctm_cuts
from scoring._core.python.combining import combined as combined
from scoring._core.python.comparing import compared as compared
from scoring._core.python.comparing import first_pairs as first_pairs
from scoring._core.python.diarised import speaker_stretches as speaker_stretches
from scoring._core.python.diarised import stretch_sums as stretch_sums
from scoring._core.python.diarised import without_collars as without_collars
from scoring._core.python.draws import glibc_sums as glibc_sums
from scoring._core.python.draws import grouped_sums as grouped_sums
from scoring._core.python.draws import twister_sums as twister_sums
from scoring._core.python.entropies import det_curve as det_curve
from scoring._core.python.entropies import information as information
from scoring._core.python.entropies import information_rows as information_rows
from scoring._core.python.entropies import sorted_confidences as sorted_confidences
from scoring._core.python.errors import TextError as TextError
from scoring._core.python.filled import filled as filled
from scoring._core.python.gestalt import opcodes as opcodes
from scoring._core.python.joint import joint_columns as joint_columns
from scoring._core.python.joint import joint_reached as joint_reached
from scoring._core.python.joint import joint_steps as joint_steps
from scoring._core.python.json_rows import json_rows as json_rows
from scoring._core.python.normalise import Program as Program
from scoring._core.python.numbering import numbered as numbered
from scoring._core.python.numbering import word_times as word_times
from scoring._core.python.page import page_columns as page_columns
from scoring._core.python.report import AS_WRITTEN as AS_WRITTEN
from scoring._core.python.rewriter import Rewriter as Rewriter
from scoring._core.python.row_checks import rows_in_order as rows_in_order
from scoring._core.python.row_checks import stm_words as stm_words
from scoring._core.python.row_checks import unusual_ctm_rows as unusual_ctm_rows
from scoring._core.python.rules import Rules as Rules
from scoring._core.python.searching import best_combination as best_combination
from scoring._core.python.searching import interleaved as interleaved
from scoring._core.python.segments import error_segments as error_segments
from scoring._core.python.segments import paired_segments as paired_segments
from scoring._core.python.segments import paired_sums as paired_sums
from scoring._core.python.sgml_paths import sgml_paths as sgml_paths
from scoring._core.python.sides import Side as Side
from scoring._core.python.sides import networks as networks
from scoring._core.python.sides import rows as rows
from scoring._core.python.sides import side_from as side_from
from scoring._core.python.sides import texts as texts
from scoring._core.python.slots import word_slots as word_slots
from scoring._core.python.spans import Spans as Spans
from scoring._core.python.spans import trn_spans as trn_spans
from scoring._core.python.streams import stream_bounds as stream_bounds
from scoring._core.python.streams import stream_costs as stream_costs
from scoring._core.python.streams import stream_steps as stream_steps
from scoring._core.python.symbols import all_text as all_text
from scoring._core.python.symbols import pairs as pairs
from scoring._core.python.symbols import steps as steps
from scoring._core.python.symbols import symbol_counts as symbol_counts
from scoring._core.python.table import ctm_table as ctm_table
from scoring._core.python.table import stm_table as stm_table
from scoring._core.python.table_rows import batch_rows as batch_rows
from scoring._core.python.table_rows import separated_rows as separated_rows
from scoring._core.python.timed_files import TimedRows as TimedRows
from scoring._core.python.timed_files import channel_runs as channel_runs
from scoring._core.python.timed_files import ctm_rows as ctm_rows
from scoring._core.python.timed_files import cut_rows as cut_rows
from scoring._core.python.timed_files import stm_segments as stm_segments
from scoring._core.python.trn import Trn as Trn
from scoring._core.python.turns import rttm_turns as rttm_turns
from scoring._core.python.turns import speaker_turns as speaker_turns
from scoring._core.python.voting import shared_silences as shared_silences
from scoring._core.python.voting import slot_tags as slot_tags
from scoring._core.python.voting import slot_votes as slot_votes
from scoring._core.python.voting import value_numbers as value_numbers
from scoring._core.python.voting import voted_rows as voted_rows
from scoring._core.python.voting import word_ends as word_ends
from scoring._core.python.words import Slot as Slot
from scoring._core.python.words import Word as Word

NAME = "python"
