"""`scorelite kaldi PROGRAM ...`: Kaldi's scoring programs and scripts under their own command lines."""

from __future__ import annotations

import os
import sys

from ..compat.programs.kaldi import binaries
from ..compat.programs.kaldi.console import BINARIES, SCRIPTS, Aborted, Program
from .delivery import deliver

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from typing import NoReturn

    from .grammar import Parser

EPILOG = """\
programs:
  compute-wer, compute-wer-bootci, align-text
  wer_per_utt_details, wer_per_spk_details, wer_ops_details, wer_report, best_wer
  convert_ctm, resolve_ctm_overlaps
  character_tokenizer (separates words into characters, as score_kaldi_cer.sh does before compute-wer counts them)

examples:
  scorelite kaldi compute-wer --mode=present ark:ref.txt ark:hyp.txt
  scorelite kaldi align-text ark:ref.txt ark:hyp.txt ark,t:- | scorelite kaldi wer_per_utt_details
  grep WER exp/decode/wer_* | scorelite kaldi best_wer
  scorelite kaldi --allow-pipes compute-wer "ark:gunzip -c ref.gz |" ark:hyp.txt

In Kaldi's grammar `command |` and `| command` are shell commands, in arguments and in script files (scp). They run only
with --allow-pipes, or with SCORELITE_ALLOW_PIPES=1 in the environment.

After the program's name, options and exit codes are those of the program: 255 is an error that Kaldi reports itself.
If a signal kills Kaldi's program (after a broken archive), the same signal kills this one.
"""


def add(parser: Parser) -> None:
    """Adds the options of this command."""
    parser.description = "Runs one of Kaldi's scoring programs: same output, same exit code."
    parser.epilog = EPILOG
    parser.add_program([*BINARIES, *SCRIPTS], _name, "files", ".pl, .sh or .py")


def run(options: argparse.Namespace) -> NoReturn:
    """Runs the program and exits with its exit code."""
    run_program(options.program, options.arguments, pipes=options.allow_pipes)


def run_program(called: str, arguments: Sequence[str], *, pipes: bool = False) -> NoReturn:
    """Runs a program with its own command line and exits with its exit code, or dies by its signal."""
    name = _name(called)
    died = False
    code = 0
    if name in BINARIES:
        program = Program(name, pipes=pipes)
        try:
            code = binaries.run(program, [os.fsencode(word) for word in arguments])
        except Aborted:
            died = True
    else:
        from ..compat.programs.kaldi import scripts

        program = Program(SCRIPTS[name])
        code = scripts.run(name, program, arguments)
    deliver(program.output, None)
    if died:
        os.abort()  # the process dies as Kaldi's own program does, which scripts may test
    sys.exit(code)


def is_program(called: str) -> bool:
    """Whether there is a program of this name, with or without .pl, .sh or .py."""
    return _name(called) in (*BINARIES, *SCRIPTS)


def _name(called: str) -> str:
    return called.removesuffix(".pl").removesuffix(".sh").removesuffix(".py")
