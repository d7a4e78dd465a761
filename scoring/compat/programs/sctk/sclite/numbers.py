"""Numbers as the C library reads them: the longest prefix that is a number, or 0."""

from __future__ import annotations

_SPACE = b" \t\n\v\f\r"
_DIGITS = b"0123456789"
# Digits of a number that surely fits into 32 bits, and one more.
_SHORT = 10
_HEX_DIGITS = b"0123456789abcdefABCDEF"


def integer(text: bytes) -> int:
    """Leading integer of a text, wrapped to 32 bits.

    >>> integer(b" -12x"), integer(b"wide"), integer(b"4294967297")
    (-12, 0, 1)
    """
    if len(text) < _SHORT and text.isdigit():
        return int(text)
    text = text.lstrip(_SPACE)
    sign = text[:1] if text[:1] in (b"-", b"+") else b""
    end = _run(text, len(sign), _DIGITS)
    if end == len(sign):
        return 0
    value = int(text[:end]) if end < 40 else (-(1 << 63) if sign == b"-" else 1 << 63)
    value = min(max(value, -(1 << 63)), (1 << 63) - 1)
    return (value + (1 << 31)) % (1 << 32) - (1 << 31)


def real(text: bytes) -> float:
    """Leading floating-point number of a text, decimal or hexadecimal, infinity or NaN.

    >>> real(b"1.5e1z"), real(b".5."), real(b"1e"), real(b"-inf"), real(b"0x1p-1"), real(b"x")
    (15.0, 0.5, 1.0, -inf, 0.5, 0.0)
    """
    text = text.lstrip(_SPACE)
    begin = 1 if text[:1] in (b"-", b"+") else 0
    word = text[begin:].lower()
    for name in (b"infinity", b"inf", b"nan"):
        if word.startswith(name):
            return float(text[:begin] + name)
    if word.startswith(b"0x"):
        end = _mantissa(text, begin + 2, _HEX_DIGITS)
        if end:
            return _hexadecimal(text[: _exponent(text, end, b"pP")].decode("ascii"))
        return -0.0 if text[:1] == b"-" else 0.0
    end = _mantissa(text, begin, _DIGITS)
    return float(text[: _exponent(text, end, b"eE")]) if end else 0.0


def _hexadecimal(text: str) -> float:
    try:
        return float.fromhex(text)
    except OverflowError:
        return float("-inf" if text[0] == "-" else "inf")


def _run(text: bytes, begin: int, allowed: bytes) -> int:
    end = begin
    while end < len(text) and text[end] in allowed:
        end += 1
    return end


def _mantissa(text: bytes, begin: int, digits: bytes) -> int:
    """End of the digits, among them at most one point; 0 if there is no digit."""
    whole = _run(text, begin, digits)
    if text[whole : whole + 1] != b".":
        return whole if whole > begin else 0
    end = _run(text, whole + 1, digits)
    return end if end - begin > 1 else 0


def _exponent(text: bytes, begin: int, letters: bytes) -> int:
    if text[begin : begin + 1] not in (letters[:1], letters[1:]):
        return begin
    digits = begin + 2 if text[begin + 1 : begin + 2] in (b"-", b"+") else begin + 1
    end = _run(text, digits, _DIGITS)
    return end if end > digits else begin
