"""`scorelite latency LOG [--ref REF]`: when the words of a streaming recogniser came, and how often they changed."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ... import formats, scoring
from ...formats.errors import UsageError
from ..words.declared import BY_NAME as WORDS
from .colour import Paint
from .delivery import deliver_document, deliver_lines
from .settings import add_setting

EPILOG = """\
examples:
  scorelite latency talk.jsonl                        how often partial texts change
  scorelite latency talk.jsonl --ref talk.ctm         word delays, and lagging
  scorelite latency a.jsonl b.jsonl --ref talks.stm   lagging in the segments of a reference
  scorelite latency instances.log --json              SimulEval's log, as JSON

A log has a line of JSON for each message:

  {"id": "talk", "segment": 0, "at": 1.52, "text": "good day", "final": false, "audio": 1.4}

at is when the message arrived, in seconds since the audio began; audio is how much of it the recogniser had processed.
Only at and text are needed; "channel": "A" names one of several channels. {"at": 1.52, "message": {...}} has a message
of Google, Riva, AWS, Deepgram, Azure, Vosk or sherpa-onnx as it was sent. Logs of SimulEval and whisper_streaming are
read as they are.

exit codes: 0 measured; 1 output could not be written; 2 wrong input or command line
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command."""
    parser.description = (
        "Measures the latency of a streaming recogniser from its partial texts: delays of words and of final texts,\n"
        "changes of displayed words, and lagging (AL, LAAL, YAAL, AP, DAL)."
    )
    parser.epilog = EPILOG
    parser.add_argument(
        "inputs", metavar="LOG", nargs="+", help="log; without ids it is one recording, named after the file"
    )
    parser.add_argument("--ref", metavar="REF", help="reference: words with timestamps (ctm), segments (stm), or texts")
    add_setting(parser, WORDS["ref_format"])
    parser.add_argument(
        "--channel",
        metavar="LOG=REF",
        action="append",
        default=[],
        help="the reference's name for a channel of the log, as in --channel ch_0=A; repeatable",
    )
    parser.add_argument(
        "--encoding",
        metavar="NAME",
        help="encoding of all files; default: utf-8, unless a byte order mark says otherwise",
    )
    parser.add_argument("--as-written", action="store_true", help="count changes of case and punctuation, too")
    parser.add_argument("--json", action="store_true", help="everything as JSON")
    parser.add_argument("-o", "--output", metavar="FILE", help="output file")


def run(options: argparse.Namespace) -> None:
    """Measures the latency of one or more logs."""
    if options.ref_format and not options.ref:
        raise UsageError("--ref-format has no effect without --ref")
    ref = formats.read(options.ref, format=options.ref_format, encoding=options.encoding) if options.ref else None
    measured = scoring.latency(
        options.inputs,
        ref,
        as_written=options.as_written,
        channel=_names(options.channel),
        encoding=options.encoding,
    )
    if options.json:
        deliver_document(measured.to_dict(), options.output)
        return
    title, *lines = measured.lines()
    deliver_lines((Paint.for_output(options.output).strong(title), *lines, "", measured.signature), options.output)


def _names(pairs: Sequence[str]) -> dict[str, str]:
    """The reference's name of each channel of a log.

    >>> _names(["ch_0=A", "ch_1=B"])
    {'ch_0': 'A', 'ch_1': 'B'}
    """
    names: dict[str, str] = {}
    for pair in pairs:
        name, _, of_reference = pair.partition("=")
        if not name or not of_reference or name in names:
            raise UsageError(f"--channel has {pair!r}; expected LOG=REF once for each channel, such as ch_0=A")
        names[name] = of_reference
    return names
