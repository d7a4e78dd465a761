"""Conversion of files, for `scorelite.convert` and the command `convert`."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import inf

from .converter import Converter
from .detection import detect_alone
from .engine.broken import LeftOut, advised, read_rest
from .engine.cues import frame_rate_of
from .engine.effects import TABLES
from .engine.parts import collected, joined
from .engine.pieces import Stream, blocks, is_plain, moved
from .engine.reader_options import FRAME_RATE, check_options, counts_frames, options_of
from .engine.segmenting import PAUSE
from .engine.tiers import WITH_TIERS, refuse_levels
from .engine.wishes import Outcome, Wishes
from .engine.writing import Output, encoded, write_bytes, write_text
from .errors import FormatError, UsageError
from .record import Format
from .records import detected
from .registry import FORMATS, by_name, by_suffix, stem
from .schema import Corpus
from .schema.words import Words
from .source import Source, Target, encoding_note
from .targets import target_of, writable, write_corpus, writer_of


def keeping_ids(wishes: Wishes, target: Output, sources: Collection[str]) -> Wishes:
    """The wishes with Kaldi's texts as the target, where texts of that format would become a .txt file without ids."""
    goal = _promised(target, wishes.target_format)
    loses_ids = goal is not None and goal.name == "txt" and not wishes.target_format and {*sources} == {"kaldi"}
    return replace(wishes, target_format="kaldi") if loses_ids else wishes


def run(source: Target, target: Output, wishes: Wishes, progress: Callable[[int], None] | None = None) -> Outcome:
    """Converts one file, in pieces where both formats allow it; `progress` receives the number of bytes read so far."""
    goal = _promised(target, wishes.target_format)
    opened: Source | None = None
    of_speakers = wishes.turns, wishes.speaker_prefix, wishes.speaker_names, wishes.only_speaker
    of_whole = (
        *(wishes.change, *of_speakers, wishes.channel if isinstance(wishes.channel, str) else None),
        *(wishes.layout.min_gap, wishes.only, wishes.sample),
    )
    plain = not any(of_whole) and not wishes.skip_broken and is_plain(wishes.encoding)
    if goal and goal.streams and plain and not _is_folder(source):
        with Stream(source) as stream:
            record = _format_of(source, stream, wishes)
            # Rows of words are sorted for other formats, which takes all of them.
            is_sorted = record is not None and record.streams == "runs" and record.name != goal.name
            if (
                record
                and _in_pieces(record, goal, wishes.options)
                and wishes.printed is None
                and not (is_sorted and stream.is_short())
            ):
                encoding = stream.encoding(wishes.encoding)
                of_encoding = encoding_note(stream.name, wishes.encoding, encoding)
                wishes = _in_frames(replace(wishes, encoding=encoding), record, goal)
                outcome = _streamed(stream, target, record, goal, wishes, progress)
                return replace(outcome, notes=(*of_encoding, *outcome.notes))
            opened = stream.source(wishes.encoding, wishes.errors)
    opened = opened or Source(source, encoding=wishes.encoding, errors=wishes.errors)
    opened, record = (opened, by_name(wishes.source_format)) if wishes.source_format else detected(opened)
    if wishes.change is not None:
        wishes = keeping_ids(wishes, target, [record.name])
        goal = _promised(target, wishes.target_format)
    problem = _problem_of_form(wishes, record)
    if problem and not wishes.several:
        raise UsageError(problem)
    wishes = _in_frames(_in_form(wishes, record, goal), record, goal)
    check_options(record, wishes.options, goal)
    corpus, left_out = _read(opened, record, wishes)
    if "tiers" not in wishes.options and target_of(corpus, target, wishes.target_format).name not in WITH_TIERS:
        refuse_levels(corpus)
    outcome = write_fitted(corpus, target, wishes, record.name)
    of_encoding = encoding_note(opened.name, wishes.encoding, opened.encoding)
    outcome = replace(outcome, notes=(*of_encoding, *outcome.notes), left_out=left_out)
    return replace(outcome, idle={**outcome.idle, "printed": problem}) if problem else outcome


def run_joined(sources: Sequence[Target], target: Output, wishes: Wishes) -> Outcome:
    """Joins files into one: subtitles one after the other, others with the names of their files."""
    parts: list[Corpus] = []
    left_out: list[LeftOut] = []
    are_cues: list[bool] = []
    of_encodings: list[str] = []
    goal = _promised(target, wishes.target_format)
    for source in sources:
        opened = Source(source, encoding=wishes.encoding, errors=wishes.errors)
        of_encodings += encoding_note(opened.name, wishes.encoding, opened.encoding)
        record = by_name(wishes.source_format) if wishes.source_format else detect_alone(opened)
        are_cues.append(record.cues)
        if record.cues != are_cues[0]:
            others = f"{record.name}, next to {parts[0].format}"
            raise UsageError(f"{opened.name}: {others}; expected files of subtitles alone, or none of these")
        check_options(record, wishes.options)
        corpus, left = _read(opened, record, _in_form(wishes, record, goal))
        parts.append(corpus)
        left_out += left
    if not parts:
        raise UsageError("no files to join; expected the parts in their order")
    if are_cues[0]:
        corpus, notes = joined(parts)
    else:
        wishes = keeping_ids(wishes, target, [part.format for part in parts])
        named = [(stem(os.path.basename(part.path)), part) for part in parts]
        corpus, notes = collected(named, lambda name: "ids" in by_name(name).carries)
    outcome = write_fitted(corpus, target, wishes, corpus.format)
    return replace(outcome, notes=(*of_encodings, *notes, *outcome.notes), left_out=tuple(left_out))


def _read(opened: Source, record: Format, wishes: Wishes) -> tuple[Corpus, tuple[LeftOut, ...]]:
    """A file, without its broken cues or lines where the wishes allow that; those are listed."""
    if wishes.skip_broken:
        return read_rest(opened, record, wishes.options)
    try:
        return record.read(opened, **wishes.options), ()
    except FormatError as error:
        raise advised(error, record.name) from None


def _in_form(wishes: Wishes, record: Format, goal: Format | None) -> Wishes:
    """The wishes with the form of words as an option of the reader.

    Cues are for people to read, so they get capitals and punctuation; other targets get the words that are scored.
    """
    if "punctuation" not in options_of(record) or "punctuation" in wishes.options:
        return wishes
    is_printed = goal is not None and goal.cues if wishes.printed is None else wishes.printed
    return replace(wishes, options={**wishes.options, "punctuation": True}) if is_printed else wishes


def _in_frames(wishes: Wishes, record: Format, goal: Format | None) -> Wishes:
    """The wishes with the option `frame_rate` as that of the target, too, where the source need not count frames."""
    if FRAME_RATE not in wishes.options or goal is None:
        return wishes
    if counts_frames(record) or not counts_frames(goal):
        return wishes
    frame_rate = frame_rate_of(wishes.options[FRAME_RATE])
    options = {name: value for name, value in wishes.options.items() if name != FRAME_RATE or record.streams in TABLES}
    return replace(wishes, frame_rate=frame_rate, options=options)


def _problem_of_form(wishes: Wishes, record: Format) -> str:
    """The message for a form of words that the source does not have; empty where there is no problem."""
    if record.printed or wishes.printed is None:
        return ""
    names = ", ".join([each.name for each in FORMATS if each.printed])
    option = "printed=True (--printed)" if wishes.printed else "printed=False (--spoken)"
    return f"{option} has no effect on {record.name}, which stores only one form of each word; expected one of: {names}"


def write_fitted(corpus: Corpus, target: Output, wishes: Wishes, source_format: str) -> Outcome:
    """Writes a corpus with the names of the options, and with the features that the format of the target needs."""
    converter = Converter(source_format, target_of(corpus, target, wishes.target_format), wishes)
    corpus = converter.prepared(corpus)
    converter.check()
    converter.finish()
    written = replace(converter.goal, write=writer_of(converter.goal, wishes.csv_formulas))
    if wishes.rewrite is not None and written.files is None:
        pack = written.pack
        made = pack(corpus) if pack else encoded(written.write(corpus), wishes.target_encoding, wishes.errors)
        write_bytes(target, [wishes.rewrite(b"".join(made))])
    else:
        write_corpus(corpus, target, written, encoding=wishes.target_encoding, errors=wishes.errors)
    return converter.outcome()


# --- piece by piece ----------------------------------------------------------------------------------


def _promised(path: object, name: str | None) -> Format | None:
    if name:
        return by_name(name)
    return by_suffix(path) if isinstance(path, (str, os.PathLike)) else None


def _format_of(source: object, stream: Stream, wishes: Wishes) -> Format | None:
    """The format of a file that is named, promised by its suffix, or shown by its first lines.

    None where they show none: the reader then reports the problem. Every text may be named .txt.
    """
    promised = _promised(source, wishes.source_format)
    if promised is not None and (promised.name != "txt" or wishes.source_format):
        return promised
    try:
        head = stream.head(wishes.encoding, wishes.errors)
        return detect_alone(head) if head else None
    except ValueError:
        return None


def _is_folder(source: object) -> bool:
    return isinstance(source, (str, os.PathLike)) and os.path.isdir(source)


def _in_pieces(record: Format, goal: Format, options: Mapping[str, object]) -> bool:
    """Whether a conversion can run in pieces; a table needs a table, because only that has columns."""
    if record.streams in ("", "appended"):
        return False
    if record.streams in TABLES and any(str(value).isdecimal() for value in options.values()):
        return False  # a table whose first line is a row has no line of names for each piece
    return record.streams in TABLES if goal.streams in TABLES else bool(goal.streams)


def _streamed(
    stream: Stream,
    target: Output,
    record: Format,
    goal: Format,
    wishes: Wishes,
    progress: Callable[[int], None] | None,
) -> Outcome:
    check_options(record, wishes.options, goal)
    write = writer_of(writable(goal), wishes.csv_formulas)
    converter = Converter(record.name, replace(goal, write=write), wishes)
    write_text(
        target,
        _texts(stream, record, converter, wishes, progress),
        encoding=wishes.target_encoding,
        errors=wishes.errors,
    )
    return converter.outcome()


def _pause(goal: Format, wishes: Wishes) -> float:
    """The seconds of silence at which a run of words may be cut, because the target cuts there; -inf where any place
    will do, because it has a row a word or takes a line in parts."""
    if wishes.windows is not None:
        return inf
    if "segment times" in goal.needs:
        return PAUSE if wishes.pause is None else wishes.pause
    return -inf if "times" in goal.carries or goal.ends else inf


def _rows_of(block: bytes, record: Format, wishes: Wishes) -> Words | None:
    """The rows of words of a piece; None where it has none, or cannot be read."""
    try:
        return record.read(Source(block, encoding=wishes.encoding, errors=wishes.errors), **wishes.options).table.words
    except FormatError:
        return None


def _texts(
    stream: Stream, record: Format, converter: Converter, wishes: Wishes, progress: Callable[[int], None] | None
) -> Iterator[str]:
    passed, lines, names = 0, 0, ""
    pause, rows_of = _pause(converter.goal, wishes), partial(_rows_of, record=record, wishes=wishes)
    for block, added in blocks(stream, record.streams, pause=pause, rows_of=rows_of):
        opened = Source(block, encoding=wishes.encoding, errors=wishes.errors, name=stream.name)
        try:
            corpus = record.read(opened, **wishes.options)
        except FormatError as error:
            error = moved(error, (lines - added).__add__) if lines else error
            raise advised(error, record.name) from None
        corpus = converter.prepared(replace(corpus, path=stream.name))
        converter.check()
        written = converter.written(corpus)
        if converter.goal.streams in TABLES:
            first = next(written)
            if names and first != names:
                raise UsageError(
                    f"{stream.name}: later rows have other columns than the first ones; expected the same columns in "
                    "all rows"
                )
            if not names:
                yield (names := first)
        yield from written
        del corpus, written  # frees the memory for the next piece
        passed += len(block)
        lines += block.count(b"\n") - added
        if progress:
            progress(passed)
    yield from converter.rest()
    converter.finish()
