"""Words with times in pieces: reports, JSON and messages are those of both files as a whole, in whatever order."""

from __future__ import annotations

import gzip
import random

import pytest

from scorelite.formats.engine import pieces
from scorelite.scoring.batches import timed_streams
from scorelite.scoring.batches.timed_streams import SegmentFold
from scorelite.scoring.cli import score
from scorelite.scoring.cli.main import main
from scorelite.scoring.words.notices import explained

LABELS = ';; CATEGORY "0" "sex" ""\n;; LABEL "m" "male" "men"\n;; LABEL "f" "female" "women"\n'
REPORTS = ("sum", "rsum", "lur")


@pytest.fixture(autouse=True)
def small(tmp_path, monkeypatch):
    """Pieces of a few lines."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pieces, "BLOCK", 500)
    monkeypatch.setattr(pieces, "_HEAD", 9000)
    monkeypatch.setattr(timed_streams, "_PART", 400)
    # Causes are looked for in whole files alone.
    monkeypatch.setattr(explained, "HIGH", float("inf"))
    monkeypatch.setattr(explained, "explained", lambda *_: ())
    monkeypatch.setattr(explained, "of_neighbours", lambda *_: ())


def corpus(seed, recordings=9, confident=True):
    """Lines of a reference and of a hypothesis, by channel."""
    draw = random.Random(seed)
    refs, hyps = {}, {}
    for number in range(recordings):
        for channel in "AB":
            name = f"talk{number}", channel
            refs[name], hyps[name] = [], []
            speaker = draw.choice(["Anna", "ben", "Zoe", "anna"]) + channel
            for place in range(draw.randint(1, 6)):
                tag = draw.choice(["<m>", "<f>", ""])
                words = draw.choices(["a", "b", "{ c / d }", "(e)"], k=draw.randint(1, 5))
                text = "IGNORE_TIME_SEGMENT_IN_SCORING" if draw.random() < 0.1 else " ".join(words)
                begin = 10 * place
                refs[name].append(" ".join([*name, speaker, str(begin), str(begin + 9.5), *filter(None, [tag]), text]))
                for k in range(draw.randint(0, 5)):
                    confidence = f" {draw.randint(1, 99) / 100}" if confident else ""
                    shown = name[0].upper() if draw.random() < 0.1 else name[0]
                    word = draw.choice("abcde")
                    hyps[name].append(f"{shown} {channel} {begin + k * 1.7:.2f} 0.5 {word}{confidence}")
                if draw.random() < 0.2:
                    marks = [f"{name[0]} {channel} * * <{mark}>" for mark in ("ALT_BEGIN", "ALT", "ALT_END")]
                    rows = [f"{name[0]} {channel} {begin + 8 + k / 2} 0.4 {word} 0.5" for k, word in enumerate("ab")]
                    hyps[name] += [marks[0], rows[0], marks[1], rows[1], marks[2]]
    return refs, hyps


def written(path, sides, order, seed=0, head=""):
    """Writes the lines of a side: channel after channel, these in another order, or lines of all mixed."""
    draw = random.Random(seed)
    names = list(sides)
    if order == "shuffled":
        draw.shuffle(names)
    lines = [line for name in names for line in sides[name]]
    if order == "mixed":
        queues = [list(sides[name]) for name in names if sides[name]]
        lines = []
        while queues:
            queue = draw.choice(queues)
            lines.append(queue.pop(0))
            while ("<ALT" in lines[-1] and "END" not in lines[-1]) or (queue and "<ALT" in queue[0]):
                lines.append(queue.pop(0))
            queues = [queue for queue in queues if queue]
    with open(path, "w") as file:
        file.write(head + "".join(f"{line}\n" for line in lines))
    return path


def outputs(arguments, capsys):
    """Exit code, output and messages of the whole and of pieces, for every kind of output."""
    for report in (*[["--report", name] for name in REPORTS], ["--json"], []):
        outputs = []
        for more in ([], ["--stream"]):
            code = main(["score", *arguments, *report, *more])
            said = capsys.readouterr()
            outputs.append((code, said.out, said.err))
        yield outputs


@pytest.mark.sweep(3)
@pytest.mark.parametrize("order", ["sorted", "shuffled", "mixed"])
@pytest.mark.parametrize("seed", range(3))
def test_outputs_are_those_of_whole_files(capsys, seed, order):
    refs, hyps = corpus(seed, confident=seed != 1)
    ref = written("ref.stm", refs, "mixed" if order == "mixed" else "sorted", seed, LABELS)
    hyp = written("hyp.ctm", hyps, order, seed + 1)
    more = ["--missing", "delete"] if seed != 2 else ["--missing", "skip", "--outside", "skip"]
    for whole, actual in outputs([ref, hyp, *more], capsys):
        assert whole == actual
        assert whole[0] == 0


def test_words_with_words_are_paired_as_in_whole_files(capsys):
    _, refs = corpus(4)
    _, hyps = corpus(5)
    for kind in ("sorted", "shuffled"):
        ref, hyp = written("ref.ctm", refs, kind, 1), written("hyp.ctm", hyps, kind, 2)
        for whole, actual in outputs([ref, hyp, "--missing", "skip"], capsys):
            assert whole == actual
            assert whole[0] == 0


def segments(seed, change=""):
    """Lines of two sides with segments of equal times, by channel; `change` makes the sides differ."""
    draw = random.Random(seed)
    refs, _ = corpus(seed)
    hyps = {}
    for name, lines in refs.items():
        hyps[name] = []
        for line in lines:
            fields = line.split()
            fields[0] = draw.choice([fields[0], fields[0].upper()])
            text = " ".join(draw.choices(["a", "b", "{ c / d }"], k=draw.randint(0, 4)))
            hyps[name].append(" ".join([*fields[:5], text]))
    if change:
        refs["talk2", "A"].append("talk2 A anna 90 91 a b")
        refs["talk6", "B"] = []
    if change in ("extra", "repeated"):
        hyps["talk4", "A"].append("talk4 A zoe 95 96 c")
        hyps["other", "A"] = ["other A zoe 95 96 c", "other A zoe 97 98 c"]
    if change == "repeated":
        hyps["talk1", "B"].append(hyps["talk1", "B"][0])
        hyps["other", "A"].append(hyps["other", "A"][0])
        refs["talk0", "B"].append(refs["talk0", "B"][0].replace("IGNORE_TIME_SEGMENT_IN_SCORING", "a"))
    return refs, hyps


@pytest.mark.sweep(4)
@pytest.mark.parametrize("rule", ["error", "delete", "skip"])
@pytest.mark.parametrize("change", ["", "lacking", "extra", "repeated"])
def test_segments_with_segments_are_paired_as_in_whole_files(capsys, rule, change):
    refs, hyps = segments(10, change)
    if change == "lacking":
        hyps.pop(("talk6", "B"))
    order = "shuffled" if rule == "delete" else "mixed"
    ref, hyp = written("ref.stm", refs, "mixed", 1, LABELS), written("hyp.stm", hyps, order, 2, LABELS)
    codes = set()
    for whole, actual in outputs([ref, hyp, "--missing", rule], capsys):
        # Pieces do not know who talks at once.
        lines = [line for line in whole[2].splitlines(keepends=True) if "speakers talk at once" not in line]
        assert (*whole[:2], "".join(lines)) == actual
        codes.add(whole[0])
    failing = {"": (), "lacking": ("error",), "extra": ("error", "delete"), "repeated": ("error", "delete", "skip")}
    assert codes == {2 if rule in failing[change] else 0}


def test_segments_are_read_in_pieces_where_files_are_large(capsys, monkeypatch):
    refs, hyps = segments(11)
    ref, hyp = written("ref.stm", refs, "mixed", 1), written("hyp.stm", hyps, "mixed", 2)
    assert main(["score", ref, hyp, "--report", "sum"]) == 0
    whole = capsys.readouterr().out
    read = []
    scored = SegmentFold._score
    monkeypatch.setattr(SegmentFold, "_score", lambda *match: read.append(scored(*match)))
    monkeypatch.setattr(score, "LARGE", 1)
    assert main(["score", ref, hyp, "--report", "sum"]) == 0
    assert capsys.readouterr().out == whole
    assert len(read) > 1
    refs["talk8", "B"].append("talk8 B anna 5 1 x")
    written("ref.stm", refs, "sorted")
    assert main(["score", ref, hyp, "--stream"]) == 2
    last = sum(map(len, refs.values()))
    assert f"ref.stm:{last}:16: end 1 is before begin 5" in capsys.readouterr().err
    assert main(["score", ref, hyp, "--stream", "--outside", "skip"]) == 2
    assert "--outside" in capsys.readouterr().err


@pytest.mark.parametrize("rule", ["error", "delete", "skip"])
def test_channels_of_one_side_follow_the_rule(capsys, rule):
    refs, hyps = corpus(6)
    refs.pop(("talk3", "A"))
    for name in ("talk1", "talk5"):
        hyps.pop((name, "B"))
    refs["quiet", "A"] = ["quiet A anna 0 1 ignore_time_segment_in_scoring"]
    hyps["other", "A"] = ["other A 0 1 odd"]  # a word without a confidence
    ref, hyp = written("ref.stm", refs, "sorted", 0, LABELS), written("hyp.ctm", hyps, "shuffled", 1)
    for whole, actual in outputs([ref, hyp, "--missing", rule], capsys):
        assert whole == actual
        assert whole[0] == (0 if rule == "skip" else 2)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("change", ["ctm", "stm", "overlap", "label", "extra"])
def test_problems_are_told_with_their_lines(capsys, change):
    refs, hyps = corpus(7)
    lines = {"ctm": "talk8 B 1.0 word", "stm": "talk8 B anna 5 1 x", "overlap": "talk8 B anna 0 9 x"}
    if change in ("stm", "overlap"):
        refs["talk8", "B"].append(lines[change])
    elif change == "ctm":
        hyps["talk8", "B"].append(lines[change])
    elif change == "extra":
        hyps["unknown", "B"] = ["unknown B x y z"]
    elif change == "label":
        refs["talk8", "B"].append("talk8 B Anna 90 91 <nn> well")
    ref, hyp = written("ref.stm", refs, "sorted", 0, LABELS), written("hyp.ctm", hyps, "sorted")
    for whole, actual in outputs([ref, hyp, "--missing", "delete"], capsys):
        assert whole == actual
        assert whole[0] == 2 or change == "label"
        assert change != "label" or whole[0] == 0 or "lookup failed for utt (anna-" in whole[2]


def test_packed_files_and_notices(capsys):
    refs, hyps = corpus(8)
    hyps = {name: [line for row in rows for line in (row, row)] for name, rows in hyps.items() if rows}
    hyps = {name: [row for row in rows if "*" not in row] for name, rows in hyps.items()}
    ref, hyp = written("ref.stm", refs, "sorted", 0, LABELS), written("hyp.ctm", hyps, "sorted")
    with open(hyp, "rb") as plain, gzip.open("hyp.ctm.gz", "wb") as packed:
        packed.write(plain.read())
    for whole, actual in outputs([ref, "hyp.ctm.gz", "--missing", "delete"], capsys):
        assert whole == actual
        assert whole[0] == 0
    assert main(["score", ref, hyp, "--missing", "delete", "--stream"]) == 0
    assert "every row of the hypothesis occurs twice" in capsys.readouterr().out


@pytest.mark.sweep(2)
@pytest.mark.parametrize("options", [["-s"], ["--normalise", "basic"], ["--no-markup"], ["--speakers", "one"]])
def test_settings_hold_for_all_pieces(capsys, options):
    refs, hyps = corpus(9)
    ref, hyp = written("ref.stm", refs, "sorted", 0, LABELS), written("hyp.ctm", hyps, "shuffled", 3)
    for report in ("sum", "rsum"):
        actual = []
        for more in ([], ["--stream"]):
            assert main(["score", ref, hyp, "--missing", "skip", "--report", report, *options, *more]) == 0
            actual.append(capsys.readouterr().out)
        assert actual[0] == actual[1]
