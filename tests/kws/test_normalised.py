"""Keywords and words through one normaliser: what was missed by spelling alone is found, with times shared."""

from __future__ import annotations

import json

import pytest

from scorelite.formats.ecf import Ecf
from scorelite.formats.errors import MismatchError
from scorelite.formats.kwlist import Keyword, KwList
from scorelite.formats.source import Source
from scorelite.scoring import kws
from scorelite.scoring.cli.main import main
from scorelite.scoring.kws.material import Inputs
from scorelite.scoring.kws.normalised import normalised
from scorelite.scoring.kws.settings import KwsSettings
from scorelite.scoring.kws.transcripts import read_rttm

ROWS = (
    "LEXEME t 1 1.00 0.40 It's lex a <NA>\n"
    "LEXEME t 1 1.40 0.20 thirty lex a <NA>\n"
    "LEXEME t 1 1.60 0.40 six lex a <NA>\n"
    "LEXEME t 1 9.00 0.40 thirty lex a <NA>\n"
    "LEXEME t 2 9.40 0.20 six lex a <NA>\n"
)


def rows_of(text, gap=0.5):
    inputs = Inputs(Ecf(()), read_rttm(Source(text.encode())), KwList(()), None)
    return normalised(inputs, KwsSettings(normalise="whisper-en", gap=gap)).inputs.rttm.lexemes


def words(gap: float = 0.5) -> list[tuple[str, str, float, float]]:
    rows = rows_of(ROWS, gap)
    ends = (round(begin + length, 3) for begin, length in zip(rows.begins, rows.durations, strict=True))
    return list(zip(rows.tokens, rows.channels, rows.begins, ends, strict=True))


def test_words_split_and_join_within_a_stretch_of_one_channel():
    assert words() == [
        ("it", "1", 1.0, 1.2),
        ("is", "1", 1.2, 1.4),
        ("36", "1", 1.4, 2.0),
        ("30", "1", 9.0, 9.4),
        ("6", "2", 9.4, 9.6),
    ]


def test_a_keyword_of_which_nothing_is_left_is_refused():
    keywords = KwList((Keyword("K1", "uh"), Keyword("K2", "ten")), path="list.xml")
    with pytest.raises(MismatchError, match=r"list.xml: 1 keyword \(K1\) without a word after whisper-en@"):
        normalised(Inputs(Ecf(()), read_rttm(Source(b"")), keywords, None), KwsSettings(normalise="whisper-en"))


def test_the_normaliser_is_in_the_signature():
    assert "normalise" not in KwsSettings().signature
    assert "|normalise:whisper-en@" in KwsSettings(normalise="whisper-en").signature


@pytest.fixture
def files(tmp_path):
    (tmp_path / "ref.rttm").write_text(ROWS)
    (tmp_path / "ecf.xml").write_text(
        '<ecf source_signal_duration="20" language="english" version="1">'
        '<excerpt audio_filename="t" channel="1" tbeg="0" dur="20" source_type="cts"/></ecf>'
    )
    (tmp_path / "kw.xml").write_text(
        '<kwlist ecf_filename="ecf.xml" language="english" encoding="UTF-8" compareNormalize="" version="1">'
        '<kw kwid="K1"><kwtext>36</kwtext></kw></kwlist>'
    )
    (tmp_path / "found.xml").write_text(
        '<kwslist kwlist_filename="kw.xml" language="english" system_id="s">'
        '<detected_kwlist kwid="K1" search_time="1" oov_count="0">'
        '<kw file="t" channel="1" tbeg="1.4" dur="0.6" score="1" decision="YES"/></detected_kwlist></kwslist>'
    )
    names = {"--ecf": "ecf.xml", "--rttm": "ref.rttm", "--kwlist": "kw.xml", "--kwslist": "found.xml"}
    return [word for option, name in names.items() for word in (option, str(tmp_path / name))]


def test_the_command_finds_a_number_in_words(files, capsys):
    assert main(["kws", *files]) == 2
    assert "no keyword of" in capsys.readouterr().err
    assert main(["kws", *files, "--normalise", "whisper-en", "--json"]) == 0
    assert '"targets": 1' in capsys.readouterr().out
    assert main(["kws", *files, "--normalise", "whisper-eng"]) == 2
    assert "did you mean" in capsys.readouterr().err


def test_the_command_shows_the_value_without_normalisation_and_writes_every_change(files, capsys, tmp_path):
    rows = (tmp_path / "ref.rttm").read_text()
    (tmp_path / "ref.rttm").write_text(f"{rows}LEXEME t 1 12.0 0.2 36 lex a <NA>\nLEXEME t 1 15.0 0.2 36, lex a <NA>\n")
    log = tmp_path / "log"
    assert main(["kws", *files, "--normalise", "whisper-en", "--changes", str(log)]) == 0
    shown = capsys.readouterr().out
    assert "2 misses and false alarms without --normalise" in shown
    assert "2 with it: +0" in shown
    assert "-1.0   numbers, " in shown
    assert "+1.0   symbols, 1 change" in shown
    first, *_, last = (json.loads(line) for line in log.read_text().splitlines())
    assert {"side": "rttm", "session": "t", "channel": "1", "begin": 1.0, "before": "It's"}.items() <= first.items()
    assert (last["side"], last["begin"]) == ("rttm", 15.0)
    assert main(["kws", *files, "--normalise", "whisper-en", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["without_normalisation"]["misses"] == 1
    assert document["atwv"] != document["without_normalisation"]["atwv"]
    assert main(["kws", *files, "--changes", str(log)]) == 2
    assert "--changes has no effect without --normalise" in capsys.readouterr().err


def test_labels_in_memory_are_normalised_as_the_signature_says():
    ref, hyp = [("Thirty", 1.0, 1.5), ("six.", 1.5, 2.0)], [("36", 1.0, 2.0)]
    assert kws.evaluate(ref, hyp, ["36"], 60, normalise="whisper-en").atwv == 1.0
    assert kws.evaluate(ref, hyp, ["36"], 60).atwv is None


def test_a_table_keeps_the_name_of_the_normaliser(files, tmp_path):
    pytest.importorskip("pyarrow")
    result = kws.score_files(*files[1::2], settings=KwsSettings(normalise="whisper-en")).result
    again = kws.KwsResult.from_arrow(result.to_arrow("trials"))
    assert again.signature == result.signature


def test_words_that_go_back_in_time_are_not_joined():
    rows = "LEXEME t 1 5.00 0.20 twenty lex a <NA>\nLEXEME t 1 1.00 0.20 six lex a <NA>\n"
    actual = rows_of(rows)
    assert list(actual.tokens) == ["20", "6"]
