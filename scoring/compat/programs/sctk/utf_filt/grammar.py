"""Elements of the Universal Transcription Format, as its document type utf-1.2 (NIST and LDC) names them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute: its values if these are listed, and whether it must be given."""

    required: bool = False
    values: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Element:
    """An element: the elements that may be in it, and its attributes; one that holds nothing has no end tag."""

    inside: frozenset[bytes]
    attributes: Mapping[bytes, Attribute]

    @property
    def empty(self) -> bool:
        """Whether nothing can be in it."""
        return not self.inside


_TEXT = (
    b"SEPARATOR PNAME MISPRONOUNCED MISSPELLING ACRONYM IDIOSYNCRATIC NONLEXEME NONSPEECH PERIOD QMARK COMMA "
    b"CONTRACTION FRAGMENT HYPHEN ACOUSTICNOISE WTIME"
)
_NAMES = b"B_ENAMEX E_ENAMEX B_TIMEX E_TIMEX B_NUMEX E_NUMEX B_NOMEX E_NOMEX"
_REGIONS = (
    b"B_FOREIGN E_FOREIGN B_UNCLEAR E_UNCLEAR B_OVERLAP E_OVERLAP B_NOSCORE E_NOSCORE B_ASIDE E_ASIDE TIME BACKGROUND"
)
_IN_TURN = b" ".join((_TEXT, _NAMES, _REGIONS))
# In a list of attributes, `!` marks those that must be given; values follow behind `=`.
_NAMED = b"!TYPE STATUS=OPT ALT"
_TURN = (
    b"!SPEAKER !SPKRTYPE=MALE|FEMALE|CHILD|UNKNOWN DIALECT !STARTTIME !ENDTIME MODE=PLANNED|SPONTANEOUS CHANNEL "
    b"FIDELITY=LOW|MEDIUM|HIGH"
)
_TABLE: tuple[tuple[bytes, bytes, bytes], ...] = (
    (
        b"UTF",
        b"BN_EPISODE_TRANS CONVERSATION_TRANS",
        b"!DTD_VERSION=UTF-1.0|UTF-1.1|UTF-1.2 !AUDIO_FILENAME !LANGUAGE SCRIBE VERSION VERSION_DATE",
    ),
    (b"BN_EPISODE_TRANS", b"SECTION RECORDING_CHANGE BACKGROUND", b"!PROGRAM AIR_DATE"),
    (b"SECTION", b"TURN BACKGROUND", b"!TYPE=REPORT|FILLER|NONTRANS !STARTTIME !ENDTIME ID TOPIC"),
    (b"CONVERSATION_TRANS", b"TURN BACKGROUND", b"RECORDING_DATE"),
    (b"TURN", _IN_TURN, _TURN),
    (b"RECORDING_CHANGE", b"", b"!SHOW !DATE !SEC"),
    (b"B_NOSCORE", b"", b"!STARTTIME !ENDTIME REASON"),
    (b"B_FOREIGN", b"", b"!LANGUAGE"),
    (b"CONTRACTION", b"", b"!E_FORM"),
    (b"B_OVERLAP", b"", b"STARTTIME ENDTIME"),
    (b"TIME", b"", b"!SEC"),
    (b"WTIME", b"", b"!STARTTIME !ENDTIME CLUST CONF"),
    (b"BACKGROUND", b"", b"!STARTTIME !TYPE=MUSIC|SPEECH|OTHER !LEVEL=OFF|LOW|HIGH"),
    (b"B_ENAMEX", b"", _NAMED),
    (b"B_TIMEX", b"", _NAMED),
    (b"B_NUMEX", b"", _NAMED),
    (b"B_NOMEX", b"", b"!TYPE STATUS=OPT MIN"),
)


def _attribute(text: bytes) -> tuple[bytes, Attribute]:
    name, _, values = text.removeprefix(b"!").partition(b"=")
    return name, Attribute(text[:1] == b"!", tuple(values.split(b"|")) if values else ())


ELEMENTS = {name: Element(frozenset(), {}) for name in _IN_TURN.split()} | {
    name: Element(frozenset(inside.split()), dict(map(_attribute, attributes.split())))
    for name, inside, attributes in _TABLE
}
# Marks in the text of a turn that stand for elements; white space stands for a separator.
MARKS = {
    b".": b"PERIOD",
    b"?": b"QMARK",
    b",": b"COMMA",
    b"+": b"MISPRONOUNCED",
    b"@": b"MISSPELLING",
    b"_": b"ACRONYM",
    b"^": b"PNAME",
    b"*": b"IDIOSYNCRATIC",
    b"%": b"NONLEXEME",
    b"{": b"NONSPEECH",
    b"[": b"ACOUSTICNOISE",
}
SEPARATOR = b"SEPARATOR"
ENTITIES = {mark: mark for mark in MARKS.values()} | {b"SEP": SEPARATOR}
"""Entities and the elements that they stand for."""
