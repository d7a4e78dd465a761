"""Roles of columns in tables of utterances and turns."""

from __future__ import annotations

ROLES: dict[str, tuple[str, ...]] = {
    "id": ("id", "utt_id", "utterance_id", "segment_id", "uttid", "key"),
    "session": ("session", "path", "file_name", "audio_filepath", "audio", "file", "recording_id", "filename"),
    "channel": ("channel",),
    "speaker": ("speaker", "speaker_id", "client_id", "spk_id"),
    "start": ("start", "start_time", "begin_time", "begin", "onset", "offset"),
    "end": ("end", "end_time", "stop"),
    "duration": ("duration",),
    "text": ("text", "sentence", "transcription", "transcript", "normalized_text", "raw_transcription", "words"),
}
"""The roles of columns, and the usual names of each; the first name that exists wins."""
