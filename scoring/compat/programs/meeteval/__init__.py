"""Interface of MeetEval: `from scorelite.compat import meeteval` gives the error rates of `meeteval.wer` 0.4.3.

`docs/guides/meetings.md` lists what there is. Limits of MeetEval are not kept: sessions of more than 20 speakers are
scored, and a search that takes too much memory gives an upper bound, with a warning, in place of a MemoryError.
"""

from . import io, viz, wer

__all__ = ["io", "viz", "wer"]
