"""Columns of texts: the one that was taken is named, and a copy of the reference is no hypothesis."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorelite import scoring
from scorelite.formats import FormatError, UsageError
from tests.conftest import Run
from tests.peers import peer

REFS = ["the cat sat on", "good day to you", "we saw two ships"]
HYPS = ["the cat sat down", "good day to you", "we saw ships"]
NAMES = ("output", "whisper", "transcription", "model_a", "PRED_TEXT")


def table(path: Path, *columns: tuple[str, list[str]]) -> Path:
    """A table with ids and these columns, in the format of its suffix."""
    names = ["id", *(name for name, _ in columns)]
    rows = [[f"u{row}", *cells] for row, cells in enumerate(zip(*(cells for _, cells in columns), strict=True))]
    if path.suffix == ".parquet":
        arrow, parquet = peer("pyarrow"), pytest.importorskip("pyarrow.parquet")
        parquet.write_table(arrow.table(dict(zip(names, zip(*rows, strict=True), strict=True))), path)
    elif path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(dict(zip(names, row, strict=True))) + "\n" for row in rows))
    else:
        path.write_text("".join(",".join(row) + "\n" for row in [names, *rows]))
    return path


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
@pytest.mark.parametrize("name", NAMES)
def test_a_copied_reference_beside_a_column_of_predictions_is_refused(tmp_path: Path, suffix: str, name: str) -> None:
    ref = table(tmp_path / f"r.{suffix}", ("text", REFS))
    hyp = table(tmp_path / f"h.{suffix}", ("text", REFS), (name, HYPS))
    with pytest.raises(UsageError, match=rf"h.{suffix}: every hypothesis equals .* expected hyp_column='{name}', or"):
        scoring.score_files(ref, hyp)
    chosen = scoring.score_files(ref, hyp, hyp_column=name)
    assert (chosen.counts.errors, chosen.hyp_format) == (2, f"{suffix}[{name}]")
    assert scoring.score_files(ref, hyp, hyp_column="text").counts.errors == 0


def test_a_swapped_pair_of_files_is_refused(tmp_path: Path) -> None:
    ref, hyp = table(tmp_path / "r.csv", ("text", REFS)), table(tmp_path / "h.csv", ("text", REFS), ("pred_text", HYPS))
    with pytest.raises(UsageError, match=r"h.csv as the hypothesis, or ref_column='text'"):
        scoring.score_files(hyp, ref)


def test_the_column_taken_is_named_where_others_hold_texts(tmp_path: Path, scorelite: Run) -> None:
    ref = table(tmp_path / "r.csv", ("text", REFS))
    hyp = table(tmp_path / "h.csv", ("text", HYPS), ("whisper", HYPS[::-1]), ("accent", ["US English"] * 3))
    result = scoring.score_files(ref, hyp)
    (notice,) = result.notices
    assert notice.text.startswith(f"the hypothesis is column 'text' of {hyp}; column 'whisper' holds texts also")
    assert "|hyp:csv(text)" in result.signature
    job = scorelite("score", str(ref), str(hyp), "--json")
    shown = json.loads(job.stdout)
    assert "column 'whisper'" in shown["notices"][0]["text"]
    assert "hyp:csv(text)" in shown["signature"]
    for more in ([], ["--stream"]):
        assert b"column 'whisper' holds texts also" in scorelite("score", str(ref), str(hyp), *more).stdout


def test_other_columns_of_texts_in_one_table_are_named(tmp_path: Path) -> None:
    path = table(tmp_path / "t.csv", ("text", REFS), ("pred_text", HYPS), ("whisper", HYPS[::-1]))
    (notice,) = scoring.score_files(path).notices
    assert "column 'pred_text' the hypothesis; column 'whisper' holds texts also" in notice.text


def test_columns_without_texts_are_no_choice(tmp_path: Path) -> None:
    others = ("accent", ["US English"] * 3), ("at", ["2024-01-01 10:00", "2024-01-02 11:00", "2024-01-03 12:00"])
    ref = table(tmp_path / "r.csv", ("text", REFS), *others)
    hyp = table(tmp_path / "h.csv", ("text", REFS), *others, ("copy", REFS))
    result = scoring.score_files(ref, hyp)
    assert (result.counts.errors, [notice.name for notice in result.notices]) == (0, [])
    assert "csv(" not in result.signature


def test_parts_with_and_without_other_columns_are_added(tmp_path: Path) -> None:
    ref = table(tmp_path / "r.csv", ("text", REFS))
    other = tmp_path / "other.csv"
    other.write_text(ref.read_text().replace("\nu", "\nv"))
    parts = table(tmp_path / "a.csv", ("text", HYPS)), table(tmp_path / "b.csv", ("text", HYPS), ("x", HYPS[::-1]))
    parts[1].write_text(parts[1].read_text().replace("\nu", "\nv"))
    assert (scoring.score_files(ref, parts[0]) + scoring.score_files(other, parts[1])).counts.errors == 4


def test_a_copy_of_the_reference_is_named(tmp_path: Path) -> None:
    texts = "".join(f"{text} {text} (u{row})\n" for row, text in enumerate(REFS))
    for name in ("r.trn", "h.trn"):
        (tmp_path / name).write_text(texts)
    (notice,) = scoring.score_files(tmp_path / "r.trn", tmp_path / "h.trn").notices
    assert notice.text == "reference and hypothesis have the same content, byte for byte: is one a copy?"


@pytest.mark.parametrize("quoted", ["", '"'])
def test_column_names_between_rows_are_refused(tmp_path: Path, quoted: str) -> None:
    head = f"{quoted}id{quoted},text\n"
    (tmp_path / "h.csv").write_text(f"{head}u0,good day\n{head}u1,bad day\n")
    (tmp_path / "r.trn").write_text("good day (u0)\nbad day (u1)\n")
    with pytest.raises(FormatError, match=r"h.csv:3:1: the column names again; expected them in the first line only"):
        scoring.score_files(tmp_path / "r.trn", tmp_path / "h.csv")


def test_one_text_in_all_hypotheses_is_named() -> None:
    words = ["the", "a", "harbour", "master", "said", "that", "two", "ships", "would", "leave", "at", "noon"]
    refs = [" ".join(words[place % 5 : place % 5 + 5] + [f"w{place}"]) for place in range(30)]
    (cause,) = scoring.score(refs, [refs[0]] * 30).causes()
    assert "in utterances with the same text as hypothesis" in cause.text


def test_a_guessed_column_of_numbers_without_a_right_word_is_named(tmp_path: Path) -> None:
    ref = table(tmp_path / "r.csv", ("text", REFS))
    hyp = table(tmp_path / "h.csv", ("TARGET", ["3", "1", "12"]))
    for first, other, side in ((ref, hyp, "hypothesis"), (hyp, ref, "reference")):
        notices = scoring.score_files(first, other).notices
        (text,) = [str(notice) for notice in notices if notice.name == f"numbers of the {side}"]
        assert text.startswith(f"the {side} is column 'TARGET' of {hyp}, whose cells are numbers")
    for first, other in ((hyp, hyp), (ref, ref)):
        assert not [notice for notice in scoring.score_files(first, other).notices if "numbers" in notice.name]
    chosen = scoring.score_files(ref, hyp, hyp_column="TARGET")
    assert not [notice for notice in chosen.notices if "numbers" in notice.name]
