"""The table of sub-commands: names, what lists of commands say of them, and their modules."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

# Names of the commands, which are also their modules, and their help; a module is imported when its command is called.
COMMANDS = {
    "score": "score a hypothesis file against a reference file",
    "show": "show alignments on the terminal, the worst utterances first",
    "kaldi": "Kaldi's scoring programs: compute-wer, align-text, wer_per_utt_details ...",
    "sctk": "NIST's SCTK: sclite, csrfilt.sh, hubscr.pl and the other programs",
    "merge": "add totals of shards, and report their sum",
    "convert": "convert files from one format into another",
    "vote": "combine the outputs of several recognisers by a vote on each word",
    "formats": "list the known formats",
    "normalise": "normalise the words of a file in any format",
    "compare": "compare scores with other scores: Kaldi's, sclite's, earlier ones",
    "kws": "score keyword spotting: term-weighted value",
    "link": "make programs of SCTK, Kaldi, F4DE, BenchmarkSTT and MeetEval available under their own names",
    "segments": "score labels with times: speakers, sounds, classes",
    "completion": "completion of commands and options for bash, zsh and fish",
    "meetings": "score recordings of several speakers: cpWER, tcpWER, ORC-WER ...",
    "meeteval-wer": "MeetEval's meeteval-wer: its measures, options and files",
    "meeteval-io": "MeetEval's meeteval-io: files of meetings in another format",
    "benchmarkstt": "BenchmarkSTT's benchmarkstt: its metrics, normalizers and outputs",
    "benchmarkstt-tools": "BenchmarkSTT's benchmarkstt-tools: normalization, metrics, api",
    "serve": "scoring over HTTP: a page, JSON and uploaded files",
}

# Commands that run other programs, whose command lines are their own.
PROGRAMS = ("kaldi", "sctk", "meeteval-wer", "meeteval-io", "benchmarkstt", "benchmarkstt-tools")


def module_of(command: str) -> ModuleType:
    """The module of a command, imported."""
    return import_module(f"scorelite.scoring.cli.{command.replace('-', '_')}")
