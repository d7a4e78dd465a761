"""Oddities of both sides that move a number without being errors of recognition, said as notices.

Spaces, marks and forms of letters that only one side has are named; those that both have belong to the text. Rare
characters are searched everywhere, odd spellings in a sample of both sides.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from ...formats.errors import argument, short
from .notice import SIDES, Notice
from .serialised import separator_of
from .silence import labels_of_silence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from ..normalise.chain import Chain

    # A text, or its words; utterances with marks hold more levels.
    Text: TypeAlias = "str | bytes | Sequence[Any]"

# A sample has so many texts, fewer where only their script is asked for, and so many characters at most.
_LOOKED, _UNBROKEN, _SEVERAL = 2_000, 1_000, 4
_CHARACTERS = 100_000
# So many texts are searched at once.
_BLOCK = 10_000
# What one side alone has; joiners are letters of Persian and Indic scripts, and odd beside Latin letters alone.
_MARK, _ZERO_WIDTH = "byte order mark", "zero-width characters"
_JOINERS = "\u200c\u200d"
_INVISIBLE = f"\u200b\u2060{_JOINERS}"
_BLANKS = {
    "no-break spaces": "\u00a0\u2007\u202f",
    "ideographic spaces": "\u3000",
    "thin or wide spaces": "\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u205f",
    "separators of lines": "\u0085\u2028\u2029",
}
SPACES = frozenset(_BLANKS)
"""Names of notices about characters that separate words elsewhere."""
ESCAPES = "%&\\`\x01\x08\x1b\x7f"
"""Letters of ASCII that may be part of another writing of a word, in escapes and quotes, and control characters."""
_RARE = {
    **_BLANKS,
    _ZERO_WIDTH: "\u200b\u2060\ufe0e\ufe0f",
    "soft hyphens": "\u00ad",
    "direction marks": "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
    "replacement characters": "\ufffd",
    _MARK: "\ufeff",
}
_EXPECTED = {"encoded twice": "text that is encoded once", "look-alike letters": "letters of one script"}
# What decoders write between their words: languages, tasks, times, ends, moods; and sounds, such as [BLANK_AUDIO]. The
# normaliser that removes it, and how often one side has it.
_SOUNDS = "drop:[*]"
_REMARKS = "drop:((*))"
_SOUND = (
    r"(?i:(?:background[ _-])?(?:noise|music|speech)|vocali[sz]ed[ _-]noise|laugh\w*|cough\w*|breath\w*|inhale|exhale|"
    r"silence|pause|applause|sneez\w*|sigh\w*|sniff\w*|gasp\w*|click\w*|beep|static|hesitation|lip[ _-]?smack\w*|"
    r"clears?[ _]throat|inaudible|unintelligible|unclear|crosstalk)"
)
_WHEN = r"(?: [0-9.:]{1,12}){0,2}"
"""How long a sound lasts, or when it is heard."""
_TAGS = (
    (
        "tags of a decoder",
        re.compile(r"<(?:\|[^|<>\s]{1,40}\||(?i:unk|eps|pad|/?s|(?:spoken_)?noise))>"),
        "drop:<*>",
        1,
    ),
    ("sounds in brackets", re.compile(rf"\[(?:[A-Z]{{3,}}(?:[_\s][A-Z]+){{0,4}}|{_SOUND}{_WHEN})\]"), _SOUNDS, 1),
    ("sounds in parentheses", re.compile(rf"(?<!\S)\({_SOUND}{_WHEN}\)(?!\S)"), "drop:(*)", 1),
    ("sounds in angle brackets", re.compile(rf"<{_SOUND}>"), "drop:<*>", 1),
    ("sounds after a sign", re.compile(r"(?<!\S)%[A-Z]{4,}(?!\S)"), "drop:%*", 1),
    ("sounds between signs", re.compile(r"\+\+[a-zA-Z_-]+\+\+"), "drop:++*++", 1),
    ("remarks in parentheses", re.compile(r"\(\([^()\n]{1,40}\)\)"), _REMARKS, 1),
    ("times of transcription programs", re.compile(r"#\d\d:\d\d:\d\d-\d{1,3}#"), "drop:#*#", 1),
    ("pauses in parentheses", re.compile(r"(?<!\S)\((?:\.+|\d+[.,]\d+)\)(?!\S)"), "drop:(*)", 1),
)
_BOLD = re.compile(r"(?<!\S)\*\*\w")
_OF_REDACTIONS = frozenset("[<(*#\u2588")
# Signs after a word, as printed texts have them; one word may be an abbreviation, and a colon may end a speaker's name.
_SIGNS = ".,?!;"
_WIDE_SIGNS = frozenset("\u3001\u3002\uff01\uff0c\uff1b\uff1f")
_FEWEST = 2
_NORMALISERS = {
    **dict.fromkeys(("no-break spaces", "ideographic spaces", "thin or wide spaces"), "nfkc"),
    **dict.fromkeys(("soft hyphens", "direction marks"), "zero-width"),
}
"""The normalisers that take rare characters out of words."""


def of_texts(
    refs: Sequence[Text], hyps: Sequence[Text], sides: tuple[str, str] = SIDES, *, are_names: bool = False
) -> Iterator[Notice]:
    """Notices about the characters of texts, or of names, which nobody normalises; `sides` are what both are called.

    >>> [str(notice) for notice in of_texts(["a b"], ["a\\u00a0b"])]
    ["no-break spaces in the hypothesis, none in the reference: they are parts of words without normalise='nfkc'"]
    """
    if all(getattr(texts, "is_ascii", False) for texts in (refs, hyps)):
        return  # known of files that were read as spans
    found = [_rare(texts) for texts in (refs, hyps)]
    has = [names for names, _ in found]
    if has == [None, None]:
        return
    # Imported only now: most texts are of ASCII.
    from .spellings import SPELLINGS

    for name in _RARE:
        one_sided = [name in (names_of_side or ()) for names_of_side in has]
        if name != _MARK and one_sided[0] != one_sided[1]:
            side, other = sides if one_sided[0] else sides[::-1]
            known = None if are_names else _NORMALISERS.get(name)
            unless = f" without normalise='{known}' (--normalise {known})" if known else ""
            yield Notice(name, f"{name} in the {side}, none in the {other}: they are parts of words{unless}")
    # One step for both, so that the texts of a pair are in both samples.
    step = max(1, *(size // _CHARACTERS for _, size in found))
    samples = _sample(refs, step), _sample(hyps, step)
    for place, (names, text) in enumerate(zip(has, samples, strict=True)):
        if _MARK in (names or ()):
            yield Notice(f"{_MARK} {place}", f"a {_MARK} inside the {sides[place]} is part of a word")
        if names is None:
            continue
        unusual = _lines_beyond_ascii(text)  # patterns are slow, and find nothing in the others
        for name, what, search in SPELLINGS:
            if example := search(unusual):
                yield Notice(f"{name} {place}", f"{what} in the {sides[place]}, such as {example!r}")


def of_one(texts: Sequence[Text]) -> Iterator[tuple[int, str, str]]:
    """Words whose characters are wrong in any file: the place of the text, what is wrong, and what is expected.

    >>> [*of_one(["good day", "fianc\\ufffd"])]
    [(1, "a replacement character (U+FFFD): 'fianc\ufffd'", 'the letter that was lost')]
    """
    if is_ascii(texts):
        return
    for place, text in enumerate(map(plain, texts)):
        # Most texts beyond ASCII have no fault: their words are not looked at.
        for word in () if text.isascii() or not _fault(text) else text.split():
            if found := _fault(word):
                what, expected = found
                yield place, f"{what}: {short(repr(word))}", expected


def _fault(text: str) -> tuple[str, str] | None:
    # Imported only now: most texts are of ASCII.
    from .spellings import SPELLINGS

    if "\ufffd" in text:
        return "a replacement character (U+FFFD)", "the letter that was lost"
    if "\ufeff" in text:
        return "a byte order mark inside the file", "the word without it"
    if _is_behind_latin(_INVISIBLE, text):
        return "an invisible character", "the word without it"
    return next(((what, _EXPECTED[name]) for name, what, search in SPELLINGS if search(text)), None)


def of_tags(refs: Sequence[Text], hyps: Sequence[Text], normaliser: Chain | None = None) -> Iterator[Notice]:
    """Notices about tags of a decoder, sounds in brackets, and pauses and remarks in parentheses of one side alone.

    Of texts before a normaliser, tags count that it leaves, as they are or as words.

    >>> [notice.name for notice in of_tags(["good day", "yes"], ["<|en|><|0.00|> good day", "<|en|> yes"])]
    ['tags of a decoder of one side']
    """
    samples = _samples(refs, hyps)
    for what, pattern, rule, fewest in _TAGS:
        sign = rule.removeprefix("drop:")[0]
        found = [pattern.findall(sample) if sign in sample else [] for sample in samples]
        if rule in (_SOUNDS, _REMARKS) and any(found):
            # Imported only now: few texts have brackets.
            from ..common.redactions import redaction

            found = [[sound for sound in sounds if not redaction(sound)] for sounds in found]
        if all(found):
            continue
        side, other = SIDES if found[0] else SIDES[::-1]
        folded = samples[SIDES.index(other)].casefold()
        alone = [tag for tag in chain(*found) if tag.casefold() not in folded]  # [Music] is heard where [MUSIC] is
        if alone and normaliser is not None:
            kinds = [*dict.fromkeys(alone)]
            left = {tag for tag, text in zip(kinds, normaliser.apply(kinds)[0], strict=True) if text.strip()}
            alone = [tag for tag in alone if tag in left]
        if len(alone) < fewest:
            continue
        text = f"the {side} has {what}, such as {alone[0]!r}, the {other} none"
        yield Notice(f"{what} of one side", f"{text}: {_compares_without(rule, first=normaliser is not None)}")


_SLOT = re.compile(r"\[\w+ : [^][\n]{1,80}\]")


def of_slots(refs: Sequence[Text], hyps: Sequence[Text]) -> Iterator[Notice]:
    """A notice that both sides name their slots, whose names and brackets count as words that are hardly ever wrong.

    >>> [notice.name for notice in of_slots(["at [time : nine]"], ["at [time : five]"])]
    ['slots']
    """
    found = [_SLOT.search(sample) for sample in _samples(refs, hyps)]
    if found[0] and found[1]:
        rules = "drop:[* :", "replace:]="
        keyword = "=".join(("normalise", repr([*rules])))
        without = argument(keyword, " ".join(f"--normalise '{rule}'" for rule in rules))
        yield Notice(
            "slots",
            f"both sides have slots, such as {found[0][0]!r}, whose names and brackets count as words: "
            f"{without} compares their values alone",
        )


def of_speakers(given: Sequence[Text], refs: Sequence[Text]) -> Iterator[Notice]:
    """A notice that references hold several speakers each, whose order counts; `given` are those before a normaliser.

    >>> [notice.name for notice in of_speakers(*[["good day <sc> hello"]] * 2)]
    ['speakers in one text']
    """
    sample, scored = _samples(given, refs)
    if separator := separator_of(sample.split("\n")):
        counts = ", which counts as a word" if separator in scored else ""
        yield Notice(
            "speakers in one text",
            f"texts of the reference have {separator!r} between speakers{counts}; this rate counts errors where the "
            "hypothesis has the speakers in another order. cpWER, another measure, does not: "
            "`scorelite meetings REF HYP`",
        )


def of_silence(refs: Sequence[Text], hyps: Sequence[Text]) -> Iterator[Notice]:
    """A notice about labels of silence that one side alone has, which count as words.

    >>> print(*of_silence(["DH AH0 K"], ["sil DH AH0 K sp"]))  # doctest: +ELLIPSIS
    labels of silence in the hypothesis, such as 'sil', count as words, the reference has none: ...
    """
    words = [Counter(sample.lower().split()) for sample in _samples(refs, hyps)]
    for place, (side, other) in enumerate((SIDES, SIDES[::-1])):
        if labels := labels_of_silence(words[place], words[1 - place]):
            text = f"labels of silence in the {side}, such as {labels[0]!r}, count as words, the {other} has none"
            fix = _compares_without(f"drop:{' '.join(labels)}")
            yield Notice("labels of silence of one side", f"{text}: {fix}")


def _compares_without(normaliser: str, *, first: bool = False) -> str:
    order = " before the other normalisers" if first else ""
    return f"normalise={normaliser!r} (--normalise {normaliser!r}){order} compares texts without them"


def of_redactions(refs: Sequence[Text], hyps: Sequence[Text], *, are_matched: bool = False) -> Iterator[Notice]:
    """A notice about redactions that one side alone has, or that both write differently, whose words count as errors.

    Where `are_matched`, those of the reference match any words.

    >>> [notice.name for notice in of_redactions(["call [NAME]"], ["call mary smith"])]
    ['redactions of the reference']
    >>> [notice.name for notice in of_redactions(["call mary smith"], ["call [NAME]"], are_matched=True)]
    ['redactions of the hypothesis']
    """
    samples = _samples(refs, hyps)
    if are_matched:
        from ..common.redactions import STAND_IN

        if STAND_IN in samples[0].lower():
            return  # the reference has redactions, which wait for the equivalents
    if all(_OF_REDACTIONS.isdisjoint(sample) and "xxxx" not in sample.lower() for sample in samples):
        return
    # Imported only now: few texts have such signs.
    from ..common.redactions import redactions

    # Next to words in bold, as models write them, asterisks alone are an empty text in bold.
    found = [[mark for mark in redactions(sample) if mark.strip("*") or not _BOLD.search(sample)] for sample in samples]
    fixes = (
        "equivalents='redactions' (--equivalents redactions) lets each match any words",
        "score a hypothesis without them, or redact the same words of the reference",
    )
    for place, (side, other) in enumerate((SIDES, SIDES[::-1])):
        if (marks := found[place]) and not found[1 - place] and not (are_matched and place == 0):
            shown = short(repr(marks[0]))
            text = f"the {side} has redactions, such as {shown}, the {other} none, so the rate may be too high"
            yield Notice(f"redactions of the {side}", f"{text}: {fixes[place]}")
    alone = [*dict.fromkeys(mark for mark in found[0] if mark not in found[1])]
    others = [*dict.fromkeys(mark for mark in found[1] if mark not in found[0])]
    if alone and others and not are_matched:
        shown = " and ".join(short(repr(mark)) for mark in (alone[0], others[0]))
        text = f"both sides have redactions, which count as words, in two writings such as {shown}"
        yield Notice("redactions of both sides", f"{text}: {fixes[0]}")


def of_printed(refs: Sequence[Text], hyps: Sequence[Text], *, has_case: bool) -> Iterator[Notice]:
    """A notice about punctuation, or else capitals where case counts, that words of one side alone have.

    >>> print(*of_printed(["Good day, you.", "Yes."], ["good day you", "yes"], has_case=False))
    the reference has punctuation, such as 'day,', the hypothesis none: normalise='basic' compares words without it
    """
    samples = [sample.split() for sample in _samples(refs, hyps)]
    # A word such as &lt; ends in a sign, too: escapes are for other causes.
    marked = [
        [
            word
            for word in words
            if (word[-1] in _SIGNS and word[-2:-1].isalpha() and "&" not in word) or not _WIDE_SIGNS.isdisjoint(word)
        ]
        for words in samples
    ]
    capital = [[word for word in words if word != word.lower()] if has_case else [] for words in samples]
    for what, fix, (of_refs, of_hyps) in (("punctuation", "basic", marked), ("capitals", "casefold", capital)):
        if bool(of_refs) != bool(of_hyps) and len(of_refs) + len(of_hyps) >= _FEWEST:
            side, other = SIDES if of_refs else SIDES[::-1]
            text = f"the {side} has {what}, such as {short((of_refs or of_hyps)[0])!r}, the {other} none"
            yield Notice(
                f"{what} of one side", f"{text}: normalise={fix!r} (--normalise {fix}) compares words without it"
            )
            return


def are_unbroken(texts: Sequence[Text]) -> bool:
    """Whether most letters of a sample are of scripts without blanks between words: Chinese, Japanese, Thai ...

    >>> are_unbroken(["今天天气很好"]), are_unbroken(["今 天 天 气"]), are_unbroken(["good day"])
    (True, False, False)
    """
    text = _sample(texts, max(1, len(texts) // _UNBROKEN))
    if text.isascii():
        return False
    unusual = _lines_beyond_ascii(text)
    letters = sum(map(is_unbroken, unusual))
    # Where words are separated, those of Chinese and Japanese have two characters, those of alphabets five.
    of_two = sum("\u3040" <= letter <= "\u9fff" for letter in unusual)
    most_words = of_two / 3 + (letters - of_two) / 9
    return 2 * letters > len(text) and most_words > len(text.split())


def some_unbroken(texts: Sequence[Text]) -> str:
    """One of several texts that have no blanks between words, where others do; empty if there are hardly any.

    >>> some_unbroken(["good day", "今天天气很好", "你好吗我很好", "谢谢你今天来", "明天再见吧"])
    '今天天气很好'
    """
    chosen = texts[:: max(1, len(texts) // _UNBROKEN)]
    if _block(chosen).isascii():
        return ""
    found = [text for text in map(plain, chosen) if not text.isascii() and are_unbroken([text])]
    return found[0] if len(found) >= _SEVERAL else ""


def is_ascii(texts: Sequence[Text]) -> bool:
    """Whether all texts are of ASCII; of lists of words, nobody looks."""
    known: bool | None = getattr(texts, "is_ascii", None)  # of a file that the core read
    if known is not None:
        return known
    return {*map(type, texts)} <= {str} and all(map(str.isascii, texts))  # type: ignore[arg-type]  # all are of str


def is_unbroken(letter: str) -> bool:
    """Whether a letter is of a script without blanks between words."""
    return "\u0e00" <= letter <= "\u0eff" or "\u1000" <= letter <= "\u109f" or "\u3040" <= letter <= "\u9fff"


def _rare(texts: Sequence[Text]) -> tuple[set[str] | None, int]:
    """Names of the rare characters that texts have, None for texts of ASCII; and the length of all texts."""
    unusual: Sequence[Text]
    if search := getattr(texts, "beyond_ascii", None):
        unusual, size = search()  # of a file that was read as spans: no other text becomes a string
    else:
        blocks = (texts[begin : begin + _BLOCK] for begin in range(0, len(texts), _BLOCK))
        others = chain.from_iterable(block for block in blocks if not _block(block).isascii())
        unusual = [text for text in others if not (isinstance(text, str) and text.isascii())]
        size = sum(map(len, texts))
    names: set[str] = set()
    ascii_only = True
    for begin in range(0, len(unusual), _BLOCK):
        block = _block(unusual[begin : begin + _BLOCK])
        if not block.isascii():
            ascii_only = False
            names |= {name for name, characters in _RARE.items() if any(map(block.__contains__, characters))}
            if _is_behind_latin(_JOINERS, block):
                names.add(_ZERO_WIDTH)
    return None if ascii_only else names, size


def _lines_beyond_ascii(text: str) -> str:
    return "\n".join([line for line in text.split("\n") if not line.isascii()])


def _is_behind_latin(characters: str, block: str) -> bool:
    """Whether one of these characters stands behind a Latin letter."""
    for character in characters:
        if any(part[-1:].isascii() and part[-1:].isalpha() for part in block.split(character)[:-1]):
            return True
    return False


def _sample(texts: Sequence[Text], step: int) -> str:
    """Texts from all parts of a side."""
    return _block(texts[::step])[:_CHARACTERS]


def _samples(refs: Sequence[Text], hyps: Sequence[Text]) -> list[str]:
    """Some texts of each side."""
    return [_sample(side, max(1, len(side) // _LOOKED)) for side in (refs, hyps)]


def _block(texts: Sequence[Text]) -> str:
    """Texts as one; strings, which nearly all are, without a call each."""
    return "\n".join(texts if {*map(type, texts)} == {str} else map(plain, texts))  # type: ignore[arg-type]


def plain(text: Text) -> str:
    """The text as one string, whatever the object that holds it."""
    if isinstance(text, str):
        return text
    return text.decode("utf-8", "surrogateescape") if isinstance(text, bytes) else "\n".join(map(plain, text))
