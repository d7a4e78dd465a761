"""Documents of Word are read as the text in them."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from scorelite import formats, scoring
from scorelite.formats import FormatError, LimitError
from scorelite.formats.source import Source

pytest.importorskip("lxml", reason="lxml reads documents")

BODY = (
    "<w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:t>Anna: </w:t></w:r>"
    "<w:r><w:b/><w:t>good</w:t></w:r><w:r><w:t> day</w:t></w:r></w:p><w:p/>"
    "<w:p><w:r><w:t>Bert:</w:t><w:tab/><w:t>yes</w:t><w:br/><w:t>mother</w:t><w:noBreakHyphen/><w:t>in</w:t></w:r>"
    "<w:del><w:r><w:t>gone</w:t></w:r></w:del><w:ins><w:r><w:t>-law</w:t></w:r></w:ins></w:p>"
    "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a cell</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
)


def document(body: str, before: str = "") -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as parts:
        names = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
        parts.writestr(
            "word/document.xml", f'{before}<w:document xmlns:w="{names}"><w:body>{body}</w:body></w:document>'
        )
    return made.getvalue()


def test_paragraphs_are_lines() -> None:
    assert Source(document(BODY)).text == "Anna: good day\n\nBert:\tyes\nmother-in-law\na cell\n"


def test_text_that_moved_away_and_hidden_text_are_not_read() -> None:
    run = "<w:r><w:t>{}</w:t></w:r>".format
    hidden = "<w:r><w:rPr><w:vanish{}/></w:rPr><w:t>{}</w:t></w:r>".format
    moved = f"<w:moveFrom>{run('No allergies. ')}</w:moveFrom>"
    text = f"<w:p>{moved}{run('Take aspirin. ')}<w:moveTo>{run('No allergies.')}</w:moveTo></w:p>"
    text += "<w:p>" + hidden("", "draft ") + hidden(" w:val='0'", "final") + "</w:p>"
    assert Source(document(text)).text == "Take aspirin. No allergies.\nfinal\n"


@pytest.mark.parametrize("mark", ["del", "moveFrom", "vanish"])
def test_a_paragraph_whose_end_is_gone_runs_on_in_the_next_one(mark: str) -> None:
    end = f"<w:pPr><w:rPr><w:{mark}/></w:rPr></w:pPr>"
    body = f"<w:p>{end}<w:r><w:t>up</w:t></w:r></w:p><w:p><w:r><w:t>on</w:t></w:r></w:p>"
    assert Source(document(body)).text == "upon\n"


def test_a_deleted_row_of_a_table_is_not_read() -> None:
    row = "<w:tr>{}<w:tc><w:p><w:r><w:t>{}</w:t></w:r></w:p></w:tc></w:tr>".format
    rows = row("", "text"), row("<w:trPr><w:del/></w:trPr>", "no"), row("", "yes")
    source = Source(document(f"<w:tbl>{''.join(rows)}</w:tbl><w:p/>"))
    assert (source.format, source.text) == ("", "yes\n")


def test_a_document_is_scored_as_its_text(tmp_path: Path) -> None:
    (tmp_path / "ref.docx").write_bytes(document("<w:p><w:r><w:t>good day to you</w:t></w:r></w:p>"))
    result = scoring.score_files(tmp_path / "ref.docx", b"good day for you\n")
    assert (result.wer, result.ref_format) == (0.25, "txt")


def table(*rows: tuple[str, ...]) -> str:
    cell = "<w:tc><w:p><w:r><w:t>{}</w:t></w:r></w:p></w:tc>".format
    return "<w:tbl>" + "".join(f"<w:tr>{''.join(map(cell, row))}</w:tr>" for row in rows) + "</w:tbl>"


@pytest.mark.parametrize(
    "rows",
    [
        (("id", "speaker", "text"), ("a1", "anna", "good day"), ("a2", "bert", "yes")),
        (("speaker", "start", "end", "text"), ("anna", "1", "2", "good day"), ("anna", "3", "4", "yes")),
        (("reference", "hypothesis"), ("good day", "good day"), ("yes", "no")),
        (("Original", "Translation"), ("good day", "guten Tag"), ("yes", "ja")),
        (("utt_a", "good day to you"), ("utt_b", "yes")),
        (("text", "speaker"), ("good day",)),
        (("text", "speaker"),),
    ],
)
def test_a_document_that_is_a_table_with_ids_times_or_several_texts_is_a_table(
    rows: tuple[tuple[str, ...], ...],
) -> None:
    source = Source(document(f"{table(*rows)}<w:p/>"))
    assert (source.format, source.text) == ("tsv", "".join("\t".join(row) + "\n" for row in rows))
    assert Source(document(f"{table(*rows)}<w:p><w:r><w:t>end</w:t></w:r></w:p>")).format == ""


@pytest.mark.parametrize(
    "rows",
    [
        (("No.", "Who", "Text"), ("1", "Anna", "good day to you"), ("2", "Bert", "yes"), ("3", "Anna", "no")),
        (("Text", "Speaker"), ("good day to you", "Anna:"), ("yes", "Bert"), ("no", "Anna")),
        (("Speaker", "Spoken"), ("Anna", "good day to you"), ("Bert", "yes"), ("Anna", "no")),
        (("Anna", "good day to you"), ("Bert", "yes"), ("Anna", "no"), ("Anna", "")),
    ],
)
def test_a_table_of_what_speakers_say_is_scored_as_lines(rows: tuple[tuple[str, ...], ...]) -> None:
    data = document(table(*rows))
    source = Source(data)
    assert (source.format, source.text) == ("", "Anna: good day to you\nBert: yes\nAnna: no\n")
    assert scoring.score_files(data, b"good day to you\nyes\nno\n", normalise="heads").wer == 0


def test_numbers_and_headings_of_a_table_are_left_out_and_clock_times_stay() -> None:
    assert Source(document(table(("Nr", "Text"), ("1", "good day"), ("2", "yes")))).text == "good day\nyes\n"
    timed = (("Time", "Speaker", "Transcript"), ("0:10", "Ann", "good day"), ("0:12", "Ben", "yes"))
    assert Source(document(table(*timed))).text == "0:10 Ann: good day\n0:12 Ben: yes\n"
    broken = ("Ann", "good</w:t><w:br/><w:t>day")
    assert Source(document(table(("Speaker", "Text"), broken))).text == "Ann: good day\n"
    # A speaker may be called as a column is.
    assert Source(document(table(("Role", "text me now"), ("Ann", "so"), ("Role", "no")))).text == (
        "Role: text me now\nAnn: so\nRole: no\n"
    )


def test_a_row_among_paragraphs_is_a_turn_where_a_time_or_a_name_stands_before_the_text() -> None:
    rows = (
        ("00:00:10", "Anna", "good day. And you?"),
        ("[0:12]", "BERT LEE:", "yes"),
        ("", "Anna", "no"),
        ("a. layout", "of columns"),
    )
    lines = Source(document(f"<w:p><w:r><w:t>Interview</w:t></w:r></w:p>{table(*rows)}")).text.split("\n")
    assert lines[:3] == ["Interview", "00:00:10 Anna: good day. And you?", "[0:12] BERT LEE: yes"]
    assert lines[3:] == ["Anna: no", "a. layout", "of columns", ""]


def test_entities_are_not_expanded() -> None:
    data = document("<w:p><w:r><w:t>&x;</w:t></w:r></w:p>", '<!DOCTYPE a [<!ENTITY x "secret">]>')
    assert "secret" not in Source(data).text


def test_a_broken_document_is_refused() -> None:
    for data in (document("<w:p>"), document(BODY)[:-30]):
        with pytest.raises(
            FormatError, match="a document that cannot be read .*; expected a document as Word writes it"
        ):
            formats.read(data)


def test_a_document_that_unpacks_to_much_more_is_refused() -> None:
    with pytest.raises(LimitError, match="rejected as a likely decompression bomb"):
        formats.read(document(" " * (40 << 20)))


def paragraphs(*lines: str, styles: tuple[str, ...] = ()) -> bytes:
    paragraph = "<w:p><w:pPr><w:pStyle w:val='{}'/></w:pPr><w:r><w:t>{}</w:t></w:r></w:p>".format
    return document("".join(map(paragraph, styles or [""] * len(lines), lines)))


SCRIPT = ("BIG FISH", "Draft", "", "FADE IN:", "INT. KITCHEN - NIGHT", "", "Marta waits.", "", "MARTA (CONT'D)")
SCRIPT += ("(lying)", "Good day.", "", "She sits.", "", "DR. O'NEIL", "Stop!", "NOW", "", "CUT TO:", "", "EXT. YARD")
SCRIPT += ("", "MARTA", "Yes.", "", "THE END")


def test_a_screenplay_is_read_as_its_speeches(tmp_path: Path) -> None:
    (tmp_path / "a.docx").write_bytes(paragraphs(*SCRIPT))
    corpus = formats.read(tmp_path / "a.docx")
    assert corpus.texts() == ["MARTA: Good day.", "DR. O'NEIL: Stop! NOW", "MARTA: Yes."]
    assert corpus.notices() == ["read as a script: 10 lines that nobody speaks left out, such as 'BIG FISH'"]
    hyp = b"good day\nstop now\nyes\n"
    assert scoring.score_files(tmp_path / "a.docx", hyp, normalise=("heads", "basic")).wer == 0


def test_styles_of_a_screenplay_stand_for_capitals_and_blank_lines() -> None:
    lines = ("INT. HALL", "Marta", "Good day.", "She sits.", "Ben", "Yes.")
    styles = ("SceneHeading", "Character", "Dialogue", "Action", "Character", "Dialogue")
    assert Source(paragraphs(*lines, styles=styles)).text == "MARTA: Good day.\nBEN: Yes.\n"


def test_names_in_capitals_above_what_each_says_are_those_of_turns() -> None:
    lines = ("Interview", "ANNA", "Good day.", "", "BEN", "Yes.", "", "No.", "ANNA", "Well.", "BEN", "So.")
    source = Source(paragraphs(*lines))
    assert source.text == "ANNA: Good day.\nBEN: Yes. No.\nANNA: Well.\nBEN: So.\n"
    assert source.notices == ["read as a script: 1 line that nobody speaks left out, such as 'Interview'"]


@pytest.mark.parametrize(
    "lines",
    [
        ("SUMMARY", "We met at ten.", "PLAN", "We go on."),  # headings, each once
        ("GOOD DAY", "YES", "NO", "GOOD DAY", "YES", "NO", "GOOD DAY", "YES"),  # a text in capitals
        ("so I said", "NO", "and then", "we left", "NO", "it was late", "and dark", "and cold"),
        ("INT. is short for interior", "YES", "good day", "NO", "good way"),
        2 * ("OK", *["we go on"] * 6, "BBC", *["it was late"] * 6),  # answers, not names
    ],
)
def test_other_lines_in_capitals_stay(lines: tuple[str, ...]) -> None:
    source = Source(paragraphs(*lines))
    assert (source.text, source.notices) == ("".join(f"{line}\n" for line in lines), [])
