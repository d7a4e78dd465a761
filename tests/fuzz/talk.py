"""Random speech in sclite's grammar: few words and many errors, so that nearly every alignment has ties."""

from __future__ import annotations

from random import Random

_PLAIN = [b"a", b"b", b"ab", b"ba", b"c", b"Ab", b"the", b"THE", b"d", b"it's", b"uh", b"a-b"]
_WIDE = [
    "é",
    "É",
    "Ñandú",
    "ñandú",
    "дом",
    "ДОМ",
    "日本",
    "日",
    "本語",
    "ı",
    "İ",
    "i",
    "I",
    "ắ",
    "Ắ",
    "g̃a",
    "ß",
    "𝄞",
    "ǅ",
]
_CHINESE = [b"\xb0\xa1", b"\xb0\xa1\xb0\xa2", b"\xc4\xe3a", b"a\xba\xc3", b"\xa3\xc1"]
_LATIN = [b"\xe9a", b"\xc9A", b"caf\xe9", b"CAF\xc9", b"\xdf"]
_ODD = [b"*", b"a*", b"a;t", b"a;t;u", b";", b"a\\b", b"\\", b'a"b', b"<a>", b"a:b", b"a,b", b"(", b")", b"()", b"-"]
_ODD += [
    b"--",
    b"a--",
    b"-a-",
    b"/",
    b"a=b",
    b"%s",
    b"@",
    b"@a",
    b"&amp;",
    b"IGNORE_TIME_SEGMENT_IN_SCORING",
    b"0",
    b"_",
]
_PROFILES = [
    "generic",
    "babel_turkish",
    "babel_vietnamese",
    "babel_lithuanian",
    "babel_kurmanji",
    "babel_cebuano",
    "babel_kazakh",
]
_PROFILES += ["babel_mongolian", "babel_guarani"]
# Names of encodings, and how often each is taken.
_ENCODINGS = {"ascii": 6, "utf-8": 4, "gb": 1, "ext_ascii": 1, "raw": 1}


class Talk:
    """A vocabulary, an encoding and habits of writing; says what was said, and what a recogniser may make of it."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.encoding = chance.choices(list(_ENCODINGS), list(_ENCODINGS.values()))[0]
        wide = [word.encode() for word in _WIDE]
        more = {"ascii": [], "utf-8": wide, "raw": wide, "gb": _CHINESE, "ext_ascii": _LATIN}[self.encoding]
        self.words = _PLAIN[: chance.choice((2, 3, 5, 9, len(_PLAIN)))]
        self.words += chance.sample(more, min(len(more), chance.choice((2, 4, 9))))
        self.alternations = chance.choice((0, 0, 0.1, 0.3))
        self.depth = chance.choice((1, 1, 2, 3))
        self.optional = chance.choice((0, 0, 0.15))
        self.fragments = chance.choice((0, 0, 0.15))
        self.nothing = chance.choice((0, 0, 0, 0.05))
        self.odd = chance.choice((0, 0, 0, 0, 0.08))
        self.long = chance.choice((0, 0, 0, 0.05))
        self.capitals = chance.choice((0, 0, 0.2))

    def word(self) -> bytes:
        """One word, perhaps marked."""
        chance = self.chance
        word = chance.choice(self.words)
        if chance.random() < self.capitals:
            word = word.upper()
        if chance.random() < self.odd:
            word = chance.choice(_ODD)
        if chance.random() < self.long:
            word = chance.choice((b"x", b"yz")) * chance.choice((10, 19, 20))
        if chance.random() < self.fragments:
            half = word[: len(word) // 2]
            cut = half if self.encoding == "ascii" else half.decode("utf-8", "ignore").encode()
            word = chance.choice((word + b"-", b"-" + word, cut + b"-"))
        if chance.random() < self.optional:
            word = b"(" + word + b")"
        return word

    def text(self, most: int = 12, depth: int = 0) -> bytes:
        """A text of up to so many words, some of them alternations."""
        chance = self.chance
        count = chance.choice((0, 1, 2, 3, 5, 8, most)) if depth == 0 else chance.choice((1, 1, 2, 3))
        return b" ".join(self._item(depth) for _ in range(count))

    def _item(self, depth: int) -> bytes:
        chance = self.chance
        if chance.random() < self.nothing:
            return b"@"
        if depth >= self.depth or chance.random() >= self.alternations:
            return self.word()
        branches = [b"@" if chance.random() < 0.2 else self.text(3, depth + 1) for _ in range(chance.randint(1, 4))]
        return chance.choice((b"{ %b }", b"{%b}")) % chance.choice((b" / ", b"/")).join(branches)

    def heard(self, text: bytes, errors: float | None = None) -> list[bytes]:
        """A recogniser's possible output for a text: words left out, added, and taken for others."""
        chance = self.chance
        share = chance.choice((0, 0.1, 0.3, 0.7)) if errors is None else errors
        heard = []
        for word in text.replace(b"{", b" ").replace(b"}", b" ").replace(b"/", b" ").split():
            word = word.strip(b"()") or b"a"
            drawn = chance.random()
            if drawn < share / 3:
                continue
            heard.append(self.word() if drawn < share * 2 / 3 else word)
            if drawn > 1 - share / 3:
                heard.append(self.word())
        return heard

    def encoding_options(self) -> list[tuple[str, ...]]:
        """The value of -e for the encoding."""
        chance = self.chance
        if self.encoding == "utf-8":
            return [("-e", "utf-8", *([chance.choice(_PROFILES)] if chance.random() < 0.5 else []))]
        names = {"gb": ("gb", "euc"), "ext_ascii": ("ext_ascii",)}.get(self.encoding)
        return [("-e", chance.choice(names))] if names else []


def joined(lines: list[bytes]) -> bytes:
    """Lines as a file."""
    return b"".join(line + b"\n" for line in lines)
