"""A verdict as JUnit's XML, which Jenkins, GitLab and other servers show as the result of a test."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from ...common.gate import Gate, Place


def render(gate: Gate) -> str:
    """One suite with a test case, whose failure names the worst utterances, and one for each group with a limit.

    The numbers are properties of the suite: the schema of Jenkins has none in a test case.
    """
    verdict = gate.verdict
    if verdict is None:
        return ""
    cases = [(f"{gate.measure}: {gate.allowed}", verdict, gate.worst), *((*group, ()) for group in gate.groups)]
    failures = sum(not each.passed for _, each, _ in cases)
    name = f"scorelite {gate.command}"
    numbers = [f"      <property name={_value(key)} value={_value(text)}/>" for key, text in gate.numbers().items()]
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuites name="scorelite" tests="{len(cases)}" failures="{failures}" errors="0">',
        f'  <testsuite name={_value(name)} tests="{len(cases)}" failures="{failures}" errors="0" skipped="0">',
        "    <properties>",
        *numbers,
        "    </properties>",
    ]
    for case, each, places in cases:
        lines.append(f"    <testcase classname={_value(name.replace(' ', '.'))} name={_value(case)}>")
        if each.passed:
            lines.append(f"      <system-out>{_text(each.reason)}</system-out>")
        else:
            worst = "".join(f"\n{_place(place)}" for place in places)
            lines.append(f'      <failure type="limit" message={_value(each.reason)}>{_text(worst)}</failure>')
        lines.append("    </testcase>")
    return "\n".join([*lines, "  </testsuite>", "</testsuites>", ""])


def _place(place: Place) -> str:
    line = f":{place.line}" if place.line else ""
    return f"{place.path}{line}: {place.id}: {place.text}"


def _value(text: str) -> str:
    return quoteattr(_legal(text))


def _text(text: str) -> str:
    return escape(_legal(text))


def _legal(text: str) -> str:
    """A text with a question mark for each character that XML forbids."""
    return "".join(char if _is_legal(ord(char)) else "?" for char in text)


def _is_legal(code: int) -> bool:
    return code in (9, 10, 13) or 0x20 <= code < 0xD800 or 0xE000 <= code < 0xFFFE or code >= 0x10000
