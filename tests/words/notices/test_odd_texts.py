"""Texts that are paired with the wrong ones, or have something before them, are said; ordinary texts are not."""

from __future__ import annotations

import random

import pytest

import scoring

LINES = [f"{who} {what} {where} today" for who in ("anna", "ben") for what in ("is", "was") for where in ("in", "out")]


def said(ref: list[str], hyp: list[str]) -> dict[str, str]:
    return {notice.name: notice.text for notice in scoring.score(ref, hyp).notices}


def said_of_lines(ref: list[str], hyp: list[str], kind: str = "txt") -> dict[str, str]:
    sides = ("".join(f"{line}\n" for line in lines).encode() for lines in (ref, hyp))
    result = scoring.score_files(*sides, ref_format=kind, hyp_format=kind)
    return {notice.name: notice.text for notice in result.notices}


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("Anna: ", "a name and a colon"),
        ("Speaker 1: ", "a name and a colon"),
        ("{}. ", "a number"),
        ("[{}] ", "a number"),
        ("00:0{}:10,5 ", "a time"),
        ("- ", "a dash"),
    ],
)
def test_words_before_all_texts_of_one_side_are_named(before: str, expected: str) -> None:
    marked = [before.format(place) + text for place, text in enumerate(LINES)]
    assert f"every text of the hypothesis begins with {expected}" in said(LINES, marked)["before texts 1"]
    assert f"every text of the reference begins with {expected}" in said(marked, LINES)["before texts 0"]
    assert not said(marked, [*marked])
    assert not said(LINES, [*LINES[1:], marked[0]]).get("before texts 1")


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("<p>{}</p>", "HTML tags, such as '</p>'"),
        ("{}<br/>", "HTML tags"),
        ("tom&#39;s {}", "HTML entities, such as '&#39;'"),
        ("\u2581{}", "marks of subwords"),
        ("wo@@ rd {}", "marks of subwords, such as 'wo@@'"),
        ("wo ##rd {}", "marks of subwords"),
        ('"{}"', "quotation marks around them"),
        ('{{"text": "{}"}}', "JSON"),
    ],
)
def test_marks_that_programs_left_in_texts_of_one_side_are_named(form: str, expected: str) -> None:
    marked = [form.format(text) for text in LINES]
    for found in (said(LINES, marked), said(marked, LINES)):
        assert any(expected in text for text in found.values()), found
    assert not said(marked, [*marked])
    plain = [f"<noise> r&d <unk> #tag {{a}} {text}" for text in LINES]
    assert not said(LINES, plain)


@pytest.mark.parametrize("off", [1, -1, 3])
def test_texts_some_places_off_are_said(off: int) -> None:
    refs = [f"{word} {word[::-1]} {place} said {place * 7}" for place, word in enumerate(["cold", "warm", "wet"] * 9)]
    hyps = refs[off:] + refs[:off]
    assert f"fit the reference {abs(off)} place" in said(refs, hyps)["texts off"]
    # Texts of a language without blanks.
    refs = [
        "今天天气很好我们去公园吧",
        "他说明天要去北京开会",
        "这本书是我去年买的东西",
        "火车站离这里有多远呢",
        "请问图书馆怎么走啊",
    ]
    refs += ["明天我想早点起床", "她在医院工作了十年"]
    assert "texts off" in said(refs, refs[1:] + refs[:1])


def test_ordinary_texts_have_no_notice_about_their_places() -> None:
    generator = random.Random(7)
    for words in (8, 60):
        vocabulary = [f"w{number}" for number in range(words)]
        refs = [" ".join(generator.choices(vocabulary, k=generator.randrange(1, 12))) for _ in range(200)]
        for rate in (0.1, 0.5, 0.9):
            hyps = [
                " ".join(generator.choice(vocabulary) if generator.random() < rate else word for word in text.split())
                for text in refs
            ]
            assert not {"texts off", "before texts 0", "before texts 1", "ids and texts"} & {*said(refs, hyps)}


def test_ids_and_texts_that_are_exchanged_are_said() -> None:
    lines = [f"utt{place} ({text})" for place, text in enumerate(LINES)]
    assert "are ids and texts exchanged?" in said_of_lines(lines, lines, "trn")["ids and texts"]
    lines = [f"{text} (utt{place})" for place, text in enumerate(LINES)]
    assert "ids and texts" not in said_of_lines(lines, lines, "trn")


def test_ids_at_the_ends_of_lines_are_said() -> None:
    lines = [f"{text} utt-{place}" for place, text in enumerate(LINES)]
    assert "'utt-0'" in said_of_lines(lines, lines)["last words"]
    assert "last words" not in said_of_lines(LINES, LINES)


def test_a_page_of_html_is_said() -> None:
    page = ["<!DOCTYPE html>", "<html><body>", "not found</body></html>"]
    text = said_of_lines(LINES[:3], page)["first line of the hypothesis"]
    assert text == "the hypothesis is a page of HTML, whose lines are scored as utterances"
