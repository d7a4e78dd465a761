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
    final: bool
    audio: float | None = None
    """Seconds of audio that the recogniser had processed, or to which the text reaches."""
    segment: str | None = None
    """The name of the segment; None where a final message ends one and the next message begins another."""


@dataclass(frozen=True, slots=True)
class Vendor:
    """A recogniser: how its messages are known, and what they say."""

    name: str
    sent: Callable[[Message], bool]
    """Whether a message is one of its."""
    read: Callable[[Message], Iterator[Said]]
    """What a message says; nothing for messages about something else, such as the begin of speech."""


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
    if value is None:
        return None
    if isinstance(value, dict):
        return float(value.get("seconds", 0)) + float(value.get("nanos", 0)) / 1e9
    return float(value.rstrip("s")) if isinstance(value, str) else float(value)


def _first(message: Message, *names: str) -> Any:
    """The value under the first of several names that a message has."""
    return next((message[name] for name in names if name in message), None)


def _alternative(result: Message, name: str = "alternatives") -> Message:
    """The best alternative of a result; an empty one where there is none."""
    alternatives = result.get(name) or [{}]
    best: Message = alternatives[0]
    return best


def _google(message: Message) -> Iterator[Said]:
    """Final results one by one; the interim ones of a message are parts of one text."""
    texts: list[str] = []
    reached = None
    for result in message["results"]:
        text = _alternative(result).get("transcript", "")
        reached = seconds(
            _first(
                result,
                *("audioProcessed", "audio_processed", "resultEndTime", "result_end_time"),
                *("resultEndOffset", "result_end_offset"),
            )
        )
        if _first(result, "isFinal", "is_final"):
            yield Said(text, True, reached)
        else:
            texts.append(text)
    if texts:
        yield Said(" ".join(texts), False, reached)


def _aws_results(message: Message) -> Any:
    message = message.get("TranscriptEvent", message)
    return message.get("Transcript", message).get("Results")


def _aws(message: Message) -> Iterator[Said]:
    for result in _aws_results(message):
        best = _alternative(result, "Alternatives")
        text = best.get("Transcript") or " ".join(item["Content"] for item in best.get("Items", ()))
        yield Said(text, not result.get("IsPartial", False), seconds(result.get("EndTime")), result.get("ResultId"))


def _deepgram(message: Message) -> Iterator[Said]:
    if "channel" in message and "is_final" in message:
        reached = message["start"] + message["duration"] if {"start", "duration"} <= set(message) else None
        yield Said(_alternative(message["channel"]).get("transcript", ""), bool(message["is_final"]), reached)


def _azure(message: Message) -> Iterator[Said]:
    """Times are in steps of 100 ns; a status, or a text as it is displayed, is that of a final result."""
    final = "RecognitionStatus" in message or "DisplayText" in message
    text = _first(message, "DisplayText", "Text")
    if text is None:
        text = _alternative(message, "NBest").get("Display", "")
    yield Said(text, final, (message["Offset"] + message["Duration"]) / 1e7)


def _vosk(message: Message) -> Iterator[Said]:
    yield Said(message["partial"], False) if "partial" in message else Said(message["text"], True)


def _sherpa(message: Message) -> Iterator[Said]:
    segment = message.get("segment")
    yield Said(message["text"], bool(message.get("is_final")), None, None if segment is None else str(segment))


_OF_DEEPGRAM = ("Metadata", "SpeechStarted", "UtteranceEnd")
VENDORS = (
    Vendor("Google or Riva", lambda message: isinstance(message.get("results"), list), _google),
    Vendor("AWS", lambda message: isinstance(_aws_results(message), list), _aws),
    Vendor(
        "Deepgram",
        lambda message: (
            (isinstance(message.get("channel"), dict) and "is_final" in message) or message.get("type") in _OF_DEEPGRAM
        ),
        _deepgram,
    ),
    Vendor("Azure", lambda message: {"Offset", "Duration"} <= set(message), _azure),
    Vendor(
        "sherpa-onnx", lambda message: "text" in message and not {"is_final", "tokens"}.isdisjoint(message), _sherpa
    ),
    Vendor("Vosk", lambda message: "partial" in message or "text" in message, _vosk),
)
"""The known recognisers; the first one that knows a message has sent it."""
