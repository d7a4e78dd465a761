"""Further columns of a reference's table: they travel from the file to results, sums and tables."""

import json
import pickle
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

import scorelite
from scorelite import UsageError, read
from scorelite.scoring.words.json_text import json_chunks
from scorelite.scoring.words.table_columns import NO_COLUMNS
from scorelite.scoring.words.totals import Totals
from tests.peers import peer

TABLE = """id,text,hyp,accent,age,speaker
a,good day,good day,uk,30,ann
b,good day,good way,us,30,bob
c,yes,,us,,bob
"""


@pytest.fixture
def result():
    return scorelite.score_files(TABLE.encode())


def test_columns_beside_texts_and_ids_belong_to_utterances(result):
    assert result.utterances["b"].columns == {"accent": "us", "age": "30", "speaker": "bob"}


def test_groups_are_values_of_a_column(result):
    assert {name: counts.wer for name, counts in result.by("accent").items()} == {"uk": 0.0, "us": 2 / 3}
    assert [*result.by("speaker")] == ["ann", "bob"]
    assert result.group_counts("accent")["us"][0] == 2
    assert [*result.group_counts("accent")] == ["us", "uk"]


def test_speakers_of_a_manifest_are_a_column_next_to_its_others():
    rows = (
        b'{"audio_filepath": "a.wav", "text": "good day", "pred_text": "good", "speaker": "ann", "snr": 3}\n'
        b'{"audio_filepath": "b.wav", "text": "yes", "pred_text": "yes", "speaker": "bob", "snr": 5}\n'
    )
    result = scorelite.score_files(rows)
    assert {name: counts.wer for name, counts in result.by("speaker").items()} == {"ann": 0.5, "bob": 0.0}
    assert result.utterances["a"].columns["speaker"] == "ann"
    assert result.utterances["a"].columns["snr"] == "3"
    assert "speaker" not in scorelite.score_files(rows.replace(b"speaker", b"gender")).utterances["a"].columns


def test_members_of_supervisions_are_columns_and_so_are_the_fields_of_their_corpus():
    row = {"id": "a", "recording_id": "r", "start": 0, "duration": 1, "text": "yes"}
    own = row | {"speaker": "ann", "language": "en", "custom": {"dialect": "us"}}
    ref = "\n".join(map(json.dumps, (own, row | {"id": "b", "language": "de"}))).encode()
    result = scorelite.score_files(ref, b"a yes\nb no\n", hyp_format="kaldi")
    assert {name: counts.wer for name, counts in result.by("language").items()} == {"en": 0.0, "de": 1.0}
    assert (result.utterances["a"].columns["dialect"], result.utterances["a"].columns["speaker"]) == ("us", "ann")


def test_an_interval_draws_values_of_a_column(result):
    assert result.interval(by="accent") != result.interval()


def test_an_interval_refuses_to_draw_a_value_that_some_texts_lack():
    result = scorelite.score_files(TABLE.replace("us,,bob", "us,,").encode())
    with pytest.raises(UsageError, match=r"1 of 3 utterances has no speaker, .*, or utterances"):
        result.interval(by="speaker")


def test_an_unknown_column_names_those_of_the_table(result):
    with pytest.raises(UsageError, match=r"no group 'sex'; expected one of: speaker, accent, age"):
        result.by("sex")


def test_two_files_are_paired_in_the_order_of_the_reference():
    ref = b"id,text,accent\na,good day,uk\nb,yes,us\n"
    result = scorelite.score_files(ref, b"id,text,accent\nb,yes,x\na,good,y\n")
    assert {each.id: each.columns["accent"] for each in result} == {"a": "uk", "b": "us"}


def test_missing_references_leave_their_cells_out():
    ref = b"id,text,accent\na,good day,uk\nb,yes,us\n"
    result = scorelite.score_files(ref, b"id,text\nb,yes\n", missing="skip")
    assert [*result.table.columns["accent"]] == ["us"]


def test_segments_with_times_keep_columns():
    row = '{"audio_filepath": "%s.wav", "duration": 1, "text": "good day", "noise": "%s"}\n'
    ref = "".join([row % ("b", "car"), row % ("a", "pub")]).encode()
    result = scorelite.score_files(ref, ref, ref_format="nemo", hyp_format="nemo")
    assert {each.segment.session: each.columns["noise"] for each in result} == {"a": "pub", "b": "car"}


def test_members_that_a_row_lacks_or_that_are_null_are_none():
    lines = '{"id": "a", "text": "x", "hyp": "x", "n": 7, "z": null}\n{"id": "b", "text": "x", "hyp": "x", "n": 8}\n'
    columns = [each.columns for each in scorelite.score_files(lines.encode())]
    assert columns == [{"n": "7", "z": None}, {"n": "8", "z": None}]


def test_pickles_files_and_tables_keep_columns(result, tmp_path):
    pytest.importorskip("pyarrow")
    result.save(tmp_path / "x.json")
    copies = [pickle.loads(pickle.dumps(result)), scorelite.load(tmp_path / "x.json")]
    copies += [result.totals(), Totals.from_arrow(result.totals().to_arrow())]
    assert [copy.by("accent") for copy in copies] == [result.by("accent")] * 4


def test_json_lists_the_columns_of_utterances(result):
    document = json.loads("".join(json_chunks(result, utterances=True)))
    assert document == result.to_dict(utterances=True)
    assert document["utterances"][2]["columns"] == {"accent": "us", "age": "", "speaker": "bob"}


def test_data_frames_have_the_columns_and_a_name_of_ours_gets_an_underscore():
    pytest.importorskip("pandas")
    frame = scorelite.score_files(b"id,text,hyp,wer,speaker\na,x,y,9,ann\n").to_pandas()
    assert (frame["wer"][0], frame["wer_"][0], frame["speaker"][0]) == (1.0, "9", "ann")


def test_categories_dates_and_decimals_are_groups_and_measures(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(
        {
            "id": ["a", "b"],
            "sex": pandas.Categorical(["f", "m"]),
            "born": pandas.Categorical([1990, 1980]),
            "day": [date(2026, 1, 2), date(2026, 1, 3)],
            "snr": [Decimal("1.50"), Decimal("2.00")],
        }
    )
    frame.to_parquet(tmp_path / "t.parquet")
    result = scorelite.score({"a": "x y", "b": "z"}, {"a": "x y", "b": "z"})
    for table in (frame, tmp_path / "t.parquet"):
        columns = result.with_columns(table)
        groups = {name: [*columns.group_counts(name)] for name in ("sex", "born", "day", "snr")}
        days = ["2026-01-02", "2026-01-03"]
        assert groups == {"sex": ["f", "m"], "born": ["1980", "1990"], "day": days, "snr": ["1.50", "2.00"]}
    numbers = frame[["id", "snr"]]
    numbers.to_parquet(tmp_path / "m.parquet")
    assert result.measured(numbers)["snr"].mean == result.measured(tmp_path / "m.parquet")["snr"].mean == 1.75


def test_categories_of_polars_are_groups(tmp_path: Path) -> None:
    polars = peer("polars")
    frame = polars.DataFrame({"id": ["a", "b"], "sex": polars.Series(["f", "m"], dtype=polars.Categorical)})
    frame.write_parquet(tmp_path / "t.parquet")
    result = scorelite.score({"a": "x y", "b": "z"}, {"a": "x y", "b": "z"})
    for table in (frame, tmp_path / "t.parquet"):
        assert [*result.with_columns(table).group_counts("sex")] == ["f", "m"]


def test_groups_by_a_mapping_a_series_or_a_function_are_those_of_a_table() -> None:
    pandas = pytest.importorskip("pandas")
    refs = {"a": "x y", "b": "z", "c": "u v w"}
    result = scorelite.score(refs, {"a": "x", "b": "z", "c": "u"})
    groups = {"a": 10, "b": 9.5, "c": float("nan")}
    table = pandas.DataFrame({"id": [*groups], "group": groups.values()}).astype({"group": object})
    expected = result.by(groups)
    assert [*expected] == ["9.5", "10", None]
    assert result.by(lambda utterance: groups[utterance.id]) == expected == result.totals().by(groups)
    assert result.by(pandas.Series(groups, dtype=object)) == expected
    assert result.by(pandas.Series(groups)) == result.with_columns(table.astype({"group": float})).by("group")


def test_groups_of_a_column_of_the_scored_frame_are_paired_by_its_index() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"id": ["a", "b", "c"], "text": ["x", "y", "z"], "hyp": ["x", "y", "q"]}, index=[4, 4, 7])
    sites = pandas.Series(["f", "m", "m"], index=frame.index)
    for result in (scorelite.score(frame), scorelite.score(frame["text"], frame["hyp"])):
        assert {name: counts.wer for name, counts in result.by(sites).items()} == {"f": 0, "m": 0.5}


def test_a_series_that_counts_rows_from_0_is_no_group_of_ids_that_count_from_1() -> None:
    pandas = pytest.importorskip("pandas")
    with pytest.raises(scorelite.UsageError, match=r"<Series>: its keys are 0 to 1, but ids begin at 1"):
        scorelite.score(["x", "y"], ["x", "y"]).by(pandas.Series(["f", "m"]))


def test_the_frame_of_the_texts_adds_its_columns_by_its_index() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"text": ["x", "y", "z"], "hyp": ["x", "y", "q"], "site": ["f", "m", "m"]})
    part = frame.iloc[[2, 0]]
    assert scorelite.score(part["text"], part["hyp"]).with_columns(frame).by("site")["m"].wer == 1
    result = scorelite.score(frame, ref_column="text", hyp_column="hyp")
    assert result.with_columns(frame[["site"]]).by("site") == result.by("site")
    with pytest.raises(scorelite.UsageError, match=r"'site', which .* with other values; result.by\('site'\) uses"):
        result.with_columns(frame[["site"]].assign(site="f"))


def test_maps_of_a_kaldi_folder_are_groups_of_its_text(tmp_path: Path) -> None:
    lines = {
        "text": "a-1 x y\na-2 z\nb-1 q\n",
        "utt2spk": "a-1 a\na-2 a\nb-1 b\n",
        "spk2gender": "a f\nb m\n",
        "utt2lang": "a-1 de\na-2 en\n",
        "utt2num_frames": "a-1 10\n",
    }
    for name, text in lines.items():
        (tmp_path / name).write_text(text)
    hyp = b"a-1 x\na-2 z\nb-1 q\n"
    for ref in (tmp_path, tmp_path / "text"):
        result = scorelite.score_files(ref, hyp, hyp_format="kaldi")
        assert [*result.table.columns] == ["speaker", "gender", "lang"]
        assert {name: counts.errors for name, counts in result.by("gender").items()} == {"f": 1, "m": 0}
        assert [*result.by("lang")] == ["de", "en", None]
    (tmp_path / "segments").write_text("a-1 talk 0 1\na-2 talk 1 2\nb-1 talk 2 3\n")
    (tmp_path / "utt2dur").write_text("a-1 1.0\n")
    timed = scorelite.score_files(tmp_path, hyp, hyp_format="kaldi")
    assert {name: counts.errors for name, counts in timed.by("gender").items()} == {"f": 1, "m": 0}


def test_many_numbers_of_a_mapping_become_ranges_as_those_of_a_column_do() -> None:
    refs = {f"u{number}": "x" for number in range(20)}
    groups = {name: number for number, name in enumerate(refs)}
    assert [*scorelite.score(refs, refs).by(groups)] == ["below 5", "5 to 10", "10 to 15", "15 or more"]


def test_ids_that_a_mapping_lacks_or_that_are_not_scored_are_warnings() -> None:
    result = scorelite.score({"a": "x y", "b": "z"}, {"a": "x", "b": "z"})
    with pytest.warns(UserWarning, match="<dict>: ") as warned:
        counts = result.by({"a": "f", "q": "m"})
    assert {name: each.reference for name, each in counts.items()} == {"f": 2, None: 1}
    assert [str(each.message) for each in warned] == [
        "<dict>: no group for 1 utterance, counted as None: 'b'",
        "<dict>: 1 row matches nothing that was scored: 'q'",
    ]
    assert {each.filename for each in warned} == {__file__}


def test_groups_that_cannot_be_joined_by_id_are_refused() -> None:
    pandas = pytest.importorskip("pandas")
    result = scorelite.score({"ann-1": "x"}, {"ann-1": "x"})
    with pytest.raises(scorelite.UsageError, match=r"none of its keys is a scored id: it has ann; expected ann-1"):
        result.by({"ann": "f"})
    with pytest.raises(scorelite.UsageError, match=r"index of the Series repeats labels or lacks some"):
        result.by(pandas.Series(["f", "m"], index=["a", "a"]))
    with pytest.raises(scorelite.UsageError, match="needs utterances, which totals do not store"):
        result.totals().by(lambda utterance: utterance.id)


def test_sums_have_the_columns_that_all_parts_have(result):
    others = scorelite.score_files(b"id,text,hyp,accent\nd,good,good,uk\n")
    total = result + others
    assert [*total.table.columns] == ["accent"]
    assert [total.utterances[name].columns["accent"] for name in "abcd"] == ["uk", "us", "us", "uk"]
    assert (total + scorelite.score({"e": "x"}, {"e": "x"})).table.columns is NO_COLUMNS


def test_a_table_without_further_columns_is_not_read_again():
    result = scorelite.score_files(b"id,text\na,x\n", b"id,text\na,y\n")
    assert result.table.columns is NO_COLUMNS
    assert result.utterances[0].columns == {}
    assert read(b"id,text\na,x\n", format="csv").table.column("attributes") is None


def test_a_csv_with_semicolons_is_detected() -> None:
    result = scorelite.score_files(b"id;text;hyp;accent\na;good day;good, day;uk\nb;yes;yes;us\n")
    assert (result.counts.substitutions, result.utterances[0].columns) == (1, {"accent": "uk"})


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])  # Excel's "Unicode text" is UTF-16 with tabs
def test_a_csv_with_tabs_is_read(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "both.csv").write_bytes("id\treference\thypothesis\na\tgood day\tgood way\n".encode(encoding))
    assert scorelite.score_files(tmp_path / "both.csv").counts.substitutions == 1
    (tmp_path / "one.csv").write_bytes("id\ttext\na\tgood, day\n".encode(encoding))
    assert list(scorelite.read(tmp_path / "one.csv").texts()) == ["good, day"]
    assert scorelite.read(b"id\ttext\na\tgood, day\n").format == "tsv"


@pytest.mark.parametrize(
    "document",
    [
        '{"reference": ["a b", "c"], "prediction": ["a c", "c"]}',
        '{"ref": {"0": "a b", "1": "c"}, "hyp": {"0": "a c", "1": "c"}}',
    ],
)
def test_columns_of_json_are_rows(tmp_path: Path, document: str) -> None:
    (tmp_path / "columns.json").write_text(document)
    result = scorelite.score_files(tmp_path / "columns.json")
    assert (result.counts.substitutions, result.counts.reference) == (1, 3)


def test_names_of_rows_of_json_columns_are_ids(tmp_path: Path) -> None:
    (tmp_path / "ref.json").write_text('{"text": {"u2": "c", "u1": "a b"}, "accent": {"u2": "us", "u1": "uk"}}')
    (tmp_path / "hyp.json").write_text('{"text": {"0": "a b", "1": "c"}, "id": {"0": "u1", "1": "u2"}}')
    result = scorelite.score_files(tmp_path / "ref.json", tmp_path / "hyp.json")
    assert (result.counts.errors, [utterance.id for utterance in result]) == (0, ["u2", "u1"])


@pytest.mark.parametrize("document", ['{"ref": ["a", "b"], "hyp": ["a"]}', '{"ref": {"0": "a"}, "hyp": {"1": "a"}}'])
def test_columns_of_json_that_do_not_fit_together_are_refused(tmp_path: Path, document: str) -> None:
    (tmp_path / "columns.json").write_text(document)
    with pytest.raises(scorelite.UsageError):
        scorelite.score_files(tmp_path / "columns.json")


def test_texts_without_blanks_name_the_unit_once() -> None:
    few = scorelite.score(["今天天气很好", "我们去公园吧"], ["今天天气很号", "我们去公圆吧"])
    assert [str(notice) for notice in few.notices] == [
        "texts have no blanks between words, so a phrase counts as one word: unit='character' scores characters"
    ]
    cut, whole = ["今日 は 天気 が いい です"], ["今日は天気がいいです"]
    for refs, hyps, side in ((cut, whole, "hypothesis"), (whole, cut, "reference")):
        (notice,) = map(str, scorelite.score(refs, hyps).notices)
        assert notice.startswith(f"texts of the {side} alone have no blanks between words")
    assert not scorelite.score(cut, ["今日 は 天気 が 悪い です"]).notices
    some = [f"the cat sat on mat {number}" for number in range(20)], ["今天天气很好"] * 4
    (notice,) = map(str, scorelite.score([*some[0], *some[1]], [*some[0], *["今天天气很号"] * 4]).notices)
    assert notice == (
        "some texts have no blanks between words, such as '今天天气很好', so a phrase counts as one word: "
        "normalise='mixed-units' scores the characters of such scripts"
    )
    many = scorelite.score(["今天天气很好"] * 20, ["今天天气很号"] * 20)
    assert [notice.name for notice in many.notices] == ["characters"]
    assert "same recordings" not in str(scorelite.score(["今天天气很好"] * 20, ["今天天气很号"] * 20, unit="character"))


@pytest.mark.parametrize("name", ["Speaker", "client_id", "speaker id", "speaker"])
def test_speakers_are_those_of_the_column_under_any_usual_name(name: str) -> None:
    rows = f"Time,{name},Text,hyp\n10:00:05,ann,good day,good\n10:00:07,bob,yes,yes\n".encode()
    result = scorelite.score_files(rows, id_column="Time")
    assert {name: counts.wer for name, counts in result.by("speaker").items()} == {"ann": 0.5, "bob": 0.0}
    assert result.speakers() == ["ann", "bob"]


def test_the_only_supervision_of_a_cut_has_columns(result):
    person = {"id": "x", "text": "other", "start": 0, "gender": "F", "custom": {"region": "north"}}
    cuts = [
        {"id": "a", "supervisions": [person], "custom": {"snr": 9}},
        {"id": "b", "supervisions": [person | {"gender": "M"}]},
        {"id": "c", "supervisions": [person, person]},
    ]
    result = result.with_columns("".join(f"{json.dumps(cut)}\n" for cut in cuts).encode())
    assert [*result.by("gender")] == ["F", "M", None]
    assert [*result.by("region")] == ["north", None]
    assert result.utterances["a"].columns["snr"] == "9"
    assert not {"start", "supervisions"} & {*result.utterances["a"].columns}
    with pytest.raises(UsageError, match=r"no group 'supervisions\.0\.gender'; expected gender"):
        result.by("supervisions.0.gender")
