"""Rules of a GLM as SCTK reads them: comments, headers, contexts, and what it refuses."""

from __future__ import annotations

import pytest

from scorelite.formats.engine.glm_syntax import GlmError, read_glm


def parts(line: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    return read_glm(b";;\n" + line + b"\n", b"g.glm").rules[0].parts


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"[a b] => [c] / [ ] __ [ ]", (b"a b", b"c", b" ", b" ")),
        (b"A =>B C", (b"A", b"C", b"", b"")),
        (b"A=> B", (b"A", b"B", b"", b"")),
        (b"A/B => C", (b"A/B", b"", b"", b"")),
        (b"[L] => [{M / N}]", (b"L", b"[{M", b"", b"")),
        (b"[L] => [{M / N}] / [ ] __ [ ]", (b"L", b"{M / N}", b" ", b" ")),
        (b"R => S / T / U __ V", (b"R", b"S / T", b"U", b"V")),
        (b"A => B / ] _ [", (b"A", b"B / ] _ [", b"", b"")),
        (b"A => B /[ ] __ [ ]", (b"A", b"B", b"]", b" ")),
        (b"A => B / x__y z", (b"A", b"B", b"x", b"z")),
        (b"A => B ;; note", (b"A", b"B", b"", b"")),
        (b"'A' => \"B \"", (b"'A'", b"B ", b"", b"")),
    ],
)
def test_a_rule_has_two_sides_and_two_contexts(line: bytes, expected: tuple[bytes, ...]) -> None:
    assert parts(line) == expected


def test_keywords_are_found_anywhere_in_a_header_line() -> None:
    found = read_glm(b'#\n* desc "how case_sensitive works"\na => b # c\n', b"g.glm")
    assert (found.description, found.case_sensitive) == (b"how case_sensitive works", False)
    assert found.rules[0].parts == (b"a", b"b", b"", b"")


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (b"", 12, 1),
        (b";;\n  ;; note\n", 1, 2),
        (b";;\n* name x\n", 3, 2),
        (b";;\na b\n", 32, 2),
        (b";;\n* max_nrules = '1'\na => b\nb => c\n", 31, 4),
    ],
)
def test_rules_that_cannot_be_used_are_refused_with_the_code_of_the_reference(
    data: bytes, code: int, line: int
) -> None:
    with pytest.raises(GlmError) as caught:
        read_glm(data, b"g.glm")
    assert (caught.value.code, caught.value.line) == (code, line)


def test_the_number_of_rules_is_not_limited_for_other_callers() -> None:
    data = b";;\n" + b"".join(b"a%d => b\n" % number for number in range(20_000))
    assert len(read_glm(data, b"g.glm", limited=False).rules) == 20_000
