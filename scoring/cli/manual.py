"""Manual pages and pages of reference: of `scorelite`, made from its parsers, of `sclite`, and of Python's names.

`python -m scorelite.scoring.cli.manual docs` writes all.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

from ..compat.programs.sctk import RELEASES
from ..compat.programs.sctk.sclite.usage import usage
from . import command_reference, reference, vocabulary
from .command_line import EVERY, parser

HEAD = r""".TH SCORELITE 1
.SH NAME
scorelite \- scores of speech recognition, keyword spotting and labels with times; conversion of formats
.SH SYNOPSIS
.B scorelite
.I COMMAND
[\fIOPTION\fR ...] ...
.SH DESCRIPTION
"""
TAIL = r""".SH EXIT STATUS
0: done; 1: the output could not be written, or, with compare and kws \-\-check, something was found;
2: an input or the command line is wrong; 130: interrupted; 141: the reader of a pipe ended first.
.SH ENVIRONMENT
NO_COLOR: no colours. SCORELITE_CORE: native or python.
SCORELITE_SCTK: release of SCTK that sclite follows (2.4.12, 2.4.10 or master).
.SH SEE ALSO
.BR sclite (1)
"""


SCLITE = r""".TH SCLITE 1
.SH NAME
sclite \- scores of speech recognition, as NIST's program of this name gives them
.SH SYNOPSIS
.B sclite
\-r \fIREFFILE\fR [\fIFORMAT\fR] \-h \fIHYPFILE\fR [\fIFORMAT\fR [\fITITLE\fR]] [\fIOPTION\fR ...]
.SH DESCRIPTION
This sclite is a part of scorelite. It has the options, files, messages and exit codes of NIST's sclite in SCTK.
Files that end in .gz are unpacked, and
.B sclite \-\-version
says which program runs.
.SH EXAMPLES
.nf
sclite \-r ref.trn trn \-h hyp.trn trn \-i spu_id \-o sum stdout
sclite \-r ref.stm stm \-h hyp.ctm ctm \-o all \-O reports
.fi
.SH OPTIONS
.nf
"""


def pages() -> dict[str, str]:
    """The pages by the names of their files: in roff, and in Markdown."""
    return {
        "scorelite.1": page(),
        "sclite.1": sclite_page(),
        "reference/commands.md": _linked(command_reference.commands_page()),
        "reference/reports.md": _linked(command_reference.reports_page()),
        "reference/vocabulary.md": _linked(vocabulary.page()),
        **{f"reference/{name}": _linked(text, name.count("/") + 1) for name, text in reference.pages().items()},
    }


def _linked(markdown: str, depth: int = 1) -> str:
    """A page of the reference, so many folders below docs, whose mentions of other pages are links to them."""
    return re.sub(r"(?<![\w/])(?<!\]\()docs/([\w/-]+)\.md", rf"[\1]({'../' * depth}\1.md)", markdown)


def sclite_page() -> str:
    """The page of sclite: what its usage says."""
    options = usage(RELEASES[0]).decode().partition("\n")[2].rstrip("\n")
    return f"{SCLITE}{_text(options)}\n.fi\n.SH SEE ALSO\n.BR scorelite (1)\n"


def page() -> str:
    """The page of scorelite in roff."""
    root = parser(EVERY)
    commands = next(action for action in root._actions if isinstance(action, argparse._SubParsersAction))
    lines = [HEAD.rstrip("\n"), _text(root.description or ""), ".SH COMMANDS"]
    for name, command in commands.choices.items():
        lines += [f".SS scorelite {name}", _text(command.description or ""), ".P", f".B {_text(command._shape())}"]
        for action in command._actions:
            if action.help and action.help != argparse.SUPPRESS:
                lines += _entry(action)
        if command.epilog:
            lines += [".P", ".nf", _text(command.epilog.rstrip("\n")), ".fi"]
    return "\n".join([*lines, TAIL])


def _entry(action: argparse.Action) -> Iterator[str]:
    """Lines of an operand or option."""
    value = "" if action.nargs == 0 else str(action.metavar or "|".join(map(str, action.choices or ())))
    names = ", ".join(f"{name} {value}".rstrip() for name in action.option_strings) or value
    yield from (".TP", f".B {_text(names)}", _text(str(action.help).replace("%%", "%")))


def _text(text: str) -> str:
    """Text with the characters escaped that roff would read as requests."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-")
    return "\n".join(rf"\&{line}" if line[:1] in (".", "'") else line for line in escaped.split("\n"))


if __name__ == "__main__":
    import sys

    from ...formats.engine.output import write_file

    for name, text in pages().items():
        write_file(f"{sys.argv[1]}/{name}", [text.encode()])
