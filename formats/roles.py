"""Roles of columns in tables of utterances and turns."""

from __future__ import annotations

from collections.abc import Iterable

SESSIONS = (
    "session",
    "session_id",
    "recording",
    "recording_id",
    "uri",
    "meeting_id",
    "file_id",
    "conversation_id",
    "call_id",
)
"""Usual names of columns of recordings that are no paths; SegLST writes `session_id`, pyannote calls it `uri`."""
PATHS = ("path", "file_name", "audio_filepath", "audio", "file", "filename", "audio_file")
"""Usual names of columns of audio files."""
ROLES: dict[str, tuple[str, ...]] = {
    "id": ("id", "utt_id", "utterance_id", "segment_id", "uttid", "key", "ID"),
    # A clip has a path of its own, so that without times its path is the better name than that of the recording.
    "session": ("session", *PATHS, *SESSIONS[1:]),
    "channel": ("channel",),
    "speaker": ("speaker", "speaker_name", "speaker_id", "client_id", "spk_id", "participant", "participantid", "role"),
    "start": ("start", "start_time", "begin_time", "begin", "onset", "offset", "startTime"),
    "end": ("end", "end_time", "stop", "endTime"),
    "duration": ("duration",),
    "text": (
        "text",
        "sentence",
        "transcription",
        "transcript",
        "normalized_text",
        "raw_transcription",
        "txt",
        "words",
        "wrd",
        "target",
        "content",
        "body",
    ),
}
"""The roles of columns, and the usual names of each; the first name that exists wins."""


def plain(name: str) -> str:
    """A name of a column in lower case, with underscores for blanks and hyphens, as usual names are.

    >>> plain("File Name"), plain(" segment-ID")
    ('file_name', 'segment_id')
    """
    return name.strip().lower().replace(" ", "_").replace("-", "_")


def first_usual(usual: Iterable[str], names: Iterable[str]) -> str | None:
    """The column with the first of the usual names: as it is written, or else in plain form; None if there is none.

    >>> first_usual(["text", "sentence"], ["Text", "sentence"]), first_usual(["text"], ["TEXT", "Text"])
    ('sentence', 'TEXT')
    """
    wanted, written = [*usual], [*names]
    columns = {plain(name): name for name in reversed(written)}
    exact = next((name for name in wanted if name in written), None)
    return exact or next((columns[name] for name in wanted if name in columns), None)


def are_turns(columns: Iterable[str]) -> bool:
    """Whether columns are those of turns: start and end, or duration, and no text.

    >>> are_turns(["start", "end", "speaker"]), are_turns(["start", "end", "text"])
    (True, False)
    """
    names = {*columns}
    has_end = not names.isdisjoint((*ROLES["end"], *ROLES["duration"]))
    return has_end and not names.isdisjoint(ROLES["start"]) and names.isdisjoint((*ROLES["text"], "event_label"))
