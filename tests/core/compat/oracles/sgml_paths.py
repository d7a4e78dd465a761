"""Utterances of SGML alignments as they are usually written: three lines each, a tag, words and an end tag."""

from __future__ import annotations

from array import array

_ATTRIBUTE = rb' [A-Za-z0-9_]+="[^"\n\0\x80-\xff]*"'
_NAME_AND_VALUE = rb' (\w+)="([^"]*)"'
_OPERATION = rb'(?:\A|:)([CSDI])(?:,"[^"]*","[^"]*"|,"[^"]*",|,,"[^"]*")[^:]*'
_WORD = rb'(?:[CS],"[^"\n\0]*","[^"\n\0]*"|D,"[^"\n\0]*",|I,,"[^"\n\0]*")'
_NUMBER = rb"-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)"
# A value behind a word, which may be missing: times, a number, or another.
_VALUES = {"t": rb"(?:%b\+%b)?" % (_NUMBER, _NUMBER), "n": rb"(?:%b)?" % _NUMBER, "x": rb"[-+.0-9A-Za-z]*"}


def sgml_paths(data: bytes, place: int, declared: bytes, forms: bytes, /) -> tuple[int, bytes, bytes, bytes, bytes]:
    """Where the utterances end, where each begins (int64), lines of ids, lines of operations, and which are wrong.

    They are read from a place on as far as they are written as usual. `declared` is their attribute word_aux, empty for
    none, and `forms` has a letter for each value behind a word: t for times, n for a number, x for any other.

    >>> sgml_paths(b'<PATH id="(s-1)">\\nC,"a","a":D,"b",\\n</PATH>\\n</SPEAKER>', 0, b"", b"")[2:]
    (b'(s-1)\\n', b'CD\\n', b'\\x01')
    """
    # Imported only now: scores of transcripts need nothing of it.
    import re

    if not 0 <= place <= len(data):
        raise ValueError("place outside of the data")
    word = _WORD + b"".join(b"," + _VALUES[chr(form)] for form in forms)
    match = re.compile(rb"<PATH((?:%b)*)>\n((?:%b(?::%b)*)?)\n</PATH>\n" % (_ATTRIBUTE, word, word)).match
    attributes_of, operations_of = re.compile(_NAME_AND_VALUE).findall, re.compile(_OPERATION).findall
    places = array("q")
    ids, kinds, wrong = bytearray(), bytearray(), bytearray()
    while element := match(data, place):
        attributes = attributes_of(element[1])
        if [value for name, value in attributes if name == b"word_aux"] != ([declared] if declared else []):
            break
        names = [value for name, value in attributes if name == b"id"]
        if len(names) != 1:
            break
        operations = b"".join(operations_of(element[2]))
        places.append(place)
        ids += names[0] + b"\n"
        kinds += operations + b"\n"
        wrong.append(operations.count(b"C") != len(operations))
        place = element.end()
    return place, places.tobytes(), bytes(ids), bytes(kinds), bytes(wrong)
