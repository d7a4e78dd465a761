"""Table of SCTK's small programs: what each does, and the module whose `run` stands in for it."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .streams import Streams

# Name of the program: its module below this package, and its summary. `run` of a module takes the words of the
# command line and the streams, and returns the exit code; it may raise `Failure`.
PROGRAMS = {
    "sclite": ("sclite.program", "word error rates, with alignments and reports"),
    "rfilter1": ("rfilter1", "rules of a GLM applied to lines of text"),
    "csrfilt.sh": ("csrfilt", "rules of a GLM applied to the texts of stm, ctm, trn, txt and rttm files"),
    "hubscr.pl": ("hubscr.program", "filters, validates and scores a reference and hypotheses, and compares systems"),
    "acomp.pl": ("acomp", "German: compounds divided into words of a lexicon"),
    "def_art.pl": ("def_art", "Arabic: the article as a word of its own"),
    "rover": ("rover.program", "vote among several recognisers, word by word"),
    "sc_stats": ("sc_stats.program", "compare systems: significance tests, tables and graphs"),
    "chfilt.pl": ("chfilt", "transcripts of CallHome as stm or pem"),
    "utf_filt.pl": ("utf_filt.program", "transcripts in NIST's Universal Transcription Format as stm and ctm"),
    "hamzaNorm.pl": ("hamza_norm", "Arabic: one form for alef with hamza at the beginning of words"),
    "asclite": ("asclite.program", "several speakers at once: overlapping references against one or several streams"),
    "align2html.pl": ("align2html.program", "pages that show the alignments of asclite"),
    "md-eval.pl": ("md_eval.program", "diarisation error rate of RTTM files"),
    "rttmSmooth.pl": ("rttm_smooth", "turns of one speaker joined where the gap is short"),
    "rttmSort.pl": ("rttm_sort", "rows of RTTM sorted by recording, channel, time and type"),
    "spkr2sad.pl": ("spkr2sad", "turns of all speakers as turns of one speaker named speech"),
    "rttm2ctm.pl": ("rttm2ctm", "words of RTTM as ctm"),
    "stm2rttm.pl": ("stm2rttm", "segments of stm as turns of RTTM"),
    "mergectm2rttm.pl": ("mergectm2rttm", "words of ctm given to the turns of RTTM in which they are spoken"),
    "slatreport.pl": ("slatreport", "latency of a system's answers, from the tenth column of RTTM"),
    "rttmValidator.pl": ("rttm_validator.program", "problems of an RTTM file"),
    "ctmValidator.pl": ("ctm_validator", "problems of a ctm file"),
    "stmValidator.pl": ("stm_validator", "problems of an stm file"),
    "tanweenFilt.pl": ("tanween_filt", "Arabic: words without tanween"),
}


def run(name: str, words: list[bytes], streams: Streams) -> int:
    """Runs a program of the table and returns its exit code."""
    path = f"{__package__}.{PROGRAMS[name][0]}"
    # The command sclite comes through here, and importlib would cost it more than some reports do.
    __import__(path)
    code: int = sys.modules[path].run(words, streams)
    return code
