"""The converter: changes a corpus between its reader and the writer of another format, and collects what it drops."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from .engine.audio_files import named_apart, with_audio_files
from .engine.chosen import chosen, sampled
from .engine.cues import in_order_of_begin
from .engine.effects import TABLES, Effects, Given
from .engine.excerpt import excerpt
from .engine.features import has_words, losses
from .engine.fitting import OF_TURNS, fitted, in_order_of_time, labelled
from .engine.frame_rates import at_frame_rate
from .engine.layout import laid_out
from .engine.named_speakers import names_before, names_of_speakers, said_by, with_names_before, with_names_written
from .engine.open_lines import OpenLine
from .engine.paragraphs import joined_paragraphs
from .engine.reader_options import FRAME_RATE, counts_frames
from .engine.renaming import renamed
from .engine.segmenting import CUT, LONGEST_CUE
from .engine.shifting import placed, shifted
from .engine.turns import with_turns
from .engine.wishes import Outcome, Wishes, shown_features
from .engine.word_times import INTERPOLATION
from .errors import UsageError, arguments_in, short
from .record import Format
from .registry import by_name
from .schema import Corpus

_OTHER_RATE = "frame_rate=30 (--option frame_rate=30) is another rate"
_OF_ONE_RECORDING = ("eaf", "trs", "aws")
"""Formats that name a recording, and have one line of time."""
_SHOWN = 8
"""Names of recordings or speakers in a message."""
_LOOKED_AT = 1000
"""The first texts, which show whether names stand before texts."""
_REFERENCE_ALONE = "only the reference is converted; text='pred_text' (--option text=pred_text) reads the hypothesis"
_WHICH_TEXT = (
    "rows have a reference and a hypothesis; expected text='pred_text' (--option text=pred_text) to convert the "
    "hypothesis, or text='text' (--option text=text) to convert the reference"
)
_WITHOUT_RATE = ("avid", "stl")
_REMARKS = {"stl": "text, as DVD programs read it (Spruce STL), not the binary STL of broadcasters (EBU Tech 3264)"}
"""What people may not expect of a target."""


class Converter:
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
        self._renamed: dict[str, None] = {}
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
        self._may_have_names = "speakers" not in goal.carries and (goal.cues or goal.name == "txt")
        if wishes.speaker_names and not self._may_have_names:
            raise UsageError(
                f"speaker_names=True (--speaker-names) has no effect on {goal.name}; expected subtitles or plain text "
                "without speakers of their own, such as srt"
            )
        shown = replace(goal, carries=goal.carries | {"speakers"}) if wishes.speaker_names else goal
        self._effects = Effects(wanted, shown)
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
        self._dropped |= dropped - {"speakers"} if self._wishes.speaker_names else dropped
        self._attributes |= attributes
        if "segment times" not in self.goal.carries:
            self._has_times |= corpus.table.start is not None
            self._has_words = self._has_words or has_words(corpus)
        notes_on_sides = self._notes_on_sides(attributes)
        corpus, notes = self._fitted(joined_paragraphs(corpus, self.goal), before)
        if self.goal.drops is not None:
            self._dropped |= self.goal.drops(corpus)
        self._segments = before + len(corpus)
        self._converted |= bool(corpus.segments or corpus.regions or corpus.comments)
        found = *corpus.notices(), *notes_on_sides, *notes_on_order, *notes_on_labels, *notes_on_files, *notes
        self._notes |= dict.fromkeys(found)
        self._effects.made(cut=any(CUT in note for note in notes), interpolated=INTERPOLATION in notes)
        return corpus

    def _notes_on_sides(self, attributes: Collection[str]) -> Sequence[str]:
        """Notes on the hypothesis beside a reference; raises UsageError for a target of times, which are those of
        the hypothesis, unless the option names a side."""
        if self._name != "nemo" or "hypothesis" not in attributes:
            return ()
        if "text" not in self._wishes.options and (self.goal.cues or "times" in self.goal.carries):
            raise UsageError(arguments_in(_WHICH_TEXT))
        return (_REFERENCE_ALONE,)

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
        if wishes.only:
            corpus, missing = chosen(corpus, sorted(wishes.only))
            if missing:
                counted = f"{len(missing):,} of {len(wishes.only):,} names"
                self._notes[f"{counted} to choose are not in the source, such as {short(missing[0])}"] = None
        if wishes.sample is not None:
            corpus = sampled(corpus, wishes.sample, wishes.seed)
        self._refuse_one_name(corpus)
        self._effects.look(corpus)
        corpus = renamed(corpus, session=wishes.session, channel=wishes.channel, speakers=wishes.speakers)
        if wishes.change is not None:
            corpus = wishes.change(corpus)
        if wishes.begin is not None or wishes.end is not None:
            corpus = excerpt(corpus, wishes.begin, wishes.end)
        if wishes.shift is not None:
            corpus = shifted(corpus, wishes.shift)
        return corpus if wishes.fps is None else at_frame_rate(corpus, wishes.fps)

    def _refuse_one_name(self, corpus: Corpus) -> None:
        """Raises UsageError for one name of several recordings, each of which has times of its own."""
        if not isinstance(self._wishes.session, str) or (corpus.table.start is None and corpus.table.words is None):
            return
        self._renamed |= dict.fromkeys(filter(None, corpus.table.sessions))
        if len(self._renamed) > 1:
            shown = ", ".join(map(short, [*self._renamed][:_SHOWN])) + ", ..." * (len(self._renamed) > _SHOWN)
            raise UsageError(
                f"session={self._wishes.session!r} (--session {self._wishes.session}) would give several recordings "
                f"({shown}) one name, and their times would overlap; expected session={{OLD: NEW}} "
                "(--session OLD=NEW), or only= (--only NAME), which chooses a recording"
            )

    def _refuse_recordings(self, corpus: Corpus) -> None:
        """Raises UsageError for several recordings in a target with the times of one, which would begin again."""
        goal, table = self.goal, corpus.table
        has_names = "sessions" in goal.carries or ("ids" in goal.carries and not goal.cues)
        if (has_names and goal.name not in _OF_ONE_RECORDING) or goal.carries.isdisjoint(("times", "segment times")):
            return
        sessions = table.sessions if table.words is None else [session for session, _ in table.words.names]
        self._recordings |= dict.fromkeys(filter(None, sessions))
        if len(self._recordings) < 2:
            return
        name = next(iter(self._recordings))
        shown = ", ".join(map(short, [*self._recordings][:_SHOWN])) + ", ..." * (len(self._recordings) > _SHOWN)
        raise UsageError(
            f"{goal.name} holds one recording, and the source has several ({shown}), each with times of its own; "
            f"expected a file for each of them, as only={name!r} (--only {name}) makes"
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
        if wishes.speaker_names:
            corpus = with_names_written(corpus)
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
        elif "speakers" in self._dropped and self._may_have_names:
            notes.append(arguments_in("speaker_names=True (--speaker-names) writes speakers before texts"))
        if self.goal.name in _REMARKS and self._name != self.goal.name:
            notes.append(_REMARKS[self.goal.name])
        if self._name == "audacity" and self.goal.name in OF_TURNS and not self._wishes.options.get("names"):
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
        if self._name in _WITHOUT_RATE and FRAME_RATE not in self._wishes.options:
            yield f"{self._name} names no frame rate: read at 25 frames a second; {_OTHER_RATE}"
        is_new = self._name != self.goal.name and self._wishes.frame_rate is None
        if is_new and counts_frames(self.goal):
            # A source that counts frames takes the option for itself.
            is_free = not self._name or not counts_frames(by_name(self._name))
            yield "times are written at 25 frames a second" + (f"; {_OTHER_RATE}" if is_free else "")
