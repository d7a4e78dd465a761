"""The pure-Python core, which scores words: the readable definition of what the native core does, with its answers.

Other operations need the native core: `native_only.py` has their names.

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
from .left_to_formats import PlainWords as PlainWords
from .left_to_formats import alternations as alternations
from .left_to_formats import lengths as lengths
from .left_to_formats import plain_words as plain_words
from .left_to_formats import read_json as read_json
from .left_to_formats import rephrased as rephrased
from .left_to_formats import separated_cells as separated_cells
from .left_to_formats import take_words as take_words
from .native_only import JsonRows as JsonRows
from .native_only import WordForms as WordForms
from .native_only import WordSteps as WordSteps
from .native_only import arrow_texts as arrow_texts
from .native_only import bare_turns as bare_turns
from .native_only import batch_from as batch_from
from .native_only import batch_rows as batch_rows
from .native_only import best_combination as best_combination
from .native_only import channel_runs as channel_runs
from .native_only import combined as combined
from .native_only import compared as compared
from .native_only import error_segments as error_segments
from .native_only import first_pairs as first_pairs
from .native_only import followed as followed
from .native_only import id_counts as id_counts
from .native_only import interleaved as interleaved
from .native_only import least_texts as least_texts
from .native_only import mark_steps as mark_steps
from .native_only import near_pairs as near_pairs
from .native_only import networks as networks
from .native_only import numbered as numbered
from .native_only import other_letters as other_letters
from .native_only import paired_segments as paired_segments
from .native_only import paired_sums as paired_sums
from .native_only import pairs as pairs
from .native_only import plainly_spaced as plainly_spaced
from .native_only import read_rttm as read_rttm
from .native_only import respelled as respelled
from .native_only import side_from as side_from
from .native_only import slot_votes as slot_votes
from .native_only import step_errors as step_errors
from .native_only import step_stretches as step_stretches
from .native_only import steps as steps
from .native_only import stream_bounds as stream_bounds
from .native_only import stream_costs as stream_costs
from .native_only import stream_steps as stream_steps
from .native_only import stretches as stretches
from .native_only import symbol_counts as symbol_counts
from .native_only import text_keys as text_keys
from .native_only import turns_of as turns_of
from .native_only import twister_sums as twister_sums
from .native_only import value_numbers as value_numbers
from .native_only import word_forms as word_forms
from .native_only import word_slots as word_slots
from .native_only import word_steps as word_steps
from .native_only import word_times as word_times
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
from .timed_rows import stm_rows as stm_rows
from .trn import Trn as Trn
from .words import Slot as Slot
from .words import Word as Word

NAME = "python"
