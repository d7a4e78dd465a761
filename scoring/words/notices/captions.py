"""Notices about labels, sounds and music in texts, which count as words although nobody speaks them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from ....formats.engine.cue_faults import advertised_in
from ....formats.errors import quantity, short
from ....formats.registry import by_name
from ....formats.schema import Corpus
from ...normalise.chain import Chain
from ...normalise.repairs import spoken_words
from ...notices.heads import LOOKED, heads_of_one_side, letters_of, with_unspoken
from ...notices.notice import SIDES, Notice

# So few cues, or such a part of all, are no captions of this kind.
_FEWEST, _PART = 3, 0.05
_UNCERTAIN = frozenset("(\uff08#>")
"""Signs of captions that printed texts have, too."""
_SONG = re.compile("[\u2669-\u266c]([^\u2669-\u266c]+)[\u2669-\u266c]|(?<!\\S)# ([^#]+) #(?!\\S)")
_NOTES = frozenset("\u2669\u266a\u266b\u266c")
_BRACKETS = re.compile(r"\[[^\[\]]*\]|\([^()]*\)")
_DASHES = frozenset("-\u2013\u2014")


def of_captions(ref: Corpus, hyp: Corpus, chain: Chain | None) -> Iterator[Notice]:
    """Notices about cues with words that nobody speaks, and about a script next to cues, after a chain that may remove
    them."""
    are_cues = [by_name(corpus.format).cues for corpus in (ref, hyp)]
    for side, corpus, has_cues in zip(SIDES, (ref, hyp), are_cues, strict=True):
        if not has_cues and not (any(are_cues) and corpus.format == "txt"):
            continue
        cues = [_without_bleeps(cue) for cue in corpus.texts() if cue]
        odd = with_unspoken(cues, spoken_words, chain)
        # One cue is enough where it is of sounds alone, or has brackets, music or a label, and not most have names.
        is_one_enough = not all(map(spoken_words, odd)) or (
            any(map(_UNCERTAIN.isdisjoint, odd)) and not any(of_heads(ref, hyp, chain))
        )
        fewest = 1 if is_one_enough else _FEWEST
        if odd and len(odd) >= max(fewest, _PART * len(cues)):
            noun = "cue" if has_cues else "text"
            unless = ", but no words between \u266a or #" if any(map(_sung, odd)) else ""
            yield Notice(
                f"captions {side}",
                f"{_some(odd, cues, side, noun)} sounds in brackets, \u266a or labels of speakers, such as "
                f"{short(repr(odd[0]))}, which count as words; normalise='captions' (--normalise captions)"
                f"{_first(chain)} removes them{unless}",
            )


def _without_bleeps(text: str) -> str:
    """A text without redactions of YouTube, which are words that somebody speaks."""
    if "__" not in text:
        return text
    # Imported only now: few texts have any.
    from ...common.redactions import BLEEPED

    return BLEEPED.sub("", text)


def of_songs(ref: Corpus, hyp: Corpus) -> Iterator[Notice]:
    """A notice about words between signs of music that the other side lacks: words that are sung are words."""
    for side, corpus, other in zip(SIDES, (ref, hyp), (hyp, ref), strict=True):
        texts = [text for text in corpus.texts() if text]
        songs = [text for text in texts if _sung(text)]
        sung = Counter(word for text in songs for word in _sung(text))
        present = sung and sung & Counter(letters_of(word) for text in other.texts() for word in text.split())
        if songs and 2 * present.total() < sung.total():
            noun = "cue" if by_name(corpus.format).cues else "text"
            yield Notice(
                f"songs {side}",
                f"{_some(songs, texts, side, noun)} lyrics between signs of music, such as {short(repr(songs[0]))}, "
                "that the other side mostly lacks; they count as words with every normaliser: remove them from the "
                "file if nobody sings them",
            )


def of_sites(ref: Corpus, hyp: Corpus) -> Iterator[Notice]:
    """A notice about cues of one side in which a site that distributes subtitles advertises."""
    for side, corpus, other in zip(SIDES, (ref, hyp), (hyp, ref), strict=True):
        if by_name(corpus.format).cues and not any(map(advertised_in, other.texts())):
            cues = [cue for cue in corpus.texts() if cue]
            odd = [cue for cue in cues if advertised_in(cue)]
            if odd:
                yield Notice(
                    f"sites {side}",
                    f"{_some(odd, cues, side, 'cue')} an advertisement of {advertised_in(odd[0])}, which counts as "
                    "words: remove it from the file",
                )


def _sung(text: str) -> list[str]:
    """The words between signs of music, outside brackets."""
    if "#" not in text and (text.isascii() or _NOTES.isdisjoint(text)):
        return []  # as nearly every text of a large file is
    songs = (match[1] or match[2] for match in _SONG.finditer(_BRACKETS.sub("", text)))
    return [letters for song in songs for word in song.split() if (letters := letters_of(word))]


def of_dashes(ref: Corpus, hyp: Corpus, chain: Chain | None) -> Iterator[Notice]:
    """A notice if cues of one side alone have dashes before what each speaker says, after a chain that may remove
    them."""
    for side, corpus, other in zip(SIDES, (ref, hyp), (hyp, ref), strict=True):
        if not by_name(corpus.format).cues or any(map(_has_dash, other.texts())):
            continue
        cues = [cue for cue in corpus.texts() if cue]
        odd = with_unspoken(cues, _without_dashes, chain)
        if odd and len(odd) >= _PART * len(cues):
            others = "captions" if any(of_captions(ref, hyp, chain)) else "the other normalisers" if chain else ""
            order = f" after {others}" if others else ""
            yield Notice(
                f"dashes {side}",
                f"{_some(odd, cues, side, 'cue')} dashes that stand alone, such as {short(repr(odd[0]))}, which count "
                f"as words; normalise='basic' (--normalise basic){order} removes them",
            )


def _some(odd: Sequence[str], all_texts: Sequence[str], side: str, noun: str) -> str:
    """The subject and the verb of a notice about cues or texts."""
    verb = "has" if len(odd) == 1 else "have"
    return f"{len(odd):,} of {quantity(len(all_texts), noun)} of the {side} {verb}"


def _has_dash(text: str) -> bool:
    """Whether a dash stands alone in a text, as a word does."""
    return not _DASHES.isdisjoint(text.split())


def _without_dashes(text: str) -> str:
    return " ".join([word for word in text.split() if word not in _DASHES])


def of_heads(ref: Corpus, hyp: Corpus, chain: Chain | None) -> Iterator[Notice]:
    """A notice if texts of one side begin with names, numbers or times, and those of the other do not."""
    if chain and any(step.name == "heads" for step in chain.steps):
        return
    if (found := heads_of_one_side(ref.texts(), hyp.texts(), chain)) is not None:
        place, with_head, looked = found
        yield Notice(
            f"heads {SIDES[place]}",
            f"{len(with_head):,} of {'the first ' if looked == LOOKED else ''}{quantity(looked, 'text')} "
            f"of the {SIDES[place]} begin with a name, number or time that counts as words, such as "
            f"{short(repr(with_head[0]))}; normalise='heads' (--normalise heads){_first(chain)} removes it",
        )


def _first(chain: Chain | None) -> str:
    return " before the other normalisers" if chain else ""
