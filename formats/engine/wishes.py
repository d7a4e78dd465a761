"""The wishes that a conversion is given, and the outcome that it reports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..schema import Corpus
from .broken import LeftOut
from .formulas import CsvFormulas
from .layout import Layout

_SHOWN = 8
"""Names of attributes in a message."""


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
    speaker_names: bool = False
    """Whether names of speakers are written before texts, in a target without speakers that people read."""
    only_speaker: tuple[str, ...] = ()
    """The speakers of whom alone something is converted; none: all."""
    only: frozenset[str] = frozenset()
    """The names of utterances or recordings that alone are converted; none: all."""
    sample: int | None = None
    """The number of segments to draw at random; None for all."""
    seed: int = 0
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
