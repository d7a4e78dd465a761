"""Objects of other libraries in memory: read as the files that they stand for, and given back."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

import scorelite
from scorelite import FormatError, UsageError
from scorelite.scoring.segments.api import score_segments
from scorelite.scoring.segments.rates import der
from tests.peers import peer

ROWS: dict[str, list[Any]] = {"id": ["a", "b"], "text": ["x y", "z"], "hyp": ["x", "z"], "accent": ["us", "uk"]}


def test_a_frame_of_pandas_holds_both_sides_whatever_its_index() -> None:
    pandas = peer("pandas")
    peer("pyarrow")
    frame = pandas.DataFrame(ROWS | {"accent": pandas.Categorical(ROWS["accent"])}, index=[7, 3])
    result = scorelite.score(frame)
    assert (result.wer, result.utterances["b"].columns) == (1 / 3, {"accent": "uk"})


def test_two_frames_are_paired_by_id() -> None:
    frame = peer("pandas").DataFrame(ROWS)
    peer("pyarrow")
    assert scorelite.score_files(frame[["id", "text"]], frame[["id", "hyp"]].iloc[::-1]).wer == 1 / 3


def test_a_missing_text_is_null() -> None:
    frame = peer("pandas").DataFrame(ROWS | {"hyp": ["x", None]})
    peer("pyarrow")
    result = scorelite.score(frame)
    assert (result.counts.deletions, [notice.name for notice in result.notices][-1]) == (2, "null hypothesis")


def test_turns_without_texts_are_scored_from_frames_and_lists() -> None:
    pandas, pyarrow = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    rows = [{"start": 0, "end": 5.1, "speaker": "a"}, {"start": 5.1, "end": 10, "speaker": "b"}]
    labels = [{"onset": 0.0, "duration": 4.1, "label": "x"}, {"onset": 4.1, "duration": 5.9, "label": "y"}]
    file = b"SPEAKER t 1 0 5.1 <NA> <NA> a <NA> <NA>\nSPEAKER t 1 5.1 4.9 <NA> <NA> b <NA> <NA>\n"
    for ref in (pandas.DataFrame(rows), pyarrow.Table.from_pylist(rows), rows, file):
        for hyp in (labels, pandas.DataFrame(labels)):
            assert der(ref, hyp) == pytest.approx(0.1)
    both = [{**row, "recording": name} for name in "ab" for row in rows]
    assert [part.name for part in score_segments(both, both, measure="der").parts] == ["a", "b"]
    named = pandas.DataFrame([{**row, "text": "good day"} for row in rows])
    assert der(named, rows) == 0.0
    assert score_segments(named, named, measure="classes").error_rate == 0.0


@pytest.mark.parametrize("row", [{"start": None, "end": 2}, {"start": "x", "end": 2}, {"start": 0, "end": None}])
def test_turns_without_times_are_refused(row: dict[str, object]) -> None:
    with pytest.raises(FormatError, match=r"<list>:1:"):
        der([{"speaker": "a", **row}], [{"start": 0, "end": 2, "speaker": "a"}])


def test_tables_of_pyarrow_are_read() -> None:
    table = peer("pyarrow").table(ROWS)
    assert scorelite.read(table).texts() == ["x y", "z"]


def test_frames_of_polars_are_read() -> None:
    frame = peer("polars").DataFrame(ROWS)
    peer("pyarrow")
    assert scorelite.score(frame).by("accent")["us"].deletions == 1


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames_are_read_without_pyarrow_as_with_it(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    frames, _ = peer(library), peer("pyarrow")
    day, sound = date(2024, 5, 17), b"RIFF"
    columns = {
        "text": ["x y", "z", None],
        "hyp": ["x", None, "z"],
        "number": [1, 2, 3],
        "share": [0.25, float("nan"), 1.0],
        "right": [True, False, True],
        "day": [day] * 3,
        "price": [Decimal("1.50")] * 3,
        "audio": [sound] * 3,
    }
    frame = frames.DataFrame(columns, **({"index": ["u", "v", "w"]} if library == "pandas" else {}))
    with_arrow = scorelite.score(frame)
    rows = [each.columns for each in with_arrow]
    monkeypatch.setattr("scorelite.formats.frames.has_arrow", lambda: False)
    without = scorelite.score(frame)
    assert [each.counts for each in without] == [each.counts for each in with_arrow]
    assert [each.id for each in without] == [each.id for each in with_arrow]
    assert [notice.name for notice in without.notices] == [notice.name for notice in with_arrow.notices]
    kept = ("number", "right", "day", "price")
    assert [[each.columns[name] for name in kept] for each in without] == [[row[name] for name in kept] for row in rows]
    assert without[1].columns["share"] in (None, "NaN")
    assert "audio" not in without[1].columns
    with pytest.raises(UsageError, match=r"holds lists; expected texts, such as frame\['words'\]"):
        scorelite.score(frames.DataFrame({"id": ["a"], "words": [["x", "y"]]}))


def test_a_number_that_is_none_is_a_cell_of_another_column() -> None:
    peer("pyarrow")
    frame = peer("polars").DataFrame({**ROWS, "snr": [float("nan"), float("inf")]})
    assert [each.columns["snr"] for each in scorelite.score(frame)] == ["NaN", "Infinity"]


def test_chosen_rows_of_a_data_set_are_read() -> None:
    rows = peer("datasets").Dataset.from_dict(ROWS).select([1])
    assert [*scorelite.score(rows).by("accent")] == ["uk"]


def test_splits_of_a_data_set_are_named() -> None:
    datasets = peer("datasets")
    with pytest.raises(UsageError, match=r"splits \(test\); expected one of them, such as dataset\['test'\]"):
        scorelite.score(datasets.DatasetDict({"test": datasets.Dataset.from_dict(ROWS)}))


CHUNKS = {"text": " good day you", "chunks": [{"timestamp": (0.0, 1.5), "text": " good day"}]}
SUPERVISIONS = (
    b'{"id": "u1", "recording_id": "talk", "start": 0.5, "duration": 1.0, "text": "hi", "speaker": "ann"}\n'
    b'{"id": "u2", "recording_id": "talk", "start": 1.5, "duration": 1.25, "text": "ho", "speaker": "ben"}\n'
)


def segments(target: Any) -> list[tuple[float | None, float | None, str, str]]:
    """Times, text and speaker of each segment of what is read."""
    corpus = target if isinstance(target, scorelite.Corpus) else scorelite.read(target)
    return [(each.start, each.end, each.text or "", each.speaker) for each in corpus.segments]


def words(target: Any) -> list[tuple[str, float | None, float | None]]:
    """The words with their times of what is read."""
    return [(item.value, item.start, item.end) for each in scorelite.read(target).segments for item in each.items or ()]


def test_a_dictionary_of_whisper_is_read_as_its_file() -> None:
    answer = {"text": "hi you", "segments": [{"start": 0.0, "end": 1.0, "text": "hi you", "seek": 0}], "language": "en"}
    assert segments(answer) == [(0.0, 1.0, "hi you", "")]
    assert scorelite.read(answer).format == "whisper"


def test_the_answer_of_a_pipeline_of_transformers_has_segments() -> None:
    more = {"timestamp": (1.5, None), "text": " you two"}
    assert segments({**CHUNKS, "chunks": [*CHUNKS["chunks"], more]}) == [
        (0.0, 1.5, "good day", ""),
        (1.5, 6.5, "you two", ""),
    ]


@pytest.mark.parametrize("broken", [b"", b"[" * 100_000, b"9" * 5000 + b"}]}"])
def test_a_broken_answer_of_a_pipeline_is_told_with_its_place(broken: bytes) -> None:
    with pytest.raises(FormatError, match="<bytes>:1:"):
        scorelite.read(b'{"chunks": [{"timestamp": ' + broken, format="whisper")


def test_chunks_of_a_word_each_are_words() -> None:
    chunks = [{"timestamp": [0.0, 0.5], "text": " good"}, {"timestamp": [0.5, 1.5], "text": " day"}]
    assert words({"text": " good day", "chunks": chunks}) == [("good", 0.0, 0.5), ("day", 0.5, 1.5)]


def test_numbers_of_numpy_are_numbers() -> None:
    numpy = peer("numpy")
    answer = {
        "text": "hi",
        "segments": [{"start": numpy.float32(0.5), "end": numpy.float64(1.0), "text": "hi", "seek": 0}],
    }
    assert segments(answer) == [(0.5, 1.0, "hi", "")]


def test_a_value_that_json_has_not_is_refused_by_its_type() -> None:
    with pytest.raises(UsageError, match="an object of type set; expected texts, numbers, lists"):
        scorelite.read({"text": "hi", "segments": [{"text": {"hi"}}]})


def test_rows_of_a_manifest_hold_both_sides() -> None:
    rows = [{"audio_filepath": "a.wav", "duration": 1.0, "text": "a dog", "pred_text": "a fog"}]
    assert scorelite.score(rows).wer == 0.5


def test_two_lists_of_rows_are_paired_by_id() -> None:
    refs = [{"id": "a", "text": "x y"}, {"id": "b", "text": "z"}]
    hyps = [{"id": "b", "text": "z"}, {"id": "a", "text": "x"}]
    assert scorelite.score(refs, hyps).wer == 1 / 3


def test_rows_of_texts_alone_are_not_taken_for_plain_text() -> None:
    assert scorelite.read([{"text": "x y"}, {"text": "z"}]).texts() == ["x y", "z"]
    assert scorelite.read(b'{"text": "x y"}\n{"text": "z"}\n').format == "jsonl"


def test_a_text_meets_an_object() -> None:
    assert scorelite.wer("good day you", CHUNKS) == 1 / 3
    assert scorelite.wer(CHUNKS, "good day") == 0


def test_a_list_of_texts_beside_an_object_names_the_fix() -> None:
    with pytest.raises(UsageError, match=r"hyps is a list of texts, .* \[row\['text'\] for row in rows\]"):
        scorelite.score([{"text": "a"}], ["a"])


def test_mappings_of_texts_stay_mappings() -> None:
    assert scorelite.score({"text": "a b"}, {"text": "a"}).utterances["text"].counts.deletions == 1


def test_subtitles_are_read_without_their_marks_and_given_back() -> None:
    pysubs2 = peer("pysubs2")
    file = pysubs2.SSAFile.from_string("1\n00:00:00,123 --> 00:00:01,500\nHi {\\i1}there{\\i0}\nyou\n", "srt")
    file[0].name = "ann"
    file.append(pysubs2.SSAEvent(type="Comment", text="left out"))
    assert segments(file) == [(0.123, 1.5, "Hi there you", "ann")]
    assert segments(scorelite.to_library(scorelite.read(file), "pysubs2")) == segments(file)


def test_tiers_of_praat_are_read_and_given_back() -> None:
    textgrid = peer("textgrid")
    grid, tier = textgrid.TextGrid(), textgrid.IntervalTier("ann", 0, 5)
    tier.add(0.5, 1.25, 'hi "you"')
    grid.append(tier)
    assert segments(grid) == [(0.5, 1.25, 'hi "you"', "ann")]
    assert segments(scorelite.to_library(scorelite.read(grid), "textgrid")) == segments(grid)
    with pytest.raises(UsageError, match="a IntervalTier without its TextGrid; expected the TextGrid that holds it"):
        scorelite.read(tier)


@pytest.mark.parametrize("home", ["lxml.etree", "xml.etree.ElementTree"])
def test_elements_are_read_as_their_file(home: str) -> None:
    etree = peer(home)
    text = '<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="0s" end="1s">hi you</p></div></body></tt>'
    root = etree.fromstring(text)
    assert segments(root) == segments(etree.ElementTree(root)) == [(0.0, 1.0, "hi you", "")]


def test_an_annotation_of_pyannote_holds_speakers_and_is_given_back() -> None:
    core = peer("pyannote.core")
    ref, hyp = core.Annotation(uri="talk"), core.Annotation(uri="talk")
    ref[core.Segment(0, 1.1)], ref[core.Segment(1.1, 2.3)] = "ann b", "ben"
    hyp[core.Segment(0, 1.0)], hyp[core.Segment(1.0, 2.3)] = "1", "2"
    assert segments(ref) == [(0, 1.1, "", "ann b"), (1.1, 2.3, "", "ben")]
    back = scorelite.to_library(scorelite.read(ref), "pyannote")
    assert (back.uri, [*back.rename_tracks().itertracks(True)]) == (
        "talk",
        [*ref.rename_tracks().itertracks(True)],
    )
    rates = {
        score_segments(*sides, measure="diarisation").error_rate for sides in ((ref, hyp), ({"t": ref}, {"t": hyp}))
    }
    assert rates == {der(ref, hyp)}
    assert der(ref, hyp) == pytest.approx(0.1 / 2.3)
    regions = core.Timeline([core.Segment(0, 1)], uri="talk")
    assert score_segments(ref, hyp, measure="diarisation", regions=regions).error_rate == 0


def test_supervisions_and_cuts_of_lhotse_are_read_and_given_back() -> None:
    lhotse = peer("lhotse")
    corpus = scorelite.read(SUPERVISIONS)
    supervisions = scorelite.to_library(corpus, "lhotse")
    assert segments(supervisions) == segments([*supervisions]) == segments(corpus)
    cut = peer("lhotse.testing.dummies").dummy_cut(0, start=3.0, duration=5.0, supervisions=[*supervisions])
    assert [begin for begin, *_ in segments(lhotse.CutSet.from_cuts([cut]))] == [3.5, 4.5]


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow", "datasets"])
def test_tables_are_given_back(library: str) -> None:
    peer(library)
    peer("pyarrow")
    corpus = scorelite.read(SUPERVISIONS)
    assert segments(scorelite.to_library(corpus, library)) == segments(corpus)


@pytest.mark.parametrize("library", ["whisper", "nemo", "lxml"])
def test_documents_are_given_back(library: str) -> None:
    corpus = scorelite.read(SUPERVISIONS)
    keywords = {"format": "ttml"} if library == "lxml" else {}
    assert segments(scorelite.to_library(corpus, library, **keywords)) == segments(corpus)


def test_an_unknown_library_is_named_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="library 'panda' is unknown; did you mean pandas"):
        scorelite.to_library(scorelite.read(SUPERVISIONS), "panda")
    with pytest.raises(UsageError, match=r"u1 has no times, which an annotation needs|subtitles need"):
        scorelite.to_library(scorelite.read(b"hi (u1)\n"), "pysubs2")


def test_one_list_needs_hypotheses() -> None:
    with pytest.raises(UsageError, match="hyps is missing; expected hypotheses, or one table"):
        scorelite.score(["x"])
