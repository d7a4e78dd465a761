"""Ids in the place of texts, or beside them, and files of another kind are said; ordinary texts are not."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import scorelite
from scorelite import FormatError, score_files, scoring, write
from scorelite.formats.schema import Corpus, Segment

LINES = [f"{who} {what} {where} today" for who in ("anna", "ben") for what in ("is", "was") for where in ("in", "out")]


def said(ref: list[str], hyp: list[str]) -> dict[str, str]:
    return {notice.name: notice.text for notice in scoring.score(ref, hyp).notices}


def said_of_lines(ref: list[str], hyp: list[str], kind: str = "txt") -> dict[str, str]:
    sides = ("".join(f"{line}\n" for line in lines).encode() for lines in (ref, hyp))
    result = scoring.score_files(*sides, ref_format=kind, hyp_format=kind)
    return {notice.name: notice.text for notice in result.notices}


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
            assert not {"other pairs", "heads", "first words", "ids and texts"} & {*said(refs, hyps)}


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
    assert text == "the hypothesis is an HTML page, whose lines are scored as utterances"


def test_braces_of_texts_in_python_are_told() -> None:
    alternation = ["we saw { a / the } cat", "good day"]
    expected = (
        "'{ a / the }' in the reference is read as words, including the braces; markup=True reads it as alternatives"
    )
    assert said(alternation, ["we saw the cat", "good day"])["braces"] == expected
    assert said(["we saw"], ["{ we / he } saw"])["braces"].startswith(
        "'{ we / he }' in the hypothesis is read as words"
    )
    one_sided = (
        "braces in the hypothesis, such as '{cough}', count, the reference has none: normalise='drop:{*}' compares "
        "texts without them"
    )
    assert said(["a b"], ["a {cough} b"])["braces"] == one_sided
    assert "braces" not in said(["a {cough}"], ["a {cough} b"])
    assert "braces" not in said(["a b"], ["a b"])


@pytest.mark.parametrize("kind", ["txt", "kaldi", "csv", "jsonl"])
def test_alternations_in_files_are_said_and_read_on_demand(tmp_path: Path, kind: str) -> None:
    paths = [tmp_path / f"{side}.{kind}" for side in ("ref", "hyp")]
    corpora = ([Segment(id="u-1", text=text)] for text in ("we {saw / see} {a b / the}", "we see a b"))
    for path, segments in zip(paths, corpora, strict=True):
        write(Corpus(tuple(segments)), path, format=kind)
    named = {"ref_format": kind, "hyp_format": kind}
    plain, marked = (score_files(*paths, **named, **more) for more in ({}, {"markup": True}))
    expected = "'{saw / see}' in the reference is read as words, including the braces; markup=True reads it as"
    assert [str(notice) for notice in plain.notices if notice.name == "braces"] == [f"{expected} alternatives"]
    assert (marked.counts.errors, [notice for notice in marked.notices if notice.name == "braces"]) == (0, [])


def test_texts_next_to_marks_of_a_format_stay_as_they_are_so_that_a_signature_gives_its_number_again() -> None:
    sides = b"we {saw / see} it (u-1)\n", b"id,text\nu-1,we {see} it\n"
    named = {"ref_format": "trn", "hyp_format": "csv"}
    before, after = score_files(*sides, **named), score_files(*sides, **named, markup=True)
    assert (before.signature, before.counts) == (after.signature, after.counts)


def test_braces_that_do_not_match_are_rejected_where_they_are_read_as_marks() -> None:
    with pytest.raises(FormatError, match=r"<bytes>:2:3: '\{' is not closed"):
        score_files(b"a\nx {b\n", b"a\nx b\n", ref_format="txt", hyp_format="txt", markup=True)


def test_braces_are_not_told_where_marks_are_read() -> None:
    ref, hyp = ["we saw { a / the } cat"], ["we saw the cat"]
    result = scoring.score(ref, hyp, markup=True)
    assert (result.wer, [notice.name for notice in result.notices]) == (0.0, [])
    assert "braces" not in said([ref[0].split()], [hyp[0].split()])  # type: ignore[list-item]  # words are no texts


def test_slashes_without_braces_are_named_where_one_side_has_them() -> None:
    ref, hyp = b"the / a cat sat (u-1)\n", b"the cat sat (u-1)\n"
    (notice,) = scorelite.score_files(ref, hyp).notices
    assert notice.text.startswith("'/' is a word of the reference, as in 'the / a cat sat'")
    assert scorelite.score_files(b"{ the / a } cat (u-1)\n", b"the cat (u-1)\n").notices == ()
    assert scorelite.score_files(b"a / b (u-1)\n", b"a / c (u-1)\n").notices == ()


@pytest.mark.parametrize("number", [2, 200])
def test_texts_without_blanks_are_named_at_every_rate(number: int) -> None:
    refs = [f"今天天气很好 第{place}天" for place in range(number)]
    hyps = [*refs[:-1], "今天天气不好"]
    assert [notice.name for notice in scorelite.score(refs, hyps).notices] in (["texts without blanks"], ["characters"])
    assert scorelite.score(refs, hyps, unit="character").notices == ()
    assert scorelite.score([" ".join(text) for text in refs], [" ".join(text) for text in hyps]).notices == ()


@pytest.mark.parametrize("first", ["text", "<html><body>"])
def test_a_first_line_that_is_no_utterance_is_named_beside_fewer_lines(first: str) -> None:
    ref = "".join(f"{line}\n" for line in LINES)
    result = scoring.score_files(ref.encode(), f"{first}\n{ref}".encode(), ref_format="txt", hyp_format="txt")
    assert "first line of the hypothesis" in [notice.name for notice in result.notices]


def test_braces_behind_a_long_word_are_found_at_once() -> None:
    (notice,) = [each for each in scoring.score(["x" * 1_000_000 + " {b"], ["x"]).notices if each.name == "braces"]
    assert "'{b'" in notice.text


def test_a_cell_with_several_references_is_named_instead_of_unpacked() -> None:
    several = b'id,text,hyp\nu1,"[""good day"", ""hello day""]",hello day\nu2,"[""a b"", ""a c""]",a c\n'
    assert [notice.name for notice in scoring.score_files(several).notices] == ["columns", "lists of texts"]
    words = b'id,text,hyp\nu1,"[""good"", ""day""]",good day\nu2,"[""a"", ""b""]",a b\n'
    assert [notice.name for notice in scoring.score_files(words).notices] == ["cells", "columns"]


@pytest.mark.parametrize(
    ("unit", "what"), [("character", "counts the letters of"), ("word", "the rate is of characters")]
)
def test_texts_that_are_spelled_out_are_named(unit: Any, what: str) -> None:
    refs, hyps = ["t h e <space> c a t", "a <space> d o g"], ["t h e <space> c u t", "a <space> d o g"]
    spelled = [str(notice) for notice in scoring.score(refs, hyps, unit=unit).notices if notice.name == "spelled out"]
    assert [what in text for text in spelled] == [True]
    for other in (["the <space> cat", "a <space> dog"], ["t h e c a t", "a d o g"]):
        notices = scoring.score(other, hyps, unit=unit).notices
        assert [notice.name for notice in notices if notice.name == "spelled out"] == []


def test_a_column_of_numbers_in_place_of_texts_is_reported(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("id,text,score\n1,good day,0.92\n2,yes,0.9\n")
    notices = scoring.score_files(tmp_path / "t.csv", hyp_column="score", ref_column="text").notices
    assert "every text of the hypothesis is a number, such as '0.92': is it the column of texts?" in map(str, notices)
    assert not any("is a number" in str(notice) for notice in scoring.score(["0.92", "0.9"], ["0.8", "0.7"]).notices)


def test_slots_of_both_sides_are_reported_with_rules_that_keep_their_values() -> None:
    refs, hyps = ["wake me at [time : seven thirty]"], ["wake me at [time : seven thirteen]"]
    result = scorelite.score(refs, hyps)
    assert "normalise=['drop:[* :', 'replace:]=']" in next(str(note) for note in result.notices if note.name == "slots")
    values = scorelite.score(refs, hyps, normalise=["drop:[* :", "replace:]="])
    assert (values.counts.reference, values.wer) == (5, 0.2)
    assert "slots" not in [note.name for note in values.notices]


def test_ids_before_lines_of_text_are_reported_where_the_other_side_has_none(tmp_path: Path) -> None:
    (tmp_path / "talk.stm").write_text("talk 1 a 0 2 good day\ntalk 1 a 2 4 see you\n")
    for lines, count in ((("utt-01 good day", "utt-02 see you"), 1), (("good day", "see you"), 0)):
        (tmp_path / "hyp.txt").write_text("".join(f"{line}\n" for line in lines))
        notices = map(str, score_files(tmp_path / "talk.stm", tmp_path / "hyp.txt").notices)
        assert sum("looks like an id, such as 'utt-01', and counts as a word" in text for text in notices) == count


def test_marks_that_options_of_sclite_read_are_named_until_they_are_read() -> None:
    refs, hyps = ["so (uh) we co- go", "twenty-five"], ["so we go", "twenty five"]
    names = {"deletable words", "fragments", "hyphens"}
    assert {notice.name for notice in scorelite.score(refs, hyps, markup=True).notices} >= names
    read = scorelite.score(refs, hyps, markup=True, optional_words=True, fragments=True, equivalents="hyphens")
    assert not names & {notice.name for notice in read.notices}
