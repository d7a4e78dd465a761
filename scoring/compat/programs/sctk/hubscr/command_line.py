"""Command line of hubscr.pl: its options, and its checks in the order of the reference."""

from __future__ import annotations

import os
import re

from .. import Failure, resource
from ..options import Options
from ..streams import Streams

# Perl's `die`.
DIED = 255
# Perl ends with the number of the system's last error.
_NO_FILE = 2
_FLAGS = "VGaCHTdvR"
_VALUED = "lhrgLneKwpomfFuMB"
_LANGUAGES = (b"english", b"german", b"italian", b"spanish", b"mandarin", b"arabic")
_HUBS = (b"hub4", b"hub5", b"rt-stt", b"sastt")
_SIZE = rb"([0-9]+\.?[0-9]*|[0-9]*\.[0-9]+)"
_MEMORY = re.compile(_SIZE + rb"(?::" + _SIZE + rb")?")
_FOLDERS = re.compile(rb"\S+")


class Hypothesis:
    """A hypothesis: its file, its title, and the name of its filtered file."""

    def __init__(self, word: bytes) -> None:
        parts = word.split(b"\\#")
        self.file = parts[0]
        self.title = (parts[1] if len(parts) > 1 else b"") or self.file
        self.filtered = ((parts[2] if len(parts) > 2 else b"") or self.file) + b".filt"


class Command:
    """A checked command line."""

    def __init__(self, words: list[bytes], streams: Streams) -> None:
        options = Options(words, flags=_FLAGS, valued=_VALUED)
        streams.error(options.complaints)
        self.values = options.values
        self.language = options.values.get("l", b"").lower()
        self.hub = options.values.get("h", b"").lower()
        self.reference = options.values.get("r", b"")
        self.hypothesis_format = options.values.get("f", b"ctm")
        self.reference_format = options.values.get("F", b"stm")
        self._check_memory(streams)
        self._check_data()
        self.hypotheses = [Hypothesis(word) for word in options.words]
        self._check_files(streams)
        self._check_programs()

    def has(self, letter: str) -> bool:
        """Whether an option was given."""
        return letter in self.values

    def _check_memory(self, streams: Streams) -> None:
        if not self.has("m"):
            return
        match = _MEMORY.fullmatch(self.values["m"])
        if match is None:
            raise _died(b"Failed to parse -m option value '" + self.values["m"] + b"'")
        if match[2] is not None and 0 <= float(match[2]) < float(match[1]):
            streams.out(b"Warning: Difficulty Limit(%b) is less than the MemoryLimit(%b).  " % (match[2], match[1]))
            streams.out(b"Did you want to do both?\n")

    def _check_data(self) -> None:
        if not self.has("g"):
            raise _wrong(b"GLM file required via -g option")
        if not os.path.isfile(self.values["g"]):
            raise _missing(b"Unable to stat GLM file '" + self.values["g"] + b"'")
        if not self.has("l"):
            raise _wrong(b"Language defintion required via -l")
        if self.language not in _LANGUAGES:
            raise _wrong(b"Undefined language '" + self.language + b"'")
        for letter, what in (("H", b"Hamza normalization"), ("T", b"Tanween filtering")):
            if self.has(letter) and self.language != b"arabic":
                raise _died(b"Error: " + what + b" only applies to Arabic data")
        if self.has("a") and self.language != b"english":
            raise _wrong(b"Asclite is working only with english")
        if self.has("o") and not self.has("a"):
            raise _wrong(b"Overlap scoring (-o) is working only with asclite")
        if self.has("m") and float(self.values["m"].partition(b":")[0]) != 1 and not self.has("a"):
            raise _wrong(b"Memory Limit (-m) is working only with asclite")

    def _check_files(self, streams: Streams) -> None:
        if not self.has("h"):
            raise _wrong(b"Hub defintion required via -h")
        if self.hub not in _HUBS:
            raise _wrong(b"Undefined Hub '" + self.hub + b"'")
        if not self.has("r"):
            raise _wrong(b"Reference file defintion required via -r")
        if not os.path.isfile(self.reference):
            raise _missing(b"Unable to access reference file '" + self.reference + b"'")
        if not self.hypotheses:
            raise _wrong(b"Hypothesis files required")
        for hypothesis in self.hypotheses:
            if not os.path.isfile(hypothesis.file):
                raise _missing(b"Unable to access hypothesis file '" + hypothesis.file + b"'")
        lexicon = self.values.get("L", b"")
        if lexicon and self.language not in (b"german", b"arabic"):
            streams.error(b"Warning: LDC lexicon option '-L " + lexicon + b"' ignored!!!!\n")
        if self.language == b"german" and not self.has("d"):
            raise _wrong(b"Unable to access LDC Lexicon file '" + lexicon + b"'")

    def _check_programs(self) -> None:
        if self.has("M") and self.has("w"):
            raise _wrong(b"Unable to use both -M and -w")
        if self.has("M") and not os.path.isfile(self.values["M"]):
            raise _missing(b"SLM language model '" + self.values["M"] + b"' not found")
        if self.has("w") and not os.path.isfile(self.values["w"]):
            raise _missing(b"WWL file '" + self.values["w"] + b"' not found")
        if self.has("p") and not _FOLDERS.fullmatch(self.values["p"]):
            raise _died(b"Error: Path not formatted properly '" + self.values["p"] + b"'")
        if self.hub == b"sastt" and self.hypothesis_format != b"rttm":
            raise _wrong(b"SASTT hub requires RTTM hyp file input")
        if self.hub == b"sastt" and not self.has("a"):
            raise _wrong(b"SASTT only works with ASCLITE")


def _wrong(reason: bytes) -> Failure:
    return Failure(resource("sctk/hubscr.txt") + b"\nError: " + reason + b"\n", DIED)


def _missing(reason: bytes) -> Failure:
    return Failure(resource("sctk/hubscr.txt") + b"\nError: " + reason + b"\n", _NO_FILE)


def _died(message: bytes) -> Failure:
    return Failure(message + b"\n", DIED)
