"""Markup of texts: alternations in braces, tags behind semicolons, backslashes, a final star."""

from __future__ import annotations

from collections.abc import Iterator

from .charset import WHITE
from .marks import Marker
from .rules import Rules
from .spelling import Speller
from .text import TextError
from .words import Choice, Sequence, TextWord

TOKEN_NOTICE = b"proc: find_next_TEXT_token increase token size > 10000\n"
# Alternations inside alternations: the reference keeps a bit for each and gives up when it runs out of them.
DEPTH_LIMIT = 30
DEPTH_MESSAGE = "Network_traverse: Error, too many traversals > 31"


DIVISION = "\u2215".encode()
STAND_INS = {chr(0xFDD0 + number).encode(): letter.encode() for number, letter in enumerate("{}\\@")}
"""What stands for letters that are marks."""


class Parser:
    """Reads texts with markup; `notices` are the messages of the reference while it reads."""

    def __init__(self, rules: Rules, marker: Marker, speller: Speller) -> None:
        self._charset = rules.charset
        self._sensitive = rules.sensitive
        self._whole = rules.whole
        self._slash = rules.slash
        self._token_limit = rules.token_limit
        self._marker = marker
        self._speller = speller
        self.notices: list[bytes] = []

    def parse(self, text: bytes, depth: int = 0, mark: bool = True) -> Sequence:
        """Words and alternations of a text; `mark=False` leaves the words unmarked."""
        if depth > DEPTH_LIMIT:
            raise TextError(DEPTH_MESSAGE)
        sequence: Sequence = []
        for token in self._tokens(text):
            if self._sensitive:
                # Looking for semicolons the reference folds the token, and gives up on bytes that it cannot fold.
                self._charset.fold(token)
            word = None if token.startswith(b"{") else self.cut(self._spelled(token, depth))
            if word is not None and mark:
                self._marker.mark(word)
            value = token if word is None else word.value
            if b"{" in value and not (word is not None and word.literal):
                # Behind an escaped or glued brace, too, there is an alternation to the reference, without the first
                # byte of the word. It may give up on that; where it would crash the word is taken as it stands.
                branches = [self.parse(part, depth + 1, mark) for part in self._parts(value)]
                if word is None:
                    branches = [branch for branch in branches if branch]
                if value.startswith(b"{") and branches and all(branches):
                    sequence.append(Choice(branches))
                    continue
            if word is not None and not (mark and self._speller.is_unspeakable(word)):
                sequence.append(word)
        return sequence

    def _spelled(self, token: bytes, depth: int) -> bytes:
        """A token; in alternations its division slashes are slashes, if the rules say so."""
        return token.replace(DIVISION, b"/") if depth and self._slash else token

    def cut(self, token: bytes) -> TextWord:
        """A token cut into word;tag1;tag2 at semicolons that no backslash protects."""
        if b";" not in token and b"\\" not in token:
            word = TextWord(without_star(token))
        else:
            fields = [field.replace(b"\\", b"") for field in self._fields(token)[:3]]
            word = TextWord(without_star(fields[0]), *fields[1:])
        word.null = word.value == b"@"
        if self._slash and b"\xef\xb7" in word.value:
            word.value = word.key = _without_stand_ins(word.value)
            word.literal = True  # a word like any other
        if self._whole and word.tag1 in (b"whole", b"whole+"):
            word.exact, word.inner, word.tag1 = True, word.tag1 == b"whole+", None
        return word

    def _fields(self, token: bytes) -> list[bytes]:
        fields, start, position = [], 0, 0
        while position < len(token):
            if token[position] == 0x3B and token[position - 1 : position] != b"\\":
                fields.append(token[start:position])
                start = position + 1
            position += self._charset.size(token, position)
        fields.append(token[start:])
        return fields

    def _tokens(self, text: bytes) -> Iterator[bytes]:
        """Words and whole alternations; an alternation that is never closed is lost, and so are bytes that overflow."""
        size, end, position, limit = self._charset.size, len(text), 0, self._token_limit
        while True:
            while position < end and text[position] in WHITE:
                position += 1
            if position == end:
                return
            start, depth, braces = position, 0, text[position] == 0x7B
            while position < end:
                byte = text[position]
                if braces:
                    depth += (byte == 0x7B) - (byte == 0x7D)
                elif byte in WHITE:
                    break
                position = min(position + size(text, position), end)
                if position - start > limit:
                    break
                if braces and depth == 0:
                    break
            if position - start > limit:
                # The first bytes are lost, perhaps in the middle of a character, and reading goes on behind them.
                position = start + limit
                self.notices.append(TOKEN_NOTICE)
            elif not braces or depth == 0:
                yield text[start:position]

    def _parts(self, token: bytes) -> Iterator[bytes]:
        """The alternatives between the first byte and the last closing brace of a token."""
        close = token.rfind(b"}")
        text = token[1:] if close < 1 else token[1:close]
        size, end, position = self._charset.size, len(text), 0
        while True:
            while position < end and (text[position] in WHITE or text[position] == 0x2F):
                position += 1
            if position == end:
                return
            start, depth = position, 0
            while position == start or (position < end and (depth > 0 or text[position] not in b"/}")):
                depth += (text[position] == 0x7B) - (text[position] == 0x7D)
                position = min(position + size(text, position), end)
            yield text[start:position]


def _without_stand_ins(value: bytes) -> bytes:
    for stand_in, letter in STAND_INS.items():
        value = value.replace(stand_in, letter)
    return value


def without_star(value: bytes) -> bytes:
    """A value without its final star, unless it is nothing but that star."""
    return value[:-1] if len(value) > 1 and value.endswith(b"*") else value
