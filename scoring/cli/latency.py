"""`scorelite latency LOG [--ref REF]`: when the words of a streaming recogniser came, and how often they changed."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence

from ... import formats, scoring
from ...formats.errors import UsageError
from ..common.limits import ROUNDING, Verdict
from ..words.declared import BY_NAME as WORDS
from .colour import Paint
from .delivery import deliver_document, deliver_lines
from .limits import end, report_verdict
from .settings import add_setting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..analysis.latency import DelayRow

_KINDS = {
    "token": "first token",
    "first": "emission, first",
    "stable": "emission, stable",
    "final": "finalisation",
}
"""The names of limits, and those of the rows."""

EPILOG = """\
examples:
  scorelite latency talk.jsonl                        how often partial texts change
  scorelite latency talk.jsonl --ref talk.ctm         word delays, and lagging
  scorelite latency a.jsonl b.jsonl --ref talks.stm   lagging in the segments of a reference
  scorelite latency instances.log --json              SimulEval's log, as JSON
  scorelite latency live.vtt --ref talk.ctm           delays of live captions

A log has a line of JSON for each message:

  {"id": "talk", "segment": 0, "at": 1.52, "text": "good day", "final": false, "audio": 1.4}

at is when the message arrived, in seconds since the audio began; audio is how much of it the recogniser had processed.
Only at and text are needed; "channel": "A" names one of several channels. {"at": 1.52, "message": {...}} has a message
of Google, Riva, AWS, Deepgram, Azure, Vosk or sherpa-onnx as it was sent. Logs of SimulEval and whisper_streaming are
read as they are.

exit codes: 0 measured; 1 a limit was exceeded, or output could not be written; 2 wrong input or command line
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
    parser.add_argument(
        "--max-delay",
        metavar="KIND:QUANTILE=MS",
        action="append",
        type=_limit,
        default=[],
        help=f"the longest delay, of {', '.join(_KINDS)} words: print PASS or FAIL (exit code 1), as in "
        "stable:p95=1200 or final:mean=300; repeatable",
    )
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
    for kind, quantile, most in options.max_delay:
        report_verdict(_verdict(measured[_KINDS[kind]], quantile, most), options)
    if options.json:
        deliver_document(measured.to_dict(), options.output)
        end(options)
        return
    title, *lines = measured.lines()
    deliver_lines((Paint.for_output(options.output).strong(title), *lines, "", measured.signature), options.output)
    end(options)


def _limit(text: str) -> tuple[str, str, float]:
    """The kind of delay, its quantile and the most milliseconds.

    >>> _limit("stable:p95=1200"), _limit("final:mean=300")
    (('stable', 'p95', 1200.0), ('final', 'mean', 300.0))
    """
    if match := re.fullmatch(r"(\w+):(mean|p\d{1,2}|p100)=(\d+(?:\.\d+)?)(?:ms)?", text):
        kind, quantile, most = match.groups()
        if kind in _KINDS:
            return kind, quantile, float(most)
    raise argparse.ArgumentTypeError(
        f"{text!r} is not a limit of a delay; expected one in milliseconds, such as stable:p95=1200, of "
        f"{', '.join(_KINDS)}, and a percentile or mean"
    )


def _verdict(row: DelayRow, quantile: str, most: float) -> Verdict:
    """Whether the delays of a kind keep their limit; an undefined one fails."""
    seconds = row.mean if quantile == "mean" else row.quantile(int(quantile[1:]) / 100)
    title, allowed = f"{quantile} of {row.name}", f"allowed {most:,.0f} ms"
    if seconds is None:
        return Verdict(False, f"{title} is undefined, {allowed}")
    return Verdict(1000 * seconds <= most + ROUNDING, f"{title} is {1000 * seconds:,.0f} ms, {allowed}")


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
