"""
Make benchmarkstt available through a JSON-RPC interface
"""

from __future__ import annotations

import argparse
import sys

from ......service.addresses import Address
from ......service.limits import Limits
from ...api.rpc import interface
from ...api.wsgi import Application


def argparser(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Adds the options."""
    parser.add_argument("--debug", action="store_true", help="accepted, without effect")
    parser.add_argument("--host", help="host name or address (default: 127.0.0.1)")
    parser.add_argument("--port", type=int, default=8080, help="port (default: 8080)")
    parser.add_argument("--entrypoint", default="/api", help="path of the interface (default: /api)")
    parser.add_argument("--files", default="", metavar="DIR", help="folder of files that may be named")
    parser.add_argument("--list-methods", action="store_true", help="list the methods and end")
    parser.add_argument("--with-explorer", action="store_true", help="also serve a page to try the methods")
    return parser


def create_app(entrypoint: str | None = None, with_explorer: bool | None = None) -> Application:
    """The interface as a WSGI application, which needs no other package."""
    return Application(interface(entrypoint or "/api", explorer=bool(with_explorer), alone=True))


def run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    """Lists the methods, or serves them."""
    from ...api.jsonrpc import get_methods

    if args.list_methods:
        for method in get_methods().values():
            sys.stdout.write(f"{method.name}\n{'-' * len(method.name)}\n\n{method.docs}\n\n")
        return
    from ......service.server import run as serve

    if not args.entrypoint.startswith("/") or not 0 <= args.port < 65536:
        parser.error("expected a path that begins with / as --entrypoint, and a --port from 0 to 65535")
    rpc = interface(args.entrypoint, explorer=args.with_explorer, alone=True, load=tuple(args.load or ()))
    serve(Address(args.host or "127.0.0.1", args.port), Limits(files=args.files), rpc=rpc)
