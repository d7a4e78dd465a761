"""Error rates: one module for each measure."""

from .cp import CPErrorRate, cp_word_error_rate, cp_word_error_rate_multifile
from .di_cp import (
    DICPErrorRate,
    greedy_di_cp_word_error_rate,
    greedy_di_cp_word_error_rate_multifile,
    greedy_di_tcp_word_error_rate,
    greedy_di_tcp_word_error_rate_multifile,
)
from .error_rate import ErrorRate, SelfOverlap, combine_error_rates
from .mimo import MimoErrorRate, mimo_word_error_rate, mimo_word_error_rate_multifile
from .orc import (
    OrcErrorRate,
    greedy_orc_word_error_rate,
    greedy_orc_word_error_rate_multifile,
    orc_word_error_rate,
    orc_word_error_rate_multifile,
)
from .siso import siso_character_error_rate, siso_word_error_rate, siso_word_error_rate_multifile
from .time_constrained import (
    tcp_word_error_rate_multifile,
    time_constrained_minimum_permutation_word_error_rate,
    time_constrained_siso_word_error_rate,
)
from .time_constrained_mimo import (
    time_constrained_mimo_word_error_rate,
    time_constrained_mimo_word_error_rate_multifile,
)
from .time_constrained_orc import (
    greedy_time_constrained_orc_wer,
    greedy_time_constrained_orc_wer_multifile,
    time_constrained_orc_wer,
    time_constrained_orc_wer_multifile,
)

__all__ = [
    "CPErrorRate",
    "DICPErrorRate",
    "ErrorRate",
    "MimoErrorRate",
    "OrcErrorRate",
    "SelfOverlap",
    "combine_error_rates",
    "cp_word_error_rate",
    "cp_word_error_rate_multifile",
    "greedy_di_cp_word_error_rate",
    "greedy_di_cp_word_error_rate_multifile",
    "greedy_di_tcp_word_error_rate",
    "greedy_di_tcp_word_error_rate_multifile",
    "greedy_orc_word_error_rate",
    "greedy_orc_word_error_rate_multifile",
    "greedy_time_constrained_orc_wer",
    "greedy_time_constrained_orc_wer_multifile",
    "mimo_word_error_rate",
    "mimo_word_error_rate_multifile",
    "orc_word_error_rate",
    "orc_word_error_rate_multifile",
    "siso_character_error_rate",
    "siso_word_error_rate",
    "siso_word_error_rate_multifile",
    "tcp_word_error_rate_multifile",
    "time_constrained_mimo_word_error_rate",
    "time_constrained_mimo_word_error_rate_multifile",
    "time_constrained_minimum_permutation_word_error_rate",
    "time_constrained_orc_wer",
    "time_constrained_orc_wer_multifile",
    "time_constrained_siso_word_error_rate",
]
