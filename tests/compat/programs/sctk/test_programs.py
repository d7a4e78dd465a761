"""SCTK's small programs through `scorelite sctk`: what the table holds, and what each program writes."""

from __future__ import annotations

import hashlib
from importlib import import_module
from pathlib import Path

import pytest

from scorelite.scoring.compat.programs.sctk.programs import PROGRAMS
from tests.fuzz.run import call
from tests.loaded import HEAVY, modules_after


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_program_of_the_table_has_a_module_that_runs(name: str) -> None:
    assert callable(import_module(f"scorelite.scoring.compat.programs.sctk.{PROGRAMS[name][0]}").run)


def test_a_program_is_found_with_and_without_its_suffix(tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes("أب\n".encode())
    for name in ("hamzaNorm", "hamzaNorm.pl"):
        assert call("scorelite", ["sctk", name, "in", "-"], tmp_path) == (0, "اب\n".encode(), b"")


def test_an_unknown_program_is_named_beside_the_known_ones(tmp_path: Path) -> None:
    code, out, err = call("scorelite", ["sctk", "nosuch"], tmp_path)
    assert (code, out) == (2, b"")
    assert b"argument PROGRAM: 'nosuch' is unknown; expected one of: sclite, " in err


def test_sclite_is_a_program_of_the_family(tmp_path: Path) -> None:
    (tmp_path / "r").write_bytes(b"a b (s-1)\n")
    words = ["-r", "r", "-h", "r", "trn", "-i", "rm", "-o", "sum", "stdout", "-f", "0"]
    assert call("scorelite", ["sctk", "sclite", *words], tmp_path) == call("sclite", words, tmp_path)


def test_a_small_program_imports_nothing_heavy(tmp_path: Path) -> None:
    call = "main(['sctk', 'hamzaNorm', '-', '-'])"
    code = f"from scorelite.scoring.cli.main import main\ntry:\n {call}\nexcept SystemExit: pass"
    loaded = modules_after(code, tmp_path)
    assert "scorelite.scoring.compat.programs.sctk.hamza_norm" in loaded
    # `re` brings `collections` with it.
    assert not loaded & (HEAVY - {"re", "collections", "enum", "functools"})


@pytest.mark.parametrize(
    ("program", "style", "given", "expected"),
    [
        ("hamzaNorm.pl", "txt", "أب\tأب (أب) آب إب", "اب\tأب (أب) اب اب"),
        ("hamzaNorm.pl", "stm", "f 1 s 0 1 <o> أب\n;; أب", "f 1 s 0 1 <o> اب\n;; أب"),
        ("hamzaNorm.pl", "ctm", "أ 1 0 1 أب أ", "أ 1 0 1 اب أ"),
        ("tanweenFilt.pl", "txt", "اً بً) cٌd", "ا ب) cٌd"),
    ],
)
def test_arabic_letters_and_marks_change_in_the_text_only(
    program: str, style: str, given: str, expected: str, tmp_path: Path
) -> None:
    (tmp_path / "in").write_bytes(given.encode())
    code, out, err = call("scorelite", ["sctk", program, "-i", style, "in", "out"], tmp_path)
    assert (code, out, err) == (0, b"", b"")
    assert (tmp_path / "out").read_bytes().decode() == expected + "\n"


def test_rows_before_one_with_too_few_fields_are_written_by_acomp(tmp_path: Path) -> None:
    (tmp_path / "in").write_text("f A s 0.0 1.0 <O> autobahn\nx y\nf A s 1.0 2.0 <O> bahn\n")
    (tmp_path / "lex").write_text("AUTO\nBAHN\n")
    code, out, err = call("scorelite", ["sctk", "acomp.pl", "-l", "lex", "-i", "stm", "in", "-"], tmp_path)
    assert (code, out) == (255, b"f A s 0.0 1.0 <O> AUTOBAHN\n")
    assert err == b"Error: Not enough fields in stm line 'x y'\n"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["def_art.pl"], 255),
        (["def_art.pl", "-i", "xx", "-", "-"], 255),
        (["def_art.pl", "-t", "-", "-"], 255),
        (["def_art.pl", "-s", "nofile", "-", "-"], 2),
        (["hamzaNorm.pl"], 255),
        (["hubscr.pl", "-g", "nofile", "-l", "english", "-h", "hub5", "-r", "nofile", "nofile"], 2),
    ],
)
def test_codes_of_refused_command_lines_are_those_of_perl(words: list[str], expected: int, tmp_path: Path) -> None:
    code, out, err = call("scorelite", ["sctk", *words], tmp_path)
    assert (code, out) == (expected, b"")
    assert err


@pytest.mark.parametrize(
    ("words", "expected", "message"),
    [
        (["-i", "xx", "-", "-"], 255, b"Error: Undefined input format 'xx'\n"),
        (["a"], 255, b"Output Not Specified\n"),
        (["nofile", "-"], 2, b"Error: Input file nofile does not exist\n"),
        (["-q", "-", "-"], 1, b": unknown option\n"),
    ],
)
def test_a_wrong_command_line_ends_with_usage_and_a_reason(
    words: list[str], expected: int, message: bytes, tmp_path: Path
) -> None:
    code, out, err = call("scorelite", ["sctk", "tanweenFilt.pl", *words], tmp_path)
    assert (code, out) == (expected, b"")
    assert b"Usage: tanweenFilt.pl" in err
    assert err.endswith(message)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("-l english", " YES %HESITATION NOT FIFTY-FOU- MON AMI "),
        ("-l english -d", " YES (%HESITATION) NOT FIFTY (FOU-) (MON) (AMI) "),
        ("-l german", " YES UM NOT FIFTY-FOU- MON AMI "),
        ("-l english -t YES=NO -q NO=NAY", " { NO / NAY } %HESITATION NOT FIFTY-FOU- MON AMI"),
    ],
)
def test_transcripts_of_callhome_are_cleaned_by_language(options: str, expected: str, tmp_path: Path) -> None:
    text = "# head\n1.0 2.5 B1: yes, %um [[loud]] +not+ {cough}\nfifty-fou- <French mon ami>\n"
    (tmp_path / "talk.txt").write_text(text)
    code, out, err = call("scorelite", ["sctk", "chfilt.pl", *options.split(), "talk.txt", "--", "-"], tmp_path)
    assert (code, err) == (0, b"")
    assert out.splitlines()[2:] == [b"talk B talk_B1 1.0   2.50 <O> " + expected.encode()]


@pytest.mark.parametrize(
    ("options", "text", "expected"),
    [
        ("-l mandarin", b"@x@ <English hello_you> a_b x%y %um @word", b" X HELLO YOU A_B X%Y UM @WORD "),
        ("-l mandarin", b"\xb2\xbb\xa3\xac z", b" \xb2\xbb Z "),
        ("-l english -t so=who -q no=nay", b"so no", b" WHO { NO / NAY }"),
        ("-l german -d", b"((hm)) hm (hm) **x y", b" (HM) (%HESITATION) (HM) X Y "),
        ("-l german -m", b"**made** @x^ *y", b" *MADE* X Y "),
        ("-l english -m", b"~USA <as/>aside</as> @x", b" U S A X "),
    ],
)
def test_marks_of_transcripts_are_read_as_their_language_has_them(
    options: str, text: bytes, expected: bytes, tmp_path: Path
) -> None:
    first = b"id " if "-m" in options else b""
    (tmp_path / "talk.txt").write_bytes(first + b"1.0 2.5 A: " + text + b"\n")
    code, out, err = call("scorelite", ["sctk", "chfilt.pl", *options.split(), "talk.txt", "--", "-"], tmp_path)
    assert (code, err) == (0, b"")
    assert out.splitlines()[2:] == [b"talk A talk_A 1.0   2.50 <O> " + expected]


@pytest.mark.parametrize(
    ("options", "encoding", "text", "expected"),
    [
        ("-l arabic", "utf-8", "أه %إيه كتاب %صمت %أهه أجنبي~b", " %تردّد %تردّد كتاب أهه أجنبيb. "),
        ("-l arabic -d", "utf-8", "كتاب أم مهم, %ضحك هاي", "  كتاب (%تردّد) مهم (%تردّد) "),
        ("-l japanese", "euc-jp", "あの。「いい」コー ok、+え+ はい・と", "  あの いい コー OK え はい と "),
    ],
)
def test_hesitations_and_signs_of_arabic_and_japanese_are_known(
    options: str, encoding: str, text: str, expected: str, tmp_path: Path
) -> None:
    (tmp_path / "talk.txt").write_bytes(b"1.0 2.5 A: " + text.encode(encoding) + b"\n")
    code, out, err = call("scorelite", ["sctk", "chfilt.pl", *options.split(), "talk.txt", "--", "-"], tmp_path)
    assert (code, err) == (0, b"")
    assert out.splitlines()[2:] == [b"talk A talk_A 1.0   2.50 <O>" + expected.encode(encoding)]


def test_segments_of_callhome_are_padded_merged_and_get_rows_for_gaps(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text("1.0 2.0 A: a\n2.3 3.0 A: b\n5.0 6.0 A: c\n")
    words = "-l english -s 0.5 -p 0.2 -i -b 0 -e 9 t.txt -- -"
    code, out, err = call("scorelite", ["sctk", "chfilt.pl", *words.split()], tmp_path)
    assert (code, err) == (0, b"")
    assert out.splitlines()[2:] == [
        b"t A t_A_inter_segment_gap 0   0.80 <O> ",
        b"t A t_A 0.80 3.20 <O> A  B ",
        b"t A t_A_inter_segment_gap 3.20   4.80 <O> ",
        b"t A t_A 4.80   6.2 <O>  C ",
        b"t A t_A_inter_segment_gap 6.2   9.00 <O> ",
    ]


def test_the_padding_of_segments_of_callhome_ends_in_the_middle_of_a_short_gap(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text("0.3 2.0 A: a\n2.2 3.0 A: b\n")
    words = "-l english -p 0.2 -b 0 -e 9 t.txt -- -"
    code, out, err = call("scorelite", ["sctk", "chfilt.pl", *words.split()], tmp_path)
    assert (code, err) == (0, b"")
    assert out.splitlines()[2:] == [b"t A t_A 0.15   2.10 <O>  A ", b"t A t_A 2.10   3.2 <O>  B "]


# Outputs of NIST's program.
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (
            "-o pem",
            [
                b"t A unknown_speaker 1.25 2.3456",
                b"t A unknown_speaker 2.1 3.0",
                b"t A unknown_speaker 3.5 4.125",
                b"t B unknown_speaker 0.5 1.0",
            ],
        ),
        (
            "-E -p 0.5",
            [
                b"t A excluded_region 3.00 3.5 <O> ignore_time_segment_in_scoring",
                b"t B t_B 0.25   1.5 <O>  OH ",
            ],
        ),
        (
            "-p 0.5",
            [
                b"t A t_A1 1.25   2.35 <O>  YOU ",
                b"t A t_A 2.1   3.5 <O>  HO ",
                b"t A t_A 3.00   4.12 <O>  HI ",
                b"t B t_B 0.25   1.5 <O>  OH ",
            ],
        ),
    ],
)
def test_segments_of_callhome_are_changed_in_the_order_of_the_file(
    options: str, expected: list[bytes], tmp_path: Path
) -> None:
    (tmp_path / "t.txt").write_text("3.5 4.125 A: hi\n1.25 2.3456 A1: you\n2.1 3.0 A: ho\n0.5 1.0 B: oh\n")
    words = f"-l english {options} t.txt -- -"
    code, out, err = call("scorelite", ["sctk", "chfilt.pl", *words.split()], tmp_path)
    assert (code, err) == (0, b"")
    assert out.splitlines()[2:] == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no times", b"Illegal format, first line does not have a begin time, end time and channel\n"),
        (
            "1.0 2.0 A: at 5:30",
            b"chfilt.pl: a colon in the text; expected only the one behind the channel: 1.0 2.0 A: at 5:30\n",
        ),
    ],
)
def test_a_line_of_callhome_that_would_lose_text_is_refused(text: str, message: bytes, tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text(text + "\n")
    words = ["sctk", "chfilt.pl", "-l", "english", "t.txt", "--", "-"]
    assert call("scorelite", words, tmp_path) == (255, b"", message)


def test_articles_of_an_stm_line_without_fields_are_looked_for_as_in_the_program(tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(b"f A\n\n \nf A s 1 2 il+bAb\n")
    words = ["sctk", "def_art.pl", "-i", "stm", "in", "-"]
    expected = b"f A ENDOFLN   \n ENDOFLN    \n ENDOFLN    \nf A s 1 2 il bAb\n"
    assert call("scorelite", words, tmp_path) == (0, expected, b"")


@pytest.mark.parametrize("words", [[], ["-h"], ["-i"], ["file"], ["--version"]])
def test_rttm_validator_prints_the_usage_of_the_program(words: list[str], tmp_path: Path) -> None:
    code, out, err = call("scorelite", ["sctk", "rttmValidator.pl", *words], tmp_path)
    assert (code, out) == (255, b"")
    assert err.startswith(
        b"\n\nrttmValidator.pl [-useh] -i <RTTM file>\n\nVersion: v13\nDescription: This Perl program"
    )
    # A digest of what NIST's program prints.
    assert hashlib.sha256(err).hexdigest() == "760eafacc94743c5cfa79b5ee171877744f9945423f595e2de80c68e83e85088"


@pytest.mark.parametrize(
    ("style", "given", "expected"),
    [
        ("ctm", ";;\nf 2 2 3 d\n", ";; B\n"),
        ("ctm", ";;a x  y\tz w u\nf 2 2 3 d\n", ";;a x y z w B u\n"),
        ("ctm", ";;a\nf 2 2 3 d\n;;b\nf 2 3 3 d", ";;a BB\n"),
        ("rttm", ";;a b c d e f g h\nLEXEME f 2 2 3 d lex x x\n", ";;a b c d e f B g h\n"),
    ],
)
def test_a_comment_that_gets_the_words_of_a_row_behind_it_stays_a_comment(
    style: str, given: str, expected: str, tmp_path: Path
) -> None:
    (tmp_path / "g.glm").write_text("\n*COPY_NO_HIT'\n[D]=> B")
    (tmp_path / "in").write_text(given)
    words = ["sctk", "csrfilt.sh", "-i", style, "g.glm"]
    code, out, err = call("scorelite", words, tmp_path, tmp_path / "in")
    assert (code, out, err) == (0, expected.encode(), b"")


def test_a_last_text_that_is_a_nul_leaves_no_row(tmp_path: Path) -> None:
    (tmp_path / "g.glm").write_text("\na => b")
    (tmp_path / "in").write_bytes(b"SPEAKER f\nLEXEME f 1 1 3 \0 fp")
    code, out, _ = call("scorelite", ["sctk", "csrfilt.sh", "-i", "rttm", "g.glm"], tmp_path, tmp_path / "in")
    assert (code, out) == (0, b"SPEAKER f\n")


def test_a_lone_quote_has_the_length_that_the_reference_reports(tmp_path: Path) -> None:
    (tmp_path / "g.glm").write_text('\n" => " / " _ "')
    (tmp_path / "in").write_text("")
    _, _, err = call("scorelite", ["sctk", "rfilter1", "g.glm", "1"], tmp_path, tmp_path / "in")
    assert b"   1    0   [] (-1) => [] (-1) /  [] (0) __ [] (0)\n" in err
