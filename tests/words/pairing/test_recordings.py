"""One recording against one recording is a pair, whatever their files are called and however they are cut."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

import scorelite
from scorelite import formats, latency, scoring
from scorelite.formats.schema import Corpus, Label, Segment
from scorelite.scoring import MismatchError, Result, UsageError
from tests.conftest import Run

SAID = [*("good", "evening", "here", "is", "the", "news", "the", "minister"), *("met", "the", "press", "in", "berlin")]
SAID += ["and", "rain", "is", "expected"]
HEARD = [*("good", "evening", "here", "is", "the", "news", "a", "minister"), *("met", "press", "in", "berlin")]
HEARD += ["and", "rain", "is", "expected", "tomorrow"]
ERRORS = scoring.Counts(15, 1, 1, 1)


def clock(seconds: float, comma: str = ",") -> str:
    return f"00:{int(seconds) // 60:02}:{int(seconds) % 60:02}{comma}{round(seconds % 1 * 1000):03}"


def cues(words: Sequence[str], size: int) -> list[tuple[float, float, str]]:
    pieces = [(first, words[first : first + size]) for first in range(0, len(words), size)]
    return [(first / 2, (first + len(piece)) / 2, " ".join(piece)) for first, piece in pieces]


def txt(words: Sequence[str], size: int = 6) -> str:
    return "".join(f"{text}\n" for _, _, text in cues(words, size))


def srt(words: Sequence[str], size: int = 4) -> str:
    rows = enumerate(cues(words, size), 1)
    return "\n".join(f"{number}\n{clock(start)} --> {clock(end)}\n{text}\n" for number, (start, end, text) in rows)


def vtt(words: Sequence[str], size: int = 7) -> str:
    rows = cues(words, size)
    return "WEBVTT\n\n" + "\n".join(f"{clock(start, '.')} --> {clock(end, '.')}\n{text}\n" for start, end, text in rows)


def aws(words: Sequence[str]) -> str:
    items = [
        {
            "type": "pronunciation",
            "start_time": f"{place / 2}",
            "end_time": f"{place / 2 + 0.4}",
            "alternatives": [{"confidence": "0.9", "content": word}],
        }
        for place, word in enumerate(words)
    ]
    transcripts = [{"transcript": " ".join(words)}]
    return json.dumps({"jobName": "job-77", "results": {"transcripts": transcripts, "items": items}})


def audacity(words: Sequence[str]) -> str:
    return "".join(f"{start}\t{end}\t{text}\n" for start, end, text in cues(words, 5))


def textgrid(words: Sequence[str]) -> str:
    rows = cues(words, 3)
    lines = ['File type = "ooTextFile"', 'Object class = "TextGrid"', "", "xmin = 0", f"xmax = {rows[-1][1]}"]
    lines += ["tiers? <exists>", "size = 1", "item []:", "item [1]:", 'class = "IntervalTier"', 'name = "anna"']
    lines += ["xmin = 0", f"xmax = {rows[-1][1]}", f"intervals: size = {len(rows)}"]
    for number, (start, end, text) in enumerate(rows, 1):
        lines += [f"intervals [{number}]:", f"xmin = {start}", f"xmax = {end}", f'text = "{text}"']
    return "\n".join(lines) + "\n"


def csv(words: Sequence[str]) -> str:
    return "session,start,end,text\n" + "".join(f"radio,{start},{end},{text}\n" for start, end, text in cues(words, 6))


def jsonl(words: Sequence[str]) -> str:
    """A table without names of recordings."""
    rows = [{"start": start, "end": end, "text": text} for start, end, text in cues(words, 8)]
    return "".join(f"{json.dumps(row)}\n" for row in rows)


WRITERS = {
    ".txt": txt,
    ".srt": srt,
    ".vtt": vtt,
    ".aws.json": aws,
    ".audacity.txt": audacity,
    ".TextGrid": textgrid,
    ".whisper.json": lambda words: json.dumps({"text": " ".join(words)}),
    ".csv": csv,
    ".hf.jsonl": jsonl,
}


@pytest.fixture
def files(tmp_path: Path) -> dict[str, tuple[Path, Path]]:
    """For each suffix, what was said and what was recognised: in folders and under names of their own."""
    pairs = {}
    for suffix, write in WRITERS.items():
        pairs[suffix] = tmp_path / f"said{suffix}", tmp_path / f"vendor-7{suffix}"
        for path, words in zip(pairs[suffix], (SAID, HEARD), strict=True):
            path.write_text(write(words))
    return pairs


def pairing(result: Result) -> str:
    return next((str(notice) for notice in result.notices if notice.name == "pairing"), "")


@pytest.mark.parametrize("ref", WRITERS)
def test_every_mixture_of_formats_is_scored(ref: str, files: dict[str, tuple[Path, Path]]) -> None:
    for hyp in WRITERS:
        result = scoring.score_files(files[ref][0], files[hyp][1])
        assert result.counts.reference == len(SAID)
        assert result.counts.hypothesis == len(HEARD)
        if len(result) == 1:
            assert result.counts == ERRORS
        # Equal lines, one name of a job, and one name of a recording.
        if (ref, hyp) not in ((".txt", ".txt"), (".aws.json", ".aws.json"), (".csv", ".csv")):
            assert pairing(result).startswith("one recording each: "), hyp


@pytest.mark.parametrize(("starts", "early"), [((5, 1, 7), 1), ((1, 5, 7), 0), ((7, 5, 1), 2)])
def test_cues_out_of_the_order_of_time_are_told(starts: tuple[int, ...], early: int, tmp_path: Path) -> None:
    texts = {1: "a", 5: "b", 7: "c"}
    cues = (f"{start}\n00:00:0{start},000 --> 00:00:0{start},900\n{texts[start]}\n" for start in starts)
    path = tmp_path / "hyp.srt"
    path.write_text("\n".join(cues))
    result = scoring.score_files(b"a b c\n", path)
    said = [str(notice) for notice in result.notices if notice.name.startswith("order")]
    verb = "segment starts" if early == 1 else "segments start"
    text = f"{path}: {early} {verb} before the one above; joined in order of time, not of the file"
    assert (result.wer, said) == (0.0, [text] if early else [])


@pytest.mark.parametrize(
    ("ref", "hyp", "way", "utterances"),
    [
        (".srt", ".vtt", "joined as one text", 1),
        (".txt", ".aws.json", "joined as one text", 1),
        (".aws.json", ".srt", "joined as one text", 1),
        (".srt", ".srt", "paired by segment", 5),
        (".srt", ".aws.json", "paired by time", 5),
        (".aws.json", ".aws.json", "paired by time", 1),
    ],
)
def test_the_summary_says_how_two_recordings_were_paired(
    ref: str, hyp: str, way: str, utterances: int, files: dict[str, tuple[Path, Path]]
) -> None:
    said, heard = files[ref][0], files[hyp][1]
    names = {".aws.json": "job-77"}
    words = SAID if ref == hyp == ".srt" else HEARD
    heard.write_text(WRITERS[hyp](words))
    result = scoring.score(said, heard)
    named = f"{names.get(ref, 'said')} ({said}) with {names.get(hyp, 'vendor-7')} ({heard})"
    if ref == hyp == ".aws.json":  # both files name one job: nothing is to be said
        assert (pairing(result), len(result)) == ("", utterances)
    else:
        assert (pairing(result), len(result)) == (f"one recording each: {named}, {way}", utterances)


def test_a_table_of_utterances_with_ids_is_no_recording(tmp_path: Path) -> None:
    ref, hyp = tmp_path / "ref.csv", tmp_path / "hyp.csv"
    ref.write_text("id,start,end,text\nu1,0,1,good day\nu2,1,2,to you\n")
    hyp.write_text("id,start,end,text\nu1,0,1,good way\n")
    with pytest.raises(MismatchError, match="missing"):
        scoring.score_files(ref, hyp)


def test_names_decide_where_a_side_has_two_recordings(tmp_path: Path) -> None:
    one, two = b"a A s 0 1 w\n", b"x A 0 1 w\ny A 0 1 w\n"
    assert scoring.score_files(one, two[:10], ref_format="stm", hyp_format="ctm").wer == 0.0
    for ref, hyp, names in ((one, two, ("stm", "ctm")), (srt(SAID).encode(), two, ("srt", "ctm"))):
        with pytest.raises(MismatchError) as caught:
            scoring.score_files(ref, hyp, ref_format=names[0], hyp_format=names[1])
        assert "2 channels (x A, y A) of 2 in the hypothesis without a reference" in str(caught.value)
        named = "" if names[0] == "srt" else "a"
        old, new = (named, "x") if not named else ("x", named)
        assert f"session={{{old!r}: {new!r}}} makes these two one recording" in str(caught.value)
    with pytest.raises(MismatchError, match="2 channels .x A, y A. of 2 in the reference without a word in the hyp"):
        scoring.score_files(b"x A s 0 1 w\ny A s 0 1 w\n", srt(SAID).encode(), ref_format="stm", hyp_format="srt")
    with pytest.raises(MismatchError, match="expected one recording on each side"):
        scoring.score_files(txt(SAID).encode(), two, ref_format="txt", hyp_format="ctm")


def test_speakers_who_talk_at_once_are_not_one_text() -> None:
    ref = b"t 1 anna 0 4 good day\nt 1 ben 3 6 hello you\n"
    hyp = b"t 1 s1 0 3.5 good day\nt 1 s2 3 6 hello you\n"
    with pytest.raises(MismatchError, match="anna and ben overlap at 3.0; `scorelite meetings`"):
        scoring.score_files(ref, hyp, ref_format="stm", hyp_format="stm")


def test_texts_of_other_lines_are_one_text() -> None:
    for missing in ("error", "delete"):
        result = scoring.score_files(b"a b\nc\n", b"a b c d\n", ref_format="txt", hyp_format="txt", missing=missing)
        assert (len(result), result.counts) == (1, scoring.Counts(3, 0, 0, 1))


def test_segments_may_be_missing_where_the_others_are_equal(tmp_path: Path) -> None:
    ref, fewer, others = srt(SAID), srt(SAID[4:]), vtt(SAID[4:])
    fewer = "1\n00:00:02,000 --> 00:00:04,000\n" + fewer.split("\n")[2] + "\n"
    result = scoring.score_files(ref.encode(), fewer.encode(), ref_format="srt", hyp_format="srt", missing="delete")
    assert (len(result), result.counts.deletions) == (5, len(SAID) - 4)
    result = scoring.score_files(ref.encode(), others.encode(), ref_format="srt", hyp_format="vtt", missing="skip")
    assert (len(result), result.counts.deletions) == (1, 4)


def test_results_over_other_formats_add_up(files: dict[str, tuple[Path, Path]]) -> None:
    parts = [
        scoring.score_files(files[ref][0], files[hyp][1], session=name)
        for ref, hyp, name in ((".srt", ".vtt", "mon"), (".srt", ".aws.json", "tue"))
    ]
    total = sum(parts)
    assert total == sum(reversed(parts))
    assert (total.counts.reference, total.hyp_format) == (2 * len(SAID), "aws+vtt")
    assert {utterance.segment.session for utterance in total if utterance.segment} == {"mon", "tue"}


def test_only_rules_that_had_an_effect_must_be_equal() -> None:
    whole = scoring.score({"a": "x"}, {"a": "x"}, missing="delete")
    skipped = scoring.score({"b": "x", "c": "y"}, {"b": "x"}, missing="skip")
    total = whole + skipped
    assert (total.missing, total.missing_rule) == (("c",), "skip")
    deleted = scoring.score({"d": "x"}, {}, missing="delete")
    with pytest.raises(MismatchError, match="results with different settings cannot be added"):
        total + deleted


# --- the jobs of someone who compares vendors, as commands ----------------------------------------------


@pytest.fixture
def vendors(tmp_path: Path) -> Path:
    """A text of reference, one programme by three vendors, and folders of programmes."""
    (tmp_path / "news.txt").write_text(txt(SAID))
    (tmp_path / "ours.srt").write_text(srt(SAID))
    (tmp_path / "vendorA.srt").write_text(srt(HEARD, 5))
    (tmp_path / "vendorB.vtt").write_text(vtt(HEARD[:-2]))
    (tmp_path / "vendorC.aws.json").write_text(aws(HEARD))
    for name in ("refs", "hyps", "others"):
        (tmp_path / name).mkdir()
    for day, ref, hyp in (("mon", ".txt", ".srt"), ("tue", ".srt", ".vtt"), ("wed", ".txt", ".aws.json")):
        (tmp_path / "refs" / f"{day}{ref}").write_text(WRITERS[ref](SAID))
        (tmp_path / "hyps" / f"{day}{hyp}").write_text(WRITERS[hyp](HEARD))
        (tmp_path / "others" / f"{day}.txt").write_text(txt(HEARD[2:], 17))
    (tmp_path / "refs" / "thu.txt").write_text(txt(SAID))
    (tmp_path / "hyps" / "thu.txt").write_text(txt(SAID))
    (tmp_path / "others" / "thu.vtt").write_text(vtt(SAID))
    return tmp_path


@pytest.mark.parametrize(
    ("ref", "hyp", "rate"),
    [
        ("news.txt", "vendorA.srt", b"WER     17.6 %"),
        ("news.txt", "vendorB.vtt", b"WER     17.6 %"),
        ("ours.srt", "vendorB.vtt", b"WER     17.6 %"),
        ("vendorC.aws.json", "vendorA.srt", b"WER      0.0 %"),
    ],
)
def test_one_command_scores_a_vendor(ref: str, hyp: str, rate: bytes, vendors: Path, scorelite: Run) -> None:
    done = scorelite("score", ref, hyp)
    assert (done.returncode, rate in done.stdout, done.stderr) == (0, True, b"")
    names = {"news.txt": "news", "ours.srt": "ours", "vendorC.aws.json": "job-77"}
    said = f"one recording each: {names[ref]} ({ref}) with {hyp[:7]} ({hyp}), joined as one text\n"
    assert said.encode() in done.stdout


@pytest.mark.parametrize("ref", ["news.txt", "ours.srt"])
def test_three_vendors_in_three_formats_have_one_table_and_one_page(ref: str, vendors: Path, scorelite: Run) -> None:
    hyps = "vendorA.srt", "vendorB.vtt", "vendorC.aws.json"
    done = scorelite("compare", "--ref", ref, *hyps, "--page", "page.html")
    assert (done.returncode, done.stderr) == (0, b"")
    assert all(name.encode() in done.stdout for name in hyps)
    page = (vendors / "page.html").read_text()
    assert all(name in page for name in hyps)


def test_folders_of_mixed_formats_have_a_row_for_each_programme(vendors: Path, scorelite: Run) -> None:
    done = scorelite("score", "refs", "hyps", "--csv", "rows.csv", "--page", "page.html")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"4 pairs of files: 3 joined as one text, 1 paired by id or name\n" in done.stdout
    assert b"\nmon  17.6 %       3              1          1           1     17\n" in done.stdout
    assert (vendors / "rows.csv").read_text().splitlines() == [
        "name,reference,errors,substitutions,deletions,insertions,wer",
        f"mon,17,3,1,1,1,{3 / 17}",
        "thu,17,0,0,0,0,0.0",
        f"tue,17,3,1,1,1,{3 / 17}",
        f"wed,17,3,1,1,1,{3 / 17}",
    ]
    assert (vendors / "page.html").stat().st_size > 10_000
    document = json.loads(scorelite("score", "refs", "hyps", "--json").stdout)
    assert [(row["name"], row["errors"]) for row in document["files"]] == [
        ("mon", 3),
        ("thu", 0),
        ("tue", 3),
        ("wed", 3),
    ]


def test_folders_of_several_systems_are_compared(vendors: Path, scorelite: Run) -> None:
    done = scorelite("compare", "--ref", "refs", "hyps", "others", "--page", "page.html")
    assert done.returncode == 0
    rates = re.findall(rb"^[AB] +([0-9.]+) %", done.stdout, re.MULTILINE)
    assert [float(rate) for rate in rates] == pytest.approx([100 * 9 / 68, 100 * 15 / 68], abs=0.1)


def test_a_row_of_csv_for_two_files_and_for_each_recording(vendors: Path, scorelite: Run) -> None:
    assert scorelite("score", "news.txt", "vendorA.srt", "--csv").stdout.splitlines()[1:] == [
        f"news,17,3,1,1,1,{3 / 17}".encode()
    ]
    (vendors / "two.stm").write_text("a A s 0 1 w x\nb A s 0 1 w\n")
    (vendors / "two.ctm").write_text("b A 0 1 w\na A 0 .4 w\n")
    rows = scorelite("score", "two.stm", "two.ctm", "--csv").stdout.splitlines()[1:]
    assert rows == [b"a,2,1,0,1,0,0.5", b"b,1,0,0,0,0,0.0"]
    refused = scorelite("score", "news.txt", "vendorA.srt", "--csv", "--json")
    assert (refused.returncode, b"--csv has no effect without a FILE" in refused.stderr) == (2, True)


def test_many_programmes_show_the_worst_and_where_all_are(vendors: Path, scorelite: Run) -> None:
    for number in range(31):
        (vendors / "refs" / f"p{number:02}.txt").write_text("a b c d\n")
        (vendors / "hyps" / f"p{number:02}.txt").write_text("a b c x\n" if number == 7 else "a b c d\n")
    shown = scorelite("score", "refs", "hyps").stdout
    assert b"\np07  25.0 %       1" in shown
    assert shown.count(b"\np") < 10
    assert b"the 10 highest rates of 35 files; --csv FILE has them all\n" in shown


def test_a_programme_without_a_partner_is_named_with_the_ways_out(vendors: Path, scorelite: Run) -> None:
    (vendors / "hyps" / "tue.vtt").unlink()
    (vendors / "hyps" / "extra.srt").write_text(srt(HEARD))
    refused = scorelite("score", "refs", "hyps")
    assert refused.returncode == 2
    assert refused.stderr.splitlines()[:3] == [
        b"scorelite: the folders have files of different names",
        b"  1 file (tue) in refs without a file of this name in hyps",
        b"  1 file (extra) in hyps without a file of this name in refs",
    ]
    assert b"WER     11.8 %   6 errors" in scorelite("score", "refs", "hyps", "--missing", "skip").stdout
    (vendors / "hyps" / "extra.srt").unlink()
    deleted = scorelite("score", "refs", "hyps", "--missing", "delete").stdout
    assert b"\ntue  100.0 %      17              0         17           0     17\n" in deleted


def folders(root: Path, refs: Sequence[str], hyps: Sequence[str]) -> tuple[Path, Path]:
    """Two folders of files: each reference holds its number, and so does the hypothesis of the same place."""
    for folder, names in (("refs", refs), ("hyps", hyps)):
        (root / folder).mkdir()
        for number, name in enumerate(names):
            text = f"word{number}"
            content = srt([text]) if name.endswith(".srt") else vtt([text]) if name.endswith(".vtt") else f"{text}\n"
            (root / folder / name).write_text(content)
    return root / "refs", root / "hyps"


@pytest.mark.parametrize(
    ("refs", "hyps"),
    [
        (("a.script.txt", "b.script.txt"), ("a.srt", "b.srt")),
        (("a.ref.txt", "b.ref.txt"), ("a.hyp.srt", "b.hyp.srt")),
        (("a_reference.txt", "b-ref.txt"), ("a.vtt", "b_asr.srt")),
        (("a.en.srt", "a.de.srt"), ("a.en.vtt", "a.de.vtt")),
        (("a.en.ref.srt", "a.de.ref.srt"), ("a.en.vtt", "a.de.vtt")),
        (("a.txt", "b.txt"), ("a.en.vtt", "b.pt-BR.vtt")),
        # A file of the same name comes first.
        (("a.txt", "a.script.txt"), ("a.srt", "a.hyp.srt")),
    ],
)
def test_files_of_folders_are_paired_without_their_roles(
    tmp_path: Path, refs: Sequence[str], hyps: Sequence[str]
) -> None:
    result = scoring.score(*folders(tmp_path, refs, hyps))
    assert (result.counts.correct, result.counts.errors) == (2, 0)


def test_numbers_of_cues_are_unique_in_their_file_alone(tmp_path: Path) -> None:
    result = scoring.score(*folders(tmp_path, ("a.srt", "b.srt"), ("a.srt", "b.srt")))
    assert [utterance.id for utterance in result.utterances] == ["a-1", "b-1"]


@pytest.mark.parametrize(
    ("refs", "hyps", "message"),
    [
        (
            ("a.ref.txt", "a.script.txt"),
            ("a.hyp.srt", "b.srt"),
            r"a\.ref\.txt, .*a\.script\.txt, .*a\.hyp\.srt could",
        ),
        (("a.txt", "b.txt"), ("a.de.srt", "a.en.srt"), r"a\.txt, .*a\.de\.srt, .*a\.en\.srt could be paired"),
    ],
)
def test_ambiguous_names_are_listed(tmp_path: Path, refs: Sequence[str], hyps: Sequence[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        scoring.score(*folders(tmp_path, refs, hyps))


@pytest.mark.parametrize(
    ("refs", "hyps"), [(("a.en.srt", "b.srt"), ("a.de.srt", "b.srt")), (("a.1.txt", "b.txt"), ("a.2.srt", "b.srt"))]
)
def test_other_names_are_no_pair(tmp_path: Path, refs: Sequence[str], hyps: Sequence[str]) -> None:
    with pytest.raises(MismatchError, match="the folders have files of different names"):
        scoring.score(*folders(tmp_path, refs, hyps))


def test_a_file_that_one_folder_lacks_has_a_deletion_in_each_line_where_others_are_paired_line_by_line(
    tmp_path: Path,
) -> None:
    ref, hyp = folders(tmp_path, ("a.txt", "b.txt", "c.txt"), ("a.txt", "b.txt"))
    for path in (*ref.iterdir(), *hyp.iterdir()):
        path.write_text("hello there\ngood day to you\n")
    result = scoring.score(ref, hyp, missing="delete")
    assert (len(result.utterances), result.counts.deletions, result.missing) == (6, 6, ("c",))


def test_the_only_files_of_two_folders_are_a_pair(vendors: Path) -> None:
    for name, words in (("a/news.txt", SAID), ("b/news-final.srt", HEARD)):
        (vendors / name).parent.mkdir()
        (vendors / name).write_text(WRITERS[(vendors / name).suffix](words))
    assert scoring.score_files(vendors / "a", vendors / "b").counts == ERRORS


def test_shards_of_mixed_formats_add_up(vendors: Path, scorelite: Run) -> None:
    assert scorelite("score", "refs", "hyps", "--shards", "-o", "totals").returncode == 0
    totals = sorted(map(str, (vendors / "totals").iterdir()))
    assert len(totals) == 4
    for paths in (totals, totals[::-1]):
        assert b"WER     13.2 %   9 errors" in scorelite("merge", *paths).stdout


def test_a_comparison_says_that_one_result_is_of_joined_texts(vendors: Path, scorelite: Run) -> None:
    for name, hyp in (("a.json", "vendorA.srt"), ("b.json", "vendorB.vtt"), ("c.json", "vendorC.aws.json")):
        (vendors / name).write_bytes(scorelite("score", "ours.srt", hyp, "--json").stdout)
    assert scorelite("compare", "a.json", "b.json").stderr == b""
    warned = scorelite("compare", "a.json", "c.json").stderr
    assert b"scored with different settings: pairing:joined against none of these" in warned


def test_an_interval_of_one_word_among_longer_ones_is_a_segment() -> None:
    def tier(*texts: str) -> bytes:
        cells = " ".join(f'{place} {place + 1} "{text}"' for place, text in enumerate(texts))
        head = f'"ooTextFile" "TextGrid" 0 {len(texts)} <exists> 1 "IntervalTier" "anna" 0 {len(texts)} {len(texts)} '
        return (head + cells).encode()

    result = scoring.score_files(tier("good day", "yes sir"), tier("good way", "yes"))
    assert [(each.counts.substitutions, each.counts.deletions) for each in result.utterances] == [(1, 0), (0, 1)]


TIMED = {"a.ctm": "talk 1 0.0 0.5 hi\ntalk 1 0.5 0.5 you\ntalk 1 1.2 0.3 there\n", "b.ctm": ""}
TIMED["b.ctm"] = "talk 1 0.0 0.3 hi\ntalk 1 0.3 0.1 you\ntalk 1 0.6 0.5 there\n"


@pytest.mark.parametrize("name", ["a.TextGrid", "a.audacity.txt"])
def test_a_tier_of_single_words_is_words_with_times_as_ctm(name: str, tmp_path: Path) -> None:
    for path, rows in TIMED.items():
        (tmp_path / path).write_text(rows)
    words = formats.read(tmp_path / "a.ctm").segments
    items = [item for segment in words for item in segment.items if isinstance(item, Label)]
    labels = [Segment(start=item.start, end=item.end, text=item.value, speaker="words") for item in items]
    formats.write(Corpus(tuple(labels)), tmp_path / name)
    first, second = (scoring.score_files(tmp_path / ref, tmp_path / "b.ctm") for ref in ("a.ctm", name))
    assert first.counts == second.counts == scoring.Counts(3, 0, 0, 0)
    assert first.times().rows == second.times().rows
    log = [{"id": "talk", "at": 1.9, "audio": 1.5, "text": "hi you there", "final": True}]
    lags = [latency(log, tmp_path / ref)["AL"] for ref in ("a.ctm", name)]
    assert lags[0].audio == lags[1].audio
    assert lags[0].audio.units == 1


def test_labels_of_single_phones_are_words_of_a_recording(tmp_path: Path) -> None:
    (tmp_path / "a.phn").write_text("0 2400 h#\n2400 3800 sh\n3800 5200 ix\n5200 9600 h#\n")
    (tmp_path / "b.lab").write_text("0.0 0.2 h#\n0.2 0.3 sh\n0.3 0.6 h#\n")
    result = scoring.score_files(tmp_path / "a.phn", tmp_path / "b.lab")
    assert (len(result), result.counts) == (1, scoring.Counts(3, 0, 1, 0))


def test_tiers_of_two_speakers_are_paired_by_segment(tmp_path: Path) -> None:
    (tmp_path / "b.ctm").write_text("talk 1 0.0 0.3 hi\ntalk 1 0.6 0.5 there\n")
    words = enumerate(("hi", "there"))
    labels = tuple(Segment(start=place, end=place + 1, text=word, speaker=word) for place, word in words)
    formats.write(Corpus(labels), tmp_path / "a.TextGrid")
    result = scoring.score_files(tmp_path / "a.TextGrid", tmp_path / "b.ctm")
    assert [utterance.segment and utterance.segment.speaker for utterance in result] == ["hi", "there"]


@pytest.mark.parametrize("folder_first", [True, False])
def test_a_folder_of_files_and_a_file_are_no_pair(tmp_path: Path, folder_first: bool) -> None:
    ref, _ = folders(tmp_path, ("a.txt",), ("a.txt",))
    (tmp_path / "all.txt").write_text("a b\n")
    sides = (ref, tmp_path / "all.txt") if folder_first else (tmp_path / "all.txt", ref)
    with pytest.raises(
        UsageError, match=r"is a folder of files, but the .* is one file; expected two folders"
    ) as caught:
        scoring.score_files(*sides)
    assert "a table whose ids are the names of these files" in str(caught.value)
    by_name = {path.stem: " ".join(scorelite.read(path).texts()) for path in ref.iterdir()}
    assert scorelite.score({"a": "good day"}, by_name).counts.reference == 2


def test_texts_of_different_numbers_of_lines_are_one_text_and_the_notice_has_the_numbers(tmp_path: Path) -> None:
    for name, text in (("ref.txt", "the cat sat\non the mat\nyes\n"), ("hyp.txt", "the cat sat\non the mat yes\n")):
        (tmp_path / name).write_text(text)
    result = scoring.score_files(tmp_path / "ref.txt", tmp_path / "hyp.txt")
    (notice,) = [each for each in result.notices if each.name == "pairing"]
    assert result.wer == 0
    assert "/ref.txt, 3 lines) with hyp (" in notice.text
    assert "/hyp.txt, 2 lines), joined as one text" in notice.text


def test_several_lines_for_each_line_of_the_other_side_are_named(tmp_path: Path) -> None:
    refs = [
        "the cat was red",
        "we saw it was cold",
        "that was not a ship",
        "he was here",
        "what was in his bag",
        "i was so glad",
    ]
    worse = [text.replace("was", "is") for text in refs]
    (tmp_path / "ref.txt").write_text("\n".join(refs))

    def told(lines: list[str]) -> str:
        (tmp_path / "hyp.txt").write_text("\n".join(lines))
        sides = tmp_path / "ref.txt", tmp_path / "hyp.txt"
        texts = [
            notice.text.replace(f"{tmp_path}/", "")
            for pair in (sides, sides[::-1])
            for notice in scoring.score_files(*pair).notices
            if notice.name == "multiples"
        ]
        assert texts in ([], texts[:1] * 2)
        return "".join(texts[:1])

    systems = told([*refs, *worse]).partition(": ")
    assert systems[0] == "hyp.txt has 2 lines for each line of ref.txt"
    assert "are they 2 systems, one after the other? `head -n 6 " in systems[2]
    best = told([line for texts in zip(refs, worse, worse, strict=True) for line in texts])
    assert best.startswith("hyp.txt has 3 lines for each line of ref.txt, one below the other: are they n-best lists? ")
    assert "`awk 'NR % 3 == 1' " in best
    cut = [part for text in refs for part in (" ".join(text.split()[:3]), " ".join(text.split()[3:]))]
    assert told(cut) == ""
    assert told([*worse, *worse[::-1]]) == ""
    assert told([*refs, *worse, "so long"]) == ""


def test_texts_with_ids_meet_a_ctm_whose_recordings_are_the_utterances(tmp_path: Path) -> None:
    text, ctm = tmp_path / "text", tmp_path / "d.ctm"
    text.write_text("u1 hello there my friend\nu2 good night\n")
    ctm.write_text("u2 1 0 1 good\nu2 1 1 1 night\nu1 1 0 1 hello\nu1 1 1 1 there\nu1 1 2 1 friend\n")
    result = scoring.score_files(text, ctm)
    assert [(each.id, each.hyp) for each in result] == [("u1", "hello there friend"), ("u2", "good night")]
    assert scoring.score_files(ctm, text).counts.insertions == 1
    ctm.write_text("u2 1 0 1 good\nu2 1 1 1 night\n")
    with pytest.raises(MismatchError, match="different ids"):
        scoring.score_files(text, ctm)
    assert scoring.score_files(text, ctm, missing="delete").counts.deletions == 4


@pytest.mark.parametrize("swap", [False, True])
def test_texts_with_ids_meet_a_manifest_whose_files_are_the_utterances(swap: bool, tmp_path: Path) -> None:
    text, manifest = tmp_path / "text", tmp_path / "manifest.json"
    text.write_text("u2 good night\nu1 hello there\n")
    rows = [("x/u1", "hello then"), ("x/u2", "good night")]
    lines = [json.dumps({"audio_filepath": f"{name}.wav", "duration": 1.5, "text": said}) for name, said in rows]
    manifest.write_text("\n".join(lines))
    sides = (manifest, text) if swap else (text, manifest)
    assert (scoring.score_files(*sides).counts.errors, len(scoring.score_files(*sides))) == (1, 2)
    manifest.write_text("\n".join([*lines, lines[0].replace("x/", "y/")]))
    with pytest.raises(MismatchError, match="pairs by the paths"):  # two files of one name
        scoring.score_files(*sides)


@pytest.mark.parametrize("swap", [False, True])
def test_words_of_an_utterance_count_in_the_order_of_time(swap: bool, tmp_path: Path) -> None:
    text, ctm = tmp_path / "text", tmp_path / "d.ctm"
    text.write_text("u1 hello there my friend\nu2 good night\n")
    ctm.write_text("u2 1 1 1 night\nu2 1 0 1 good\nu1 1 2 1 friend\nu1 1 0 1 hello\nu1 1 1 1 there\n")
    sides = (ctm, text) if swap else (text, ctm)
    assert scoring.score_files(*sides).counts.errors == 1


def test_words_by_utterance_of_a_kaldi_folder_are_scored_by_the_commands_that_the_message_names(
    tmp_path: Path, scorelite: Run
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "segments").write_text("u-1 call 0 2\nu-2 call 4 6\n")
    (folder / "text").write_text("u-1 good day\nu-2 yes\n")
    (folder / "stm").write_text("call 1 u 0.00 2.00 good day\ncall 1 u 4.00 6.00 yes\n")
    (tmp_path / "h.ctm").write_text("u-1 1 0.1 0.3 good\nu-1 1 0.5 0.3 day\nu-2 1 0.1 0.3 yes\n")
    for ref in ("data", "data/stm"):
        refused = scorelite("score", ref, "h.ctm", cwd=tmp_path).stderr.decode()
        assert "`scorelite convert HYP.ctm OUT.ctm --segments data`" in refused
        assert "or score the hypothesis against data/text, without times\n" in refused
        assert "--session" not in refused
    assert scorelite("convert", "h.ctm", "out.ctm", "--segments", "data", cwd=tmp_path).returncode == 0
    for ref, hyp in (("data", "out.ctm"), ("data/stm", "out.ctm"), ("data/text", "h.ctm")):
        assert b'"wer": 0.0' in scorelite("score", ref, hyp, "--json", cwd=tmp_path).stdout
    (tmp_path / "h.ctm").write_text("v-1 1 0.1 0.3 good\nv-2 1 0.1 0.3 yes\n")
    assert "--session 'v-1=call'" in scorelite("score", "data", "h.ctm", cwd=tmp_path).stderr.decode()


def test_one_speaker_is_scored_with_the_options_that_the_answer_names(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "ref.stm").write_text("a 1 Ann 0 2 good day\na 1 Ben 4 6 yes\nb 1 Ben 0 2 no\n")
    (tmp_path / "h.ctm").write_text("a 1 0.1 0.3 good\na 1 0.5 0.3 day\na 1 4.1 0.3 yes\nb 1 0.1 0.3 no\n")
    said = scorelite("score", "ref.stm", "h.ctm", "--only", "Ann", cwd=tmp_path).stderr
    assert b"--only-speaker NAME first, and then --missing skip, next to words with times also --outside skip" in said
    scorelite("convert", "ref.stm", "ann.stm", "--only-speaker", "Ann", cwd=tmp_path)
    done = scorelite("score", "ann.stm", "h.ctm", "--missing", "skip", "--outside", "skip", "--json", cwd=tmp_path)
    assert b'"wer": 0.0' in done.stdout


def test_chunks_of_a_recording_are_not_laid_over_each_other(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "segments").write_text("show-0000-0200 show 0 2\nshow-0200-0400 show 2 4\n")
    (tmp_path / "r.stm").write_text("show 1 u 0.00 2.00 good day\nshow 1 u 2.00 4.00 yes\n")
    (tmp_path / "h.ctm").write_text(
        "show-0000-0200 1 0.1 0.3 good\nshow-0000-0200 1 0.5 0.3 day\nshow-0200-0400 1 0.1 0.3 yes\n"
    )
    refused = scorelite("score", "r.stm", "h.ctm", cwd=tmp_path).stderr.decode()
    assert "`scorelite convert HYP.ctm OUT.ctm --segments FOLDER`" in refused
    assert "--session" not in refused
    assert scorelite("convert", "h.ctm", "out.ctm", "--segments", "data", cwd=tmp_path).returncode == 0
    assert b'"wer": 0.0' in scorelite("score", "r.stm", "out.ctm", "--json", cwd=tmp_path).stdout
