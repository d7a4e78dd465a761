"""Columns of tables as reference and hypothesis: one table or two, named columns or those with usual names."""

from __future__ import annotations

import json
import re
import warnings
from pathlib import Path
from typing import Any

import pytest

import scorelite
from scorelite import formats, scoring
from scorelite.scoring import FormatError, MismatchError, UsageError
from tests.conftest import Run
from tests.peers import peer

ROWS = [
    {"audio_filepath": "a/x1.wav", "duration": 1.0, "text": "hello there", "pred_text": "hello here", "key": "k1"},
    {"audio_filepath": "a/x2.wav", "duration": 1.5, "text": "good day", "pred_text": "good day", "key": "k2"},
]
ONE_IN_FOUR = scoring.Counts(3, 1, 0, 0)


def lines(rows: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.fixture
def manifest(tmp_path: Path) -> Path:
    path = tmp_path / "manifest.jsonl"
    path.write_text(lines(ROWS))
    return path


def table(path: Path, separator: str = ",") -> Path:
    path.write_text("".join(separator.join(row) + "\n" for row in TABLE))
    return path


TABLE = [("key", "said", "heard"), ("u1", "hello there", "hello here"), ("u2", "good day", "good day")]


def test_a_manifest_with_texts_and_predictions_is_one_job(manifest: Path) -> None:
    result = scoring.score_files(manifest)
    assert (result.counts, result.ref_format) == (ONE_IN_FOUR, "nemo")
    assert [utterance.id for utterance in result.utterances] == ["x1", "x2"]
    (notice,) = result.notices
    assert "column 'text' is the reference, column 'pred_text' the hypothesis" in notice.text


def test_the_predictions_of_a_hypothesis_manifest_are_taken_not_its_copied_references(
    manifest: Path, tmp_path: Path
) -> None:
    other = tmp_path / "ref.jsonl"
    other.write_text(lines([{key: row[key] for key in row if key != "pred_text"} for row in ROWS]))
    for ref, names in ((other, ["columns"]), (manifest, ["columns", "columns of the reference"])):
        result = scoring.score_files(ref, manifest)
        assert result.counts == ONE_IN_FOUR
        assert [notice.name for notice in result.notices] == names
        assert "hyp_column=" in result.notices[0].text


def test_manifests_without_times_are_paired_by_the_names_of_their_audio(tmp_path: Path) -> None:
    ref, hyp = tmp_path / "ref.jsonl", tmp_path / "hyp.jsonl"
    lines = [f'{{"audio_filepath": "w/{name}.wav", "text": "{text}"}}\n' for name, text in (("a", "one"), ("b", "two"))]
    ref.write_text("".join(lines))
    hyp.write_text("".join(reversed(lines)))
    result = scoring.score_files(ref, hyp)
    assert (result.counts.reference, result.wer, list(result.utterances.ids())) == (2, 0.0, ["a", "b"])
    hyp.write_text(lines[0])
    with pytest.raises(MismatchError, match=r"1 reference \(b\) of 2 without a hypothesis"):
        scoring.score_files(ref, hyp)
    hyp.write_text("".join([*lines, lines[0]]))
    with pytest.raises(UsageError, match="a nemo reference cannot be paired with a nemo hypothesis"):
        scoring.score_files(ref, hyp)


@pytest.mark.parametrize(("suffix", "column"), [("jsonl", "audio_filepath"), ("csv", "path")])
def test_files_of_one_name_in_several_folders_are_paired_by_the_option_of_the_message(
    tmp_path: Path, suffix: str, column: str
) -> None:
    rows = [("a/1.wav", "good day"), ("b/1.wav", "how are you")]
    sides = [tmp_path / f"{side}.{suffix}" for side in ("ref", "hyp")]
    for path, order in zip(sides, (rows, rows[::-1]), strict=True):
        lines = [json.dumps({column: name, "text": text}) for name, text in order]
        path.write_text("\n".join([*(lines if suffix == "jsonl" else [f"{column},text", *map(",".join, order)]), ""]))
    with pytest.raises(MismatchError, match=f"id_column='{column}' pairs "):
        scoring.score_files(*sides)
    result = scoring.score_files(*sides, id_column=column)
    assert (result.sentences, result.counts.errors) == (2, 0)


def test_one_file_as_both_sides_is_said(manifest: Path, tmp_path: Path) -> None:
    result = scoring.score_files(manifest, manifest, hyp_column="text", ref_column="text")
    assert (result.wer, [notice.name for notice in result.notices]) == (0, ["same file"])
    (tmp_path / "a.trn").write_text("a b (x-1)\n")
    (tmp_path / "link.trn").symlink_to(tmp_path / "a.trn")
    assert [notice.name for notice in scoring.score_files(tmp_path / "a.trn", tmp_path / "link.trn").notices] == [
        "same file"
    ]
    (tmp_path / "copy.trn").write_text("a b (x-1)\n")
    assert scoring.score_files(tmp_path / "a.trn", tmp_path / "copy.trn").notices == ()


def test_two_columns_of_one_file_given_twice_are_not_one_column_compared_with_itself(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("id,ref,hyp\n1,a b,a c\n")
    result = scoring.score_files(path, path)
    assert (result.wer, [notice.text.partition(";")[0] for notice in result.notices]) == (
        0.5,
        [f"the hypothesis is column 'hyp' of {path}", f"the reference is column 'ref' of {path}"],
    )


@pytest.mark.parametrize("head", ["id,ref,hyp", "reference\thypothesis", "ref;hyp", "text,pred_text"])
def test_bytes_with_columns_of_both_sides_are_known_to_be_a_table(head: str) -> None:
    separator = next(sign for sign in ",\t;" if sign in head)
    row = separator.join(["u1", "a b", "a c"][3 - len(head.split(separator)) :])
    assert scoring.score_files(f"{head}\n{row}\n".encode()).wer == 0.5


@pytest.mark.parametrize(("name", "separator"), [("t.csv", ","), ("t.tsv", "\t")])
def test_columns_of_one_table_are_named(tmp_path: Path, name: str, separator: str) -> None:
    path = table(tmp_path / name, separator)
    result = scoring.score_files(path, ref_column="said", hyp_column="heard", id_column="key")
    assert (result.counts, [utterance.id for utterance in result.utterances]) == (ONE_IN_FOUR, ["u1", "u2"])


def test_columns_of_lines_of_json_are_named_whatever_else_they_hold(tmp_path: Path) -> None:
    path = tmp_path / "any.jsonl"
    path.write_text('{"said": "a b", "heard": "a c"}\n{"said": "d", "heard": "d"}\n')
    result = scoring.score_files(path, ref_column="said", hyp_column="heard")
    assert (result.wer, result.table.made_up) == (1 / 3, True)


def test_columns_of_a_parquet_file_are_named(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    import pyarrow
    import pyarrow.parquet

    names, *rows = TABLE
    columns = {name: [row[place] for row in rows] for place, name in enumerate(names)}
    pyarrow.parquet.write_table(pyarrow.table(columns), tmp_path / "t.parquet")
    result = scoring.score_files(tmp_path / "t.parquet", ref_column="said", hyp_column="heard", id_column="key")
    assert result.counts == ONE_IN_FOUR


@pytest.mark.parametrize(
    ("head", "rows", "said"),
    [
        ("id,ref,hyp", ["u1,a,a", "u1,b,x", "u2,c,c"], "1 id (u1) occurs in more than one row, with different texts"),
        ("id,ref,hyp", ["u1,a,a", "u1,a,a", "u2,c,x"], "1 id (u1) occurs in more than one row, with the same texts"),
        ("audio_filepath,text,pred_text", ["a.wav,a,a", "b.wav,b,x", "a.wav,c,c"], "1 id (a) occurs in"),
        ("id,start,end,ref,hyp", ["u1,0,1,a,a", "u1,1,2,b,x", "u2,2,3,c,c"], "1 id (u1) occurs in"),
    ],
)
def test_ids_that_stand_in_two_rows_of_one_table_are_said(
    tmp_path: Path, head: str, rows: list[str], said: str
) -> None:
    path = tmp_path / "table.csv"
    path.write_text("\n".join((head, *rows, "")))
    result = scoring.score_files(path)
    assert [utterance.id for utterance in result.utterances] == ["1", "2", "3"]
    assert result.counts == scoring.Counts(2, 1, 0, 0)
    (text,) = [notice.text for notice in result.notices if notice.name.startswith("repeated ")]
    assert text.startswith(said)


def test_rows_that_a_merge_has_doubled_are_a_warning_of_python() -> None:
    rows = [{"id": f"u{number}", "ref": "a b c d e f g h", "hyp": "a b c d e f g"} for number in range(9)]
    said = r"1 id \(u0\) occurs in more than one row, with the same texts: each row counts"
    with pytest.warns(UserWarning, match=said):
        assert scorelite.wer([*rows, rows[0]]) == 0.125
    with pytest.warns(UserWarning, match=said):
        assert scorelite.score([*rows, rows[0]]).wer == 0.125
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scorelite.wer(rows)
        scorelite.wer([*rows, {**rows[0], "hyp": "a b c d e f g i"}])


def test_a_hypothesis_that_is_a_copy_of_the_reference_is_said_of_many_rows(tmp_path: Path) -> None:
    rows = [{"id": f"u{number}", "ref": f"a b c d {number}", "hyp": f"a b c d {number}"} for number in range(20)]
    said = "0.0 %: columns 'ref' and 'hyp' have the same text in all of 20 rows: is one a copy of the other?"
    with pytest.warns(UserWarning, match=re.escape(said)):
        assert scorelite.wer(rows) == 0
    path = tmp_path / "table.csv"
    path.write_text("\n".join(["id,ref,hyp", *(",".join(row.values()) for row in rows)]))
    assert said in map(str, scoring.score_files(path).notices)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scorelite.wer(rows[:19])
        scorelite.wer([{**row, "hyp": row["hyp"].upper()} for row in rows])


def test_a_column_that_tells_the_rows_of_one_id_apart_is_named(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    rows = [f"u{number},{number},{model},a b,a {model}" for number in range(3) for model in ("tiny", "large")]
    path.write_text("\n".join(("id,number,model,ref,hyp", *rows, "")))
    result = scoring.score_files(path)
    (text,) = [notice.text for notice in result.notices if notice.name == "repeated ids"]
    assert text.endswith("column 'model' tells them apart: result.by('model') has the rate of each")
    assert {*result.by("model")} == {"tiny", "large"}


def test_columns_whose_names_differ_by_the_side_alone_are_a_pair(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("id,wer,reference_words,raw_reference,raw_hypothesis\n1,0.5,2,a b,a x\n")
    assert scoring.score_files(path).counts == scoring.Counts(1, 1, 0, 0)
    head = "raw_reference,raw_hypothesis,ref_norm,pred_norm"
    path.write_text(f"id,{head}\n1,A b,a x,a b,a x\n")
    with pytest.raises(UsageError) as caught:
        scoring.score_files(path)
    assert str(caught.value).endswith(
        "; the table has ref_column='raw_reference' with hyp_column='raw_hypothesis' or "
        "ref_column='ref_norm' with hyp_column='pred_norm'"
    )


def test_rows_of_a_manifest_that_are_equal_are_said(tmp_path: Path) -> None:
    row = '{"audio_filepath": "a.wav", "duration": 2.0, "text": "good day", "pred_text": "good"}\n'
    path = tmp_path / "manifest.json"
    path.write_text(row + row)
    (text,) = [notice.text for notice in scoring.score_files(path).notices if notice.name == "repeated ids"]
    assert text == "1 segment occurs more than once, such as 'a' at 0 s, with the same times and text: each counts"
    path.write_text(row + row.replace("good day", "good night"))
    (text,) = [notice.text for notice in scoring.score_files(path).notices if notice.name == "repeated ids"]
    assert text.endswith("such as 'a' at 0 s, with the same times and different texts: each counts")
    path.write_text(row + row.replace("a.wav", "b/a.wav").replace("good day", "good night"))
    assert [notice.name for notice in scoring.score_files(path).notices] == ["columns"]


def test_parts_of_one_recording_with_times_share_its_name_without_a_word(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("audio_filepath,offset,duration,text,pred_text\na.wav,0,1,a,a\na.wav,1,1,b,x\n")
    assert [notice.name for notice in scoring.score_files(path).notices] == ["columns"]


@pytest.mark.parametrize(
    "names",
    [
        *(("references", "predictions"), ("reference", "hypotheses"), ("txt", "hyp")),
        *(("gt", "pred"), ("truth", "preds"), ("text", "output"), ("label", "predicted"), ("expected", "actual")),
    ],
)
def test_plural_names_of_columns_are_usual_ones(tmp_path: Path, names: tuple[str, str]) -> None:
    path = tmp_path / "table.csv"
    path.write_text(f"{','.join(names)}\nhello there,hello here\ngood day,good day\n")
    assert scoring.score_files(path).counts == ONE_IN_FOUR


def test_two_tables_are_paired_by_the_column_of_ids(tmp_path: Path) -> None:
    ref = table(tmp_path / "ref.csv")
    (tmp_path / "hyp.jsonl").write_text('{"key": "u2", "out": "good day"}\n{"key": "u1", "out": "hello here"}\n')
    result = scoring.score_files(ref, tmp_path / "hyp.jsonl", ref_column="said", hyp_column="out", id_column="key")
    assert result.counts == ONE_IN_FOUR
    (tmp_path / "ref.trn").write_text("hello there (u1)\ngood day (u2)\n")
    result = scoring.score_files(tmp_path / "ref.trn", tmp_path / "hyp.jsonl", hyp_column="out", id_column="key")
    assert result.counts == ONE_IN_FOUR


def test_two_tables_have_their_columns_of_ids_under_two_names(tmp_path: Path) -> None:
    (tmp_path / "ref.csv").write_text("utt,text\nu1,hello there\nu2,good day\n")
    (tmp_path / "hyp.csv").write_text("item,text\nu2,good day\nu1,hello here\n")
    (tmp_path / "odd.csv").write_text('"utt,item",text\nu2,good day\nu1,hello here\n')
    for hyp in ("hyp.csv", "odd.csv"):
        result = scoring.score_files(tmp_path / "ref.csv", tmp_path / hyp, id_column="utt,item")
        assert result.counts == ONE_IN_FOUR
    with pytest.raises(FormatError, match="no column 'utt, x' among 'item', 'text'"):
        scoring.score_files(tmp_path / "ref.csv", tmp_path / "hyp.csv", id_column="utt, x")
    with pytest.raises(UsageError, match="of type tuple; expected a text, such as 'utt,file' for two tables"):
        scoring.score_files(tmp_path / "ref.csv", tmp_path / "hyp.csv", id_column=("utt", "item"))
    with pytest.raises(UsageError, match="'ref_id_column' is unknown; expected id_column='REF,HYP': the first of"):
        scoring.score_files(tmp_path / "ref.csv", tmp_path / "hyp.csv", ref_id_column="utt")


def test_a_table_without_ids_is_named_with_its_columns(tmp_path: Path) -> None:
    (tmp_path / "ref.csv").write_text("line,text\nu1,hello there\n")
    (tmp_path / "hyp.csv").write_text("id,text\nu1,hello there\n")
    for sides in (("ref.csv", "hyp.csv"), ("hyp.csv", "ref.csv")):
        with pytest.raises(UsageError) as caught:
            scoring.score_files(*(tmp_path / side for side in sides))
        assert "ref.csv (columns 'line', 'text') has neither ids nor times; id_column='NAME'" in str(caught.value)
        assert "hyp.csv (" not in str(caught.value)


NAMES_IN_ANOTHER_FORM = [("File Name", "Transcript"), ("filename", "TEXT"), ("Audio-File", " Sentence ")]


@pytest.mark.parametrize("names", NAMES_IN_ANOTHER_FORM)
@pytest.mark.parametrize("suffix", ["csv", "tsv", "jsonl", "parquet"])
def test_usual_names_are_known_in_any_case_and_with_blanks_or_hyphens(
    tmp_path: Path, suffix: str, names: tuple[str, str]
) -> None:
    rows = [("b/u1.flac", "hello here"), ("u2.flac", "good day")]
    path = tmp_path / f"hyp.{suffix}"
    if suffix == "parquet":
        columns = dict(zip(names, zip(*rows, strict=True), strict=True))
        peer("pyarrow.parquet").write_table(peer("pyarrow").table(columns), path)
    elif suffix == "jsonl":
        path.write_text(lines([dict(zip(names, row, strict=True)) for row in rows]))
    else:
        path.write_text("".join((",", "\t")[suffix == "tsv"].join(row) + "\n" for row in [names, *rows]))
    (tmp_path / "ref.csv").write_text("ID,Text\nu1,hello there\nu2,good day\n")
    assert scoring.score_files(tmp_path / "ref.csv", path).counts == ONE_IN_FOUR
    if suffix != "parquet":
        formats.write(formats.read(path), tmp_path / "again", format=suffix)
        assert (tmp_path / "again").read_bytes() == path.read_bytes()


def test_a_name_as_it_is_written_wins_over_another_form(tmp_path: Path) -> None:
    read = formats.read
    assert read(b"Id,Text,sentence\na,no,yes\n", format="csv").texts() == ["yes"]
    assert read(b"Id,TEXT,Text\na,yes,no\n", format="csv").texts() == ["yes"]
    assert read(b'{"id": "a", "Text": "yes"}\n{"id": "b", "Text": "no", "Speaker": "x"}\n').texts() == ["yes", "no"]
    (tmp_path / "r.csv").write_text("id,text\na,good day\n")
    (tmp_path / "h.csv").write_text("id,text,Prediction\na,good tea,good day\n")
    assert scoring.score_files(tmp_path / "r.csv", tmp_path / "h.csv").counts.errors == 1


def test_ids_of_manifests_are_read_from_their_column(manifest: Path) -> None:
    assert formats.read(manifest, id="key").ids() == ["k1", "k2"]
    result = scoring.score_files(manifest, manifest, ref_column="text", hyp_column="pred_text", id_column="key")
    assert [utterance.id for utterance in result.utterances] == ["k1", "k2"]


def test_text_with_tabs_leads_to_the_format_that_reads_them_as_columns(tmp_path: Path) -> None:
    """Excel calls such a file Unicode text."""
    (tmp_path / "a.txt").write_text("said\theard\ngood day\tgood way\n", encoding="utf-16")
    with pytest.raises(UsageError, match="; ref_format='tsv' reads columns between tabs"):
        scoring.score_files(tmp_path / "a.txt", ref_column="said", hyp_column="heard")
    result = scoring.score_files(tmp_path / "a.txt", ref_column="said", hyp_column="heard", ref_format="tsv")
    assert result.counts.errors == 1


def test_columns_that_are_missing_or_misplaced_are_errors(manifest: Path, tmp_path: Path) -> None:
    path = table(tmp_path / "t.csv")
    (tmp_path / "a.trn").write_text("a (x-1)\n")
    for words, expected in (
        ((path,), "no column with a usual name for references among 'key', 'said', 'heard'; expected ref_column="),
        ((tmp_path / "a.trn",), "no hypothesis; expected a second file, or a table"),
        (
            (tmp_path / "a.trn", path),
            r"t.csv: no column with a usual name for texts \(pred_text, .*, text, .*'heard'; expected hyp_column=",
        ),
    ):
        with pytest.raises(UsageError, match=expected):
            scoring.score_files(*words)
    with pytest.raises(UsageError, match="no column 'nosuch' among"):
        scoring.score_files(path, ref_column="said", hyp_column="nosuch")
    with pytest.raises(UsageError, match="is both reference and hypothesis"):
        scoring.score_files(path, ref_column="said", hyp_column="said")
    with pytest.raises(UsageError, match="a.trn is not a table; hyp_column="):
        scoring.score_files(path, tmp_path / "a.trn", ref_column="said", hyp_column="x")
    with pytest.raises(UsageError, match="neither .* is a table; id_column="):
        scoring.score_files(tmp_path / "a.trn", tmp_path / "a.trn", id_column="x")
    with pytest.raises(FormatError, match="nosuch"):
        scoring.score_files(manifest, manifest, hyp_column="nosuch")


def test_a_table_without_a_name_is_read_by_the_format_that_the_message_asks_for() -> None:
    data = b"key,said,heard\n1,a b,a c\n2,c d,c d\n"
    with pytest.raises(UsageError, match=r"no hypothesis; expected .*hypotheses; ref_format= names its format$"):
        scoring.score_files(data)
    assert scoring.score_files(data, ref_format="csv", ref_column="said", hyp_column="heard").counts == ONE_IN_FOUR


def test_the_command_line_has_the_same(scorelite: Run, manifest: Path, tmp_path: Path) -> None:
    done = scorelite("score", "manifest.jsonl")
    assert (done.returncode, b"WER     25.0 %" in done.stdout, b"column 'pred_text'" in done.stdout) == (0, True, True)
    table(tmp_path / "t.csv")
    done = scorelite("score", "t.csv", "--ref-column", "said", "--hyp-column", "heard", "--id-column", "key", "--json")
    document = json.loads(done.stdout)
    assert (document["errors"], [notice["name"] for notice in document["notices"]]) == (1, ["columns"])
    assert "choose" not in document["notices"][0]["text"]  # both were chosen


def test_names_that_resemble_usual_ones_are_named(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("id,prompt_text,reference_original,reference_path,hypothesis_raw\nu1,a,a b,x.txt,a c\n")
    with pytest.raises(UsageError, match="second file; perhaps 'reference_original' or 'prompt_text'$"):
        scoring.score_files(path)
    with pytest.raises(UsageError, match="second file; perhaps 'hypothesis_raw'$"):
        scoring.score_files(path, ref_column="reference_original")
    path.write_text("Nr,Referenz (manuell),ASR-Text,Bemerkung\n1,a b,a c,\n")
    with pytest.raises(UsageError, match="second file; perhaps 'Referenz .manuell.'$"):
        scoring.score_files(path)


@pytest.mark.parametrize("right", [0, 5])
def test_null_in_place_of_recognised_text_is_an_answer_without_words(right: int, tmp_path: Path) -> None:
    """Where the core reads the other rows, and where most rows are odd."""
    answers = [None, None, *["good day"] * right]
    rows = [{"audio_filepath": f"{n}.wav", "text": "good day", "pred_text": answer} for n, answer in enumerate(answers)]
    path = tmp_path / "manifest.json"
    path.write_text(lines(rows), encoding="utf-8")
    result = scoring.score_files(path)
    assert result.counts == scoring.Counts(2 * right, 0, 4, 0)
    assert "2 texts of the hypothesis are null: scored as empty" in map(str, result.notices)
    path.write_text(lines([*rows, {"audio_filepath": "x.wav", "text": "good day"}]), encoding="utf-8")
    with pytest.raises(FormatError, match="no 'pred_text'"):
        scoring.score_files(path)


def test_lines_called_gt_and_pred_are_pairs(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("GT  : hello there\nPred: hello here\n---\nGT  : good day\nPred: good day\n---\n", encoding="utf-8")
    assert scoring.score_files(path).counts == ONE_IN_FOUR


def test_a_path_to_texts_inside_objects_leads_to_lines_with_columns(tmp_path: Path) -> None:
    path = tmp_path / "cuts.jsonl"
    inside = [{"text": "good day", "custom": {"hyp": "good tea"}}]
    path.write_text(lines([{"id": name, "start": 0, "supervisions": inside} for name in "ab"]), encoding="utf-8")
    with pytest.raises(
        UsageError, match=r"jq -c '\{id, ref: \.supervisions\[0\]\.text, hyp: \.supervisions\[0\]\.custom"
    ):
        scoring.score_files(path, ref_column="supervisions.0.text", hyp_column="supervisions.0.custom.hyp")
