"""The table of sub-commands: names, what lists of commands say of them, and their modules."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

GROUPS = {
    "scores": {
        "score": "score a hypothesis against a reference: word and character error rates",
        "meetings": "score recordings of several speakers: cpWER, tcpWER, ORC-WER ...",
        "segments": "score labels with timestamps: speaker diarization (DER), sound events, classes",
        "kws": "score keyword spotting: term-weighted value (ATWV)",
        "latency": "measure latency and stability of streaming recognisers",
        "merge": "add the totals of shards",
    },
    "compare and inspect": {
        "compare": "compare scores: of several systems, old and new, with Kaldi's or sclite's",
        "audit": "find suspicious references: places where systems agree with each other but not with the reference",
        "show": "show alignments on the terminal, worst utterances first",
    },
    "files": {
        "convert": "convert files from one format into another",
        "align": "add timestamps to a transcript (forced alignment to a recogniser's word timings)",
        "normalise": "normalise the words of a file in any format; `scorelite normalisers` lists how",
        "check": "check files and report problems",
        "vote": "combine several recognisers by a vote on each word (ROVER)",
        "formats": "list the file formats",
    },
    "drop-in commands": {
        "sctk": "NIST's SCTK: sclite, csrfilt.sh, hubscr.pl ...",
        "kaldi": "Kaldi: compute-wer, align-text, wer_per_utt_details ...",
        "meeteval-wer": "MeetEval: measures, options and files",
        "meeteval-io": "MeetEval: files of meetings in another format",
        "benchmarkstt": "BenchmarkSTT: metrics, normalizers and outputs",
        "benchmarkstt-tools": "BenchmarkSTT: normalization, metrics, api",
        "jiwer": "jiwer: word and character error rate of two files",
        "toolkits": "scoring scripts of WeNet, icefall, SpeechBrain, FunASR, NeMo",
        "link": "write launchers for these programs, and for KWSEval",
    },
    "service and shell": {
        "serve": "serve scoring over HTTP: a page, JSON and uploaded files",
        "demo": "write example files",
        "completion": "print completion for bash, zsh and fish",
    },
}
"""Names of the commands, which are also their modules, by what they serve, and what lists of commands say of them."""
COMMANDS = {name: summary for group in GROUPS.values() for name, summary in group.items()}

# Commands that run other programs, whose command lines are their own.
PROGRAMS = ("kaldi", "sctk", "meeteval-wer", "meeteval-io", "benchmarkstt", "benchmarkstt-tools", "jiwer", "toolkits")


def module_of(command: str) -> ModuleType:
    """The module of a command, imported."""
    return import_module(f"scorelite.scoring.cli.{command.replace('-', '_')}")
