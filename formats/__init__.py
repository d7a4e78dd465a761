"""Readers and writers of transcript formats, with one label schema for all of them.

>>> import scorelite
>>> corpus = scorelite.read(b"good { day / morning } (a-1)\\n")
>>> corpus.segments[0].id, corpus.format
('a-1', 'trn')
"""

from __future__ import annotations

import gc
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Collection, Mapping, Sequence
    from typing import BinaryIO

    from .detection import detect
    from .engine.features import lost
    from .engine.formulas import CsvFormulas
    from .errors import FormatError, LimitError, MismatchError, Problem, ScoreliteError, UsageError, Where
    from .libraries import to_library
    from .record import Format
    from .registry import FORMATS, by_name, by_suffix
    from .schema import Alternation, Comment, Corpus, Label, Region, Segment
    from .source import Source, Target

__all__ = [
    "read",
    "write",
    "convert",
    "lost",
    "to_library",
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
    "by_suffix",
    "detect",
    "Source",
    "Target",
    "ScoreliteError",
    "FormatError",
    "MismatchError",
    "UsageError",
    "LimitError",
    "Problem",
]

# Every module of the package imports this file first, and most need little of it: import each name on first use.
_HOMES = {
    "lost": "engine.features",
    "to_library": "libraries",
    "Format": "record",
    "FORMATS": "registry",
    "by_name": "registry",
    "by_suffix": "registry",
    "detect": "detection",
    "Source": "source",
    "Target": "source",
    **dict.fromkeys(("Corpus", "Segment", "Label", "Alternation", "Region", "Comment"), "schema"),
    **dict.fromkeys(
        ("ScoreliteError", "FormatError", "MismatchError", "UsageError", "LimitError", "Problem", "Where"), "errors"
    ),
}

# What others call a list of all formats.
_LISTS = ("list", "names", "all", "list_formats", "formats", "supported", "available")


# Type checkers read the imports above instead, so they report a name that does not exist.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name not in _HOMES:
            listed = "; expected scorelite.formats.FORMATS" if name in _LISTS else ""
            raise AttributeError(f"module 'scorelite.formats' has no attribute {name!r}{listed}")
        value = globals()[name] = getattr(import_module(f"scorelite.formats.{_HOMES[name]}"), name)
        return value

    class _Package(type(sys)):
        """A package that somebody may call like a function."""

        def __call__(self, *values: object, **keywords: object) -> object:
            raise TypeError("scorelite.formats is a package; expected scorelite.FORMATS, which lists the formats")

    sys.modules[__name__].__class__ = _Package


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def read(
    path: Target,
    format: str | None = None,
    *,
    encoding: str | None = None,
    errors: str = "strict",
    skip_broken: bool = False,
    **options: object,
) -> Corpus:
    """Reads a file: a path, `-` (stdin), bytes or an open binary file, or an object of another library.

    Without `format`, suffix and content decide. Without `encoding`, text is UTF-8 unless a byte order mark says
    otherwise; `errors="surrogateescape"` keeps invalid bytes. `skip_broken` leaves out broken cues and lines;
    `notices()` lists them. Further options belong to the format.
    """
    from .records import detected
    from .registry import by_name
    from .source import Source

    source = Source(path, encoding=encoding, errors=errors)
    source, record = (source, by_name(format)) if format else detected(source)
    if source.folder is not None and not record.folder:
        from .errors import UsageError

        raise UsageError(
            f"{source.name}: a folder of files; expected one of them; scorelite.score_files(ref, hyp) pairs the files "
            "of two folders"
        )
    if options:
        from .engine.reader_options import check_options

        check_options(record, options)
    is_collecting = gc.isenabled()
    gc.disable()  # columns form no cycles, and looking for some takes half the time of large JSON
    try:
        if skip_broken:
            from .engine.broken import read_rest, with_notice

            return with_notice(*read_rest(source, record, options))
        return record.read(source, **options)
    finally:
        if is_collecting:
            gc.enable()


def write(
    corpus: Corpus,
    path: str | os.PathLike[str] | BinaryIO,
    format: str | None = None,
    *,
    encoding: str | None = None,
    errors: str = "strict",
    csv_formulas: CsvFormulas = "keep",
    max_chars: int | None = None,
    max_lines: int | None = None,
    max_duration: float | None = None,
    min_gap: float | None = None,
) -> None:
    """Writes a corpus to a path, to `-` (stdout) or to an open binary file; a path that ends in `.gz` is compressed.

    Without `format`, the suffix decides; without a known suffix, the corpus keeps the format it was read from.
    `csv_formulas="quote"` puts an apostrophe before cells of csv and tsv that a spreadsheet would run. The limits of
    subtitles are those of `convert`.
    """
    from dataclasses import replace

    from .engine.effects import Given, check_target
    from .engine.fitting import labelled
    from .engine.layout import Layout, laid_out
    from .errors import UsageError, short
    from .schema import Corpus
    from .targets import target_of, write_corpus, writer_of

    if not isinstance(corpus, Corpus):
        raise UsageError(
            f"{short(repr(corpus))} is not a corpus; expected the result of read(path), or Corpus([Segment(id='a', "
            "text='good day')]) of texts; a result has save(path)"
        )
    record = target_of(corpus, path, format)
    if layout := Layout(max_chars, max_lines, max_duration, min_gap):
        given = Given(max_chars=max_chars, max_lines=max_lines, max_duration=max_duration, min_gap=min_gap)
        check_target(given, record)
        corpus, _ = laid_out(corpus, layout)
    corpus, _ = labelled(corpus, record)
    record = replace(record, write=writer_of(record, csv_formulas))
    write_corpus(corpus, path, record, encoding=encoding, errors=errors)


def convert(
    source: Target | Sequence[Target],
    target: str | os.PathLike[str] | BinaryIO | None = None,
    *,
    source_format: str | None = None,
    target_format: str | None = None,
    encoding: str | None = None,
    target_encoding: str | None = None,
    errors: str = "strict",
    skip_broken: bool = False,
    strict: bool = False,
    interpolate: bool = False,
    pause: float | None = None,
    session: str | Mapping[str, str] | None = None,
    channel: str | Mapping[str, str] | None = None,
    speakers: Mapping[str, str] | None = None,
    turns: Target | None = None,
    speaker_prefix: bool = False,
    speaker_names: bool = False,
    only_speaker: str | Sequence[str] = (),
    only: str | Collection[str] = (),
    sample: int | None = None,
    seed: int = 0,
    csv_formulas: CsvFormulas = "keep",
    printed: bool | None = None,
    begin: float | None = None,
    end: float | None = None,
    shift: float | None = None,
    fps: str | None = None,
    max_chars: int | None = None,
    max_lines: int | None = None,
    max_duration: float | None = None,
    min_gap: float | None = None,
    **options: object,
) -> tuple[str, ...]:
    """Converts a file to another format; returns the features that the target cannot carry, or raises if `strict`.

    A list of files becomes one. Subtitles that count from 0 are moved by the end of the part before them; recordings
    and texts without names have those of their files.
    `skip_broken` leaves out broken cues and lines. `interpolate` estimates times for words without times. `pause`
    is the silence in seconds (1 by default) that ends a segment of words. `session`, `channel` and the map
    `speakers` replace names; of several channels, `channel` takes one. `turns` is a file of turns, such as rttm,
    from which words get their speakers; `speaker_prefix` reads names before texts, as in `Anna: good day`, as
    speakers, `speaker_names` writes them so where the target has no speakers, and `only_speaker` chooses whose
    words are converted; `only` chooses utterances or recordings by name, `sample` so many segments at random.
    `csv_formulas="quote"` puts an apostrophe before cells of csv and tsv that spreadsheets run as formulas.
    `printed` chooses words with capitals and punctuation from a source that also has them as spoken; subtitles get
    them by default. `begin` and `end` are the times between which the source is converted. `shift` moves all times
    by seconds; then `fps="25:23.976"` fits times of a video of 25 frames a second to one of 23.976. For subtitles,
    `max_chars` limits the characters of a line, `max_lines` the lines of a cue (2 by default with `max_chars`),
    `max_duration` the seconds of a cue, and `min_gap` those between two. Other options belong to the format of the
    source.
    """
    from math import isfinite

    from .conversion import run, run_joined
    from .engine.layout import Layout
    from .engine.wishes import Wishes
    from .errors import UsageError
    from .registry import NAMES
    from .schema import Corpus

    if isinstance(source, Corpus):
        raise UsageError("source is a corpus; expected a file, or write(corpus, path), which writes it")
    if target is None:
        raise UsageError("convert() has no target; expected its path, as in convert('talk.srt', 'talk.vtt')")
    if not target_format and target in NAMES:
        raise UsageError(f"target is {target!r}, the name of a format; expected a path, such as 'talk.{target}'")
    for name, time in (("begin", begin), ("end", end), ("shift", shift)):
        if time is not None and (not isinstance(time, (int, float)) or not isfinite(time)):
            raise UsageError(f"{name} is {time!r}; expected seconds, such as 2.5" + " or -2.5" * (name == "shift"))
    wishes = Wishes(
        source_format=source_format,
        target_format=target_format,
        encoding=encoding,
        target_encoding=target_encoding,
        errors=errors,
        skip_broken=skip_broken,
        strict=strict,
        interpolate=interpolate,
        pause=pause,
        session=session,
        channel=channel,
        speakers=speakers or {},
        turns=None if turns is None else read(turns),
        speaker_prefix=speaker_prefix,
        speaker_names=speaker_names,
        only_speaker=(only_speaker,) if isinstance(only_speaker, str) else tuple(only_speaker),
        only=frozenset((only,) if isinstance(only, str) else only),
        sample=sample,
        seed=seed,
        csv_formulas=csv_formulas,
        printed=printed,
        begin=begin,
        end=end,
        shift=shift,
        fps=fps,
        layout=Layout(max_chars, max_lines, max_duration, min_gap),
        options=options,
    )
    if isinstance(source, (list, tuple)):
        return run_joined(source, target, wishes).dropped
    return run(source, target, wishes).dropped  # type: ignore[arg-type]
