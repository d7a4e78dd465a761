"""Spelling: the characters into which -c and -S cut words."""

from __future__ import annotations

from .rules import DROP_HYPHENS, NO_ASCII, Rules
from .words import Choice, Sequence, TextWord


class Speller:
    """Cuts words into characters; `characters` are the bits of Rules.characters, -1 for whole words."""

    def __init__(self, rules: Rules, characters: int) -> None:
        self._charset = rules.charset
        self._guarani = rules.guarani
        self.characters = characters

    def is_unspeakable(self, word: TextWord) -> bool:
        """Whether -c leaves nothing of a word, as DH does of `--`: the reference crashes, here the word is dropped.

        An empty word of the reference is one character.
        """
        if self.characters < 0 or len(word.value) == 1 or (not word.value and not word.literal):
            return False
        return not self.spell(word.key)

    def speakable(self, sequence: Sequence) -> Sequence:
        """A sequence without the words of which -c leaves nothing."""
        if self.characters < 0:
            return sequence
        speakable: Sequence = []
        for item in sequence:
            if isinstance(item, TextWord):
                if not self.is_unspeakable(item):
                    speakable.append(item)
                continue
            branches = [branch for branch in map(self.speakable, item.branches) if branch]
            if branches:
                speakable.append(Choice(branches))
        return speakable

    def spell(self, value: bytes) -> list[bytes]:
        """The characters of a word, with NOASCII in runs of ASCII, with DH without hyphens."""
        no_ascii, drop = self.characters & NO_ASCII, self.characters & DROP_HYPHENS
        one_byte = self._charset.encoding in ("ascii", "ext_ascii")
        parts: list[bytes] = []
        joins = False  # whether the last part is a run of ASCII that may go on
        for character in self._graphemes(value):
            if drop and character == b"-":
                continue
            is_ascii = one_byte or (len(character) == 1 and character[0] < 0x80)
            if joins and is_ascii and no_ascii:
                parts[-1] += character
            else:
                parts.append(character)
            joins = is_ascii
        return parts

    def _graphemes(self, value: bytes) -> list[bytes]:
        """The characters of a word; in Guarani a tilde belongs to the g before it."""
        characters = self._charset.split(value)
        if not self._guarani:
            return characters
        joined: list[bytes] = []
        for character in characters:
            if character == b"\xcc\x83" and joined and joined[-1] in (b"g", b"G"):
                joined[-1] += character
            else:
                joined.append(character)
        return joined
