"""Clock times, such as 01:00:02,500, as subtitles have them, and times that a person wrote into a table."""

from __future__ import annotations

import re
from math import ceil

_CLOCK = re.compile(r"(?:([0-9]{1,9}):)?([0-9]{1,2}):([0-9]{2})(?:[.,]([0-9]{1,9}))?")
_UNPADDED = re.compile(r"([0-9]{1,3}):([0-9]{1,2}):([0-9]{1,2})\.([0-9]{1,3})")
_UNPADDED_LINE = re.compile(r"^[0-9]{1,3}:(?:[0-9]:[0-9]{1,2}|[0-9]{2}:[0-9])\.[0-9]", re.MULTILINE)
_SHORT_SECONDS = re.compile(r"(?<![0-9])([0-9]{1,9}:[0-9]{1,9}:)([0-9])(?![0-9])")
_COMMA = re.compile(r"([0-9]{1,9}),([0-9]{1,9})")
# Premiere writes semicolons throughout where frames are dropped.
_FRAMES = re.compile(r"([0-9]{1,2})[:;]([0-9]{2})[:;]([0-9]{2})([:;])([0-9]{2,3})")
_DATE = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
    r"(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?"
)
_NTSC = 1.001
_ROUNDED = 0.005
"""Rates of NTSC, 24, 30 and 60 divided by 1.001, are published with two or three decimals."""


def clock(text: str) -> float | None:
    """The seconds of a clock time; None for any other text.

    >>> clock("01:00:02,500"), clock("00:02.5"), clock("x")
    (3602.5, 2.5, None)
    """
    numeral = clock_numeral(text)
    return None if numeral is None else float(numeral)


def player_clock(text: str) -> float | None:
    """The seconds of a clock time as players read it, which may have seconds of one digit; None for any other text.

    >>> player_clock("0:00:2.5"), player_clock("0:00:02.5"), player_clock("x")
    (2.5, 2.5, None)
    """
    return clock(_SHORT_SECONDS.sub(r"\g<1>0\2", text.strip(), count=1))


def clock_numeral(text: str) -> str | None:
    """The seconds of a clock time in decimal digits, as many as it has; None for any other text.

    >>> clock_numeral("01:00:02,500"), clock_numeral("0:02.5"), clock_numeral("1:05"), clock_numeral("2.5")
    ('3602.500', '2.5', '65', None)
    """
    match = _CLOCK.fullmatch(text)
    if match is None or int(match[3]) > 59 or (match[1] and int(match[2]) > 59):
        return None
    hours, minutes, seconds, fraction = match.groups()
    whole = int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)
    return f"{whole}.{fraction}" if fraction else f"{whole}"


def has_unpadded(text: str) -> bool:
    """Whether a line of a text begins with a time without zeros in front of minutes or seconds, as those of Teams."""
    return bool(_UNPADDED_LINE.search(text))


def unpadded_clock(text: str) -> float | None:
    """The seconds of a time of Microsoft Teams, whose milliseconds have no zeros in front either; None for other texts.

    >>> unpadded_clock("0:0:6.90"), unpadded_clock("0:12:6.500"), unpadded_clock("0:6.90")
    (6.09, 726.5, None)
    """
    match = _UNPADDED.fullmatch(text)
    if match is None or int(match[2]) > 59 or int(match[3]) > 59:
        return None
    hours, minutes, seconds, thousandths = map(int, match.groups())
    return float(f"{3600 * hours + 60 * minutes + seconds}.{thousandths:03}")


def time_numeral(text: str) -> str | None:
    """The seconds of a clock time, or of a number with a decimal comma, in decimal digits; None for any other text.

    >>> time_numeral("0:02.5"), time_numeral("0,50"), time_numeral("0.50")
    ('2.5', '0.50', None)
    """
    decimal = _COMMA.fullmatch(text)
    return f"{decimal[1]}.{decimal[2]}" if decimal else clock_numeral(text)


def is_date(text: str) -> bool:
    """Whether a text is a date of ISO 8601, with or without a time of the day.

    >>> is_date("2026-09-01T10:00:00Z"), is_date("2026-09-01"), is_date("10:00:00")
    (True, True, False)
    """
    return bool(_DATE.fullmatch(text))


def no_clock_time(text: str) -> str:
    """The problem of a text that is neither a number nor a clock time.

    >>> no_clock_time("x"), no_clock_time("00:00:01:12")
    ("'x' is not a number", "'00:00:01:12' counts frames")
    """
    return f"{text!r} {COUNTS_FRAMES}" if _FRAMES.fullmatch(text) else f"{text!r} is not a number"


def timecode_numeral(text: str, rate: float) -> str | None:
    """The seconds of hours, minutes, seconds and frames with three decimals; None for any other text.

    At a rate of NTSC, whose seconds count a whole number of frames, an hour of timecode lasts 3603.6 seconds; `;`
    before the frames marks drop-frame timecode, which makes up for this.

    >>> timecode_numeral("00:00:01:12", 25), timecode_numeral("00:00:01:25", 25), timecode_numeral("1.5", 25)
    ('1.480', None, None)
    >>> [timecode_numeral(text, 29.97) for text in ("01:00:00:00", "01:00:00;00", "01;00;00;00")]
    ['3603.600', '3599.996', '3599.996']
    """
    match = _FRAMES.fullmatch(text)
    in_second = ceil(rate)
    if match is None or int(match[2]) > 59 or int(match[3]) > 59 or int(match[5]) >= in_second:
        return None
    minutes = int(match[1]) * 60 + int(match[2])
    frames = (minutes * 60 + int(match[3])) * in_second + int(match[5])
    if rate == in_second or abs(in_second / _NTSC - rate) >= _ROUNDED:
        return f"{frames / rate:.3f}"
    if match[4] == ";":  # two numbers of frames each minute are left out at 29.97 Hz, but not each tenth minute
        frames -= (minutes - minutes // 10) * (in_second // 15)
    return f"{frames * _NTSC / in_second:.3f}"


COUNTS_FRAMES = "counts frames"
CLOCK_EXPECTED = "seconds, or a clock time such as 00:00:01.500"
NO_DATE_EXPECTED = f"{CLOCK_EXPECTED}; a column of dates needs another name"
