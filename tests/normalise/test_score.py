"""Scores of normalised texts: settings, signatures, sums, and the errors that rules moved."""

from __future__ import annotations

import json
import pickle
from functools import partial

import pytest

from scorelite import scoring
from scorelite.formats.errors import UsageError
from scorelite.scoring.cli.main import main
from scorelite.scoring.normalise.effect import Effect
from scorelite.scoring.words.totals import Totals
from tests.normalise.material import sentences

REFS = ["Hello, World! It's two dollars.", "the colour won't do"]
HYPS = ["hello world it is $2", "the color will not do now"]


def test_both_sides_are_normalised_and_the_signature_names_the_normaliser():
    result = scoring.score(REFS, HYPS, normalise="whisper-en")
    assert result.counts.errors == 1
    assert "|normalise:whisper-en@20250625|" in f"{result.signature}|"
    assert result.to_dict()["settings"]["normalise"] == "whisper-en@20250625"
    assert result.utterances[0].ref == "hello world it is $2"
    assert "normalise" not in scoring.score(REFS, HYPS).signature


def test_the_errors_that_rules_moved_add_up_to_the_difference():
    refs, hyps = list(sentences(1, 200)), list(sentences(2, 200))
    result = scoring.score(refs, hyps, normalise=["basic", "whisper-en"])
    effect = result.normalisation()
    assert effect.raw == scoring.score(refs, hyps).counts
    assert sum(row.errors for row in effect.moved) == result.counts.errors - effect.raw.errors


def replaced(old, new, text):
    return text.replace(old, new)


@pytest.mark.parametrize("side", ["ref", "hyp", "both"])
@pytest.mark.parametrize("branches", ["free", "whole"])
def test_the_rate_without_a_normaliser_is_that_of_the_same_equivalents(side, branches):
    refs, hyps = ["Gonna see ten boats", "we saw it", "ten"], ["going to see 10 ships", "we saw this", "11"]
    rules = {"gonna": ["going to"], "going to": ["gonna"], "ten": ["10"], "10": ["ten"]}
    settings = {"equivalents": rules, "equivalents_side": side, "equivalents_branches": branches}
    without = scoring.score(refs, hyps, **settings)
    for old, new in (("saw", "see"), ("boats", "ships"), ("ten", "11"), ("Gonna", "gonna")):
        result = scoring.score(refs, hyps, normalise=partial(replaced, old, new), **settings)
        effect = result.normalisation()
        assert effect.raw == without.counts
        assert sum(row.errors for row in effect.moved) == result.counts.errors - effect.raw.errors


def test_the_rate_without_a_normaliser_has_the_variations_of_single_texts(tmp_path):
    refs, hyps = ["we saw ten boats", "two"], ["we saw 10 ships", "to"]
    path = tmp_path / "variations.jsonl"
    path.write_text(json.dumps({"id": "u-1", "variations": [["we"], ["saw"], ["ten", "10"], ["boats"]]}))
    settings = {"ids": ["u-1", "u-2"], "equivalents": path}
    result = scoring.score(refs, hyps, normalise=partial(replaced, "boats", "ships"), **settings)
    assert (result.counts.errors, result.normalisation().raw) == (1, scoring.score(refs, hyps, **settings).counts)
    assert [row.errors for row in result.normalisation().moved] == [-1]


def test_of_texts_that_take_equivalents_behind_a_normaliser_alone_nobody_knows_the_rate_before_it():
    rules = {"ten": ["10"], "a\u2215b": ["c"]}
    result = scoring.score(["a\u2215b ten"], ["10"], normalise=partial(replaced, "a\u2215b ", ""), equivalents=rules)
    assert (result.counts.errors, result.normalisation()) == (0, Effect(None, ()))
    with pytest.raises(UsageError, match="has a division slash"):
        scoring.score(["a\u2215b ten"], ["10"], equivalents=rules)


def test_lists_of_words_and_bytes_are_normalised_too():
    result = scoring.score([["Hello,", "World"], b"Good"], ["hello world", "good"], normalise="basic")
    assert result.counts.errors == 0
    assert result.utterances[0].ref == ["hello", "world"]


def test_results_of_one_normaliser_add_up_and_survive_pickling():
    first, two = (scoring.score(REFS, HYPS, ids=ids, normalise="basic") for ids in (["a", "b"], ["c", "d"]))
    both = first + pickle.loads(pickle.dumps(two))
    assert both.counts.errors == 2 * first.counts.errors
    with pytest.raises(UsageError, match="nothing was normalised"):
        both.normalisation()
    assert "rules" not in both.to_dict()
    with pytest.raises(ValueError, match="different settings"):
        first + scoring.score(REFS, HYPS, ids=["e", "f"])


def test_totals_keep_the_label_in_arrow():
    pytest.importorskip("pyarrow")
    totals = scoring.score(REFS, HYPS, normalise="basic").totals()
    assert Totals.from_arrow(totals.to_arrow()) == totals


def test_the_command_shows_both_rates_and_writes_the_changes(tmp_path, capsys):
    ref, hyp, log = (tmp_path / name for name in ("ref.txt", "hyp.txt", "log.jsonl"))
    ref.write_text("\n".join(REFS) + "\n")
    hyp.write_text("\n".join(HYPS) + "\n")
    assert main(["score", str(ref), str(hyp), "--normalise", "whisper-en", "--changes", str(log)]) == 0
    shown = capsys.readouterr().out
    assert "9 errors without --normalise" in shown
    assert "1 error with it: -8" in shown
    assert "-1.0   spelling: 'colour', 1 change" in shown
    assert main(["score", str(ref), str(hyp), "--normalise", "whisper-en", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["without_normalisation"]["errors"] == 9
    assert sum(rule["errors"] for rule in document["rules"]) == document["errors"] - 9
    assert main(["score", str(ref), str(hyp), "--json"]) == 0
    assert "rules" not in json.loads(capsys.readouterr().out)
    changes = [json.loads(line) for line in log.read_text().splitlines()]
    assert {"side": "ref", "id": "2", "before": "colour", "after": "color"}.items() <= changes[-1].items()


def test_an_unknown_normaliser_suggests_the_nearest(tmp_path, capsys):
    path = tmp_path / "a.txt"
    path.write_text("a\n")
    assert main(["score", str(path), str(path), "--normalise", "whispr-en"]) == 2
    assert "did you mean whisper-en? (the command" in capsys.readouterr().err


def test_changes_need_a_normaliser(tmp_path, capsys):
    path = tmp_path / "a.txt"
    path.write_text("a\n")
    assert main(["score", str(path), str(path), "--changes", "log"]) == 2
    assert "--changes has no effect without --normalise" in capsys.readouterr().err


def test_what_equivalents_cannot_read_before_a_normaliser_is_not_known(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csv").write_text("id,text,hyp\nu,we a\u2215b gonna,we a\u2215b going to\n")
    (tmp_path / "eq.txt").write_text("gonna | going to\na\u2215b | c\n")
    words = ["score", "a.csv", "--normalise", "basic", "--equivalents", "eq.txt"]
    assert main(words) == 0
    assert "The rate without --normalise is not known: the equivalents do not fit" in capsys.readouterr().out
    assert main([*words, "--json", "--utterances", "-o", "a.json"]) == 0
    document = json.loads((tmp_path / "a.json").read_text())
    assert document["errors"] == 0
    assert "without_normalisation" not in document
    saved = scoring.load("a.json")
    assert saved.normalisation() == Effect(None, ())
    assert b"<summary>Normalisation" not in saved.page()


def test_blanks_that_a_rule_tidies_are_no_changes_of_it():
    result = scoring.score(
        ["it is $20, thank you, bye"], ["it is twenty dollars, thank you, bye"], normalise="whisper-en"
    )
    moved = {row.rule: (row.changes, float(row.errors)) for row in result.normalisation().moved if row.errors}
    assert sum(errors for _, errors in moved.values()) == -2
    assert moved["numbers"][0] == 1
    rules = [change["rule"] for change in result.changes() if not change["before"].strip()]
    assert set(rules) == {"blanks"}


def test_blanks_of_unicode_that_join_words_are_changes():
    result = scoring.score(["good day"], ["good\u00a0day"], normalise="whisper-basic")
    assert [float(row.errors) for row in result.normalisation().moved] == [-2.0]


def test_the_break_between_segments_is_a_blank_in_changes():
    cues = b"1\n00:00:00,000 --> 00:00:01,000\nGood.\n\n2\n00:00:01,000 --> 00:00:02,000\nDay.\n"
    result = scoring.score_files(b"good day\n", cues, ref_format="txt", hyp_format="srt", normalise="whisper-en")
    assert "\f" not in "".join(change["before"] + change["after"] for change in result.changes())
