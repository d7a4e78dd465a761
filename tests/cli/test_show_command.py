"""`scorelite show`: which utterances it shows, in which order, and how."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT, Run
from tests.terminal import on_terminal

REF = "the cat sat (anna-1)\ngood day to you (ben-1)\nyes (ben-2)\n"
HYP = "a cat sat down (anna-1)\ngood day you (ben-1)\nyes (ben-2)\n"


@pytest.fixture(autouse=True)
def files(tmp_path: Path) -> None:
    (tmp_path / "ref.trn").write_text(REF)
    (tmp_path / "hyp.trn").write_text(HYP)


def shown(scorelite: Run, *options: str) -> list[str]:
    """Ids of the utterances that are shown, in their order."""
    done = scorelite("show", "ref.trn", "hyp.trn", *options)
    assert done.returncode == 0, done.stderr
    return [line.split()[0] for line in done.stdout.decode().splitlines() if " %" in line and ";" not in line]


def test_a_result_that_was_saved_is_shown_as_the_files_are(scorelite: Run) -> None:
    scorelite("score", "ref.trn", "hyp.trn", "--json", "--utterances", "-o", "result.json")
    for options in ((), ("--limit", "1"), ("anna-1",)):
        saved = scorelite("show", "result.json", *options)
        assert saved.stdout == scorelite("show", "ref.trn", "hyp.trn", *options).stdout != b""
    refused = scorelite("show", "result.json", "--normalise", "basic")
    assert refused.stderr == b"scorelite: --normalise has no effect without HYP: result.json was scored already\n"
    scorelite("score", "ref.trn", "hyp.trn", "--json", "-o", "sums.json")
    assert b"sums.json holds no complete result; expected " in scorelite("show", "sums.json").stderr


def test_the_worst_utterances_come_first(scorelite: Run) -> None:
    done = scorelite("show", "ref.trn", "hyp.trn", "--limit", "2")
    assert (
        done.stdout.decode()
        == """\
anna-1  66.7 %  1 substitution, 1 insertion
REF: the cat sat ****
HYP: a   cat sat down
     S           I

ben-1  25.0 %  1 deletion
REF: good day to you
HYP: good day ** you
              D

2 of 3 utterances; all: 37.5 %
"""
    )


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("", ["anna-1", "ben-1", "ben-2"]),
        ("ben-2 anna-1", ["anna-1", "ben-2"]),
        ("--speaker ben", ["ben-1", "ben-2"]),
        ("--grep D[AO]", ["anna-1", "ben-1"]),
        ("--error insertion", ["anna-1"]),
        ("--error insertion --error deletion", ["anna-1", "ben-1"]),
        ("--pair the=a", ["anna-1"]),
        ("--pair to=", ["ben-1"]),
        ("--pair =down", ["anna-1"]),
        ("--pair cat=cat", []),
        ("--to-rate 30", ["ben-1", "ben-2"]),
        ("--from-rate 1 --to-rate 30", ["ben-1"]),
        ("--sort file --limit 1", ["anna-1"]),
        ("ben-2 ben-1 --sort errors", ["ben-1", "ben-2"]),
    ],
)
def test_filters_leave_some_utterances(scorelite: Run, options: str, expected: list[str]) -> None:
    assert shown(scorelite, *options.split()) == expected


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("nosuch", "no utterance 'nosuch'; expected ids such as anna-1, ben-1, ben-2"),
        ("anna-2", "no utterance 'anna-2'; did you mean anna-1?"),
        ("--speaker ben --speaker Anni", "no speaker 'Anni'; did you mean anna?"),
        ("--from-rate 50 --to-rate 20", "--from-rate 50 is above --to-rate 20; expected a range of rates"),
        ("--speaker carl", "no speaker 'carl'; the speakers are anna, ben"),
        ("--grep (", "--grep '(' is not a regular expression: "),
        ("--pair a", "--pair 'a'; expected REF=HYP, such as the=a, the= or =a"),
        ("--limit 0", "--limit is 0; expected 1 or more"),
        ("--width 3", "--width is 3; expected 20 or more"),
        ("--drop-hyphens", "--drop-hyphens has no effect without -c"),
        ("--session x", "--session has no effect without segments or words with times"),
    ],
)
def test_wrong_filters_are_refused(scorelite: Run, options: str, message: str) -> None:
    done = scorelite("show", "ref.trn", "hyp.trn", *options.split())
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().startswith(f"scorelite: {message}")


def test_other_hypotheses_stand_below_the_first_which_alone_is_filtered(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "new.trn").write_text("the cat sat (anna-1)\ngood night to you (ben-1)\nno (ben-2)\n")
    done = scorelite("show", "ref.trn", "hyp.trn", "--beside", "new.trn", "--error", "deletion")
    assert (
        done.stdout.decode()
        == """\
ben-1  25.0 %  1 deletion
REF: good day to you
HYP: good day ** you
              D
new.trn  25.0 %  1 substitution
REF: good day   to you
HYP: good night to you
          S

1 of 3 utterances; all: 37.5 %, new.trn 25.0 %
"""
    )
    (tmp_path / "few.trn").write_text("the cat sat (anna-1)\ngood day to you (ben-1)\n")
    done = scorelite("show", "ref.trn", "hyp.trn", "ben-2", "--beside", "few.trn", "--missing", "skip")
    assert "few.trn  does not have this utterance" in done.stdout.decode()


def test_long_alignments_are_wrapped_by_display_width(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "ref.trn").write_text("知道 one two three four (u-1)\n", encoding="utf-8")
    (tmp_path / "hyp.trn").write_text("知 one two three five (u-1)\n", encoding="utf-8")
    lines = scorelite("show", "ref.trn", "hyp.trn", "--width", "20").stdout.decode().splitlines()
    assert lines[1:6] == ["REF: 知道 one two", "HYP: 知   one two", "     S", "REF: three four", "HYP: three five"]


def test_errors_have_colours_on_wish(scorelite: Run) -> None:
    text = scorelite("show", "ref.trn", "hyp.trn", "--color", "always", "--pair", "to=").stdout.decode()
    assert "REF: good day \x1b[32mto\x1b[0m you" in text
    assert "HYP: good day \x1b[2m**\x1b[0m you" in text


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(
    ("pager", "expected"), [("sed s/^/paged:/", b"paged:"), ("/no/such/pager", b"anna-1"), (" ", b"anna-1")]
)
def test_a_terminal_gets_the_listing_through_the_pager(tmp_path: Path, pager: str, expected: bytes) -> None:
    (tmp_path / "hyp.trn").write_text(HYP.replace("down", "do\x1b[2Jwn"))
    command = [sys.executable, "-m", "scorelite.scoring.cli.main", "show", "ref.trn", "hyp.trn"]
    code, data = on_terminal(command, tmp_path, {"PYTHONPATH": str(ROOT), "PAGER": pager})
    assert code == 0
    assert expected in data
    assert "␛[2jwn".encode() in data


def test_a_pager_that_is_no_command_line_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from scorelite.formats.errors import UsageError
    from scorelite.scoring.cli import show

    monkeypatch.setenv("PAGER", "less 'x")
    with pytest.raises(UsageError, match="PAGER is .*: No closing quotation; expected a command, or --no-pager"):
        show._page(iter([b"a"]))


def test_a_random_order_is_that_of_its_seed_and_its_first_utterances_are_a_sample(
    tmp_path: Path, scorelite: Run
) -> None:
    for name in ("r.trn", "h.trn"):
        (tmp_path / name).write_text("".join(f"good day (u-{number:02})\n" for number in range(40)))
    command = "show", "r.trn", "h.trn", "--limit", "5", "--random"
    one, same, other = (
        [line.split()[0] for line in scorelite(*command, seed).stdout.decode().splitlines() if line.startswith("u-")]
        for seed in ("1", "1", "2")
    )
    assert one == same != other
    assert len({*one}) == 5
    assert b"--sort and --random exclude each other" in scorelite(*command, "1", "--sort", "file").stderr
