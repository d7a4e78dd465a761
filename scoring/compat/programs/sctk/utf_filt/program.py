"""utf_filt.pl 56: transcripts in NIST's Universal Transcription Format (SGML) as stm and ctm."""

from __future__ import annotations

from collections.abc import Iterator

from .. import Failure, file_content, resource
from ..options import LongOptions
from ..rows import write
from ..streams import Streams
from . import writing
from .markup import Markup
from .reading import Choices, Reader, Transcript

_REQUIRED = (("f", b"Output format"), ("o", b"Output file"), ("i", b"Input UTF file"), ("e", b"SGML DTD file"))
_FORMATS = (b"STM", b"CTM", b"IESTM", b"IECTM", b"SM", b"IESM")


def run(words: list[bytes], streams: Streams) -> int:
    """Runs the program."""
    options = LongOptions(words, flags=tuple("pwkchtnd"), valued=tuple("feios"))
    streams.error(options.complaints)
    values = options.values
    if "h" in values:
        streams.out(resource("sctk/utf_filt.txt"))
        return 0
    form, data = _checked(values)
    choices = Choices(
        entities=form.startswith(b"IE"),
        overlaps="p" in values,
        overlap_text="k" in values,
        word_times="w" in values,
        focus="c" not in values,
        contractions="t" not in values,
        noises="n" in values,
    )
    markup = Markup(data)
    reader = Reader(choices, values["i"], streams)
    transcripts = [transcript for event in markup.events() if (transcript := reader.read(event)) is not None]
    output = b"".join([piece for transcript in transcripts for piece in _written(transcript, form, choices, streams)])
    write(values["o"], output, streams)
    if markup.fault:
        what = b"Transcript file '%b' does not conform to DTD '%b'\n" % (values["i"], values["e"])
        raise Failure(values["i"] + b": " + markup.fault + b"\n" + what, 255)
    return 0


def _checked(values: dict[str, bytes]) -> tuple[bytes, bytes]:
    """The format and the content of the input; a wrong command line fails."""
    form = values.get("f", b"STM").upper()
    if "k" in values and "p" not in values:
        raise Failure(resource("sctk/utf_filt.txt") + b"Error: option -k only valid with option -p\n", 255)
    if form not in _FORMATS:
        raise Failure(resource("sctk/utf_filt.txt") + b"Error: Unknown format '" + form + b"'\n", 255)
    if "e" in values:
        _readable(values["e"], b"DTD")
    data = _readable(values["i"], b"Input") if "i" in values else b""
    for key, what in _REQUIRED:
        if key not in values:
            raise Failure(resource("sctk/utf_filt.txt") + b"Error: " + what + b" required\n", 255)
    if "w" in values and not form.endswith(b"CTM"):
        raise Failure(b"ERROR: use -w only with IECTM format\n", 255)
    return form, data


def _readable(name: bytes, kind: bytes) -> bytes:
    try:
        return file_content(name)
    except (OSError, ValueError):
        raise Failure(b"Error: " + kind + b" file '" + name + b"' is not a readable file\n", 2) from None


def _written(transcript: Transcript, form: bytes, choices: Choices, streams: Streams) -> Iterator[bytes]:
    if form.endswith(b"STM"):
        return writing.stm(transcript)
    if form.endswith(b"SM"):
        return writing.sections(transcript)
    if choices.word_times:
        return writing.ctm_with_own_times(transcript)
    return writing.ctm_in_equal_shares(transcript, streams)
