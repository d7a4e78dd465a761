"""Roles of columns in tables of utterances and turns."""

from __future__ import annotations

import re
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
PATHS = (
    *("path", "file_name", "audio_filepath", "audio", "file", "filename", "audio_file", "audio_path", "filepath"),
    *("file_path", "wav", "wav_path", "wav_filename"),
)
"""Usual names of columns of audio files."""
ROLES: dict[str, tuple[str, ...]] = {
    "id": ("id", "utt_id", "utterance_id", "segment_id", "uttid", "utt", "sample_id", "clip_id", "key", "ID"),
    # A clip has a path of its own, so that without times its path is the better name than that of the recording.
    "session": ("session", *PATHS, *SESSIONS[1:]),
    "channel": ("channel", "channel_id"),
    "speaker": (
        "speaker",
        "speaker_name",
        "speaker_id",
        "client_id",
        "spk_id",
        "spk",
        "spkr",
        "participant",
        "participantid",
        "role",
    ),
    "start": (
        "start",
        "start_time",
        "begin_time",
        "begin",
        "onset",
        "offset",
        "startTime",
        "starttime",
        "start_at",
        "sttime",
        "timecode_in",
        "tc_in",
    ),
    "end": ("end", "end_time", "stop", "endTime", "endtime", "end_at", "entime", "timecode_out", "tc_out"),
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
OF_REFERENCES = (
    *("reference", "references", "ref", "refs", "ref_text", "reference_text"),
    *("ground_truth", "groundtruth", "gt", "gt_text", "ground", "truth", "gold", "human"),
)
"""Usual names of columns that hold references and nothing else."""
REFERENCES = (*OF_REFERENCES, *ROLES["text"])
HYPOTHESES = (
    *("pred_text", "hypothesis", "hypotheses", "hyp", "hyps", "hyp_text"),
    *("prediction", "predictions", "pred", "preds", "predicted", "predicted_text"),
    *("asr_text", "asr", "asr_output", "asr_transcript"),
)
"""Usual names of the columns of references and hypotheses in a table with both; NeMo writes `pred_text`."""

_TEXTS = frozenset((*REFERENCES, *HYPOTHESES))
TIMES = ("start", "end", "duration")
"""The roles of columns of times."""
_TIMES = frozenset(name.lower() for role in TIMES for name in ROLES[role])
UNIT = re.compile(r"(\w+?)_?\(?(?:(ms|msecs?|millis|milliseconds)|sec|secs|seconds)\)?", re.IGNORECASE)
"""The name of a time, and its unit where that is milliseconds."""


def plain(name: str) -> str:
    """A name of a column in lower case, with underscores for blanks and hyphens, as usual names are.

    >>> plain("File Name"), plain(" segment-ID")
    ('file_name', 'segment_id')
    """
    return name.strip().lower().replace(" ", "_").replace("-", "_")


def first_usual(usual: Iterable[str], names: Iterable[str]) -> str | None:
    """The column with the first of the usual names: as it is written, or else whatever its case and what is between its
    words; None if there is none.

    >>> first_usual(["text", "sentence"], ["Text", "sentence"]), first_usual(["text"], ["TEXT", "Text"])
    ('sentence', 'TEXT')
    >>> first_usual(["utterance_id"], ["UtteranceID"]), first_usual(["audio_filepath"], ["audio file path"])
    ('UtteranceID', 'audio file path')
    """
    wanted, written = [*usual], [*names]
    columns = {plain(name).replace("_", ""): name for name in reversed(written)}
    exact = next((name for name in wanted if name in written), None)
    return exact or next((columns[bare] for name in wanted if (bare := name.replace("_", "")) in columns), None)


def in_seconds(name: str) -> str:
    """The name that a column of times would have in seconds, where it says milliseconds; empty for other columns.

    >>> in_seconds("start_ms"), in_seconds("endMs"), in_seconds("Duration (ms)"), in_seconds("items"), in_seconds("end")
    ('start', 'end', 'duration', '', '')
    """
    match = UNIT.fullmatch(plain(name))
    return match[1] if match and match[2] and match[1] in _TIMES else ""


def time_column(usual: Iterable[str], names: Iterable[str]) -> str | None:
    """The column of times with the first usual name, in seconds or else in milliseconds; None if there is none.

    >>> time_column(ROLES["start"], ["start_ms", "begin"]), time_column(ROLES["start"], ["id", "start_ms"])
    ('begin', 'start_ms')
    """
    written, wanted = [*names], [*usual]
    bare = {seconds: name for name in reversed(written) if (seconds := in_seconds(name))}
    return first_usual(wanted, written) or bare.get(first_usual(wanted, bare) or "")


def text_column(names: Iterable[str]) -> str | None:
    """The column of texts: one with a usual name for texts, or else that of the only side that there is.

    >>> text_column(["id", "reference"]), text_column(["text", "hyp"]), text_column(["reference", "hypothesis"])
    ('reference', 'text', None)
    """
    written = [*names]
    if text := first_usual(ROLES["text"], written):
        return text
    sides = [name for usual in (OF_REFERENCES, HYPOTHESES) if (name := first_usual(usual, written))]
    return sides[0] if len(sides) == 1 else None


def are_turns(columns: Iterable[str]) -> bool:
    """Whether columns are those of turns: start and end, or duration, and no text.

    >>> are_turns(["start", "end", "speaker"]), are_turns(["start", "end", "text"])
    (True, False)
    """
    names = [*columns]
    has_end = any(time_column(ROLES[role], names) for role in ("end", "duration"))
    has_texts = not {*names}.isdisjoint((*_TEXTS, "event_label"))
    return has_end and time_column(ROLES["start"], names) is not None and not has_texts
