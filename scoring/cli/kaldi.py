"""`scorelite kaldi PROGRAM ...`: Kaldi's scoring programs and scripts under their own command lines."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from typing import NoReturn

from scoring.cli.delivery import deliver

EPILOG = """\
programs:
  compute-wer, compute-wer-bootci, align-text
  wer_per_utt_details, wer_per_spk_details, wer_ops_details, wer_report, best_wer
  character_tokenizer: what score_kaldi_cer.sh does to a text before compute-wer counts its characters

examples:
  scorelite kaldi compute-wer --mode=present ark:ref.txt ark:hyp.txt
  scorelite kaldi align-text ark:ref.txt ark:hyp.txt ark,t:- | scorelite kaldi wer_per_utt_details
  grep WER exp/decode/wer_* | scorelite kaldi best_wer

Options are those of the program itself and stand behind its name. Exit codes are the program's, too: 255 is an error
that Kaldi reports itself; one that kills the process (a broken archive) kills this one by the same signal.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds this command to the umbrella."""
    parser = commands.add_parser(
        "kaldi",
        help="Kaldi's scoring programs: compute-wer, align-text, wer_per_utt_details ...",
        description="Runs one of Kaldi's scoring programs: same output, same exit code.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    parser.add_argument("program", metavar="PROGRAM", help="its name, with or without .pl or .sh")
    parser.add_argument("arguments", metavar="...", nargs=argparse.REMAINDER, help="its own command line")


def run(options: argparse.Namespace) -> NoReturn:
    """Runs the program and ends as it ends."""
    from formats.errors import UsageError
    from scoring.compat.kaldi import binaries, scripts
    from scoring.compat.kaldi.console import Aborted, Program

    name = options.program.removesuffix(".pl").removesuffix(".sh")
    died = False
    code = 0
    if name in binaries.PROGRAMS:
        program = Program(name)
        try:
            code = binaries.run(program, [os.fsencode(word) for word in options.arguments])
        except Aborted:
            died = True
    elif name in scripts.SCRIPTS:
        shown, script = scripts.SCRIPTS[name]
        program = Program(shown)
        code = scripts.run(program, script, options.arguments)
    else:
        known = ", ".join([*binaries.PROGRAMS, *scripts.SCRIPTS])
        raise UsageError(f"{options.program!r} is no program of Kaldi's scoring; expected one of: {known}")
    deliver(program.output, None)
    if died:
        # A shell and its scripts see the same end as with Kaldi's own program.
        signal.signal(signal.SIGABRT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGABRT)
    sys.exit(code)
