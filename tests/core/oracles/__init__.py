"""The readable definitions of native operations: those of the pure-Python core, and those that only tests need."""

# ruff: noqa: F403

from __future__ import annotations

from scorelite.core.python import *

from .alternations import alternations as alternations
from .combining import combined as combined
from .comparing import compared as compared
from .comparing import first_pairs as first_pairs
from .compounds import respelled as respelled
from .draws import twister_sums as twister_sums
from .mark_steps import mark_steps as mark_steps
from .mark_steps import other_letters as other_letters
from .near import near_pairs as near_pairs
from .numbering import numbered as numbered
from .numbering import word_times as word_times
from .rephrased import rephrased as rephrased
from .searching import best_combination as best_combination
from .searching import interleaved as interleaved
from .segments import error_segments as error_segments
from .segments import paired_segments as paired_segments
from .segments import paired_sums as paired_sums
from .slots import word_slots as word_slots
from .stm_rows import stm_rows as stm_rows
from .streams import stream_bounds as stream_bounds
from .streams import stream_costs as stream_costs
from .streams import stream_steps as stream_steps
from .stretches import step_errors as step_errors
from .stretches import step_stretches as step_stretches
from .stretches import stretches as stretches
from .symbols import pairs as pairs
from .symbols import plainly_spaced as plainly_spaced
from .symbols import steps as steps
from .symbols import symbol_counts as symbol_counts
from .turns import bare_turns as bare_turns
from .turns import turns_of as turns_of
from .voting import slot_votes as slot_votes
from .voting import value_numbers as value_numbers
from .word_forms import WordForms as WordForms
from .word_forms import word_forms as word_forms
from .word_steps import WordSteps as WordSteps
from .word_steps import word_steps as word_steps
