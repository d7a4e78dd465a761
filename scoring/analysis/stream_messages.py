"""Messages of streaming recognisers: what each says, whether it is final, and how much audio it covers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from ...formats.values import dataclass

Message: TypeAlias = "Mapping[str, Any]"


@dataclass(frozen=True, slots=True)
class Said:
    """The text that one message has for one segment."""

    text: str
    final: bool | None
    """Whether it is the last one of its segment; None where the recogniser never says so: the last one to come is."""
    audio: float | None = None
    """Seconds of audio that the recogniser had processed, or to which the text reaches."""
    segment: str | None = None
    """The name of the segment; None where a final message ends one and the next message begins another."""
    channel: str = ""
    """The channel, where a message names one of several: each has texts of its own."""


@dataclass(frozen=True, slots=True)
class Vendor:
    """A recogniser: how its messages are known, and what they say."""

    name: str
    sent: Callable[[Message], bool]
    """Whether a message is one of its."""
    read: Callable[[Message], Iterator[Said]]
    """What a message says; nothing for messages about something else, such as the start of speech."""


def vendor_of(message: Message) -> Vendor | None:
    """The recogniser that sent a message; None if none of the known ones did.

    >>> vendor_of({"partial": "good day"}).name, vendor_of({"hello": 1})
    ('Vosk', None)
    """
    return next((vendor for vendor in VENDORS if vendor.sent(message)), None)


def seconds(value: Any) -> float | None:
    """Seconds as Google's messages have them: a number, a text such as 1.2s, or seconds and nanos.

    >>> seconds("1.200s"), seconds({"seconds": "1", "nanos": 200000000}), seconds(None)
    (1.2, 1.2, None)
    """
    if value is None or (isinstance(value, (int, float)) and not isinstance(value, bool)):
        return value
    if isinstance(value, dict):
        return float(value.get("seconds", 0)) + float(value.get("nanos", 0)) / 1e9
    if isinstance(value, str):
        return float(value.removesuffix("s"))
    raise TypeError(f"{value!r} is not a time")


def _flag(value: Any) -> bool:
    """Whether a message says so; one that says nothing does not."""
    if value is None or isinstance(value, bool):
        return bool(value)
    raise TypeError(f"{value!r} is neither true nor false")


def _first(message: Message, *names: str) -> Any:
    """The value under the first of several names that a message has."""
    return next((message[name] for name in names if name in message), None)


def _alternative(result: Message, name: str = "alternatives") -> Message:
    """The best alternative of a result; an empty one where there is none."""
    alternatives = result.get(name) or [{}]
    best: Message = alternatives[0]
    return best


def _google(message: Message) -> Iterator[Said]:
    """Final results one by one; the interim ones of a message and a channel are parts of one text."""
    texts: dict[str, list[str]] = {}
    reached = None
    for result in message.get("results", ()):
        text = _alternative(result).get("transcript", "")
        channel = str(_first(result, "channelTag", "channel_tag") or "")
        reached = seconds(
            _first(
                result,
                *("audioProcessed", "audio_processed", "resultEndTime", "result_end_time"),
                *("resultEndOffset", "result_end_offset"),
            )
        )
        if _flag(_first(result, "isFinal", "is_final")):
            yield Said(text, True, reached, channel=channel)
        else:
            texts.setdefault(channel, []).append(text)
    for channel, parts in texts.items():
        yield Said(" ".join(parts), False, reached, channel=channel)


def _aws_results(message: Message) -> Any:
    for name in ("TranscriptEvent", "Transcript"):
        message = message.get(name, message)
        if not isinstance(message, Mapping):
            return None
    return message.get("Results")


def _aws(message: Message) -> Iterator[Said]:
    for result in _aws_results(message):
        best = _alternative(result, "Alternatives")
        text = best.get("Transcript") or " ".join(item["Content"] for item in best.get("Items", ()))
        final, reached = not _flag(result.get("IsPartial")), seconds(result.get("EndTime"))
        yield Said(text, final, reached, result.get("ResultId"), channel=str(result.get("ChannelId") or ""))


def _deepgram(message: Message) -> Iterator[Said]:
    if "channel" in message and "is_final" in message:
        reached = message["start"] + message["duration"] if {"start", "duration"} <= set(message) else None
        number, channels = message.get("channel_index") or (0, 1)
        text = _alternative(message["channel"]).get("transcript", "")
        yield Said(text, _flag(message["is_final"]), reached, channel=str(number) if channels > 1 else "")


def _azure(message: Message) -> Iterator[Said]:
    """Times are in steps of 100 ns; a status, or a text as it is displayed, is that of a final result."""
    final = "RecognitionStatus" in message or "DisplayText" in message
    text = _first(message, "DisplayText", "Text")
    if text is None:
        text = _alternative(message, "NBest").get("Display", "")
    reached = (message["Offset"] + message["Duration"]) / 1e7
    yield Said(text, final, reached, channel=str(message.get("Channel") or 0))


def _vosk(message: Message) -> Iterator[Said]:
    """A final result has a text, or several where alternatives were asked for: the first one is the best."""
    if "partial" in message:
        yield Said(message["partial"], False)
    else:
        yield Said(message["text"] if "text" in message else message["alternatives"][0]["text"], True)


def _sherpa(message: Message) -> Iterator[Said]:
    """Messages of sherpa say `final`; those of the server in Python number segments, and do not say when one ends."""
    segment, final = message.get("segment"), _first(message, "is_final", "final")
    name = str(segment) if isinstance(segment, int) else segment
    yield Said(message["text"], None if final is None and name is not None else _flag(final), None, name)


_OF_GOOGLE = frozenset({"speechEventType", "speech_event_type"})
_OF_SHERPA = frozenset({"is_final", "final", "segment", "tokens"})
_OF_DEEPGRAM = ("Metadata", "SpeechStarted", "UtteranceEnd")
VENDORS = (
    Vendor(
        "Google or Riva",
        lambda message: isinstance(message.get("results"), list) or not _OF_GOOGLE.isdisjoint(message),
        _google,
    ),
    Vendor("AWS", lambda message: isinstance(_aws_results(message), list), _aws),
    Vendor(
        "Deepgram",
        lambda message: (
            (isinstance(message.get("channel"), dict) and "is_final" in message) or message.get("type") in _OF_DEEPGRAM
        ),
        _deepgram,
    ),
    Vendor("Azure", lambda message: {"Offset", "Duration"} <= set(message), _azure),
    Vendor("sherpa-onnx", lambda message: "text" in message and not _OF_SHERPA.isdisjoint(message), _sherpa),
    Vendor("Vosk", lambda message: not {"partial", "text", "alternatives"}.isdisjoint(message), _vosk),
)
"""The known recognisers; the first one that knows a message has sent it."""
