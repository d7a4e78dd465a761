"""def_art.pl 1.3: the Arabic article becomes a word of its own, in romanised text or by a lexicon in Arabic script."""

from __future__ import annotations

import os
import re
from collections.abc import Callable

from . import Failure
from .options import Options
from .rows import chopped, divided_ctm, missing_name, read, words_of, write
from .streams import Streams, content

_USAGE = b"Usage: def_art.pl [ -i txt|ctm|stm ] [ -s LDC_LEX [ -t ] ] Infile|- OutFile|-\n\n"
# In front of these letters the article's l becomes the letter itself.
_ROMANISED = (
    (re.compile(rb"il\+(&?)([tgdrzs$SDTZnjk])"), rb"i\2 \1\2"),
    (re.compile(rb"il\+(&?)([a-zA-Z])"), rb"il \1\2"),
    (re.compile(rb"\s+\*\*i([ltgdrzs$SDTZnjk])\s+"), rb" i\1 "),
    (re.compile(rb"\s+([^*\s]+)\*\*"), rb" \1"),
    (re.compile(rb"\s+il\+(\*?)"), rb" il \1"),
)
_LABEL = re.compile(rb"(<[^<>]*>)(.*)", re.S)
_ALEF_LAM = re.compile(rb"&*(?:bi\+|fa\+)?il\+[^+]*")
_LAM_LAM = re.compile(rb"li\+(?:bi\+)?il\+[^+]*")


class Articles:
    """Words with the article divided off, from a lexicon of orthography, script, two other fields, and morphology."""

    def __init__(self, name: bytes = b"", *, translate: bool = False) -> None:
        self._forms: dict[bytes, bytes] | None = None
        self._scripts: dict[bytes, bytes] = {}
        self.helpless: list[bytes] = []
        """Lines about entries with the article in a place that is not known."""
        self.unknown: list[bytes] = []
        """Words that are not in the lexicon, in the order of the text."""
        if name:
            self._load(name, translate)

    def _load(self, name: bytes, translate: bool) -> None:
        try:
            entries = content(name).splitlines(keepends=True)
        except OSError:
            raise Failure(_USAGE + b"\n\nError: Unable to read lexicon file '" + name + b"'\n", 2) from None
        self._forms = {}
        form = b""
        for line in entries:
            roman, script, _, _, morphology = (*line.split(), b"", b"", b"", b"", b"")[:5]
            if translate:
                self._scripts[roman] = script
            if b"+article" not in morphology or b"il+" not in roman:
                self._forms[script] = script
                continue
            if _ALEF_LAM.fullmatch(roman):
                form = script.replace(b"\xc7\xe4", b"\xc7\xe4 ", 1)
            elif _LAM_LAM.fullmatch(roman):
                form = script.replace(b"\xe4\xe4", b"\xe4\xe4 ", 1)
            else:
                # The form of the entry before is used.
                self.helpless.append(b"HELP  %b  %b" % (morphology.partition(b":")[0], line))
            self._forms[script] = form

    def divided(self, text: bytes) -> bytes:
        """The text with its articles divided off."""
        if not text.strip():
            return text
        if self._forms is None:
            for pattern, replacement in _ROMANISED:
                text = pattern.sub(replacement, text)
            return text
        forms = []
        for word in words_of(text):
            word = self._scripts.get(word) or word
            form = self._forms.get(word)
            if form is None:
                self.unknown.append(word)
            forms.append(form or word)
        return b" ".join(forms)

    def apply(self, data: bytes, style: bytes) -> bytes:
        """The rows of a file with their texts changed; comments are read as rows."""
        change: Callable[[bytes], bytes] = {b"txt": self._txt, b"ctm": self._ctm, b"stm": self._stm}[style]
        return b"".join(map(change, chopped(data)))

    def _txt(self, line: bytes) -> bytes:
        return self.divided(line) + b"\n"

    def _ctm(self, line: bytes) -> bytes:
        return divided_ctm(line, self.divided, b"%.3f")

    def _stm(self, line: bytes) -> bytes:
        row = line.lstrip()
        # An empty row has an empty first field, and then this word.
        fields = (row + b" ENDOFLN").split(None, 5) if row else [b"", b"ENDOFLN"]
        fields += [b""] * (6 - len(fields))
        text = fields.pop()
        text = text.removesuffix(b"ENDOFLN").rstrip() if text.endswith(b"ENDOFLN") else text
        match = _LABEL.fullmatch(text)
        if match is not None:
            fields.append(match[1])
            text = match[2]
        return b" ".join(fields) + b" " + self.divided(text) + b"\n"


def run(words: list[bytes], streams: Streams) -> int:
    """Runs the program."""
    options = Options(words, flags="t", valued="is")
    streams.error(options.complaints)
    style = options.values.get("i")
    if style is not None and style not in (b"txt", b"ctm", b"stm"):
        raise Failure(_USAGE + b"\n\nError: Undefined input format '" + style + b"'\n", 255)
    lexicon = options.values.get("s")
    if lexicon is not None and not os.path.exists(lexicon):
        raise Failure(_USAGE + b"\n\nError: Unable to read lexicon file '" + lexicon + b"'\n", 2)
    if "t" in options.values and lexicon is None:
        raise Failure(_USAGE + b"\n\nError: -t requires -s as well\n", 255)
    if reason := missing_name(options.words):
        raise Failure(_USAGE + b"\n" + reason + b"\n", 255)
    data = read(options.words[0], _USAGE)
    articles = Articles(lexicon or b"", translate="t" in options.values)
    streams.out(b"".join(articles.helpless))
    if style is None:
        streams.error(b"def_art.pl: nothing is written without -i; expected -i txt, -i ctm or -i stm\n")
    write(options.words[1], articles.apply(data, style) if style else b"", streams)
    streams.error(b"".join(b"Word %b is not in lexicon\n" % word for word in articles.unknown))
    return 0
