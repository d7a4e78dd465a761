"""Conversion of files, for `scorelite.convert` and the command `convert`."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from math import inf
from typing import Any

from .detection import detect_alone
from .engine.audio_files import named_apart, with_audio_files
from .engine.broken import LeftOut, advised, read_rest
from .engine.cues import frame_rate_of, in_order_of_begin
from .engine.effects import TABLES, TIERS, Effects, Given
from .engine.excerpt import excerpt
from .engine.features import has_words, losses
from .engine.fitting import fitted, in_order_of_time, labelled
from .engine.formulas import CsvFormulas
from .engine.frame_rates import at_frame_rate
from .engine.layout import Layout, laid_out
from .engine.named_speakers import names_before, names_of_speakers, said_by, with_names_before
from .engine.open_lines import OpenLine
from .engine.paragraphs import joined_paragraphs
from .engine.parts import collected, joined
from .engine.pieces import Stream, blocks, is_plain, moved
from .engine.renaming import renamed
from .engine.segmenting import CUT, LONGEST_CUE, PAUSE
from .engine.shifting import placed, shifted
from .engine.tiers import WITH_TIERS, refuse_levels
from .engine.turns import with_turns
from .engine.word_times import INTERPOLATION
from .engine.writing import Output, encoded, write_bytes, write_text
from .errors import FormatError, UsageError, arguments_in, short
from .record import Format
from .records import detected
from .registry import FORMATS, by_name, by_suffix, stem
from .schema import Corpus
from .schema.words import Words
from .source import Source, Target
from .targets import target_of, writable, write_corpus, writer_of

# Options of readers that have an option of their own on the command line.
_ARGUMENTS = {"tiers": "tiers= (--tier)"}
_OTHER_NAMES = {
    **dict.fromkeys(("fmt", "format_", "file_format", "file_type", "type"), "format="),
    **dict.fromkeys(("format", "to", "to_format", "output_format", "target_fmt"), "target_format="),
    **dict.fromkeys(("start", "start_time", "from_time"), "begin="),
    **dict.fromkeys(("stop", "end_time", "to_time", "until"), "end="),
    **dict.fromkeys(("offset", "delay", "shift_seconds"), "shift="),
    **dict.fromkeys(("max_line_length", "line_length", "max_width"), "max_chars="),
    **dict.fromkeys(("rttm", "diarization", "diarisation", "speaker_turns"), "turns="),
    **dict.fromkeys(("overwrite", "force"), "no keyword: a file that exists is overwritten"),
    **dict.fromkeys(("lenient", "ignore_errors", "skip_errors", "on_bad_lines", "skip_damaged"), "skip_broken=True"),
    **dict.fromkeys(("from_format", "input_format"), "source_format= of convert, format= of read"),
}
"""Keywords of `read` and `convert` that others have, with ours."""
_FRAME_RATE = "frame_rate"
_OTHER_RATE = "frame_rate=30 (--option frame_rate=30) is another rate"
_SHOWN = 8
"""Names of attributes or speakers in a message."""
_LOOKED_AT = 1000
"""The first texts, which show whether names stand before texts."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """The options of a conversion."""

    source_format: str | None = None
    target_format: str | None = None
    encoding: str | None = None
    target_encoding: str | None = None
    errors: str = "strict"
    skip_broken: bool = False
    """Whether broken cues or lines are left out instead of stopping the conversion."""
    strict: bool = False
    interpolate: bool | None = False
    """Whether times of words are interpolated; None for a caller that has no such option."""
    pause: float | None = None
    session: str | Mapping[str, str] | None = None
    channel: str | Mapping[str, str] | None = None
    speakers: Mapping[str, str] = field(default_factory=dict)
    windows: Corpus | None = None
    """Utterances with ids and times: words by utterance become words by recording."""
    turns: Corpus | None = None
    """Turns of speakers, which the words are given to."""
    speaker_prefix: bool | None = None
    """Whether names before texts, as in `Anna: good day`, are read as speakers; None for a caller that has no such
    option."""
    only_speaker: tuple[str, ...] = ()
    """The speakers of whom alone something is converted; none: all."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the reader of the source format."""
    printed: bool | None = None
    """Whether words are read in their printed form, with capitals and punctuation, from formats that have both forms;
    None: where the target is for people to read."""
    csv_formulas: CsvFormulas = "keep"
    """Formulas in csv and tsv: bytes as they are, or an apostrophe in front."""
    begin: float | None = None
    """The time from which the source is converted, in seconds; None for its beginning."""
    end: float | None = None
    """The time up to which it is converted; None for its end."""
    shift: float | None = None
    """Seconds by which all times are moved; None for no change."""
    frame_rate: float | None = None
    """Frames a second of a target that counts frames; None for its usual rate."""
    fps: str | None = None
    """Two frame rates, such as 25:23.976: that of the video with these times, and that of the video of the target."""
    layout: Layout = field(default_factory=Layout)
    """Limits of cues, for subtitles."""
    change: Callable[[Corpus], Corpus] | None = None
    """A function that changes the words of the whole corpus."""
    look: Callable[[Corpus], None] | None = None
    """A function that is given the corpus as it was read, or the first piece of it."""
    rewrite: Callable[[bytes], bytes] | None = None
    """A function that changes the bytes of the file before they are written."""
    several: bool = False
    """Whether this is one of several files: options without effect on it are reported instead of rejected."""


_REFERENCE_ALONE = "only the reference is converted; text='pred_text' (--option text=pred_text) reads the hypothesis"
_REMARKS = {"stl": "text, as DVD programs read it (Spruce STL), not the binary STL of broadcasters (EBU Tech 3264)"}
"""What people may not expect of a target."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The report of a conversion: features that were dropped, and notes on what was added."""

    source_format: str
    target_format: str
    dropped: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    """The names of attributes that were dropped, such as columns of a table."""
    notes: tuple[str, ...] = ()
    idle: Mapping[str, str] = field(default_factory=dict)
    """Options without effect on this one of several files, each with its message."""
    left_out: tuple[LeftOut, ...] = ()
    """Broken cues or lines that were left out, where the options allow that."""

    def __str__(self) -> str:
        lines = [f"{self.source_format} -> {self.target_format}: {note}" for note in self.notes]
        if self.dropped:
            dropped = shown_features(self.dropped, self.attributes)
            lines.insert(0, f"{self.source_format} -> {self.target_format} drops {dropped}")
        return "\n".join(lines)


def shown_features(features: Iterable[str], attributes: Sequence[str]) -> str:
    """Features that are dropped, as messages name them.

    >>> shown_features(("attributes", "times"), ("age", "gender"))
    'attributes (age, gender), word timings'
    """
    few = [*attributes[:_SHOWN], f"... {len(attributes)} in all"] if len(attributes) > _SHOWN else attributes
    shown = {"times": "word timings", "attributes": f"attributes ({', '.join(few)})" if few else "attributes"}
    return ", ".join([shown.get(feature, feature) for feature in sorted(features)])


def keeping_ids(wishes: Wishes, target: Output, sources: Collection[str]) -> Wishes:
    """The wishes with Kaldi's texts as the target, where texts of that format would become a .txt file without ids."""
    goal = _promised(target, wishes.target_format)
    loses_ids = goal is not None and goal.name == "txt" and not wishes.target_format and {*sources} == {"kaldi"}
    return replace(wishes, target_format="kaldi") if loses_ids else wishes


def run(source: Target, target: Output, wishes: Wishes, progress: Callable[[int], None] | None = None) -> Outcome:
    """Converts one file, in pieces where both formats allow it; `progress` receives the number of bytes read so far."""
    goal = _promised(target, wishes.target_format)
    opened: Source | None = None
    of_speakers = wishes.turns, wishes.speaker_prefix, wishes.only_speaker
    of_whole = (
        *(wishes.change, *of_speakers, wishes.channel if isinstance(wishes.channel, str) else None),
        wishes.layout.min_gap,
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
                wishes = replace(wishes, encoding=stream.encoding(wishes.encoding))
                return _streamed(stream, target, record, goal, _in_frames(wishes, record, goal), progress)
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
    outcome = replace(write_fitted(corpus, target, wishes, record.name), left_out=left_out)
    return replace(outcome, idle={**outcome.idle, "printed": problem}) if problem else outcome


def run_joined(sources: Sequence[Target], target: Output, wishes: Wishes) -> Outcome:
    """Joins files into one: subtitles one after the other, others with the names of their files."""
    parts: list[Corpus] = []
    left_out: list[LeftOut] = []
    are_cues: list[bool] = []
    goal = _promised(target, wishes.target_format)
    for source in sources:
        opened = Source(source, encoding=wishes.encoding, errors=wishes.errors)
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
    return replace(outcome, notes=(*notes, *outcome.notes), left_out=tuple(left_out))


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
    if "punctuation" not in _keywords(record) or "punctuation" in wishes.options:
        return wishes
    is_printed = goal is not None and goal.cues if wishes.printed is None else wishes.printed
    return replace(wishes, options={**wishes.options, "punctuation": True}) if is_printed else wishes


def _in_frames(wishes: Wishes, record: Format, goal: Format | None) -> Wishes:
    """The wishes with the option `frame_rate` as that of the target, too, where the source need not count frames."""
    if _FRAME_RATE not in wishes.options or goal is None:
        return wishes
    if _counts_frames(record) or not _counts_frames(goal):
        return wishes
    frame_rate = frame_rate_of(wishes.options[_FRAME_RATE])
    options = {name: value for name, value in wishes.options.items() if name != _FRAME_RATE or record.streams in TABLES}
    return replace(wishes, frame_rate=frame_rate, options=options)


def _counts_frames(record: Format) -> bool:
    """Whether all times of a format count frames; those of a table may."""
    return _FRAME_RATE in _keywords(record) and record.streams not in TABLES


def _problem_of_form(wishes: Wishes, record: Format) -> str:
    """The message for a form of words that the source does not have; empty where there is no problem."""
    if record.printed or wishes.printed is None:
        return ""
    names = ", ".join([each.name for each in FORMATS if each.printed])
    option = "printed=True (--printed)" if wishes.printed else "printed=False (--spoken)"
    return f"{option} has no effect on {record.name}, which stores only one form of each word; expected one of: {names}"


def write_fitted(corpus: Corpus, target: Output, wishes: Wishes, source_format: str) -> Outcome:
    """Writes a corpus with the names of the options, and with the features that the format of the target needs."""
    converter = _Converter(source_format, target_of(corpus, target, wishes.target_format), wishes)
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


def check_options(record: Format, options: Mapping[str, object], goal: Format | None = None) -> None:
    """Rejects options that the reader of a format does not have; the message names those of the target, too."""
    if not options:
        return
    allowed = _keywords(record)
    parameters = inspect.signature(record.read).parameters
    has_columns = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
    if has_columns:
        allowed.append("names of columns")  # which the reader checks
    for name in options:
        if name not in allowed and (not has_columns or name in _ARGUMENTS):
            has = ", ".join(_ARGUMENTS.get(argument, argument) for argument in allowed) or "none"
            elsewhere = f"; expected {_OTHER_NAMES[name]}" if name in _OTHER_NAMES else ""
            if goal is not None and goal.name != record.name and _FRAME_RATE not in allowed:
                of_goal = _FRAME_RATE if _counts_frames(goal) else "none"
                elsewhere = f", and {goal.name} as the target: {of_goal}{elsewhere}"
            raise UsageError(
                f"{record.name} has no option {_ARGUMENTS.get(name, repr(name))}; it has: {has}{elsewhere}"
            )
        is_switch = name in parameters and isinstance(parameters[name].default, bool)
        if is_switch and not isinstance(options[name], bool):
            raise UsageError(f"{name} is {options[name]!r}; expected True or False")


def _keywords(record: Format) -> list[str]:
    """The options of the reader of a format."""
    parameters = inspect.signature(record.read).parameters
    return [name for name, parameter in parameters.items() if parameter.kind is parameter.KEYWORD_ONLY]


class _Converter:
    """Prepares a corpus, or its pieces, for a target; collects what was dropped and added."""

    def __init__(self, name: str, goal: Format, wishes: Wishes) -> None:
        self.goal = goal
        self._name = name
        self._wishes = wishes
        self._dropped: set[str] = set()
        self._attributes: set[str] = set()
        self._notes: dict[str, None] = {}
        self._latest: dict[tuple[str, str], float] = {}
        self._paths: dict[str, str] = {}
        self._recordings: dict[str, None] = {}
        self._segments = 0
        self._converted = self._begun = self._looked = False
        self._has_words = self._has_times = False
        wanted = Given(
            wishes.session,
            wishes.channel,
            wishes.speakers,
            wishes.pause,
            True if wishes.interpolate else None,
            wishes.begin,
            wishes.end,
            wishes.shift,
            wishes.fps,
            wishes.layout.max_chars,
            wishes.layout.max_lines,
            wishes.layout.max_duration,
            wishes.layout.min_gap,
        )
        self._effects = Effects(wanted, goal)
        self._line = OpenLine(goal.ends) if goal.ends else None

    def prepared(self, corpus: Corpus) -> Corpus:
        """The corpus with the changes that the options ask for, and with the features that the target needs."""
        if self._wishes.look is not None and not self._looked:
            self._wishes.look(corpus)
        self._looked = True
        before = self._segments - bool(self._line and self._line.joins(corpus))
        corpus = self._with_wishes(corpus)
        self._refuse_recordings(corpus)
        corpus, notes_on_order = self._in_order(corpus)
        corpus, notes_on_labels = labelled(corpus, self.goal)
        corpus, notes_on_files = self._with_recordings(corpus, before)
        dropped, attributes = losses(corpus, self.goal)
        self._dropped |= dropped
        self._attributes |= attributes
        if "segment times" not in self.goal.carries:
            self._has_times |= corpus.table.start is not None
            self._has_words = self._has_words or has_words(corpus)
        corpus, notes = self._fitted(joined_paragraphs(corpus, self.goal), before)
        if self.goal.drops is not None:
            self._dropped |= self.goal.drops(corpus)
        self._segments = before + len(corpus)
        self._converted |= bool(corpus.segments or corpus.regions or corpus.comments)
        notes_on_sides = [_REFERENCE_ALONE] if self._name == "nemo" and "hypothesis" in attributes else []
        found = *corpus.notices(), *notes_on_sides, *notes_on_order, *notes_on_labels, *notes_on_files, *notes
        self._notes |= dict.fromkeys(found)
        self._effects.made(cut=any(CUT in note for note in notes), interpolated=INTERPOLATION in notes)
        return corpus

    def _with_wishes(self, corpus: Corpus) -> Corpus:
        """The corpus with other speakers, names, words and times, one after the other."""
        wishes = self._wishes
        if wishes.windows is not None:
            corpus = placed(corpus, wishes.windows)
        if wishes.turns is not None:
            corpus = with_turns(corpus, wishes.turns)
        if wishes.speaker_prefix:
            (corpus,) = with_names_before(corpus)
        elif wishes.speaker_prefix is False and not self._begun:
            self._note_names(corpus)
        if wishes.only_speaker:
            corpus = said_by(corpus, wishes.only_speaker)
        self._effects.look(corpus)
        corpus = renamed(corpus, session=wishes.session, channel=wishes.channel, speakers=wishes.speakers)
        if wishes.change is not None:
            corpus = wishes.change(corpus)
        if wishes.begin is not None or wishes.end is not None:
            corpus = excerpt(corpus, wishes.begin, wishes.end)
        if wishes.shift is not None:
            corpus = shifted(corpus, wishes.shift)
        return corpus if wishes.fps is None else at_frame_rate(corpus, wishes.fps)

    def _refuse_recordings(self, corpus: Corpus) -> None:
        """Raises UsageError for several recordings in a target with the times of one, which would begin again."""
        goal, table = self.goal, corpus.table
        has_names = "sessions" in goal.carries or ("ids" in goal.carries and not goal.cues) or goal.name in TIERS
        if has_names or goal.carries.isdisjoint(("times", "segment times")):
            return
        sessions = table.sessions if table.words is None else [session for session, _ in table.words.names]
        self._recordings |= dict.fromkeys(filter(None, sessions))
        if len(self._recordings) < 2:
            return
        name = next(iter(self._recordings))
        shown = ", ".join(map(short, [*self._recordings][:_SHOWN])) + ", ..." * (len(self._recordings) > _SHOWN)
        way = "a file for each of them"
        if self._name in ("stm", "ctm"):
            way += f", such as the lines that grep '^{name} ' finds"
        raise UsageError(
            f"{goal.name} holds one recording, and here are several ({shown}), each with times of its own; "
            f"expected {way}"
        )

    def _in_order(self, corpus: Corpus) -> tuple[Corpus, Sequence[str]]:
        """The corpus in the order of time where the target needs that, and notes on it."""
        is_in_order = self.goal.cues or "segment times" not in self.goal.carries
        if is_in_order and self._name and by_name(self._name).cues:
            return in_order_of_begin(corpus, self.goal.name == self._name)
        if self.goal.name != corpus.format:
            return in_order_of_time(corpus, self._latest)
        return corpus, ()

    def _with_recordings(self, corpus: Corpus, before: int) -> tuple[Corpus, Sequence[str]]:
        """The corpus with the paths or names of recordings that the target needs, and notes on them."""
        if corpus.format == self.goal.name or f"attributes:{corpus.format}" in self.goal.carries:
            return corpus, ()  # paths are kept
        if self.goal.audio_files:
            return with_audio_files(corpus, before)
        if not self.goal.carries.isdisjoint(("sessions", "ids")):
            return named_apart(corpus, self._paths)
        return corpus, ()

    def _fitted(self, corpus: Corpus, before: int) -> tuple[Corpus, Sequence[str]]:
        """The corpus with what every segment of the target needs, and notes on what was added."""
        layout, wishes = self._wishes.layout, self._wishes
        corpus, notes = fitted(
            corpus,
            self.goal,
            interpolate=wishes.interpolate,
            pause=wishes.pause,
            before=before,
            is_cut_later=bool(layout),
            joins_channels=self._joins_channels(),
        )
        if layout:
            if layout.max_duration is None and any(CUT in note for note in notes):
                layout = replace(layout, max_duration=LONGEST_CUE)
            corpus, more_notes = laid_out(corpus, layout, before)
            notes += more_notes
        if wishes.frame_rate is not None:
            corpus = replace(corpus, meta=(*corpus.meta, (f"{self.goal.name}:rate", repr(wishes.frame_rate))))
        return corpus, notes

    def _note_names(self, corpus: Corpus) -> None:
        """Notes names before texts that could be speakers of the target."""
        if "speakers" not in self.goal.carries or self.goal.name == self._name:
            return
        if names := names_of_speakers([*islice(names_before(corpus), _LOOKED_AT)]):
            shown = ", ".join(map(short, names[:_SHOWN])) + ", ..." * (len(names) > _SHOWN)
            way = "speaker_prefix=True (--speaker-prefix) reads them as speakers"
            self._notes[arguments_in(f"texts begin with names and a colon ({shown}); {way}")] = None

    def _joins_channels(self) -> bool:
        """Whether a person reads what several channels said; files of corpora keep their order."""
        is_read = self.goal.cues or self.goal.name == "txt"
        return is_read and "channels" not in self.goal.carries and not (self._name and by_name(self._name).streams)

    def written(self, corpus: Corpus) -> Iterator[str]:
        """The text of a prepared piece, which may be the first one."""
        is_first, self._begun = not self._begun, True
        more = self.goal.more
        if is_first or more is None:
            lines = iter(self.goal.write(corpus))
            return self._line.parts(lines, corpus) if self._line else lines
        return iter(more(corpus, self._segments - len(corpus)))

    def rest(self) -> Iterator[str]:
        """The text after the last piece: the end of its last line, or the head of a file of which none was written."""
        if self._line:
            return iter((self._line.end(),))
        return iter(()) if self._begun or self.goal.more is None else iter(self.goal.write(Corpus()))

    def finish(self) -> None:
        """Raises UsageError after the last piece, before the output takes its name, for an option without effect."""
        if not self._wishes.several:
            for problem in self._effects.problems().values():
                raise UsageError(problem)

    def check(self) -> None:
        """Raises in strict mode if something was dropped."""
        if self._dropped and self._wishes.strict:
            dropped = shown_features(self._dropped, sorted(self._attributes))
            raise UsageError(f"{self._name} -> {self.goal.name} would drop {dropped}")

    def outcome(self) -> Outcome:
        """The report of the conversion."""
        notes = [*map(arguments_in, self._notes)]
        if not self._converted:
            is_excerpt = (self._wishes.begin, self._wishes.end) != (None, None)
            why = "nothing lies between these times" if is_excerpt else "the source is empty"
            notes.append(f"nothing was converted: {why}")
        elif self._has_times and not self._has_words:
            way = "; text=COLUMN (--option text=COLUMN) names the column of texts"
            is_table = self._name and by_name(self._name).streams in TABLES
            notes.append(f"no words were converted: the source has only times{arguments_in(way) if is_table else ''}")
        if self.goal.name in _REMARKS and self._name != self.goal.name:
            notes.append(_REMARKS[self.goal.name])
        if self._name == "audacity" and self.goal.name in ("rttm", "mdtm") and not self._wishes.options.get("names"):
            notes.append(arguments_in("labels are words; names=True (--option names=True) reads them as speakers"))
        notes += map(arguments_in, [*self._assumed_rates(), *self._effects.notes()])
        return Outcome(
            self._name,
            self.goal.name,
            tuple(sorted(self._dropped)),
            tuple(sorted(self._attributes)),
            tuple(notes),
            self._effects.problems(),
        )

    def _assumed_rates(self) -> Iterator[str]:
        """Notes on frame rates that neither a file nor an option gives."""
        if self._name == "stl" and _FRAME_RATE not in self._wishes.options:
            yield f"stl names no frame rate: read at 25 frames a second; {_OTHER_RATE}"
        is_new = self._name != self.goal.name and self._wishes.frame_rate is None
        if is_new and _counts_frames(self.goal):
            # A source that counts frames takes the option for itself.
            is_free = not self._name or not _counts_frames(by_name(self._name))
            yield "times are written at 25 frames a second" + (f"; {_OTHER_RATE}" if is_free else "")


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
    converter = _Converter(record.name, replace(goal, write=write), wishes)
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
    stream: Stream, record: Format, converter: _Converter, wishes: Wishes, progress: Callable[[int], None] | None
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
