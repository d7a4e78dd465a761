"""`scorelite serve`: scoring over HTTP, for people and for programs."""

from __future__ import annotations

import argparse

from ...formats.errors import UsageError, show_options
from ..compat.archive.benchmarkstt.api.rpc import interface
from ..service.addresses import Address
from ..service.limits import MEBIBYTE, Limits
from ..service.methods import METHODS
from ..service.server import run as serve
from .values import byte_size

_DEFAULTS = Limits()
EPILOG = """\
examples:
  scorelite serve --port 8080                 the page is http://127.0.0.1:8080/
  scorelite serve --port 0                    a free port, which is printed
  scorelite serve --files corpora             requests may name files of this folder
  curl -d '{"ref": "the cat", "hyp": "a cat"}' -H 'Content-Type: application/json' http://127.0.0.1:8080/v1/score
  curl -F ref=@ref.stm -F hyp=@hyp.ctm http://127.0.0.1:8080/v1/score

It needs the packages starlette and uvicorn: pip install 'scorelite[serve]'. It has no passwords: on hosts other than
127.0.0.1, put a proxy with passwords and TLS in front of it. docs/guides/service.md describes methods, limits and
safety.

methods, all POST:
{methods}
  /api             BenchmarkSTT's methods by JSON-RPC 2.0

exit codes: 0 ended by Ctrl-C or SIGTERM; 2 wrong command line
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command."""
    methods = "\n".join(f"  /v1/{method.name:<12} {method.summary}" for method in METHODS)
    parser.description = (
        "Serves scoring over HTTP: a page for people, methods for programs. Without --files, it reads no files."
    )
    parser.epilog = EPILOG.replace("{methods}", methods)
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1, this machine)")
    parser.add_argument("--port", type=int, default=8080, metavar="N", help="0: a free one (default: 8080)")
    parser.add_argument(
        "--allow-host", action="append", default=[], metavar="NAME", help="another host name of the service; repeatable"
    )
    _add_limits(parser.add_argument_group("limits"))


def _add_limits(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--files", metavar="DIR", help="requests may name files of this folder")
    group.add_argument(
        "--max-body",
        type=byte_size,
        default=_DEFAULTS.body,
        metavar="SIZE",
        help="largest size of a request or a file, such as 4M (default: 1M)",
    )
    group.add_argument(
        "--max-words",
        type=int,
        default=_DEFAULTS.words,
        metavar="N",
        help=f"largest number of words per side (default: {_DEFAULTS.words})",
    )
    group.add_argument(
        "--max-seconds",
        type=float,
        default=_DEFAULTS.seconds,
        metavar="SECONDS",
        help=f"longest time for a request (default: {_DEFAULTS.seconds:g})",
    )
    group.add_argument(
        "--max-memory",
        type=int,
        default=_DEFAULTS.memory // MEBIBYTE,
        metavar="MIB",
        help=f"largest memory of a worker process (default: {_DEFAULTS.memory // MEBIBYTE})",
    )
    group.add_argument(
        "--workers", type=int, default=0, metavar="N", help="processes that score (default: 0, one for each processor)"
    )


def run(options: argparse.Namespace) -> None:
    """Serves until Ctrl-C or SIGTERM."""
    if not 0 <= options.port < 65536:
        raise UsageError(f"--port is {options.port}; expected 0 to 65535")
    if options.workers < 0:
        raise UsageError(f"--workers is {options.workers}; expected 0 or more")
    for name in ("body", "words", "seconds", "memory"):
        if not getattr(options, f"max_{name}") > 0:
            raise UsageError(f"--max-{name} is {getattr(options, f'max_{name}')}; expected a number above 0")
    for name in options.allow_host:
        if not name or not name.isprintable() or any(mark in name for mark in " /:@,"):
            raise UsageError(f"--allow-host {name!r} is not a host name; expected one such as scores.example.org")
    if options.files == "":
        raise UsageError("--files is empty; expected the folder whose files requests may name")
    memory = options.max_memory * MEBIBYTE
    limits = Limits(options.max_body, options.max_words, options.max_seconds, memory, options.files or "")
    # Clients give arguments by the names of keywords.
    show_options(False)
    address = Address(options.host, options.port, tuple(options.allow_host))
    serve(address, limits, options.workers, rpc=interface())
