"""slatreport.pl 1.13: how long after a word or turn a system answered, from the tenth column of an RTTM file."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence

from . import Failure, resource
from .options import LongOptions
from .perl_number import number
from .rttm_rows import named_lines
from .streams import Streams

Latencies = tuple[list[float], list[float], list[float]]

_FIELDS = 10
_LIMIT = 1_000_000
# Option, its label, and the column of the row.
_CONDITIONS = (("file", b"FILE", 1), ("chnl", b"CHANNEL", 2), ("name", b"NAME", 7), ("type", b"TYPE", 0))
_SUBTYPE = ("stype", b"SUBTYPE", 6)
_TITLES = (
    b"Sample Processing Latency Begin Time Based (SPLb):\n",
    b"Sample Processing Latency Mid-point Time Based (SPLm):\n",
    b"Sample Processing Latency End Time Based (SPLe):\n",
)


def latencies(lines: Iterable[bytes], wanted: Mapping[int, Sequence[bytes]], name: bytes) -> Latencies:
    """Seconds from begin, middle and end of each row to its answer.

    Of rows with the same type, recording, channel, subtype, name and begin, the last one counts.

    >>> latencies([b"LEXEME m 1 1 0.5 a lex A <NA> 2"], {0: [b"LEXEME"]}, b"x")
    ([1.0], [0.75], [0.5])
    """
    rows: dict[tuple[bytes, ...], tuple[list[bytes], tuple[float, float, float]]] = {}
    for line in lines:
        if line.startswith(b";;") or not line.strip():
            continue
        fields = line.split()
        if len(fields) != _FIELDS or line[:1].isspace():
            raise Failure(b"This file '" + name + b"' is not properly formated: SLAT information missing\n", 255)
        if b"<NA>" in fields[9]:
            continue
        begin, answer = number(fields[3]), number(fields[9])
        duration = 0.0 if b"<NA>" in fields[4] else number(fields[4])
        key = tuple([fields[place] for place in (0, 1, 2, 6, 7, 3)])
        rows[key] = fields, (answer - begin, answer - (begin + duration / 2), answer - (begin + duration))
    timed = [
        values
        for fields, values in rows.values()
        if all(not names or fields[column] in names for column, names in wanted.items())
    ]
    begin_, middle, end = ([values[place] for values in timed] for place in range(3))
    return begin_, middle, end


def distribution(values: Sequence[float], partitions: int) -> list[tuple[float, float, int]]:
    """Borders and counts of the partitions that hold values; the last one also holds the largest value.

    >>> distribution([0, 1, 4], 2)
    [(0.0, 2.0, 2), (2.0, 4.0, 1)]
    """
    ordered = sorted(values)
    low = float(ordered[0])
    width = (ordered[-1] - low) / partitions
    bars = []
    for place in range(partitions):
        first = low + place * width
        last = first + width
        bound = last + width if place == partitions - 1 else last
        count = bisect_left(ordered, bound) - bisect_left(ordered, first)
        if count > 0:
            bars.append((first, last, count))
    return bars


def report(values: Sequence[float], partitions: int, chart: bool) -> bytes:
    """Mean, standard deviation and distribution."""
    mean = sum(values) / len(values)
    lines = [b"  Mean: %.3f" % mean]
    if len(values) > 1:
        variance = sum([(value - mean) * (value - mean) for value in values]) / len(values)
        lines.append(b"  Standard Deviation: %.3f" % variance**0.5)
    lines.append(b"  Distribution:")
    if len(values) > 1:
        lines += [b"    %6.3f - %6.3f: %d" % row for row in distribution(values, partitions)]
        if chart:
            lines.append(b"PNG: none - charts are not made.")
    else:
        lines.append(b"No distribution with one data point.")
    return b"\n".join(lines) + b"\n"


def run(words: list[bytes], streams: Streams) -> int:
    """Runs the program."""
    options = LongOptions(
        words,
        flags=("help", "man", "version"),
        valued=("i", "o", "type", "stype", "file", "chnl", "name", "Histogram"),
        sensitive=True,
    )
    options_set = options.values
    if options.complaints:
        raise Failure(options.complaints + resource("sctk/slatreport.txt"), 1)
    if "version" in options_set:
        streams.out(b"slatreport.pl version 1.13\n")
        return 0
    if "help" in options_set or "man" in options_set:
        streams.out(resource("sctk/slatreport.txt"))
        return 0 if "man" in options_set else 1
    partitions = _checked(options_set)
    conditions = (*_CONDITIONS, _SUBTYPE)
    shown = [b"  " + label + b": " + (options_set.get(key) or b"ALL") + b"\n" for key, label, _ in conditions]
    streams.out(b"Conditions:\n" + b"".join(shown) + b"\n")
    wanted = {
        column: options_set.get(key, b"").split(b",") if options_set.get(key) else [] for key, _, column in conditions
    }
    columns = latencies(
        named_lines(options_set["i"], b"Cannot open file '" + options_set["i"] + b"'"),
        wanted,
        options_set["i"],
    )
    if not columns[0]:
        streams.out(b"No data found in files regarding criteria for Latency.\n")
        return 0
    chart = options_set["o"] != b"/dev/null"
    parts = [title + report(values, partitions, chart) for title, values in zip(_TITLES, columns, strict=True)]
    streams.out(b"\n".join(parts))
    return 0


def _checked(values: dict[str, bytes]) -> int:
    """The number of partitions; a wrong command line fails."""
    if not values.get("i"):
        raise Failure(b"Error: RTTM file must be specified.\n" + resource("sctk/slatreport.txt"), 2)
    if not values.get("o"):
        raise Failure(b"Error: Output filename must be specified.\n" + resource("sctk/slatreport.txt"), 2)
    text = values.get("Histogram", b"10")
    partitions = int(text) if text.lstrip(b"+-").isdigit() and len(text) < len(str(_LIMIT)) + 2 else 0
    if partitions < 2 or partitions > _LIMIT:
        limit = b"" if partitions < 2 else b"; expected %d or fewer" % _LIMIT
        reason = b"Error: Histogram partitions 'H' must be bigger than 1." + limit + b"\n"
        raise Failure(reason + resource("sctk/slatreport.txt"), 2)
    return partitions
