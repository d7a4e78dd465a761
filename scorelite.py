"""The front door of scorelite: its whole public interface under one name, and `python -m scorelite` as the command.

>>> import scorelite
>>> print(scorelite.score(["the cat sat"], ["the cat sat down"]))
WER 33.3 % [ 1 / 3: 0 substitutions, 0 deletions, 1 insertions ]
SER 100.0 % [ 1 / 1 utterances ]
>>> scorelite.read(b"good day (a-1)\\n", format="trn").segments[0].id
'a-1'
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from formats import (
        FORMATS,
        Alternation,
        Comment,
        Corpus,
        Format,
        FormatError,
        Label,
        LimitError,
        MismatchError,
        Problem,
        Region,
        ScoreliteError,
        Segment,
        Source,
        Target,
        UsageError,
        Where,
        by_name,
        convert,
        detect,
        lost,
        read,
        write,
    )
    from scoring import (
        KALDI_ALIGN,
        KALDI_WER,
        SCLITE,
        Alignment,
        Counts,
        Pair,
        Policy,
        Result,
        SegmentResult,
        Settings,
        Totals,
        Utterance,
        align,
        compare,
        kws,
        score,
        score_files,
        score_segment_files,
        score_segments,
    )

__all__ = [
    # scoring
    "score",
    "score_files",
    "score_segments",
    "score_segment_files",
    "align",
    "Result",
    "Totals",
    "Utterance",
    "SegmentResult",
    "Alignment",
    "Pair",
    "Counts",
    "Settings",
    "Policy",
    "SCLITE",
    "KALDI_WER",
    "KALDI_ALIGN",
    # packages of scoring with an interface of their own
    "kws",
    "compare",
    # formats
    "read",
    "write",
    "convert",
    "lost",
    "Corpus",
    "Segment",
    "Label",
    "Alternation",
    "Region",
    "Comment",
    "Where",
    "Format",
    "FORMATS",
    "by_name",
    "detect",
    "Source",
    "Target",
    # errors
    "ScoreliteError",
    "FormatError",
    "MismatchError",
    "UsageError",
    "LimitError",
    "Problem",
]


# Type checkers see the imports above, and so refuse a name that is not there.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module 'scorelite' has no attribute {name!r}")
        from importlib import import_module

        home = next((home for home in ("scoring", "formats") if name in import_module(home).__all__), None)
        value = globals()[name] = getattr(import_module(home), name) if home else import_module(f"scoring.{name}")
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


if __name__ == "__main__":
    import sys

    from scoring.cli.main import main

    sys.exit(main())
