"""`scorelite kaldi PROGRAM ...`: Kaldi's scoring programs and scripts under their own command lines."""

from __future__ import annotations

import os
import sys

from scoring.cli.delivery import deliver

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from typing import NoReturn

BINARIES = ("compute-wer", "compute-wer-bootci", "align-text")

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
    import argparse

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
    run_program(options.program, options.arguments)


def run_program(called: str, arguments: Sequence[str]) -> NoReturn:
    """Runs a program with its own command line and ends as it ends."""
    from scoring.compat.kaldi.console import Aborted, Program

    name = called.removesuffix(".pl").removesuffix(".sh")
    died = False
    code = 0
    if name in BINARIES:
        from scoring.compat.kaldi import binaries

        program = Program(name)
        try:
            code = binaries.run(program, [os.fsencode(word) for word in arguments])
        except Aborted:
            died = True
    else:
        from scoring.compat.kaldi import scripts

        if name not in scripts.SCRIPTS:
            from formats.errors import UsageError

            known = ", ".join([*BINARIES, *scripts.SCRIPTS])
            raise UsageError(f"{called!r} is no program of Kaldi's scoring; expected one of: {known}")
        shown, script = scripts.SCRIPTS[name]
        program = Program(shown)
        code = scripts.run(program, script, arguments)
    deliver(program.output, None)
    if died:
        import signal

        # A shell and its scripts see the same end as with Kaldi's own program.
        signal.signal(signal.SIGABRT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGABRT)
    sys.exit(code)
