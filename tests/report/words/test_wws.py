from __future__ import annotations

import array

from scorelite import core
from scorelite.scoring.words.scores import WordScores
from tests.report.words.alignments import expected, golden, rendered


def weighted(*speakers):
    """A speaker per list of (operation, weight of the reference word, weight of the hypothesis word)."""
    paths = [
        [
            (
                operation,
                None if ref is None else (b"r", None, None, 0.0, 0.0, 0.0, ref),
                None if hyp is None else (b"h", None, None, 0.0, 0.0, 0.0, hyp),
            )
            for operation, ref, hyp in speaker
        ]
        for speaker in speakers
    ]
    charset = core.Charset("ascii", {}, {})
    return WordScores(
        batch=core.batch_of(charset, False, paths),
        charset=charset,
        ids=[b"(%d)" % number for number in range(len(paths))],
        speakers=[b"s%d" % number for number in range(len(paths))],
        speaker_of=memoryview(array.array("i", range(len(paths)))),
        sequence=range(len(paths)),
        weighted=True,
        weight_name=b'w.wwl Column "w"',
    )


def row_of(report, name):
    (line,) = [line for line in report.decode().splitlines() if line.lstrip(" |").startswith(name)]
    return line.strip().replace("|", " ").split()


def test_weighted_summary_is_the_references():
    scores = golden("weights")
    scores.weight_name = b'weights.wwl Column "Importance"'
    assert rendered("wws", scores) == expected("weights.wws")


def test_substitution_costs_both_words():
    report = rendered("wws", weighted([("C", 6.0, 6.0), ("S", 2.0, 3.0), ("D", 2.0, None), ("I", None, 1.0)]))
    assert row_of(report, "s0") == ["s0", "1", "3", "60.0", "50.0", "20.0", "10.0", "80.0", "100.0"]


def test_totals_are_truncated_to_integers_after_every_speaker():
    # 0.9 of 1.9 and 0.9 of 1.9: the totals are 0 of 2.
    path = [("C", 0.9, 0.9), ("D", 1.0, None)]
    report = rendered("wws", weighted(path, path))
    assert row_of(report, "Sum/Avg")[3:6] == ["0.0", "0.0", "100.0"]


def test_counts_are_shown_where_the_weights_are_zero():
    report = rendered("wws", weighted([("C", 0.0, 0.0), ("C", 0.0, 0.0), ("S", 0.0, 1.0)]))
    assert row_of(report, "s0")[3:8] == ["2.0", "1.0", "0.0", "0.0", "1.0"]


def test_long_weight_name_is_not_centred():
    scores = weighted([("C", 1.0, 1.0)])
    scores.weight_name = b"n" * 3000
    assert b"\n** Weights defined by file: '" + b"n" * 3000 + b"'\n\n" in rendered("wws", scores)
