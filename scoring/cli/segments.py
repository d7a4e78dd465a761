"""`scorelite segments REF HYP`: labels with times, one file against another."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from formats.errors import UsageError
from formats.registry import NAMES
from scoring.cli.delivery import deliver

if TYPE_CHECKING:
    from scoring.segments.api import SegmentResult

EPILOG = """\
measures:
  classes          seconds: at every moment the classes of both sides
  events           numbers: whole labels paired one to one by overlap
  diarisation      error rate of who spoke when, with the best mapping of speakers (DER, JER)
  sound-segments   F1 and error rate in segments of fixed length, as sed_eval counts them
  sound-events     F1 and error rate of events by onset and offset, as sed_eval counts them
  boundaries       precision and recall of the ends of labels, with a tolerance
  clusters         purity and coverage

examples:
  scorelite segments ref.rttm hyp.rttm --measure diarisation --collar 0.25 --uem all.uem
  scorelite segments ref.TextGrid hyp.TextGrid --tier sounds --report sys
  scorelite segments ref.rttm hyp.rttm --measure diarisation --convention pyannote --json

exit codes: 0 scored; 1 the output could not be written; 2 the input or the command line is wrong
"""
_SETTINGS = (
    "measure",
    "collar",
    "overlap",
    "convention",
    "merge",
    "minimum_overlap",
    "every_overlap",
    "resolution",
    "length_part",
    "offset",
)
_INPUT = ("ref", "hyp", "ref_format", "hyp_format", "uem", "by", "encoding", "missing")
_TIERS = ("ref", "hyp")


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds this command to the umbrella."""
    parser = commands.add_parser(
        "segments",
        help="score labels with times: speakers, sounds, classes",
        description="Scores labels with times against those of a reference: who speaks, which sound, which class.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    parser.add_argument("ref", metavar="REF", help="the reference")
    parser.add_argument("hyp", metavar="HYP", help="what was found")
    _add_input(parser.add_argument_group("input"))
    _add_settings(parser.add_argument_group("measure"))
    _add_output(parser.add_argument_group("output"))


def _add_input(group: argparse._ArgumentGroup) -> None:
    for side in ("ref", "hyp"):
        group.add_argument(f"--{side}-format", choices=NAMES, metavar="NAME", help="default: by suffix and content")
    group.add_argument(
        "--tier", action="append", metavar="NAME", help="only this tier of a TextGrid, EAF or EXB; repeatable"
    )
    for side in _TIERS:
        group.add_argument(f"--{side}-tier", action="append", metavar="NAME", help=f"the same of {side.upper()} alone")
    group.add_argument("--uem", metavar="FILE", help="score only the regions of this UEM file")
    group.add_argument(
        "--by", choices=("auto", "speaker", "text"), default="auto", help="what the value of a segment is"
    )
    group.add_argument("--encoding", metavar="NAME", help="default: utf-8, unless a byte order mark says otherwise")
    group.add_argument(
        "--missing",
        choices=("error", "skip", "delete"),
        default="delete",
        help="recordings without a hypothesis: an error, left out, or all missed (default)",
    )


def _add_settings(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--measure",
        default="classes",
        choices=("classes", "events", "diarisation", "sound-segments", "sound-events", "boundaries", "clusters"),
        help="what to count; default: classes",
    )
    group.add_argument(
        "--collar",
        type=float,
        metavar="SECONDS",
        help="on EACH side of a boundary (pyannote's collar is both sides together); default: diarisation 0, "
        "sound-events 0.2, boundaries 0.5",
    )
    group.add_argument(
        "--overlap", choices=("include", "exclude", "only"), default="include", help="where several speak at once"
    )
    group.add_argument(
        "--convention",
        choices=("md-eval", "pyannote", "spy-der"),
        default="md-eval",
        help="whose extent and mapping of speakers",
    )
    group.add_argument(
        "--merge", type=float, default=0.0, metavar="SECONDS", help="classes: boundaries closer than this are one"
    )
    group.add_argument(
        "--minimum-overlap", type=float, default=0.05, metavar="SECONDS", help="events: what a pair must share"
    )
    group.add_argument("--every-overlap", action="store_true", help="events: every overlapping pair counts")
    group.add_argument("--resolution", type=float, default=1.0, metavar="SECONDS", help="sound-segments: their length")
    group.add_argument(
        "--length-part", type=float, default=0.5, metavar="PART", help="sound-events: offsets may be off by this part"
    )
    group.add_argument("--onset-only", dest="offset", action="store_false", help="sound-events: leave offsets alone")


def _add_output(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--json", action="store_true", help="everything, for programs")
    group.add_argument(
        "--report",
        choices=("sys", "pra", "html", "lengths"),
        help="a table, a listing of all segments, a page, or a table of how long labels are",
    )
    group.add_argument("--rows", choices=("auto", "class", "file"), default="auto", help="what a row of the table is")
    group.add_argument("--width", type=int, default=100, metavar="COLUMNS", help="of the listing; default: 100")
    group.add_argument("-o", "--output", metavar="FILE", help="default: standard output")


def run(options: argparse.Namespace) -> None:
    """Scores and prints."""
    try:
        from scoring.segments.api import score_segment_files
    except ImportError as error:
        raise UsageError(f"this needs the package {error.name}: pip install scorelite[segments]") from None
    chosen = {name: getattr(options, name) for name in _INPUT + _SETTINGS}
    chosen |= {f"{side}_tiers": getattr(options, f"{side}_tier") or options.tier or () for side in _TIERS}
    result = score_segment_files(**chosen)
    if options.report:
        deliver([result.report(options.report, rows=options.rows, width=options.width)], options.output)
    elif options.json:
        import json

        text = json.dumps(result.to_dict(), ensure_ascii=False, indent=2)
        deliver([text.encode("utf-8", "backslashreplace"), b"\n"], options.output)
    else:
        deliver((f"{line}\n".encode("utf-8", "surrogateescape") for line in summary(result)), options.output)


def summary(result: SegmentResult) -> Iterator[str]:
    """What most people want to know, a line each."""
    from scoring.report.segments.render import sheet

    yield f"ref  {result.ref_name}"
    yield f"hyp  {result.hyp_name}"
    yield _recordings(len(result.parts))
    yield from _notes(result)
    yield ""
    found = sheet(result, "file")
    for head, text in zip(found.heads[1:], found.total[1:], strict=True):
        yield f"{head:<9}{text:>10}" + " %" * (not head.startswith(("Sec", "#", "Ref ", "Hyp ")) and text != "-")
    yield ""
    yield result.signature


def _recordings(number: int) -> str:
    return f"{number} recording" + "s" * (number != 1)


def _notes(result: SegmentResult) -> Iterator[str]:
    """What was left out, or treated in a way that another would not expect."""
    if result.missing:
        treated = "all missed" if result.missing_rule == "delete" else "left out"
        yield f"{_recordings(len(result.missing))} without a hypothesis: {treated}"
    if result.extra:
        yield f"{_recordings(len(result.extra))} without a reference: left out"
    values: tuple[set[str], set[str]] = (set(), set())
    for part in result.parts:
        values[0].update(part.ref.names)
        values[1].update(part.hyp.names)
    named = result.settings.measure in ("classes", "events", "sound-segments", "sound-events")
    if named and values[0] and values[1] and not values[0] & values[1]:
        yield "no value is on both sides: for speakers whose names are free, use --measure diarisation"


