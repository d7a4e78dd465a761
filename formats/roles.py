"""Roles of columns in tables of utterances and turns."""

from __future__ import annotations

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
_PATHS = ("path", "file_name", "audio_filepath", "audio", "file", "filename")
ROLES: dict[str, tuple[str, ...]] = {
    "id": ("id", "utt_id", "utterance_id", "segment_id", "uttid", "key", "ID"),
    # A clip has a path of its own, so that without times its path is the better name than that of the recording.
    "session": ("session", *_PATHS, *SESSIONS[1:]),
    "channel": ("channel",),
    "speaker": ("speaker", "speaker_id", "client_id", "spk_id"),
    "start": ("start", "start_time", "begin_time", "begin", "onset", "offset"),
    "end": ("end", "end_time", "stop"),
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
    ),
}
"""The roles of columns, and the usual names of each; the first name that exists wins."""
