"""Files that KWSEval reads: opened in its order, each with its line on stdout."""

from __future__ import annotations

import os
import sys

from .....formats.ecf import read_ecf
from .....formats.errors import UsageError
from .....formats.kwlist import read_kwlist
from .....formats.kwslist import read_kwslist
from .....formats.source import Source
from ....kws.files import read_transcript
from ....kws.material import Inputs
from ....kws.settings import KwsSettings
from .options import Options


def inputs_of(options: Options, settings: KwsSettings) -> Inputs:
    """Reads control file, detections, keywords and transcript."""
    ecf = read_ecf(Source(_announced(options.text("ecffile"), "ECF", "ECF")))
    detections = read_kwslist(Source(_announced(options.text("sysfile"), "STD", "KWSList File")), strict=True)
    keywords = read_kwlist(Source(_announced(options.text("termfile"), "TERM", "KWList File")), strict=True)
    rttm = read_transcript(_announced(options.text("rttmfile"), "RTTM", "RTTM File"), keywords, settings)
    return Inputs(ecf, rttm, keywords, detections)


def _announced(path: str, short: str, long: str) -> str:
    if not os.path.isfile(path):
        problem = "file does not exist" if not os.path.exists(path) else "is not a file"
        raise UsageError(f"Problem with {short} File ({path}): {problem}")
    say(f"Loading {long} {path}")
    return path


def say(text: str) -> None:
    """Writes a line to stdout at once."""
    sys.stdout.write(text.encode("utf-8", "replace").decode("utf-8") + "\n")
    sys.stdout.flush()
