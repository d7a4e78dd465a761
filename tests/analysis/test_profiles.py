"""Marks from files of other programs: classes of Rev's tables of words, and rare words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import scorelite
from scorelite.formats.errors import FormatError, UsageError
from scorelite.scoring.analysis import analyse
from scorelite.scoring.analysis.marks import marks_of
from scorelite.scoring.common.tagged import tagged_spans

HEAD = "token|speaker|ts|endTs|punctuation|case|tags|wer_tags\n"
ROWS = (
    "in|1||||LC|[]|[]\n"
    "May|1||||UC|['1:DATE']|['0', '1']\n"
    "twenty|1||||LC|['1:DATE']|['1']\n"
    "Ann|1||||UC|['2:PERSON', '3:ORG']|['2']\n"
    "Lee|1||||UC|['4:PERSON']|['2']\n"
    "it's|1||||LC|[]|['3']\n"
)
EXPLAINED = {"0": "MONTH", "1": "DATE", "2": "PERSON"}


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """A folder with the words of a recording, and what its wer_tags are."""
    (tmp_path / "talk.nlp").write_text(HEAD + ROWS)
    tags = {tag: {"entity_type": called} for tag, called in EXPLAINED.items()}
    (tmp_path / "talk.wer_tag.json").write_text(json.dumps(tags))
    return tmp_path


def test_words_of_one_tag_are_a_span_whose_insertions_count(talk: Path) -> None:
    marks = marks_of(f"nlp:{talk / 'talk.nlp'}")
    assert [(mark.label, mark.spans, mark.insertions) for mark in marks] == [
        ("DATE", ((1, 2),), "inside"),
        ("PERSON", ((3, 3), (4, 4)), "inside"),
    ]
    assert {mark.id for mark in marks} == {"talk"}


def test_tags_of_rates_overlap_and_have_no_insertions(talk: Path) -> None:
    marks = marks_of(f"nlp:{talk}:{talk}")
    assert {(mark.label, mark.spans, mark.insertions) for mark in marks} == {
        ("MONTH", ((1, 1),), "none"),
        ("DATE", ((1, 2),), "none"),
        ("PERSON", ((3, 4),), "none"),
        ("unexplained", ((5, 5),), "none"),
    }


def test_classes_of_a_recording_are_counted_by_reference_words(talk: Path) -> None:
    (talk / "hyp.txt").write_text("in may may twenty and ann\n")
    result = scorelite.score_files(talk / "talk.nlp", talk / "hyp.txt", hyp_format="txt")
    counted = {row.name: (row.counts.correct, row.counts.errors) for row in result.classes(f"nlp:{talk}:{talk}").rows}
    assert counted["DATE"] == (2, 0)
    assert counted["PERSON"] == (1, 1)


@pytest.mark.parametrize(
    ("rows", "tags", "message"),
    [
        ("Ann|1||||UC|['']|[]\n", None, "talk.nlp:2:1: the label ['']; expected [] or a list"),
        ("Ann|1||||UC|PERSON|[]\n", None, "talk.nlp:2:1: the label PERSON; expected [] or a list such as"),
        ("Ann|1||||UC|[]|[]\n", None, "no word of a class"),
        ("Ann|1||||UC|[]|['0']\n", "{", "talk.wer_tag.json:1:2: not JSON"),
        ("Ann|1||||UC|[]|['0']\n", '{"0": {}}', "the tag 0 has no entity_type"),
    ],
)
def test_labels_that_cannot_be_read_are_refused(talk: Path, rows: str, tags: str | None, message: str) -> None:
    (talk / "talk.nlp").write_text(HEAD + rows)
    if tags is not None:
        (talk / "talk.wer_tag.json").write_text(tags)
    with pytest.raises(FormatError) as refused:
        marks_of(f"nlp:{talk}" + (f":{talk}" if tags is not None else ""))
    assert message in str(refused.value)


@pytest.mark.parametrize(("line", "what"), [('[{"uniq_id": "u1"}]', "no object"), ("{}", "no uniq_id")])
def test_entities_of_another_shape_are_refused_with_their_line(tmp_path: Path, line: str, what: str) -> None:
    (tmp_path / "entities.jsonl").write_text(line)
    result = scorelite.score({"u1": "a"}, {"u1": "a"})
    with pytest.raises(FormatError, match=rf"entities\.jsonl:1:1: {what}; expected an object a line"):
        result.classes(f"contextasr:{tmp_path}/entities.jsonl")


def test_a_folder_without_such_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"has no file \*\.nlp; expected some"):
        marks_of(f"nlp:{tmp_path}")


TIMED = (
    "we|1|0.0|0.3||UC|[]|[]\n"
    "saw|1|0.3|0.6||LC|[]|[]\n"
    "Ann|1|0.6|1.0||UC|['1:PERSON']|[]\n"
    "Lee|1|6.0|6.4||UC|['1:PERSON']|[]\n"
    "go|1|6.4|6.7||LC|[]|[]\n"
)
HEARD = b"talk 1 0.0 0.3 we\ntalk 1 0.3 0.3 saw\ntalk 1 0.6 0.4 an\ntalk 1 6.0 0.4 lee\ntalk 1 6.4 0.3 home\n"


def test_words_with_times_are_those_of_all_utterances_of_the_recording(tmp_path: Path) -> None:
    path = tmp_path / "talk.nlp"
    path.write_text(HEAD + TIMED)
    result = scorelite.score_files(path, HEARD, hyp_format="ctm")
    assert len(result.table) == 2  # cut at the pause, inside of the span
    rows = result.classes(f"nlp:{path}").rows
    assert {row.name: (row.counts.correct, row.counts.substitutions) for row in rows} == {
        "PERSON": (1, 1),
        "rest": (2, 1),
    }
    marks = [
        {"class": "verb", "id": "talk", "pattern": "saw|go"},
        {"class": "name", "id": "talk", "phrases": ["lee go"]},
    ]
    assert [row.counts.reference for row in result.classes(marks).rows] == [2, 2, 2]


def test_words_that_are_scored_in_another_order_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "talk.nlp"
    rows = TIMED.splitlines(keepends=True)
    path.write_text(HEAD + "".join(rows[3:] + rows[:3]))
    result = scorelite.score_files(path, HEARD, hyp_format="ctm")
    with pytest.raises(FormatError, match=r"talk.nlp:2:1: words of talk that are not in the order of time"):
        result.classes(f"nlp:{path}")


def test_a_recording_of_another_number_of_words_is_refused(tmp_path: Path) -> None:
    scored, tagged = tmp_path / "scored" / "talk.nlp", tmp_path / "talk.nlp"
    scored.parent.mkdir()
    scored.write_text(HEAD + TIMED)
    tagged.write_text(HEAD + TIMED + "now|1|6.7|6.9||LC|[]|[]\n")
    result = scorelite.score_files(scored, HEARD, hyp_format="ctm")
    with pytest.raises(FormatError, match="talk has 6 words with tags, and 5 words as it is scored"):
        result.classes(f"nlp:{tagged}")


def test_a_span_of_a_recording_with_alternations_is_refused() -> None:
    ref = b"talk 1 a 0 1 we saw\ntalk 1 a 5 7 { an / ann } lee home\n"
    result = scorelite.score_files(ref, HEARD, ref_format="stm", hyp_format="ctm")
    with pytest.raises(UsageError, match="a span of the recording talk, which has alternations"):
        result.classes([{"class": "x", "id": "talk", "first": 0, "last": 1}])


def test_a_part_of_a_corpus_knows_no_recordings_which_it_may_have_cut() -> None:
    result = scorelite.score_files(
        b"talk 1 a 0 1 we saw\ntalk 1 a 5 7 an lee\n", HEARD, ref_format="stm", hyp_format="ctm"
    )
    marks = [{"class": "x", "id": "talk", "first": 0, "last": 1}]
    assert [row.counts.reference for row in result.classes(marks).rows] == [2, 2]
    of_part = analyse(result, {"classes": marks}, is_part=True)["classes"]
    assert [row.counts.reference for row in of_part.rows] == [0, 4]


def test_a_table_without_times_has_the_words_of_its_text(tmp_path: Path) -> None:
    (tmp_path / "talk.nlp").write_text(HEAD + "we|1||||LC|[]|[]\nsaw|1||||LC|[]|[]\nAnn|1||||UC|['2:PERSON']|['2']\n")
    result = scorelite.score({"talk": "so we saw ann"}, {"talk": "so we saw ann"})
    with pytest.raises(FormatError, match="talk has 3 words with tags, and 4 words as it is scored"):
        result.classes(f"nlp:{tmp_path / 'talk.nlp'}")


def test_lists_of_rare_words_may_all_be_empty(tmp_path: Path) -> None:
    (tmp_path / "rare.tsv").write_text('u\tgood day\t[]\t["anna"]\n')
    result = scorelite.score({"u": "good day"}, {"u": "good way"})
    classes = result.classes(f"bwer:{tmp_path / 'rare.tsv'}")
    assert (classes["B-WER"].words, classes["B-WER"].rate, classes["rest"].counts) == (0, None, result.counts)
    (tmp_path / "rare.tsv").write_text("\n")
    with pytest.raises(scorelite.FormatError, match="rare.tsv:1"):
        result.classes(f"bwer:{tmp_path / 'rare.tsv'}")


def test_words_of_clusters_and_tags_end_at_the_blanks_that_end_words_of_texts(tmp_path: Path) -> None:
    (tmp_path / "clusters.txt").write_text("<A> 10\u00a0000 </A>\n", encoding="utf-8")
    (tmp_path / "tagged.trn").write_text("we <tag have 10\u00a0000> boats (u)\n", encoding="utf-8")
    result = scorelite.score({"u": "we have 10\u00a0000 boats"}, {"u": "we have 10000 boats"})
    assert result.classes(f"wenet:{tmp_path / 'clusters.txt'}")["A"].substitutions == 1
    assert result.classes(f"pier:{tmp_path / 'tagged.trn'}")["PIER"].words == 2


def test_clusters_have_words_in_angle_brackets_as_wenet_reads_them(tmp_path: Path) -> None:
    (tmp_path / "clusters.txt").write_text("<Noise> <unk> <laugh> </Noise>\n<A> a </A>\n")
    result = scorelite.score(["a <unk> b"], ["a b"])
    assert result.classes(f"wenet:{tmp_path / 'clusters.txt'}")["Noise"].deletions == 1
    (tmp_path / "clusters.txt").write_text("<A> a <B> b </B>\n")
    with pytest.raises(FormatError, match=r"clusters.txt:1:1: </B> closes what was not opened; expected words between"):
        result.classes(f"wenet:{tmp_path / 'clusters.txt'}")


def test_the_words_of_a_tagged_text_are_cut_once() -> None:
    letters = 0

    def cut(text: str) -> list[str]:
        nonlocal letters
        letters += len(text)
        return text.split()

    text = "we saw <tag two words> of it" + " or<tag x> y" * 100
    spans, size = tagged_spans(text, cut)
    assert (spans[:2], size) == ([(2, 3), (7, 7)], 6 + 2 * 100)
    assert letters < 2 * len(text)
