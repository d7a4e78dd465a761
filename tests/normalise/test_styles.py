"""Italics of cues: they follow their words where a normaliser changes the number of words before these."""

from __future__ import annotations

from io import BytesIO

import pytest

from scorelite import formats
from scorelite.scoring.normalise import chain_of
from scorelite.scoring.normalise.corpus import normalise_corpus


def _normalised(text: str, name: str, kind: str) -> str:
    """The text of a cue that was normalised in a format, as srt has it."""
    source = BytesIO()
    formats.convert(
        f"1\n00:00:01,000 --> 00:00:02,000\n{text}\n".encode(), source, source_format="srt", target_format=kind
    )
    corpus = formats.read(source.getvalue(), format=kind)
    return _written(normalise_corpus(corpus, chain_of(name), log=False).corpus)


def _written(corpus: formats.Corpus) -> str:
    target = BytesIO()
    formats.write(corpus, target, format="srt")
    return target.getvalue().decode().split("\n", 2)[2].strip()


@pytest.mark.parametrize("kind", ["srt", "vtt", "ttml"])
@pytest.mark.parametrize(
    ("name", "text", "after"),
    [
        ("whisper-en", "I can't see <i>Titanic</i> now", "i can not see <i>titanic</i> now"),
        ("whisper-en", "I <i>can't</i> see", "i <i>can not</i> see"),
        ("whisper-en", "<i>I can't</i>", "<i>i can not</i>"),
        ("captions", "- [sighs] We saw <i>Titanic</i> at home", "- We saw <i>Titanic</i> at home"),
        ("captions", "We saw <i>[sighs]</i> it", "We saw it"),
    ],
)
def test_italics_follow_their_words(name: str, text: str, after: str, kind: str) -> None:
    assert _normalised(text, name, kind) == after


def test_italics_follow_words_with_times() -> None:
    text = b"WEBVTT\n\n00:01.000 --> 00:03.000\nI <00:01.500>can't <00:02.000>see <00:02.500><i>it</i>\n"
    corpus = normalise_corpus(formats.read(text, format="vtt"), chain_of("whisper-en")).corpus
    assert _written(corpus) == "i can not see <i>it</i>"
