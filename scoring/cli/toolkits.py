"""`scorelite toolkits TOOLKIT PROGRAM ...`: the scoring programs of toolkits under their own command lines."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ...formats.engine.terminal import say
from ...formats.errors import ScoreliteError, UsageError, unknown
from ..compat.toolkits import PROGRAMS, TITLES, program
from . import without_collecting
from .delivery import deliver

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Sequence
    from typing import NoReturn

EPILOG = """\
programs:
{programs}
examples:
  scorelite toolkits wenet compute-wer --char=1 --v=1 ref.txt hyp.txt
  scorelite toolkits icefall write_error_stats recogs-test.txt
  scorelite toolkits speechbrain compute_wer --mode present --print-alignments ref.txt hyp.txt
  scorelite toolkits funasr compute_wer ref.txt hyp.txt wer.txt
  scorelite toolkits nemo speech_to_text_eval only_score_manifest=True \\
      dataset_manifest=test.json
  scorelite toolkits fbai score --refs test-clean.biasing_100.tsv --hyps hyp.tsv
  scorelite toolkits contextasr prepare_asr_result_for_metrics raw.jsonl prepared.jsonl
  scorelite toolkits contextasr calculate_metrics prepared.jsonl metrics.jsonl
  scorelite toolkits texterrors texterrors --isark --cer ref.txt hyp.txt
  scorelite toolkits fstalign wer --ref ref.nlp --hyp hyp.ctm --json-log log.json
  scorelite toolkits seedtts run_wer.py meta.lst rows.tsv en transcripts.txt
  scorelite toolkits seedtts average_wer.py rows.tsv rates.tsv

After the program's name, options, text and exit codes are those of the program. If it fails with an error in Python,
this one prints the last line of the traceback and exits with 1.
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command; with a toolkit, `run_program` takes the whole command line."""
    listed = "".join(f"  {name:<12} {', '.join(programs)}\n" for name, programs in PROGRAMS.items())
    parser.description = f"Runs a scoring program of {', '.join(TITLES.values())}: same text, same exit code."
    parser.epilog = EPILOG.format(programs=listed)
    parser.add_argument("toolkit", metavar="TOOLKIT", help=f"one of: {', '.join(PROGRAMS)}")
    parser.add_argument("words", metavar="PROGRAM", nargs="*", help="a program of it, and its own command line")


def run(options: argparse.Namespace) -> None:
    """Refuses what is no toolkit."""
    raise unknown("toolkit", options.toolkit, [*PROGRAMS])


def is_program(called: str) -> bool:
    """Whether there is a toolkit of this name."""
    return called in PROGRAMS


def run_program(toolkit: str, words: Sequence[str]) -> NoReturn:
    """Runs a program of a toolkit with its own command line, and ends with its exit code.

    The only program of a toolkit that has its name needs not be named again: `scorelite toolkits fstalign wer ...`.
    """
    if PROGRAMS[toolkit] == (toolkit,) and words[:1] != [toolkit]:
        words = [toolkit, *words]
    if not words or words[0] in ("-h", "--help"):
        raise UsageError(f"toolkits {toolkit}: no program; expected one of: {', '.join(PROGRAMS[toolkit])}")
    name = next((name for name in PROGRAMS[toolkit] if words[0] in (name, name.removesuffix(".py"))), None)
    if name is None:
        raise unknown(f"program of {TITLES[toolkit]}", words[0], [*PROGRAMS[toolkit]])
    sys.exit(without_collecting(lambda: _deliver(program(toolkit, name), words[1:])))


def _deliver(run: Callable[[Sequence[str]], Iterator[str]], words: Sequence[str]) -> int:
    """Writes the output of a program, also that before an error; returns the exit code."""
    output: list[bytes] = []
    code, said = 0, ""
    try:
        output.extend(text.encode("utf-8", "surrogatepass") for text in run(words))
    except (MemoryError, ImportError, ScoreliteError):
        raise
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0
    except Exception as error:
        code, said = 1, f"{_last_line(error)}\n"
    deliver(output, None)
    say(said)
    return code


def _last_line(error: Exception) -> str:
    """The last line of the traceback that Python prints for an error."""
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    return f"{name}: {error}" if str(error) else name
