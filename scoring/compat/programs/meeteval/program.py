"""The program `meeteval-wer`: its commands, options, files and log lines."""

from __future__ import annotations

import argparse
import inspect
import json
import logging
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from .....formats.engine.output import write_file, write_stdout
from .....formats.optional import library
from . import wer
from .ending import exit_code
from .io import opened
from .io.seglst import dumps
from .io.smart import dump
from .wer import api
from .wer.normalizer import NAMES as NORMALIZERS
from .wer.wer.error_rate import ErrorRate, combine_error_rates

_TIMINGS = (
    "equidistant_intervals",
    "equidistant_points",
    "full_segment",
    "character_based",
    "character_based_points",
    "none",
)


_VERSION = "0.4.3"
_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL", "SILENT")
_SILENT = 100
_NORMALIZERS = f"one of: {' '.join(NORMALIZERS)}"


class Command(NamedTuple):
    """A command that scores: its name, the part of its files' names, the title in its log line, and if it has times."""

    name: str
    stem: str
    title: str
    timed: bool


COMMANDS = (
    Command("sisower", "wer", "SISO-WER", False),
    Command("wer", "wer", "SISO-WER", False),
    Command("cpwer", "cpwer", "cpWER", False),
    Command("orcwer", "orcwer", "ORC-WER", False),
    Command("greedy_orcwer", "orcwer", "greedy ORC-WER", False),
    Command("mimower", "mimower", "MIMO-WER", False),
    Command("greedy_dicpwer", "greedy_dicpwer", "greedy-DI-cpWER", False),
    Command("tcpwer", "tcpwer", "tcpWER", True),
    Command("tcorcwer", "tcorcwer", "tcORC-WER", True),
    Command("greedy_tcorcwer", "greedy_tcorcwer", "greedy-tcORC-WER", True),
    Command("tcmimower", "tcmimower", "tcMIMO-WER", True),
    Command("greedy_ditcpwer", "greedy_ditcpwer", "greedy-DI-tcpWER", True),
)


def parser() -> argparse.ArgumentParser:
    """The command line; -h is the hypothesis."""
    root = argparse.ArgumentParser(prog="scorelite meeteval-wer", description=__doc__)
    root.add_argument("--version", action="version", version=_VERSION, help="the release of MeetEval that this follows")
    root.add_argument(
        "--log-level",
        type=_level,
        choices=_LEVELS,
        default="INFO",
        metavar="LEVEL",
        help=f"of the log lines: {', '.join(_LEVELS)} (default: INFO)",
    )
    commands = root.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in COMMANDS:
        _add_scoring(commands, command)
    for name, summary in (("merge", "merges files of sessions"), ("average", "averages files of sessions")):
        subcommand = commands.add_parser(name, help=summary, description=summary)
        subcommand.add_argument("files", nargs="+")
        subcommand.add_argument("-o", "--out", default="-", metavar="FILE", help="default: stdout")
        if name == "average":
            subcommand.add_argument("--regex", help="only sessions whose names match")
    subcommand = commands.add_parser("normalize", help="normalises words", description="normalises the words of a file")
    subcommand.add_argument("file", metavar="FILE", help="- is stdin")
    subcommand.add_argument("-o", "--out", metavar="FILE", help="- is stdout")
    subcommand.add_argument(
        "--normalizer", default=NORMALIZERS[0], choices=NORMALIZERS, metavar="NAME", help=_NORMALIZERS
    )
    return root


def _add_scoring(commands: argparse._SubParsersAction[argparse.ArgumentParser], command: Command) -> None:
    arguments = commands.add_parser(command.name, help=command.title, description=command.title, add_help=False)
    arguments.add_argument("--help", action="help", help="show this help message and exit")
    for letter, side in (("r", "reference"), ("h", "hypothesis")):
        arguments.add_argument(f"-{letter}", f"--{side}", nargs="+", action="extend", required=True, metavar="FILE")
    for kind in ("", "_per_reco"):
        option = "--per-reco-out" if kind else "--average-out"
        default = f"{{parent}}/{{stem}}_{command.stem}{kind}.json"
        arguments.add_argument(option, default=default, metavar="FILE", help="- is stdout, -.yaml stdout as YAML")
    arguments.add_argument("--regex", help="only sessions whose names match")
    arguments.add_argument("--normalizer", choices=NORMALIZERS, metavar="NAME", help=_NORMALIZERS)
    arguments.add_argument("--partial", action="store_true", help="only the sessions of the reference")
    if command.stem == "wer":
        return
    arguments.add_argument("--uem", nargs="+", action="extend", metavar="FILE", help="regions to score")
    sort = "segment" if command.timed else "segment_if_available"
    for side in ("reference", "hypothesis"):
        arguments.add_argument(
            f"--{side}-sort", type=_sort, default=sort, metavar="NAME", help="segment, word, True or False"
        )
    if command.timed:
        arguments.add_argument("--collar", type=_collar, required=True, metavar="SECONDS")
        for side, timing in (("hyp", "character_based_points"), ("ref", "character_based")):
            arguments.add_argument(f"--{side}-pseudo-word-timing", choices=_TIMINGS, default=timing)


def _level(text: str) -> str:
    return text.upper() if text.upper() in _LEVELS else text


def _sort(text: str) -> Any:
    meanings: dict[str, Any] = {"True": True, "true": True, "False": False, "false": False}
    meanings |= {name: name for name in ("word", "segment", "segment_if_available")}
    if text not in meanings:
        raise argparse.ArgumentTypeError(f"{text!r} is unknown; expected segment, word, True or False")
    return meanings[text]


def _collar(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r}; expected a number >= 0")
    return value


def run(words: Sequence[str]) -> int:
    """Runs a command; returns its exit code."""
    options = parser().parse_args(list(words))
    level = _SILENT if options.log_level == "SILENT" else options.log_level
    logging.basicConfig(level=level, format="%(levelname)s %(message)s", force=True)
    return exit_code("meeteval-wer", options.command, lambda: _do(options))


def _do(options: argparse.Namespace) -> None:
    if options.command in ("merge", "average"):
        _merge(options)
    elif options.command == "normalize":
        if options.out is None:
            raise TypeError("normalize needs -o FILE")
        dump(api.normalize(options.file, normalizer=options.normalizer), options.out)
    else:
        _score(next(command for command in COMMANDS if command.name == options.command), options)


def _score(command: Command, options: argparse.Namespace) -> None:
    values = {name: value for name, value in vars(options).items() if name not in ("command", "log_level")}
    shell_function(command)(**values)


def shell_function(command: Command) -> Callable[..., None]:
    """A command as a function: that of the Python interface, which writes its results to files."""
    function = wer.sisower if command.stem == "wer" else getattr(wer, command.name)
    outputs = {"average_out": f"{{parent}}/{{stem}}_{command.stem}.json"}
    outputs["per_reco_out"] = f"{{parent}}/{{stem}}_{command.stem}_per_reco.json"

    def score(*args: Any, **keywords: Any) -> None:
        bound = signature.bind(*args, **keywords)
        bound.apply_defaults()
        paths = {name: bound.arguments.pop(name) for name in outputs}
        _save(command, function(*bound.args, **bound.kwargs), bound.arguments["hypothesis"], paths)

    signature = inspect.signature(function)
    *most, last = signature.parameters.values()
    kind = inspect.Parameter.KEYWORD_ONLY if last.kind is inspect.Parameter.KEYWORD_ONLY else last.kind
    of_outputs = [inspect.Parameter(name, kind, default=default) for name, default in outputs.items()]
    signature = signature.replace(parameters=[*most, last, *of_outputs])
    score.__signature__ = signature  # type: ignore[attr-defined]
    score.__name__, score.__doc__ = command.name, function.__doc__
    return score


def _save(command: Command, rates: Mapping[Any, ErrorRate], hypothesis: Any, paths: Mapping[str, str]) -> None:
    names = {"parent": "", "stem": ""} | _parent_and_stem(hypothesis)
    of_sessions = {"___".join(name) if isinstance(name, tuple) else name: rate.asdict() for name, rate in rates.items()}
    _dump(_without_type(of_sessions), paths["per_reco_out"].format(**names))
    average = combine_error_rates(*rates.values())
    _dump(_without_type({"": average.asdict()})[""], paths["average_out"].format(**names))
    rate = "nan%" if average.error_rate is None else f"{average.error_rate:.2%}"
    logging.info(
        "%%%s: %s [ %s / %s, %s ins, %s del, %s sub ]",
        command.title,
        rate,
        average.errors,
        average.length,
        average.insertions,
        average.deletions,
        average.substitutions,
    )


def _without_type(of_sessions: Mapping[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The fields that the files of release 0.4.3 have."""
    return {name: {key: value for key, value in rate.items() if key != "type"} for name, rate in of_sessions.items()}


def _parent_and_stem(paths: Sequence[str]) -> dict[str, str]:
    files = [Path(path).resolve() for path in paths]
    if len(files) == 1:
        return {"parent": str(files[0].parent), "stem": files[0].stem}
    stems = [file.stem for file in files]
    begin, end = _common(stems), _common([stem[::-1] for stem in stems])[::-1]
    return {"parent": os.path.commonpath(files), "stem": begin + end}


def _common(texts: Sequence[str]) -> str:
    """The beginning that all texts share."""
    pairs = takewhile(lambda letters: len(set(letters)) == 1, zip(*texts, strict=False))
    return "".join(letters[0] for letters in pairs)


def _merge(options: argparse.Namespace) -> None:
    average = options.command == "average"
    pattern = re.compile(options.regex) if average and options.regex else None
    rates: list[tuple[str, ErrorRate]] = []
    for name in options.files:
        content = _load(Path(name))
        if "errors" in content:
            average = True
            rates.append(("", _rate(content, name)))
            continue
        chosen = {key: value for key, value in content.items() if pattern is None or pattern.fullmatch(key)}
        rates += [(key, _rate(value, f"{name}: {key}")) for key, value in chosen.items()]
    suffix = Path(options.files[0]).suffix
    if average:
        _dump(_without_type({"": combine_error_rates([rate for _, rate in rates]).asdict()})[""], options.out, suffix)
        return
    repeated = sorted(name for name, number in Counter(name for name, _ in rates).items() if number > 1)
    if repeated:
        raise ValueError(f"{len(repeated)} sessions are in several files: {', '.join(repeated[:5])}")
    _dump(_without_type({name: rate.asdict() for name, rate in rates}), options.out, suffix)


def _rate(value: Any, where: str) -> ErrorRate:
    """The error rate that a file holds at this place."""
    overlaps = ("reference_self_overlap", "hypothesis_self_overlap")
    if not isinstance(value, dict) or any(not isinstance(value.get(name), dict | None) for name in overlaps):
        raise ValueError(f"{where}: expected an error rate: an object with errors, length and counts")
    return ErrorRate.from_dict(value)


def _parsed(text: str, path: Path) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise ValueError(f"{path}: {error}; expected the JSON of error rates") from None


def _load(path: Path) -> dict[str, Any]:
    text = opened.content(path)
    content = _parsed_yaml(text, path) if path.suffix == ".yaml" else _parsed(text, path)
    if not isinstance(content, dict):
        raise ValueError(f"{path}: expected an object of error rates")
    return content


def _parsed_yaml(text: str, path: Path) -> Any:
    """The content of a YAML file, with the decimal numbers and tuples that MeetEval writes, and no other objects."""
    yaml = _yaml()

    class Loader(yaml.SafeLoader):  # type: ignore[misc, name-defined]
        pass

    def decimal(loader: Any, node: Any) -> float:
        return float(loader.construct_sequence(node)[0])

    def pair(loader: Any, node: Any) -> tuple[Any, ...]:
        return tuple(loader.construct_sequence(node, deep=True))

    Loader.add_constructor("tag:yaml.org,2002:python/object/apply:decimal.Decimal", decimal)
    Loader.add_constructor("tag:yaml.org,2002:python/tuple", pair)
    try:
        return yaml.load(text, Loader)
    except yaml.YAMLError as error:
        raise ValueError(f"{path}: {' '.join(str(error).split())}; expected the YAML of error rates") from None


def _yaml() -> Any:
    return library("yaml", purpose="YAML files", install="PyYAML")


def _dump(content: Mapping[str, Any], path: str, suffix: str = ".json") -> None:
    chosen = Path(path).suffix or suffix
    if chosen == ".yaml":
        text = _yaml().dump(content, sort_keys=False)
    elif chosen == ".json":
        text = dumps(content, 2)
    else:
        raise ValueError(f"Unknown file ext: {chosen}; expected .json or .yaml")
    pieces: Iterable[bytes] = [text.encode()]
    if Path(path).stem == "-":
        write_stdout(pieces)
        return
    write_file(path, pieces)
    logging.info("Wrote: %s", path)
