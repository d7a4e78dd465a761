"""The table of sub-commands: names, what lists of commands say of them, and their modules."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

GROUPS = {
    "scores": {
        "score": "a hypothesis file against a reference: word and character error rates",
        "meetings": "recordings of several speakers: cpWER, tcpWER, ORC-WER ...",
        "segments": "labels with times: who speaks when (DER), sounds, classes",
        "kws": "keyword spotting: term-weighted value",
        "latency": "streaming recognisers: when words come, and how often they change",
        "merge": "totals of shards, and their sum",
    },
    "looking at scores": {
        "compare": "scores with other scores: Kaldi's, sclite's, earlier ones; several systems",
        "audit": "where systems agree against the reference, for a person to judge",
        "show": "alignments on the terminal, the worst utterances first",
    },
    "files": {
        "convert": "files from one format into another",
        "align": "a text with the times of a recogniser's words, in its own lines",
        "normalise": "words of a file, in any format",
        "check": "files are read, and what is wrong with them is said",
        "vote": "outputs of several recognisers, combined by a vote on each word",
        "formats": "the known formats",
    },
    "programs of others": {
        "sctk": "NIST's SCTK: sclite, csrfilt.sh, hubscr.pl ...",
        "kaldi": "Kaldi: compute-wer, align-text, wer_per_utt_details ...",
        "meeteval-wer": "MeetEval: measures, options and files",
        "meeteval-io": "MeetEval: files of meetings in another format",
        "benchmarkstt": "BenchmarkSTT: metrics, normalizers and outputs",
        "benchmarkstt-tools": "BenchmarkSTT: normalization, metrics, api",
        "jiwer": "jiwer: word and character error rate of two files",
        "toolkits": "WeNet, icefall, SpeechBrain, FunASR, NeMo: their scorers",
        "link": "launchers for all these, and for KWSEval, under their names",
    },
    "service and shell": {
        "serve": "scoring over HTTP: a page, JSON and uploaded files",
        "demo": "the files of the examples",
        "completion": "completion of commands and options for bash, zsh and fish",
    },
}
"""Names of the commands, which are also their modules, by what they serve, and what lists of commands say of them."""
COMMANDS = {name: summary for group in GROUPS.values() for name, summary in group.items()}

# Commands that run other programs, whose command lines are their own.
PROGRAMS = ("kaldi", "sctk", "meeteval-wer", "meeteval-io", "benchmarkstt", "benchmarkstt-tools", "jiwer", "toolkits")


def module_of(command: str) -> ModuleType:
    """The module of a command, imported."""
    return import_module(f"scorelite.scoring.cli.{command.replace('-', '_')}")
